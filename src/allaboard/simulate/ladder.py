"""Ladders: all bots play against each other, with rotated seats and the same deals, and get ratings with intervals.

In each pairing one bot plays at a table where all others are of one kind. In solo games all bots play the same deals,
and the mean score counts.
"""

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.bots.boards import on_board
from allaboard.bots.levels import policy
from allaboard.bots.programs import Program, ProgramSeat, is_program
from allaboard.game import CHANCE, Chosen, Game, GameError, State, load
from allaboard.rng import stream
from allaboard.simulate.batch import Batch, run_plan
from allaboard.simulate.luck import AGAIN, corrected, decompose
from allaboard.simulate.plan import Plan
from allaboard.simulate.programs import draw, play_rows

Tell = Callable[[str], None]

AVERAGE: Final = 1500
ELO: Final = 400 / np.log(10)  # the rating difference at which the odds are e to 1
_RESAMPLES = 200
_TIMED_DECISIONS = 20


@dataclass(frozen=True)
class Pairing:
    """The results of one bot among others of one kind, game by game."""

    one: str
    others: str
    shares: npt.NDArray[np.float64]  # the share of the win in each game, corrected for luck
    scores: npt.NDArray[np.float64]  # corrected for luck
    raw_shares: npt.NDArray[np.float64]  # without correction
    raw_scores: npt.NDArray[np.float64]

    @property
    def share(self) -> tuple[float, float]:
        """The mean share of the wins, corrected for luck, and half of its 95% interval."""
        return mean_of(self.shares)

    @property
    def raw_share(self) -> tuple[float, float]:
        """The same without the correction."""
        return mean_of(self.raw_shares)

    def fewer(self, alone: bool) -> float:
        """How many times as many games would be needed for the same interval without the correction."""
        raw, fixed = (self.raw_scores, self.scores) if alone else (self.raw_shares, self.shares)
        return float(raw.var() / fixed.var()) if fixed.var() > 0 else 1.0


@dataclass(frozen=True)
class RatedBot:
    """A bot's place on the ladder: its rating (solo: mean score), the 95% interval, and how long it thinks."""

    bot: str
    rating: float
    low: float
    high: float
    raw: float  # the rating without the correction for luck
    think_ms: float
    longest_ms: float


@dataclass(frozen=True)
class Ladder:
    """The results of a ladder."""

    game: str
    seats: int
    games: int
    seed: int
    rated: list[RatedBot]  # best first
    pairings: list[Pairing]
    reports: list[str]  # faults of programs

    def to_json(self) -> dict[str, object]:
        """The same for other programs."""
        return {
            "game": self.game, "seats": self.seats, "games": self.games, "seed": self.seed,
            "rating": "mean score" if self.seats == 1 else "Elo",
            "ladder": [vars(one) for one in self.rated],
            "pairings": [
                {"bot": pairing.one, "against": pairing.others, "win_share": pairing.share[0],
                 "interval": pairing.share[1], "raw_win_share": pairing.raw_share[0],
                 "raw_interval": pairing.raw_share[1], "times_fewer_games": pairing.fewer(alone=False),
                 "fair": 1 / self.seats, "games": len(pairing.shares)}
                for pairing in self.pairings if pairing.one != pairing.others
            ],
            "reports": self.reports,
        }  # fmt: skip


def table(ladder: Ladder, command: str) -> str:
    """The ladder as a table in Markdown, with the command that made it."""
    alone = ladder.seats == 1
    others = [] if alone else [one.bot for one in ladder.rated]
    head = [
        "",
        "mean score" if alone else "rating",
        "95% interval",
        "raw",
        *[f"among {bot}" for bot in others],
        "thinks",
    ]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    shares = {(pairing.one, pairing.others): pairing.share for pairing in ladder.pairings}
    for one in ladder.rated:
        cells = [shares.get((one.bot, other)) for other in others]
        wins = [f"{cell[0] * ladder.seats:.2f} ± {cell[1] * ladder.seats:.2f}" if cell else "" for cell in cells]
        digits = 1 if alone else 0
        between = f"{one.low:.{digits}f} to {one.high:.{digits}f}"
        rows.append(
            [one.bot, f"{one.rating:.{digits}f}", between, f"{one.raw:.{digits}f}", *wins, f"{one.think_ms:.2g} ms"]
        )
    said = f"`{command}`: {ladder.games} games for each pair of bots, corrected for luck (raw: without correction)"
    if not alone:
        said += "; “among X” is the wins of one bot among X, divided by those of an average player"
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + f"\n\n{said}."


def run_ladder(
    game: str,
    seats: int,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    tell: Tell | None = None,
    board: Chosen | None = None,
) -> Ladder:
    """Let all bots play against each other. `tell` is called with a text before each pairing."""
    board = dict(board or {})
    if len(set(bots)) < len(bots):
        raise GameError(f"each bot can be named only once, not {', '.join(bots)}")
    if len(bots) < 2:
        raise GameError("a ladder needs at least two bots")
    if games < 1:
        raise GameError(f"the number of games must be at least 1, not {games}")
    load(game).start(seats, board)  # raises a GameError for a wrong number of seats
    programs = {bot: Program(bot) for bot in bots if is_program(bot)}
    pairs = [(bot, bot) for bot in bots] if seats == 1 else list(itertools.permutations(bots, 2))
    pairings = []
    try:
        for one, others in pairs:
            if tell:
                tell(one if seats == 1 else f"{one} among {others}")
            pairings.append(_play_pairing(load(game), seats, one, others, games, seed, programs, board))
        times = {bot: _think_times(load(game), seats, bot, seed, programs, board) for bot in bots}
    finally:
        for program in programs.values():
            program.close()
    ratings = _means(bots, pairings) if seats == 1 else _ratings(bots, pairings, seats, seed)
    raw = _raw(bots, pairings, seats)
    rated = [RatedBot(bot, *ratings[bot], raw[bot], *times[bot]) for bot in bots]
    reports = [report.said() for program in programs.values() for report in program.reports]
    return Ladder(game, seats, games, seed, sorted(rated, key=lambda one: -one.rating), pairings, reports)


def _play_pairing(
    game: Game[State],
    seats: int,
    one: str,
    others: str,
    games: int,
    seed: int,
    programs: dict[str, Program],
    board: Chosen,
) -> Pairing:
    """Play one bot among others. It moves to the next seat after every game."""
    plan = Plan(game.name, seats, (one, *[others] * (seats - 1)), seed, board, rotate=True)
    if plan.programs:
        columns, log = play_rows(plan, games, programs)
        batch = Batch(plan, games, columns, 0.0, log)
    else:
        batch = run_plan(plan, games)
        columns = batch.columns
    ranks, scores = columns["rank"].astype(np.int64), columns["score"].astype(np.float64)
    number = np.arange(len(ranks))
    seat = -number % seats
    shares = (ranks[number, seat] == 1) / np.maximum((ranks == 1).sum(axis=1), 1)
    found, scored = decompose(batch, AGAIN), scores[number, seat]
    lucky = found.draws[number, seat], found.choices[number, seat]
    return Pairing(one, others, corrected(shares, *lucky), corrected(scored, *lucky), shares, scored)


def _think_times(
    game: Game[State], seats: int, bot: str, seed: int, programs: dict[str, Program], board: Chosen
) -> tuple[float, float]:
    """The mean and the longest time of some decisions in play against itself, in milliseconds."""
    times: list[float] = []
    deal, think = stream(seed, 1 << 40), stream(seed, (1 << 40) + 1)
    choose = None if bot in programs else on_board(policy(game.name, bot), board)
    while len(times) < _TIMED_DECISIONS:
        state, seated = game.start(seats, board), dict[int, ProgramSeat]()
        if bot in programs:
            seated = {seat: programs[bot].sit(game.name, seat, seats, dict(board)) for seat in range(seats)}
        while actors := game.actors(state):
            actor = actors[0]
            if actor == CHANCE:
                game.play(state, actor, draw(game, state, deal))
                continue
            view = game.view(state, actor)
            began = time.perf_counter()
            action = choose(view, think) if choose else seated[actor].choose(game, view, think)
            times.append(1000 * (time.perf_counter() - began))
            game.play(state, actor, action)
        scores, ranks = game.scores(state), game.ranks(state)
        for seat, program in seated.items():
            program.end(scores[seat], ranks[seat])
    del times[0]  # the first decision may include compiling
    return float(np.mean(times)), float(np.max(times))


def mean_of(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """A mean and half of its 95% interval."""
    return float(values.mean()), float(1.96 * values.std() / np.sqrt(len(values)))


def _raw(bots: Sequence[str], pairings: Sequence[Pairing], seats: int) -> dict[str, float]:
    if seats == 1:
        return {pairing.one: float(pairing.raw_scores.mean()) for pairing in pairings}
    fitted = _fit(bots, pairings, seats, np.array([pairing.raw_shares.mean() for pairing in pairings]))
    return {bot: float(fitted[k]) for k, bot in enumerate(bots)}


def _means(bots: Sequence[str], pairings: Sequence[Pairing]) -> dict[str, tuple[float, float, float]]:
    found = {}
    for bot, pairing in zip(bots, pairings, strict=True):
        mean, about = mean_of(pairing.scores)
        found[bot] = mean, mean - about, mean + about
    return found


def _ratings(
    bots: Sequence[str], pairings: Sequence[Pairing], seats: int, seed: int
) -> dict[str, tuple[float, float, float]]:
    """Elo ratings around an average, with bootstrap intervals over games."""
    random = np.random.default_rng(seed)
    shares = np.array([pairing.shares for pairing in pairings])
    best = _fit(bots, pairings, seats, shares.mean(axis=1))
    drawn = []
    for _ in range(_RESAMPLES):
        again = random.integers(0, shares.shape[1], shares.shape[1])  # the same deals for all
        drawn.append(_fit(bots, pairings, seats, shares[:, again].mean(axis=1)))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return {bot: (float(best[k]), float(low[k]), float(high[k])) for k, bot in enumerate(bots)}


def _fit(
    bots: Sequence[str], pairings: Sequence[Pairing], seats: int, shares: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The maximum likelihood ratings of the Bradley-Terry-Luce model, by Newton's method.

    The chance to win is a bot's strength divided by the sum of all strengths at the table. Half a win and half a loss
    are added for every hundred games, so that a bot that always wins has a finite rating.
    """
    one = np.array([bots.index(pairing.one) for pairing in pairings])
    other = np.array([bots.index(pairing.others) for pairing in pairings])
    won = (np.clip(shares, 0, 1) + 0.005) / 1.01  # corrected shares may lie a little outside of 0 to 1
    seen = won * (seats - 1) / (won * (seats - 1) + 1 - won)  # the equivalent share against one opponent
    skill = np.zeros(len(bots))
    for _ in range(50):
        expected = 1 / (1 + np.exp(skill[other] - skill[one]))
        slope = np.zeros(len(bots))
        np.add.at(slope, one, seen - expected)
        np.add.at(slope, other, expected - seen)
        curve = np.zeros((len(bots), len(bots)))
        weight = expected * (1 - expected)
        for a, b, w in zip(one, other, weight, strict=True):
            curve[[a, b], [a, b]] += w
            curve[[a, b], [b, a]] -= w
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        skill += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(AVERAGE + ELO * (skill - skill.mean()))
