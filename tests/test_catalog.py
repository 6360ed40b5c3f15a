"""Sentences: the variables of each kind of field, lists, "you", and catalogs that agree."""

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from msgspec import Struct

from allaboard import game_names
from allaboard.catalog import LANGUAGES, Catalog, MessageError, catalog, common_text, game_text, message_of
from allaboard.events import CHANCE, Acted, Event, GameIsOver, NotItsTurn, NotLegal, Place, Reason, Seat, Seats
from allaboard.game import WATCHER, load
from allaboard.registry import declaration
from allaboard.testing.telling import Messages, common_catalogs_agree
from table import playout

COMMON = "seat-name = Seat { $number }\nchance-name = Chance\nlist-empty = nobody\n"
COMMON += "list-pair = { $first } and { $rest }\nlist-more = { $first }, { $rest }\n"


class Moved(Event, frozen=True):
    """A field of every kind."""

    seat: Seat
    target: Seat | None
    seats: Seats
    place: Place
    colour: Literal["red", "dark_blue"]
    pay: int | None
    loud: bool
    cards: list[int]


class Stuck(Reason, frozen=True):
    place: Place


EVENT = Moved(1, None, [0, 2], 3, "dark_blue", None, True, [4, 5, 6])


def said(text: str, told: Event = EVENT, names: tuple[str, ...] = ("Ada", "Bo", "Cy"), you: int | None = None) -> str:
    """The message `moved = TEXT` of an event."""
    return Catalog("en", [COMMON, f"moved = {text}\ncolour-dark-blue = dark blue\n"]).tell(told, names, you) or ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ $seat }", "Bo"),
        ("{ $seats }", "Ada and Cy"),
        ("{ $seats-count ->\n    [one] one\n   *[other] { $seats-count } of them\n    }", "2 of them"),
        ("at { $place }", "at 4"),
        ("{ $colour }", "dark_blue"),
        ('{ WORD($colour, of: "colour") }', "dark blue"),
        ("{ $pay ->\n    [hidden] something\n   *[other] { $pay }\n    }", "something"),
        ("{ $target ->\n    [hidden] nobody\n   *[other] { $target }\n    }", "nobody"),
        ("{ $loud ->\n    [yes] loudly\n   *[no] quietly\n    }", "loudly"),
        ("{ $cards } ({ $cards-count })", "4, 5 and 6 (3)"),
    ],
)
def test_every_kind_of_field_is_a_variable_of_the_message(text: str, expected: str) -> None:
    assert said(text) == expected


def test_messages_distinguish_the_viewer_one_seat_and_several() -> None:
    one = "{ $seat-is ->\n    [you] You go\n   *[other] { $seat } goes\n    }"
    assert [said(one, you=you) for you in (1, 0, WATCHER, None)] == ["You go", "Bo goes", "Bo goes", "Bo goes"]
    several = "{ $seats-is ->\n    [you] you alone\n   *[other] { $seats }\n    }"
    assert said(several, you=0) == "Ada and Cy", "among others one is named"
    alone = Moved(1, None, [2], 3, "red", 7, False, [])
    assert [said(several, alone, you=you) for you in (2, 0)] == ["you alone", "Cy"]


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert said("{ $seat } and { $seats }", names=("Ada",)) == "Seat 1 and Ada and Seat 2"
    assert catalog().tell(Acted(CHANCE, "3")) == "Chance: 3"


def test_lists_follow_the_language() -> None:
    assert [catalog().listed(list("ABCD")[:n]) for n in range(5)] == [
        "nobody",
        "A",
        "A and B",
        "A, B and C",
        "A, B, C and D",
    ]
    assert [catalog(None, "ja").listed(list("ABC")[:n]) for n in range(4)] == ["なし", "A", "AとB", "A、BとC"]


def test_a_missing_message_is_an_error() -> None:
    empty = Catalog("en", [COMMON])
    with pytest.raises(MessageError, match="there is no message 'moved' in en"):
        empty.tell(EVENT)
    with pytest.raises(MessageError, match="there is no message 'refusal-stuck' in en"):
        empty.explain(Stuck(1))
    with pytest.raises(MessageError, match="there is no message 'colour-dark-blue'"):
        Catalog("en", [COMMON, 'moved = { WORD($colour, of: "colour") }']).tell(EVENT)


def test_a_variable_that_the_record_does_not_have_is_an_error() -> None:
    with pytest.raises(MessageError, match="the message 'moved' in en: Unknown external: speed"):
        said("{ $speed } miles")
    with pytest.raises(MessageError, match="Unknown external: target-is"):
        said("{ $target-is ->\n    [you] you\n   *[other] others\n    }")  # the target is None


def test_a_message_without_a_text_is_an_error() -> None:
    with pytest.raises(MessageError, match="has no text"):
        Catalog("en", ["moved =\n    .title = Moved\n"]).say("moved")


def test_a_silent_event_has_no_sentence() -> None:
    class Whispered(Event, frozen=True):
        silent = True
        seat: Seat

    assert Catalog("en", [COMMON]).tell(Whispered(0)) is None
    assert catalog().tell(Acted(0, "jump")) == "Seat 0: jump"


def test_games_without_messages_have_common_sentences() -> None:
    english, japanese = catalog(), catalog(None, "ja")
    assert [english.tell(Acted(1, None), ["Ada", "Bo"], you) for you in (1, 0)] == ["You have acted.", "Bo has acted."]
    assert japanese.tell(Acted(1, "7"), ["Ada", "Bo"]) == "Bo：7"
    told: tuple[Reason, ...] = (NotLegal("jump"), NotItsTurn(1), GameIsOver())
    assert [english.explain(reason, ["Ada", "Bo"]) for reason in told] == [
        "jump is not legal now",
        "it is not the turn of Bo",
        "the game is over",
    ]
    assert english.explain(NotItsTurn(1), you=1) == "it is not your turn"


def test_the_messages_that_all_games_share_agree_in_every_language() -> None:
    assert common_catalogs_agree() == []


def test_a_game_falls_back_to_english() -> None:
    name = game_names()[0]
    assert catalog(name, "en").say("refusal-game_over") == "the game is over"
    with pytest.raises(MessageError, match="there are no messages in 'xx'; there are en, ja"):
        catalog(name, "xx")


# ---- whole games in Japanese


NAMES = ["太郎", "花子", "次郎", "桜", "健", "舞", "海", "空"]
LATIN = re.compile(r"[A-Za-z]{2,}")


def everything_said(name: str, language: str) -> Iterator[str]:
    """All sentences of random games with every number of players, for a player and for a spectator."""
    game = load(name)
    for seats in game.seats:
        for state, actor, action in playout(game, seats, seats):
            after = game.copy(state)
            game.play(after, actor, action)
            for viewer in (0, WATCHER):
                told = game.step_events(state, after, actor, action, viewer)
                yield from game.sentences(told, NAMES, viewer, language)


@pytest.mark.parametrize("name", game_names())
def test_japanese_sentences_have_no_english_words(name: str) -> None:
    found = {sentence for sentence in everything_said(name, "ja") if LATIN.search(sentence)}
    assert not found
    english = next(everything_said(name, "en"))
    assert LATIN.search(english), "the test would see an English word"


def texts_of(language: str, name: str | None) -> Iterator[tuple[str, str]]:
    """Every message of a catalog without its variables, and its constant text."""
    source = common_text(language) if name is None else game_text(declaration(name), language)
    for message in Messages(source).variables:
        found = re.search(rf"^{re.escape(message)} =(.*(?:\n[ \t]+.*)*)", source, re.MULTILINE)
        assert found
        body = re.sub(r"\{ *(\$|WORD|[a-z]).*?\}", "", found[1])  # variables, words and other messages
        body = re.sub(r"\[[^\]]*\]|\$[a-z_-]+ *->", "", body)  # the names of variants
        yield message, body


@pytest.mark.parametrize("name", [None, *game_names()])
def test_no_japanese_message_has_an_english_word_in_it(name: str | None) -> None:
    """Messages that random games do not contain: refusals, ranks, goals. Words of the protocol are not translated."""
    protocol = {"hello", "Allaboard", "Browser", "JSON", "UTF"}
    said = ((message, re.sub("`[^`]*`", "", text)) for message, text in texts_of("ja", name))  # without commands
    words = {(message, word) for message, text in said for word in LATIN.findall(text)}
    assert not {(message, word) for message, word in words if word not in protocol}


def test_every_language_is_there_for_every_game() -> None:
    for name in game_names():
        for language in LANGUAGES:
            assert load(name).declaration.text(f"messages/{language}.ftl"), f"{name} has no messages in {language}"


def test_a_record_is_named_in_the_messages_like_its_class() -> None:
    kinds: list[type[Struct]] = [Moved, Stuck, Acted, NotItsTurn]
    assert [message_of(kind) for kind in kinds] == ["moved", "refusal-stuck", "acted", "refusal-not_its_turn"]
    assert message_of(EVENT) == "moved"
