"""Records as JSON, and back: every way to declare a field."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import game_names
from allaboard.game import load
from allaboard.layout import describe, from_json, to_json
from allaboard.record import Cells, Record, blank, field, read
from table import playout

GAITS = ("walk", "trot", "gallop")


class Cart(Record):
    """A field of every kind, and of some together."""

    seats: int = field(np.int8)
    plain: int = field(np.int16)
    gait: int = field(np.int8, names=GAITS)
    driver: int = field(np.int8, optional=True)
    wish: int = field(np.int8, names=GAITS, optional=True)
    riders: int = field(np.uint8, bits=0)
    wheels: int = field(np.uint8, bits=1)
    row: Cells = field(np.int8, 4)
    grid: Cells = field(np.int16, 2, 3)
    loads: Cells = field(np.uint8, 5, per_seat=True)
    gaits: Cells = field(np.int8, 5, names=GAITS, per_seat=True)
    wishes: Cells = field(np.int8, 5, names=GAITS, per_seat=True, optional=True)
    holds: Cells = field(np.uint8, 5, per_seat=True, bits=1)
    sheets: Cells = field(np.int8, 5, 2, 2, per_seat=True)
    pile: Cells = field(np.uint8, 6, trim=True)
    hands: Cells = field(np.uint8, 5, 4, per_seat=True, trim=True)
    hidden: int = field(np.int8, secret=True)
    left: Cells = field(np.int8, 3, secret=True)


def cart() -> Cart:
    """A record with a value in every field."""
    made = blank(Cart)
    made.seats, made.plain, made.gait, made.driver, made.wish = 2, -7, 2, 1, 3
    made.riders, made.wheels = 0b101, 0b110
    made.row[:] = [3, 0, -1, 0]
    made.grid[:] = [[1, 2, 3], [4, 5, -6]]
    made.loads[:2] = [9, 0]
    made.gaits[:2] = [1, 0]
    made.wishes[:2] = [0, 2]
    made.holds[:2] = [0b1000001, 0]
    made.sheets[:2] = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    made.pile[:4] = [5, 0, 6, 0]
    made.hands[0, :3] = [1, 0, 2]
    return made


def test_every_kind_of_field_reads_as_it_is_declared() -> None:
    assert to_json(Cart, cart()) == {
        "seats": 2,
        "plain": -7,
        "gait": "gallop",
        "driver": 0,
        "wish": "gallop",
        "riders": [0, 2],
        "wheels": [2, 3],
        "row": [3, 0, -1, 0],
        "grid": [[1, 2, 3], [4, 5, -6]],
        "loads": [9, 0],
        "gaits": ["trot", "walk"],
        "wishes": [None, "trot"],
        "holds": [[1, 7], []],
        "sheets": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "pile": [5, 0, 6],
        "hands": [[1, 0, 2], []],
    }


def test_a_blank_record_has_default_values() -> None:
    told = to_json(Cart, blank(Cart))
    assert (told["gait"], told["driver"], told["wish"], told["riders"], told["pile"]) == ("walk", None, None, [], [])
    assert told["loads"] == told["hands"] == [], "there are no seats"


def test_json_gives_the_same_record_again() -> None:
    told = json.loads(json.dumps(to_json(Cart, cart())))
    assert from_json(Cart, told).tobytes() == cart().tobytes()


def test_a_record_read_from_json_gives_the_same_json() -> None:
    assert to_json(Cart, read(cart())) == to_json(Cart, cart())


def test_secret_fields_are_never_written() -> None:
    made = cart()
    made.hidden, made.left[1] = 1, 2
    told = to_json(Cart, made)
    assert told == to_json(Cart, cart())
    assert not {"hidden", "left"} & told.keys()
    again = from_json(Cart, told)
    assert again.hidden == 0
    assert not again.left.any()


def test_what_was_left_out_is_zero_and_what_is_not_a_field_is_ignored() -> None:
    again = from_json(Cart, {"plain": 3, "scores": [1, 2], "no such field": {}})
    assert again.plain == 3
    again.plain = 0
    assert again.tobytes() == blank(Cart).tobytes()


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"plain": "3"}, "plain cannot be '3': a whole number is needed"),
        ({"plain": None}, "plain cannot be None: a whole number is needed"),
        ({"plain": 1 << 40}, "plain cannot be 1099511627776"),
        ({"gait": "swim"}, "gait cannot be 'swim': one of walk, trot"),
        ({"gait": ["walk"]}, r"gait cannot be \['walk'\]: one of walk, trot"),
        ({"riders": 3}, "riders cannot be 3: a list of numbers is needed"),
        ({"riders": [-1]}, r"riders cannot be \[-1\]"),
        ({"pile": 7}, "pile cannot be 7: a list of at most 6 is needed"),
        ({"pile": [0] * 7}, "a list of at most 6 is needed"),
    ],
)
def test_a_wrong_field_is_named(told: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        from_json(Cart, told)


@given(
    st.fixed_dictionaries(
        {
            "seats": st.integers(0, 5),
            "plain": st.integers(-(2**15), 2**15 - 1),
            "gait": st.integers(0, 2),
            "wish": st.integers(0, 3),
            "riders": st.integers(0, 255),
            "wheels": st.integers(0, 255),
            "pile": st.lists(st.integers(0, 255), min_size=6, max_size=6),
        }
    )
)
def test_any_record_survives_the_way_to_json_and_back(values: dict[str, int | list[int]]) -> None:
    made = blank(Cart)
    for name, value in values.items():
        if isinstance(value, int):
            setattr(made, name, value)
        else:
            getattr(made, name)[:] = value
    told = json.loads(json.dumps(to_json(Cart, made)))
    assert from_json(Cart, told).tobytes() == made.tobytes()


def test_a_description_says_where_every_number_is() -> None:
    """Enough for a program in another language: the bytes are read again with the description alone."""
    raw = cart().tobytes()
    for told in describe(Cart):
        assert isinstance(told["shape"], list)
        at, count = told["at"], int(np.prod(told["shape"], dtype=int))
        assert isinstance(at, int)
        found = np.frombuffer(raw, str(told["number"]), count, at).reshape(told["shape"])
        assert (found == np.asarray(getattr(cart(), str(told["name"])))).all(), told["name"]
    declared = {str(told["name"]): told for told in describe(Cart)}
    assert declared["wishes"]["names"] == list(GAITS)
    assert (declared["wishes"]["per_seat"], declared["wishes"]["optional"], declared["pile"]["trim"]) == (True,) * 3
    assert (declared["wheels"]["bits"], declared["row"]["bits"], declared["left"]["secret"]) == (1, None, True)


@pytest.mark.parametrize("name", game_names())
def test_the_all_seeing_state_loses_only_what_is_secret(name: str) -> None:
    game = load(name)
    secret = [field for field, one in game.rules.State.fields.items() if one.secret]
    for ply, (state, _, _) in enumerate(playout(game, game.seats[-1], 1)):
        if ply % 40 == 0:
            again = game.from_json(json.loads(json.dumps(game.to_json(state))))
            for hidden in secret:
                setattr(again, hidden, getattr(state, hidden))
            assert again.tobytes() == state.tobytes()
