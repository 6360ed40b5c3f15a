"""Bots with personas, and bots as strong as the browser's finished games."""

from pathlib import Path

import httpx
import pytest

from allaboard.bots.personas import persona
from allaboard.server import bots_at_table, readiness
from server.serving import get, play_on, post, run, seat_at, serving

ADA = "a browser of Ada's own"


def test_bots_have_faces_and_styles_of_their_own(url: str) -> None:
    seated = post(url, "/api/solo", {"game": "runaway", "level": "easy", "seats": 4})
    players = get(url, f"/api/tables/{seated['table']}")["players"]
    assert players[0].get("face") is None
    assert players[0].get("style") is None
    bots = players[1:]
    assert [bot["style"] for bot in bots] == ["bold", "gambler", "careful"]
    assert len({bot["name"] for bot in bots}) == 3
    for bot in bots:
        known = persona(bot["name"])
        assert known is not None
        assert bot["face"]["nose"] == known.face.nose


def test_losing_leads_to_weaker_bots(tmp_path: Path) -> None:
    async def lose(url: str) -> str:
        """Play a game to its end with the first action that is offered."""
        seated = post(url, "/api/solo", {"game": "runaway", "level": "match", "seats": 3}, ADA)
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            await play_on(seat)
        return str(seated["table"])

    with serving(tmp_path, bot_pace=0.0) as url:
        first = run(lose(url))
        again = post(url, "/api/solo", {"game": "runaway", "level": "match", "seats": 3}, ADA)
        record = httpx.get(f"{url}/api/games/{first}/record").text
        ranks = [int(word) for word in record.rpartition("rank ")[2].split()]
        met = get(url, f"/api/tables/{again['table']}")["players"][1]["bot"]
        assert "bot:medium" in record, "nothing was known before"
        assert met == ("medium" if ranks[0] == 1 else "easy")
        stranger = post(url, "/api/solo", {"game": "runaway", "level": "match", "seats": 3}, "another browser's secret")
        assert get(url, f"/api/tables/{stranger['table']}")["players"][1]["bot"] == "medium"
        refused = httpx.post(f"{url}/api/solo", json={"game": "runaway", "level": "master"})
        assert refused.status_code == 400


def test_a_blend_falls_back_where_the_better_level_is_not_ready() -> None:
    from allaboard.game import load

    game = load("runaway")
    state = game.start(4)
    while len(game.actors(state)) < 4:
        actor = game.actors(state)[0]
        game.play(state, actor, game.legal(state, actor)[0])
    view = game.view(state, 1)
    ready = set(bots_at_table.READY)
    try:
        bots_at_table.READY.clear()
        bots_at_table.READY.add(("runaway", "easy"))
        assert bots_at_table.choose(game, "easy", view, 3, "bold", 60) in game.legal(view, 1)
        assert bots_at_table.choose(game, "easy", view, 3, "bold", 60) == bots_at_table.choose(
            game, "easy", view, 3, "bold"
        )
    finally:
        bots_at_table.READY.clear()
        bots_at_table.READY.update(ready)


def test_a_table_says_who_plays_while_a_level_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = {("miyajima", "random"), ("miyajima", "easy")}
    monkeypatch.setattr(bots_at_table, "READY", ready)
    monkeypatch.setattr(readiness.Preparation, "start", lambda _: None)

    async def play(url: str) -> None:
        seated = post(url, "/api/solo", {"game": "miyajima", "level": "expert", "seats": 2})
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            bot = seat.table["players"][1]
            assert (bot["bot"], bot["stand_in"]) == ("expert", "easy")
            while not seat.my_turn:
                await seat.hear()
            ready.add(("miyajima", "expert"))
            await seat.act(seat.position["actions"][0]["text"])
            while seat.table["players"][1].get("stand_in"):
                await seat.hear()

    with serving(tmp_path, bot_pace=0.0) as url:
        run(play(url))
