"""The socket of a table: origin, hello, commands, limits; whatever comes in, a typed answer or a close goes out."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import websocket
from litestar.connection import WebSocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from allaboard.server.codes import hashed
from allaboard.server.config import Config
from allaboard.server.connection import Connection
from allaboard.server.limits import Bucket
from allaboard.server.lobby import Lobby
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import (
    CLOSE,
    MOST_BYTES,
    VERSION,
    Advise,
    Chat,
    Commands,
    Emote,
    Error,
    Hello,
    decode_command,
    encode,
)
from allaboard.server.refusal import Refused
from allaboard.server.room import Room
from allaboard.server.store import StoreDown
from allaboard.server.wire import wire_of

Socket = WebSocket[Any, Any, Any]
CLOSING = {code: code for code in ("unknown_table", "bad_message", "bad_version", "restarting")}
"""How a socket is closed by why its hello was refused; otherwise as forbidden."""
MOST_MISTAKES = 20
"""Frames that are no messages, before a socket is closed."""

_open: Counter[str] = Counter()


@websocket("/api/tables/{table_id:str}/socket", exclude_from_auth=True)
async def table_socket(socket: Socket, table_id: FromPath[str], lobby: NamedDependency[Lobby]) -> None:
    """One viewer at one table, from hello to goodbye."""
    address = socket.client.host if socket.client else ""
    if not origin_allowed(socket, lobby.config) or lobby.stopping:
        METRICS.count("closed", "origin")
        await socket.close(code=CLOSE["restarting" if lobby.stopping else "forbidden"])
        return
    if _open[address] >= lobby.config.sockets_per_address or _open.total() >= lobby.config.most_sockets:
        METRICS.count("closed", "too_many")
        await socket.close(code=CLOSE["too_fast"])
        return
    _open[address] += 1
    try:
        await socket.accept()
        await _attend(socket, table_id, lobby)
    except WebSocketDisconnect:
        pass
    finally:
        _open[address] -= 1
        if _open[address] <= 0:
            del _open[address]


def origin_allowed(socket: Socket, config: Config) -> bool:
    """A page of another site may not speak for its visitor. Programs that are no browsers send no Origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    return urlsplit(origin).netloc.lower() == (socket.headers.get("host") or "").lower()


async def _attend(socket: Socket, table_id: str, lobby: Lobby) -> None:
    try:
        async with asyncio.timeout(lobby.config.hello_seconds):
            first = await _receive(socket)
    except TimeoutError:
        METRICS.count("closed", "silent")
        await socket.close(code=CLOSE["silent"], reason="silent")
        return
    try:
        room, token = await _admit(first, table_id, lobby)
    except Refused as refused:
        await _refuse(socket, refused.told(None), CLOSING.get(refused.code, "forbidden"))
        return
    except StoreDown:
        await _refuse(socket, Error("storage", "the table cannot be read at the moment; try again"), "restarting")
        return

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    connection = Connection(token, send, close, wire_of(socket.scope))
    writer = asyncio.create_task(connection.write())
    try:
        await room.enter(connection)
        await _listen(socket, connection, room, lobby)
    except Refused as refused:
        METRICS.count("closed", refused.code)
        connection.tell(refused.told(None))
        connection.close("forbidden")
    finally:
        await room.leave(connection)
        connection.close("slow_reader")
        with suppress(TimeoutError):  # let the close itself go out
            await asyncio.wait_for(connection.ended.wait(), 2)
        writer.cancel()


async def _refuse(socket: Socket, error: Error, why: str) -> None:
    METRICS.count("closed", why)
    await socket.send({"type": "websocket.send", "text": encode(error).decode(), "bytes": None})
    await socket.close(code=CLOSE[why], reason=why)


async def _admit(first: str, table_id: str, lobby: Lobby) -> tuple[Room, str | None]:
    """Which table, and with which token; whether the token opens a seat is for the room to say."""
    command = _read(first)
    if not isinstance(command, Hello):
        raise Refused("bad_message", "the first message must be hello")
    if command.version != VERSION:
        raise Refused("bad_version", f"this server speaks version {VERSION} of the protocol, not {command.version}")
    lobby.need_open()
    room = await lobby.room(table_id)
    return room, None if command.token is None else hashed(command.token)


async def _listen(socket: Socket, connection: Connection, room: Room, lobby: Lobby) -> None:
    commands, talk, advice, mistakes = Bucket(20, 60), Bucket(0.5, 5), Bucket(1, 12), 0
    while not connection.ending:
        text = await _receive(socket)
        if connection.ending:
            return
        try:
            if lobby.config.rates and not commands.take():
                if commands.exhausted > 200:
                    connection.close("too_fast")
                    return
                raise Refused("too_fast", "that is more than anybody can play; slow down")
            command = _read(text)
            if isinstance(command, Hello):
                raise Refused("bad_message", "hello is said only once")
        except Refused as refused:
            METRICS.count("refused", refused.code)
            mistakes += refused.code == "bad_message"
            connection.tell(refused.told(None))
            if mistakes > MOST_MISTAKES:
                connection.close("bad_message")
            continue
        if isinstance(command, Chat | Emote) and lobby.config.rates and not talk.take():
            connection.tell(Error("too_fast", "let the others speak, too; slow down", command.id))
            continue
        if isinstance(command, Advise) and lobby.config.rates and not advice.take():
            connection.tell(Error("too_fast", "that is more advice than anybody can follow; slow down", command.id))
            continue
        if lobby.stopping:
            connection.tell(Error("restarting", "the server restarts; come back in a moment", command.id))
            continue
        await room.command(connection, command)


async def _receive(socket: Socket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=1000)
    text, data = message.get("text"), message.get("bytes")
    return str(text) if text else bytes(data or b"").decode("utf-8", "replace")  # type: ignore[call-overload]


def _read(text: str) -> Commands:
    if len(text) > MOST_BYTES:
        raise Refused("too_big", f"a message has at most {MOST_BYTES} bytes")
    try:
        return decode_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", f"not a message of this protocol: {str(error)[:200]}") from None
