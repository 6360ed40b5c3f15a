"""The levels of play, by name, for every game: `policy(game, "medium")` is an opponent.

Every bot is one compiled function with the same signature, so that a loop over games can call any of them:

    choose(view, rng, knowledge, budget, style) -> action

The bot gets a view (whose `viewer` is its seat), never a state, and its own random stream. `knowledge` is what it has
learned (a float32 array, empty if it has learned nothing). `budget` is how many positions or rollouts it may evaluate
(0 if it does not search). `style` is the index of one of the styles that the game declares: the same strength, other
habits. A function without the last parameter has one style. A bot is called only when its seat must act.

In text a bot is LEVEL, LEVEL/STYLE, LEVEL:BUDGET or LEVEL/STYLE:BUDGET. Without a style, different seats get different
styles. LEVEL+PERCENT and LEVEL-PERCENT are blends: PERCENT of 100 decisions are taken as the level above or below would
take them.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from allaboard.compileerror import CompileError
from allaboard.declaration import LEVELS, Declaration
from allaboard.game import Actions, GameError, State, load
from allaboard.record import rule, specialise
from allaboard.registry import declaration
from allaboard.rng import NO_STREAM, Rng, below, is_stream

__all__ = [
    "LEVELS",
    "NOTHING_LEARNED",
    "Choose",
    "Knowledge",
    "Policy",
    "bot",
    "neighbour",
    "parts",
    "policy",
    "with_percent",
]

Knowledge = npt.NDArray[np.float32]
Choose = Callable[..., int]
"""A compiled `choose`."""

BY_SEAT: Final = -1
"""Instead of a style: different seats get different styles."""
MOST_BUDGET: Final = 2**62
NOTHING_LEARNED: Knowledge = np.zeros(0, np.float32)


@dataclass(frozen=True, eq=False)
class Policy:
    """A bot for one game: its compiled function, its knowledge and its budget."""

    game: str
    level: str
    choose: Choose = field(repr=False)
    knowledge: Knowledge = field(repr=False)
    budget: int
    style: int = BY_SEAT
    percent: int = 0
    neighbour: "Policy | None" = None
    """The stronger or weaker bot of a blend, which takes `percent` of 100 decisions."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "choose", with_style(self.choose))

    def __call__(self, view: State, rng: Rng) -> int:
        """The action that this bot takes in a position where its seat must act."""
        game = load(self.game)
        actors = game.actors(view)  # raises a GameError if it is not a view of this game
        if int(view.viewer) not in actors:
            raise GameError(f"the bot {self.level} of {game.title} needs the view of a seat that must act now")
        if not is_stream(rng):
            raise GameError(NO_STREAM)
        if self.neighbour and below(rng, 100) < self.percent:
            return self.neighbour(view, rng)
        style = self.style if self.style >= 0 else int(view.viewer) % max(len(declaration(self.game).styles), 1)
        try:
            return int(self.choose(view, rng, self.knowledge, self.budget, style))
        except CompileError as error:
            raise self.not_compiled(error) from error

    def not_compiled(self, error: CompileError) -> GameError:
        """The error for a bot that cannot be compiled."""
        return GameError(f"the bot {self.level} of {declaration(self.game).title} cannot play: {error}")


def bot(
    game: str, name: str = "mine", knowledge: Knowledge = NOTHING_LEARNED, budget: int = 0
) -> Callable[[Choose], Policy]:
    """A decorator that compiles a bot of your own. It can be used wherever a level can be used.

    >>> @bot("coupling", name="sleeper")
    ... def sleeper(view, rng, knowledge, budget):
    ...     return 2
    >>> sleeper.level
    'sleeper'
    """

    def made(choose: Choose) -> Policy:
        return Policy(game, name, choose if hasattr(choose, "py_func") else rule(choose), knowledge, budget)

    return made


class Parts(NamedTuple):
    """The parts of a bot's name."""

    level: str
    style: str | None
    budget: int | None
    percent: int = 0


def parts(text: str) -> Parts:
    """The level, the style, the budget and the percentage in a bot's name; a GameError says what is wrong with it.

    >>> parts("expert/bold:200")
    Parts(level='expert', style='bold', budget=200, percent=0)
    >>> parts("medium+40").percent, parts("easy-20").percent
    (40, -20)
    """
    if not isinstance(text, str):
        raise GameError(f"a bot is given by its level, as text, not by {text!r:.60}")
    name, colon, spends = text.partition(":")
    blend, slash, style = name.partition("/")
    weaker = "-" in blend
    level, sign, percent = blend.partition("-" if weaker else "+")
    if level == "exec":
        raise GameError(f"{text} is a program; it can play whole games, but it cannot be used here")
    if level not in LEVELS:
        raise GameError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    if colon and not (spends.isascii() and spends.isdigit() and 0 < int(spends) < MOST_BUDGET):
        raise GameError(f"{text}: a budget is a whole number of at least 1, as in {name}:1000")
    if sign and (colon or not (percent.isascii() and percent.isdigit() and 0 < int(percent) < 100)):
        raise GameError(f"{text}: a blend is a level and a number from 1 to 99, without a budget, as in {level}+40")
    return Parts(level, style if slash else None, int(spends) if colon else None, int(sign + percent) if sign else 0)


def with_percent(level: str, percent: int) -> str:
    """The name of a blend.

    >>> with_percent("medium", 40), with_percent("easy", -20), with_percent("hard", 0)
    ('medium+40', 'easy-20', 'hard')
    """
    return f"{level}{percent:+d}" if percent else level


def neighbour(game: str, bot: str) -> str:
    """The level that takes some decisions of a blend, or the level itself if it is not a blend."""
    said, levels = parts(bot), declaration(game).all_levels
    place = levels.index(said.level) + (said.percent > 0) - (said.percent < 0)
    if place not in range(len(levels)):
        better = "better" if said.percent > 0 else "worse"
        raise GameError(f"{bot}: no level plays {declaration(game).title} {better} than {said.level}")
    return levels[place]


def policy(game: str, bot: str, budget: int | None = None) -> Policy:
    """The bot of a game at a level. A budget, given or in the name, replaces the level's own.

    >>> from allaboard.registry import game_names
    >>> policy(game_names()[0], "medium").budget
    0
    >>> policy(game_names()[0], "expert:5000").budget
    5000
    """
    said = parts(bot)
    if not isinstance(game, str):
        raise GameError(f"a bot's game is given by its name, not by {game!r:.60}")
    if budget is not None and not (isinstance(budget, int | np.integer) and 0 <= budget < MOST_BUDGET):
        raise GameError(f"a budget is a whole number of at least 0, not {budget!r:.60}")
    known = _policy(game, said.level)
    if budget is None:
        budget = said.budget
    style = known.style if said.style is None else _style(game, bot, said.style)
    if budget is None and style == known.style and not said.percent:
        return known
    spends = known.budget if budget is None else budget
    if not said.percent:
        return Policy(game, bot, known.choose, known.knowledge, spends, style)
    other = neighbour(game, bot) + (f"/{said.style}" if said.style else "")
    return Policy(game, bot, known.choose, known.knowledge, spends, style, abs(said.percent), policy(game, other))


def _style(game: str, bot: str, style: str) -> int:
    declared = declaration(game)
    if style not in declared.styles:
        known = f"the styles of {declared.title} are {', '.join(declared.styles)}"
        raise GameError(f"{bot}: {known if declared.styles else f'{declared.title} has no styles of play'}")
    return list(declared.styles).index(style)


def with_style(choose: Choose) -> Choose:
    """A bot's function with the parameter `style`, which is added if it is missing."""
    written = getattr(choose, "py_func", choose)
    if len(inspect.signature(written).parameters) != 4:
        return choose
    if choose not in _styled:
        name = f"{written.__module__}.{written.__qualname__}"
        _styled[choose] = specialise(_in_one_style, name, {"chosen": choose}, keep="<locals>" not in name)
    return _styled[choose]


_styled: dict[Choose, Choose] = {}


def _in_one_style(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    return int(chosen(view, rng, knowledge, budget))


@rule
def chosen(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A placeholder; `specialise` binds a bot."""
    return -1


@cache
def _policy(game: str, level: str) -> Policy:
    if level == "random":
        return Policy(game, level, _any_of(game), NOTHING_LEARNED, 0)
    declared = declaration(game)
    if level not in declared.levels:
        known = ", ".join(declared.all_levels)
        raise GameError(f"{declared.title} has no bot of level {level}; there are {known}")
    module = module_of(declared, level)
    learned: Callable[[], Knowledge] = getattr(module, "knowledge", _nothing)
    budget: int = getattr(module, "BUDGETS", {}).get(level, getattr(module, "BUDGET", 0))
    if not hasattr(module, level):
        raise GameError(f"the bot {level} of {declared.title} is missing: {module.__name__} has no function {level}")
    return Policy(game, level, getattr(module, level), learned(), budget)


def module_of(declared: Declaration[State], level: str) -> ModuleType:
    """The module with the bot of a level. A GameError says why it cannot be imported."""
    try:
        return declared.need(declared.levels[level])
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise GameError(f"the bot {level} of {declared.title} cannot be imported: {why}") from error


def _nothing() -> Knowledge:
    return NOTHING_LEARNED


def _any_of(game: str) -> Choose:
    """A legal action of a game, sampled uniformly."""
    rules = load(game).rules
    return specialise(_choose_any, game, {"legal": rules.legal, "ACTIONS": rules.ACTIONS})


ACTIONS = 0


@rule
def legal(view: State, seat: int, out: Actions) -> int:
    """A placeholder; `specialise` binds the game's own function."""
    return 0


def _choose_any(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    room = np.empty(ACTIONS, np.int16)
    return int(room[below(rng, legal(view, int(view.viewer), room))])
