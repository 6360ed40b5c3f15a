"""Push messages over HTTP: whether the server sends them, and subscriptions to them."""

from contextlib import suppress

from litestar import get, post
from litestar.params import JSONBody

from allaboard.server import forms, pushing, subscriptions
from allaboard.server.codes import hashed
from allaboard.server.endpoints import Forbidden, Unreachable
from allaboard.server.limits import need
from allaboard.server.lobby import Lobby
from allaboard.server.refusal import Refused
from allaboard.server.requests import PROBLEMS, Asked, TableId, TheLobby, visitor_of
from allaboard.server.store import Change, Conflict, now_ms
from allaboard.server.subscriptions import Subscription
from allaboard.server.table import SLOW, Table
from allaboard.server.visitors import Visitor


@get("/push", responses=PROBLEMS)
async def push_offer(lobby: TheLobby) -> forms.PushOffer:
    """The public key for push messages, if the server sends any."""
    server = lobby.pushing.server
    return forms.PushOffer(server.public if server else None, SLOW)


@post("/tables/{table_id:str}/push", responses=PROBLEMS)
async def subscribe(
    request: Asked, table_id: TableId, data: JSONBody[forms.NewSubscription], lobby: TheLobby
) -> forms.Subscribed:
    """Ask for a push message when it is this seat's turn and its page is closed. Ask again to renew it."""
    lobby.need_open()
    if lobby.pushing.server is None:
        raise Refused("not_now", "push-off")
    visitor = visitor_of(request, lobby)
    need("push", visitor.budget)
    token = hashed(data.token)
    table, seat = await _seat(table_id, token, lobby, visitor)
    if table.phase == "over":
        raise Refused("not_now", "over")
    if not pushing.is_slow(table.settings):
        raise Refused("not_now", "push-fast")
    one = await _checked(data, lobby)
    ply = -1 if table.phase == "gathering" else table.ply
    with suppress(Conflict):  # another request of the same browser was first
        await lobby.store.keep(Change(statements=subscriptions.keep(table.id, token, one, ply, now_ms())))
    return forms.Subscribed(table.id, seat, subscriptions.KEPT_DAYS)


async def _checked(data: forms.NewSubscription, lobby: Lobby) -> Subscription:
    from allaboard.server.webpush import BadKeys, Receiver

    try:
        Receiver.read(data.p256dh, data.auth)
    except BadKeys:
        raise Refused("bad_request", "push-keys") from None
    try:
        await lobby.pushing.need(data.endpoint)
    except (Forbidden, Unreachable):
        raise Refused("bad_request", "push-endpoint") from None
    return Subscription(data.endpoint, data.p256dh.rstrip("="), data.auth.rstrip("="))


async def _seat(table_id: str, token: str, lobby: Lobby, visitor: Visitor) -> tuple[Table, int]:
    """The seat of a token. Another worker may have seated the player a moment ago."""
    room = await lobby.room(table_id, visitor)
    if room.table.seat_of(token) is None and lobby.shared:
        async with room.lock:
            room.need_open()
            await room.catch_up()
    if (seat := room.table.seat_of(token)) is None:
        raise Refused("unknown_token", "unknown-token")
    return room.table, seat


@post("/push/end", responses=PROBLEMS, status_code=200)
async def unsubscribe(request: Asked, data: JSONBody[forms.EndSubscription], lobby: TheLobby) -> forms.Unsubscribed:
    """Delete the subscriptions of a browser at all tables. Only the browser itself knows its endpoint."""
    need("push", visitor_of(request, lobby).budget)
    return forms.Unsubscribed(await lobby.store.write(lambda kept: subscriptions.end(kept, data.endpoint)))


ROUTES = (push_offer, subscribe, unsubscribe)
