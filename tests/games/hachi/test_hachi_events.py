"""The events of Hachi Train: they add up to what the views show, and are complete and in order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from allaboard.events import Event
from allaboard.game import ALL_SEEING, WATCHER
from allaboard.games.hachi import rules
from allaboard.games.hachi.events import (
    EVENTS,
    AtTurn,
    Beat,
    Dealt,
    Discarded,
    Drew,
    GameEnded,
    Gathered,
    Inserted,
    Leads,
    Out,
    Passed,
    Played,
    Result,
    RoundBegan,
    RoundLost,
)
from allaboard.games.hachi.rules import FACE, SHOWN, State
from allaboard.games.hachi.words import NAMES
from allaboard.record import Cells
from games.folding import Facts, follow
from games.hachi.hands import GAME, position
from table import play, said, told


@dataclass
class Card:
    """A card as a viewer knows it: its face, or only whether it is a special; and whether everybody has seen it."""

    face: str
    shown: bool = False


NUMBERED, SPECIAL = "?", "?/?"  # faces that are hidden from the viewer


class Table:
    """What somebody knows about a game who has only received events."""

    def __init__(self, first: State) -> None:
        self.seats = range(first.seats)
        self.assets = [2] * len(self.seats)
        self.round, self.leader = 1, 0
        self.last_set: list[str] = []
        self.over = False
        self.result: tuple[set[int], set[int]] | None = None
        self._clear_the_table()

    def _clear_the_table(self) -> None:
        """H1, H2: a round begins."""
        self.hands: list[list[Card]] = [[] for _ in self.seats]
        self.stock, self.turn, self.passes = 8, 0, 0
        self.dealing = True
        self.discards: Counter[str] = Counter()
        self.field: list[Card] = []
        self.field_owner = self.field_number = 0
        self.pending: list[Card] = []
        self.cleared_by: int | None = None

    def take(self, events: Sequence[Event]) -> None:
        for event in events:
            self._take(event)

    def _next(self, seat: int) -> int:
        """H9: the next player clockwise who holds cards."""
        others = [(seat + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        return next(other for other in others if self.hands[other])

    def _take(self, event: Event) -> None:
        match event:
            case Dealt(seat=seat, face=face):
                self.hands[seat].append(Card(face or NUMBERED))
                self.turn = seat + (len(self.hands[seat]) == 8)
            case RoundBegan(round=number, seat=seat):
                assert (number, seat) == (self.round, self.leader)
                self.dealing, self.turn = False, seat
            case Played(seat=seat, number=number, count=count, place=place, cards=faces):
                self._play(seat, number, count, place, list(faces))
            case Beat(seat=seat, owner=owner, number=number, count=count, cards=faces):
                assert (owner, number, count, list(faces)) == (
                    *self._beaten[:3],
                    [card.face for card in self._beaten[3]],
                )
                assert seat == self.turn
                self.pending = self._beaten[3]
            case Discarded(why=why, owner=owner, number=number, count=count, cards=faces):
                gone = self._field() if why == "cleared" else self._beaten
                assert (owner, number, count, list(faces)) == (*gone[:3], [card.face for card in gone[3]])
                self.discards.update(faces)
                if why == "cleared":
                    self.field, self.field_owner, self.field_number, self.passes = [], 0, 0, 0
            case Out(seat=seat):
                assert not self.hands[seat]
            case Passed(seat=seat, draws=draws):
                assert seat == self.turn
                assert draws == (self.stock > 0)
                self.passes += 1
            case Drew(seat=seat, face=face, left=left):
                self.pending = [Card(face or SPECIAL)]
                self.stock -= 1
                assert (seat, left) == (self.turn, self.stock)
            case Inserted(seat=seat, place=place, face=face, how=how):
                card = self.pending.pop(0)
                assert seat == self.turn
                assert card == Card(face or SPECIAL, how == "collected")
                self.hands[seat].insert(place, card)
            case Leads(seat=seat, why=why, owner=owner):
                self.turn = seat
                self.cleared_by = owner if why == "owner" else None
            case AtTurn(seat=seat):
                assert seat == self._next(self.turn)
                self.turn = seat
            case Gathered(round=number, seat=seat):
                self.leader, self.round = seat, number
                self._clear_the_table()
            case RoundLost(seat=seat, round=number, assets=assets, held=held):
                assert (number, held) == (self.round, len(self.hands[seat]))
                self.assets[seat] -= 1
                assert self.assets[seat] == assets
                self.last_set = [card.face for card in self.field]
            case GameEnded():
                self.over = True
            case Result(winners=winners, losers=losers, draw=draw):
                self.result = set(winners), set(losers)
                assert draw == (len(set(self.assets)) == 1)
            case _:
                raise AssertionError(f"an event that nobody has told the test about: {event}")

    def _field(self) -> tuple[int, int, int, list[Card]]:
        return self.field_owner, self.field_number, len(self.field), self.field

    def _play(self, seat: int, number: int, count: int, place: int, faces: list[str]) -> None:
        assert seat == self.turn
        hand = self.hands[seat]
        for card, face in zip(hand[place : place + count], faces, strict=True):
            hidden = SPECIAL if "/" in face else NUMBERED
            assert card.face in (face, hidden), "what was known of a card must have been true"
        del hand[place : place + count]
        self._beaten = self._field()
        self.field, self.field_owner, self.field_number = [Card(face, True) for face in faces], seat, number
        self.passes = 0

    def known(self) -> Facts:
        return {
            "hands": [[(card.face, card.shown) for card in hand] for hand in self.hands],
            "held": [len(hand) for hand in self.hands],
            "field": [(card.face, card.shown) for card in self.field],
            "field owner, number and count": (self.field_owner, self.field_number, len(self.field)),
            "pending": [(card.face, card.shown) for card in self.pending],
            "stock": self.stock,
            "discards": dict(self.discards),
            "assets": self.assets,
            "round": self.round,
            "leader": self.leader,
            "turn": None if self.over else self.turn,
            "passes": self.passes,
            "cleared by": self.cleared_by,
            "the set that ended the round before": None if self.over else self.last_set,
            "result": self.result,
        }


def pile(cards: Cells) -> list[tuple[str, bool]]:
    return [(NAMES[int(card) & FACE], bool(card & SHOWN)) for card in cards]


def seen(view: State) -> Facts:
    """The same facts from a view."""
    seats = range(view.seats)
    over = view.phase == rules.OVER
    fewest = min(int(view.assets[seat]) for seat in seats)
    best = {seat for seat in seats if view.assets[seat] > fewest}
    return {
        "hands": [pile(view.hand[seat, : view.held[seat]]) for seat in seats],
        "held": [int(view.held[seat]) for seat in seats],
        "field": pile(view.field_cards[: view.field_count]),
        "field owner, number and count": (int(view.field_owner), int(view.field_number), int(view.field_count)),
        "pending": pile(view.pending[: view.pending_count]),
        "stock": int(view.stock),
        "discards": {NAMES[face]: int(n) for face, n in enumerate(view.discarded) if n},
        "assets": [int(view.assets[seat]) for seat in seats],
        "round": int(view.rounds),
        "leader": int(view.leader),
        "turn": None if over else int(view.turn),
        "passes": int(view.passes),
        "cleared by": int(view.cleared_by) - 1 if view.cleared_by else None,
        "the set that ended the round before": None if over else [face for face, _ in pile(view.last_set) if face],
        "result": (best, set(seats) - best if best else set()) if over else None,
    }


@pytest.mark.clause("H13")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_events_add_up_to_what_the_views_show(seats: int) -> None:
    met = {kind for seed in range(3) for kind in follow(GAME, Table, seen, seats, seed)}
    assert met == set(EVENTS), "otherwise this would prove nothing about some of them"


# ---- stories


@pytest.mark.clause("H2", "H13")
def test_a_dealt_card_is_told_to_its_owner_alone_and_the_last_one_begins_the_round() -> None:
    for viewer, face in ((0, "8"), (ALL_SEEING, "8"), (1, None), (WATCHER, None)):
        assert told(GAME, GAME.start(3), viewer, "chance 8") == [Dealt(0, face)]  # type: ignore[arg-type]
    almost = play(GAME, GAME.start(3), *[f"chance {card}" for card in ("12345678" * 3)[:-1]])
    assert told(GAME, almost, 0, "chance 8") == [Dealt(2, None), RoundBegan(1, 0)]


@pytest.mark.clause("H8", "H13")
def test_a_drawn_card_is_told_to_its_drawer_and_its_place_to_everybody() -> None:
    lines = ["s0 play 8x1@0", "s1 pass", "chance 7/8", "s1 insert 1"]
    start = position("8 1", "2 3", "4", stock="7/8")

    def after(count: int, viewer: int) -> list[Event]:
        return told(GAME, GAME.copy(start), viewer, *lines[:count])

    assert after(2, 0) == after(2, 1) == [Passed(1, draws=True)]
    assert after(3, 1) == after(3, ALL_SEEING) == [Drew(1, "7/8", left=0)]
    assert after(3, 0) == after(3, WATCHER) == [Drew(1, None, left=0)]
    assert after(4, 1) == [Inserted(1, 1, "7/8", "drawn"), AtTurn(2)]
    assert after(4, 0) == after(4, WATCHER) == [Inserted(1, 1, None, "drawn"), AtTurn(2)]


@pytest.mark.clause("H5", "H6")
def test_a_beaten_set_is_collected_card_by_card_and_everybody_sees_it() -> None:
    state = position("3 3/4 1", "5 5 8 7", "6 2")
    assert told(GAME, state, 2, "s0 play 3x2@0") == [Played(0, 3, 2, 0, ["3", "3/4"]), AtTurn(1)]
    assert told(GAME, state, 2, "s1 play 5x2@0") == [
        Played(1, 5, 2, 0, ["5", "5"]),
        Beat(1, 0, 3, 2, ["3", "3/4"]),
    ]
    assert told(GAME, state, WATCHER, "s1 insert 1") == [Inserted(1, 1, "3", "collected")]
    assert told(GAME, state, 0, "s1 insert 3") == [Inserted(1, 3, "3/4", "collected"), AtTurn(2)]


@pytest.mark.clause("H9", "H10")
def test_a_cleared_field_tells_why_somebody_leads() -> None:
    state = position("8 7 6", "1 2 3", "1 2 3")
    assert told(GAME, state, 1, "s0 play 8x1@0", "s1 pass", "s2 pass") == [
        Passed(2, draws=False),
        Discarded("cleared", 0, 8, 1, ["8"]),
        Leads(0, "owner", 0),
    ]
    assert told(GAME, state, 1, "s0 play 7x1@0", "s1 pass", "s2 pass")[-1] == Leads(1, "twice", 0)
    out = position("8 8", "1 2", "3 4")
    assert told(GAME, out, 1, "s0 play 8x2@0", "s1 pass", "s2 pass")[-1] == Leads(1, "out", 0)


@pytest.mark.clause("H8", "H9")
def test_a_pass_that_clears_the_field_still_draws_and_inserts_first() -> None:
    state = position("8 7", "1 2", "3 4", stock="1/2 3/4")
    play(GAME, state, "s0 play 8x1@0", "s1 pass", "chance 1/2", "s1 insert 0")
    assert told(GAME, state, 0, "s2 pass") == [Passed(2, draws=True)]
    assert told(GAME, state, 0, "chance 3/4") == [Drew(2, None, left=0)]
    assert told(GAME, state, 0, "s2 insert 2") == [
        Inserted(2, 2, None, "drawn"),
        Discarded("cleared", 0, 8, 1, ["8"]),
        Leads(0, "owner", 0),
    ]


@pytest.mark.clause("H7", "H11", "H13")
@pytest.mark.parametrize("viewer", [0, 1, 2, WATCHER, ALL_SEEING])
def test_a_play_that_ends_a_round_shows_its_true_cards_to_everybody(viewer: int) -> None:
    """The view after it already shows the new round, so nothing of that play is on the table any more."""
    state = position("3", "5 5/6", "8 8")
    assert told(GAME, state, viewer, "s0 play 3x1@0") == [Played(0, 3, 1, 0, ["3"]), Out(0), AtTurn(1)]
    assert told(GAME, state, viewer, "s1 play 5x2@0") == [
        Played(1, 5, 2, 0, ["5", "5/6"]),
        Discarded("beaten", 0, 3, 1, ["3"]),
        Out(1),
        RoundLost(2, round=1, assets=1, held=2),
        Gathered(2, 2),
    ]


@pytest.mark.clause("H12")
def test_the_end_tells_why_and_who_wins() -> None:
    broke = position("3", "5 5", "8 8", rounds=2, assets=(2, 2, 1))
    assert told(GAME, broke, 2, "s0 play 3x1@0", "s1 play 5x2@0")[-3:] == [
        RoundLost(2, round=2, assets=0, held=2),
        GameEnded("no_assets", 2),
        Result([0, 1], [2], draw=False),
    ]
    fourth = position("3", "5 5", "8 8", "1", rounds=4, assets=(1, 1, 1, 2))
    assert told(GAME, fourth, 2, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0")[-2:] == [
        GameEnded("all_rounds", 3),
        Result([], [], draw=True),
    ]


@pytest.mark.clause("H5")
def test_the_longest_set_is_told_with_all_its_cards() -> None:
    """Five copies and two specials: no set is longer."""
    state = position("4 4 4 4 4 3/4 3/4 1", "1 1", "2 2", "3 3", "5 5")
    seven = ["4", "4", "4", "4", "4", "3/4", "3/4"]
    assert told(GAME, state, 1, "s0 play 4x7@0") == [Played(0, 4, 7, 0, seven), AtTurn(1)]  # type: ignore[arg-type]
    cleared = told(GAME, state, 1, "s1 pass", "s2 pass", "s3 pass", "s4 pass")
    assert cleared[1] == Discarded("cleared", 0, 4, 7, seven)  # type: ignore[arg-type]


# ---- sentences


def test_a_deal_and_a_draw_in_words() -> None:
    almost = play(GAME, GAME.start(3), *[f"chance {card}" for card in ("12345678" * 3)[:-1]])
    assert said(GAME, almost, 1, "chance 8") == ["All cards are dealt; Seat 0 leads round 1."]
    lines = ["s0 play 8x1@0", "s1 pass", "chance 7/8", "s1 insert 1"]
    start = position("8 1", "2 3", "4", stock="7/8")
    words = {viewer: [said(GAME, GAME.copy(start), viewer, *lines[:n])[-1] for n in (2, 3, 4)] for viewer in (0, 1)}
    assert words[1] == ["You pass.", "You draw 7/8 from the stock.", "You put the 7/8 in at place 2."]
    assert words[0] == [
        "Seat 1 passes.",
        "Seat 1 draws a card from the stock.",
        "Seat 1 puts the drawn card in at place 2.",
    ]


def test_a_round_in_words() -> None:
    state = position("3 3/4 1", "5 5 8 7", "6 2")
    assert said(GAME, state, 2, "s0 play 3x2@0") == ["Seat 0 plays two 3s (3 and 3/4)."]
    assert said(GAME, state, 0, "s1 play 5x2@0") == [
        "Seat 1 plays two 5s (5 and 5).",
        "Seat 1 beats you and collects two 3s.",
    ]
    assert said(GAME, state, 1, "s1 insert 1") == ["You put the 3 in at place 2."]
    cleared = position("8 7 6", "1 2 3", "1 2 3")
    assert said(GAME, cleared, 0, "s0 play 8x1@0", "s1 pass", "s2 pass") == [
        "Seat 2 passes; the stock is empty, so no card is drawn.",
        "Everyone else has passed. Your set (a single 8) is discarded.",
        "You lead.",
    ]
    assert said(GAME, cleared, 1, "s0 play 7x1@0", "s1 pass", "s2 pass")[-1] == (
        "Seat 0 has cleared the field twice in a row, so you lead."
    )


def test_an_end_in_words() -> None:
    state = position("3", "5 5", "8 8", rounds=2, assets=(2, 2, 1))
    assert said(GAME, state, 2, "s0 play 3x1@0", "s1 play 5x2@0") == [
        "Seat 1 plays two 5s (5 and 5).",
        "The set of Seat 0 (a single 3) is beaten and discarded.",
        "Seat 1 has no cards left and is safe for this round.",
        "Round 2 is over: only you still hold cards and lose $100m; nothing is left.",
        "The game is over: you have no assets.",
        "You lose; Seat 0 and Seat 1 win.",
    ]
    fourth = position("3", "5 5", "8 8", "1", rounds=4, assets=(1, 1, 1, 2))
    assert said(GAME, fourth, 2, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0")[-2:] == [
        "The game is over: all rounds are played.",
        "All players have equal assets: a draw.",
    ]
