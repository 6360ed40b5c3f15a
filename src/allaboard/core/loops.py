"""Loops for measuring a core: random games and decisions of bots, the same code in WebAssembly and in native code."""

from collections.abc import Callable

from allaboard.bots.levels import Knowledge
from allaboard.chance import drawer
from allaboard.game import CHANCE, Actions, Game, State
from allaboard.record import Cells, specialise
from allaboard.rng import Rng, below, reseed

# ---- placeholders; `specialise` binds the game's own functions


def _unbound(*_: object) -> int:
    raise NotImplementedError


actors = legal = apply = draw = choose = _unbound


# ---- random play


def _random_games(states: Cells, laid: Cells, rng: Rng, menu: Actions, games: int) -> int:
    """Play a number of games at random; returns the number of decisions of players."""
    moves = 0
    for _ in range(games):
        states[0] = laid[0]
        state = states[0]
        mask = actors(state)
        while mask != 0:
            if mask == 1 << CHANCE:
                apply(state, CHANCE, draw(state, rng, menu))
            else:
                actor = 0
                while not mask >> actor & 1:
                    actor += 1
                apply(state, actor, int(menu[below(rng, legal(state, actor, menu))]))
                moves += 1
            mask = actors(state)
    return moves


def random_games(game: Game[State]) -> Callable[[Cells, Cells, Rng, Actions, int], int]:
    """The loop for one game, compiled."""
    rules = game.rules
    words = {"actors": rules.actors, "legal": rules.legal, "apply": rules.apply, "draw": drawer(game)}
    return specialise(_random_games, game.name, words, bottom_up=True)


# ---- bots


def _decisions(views: Cells, rng: Rng, knowledge: Knowledge, budget: int, n: int) -> int:
    """Take a number of decisions, in the given positions in turn; returns a number that depends on every choice."""
    total = 0
    for k in range(n):
        reseed(rng, k, 0)
        total += choose(views[k % len(views)], rng, knowledge, budget, 0)
    return total


def decisions(game: str, level: str, chooses: Callable[..., int]) -> Callable[[Cells, Rng, Knowledge, int, int], int]:
    """The loop for one level of a game, compiled."""
    return specialise(_decisions, f"{game}-{level}", {"choose": chooses})
