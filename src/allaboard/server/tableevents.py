"""What is kept of a table: an append-only list of events. Folding them gives the table back, to the byte."""

import re
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from allaboard.server.protocol import Level, Settings


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


VERSION: Final = 2
"""The version of this list of events; a worker announces it (`runs.events`)."""


class Kept(Struct, tag_field="e", tag=_tag, frozen=True, omit_defaults=True):
    """Something that happened at a table."""

    SINCE: ClassVar[int] = 1
    """The version that brought it. It is only kept when every worker of the database knows it."""


class Opened(Kept, frozen=True):
    """The table stands."""

    settings: Settings
    seed: str
    daily: str | None = None
    after: str | None = None
    """The table that this is the rematch of."""
    chain: str | None = None
    """The last seed of the chain that this table's seed is from; see `allaboard.fair`."""
    again: bool = False
    """A further try at the daily challenge, which does not count."""
    rules: int = 1
    """The version of the game's rules."""


class Joined(Kept, frozen=True):
    """Somebody sat down; of their secrets only hashes are kept."""

    seat: int
    name: str
    tokens: list[str]
    browser: str | None = None
    nonce: str | None = None
    """What this person adds to the chance; a rematch takes it over."""


class Nonced(Kept, frozen=True):
    """Somebody has added their part to the chance, before the start and for good."""

    SINCE: ClassVar[int] = 2
    seat: int
    nonce: str
    command: str = ""


class Readied(Kept, frozen=True):
    """Somebody says that they are ready to begin, or not yet."""

    SINCE: ClassVar[int] = 2
    seat: int
    ready: bool
    command: str = ""


class Keyed(Kept, frozen=True):
    """The same person came back in the same browser and got another token."""

    seat: int
    token: str


class BotSeated(Kept, frozen=True):
    """A bot sits there now."""

    seat: int
    level: Level
    by: int = -1
    """The seat that gave the command, and the command's id: so a retry gets the first answer."""
    command: str = ""
    edge: int = 0
    """Of 100 decisions, so many are taken as the next level would."""
    name: str = ""
    """Who it is; empty: whoever belongs to the seat."""


class Emptied(Kept, frozen=True):
    """A seat is free again."""

    seat: int
    by: int = -1
    command: str = ""
    kicked: bool = False
    """The host has sent the person away, who does not get in again."""


class Hosted(Kept, frozen=True):
    """The person on this seat is the host now."""

    SINCE: ClassVar[int] = 2
    seat: int


class Shuffled(Kept, frozen=True):
    """order[new seat] is the old seat."""

    order: list[int]
    by: int = -1
    """An old seat."""
    command: str = ""


class Started(Kept, frozen=True):
    """The game begins; what chance does first is already in it."""

    lines: list[tuple[int, str]]
    by: int = -1
    command: str = ""


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


class Autopilot(Kept, frozen=True, tag="wheel"):
    """A bot plays for a seat from now on, or its owner takes it back."""

    seat: int
    bot: bool
    why: str = ""
    command: str = ""


class Paused(Kept, frozen=True):
    """Everybody has left; the clock stops with this much left."""

    left_ms: int


class Resumed(Kept, frozen=True):
    """Somebody is back; the clock goes on with what it had."""

    left_ms: int


class Followed(Kept, frozen=True):
    """The table of the rematch."""

    table: str
    by: int = -1
    command: str = ""


TableEvent = (
    Opened
    | Joined
    | Nonced
    | Readied
    | Keyed
    | BotSeated
    | Emptied
    | Hosted
    | Shuffled
    | Started
    | Chose
    | Acted
    | Undone
    | Autopilot
    | Paused
    | Resumed
    | Followed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableEvent).decode
