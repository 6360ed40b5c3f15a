"""What the server sends."""

from typing import Literal

from msgspec import Struct

from allaboard.events import Reason, tag
from allaboard.layout import Json
from allaboard.server.protocol import ActionInfo, Code, Emotes, Expects, Hint, Step, TableInfo


class Message(Struct, tag_field="type", tag=tag, frozen=True):
    """A message from the server."""


class Said(Message, frozen=True, tag="chat"):
    """A chat message. Spectators have no seat."""

    seat: int | None
    """The writer's seat; null for a spectator."""
    name: str
    """The writer's name."""
    text: str
    """What was said."""
    ply: int = 0
    """The ply of the table at that time."""
    at: int = 0
    """When it was sent, in milliseconds since 1970."""


class Welcome(Message, frozen=True):
    """The answer to hello."""

    version: int
    you: int | None
    """Your seat; null for a spectator."""
    table: TableInfo
    remarks: list[Said] = []
    """The last chat messages, oldest first. The server keeps them in memory only."""


class TableNews(Message, frozen=True, tag="table"):
    """People, bots, seats or settings of the table have changed."""

    table: TableInfo
    you: int | None
    """Your seat; null for a spectator."""


class Presence(Message, frozen=True):
    """Who is connected now. Changes within a short time are sent together."""

    connected: list[int]
    """Seats of connected people and of bots."""
    spectators: int


class Countdown(Message, frozen=True):
    """The countdown 3, 2, 1, 0. It is announced two seconds before the 3, so nobody has less than five seconds."""

    ply: int
    count: int
    """The number that is called."""
    left_ms: int
    """Milliseconds until zero."""
    seat: int
    """The seat that may call the countdown."""
    why: Literal["called", "clock"]
    """`called` by that seat, or because the `clock` of the decision runs out."""
    binding: bool
    """Whether seats without a choice at zero are late. Without a clock nobody is late."""


class Position(Message, frozen=True):
    """The complete position as the receiver may see it, and the actions that the receiver may take."""

    ply: int
    view: Json
    """What the receiver may know: the fields of the game's state, scores, ranks and derived values."""
    actors: list[int]
    """The seats that must act now; 8 is chance."""
    decided: list[int]
    """In a simultaneous decision: the seats that have chosen. Their choices stay hidden until all have chosen."""
    choice: str | None
    """Your own choice so far."""
    actions: list[ActionInfo]
    """Your legal actions. Empty if you need not act."""
    undo: bool
    """Whether the receiver may undo now."""
    may_call: bool
    """Whether the receiver may call the countdown now."""
    clock_ms: int | None
    """Milliseconds left for this decision."""
    steps: list[Step]
    """The steps since the last position sent to this socket."""
    undone: list[int]
    """The numbers of the steps that were undone since then."""
    first: Json | None = None
    """The position before the steps, if they are the first steps of the game."""
    text: str | None = None
    """The table as plain text, for games without a board in the browser."""
    translations: dict[str, str] = {}
    """The same in other languages, if the game has them."""
    pad: str = ""
    """Makes all frames equally long, whatever the choice is."""


class Decided(Message, frozen=True):
    """In a simultaneous decision: the seats that have chosen, and your own choice."""

    ply: int
    decided: list[int]
    """The seats that have chosen."""
    choice: str | None
    """Your own choice so far."""
    undo: bool
    """Whether the receiver may undo now."""
    may_call: bool
    """Whether the receiver may call the countdown now."""
    pad: str
    """Makes all frames equally long, whatever the choice is."""


class Advice(Message, frozen=True):
    """The answer to `advise`: every legal action, best first."""

    id: str
    """The id of the command."""
    ply: int
    expects: Expects
    """The unit of the values."""
    hints: list[Hint]


class StoryTold(Message, frozen=True, tag="story"):
    """The answer to `story`."""

    id: str
    """The id of the command."""
    steps: list[Step]


class Emoted(Message, frozen=True, tag="emote"):
    """An emote."""

    seat: int
    name: Emotes


class Ack(Message, frozen=True):
    """The command was carried out and stored."""

    id: str
    """The id of the command."""
    ply: int
    """The ply of the table after the command."""


class Error(Message, frozen=True):
    """The command was refused and changed nothing. Says why, and what would be right."""

    code: Code
    message: str
    """In English."""
    id: str | None = None
    """The id of the command; null if it had none."""
    key: str | None = None
    """The key of the message in the catalogs."""
    args: dict[str, str | int | float] = {}
    """The values of the variables of that message."""
    clause: str | None = None
    """The clause of the rules that forbids the action."""
    reason: Reason | None = None
    """The same reason as data."""
    legal: list[str] = []
    """The legal actions as text, if the action was illegal."""


class Over(Message, frozen=True):
    """The game has ended."""

    scores: list[int]
    """By seat."""
    ranks: list[int]
    """By seat; 1 is the best, and ties share a rank."""
    record_url: str
    """The address of the game's record."""
    seed: str | None
    """The seed of all chance. Null for a daily challenge until its day is over."""
    nonces: list[str | None] = []
    """By seat: the nonces that the players added. Empty for a daily challenge."""


class Rematched(Message, frozen=True, tag="rematch"):
    """The table of the rematch. Your token opens your seat there, too."""

    table: str
    """The id of the new table."""


class Pong(Message, frozen=True):
    """The answer to `ping`."""

    id: str
    """The id of the command."""


Messages = (
    Welcome
    | TableNews
    | Presence
    | Countdown
    | Position
    | Decided
    | Advice
    | StoryTold
    | Said
    | Emoted
    | Ack
    | Error
    | Over
    | Rematched
    | Pong
)
