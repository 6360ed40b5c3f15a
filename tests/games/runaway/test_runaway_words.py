"""Boards, actions and tables in words."""

import json
from importlib.resources import files
from typing import Any

import pytest

from allaboard.board import read_board
from allaboard.game import CHANCE, WATCHER, GameError, Refusal
from games.runaway.journey import board, choose, runaway, tell, turn
from table import play, playout

words = runaway.words


def test_the_reference_board_has_every_option() -> None:
    text = files("allaboard.games.runaway").joinpath("board.toml").read_text(encoding="utf-8")
    assert read_board(text, words.OPTIONS) == words.OPTIONS
    assert runaway.start(3, read_board(text, words.OPTIONS)).tobytes() == runaway.start(3).tobytes()
    assert len(words.options({})) == 9 + 1 + 22


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
        ("stop.short", [2] * 10, "stop.short must have 11 numbers, not 10"),
        ("stop.long", 3, "stop.long must be a list of 11 whole numbers"),
        ("stop.long", [0] * 11, "stop.long must hold rolls from 1 to 6, or 7"),
        ("stop.short", [8] * 11, "stop.short must hold rolls from 1 to 6, or 7"),
        (
            "stop.short",
            [2, 3, 2, 4, 4, 4, 4, 4, 4, 4, 4],
            "must not fall as the speed grows, but at speed 3 3 becomes 2",
        ),
    ],
)
def test_a_board_that_cannot_be_is_refused(name: str, value: Any, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        words.options({name: value})


def test_the_branches_may_share_numbers() -> None:
    assert board(long_scores_x4=50, long_end=58).yellow[8] == 58


def test_every_action_has_a_text_form_of_its_own() -> None:
    texts = [words.say(0, action) for action in range(runaway.rules.ACTIONS)]
    assert len(set(texts)) == runaway.rules.ACTIONS == 41
    assert [words.parse(3, text) for text in texts] == list(range(41))
    assert texts[:5] == ["track short", "track long", "cards none", "cards P1", "cards P2"]
    assert texts[16:20] == ["cards C7", "cards PC", "cards 12", "cards 13"]
    assert texts[38:] == ["cards 67", "jump", "stay"]
    faces = [words.say(CHANCE, face) for face in range(6)]
    assert faces == ["1", "2", "3", "4", "5", "6"]
    assert [words.parse(CHANCE, text) for text in faces] == list(range(6))


@pytest.mark.parametrize(
    "text", ["", "cards", "cards 73", "cards 33", "cards P8", "cards p4", "cards CP", "Jump", " jump", "track", "4"]
)
def test_other_forms_are_not_understood(text: str) -> None:
    with pytest.raises(GameError, match="no action; say track short"):
        words.parse(0, text)


@pytest.mark.parametrize("text", ["0", "7", "cards none", "1 ", "+1"])
def test_a_die_shows_1_to_6(text: str) -> None:
    with pytest.raises(GameError, match="shows 1 to 6"):
        words.parse(CHANCE, text)


SWITCH = ("chance 1", "chance 1", "chance 1")  # from a speed of 60: both brakes, then the switch


@pytest.mark.parametrize(
    ("speed", "lines", "attempt", "clause", "reason"),
    [
        (1, (), "s0 cards P4", "R2", "Seat 0 rolls for speed"),
        (60, ("chance 1",), "s0 cards P4", "R2", "Seat 0 rolls for the brake"),
        (60, SWITCH, "s1 track long", "R4", "Seat 0 chooses the short or the long track"),
        (60, SWITCH, "s0 cards none", "R2", "not the time for cards"),
        (60, SWITCH, "s0 jump", "R9", "only right after"),
        (60, SWITCH, "chance 3", "R2", "no die"),
        (60, (*SWITCH, "s0 track short"), "s0 cards PC", "R11", "no roll stops the train"),
        (60, (*SWITCH, "s0 track short", "chance 1"), "s0 cards PC", "R11", "the game is over"),
        (60, (*SWITCH, "s0 track short", "chance 1"), "chance 1", "R11", "the game is over"),
        (1, ("chance 1",), "chance 3", "R2", "Seats 0, 1 and 2 choose cards"),
        (1, ("chance 1",), "s1 track long", "R4", "when the train comes to the switch"),
        (1, ("chance 1",), "s1 stay", "R9", "only right after"),
        (1, ("chance 1",), "s4 cards none", "R1", "nobody plays on seat 4"),
        (1, ("chance 1", "s1 cards P4"), "s1 cards P3", "R6", "Seat 1 has chosen already"),
        (
            1,
            ("chance 1", "s0 cards C4", "s1 cards none", "s2 cards none", "chance 1"),
            "s0 cards 34",
            "R8",
            "suitcase 4",
        ),
        (1, ("chance 1", "s0 cards PC", "s1 cards none", "s2 cards none", "chance 1"), "s0 cards 34", "R10", "is off"),
        (1, ("chance 1", "s0 cards P4", "s1 cards none", "s2 cards none"), "s1 jump", "R9", "Seat 0 decides"),
        (1, ("chance 1", "s0 cards P4", "s1 cards none", "s2 cards none"), "s0 cards P3", "R2", "Seat 0 decides"),
    ],
)
def test_a_refusal_names_the_clause(speed: int, lines: tuple[str, ...], attempt: str, clause: str, reason: str) -> None:
    state = play(runaway, board(start_speed=speed), *lines)
    before = state.tobytes()
    with pytest.raises(Refusal) as caught:
        play(runaway, state, attempt)
    assert caught.value.clause == clause
    assert reason in str(caught.value)
    assert state.tobytes() == before


def test_anything_illegal_can_be_refused() -> None:
    for state, _, _ in playout(runaway, 3, seed=3):
        for actor in (0, 1, 2, 5, CHANCE, WATCHER):
            legal = runaway.legal(state, actor)
            for action in range(6 if actor == CHANCE else 41):
                if action not in legal:
                    assert words.refuse(state, actor, action).reason


def test_what_happens_on_the_table_is_told_to_all() -> None:
    state = board(start_speed=60)
    assert tell(state, WATCHER, "chance 4") == [
        "Seat 0 rolls 4: the speed rises by 1 to 61.",
        "The train moves 24 spaces to space 24.",
        "It passes scores ×2: suitcases count 2-fold from here on.",
        "It comes to the brake ½.",
        "Seat 0 rolls for the brake.",
    ]
    assert tell(state, 1, "chance 5")[0] == "Seat 0 rolls 5 on the brake: the speed drops by 2 to 59."
    assert tell(state, 1, "chance 1")[-1] == "Seat 0 chooses the short or the long track."
    assert tell(state, 2, "s0 track long") == [
        "Seat 0 takes the long track.",
        "The train moves 17 spaces to space 61 of the long track.",
        "It passes scores ×4: suitcases count 4-fold from here on.",
        "Seats 0, 1 and 2 choose cards.",
    ]
    choose(state, "none none none")
    assert tell(state, 0, "chance 1") == [
        "Seat 1 rolls 1: the speed stays 58.",
        "The train moves 9 spaces to space 70 of the long track.",
        "It comes to the end.",
        "Seat 1 rolls at the end, where no roll stops the train at this speed.",
    ]
    assert tell(state, 0, "chance 6") == [
        "Seat 1 rolls 6 at the end of the track.",
        "The train goes over the cliff: Seats 0, 1 and 2 have lost.",
        "Nobody wins.",
    ]


@pytest.mark.clause("R6")
def test_cards_are_told_to_their_player_alone_until_all_are_in() -> None:
    for viewer, told in ((0, "passenger and suitcase 4"), (1, "cards"), (WATCHER, "cards")):
        state = play(runaway, runaway.start(3), "chance 1")
        assert tell(state, viewer, "s0 cards P4") == [f"Seat 0 has chosen {told}."]


@pytest.mark.parametrize("viewer", [1, WATCHER])
def test_a_reveal_is_told_with_all_that_follows(viewer: int) -> None:
    state = play(runaway, board(6, main_scores_x2=1), "chance 1")
    play(runaway, state, "s0 cards P4", "s1 cards C7", "s2 cards P3", "s3 cards P3", "s5 cards 37")
    assert tell(state, viewer, "s4 cards PC") == [
        "Seat 4 has chosen cards.",
        "Revealed: Seat 0 passenger and suitcase 4, Seat 1 conductor and suitcase 7, Seat 2 passenger and suitcase 3, "
        "Seat 3 passenger and suitcase 3, Seat 4 passenger and conductor, Seat 5 suitcases 3 and 7.",
        "Seats 2 and 3 cancel each other out with passenger and suitcase 3.",
        "Seat 0's passenger gets suitcase 4 off for 8 points.",
        "Seat 1's conductor gets suitcase 7 off, less a tip of 6, for 8 points.",
        "Seat 4's passenger gets off, and suitcases 1, 2, 3, 4, 5, 6 and 7 are lost.",
        "Seat 0 decides whether the passenger jumps too.",
    ]
    other = runaway.copy(state)
    assert tell(other, viewer, "s0 stay") == ["Seat 0's passenger stays aboard.", "Seat 1 is the engineer."]
    assert tell(state, viewer, "s0 jump")[0] == (
        "Seat 0's passenger jumps off too, and suitcases 1, 2, 3, 5, 6 and 7 are lost."
    )


def test_a_reveal_of_nothing() -> None:
    state = play(runaway, runaway.start(3), "chance 1", "s0 cards none", "s1 cards 12")
    assert tell(state, 0, "s2 cards 12") == [
        "Seat 2 has chosen cards.",
        "Revealed: Seat 0 no cards, Seat 1 suitcases 1 and 2, Seat 2 suitcases 1 and 2.",
        "Seats 1 and 2 cancel each other out with suitcases 1 and 2.",
        "Nothing gets off the train.",
        "Seat 1 is the engineer.",
    ]


def test_a_passenger_may_leave_with_everything_or_nearly_everything_done() -> None:
    state = runaway.start(3)
    for v in (1, 2, 3, 4, 5):
        play(runaway, turn(state, 1, f"P{v} none none"), "s0 stay")
    nearly = turn(runaway.copy(state), 1, "P6 none none")
    assert tell(nearly, 1, "s0 jump")[0] == "Seat 0's passenger jumps off too, and suitcase 7 is lost."
    turn(play(runaway, turn(state, 1, "P6 none none"), "s0 stay"), 1, "P7 none none")
    assert tell(state, 1, "s0 jump")[0] == "Seat 0's passenger jumps off too."


def test_a_stop_and_the_win_are_told() -> None:
    state = turn(board(main_brake_full=2), 1, "PC none C7")
    play(runaway, state, "chance 1")
    assert tell(state, WATCHER, "chance 2") == [
        "Seat 1 rolls 2 on the brake: the speed drops below 1.",
        "The train stops.",
        "Seat 1 is still aboard and scores 28 points for suitcases kept.",
        "Seat 2 is still aboard and scores 21 points for suitcases kept.",
        "Seat 1 wins with 28 points.",
    ]


def test_a_shared_win_is_told() -> None:
    state = turn(turn(runaway.start(3), 1, "PC none none"), 1, "PC none")
    play(runaway, state, "chance 1")
    assert tell(state, 0, "s2 cards PC")[-2:] == [
        "Everybody is off, and the train runs on empty.",
        "Seats 0, 1 and 2 share the win with 0 points.",
    ]


def test_the_table_can_be_shown() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "P2 C7 PC 12")
    play(runaway, state, "s0 stay", "chance 4", "s1 cards P1")
    assert words.show(runaway.view(state, 1)).splitlines() == [
        "Turn 2: speed 2, space 3, scores ×2",
        "Ahead: brake ½ at 24, ×3 at 30, brake 1× at 40, switch at 44",
        "",
        "Seat    Points  Suitcases      Last cards  Now",
        "  0         4  1 · 3 4 5 6 7  P2 for 4",
        "  1*        8  1 2 3 4 5 6 ·  C7 for 8    P1",
        "  2         0  off the train  PC",
        "  3         0  1 2 3 4 5 6 7  12",
        "",
        "Seats 0 and 3 choose cards.",
    ]


def test_every_view_of_a_game_can_be_shown_told_and_sent() -> None:
    for seed in range(3):
        for state, actor, action in playout(runaway, 3 + seed, seed):
            after = runaway.copy(state)
            runaway.play(after, actor, action)
            for viewer in (*range(state.seats), WATCHER):
                view = runaway.view(state, viewer)
                seen = words.sees(state, actor, action, viewer)
                told = words.narrate(view, runaway.view(after, viewer), actor, action if seen else None)
                assert told
                assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in told)
                assert max(map(len, words.show(view).splitlines())) <= 80
                assert max(map(len, words.show(runaway.view(after, viewer)).splitlines())) <= 80
                assert json.loads(json.dumps(words.to_json(view))) == words.to_json(view)


def test_json_says_what_the_view_says() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "P2 C7 PC P3")
    play(runaway, state, "s0 stay", "chance 4", "s1 cards P1", "s3 cards C2")
    told = words.to_json(runaway.view(state, 1))
    assert told["phase"] == "choosing"
    assert (told["viewer"], told["engineer"], told["speed"], told["position"], told["die"]) == (1, 1, 2, 3, 4)
    assert told["awaited"] == [0]
    assert told["players"][1] == {
        "aboard": True,
        "points": 8,
        "score": 8,
        "rank": None,
        "suitcases": [1, 2, 3, 4, 5, 6],
        "chosen": True,
        "choice": "cards P1",
        "revealed": "cards C7",
        "cancelled": False,
        "gained": 8,
    }
    assert (told["players"][3]["chosen"], told["players"][3]["choice"]) == (True, None)
    assert told["players"][2]["aboard"] is False
    assert told["board"]["main"]["scores_x2"] == 1
    assert told["board"]["stop"]["short"] == [2, 2, 2, 3, 4, 5, 6, 6, 7, 7, 7]
    assert words.to_json(runaway.view(state, WATCHER))["players"][1]["choice"] is None


@pytest.mark.clause("R7")
def test_json_says_who_cancelled_whom() -> None:
    told = words.to_json(turn(runaway.start(5), 1, "P2 P2 none none C2"))
    assert [player["cancelled"] for player in told["players"]] == [True, True, False, False, False]
