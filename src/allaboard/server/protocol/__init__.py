"""The protocol between a browser and the server, as types. docs/reference/websocket.md explains it.

A frame contains one message as JSON. Its `type` names the message. `commands` has the messages of clients, `messages`
has those of the server, and this module has the types that both use. `client/src/protocol.ts` is generated from them.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from allaboard.bots.personas import Face
from allaboard.events import Event

VERSION: Final = 2
MOST_BYTES: Final = 16 * 1024
"""The largest frame that a client may send."""

Id = Annotated[str, Meta(min_length=1, max_length=40, description="Chosen by the client; a retry repeats it.")]
Ply = Annotated[int, Meta(ge=0, le=2**31, description="Counts every action and every undo at the table.")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Level = Literal["random", "easy", "medium", "hard", "expert"]
Phase = Literal["gathering", "playing", "over"]
Unrated = Literal["autopilot", "undo", "again", "late"]
"""Why a try at the daily challenge is not rated: a bot played for the person, an action was undone in a game with bots,
it is a second try, or an action came after the end of the day, when the seed is public."""
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes as hexadecimal digits.")]
Emotes = Literal["wave", "clap", "laugh", "think", "wow", "oops", "hurry", "thanks"]
Expects = Literal["score", "chance to win", "chance not to lose the round"]
"""The unit of a hint's value."""
OptionValue = int | Annotated[list[int], Meta(max_length=64)]

Code = Literal[
    "bad_message",  # not a message of this protocol
    "bad_version",  # the client speaks another version
    "unknown_table",  # there is no such table
    "unknown_token",  # the token belongs to no seat of this table
    "no_spectators",  # the table does not admit spectators
    "not_seated",  # spectators cannot do this
    "not_host",  # only the host may do this
    "not_now",  # the table is in another phase
    "stale",  # the ply is no longer the current one
    "ahead",  # the ply is in the future
    "not_your_turn",  # your seat need not act now
    "illegal",  # forbidden by the rules; with the clause, the reason and the legal actions
    "no_undo",  # there is no action that you may undo
    "no_hints",  # hints are switched off at this table
    "on_autopilot",  # take the seat back first
    "table_full",  # every seat is taken
    "seat_taken",  # somebody sits there
    "bad_name",  # the name is empty, too long, or looks like another one
    "bad_settings",  # the game, its options or another setting is not possible; the message says which
    "too_fast",  # a rate limit was exceeded; try again later
    "too_big",  # the message is too long
    "storage",  # the action could not be stored, so it was not carried out; try again
    "restarting",  # the server is restarting; try again in a moment
    "not_found",  # there is no such game, day or page
    "not_over",  # the game, or the day of the challenge, is not over yet
    "already_played",  # the daily challenge allows one rated try
    "closed",  # the table was closed by the operator, has expired, or cannot be read
    "kicked",  # the host removed this person
    "foreign_origin",  # the request comes from a page of another site
    "bad_request",  # the request cannot be read; the message says why
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
"""The close codes of a socket. Clients should reconnect after 1012 and 4010, and not after the others."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=64)] = {}
    """The options that differ from the game's own board."""
    clock: Annotated[int, Meta(ge=0, le=604_800, description="Seconds for each decision; 0 is no clock.")] = 0
    patience: Annotated[
        int, Meta(ge=5, le=604_800, description="Seconds that the table waits for a player who is away.")
    ] = 120
    level: Annotated[
        Level, Meta(description="The level of the bot that plays for a player who is away or out of time.")
    ] = "medium"
    public: bool = False
    """Whether the table is in the list of public tables."""
    spectators: bool = True
    """Whether people without a seat may watch."""
    memory_aid: Annotated[
        bool, Meta(description="Whether views list what everybody has seen, if the game has such a memory aid.")
    ] = True
    hints: Annotated[
        bool | None, Meta(description="Whether hints are allowed; null: only for one person against bots.")
    ] = None


class Player(Struct, frozen=True):
    """A person or a bot on a seat."""

    name: str
    bot: Level | None = None
    """The bot's level; null for a person."""
    connected: bool = True
    """Whether a socket of this person is open. Always true for bots."""
    autopilot: bool = False
    """Whether a bot plays for this person until they take the seat back."""
    ready: bool = False
    """Before the start: whether this person is ready."""
    style: str | None = None
    """One of the game's styles, if this is a bot."""
    face: Face | None = None
    """The bot's face, or the one that the person has chosen."""
    stand_in: Level | None = None
    """The level that plays instead of this bot while the server compiles the bot's own level."""


class TableInfo(Struct, frozen=True):
    """The public information about a table."""

    id: str
    """The id, which is also the table's code: four words."""
    title: str
    """The title of the game."""
    phase: Phase
    settings: Settings
    players: list[Player | None]
    """By seat; null: the seat is open."""
    host: int
    """The seat of the host."""
    spectators: int
    """How many people are watching."""
    hints: bool
    """Whether players may ask for hints. Never in a daily challenge."""
    commitment: str
    """The SHA-256 of the seed of all random draws. The seed itself is published after the end."""
    daily: str | None = None
    """The date of the daily challenge, if it is one."""
    rematch: str | None = None
    """The id of the table of the rematch, if there is one."""
    nonces: list[str | None] = []
    """By seat: the SHA-256 of the nonce that the player added."""
    unrated: Unrated | None = None
    """Why a try at the daily challenge is not rated."""


class ActionInfo(Struct, frozen=True):
    """A legal action: its text form, and its parts for drawing it."""

    text: str
    """The text form, which `act` takes."""
    parts: object
    """What the action consists of, for drawing it; depends on the game."""


class Hint(Struct, frozen=True):
    """The expected result of an action."""

    text: str
    """The action as text."""
    value: float
    """What the bot expects of it; `advice.expects` is the unit."""


class Step(Struct, frozen=True):
    """A step of the game, as the viewer may know it."""

    ply: int
    """The number of the step at this table. It never changes and is never used again."""
    actor: int
    """The seat that acted; 8 is chance."""
    action: str | None
    """Null if it is hidden from the viewer."""
    events: list[Event]
    """What the step did, in order."""


encode = msgspec.json.Encoder().encode
