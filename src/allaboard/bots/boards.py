"""Bots on boards other than the game's own: they use what they learned on that board, or warn that they did not."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from allaboard.board import differing
from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge, Policy
from allaboard.game import Chosen, load


def on_board(policy: Policy, board: Chosen) -> Policy:
    """The same bot with what it has learned on this board, if it has learned on it."""
    if not _learns(policy) or not differing(board, load(policy.game).OPTIONS):
        return policy
    place = kept.place_for(policy.game, board)
    if not place.exists():
        return policy
    return replace(policy, knowledge=_read(policy.game, policy.knowledge.size, place, _frozen(policy.game, board)))


def learned_elsewhere(policies: Iterable[Policy], board: Chosen) -> list[Policy]:
    """Those of these bots that learned on another board."""
    return [
        policy
        for policy in dict.fromkeys(policies)
        if _learns(policy)
        and differing(board, load(policy.game).OPTIONS)
        and not kept.place_for(policy.game, board).exists()
    ]


def lesson(policy: Policy) -> str:
    """The command that teaches a bot another board."""
    return f"`allaboard train {policy.game} {policy.level.partition(':')[0]} --board FILE`"


def _learns(policy: Policy) -> bool:
    return policy.knowledge.size > 0


Frozen = tuple[tuple[str, int | tuple[int, ...]], ...]


def _frozen(game: str, board: Chosen) -> Frozen:
    return tuple(differing(board, load(game).OPTIONS).items())


@cache
def _read(game: str, size: int, place: Path, board: Frozen) -> Knowledge:
    return kept.read(game, size, place, dict(board))
