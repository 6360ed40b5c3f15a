"""Boards, actions, refusals and tables in words and as data."""

import json
from importlib.resources import files

import pytest

from allaboard.board import read_board
from allaboard.game import CHANCE, WATCHER, GameError, Refusal
from games.runaway.journey import board, runaway, turn
from table import play, playout


def test_the_reference_board_has_every_option() -> None:
    text = files("allaboard.games.runaway").joinpath("board.toml").read_text(encoding="utf-8")
    assert read_board(text, runaway) == runaway.OPTIONS
    assert runaway.start(3, read_board(text, runaway)).tobytes() == runaway.start(3).tobytes()
    assert len(runaway.options({})) == 9 + 1 + 22 + 6 + 7


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("main.tunnel", 3, "no option 'main.tunnel'"),
        ("main.switch", 0, "main.switch must be from 1 to 999, not 0"),
        ("long.end", 1000, "long.end must be from 1 to 999, not 1000"),
        ("main.switch", [44], "main.switch must be a whole number"),
        ("start_speed", 0, "start_speed must be from 1 to 99, not 0"),
        ("start_speed", 100, "start_speed must be from 1 to 99, not 100"),
        ("main.scores_x2", 24, "main.scores_x2 and main.brake_half cannot both be at 24"),
        ("main.scores_x3", 45, r"main.scores_x3 \(at 45\) must lie before main.switch \(at 44\)"),
        ("main.brake_full", 44, r"main.brake_full \(at 44\) must lie before main.switch \(at 44\)"),
        ("short.scores_x4", 44, r"main.switch \(at 44\) must lie before short.scores_x4 \(at 44\)"),
        ("short.scores_x4", 58, r"short.scores_x4 \(at 58\) must lie before short.end \(at 58\)"),
        ("long.end", 50, r"long.scores_x4 \(at 56\) must lie before long.end \(at 50\)"),
        ("rise", [0, 0, 1, 1, 1, -1], "the numbers of rise must be from 0 to 9, not -1"),
        ("tip", [0, 3, 2, 3, 4, 5, 6], "the tip for suitcase 2 must not be more than the suitcase, but is 3"),
        ("stop.short", [2] * 10, "stop.short must have 11 numbers, not 10"),
        ("stop.long", 3, "stop.long must be a list of 11 whole numbers"),
        ("stop.long", [0] * 11, "the numbers of stop.long must be from 1 to 7, not 0"),
        ("stop.short", [8] * 11, "the numbers of stop.short must be from 1 to 7, not 8"),
        (
            "stop.short",
            [2, 3, 2, 4, 4, 4, 4, 4, 4, 4, 4],
            "must not fall as the speed grows, but 3 is followed by 2 at speed 3",
        ),
    ],
)
def test_an_invalid_board_is_refused(name: str, value: int | list[int], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        runaway.options({name: value})


def test_the_branches_may_share_numbers() -> None:
    assert board(long_scores_x4=50, long_end=58).yellow[8] == 58


def test_every_action_has_a_text_form_of_its_own() -> None:
    texts = [runaway.say(0, action) for action in range(runaway.rules.ACTIONS)]
    assert len(set(texts)) == runaway.rules.ACTIONS == 41
    assert [runaway.parse(3, text) for text in texts] == list(range(41))
    assert texts[:5] == ["track short", "track long", "cards none", "cards P1", "cards P2"]
    assert texts[16:20] == ["cards C7", "cards PC", "cards 12", "cards 13"]
    assert texts[38:] == ["cards 67", "jump", "stay"]
    faces = [runaway.say(CHANCE, face) for face in range(6)]
    assert faces == ["1", "2", "3", "4", "5", "6"]
    assert [runaway.parse(CHANCE, text) for text in faces] == list(range(6))


@pytest.mark.parametrize(
    "text", ["", "cards", "cards 73", "cards 33", "cards P8", "cards p4", "cards CP", "Jump", " jump", "track", "4"]
)
def test_other_forms_are_not_understood(text: str) -> None:
    with pytest.raises(GameError, match="is not an action; there are track short"):
        runaway.parse(0, text)


@pytest.mark.parametrize("text", ["0", "7", "cards none", "1 ", "+1"])
def test_a_die_shows_1_to_6(text: str) -> None:
    with pytest.raises(GameError, match="shows 1 to 6"):
        runaway.parse(CHANCE, text)


SWITCH = ("chance 1", "chance 1", "chance 1")  # from a speed of 60: both brakes, then the switch
TOSSED = ("chance 1", "s0 cards P4", "s1 cards none", "s2 cards none")
OFF = ("chance 1", "s0 cards PC", "s1 cards none", "s2 cards none", "chance 1")
GONE = ("chance 1", "s0 cards C4", "s1 cards none", "s2 cards none", "chance 1")


@pytest.mark.parametrize(
    ("speed", "lines", "attempt", "clause", "reason"),
    [
        (1, (), "s0 cards P4", "R2", "Seat 0 cannot act now: Seat 0 rolls for speed"),
        (60, ("chance 1",), "s0 cards P4", "R2", "Seat 0 cannot act now: Seat 0 rolls for the brake"),
        (60, SWITCH, "s1 track long", "R4", "Seat 0 chooses the short or the long track"),
        (60, SWITCH, "s0 cards none", "R2", "cards cannot be chosen now"),
        (60, SWITCH, "s0 jump", "R9", "only right after getting a suitcase off"),
        (60, SWITCH, "chance 3", "R2", "no die is rolled now"),
        (60, (*SWITCH, "s0 track short"), "s0 cards PC", "R11", "Seat 0 rolls at the end of the track"),
        (60, (*SWITCH, "s0 track short", "chance 1"), "s0 cards PC", "R11", "the game is over"),
        (60, (*SWITCH, "s0 track short", "chance 1"), "chance 1", "R11", "the game is over"),
        (1, ("chance 1",), "chance 3", "R2", "all aboard choose cards"),
        (1, ("chance 1",), "s1 track long", "R4", "when the train reaches the switch"),
        (1, ("chance 1",), "s1 stay", "R9", "only right after getting a suitcase off"),
        (1, ("chance 1", "s1 cards P4"), "s1 cards P3", "R6", "Seat 1 has chosen already"),
        (1, GONE, "s0 cards 34", "R8", "Seat 0 does not have suitcase 4 any more"),
        (1, OFF, "s0 cards 34", "R10", "Seat 0 is off the train and cannot act any more"),
        (1, TOSSED, "s1 jump", "R9", "Seat 0 decides whether the passenger jumps too"),
        (1, TOSSED, "s0 cards P3", "R2", "Seat 0 decides whether the passenger jumps too"),
    ],
)
def test_a_refusal_names_the_clause_and_changes_nothing(
    speed: int, lines: tuple[str, ...], attempt: str, clause: str, reason: str
) -> None:
    state = play(runaway, board(start_speed=speed), *lines)
    before = state.tobytes()
    with pytest.raises(Refusal) as caught:
        play(runaway, state, attempt)
    assert caught.value.clause == clause
    assert reason in caught.value.reason
    assert state.tobytes() == before


def test_the_table_can_be_shown() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "P2 C7 PC 12")
    play(runaway, state, "s0 stay", "chance 4", "s1 cards P1")
    assert runaway.show(runaway.view(state, 1)).splitlines() == [
        "Turn 2: speed 2, space 3, scores ×2",
        "Ahead: brake ½ at 24, ×3 at 30, brake 1× at 40, switch at 44",
        "",
        "Seat    Points  Suitcases      Last cards  Now",
        "  0         4  1 · 3 4 5 6 7  P2 for 4",
        "  1*        8  1 2 3 4 5 6 ·  C7 for 8    P1",
        "  2         0  off the train  PC",
        "  3         0  1 2 3 4 5 6 7  12",
        "",
        "Seats 0 and 3 have yet to choose cards.",
    ]


def test_every_table_fits_eighty_columns() -> None:
    for seed in range(3):
        for state, _, _ in playout(runaway, 3 + seed, seed):
            for viewer in (*range(state.seats), WATCHER):
                assert max(map(len, runaway.show(runaway.view(state, viewer)).splitlines())) <= 80


def test_json_says_what_the_view_says() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "P2 C7 PC P3")
    play(runaway, state, "s0 stay", "chance 4", "s1 cards P1", "s3 cards C2")
    view = runaway.to_json(runaway.view(state, 1))
    assert json.loads(json.dumps(view)) == view
    expected = {
        "seats": 4,
        "viewer": 1,
        "phase": "choosing",
        "ending": None,
        "engineer": 1,
        "tosser": None,
        "die": 4,
        "track": "main",
        "multiplier": 2,
        "speed": 2,
        "position": 3,
        "aboard": [0, 1, 3],
        "awaited": [0],
        "points": [4, 8, 0, 0],
        "scores": [4, 8, 0, 0],
        "ranks": [2, 1, 3, 3],
        "choice": [None, "cards P1", None, None],
        "revealed": ["cards P2", "cards C7", "cards PC", "cards P3"],
        "gained": [4, 8, 0, 0],
        "needed": 0,
        "by_passenger": [[times * value for value in range(1, 8)] for times in range(1, 5)],
        "by_conductor": [[1] * 7, [2, 3, 4, 5, 6, 7, 8], [3, 5, 7, 9, 11, 13, 15], [4, 7, 10, 13, 16, 19, 22]],
        "cancelled": [],
    }
    assert {name: view[name] for name in expected} == expected
    assert view["suitcases"] == [[1, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6], [], [1, 2, 3, 4, 5, 6, 7]]
    assert runaway.to_json(runaway.view(state, WATCHER))["choice"] == [None] * 4


@pytest.mark.clause("R7")
def test_json_says_who_cancelled_whom() -> None:
    assert runaway.to_json(turn(runaway.start(5), 1, "P2 P2 none none C2"))["cancelled"] == [0, 1]
