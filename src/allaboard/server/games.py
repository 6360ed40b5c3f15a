"""Finds the game that a request names, or refuses it, and says whether it has hints."""

from allaboard.bots.advice import gives_advice
from allaboard.declaration import Declaration
from allaboard.game import State
from allaboard.registry import GameError, available, declaration
from allaboard.server.protocol import Code
from allaboard.server.refusal import Refused


def declared(name: str, code: Code = "not_found") -> Declaration[State]:
    """The declaration of the game with this name."""
    try:
        return declaration(name)
    except GameError:
        games = ", ".join(game.name for game in available())
        raise Refused(code, "no-such-game", game=name, games=games) from None


def gives_hints(game: Declaration[State]) -> bool:
    """Whether a game's best bot can value actions."""
    try:
        return gives_advice(game)
    except GameError:  # the best bot cannot be imported, which is in the log; the other bots play
        return False
