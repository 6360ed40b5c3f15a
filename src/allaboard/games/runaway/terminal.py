"""RunAway Train in a terminal: the track with its yellow spaces and the train, and everybody's suitcases and points."""

from typing import cast

from rich.text import Text

from allaboard.catalog import Catalog, columns, fitted, padded
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

SIGNS = ("×2", "½B", "×3", "1B", "Y", "×4", "", "×4", "")  # in the order of State.yellow; an end is named in words
WIDE = 74


def draw(position: Position) -> Text:
    """The train above, the players below."""
    seen, said = read(cast(State, position.view)), position.messages
    out = Text()
    numbers = {"turn": int(seen.turn), "speed": int(seen.speed), "multiplier": int(seen.multiplier)}
    out.append(said.say("terminal-turn", **numbers), "bold")
    if seen.die:
        out.append("   " + said.say("terminal-die", face=int(seen.die)), "dim")
    if seen.phase == STOPPING:
        out.append("   " + said.say("terminal-stops", needed=int(rules.roll_to_stop(row(seen)))), "bold red")
    out.append("\n\n")
    _track(out, seen, said)
    heads = ("terminal-player", "terminal-points", "terminal-cases", "terminal-cards")
    player, points, cases, cards = map(said.say, heads)
    points = " " * (6 - columns(points)) + points
    out.append(f"\n    {padded(player, 12)}{points}   {padded(cases, 15)}  {cards}\n", "dim")
    for seat in range(seen.seats):
        _player(out, position, seen, seat)
    return out


def _track(out: Text, seen: State, said: Catalog) -> None:
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
            sign, at = SIGNS[space], seen.yellow[space] // wide
            if not sign:
                sign = said.say("terminal-end")
                at -= columns(sign) - 1
            for letter in sign:
                upper[at] = letter
                if columns(letter) == 2:
                    upper[at + 1] = ""
                at += columns(letter)
        lower[end] = "█"
        here = min(seen.position // wide, end)
        out.append(f" {padded(said.say(f'terminal-track-{TRACKS[track]}'), 6)}", "dim italic")
        out.append("".join(upper[6:]).rstrip() + "\n", "bold yellow")
        out.append(" " + "".join(lower[:here]), "cyan")
        out.append("▶", "bold reverse red")
        out.append("".join(lower[here + 1 :]).rstrip() + "\n", "dim")


def _player(out: Text, position: Position, seen: State, seat: int) -> None:
    said = position.messages
    mark = said.say("terminal-engineer") if seat == seen.engineer else ""
    out.append(f" {padded(mark, 3)}{fitted(position.name_of(seat), 12)}", "bold" if seat == position.seat else "")
    out.append(f"{rules.score(row(seen), seat):>6}   ", "bold")
    if seen.aboard >> seat & 1:
        for value in range(1, 8):
            kept = seen.suitcases[seat] >> value - 1 & 1
            out.append(f"{value if kept else '·'} ", "bold yellow" if kept else "dim")
        out.append("  ")
    else:
        out.append(padded(said.say("text-off"), 16), "dim italic")
    shown = seen.revealed[seat]
    cancelled = shown > rules.NO_CARDS + 1 and list(seen.revealed).count(shown) > 1
    out.append(padded(_cards(shown, said), 6), "dim strike" if cancelled else "cyan")
    if seen.gained[seat]:
        out.append(f"+{seen.gained[seat]} ", "bold green")
    elif cancelled:
        out.append(said.say("terminal-cancelled") + " ", "red")
    if seen.choice[seat]:
        out.append(f" ▸ {_cards(seen.choice[seat], said)}", "bold")
    elif seen.phase == CHOOSING and seen.aboard >> seat & 1 and not seen.awaited >> seat & 1:
        out.append(f" ▸ {said.say('terminal-ready')}", "green")
    out.append("\n")


def _cards(kept: int, said: Catalog) -> str:
    cards = TEXTS[kept - 1].removeprefix("cards ") if kept else ""
    return said.say("text-none") if cards == "none" else cards


def asks(position: Position) -> str:
    """What you are asked."""
    phase = cast(State, position.view).phase
    if phase == SWITCH:
        return position.messages.say("terminal-asks-track")
    return position.messages.say("terminal-asks-jump" if phase == JUMPING else "terminal-asks-cards")


def label(position: Position, choice: Choice) -> Text:
    """The cards in words."""
    said = position.messages
    match load(GAME).parts(position.seat, choice.action):
        case Track(track=track):
            return Text(said.say("option-track", track=track))
        case Jump():
            return Text.assemble(said.say("option-jump"), (f"  {said.say('terminal-rest-lost')}", "dim"))
        case Stay():
            return Text(said.say("option-stay"))
        case Cards(cards=[]):
            return Text(said.say("option-none"))
        case Cards(cards=["P", "C"]):
            return Text(said.say("option-both"))
        case Cards(cards=["P" | "C" as who, int() as value]):
            view = row(cast(State, position.view))
            points = value * int(view.multiplier) - (rules.tip(view, value) if who == "C" else 0)
            line = said.say("option-passenger" if who == "P" else "option-conductor", suitcase=value)
            return Text.assemble(line, (f"  {said.say('terminal-for', points=points)}", "dim"))
        case Cards(cards=[int() as low, int() as high]):
            return Text(said.say("option-bluff", low=low, high=high))
    return Text(choice.text)
