"""The bodies of HTTP requests and responses."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from allaboard.events import Event
from allaboard.layout import Json
from allaboard.server.protocol import Level, Name, OptionValue, Phase, Settings, TableInfo, Unrated

MOST_RECORD: Final = 64 * 1024
"""The longest record that can be submitted, in characters: several times the longest games."""
Bots = Annotated[list[Level], Meta(max_length=8, description="A bot for each of the last seats.")]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and become its host."""

    settings: Settings
    name: Name
    bots: Bots = []
    board: Annotated[str, Meta(max_length=8192, description="A board file as text; replaces `settings.options`.")] = ""


class NewSolo(Struct, frozen=True, forbid_unknown_fields=True):
    """Start a solo game, or a game with bots on all other seats."""

    game: Annotated[str, Meta(max_length=20)]
    name: Name = "Guest"
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    """How many players; null: the usual number against bots."""
    level: Annotated[
        Level | Literal["match"], Meta(description="`match`: as strong as this browser, judged by its finished games.")
    ] = "medium"
    options: Annotated[dict[str, OptionValue], Meta(max_length=64)] = {}
    memory_aid: bool = True
    hints: bool | None = None
    begin: Annotated[bool, Meta(description="False: wait for `start`, so that the player can add a nonce.")] = True


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat."""

    name: Name


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """Start today's challenge."""

    name: Name = "Guest"
    again: Annotated[bool, Meta(description="After the first try: play again. It is not rated.")] = False


class NewReview(Struct, frozen=True, forbid_unknown_fields=True):
    """Review a finished game that was not played at this server."""

    record: Annotated[str, Meta(max_length=MOST_RECORD, description="As text, see `allaboard verify`; one game.")]
    seat: Annotated[int, Meta(ge=0, le=7, description="The seat whose decisions are reviewed.")] = 0
    language: Literal["en", "ja"] = "en"


class NewEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter a solo game that was played on a device into the leaderboard."""

    record: Annotated[str, Meta(max_length=MOST_RECORD, description="As text, see `allaboard verify`; one game.")]
    name: Name


class NewSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a push message when it is the turn of a seat. The values are those of the browser's PushSubscription."""

    token: Annotated[str, Meta(max_length=128, description="The token of the seat.")]
    endpoint: Annotated[str, Meta(max_length=1024, description="An https address at the browser's push service.")]
    p256dh: Annotated[str, Meta(max_length=88, description="The browser's public key, as base64url.")]
    auth: Annotated[str, Meta(max_length=24, description="The browser's secret for messages, as base64url.")]


class EndSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for no more push messages, at any table."""

    endpoint: Annotated[str, Meta(max_length=1024)]


REQUESTS = (NewTable, NewSolo, Join, NewDaily, NewReview, NewEntry, NewSubscription, EndSubscription)


class PushOffer(Struct, frozen=True):
    """Whether the server sends push messages."""

    key: str | None
    """The server's public key, for the browser's `pushManager.subscribe`; null: it sends none."""
    slow: int
    """Messages are sent at tables without a clock, and with at least this many seconds for a decision."""


class Subscribed(Struct, frozen=True):
    """A browser that gets push messages."""

    table: str
    seat: int
    days: int
    """Days after which it must be registered again."""


class Unsubscribed(Struct, frozen=True):
    """The number of tables at which a browser was registered."""

    tables: int


class Seated(Struct, frozen=True):
    """A seat and its secret token."""

    table: str
    """The table's id. It is also the code that people read aloud."""
    seat: int
    token: str
    """Opens the seat. Keep it in the browser, and never put it into a link."""
    link: str


class Listed(Struct, frozen=True):
    """A public table."""

    id: str
    game: str
    seats: int
    taken: int
    """How many seats are taken."""
    phase: Phase
    spectators: bool
    clock: int
    """Seconds for each decision; 0 is no clock."""
    host: str
    """The name of the host."""
    created: str
    """When it was opened, in UTC."""


class Played(Struct, frozen=True):
    """A game in the history of a browser."""

    id: str
    """The id of the table."""
    game: str
    date: str
    phase: Phase
    seat: int
    name: str
    players: list[str]
    bots: list[Level | None]
    """By seat: the level of the bot, or null for a person."""
    scores: list[int] | None
    """By seat; null: the game is not over."""
    ranks: list[int] | None
    """By seat; null: the game is not over."""
    daily: str | None
    """The date of the daily challenge, if it was one."""
    turn: bool = False
    """Whether it is this browser's turn."""


class OwnFigures(Struct, frozen=True):
    """The results of one browser in a game with a certain number of seats."""

    game: str
    seats: int
    played: int
    won: int
    best: int
    """The best score."""
    mean: float
    """The average score."""
    place: float
    """The average place."""


class Place(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    name: str
    score: int
    title: str
    """The rank of the score in solo play, as a key of the game's messages; empty if there is none."""
    date: str
    game_id: str
    """The id of the table, for its replay."""
    daily: str | None = None
    """The date of the daily challenge, if it was one. Its replay is available when that day is over."""
    device: bool = False
    """Whether it was played on a device. The server has replayed it, but the player could choose among seeds."""


class Entered(Struct, frozen=True):
    """A game that was entered into the leaderboard."""

    table: str
    """The table with its replay and its record."""
    score: int


class Daily(Struct, frozen=True):
    """Today's challenge of a game."""

    game: str
    date: str
    seats: int
    level: Level | None
    """The level of the bots; null: it is played alone."""
    commitment: str
    """The SHA-256 of the seed."""
    seed: str | None
    """Published when the day is over."""
    table: str | None
    """The table of this browser's try, if there is one."""
    unrated: Unrated | None
    """Why this browser's try is not rated."""
    finished: bool
    """Whether this browser's try is finished."""
    best: list[Place]
    streak: int = 0
    """The number of days in a row on which this browser has finished the challenge."""
    next_ms: int = 0
    """Milliseconds until the next challenge."""


class Verdict(Struct, frozen=True):
    """Whether a game's record is valid and its random draws match the commitment."""

    holds: bool
    """Whether everything is right."""
    commitment: str
    seed: str | None
    draws: int
    """How many random draws were checked."""
    reason: str | None = None
    """What is wrong, in English."""
    line: int | None = None
    """The line of the record that is wrong."""


class ReplayStep(Struct, frozen=True):
    """A step of a replay, and the position after it."""

    ply: int
    actor: int
    action: str | None
    events: list[Event]
    view: Json
    """The position after the step."""


class Replay(Struct, frozen=True):
    """A finished game step by step: as one seat saw it, or with all hands visible."""

    table: TableInfo
    seat: int | None
    """The seat whose view it is; null: all hands are visible."""
    first: Json
    """The position before the first step."""
    steps: list[ReplayStep]
    scores: list[int]
    ranks: list[int]
    seed: str | None
    texts: list[str] | None = None
    """The table as plain text before the first step and after each step, for games without a board in the browser."""
    translations: list[dict[str, str]] = []
    """The same in other languages, if the game has them."""


class Clause(Struct, frozen=True):
    """One clause of the rules."""

    id: str
    text: str
    ruling: bool
    """Whether it is our interpretation, because the printed rules do not decide it."""


class RuleSection(Struct, frozen=True):
    """A section of the rules with its clauses."""

    title: str
    text: str
    clauses: list[Clause]


class RulesPage(Struct, frozen=True):
    """The rules of a game."""

    game: str
    title: str
    markdown: str
    sections: list[RuleSection]


class GameInfo(Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    least: int
    """The smallest number of seats."""
    most: int
    """The largest number of seats."""
    usual: int
    """The usual number of seats."""
    options: dict[str, OptionValue]
    """The options of the game's own board."""
    levels: list[Level]
    solo: bool
    """Whether the game has ranks and a leaderboard for solo play."""
    aid: bool
    """Whether the memory aid can be switched off."""
    hints: bool
    """Whether bots can give hints."""
    board: bool
    """Whether the browser client has a board for it."""
    rulebook: bool
    """Whether it has a rulebook."""
    ranks: list[tuple[int, str]] = []
    """The lowest score and the name of each solo rank, highest first. The messages `rank-…` are their titles."""
    roles: dict[str, dict[str, str]] = {}
    """For games without a board: the roles of event fields in sentences."""


class Problem(Struct, frozen=True):
    """An HTTP request was refused."""

    code: str
    """One of the [error codes](websocket.md#error-codes), or `too_slow` if the body does not arrive in time."""
    message: str
    """In English."""
    key: str | None = None
    """The key of the message in the catalogs."""
    args: dict[str, str | int | float] = {}
    """The values of the variables of that message."""
