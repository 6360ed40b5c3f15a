"""Random legal play in other libraries, each used in its fastest way, for benchmarks.

OpenSpiel's C++ rollouts are run by its own MCTS with one simulation: its `RandomRolloutEvaluator` then plays many games
to their end without a step in Python. It must begin at a decision, so the opening deal is measured separately, as the
difference between whole games and dealt games in the C++ loop `evaluate_bots`. Simultaneous games need that loop too.
"""

import importlib
import importlib.util
import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Protocol

from allaboard.game import GameError

clock = time.thread_time  # processor time of this thread, so that other processes do not change the figures


@dataclass(frozen=True)
class Slice:
    """The result of a short run."""

    moves: float  # of players
    chances: float
    seconds: float


@dataclass(frozen=True)
class Contender:
    """A program that can be measured."""

    name: str
    play: Callable[[float], Slice]  # for about this many seconds


def need_peers() -> None:
    """Check that the other libraries are installed; a message says how to install them."""
    for module in ("pyspiel", "rlcard", "pettingzoo"):
        if importlib.util.find_spec(module) is None:
            raise GameError(f"{module} is missing: pip install 'allaboard[bench]', or run with --no-peers")


# ---- OpenSpiel


def open_spiel_cpp(label: str, name: str) -> Contender:
    """C++ rollouts of whole games."""
    game = _spiel().load_game(name)
    if _is_simultaneous(game):
        return Contender(f"OpenSpiel C++ {label}", lambda seconds: _bots(game, seconds))
    return Contender(f"OpenSpiel C++ {label}", lambda seconds: _rollouts(game, seconds))


def open_spiel_python(label: str, name: str) -> Contender:
    """The same game stepped from Python."""
    game = _spiel().load_game(name)
    return Contender(f"OpenSpiel from Python, {label}", lambda seconds: _stepped(game, seconds))


class SpielState(Protocol):
    """The methods of an OpenSpiel state that are used here; OpenSpiel has no types."""

    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def is_simultaneous_node(self) -> bool: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def apply_actions(self, actions: list[int]) -> None: ...
    def clone(self) -> "SpielState": ...
    def full_history(self) -> list["SpielStep"]: ...


class SpielStep(Protocol):
    """One action of a history."""

    player: int


class SpielGame(Protocol):
    """The methods of an OpenSpiel game that are used here."""

    def get_type(self) -> "SpielType": ...
    def new_initial_state(self) -> SpielState: ...
    def num_players(self) -> int: ...


class SpielType(Protocol):
    """The properties of an OpenSpiel game that are used here."""

    dynamics: object


class Discrete(Protocol):
    """A space of actions."""

    n: int


class Zoo(Protocol):
    """The methods of a PettingZoo environment that are used here."""

    def action_space(self, agent: str) -> Discrete: ...


def _spiel() -> ModuleType:
    return importlib.import_module("pyspiel")


def _is_simultaneous(game: "SpielGame") -> bool:
    return bool(game.get_type().dynamics == _spiel().GameType.Dynamics.SIMULTANEOUS)


def _sample(state: "SpielState") -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(outcomes, weights)[0])


def _dealt(game: "SpielGame") -> "SpielState":
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_sample(state))
    return state


def _evaluated(states: list["SpielState"], players: int) -> float:
    """The time that C++ bots take to play these states to their ends."""
    spiel = _spiel()
    bots = [spiel.make_uniform_random_bot(player, random.randrange(1 << 30)) for player in range(players)]
    began = clock()
    for state in states:
        spiel.evaluate_bots(state, bots, random.randrange(1 << 30))
    return clock() - began


def _bots(game: "SpielGame", seconds: float) -> Slice:
    """Simultaneous games: C++ bots in a C++ loop, one call a game."""
    moves = chances = spent = 0.0
    while spent < seconds:
        states = [game.new_initial_state() for _ in range(100)]
        spent += _evaluated(states, game.num_players())
        players = [step.player for state in states for step in state.full_history()]
        moves += sum(player >= 0 for player in players)
        chances += sum(player < 0 for player in players)
    return Slice(moves, chances, spent)


def _rollouts(game: "SpielGame", seconds: float) -> Slice:
    """Sequential games: rollouts from ten deals, with the moves and the dealing of as many games played by C++ bots."""
    spiel = _spiel()
    deals = [_dealt(game) for _ in range(10)]
    games = 40
    while True:
        dealt = [deals[i % 10].clone() for i in range(games)]
        opened = [game.new_initial_state() for _ in range(games)]
        after_deal = _evaluated(dealt, game.num_players())
        opening = max(0.0, _evaluated(opened, game.num_players()) - after_deal)
        opening = 0.0 if not game.new_initial_state().is_chance_node() else opening
        evaluator = spiel.RandomRolloutEvaluator(games // 10, random.randrange(1 << 30))
        search = spiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, random.randrange(1 << 30), False)
        began = clock()
        for state in deals:
            search.mcts_search(state)
        spent = clock() - began + opening
        if spent >= seconds / 2:
            players = [step.player for state in dealt for step in state.full_history()]
            return Slice(sum(p >= 0 for p in players), sum(p < 0 for p in players), spent)
        games *= 2 if spent > seconds / 8 else 4


def _stepped(game: "SpielGame", seconds: float) -> Slice:
    moves = chances = 0
    began = clock()
    while clock() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_sample(state))
                chances += 1
            elif state.is_simultaneous_node():
                chosen = [random.choice(state.legal_actions(player)) for player in range(game.num_players())]
                state.apply_actions(chosen)
                moves += len(chosen)
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
    return Slice(moves, chances, clock() - began)


# ---- RLCard and PettingZoo


def rlcard(label: str, name: str) -> Contender:
    """An RLCard game, stepped in its own way."""

    def play(seconds: float) -> Slice:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env = importlib.import_module("rlcard").make(name, config={"seed": random.randrange(1 << 30)})
        moves = 0
        began = clock()
        while clock() - began < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                moves += 1
        return Slice(moves, 0, clock() - began)

    return Contender(f"RLCard {label}", play)


def pettingzoo(label: str, name: str) -> Contender:
    """A PettingZoo game, agent by agent."""

    def play(seconds: float) -> Slice:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        moves = 0
        began = clock()
        while clock() - began < seconds:
            env.reset(seed=random.randrange(1 << 30))
            for agent in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                masked = isinstance(seen, dict)
                action = random.choice(seen["action_mask"].nonzero()[0].tolist()) if masked else _any(env, agent)
                env.step(action)
                moves += 1
        return Slice(moves, 0, clock() - began)

    return Contender(f"PettingZoo {label}", play)


def _any(env: "Zoo", agent: str) -> int:
    return random.randrange(int(env.action_space(agent).n))
