"""Games of other libraries that `allaboard bench` compares with Hachi Train."""

from allaboard.simulate import peers
from allaboard.simulate.peers import Contender

SEATS = 3
"""The number of seats of the most similar game."""
ENV_SEATS = 3
PGX = "sparrow_mahjong"
PETTINGZOO = ("Connect Four", "connect_four_v3")


def contenders() -> list[Contender]:
    """Random legal play of other libraries."""
    return [
        peers.open_spiel_cpp("Dou Dizhu", "dou_dizhu"),
        peers.open_spiel_cpp("Crazy Eights", "crazy_eights"),
        peers.open_spiel_python("Dou Dizhu", "dou_dizhu"),
        peers.rlcard("Dou Dizhu", "doudizhu"),
        peers.rlcard("UNO", "uno"),
    ]
