"""What a command does at a table: the event that it becomes, or a typed refusal. Nothing is changed here."""

import random
from collections.abc import Sequence

from allaboard.game import GameError, Refusal
from allaboard.server import countdown, events
from allaboard.server.protocol import Act, Call, Code, Kick, Leave, SeatBot, Undo, Withdraw
from allaboard.server.refusal import Refused
from allaboard.server.table import Line, Sitter, Step, Table

Decision = tuple[list[events.Any], list[Step] | None]
"""Events to keep, and the steps of the last of them where they are at hand."""


def need_ply(table: Table, ply: int) -> None:
    """A command names the ply that it answers."""
    if ply < table.ply:
        raise Refused("stale", f"the table is at ply {table.ply}; this answers ply {ply}")
    if ply > table.ply:
        raise Refused("ahead", f"the table is only at ply {table.ply}; this answers ply {ply}")


def need_playing(table: Table) -> None:
    """A game must be under way."""
    if table.phase != "playing":
        raise Refused("not_now", "the game has not begun" if table.phase == "gathering" else "the game is over")


def act(table: Table, seat: int, command: Act) -> Decision:
    """A player's action, or choice in a simultaneous decision."""
    need_playing(table)
    need_ply(table, command.ply)
    sitter = table.sitters[seat]
    if sitter and sitter.wheel:
        raise Refused("bot_at_the_wheel", "a bot plays for this seat; take it back first")
    return choose(table, seat, command.action, command.id)


def choose(table: Table, seat: int, text: str, command: str = "") -> Decision:
    """The same for whoever decides for the seat."""
    try:
        action = table.game.words.parse(seat, text)
        if action not in table.now.legal(seat):
            refusal = table.game.words.refuse(table.state, seat, action)
            code: Code = "illegal" if seat in table.actors else "not_your_turn"
            raise Refused(code, refusal.reason, refusal.clause, table.game.menu(table.state, seat))
    except Refusal:
        raise
    except GameError as error:
        raise Refused("illegal", str(error), legal=table.game.menu(table.state, seat)) from None
    if len(table.actors) > 1 and table.undecided() not in ([], [seat]):
        return [events.Chose(seat, text, command)], None
    if len(table.actors) > 1:
        return together(table, {**table.pending, seat: text}, seat, command)
    lines, steps = table.with_chance([(seat, text)])
    return [events.Acted(lines, seat, command)], steps


def together(table: Table, choices: dict[int, str], seat: int = -1, command: str = "") -> Decision:
    """All have chosen: the choices become actions, in seat order."""
    ordered: list[Line] = [(actor, choices[actor]) for actor in table.actors]
    lines, steps = table.with_chance(ordered)
    return [events.Acted(lines, seat, command, together=True)], steps


def withdraw(table: Table, seat: int, command: Withdraw) -> Decision:
    """Take back one's choice while others still think."""
    need_playing(table)
    need_ply(table, command.ply)
    if seat not in table.pending:
        raise Refused("not_your_turn", "there is no open choice of yours to withdraw")
    return [events.Chose(seat, None, command.id)], None


def undo(table: Table, seat: int, command: Undo) -> Decision:
    """Never across chance, a reveal or another player's action."""
    need_playing(table)
    need_ply(table, command.ply)
    if table.undoable != seat:
        raise Refused("no_undo", "only your own last action can be undone, before chance, a reveal or another player")
    return [events.Undone(seat, command.id)], None


def late(table: Table) -> Decision:
    """R6: who has not chosen when the countdown reaches zero has chosen none."""
    none = countdown.late_choice(table)
    assert none is not None
    return together(table, {**dict.fromkeys(table.actors, none), **table.pending})


def call(table: Table, seat: int, command: Call) -> None:
    """The engineer may call the countdown while somebody still thinks."""
    need_playing(table)
    need_ply(table, command.ply)
    if not countdown.may_call(table, seat):
        raise Refused("not_now", "only the engineer calls the countdown, having chosen, while others still think")


# ---- before the start


def need_host(table: Table, seat: int) -> None:
    """Only the host arranges the table, and only before the start."""
    if seat != table.host:
        raise Refused("not_host", "only the host of the table may do this")
    if table.phase != "gathering":
        raise Refused("not_now", "the game has begun")


def seat_bot(table: Table, seat: int, command: SeatBot) -> Decision:
    """A bot on an open seat, or another level on a bot's."""
    need_host(table, seat)
    sitter = _at(table, command.seat)
    if sitter and not sitter.bot:
        raise Refused("seat_taken", f"{sitter.name} sits there")
    return [events.BotSeated(command.seat, command.level)], None


def kick(table: Table, seat: int, command: Kick) -> Decision:
    """Empty a seat that is not one's own."""
    need_host(table, seat)
    if command.seat == seat or _at(table, command.seat) is None:
        raise Refused("not_now", "there is nobody to send away from that seat")
    return [events.Emptied(command.seat)], None


def leave(table: Table, seat: int, command: Leave) -> Decision:
    """Get up: the seat is free before the start; later a bot drives."""
    if table.phase == "gathering":
        if seat == table.host:
            raise Refused("not_now", "the host cannot leave the table before the start; just close it")
        return [events.Emptied(seat)], None
    need_playing(table)
    return [events.Wheel(seat, True, "left")], None


def take_back(table: Table, seat: int) -> Decision:
    """The owner is back."""
    sitter = table.sitters[seat]
    if sitter is None or not sitter.wheel:
        raise Refused("not_now", "no bot plays for your seat")
    return [events.Wheel(seat, False)], None


def shuffle(table: Table, seat: int) -> Decision:
    """Everybody at random."""
    need_host(table, seat)
    order = list(range(len(table.sitters)))
    random.SystemRandom().shuffle(order)
    return [events.Shuffled(order)], None


def start(table: Table, seat: int) -> Decision:
    """Begin; open seats get bots of the table's level."""
    need_host(table, seat)
    lines, steps = table.with_chance([])
    bots = [events.BotSeated(s, table.settings.level) for s, sitter in enumerate(table.sitters) if sitter is None]
    return [*bots, events.Started(lines)], steps


def join(table: Table, name: str, token: str, browser: str | None) -> tuple[int, Sequence[events.Any]]:
    """A person takes the first open seat, or gets their own seat back."""
    if browser is not None and (own := table.seat_of_browser(browser)) is not None:
        return own, [events.Keyed(own, token)]
    if table.phase != "gathering":
        raise Refused("not_now", "the game has begun; one can only watch")
    for seat, sitter in enumerate(table.sitters):
        if sitter is None:
            return seat, [events.Joined(seat, name, [token], browser)]
    raise Refused("table_full", "every seat of this table is taken")


def _at(table: Table, seat: int) -> Sitter | None:
    if seat >= len(table.sitters):
        raise Refused("not_now", f"this table has seats 0 to {len(table.sitters) - 1}")
    return table.sitters[seat]
