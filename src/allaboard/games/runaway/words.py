"""RunAway Train in words: options and actions as text, the table as plain text."""

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Literal, cast

import numpy as np
from msgspec import Struct

from allaboard.board import filled_in, shipped_board
from allaboard.catalog import catalog
from allaboard.game import CHANCE, Chosen, GameError, Options, Value
from allaboard.games.runaway import GAME, rules
from allaboard.games.runaway.rules import CHOOSING, JUMPING, MAIN, OVER, PHASES, STOPPING, TEXTS, TRACKS, State
from allaboard.record import read, row

OPTIONS = shipped_board(GAME)
_SPACES = (  # in the order of State.yellow
    ("main.scores_x2", "scores ×2"),
    ("main.brake_half", "brake ½"),
    ("main.scores_x3", "scores ×3"),
    ("main.brake_full", "brake 1×"),
    ("main.switch", "switch"),
    ("short.scores_x4", "scores ×4"),
    ("short.end", "end"),
    ("long.scores_x4", "scores ×4"),
    ("long.end", "end"),
)
LIMITS = {
    **{name: (1, 999) for name, _ in _SPACES},
    "start_speed": (1, 99),
    "rise": (0, 9),
    "tip": (0, 7),
    "stop.short": (1, 7),  # 7 cannot be rolled
    "stop.long": (1, 7),
}
_ACTIONS = {text: action for action, text in enumerate(TEXTS)}
_FACES = {str(face + 1): face for face in range(6)}


def options(chosen: Chosen) -> Options:
    """The options as the rules take them, with defaults filled in. A GameError says what is wrong with an option."""
    board = filled_in(chosen, OPTIONS, LIMITS)
    spaces = {name: cast(int, board[name]) for name, _ in _SPACES}
    _check_order(spaces)
    for track in ("short", "long"):
        _check_chart(f"stop.{track}", board)
    tips = _numbers(board, "tip")
    for suitcase, tip in enumerate(tips, 1):
        if tip > suitcase:
            raise GameError(f"the tip for suitcase {suitcase} must not be more than the suitcase, but is {tip}")
    charts = (*_numbers(board, "stop.short"), *_numbers(board, "stop.long"))
    return np.array(
        [*spaces.values(), cast(int, board["start_speed"]), *charts, *_numbers(board, "rise"), *tips], np.int64
    )


def _numbers(board: Mapping[str, Value], name: str) -> tuple[int, ...]:
    return cast(tuple[int, ...], board[name])


def _check_order(spaces: Mapping[str, int]) -> None:
    """Check the yellow spaces: all different, the switch last on the main line, the end last on each branch."""
    rules_of_order = [(name, "main.switch") for name in spaces if name.startswith("main.") and name != "main.switch"]
    for track in ("short", "long"):
        rules_of_order += [("main.switch", f"{track}.scores_x4"), (f"{track}.scores_x4", f"{track}.end")]
    for first, then in rules_of_order:
        if spaces[first] >= spaces[then]:
            raise GameError(f"{first} (at {spaces[first]}) must lie before {then} (at {spaces[then]})")
    for one, other in combinations([name for name in spaces if name.startswith("main.")], 2):
        if spaces[one] == spaces[other]:
            raise GameError(f"{one} and {other} cannot both be at {spaces[one]}: each needs a space of its own")


def _check_chart(name: str, board: Mapping[str, Value]) -> None:
    for speed, (slower, faster) in enumerate(pairwise(_numbers(board, name)), 2):
        if faster < slower:
            raise GameError(f"{name} must not fall as the speed grows, but at speed {speed} {slower} becomes {faster}")


def say(actor: int, action: int) -> str:
    """An action's text form.

    >>> say(0, 6), say(CHANCE, 4)
    ('cards P4', '5')
    """
    return str(action + 1) if actor == CHANCE else TEXTS[action]


class Roll(Struct, frozen=True, tag_field="do", tag="roll"):
    """Chance: the face of the die."""

    face: int


class Track(Struct, frozen=True, tag_field="do", tag="track"):
    """The engineer at the switch."""

    track: Literal["short", "long"]


class Cards(Struct, frozen=True, tag_field="do", tag="cards"):
    """Two cards, or none: P, C or a suitcase's value."""

    cards: list[Literal["P", "C"] | int]


class Jump(Struct, frozen=True, tag_field="do", tag="jump"):
    """The passenger jumps."""


class Stay(Struct, frozen=True, tag_field="do", tag="stay"):
    """The passenger stays aboard."""


Parts = Roll | Track | Cards | Jump | Stay


def parts(actor: int, action: int) -> Parts:
    """The parts of an action.

    >>> parts(0, 6)
    Cards(cards=['P', 4])
    """
    if actor == CHANCE:
        return Roll(action + 1)
    do, _, what = TEXTS[action].partition(" ")
    match do:
        case "track":
            return Track("short" if what == "short" else "long")
        case "cards":
            return Cards([] if what == "none" else [_card(letter) for letter in what])
        case "jump":
            return Jump()
    return Stay()


def _card(letter: str) -> Literal["P", "C"] | int:
    return "P" if letter == "P" else "C" if letter == "C" else int(letter)


def parse(actor: int, text: str) -> int:
    """The action of a text form.

    >>> parse(0, "cards 37") == parse(5, "cards 37")
    True
    """
    known = _FACES if actor == CHANCE else _ACTIONS
    if text in known:
        return known[text]
    if actor == CHANCE:
        raise GameError(f"{text!r} is not the face of a die; it shows 1 to 6")
    raise GameError(
        f"{text!r} is not an action; say track short, track long, jump, stay, cards none, cards P1 to P7 (passenger), "
        "cards C1 to C7 (conductor), cards PC, or cards and two suitcases, the lower first, like cards 37"
    )


def show(view: State) -> str:
    """The table as plain text."""
    seen = read(view)
    place = f"space {seen.position}" + (f" of the {TRACKS[seen.track]} track" if seen.track != MAIN else "")
    spaces = [(seen.yellow[i], words) for i, (name, words) in enumerate(_SPACES) if name.startswith(TRACKS[seen.track])]
    ahead = [f"{name.removeprefix('scores ')} at {at}" for at, name in sorted(spaces) if at > seen.position]
    lines = [
        f"Turn {seen.turn}: speed {seen.speed}, {place}, scores ×{seen.multiplier}",
        f"Ahead: {', '.join(ahead) or 'the cliff'}",
        "",
        "Seat    Points  Suitcases      Last cards  Now",
        *(_show_seat(seen, seat) for seat in range(seen.seats)),
        "",
        _waiting(seen),
    ]
    return "\n".join(lines)


def _show_seat(seen: State, seat: int) -> str:
    mark = "*" if seat == seen.engineer else " "
    hand = " ".join(str(v + 1) if seen.suitcases[seat] >> v & 1 else "·" for v in range(7))
    hand = hand if seen.aboard >> seat & 1 else "off the train"
    cards = TEXTS[seen.revealed[seat] - 1].removeprefix("cards ") if seen.revealed[seat] else ""
    gained = f" for {seen.gained[seat]}" if seen.gained[seat] else ""
    chosen = TEXTS[seen.choice[seat] - 1].removeprefix("cards ") if seen.choice[seat] else ""
    score = rules.score(row(seen), seat)
    return f"  {seat}{mark}   {score:6}  {hand:13}  {cards + gained:10}  {chosen}".rstrip()


def _waiting(seen: State) -> str:
    """Who must do what now, or how it ended."""
    messages = catalog(GAME.name)
    if seen.phase == OVER:
        return messages.say("ended", how=rules.ENDINGS[seen.ending - 1])
    if seen.phase == CHOOSING:
        seats = [seat for seat in range(seen.seats) if seen.awaited >> seat & 1]
        return f"Seat{'s' if len(seats) > 1 else ''} {messages.listed([str(seat) for seat in seats])} to choose cards."
    who = seen.tosser - 1 if seen.phase == JUMPING else seen.engineer
    said = messages.say("doing", doing=PHASES[seen.phase], who=f"Seat {who}")
    needed = f"; {rules.roll_to_stop(row(seen))} or more stops the train" if seen.phase == STOPPING else ""
    return f"{said}{needed}."
