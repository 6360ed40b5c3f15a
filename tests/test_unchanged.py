"""On the games' own boards, the same seeds always give the same records, byte for byte."""

import hashlib

import pytest

from allaboard import plain
from allaboard.game import load

RECORDS = {
    ("hachi", 3): "2221d63ddc81450b",
    ("hachi", 4): "cc6a135fedad6ae0",
    ("hachi", 5): "22a512316828c345",
    ("miyajima", 1): "8904e49dcfd3bff4",
    ("miyajima", 2): "e717d67a1cfa88af",
    ("miyajima", 3): "d53a0602052f8323",
    ("miyajima", 4): "07259e2896c3b4e0",
    ("miyajima", 5): "fc234672b5f56140",
    ("miyajima", 6): "d6bebd4e0f12242e",
    ("miyajima", 7): "2b52bd69a2ce1285",
    ("miyajima", 8): "4d2734b57bbc51ef",
    ("runaway", 3): "b5fae73bcefe6e5c",
    ("runaway", 4): "0ac08fe625463372",
    ("runaway", 5): "9c1f4895ed2efe3f",
    ("runaway", 6): "3a1b80158e4fc140",
}
"""Hashes of twelve random games, made before rule parameters became options."""


@pytest.mark.parametrize(("game", "seats"), RECORDS)
def test_seeds_give_the_same_records_as_before(game: str, seats: int) -> None:
    digest = hashlib.sha256()
    for number in range(12):
        digest.update(str(plain.play_random(load(game), seats, 11, number, {})).encode())
    assert digest.hexdigest()[:16] == RECORDS[game, seats]
