"""Reviews a record: the value of every position, the luck of every draw and the price of every decision."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from allaboard import notation
from allaboard.bots.outlook import Outlook, Unit, Values, outlook_of
from allaboard.bots.personas import names_at
from allaboard.game import CHANCE, Game, GameError, State
from allaboard.notation import GameRecord
from allaboard.reviews.findings import Decision, Review, ReviewOption, ReviewStep, SeatReview, Verdict
from allaboard.reviews.prices import Price, Pricing, pricing
from allaboard.reviews.reasons import leaves, phrase, reasons

Tell = Callable[[int, int], None]
"""A callback that gets the number of decisions that are priced so far, and of all decisions."""

SHOWN: Final = 6  # how many options of a decision are listed
BLUNDER: Final[dict[Unit, float]] = {"points": 12.0, "wins": 0.1, "rounds": 0.1}
"""What a blunder costs; a mistake costs at least half of that."""


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
        raise GameError(f"this game has seats 0 to {seats - 1}, not {seat}")
    steps = list(notation.replay(record))
    if not steps or not game.over(steps[-1].after):
        raise GameError("only a finished game can be reviewed, and this one is not over")
    wanted = range(seats) if seat is None else (seat,)
    outlook = outlook_of(game, seats, board)
    prices = pricing(game, seats, board, budget, outlook.unit)
    values = outlook.along(steps[0].before, [(step.line.actor, step.action) for step in steps])
    blocks = list(_blocks(game, steps))
    priced = _priced(prices, steps, wanted, tell)
    found = []
    for one in wanted:
        decisions = {ply: price for ply, price in priced.items() if steps[ply].line.actor == one}
        found.append(_seat(record, game, steps, blocks, values, one, decisions, outlook.unit, language))
    return Review(
        game=game.name,
        seats=seats,
        unit=outlook.unit,
        method="learned" if outlook.learned else "played_out",
        values=_mark(outlook, prices),
        budget=prices.budget,
        players=found,
        hides=seats > 1 and (game.declaration.chance_hides or game.declaration.simultaneous),
    )


def _mark(outlook: Outlook, prices: Pricing) -> str:
    return hashlib.sha256(outlook.mark.encode() + prices.mark).hexdigest()[:16]


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


def _blocks(game: Game[State], steps: Sequence[notation.Step]) -> Iterable[range]:
    """The plies in blocks: simultaneous decisions are one block."""
    begin = 0
    for ply, step in enumerate(steps):
        waiting = game.actors(step.after)
        still = step.line.actor != CHANCE and set(waiting) < set(game.actors(step.before)) and waiting != []
        if not still:
            yield range(begin, ply + 1)
            begin = ply + 1


def _seat(
    record: GameRecord,
    game: Game[State],
    steps: Sequence[notation.Step],
    blocks: Sequence[range],
    values: Values,
    seat: int,
    priced: dict[int, Price],
    unit: Unit,
    language: str,
) -> SeatReview:
    decisions = [_decision(game, steps[ply], ply, price, unit, language) for ply, price in priced.items()]
    costs = {one.ply: one.cost for one in decisions}
    parts = np.zeros((len(steps), 4))  # luck, own, others, hidden
    shown = values[:, seat].copy()  # the value does not change while others still choose
    for block in blocks:
        change = values[block.stop, seat] - values[block.start, seat]
        mine = [ply for ply in block if steps[ply].line.actor == seat]
        if steps[block.start].line.actor == CHANCE:
            parts[block.start, 0] = change
        elif mine:
            cost = costs.get(mine[0], 0.0)
            parts[mine[0], 1] = -cost
            parts[block.stop - 1, 3] += change + cost
        else:
            parts[block.stop - 1, 2] = change
        for ply in block:
            shown[ply + 1] = shown[ply] + parts[ply].sum()
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
    verdict = _verdict(cost, error, unit)
    sure = verdict not in ("best", "close")
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
        verdict=verdict,
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


def _verdict(cost: float, error: float, unit: Unit) -> Verdict:
    if cost <= 0:
        return "best"
    if cost <= 2 * error:
        return "close"
    return "blunder" if cost >= BLUNDER[unit] else "mistake" if cost >= BLUNDER[unit] / 2 else "inaccuracy"


def kind_of(game: Game[State], view: State, text: str = "") -> str:
    """The phase of the game, if its state has named phases; otherwise the first word of the action."""
    phase = game.to_json(view).get("phase")
    return phase if isinstance(phase, str) else text.partition(" ")[0]
