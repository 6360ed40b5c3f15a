"""RunAway Train in a terminal: the track with its yellow spaces and the train, and everybody's suitcases and points."""

from typing import cast

from rich.text import Text

from allaboard.game import load
from allaboard.games.runaway import GAME, rules
from allaboard.games.runaway.rules import (
    CHOOSING,
    FIRST_SPACE,
    JUMPING,
    LAST_SPACE,
    LONG,
    MAIN,
    SHORT,
    STOPPING,
    SWITCH,
    TEXTS,
    TRACKS,
    State,
)
from allaboard.games.runaway.words import Cards, Jump, Stay, Track
from allaboard.record import read, row
from allaboard.tui.match import Choice, Position

SIGNS = ("×2", "½B", "×3", "1B", "Y", "×4", "end", "×4", "end")  # in the order of State.yellow
WIDE = 74


def draw(position: Position) -> Text:
    """The train above, the players below."""
    seen = read(cast(State, position.view))
    out = Text()
    out.append(f"Turn {seen.turn}   speed {seen.speed}   suitcases count ×{seen.multiplier}", "bold")
    if seen.die:
        out.append(f"   die {seen.die}", "dim")
    if seen.phase == STOPPING:
        out.append(f"   a {rules.roll_to_stop(row(seen))} or more stops the train", "bold red")
    out.append("\n\n")
    _track(out, seen)
    out.append(f"\n {'':3}{'Player':<12}{'Points':>6}   {'Suitcases':<15}  {'Last cards':<12}\n", "dim")
    for seat in range(seen.seats):
        _player(out, position, seen, seat)
    return out


def _track(out: Text, seen: State) -> None:
    tracks = (SHORT, LONG) if seen.track == MAIN else (seen.track,)
    longest = max(seen.yellow[LAST_SPACE[track]] for track in (SHORT, LONG))
    wide = max(1, -(-longest // WIDE))
    for track in tracks:
        spaces = [*range(LAST_SPACE[MAIN] + 1), *range(FIRST_SPACE[track], LAST_SPACE[track] + 1)]
        upper, lower = [" "] * (WIDE + 4), [" "] * (WIDE + 4)
        end = seen.yellow[LAST_SPACE[track]] // wide
        for at in range(end + 1):
            lower[at] = "━" if at * wide <= seen.position else "┄"
        for space in spaces:
            sign = SIGNS[space]
            for k, letter in enumerate(sign):
                upper[seen.yellow[space] // wide + k - (2 if sign == "end" else 0)] = letter
        lower[end] = "█"
        here = min(seen.position // wide, end)
        out.append(f" {TRACKS[track]:<6}", "dim italic")
        out.append("".join(upper[6:]).rstrip() + "\n", "bold yellow")
        out.append(" " + "".join(lower[:here]), "cyan")
        out.append("▶", "bold reverse red")
        out.append("".join(lower[here + 1 :]).rstrip() + "\n", "dim")


def _player(out: Text, position: Position, seen: State, seat: int) -> None:
    mark = "E" if seat == seen.engineer else " "
    out.append(f" {mark}  {position.name_of(seat):<12.12}", "bold" if seat == position.seat else "")
    out.append(f"{rules.score(row(seen), seat):>6}   ", "bold")
    if seen.aboard >> seat & 1:
        for value in range(1, 8):
            kept = seen.suitcases[seat] >> value - 1 & 1
            out.append(f"{value if kept else '·'} ", "bold yellow" if kept else "dim")
        out.append("  ")
    else:
        out.append(f"{'off the train':<16}", "dim italic")
    shown = seen.revealed[seat]
    cancelled = shown > rules.NO_CARDS + 1 and list(seen.revealed).count(shown) > 1
    out.append(f"{_cards(shown):<6}", "dim strike" if cancelled else "cyan")
    if seen.gained[seat]:
        out.append(f"+{seen.gained[seat]} ", "bold green")
    elif cancelled:
        out.append("cancelled ", "red")
    if seen.choice[seat]:
        out.append(f" ▸ {_cards(seen.choice[seat])}", "bold")
    elif seen.phase == CHOOSING and seen.aboard >> seat & 1 and not seen.awaited >> seat & 1:
        out.append(" ▸ ready", "green")
    out.append("\n")


def _cards(kept: int) -> str:
    return TEXTS[kept - 1].removeprefix("cards ") if kept else ""


def asks(position: Position) -> str:
    """What you are asked."""
    phase = cast(State, position.view).phase
    if phase == SWITCH:
        return "You are at the switch: which track?"
    if phase == JUMPING:
        return "Does your passenger jump, too?"
    return "Choose two cards, in secret"


def label(position: Position, choice: Choice) -> Text:
    """The cards in words."""
    match load(GAME).parts(position.seat, choice.action):
        case Track(track=track):
            return Text(f"the {track} track")
        case Jump():
            return Text("jump: off the train, the rest is lost")
        case Stay():
            return Text("stay aboard")
        case Cards(cards=[]):
            return Text("no cards")
        case Cards(cards=["P", "C"]):
            return Text.assemble("passenger + conductor ", ("gets off", "dim"))
        case Cards(cards=["P" | "C" as who, int() as value]):
            view = row(cast(State, position.view))
            points = value * int(view.multiplier) - (rules.tip(view, value) if who == "C" else 0)
            by = "passenger" if who == "P" else "conductor"
            return Text.assemble(f"{by} + ", (f"suitcase {value}", "bold yellow"), (f"  for {points}", "dim"))
        case Cards(cards=[one, other]):
            return Text.assemble(f"suitcases {one} + {other} ", ("bluff", "dim"))
    return Text(choice.text)
