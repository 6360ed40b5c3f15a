"""Games of other libraries that `allaboard bench` compares with Fast Train to Miyajima."""

from allaboard.simulate import peers
from allaboard.simulate.peers import Contender

SEATS = 2
"""The number of seats of the most similar game."""
ENV_SEATS = 2
PGX = "2048"
PETTINGZOO = ("Tic-tac-toe", "tictactoe_v3")


def contenders() -> list[Contender]:
    """Random legal play of other libraries."""
    return [
        peers.open_spiel_cpp("Pig", "pig"),
        peers.open_spiel_cpp("Yacht", "yacht"),
        peers.open_spiel_python("Pig", "pig"),
        peers.pettingzoo("Tic-tac-toe", "tictactoe_v3"),
    ]
