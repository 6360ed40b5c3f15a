"""What is kept of a table: an append-only list of events. Folding them gives the table back, to the byte."""

import re

import msgspec
from msgspec import Struct

from allaboard.server.protocol import Level, Settings


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Kept(Struct, tag_field="e", tag=_tag, frozen=True, omit_defaults=True):
    """Something that happened at a table."""


class Opened(Kept, frozen=True):
    """The table stands."""

    settings: Settings
    seed: str
    daily: str | None = None
    after: str | None = None
    """The table that this is the rematch of."""


class Joined(Kept, frozen=True):
    """Somebody sat down; of their secrets only hashes are kept."""

    seat: int
    name: str
    tokens: list[str]
    browser: str | None = None


class Keyed(Kept, frozen=True):
    """The same person came back in the same browser and got another token."""

    seat: int
    token: str


class BotSeated(Kept, frozen=True):
    """A bot sits there now."""

    seat: int
    level: Level


class Emptied(Kept, frozen=True):
    """A seat is free again."""

    seat: int


class Shuffled(Kept, frozen=True):
    """order[new seat] is the old seat."""

    order: list[int]


class Started(Kept, frozen=True):
    """The game begins; what chance does first is already in it."""

    lines: list[tuple[int, str]]


class Chose(Kept, frozen=True):
    """A choice in a simultaneous decision, changed or withdrawn (None); not yet an action of the game."""

    seat: int
    action: str | None
    command: str = ""


class Acted(Kept, frozen=True):
    """Actions of the game: a seat's, or a whole simultaneous decision in seat order, and then what chance did."""

    lines: list[tuple[int, str]]
    seat: int = -1
    command: str = ""
    together: bool = False


class Undone(Kept, frozen=True):
    """The last action was taken back."""

    seat: int
    command: str = ""


class Wheel(Kept, frozen=True):
    """A bot takes the wheel of a seat, or its owner takes it back."""

    seat: int
    bot: bool
    why: str = ""


class Paused(Kept, frozen=True):
    """Everybody has left; the clock stops with this much left."""

    left_ms: int


class Resumed(Kept, frozen=True):
    """Somebody is back; the clock goes on with what it had."""

    left_ms: int


class Followed(Kept, frozen=True):
    """The table of the rematch."""

    table: str


Any = (
    Opened
    | Joined
    | Keyed
    | BotSeated
    | Emptied
    | Shuffled
    | Started
    | Chose
    | Acted
    | Undone
    | Wheel
    | Paused
    | Resumed
    | Followed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Any).decode
