"""Games of other libraries that `allaboard bench` compares with RunAway Train."""

from allaboard.simulate import peers
from allaboard.simulate.peers import Contender

SEATS = 5
"""The number of seats of the most similar game."""
ENV_SEATS = 3
PGX = "leduc_holdem"
PETTINGZOO = ("Rock Paper Scissors", "rps_v2")


def contenders() -> list[Contender]:
    """Random legal play of other libraries."""
    goofspiel = f"goofspiel(players={SEATS},num_cards=13)"
    return [
        peers.open_spiel_cpp("Goofspiel, 5 players", goofspiel),
        peers.open_spiel_cpp("Goofspiel, in turns", f"turn_based_simultaneous_game(game={goofspiel})"),
        peers.open_spiel_python("Goofspiel", goofspiel),
        peers.pettingzoo("Rock Paper Scissors", "rps_v2"),
    ]
