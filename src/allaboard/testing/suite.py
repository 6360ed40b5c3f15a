"""All laws for one game, with every number of players, as a function or as tests."""

from collections.abc import Sequence
from typing import cast

from allaboard.declaration import Declaration
from allaboard.game import Chosen, Game, GameError, S, State, load
from allaboard.testing import interpreted, rules, secrecy, telling
from allaboard.testing.law import Check, Law

ALWAYS: tuple[Check, ...] = (
    rules.games_end,
    rules.simultaneous_as_declared,
    rules.the_order_of_choices_does_not_matter,
    rules.copies_are_independent,
    rules.actions_replay,
    rules.records_verify,
    rules.views_offer_the_same,
    rules.views_are_data,
    rules.imagined_worlds_fit,
    rules.every_world_is_imagined,
    rules.refusals_say_why,
    rules.invalid_arguments_are_refused,
    secrecy.worlds_look_the_same,
    secrecy.hidden_actions_stay_hidden,
    secrecy.choices_wait_for_each_other,
    secrecy.chance_hides_as_declared,
    secrecy.bots_play_from_views,
    secrecy.hints_value_every_action,
    telling.every_step_is_told,
    telling.every_event_has_a_sentence,
)
ONCE: tuple[Check, ...] = (rules.texts_round_trip, telling.catalogs_are_complete, interpreted.both_ways_agree)
"""Laws that do not depend on the number of players."""


def laws(
    game: str | Declaration[S] | Game[S],
    *,
    games: int = 4,
    seed: int = 0,
    seats: Sequence[int] | None = None,
    options: Chosen | None = None,
) -> list[Law]:
    """Every law for a game, with every number of players. Each law checks this number of random games.

    With options, the laws are tested on that board. `boards.any_board` finds boards that a game accepts.
    """
    known = cast(Game[State], game if isinstance(game, Game) else load(game))
    if not isinstance(games, int) or games < 1:
        raise GameError(f"`games` must be a whole number of at least 1, not {games!r:.60}")
    counts, chosen = [known.count(count) for count in seats or known.seats], dict(options or {})
    found = [Law(_sentence(check), check, known, count, games, seed, chosen) for count in counts for check in ALWAYS]
    return found + [Law(_sentence(check), check, known, counts[0], games, seed, chosen) for check in ONCE]


def check_game(
    game: str | Declaration[S] | Game[S],
    *,
    games: int = 4,
    seed: int = 0,
    seats: Sequence[int] | None = None,
    options: Chosen | None = None,
) -> None:
    """Test every law. The first that does not hold is raised as a LawBroken, with the position."""
    for law in laws(game, games=games, seed=seed, seats=seats, options=options):
        law()


def _sentence(check: Check) -> str:
    return (check.__doc__ or check.__name__).strip().splitlines()[0].rstrip(".")
