"""Shared chance: neither the server nor a player can choose the dice, and anybody can check it afterwards."""

import asyncio
import hashlib
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from allaboard import fair, notation
from allaboard.cli import app
from allaboard.game import load
from server.serving import Seat, get, open_table, play_on, post, run, seat_at

ONE, TWO = "01" * 32, "fe" * 32


async def finished(url: str, game: str, nonces: tuple[str | None, ...], people: int = 2) -> tuple[str, Seat, list[str]]:
    """A table that was played to its end by people with these nonces; its tokens."""
    table, tokens = open_table(url, game, max(people, 3 if game == "hachi" else people), people=people)
    async with seat_at(url, table, tokens[0]) as one, seat_at(url, table, tokens[1]) as two:
        before = one.table["commitment"]
        for seat, nonce in zip((one, two), nonces, strict=True):
            if nonce:
                assert (await seat.ask("add_nonce", nonce=nonce))["type"] == "ack"
        await one.ask("ping")
        promised = [hashlib.sha256(bytes.fromhex(nonce)).hexdigest() if nonce else None for nonce in nonces]
        assert one.table["nonces"][:2] == promised, "everybody sees the hash of every nonce"
        assert not any(nonce in "".join(one.frames + two.frames) for nonce in nonces if nonce), "but not the nonces"
        assert (await one.ask("start"))["type"] == "ack"
        await asyncio.gather(play_on(one), play_on(two))
        assert one.table["commitment"] == before
        return table, one, tokens


@pytest.mark.parametrize("nonces", [(ONE, TWO), (ONE, None), (None, None)])
def test_the_draws_follow_from_the_seed_and_all_nonces(
    url: str, tmp_path: Path, nonces: tuple[str | None, str | None]
) -> None:
    table, seat, _ = run(finished(url, "miyajima", nonces))
    assert seat.over is not None
    assert seat.over["nonces"] == list(nonces)
    text = get(url, f"/api/games/{table}/record")
    (record,) = notation.read_records(text)
    assert [value for _, key, value in record.header if key == "nonce"] == [
        f"{at} {nonce}" for at, nonce in enumerate(nonces) if nonce
    ]
    assert notation.verify(record) is None
    assert get(url, f"/api/games/{table}/verify")["holds"] is True
    file = tmp_path / "record.txt"
    file.write_text(text)
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 0
    sharing = sum(nonce is not None for nonce in nonces)
    assert (f"shared with {sharing} player" in said.output) == bool(sharing)
    draws = [line.text for line in record.lines if line.actor == 8]
    alone = dice_of(bytes.fromhex(seat.over["seed"]), record)
    assert (alone == draws) == (sharing == 0), "the seed alone gives other dice"


def dice_of(key: bytes, record: notation.GameRecord) -> list[str]:
    """The draws that a key gives where chance acted."""
    game = load(str(record.value("game")))
    found: list[str] = []
    for step in notation.replay(record):
        if step.line.actor == 8:
            found.append(game.say(8, fair.outcome(key, len(found), game.weights(step.before))))
    return found


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (f"nonce 0 {ONE}\n", "", "for this draw"),  # the server leaves a player out
        (f"nonce 0 {ONE}\n", f"nonce 0 {TWO}\n", "for this draw"),
        (f"nonce 0 {ONE}\n", f"nonce 5 {ONE}\n", "nonce SEAT DIGITS"),
        (f"nonce 0 {ONE}\n", f"nonce 1 {ONE}\n", "nonce SEAT DIGITS"),
        (f"nonce 0 {ONE}\n", "nonce 0 abc\n", "64 digits"),
        ("player 0 Seat zero\n", "player 0 bot:easy\n", "bots add no nonces"),
    ],
)
def test_a_record_with_another_nonce_is_invalid(url: str, old: str, new: str, why: str) -> None:
    text = record_of(url)
    assert old in text
    (record,) = notation.read_records(text.replace(old, new))
    error = notation.verify(record)
    assert error is not None
    assert why in error.reason


_RECORDS: dict[str, str] = {}


def record_of(url: str) -> str:
    """One game with two nonces, for all tests."""
    if url not in _RECORDS:
        table, _, _ = run(finished(url, "miyajima", (ONE, TWO)))
        _RECORDS[url] = str(get(url, f"/api/games/{table}/record"))
    return _RECORDS[url]


def test_verify_checks_what_a_player_saw_and_gave(url: str, tmp_path: Path) -> None:
    text = record_of(url)
    file = tmp_path / "record.txt"
    file.write_text(text)
    (record,) = notation.read_records(text)
    promise = str(record.value("commitment"))
    runner = CliRunner()
    assert runner.invoke(app, ["verify", str(file), "--nonce", ONE, "--commitment", promise]).exit_code == 0
    other = runner.invoke(app, ["verify", str(file), "--nonce", "00" * 32])
    assert (other.exit_code, "is not in it" in other.output) == (1, True)
    other = runner.invoke(app, ["verify", str(file), "--commitment", "00" * 32])
    assert (other.exit_code, "its commitment is not" in other.output) == (1, True)


def test_a_nonce_is_given_once_before_the_start_and_goes_with_its_owner(url: str) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "hachi", 3, people=2, bots=[])
        async with seat_at(url, table, tokens[0]) as one, seat_at(url, table, tokens[1]) as two:
            assert (await two.ask("add_nonce", nonce=TWO))["type"] == "ack"
            assert (await two.ask("add_nonce", nonce=ONE))["code"] == "not_now"
            for _ in range(4):
                await one.ask("shuffle")
            await two.ask("ping")
            given = [seat for seat, nonce in enumerate(two.table["nonces"]) if nonce]
            assert given == [two.you]
            await one.ask("kick", seat=two.you)
            await one.ask("ping")
            assert not any(one.table["nonces"]), "a player who has left adds nothing"
            assert (await one.ask("start"))["type"] == "ack"
            assert (await one.ask("add_nonce", nonce=ONE))["code"] == "not_now"

    run(play())


def test_a_solo_game_waits_for_the_nonce_if_asked_to(url: str) -> None:
    async def play() -> None:
        mine = post(url, "/api/solo", {"game": "miyajima", "begin": False})
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            assert seat.table["phase"] == "gathering"
            assert (await seat.ask("add_nonce", nonce=ONE))["type"] == "ack"
            assert (await seat.ask("start"))["type"] == "ack"
            await play_on(seat)
            assert seat.over is not None
            assert seat.over["nonces"] == [ONE]

    run(play())


def test_the_seed_of_a_rematch_was_fixed_with_the_first_commitment(url: str) -> None:
    async def again(table: str, tokens: list[str]) -> tuple[str, list[str], dict[str, object]]:
        async with seat_at(url, table, tokens[0]) as one, seat_at(url, table, tokens[1]) as two:
            await one.say("rematch")
            following = (await one.until("rematch"))["table"]
            assert two
        async with seat_at(url, following, tokens[0]) as one, seat_at(url, following, tokens[1]) as two:
            assert one.table["phase"] == "playing"
            await asyncio.gather(play_on(one), play_on(two))
            assert one.over is not None
            return following, one.table["nonces"], {**one.over, "commitment": one.table["commitment"], "you": one.you}

    table, seat, tokens = run(finished(url, "miyajima", (ONE, TWO)))
    assert seat.over is not None
    seed = seat.over["seed"]
    for _ in range(2):
        table, nonces, over = run(again(table, tokens))
        assert over["commitment"] == seed, "everybody could check it since the first table"
        assert all(nonces)
        assert over["nonces"] in ([ONE, TWO], [TWO, ONE])
        (record,) = notation.read_records(get(url, f"/api/games/{table}/record"))
        assert notation.verify(record) is None
        seed = over["seed"]


def test_old_records_without_nonces_are_still_valid() -> None:
    game = load("miyajima")
    scribe, seed, draws = notation.Scribe(game, 1, ["Ada"]), bytes(range(32)), 0
    while actors := game.actors(scribe.state):
        if actors == [8]:
            scribe.play(8, fair.outcome(seed, draws, game.weights(scribe.state)))
            draws += 1
        else:
            scribe.play(actors[0], game.legal(scribe.state, actors[0])[0])
    scribe.record.note("commitment", fair.commitment(seed))
    scribe.record.note("seed", seed.hex())
    (record,) = notation.read_records(str(scribe.record))
    assert notation.verify(record) is None


def test_a_daily_challenge_takes_no_nonce(url: str) -> None:
    mine = post(url, "/api/daily/miyajima", {"name": "Ada"}, browser="a browser with a nonce of its own")

    async def play() -> None:
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            assert (await seat.ask("add_nonce", nonce=ONE))["code"] == "not_now"

    run(play())
    assert httpx.get(f"{url}/api/tables/{mine['table']}").json()["nonces"] == [None]
