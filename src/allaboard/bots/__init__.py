"""Players of the games: a bot is a compiled function of a view and its own random stream."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from allaboard.bots.advice import Advice


def advise(view: Any, *, seed: int = 0, budget: int | None = None) -> "Advice":
    """Every legal action of the view's own seat, best first, as expert sees it; same view and seed, same numbers.

    >>> from allaboard.game import load
    >>> miyajima = load("miyajima")
    >>> view = miyajima.view(miyajima.start(seats=1), 0)
    >>> len(advise(view).hints)
    3
    """
    from allaboard.bots.advice import of

    return of(view, seed, budget)
