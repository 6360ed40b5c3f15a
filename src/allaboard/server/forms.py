"""The bodies of HTTP requests and answers."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from allaboard.events import Event
from allaboard.layout import Json
from allaboard.server.protocol import Level, Name, OptionValue, Phase, Settings, TableInfo, Unrated

MOST_RECORD: Final = 64 * 1024
"""Characters of a record that is sent to be reviewed: a few times the longest games."""
Bots = Annotated[list[Level], Meta(max_length=8, description="A bot for each of the last seats.")]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and sit down as its host."""

    settings: Settings
    name: Name
    bots: Bots = []


class NewSolo(Struct, frozen=True, forbid_unknown_fields=True):
    """Start a solo game, or a game with bots on all other seats, at once."""

    game: Annotated[str, Meta(max_length=20)]
    name: Name = "Guest"
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    level: Annotated[
        Level | Literal["match"], Meta(description="`match`: as strong as this browser's finished games say.")
    ] = "medium"
    options: Annotated[dict[str, OptionValue], Meta(max_length=64)] = {}
    memory_aid: bool = True
    hints: bool | None = None
    begin: Annotated[bool, Meta(description="False: it waits for `start`, so that one can add to the chance.")] = True


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at an open seat."""

    name: Name


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin today's challenge."""

    name: Name = "Guest"
    again: Annotated[bool, Meta(description="A further try, which does not count.")] = False


class NewReview(Struct, frozen=True, forbid_unknown_fields=True):
    """Review a finished game that was not played at this server."""

    record: Annotated[str, Meta(max_length=MOST_RECORD, description="As text, see `allaboard verify`; one game.")]
    seat: Annotated[int, Meta(ge=0, le=7, description="Whose decisions are priced.")] = 0
    language: Literal["en", "ja"] = "en"


class NewEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter a solo game that was played on a device into the leaderboard."""

    record: Annotated[str, Meta(max_length=MOST_RECORD, description="As text, see `allaboard verify`; one game.")]
    name: Name


REQUESTS = (NewTable, NewSolo, Join, NewDaily, NewReview, NewEntry)


class Seated(Struct, frozen=True):
    """A seat and the secret token that opens it."""

    table: str
    """The table's id, which is also the code to read aloud."""
    seat: int
    token: str
    """Opens the seat. Keep it in the browser, never in a link."""
    link: str


class Listed(Struct, frozen=True):
    """A public table."""

    id: str
    game: str
    seats: int
    taken: int
    phase: Phase
    spectators: bool
    clock: int
    host: str
    created: str


class Played(Struct, frozen=True):
    """A game in one's own history."""

    id: str
    game: str
    date: str
    phase: Phase
    seat: int
    name: str
    players: list[str]
    bots: list[Level | None]
    """By seat: the level of the bot that sits there."""
    scores: list[int] | None
    ranks: list[int] | None
    daily: str | None
    turn: bool = False
    """Whether the game waits for this browser."""


class OwnFigures(Struct, frozen=True):
    """How one browser has played a game at tables of one size."""

    game: str
    seats: int
    played: int
    won: int
    best: int
    mean: float
    """Points on average."""
    place: float
    """Place on average."""


class Place(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    name: str
    score: int
    title: str
    """The rank that the score earns alone, as a key of the game's messages; empty if there is none."""
    date: str
    game_id: str
    device: bool = False
    """Played on a device: the server has replayed it, but the player could choose among seeds."""


class Entered(Struct, frozen=True):
    """A game that is in the leaderboard now."""

    table: str
    """Where its replay and its record are."""
    score: int


class Daily(Struct, frozen=True):
    """Today's challenge of a game."""

    game: str
    date: str
    seats: int
    level: Level | None
    commitment: str
    seed: str | None
    """Told when the day is over."""
    table: str | None
    """One's own try, if there is one."""
    unrated: Unrated | None
    """Why one's own try does not count."""
    finished: bool
    """Whether one's own try is over."""
    best: list[Place]
    streak: int = 0
    """On how many days in a row one has finished it."""
    next_ms: int = 0
    """How long until the next challenge."""


class Verdict(Struct, frozen=True):
    """Whether a game's record holds and its chance is what was committed to."""

    holds: bool
    commitment: str
    seed: str | None
    draws: int
    reason: str | None = None
    line: int | None = None


class ReplayStep(Struct, frozen=True):
    """One step of a replay, and the position after it."""

    ply: int
    actor: int
    action: str | None
    events: list[Event]
    view: Json


class Replay(Struct, frozen=True):
    """A finished game, step by step, as a seat saw it, or with all hands open."""

    table: TableInfo
    seat: int | None
    first: Json
    steps: list[ReplayStep]
    scores: list[int]
    ranks: list[int]
    seed: str | None
    texts: list[str] | None = None
    """The table as plain text before the first step and after each, for games without a board of their own."""


class Clause(Struct, frozen=True):
    """One clause of the rules."""

    id: str
    text: str
    ruling: bool


class RuleSection(Struct, frozen=True):
    """A part of the rules, with its clauses."""

    title: str
    text: str
    clauses: list[Clause]


class RulesPage(Struct, frozen=True):
    """A game's rules in our prose."""

    game: str
    title: str
    markdown: str
    sections: list[RuleSection]


class GameInfo(Struct, frozen=True):
    """The games that can be played."""

    name: str
    title: str
    least: int
    most: int
    usual: int
    """Seats, where nobody has said."""
    options: dict[str, OptionValue]
    levels: list[Level]
    solo: bool
    """Whether it has ranks and a leaderboard for playing alone."""
    aid: bool
    """Whether a table can do without the memory aid."""
    hints: bool
    """Whether a bot can give advice."""
    board: bool
    """Whether the browser client has a board for it."""
    roles: dict[str, dict[str, str]] = {}
    """For games without a board: how the fields of their events read in sentences."""


class Problem(Struct, frozen=True):
    """An HTTP request that was refused."""

    code: str
    message: str
    """In English."""
    key: str | None = None
    """The message of the catalogs that says why, with its variables."""
    args: dict[str, str | int | float] = {}
