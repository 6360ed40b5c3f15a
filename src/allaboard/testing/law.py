"""A law of all games: a sentence, and a check that names the position where it does not hold."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from allaboard.game import CHANCE, WATCHER, Chosen, Game, State
from allaboard.notation import actor_text
from allaboard.plain import random_action
from allaboard.rng import stream


class LawBroken(AssertionError):
    """A game breaks a law. The message says which law, at which table, after which actions, and how."""

    def __init__(
        self, law: str, game: str, seats: int | None, past: list[str], how: str, options: Chosen | None = None
    ) -> None:
        self.law, self.game, self.seats, self.past, self.how, self.options = law, game, seats, past, how, options or {}
        table = f" with {seats} seats" if seats else ""
        table += f" and the options {dict(options)}" if options else ""
        after = f"\nafter {len(past)} actions: {', '.join(past[-12:])}" if past else ""
        super().__init__(f"{game}{table} breaks the law “{law}”: {how}{after}")


@dataclass
class Trial:
    """The test of one law with one number of players: the games to check, and the actions so far."""

    law: str
    game: Game[State]
    seats: int
    games: int
    seed: int = 0
    options: Chosen = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.past: list[str] = []

    def start(self) -> State:
        """The state at the start of a game."""
        return self.game.start(self.seats, self.options)

    def demand(self, holds: object, how: str) -> None:
        """Raise a LawBroken with this sentence if the condition does not hold."""
        if not holds:
            raise LawBroken(self.law, self.game.name, self.seats, self.past, how, self.options)

    @property
    def viewers(self) -> list[int]:
        """Every seat, and the spectator."""
        return [*range(self.seats), WATCHER]

    def playout(self, number: int) -> Iterator[tuple[State, int, int]]:
        """A random game, step by step: the state before, who acts, and the action."""
        rng = stream(self.seed, number)
        state = self.start()
        self.past = []
        while actors := self.game.actors(state):
            able = self.game.legal(state, actors[0])
            self.demand(able, f"{actor_text(actors[0])} must act but has no legal action")
            if actors[0] == CHANCE:
                total = sum(weight for _, weight in self.game.weights(state))
                self.demand(total > 0, f"the weights of chance's outcomes add up to {total}")
            action = random_action(self.game, state, actors[0], rng)
            yield state, actors[0], action
            self.past.append(f"{actor_text(actors[0])} {self.game.say(actors[0], action)}")
            self.game.play(state, actors[0], action)
            if len(self.past) > MOST_ACTIONS:
                self.demand(False, f"a game has not ended after {MOST_ACTIONS} actions")
        self.last = state

    def steps(self, share: float = 0.1, most: int | None = None) -> Iterator[tuple[State, int, int]]:
        """Some steps of every game, always including the first and the last ones; more steps if there are few games."""
        games = self.games if most is None else min(self.games, most)
        for number in range(games):
            picker = random.Random(number)
            part = share / (1 + games / 50)
            for state, actor, action in self.playout(number):
                ends = not self.game.actors(self.after(state, actor, action))
                if ends or len(self.past) < 2 or picker.random() < part:
                    yield state, actor, action

    def after(self, state: State, actor: int, action: int) -> State:
        """The state that an action leads to."""
        after = self.game.copy(state)
        self.game.rules.apply(after, actor, action)
        return after


MOST_ACTIONS = 200_000
Check = Callable[[Trial], None]


@dataclass(frozen=True)
class Law:
    """A law for one game with one number of players. Call it to test it."""

    sentence: str
    check: Check
    game: Game[State]
    seats: int
    games: int
    seed: int = 0
    options: Chosen = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.check.__name__}"

    def __call__(self) -> None:
        """Test the law; a LawBroken says where it does not hold."""
        trial = Trial(self.sentence, self.game, self.seats, self.games, self.seed, self.options)
        with named(trial):
            self.check(trial)


@contextmanager
def named(trial: Trial) -> Iterator[None]:
    """Report every error inside as a broken law, with the position."""
    try:
        yield
    except LawBroken:
        raise
    except Exception as error:
        how = f"{type(error).__name__}: {error}"
        raise LawBroken(trial.law, trial.game.name, trial.seats, trial.past, how, trial.options) from error


def outcomes(game: Game[State], actor: int) -> int:
    """The number of actions of a seat or of chance."""
    return game.rules.OUTCOMES if actor == CHANCE else game.rules.ACTIONS
