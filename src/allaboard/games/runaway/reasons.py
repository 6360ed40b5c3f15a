"""Why one action of RunAway Train is better than another: what it would score, and what it would keep."""

from allaboard.games.runaway.rules import (
    BLUFF,
    BLUFFS,
    BOTH,
    CHOOSING,
    CONDUCTOR,
    FACE_VALUE,
    JUMP,
    NO_CARDS,
    PASSENGER,
    STAY,
    TRACK_LONG,
    State,
    tip,
)

NAMES = ("scores", "keeps")
PHRASES = ("none", "passenger", "conductor", "both", "bluff", "track", "jump", "stay")


def phrase(view: State, action: int) -> tuple[str, dict[str, int | str]]:
    """What an action is called."""
    if PASSENGER <= action < CONDUCTOR:
        return "passenger", {"suitcase": action - PASSENGER + 1}
    if CONDUCTOR <= action < BOTH:
        return "conductor", {"suitcase": action - CONDUCTOR + 1}
    if BLUFF <= action < JUMP:
        low, high = BLUFFS[action - BLUFF]
        return "bluff", {"low": low, "high": high}
    if action <= TRACK_LONG:
        return "track", {"track": "long" if action == TRACK_LONG else "short"}
    return {NO_CARDS: "none", BOTH: "both", JUMP: "jump", STAY: "stay"}[action], {}


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
