"""Games of other distributions: one with only rules and words, one with events, messages, secrets and a bot."""

import asyncio
import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard import environments, game_names, notation
from allaboard.board import parse_board
from allaboard.bots.advice import advise
from allaboard.cli import app
from allaboard.declaration import Declaration
from allaboard.envs import bench as envs_bench
from allaboard.envs import tasks
from allaboard.envs.decisions import Decisions
from allaboard.envs.encoding import encoder, parts, size
from allaboard.events import Acted
from allaboard.game import CHANCE, GameError, Refusal, State, load
from allaboard.plain import play_random
from allaboard.reviews import puzzles, words
from allaboard.reviews.findings import kept
from allaboard.reviews.prices import pricing
from allaboard.reviews.review import review
from allaboard.server.asyncapi import asyncapi
from allaboard.simulate import bench as simulate_bench
from allaboard.simulate import run
from allaboard.testing import check_game
from allaboard.tui.app import PlayApp
from allaboard.tui.board import PlainBoard, board
from allaboard.tui.local import new_match
from others.offering import offering
from server.serving import get, play_on, post, seat_at, serving
from server.serving import run as run_limited

SHIPPED = game_names()


@pytest.fixture(autouse=True)
def _offered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with offering(
        tmp_path_factory.mktemp("distribution"), shunting="shunting:GAME", tricks="tricks:GAME", sorting="sorting:GAME"
    ):
        yield


def test_it_keeps_every_law() -> None:
    check_game("shunting", games=2, seats=[2, 8])


def test_one_with_hidden_hands_keeps_every_law() -> None:
    check_game("tricks", games=1, seats=[3])


def test_one_with_ranks_keeps_every_law() -> None:
    check_game("sorting", games=1, seats=[1, 3])


def test_sentences_that_a_language_lacks_are_english_with_english_plurals_and_lists() -> None:
    kinds = importlib.import_module("sorting.events")
    said = load("sorting").catalog("ja")
    assert [said.tell(kinds.Took(0, cars), ["Aki"], 0) for cars in (1, 3)] == ["You take one car.", "You take 3 cars."]
    assert said.tell(kinds.Left(0, [1, 2])) == "Seat 0 leaves the cars to Seat 1 and Seat 2."
    assert said.explain(kinds.NotNow()) == "it is not your turn"
    assert said.say("level-hard") == "強い", "messages of all games are still Japanese"
    assert load("tricks").catalog("ja").say("game-title") == "トリック"


def test_puzzles_are_priced_in_the_unit_that_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hints of this game are points, but a game of two is won or lost."""
    game = load("sorting")
    asked = puzzles._search(game, 2)
    assert asked.unit == "wins"
    state = game.start(2)
    game.play_text(state, 8, "3")
    for price in (asked.glance, asked.look, asked.check):
        assert all(0 <= value <= 1 for value in price.price(game.view(state, 0)).values)
    alone = puzzles._search(game, 1)
    state = game.start(1)
    game.play_text(state, 8, "3")
    assert alone.unit == "points"
    assert alone.look.price(game.view(state, 0)).values == [3, 0]


def test_a_game_without_a_rulebook_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["rules", "sorting"])
    assert (done.exit_code, done.output) == (2, "allaboard: Sorting has no rulebook\n")


def test_hints_in_another_unit_than_the_result_price_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points and chances to win are never added up."""
    game = load("tricks")
    asked = pricing(game, 3, {}, unit="wins").ask
    assert pricing(game, 3, {}).ask is asked
    monkeypatch.setattr(game.declaration.need("players"), "expects", lambda seats: "score")
    assert pricing(game, 3, {}, unit="wins").ask is not asked, "played out instead"
    monkeypatch.setattr(game.declaration.need("players"), "expects", lambda seats: "coins")
    with pytest.raises(GameError, match=r"`expects` of tricks\.players must say what the values"):
        pricing(game, 3, {}, unit="wins")


@pytest.mark.parametrize("bench", [simulate_bench, envs_bench], ids=["simulate", "envs"])
def test_benchmarks_need_no_other_library_for_a_game_without_peers(
    monkeypatch: pytest.MonkeyPatch, bench: ModuleType
) -> None:
    find = importlib.util.find_spec
    missing = {"rlcard", "pyspiel", "pettingzoo", "pgx", "gymnasium"}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in missing else find(name))
    for part in ("compare", "two_threads", "start"):
        monkeypatch.setattr(bench, part, lambda *_: [], raising=False)
    bench.run(["shunting"], 1, 0.01, True, lambda said: None)
    with pytest.raises(GameError, match="is missing: pip install"):
        bench.run([*SHIPPED[:1], "shunting"], 1, 0.01, True, lambda said: None)


def test_it_has_no_options_and_says_so() -> None:
    game = load("shunting")
    assert game.OPTIONS == {}
    with pytest.raises(GameError, match="there is no option 'colour': Shunting has none"):
        game.start(2, {"colour": 1})


def test_its_events_are_its_actions() -> None:
    game = load("shunting")
    state = game.start(2)
    before = game.copy(state)
    game.play_text(state, 8, "3")
    told = game.step_events(before, state, 8, 2, 1)
    assert told == [Acted(8, "3")]
    assert game.sentences(told) == ["Chance: 3"]
    assert game.event({"event": "acted", "seat": 0, "action": "take"}) == Acted(0, "take")


def test_its_refusals_are_those_of_every_game() -> None:
    game = load("shunting")
    state = game.start(2)
    for text, sentence in (("take", "it is not the turn of Seat 0"), ("leave", "it is not the turn of Seat 0")):
        with pytest.raises(Refusal, match=sentence):
            game.play_text(state, 0, text)
    last = play_random(game, 2, 1, 0, {})
    *_, end = notation.replay(last)
    with pytest.raises(Refusal, match="the game is over"):
        game.play_text(end.after, 0, "take")


def test_its_table_is_shown_field_by_field() -> None:
    game = load("shunting")
    assert game.show(game.start(3)).splitlines()[:3] == ["seats: 3", "viewer: -1", "phase: rolling"]
    assert game.parts(0, 1) == {"do": "leave"}


def test_its_records_are_valid() -> None:
    record = play_random(load("shunting"), 3, 1, 0, {}, committed=True)
    assert notation.verify(notation.read_records(str(record))[0]) is None


def test_it_has_random_bots_and_no_hints() -> None:
    game = load("shunting")
    assert game.declaration.all_levels == ("random",)
    state = game.start(2)
    game.play_text(state, 8, "1")
    with pytest.raises(GameError, match="there are no hints for Shunting"):
        advise(game.view(state, 0))


def test_it_is_simulated_without_a_tally() -> None:
    batch = run("shunting", 2, 50, seed=1)
    assert batch.columns["score"].shape == (50, 2)
    assert (batch.columns["moves"] == 6).all()
    assert (batch.columns["chances"] == 6).all()


def test_learners_see_every_number_of_the_view() -> None:
    assert parts("shunting", 2)["cars"] == slice(6, 14)
    assert size("shunting", 2) == 14
    games = Decisions("shunting", seats=2, rows=50, seed=1)
    for _ in range(5):
        assert (np.abs(games.observations) <= 1).all()
        games.step(games.any_legal())
    view = load("shunting").view(games.states[0], 0)
    view.viewer, out = -1, np.zeros(14, np.float32)
    encoder("shunting").encode(view, out, 0)
    assert out[:2].tolist() == pytest.approx([2 / 3, -1 / 2]), "x / (1 + |x|) of the seats and the viewer"


def test_a_benchmark_of_tasks_names_no_level_that_a_game_does_not_have() -> None:
    scores = tasks.run(["sorting", "shunting"], None, [], 2, 0, lambda said: None)
    found = {(score.task, score.player) for score in scores}
    assert found == {("Sorting", "random"), ("Sorting", "easy"), ("Sorting", "medium"), ("Shunting", "random")}


def test_the_board_of_a_game_with_options_and_no_file_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("shunting")
    assert CliRunner().invoke(app, ["board", "shunting"]).output == "allaboard: Shunting has no board to choose\n"
    monkeypatch.setattr(game, "OPTIONS", {"cars": 3, "yard.tracks": (1, 2)})
    printed = CliRunner().invoke(app, ["board", "shunting"]).output
    assert parse_board(printed) == ("shunting", {"cars": 3, "yard.tracks": [1, 2]})


def test_it_is_played_in_a_terminal_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLABOARD_STATE", str(tmp_path))
    match = new_match("shunting", 2, "random", 0, 1, "Ada", 0.0, None)
    assert isinstance(board(match.game), PlainBoard)

    async def play() -> None:
        playing = PlayApp(match)
        async with playing.run_test(size=(80, 24)) as pilot:
            while not match.position.over:
                await pilot.pause(0.01)
                if match.position.menu:
                    await pilot.press("1")

    asyncio.run(asyncio.wait_for(play(), 60))
    assert [line[:3] for line in match.position.ending[:2]] in (["1. ", "2. "], ["1. ", "1. "]), "who has won"
    (file,) = (tmp_path / "records").glob("*.txt")
    assert notation.verify(notation.read_records(file.read_text())[0]) is None


def test_it_is_served_with_its_table_as_text(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        (info,) = (game for game in get(url, "/api/games") if game["name"] == "shunting")
        assert (info["levels"], info["board"], info["hints"], info["solo"]) == (["random"], False, False, False)
        seated = post(url, "/api/solo", {"game": "shunting", "level": "hard"})

        async def play() -> None:
            async with seat_at(url, seated["table"], seated["token"]) as seat:
                while not seat.my_turn:
                    await seat.hear()
                assert seat.table["players"][1]["bot"] == "random", "the next level below"
                assert not seat.table["hints"], "none of its bots can value actions"
                assert seat.position["text"].startswith("seats: 2")
                assert seat.position["actions"][0] == {"text": "take", "parts": {"do": "take"}}
                refused = await seat.act("fly")
                assert (refused["code"], refused["key"]) == ("illegal", "error-not-an-action")
                assert (await seat.ask("advise", ply=seat.position["ply"]))["code"] == "no_hints"
                await play_on(seat)
                assert seat.position["steps"][-1]["events"][0]["event"] == "acted"

        run_limited(play())
        replay = get(url, f"/api/games/{seated['table']}/replay")
        assert len(replay["texts"]) == len(replay["steps"]) + 1
        assert get(url, "/api/games/shunting/messages/en") == ""
        assert get(url, "/api/games/sorting/messages/ja") == ""
        ranks = {game["name"]: game["ranks"] for game in get(url, "/api/games")}
        assert ranks["shunting"] == []
        assert ranks["sorting"] == [[100, "legend"], [1, "shunter"], [0, "onlooker"]]
        refused = httpx.get(f"{url}/api/rules/sorting").json()
        assert (refused["key"], refused["args"]) == ("error-no-rulebook", {"game": "Sorting"})
        asyncapi.cache_clear()


def test_the_table_as_text_is_sent_in_every_language_of_the_game(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        seated = post(url, "/api/solo", {"game": "tricks", "level": "hard"})

        async def play() -> None:
            async with seat_at(url, seated["table"], seated["token"]) as seat:
                while not seat.my_turn:
                    await seat.hear()
                position = seat.position
                assert position["text"].startswith("seat 0: played")
                assert position["translations"].keys() == {"ja"}
                assert position["translations"]["ja"].startswith("席0：出した札")
                await play_on(seat)

        run_limited(play())
        replay = get(url, f"/api/games/{seated['table']}/replay")
        assert len(replay["translations"]) == len(replay["texts"])
        assert all(one["ja"].startswith("席0：") for one in replay["translations"])
        assert load("shunting").translations(load("shunting").start(2)) == {}, "it shows its fields only"


def test_its_games_are_reviewed_by_playing_them_out() -> None:
    record = play_random(load("shunting"), 2, 5, 0, {})
    found = review(record, budget=20)
    assert found.method == "played_out"
    assert not found.hides
    said = words.text(found, "en")
    assert "what could not be seen" not in said.lower(), "nothing is hidden in this game"
    assert said.count("the rest: how far the estimates") == 2
    assert all(kept(player) < 1e-9 for player in found.players)
    assert [player.result for player in found.players] == [
        (rank == 1) / record.tail["rank"][1].count(1) for rank in record.tail["rank"][1]
    ]


def test_a_review_of_a_game_without_chance_does_not_speak_of_luck() -> None:
    found = review(play_random(load("shunting"), 2, 5, 0, {}), budget=20)
    player = found.players[0]
    calm = msgspec.structs.replace(player, steps=[step for step in player.steps if step.actor != CHANCE])
    luck = words.catalog("en").say("review-luck")
    assert [luck in dict(words.parts(found, one, "en")) for one in (player, calm)] == [True, False]
    assert ["Dice" in words.sentence(found, one, "en") for one in (player, calm)] == [True, False]


def test_a_review_has_the_title_of_its_language() -> None:
    found = review(play_random(load("shunting"), 2, 5, 0, {}), budget=20)
    found = msgspec.structs.replace(found, game="tricks", players=[])
    assert [words.text(found, language).splitlines()[0] for language in ("en", "ja")] == ["Tricks", "トリック"]


def test_the_environment_of_a_game_that_declares_none_has_its_usual_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Declaration[State](name="alone", title="", package="", seats=range(1, 2), usual_seats=1, clauses="A")
    many = Declaration[State](name="many", title="", package="", seats=range(2, 6), usual_seats=4, clauses="B")
    monkeypatch.setattr(environments, "_declarations", lambda: (alone, many))
    assert {name: made["seats"] for name, made in environments.ids().items()} == {
        "allaboard/Alone-v0": 1,
        "allaboard/Many-v0": 4,
    }
