"""RunAway Train in words: options and actions as text, the table as plain text."""

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Literal, cast

import numpy as np
from msgspec import Struct

from allaboard.board import filled_in, shipped_board
from allaboard.catalog import Catalog, padded
from allaboard.game import CHANCE, Chosen, GameError, Options, Value
from allaboard.games.runaway import GAME, rules
from allaboard.games.runaway.rules import CHOOSING, JUMPING, OVER, PHASES, STOPPING, TEXTS, TRACKS, State
from allaboard.record import read, row

OPTIONS = shipped_board(GAME)
_SPACES = (  # in the order of State.yellow
    ("main.scores_x2", "×2"),
    ("main.brake_half", "brake-half"),
    ("main.scores_x3", "×3"),
    ("main.brake_full", "brake-full"),
    ("main.switch", "switch"),
    ("short.scores_x4", "×4"),
    ("short.end", "end"),
    ("long.scores_x4", "×4"),
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
            fall = f"{slower} is followed by {faster} at speed {speed}"
            raise GameError(f"{name} must not fall as the speed grows, but {fall}")


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
        f"{text!r} is not an action; there are track short, track long, jump, stay, cards none, "
        "cards P1 to P7 (passenger), cards C1 to C7 (conductor), cards PC, "
        "and cards with two suitcases, the lower first, such as cards 37"
    )


def show(view: State, messages: Catalog) -> str:
    """The table as plain text."""
    seen, track = read(view), TRACKS[read(view).track]
    spaces = [(at, name) for at, (place, name) in zip(seen.yellow, _SPACES, strict=True) if place.startswith(track)]
    ahead = [messages.say("text-space", space=name, at=int(at)) for at, name in sorted(spaces) if at > seen.position]
    now = {"turn": seen.turn, "speed": seen.speed, "position": seen.position, "multiplier": seen.multiplier}
    lines = [
        messages.say("text-turn", track=track, **{name: int(number) for name, number in now.items()}),
        messages.say("text-ahead", spaces=messages.row(ahead) if ahead else messages.say("text-cliff")),
        "",
        messages.say("text-heads"),
        *(_show_seat(seen, seat, messages) for seat in range(seen.seats)),
        "",
        _waiting(seen, messages),
    ]
    return "\n".join(lines)


def _show_seat(seen: State, seat: int, messages: Catalog) -> str:
    mark = "*" if seat == seen.engineer else " "
    hand = " ".join(str(v + 1) if seen.suitcases[seat] >> v & 1 else "·" for v in range(7))
    hand = hand if seen.aboard >> seat & 1 else messages.say("text-off")
    last, now = (_cards(int(chosen[seat]), messages) for chosen in (seen.revealed, seen.choice))
    if seen.gained[seat]:
        last = messages.say("text-gained", cards=last, points=int(seen.gained[seat]))
    score = rules.score(row(seen), seat)
    return f"  {seat}{mark}   {score:6}  {padded(hand, 13)}  {padded(last, 10)}  {now}".rstrip()


def _cards(chosen: int, messages: Catalog) -> str:
    cards = TEXTS[chosen - 1].removeprefix("cards ") if chosen else ""
    return messages.say("text-none") if cards == "none" else cards


def _waiting(seen: State, messages: Catalog) -> str:
    """Who must do what now, or how it ended."""
    if seen.phase == OVER:
        return messages.say("ended", how=rules.ENDINGS[seen.ending - 1])
    if seen.phase == CHOOSING:
        seats = [str(seat) for seat in range(seen.seats) if seen.awaited >> seat & 1]
        return messages.say("text-choosing", seats=messages.listed(seats), **{"seats-count": len(seats)})
    who = int(seen.tosser - 1 if seen.phase == JUMPING else seen.engineer)
    doing = messages.say("doing", doing=PHASES[seen.phase], who=messages.say("seat-name", number=who))
    needed = int(rules.roll_to_stop(row(seen))) if seen.phase == STOPPING else 0
    return messages.say("text-doing", doing=doing, needed=needed)
