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


class Kept(Struct, tag_field="e", tag=_tag, frozen=True, omit_defaults=True):
    """An event of a table."""

    SINCE: ClassVar[int] = 1
    """The version that introduced the event. It is stored only if every worker of the database knows it."""


class Opened(Kept, frozen=True):
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


class Joined(Kept, frozen=True):
    """Somebody took a seat. Only hashes of their secrets are stored."""

    seat: int
    name: str
    tokens: list[str]
    browser: str | None = None
    nonce: str | None = None
    """The nonce that this person added. A rematch keeps it."""
    face: Face | None = None


class Nonced(Kept, frozen=True):
    """Somebody added a nonce to the random draws. It cannot be changed."""

    SINCE: ClassVar[int] = 2
    seat: int
    nonce: str
    command: str = ""


class Readied(Kept, frozen=True):
    """Somebody is ready to start, or not ready any more."""

    SINCE: ClassVar[int] = 2
    seat: int
    ready: bool
    command: str = ""


class Dressed(Kept, frozen=True):
    """A person chose a face."""

    SINCE: ClassVar[int] = 2
    seat: int
    face: Face
    command: str = ""


class Keyed(Kept, frozen=True):
    """The same person came back in the same browser and got another token."""

    seat: int
    token: str


class BotSeated(Kept, frozen=True):
    """A bot was put on a seat."""

    seat: int
    level: Level
    by: int = -1
    """The seat that gave the command and the command's id, so that a retry gets the first answer."""
    command: str = ""
    edge: int = 0
    """The number of decisions out of 100 that the bot takes as the next level would; negative: as the level below."""
    name: str = ""
    """The bot's name; empty: the default name of the seat."""


class Emptied(Kept, frozen=True):
    """A seat became free."""

    seat: int
    by: int = -1
    command: str = ""
    kicked: bool = False
    """Whether the host removed the person, who may not come back."""


class Hosted(Kept, frozen=True):
    """The person on this seat became the host."""

    SINCE: ClassVar[int] = 2
    seat: int


class Shuffled(Kept, frozen=True):
    """The seats were shuffled: `order[new seat]` is the old seat."""

    order: list[int]
    by: int = -1
    """A seat number before the shuffle."""
    command: str = ""


class Started(Kept, frozen=True):
    """The game started. The first random draws are included."""

    lines: list[tuple[int, str]]
    by: int = -1
    command: str = ""


class Chose(Kept, frozen=True):
    """A choice in a simultaneous decision was made, changed or withdrawn (None). It is not an action yet."""

    seat: int
    action: str | None
    command: str = ""


class Acted(Kept, frozen=True):
    """Actions of one seat, or of a simultaneous decision in seat order, and the random draws after them."""

    lines: list[tuple[int, str]]
    seat: int = -1
    command: str = ""
    together: bool = False


class Undone(Kept, frozen=True):
    """The last action was undone."""

    seat: int
    command: str = ""


class Rewound(Kept, frozen=True):
    """An action was undone, together with the bots' moves since."""

    SINCE: ClassVar[int] = 2
    seat: int
    command: str = ""


class Autopilot(Kept, frozen=True, tag="wheel"):
    """A bot plays for a seat from now on, or the owner took the seat back."""

    seat: int
    bot: bool
    why: str = ""
    command: str = ""


class Paused(Kept, frozen=True):
    """Everybody left; the clock stopped with this much time left."""

    left_ms: int


class Resumed(Kept, frozen=True):
    """Somebody came back; the clock went on."""

    left_ms: int


class Followed(Kept, frozen=True):
    """The rematch was opened at another table."""

    table: str
    by: int = -1
    command: str = ""


TableEvent = (
    Opened
    | Joined
    | Nonced
    | Readied
    | Dressed
    | Keyed
    | BotSeated
    | Emptied
    | Hosted
    | Shuffled
    | Started
    | Chose
    | Acted
    | Undone
    | Rewound
    | Autopilot
    | Paused
    | Resumed
    | Followed
)

BACK: Final = (Undone, Rewound)
"""The events that take something back."""
NEWS: Final = {Joined, BotSeated, Emptied, Hosted, Shuffled, Autopilot, Started, Nonced, Readied, Dressed}
"""Events that change what everybody knows about the table."""
SEATS: Final = {Emptied, Keyed}
"""Events after which a token may not open a seat any more."""
MOVES: Final = {Acted, Started}
"""Events that lead to another position."""
CHOICES: Final = {Chose, Autopilot}
"""Events that change who has chosen."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableEvent).decode
