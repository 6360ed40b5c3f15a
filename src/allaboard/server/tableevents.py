"""The events of a table, stored as an append-only list. Applying them in order gives exactly the same table again."""

import re
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from allaboard.bots.personas import Face
from allaboard.server.protocol import Level, Settings


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


VERSION: Final = 2
"""The version of this list of events. A worker announces it (`runs.events`)."""


class StoredEvent(Struct, tag_field="e", tag=_tag, frozen=True, omit_defaults=True):
    """An event of a table."""

    SINCE: ClassVar[int] = 1
    """The version that introduced the event. It is stored only if every worker of the database knows it."""


class Opened(StoredEvent, frozen=True):
    """The table was opened."""

    settings: Settings
    seed: str
    daily: str | None = None
    after: str | None = None
    """The table that this one is the rematch of."""
    chain: str | None = None
    """The last seed of the chain that this table's seed belongs to; see `allaboard.fair`."""
    again: bool = False
    """Whether this is a second try at the daily challenge, which is not rated."""
    rules: int = 1
    """The version of the game's rules."""


class Joined(StoredEvent, frozen=True):
    """Somebody took a seat. Only hashes of their secrets are stored."""

    seat: int
    name: str
    tokens: list[str]
    browser: str | None = None
    nonce: str | None = None
    """The nonce that this person added. A rematch keeps it."""
    face: Face | None = None


class NonceAdded(StoredEvent, frozen=True, tag="nonced"):
    """Somebody added a nonce to the random draws. It cannot be changed."""

    SINCE: ClassVar[int] = 2
    seat: int
    nonce: str
    command: str = ""


class ReadyChanged(StoredEvent, frozen=True, tag="readied"):
    """Somebody is ready to start, or not ready any more."""

    SINCE: ClassVar[int] = 2
    seat: int
    ready: bool
    command: str = ""


class FaceChosen(StoredEvent, frozen=True, tag="dressed"):
    """A person chose a face."""

    SINCE: ClassVar[int] = 2
    seat: int
    face: Face
    command: str = ""


class TokenAdded(StoredEvent, frozen=True, tag="keyed"):
    """The same person came back in the same browser and got another token."""

    seat: int
    token: str


class BotSeated(StoredEvent, frozen=True):
    """A bot was put on a seat."""

    seat: int
    level: Level
    by: int = -1
    """The seat that gave the command. With the command's id, a retry gets the first answer."""
    command: str = ""
    percent: int = msgspec.field(default=0, name="edge")  # stored under its former name
    """The number of decisions out of 100 that the bot takes as the next level would; negative: as the level below."""
    name: str = ""
    """The bot's name; empty: the default name of the seat."""


class SeatFreed(StoredEvent, frozen=True, tag="emptied"):
    """A seat became free."""

    seat: int
    by: int = -1
    command: str = ""
    kicked: bool = False
    """Whether the host removed the person, who may not come back."""


class HostChanged(StoredEvent, frozen=True, tag="hosted"):
    """The person on this seat became the host."""

    SINCE: ClassVar[int] = 2
    seat: int


class Shuffled(StoredEvent, frozen=True):
    """The seats were shuffled: `order[new seat]` is the old seat."""

    order: list[int]
    by: int = -1
    """A seat number before the shuffle."""
    command: str = ""


class Started(StoredEvent, frozen=True):
    """The game started. The first random draws are included."""

    lines: list[tuple[int, str]]
    by: int = -1
    command: str = ""


class Chose(StoredEvent, frozen=True):
    """A choice in a simultaneous decision was made, changed or withdrawn (None). It is not an action yet."""

    seat: int
    action: str | None
    command: str = ""


class Acted(StoredEvent, frozen=True):
    """Actions of one seat, or of a simultaneous decision in seat order, and the random draws after them."""

    lines: list[tuple[int, str]]
    seat: int = -1
    command: str = ""
    together: bool = False


class Undone(StoredEvent, frozen=True):
    """The last action was undone."""

    seat: int
    command: str = ""


class Rewound(StoredEvent, frozen=True):
    """An action was undone, together with the bots' moves after it."""

    SINCE: ClassVar[int] = 2
    seat: int
    command: str = ""


class Autopilot(StoredEvent, frozen=True, tag="wheel"):
    """A bot plays for a seat from now on, or the owner took the seat back."""

    seat: int
    bot: bool
    why: str = ""
    command: str = ""


class Paused(StoredEvent, frozen=True):
    """Everybody left; the clock stopped with this much time left."""

    left_ms: int


class Resumed(StoredEvent, frozen=True):
    """Somebody came back; the clock went on."""

    left_ms: int


class RematchOpened(StoredEvent, frozen=True, tag="followed"):
    """The rematch was opened at another table."""

    table: str
    by: int = -1
    command: str = ""


TableEvent = (
    Opened
    | Joined
    | NonceAdded
    | ReadyChanged
    | FaceChosen
    | TokenAdded
    | BotSeated
    | SeatFreed
    | HostChanged
    | Shuffled
    | Started
    | Chose
    | Acted
    | Undone
    | Rewound
    | Autopilot
    | Paused
    | Resumed
    | RematchOpened
)

BACK: Final = (Undone, Rewound)
"""The events that undo something."""
NEWS: Final = {
    Joined,
    BotSeated,
    SeatFreed,
    HostChanged,
    Shuffled,
    Autopilot,
    Started,
    NonceAdded,
    ReadyChanged,
    FaceChosen,
}
"""Events that change what everybody knows about the table."""
SEATS: Final = {SeatFreed, TokenAdded}
"""Events after which a token may not open a seat any more."""
MOVES: Final = {Acted, Started}
"""Events that lead to another position."""
CHOICES: Final = {Chose, Autopilot}
"""Events that change who has chosen."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableEvent).decode
