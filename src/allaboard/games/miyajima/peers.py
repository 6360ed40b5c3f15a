"""What Fast Train to Miyajima is measured beside: the nearest games of other libraries."""

from allaboard.simulate import peers
from allaboard.simulate.peers import Contender

SEATS = 2
"""As many seats as the nearest game of a peer has."""
ENV_SEATS = 2
PGX = "2048"
PETTINGZOO = ("Tic-tac-toe", "tictactoe_v3")


def contenders() -> list[Contender]:
    """Random legal play of others."""
    return [
        peers.open_spiel_cpp("Pig", "pig"),
        peers.open_spiel_cpp("Yacht", "yacht"),
        peers.open_spiel_python("Pig", "pig"),
        peers.pettingzoo("Tic-tac-toe", "tictactoe_v3"),
    ]
