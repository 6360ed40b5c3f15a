"""Committed chance: fixed before the game, checkable after it, without bias."""

import hashlib
import hmac
from collections import Counter

import pytest

from allaboard import fair, notation
from allaboard.game import CHANCE, GameError, load
from allaboard.plain import play_random

SEED = bytes(range(32))


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert fair.commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert len({fair.new_seed() for _ in range(5)}) == 5


def test_a_draw_follows_the_documented_definition() -> None:
    x = int.from_bytes(hmac.new(SEED, b"allaboard draw 7 try 0", "sha256").digest()[:8], "big")
    assert fair.number(SEED, 7, 52) == x % 52


def test_rejection_goes_on_to_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """With n just above half of the range, x at or above n must be rejected, not reduced modulo n."""
    n = 2**63 + 1
    for draw in range(40):
        tries = (hmac.digest(SEED, f"allaboard draw {draw} try {t}".encode(), "sha256") for t in range(100))
        first = next(x for x in (int.from_bytes(d[:8], "big") for d in tries) if x < n)
        assert fair.number(SEED, draw, n) == first


def test_weighted_outcomes_follow_their_weights() -> None:
    counts = Counter(fair.outcome(SEED, draw, [(3, 1), (0, 2), (9, 5)]) for draw in range(8000))
    assert abs(counts[0] - 2000) < 200
    assert abs(counts[3] - 1000) < 150
    assert abs(counts[9] - 5000) < 250


@pytest.mark.parametrize("name", ["hachi", "miyajima", "runaway"])
def test_a_committed_game_verifies_and_a_loaded_die_does_not(name: str) -> None:
    game = load(name)
    record = play_random(game, game.seats.start, 1, 0, {}, committed=True)
    assert notation.verify(record) is None
    chance = [line for line in record.lines if line.actor == CHANCE]
    other = next(text for text in ("1", "2") if text != chance[0].text)
    chance[0].text = other
    error = notation.verify(notation.read_records(str(record))[0])
    assert error
    assert "the seed gives" in str(error)


def test_the_seed_must_be_the_committed_one() -> None:
    record = play_random(load("runaway"), 3, 1, 0, {}, committed=True)
    text = str(record).replace(str(record.value("seed")), SEED.hex())
    error = notation.verify(notation.read_records(text)[0])
    assert error
    assert "not the seed that the commitment was made for" in str(error)
    with pytest.raises(GameError, match="64 digits"):
        fair.read_seed("abc")


def test_a_record_with_a_commitment_and_without_a_seed_is_valid() -> None:
    record = play_random(load("runaway"), 3, 1, 0, {}, committed=True)
    record.header = [row for row in record.header if row[1] != "seed"]
    assert notation.verify(notation.read_records(str(record))[0]) is None
