"""What a viewer is shown. Every message about a game is made here, from the viewer's own view."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import cast

from msgspec import Raw

from allaboard import fair, notation
from allaboard.bots.levels import with_percent
from allaboard.bots.personas import persona
from allaboard.events import HIDDEN, Event
from allaboard.game import load
from allaboard.layout import Json
from allaboard.notation import GameRecord, Line
from allaboard.record import copied
from allaboard.registry import is_shipped
from allaboard.server import countdown, protocol
from allaboard.server.bots_at_table import stand_in
from allaboard.server.eventtext import events_text
from allaboard.server.games import gives_hints
from allaboard.server.moment import Moment
from allaboard.server.movetext import move_texts
from allaboard.server.protocol import ActionInfo, Player, TableInfo
from allaboard.server.protocol.messages import Decided, Over, Position
from allaboard.server.table import Line as TableLine
from allaboard.server.table import Sitter, Step, Table, options_of, steps_of
from allaboard.server.viewtext import view_text

LONGEST = 32
"""An upper bound for the length of an action's text."""


def info(table: Table, connected: set[int], watchers: int) -> TableInfo:
    """The public information about a table."""
    players = [
        _player(table, sitter, bool(sitter.bot) or seat in connected) if sitter else None
        for seat, sitter in enumerate(table.sitters)
    ]
    return TableInfo(
        id=table.id,
        title=table.game.title,
        phase=table.phase,
        settings=table.settings,
        players=players,
        host=table.host,
        spectators=watchers,
        hints=table.hints and gives_hints(table.game.declaration),
        commitment=table.commitment,
        daily=table.daily,
        rematch=table.following,
        nonces=[fair.commitment(bytes.fromhex(s.nonce)) if s and s.nonce else None for s in table.sitters],
        unrated=table.unrated,
    )


def positions(
    table: Table,
    viewers: Sequence[int],
    steps: list[Step],
    clock_ms: int | None,
    undone: Sequence[int] = (),
    *,
    counted: bool,
) -> list[Position]:
    """The table for each of these viewers, and what happened since the last position.

    `counted`: whether the countdown of this decision was called already.
    """
    actors, aid = table.actors, table.settings.memory_aid
    decided = sorted(table.pending) if len(actors) > 1 else []
    texts = _move_texts(table, viewers, steps)
    undoable, shipped, begins = table.undoable, is_shipped(table.game.name), bool(steps) and steps[0].ply == 1
    return [
        Position(
            ply=table.ply,
            view=view,
            actors=actors,
            decided=decided,
            choice=table.pending.get(viewer),
            actions=actions(table, viewer) if viewer in actors else [],
            undo=undoable == viewer,
            may_call=not counted and countdown.may_call(table, viewer),
            clock_ms=clock_ms,
            steps=told,
            undone=list(undone),
            first=seen_by(steps[0].before, viewer, aid) if begins else None,
            text=None if shipped else table.game.show(table.now.view(viewer)),
            translations={} if shipped else table.game.translations(table.now.view(viewer)),
            pad=_pad(table.pending.get(viewer)),
        )
        for viewer, (view, told) in zip(viewers, texts, strict=True)
    ]


def _move_texts(table: Table, viewers: Sequence[int], steps: list[Step]) -> Iterable[tuple[Json, list[protocol.Step]]]:
    """For each viewer the view and the steps, already encoded if the game declares its events."""
    aid = table.settings.memory_aid
    if table.game.told is None:
        return [(seen_by(table.now, viewer, aid), told(table, viewer, steps)) for viewer in viewers]
    texts = move_texts(table.game, steps, table.state, viewers, aid)
    return [(cast(Json, Raw(view)), cast(list[protocol.Step], Raw(told))) for view, told in texts]


def decided(table: Table, viewer: int, *, counted: bool) -> Decided:
    """Who has chosen, and the viewer's own choice."""
    return Decided(
        ply=table.ply,
        decided=sorted(table.pending),
        choice=table.pending.get(viewer),
        undo=table.undoable == viewer,
        may_call=not counted and countdown.may_call(table, viewer),
        pad=_pad(table.pending.get(viewer)),
    )


def _pad(choice: str | None) -> str:
    """Padding up to the longest choice, so that the length of a frame does not reveal a choice."""
    return " " * (LONGEST - (len("null") if choice is None else len(choice) + len('""')))


def actions(table: Table, seat: int) -> list[ActionInfo]:
    """The legal actions of a seat, already encoded."""
    return cast(list[ActionInfo], _menu(table.game.name, tuple(table.now.legal(seat))))


@lru_cache(maxsize=1024)
def _menu(game: str, legal: tuple[int, ...]) -> Raw:
    """Legal actions as JSON. They are cached, because the same few menus occur often."""
    return Raw(protocol.encode([_action(game, action) for action in legal]))


@lru_cache(maxsize=8192)
def _action(game: str, action: int) -> Raw:
    known = load(game)
    return Raw(protocol.encode(ActionInfo(known.say(0, action), known.parts(0, action))))


def told(table: Table, viewer: int, steps: list[Step]) -> list[protocol.Step]:
    """Steps as one viewer may know them. After the end they can be shown with everything visible."""
    game, found = table.game, []
    for step in steps:
        seen = game.sees(step.before.state, step.actor, step.action, viewer)
        before, after = step.before.view(viewer), step.after.view(viewer)
        events = Raw(events_text(game, before, after, step.actor, step.action if seen else HIDDEN))
        text = game.say(step.actor, step.action) if seen else None
        found.append(protocol.Step(step.ply, step.actor, text, cast(list[Event], events)))
    return found


def last_steps(first: Moment, plies: Sequence[int], lines: Sequence[TableLine], last: int) -> list[Step]:
    """The last steps of a game, replayed from its first position."""
    return list(deque(steps_of(first, plies, lines), maxlen=last))


def seen_by(moment: Moment, viewer: int, memory_aid: bool = True) -> Json:
    """A position for one viewer, or with everything visible, already encoded."""
    view = moment.view(viewer)
    if not memory_aid and moment.game.declaration.aid:
        view = copied(view)
        moment.game.forget(view)
    return cast(Json, Raw(view_text(moment.game, view)))


def _player(table: Table, sitter: Sitter, connected: bool) -> Player:
    known = persona(sitter.name) if sitter.bot else None
    if known is None:
        return Player(sitter.name, sitter.bot, connected, sitter.autopilot, sitter.ready, face=sitter.face)
    declared = table.game.declaration
    instead = cast(protocol.Level | None, stand_in(declared, sitter.bot or table.settings.level))
    return Player(
        sitter.name, sitter.bot, connected, style=known.style(declared.styles), face=known.face, stand_in=instead
    )


def over(table: Table, seed: str | None) -> Over:
    """The message about the end of the game."""
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    nonces = [sitter.nonce if sitter else None for sitter in table.sitters] if seed is not None else []
    return Over(scores, ranks, f"/api/games/{table.id}/record", seed, nonces)


def record(table: Table, seed: str | None, date: str) -> GameRecord:
    """The record of the game. It contains the seed only if the seed is public."""
    players = [
        f"bot:{with_percent(sitter.bot, sitter.percent)}" if sitter.bot else sitter.name
        for sitter in table.sitters
        if sitter
    ]
    written = notation.header(table.game, table.settings.seats, players, options_of(table.settings))
    written.note("date", date)
    written.note("commitment", table.commitment)
    if seed is not None:
        written.note("seed", seed)
        for seat, nonce in table.nonces.items():
            written.note("nonce", f"{seat} {nonce.hex()}")
    written.lines = [Line(0, actor, text) for actor, text in table.lines]
    if table.phase == "over":
        written.tail = notation.result(table.game, table.state)
    return written
