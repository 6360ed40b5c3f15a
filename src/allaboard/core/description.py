"""The description of a core for programs that use it: layouts, text forms, events, levels.

It is JSON in a section of the module itself, so that the two cannot have different versions. Its TypeScript type is
generated from the structs here.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args, get_origin

import msgspec
import numpy as np
from msgspec import Struct

from allaboard import __version__, events, layout
from allaboard.bots.advice import expects, gives_advice
from allaboard.bots.levels import Knowledge, module_of, policy
from allaboard.bots.outlook import PLAYOUTS, WAITING, Outlook, outlook_of, played_out
from allaboard.core.learned import Learned, learned
from allaboard.events import Log, Reason
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, Game, GameError, State
from allaboard.record import Record
from allaboard.reviews.parts import BLUNDER, PARTS, VERDICTS
from allaboard.reviews.prices import UNITS, pricing
from allaboard.reviews.reasons import reasons_of
from allaboard.reviews.review import SHOWN, hides

SECTION: Final = "allaboard"
FORMAT: Final = 1
"""The version of this description. A program refuses versions that it does not know."""


class FieldLayout(Struct, frozen=True):
    """A field of a record, as `allaboard.layout.describe` gives it."""

    name: str
    number: str
    at: int
    shape: list[int]
    names: list[str]
    per_seat: bool
    optional: bool
    bits: int | None
    trim: bool
    secret: bool


class Layout(Struct, frozen=True):
    """A record: its size in bytes, and its fields."""

    size: int
    fields: list[FieldLayout]


class Rows(Struct, frozen=True):
    """A log of events: the offsets of its parts, and how many numbers a row has."""

    size: int
    count: int
    lost: int
    rows: int
    width: int


class Forms(Struct, frozen=True):
    """For each action, its text form and its parts."""

    texts: list[str]
    parts: list[object]


class Column(Struct, frozen=True, rename={"kind": "is"}):
    """A field of an event, as `allaboard.events.describe` gives it."""

    name: str
    kind: str
    words: list[str]
    optional: bool


class Row(Struct, frozen=True):
    """A class of events or reasons: its name and its fields."""

    tag: str
    fields: list[Column]


class Clause(Struct, frozen=True):
    """The clause of a reason, which may depend on the words in these fields (joined with spaces)."""

    by: list[str]
    of: dict[str, str]


class BotLevel(Struct, frozen=True):
    """A level of play: its budget, and what it has learned."""

    name: str
    budget: int
    learned: Learned | None


class HintsOf(Struct, frozen=True):
    """Hints: the same as for a level, and for each number of seats the unit of the values."""

    budget: int
    learned: Learned | None
    expects: dict[str, str]


class ReviewAt(Struct, frozen=True):
    """Reviews of games with this number of seats, on the game's own board. For other boards there is `fit`."""

    unit: str
    learned: list[Learned]
    """What the value of a position has learned: the numbers of all these files, one after the other."""
    hash: str
    """A hash of the value."""
    hides: bool
    """Whether players decide without knowing everything."""


class PlayedOut(Struct, frozen=True):
    """The value of positions by playouts, on boards for which nothing was learned."""

    learned: Learned | None
    """What the bot of the playouts has learned."""
    workspace: int
    playouts: int
    units: dict[str, str]
    """By number of seats."""


class ReviewOf(Struct, frozen=True):
    """Reviews: how they are made, and for each number of seats what they need."""

    budget: int
    units: list[str]
    verdicts: list[str]
    """From the best to the worst; the first two cost nothing."""
    listed: int
    """How many options of a decision are listed if it cost nothing."""
    waiting: int
    """How many positions may wait to be valued."""
    workspace: int
    """The bytes of the value's working record."""
    parts: int
    prices: str
    """A hash of the prices. The hash in a review is one of the value, the prices and the budget."""
    phrases: list[Row]
    """The names of actions; the last row is what an action leaves behind. Empty if the game has no reasons."""
    seats: dict[str, ReviewAt]
    played_out: PlayedOut


class Description(Struct, frozen=True):
    """One game's core."""

    format: int
    version: str
    game: str
    title: str
    seats: list[int]
    chance: int
    watcher: int
    all_seeing: int
    hidden: int
    nothing: int
    most_actions: int
    state: Layout
    standing: Layout | None
    log: Rows
    actions: Forms
    outcomes: Forms
    options: dict[str, list[int]]
    laid: list[int]
    """The default options, as the rules take them."""
    forgets: bool
    events: list[Row] | None
    reasons: list[Row] | None
    clauses: list[Clause]
    levels: list[BotLevel]
    styles: list[str]
    """The styles in which a bot of any level may play, numbered from 0."""
    hints: HintsOf | None
    review: ReviewOf | None


STRUCTS: Final = (
    FieldLayout, Layout, Rows, Forms, Column, Row, Clause, Learned, BotLevel, HintsOf, ReviewAt, PlayedOut, ReviewOf,
    Description
)  # fmt: skip


def describe(game: Game[State]) -> Description:
    """The description of a game's core."""
    declared, told = game.declaration, game.told
    return Description(
        format=FORMAT,
        version=__version__,
        game=game.name,
        title=game.title,
        seats=list(game.seats),
        chance=CHANCE,
        watcher=WATCHER,
        all_seeing=ALL_SEEING,
        hidden=events.HIDDEN,
        nothing=events.NOTHING,
        most_actions=most_actions(game),
        state=_layout(game.rules.State),
        standing=_layout(game.standing.Standing) if game.standing else None,
        log=_log(),
        actions=_forms(game, 0, game.rules.ACTIONS),
        outcomes=_forms(game, CHANCE, game.rules.OUTCOMES),
        options={name: list(value) if isinstance(value, tuple) else [value] for name, value in game.OPTIONS.items()},
        laid=game.options({}).tolist(),
        forgets=hasattr(game.rules, "forget"),
        events=_rows(told.EVENTS) if told else None,
        reasons=_rows(told.REASONS) if told else None,
        clauses=[_clause(kind) for kind in told.REASONS] if told else [],
        levels=[_level(game, level) for level in declared.all_levels],
        styles=list(declared.styles),
        hints=_hints(game) if gives_advice(declared) else None,
        review=_review(game),
    )


def encode(described: Description) -> bytes:
    """As JSON."""
    return msgspec.json.encode(described)


def most_actions(game: Game[State]) -> int:
    """The maximum number of legal actions."""
    return max(game.rules.ACTIONS, game.rules.OUTCOMES, 1)


def _layout(kind: type[Record]) -> Layout:
    return Layout(kind.dtype.itemsize, msgspec.convert(layout.describe(kind), list[FieldLayout]))


def _log() -> Rows:
    at = {one.name: one.at for one in _layout(Log).fields}
    return Rows(Log.dtype.itemsize, at["count"], at["lost"], at["rows"], events.WIDTH)


def _forms(game: Game[State], actor: int, n: int) -> Forms:
    """A table of all text forms, which do not depend on the position."""
    texts = [game.say(actor, action) for action in range(n)]
    for action, text in enumerate(texts):
        if game.parse(actor, text) != action:
            raise GameError(f"{game.title} parses {text!r}, the text of action {action}, as {game.parse(actor, text)}")
        if actor != CHANCE and any(game.say(seat, action) != text for seat in range(max(game.seats))):
            raise GameError(f"{game.title} has different texts of action {action} for different seats")
    return Forms(texts, [msgspec.to_builtins(game.parts(actor, action)) for action in range(n)])


def _rows(kinds: Sequence[type[Struct]]) -> list[Row]:
    return [msgspec.convert(events.describe(kind), Row) for kind in kinds]


def _clause(kind: type[Reason]) -> Clause:
    """A reason's clause. If it depends on fields, the clause for every combination of their words."""
    if kind.clause is Reason.clause:
        return Clause([], {"": kind.CLAUSE})
    fields = events.fields_of(kind)
    words = {name: get_args(hint) for name, (_, hint) in fields.items() if get_origin(hint) is Literal}
    found = {}
    for chosen in itertools.product(*words.values()):
        given: Mapping[str, object] = dict(zip(words, chosen, strict=True))
        reason = kind(*(given.get(name, 0) for name in fields))
        found[" ".join(chosen)] = reason.clause
    return Clause(list(words), found)


def _level(game: Game[State], level: str) -> BotLevel:
    known = policy(game.name, level)
    return BotLevel(level, known.budget, learned(game.name, np.asarray(known.knowledge)))


def _hints(game: Game[State]) -> HintsOf:
    declared = game.declaration
    best = _level(game, declared.best_level)
    module = module_of(declared, declared.best_level)
    return HintsOf(best.budget, best.learned, {str(seats): module.expects(seats) for seats in game.seats})


def learned_outlook(game: Game[State], seats: int) -> Outlook | None:
    """The value of positions on the game's own board, if it was learned and a bot can price decisions in its unit."""
    declared = game.declaration
    if declared.outlook is None or not gives_advice(declared):
        return None
    found = outlook_of(game, seats)
    return found if found.learned and UNITS[expects(declared, seats)] == found.unit else None


def outlook_files(game: Game[State], knowledge: Knowledge) -> list[Knowledge]:
    """What a value has learned, by file. What the best bot has learned is not repeated."""
    best = policy(game.name, game.declaration.best_level).knowledge
    if 0 < best.size <= knowledge.size and np.array_equal(knowledge[: best.size], best):
        return [part for part in (best, knowledge[best.size :]) if part.size]
    return [knowledge]


def _review(game: Game[State]) -> ReviewOf | None:
    found = {seats: learned_outlook(game, seats) for seats in game.seats}
    known = {seats: outlook for seats, outlook in found.items() if outlook is not None}
    if len(known) < len(found):
        return None
    prices, module = pricing(game, game.seats[0], {}), reasons_of(game)
    return ReviewOf(
        budget=prices.budget,
        units=list(BLUNDER),
        verdicts=list(VERDICTS),
        listed=SHOWN,
        waiting=WAITING,
        workspace=next(iter(known.values())).workspace.itemsize,
        parts=PARTS,
        prices=prices.hash,
        phrases=_rows([*module.PHRASES, module.Leaves]) if module else [],
        seats={str(seats): _review_at(game, seats, outlook) for seats, outlook in known.items()},
        played_out=_played_out(game),
    )


def _review_at(game: Game[State], seats: int, outlook: Outlook) -> ReviewAt:
    files = [learned(game.name, part) for part in outlook_files(game, outlook.knowledge)]
    return ReviewAt(outlook.unit, [one for one in files if one], outlook.hash, hides(game, seats))


def _played_out(game: Game[State]) -> PlayedOut:
    found = {str(seats): played_out(game, seats) for seats in game.seats}
    one = next(iter(found.values()))
    return PlayedOut(
        learned(game.name, one.knowledge),
        one.workspace.itemsize,
        PLAYOUTS,
        {seats: outlook.unit for seats, outlook in found.items()},
    )
