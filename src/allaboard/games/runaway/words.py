"""RunAway Train in words: actions as text, what happened as sentences, the table as text and JSON."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from allaboard.board import Value, check_value, shipped_board
from allaboard.game import ALL_SEEING, CHANCE, GameError, Options, Refusal
from allaboard.games.runaway import rules
from allaboard.games.runaway.rules import (
    BLUFF,
    BOTH,
    BRAKE,
    CHOOSING,
    CONDUCTOR,
    EVERYBODY_OFF,
    JUMP,
    JUMPING,
    LONG,
    MAIN,
    NO_CARDS,
    OVER,
    PASSENGER,
    PLUNGED,
    SHORT,
    SPEED,
    STOPPED,
    STOPPING,
    SWITCH,
    TRACK_LONG,
)
from allaboard.record import Cells, read, rule

OPTIONS = shipped_board("allaboard.games.runaway")
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
_TRACKS = {MAIN: "main", SHORT: "short", LONG: "long"}
_PHASES = ("speed", "brake", "switch", "choosing", "jumping", "stopping", "over")  # SPEED … OVER
_ENDINGS = {STOPPED: "stopped", PLUNGED: "plunged", EVERYBODY_OFF: "everybody off"}

_BLUFFS = list(combinations(range(1, 8), 2))
_TEXTS = [
    *("track short", "track long", "cards none"),
    *(f"cards P{v}" for v in range(1, 8)),
    *(f"cards C{v}" for v in range(1, 8)),
    "cards PC",
    *(f"cards {low}{high}" for low, high in _BLUFFS),
    *("jump", "stay"),
]
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}
_FACES = {str(face + 1): face for face in range(6)}


def options(chosen: Mapping[str, int | Sequence[int]]) -> Options:
    """Check a board, the reference board's entries filled in; a GameError says what is wrong with it."""
    board = OPTIONS | {name: check_value(name, value, OPTIONS) for name, value in chosen.items()}
    spaces: dict[str, int] = {name: _within(name, board[name], 1, 999) for name, _ in _SPACES}
    speed = _within("start_speed", board["start_speed"], 1, 99)
    _check_order(spaces)
    chart = [number for track in ("short", "long") for number in _stop_chart(f"stop.{track}", board)]
    return np.array([*spaces.values(), speed, *chart], np.int64)


def _within(name: str, value: Value, low: int, high: int) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise GameError(f"{name} must be from {low} to {high}, not {value}")
    return value


def _check_order(spaces: Mapping[str, int]) -> None:
    """Every yellow space has a place of its own; the switch is last before the branches, the end last on each."""
    rules_of_order = [(name, "main.switch") for name in spaces if name.startswith("main.") and name != "main.switch"]
    for track in ("short", "long"):
        rules_of_order += [("main.switch", f"{track}.scores_x4"), (f"{track}.scores_x4", f"{track}.end")]
    for first, then in rules_of_order:
        if spaces[first] >= spaces[then]:
            raise GameError(f"{first} (at {spaces[first]}) must lie before {then} (at {spaces[then]})")
    for one, other in combinations([name for name in spaces if name.startswith("main.")], 2):
        if spaces[one] == spaces[other]:
            raise GameError(f"{one} and {other} cannot both be at {spaces[one]}: each needs a space of its own")


def _stop_chart(name: str, board: Mapping[str, Value]) -> Sequence[int]:
    chart = board[name]
    assert isinstance(chart, tuple)  # check_value saw to it
    for number in chart:
        if not 1 <= number <= 7:
            raise GameError(f"{name} must hold rolls from 1 to 6, or 7 where no roll stops the train, not {number}")
    for speed, (slower, faster) in enumerate(pairwise(chart), 2):
        if faster < slower:
            raise GameError(f"{name} must not fall as the speed grows, but at speed {speed} {slower} becomes {faster}")
    return chart


def say(actor: int, action: int) -> str:
    """An action's text form.

    >>> say(0, 6), say(CHANCE, 4)
    ('cards P4', '5')
    """
    return str(action + 1) if actor == CHANCE else _TEXTS[action]


def parts(actor: int, action: int) -> dict[str, Any]:
    """An action taken apart: a face, a track, the two cards (P, C or a suitcase's value), or the jump.

    >>> parts(0, 6)
    {'do': 'cards', 'cards': ['P', 4]}
    """
    if actor == CHANCE:
        return {"do": "roll", "face": action + 1}
    do, _, what = _TEXTS[action].partition(" ")
    if do == "track":
        return {"do": "track", "track": what}
    if do == "cards":
        return {"do": "cards", "cards": [int(c) if c.isdigit() else c for c in what if what != "none"]}
    return {"do": do}


def parse(actor: int, text: str) -> int:
    """The action of a text form.

    >>> parse(0, "cards 37") == parse(5, "cards 37")
    True
    """
    known = _FACES if actor == CHANCE else _ACTIONS
    if text in known:
        return known[text]
    if actor == CHANCE:
        raise GameError(f"{text!r} is no face of a die; it shows 1 to 6")
    raise GameError(
        f"{text!r} is no action; say track short, track long, jump, stay, cards none, cards P1 to P7 (passenger), "
        "cards C1 to C7 (conductor), cards PC, or cards and two suitcases, the lower first, like cards 37"
    )


def refuse(state: Any, actor: int, action: int) -> Refusal:
    """Why this action, known not to be legal, is not."""
    phase, seat = int(state.phase), f"Seat {actor}"
    if phase == OVER:
        return Refusal("R11", "the game is over")
    if actor == CHANCE:
        return Refusal("R2", f"no die is to be rolled now: {_waiting(state)}")
    if not 0 <= actor < state.seats:
        return Refusal("R1", f"nobody plays on seat {actor}")
    if not int(state.aboard) >> actor & 1:
        return Refusal("R10", f"{seat} is off the train, and done")
    if not int(rules.actors(state)) >> actor & 1:
        if phase == CHOOSING:
            return Refusal("R6", f"{seat} has chosen already")
        clause = {SWITCH: "R4", JUMPING: "R9", STOPPING: "R11"}.get(phase, "R2")
        return Refusal(clause, f"it is not for {seat} to act: {_waiting(state)}")
    if phase == CHOOSING and NO_CARDS <= action < JUMP:
        gone = [str(v) for v in _suitcases_in(action) if not int(state.suitcases[actor]) >> (v - 1) & 1]
        return Refusal("R8", f"{seat} has no suitcase {' and no '.join(gone)} any more")
    if action <= TRACK_LONG:
        return Refusal("R4", "the track is chosen when the train comes to the switch")
    if action >= JUMP:
        return Refusal("R9", "the passenger can jump only right after getting a suitcase off")
    return Refusal("R2", f"this is not the time for cards: {_waiting(state)}")


def _suitcases_in(action: int) -> Sequence[int]:
    if PASSENGER <= action < BOTH:
        return [(action - PASSENGER) % 7 + 1]
    return _BLUFFS[action - BLUFF] if BLUFF <= action < JUMP else []


def _cards(action: int) -> str:
    """The two cards in plain words."""
    if action == NO_CARDS:
        return "no cards"
    if action == BOTH:
        return "passenger and conductor"
    if action >= BLUFF:
        return "suitcases {} and {}".format(*_BLUFFS[action - BLUFF])
    return f"{'passenger' if action < CONDUCTOR else 'conductor'} and suitcase {_suitcases_in(action)[0]}"


def _members(mask: int) -> list[int]:
    return [bit for bit in range(8) if mask >> bit & 1]


def _listed(words: Iterable[Any]) -> str:
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def _named(seats: Sequence[int]) -> str:
    return f"Seat{'s' if len(seats) > 1 else ''} {_listed(seats)}"


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


def _waiting(view: Any) -> str:
    """Who must do what now."""
    view = read(view)
    phase, engineer = view.phase, f"Seat {view.engineer}"
    if phase == CHOOSING:
        seats = _members(view.awaited)
        return f"{_named(seats)} choose{'s' if len(seats) == 1 else ''} cards"
    if phase == SWITCH:
        return f"{engineer} chooses the short or the long track"
    if phase == JUMPING:
        return f"Seat {view.tosser - 1} decides whether the passenger jumps too"
    if phase == BRAKE:
        return f"{engineer} rolls for the brake"
    if phase == STOPPING:
        needed = rules.roll_to_stop(view.record)
        odds = f"{needed} or more stops the train" if needed <= 6 else "no roll stops the train at this speed"
        return f"{engineer} rolls at the end, where {odds}"
    return "the game is over" if phase == OVER else f"{engineer} rolls for speed"


def sees(state: Any, actor: int, action: int, viewer: int) -> bool:
    """R6: cards are chosen in secret; everything else happens on the table."""
    return viewer in (actor, ALL_SEEING) or actor == CHANCE or not NO_CARDS <= action < JUMP


def narrate(before: Any, after: Any, actor: int, action: int | None) -> list[str]:
    """What happened, in sentences, from the views of one viewer."""
    before, after = read(before), read(after)
    phase, engineer = before.phase, f"Seat {before.engineer}"
    if phase == CHOOSING:
        chosen = "cards" if action is None else _cards(action)
        said = [f"Seat {actor} has chosen {chosen}."]
        return said + (_narrate_reveal(before, after) if after.phase != CHOOSING else [])
    if phase == JUMPING:
        jumped = before.aboard != after.aboard
        said = [_departure(before, actor, "jumps off too") if jumped else f"Seat {actor}'s passenger stays aboard."]
        return said + _narrate_next(after)
    if phase == SWITCH:
        return [f"{engineer} takes the {_TRACKS[after.track]} track.", *_narrate_move(before, after)]
    if phase == SPEED:
        rise = after.speed - before.speed
        effect = f"rises by {rise} to {after.speed}" if rise else f"stays {after.speed}"
        return [f"{engineer} rolls {after.die}: the speed {effect}.", *_narrate_move(before, after)]
    if phase == BRAKE:
        drop = before.speed - after.speed
        effect = f"drops by {drop} to {after.speed}" if drop else f"stays {after.speed}"
        effect = effect if after.phase != OVER else "drops below 1"
        return [f"{engineer} rolls {after.die} on the brake: the speed {effect}.", *_narrate_move(before, after)]
    return [f"{engineer} rolls {after.die} at the end of the track.", *_narrate_end(after)]


def _narrate_move(before: Any, after: Any) -> list[str]:
    """R4: the way, with what happens on it, and what is to do now."""
    if after.phase == OVER:
        return _narrate_end(after)
    said = []
    if spaces := after.position - before.position:
        said.append(f"The train moves {_counted(spaces, 'space')} to {_place(after)}.")
    for at, name in _spaces(after):
        if before.position < at <= after.position:
            meets = "comes to" if at == after.position else "passes"
            effect = f": suitcases count {name[-1]}-fold from here on" if "scores" in name else ""
            said.append(f"It {meets} the {name}{effect}.".replace("the scores", "scores"))
    now = _waiting(after)
    return [*said, f"{now[0].upper()}{now[1:]}."]


def _spaces(view: Any) -> list[tuple[int, str]]:
    """The yellow spaces of the track under way, in track order."""
    track = _TRACKS[view.track]
    on_it = [(view.yellow[i], words) for i, (name, words) in enumerate(_SPACES) if name.startswith(track)]
    return sorted(on_it)


def _place(view: Any) -> str:
    return f"space {view.position}" + (f" of the {_TRACKS[view.track]} track" if view.track != MAIN else "")


def _narrate_reveal(before: Any, after: Any) -> list[str]:
    """R7, R8: the cards, who cancel each other, and what gets off."""
    shown = {seat: after.revealed[seat] - 1 for seat in range(after.seats) if after.revealed[seat]}
    said = ["Revealed: " + ", ".join(f"Seat {seat} {_cards(action)}" for seat, action in shown.items()) + "."]
    for action in sorted(set(shown.values()) - {NO_CARDS}):
        same = [seat for seat in shown if shown[seat] == action]
        if len(same) > 1:
            said.append(f"{_named(same)} cancel each other out with {_cards(action)}.")
    got_off = []
    for seat, action in shown.items():
        if points := after.gained[seat]:
            who, value = "passenger" if action < CONDUCTOR else "conductor", _suitcases_in(action)[0]
            tip = f", less a tip of {value - 1}," if who == "conductor" and value > 1 else ""
            got_off.append(f"Seat {seat}'s {who} gets suitcase {value} off{tip} for {_counted(points, 'point')}.")
        elif before.aboard & ~after.aboard & 1 << seat:
            got_off.append(_departure(before, seat, "gets off"))
    said += got_off or ["Nothing gets off the train."]
    return said + (_narrate_next(after) if after.phase != JUMPING else [f"{_waiting(after)}."])


def _departure(before: Any, seat: int, how: str) -> str:
    lost = [v + 1 for v in _members(before.suitcases[seat])]
    if not lost:
        return f"Seat {seat}'s passenger {how}."
    suitcases = f"suitcase {lost[0]} is" if len(lost) == 1 else f"suitcases {_listed(lost)} are"
    return f"Seat {seat}'s passenger {how}, and {suitcases} lost."


def _narrate_next(after: Any) -> list[str]:
    if after.phase == OVER:
        return _narrate_end(after)
    return [f"Seat {after.engineer} is the engineer."]


def _narrate_end(after: Any) -> list[str]:
    """R11 to R13: how it ended, what that means for those aboard, and who wins."""
    aboard = _members(after.aboard)
    if after.ending == STOPPED:
        kept = {seat: int(rules.score(after.record, seat)) - after.points[seat] for seat in aboard}
        said = ["The train stops."]
        said += [
            f"Seat {seat} is still aboard and scores {_counted(n, 'point')} for suitcases kept."
            for seat, n in kept.items()
            if n
        ]
    elif after.ending == PLUNGED:
        said = [f"The train goes over the cliff: {_named(aboard)} {'have' if len(aboard) > 1 else 'has'} lost."]
    else:
        said = ["Everybody is off, and the train runs on empty."]
    winners = [seat for seat in range(after.seats) if rules.rank(after.record, seat) == 1]
    if not winners:
        return [*said, "Nobody wins."]
    result = "wins" if len(winners) == 1 else "share the win"
    return [*said, f"{_named(winners)} {result} with {_counted(int(rules.score(after.record, winners[0])), 'point')}."]


def show(view: Any) -> str:
    """The table as plain text."""
    view = read(view)
    state = f"speed {view.speed}, {_place(view)}, scores ×{view.multiplier}"
    ahead = [f"{name.removeprefix('scores ')} at {at}" for at, name in _spaces(view) if at > view.position]
    lines = [f"Turn {view.turn}: {state}", f"Ahead: {', '.join(ahead) or 'the cliff'}", ""]
    lines.append("Seat    Points  Suitcases      Last cards  Now")
    for seat in range(view.seats):
        mark = "*" if seat == view.engineer else " "
        hand = " ".join(str(v + 1) if view.suitcases[seat] >> v & 1 else "·" for v in range(7))
        hand = hand if view.aboard >> seat & 1 else "off the train"
        cards = _TEXTS[view.revealed[seat] - 1].removeprefix("cards ") if view.revealed[seat] else ""
        gained = f" for {view.gained[seat]}" if view.gained[seat] else ""
        chosen = _TEXTS[view.choice[seat] - 1].removeprefix("cards ") if view.choice[seat] else ""
        score = rules.score(view.record, seat)
        lines.append(f"  {seat}{mark}   {score:6}  {hand:13}  {cards + gained:10}  {chosen}".rstrip())
    now = _narrate_end(view) if view.phase == OVER else [f"{_waiting(view)}."]
    return "\n".join([*lines, "", *now])


def to_json(view: Any) -> dict[str, Any]:
    """The view for other programs. Its board is the same object for all views of a table: change nothing in it."""
    seen = read(view)
    standing = np.zeros((6, 2), np.int64)
    _stand(seen.record, standing)
    scores, ranks = standing.T.tolist()
    return {
        "seats": seen.seats,
        "viewer": seen.viewer if 0 <= seen.viewer < seen.seats else None,
        "phase": _PHASES[seen.phase],
        "ending": _ENDINGS.get(seen.ending),
        "turn": seen.turn,
        "engineer": seen.engineer,
        "speed": seen.speed,
        "position": seen.position,
        "track": _TRACKS[seen.track],
        "to_move": seen.to_move,
        "multiplier": seen.multiplier,
        "die": seen.die or None,
        "roll_to_stop": int(rules.roll_to_stop(seen.record)) if seen.phase == STOPPING else None,
        "awaited": _members(seen.awaited),
        "jumper": seen.tosser - 1 if seen.tosser else None,
        "players": [_player(seen, seat, scores[seat], ranks[seat]) for seat in range(seen.seats)],
        "board": _board(tuple(seen.yellow), seen.stop.tobytes()),
    }


@lru_cache(maxsize=64)
def _board(yellow: tuple[int, ...], stop: bytes) -> dict[str, Any]:
    """Where the yellow spaces are, and the stop chart."""
    board: dict[str, Any] = {track: {} for track in _TRACKS.values()}
    for (name, _), at in zip(_SPACES, yellow, strict=True):
        track, space = name.split(".")
        board[track][space] = at
    short, long = np.frombuffer(stop, np.int8).reshape(2, rules.CHART_SPEEDS).tolist()
    board["stop"] = {"short": short, "long": long}
    return board


@rule
def _stand(state: rules.State, standing: Cells) -> None:
    """Every seat's score and rank, asked at once."""
    for seat in range(state.seats):
        standing[seat, 0] = rules.score(state, seat)
        standing[seat, 1] = rules.rank(state, seat)


def _player(seen: Any, seat: int, score: int, rank: int) -> dict[str, Any]:
    shown = seen.revealed[seat]
    aboard = bool(seen.aboard >> seat & 1)
    return {
        "aboard": aboard,
        "points": seen.points[seat],
        "score": score,
        "rank": rank if seen.phase == OVER else None,
        "suitcases": [v + 1 for v in _members(seen.suitcases[seat])],
        "chosen": seen.phase == CHOOSING and aboard and not seen.awaited >> seat & 1,
        "choice": _TEXTS[seen.choice[seat] - 1] if seen.choice[seat] else None,
        "revealed": _TEXTS[shown - 1] if shown else None,
        "cancelled": shown > NO_CARDS + 1 and seen.revealed.count(shown) > 1,
        "gained": seen.gained[seat],
    }
