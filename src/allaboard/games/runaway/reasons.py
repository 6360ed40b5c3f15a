"""Why one action of RunAway Train is better than another: what it would score, and what it would keep."""

from allaboard.games.runaway.rules import BOTH, CHOOSING, CONDUCTOR, FACE_VALUE, PASSENGER, State, tip

NAMES = ("scores", "keeps")


def reasons(view: State, action: int) -> dict[str, int]:
    """For a choice of cards: the points that the suitcase scores if nobody prevents it, and the value left aboard."""
    if view.phase != CHOOSING:
        return {}
    kept = int(FACE_VALUE[view.suitcases[int(view.viewer)]])
    if PASSENGER <= action < CONDUCTOR:
        suitcase = action - PASSENGER + 1
        return {"scores": suitcase * int(view.multiplier), "keeps": kept - suitcase}
    if CONDUCTOR <= action < BOTH:
        suitcase = action - CONDUCTOR + 1
        return {"scores": suitcase * int(view.multiplier) - int(tip(view, suitcase)), "keeps": kept - suitcase}
    return {"scores": 0, "keeps": 0 if action == BOTH else kept}
