"""Fast Train to Miyajima in words: actions and options as text, the table as text and JSON, events as sentences."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from allaboard.board import check_value, shipped_board
from allaboard.game import CHANCE, GameError, Options, Refusal
from allaboard.games.miyajima import rules
from allaboard.games.miyajima.rules import CARS, COLOURS, LOAD, LOADING, OVER, State
from allaboard.games.miyajima.solo import goals, solo_rank
from allaboard.record import Cells, read, rule

DICE = ("red", "yellow", "blue")
CITIES = ("Miyajima", "Rio", "London", "New York", "Paris", "Sydney")
TRAINS = ("fast", "heavy")
OPTIONS = shipped_board("allaboard.games.miyajima")

_ROLLS = [f"roll {die}" for die in DICE]
_LOADS = [f"load {colour} {train}" for colour in COLOURS for train in TRAINS]
_TEXTS = _ROLLS + _LOADS
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}
_FACES = {str(face + 1): face for face in range(6)}
_MIX = rules.MIX.tolist()
_NEEDED = rules.DESTINATIONS_TO_END.tolist()


def options(chosen: Mapping[str, int | Sequence[int]]) -> Options:
    """M7: a sheet's edges must lie between the left margin (0) and the icon, each car further than the one before."""
    sheet = {**OPTIONS, **{name: check_value(name, value, OPTIONS) for name, value in chosen.items()}}
    edges: list[int] = []
    for colour in COLOURS:
        for train in TRAINS:
            name = f"{colour}.{train}"
            cars = sheet[name]
            assert isinstance(cars, tuple)
            if not (cars[0] > 0 and all(a < b for a, b in pairwise(cars)) and cars[-1] <= 10_000):
                found = ", ".join(map(str, cars))
                raise GameError(f"{name}: car edges must rise from above 0 to at most 10000, not {found}")
            edges.extend(cars)
    return np.array(edges, np.int64)


def say(actor: int, action: int) -> str:
    """An action's text form."""
    return str(action + 1) if actor == CHANCE else _TEXTS[action]


def parts(actor: int, action: int) -> dict[str, Any]:
    """An action taken apart: what is done, and with which die or train."""
    if actor == CHANCE:
        return {"do": "roll", "face": action + 1}
    if action < LOAD:
        return {"do": "roll", "die": DICE[action]}
    colour, train = divmod(action - LOAD, 2)
    return {"do": "load", "colour": COLOURS[colour], "train": TRAINS[train]}


def parse(actor: int, text: str) -> int:
    """The action of a text form."""
    table = _FACES if actor == CHANCE else _ACTIONS
    if text not in table:
        form = (
            "a face from 1 to 6" if actor == CHANCE else "`roll DIE` or `load COLOUR TRAIN`, such as `load green heavy`"
        )
        raise GameError(f"{text!r} is not an action of this game: expected {form}")
    return table[text]


def refuse(state: State, actor: int, action: int) -> Refusal:
    """Why this action is not legal."""
    if state.phase == OVER:
        return Refusal("M6", "the game is over")
    if not rules.actors(state) >> actor & 1:
        return _out_of_turn(state, actor)
    if actor == CHANCE:
        return Refusal("M1", "a die shows 1 to 6")
    if state.phase != LOADING:
        if action >= LOAD:
            return Refusal("M3", "the next die must be chosen before anybody loads")
        return Refusal("M3", f"the {DICE[action]} die has been rolled this round")
    if action < LOAD:
        return Refusal("M3", "the die just rolled is loaded before the next one is chosen")
    colour = (action - LOAD) >> 1
    if rules.has_reached(state, actor, colour):
        return Refusal(
            "M5", f"seat {actor} has reached {CITIES[colour]}; its {COLOURS[colour]} trains take no more cargo"
        )
    return Refusal("M4", f"{COLOURS[colour]} cargo cannot be made with the {DICE[state.die]} die and one rolled before")


def _out_of_turn(state: State, actor: int) -> Refusal:
    who = "chance" if actor == CHANCE else f"seat {actor}"
    if state.phase == LOADING:
        if actor != CHANCE and actor < state.seats:
            if state.choice[actor] != 0:
                return Refusal("M4", f"{who} has loaded this roll already")
            return Refusal("M5", f"{who} can load nothing of this roll")
        return Refusal("M4", "the players load now")
    if state.phase == rules.ROLL:
        return Refusal("M3", f"the {DICE[state.die]} die is to be rolled now, not an action of {who}")
    return Refusal("M3", f"seat {state.active} is the active player and chooses the die now, not {who}")


def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """M4: loads are unseen by others until all have loaded."""
    return state.phase != LOADING or viewer == actor


def narrate(before: State, after: State, actor: int, action: int | None) -> list[str]:
    """What happened, in sentences."""
    told: list[str] = []
    was, now = read(before), read(after)
    if was.phase == rules.CHOOSE_DIE:
        told.append(f"Seat {actor} takes the {DICE[now.die]} die.")
    elif was.phase == rules.ROLL and action is not None:
        told.append(f"The {DICE[was.die]} die shows {action + 1}.")
        told.extend(f"Seat {seat} can load nothing." for seat in range(was.seats) if not _can_load(was, now, seat))
    elif was.phase == LOADING and was.awaited != 1 << actor:
        told.append(f"Seat {actor} has chosen a load.")
    else:
        told.extend(_load_sentence(now, was, seat) for seat in range(now.seats) if now.loaded[seat] != 0)
    new = now.reached & ~was.reached
    if new:
        count, needed = rules.destinations(now.record), _NEEDED[now.seats]
        cities = " and ".join(city for colour, city in enumerate(CITIES) if new >> colour & 1)
        told.append(
            f"{cities} {'is' if new & (new - 1) == 0 else 'are'} reached for the first time: {count} of {needed}."
        )
        if count >= needed > rules.destinations(was.record):
            told.append("This is the last round.")
    if now.phase == OVER:
        told.extend(_final_sentences(now.record))
    elif now.rounds != was.rounds:
        told.append(f"Round {now.rounds} begins; the dice go to seat {now.active}.")
    return told


def facts(before: State, after: State, actor: int) -> list[dict[str, Any]]:
    """What is written down when all have loaded (M4): the car of each seat, and the sum that it shows (M5)."""
    if before.phase != LOADING or int(before.awaited) != 1 << actor:
        return []
    written = []
    for seat in range(after.seats):
        if after.loaded[seat] != 0:
            colour, train = divmod(int(after.loaded[seat]) - 1 - LOAD, 2)
            shown = {"cars": int(after.cars[seat, colour, train]), "sum": int(after.cargo[seat, colour, train])}
            written.append({"do": "load", "seat": seat, "colour": COLOURS[colour], "train": TRAINS[train], **shown})
    return written


def _can_load(was: Any, now: Any, seat: int) -> bool:
    rolled = [other for other in range(3) if was.faces[other] != 0 or other == was.die]
    return any(not now.arrived[seat] >> _MIX[was.die][other] & 1 for other in rolled)


def _load_sentence(now: Any, was: Any, seat: int) -> str:
    colour, train = divmod(now.loaded[seat] - 1 - LOAD, 2)
    carries, cars = int(now.cargo[seat, colour, train]), int(now.cars[seat, colour, train])
    cargo = carries - int(was.cargo[seat, colour, train])
    said = f"Seat {seat} loads {cargo} into the {TRAINS[train]} {COLOURS[colour]} train, which now carries"
    arrived = f" and has reached {CITIES[colour]}" if cars == CARS else ""
    return f"{said} {carries} in {_count(cars, 'car')}{arrived}."


def _final_sentences(state: State) -> list[str]:
    totals = [rules.score(state, seat) for seat in range(state.seats)]
    if state.seats == 1:
        met = goals(state)
        said = "Goals met: " + "; ".join(met) + "." if met else "No goal was met."
        return [f"The game is over with {totals[0]} points: {solo_rank(totals[0])}.", said]
    best = [f"seat {seat}" for seat, total in enumerate(totals) if total == max(totals)]
    listed = ", ".join(map(str, totals))
    won = f"{best[0]} wins" if len(best) == 1 else f"{', '.join(best[:-1])} and {best[-1]} share the win"
    return [f"The game is over. Totals: {listed}; {won}."]


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def show(view: State) -> str:
    """Every sheet as a small table."""
    rolled = ", ".join(f"{die} {face}" for die, face in zip(DICE, view.faces, strict=True) if face) or "no die yet"
    needed = rules.DESTINATIONS_TO_END[view.seats]
    reached = [city for colour, city in enumerate(CITIES) if int(view.reached) >> colour & 1]
    lines = [
        f"Round {view.rounds}, seat {view.active} has the dice ({rolled})",
        f"Destinations reached: {', '.join(reached) or 'none'} ({len(reached)} of {needed})",
    ]
    for seat in range(view.seats):
        lines.append(f"Seat {seat}: {rules.score(view, seat)} points")
        for colour, name in enumerate(COLOURS):
            halves = [
                f"{train} {'#' * view.cars[seat, colour, t]:.<6} {view.cargo[seat, colour, t]:>3}"
                for t, train in enumerate(TRAINS)
            ]
            mark = "adheres" if rules.adheres(view, seat, colour) else ""
            lines.append(f"  {name:<7}{halves[0]}   {halves[1]}   {mark}".rstrip())
    return "\n".join(lines)


def to_json(view: State) -> dict[str, Any]:
    """The view for other programs: sheets by seat and colour, dice, destinations, own hidden load.

    Parts that do not change from one view to the next are the same objects: change nothing in them.
    """
    seen = read(view)
    seats, phase = range(seen.seats), seen.phase
    edges = seen.edges.tobytes()
    sheets = [_sheet(seen, seat, edges) for seat in seats]
    return {
        "game": "miyajima",
        "seats": seen.seats,
        "viewer": seen.viewer,
        "phase": ("choose", "roll", "load", "over")[phase],
        "round": seen.rounds,
        "active": seen.active,
        "die": DICE[seen.die] if phase in (rules.ROLL, LOADING) else None,
        "dice": {die: face or None for die, face in zip(DICE, seen.faces, strict=True)},
        "awaited": [seat for seat in seats if phase == LOADING and seen.awaited >> seat & 1],
        "reached": [COLOURS[colour] for colour in range(6) if seen.reached >> colour & 1],
        "needed": _NEEDED[seen.seats],
        "choice": _load_text(seen.choice[seen.viewer]) if seen.viewer in seats else None,
        "loaded": [_load_text(seen.loaded[seat]) for seat in seats],
        "sheets": [sheet for sheet, _ in sheets],
        "scores": [total for _, total in sheets],
        "ranks": [rules.rank(seen.record, seat) for seat in seats] if phase == OVER else None,
        "solo": {"rank": solo_rank(sheets[0][1]), "goals": goals(seen.record)} if seen.seats == 1 else None,
        "edges": _edges(edges),
    }


def _load_text(kept: int) -> str | None:
    return _TEXTS[kept - 1] if kept else None


_SHEETS: dict[tuple[bytes, bytes, int, bytes], tuple[dict[str, Any], int]] = {}


def _sheet(seen: Any, seat: int, edges: bytes) -> tuple[dict[str, Any], int]:
    """A sheet and its total: the same for every viewer, and the same as before for who has not loaded."""
    key = seen.cars[seat].tobytes(), seen.cargo[seat].tobytes(), seen.arrived[seat], edges
    known = _SHEETS.get(key)
    if known is None:
        if len(_SHEETS) >= 20_000:
            _SHEETS.clear()
        known = _SHEETS[key] = _write_sheet(seen, seat)
    return known


def _write_sheet(seen: Any, seat: int) -> tuple[dict[str, Any], int]:
    marks = np.zeros((6, 4), np.int64)
    _mark(seen.record, seat, marks)
    told, total = {}, 0
    written = zip(COLOURS, marks.tolist(), seen.cars[seat].tolist(), seen.cargo[seat].tolist(), strict=True)
    for colour, (adheres, reached, fast, heavy), cars, cargo in written:
        told[colour] = {
            "adheres": bool(adheres),
            "reached": bool(reached),
            "fast": {"cars": cars[rules.FAST], "sum": cargo[rules.FAST], "score": fast},
            "heavy": {"cars": cars[rules.HEAVY], "sum": cargo[rules.HEAVY], "score": heavy},
        }
        total += fast + heavy
    return told, total


@rule
def _mark(state: State, seat: int, marks: Cells) -> None:
    """What the rules say of a sheet, all at once: for each colour whether it adheres, has arrived, and its scores."""
    for colour in range(6):
        marks[colour, 0] = rules.adheres(state, seat, colour)
        marks[colour, 1] = rules.has_reached(state, seat, colour)
        marks[colour, 2] = rules.train_score(state, seat, colour, rules.FAST)
        marks[colour, 3] = rules.train_score(state, seat, colour, rules.HEAVY)


@lru_cache(maxsize=64)
def _edges(edges: bytes) -> dict[str, dict[str, list[int]]]:
    """Where the cars of each train end."""
    by_train = np.frombuffer(edges, np.int16).reshape(6, 2, 7)[:, :, 1:].tolist()
    return {colour: dict(zip(TRAINS, trains, strict=True)) for colour, trains in zip(COLOURS, by_train, strict=True)}
