"""The learned player of Hachi Train: the estimated chance to lose after each option, in a few imagined worlds."""

from allaboard.bots.levels import Knowledge
from allaboard.games.hachi.bots.guesses import knowledge
from allaboard.games.hachi.bots.heuristics import new_workspace
from allaboard.games.hachi.bots.search import by_style, new_race, run, write_options
from allaboard.games.hachi.rules import State
from allaboard.record import rule
from allaboard.rng import Rng

__all__ = ["BUDGET", "hard", "knowledge"]

BUDGET = 600
LAPS = 0
PLACES = 4
CLOSE = 0.004  # among options this close to the best, in chances to lose the round, the style decides


@rule
def hard(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """The option with the lowest chance to lose, in a few imagined worlds."""
    work, race = new_workspace(), new_race()
    n = write_options(view, work, race, PLACES)
    if n == 1:
        return int(race.actions[0])
    best = run(view, rng, knowledge, work, race, n, budget, LAPS, False, 0)
    return int(race.actions[by_style(race, n, best, style, CLOSE)])
