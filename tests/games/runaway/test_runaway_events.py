"""The events of RunAway Train: they add up to what the views show, and are complete and in order."""

from collections.abc import Sequence

import pytest

from allaboard.events import Event
from allaboard.game import WATCHER
from allaboard.games.runaway import rules
from allaboard.games.runaway.events import (
    EVENTS,
    AllAboard,
    AtTheEnd,
    Cancelled,
    Chose,
    Ended,
    GotOff,
    Kept,
    Lost,
    Moved,
    NewEngineer,
    NobodyWon,
    NothingGotOff,
    Passed,
    Revealed,
    Rolled,
    Stayed,
    Switched,
    Tossed,
    Won,
)
from allaboard.games.runaway.rules import ENDINGS, TEXTS, TRACKS, State
from games.folding import Facts, follow
from games.runaway.journey import board, hand, runaway, turn
from table import play, said, told


class Journey:
    """What somebody knows about a game who has only received events."""

    def __init__(self, first: State) -> None:
        self.seats = range(first.seats)
        self.speed, self.position, self.multiplier = int(first.speed), 0, 1
        self.track = "main"
        self.engineer, self.turn, self.die = 0, 1, 0
        self.aboard = set(self.seats)
        self.points = [0] * len(self.seats)
        self.suitcases = [[1, 2, 3, 4, 5, 6, 7] for _ in self.seats]
        self.chosen: dict[int, str | None] = {}
        self.revealed: dict[int, str] = {}
        self.gained: dict[int, int] = {}
        self.ending: str | None = None
        self.kept: dict[int, int] = {}
        self.lost: set[int] = set()
        self.winners: set[int] = set()

    def take(self, events: Sequence[Event]) -> None:
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case AllAboard(seat=seat, speed=speed):
                assert (seat, speed, self.die) == (self.engineer, self.speed, 0)
            case Rolled(seat=seat, face=face, speed_before=before, speed=speed):
                assert (seat, before) == (self.engineer, self.speed)
                self.die, self.speed = face, speed
            case Moved(track=track, start=start, end=end):
                assert start == self.position < end
                self.track, self.position = track, end
            case Passed(at=at, multiplier=multiplier):
                assert at == self.position
                self.multiplier = multiplier or self.multiplier
            case Switched(seat=seat, track=track):
                assert seat == self.engineer
                self.track = track
            case AtTheEnd(seat=seat, speed=speed):
                assert (seat, speed) == (self.engineer, self.speed)
            case Chose(seat=seat, cards=cards):
                if not self.chosen:
                    self.revealed, self.gained = {}, {}
                self.chosen[seat] = cards
            case Revealed(seat=seat, cards=cards):
                assert self.chosen.pop(seat) in (None, cards)
                self.revealed[seat] = cards
            case Cancelled(seats=seats, cards=cards):
                assert {seat for seat, shown in self.revealed.items() if shown == cards} == set(seats)
            case Tossed(seat=seat, suitcase=suitcase, points=points, total=total):
                self.suitcases[seat].remove(suitcase)
                self.gained[seat] = points
                self.points[seat] += points
                assert self.points[seat] == total
            case GotOff(seat=seat, lost=lost):
                assert self.suitcases[seat] == lost
                self.suitcases[seat] = []
                self.aboard.remove(seat)
            case NewEngineer(seat=seat, turn=number):
                self.engineer, self.turn = seat, number
            case Ended(how=how):
                self.ending = how
            case Kept(seat=seat, points=points, total=total):
                assert self.points[seat] + points == total
                self.kept[seat] = points
            case Lost(seats=seats):
                self.lost = set(seats)
            case Won(seats=seats, points=points):
                self.winners = set(seats)
                assert {self.score(seat) for seat in seats} == {points}
            case Stayed() | NothingGotOff() | NobodyWon():
                pass
            case _:
                raise AssertionError(f"an event that nobody has told the test about: {event}")

    def score(self, seat: int) -> int:
        return self.points[seat] + self.kept.get(seat, 0)

    def known(self) -> Facts:
        return {
            "speed": self.speed,
            "position": self.position,
            "track": self.track,
            "multiplier": self.multiplier,
            "engineer": self.engineer,
            "turn": self.turn,
            "die": self.die,
            "aboard": self.aboard,
            "points": self.points,
            "suitcases": self.suitcases,
            "chosen": set(self.chosen),
            "own choice": {seat: cards for seat, cards in self.chosen.items() if cards},
            "revealed": self.revealed if not self.chosen else None,
            "gained": self.gained if not self.chosen else None,
            "ending": self.ending,
            "scores": [self.score(seat) for seat in self.seats],
            "lost": self.lost,
            "winners": self.winners,
        }


def cards(kept: int) -> str:
    return TEXTS[kept - 1].removeprefix("cards ")


def seen(view: State) -> Facts:
    """The same facts from a view."""
    seats = range(view.seats)
    choosing, over = view.phase == rules.CHOOSING, view.phase == rules.OVER
    chosen = {s for s in seats if choosing and int(view.aboard) & ~int(view.awaited) & 1 << s}
    return {
        "speed": int(view.speed),
        "position": int(view.position),
        "track": TRACKS[view.track],
        "multiplier": int(view.multiplier),
        "engineer": int(view.engineer),
        "turn": int(view.turn),
        "die": int(view.die),
        "aboard": {seat for seat in seats if int(view.aboard) >> seat & 1},
        "points": [int(view.points[seat]) for seat in seats],
        "suitcases": [hand(view, seat) for seat in seats],
        "chosen": chosen,
        "own choice": {seat: cards(view.choice[seat]) for seat in seats if view.choice[seat]},
        "revealed": None if chosen else {seat: cards(view.revealed[seat]) for seat in seats if view.revealed[seat]},
        "gained": None if chosen else {seat: int(view.gained[seat]) for seat in seats if view.gained[seat]},
        "ending": ENDINGS[view.ending - 1] if view.ending else None,
        "scores": runaway.scores(view),
        "lost": {seat for seat in seats if rules.lost(view, seat)},
        "winners": {seat for seat in seats if over and rules.rank(view, seat) == 1},
    }


BOARDS: dict[str, dict[str, int]] = {
    "as printed": {},
    "fast": {"start_speed": 9},  # several yellow spaces in one move, and stops that need a high roll
    "crowded": {"main.scores_x2": 1, "main.brake_half": 2, "main.scores_x3": 3, "main.brake_full": 4},
    "reversed": {"main.scores_x3": 5, "main.brake_full": 8, "main.scores_x2": 20, "main.brake_half": 30},
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seats", runaway.seats)
def test_the_events_add_up_to_what_the_views_show(seats: int, name: str) -> None:
    for seed in range(6):
        follow(runaway, Journey, seen, seats, seed, BOARDS[name])


def test_random_games_have_events_of_every_kind() -> None:
    """Otherwise the test above would prove nothing about some of them."""
    met = {kind for seed in range(12) for kind in follow(runaway, Journey, seen, 3, seed, BOARDS["fast"])}
    assert met == set(EVENTS)


# ---- stories


@pytest.mark.clause("R2", "R4")
def test_a_roll_that_passes_scores_and_halts_at_a_brake_tells_each_stretch_in_order() -> None:
    assert told(runaway, board(start_speed=60), WATCHER, "chance 4") == [
        AllAboard(0, 60),
        Rolled(0, "speed", 4, 60, 61, None),
        Moved("main", 0, 12),
        Passed("scores_x2", 12, 2, halts=False),
        Moved("main", 12, 24),
        Passed("brake_half", 24, None, halts=True),
    ]


@pytest.mark.clause("R4", "R5")
def test_after_a_brake_the_rest_of_the_move_is_told_and_none_if_there_is_none() -> None:
    state = play(runaway, board(start_speed=60), "chance 4")
    assert told(runaway, state, 1, "chance 5") == [
        Rolled(0, "brake_half", 5, 61, 59, None),
        Moved("main", 24, 30),
        Passed("scores_x3", 30, 3, halts=False),
        Moved("main", 30, 40),
        Passed("brake_full", 40, None, halts=True),
    ]
    exactly = play(runaway, board(start_speed=5, main_brake_full=5), "chance 1")
    assert told(runaway, exactly, 1, "chance 2") == [Rolled(0, "brake_full", 2, 5, 3, None)]


@pytest.mark.clause("R4")
def test_at_the_switch_the_track_is_told_before_the_way_on_it() -> None:
    state = play(runaway, board(start_speed=60), "chance 4", "chance 5")
    assert told(runaway, state, 2, "chance 1")[-1] == Passed("switch", 44, None, halts=True)
    assert told(runaway, state, 2, "s0 track long") == [
        Switched(0, "long"),
        Moved("long", 44, 56),
        Passed("long_scores_x4", 56, 4, halts=False),
        Moved("long", 56, 61),
    ]


def at_the_end(speed: int) -> State:
    """The train has just taken the short track, and is at its end with this speed."""
    state = play(runaway, board(start_speed=99, short_end=51), "chance 1", "chance 1", "chance 1")
    state.speed = speed
    return state


@pytest.mark.clause("R11")
@pytest.mark.parametrize(
    ("speed", "needed", "before", "after"),
    [
        (3, 2, "2 or more stops it.", "2 or more was needed."),
        (7, 6, "only a 6 stops it.", "A 6 was needed."),
        (12, 7, "no roll can stop it.", "No roll could have stopped the train."),
    ],
)
def test_the_stop_roll_tells_what_was_needed(speed: int, needed: int, before: str, after: str) -> None:
    state = at_the_end(speed)
    halt = told(runaway, state, 1, "s0 track short")
    assert halt[-1] == AtTheEnd(0, speed, needed)
    assert runaway.sentences(halt)[-1] == f"The train is at the end with speed {speed}: {before}"
    stop = told(runaway, state, 1, "chance 1")
    assert stop[:2] == [Rolled(0, "stop", 1, speed, speed, needed), Ended("plunged")]
    assert runaway.sentences(stop)[0] == f"Seat 0 rolls 1 at the end. {after}"


@pytest.mark.clause("R6")
def test_cards_are_told_to_their_player_alone_until_all_are_in() -> None:
    for viewer, shown in ((0, "P4"), (1, None), (WATCHER, None)):
        state = play(runaway, runaway.start(3), "chance 1")
        chose = told(runaway, state, viewer, "s0 cards P4")
        assert chose == [Chose(0, shown)]  # type: ignore[arg-type]
        assert runaway.sentences(chose, you=viewer) == [], "nobody needs a sentence about an open choice"


@pytest.mark.clause("R7", "R8", "R10")
@pytest.mark.parametrize("viewer", [1, 5, WATCHER])
def test_a_reveal_tells_the_cards_then_who_cancels_then_what_gets_off(viewer: int) -> None:
    state = play(runaway, board(6, main_scores_x2=1), "chance 1")
    play(runaway, state, "s0 cards P4", "s1 cards C7", "s2 cards P3", "s3 cards P3", "s5 cards 37")
    assert told(runaway, state, viewer, "s4 cards PC") == [
        Chose(4, None),
        Revealed(0, "P4"),
        Revealed(1, "C7"),
        Revealed(2, "P3"),
        Revealed(3, "P3"),
        Revealed(4, "PC"),
        Revealed(5, "37"),
        Cancelled([2, 3], "P3"),
        Tossed(1, "conductor", 7, multiplier=2, tip=6, points=8, total=8),
        GotOff(4, "with_conductor", [1, 2, 3, 4, 5, 6, 7]),
        Tossed(0, "passenger", 4, multiplier=2, tip=0, points=8, total=8),
    ], "seat 0 has yet to decide whether to jump, so nobody is the next engineer"
    assert told(runaway, runaway.copy(state), viewer, "s0 stay") == [Stayed(0), NewEngineer(1, 2)]
    assert told(runaway, state, viewer, "s0 jump") == [GotOff(0, "jumped", [1, 2, 3, 5, 6, 7]), NewEngineer(1, 2)]


@pytest.mark.clause("R7")
def test_two_groups_that_cancel_are_two_events() -> None:
    state = play(runaway, runaway.start(5), "chance 1", "s0 cards P1", "s1 cards C2", "s2 cards P1", "s3 cards C2")
    assert told(runaway, state, 0, "s4 cards none")[-4:] == [
        Cancelled([0, 2], "P1"),
        Cancelled([1, 3], "C2"),
        NothingGotOff(),
        NewEngineer(1, 2),
    ]


@pytest.mark.clause("R12", "R13")
def test_a_stop_tells_what_those_aboard_have_kept_and_who_wins() -> None:
    state = turn(board(main_brake_full=2), 1, "PC none C7")
    play(runaway, state, "chance 1")
    assert told(runaway, state, WATCHER, "chance 2") == [
        Rolled(1, "brake_full", 2, 1, 0, None),
        Ended("stopped"),
        Kept(1, 28, 28),
        Kept(2, 21, 22),
        Won([1], 28),
    ]


@pytest.mark.clause("R13")
def test_over_the_cliff_the_events_name_the_losers_and_say_if_nobody_wins() -> None:
    state = play(runaway, at_the_end(12), "s0 track short")
    assert told(runaway, state, 0, "chance 6")[1:] == [Ended("plunged"), Lost([0, 1, 2]), NobodyWon()]


@pytest.mark.clause("R13")
def test_a_shared_win_is_told() -> None:
    state = turn(turn(runaway.start(3), 1, "PC none none"), 1, "PC none")
    play(runaway, state, "chance 1")
    ended = told(runaway, state, 0, "s2 cards PC")
    assert ended[-2:] == [Ended("everybody_off"), Won([0, 1, 2], 0)]
    assert runaway.sentences(ended, ["Ada", "Bo", "Cy"], you=0)[-2:] == [
        "Everybody is off, and the train runs on empty.",
        "Ada, Bo and Cy share the win with 0 points.",
    ]


# ---- sentences


def test_a_turn_in_words() -> None:
    state = board(start_speed=60)
    assert said(runaway, state, WATCHER, "chance 4") == [
        "Seat 0 calls “All aboard!”, and the train leaves at speed 60.",
        "Seat 0 rolls 4 for speed: 60 → 61.",
        "The train moves from space 0 to 12.",
        "It passes scores ×2: suitcases count ×2 from here on.",
        "The train moves from space 12 to 24.",
        "It reaches the ½ brake.",
    ]
    assert said(runaway, state, 0, "chance 5")[0] == "You roll 5 on the ½ brake: speed 61 → 59."
    play(runaway, state, "chance 1")
    assert said(runaway, state, 2, "s0 track long")[:2] == [
        "Seat 0 takes the long track.",
        "The train moves from space 44 to 56 of the long track.",
    ]


def test_a_reveal_in_words() -> None:
    state = play(runaway, board(6, main_scores_x2=1), "chance 1")
    play(runaway, state, "s0 cards P4", "s1 cards C7", "s2 cards P3", "s3 cards P3", "s5 cards 37")
    assert said(runaway, state, 1, "s4 cards PC") == [
        "Seat 0 shows passenger and suitcase 4.",
        "You show conductor and suitcase 7.",
        "Seat 2 shows passenger and suitcase 3.",
        "Seat 3 shows passenger and suitcase 3.",
        "Seat 4 shows passenger and conductor.",
        "Seat 5 shows suitcases 3 and 7.",
        "Seat 2 and Seat 3 cancel each other out with passenger and suitcase 3.",
        "Your conductor gets suitcase 7 off for 8 points, after a tip of 6.",
        "Seat 4’s passenger gets off; suitcases 1, 2, 3, 4, 5, 6 and 7 are lost.",
        "Seat 0’s passenger gets suitcase 4 off for 8 points.",
    ]
    assert said(runaway, runaway.copy(state), 1, "s0 stay") == [
        "Seat 0’s passenger stays aboard.",
        "You are the engineer.",
    ]
    assert said(runaway, state, 0, "s0 jump")[0] == (
        "Your passenger jumps off too; suitcases 1, 2, 3, 5, 6 and 7 are lost."
    )


def test_a_passenger_who_leaves_little_behind_in_words() -> None:
    state = runaway.start(3)
    for value in (1, 2, 3, 4, 5):
        play(runaway, turn(state, 1, f"P{value} none none"), "s0 stay")
    nearly = turn(runaway.copy(state), 1, "P6 none none")
    assert said(runaway, nearly, 1, "s0 jump")[0] == "Seat 0’s passenger jumps off too; suitcase 7 is lost."
    turn(play(runaway, turn(state, 1, "P6 none none"), "s0 stay"), 1, "P7 none none")
    assert said(runaway, state, 1, "s0 jump")[0] == "Seat 0’s passenger jumps off too."


def test_an_end_in_words() -> None:
    state = turn(board(main_brake_full=2), 1, "PC none C1")
    play(runaway, state, "chance 1")
    assert said(runaway, state, 1, "chance 2") == [
        "You roll 2 on the 1× brake: speed 1 → 0.",
        "The train stops.",
        "You are still aboard and score 28 points for the suitcases that you kept.",
        "Seat 2 is still aboard and scores 27 points for the suitcases kept.",
        "Seat 1 and Seat 2 share the win with 28 points.",
    ]
