"""What a command does at a table: the events that it leads to, or a typed refusal. Nothing is changed here."""

import random
from collections.abc import Sequence, Set

from allaboard.declaration import Declaration
from allaboard.game import GameError, Refusal, State
from allaboard.server import countdown, tableevents
from allaboard.server.names import need_unlike
from allaboard.server.protocol import Code
from allaboard.server.protocol.commands import (
    Act,
    AddNonce,
    Call,
    ChooseFace,
    Kick,
    Leave,
    Ready,
    SeatBot,
    Shuffle,
    Start,
    TakeBackSeat,
    Undo,
    Withdraw,
)
from allaboard.server.refusal import Refused
from allaboard.server.table import Line, Sitter, Step, Table
from allaboard.server.undoing import MOST_UNDOS

Decision = tuple[list[tableevents.TableEvent], list[Step] | None]
"""Events to store, and the steps of the last one if they are already known."""


def need_ply(table: Table, ply: int) -> None:
    """Check the ply that a command answers."""
    if ply < table.ply:
        raise Refused("stale", "stale", ply=table.ply, answers=ply)
    if ply > table.ply:
        raise Refused("ahead", "ahead", ply=table.ply, answers=ply)


def need_playing(table: Table) -> None:
    """Check that a game is under way."""
    if table.phase != "playing":
        raise Refused("not_now", "not-begun" if table.phase == "gathering" else "over")


def act(table: Table, seat: int, command: Act) -> Decision:
    """A player's action, or choice in a simultaneous decision."""
    need_playing(table)
    need_ply(table, command.ply)
    sitter = table.sitters[seat]
    if sitter and sitter.autopilot:
        raise Refused("on_autopilot", "on-autopilot")
    return choose(table, seat, command.action, command.id)


def choose(table: Table, seat: int, text: str, command: str = "") -> Decision:
    """Decide for a seat: a player's, a bot's or a late choice."""
    try:
        action = table.game.parse(seat, text)
        if action not in table.now.legal(seat):
            code: Code = "illegal" if seat in table.actors else "not_your_turn"
            raise Refused.by_the_rules(code, table.game.refusal(table.state, seat, action))
    except Refusal:
        raise
    except GameError:
        raise Refused("illegal", "not-an-action", action=text, legal=table.game.menu(table.state, seat)) from None
    if len(table.actors) > 1 and table.undecided() not in ([], [seat]):
        return [tableevents.Chose(seat, text, command)], None
    if len(table.actors) > 1:
        return together(table, {**table.pending, seat: text}, seat, command)
    lines, steps = table.with_chance([(seat, text)])
    return [tableevents.Acted(lines, seat, command)], steps


def together(table: Table, choices: dict[int, str], seat: int = -1, command: str = "") -> Decision:
    """Turn the choices of all seats into actions, in seat order."""
    ordered: list[Line] = [(actor, choices[actor]) for actor in table.actors]
    lines, steps = table.with_chance(ordered)
    return [tableevents.Acted(lines, seat, command, together=True)], steps


def withdraw(table: Table, seat: int, command: Withdraw) -> Decision:
    """Withdraw a choice while others are still choosing."""
    need_playing(table)
    need_ply(table, command.ply)
    if seat not in table.pending:
        raise Refused("not_your_turn", "nothing-to-withdraw")
    return [tableevents.Chose(seat, None, command.id)], None


def undo(table: Table, seat: int, command: Undo) -> Decision:
    """Undo an action, but not across a roll, a reveal or another person's action. Later moves of bots are undone, too.

    Bots go on while the command is in transit, so it may name any ply since the action that it undoes.
    """
    need_playing(table)
    if table.undoable != seat:
        need_ply(table, command.ply)
        raise Refused("no_undo", "no-undo")
    first = table.undoing.marks[-1].lines
    last_undone = table.undone[-1] if table.undone else 0
    if not max(table.plies[first], last_undone + 1) <= command.ply <= table.ply:
        need_ply(table, command.ply)
    if table.undoing.undos >= MOST_UNDOS:
        raise Refused("no_undo", "too-many-undos", most=MOST_UNDOS)
    over_bots = len(table.lines) - first > 1
    return [tableevents.Rewound(seat, command.id) if over_bots else tableevents.Undone(seat, command.id)], None


def late(table: Table) -> Decision:
    """At the end of the countdown, give seats without a choice the choice that the game declares."""
    none = countdown.late_choice(table)
    assert none is not None
    return together(table, {**dict.fromkeys(table.actors, none), **table.pending})


def call(table: Table, seat: int, command: Call) -> None:
    """Check that a seat may call the countdown."""
    need_playing(table)
    need_ply(table, command.ply)
    if not countdown.may_call(table, seat):
        raise Refused("not_now", "no-call")


# ---- before the start


def need_host(table: Table, seat: int) -> None:
    """Check that the seat is the host's and that the game has not started."""
    if seat != table.host:
        raise Refused("not_host", "not-host")
    if table.phase != "gathering":
        raise Refused("not_now", "begun")


def seat_bot(table: Table, seat: int, command: SeatBot) -> Decision:
    """Put a bot on an open seat, or change the level of a bot."""
    need_host(table, seat)
    sitter = _at(table, command.seat)
    if sitter and not sitter.bot:
        raise Refused("seat_taken", "seat-taken", name=sitter.name)
    need_level(table.game.declaration, command.level)
    return [tableevents.BotSeated(command.seat, command.level, seat, command.id)], None


def need_level(game: Declaration[State], level: str) -> None:
    """Check that the game has this level."""
    if level not in game.all_levels:
        levels = ", ".join(game.all_levels)
        raise Refused("bad_settings", "no-such-level", title=game.title, level=level, levels=levels)


def kick(table: Table, seat: int, command: Kick) -> Decision:
    """Remove the person or bot on another seat."""
    need_host(table, seat)
    if command.seat == seat or (sitter := _at(table, command.seat)) is None:
        raise Refused("not_now", "nobody-to-remove")
    return [tableevents.SeatFreed(command.seat, seat, command.id, kicked=not sitter.bot)], None


def leave(table: Table, seat: int, command: Leave) -> Decision:
    """Leave. Before the start the seat becomes free, and somebody else becomes the host. Later a bot plays."""
    if table.phase == "gathering":
        if seat != table.host:
            return [tableevents.SeatFreed(seat)], None
        if not (heirs := table.heirs()):
            raise Refused("not_now", "host-stays")
        return [tableevents.HostChanged(heirs[0]), tableevents.SeatFreed(seat)], None
    need_playing(table)
    return [tableevents.Autopilot(seat, True, "left", command.id)], None


def take_back(table: Table, seat: int, command: TakeBackSeat) -> Decision:
    """Take the seat back from the bot that plays for it."""
    sitter = table.sitters[seat]
    if sitter is None or not sitter.autopilot:
        raise Refused("not_now", "not-on-autopilot")
    return [tableevents.Autopilot(seat, False, command=command.id)], None


def pass_on(table: Table, connected: Set[int]) -> Decision:
    """Make the next connected person the host, because the host has been away for too long."""
    if table.phase != "gathering" or table.host in connected:
        return [], None
    heir = next((seat for seat in table.heirs() if seat in connected), None)
    return ([] if heir is None else [tableevents.HostChanged(heir)]), None


def shuffle(table: Table, seat: int, command: Shuffle) -> Decision:
    """Shuffle the seats."""
    need_host(table, seat)
    order = list(range(len(table.sitters)))
    random.SystemRandom().shuffle(order)
    return [tableevents.Shuffled(order, seat, command.id)], None


def start(table: Table, seat: int, command: Start) -> Decision:
    """Start the game. Open seats get bots of the table's level."""
    need_host(table, seat)
    lines, steps = table.with_chance([])
    bots = [tableevents.BotSeated(s, table.settings.level) for s, sitter in enumerate(table.sitters) if sitter is None]
    return [*bots, tableevents.Started(lines, seat, command.id)], steps


def ready(table: Table, seat: int, command: Ready) -> Decision:
    """Mark a person as ready or not ready. The host can start at any time."""
    if table.phase != "gathering":
        raise Refused("not_now", "begun")
    return [tableevents.ReadyChanged(seat, command.ready, command.id)], None


def choose_face(table: Table, seat: int, command: ChooseFace) -> Decision:
    """A person's face, until the game is over."""
    if table.phase == "over":
        raise Refused("not_now", "over")
    return [tableevents.FaceChosen(seat, command.face, command.id)], None


def add_nonce(table: Table, seat: int, command: AddNonce) -> Decision:
    """Add a player's nonce to the random draws: once, before the start, and not in a daily challenge."""
    if table.phase != "gathering":
        raise Refused("not_now", "begun")
    sitter = table.sitters[seat]
    assert sitter is not None
    if sitter.nonce is not None:
        raise Refused("not_now", "nonce-once")
    return [tableevents.NonceAdded(seat, command.nonce, command.id)], None


def join(table: Table, name: str, token: str, browser: str | None) -> tuple[int, Sequence[tableevents.TableEvent]]:
    """Seat a person on the first open seat, or give them their own seat back."""
    if browser is not None and (own := table.seat_of_browser(browser)) is not None:
        return own, [tableevents.TokenAdded(own, token)]
    if table.kicked and (browser is None or browser in table.kicked):  # without a browser id it may be the same person
        raise Refused("kicked", "kicked")
    if table.phase != "gathering":
        raise Refused("not_now", "only-watch")
    for seat, sitter in enumerate(table.sitters):
        if sitter is None:
            name = need_unlike(name, [other.name for other in table.sitters if other])
            return seat, [tableevents.Joined(seat, name, [token], browser)]
    raise Refused("table_full", "table-full")


def _at(table: Table, seat: int) -> Sitter | None:
    if seat >= len(table.sitters):
        raise Refused("not_now", "no-such-seat", last=len(table.sitters) - 1)
    return table.sitters[seat]
