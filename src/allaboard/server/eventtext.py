"""Events as JSON text: what compiled code has written for a step, looked up by its bytes.

Most events have been told before, to another seat or at another table, so their text is there already.
"""

import struct
from functools import cache
from typing import Final

from allaboard import events
from allaboard.game import Game, State
from allaboard.record import row
from allaboard.server.protocol import encode

MOST_KEPT: Final = 20_000
"""Texts that are kept for each game; then all of them are forgotten, and the common ones soon come back."""
COUNTS: Final = struct.Struct("=ii")
"""The beginning of a log: how many rows there are, and for how many there was no room."""
ROW: Final = struct.Struct(f"={events.WIDTH}i")


@cache
def _known(_: str) -> dict[bytes, bytes]:
    """By the bytes of a row: the text of the event."""
    return {}


def events_text(game: Game[State], before: State, after: State, actor: int, action: int) -> bytes:
    """What a step tells the viewer of these two views, as a JSON list; the action is HIDDEN where it is not seen."""
    if game.told is None:
        return encode(game.events(before, after, actor, action))
    log = events.new_log()
    game.told.tell(row(before), row(after), actor, action, log)
    raw: bytes = log.__dict__["raw"]
    count, lost = COUNTS.unpack_from(raw)
    if lost:
        raise ValueError(f"a step told {lost} more than the log has room for")
    known = _known(game.name)
    told = []
    for at in range(COUNTS.size, COUNTS.size + ROW.size * count, ROW.size):
        key = bytes(raw[at : at + ROW.size])
        text = known.get(key)
        if text is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            text = known[key] = _text(game, key)
        told.append(text)
    return b"[" + b",".join(told) + b"]"


def _text(game: Game[State], key: bytes) -> bytes:
    assert game.told is not None
    log = events.new_log()
    log.count = 1
    log.rows[0] = ROW.unpack(key)
    return encode(events.read(log, game.told.EVENTS)[0])
