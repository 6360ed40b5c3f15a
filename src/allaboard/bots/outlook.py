"""The value of a position for every seat, with all hands known: a fixed function for reviews, ladders and calibration.

A game declares the module with its value (`Declaration.outlook`). The module has

    expects(seats) -> "points", "wins" or "rounds"          the unit of the values
    learned() -> knowledge                                  what it has learned
    fit(tables, knowledge) -> bool                          compiled: fits that to the board in the first of three
                                                            tables; False: nothing was learned for this board
    WORKSPACE                                               the dtype of its working record
    outlook(table, knowledge, work, out) -> bool            compiled

`outlook` gets a whole state with all hands and writes the result that each seat can expect; at the end of a game that
is the actual result. If chance is to act, it may return False. Then all outcomes are valued one by one, so the value
before a draw is exactly the weighted mean of the values after it. For a game without such a module, or on a board that
the module does not know, positions are valued by playouts, always with the same dice, so this value is a fixed function
too.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import Knowledge, policy
from allaboard.chance import drawer
from allaboard.game import CHANCE, Actions, Chosen, Game, GameError, State, load
from allaboard.record import Cells, Layout, Records, rule, specialise
from allaboard.rng import reseed

Unit = Literal["points", "wins", "rounds"]
Values = npt.NDArray[np.float64]
"""By position and seat."""

PLAYOUTS: Final = 48  # playouts of each position if nothing was learned
WAITING: Final = 512  # positions that wait to be valued; more are only needed if chance acts dozens of times in a row


@rule
def share_out(out: Cells, seats: int) -> None:
    """Scale chances to win so that they add up to one, unless all are zero."""
    total = 0.0
    for seat in range(seats):
        total += out[seat]
    if total > 0.0:
        for seat in range(seats):
            out[seat] /= total


@dataclass(frozen=True, eq=False)
class Outlook:
    """The value of a game's positions on one board, with one number of seats. It never changes."""

    game: str
    seats: int
    unit: Unit
    learned: bool
    """Whether it was learned; otherwise it comes from playouts."""
    knowledge: Knowledge
    workspace: Layout
    weigh: Callable[..., bool]
    """Compiled: the value of one position."""
    follow: Callable[..., bool]
    """Compiled: the values along a game."""

    @property
    def hash(self) -> str:
        """A hash of the value function: reviews with the same hash used the same function."""
        digest = hashlib.sha256(f"{self.game} {self.seats} {self.unit} {self.learned} {PLAYOUTS}".encode())
        digest.update(self.knowledge.tobytes())
        return digest.hexdigest()[:16]

    def along(self, laid: State, actions: Sequence[tuple[int, int]]) -> Values:
        """The value for every seat at the start and after each of these actions (actor, action)."""
        log = np.array(actions, np.int16).reshape(-1, 2)
        values = np.zeros((len(log) + 1, self.seats))
        tables = tables_for(laid)
        if not self.follow(tables, log, self.knowledge, np.zeros(1, self.workspace), values):
            raise GameError(f"chance acts too often in a row in {self.game} to value all its outcomes")
        return values


def tables_for(laid: State) -> Records:
    """The rows that a value function works with. The position is in the first one."""
    tables = np.zeros(WAITING + 3, laid.dtype)
    tables[0] = laid
    return tables


def outlook_of(game: Game[State], seats: int, board: Chosen | None = None) -> Outlook:
    """The value function for this game, number of seats and board."""
    declared = game.declaration
    if declared.outlook is not None:
        module = declared.need(declared.outlook)
        knowledge = _fitted(game.name, game.start(seats, board).tobytes())
        if knowledge is not None:
            loops = _loops(game, game.name, module.outlook)
            return Outlook(game.name, seats, module.expects(seats), True, knowledge, module.WORKSPACE, *loops)
    return played_out(game, seats)


@lru_cache(maxsize=64)
def _fitted(name: str, laid: bytes) -> Knowledge | None:
    """What a game's value has learned for this board; None: nothing."""
    game = load(name)
    module = game.declaration.need(game.declaration.outlook or "")
    knowledge = np.array(module.learned(), np.float32)
    tables = np.zeros(3, game.rules.State.dtype)
    tables[0] = np.frombuffer(laid, game.rules.State.dtype)[0]
    return knowledge if module.fit(tables, knowledge) else None


def played_out(game: Game[State], seats: int) -> Outlook:
    """A value function by playouts of a fast bot: medium, or the next lower level."""
    level = game.declaration.nearest_level("medium")
    player = policy(game.name, level)
    words = _rules(game) | {"choose": player.choose, "draw": drawer(game), "BUDGET": player.budget}
    outlook = specialise(_by_playouts, f"{game.name}-{level}", words)
    loops = _loops(game, f"{game.name}-{level}", outlook)
    fields = np.dtype([("tables", game.rules.State.dtype, 3), ("menu", np.int16, words["MENU"]), ("dice", np.int64, 4)])
    work = np.dtype((np.record, fields))  # its fields are attributes in plain Python as well
    unit: Unit = "points" if seats == 1 else "wins"
    return Outlook(game.name, seats, unit, False, player.knowledge, work, *loops)


def _loops(
    game: Game[State], name: str, outlook: Callable[..., bool]
) -> tuple[Callable[..., bool], Callable[..., bool]]:
    words = _rules(game) | {"outlook": outlook}
    weigh = specialise(_weigh, name, words)
    return weigh, specialise(_follow, name, words | {"weigh": weigh})


def _rules(game: Game[State]) -> dict[str, object]:
    names = ("actors", "legal", "apply", "weight", "observe", "score", "rank")
    words: dict[str, object] = {name: getattr(game.rules, name) for name in names}
    return words | {"MENU": max(game.rules.ACTIONS, game.rules.OUTCOMES, 1), "GAMES": PLAYOUTS}


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


actors = legal = apply = weight = observe = score = rank = outlook = weigh = choose = draw = _unbound
MENU = GAMES = BUDGET = 0


def _follow(tables: Records, log: Cells, knowledge: Knowledge, work: Cells, values: Values) -> bool:
    """Play a game through and write the value of each position; False if one could not be valued."""
    menu, once, shares = np.empty(MENU, np.int16), np.zeros(8), np.zeros(WAITING + 1)
    for k in range(len(log) + 1):
        if k > 0:
            apply(tables[0], int(log[k - 1, 0]), int(log[k - 1, 1]))
        if not weigh(tables, knowledge, work, menu, shares, once, values[k]):
            return False
    return True


def _weigh(
    tables: Records, knowledge: Knowledge, work: Cells, menu: Actions, shares: Cells, once: Cells, out: Values
) -> bool:
    """The value of the position in the first row; if chance is to act, the weighted mean over all outcomes."""
    out[:] = 0.0
    last = WAITING + 2
    tables[1], shares[0] = tables[0], 1.0
    waiting = 1
    while waiting > 0:
        share = shares[waiting - 1]
        if outlook(tables[waiting], knowledge, work[0], once):
            for seat in range(len(out)):
                out[seat] += share * once[seat]
            waiting -= 1
            continue
        tables[last] = tables[waiting]
        n, total = legal(tables[last], CHANCE, menu), 0
        if waiting - 1 + n > WAITING:
            return False
        for k in range(n):
            total += weight(tables[last], int(menu[k]))
        waiting -= 1
        for k in range(n):
            shares[waiting] = share * weight(tables[last], int(menu[k])) / total
            waiting += 1
            tables[waiting] = tables[last]
            apply(tables[waiting], CHANCE, int(menu[k]))
    return True


# Any: the record with this game's working arrays
def _by_playouts(table: State, knowledge: Knowledge, work: Any, out: Cells) -> bool:
    """The mean result of playouts from here. False if one draw is next: its outcomes are valued one by one."""
    world, view, menu, dice = work.tables[0], work.tables[1], work.menu, work.dice  # the third table stays blank
    if actors(table) == 1 << CHANCE:
        work.tables[0] = table
        legal(table, CHANCE, menu)
        apply(world, CHANCE, int(menu[0]))
        if actors(world) != 1 << CHANCE:
            return False
    seats, games = int(table.seats), GAMES if actors(table) != 0 else 1
    out[:] = 0.0
    for number in range(games):
        reseed(dice, 20_000 + number, 0)
        work.tables[0] = table
        mask = actors(world)
        while mask != 0:
            if mask == 1 << CHANCE:
                apply(world, CHANCE, draw(world, dice, menu))
            else:
                seat = 0
                while not mask >> seat & 1:
                    seat += 1
                work.tables[1] = work.tables[2]
                observe(world, seat, view)
                apply(world, seat, choose(view, dice, knowledge, BUDGET, 0))
            mask = actors(world)
        winners = 0
        for seat in range(seats):
            winners += rank(world, seat) == 1
        for seat in range(seats):
            won = 1.0 / winners if rank(world, seat) == 1 else 0.0
            out[seat] += (score(world, seat) if seats == 1 else won) / games
    return True
