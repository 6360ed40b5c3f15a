"""Reviews: the identity, luck that is zero on average, prices from views alone, and the text."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard import notation
from allaboard.bots.outlook import Outlook, outlook_of, played_out
from allaboard.catalog import LANGUAGES, catalog
from allaboard.cli import app
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.notation import GameRecord
from allaboard.plain import play_random
from allaboard.reviews import findings, words
from allaboard.reviews.prices import pricing
from allaboard.reviews.reasons import reasons_of
from allaboard.reviews.review import review
from allaboard.rng import stream
from allaboard.simulate import run
from allaboard.simulate.luck import corrected, decompose
from allaboard.simulate.records import records

TABLES = [("miyajima", 1), ("miyajima", 3), ("hachi", 4), ("runaway", 4)]
BUDGET = {"miyajima": 12, "hachi": 200, "runaway": 40}


def played(game: str, seats: int, bot: str = "medium", seed: int = 3) -> GameRecord:
    return next(records(run(game, seats, 1, (bot,), seed)))


@cache
def judged(game: str, seats: int) -> findings.Review:
    """The review of that game for every seat, computed once for all tests of this file."""
    return review(played(game, seats), budget=BUDGET[game])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_parts_of_a_review_add_up_to_the_result(game: str, seats: int) -> None:
    record = played(game, seats)
    found = judged(game, seats)
    scores, ranks = record.tail["score"][1], record.tail["rank"][1]
    assert len(found.players) == seats
    for player in found.players:
        assert findings.kept(player) < 1e-9
        for part in ("luck", "own", "others", "hidden"):
            assert getattr(player, part) == pytest.approx(sum(getattr(step, part) for step in player.steps))
        assert player.steps[-1].value == pytest.approx(player.result)
        right = {
            "points": scores[player.seat],
            "wins": (ranks[player.seat] == 1) / max(ranks.count(1), 1),
            "rounds": scores[player.seat] - 2,
        }[found.unit]
        assert player.result == pytest.approx(right)
        assert player.own == pytest.approx(-sum(one.cost for one in player.decisions))
        assert len(player.decisions) + player.forced == sum(line.actor == player.seat for line in record.lines)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_only_chance_is_luck_and_only_own_turns_are_own_decisions(game: str, seats: int) -> None:
    player = judged(game, seats).players[-1]
    for step in player.steps:
        assert step.luck == 0 or step.actor == CHANCE
        assert step.own == 0 or step.actor == player.seat
        assert step.own <= 0
    assert any(step.luck for step in player.steps)


def outcomes(outlook: Outlook, actions: Sequence[tuple[int, int]], seats: int) -> None:
    """At every draw, the value before it is the mean of the values after all possible outcomes."""
    game = load(outlook.game)
    laid = game.start(seats)
    state, values, checked = game.copy(laid), outlook.along(laid, actions), 0
    for ply, (actor, action) in enumerate(actions):
        weights = game.weights(state) if actor == CHANCE else []
        game.play(state, actor, action)
        if not weights or (game.declaration.chance_hides and weights[0][0] < 8):
            continue  # a deal is one act of many draws
        total = sum(weight for _, weight in weights)
        mean = np.zeros(seats)
        for other, weight in weights:
            mean += weight / total * outlook.along(laid, [*actions[:ply], (CHANCE, other)])[-1]
        assert values[ply] == pytest.approx(mean, abs=1e-9)
        checked += 1
        if checked == 25:
            break
    assert checked >= 3


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_value_before_a_draw_is_the_mean_over_its_outcomes(game: str, seats: int) -> None:
    steps = list(notation.replay(played(game, seats)))
    outcomes(outlook_of(load(game), seats), [(step.line.actor, step.action) for step in steps], seats)


@pytest.mark.parametrize(
    ("game", "seats", "level"),
    [
        ("miyajima", 1, "hard"),  # the value of a solo game assumes good play
        ("miyajima", 2, "medium"),
        ("hachi", 3, "medium"),
        ("hachi", 5, "medium"),
        ("runaway", 3, "medium"),
    ],
)
def test_luck_is_zero_on_average(game: str, seats: int, level: str) -> None:
    found = decompose(run(game, seats, 300, (level,), seed=11))
    luck, results, starts = found.luck, found.results, found.starts
    errors = luck.std(axis=0) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * errors + 1e-12).all()
    assert (np.ptp(starts, axis=0) == 0).all(), "the start is worth the same in every game"
    fixed = corrected(results[:, 0], luck[:, 0])
    assert fixed.mean() == pytest.approx(results[:, 0].mean(), abs=4 * errors[0])
    assert fixed.var() < 1.02 * results[:, 0].var()


ALL = [
    *(("miyajima", seats) for seats in range(1, 9)),
    *(("hachi", seats) for seats in range(3, 6)),
    *(("runaway", seats) for seats in range(3, 7)),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), ALL)
def test_luck_is_zero_on_average_over_ten_thousand_games(game: str, seats: int) -> None:
    found = decompose(run(game, seats, 10_000, ("medium",), seed=12))
    luck, results = found.luck, found.results
    errors = luck.std(axis=0) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * errors).all()
    for seat in range(seats):
        taken_off = results[:, seat] - corrected(results[:, seat], luck[:, seat])
        assert abs(taken_off.mean()) < 4 * taken_off.std() / np.sqrt(len(luck)), "results without luck are unbiased"


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("runaway", 4)])
def test_results_of_hard_without_luck_vary_much_less(game: str, seats: int) -> None:
    """Most of the variance comes from the bots' own random choices. Both kinds of luck are zero on average."""
    found = decompose(run(game, seats, 80, ("hard",), seed=13), again=4)
    for lucky in (found.draws, found.choices):
        errors = lucky.std(axis=0) / np.sqrt(len(lucky))
        assert (np.abs(lucky.mean(axis=0)) < 4 * errors).all()
    raw, fixed = found.results.ravel(), corrected(found.results.ravel(), found.draws.ravel(), found.choices.ravel())
    assert raw.var() > 2.5 * fixed.var()
    assert raw.var() < 2 * corrected(raw, found.draws.ravel()).var()


def test_bots_without_random_choices_have_no_luck_in_them() -> None:
    found = decompose(run("miyajima", 1, 3, ("medium",), seed=14), again=3)
    assert (found.choices == 0).all()
    assert (found.draws != 0).all()


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), ALL)
def test_decisions_of_stronger_levels_cost_less(game: str, seats: int) -> None:
    paid = {}
    for level in ("easy", "medium", "hard"):
        costs = [
            one.cost
            for record in records(run(game, seats, 12, (level,), seed=2))
            for one in review(record, 0).players[0].decisions
        ]
        paid[level] = float(np.mean(costs))
    assert paid["easy"] > paid["medium"] > paid["hard"], paid


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_price_depends_only_on_what_the_seat_can_see(game: str, seats: int) -> None:
    """Hidden information is exchanged; the price stays the same to the last bit."""
    known, prices, checked = load(game), pricing(load(game), seats, {}, BUDGET[game]), 0
    for number, step in enumerate(notation.replay(played(game, seats))):
        seat = step.line.actor
        if seat == CHANCE or number % 7 or len(known.legal(step.before, seat)) < 2:
            continue
        view = known.view(step.before, seat)
        world = known.imagine(view, stream(number))
        assert prices.price(known.view(world, seat)) == prices.price(view)
        checked += world.tobytes() != step.before.tobytes()
    assert checked or game == "miyajima", "something was exchanged"


def test_the_same_record_has_the_same_review() -> None:
    record = played("runaway", 3)
    one, two = review(record, 1, budget=60), review(record, 1, budget=60)
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
    assert one.values == two.values != review(record, 1, budget=80).values
    assert msgspec.json.decode(msgspec.json.encode(one), type=findings.Review) == one


def test_what_is_within_the_noise_costs_nothing() -> None:
    (player,) = review(played("hachi", 3), 0, budget=BUDGET["hachi"]).players
    assert {one.verdict for one in player.decisions} >= {"best", "close"}
    for one in player.decisions:
        assert (one.cost > 0) == (one.verdict not in ("best", "close"))
        assert one.cost == 0 or one.cost > 2 * one.error
        assert one.played in [option.action for option in one.options]
        assert one.options[0].action == one.best
    assert player.costliest == sorted(player.costliest, key=lambda one: -one.cost)


def test_in_solo_games_costs_are_not_more_than_what_was_lost() -> None:
    """The same missed chance is not charged at every step."""
    for record in records(run("miyajima", 1, 2, ("medium",), seed=5)):
        (player,) = review(record, 0, budget=80).players
        assert player.own < 0
        assert -player.own < player.expected + player.luck - player.result + 40


def test_a_board_without_learned_values_is_played_out_and_says_so() -> None:
    end = load("runaway").OPTIONS["short.end"]
    assert isinstance(end, int)
    record = play_random(load("runaway"), 3, 1, 0, {"short.end": end + 1})
    found = review(record, 0, budget=30)
    assert found.method == "played_out"
    assert findings.kept(found.players[0]) < 1e-9
    assert "playing games to the end" in words.text(found, "en")


def test_an_unfinished_game_and_a_seat_that_is_not_there_are_refused() -> None:
    record = played("runaway", 3)
    with pytest.raises(GameError, match="seats 0 to 2, not 3"):
        review(record, 3)
    record.lines, record.tail = record.lines[:-2], {}
    with pytest.raises(GameError, match="not over"):
        review(record)


def test_the_command_prints_text_and_json_and_writes_a_page(tmp_path: Path) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "review.html"
    file.write_text(str(played("runaway", 3)))
    words_of = ["review", str(file), "--seat", "0", "--budget", "60"]
    said = CliRunner().invoke(app, words_of)
    assert said.exit_code == 0, said.output
    assert "own decisions" in said.output
    assert "自分の判断" in CliRunner().invoke(app, [*words_of, "--language", "ja"]).output
    told = json.loads(CliRunner().invoke(app, [*words_of, "--json"]).stdout)
    assert told["players"][0]["seat"] == 0
    assert CliRunner().invoke(app, [*words_of, "--html", str(page)]).exit_code == 0
    text = page.read_text()
    assert "<svg" in text
    assert "<script" not in text
    assert text.count('class="luck"') > 2
    for wrong in (["--seat", "7"], ["--record", "2"], ["--language", "xx"]):
        assert CliRunner().invoke(app, ["review", str(file), *wrong]).exit_code == 2


def test_reviews_are_written_in_every_language() -> None:
    texts = [words.catalog(language) for language in LANGUAGES]
    names = [line.split(" =")[0] for line in words_file("en").splitlines() if line.startswith("review-")]
    assert len(names) > 15
    assert all(name in one for name in names for one in texts)
    assert [line.split(" =")[0] for line in words_file("ja").splitlines() if line.startswith("review-")] == names
    assert catalog("runaway", "ja") is not None


def words_file(language: str) -> str:
    return (Path(words.__file__).parent / "messages" / f"{language}.ftl").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["hachi", "miyajima", "runaway"])
def test_reasons_use_the_singular_for_one_thing(game: str) -> None:
    known = load(game)
    module = reasons_of(known)
    assert module
    for name in module.Leaves.__struct_fields__:
        said = known.catalog("en").say(f"reason-{name}", played="A", better="B", had=3, has=1)
        assert not re.search(r"\b1 \w+s\b", said), said


@pytest.mark.parametrize("value", [outlook_of, played_out], ids=["learned", "played out"])
@pytest.mark.parametrize("game", ["hachi", "miyajima", "runaway"])
def test_the_working_record_of_a_value_has_attributes_in_plain_python(
    game: str, value: Callable[[Game[State], int], Outlook]
) -> None:
    known = load(game)
    work = np.zeros(1, value(known, 3).workspace)[0]
    assert work.tables.dtype == known.rules.State.dtype
