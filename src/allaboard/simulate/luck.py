"""Luck in many games: what each seat gained by chance and by the bots' own random choices, and results without it.

The luck of a draw is the value after it minus the value before it, which is the mean over all outcomes (see
`allaboard.bots.outlook`). Bots choose at random too: the luck of a choice is the value after it minus the mean value
after some other choices of the same bot in the same position, with other random numbers. Both are zero on average for
any value function. So a result minus a fixed multiple of the luck has the same mean as the result, and less variance.
(This is AIVAT, Burch and others, 2018. It uses the known probabilities of the choices; we sample them.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import NOTHING_LEARNED, Knowledge, parts
from allaboard.bots.outlook import WAITING, outlook_of, tables_for
from allaboard.game import CHANCE, Actions, load
from allaboard.record import Cells, Records, specialise
from allaboard.rng import Rng, below, stream
from allaboard.simulate.batch import Batch
from allaboard.simulate.loop import BOTS, RANDOM
from allaboard.simulate.plan import Bot, asker, bot_settings, cacheable, level_of, mix_of
from allaboard.simulate.records import actions

Numbers = npt.NDArray[np.float64]

AGAIN: Final = 8  # how often bots choose again in each position
_SEED: Final = 1 << 61  # for the random numbers of these choices, which differ from those of the game
_NOT_ASKED: Final = -2  # the kind of a seat that is not asked again
_AS_IT_WAS: Final = -1  # what it chooses: the same as in the game
_NOW, _OTHER, _VIEW, _BLANK = range(4)
_DRAWS, _CHOICES, _RESULT, _START = range(4)


@dataclass(frozen=True)
class Decomposition:
    """The parts of the results, by game and seat."""

    draws: Numbers
    """The luck of the deals, draws and dice."""
    choices: Numbers
    """The luck of the bots' own random choices; zero if they did not choose again."""
    results: Numbers
    starts: Numbers
    """What could be expected at the start."""

    @property
    def luck(self) -> Numbers:
        """All luck that is known."""
        return self.draws + self.choices


def decompose(batch: Batch, again: int = 0) -> Decomposition:
    """The luck in every game of a batch. In each position the bots choose again this many times, or not at all.

    Programs and the best level, which is slow, are not asked again: their choices are taken as they were.
    """
    plan = batch.plan
    game = load(plan.game)
    outlook, laid = outlook_of(game, plan.seats, plan.board), game.start(plan.seats, plan.board)
    # Any: arrays and tuples of different types, passed on to compiled code
    seated: tuple[Any, ...] = (
        np.full(plan.seats, _NOT_ASKED),
        (NOTHING_LEARNED,) * BOTS,
        np.zeros((2, BOTS), np.int64),
    )
    different: tuple[Bot, ...] = ()
    if again and not plan.programs:
        best = game.declaration.best_level
        different = tuple(map(level_of, plan.different))
        slow = [isinstance(bot, str) and bot != "random" and parts(bot).level == best for bot in plan.seated]
        seated = (np.where(slow, _NOT_ASKED, plan.kinds), *bot_settings(plan))
    follow = _follower(plan.game, different, outlook.weigh, f"{plan.game}-{outlook.learned}")
    tables, work = tables_for(laid), np.zeros(1, outlook.workspace)
    own = np.zeros(4, laid.dtype)
    found = np.zeros((batch.games, 4, plan.seats))
    for number, lines in enumerate(actions(batch)):
        own[_NOW] = laid
        log = np.array(lines, np.int16).reshape(-1, 2)
        turned = number if plan.rotate else 0
        rng = stream(plan.seed ^ _SEED, number)
        follow(tables, own, log, outlook.knowledge, work, *seated, turned, number, again, rng, found[number])
    return Decomposition(*(found[:, part] for part in (_DRAWS, _CHOICES, _RESULT, _START)))


@cache
def _follower(game: str, bots: tuple[Bot, ...], weigh: Callable[..., bool], name: str) -> Callable[..., None]:
    rules = load(game).rules
    words: dict[str, object] = {name: getattr(rules, name) for name in ("actors", "legal", "apply", "observe")}
    words |= {"weigh": weigh, "ask": asker(game, bots), "MENU": max(rules.ACTIONS, rules.OUTCOMES, 1)}
    name = f"{name}-{mix_of(bots)}"
    words["choose_again"] = specialise(_choose_again, name, words, cacheable(bots))
    return specialise(_follow, name, words, cacheable(bots))


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


actors = legal = apply = observe = weigh = ask = choose_again = _unbound
MENU = 0


def _follow(
    tables: Records,
    own: Records,
    log: Cells,
    knowledge: Knowledge,
    work: Cells,
    kinds: Cells,
    known: tuple[Knowledge, ...],
    tuning: Cells,
    turned: int,
    number: int,
    again: int,
    rng: Rng,
    out: Numbers,
) -> None:
    """Play a game through and add up the luck of every seat."""
    menu, shares, once = np.empty(MENU, np.int16), np.zeros(WAITING + 1), np.zeros(8)
    chosen, seats = np.zeros((max(again, 1), 8), np.int64), out.shape[1]
    before, after, other = np.zeros(seats), np.zeros(seats), np.zeros(seats)
    tables[0] = own[_NOW]
    weigh(tables, knowledge, work, menu, shares, once, before)
    out[_START] = before
    k = 0
    while k < len(log):
        mask, first = actors(own[_NOW]), k
        free = False
        if again > 0 and mask != 1 << CHANCE:
            for seat in range(seats):
                if mask >> seat & 1:
                    kind = kinds[(seat + turned) % kinds.size]
                    free |= choose_again(own, seat, kind, known, tuning, number // seats, rng, menu, chosen)
            own[_OTHER] = own[_NOW]
        waiting = mask
        while True:  # simultaneous choices are one step
            apply(own[_NOW], int(log[k, 0]), int(log[k, 1]))
            k += 1
            now = actors(own[_NOW])
            if now == 0 or now & waiting != now or now == waiting or mask == 1 << CHANCE:
                break
            waiting = now
        tables[0] = own[_NOW]
        weigh(tables, knowledge, work, menu, shares, once, after)
        if mask == 1 << CHANCE:
            out[_DRAWS] += after - before
        elif free:
            for j in range(again):
                same = True
                tables[0] = own[_OTHER]
                for at in range(first, k):
                    seat, action = int(log[at, 0]), int(log[at, 1])
                    if chosen[j, seat] != _AS_IT_WAS:
                        same &= chosen[j, seat] == action
                        action = int(chosen[j, seat])
                    apply(tables[0], seat, action)
                if not same:
                    weigh(tables, knowledge, work, menu, shares, once, other)
                    out[_CHOICES] += (after - other) / again
        before[:] = after
    out[_RESULT] = before


def _choose_again(
    own: Records,
    seat: int,
    kind: int,
    known: tuple[Knowledge, ...],
    tuning: Cells,
    turn: int,
    rng: Rng,
    menu: Actions,
    chosen: Cells,
) -> bool:
    """Writes what a bot chooses when it is asked again; False if it has no choice."""
    n = legal(own[_NOW], seat, menu)
    if n == 1 or kind == _NOT_ASKED:
        chosen[:, seat] = _AS_IT_WAS
        return False
    own[_VIEW] = own[_BLANK]
    observe(own[_NOW], seat, own[_VIEW])
    for j in range(len(chosen)):
        chosen[j, seat] = menu[below(rng, n)] if kind == RANDOM else ask(kind, own[_VIEW], rng, known, tuning, turn)
    return True


def corrected(results: Numbers, *lucky: Numbers) -> Numbers:
    """Results minus a multiple of each kind of luck, which may have another unit.

    The multiples are estimated from the other half of the games, so that the mean stays unbiased.
    """
    fixed = results.astype(np.float64)
    kinds = np.stack([one for one in lucky if one.var() > 1e-12] or [np.zeros(len(results))], axis=1)
    halves = np.arange(len(results)) % 2 == 0
    for half in (halves, ~halves):
        if half.sum() and (~half).sum() > kinds.shape[1] + 1:
            centred = kinds[~half] - kinds[~half].mean(axis=0)
            slopes = np.linalg.lstsq(centred, results[~half] - results[~half].mean(), rcond=None)[0]
            fixed[half] -= kinds[half] @ slopes
    return fixed
