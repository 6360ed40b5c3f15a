"""Bots on boards other than the game's own: what they learned on such a board, and which bots did not learn on it."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from allaboard.board import differing
from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge, Policy, module_of, parts
from allaboard.game import Chosen, load
from allaboard.registry import declaration


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


def applies(policy: Policy, board: Chosen, seats: int) -> bool:
    """Whether a bot uses what it learned on this board, or plays by rules of thumb there.

    If a bot uses it on some boards only, its module has a compiled function `knows(knowledge, view)`.
    """
    level = parts(policy.level).level
    declared = declaration(policy.game)
    if not _learns(policy) or level not in declared.levels:
        return True
    knows = getattr(module_of(declared, level), "knows", None)
    game = load(policy.game)
    return knows is None or bool(knows(on_board(policy, board).knowledge, game.view(game.start(seats, board), 0)))


def untaught(policy: Policy) -> Policy:
    """The same bot, playing by rules of thumb. Its knowledge is all zeros, which matches no board."""
    return replace(policy, knowledge=np.zeros_like(policy.knowledge))


def lesson(policy: Policy) -> str:
    """The command that teaches a bot another board."""
    return f"`allaboard train {policy.game} {parts(policy.level).level} --board FILE`"


def _learns(policy: Policy) -> bool:
    return policy.knowledge.size > 0


Frozen = tuple[tuple[str, int | tuple[int, ...]], ...]


def _frozen(game: str, board: Chosen) -> Frozen:
    return tuple(differing(board, load(game).OPTIONS).items())


@cache
def _read(game: str, size: int, place: Path, board: Frozen) -> Knowledge:
    return kept.read(game, size, place, dict(board))
