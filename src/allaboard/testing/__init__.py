"""The conformance kit: tests whether a game keeps the laws that the rest of the package relies on.

    from allaboard.testing import check_game

    check_game("coupling")

With pytest, each law becomes a test of its own:

    from allaboard.testing import laws

    @pytest.mark.parametrize("law", laws("coupling"), ids=str)
    def test_law(law):
        law()

A game with options must keep the laws on every board that it accepts. To test this, use
`laws("coupling", options=any_board(game, seed))`, and `extreme_board(game, highest=True)` for the ends of the ranges.
"""

from allaboard.testing.boards import any_board, extreme_board
from allaboard.testing.law import Law, LawBroken
from allaboard.testing.suite import check_game, laws

__all__ = ["Law", "LawBroken", "any_board", "check_game", "extreme_board", "laws"]
