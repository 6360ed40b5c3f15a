"""The declaration of a game: what is known about the game before any of its code is loaded.

A game is a package. Its `__init__.py` has one declaration, called `GAME`. Common code never names a game: it asks the
declaration instead. Everything else is in modules of the package, which are imported when they are used. Every game has
`rules` and `words`; `events`, `standing`, `tally`, `figures`, `encoder`, `terminal` and others are optional.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, Final, Generic, TypeVar

S = TypeVar("S")
"""A game's state."""

Value = int | tuple[int, ...]
"""An option's value."""
Chosen = Mapping[str, int | Sequence[int]]
"""Options by name, as somebody gives them."""
FilledIn = Mapping[str, Any]  # Any: the game's own board decides which are numbers and which are lists
"""All options of a game by name."""

LEVELS: Final = ("random", "easy", "medium", "hard", "expert")
"""Every level of play, the weakest first. Any game can be played at random."""

MOST_SEATS: Final = 8
"""The maximum number of players. The next two seat numbers stand for chance and for spectators."""


@dataclass(frozen=True)
class Countdown:
    """A countdown for seats that choose at the same time."""

    late: str
    """The text form of the choice that is made for a late seat, at a table with a clock."""
    caller: str
    """The field of the state with the seat that may start the countdown."""
    story: float = 0.0
    """The maximum time in seconds that a client needs to show the events before the choice. A countdown that was called
    waits up to that long for people whose clients have not reported that they were shown."""


@dataclass(frozen=True)
class Solo:
    """A solo game: ranks by score, and goals. The game's messages `rank-…` and `goal-…` say what they are called."""

    ranks: Sequence[tuple[int, str]]
    """The lowest score and the name of each rank, the highest rank first. The last rank is for all lower scores."""
    goals: Sequence[str] = ()
    """The goals. An event of the game tells which were met."""

    def rank(self, score: int) -> str:
        """The rank that a score earns."""
        return next((name for least, name in self.ranks if score >= least), self.ranks[-1][1])


@dataclass(frozen=True)
class Environment:
    """A game as an environment: the number of seats and the options that differ from its own board."""

    seats: int
    board: Chosen = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Declaration(Generic[S]):
    """A game: its name, its numbers of players and its parts."""

    name: str
    """The name in commands, records and URLs: lower-case letters, digits and underscores."""
    title: str
    package: str
    """The game's package; `__name__` in the package itself."""
    seats: range
    usual_seats: int
    """The default number of seats."""
    clauses: str
    """The letters that the ids of its clauses begin with."""
    rules_version: int = 1
    """Increased when the same actions no longer lead to the same position. Tables of another version are closed."""
    simultaneous: bool = False
    """Whether several seats may have to decide at the same time."""
    chance_hides: bool = False
    """Whether chance does things that not everybody sees, such as dealing cards."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """For each level, the module (within the package) with the bot of that name."""
    styles: Sequence[str] = ()
    """The styles in which a bot of any level may play. The game's messages `style-…` say what they are called."""
    ratings: Mapping[str, float] = field(default_factory=dict)
    """For each level, its rating according to `allaboard ladder`. Without ratings, levels are 200 points apart."""
    outlook: str | None = None
    """The module that values a position for every seat, with all hands known (see `allaboard.bots.outlook`)."""
    trainer: str | None = None
    """The module that trains the bots."""
    length: Callable[[int, FilledIn], tuple[int, int]] | None = None
    """For a number of seats and options: the maximum numbers of decisions and of chance actions."""
    solo: Solo | None = None
    countdown: Countdown | None = None
    aid: bool = False
    """Whether the game has a memory aid that a table can switch off; `rules.forget(view)` removes it from a view."""
    environments: Mapping[str, "Environment"] = field(default_factory=dict)
    """Environments for learners, by name. Without any, there is one for the usual number of seats."""

    def __post_init__(self) -> None:
        if not (self.name.isascii() and self.name.isidentifier() and self.name == self.name.lower()):
            named = "a game's name must consist of lower-case letters, digits and underscores, and begin with a letter"
            raise ValueError(f"{named}, not {self.name!r}")
        if not self.seats or self.seats.step != 1 or self.seats.start < 1 or self.seats[-1] > MOST_SEATS:
            raise ValueError(f"{self.name}: a game is for 1 to {MOST_SEATS} players, not for {self.seats}")
        if self.usual_seats not in self.seats:
            raise ValueError(
                f"{self.name} is for {span(self.seats)} players, so `usual_seats` cannot be {self.usual_seats}"
            )
        if unknown := [level for level in self.levels if level not in LEVELS[1:]]:
            raise ValueError(f"{self.name} declares the level {unknown[0]!r}; there are {', '.join(LEVELS[1:])}")
        if unknown := [level for level in self.ratings if level not in LEVELS]:
            raise ValueError(f"{self.name} rates the level {unknown[0]!r}; there are {', '.join(LEVELS)}")
        if wrong := [style for style in self.styles if not style.isidentifier() or style != style.lower()]:
            raise ValueError(f"{self.name}: a style's name must consist of lower-case letters, not {wrong[0]!r}")

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's package, imported now; None if the game has no such part.

        An error inside the module is raised: a broken part is not treated as a missing one.
        """
        path = f"{self.package}.{name}"
        try:
            if importlib.util.find_spec(path) is None:
                return None
        except ModuleNotFoundError:  # the package of the module does not exist
            return None
        return importlib.import_module(path)

    def need(self, name: str) -> ModuleType:
        """Like `part`, for a part that the game must have."""
        part = self.part(name)
        if part is None:
            raise ModuleNotFoundError(f"the game {self.name} has no module {self.package}.{name}")
        return part

    @cached_property
    def folder(self) -> Traversable:
        """The package's files: `board.toml`, `rulebook.md`, `messages/` and what its bots have learned."""
        return files(self.package)

    def text(self, name: str) -> str | None:
        """A text file of the package, if there is one."""
        file = self.folder.joinpath(*name.split("/"))
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def rulebook(self, language: str = "en") -> str | None:
        """The rules as Markdown, in English if there is no translation; None if there is no rulebook."""
        return self.text(f"rulebook.{language}.md") or self.text("rulebook.md")

    @property
    def seats_against_bots(self) -> int:
        """The default number of seats for one person against bots: 1 if the game has a solo mode."""
        return 1 if self.solo else self.usual_seats

    @property
    def all_levels(self) -> tuple[str, ...]:
        """The levels that can be played against, the weakest first."""
        return tuple(level for level in LEVELS if level == "random" or level in self.levels)

    @property
    def best_level(self) -> str:
        """The strongest level that there is."""
        return self.all_levels[-1]

    def nearest_level(self, level: str) -> str:
        """This level, or the next one below that the game has."""
        below = LEVELS[: LEVELS.index(level) + 1]
        return next(known for known in reversed(self.all_levels) if known in below)


AnyDeclaration = Declaration[Any]  # Any: the game, and so the type of its states, is known only at run time


def span(seats: range) -> str:
    """A range of numbers of players as text.

    >>> span(range(3, 6)), span(range(2, 3))
    ('3 to 5', '2')
    """
    return f"{seats.start} to {seats.stop - 1}" if len(seats) > 1 else str(seats.start)
