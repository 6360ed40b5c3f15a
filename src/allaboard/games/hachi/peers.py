"""What Hachi Train is measured beside: the nearest games of other libraries."""

from allaboard.simulate import peers
from allaboard.simulate.peers import Contender

SEATS = 3
"""As many seats as the nearest game of a peer has."""
ENV_SEATS = 3
PGX = "sparrow_mahjong"
PETTINGZOO = ("Connect Four", "connect_four_v3")


def contenders() -> list[Contender]:
    """Random legal play of others."""
    return [
        peers.open_spiel_cpp("Dou Dizhu", "dou_dizhu"),
        peers.open_spiel_cpp("Crazy Eights", "crazy_eights"),
        peers.open_spiel_python("Dou Dizhu", "dou_dizhu"),
        peers.rlcard("Dou Dizhu", "doudizhu"),
        peers.rlcard("UNO", "uno"),
    ]
