"""The WebSocket of a table: origin, hello, commands and limits. Every input gets a typed answer or a close."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import websocket
from litestar.connection import WebSocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from allaboard.server.codes import hashed, normal_code
from allaboard.server.connection import Connection
from allaboard.server.limits import need
from allaboard.server.lobby import Lobby
from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.origins import origin_allowed
from allaboard.server.protocol import CLOSE, MOST_BYTES, VERSION, encode
from allaboard.server.protocol.commands import Commands, Hello, decode_command
from allaboard.server.protocol.messages import Error
from allaboard.server.refusal import Refused
from allaboard.server.room import Room
from allaboard.server.store import StoreDown
from allaboard.server.visitors import Visitor
from allaboard.server.wire import Wire, wire_of

Socket = WebSocket[Any, Any, Any]  # Any: Litestar's types of user, token and state, which are not used
CLOSING = {code: code for code in ("unknown_table", "bad_message", "bad_version", "restarting", "closed")}
"""The close code for a refused hello, by error code. The default is `forbidden`."""
MOST_MISTAKES = 20
"""The number of invalid frames before a socket is closed."""
MOST_TOO_FAST = 200
"""The number of messages above the rate limit, minus those within it, before a socket is closed."""


@websocket("/api/tables/{table_id:str}/socket", exclude_from_auth=True)
async def table_socket(socket: Socket, table_id: FromPath[str], lobby: NamedDependency[Lobby]) -> None:
    """Serve one viewer at one table until the socket is closed."""
    address = socket.client.host if socket.client else ""
    if not origin_allowed(socket, lobby.config) or lobby.stopping:
        METRICS.count("closed", "origin")
        await socket.close(code=CLOSE["restarting" if lobby.stopping else "forbidden"])
        return
    visitor = lobby.visitor(address)
    opened = lobby.open_sockets
    if opened[visitor.host] >= lobby.config.sockets_per_address or opened.total() >= lobby.config.most_sockets:
        METRICS.count("limited", "address.open_sockets")
        METRICS.count("closed", "too_many")
        await socket.close(code=CLOSE["too_fast"])
        return
    try:
        need("sockets", visitor.budget)
    except Refused:
        METRICS.count("closed", "too_many")
        await socket.close(code=CLOSE["too_fast"])
        return
    opened[visitor.host] += 1
    try:
        await socket.accept()
        await _attend(socket, table_id, lobby, visitor)
    except WebSocketDisconnect:
        pass
    except Exception as error:  # a fault of the server: the client reconnects, and the fault is logged
        log_fault("socket", error, table=normal_code(table_id)[:40])
        METRICS.count("faults", "socket")
        with suppress(Exception):
            await socket.close(code=CLOSE["restarting"], reason="restarting")
    finally:
        opened[visitor.host] -= 1
        if opened[visitor.host] <= 0:
            del opened[visitor.host]


async def _attend(socket: Socket, table_id: str, lobby: Lobby, visitor: Visitor) -> None:
    try:
        async with asyncio.timeout(lobby.config.hello_seconds):
            first = await _receive(socket)
    except TimeoutError:
        METRICS.count("closed", "silent")
        await socket.close(code=CLOSE["silent"], reason="silent")
        return
    try:
        room, token = await _admit(first, table_id, lobby, visitor)
    except Refused as refused:
        await _refuse(socket, refused.told(None), CLOSING.get(refused.code, "forbidden"))
        return
    except StoreDown:
        await _refuse(socket, Refused("storage", "cannot-read").told(None), "restarting")
        return

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    wire = wire_of(socket.scope)
    connection = Connection(token, send, close, wire, visitor.host, lobby.limits)
    writer = asyncio.create_task(connection.write())
    try:
        await room.enter(connection)
        # In a task of its own: here each message would wake a dozen coroutines of the framework, one inside the other.
        listening = asyncio.create_task(_listen(wire or socket, connection, room, lobby))
        try:
            await listening
        finally:
            listening.cancel()
    except Refused as refused:
        METRICS.count("closed", refused.code)
        connection.tell(refused.told(None))
        connection.close(CLOSING.get(refused.code, "forbidden"))
    finally:
        await room.leave(connection)
        connection.close("slow_reader")
        with suppress(TimeoutError):  # let the close frame go out
            await asyncio.wait_for(connection.ended.wait(), 2)
        writer.cancel()


async def _refuse(socket: Socket, error: Error, why: str) -> None:
    METRICS.count("closed", why)
    await socket.send({"type": "websocket.send", "text": encode(error).decode(), "bytes": None})
    await socket.close(code=CLOSE[why], reason=why)


async def _admit(first: str, table_id: str, lobby: Lobby, visitor: Visitor) -> tuple[Room, str | None]:
    """The room of a table, and the token of a hello. The room checks the token."""
    command = _read(first)
    if not isinstance(command, Hello):
        raise Refused("bad_message", "hello-first")
    if command.version != VERSION:
        raise Refused("bad_version", "bad-version", version=VERSION, yours=command.version)
    lobby.need_open()
    room = await lobby.room(table_id, visitor)
    return room, None if command.token is None else hashed(command.token)


async def _listen(socket: Socket | Wire, connection: Connection, room: Room, lobby: Lobby) -> None:
    mistakes = 0
    while not connection.ending:
        text = await _receive(socket)
        if connection.ending:
            return
        try:
            need("messages", connection.socket, connection.seat, connection.address)
            command = _read(text)
            if isinstance(command, Hello):
                raise Refused("bad_message", "hello-once")
        except Refused as refused:
            METRICS.count("refused", refused.code)
            mistakes += refused.code == "bad_message"
            connection.tell(refused.told(None))
            if mistakes > MOST_MISTAKES:
                connection.close("bad_message")
            elif (bucket := connection.socket.bucket("messages")) and bucket.exhausted > MOST_TOO_FAST:
                connection.close("too_fast")
                return
            continue
        if lobby.stopping:
            connection.tell(Refused("restarting", "restarting").told(command.id))
            continue
        await room.commands.carry_out(connection, command)


async def _receive(socket: Socket | Wire) -> str:
    message: Any = await socket.receive()  # Any: an event of ASGI, whose fields depend on its type
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=1000)
    if text := message.get("text"):
        return str(text)
    return bytes(message.get("bytes") or b"").decode("utf-8", "replace")


def _read(text: str) -> Commands:
    if len(text) > MOST_BYTES:
        raise Refused("too_big", "too-big", most=MOST_BYTES)
    try:
        return decode_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", "bad-message", why=str(error)[:200]) from None
