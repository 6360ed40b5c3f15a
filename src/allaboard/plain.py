"""Games played one at a time in Python and recorded, with the same checks as for people's moves."""

import hashlib

from allaboard import fair
from allaboard.chance import picked
from allaboard.game import CHANCE, Chosen, Game, S, State
from allaboard.notation import GameRecord, Scribe
from allaboard.rng import Rng, below, stream


def random_action(game: Game[S], state: S, actor: int, rng: Rng) -> int:
    """A legal action, sampled uniformly; for chance, by the weights of the rules."""
    if actor != CHANCE:
        menu = game.legal(state, actor)
        return menu[below(rng, len(menu))]
    weights = game.weights(state)
    return picked(weights, below(rng, sum(weight for _, weight in weights)))


def touch(game: Game[State]) -> None:
    """Play a game that uses every rule, so that all of them are compiled or loaded from the cache."""
    state = game.start(game.seats.start)
    while actors := game.actors(state):
        before, action = game.copy(state), game.legal(state, actors[0])[0]
        if actors[0] == CHANCE:
            game.weights(state)
        game.play(state, actors[0], action)
        game.step_events(before, state, actors[0], action, 0)
    game.to_json(game.view(state, 0))
    game.scores(state)
    game.ranks(state)


def play_random(
    game: Game[State], seats: int, seed: int, number: int, options: Chosen, *, committed: bool = False
) -> GameRecord:
    """Play game `number` of a series at random. A batch plays the same game for the same seed and number."""
    deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
    scribe = Scribe(game, seats, ["bot:random"] * seats, dict(options))
    secret = hashlib.sha256(f"allaboard simulate {seed} {number}".encode()).digest()
    if committed:
        scribe.record.note("commitment", fair.commitment(secret))
        scribe.record.note("seed", secret.hex())
    draws = 0
    while actors := game.actors(scribe.state):
        actor = actors[0]
        if committed and actor == CHANCE:
            action = fair.outcome(secret, draws, game.weights(scribe.state))
            draws += 1
        else:
            action = random_action(game, scribe.state, actor, deal if actor == CHANCE else think)
        scribe.play(actor, action)
    return scribe.record
