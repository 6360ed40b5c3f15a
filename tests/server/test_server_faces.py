"""Faces that people choose: shown to everybody, stored by the table, and used again in a rematch."""

from pathlib import Path

from server.serving import get, open_table, post, run, seat_at, serving

FACE = {"body": "green", "stripe": "white", "nose": "duck", "eyes": "sharp"}


def test_a_face_is_shown_to_everybody_and_outlasts_a_restart(tmp_path: Path) -> None:
    async def choose(url: str) -> tuple[str, list[str]]:
        table, tokens = open_table(url, "hachi", 3, people=2)
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            assert host.table["players"][1]["face"] is None
            assert (await guest.ask("choose_face", face=FACE))["type"] == "ack"
            await host.until("table", lambda told: told["table"]["players"][1]["face"] is not None)
            assert host.table["players"][1]["face"] == FACE
            await guest.say("choose_face", face={**FACE, "nose": "long"})
            assert (await guest.until("error"))["code"] == "bad_message"
            assert (await host.ask("start"))["type"] == "ack"
            assert (await guest.ask("choose_face", face={**FACE, "body": "red"}))["type"] == "ack", "in the game"
        return table, tokens

    async def look(url: str, table: str, token: str) -> None:
        async with seat_at(url, table, token) as host:
            faces = [player["face"] for player in host.table["players"]]
            assert faces[:2] == [None, {**FACE, "body": "red"}]
            assert faces[2] is not None, "a bot has its own"

    with serving(tmp_path) as url:
        table, tokens = run(choose(url))
    with serving(tmp_path) as url:
        run(look(url, table, tokens[0]))


def test_a_rematch_keeps_the_faces(url: str) -> None:
    mine = post(url, "/api/solo", {"game": "runaway", "seats": 3, "level": "easy", "name": "Ada"})

    async def play() -> None:
        async with seat_at(url, mine["table"], mine["token"]) as one:
            assert (await one.ask("choose_face", face=FACE))["type"] == "ack"
            while one.over is None:
                if one.position and one.position["actions"] and not one.position["choice"]:
                    texts = [action["text"] for action in one.position["actions"]]
                    await one.act("jump" if "jump" in texts else texts[0])
                else:
                    await one.hear()
            assert (await one.ask("choose_face", face=FACE))["code"] == "not_now", "the game is over"
            await one.say("rematch")
            again = (await one.until("rematch"))["table"]
        async with seat_at(url, again, mine["token"]) as one:
            assert one.table["players"][2]["face"] == FACE, "the seats are turned"

    run(play())
    assert get(url, f"/api/tables/{mine['table']}")["players"][0]["face"] == FACE
