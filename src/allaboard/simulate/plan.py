"""What to simulate. A plan is checked once and can be sent to other machines, where it gives the same games."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from allaboard.bots import levels
from allaboard.bots.boards import on_board, untaught
from allaboard.bots.levels import NOTHING_LEARNED, Choose, Knowledge, Policy
from allaboard.bots.programs import Program, is_program
from allaboard.chance import drawer
from allaboard.game import Chosen, Game, GameError, State, load
from allaboard.record import INTERPRETED, Record, Records, specialise
from allaboard.registry import declaration
from allaboard.simulate import loop

Bot = str | Policy
"""A level's name, `exec:COMMAND` for a program, or a policy of your own."""

Known = tuple[Knowledge, ...]
"""What each kind of bot has learned."""
Tuning = npt.NDArray[np.int64]
"""The budget and the style of each kind of bot."""
BotSettings = tuple[Known, Tuning] | tuple[()]
"""Both; empty if there are no bots."""


@dataclass(frozen=True)
class Plan:
    """Games of one kind: the game, the number of seats, the bots, the board and the seed."""

    game: str
    seats: int
    bots: tuple[Bot, ...]
    seed: int = 0
    board: Chosen = field(default_factory=dict)
    rotate: bool = False  # whether the bots move to the next seat after every game
    untaught: tuple[Bot, ...] = ()  # bots that do not use what they have learned

    def __post_init__(self) -> None:
        load(self.game).start(self.seats, self.board)  # raises a GameError for a wrong number of seats or a wrong board
        if not -(2**63) <= self.seed < 2**63:
            raise GameError(f"a seed is a whole number of at most 64 bits, not {self.seed}")
        if len(self.bots) not in (1, self.seats):
            said = "one bot for all seats or one for each"
            raise GameError(f"{self.seats} seats need {said}, not {len(self.bots)}: {', '.join(self.names)}")
        for bot in self.bots:
            if isinstance(bot, str) and is_program(bot):
                Program(bot)  # raises a GameError for a wrong name
            else:
                policy(self.game, bot)

    @property
    def seated(self) -> tuple[Bot, ...]:
        """A bot for every seat."""
        return self.bots * self.seats if len(self.bots) == 1 else self.bots

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names, as they are seated in the first game."""
        return tuple(name_of(bot) for bot in self.bots)

    @property
    def different(self) -> tuple[Bot, ...]:
        """Every different bot except random, in a fixed order, so that all seatings use the same compiled program."""
        return tuple(sorted({bot for bot in self.bots if bot != "random"}, key=name_of))

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs among the bots, each once."""
        return tuple(dict.fromkeys(bot for bot in self.bots if isinstance(bot, str) and is_program(bot)))

    @property
    def kinds(self) -> npt.NDArray[np.int64]:
        """For every seat, which of the different bots sits there."""
        return np.array([loop.RANDOM if bot == "random" else self.different.index(bot) for bot in self.seated])


def name_of(bot: Bot) -> str:
    """A bot's name in tables and plots."""
    return bot if isinstance(bot, str) else bot.level


def level_of(bot: Bot) -> Bot:
    """The level or policy without style and budget, which do not need another compiled program."""
    return levels.parts(bot).level if isinstance(bot, str) else _seated_first.setdefault((bot.game, bot.choose), bot)


_seated_first: dict[tuple[str, Choose], Policy] = {}


def policy(game: str, bot: Bot) -> Policy:
    """The policy for a bot's name; a GameError lists the possible names."""
    if isinstance(bot, str):
        if levels.parts(bot).percent:
            raise GameError(f"{bot} is a blend of two levels; it plays at a table, not in simulations")
        return levels.policy(game, bot)
    if not isinstance(bot, Policy):
        raise GameError(f"a bot is the name of a level or a Policy, not {bot!r}")
    if bot.game != game:
        raise GameError(f"the bot {bot.level} plays {bot.game}, not {game}")
    if not INTERPRETED and not hasattr(bot.choose, "py_func"):
        raise GameError(f"the bot {bot.level} is not compiled: decorate it with `allaboard.record.rule`")
    return bot


@cache
def tally_of(game: str) -> tuple[type[Record], dict[str, Callable[..., None]]]:
    """The tally of a game: the record, and the functions that fill it."""
    hooks: dict[str, Callable[..., None]] = {
        "before": loop.unwatched,
        "after": loop.unwatched,
        "finish": loop.unfinished,
    }
    module = declaration(game).part("tally")
    if module is None:
        return loop.NoTally, hooks
    return module.Tally, {hook: getattr(module, hook, default) for hook, default in hooks.items()}


def program(plan: Plan, tallying: bool = True, logging: bool = False) -> Callable[..., int]:
    """The loop for a plan, compiled on its first call or found in the cache."""
    return _program(plan.game, tuple(map(level_of, plan.different)), tallying, logging)


def game_words(game: str, bots: tuple[Bot, ...]) -> dict[str, object]:
    """The functions that a loop's names are bound to: the game's rules, the bots, and the draw of chance."""
    rules = load(game).rules
    names = ("actors", "legal", "apply", "observe", "score", "rank")
    words: dict[str, object] = {name: getattr(rules, name) for name in names}
    for kind in range(loop.BOTS):
        words[f"bot{kind}"] = policy(game, bots[kind]).choose if kind < len(bots) else loop.nobody
    styles = max(len(declaration(game).styles), 1)
    return words | {"draw": drawer(load(game)), "LOOKING": bool(bots), "STYLES": styles}


@cache
def _program(game: str, bots: tuple[Bot, ...], tallying: bool, logging: bool) -> Callable[..., int]:
    words = game_words(game, bots)
    words |= {"before": loop.unwatched, "after": loop.unwatched, "finish": loop.unfinished, "LOGGING": logging}
    if tallying:
        words |= tally_of(game)[1]
    flags = ("tallied" if tallying else "bare") + ("-logged" if logging else "")
    words["ask"] = asker(game, bots)
    return specialise(loop.play, f"{game}-{mix_of(bots)}-{flags}", words, cacheable(bots), bottom_up=not bots)


def asker(game: str, bots: tuple[Bot, ...]) -> Callable[..., int]:
    """A compiled function that asks one of these bots for its choice; see `loop.ask_bot`."""
    return specialise(loop.ask_bot, f"{game}-{mix_of(bots)}", game_words(game, bots), cacheable(bots))


def mix_of(bots: tuple[Bot, ...]) -> str:
    """A name for a mix of bots."""
    return "+".join(map(name_of, bots)) or "random"


def cacheable(bots: tuple[Bot, ...]) -> bool:
    """Whether code for these bots can be cached: two bots of your own may have the same name."""
    return all(isinstance(bot, str) for bot in bots)


def bot_settings(plan: Plan) -> tuple[Known, Tuning]:
    """The knowledge, the budget and the style of each of the different bots."""
    found = [(bot, policy(plan.game, bot)) for bot in plan.different]
    policies = [untaught(one) if bot in plan.untaught else on_board(one, plan.board) for bot, one in found]
    known = [np.require(one.knowledge, np.float32, ["C", "W"]) for one in policies]
    missing = loop.BOTS - len(policies)
    tuning = np.zeros((2, loop.BOTS), np.int64)
    for kind, one in enumerate(policies):
        tuning[:, kind] = one.budget, one.style
    return (*known, *[NOTHING_LEARNED] * missing), tuning


def laid(plan: Plan) -> Records:
    """The state at the start of a game, as an array of one row."""
    game = load(plan.game)
    rows = np.zeros(1, game.rules.State.dtype)
    rows[0] = game.start(plan.seats, plan.board)
    return rows


def room_for(game: Game[State]) -> npt.NDArray[np.int16]:
    """An array for the longest list of legal actions."""
    return np.zeros(max(game.rules.ACTIONS, game.rules.OUTCOMES), np.int16)


def chosen_bots(text: str) -> tuple[str, ...]:
    """The bots of a comma-separated list.

    >>> chosen_bots("medium, random")
    ('medium', 'random')
    """
    bots = tuple(name.strip() for name in text.split(","))
    if not all(bots):
        raise GameError(f"bots are names with commas between them, not {text!r}")
    return bots
