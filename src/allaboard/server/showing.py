"""What a viewer is told: every message about the game goes through the game's own views, and through here."""

from functools import lru_cache
from typing import Any

from allaboard.board import option_text
from allaboard.game import ALL_SEEING, Game, load
from allaboard.notation import GameRecord, Line
from allaboard.server import countdown, memory
from allaboard.server.moment import Moment
from allaboard.server.protocol import ActionInfo, Decided, Event, Over, Player, Position, TableInfo
from allaboard.server.table import Step, Table, options_of

LONGEST = 32
"""More than any action's text."""


def info(table: Table, connected: set[int], watchers: int) -> TableInfo:
    """The table as everyone may know it."""
    players = [
        Player(sitter.name, sitter.bot, bool(sitter.bot) or seat in connected, sitter.wheel) if sitter else None
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
        hints=table.hints,
        commitment=table.commitment,
        daily=table.daily,
        rematch=table.following,
    )


def position(table: Table, viewer: int, steps: list[Step], clock_ms: int | None) -> Position:
    """The table for one viewer, and what happened since the last position."""
    actors = table.actors
    simultaneous = len(actors) > 1
    return Position(
        ply=table.ply,
        view=memory.as_asked(seen_by(table.now, viewer), table.settings),
        actors=actors,
        decided=sorted(table.pending) if simultaneous else [],
        choice=table.pending.get(viewer),
        actions=actions(table, viewer) if viewer in actors else [],
        undo=table.undoable == viewer,
        may_call=countdown.may_call(table, viewer),
        clock_ms=clock_ms,
        events=told(table, viewer, steps),
        pad=_pad(table.pending.get(viewer)),
    )


def decided(table: Table, viewer: int) -> Decided:
    """Who has chosen; to the viewer alone, what they chose themselves."""
    return Decided(
        ply=table.ply,
        decided=sorted(table.pending),
        choice=table.pending.get(viewer),
        undo=table.undoable == viewer,
        may_call=countdown.may_call(table, viewer),
        pad=_pad(table.pending.get(viewer)),
    )


def _pad(choice: str | None) -> str:
    """What is missing to the longest choice: an open choice must not show in the length of a frame."""
    return " " * (LONGEST - (len("null") if choice is None else len(choice) + len('""')))


def actions(table: Table, seat: int) -> list[ActionInfo]:
    """A seat's legal actions."""
    return [_action(table.game.name, action) for action in table.now.legal(seat)]


@lru_cache(maxsize=8192)
def _action(game: str, action: int) -> ActionInfo:
    words = load(game).words
    parts: Any = getattr(words, "parts", None)
    return ActionInfo(words.say(0, action), parts(0, action) if parts else {})


def told(table: Table, viewer: int, steps: list[Step]) -> list[Event]:
    """Steps as one viewer may know them, in sentences; after the end also for all-seeing eyes."""
    words = table.game.words
    events: list[Event] = []
    for step in steps:
        actor, action = step.actor, step.action
        before, after = step.before.view(viewer), step.after.view(viewer)
        seen = viewer == ALL_SEEING or words.sees(step.before.view(ALL_SEEING), actor, action, viewer)
        sentences = words.narrate(before, after, actor, action if seen else None)
        text = words.say(actor, action) if seen else None
        events.append(Event(step.ply, actor, text, sentences, facts(table.game, before, after, actor)))
    return events


def facts(game: Game, before: Any, after: Any, actor: int) -> list[dict[str, Any]]:
    """What a step means in parts, from a viewer's own views, where the game has words for it."""
    found: Any = getattr(game.words, "facts", None)
    return found(before, after, actor) if found else []


def seen_by(moment: Moment, viewer: int) -> dict[str, Any]:
    """A position for one viewer, or for all-seeing eyes."""
    return moment.game.words.to_json(moment.view(viewer))


def over(table: Table, seed: str | None, share: str) -> Over:
    """How it ended."""
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    return Over(scores, ranks, f"/api/games/{table.id}/record", seed, share)


def record(table: Table, seed: str | None, date: str) -> GameRecord:
    """The game's record; the seed only where it may be told."""
    written = GameRecord([(0, "game", table.game.name), (0, "seats", str(table.settings.seats))])
    for seat, sitter in enumerate(table.sitters):
        if sitter:
            written.header.append((0, "player", f"{seat} {f'bot:{sitter.bot}' if sitter.bot else sitter.name}"))
    for name, value in options_of(table.settings).items():
        if value != table.game.words.OPTIONS[name]:
            written.header.append((0, "option", f"{name} {option_text(value)}"))
    written.header += [(0, "date", date), (0, "commitment", table.commitment)]
    if seed is not None:
        written.header.append((0, "seed", seed))
    written.lines = [Line(0, actor, text) for actor, text in table.lines]
    if table.phase == "over":
        written.tail = {
            "score": (0, table.game.scores(table.state)),
            "rank": (0, table.game.ranks(table.state)),
        }
    return written
