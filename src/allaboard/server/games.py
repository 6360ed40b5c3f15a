"""Finds the game that a request names, or refuses it."""

from allaboard.declaration import Declaration
from allaboard.game import State
from allaboard.registry import GameError, available, declaration
from allaboard.server.refusal import Refused


def declared(name: str) -> Declaration[State]:
    """The declaration of the game with this name."""
    try:
        return declaration(name)
    except GameError:
        games = ", ".join(game.name for game in available())
        raise Refused("not_found", "no-such-game", game=name, games=games) from None
