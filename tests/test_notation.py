"""Records: written, read, replayed, verified, and refused with the line and the reason."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import game_names, notation
from allaboard.board import read_board
from allaboard.game import GameError, load
from allaboard.notation import GameRecord
from allaboard.plain import play_random

OPENING = """allaboard 1
game hachi
seats 3
player 0 Guest
player 1 bot:hard
player 2 Ada Lovelace
mood cheerful

"""
DEAL = "".join(f"chance {face}\n" for face in (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8))


def one(text: str) -> GameRecord:
    (record,) = notation.read_records(text)
    return record


def complaint(text: str) -> tuple[int, str]:
    error = notation.verify(one(text))
    assert error is not None
    return error.line, str(error)


@pytest.fixture(scope="module")
def finished() -> dict[str, str]:
    return {name: str(play_random(load(name), 3, 2, 0, {})) for name in game_names()}


def test_the_form_of_a_record() -> None:
    record = one(OPENING + DEAL + "s0 play 1x2@0\ns1 pass\nchance 3/4\ns1 insert 0\n")
    assert record.players == {0: "Guest", 1: "bot:hard", 2: "Ada Lovelace"}
    assert record.value("mood") == "cheerful", "keys that we do not know are kept"
    assert notation.verify(record) is None
    assert "mood cheerful\n" in str(record)
    assert str(one(str(record))) == str(record)


def test_a_file_may_contain_several_records_and_unfinished_ones(finished: dict[str, str]) -> None:
    texts = [finished["hachi"], OPENING, OPENING + DEAL, finished["runaway"]]
    records = notation.read_records("\n".join(texts))
    assert [notation.verify(record) for record in records] == [None] * 4
    assert [bool(record.tail) for record in records] == [True, False, False, True]
    assert [str(record) for record in records] == texts


def test_windows_line_ends_are_accepted(finished: dict[str, str]) -> None:
    assert notation.verify(one(finished["runaway"].replace("\n", "\r\n"))) is None


@pytest.mark.parametrize("name", game_names())
def test_a_wrong_result_is_refused(finished: dict[str, str], name: str) -> None:
    text = finished[name]
    wrong = re.sub(r"score (-?\d+)", lambda m: f"score {int(m[1]) + 1}", text)
    assert "the score is" in complaint(wrong)[1]
    ranks = re.findall(r"rank (.*)", text)[0]
    other = ranks.replace("1", "2") if "1" in ranks else "1" + ranks[1:]
    assert "the rank is" in complaint(text.replace(f"rank {ranks}", f"rank {other}"))[1]
    assert "is missing" in complaint(text[: text.index("rank")])[1]
    assert "are missing" in complaint(text[: text.index("\nscore")])[1]
    assert "nothing may follow the rank" in complaint(text + "s0 pass\n")[1]


@pytest.mark.parametrize("name", game_names())
def test_a_claimed_end_that_the_rules_do_not_reach(finished: dict[str, str], name: str) -> None:
    head, body, tail = finished[name].split("\n\n")
    shorter = "\n".join(body.splitlines()[:-1])
    line, why = complaint(f"{head}\n\n{shorter}\n\n{tail}")
    assert "the game is not over" in why
    assert line == len(f"{head}\n\n{shorter}\n\n".splitlines()) + 1
    assert notation.verify(one(f"{head}\n\n{shorter}\n")) is None, "as an unfinished game it is valid"


@pytest.mark.parametrize("name", game_names())
def test_lines_after_the_end_are_refused(finished: dict[str, str], name: str) -> None:
    text = finished[name]
    line, why = complaint(text.replace("\n\nscore", "\nchance 3\n\nscore"))
    assert "the game is over" in why
    assert line == text[: text.index("\n\nscore")].count("\n") + 2


def test_actions_out_of_turn_illegal_ones_and_nonsense_are_refused() -> None:
    start = OPENING + DEAL
    line = start.count("\n") + 1
    for row, clause, reason in [
        ("s1 play 1x2@0", "H4", "turn"),
        ("chance 3", "H", ""),
        ("s0 pass", "H4", "empty"),
        ("s0 play 2x2@2", "H5", ""),
        ("s0 insert 0", "H", ""),
    ]:
        error = notation.verify(one(start + row + "\n"))
        assert error is not None
        assert error.line == line
        assert error.clause.startswith(clause), (row, error)
        assert reason in str(error)
        assert error.legal, "it says what would have been legal"
    for row in ("s0 dance", "play 1x2@0", "s9 pass", "s0 play 01x2@0", "s0  pass", "", "S0 pass", "s0"):
        if row:
            assert complaint(start + row + "\n")[0] == line


@pytest.mark.clause("H1")
def test_a_card_dealt_too_often() -> None:
    line, why = complaint(OPENING + "chance 1\n" * 4)
    assert line == 12
    assert "H1" in why


def test_simultaneous_decisions_are_in_seat_order() -> None:
    head = "allaboard 1\ngame miyajima\nseats 2\n\ns0 roll red\nchance 4\n"
    assert notation.verify(one(head + "s0 load red fast\ns1 load red fast\n")) is None
    line, why = complaint(head + "s1 load red fast\ns0 load red fast\n")
    assert (line, "seat order" in why) == (7, True)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("game chess\nseats 3\n", "there is no game 'chess'"),
        ("game hachi\n", "no `seats` line"),
        ("seats 3\n", "no `game` line"),
        ("game hachi\nseats 7\n", "3 to 5 players, not 7"),
        ("game hachi\nseats three\n", "3 to 5 players, not three"),
        ("game hachi\nseats 3\nseats 4\n", "appears twice"),
        ("game hachi\nseats 3\nplayer 3 X\n", "player SEAT NAME"),
        ("game hachi\nseats 3\nplayer 0 X\nplayer 0 Y\n", "player SEAT NAME"),
        ("game hachi\nseats 3\noption speed 9\n", "no option 'speed'"),
        ("game miyajima\nseats 3\noption red.fast 1 2 3\n", "6 numbers"),
        ("game miyajima\nseats 3\noption red.fast a b\n", "whole numbers"),
        ("game miyajima\nseats 3\noption red.fast 9 8 7 6 5 4\n", "further than the one before"),
        ("game hachi\nseats 3\ncheerful\n", "not a header line"),
        ("Game hachi\nseats 3\n", "not a header line"),
    ],
)
def test_wrong_headers_are_refused(header: str, reason: str) -> None:
    assert reason in complaint(f"allaboard 1\n{header}\n")[1]


def test_another_version_is_refused() -> None:
    assert "only version 1" in complaint("allaboard 2\ngame hachi\nseats 3\n\n")[1]


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "hello\nallaboard 1\ngame hachi\nseats 3\n"])
def test_a_file_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(GameError, match="not a record"):
        notation.read_records(text)


def test_a_record_of_another_board_has_its_options_in_the_header_and_replays() -> None:
    game = load("runaway")
    options = {"short.end": 52, "start_speed": 3}
    record = play_random(game, 4, 3, 0, options)
    assert "option short.end 52\noption start_speed 3\n" in str(record)
    assert notation.verify(one(str(record))) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[red\n", "not valid TOML"),
        ("[red]\nfast = [1,2,3,4,5]\n", "must have 6 numbers, not 5"),
        ("[red]\nfast = [1,2,3,4,5,5]\n", "further than the one before"),
        ("[pink]\nfast = [1,2,3,4,5,6]\n", "no option 'pink.fast'"),
        ('game = "runaway"\n', "a board of runaway, not of miyajima"),
        ("game = 3\n", "a game's name, not 3"),
    ],
)
def test_invalid_board_files_are_refused(text: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        read_board(text, load("miyajima"))


@given(st.text(max_size=300) | st.text("allbord 12gmehcisty\n0", max_size=300))
def test_any_text_survives(text: str) -> None:
    for candidate in (text, "allaboard 1\n" + text, OPENING + text, OPENING + DEAL + text):
        try:
            records = notation.read_records(candidate)
        except GameError:
            continue
        for record in records:
            notation.verify(record)


@given(st.data())
def test_damaged_records_never_crash(finished: dict[str, str], data: st.DataObject) -> None:
    text = finished[data.draw(st.sampled_from(sorted(finished)))]
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 5)) :]
    try:
        for record in notation.read_records(damaged):
            notation.verify(record)
    except GameError:
        pass
