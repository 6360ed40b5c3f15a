"""What a socket asks of a table: carried out, or refused in a typed message."""

from typing import TYPE_CHECKING

from allaboard.game import WATCHER
from allaboard.server import decide, protocol
from allaboard.server.connection import Connection
from allaboard.server.limits import need
from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown
from allaboard.server.table import Table

if TYPE_CHECKING:
    from allaboard.server.room import Room

MOST_SAID = 512
"""Chats, gestures and calls that a table remembers, for retries."""


class Commands:
    """Takes the commands of one table's sockets."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._said: set[tuple[str, str]] = set()  # by whom and with which id: what is not kept

    async def carry_out(self, connection: Connection, command: protocol.Commands) -> None:
        """Carry out what a socket asks for; the answer goes to it alone, the consequences to everyone."""
        room = self._room
        assert not isinstance(command, protocol.Hello)
        METRICS.count("commands", type(command).__name__.lower())
        try:
            await self._do(connection, command)
        except Refused as refused:
            METRICS.count("refused", refused.code)
            connection.tell(refused.told(command.id))
        except StoreDown:
            METRICS.count("refused", "storage")
            connection.tell(Refused("storage", "cannot-write").told(command.id))
        except Exception as error:  # our fault: the table is read again, since nobody knows what it is now
            log_fault("command", error, table=room.table.id, command=type(command).__name__.lower())
            METRICS.count("faults", "command")
            connection.tell(Refused("bad_request", "broken").told(command.id))
            await room.lobby.drop(room.table.id, "restarting")

    async def _do(self, connection: Connection, command: protocol.Commands) -> None:
        room = self._room
        match command:
            case protocol.Ping(id=ping):
                connection.tell(protocol.Pong(ping))
                return
            case protocol.Story(id=story, last=last):
                need("stories", connection.socket, connection.seat)
                viewer = WATCHER if connection.token is None else room.audience.need_seat(connection)
                connection.tell_bytes(await room.lobby.stories.told(room.table, viewer, last, story, connection))
                return
        seat = room.audience.need_seat(connection)
        match command:
            case protocol.Advise():
                room.adviser.ask(connection, seat, command)
            case protocol.Chat() | protocol.Emote():
                await self._say(connection, seat, command)
            case protocol.Rematch(id=command_id):
                following = await room.lobby.rematch(room, connection, command_id)
                connection.tell(protocol.Ack(command_id, room.table.ply))
                await room.shout(protocol.Rematched(following))
            case protocol.Call(id=command_id):
                async with room.lock:
                    called = room.table.who(room.audience.need_seat(connection)), command_id
                    if called not in self._said:
                        decide.call(room.table, room.audience.need_seat(connection), command)
                        self._once(called)
                        room.keeper.count_down("called")
                    connection.tell(protocol.Ack(command_id, room.table.ply))
            case protocol.Hello():
                raise Refused("bad_message", "hello-once")
            case _:
                await room.do(
                    lambda table: _decision(table, room.audience.need_seat(connection), command), connection, command.id
                )

    async def _say(self, connection: Connection, seat: int, command: protocol.Chat | protocol.Emote) -> None:
        room = self._room
        said = room.table.who(seat), command.id
        if said not in self._said:
            need("talk", connection.seat, connection.address)
            self._once(said)
            sitter = room.table.sitters[seat]
            name = sitter.name if sitter else ""
            if isinstance(command, protocol.Emote):
                await room.shout(protocol.Emoted(seat, command.name))
            else:
                text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
                if not text:
                    raise Refused("bad_message", "nothing-said")
                await room.shout(protocol.Said(seat, name, text))
        connection.tell(protocol.Ack(command.id, room.table.ply))

    def _once(self, said: tuple[str, str]) -> None:
        """Remember a command that is not kept, for retries."""
        if len(self._said) > MOST_SAID:
            self._said.clear()
        self._said.add(said)


def _decision(table: Table, seat: int, command: protocol.Commands) -> decide.Decision:
    match command:
        case protocol.Act():
            return decide.act(table, seat, command)
        case protocol.Withdraw():
            return decide.withdraw(table, seat, command)
        case protocol.Undo():
            return decide.undo(table, seat, command)
        case protocol.TakeBackSeat():
            return decide.take_back(table, seat, command)
        case protocol.SeatBot():
            return decide.seat_bot(table, seat, command)
        case protocol.Kick():
            return decide.kick(table, seat, command)
        case protocol.Leave():
            return decide.leave(table, seat, command)
        case protocol.Shuffle():
            return decide.shuffle(table, seat, command)
        case protocol.Start():
            return decide.start(table, seat, command)
        case protocol.Ready():
            return decide.ready(table, seat, command)
        case protocol.AddNonce():
            return decide.add_nonce(table, seat, command)
        case _:
            raise Refused("bad_message", "hello-once")
