"""Puzzles from games of the best bot: positions where one action is clearly best, and some bots miss it.

A puzzle is a view, so it contains nothing that its seat could not see. It is checked with a larger budget, and graded
by how often each level misses it. Actions that are too close to call with the best one are right too.
"""

import hashlib
from collections.abc import Iterator

from msgspec import Struct

from allaboard.bots.levels import policy
from allaboard.bots.outlook import outlook_of
from allaboard.game import CHANCE, Game, State
from allaboard.layout import Json
from allaboard.plain import random_action
from allaboard.reviews.findings import ReviewOption
from allaboard.reviews.prices import Price, Pricing, pricing
from allaboard.reviews.review import BLUNDER
from allaboard.rng import stream

TRIES = 8  # of each level
CLEAR = 3.0  # standard errors between the last right action and the best wrong one
LARGER = 8  # how many times the budget is used to check a puzzle
MISSED = 0.25  # at least one level misses it this often, so that it is not obvious


class Puzzle(Struct, frozen=True):
    """A position, its right actions, and how hard they are to find."""

    id: str
    game: str
    seats: int
    seat: int
    view: Json
    right: list[str]
    """The best action, and those that are too close to call with it."""
    options: list[ReviewOption]
    """Every legal action, best first."""
    missed: dict[str, float]
    """For each level, how often it takes a wrong action."""
    budget: int
    """The budget with which it was checked."""


def puzzles(game: Game[State], seats: int, seed: int, first: int = 0) -> Iterator[Puzzle | None]:
    """An endless stream of puzzles, game by game; yields None after each game, so that the caller can stop there."""
    level = game.declaration.best_level
    budget = max(1, policy(game.name, level).budget // 20)
    player = policy(game.name, level, budget)
    prices = pricing(game, seats, {})
    check = pricing(game, seats, {}, prices.budget * LARGER)
    least = BLUNDER[outlook_of(game, seats).unit] / 4
    number = first
    while True:
        deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
        state = game.start(seats)
        while actors := game.actors(state):
            actor = actors[0]
            if actor == CHANCE:
                game.play(state, actor, random_action(game, state, actor, deal))
                continue
            view = game.view(state, actor)
            if len(game.legal(state, actor)) > 1:
                found = _puzzle(game, view, prices, check, least)
                if found:
                    yield found
            game.play(state, actor, player(view, think))
        number += 1
        yield None


def _puzzle(game: Game[State], view: State, prices: Pricing, check: Pricing, least: float) -> Puzzle | None:
    if _right(prices.price(view), least) is None:
        return None
    missed = _missed(game, view, prices.price(view), least)
    if max(missed.values(), default=0.0) < MISSED:
        return None
    price = check.price(view)
    right = _right(price, least)
    if right is None:
        return None
    seat = int(view.viewer)
    told = [
        ReviewOption(game.say(seat, action), value, error)
        for action, value, error in zip(price.actions, price.values, price.errors, strict=True)
    ]
    return Puzzle(
        id=hashlib.sha256(view.tobytes()).hexdigest()[:12],
        game=game.name,
        seats=int(view.seats),
        seat=seat,
        view=game.to_json(view),
        right=[game.say(seat, action) for action in price.actions[:right]],
        options=told,
        missed=_missed(game, view, price, least),
        budget=check.budget,
    )


def _right(price: Price, least: float) -> int | None:
    """How many of the first actions are right; None if all are, or if the limit to the wrong ones is not clear."""
    right = 1
    while right < len(price.actions) and price.values[0] - price.values[right] <= 2 * price.errors[right]:
        right += 1
    if right == len(price.actions) or right > max(1, len(price.actions) // 2):
        return None
    gaps = [
        price.values[0] - value >= max(least, CLEAR * error)
        for value, error in zip(price.values[right:], price.errors[right:], strict=True)
    ]
    return right if all(gaps) else None


def _missed(game: Game[State], view: State, price: Price, least: float) -> dict[str, float]:
    right = set(price.actions[: _right(price, least) or 1])
    found = {}
    for level in game.declaration.levels:
        best = level == game.declaration.best_level
        player = policy(game.name, level, max(1, policy(game.name, level).budget // 20) if best else None)
        tries = 1 if best else TRIES
        wrong = sum(player(view, stream(number)) not in right for number in range(tries))
        found[level] = wrong / tries
    return found
