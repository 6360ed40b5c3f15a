"""The game that a request is about, or a typed refusal."""

from allaboard.declaration import Declaration
from allaboard.game import State
from allaboard.registry import GameError, available, declaration
from allaboard.server.refusal import Refused


def declared(name: str) -> Declaration[State]:
    """The game of this name, if it can be played here."""
    try:
        return declaration(name)
    except GameError:
        games = ", ".join(game.name for game in available())
        raise Refused("not_found", "no-such-game", game=name, games=games) from None
