"""Reviews a record: the value of every position, the luck of every draw and the price of every decision."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from allaboard import notation
from allaboard.bots.outlook import Unit, Values, outlook_of
from allaboard.bots.personas import names_at
from allaboard.game import Game, GameError, State
from allaboard.notation import GameRecord
from allaboard.record import Cells
from allaboard.reviews.findings import Decision, Review, ReviewOption, ReviewStep, SeatReview
from allaboard.reviews.parts import BLUNDER, CLOSE, PARTS, VERDICTS, decompose, verdict
from allaboard.reviews.prices import Price, Pricing, pricing
from allaboard.reviews.reasons import leaves, phrase, reasons

Tell = Callable[[int, int], None]
"""A callback that gets the number of decisions that are priced so far, and of all decisions."""

SHOWN: Final = 6  # how many options of a decision are listed


def review(
    record: GameRecord,
    seat: int | None = None,
    *,
    budget: int | None = None,
    language: str = "en",
    tell: Tell | None = None,
) -> Review:
    """The review of a finished game, for one seat or for all; a GameError says why a game cannot be reviewed.

    The same record always has the same review, because seeds and budgets are fixed.
    """
    game, seats, board = notation.setting(record)
    if seat is not None and not 0 <= seat < seats:
        there = f"seats 0 to {seats - 1}" if seats > 1 else "only seat 0"
        raise GameError(f"this game has {there}, not {seat}")
    steps = list(notation.replay(record))
    if not steps or not game.over(steps[-1].after):
        raise GameError("only a finished game can be reviewed, and this one is not over")
    wanted = range(seats) if seat is None else (seat,)
    outlook = outlook_of(game, seats, board)
    prices = pricing(game, seats, board, budget, outlook.unit)
    values = outlook.along(steps[0].before, [(step.line.actor, step.action) for step in steps])
    actors = np.array([step.line.actor for step in steps], np.int64)
    waiting = np.array([_bits(game, steps[0].before), *(_bits(game, step.after) for step in steps)], np.int64)
    priced = _priced(prices, steps, wanted, tell)
    found = []
    for one in wanted:
        decisions = {ply: price for ply, price in priced.items() if steps[ply].line.actor == one}
        found.append(_seat(record, game, steps, actors, waiting, values, one, decisions, outlook.unit, language))
    return Review(
        game=game.name,
        seats=seats,
        unit=outlook.unit,
        method="learned" if outlook.learned else "played_out",
        values=hash_of(outlook.hash + prices.hash, prices.budget),
        budget=prices.budget,
        players=found,
        hides=hides(game, seats),
    )


def hides(game: Game[State], seats: int) -> bool:
    """Whether players have to decide without knowing everything that the others know."""
    return seats > 1 and (game.declaration.chance_hides or game.declaration.simultaneous)


def hash_of(functions: str, budget: int) -> str:
    """The hash in a review: of the functions that it used, and of the budget."""
    return hashlib.sha256(f"{functions} {budget}".encode()).hexdigest()[:16]


def _priced(
    prices: Pricing, steps: Sequence[notation.Step], wanted: Iterable[int], tell: Tell | None
) -> dict[int, Price]:
    """For each ply, the price of the decision if there was a choice."""
    game = prices.game
    chosen = [
        (ply, step)
        for ply, step in enumerate(steps)
        if step.line.actor in wanted and len(game.legal(step.before, step.line.actor)) > 1
    ]
    found = {}
    for number, (ply, step) in enumerate(chosen, 1):
        found[ply] = prices.price(game.view(step.before, step.line.actor))
        if tell:
            tell(number, len(chosen))
    return found


def _bits(game: Game[State], state: State) -> int:
    return sum(1 << actor for actor in game.actors(state))


def _seat(
    record: GameRecord,
    game: Game[State],
    steps: Sequence[notation.Step],
    actors: Cells,
    waiting: Cells,
    values: Values,
    seat: int,
    priced: dict[int, Price],
    unit: Unit,
    language: str,
) -> SeatReview:
    decisions = [_decision(game, steps[ply], ply, price, unit, language) for ply, price in priced.items()]
    costs, shown, parts = np.zeros(len(steps)), np.zeros(len(steps) + 1), np.zeros((len(steps), PARTS))
    for one in decisions:
        costs[one.ply] = one.cost
    decompose(actors, waiting, np.ascontiguousarray(values[:, seat]), costs, seat, shown, parts)
    said = [
        ReviewStep(step.line.actor, step.line.text, float(shown[ply + 1]), *map(float, parts[ply]))
        for ply, step in enumerate(steps)
    ]
    acted = sum(step.line.actor == seat for step in steps)
    return SeatReview(
        seat=seat,
        name=names_at(record.players).get(seat, ""),
        expected=float(values[0, seat]),
        result=float(values[-1, seat]),
        luck=float(parts[:, 0].sum()),
        own=float(parts[:, 1].sum()),
        others=float(parts[:, 2].sum()),
        hidden=float(parts[:, 3].sum()),
        steps=said,
        decisions=decisions,
        forced=acted - len(decisions),
    )


def _decision(game: Game[State], step: notation.Step, ply: int, price: Price, unit: Unit, language: str) -> Decision:
    cost, error = price.cost(step.action)
    judged = verdict(np.array(price.values), np.array(price.errors), price.actions.index(step.action), BLUNDER[unit])
    sure = judged > CLOSE
    shown = [at for at, action in enumerate(price.actions) if sure or at < SHOWN or action == step.action]
    seat, best = step.line.actor, price.actions[0] if sure else step.action
    view = game.view(step.before, seat)
    return Decision(
        ply=ply,
        kind=kind_of(game, view, step.line.text),
        played=step.line.text,
        best=game.say(seat, price.actions[0]),
        cost=cost if sure else 0.0,
        error=error,
        verdict=VERDICTS[judged],
        options=[
            ReviewOption(
                game.say(seat, price.actions[at]),
                price.values[at],
                price.errors[at],
                leaves(game, view, price.actions[at]) if sure else {},
                phrase(game, view, price.actions[at], language),
            )
            for at in shown
        ],
        reasons=reasons(game, view, step.action, best, language) if sure else [],
    )


def kind_of(game: Game[State], view: State, text: str = "") -> str:
    """The phase of the game, if its state has named phases; otherwise the first word of the action."""
    phase = game.to_json(view).get("phase")
    return phase if isinstance(phase, str) else text.partition(" ")[0]
