"""Carries out the commands of a table's sockets, or refuses them with a typed message."""

from functools import partial
from typing import TYPE_CHECKING

from allaboard.server import decide
from allaboard.server.connection import Connection
from allaboard.server.limits import need
from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.names import is_visible
from allaboard.server.protocol import commands, messages
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown, now_ms
from allaboard.server.table import Table

if TYPE_CHECKING:
    from allaboard.server.room import Room

MOST_SAID = 512
"""The number of chats, emotes and calls that a table remembers to recognise retries."""

FEW = 20
"""Up to this number of sockets at a table, sending a message to all of them is not charged."""


class Commands:
    """Handles the commands of one table's sockets."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._said: set[tuple[str, str]] = set()  # by person and command id: commands that are not stored

    async def carry_out(self, connection: Connection, command: commands.Commands) -> None:
        """Carry out a command. The answer goes to its socket, the consequences go to everyone."""
        room = self._room
        assert not isinstance(command, commands.Hello)
        METRICS.count("commands", type(command).__name__.lower())
        try:
            await self._do(connection, command)
        except Refused as refused:
            METRICS.count("refused", refused.code)
            connection.tell(refused.told(command.id))
        except StoreDown:
            METRICS.count("refused", "storage")
            connection.tell(Refused("storage", "cannot-write").told(command.id))
        except Exception as error:  # a fault of the server: load the table again, because its state is uncertain
            log_fault("command", error, table=room.table.id, command=type(command).__name__.lower())
            METRICS.count("faults", "command")
            connection.tell(Refused("bad_request", "broken").told(command.id))
            await room.lobby.drop(room.table.id, "restarting")

    async def _do(self, connection: Connection, command: commands.Commands) -> None:
        room = self._room
        if isinstance(command, commands.Act) and room.audience.size <= FEW:  # nearly all commands
            await room.do(
                lambda table: decide.act(table, room.audience.need_seat(connection), command), connection, command.id
            )
            return
        match command:
            case commands.Ping(id=ping):
                connection.tell(messages.Pong(ping))
                return
            case commands.Story(id=story, last=last):
                need("stories", connection.socket, connection.seat)
                viewer = partial(room.audience.viewer_of, connection)
                connection.tell_bytes(await room.lobby.stories.told(room.table, viewer, last, story, connection))
                return
        seat = room.audience.need_seat(connection)
        if (copies := room.audience.size) > FEW:
            need("copies", connection.address, price=0)
            connection.address.spend("copies", copies)
        match command:
            case commands.Advise():
                room.adviser.ask(connection, seat, command)
            case commands.Chat() | commands.Emote():
                await self._say(connection, seat, command)
            case commands.Rematch(id=command_id):
                following = await room.lobby.rematch(room, connection, command_id)
                connection.tell(messages.Ack(command_id, room.table.ply))
                await room.broadcast(messages.Rematched(following))
            case commands.Call(id=command_id):
                async with room.lock:
                    called = room.table.who(room.audience.need_seat(connection)), command_id
                    if called not in self._said:
                        decide.call(room.table, room.audience.need_seat(connection), command)
                        self._once(called)
                        room.automation.count_down("called")
                    connection.tell(messages.Ack(command_id, room.table.ply))
            case commands.Seen(id=command_id, ply=ply):
                room.automation.saw(seat, ply)
                connection.tell(messages.Ack(command_id, room.table.ply))
            case commands.Hello():
                raise Refused("bad_message", "hello-once")
            case _:
                await room.do(
                    lambda table: _decision(table, room.audience.need_seat(connection), command), connection, command.id
                )

    async def _say(self, connection: Connection, seat: int, command: commands.Chat | commands.Emote) -> None:
        room = self._room
        said = room.table.who(seat), command.id
        if said not in self._said:
            need("talk", connection.seat, connection.address)
            self._once(said)
            sitter = room.table.sitters[seat]
            name = sitter.name if sitter else ""
            if isinstance(command, commands.Emote):
                await room.broadcast(messages.Emoted(seat, command.name))
            else:
                text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
                if not any(is_visible(c) and c != " " for c in text):
                    raise Refused("bad_message", "nothing-said")
                await room.broadcast(messages.Said(seat, name, text, room.table.ply, now_ms()))
        connection.tell(messages.Ack(command.id, room.table.ply))

    def _once(self, said: tuple[str, str]) -> None:
        """Remember a command that is not stored, to recognise retries."""
        if len(self._said) > MOST_SAID:
            self._said.clear()
        self._said.add(said)


def _decision(table: Table, seat: int, command: commands.Commands) -> decide.Decision:
    match command:
        case commands.Act():
            return decide.act(table, seat, command)
        case commands.Withdraw():
            return decide.withdraw(table, seat, command)
        case commands.Undo():
            return decide.undo(table, seat, command)
        case commands.TakeBackSeat():
            return decide.take_back(table, seat, command)
        case commands.SeatBot():
            return decide.seat_bot(table, seat, command)
        case commands.Kick():
            return decide.kick(table, seat, command)
        case commands.Leave():
            return decide.leave(table, seat, command)
        case commands.Shuffle():
            return decide.shuffle(table, seat, command)
        case commands.Start():
            return decide.start(table, seat, command)
        case commands.Ready():
            return decide.ready(table, seat, command)
        case commands.ChooseFace():
            return decide.choose_face(table, seat, command)
        case commands.AddNonce():
            return decide.add_nonce(table, seat, command)
        case _:
            raise Refused("bad_message", "hello-once")
