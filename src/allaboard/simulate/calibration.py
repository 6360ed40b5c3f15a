"""Calibration: the values of hints compared with the results when the positions are played out.

Each position is played out from the true state, and also from imagined worlds that look the same to the seat. The luck
of the two is independent, so the mean product of the two errors is the mean square of the prediction's own error.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from html import escape
from typing import Final, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

from allaboard.bots import knowledge as kept
from allaboard.bots.advice import gives_advice
from allaboard.bots.curves import KNOTS, fitted
from allaboard.bots.levels import Knowledge, module_of, policy
from allaboard.game import Actions, GameError, State, load
from allaboard.layout import Json
from allaboard.record import Cells
from allaboard.rng import Rng, stream, word
from allaboard.simulate.drawing import draw as draw_figure
from allaboard.simulate.figures.figure import Figure, Number, Series
from allaboard.simulate.plan import Plan, laid
from allaboard.simulate.positions import walker
from allaboard.simulate.report import numbers, shell

A_GAME: Final = 8
"""How many positions are taken from each game at most."""
TENTHS: Final = 10
GAMES: Final = 8
"""How often each position is played out from the true state, and how often from imagined worlds."""
QUICK: Final = 300
"""The budget of the best level in solo games: enough for good play, and small enough for thousands of games."""
_RESAMPLES = 300

Floats = npt.NDArray[np.float64]


class Valued(Protocol):
    """The part of the module of a game's best bot that is used here."""

    CURVES: int

    def evaluate(
        self, view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, /
    ) -> int:
        """Write every legal action and its value; return how many."""

    def expects(self, seats: int, /) -> str:
        """What the values are."""

    def settled(self, before: State, table: State, seat: int, /) -> float:
        """The result of a position; NaN while it is not decided."""

    def curve_of(self, view: State, /) -> int:
        """The number of the curve for a position."""

    def span(self, seats: int, /) -> tuple[float, float]:
        """The lowest and the highest value of the curves."""

    def lines(self) -> Knowledge:
        """Curves that change nothing."""


class Position(NamedTuple):
    """A position: its game, its curve, the prediction for the action, and the results of both kinds of playouts."""

    game: int
    curve: int
    predicted: float
    came: float
    came_elsewhere: float


class Spread(NamedTuple):
    """An estimate and its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Decile:
    """The positions of one tenth of the predictions."""

    positions: int
    predicted: float
    came: float
    about: float  # half of the 95% interval of the result


@dataclass(frozen=True)
class Calibration:
    """How accurate predictions are."""

    game: str
    seats: int
    bots: str
    expects: str
    positions: int
    bias: Spread  # how much too high predictions are on average
    slope: Spread  # of the regression of results on predictions; 1 is right
    error: Spread  # of a prediction, beyond luck
    deciles: tuple[Decile, ...]

    def to_json(self) -> Json:
        """The same for other programs."""
        return asdict(self) | {name: getattr(self, name)._asdict() for name in ("bias", "slope", "error")}


def valued(game: str) -> Valued:
    """The module with the values of a game's best bot; a GameError if there is none."""
    declared = load(game).declaration
    if not gives_advice(declared):
        raise GameError(f"there are no hints for {declared.title}: none of its bots can value actions")
    best = module_of(declared, declared.best_level)
    if not hasattr(best, "settled"):
        raise GameError(
            f"{declared.title} has no function `settled` for the result of a position, so its hints cannot be measured"
        )
    return cast(Valued, best)


def sample(
    game: str, seats: int, bots: str, budget: int | None, seed: int, *, raw: bool = False, games: int = GAMES
) -> Iterator[Position]:
    """An endless stream of positions from games between bots of one level. Raw values are not corrected by curves."""
    best, player, known = valued(game), policy(game, bots), load(game)
    expert = policy(game, known.declaration.best_level, budget)
    knowledge = expert.knowledge.copy()
    if raw:
        knowledge[len(knowledge) - best.CURVES :] = best.lines()
    loops, table = walker(game, bots, best.settled), laid(Plan(game, seats, (bots,)))
    found, chosen = np.zeros(A_GAME, known.rules.State.dtype), np.zeros((A_GAME, 2), np.int64)
    actions, values = np.zeros(known.rules.ACTIONS, np.int16), np.zeros(known.rules.ACTIONS)
    number, usual = 0, 8 * A_GAME
    while True:
        deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
        every = max(usual // A_GAME, 1)
        n = loops.walk(table, deal, think, player.knowledge, player.budget, every, found, chosen)
        usual += (1 if n == A_GAME else -1) * max(usual // 16, 1)
        for at in range(n):
            seat, action = map(int, chosen[at])
            view = known.view(found[at], seat)
            legals = best.evaluate(view, stream(word(think)), knowledge, expert.budget, actions, values)
            predicted = float(values[:legals][actions[:legals] == action][0])
            came, elsewhere = (
                loops.play_out(found, at, seat, action, games, world, think, player.knowledge, player.budget)
                for world in (False, True)
            )
            yield Position(number, best.curve_of(view), predicted, came, elsewhere)
        number += 1


def calibrate(
    game: str,
    seats: int,
    positions: int = 2000,
    bots: str = "hard",
    budget: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    games: int = GAMES,
) -> Calibration:
    """Play games between bots of one level, take positions from them, predict their results and play them out."""
    taken = take(sample(game, seats, bots, budget, seed, games=games), positions, progress)
    return judged(game, seats, bots, taken, seed)


def take(source: Iterator[Position], positions: int, progress: Callable[[int], None] | None) -> list[Position]:
    """The first positions of a stream."""
    if positions < TENTHS:
        raise GameError(f"at least {TENTHS} positions are needed, not {positions}")
    taken = []
    for position in source:
        taken.append(position)
        if progress:
            progress(len(taken))
        if len(taken) == positions:
            break
    return taken


def judged(
    game: str, seats: int, bots: str, taken: list[Position], seed: int, expects: str | None = None
) -> Calibration:
    """The accuracy of the predictions in these positions: those of hints, unless `expects` names another value."""
    games, _, predicted, came, elsewhere = (np.array(part) for part in zip(*taken, strict=True))
    bias, slope, error = _estimates(predicted, came, elsewhere, games, seed)
    deciles = tuple(_deciles(predicted, came))
    expects = expects or valued(game).expects(seats)
    return Calibration(game, seats, bots, expects, len(taken), bias, slope, error, deciles)


def fit(
    game: str,
    seats: int,
    positions: int = 2000,
    bots: str = "hard",
    budget: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    games: int = GAMES,
) -> dict[int, Floats]:
    """Curves fitted to the results of raw values, by their offset in the knowledge, counted from the end."""
    best = valued(game)
    low, high = best.span(seats)
    taken = take(sample(game, seats, bots, budget, seed, raw=True, games=games), positions, progress)
    return curves_through(best, low, high, taken)


def curves_through(best: Valued, low: float, high: float, taken: list[Position]) -> dict[int, Floats]:
    """The same as `fit`, from positions that were taken before."""
    found = {}
    for curve in sorted({position.curve for position in taken}):
        own = [position for position in taken if position.curve == curve]
        values, came = np.array([one.predicted for one in own]), np.array([one.came for one in own])
        found[best.CURVES - KNOTS * curve] = fitted(values, came, low, high)
    return found


def write(game: str, curves: dict[int, Floats], seats: int, command: str) -> str:
    """Write fitted curves into the game's package; returns the file."""
    return str(kept.write_curves(game, curves, {str(seats): command}))


def _estimates(
    predicted: Floats, came: Floats, elsewhere: Floats, games: npt.NDArray[np.int64], seed: int
) -> list[Spread]:
    """Bias, slope and error, with bootstrap intervals over games."""
    random = np.random.default_rng(seed)
    names, of = np.unique(games, return_inverse=True)
    best = _estimate(predicted, came, elsewhere, np.ones(len(predicted)))
    drawn = []
    for _ in range(_RESAMPLES):
        weights = np.bincount(random.integers(0, len(names), len(names)), minlength=len(names))
        drawn.append(_estimate(predicted, came, elsewhere, weights[of].astype(np.float64)))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [Spread(float(b), float(lo), float(hi)) for b, lo, hi in zip(best, low, high, strict=True)]


def _estimate(predicted: Floats, came: Floats, elsewhere: Floats, weights: Floats) -> tuple[float, float, float]:
    total = weights.sum()
    apart = predicted - (weights * predicted).sum() / total
    slope = (weights * apart * came).sum() / max((weights * apart * apart).sum(), 1e-12)
    off = (predicted - came) * (predicted - elsewhere)
    error = np.sqrt(max((weights * off).sum() / total, 0.0))
    return float((weights * (predicted - came)).sum() / total), float(slope), float(error)


def _deciles(predicted: Floats, came: Floats) -> Iterator[Decile]:
    """The predictions in order, in ten groups of the same size."""
    for part in np.array_split(np.argsort(predicted, kind="stable"), TENTHS):
        about = 1.96 * float((came[part] - predicted[part]).std()) / len(part) ** 0.5
        yield Decile(len(part), float(predicted[part].mean()), float(came[part].mean()), about)


def page(found: Calibration, command: str) -> str:
    """A page with the curve: mean prediction and mean result of each tenth of the predictions."""
    scale, unit = (100, "%") if found.expects.startswith("chance") else (1, "")
    digits = 1 if found.expects.startswith("rounds") else 0
    came = tuple(Number(scale * decile.came, scale * decile.about / 1.96) for decile in found.deciles)
    said = tuple(Number(scale * decile.predicted) for decile in found.deciles)
    curve = Figure(
        key="calibration",
        title=f"Prediction and result of each tenth of the predictions: {found.expects}",
        kind="lines",
        labels=tuple(f"{scale * decile.predicted:.{digits}f}" for decile in found.deciles),
        series=(Series("played out", came), Series("predicted", said, "c1")),
        unit=unit,
        across="predicted",
        wide=True,
    )
    facts = [("players", str(found.seats)), ("bots", found.bots), ("positions", f"{found.positions:,}")]
    body = f'<figure class="wide"><h2>{escape(curve.title)}</h2>{draw_figure(curve, 1160)}{numbers(curve)}</figure>'
    foot = f"<p>{escape(summary(found))}.</p><p><code>{escape(command)}</code></p>"
    return shell(load(found.game).title, "predicted against played out", facts, body, foot, found.to_json())


def rows(found: Calibration) -> Iterator[tuple[str, ...]]:
    """The rows of the table: prediction, result, its interval, number of positions."""
    digits = 1 if found.expects == "score" else 3
    for decile in found.deciles:
        between = f"{decile.came - decile.about:.{digits}f} to {decile.came + decile.about:.{digits}f}"
        yield f"{decile.predicted:.{digits}f}", f"{decile.came:.{digits}f}", between, str(decile.positions)


HEADS: Final = ("Predicted", "Result", "95% interval", "Positions")


def table(found: Calibration, command: str) -> str:
    """A table in Markdown, with the command that made it."""
    lines = [f"| {' | '.join(row)} |" for row in (HEADS, ("---:",) * len(HEADS), *rows(found))]
    return "\n".join([*lines, "", f"`{command}`: {summary(found)}."])


def summary(found: Calibration) -> str:
    """The three numbers in one line."""
    parts = [
        f"{name} {spread.value:.3f} ({spread.low:.3f} to {spread.high:.3f})"
        for name, spread in (("bias", found.bias), ("slope", found.slope), ("error beyond luck", found.error))
    ]
    return ", ".join(parts)
