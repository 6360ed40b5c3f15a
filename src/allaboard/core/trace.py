"""Hashes of games over everything that a core can do, for the test that all of its forms give the same results.

    python -m allaboard.core.trace < JOB

plays the games of a job with the rules in Python, compiled or (ALLABOARD_INTERPRETED=1) interpreted, and prints
a hash for each. `client/src/core/trace.ts` does the same with WebAssembly, step by step in the same order.
"""

import hashlib
import sys
from collections.abc import Iterator

import msgspec
import numpy as np
from msgspec import Struct

from allaboard.bots.advice import gives_advice
from allaboard.bots.levels import module_of, policy
from allaboard.chance import drawer
from allaboard.core.description import most_actions
from allaboard.core.digest import Digests
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, Game, State, load
from allaboard.record import blank
from allaboard.rng import below, stream

_SEATS_AND_WATCHER = 1


class Job(Struct, frozen=True):
    """Which games to play."""

    game: str
    seats: list[int]
    games: int
    """How many games with each number of seats."""
    first: int = 0
    """The seed of the first game."""
    levels: dict[str, int] = {}
    """The budgets by level. The seats play at these levels in turn, or at random if there are none."""
    styles: bool = False
    """Whether bots change their style with each decision; otherwise it depends on the seat."""
    hints: int = 0
    """The budget for hints at every eighth decision; 0: none."""
    limit: int = 1 << 30
    """The maximum number of actions."""
    laid: list[int] = []
    """The board, as the rules take it; the game's own if this is empty."""
    digests: bool = False
    """Whether compiled code plays and hashes the games, thousands in a second; see `digest.py`."""
    every: int = 0
    """For digests: 0 if all viewers look at every step, or how many steps there are between looks of one viewer."""
    steps: bool = False
    """Whether to print a hash after each step, to find the step where two forms differ."""


def traces(job: Job) -> Iterator[str]:
    """The number of seats, the seed and the hash of each game."""
    game = load(job.game)
    for seats in job.seats:
        seeds = range(job.first, job.first + job.games)
        if job.digests:
            digests = Digests(game, _laid(game, job, seats), seats)
            yield from (f"{seats} {seed} {digests.of(seed, job.limit, job.every)}" for seed in seeds)
            continue
        for seed in seeds:
            yield from _Trace(game, job, seats, seed).lines()


def _laid(game: Game[State], job: Job, seats: int) -> State:
    state = game.start(seats)
    if job.laid:
        state = blank(game.rules.State)
        game.rules.start(state, seats, np.array(job.laid, np.int64))
    return state


class _Trace:
    def __init__(self, game: Game[State], job: Job, seats: int, seed: int) -> None:
        self.game, self.job, self.seats, self.seed = game, job, seats, seed
        self.dice, self.thoughts = stream(seed, 0), stream(seed, 1)
        self.hash = hashlib.sha256()
        self.state = _laid(game, job, seats)
        self.draw = drawer(game)
        self.menu = np.zeros(most_actions(game), np.int16)
        self.decisions = 0

    def lines(self) -> Iterator[str]:
        game, ply = self.game, 0
        while (actors := game.actors(self.state)) and ply < self.job.limit:
            self.numbers(actors)
            actor = actors[below(self.dice, len(actors))]
            viewer = ply % (self.seats + _SEATS_AND_WATCHER)
            self.look(WATCHER if viewer == self.seats else viewer, ply)
            action = self.choose(actor)
            self.step(actor, action, WATCHER if viewer == self.seats else viewer)
            self.refuse()
            ply += 1
            if self.job.steps:
                yield f"{self.seats} {self.seed} {ply} {actor} {game.say(actor, action)} {self.digest()}"
        self.numbers(actors + game.scores(self.state) + game.ranks(self.state))
        yield f"{self.seats} {self.seed} {ply} {self.digest()}"

    def look(self, viewer: int, ply: int) -> None:
        """Hash a view as bytes and as JSON, and sometimes an imagined world."""
        view = self.game.view(self.state, viewer)
        self.bytes(view.tobytes())
        self.json(self.game.to_json(view))
        if ply % 4 == 0 and viewer != WATCHER:
            self.bytes(self.game.imagine(view, self.dice).tobytes())

    def choose(self, actor: int) -> int:
        game, job = self.game, self.job
        menu = game.legal(self.state, actor)
        self.numbers(menu)
        if actor == CHANCE:
            self.numbers([weight for _, weight in game.weights(self.state)])
            return self.draw(self.state, self.dice, self.menu)
        if not job.levels:
            return menu[below(self.dice, len(menu))]
        self.decisions += 1
        view = game.view(self.state, actor)
        if job.hints and self.decisions % 8 == 1:
            self.hint(view)
        level = list(job.levels)[(actor + self.seed) % len(job.levels)]
        styles = game.declaration.styles
        name = f"{level}/{styles[self.decisions % len(styles)]}" if job.styles and styles else level
        return int(policy(game.name, name, job.levels[level])(view, self.thoughts))

    def hint(self, view: State) -> None:
        """Hash the values of all actions, to the last bit."""
        declared = self.game.declaration
        if gives_advice(declared):
            best = policy(self.game.name, declared.best_level)
            actions, values = np.zeros(self.game.rules.ACTIONS, np.int16), np.zeros(self.game.rules.ACTIONS, np.float64)
            module = module_of(declared, declared.best_level)
            n = module.evaluate(view, self.thoughts, best.knowledge, self.job.hints, actions, values)
            self.numbers(actions[:n].tolist())
            self.bytes(values[:n].astype("<f8").tobytes())

    def step(self, actor: int, action: int, viewer: int) -> None:
        """Apply an action, and hash its events for a viewer and for ALL_SEEING."""
        before = self.game.copy(self.state)
        self.game.rules.apply(self.state, actor, action)
        self.bytes(self.state.tobytes())
        for eyes in (viewer, ALL_SEEING):
            self.json(self.game.step_events(before, self.state, actor, action, eyes))

    def refuse(self) -> None:
        """Try an arbitrary action; if it is illegal, hash the reason and its clause."""
        seat, action = below(self.dice, self.seats), below(self.dice, self.game.rules.ACTIONS)
        if action not in self.game.legal(self.state, seat):
            why = self.game.reason(self.state, seat, action)
            self.json([why])
            self.json(why.clause)

    def bytes(self, data: bytes) -> None:
        self.hash.update(data)

    def numbers(self, numbers: list[int]) -> None:
        self.hash.update(np.array([len(numbers), *numbers], "<i4").tobytes())

    def json(self, told: object) -> None:
        self.hash.update(msgspec.json.encode(told))

    def digest(self) -> str:
        return self.hash.hexdigest()[:16]


def main() -> None:
    """Play the job on standard input."""
    for line in traces(msgspec.json.decode(sys.stdin.buffer.read(), type=Job)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
