"""Every message between a browser and the server, as types. docs/reference/websocket.md explains them.

A socket speaks JSON, one message a frame, each with its `type`. `client/src/protocol.ts` is generated from here.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from allaboard.bots.personas import Face
from allaboard.events import Event, Reason, tag
from allaboard.layout import Json

VERSION: Final = 2
MOST_BYTES: Final = 16 * 1024
"""The largest frame that a client may send."""

Id = Annotated[str, Meta(min_length=1, max_length=40, description="Chosen by the client; a retry repeats it.")]
Ply = Annotated[int, Meta(ge=0, le=2**31, description="Counts every action and every undo at the table.")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Level = Literal["random", "easy", "medium", "hard", "expert"]
Phase = Literal["gathering", "playing", "over"]
Unrated = Literal["autopilot", "undo", "again"]
"""Why a try at the daily challenge does not count: a bot played, an undo after a bot's action, a further try."""
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes as hexadecimal digits.")]
Emotes = Literal["wave", "clap", "laugh", "think", "wow", "oops", "hurry", "thanks"]
Expects = Literal["score", "chance to win", "chance not to lose the round"]
"""What a hint's value is."""
OptionValue = int | Annotated[list[int], Meta(max_length=64)]

Code = Literal[
    "bad_message",  # not a message of this protocol
    "bad_version",  # the client speaks another version
    "unknown_table",
    "unknown_token",  # this token opens no seat here
    "no_spectators",  # the table is closed to watchers
    "not_seated",  # a watcher cannot do this
    "not_host",
    "not_now",  # the table is in another phase
    "stale",  # the table has moved on since this ply
    "ahead",  # this ply has not been reached
    "not_your_turn",
    "illegal",  # with the clause, the reason and what is legal
    "no_undo",
    "no_hints",  # the table is played without them
    "on_autopilot",  # take the seat back first
    "table_full",
    "seat_taken",
    "bad_name",
    "bad_settings",
    "too_fast",
    "too_big",
    "storage",  # the move could not be kept, so it was not made; try again
    "restarting",
    "not_found",
    "not_over",
    "already_played",  # the daily challenge has one rated try
    "closed",  # by the operator, by age, or because it cannot be read
    "kicked",  # the host has sent this person away
    "foreign_origin",  # a page of another site asks
    "bad_request",
]

CLOSE: Final = {
    "restarting": 1012,
    "bad_message": 4000,
    "bad_version": 4001,
    "forbidden": 4003,
    "unknown_table": 4004,
    "too_fast": 4008,
    "silent": 4009,
    "slow_reader": 4010,
    "kicked": 4011,
    "closed": 4012,
}
"""Why the server closes a socket. Come back after 1012 and 4010; do not after the others."""


class Command(Struct, tag_field="type", tag=tag, frozen=True, forbid_unknown_fields=True):
    """A message from a client."""


class Message(Struct, tag_field="type", tag=tag, frozen=True):
    """A message from the server."""


# ---- what both sides speak of


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=64)] = {}
    clock: Annotated[int, Meta(ge=0, le=604_800, description="Seconds for each decision; 0 is no clock.")] = 0
    patience: Annotated[
        int, Meta(ge=5, le=604_800, description="Seconds that the table waits for a player who is away.")
    ] = 120
    level: Annotated[
        Level, Meta(description="The level of the bot that plays for a player who is away or out of time.")
    ] = "medium"
    public: bool = False
    spectators: bool = True
    memory_aid: Annotated[
        bool, Meta(description="Show what everybody has seen; for games that declare a memory aid.")
    ] = True
    hints: Annotated[
        bool | None, Meta(description="Whether hints are allowed; null: only to a person who plays alone with bots.")
    ] = None


class Player(Struct, frozen=True):
    """A person or a bot on a seat."""

    name: str
    bot: Level | None = None
    connected: bool = True
    autopilot: bool = False
    """A bot plays for this person until they take the seat back."""
    ready: bool = False
    """Before the start: whether this person has said that they are ready."""
    style: str | None = None
    """How a bot plays: one of the game's styles."""
    face: Face | None = None
    """A bot's face."""
    stand_in: Level | None = None
    """The level that plays for this bot while the server still compiles the bot's own level."""


class TableInfo(Struct, frozen=True):
    """A table, with what everybody may know about it."""

    id: str
    title: str
    phase: Phase
    settings: Settings
    players: list[Player | None]
    host: int
    spectators: int
    hints: bool
    """Whether players may ask for advice: never in a daily challenge."""
    commitment: str
    """The SHA-256 of the seed that chance comes from; the seed itself is told after the end."""
    daily: str | None = None
    rematch: str | None = None
    nonces: list[str | None] = []
    """By seat: the SHA-256 of what the player has added to the chance."""
    unrated: Unrated | None = None
    """Why a daily challenge does not count."""


class ActionInfo(Struct, frozen=True):
    """One legal action: its text form, and its parts for a board to draw."""

    text: str
    parts: object


class Hint(Struct, frozen=True):
    """The expected result of an action."""

    text: str
    value: float


class Step(Struct, frozen=True):
    """One step of the game as one viewer may know it."""

    ply: int
    """Its number at this table. It never changes, and no other step ever gets it."""
    actor: int
    """The seat; 8 is chance."""
    action: str | None
    """None where it is hidden from the viewer."""
    events: list[Event]
    """What it did, in order."""


# ---- client to server


class Hello(Command, frozen=True):
    """The first message. Without a token the client is a spectator."""

    version: int
    token: Annotated[str, Meta(max_length=64)] | None = None


class Act(Command, frozen=True):
    """Take an action. In a simultaneous decision: choose, or change your choice."""

    id: Id
    ply: Ply
    action: Annotated[str, Meta(max_length=64)]
    pad: Annotated[
        str, Meta(max_length=64, description="Ignored; hides the length of the action from people who can see frames.")
    ] = ""


class Withdraw(Command, frozen=True):
    """Withdraw your choice in a simultaneous decision that is still open."""

    id: Id
    ply: Ply


class Call(Command, frozen=True):
    """Start the countdown, if the game has one and your seat may start it."""

    id: Id
    ply: Ply


class Undo(Command, frozen=True):
    """Undo your last action. Chance, reveals and actions of other players cannot be undone."""

    id: Id
    ply: Ply


class Advise(Command, frozen=True):
    """Ask what the expert bot expects of each of your actions. Only the asking socket gets the answer."""

    id: Id
    ply: Ply


class Chat(Command, frozen=True):
    """Say something to the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Emote(Command, frozen=True):
    """A gesture."""

    id: Id
    name: Emotes


class TakeBackSeat(Command, frozen=True):
    """Take your seat back from the bot that plays for you."""

    id: Id


class Story(Command, frozen=True):
    """Ask for the last steps again."""

    id: Id
    last: Annotated[int, Meta(ge=1, le=400)] = 40


class Rematch(Command, frozen=True):
    """After the end: a new table with the same people."""

    id: Id


class SeatBot(Command, frozen=True):
    """Host, before the start: put a bot on an open seat, or change its level."""

    id: Id
    seat: SeatNumber
    level: Level


class Kick(Command, frozen=True):
    """Host, before the start: empty a seat."""

    id: Id
    seat: SeatNumber


class Leave(Command, frozen=True):
    """Leave the table. Before the start the seat becomes free; later a bot plays for it."""

    id: Id


class Shuffle(Command, frozen=True):
    """Host, before the start: shuffle the seats."""

    id: Id


class Start(Command, frozen=True):
    """Host: start the game. Open seats get bots of the table's level."""

    id: Id


class Ready(Command, frozen=True):
    """Before the start: say that one is ready, or not yet."""

    id: Id
    ready: bool


class AddNonce(Command, frozen=True):
    """Before the start, once: add a nonce to the chance of the game, whose commitment is already public."""

    id: Id
    nonce: Nonce


class Ping(Command, frozen=True):
    """Answered by `pong`."""

    id: Id


Commands = (
    Hello
    | Act
    | Withdraw
    | Call
    | Undo
    | Advise
    | Chat
    | Emote
    | TakeBackSeat
    | Story
    | Rematch
    | SeatBot
    | Kick
    | Leave
    | Shuffle
    | Start
    | Ready
    | AddNonce
    | Ping
)


# ---- server to client


class Welcome(Message, frozen=True):
    """The answer to hello."""

    version: int
    you: int | None
    """The seat; None: a watcher."""
    table: TableInfo


class TableNews(Message, frozen=True, tag="table"):
    """The table has changed: people, bots, seats, settings."""

    table: TableInfo
    you: int | None


class Presence(Message, frozen=True):
    """Who is connected now. Sent shortly after a change; several changes are combined."""

    connected: list[int]
    """Seats of people and bots."""
    spectators: int


class Countdown(Message, frozen=True):
    """3, 2, 1, 0. The first message comes two seconds before the 3 is said, so that nobody has less than five."""

    ply: int
    count: int
    left_ms: int
    """Time left until zero."""
    seat: int
    """Who counts."""
    why: Literal["called", "clock"]
    """Whether that seat called it, or the time of the decision ends."""
    binding: bool
    """Whether a seat that has not chosen at zero is late. Without a clock nobody is."""


class Position(Message, frozen=True):
    """The complete position as the receiver may see it, and what the receiver may do."""

    ply: int
    view: Json
    """What the receiver may know: the fields of the game's state, its scores and ranks, and what follows from them."""
    actors: list[int]
    decided: list[int]
    """In a simultaneous decision: who has chosen. What they chose stays hidden until all have."""
    choice: str | None
    """One's own choice so far."""
    actions: list[ActionInfo]
    undo: bool
    """Whether the receiver may undo now."""
    may_call: bool
    """Whether the receiver may call the countdown now."""
    clock_ms: int | None
    """Time left for this decision."""
    steps: list[Step]
    """What happened since the last position that this socket was sent."""
    undone: list[int]
    """The numbers of the steps that were taken back since then."""
    first: Json | None = None
    """The table before the steps, if they are the first of the game."""
    text: str | None = None
    """The table as plain text, for games that this server's pages have no board for."""
    pad: str = ""
    """Makes the frame as long whatever the choice is."""


class Decided(Message, frozen=True):
    """In a simultaneous decision: who has chosen, and your own choice."""

    ply: int
    decided: list[int]
    choice: str | None
    undo: bool
    may_call: bool
    pad: str
    """Makes the frame as long whatever the choice is."""


class Advice(Message, frozen=True):
    """The answer to advise: every legal action, best first."""

    id: str
    ply: int
    expects: Expects
    hints: list[Hint]


class StoryTold(Message, frozen=True, tag="story"):
    """The answer to story."""

    id: str
    steps: list[Step]


class Said(Message, frozen=True, tag="chat"):
    """Somebody said something. Spectators have no seat."""

    seat: int | None
    name: str
    text: str


class Emoted(Message, frozen=True, tag="emote"):
    """Somebody made a gesture."""

    seat: int
    name: Emotes


class Ack(Message, frozen=True):
    """The command was carried out and stored."""

    id: str
    ply: int


class Error(Message, frozen=True):
    """The command changed nothing. Says why, and what would be right."""

    code: Code
    message: str
    """In English."""
    id: str | None = None
    key: str | None = None
    """The message of the catalogs that says why, with its variables."""
    args: dict[str, str | int | float] = {}
    clause: str | None = None
    """Where the rules of the game do not allow it: the clause, and the reason as data."""
    reason: Reason | None = None
    legal: list[str] = []


class Over(Message, frozen=True):
    """The game has ended."""

    scores: list[int]
    ranks: list[int]
    record_url: str
    seed: str | None
    """None for a daily challenge until its day is over."""
    share: str
    """The result as text, to be shown to others."""
    nonces: list[str | None] = []
    """By seat: what the players had added to the chance. None of them for a daily challenge."""


class Rematched(Message, frozen=True, tag="rematch"):
    """The next table. Your token opens your seat there."""

    table: str


class Pong(Message, frozen=True):
    """The answer to `ping`."""

    id: str


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

_commands = msgspec.json.Decoder(Commands)


def decode_command(text: str) -> Commands:
    """A command from a frame; msgspec says what is wrong with it."""
    command: Commands = _commands.decode(text)
    return command


encode = msgspec.json.Encoder().encode
