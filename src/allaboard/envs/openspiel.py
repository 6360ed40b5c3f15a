"""OpenSpiel games: importing this module registers every game as `python_` and its name.

Dice and cards are chance nodes, and simultaneous decisions are simultaneous nodes. A player's information state is
everything that it has seen; its observation is its view. A solo game is sequential with perfect information, and its
return is the score divided by 100. Otherwise the return is the share of opponents beaten minus the share that won, from
-1 to 1.

A game's options are parameters with the same names. Lists are written with spaces between the numbers, as in a record.

>>> import pyspiel
>>> from allaboard.registry import game_names
>>> state = pyspiel.load_game(f"python_{game_names()[0]}(players=3)").new_initial_state()
>>> state.is_terminal(), state.num_players()
(False, 3)
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from allaboard.board import differing, option_text, parse_option
from allaboard.envs.encoding import encoder, size
from allaboard.game import CHANCE, AnyGame, Chosen, GameError, Value, load
from allaboard.registry import available

Spiel: TypeAlias = Any  # Any: OpenSpiel has no type declarations
"""An object of OpenSpiel."""
Parameters = Mapping[str, int | float | str | bool]
"""The parameters that OpenSpiel passes to a game."""
HUNDRED: Final = 100.0
REMEMBERED: Final = 2048
"""How many events, the last ones, fit into the tensor of an information state. None of 60,000 random games of our
longest game had more than 1,500. The string has all of them."""
UNBOUNDED: Final = 100_000
"""The maximum numbers of decisions and of chance actions of a game that does not declare its length."""
UNLIMITED: Final = 1000.0
"""The highest return of a solo game that does not declare its maximum score."""
_SCALE: Final = 1 << 16
_ACTOR: Final = 1 << 12  # an event is one number: the actor times this, plus the action


class Length:
    """How long a game can last: the maximum numbers of decisions and chance actions, and the events of a tensor."""

    def __init__(self, game: str, seats: int, board: Chosen) -> None:
        self.decisions, self.chances = load(game).length(seats, board) or (UNBOUNDED, UNBOUNDED)
        self.remembered = min(self.decisions + self.chances, REMEMBERED)


def _type(name: str, seats: int | None = None) -> Spiel:
    game, kinds = load(name), pyspiel.GameType
    alone = seats == 1
    simultaneous = game.declaration.simultaneous and not alone
    hides = (game.declaration.chance_hides or game.declaration.simultaneous) and not alone
    chances = game.rules.OUTCOMES > 0
    return kinds(
        short_name=f"python_{name}",
        long_name=f"{game.title} (All Aboard)",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chances else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone or (seats is None and 1 in game.seats) else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": max(2, game.seats.start), **_parameters(game.OPTIONS)},
    )


def _parameters(options: Mapping[str, Value]) -> dict[str, int | str]:
    """Options as OpenSpiel parameters, which can be numbers and strings but not lists."""
    return {name: value if isinstance(value, int) else option_text(value) for name, value in options.items()}


def _board(game: AnyGame, params: Parameters) -> dict[str, Value]:
    """The options among the parameters that differ from the game's own."""
    chosen = {name: parse_option(name, str(value), game.OPTIONS) for name, value in params.items() if name != "players"}
    return differing(chosen, game.OPTIONS)


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with a number of players."""

    name = ""

    def __init__(self, params: Parameters | None = None) -> None:
        self.rules = load(self.name)
        self.seats = int((params or {}).get("players", max(2, self.rules.seats.start)))
        self.board = _board(self.rules, params or {})
        self.rules.start(self.seats, self.board)  # raises a GameError for a wrong number of players or wrong options
        self.length = Length(self.name, self.seats, self.board)
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.rules.ACTIONS,
            max_chance_outcomes=self.rules.rules.OUTCOMES,
            num_players=self.seats,
            min_utility=0.0 if alone else -1.0,
            max_utility=self._most(),
            utility_sum=None if alone else 0.0,
            max_game_length=self.length.decisions,
        )
        super().__init__(_type(self.name, self.seats), info, params or {})

    def _most(self) -> float:
        """The highest return: 1 against opponents; in a solo game, the game may declare it."""
        best: Callable[[Mapping[str, Value]], int] | None = getattr(self.rules.words, "highest_score", None)
        if self.seats > 1:
            return 1.0
        return UNLIMITED if best is None else best({**self.rules.OPTIONS, **self.board}) / HUNDRED

    def new_initial_state(self) -> "State":
        """The state at the start of a game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Spiel = None, params: Parameters | None = None) -> "Observer":
        """How a player sees a state."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act."""
        return self.length.chances


class State(pyspiel.State):  # type: ignore[misc]
    """A state, with what each player has seen so far."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.world = game.rules.start(game.seats, game.board)
        self.events = (b"",) * game.seats  # for each player, what it has seen, as numbers; bytes are fast to copy

    def _rules(self) -> AnyGame:
        return load(self.get_game().name)

    def current_player(self) -> int:
        """The player who must act; SIMULTANEOUS if several must."""
        actors = self._rules().actors(self.world)
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if actors == [CHANCE]:
            return int(pyspiel.PlayerId.CHANCE)
        return actors[0] if len(actors) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._rules().over(self.world))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._rules().legal(self.world, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dice or cards that may come, with their probabilities."""
        weights = self._rules().weights(self.world)
        total = sum(weight for _, weight in weights)
        return [(action, weight / total) for action, weight in weights]

    def _apply_action(self, action: int) -> None:
        actor = self._rules().actors(self.world)[0]
        self._play(actor, action)

    def _apply_actions(self, actions: list[int]) -> None:
        for actor in self._rules().actors(self.world):
            self._play(actor, actions[actor])

    def _play(self, actor: int, action: int) -> None:
        """Apply an action. All players see actions of players; some actions of chance are seen by one player only."""
        rules, events = self._rules(), []
        for player, told in enumerate(self.events):
            known = actor != CHANCE or rules.sees(self.world, actor, action, player)
            number = actor * _ACTOR + (action + 1 if known else 0)
            events.append(told + number.to_bytes(2, "little"))
        rules.play(self.world, actor, action)
        self.events = tuple(events)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """Another state that is consistent with what this player knows, sampled uniformly, with its history.

        If chance hides nothing, a player knows everything at every node of the tree.
        """
        rng = random.Random(sampler())
        declared = self._rules().declaration
        if not declared.chance_hides:
            return self.clone()  # type: ignore[no-any-return]
        resampling = declared.part("resampling")
        if resampling is None:
            raise GameError(f"{declared.title} cannot be resampled: it has no module `resampling`")
        another_past = resampling.another_past
        game = self.get_game()
        past = [(CHANCE if step.player < 0 else step.player, step.action) for step in self.full_history()]
        sampled: State = game.new_initial_state()
        for _, action in another_past(self._rules(), game.seats, past, player, rng, game.board):
            sampled.apply_action(action)
        return sampled

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._rules().say(CHANCE if player < 0 else player, action))

    def returns(self) -> list[float]:
        """Zero before the end; then the score of a solo game, or the share of opponents beaten minus those who won."""
        rules, seats = self._rules(), int(self.world.seats)
        if not rules.over(self.world):
            return [0.0] * seats
        if seats == 1:
            return [rules.scores(self.world)[0] / HUNDRED]
        ranks = rules.ranks(self.world)
        return [sum((other > mine) - (other < mine) for other in ranks) / (seats - 1) for mine in ranks]

    def __str__(self) -> str:
        return str(self._rules().show(self.world))


class Observer:
    """A player's view as numbers and as text; with perfect recall, everything that it has seen."""

    def __init__(self, game: Game, kind: Spiel) -> None:
        self._game, self._recall = game, bool(kind.perfect_recall)
        self._seen = size(game.name, game.seats, game.board)
        room = game.length.remembered if self._recall else 0
        self.tensor = np.zeros(self._seen + room, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"view": self.tensor[: self._seen]}
        if self._recall:
            self.dict["events"] = self.tensor[self._seen :]

    def set_from(self, state: State, player: int) -> None:
        """Write what this player sees."""
        view = self._game.rules.view(state.world, player)
        encoder(self._game.name).encode(view, self.tensor, 0)
        if self._recall:
            events = np.frombuffer(state.events[player], "<u2")[-self._game.length.remembered :]
            self.tensor[self._seen :] = 0
            self.tensor[self._seen : self._seen + len(events)] = (events + 1.0) / _SCALE

    def string_from(self, state: State, player: int) -> str:
        """The same as text."""
        if not self._recall:
            return str(self._game.rules.show(self._game.rules.view(state.world, player)))
        told = [f"seat {player}"]
        for number in np.frombuffer(state.events[player], "<u2").tolist():
            actor, action = divmod(number, _ACTOR)
            text = self._game.rules.say(actor, action - 1) if action else "?"
            told.append(f"{'chance' if actor == CHANCE else f's{actor}'} {text}")
        return "\n".join(told)


def register() -> None:
    """Register the games with OpenSpiel."""
    for name in (game.name for game in available()):
        if f"python_{name}" not in pyspiel.registered_names():
            pyspiel.register_game(_type(name), type(f"{name.title()}Game", (Game,), {"name": name}))


register()
