"""The plain path: one game at a time, through the same guard as people's moves, written down as it goes."""

import hashlib
from collections.abc import Mapping

from allaboard import fair
from allaboard.board import Value
from allaboard.game import CHANCE, Game
from allaboard.notation import GameRecord, Scribe
from allaboard.rng import below, stream


def play_random(
    game: Game, seats: int, seed: int, number: int, options: Mapping[str, Value], *, committed: bool = False
) -> GameRecord:
    """Random legal play of game `number` of a series; the same seed and number give the same game as in a batch."""
    deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
    scribe = Scribe(game, seats, ["bot:random"] * seats, dict(options))
    secret = hashlib.sha256(f"allaboard simulate {seed} {number}".encode()).digest()
    if committed:
        scribe.note("commitment", fair.commitment(secret))
        scribe.note("seed", secret.hex())
    draws = 0
    while actors := game.actors(scribe.state):
        if actors[0] != CHANCE:
            menu = game.legal(scribe.state, actors[0])
            scribe.play(actors[0], menu[below(think, len(menu))])
            continue
        weights = game.weights(scribe.state)
        if committed:
            action = fair.outcome(secret, draws, weights)
        else:
            ticket = below(deal, sum(weight for _, weight in weights))
            action = next(a for a, w in _heaped(weights) if ticket < w)
        scribe.play(CHANCE, action)
        draws += 1
    return scribe.record


def _heaped(weights: list[tuple[int, int]]) -> list[tuple[int, int]]:
    total, heaped = 0, []
    for action, weight in weights:
        total += weight
        heaped.append((action, total))
    return heaped
