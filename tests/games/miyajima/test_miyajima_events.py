"""The events of Fast Train to Miyajima: they add up to what the views show, and are complete and in order."""

from collections.abc import Sequence

import pytest

from allaboard.events import Event
from allaboard.game import WATCHER
from allaboard.games.miyajima import rules
from allaboard.games.miyajima.events import (
    EVENTS,
    CannotLoad,
    Chose,
    Destinations,
    Ended,
    GoalMet,
    LastRound,
    Loaded,
    Made,
    NoGoalMet,
    Ranked,
    Reached,
    Rolled,
    RoundBegan,
    Scored,
    Took,
    Won,
)
from allaboard.games.miyajima.rules import COLOURS, DICE, TEXTS, TRAINS, State
from allaboard.games.miyajima.standing import Standing, stand
from allaboard.record import blank
from games.folding import Facts, follow
from games.miyajima.sheets import adhering, fill, game
from table import deal, play, said, told

Train = tuple[int, str, str]
"""A seat's train: its seat, its colour, and whether it is the fast or the heavy one."""


class Sheets:
    """What somebody knows about the sheets who has only received events."""

    def __init__(self, first: State) -> None:
        self.seats = range(first.seats)
        self.active, self.round = 0, 1
        self.die: str | None = None
        self.faces: dict[str, int] = {}
        trains = [(seat, colour, train) for seat in self.seats for colour in COLOURS for train in TRAINS]
        self.cars: dict[Train, int] = dict.fromkeys(trains, 0)
        self.cargo: dict[Train, int] = dict.fromkeys(trains, 0)
        self.arrived: list[set[str]] = [set() for _ in self.seats]
        self.chosen: dict[int, str | None] = {}
        self.made: dict[str, tuple[int, str | None]] = {}
        self.idle: set[int] = set()
        self.adheres: set[tuple[int, str]] = set()
        self.points: dict[Train, int] = dict.fromkeys(trains, 0)
        self.scores = [0] * len(self.seats)
        self.totals: list[int] | None = None
        self.winners: set[int] = set()
        self.last = False

    @property
    def reached(self) -> set[str]:
        return set().union(*self.arrived)

    def take(self, events: Sequence[Event]) -> None:
        before = self.reached
        for event in events:
            self._take(event, before)
        if any(isinstance(event, Loaded) for event in events):
            self.made = {}

    def _take(self, event: Event, before: set[str]) -> None:
        match event:
            case Took(seat=seat, die=die, forced=forced):
                assert seat == self.active
                assert forced == (len(self.faces) == 2)
                assert die not in self.faces
                self.die = die
            case Rolled(die=die, face=face):
                assert die == self.die
                self.faces[die] = face
                self.idle = set()
            case Made(colour=colour, cargo=cargo, other=other):
                assert self.die is not None
                assert cargo == self.faces[self.die] + (self.faces[other] if other else 0)
                self.made[colour] = cargo, other
            case CannotLoad(seat=seat):
                assert seat not in self.chosen
                self.idle.add(seat)
            case Chose(seat=seat, load=load):
                self.chosen[seat] = load
            case Loaded(seat=seat, colour=colour, train=train, cars=cars, cargo=cargo, sum=total, die=die, other=other):
                assert self.chosen.pop(seat) in (None, f"{colour} {train}")
                assert die == self.die
                assert self.made[colour] == (cargo, other)
                self.cars[seat, colour, train] += 1
                self.cargo[seat, colour, train] += cargo
                assert (self.cars[seat, colour, train], self.cargo[seat, colour, train]) == (cars, total)
            case Scored(seat=seat, colour=colour, adheres=adheres, fast=fast, heavy=heavy, total=total):
                self.adheres = self.adheres | {(seat, colour)} if adheres else self.adheres - {(seat, colour)}
                self.points[seat, colour, "fast"], self.points[seat, colour, "heavy"] = fast, heavy
                self.scores[seat] = total
            case Reached(seat=seat, colour=colour, first=first):
                assert 6 in (self.cars[seat, colour, "fast"], self.cars[seat, colour, "heavy"])
                assert first == (colour not in before)
                self.arrived[seat].add(colour)
            case Destinations(count=count, needed=needed):
                assert count == len(self.reached)
                assert needed == (2, 3, 4, 5, 6, 6, 6, 6)[len(self.seats) - 1]
            case LastRound():
                assert not self.last
                self.last = True
            case RoundBegan(round=number, seat=seat):
                assert not self.last
                self.round, self.active, self.faces = number, seat, {}
            case Ended(totals=totals):
                self.totals = list(totals)
            case Won(seats=seats, points=points):
                assert self.totals is not None
                assert {self.totals[seat] for seat in seats} == {max(self.totals)} == {points}
                self.winners = set(seats)
            case Ranked(seat=seat, points=points):
                assert self.totals == [points]
                self.winners = {seat}
            case GoalMet() | NoGoalMet():
                pass
            case _:
                raise AssertionError(f"an event that nobody has told the test about: {event}")

    def known(self) -> Facts:
        return {
            "faces": self.faces,
            "die": self.die,
            "cars": self.cars,
            "cargo": self.cargo,
            "arrived": self.arrived,
            "reached": self.reached,
            "round": self.round,
            "active": self.active,
            "chosen": set(self.chosen),
            "own choice": {seat: load for seat, load in self.chosen.items() if load},
            "made": self.made,
            "idle": self.idle,
            "adheres": self.adheres,
            "points": self.points,
            "scores": self.scores,
            "last round": self.last and self.totals is None,
            "totals": self.totals,
            "winners": self.winners,
        }


def colours(bits: int) -> set[str]:
    return {colour for at, colour in enumerate(COLOURS) if int(bits) >> at & 1}


def seen(view: State) -> Facts:
    """The same facts from a view."""
    seats, over = range(view.seats), view.phase == rules.OVER
    trains = [(seat, c, t) for seat in seats for c in range(6) for t in range(2)]
    before_the_first = not view.faces.any() and view.rounds == 1 and view.phase == rules.CHOOSE_DIE
    loading = view.phase == rules.LOADING
    idle = {seat for seat in seats if not rules.colours_open(view, seat)} if loading else set(seats)
    standing = blank(Standing)
    stand(view, standing)
    # lists, because reading thousands of elements of an array one by one takes most of the time
    cars, cargo_of, points, adheres = (
        array.tolist() for array in (view.cars, view.cargo, standing.points, standing.adheres)
    )
    made = [(name, int(standing.cargo_now[c]), int(standing.made_with[c])) for c, name in enumerate(COLOURS)]
    return {
        "faces": {die: int(face) for die, face in zip(DICE, view.faces, strict=True) if face},
        "die": None if before_the_first else DICE[view.die],
        "cars": {(s, COLOURS[c], TRAINS[t]): cars[s][c][t] for s, c, t in trains},
        "cargo": {(s, COLOURS[c], TRAINS[t]): cargo_of[s][c][t] for s, c, t in trains},
        "arrived": [colours(view.arrived[seat]) for seat in seats],
        "reached": colours(view.reached),
        "round": int(view.rounds),
        "active": int(view.active),
        "chosen": {seat for seat in seats if not int(view.awaited) >> seat & 1} - idle,
        "own choice": {s: TEXTS[view.choice[s] - 1].removeprefix("load ") for s in seats if view.choice[s]},
        "made": {name: (cargo, DICE[other - 1] if other else None) for name, cargo, other in made if cargo},
        "idle": {seat for seat in seats if standing.idle >> seat & 1},
        "adheres": {(seat, COLOURS[c]) for seat in seats for c in range(6) if adheres[seat][c]},
        "points": {(s, COLOURS[c], TRAINS[t]): points[s][c][t] for s, c, t in trains},
        "scores": game.scores(view),
        "last round": bool(standing.last_round),
        "totals": game.scores(view) if over else None,
        "winners": {seat for seat in seats if over and rules.rank(view, seat) == 1},
    }


@pytest.mark.parametrize("seats", game.seats)
def test_the_events_add_up_to_what_the_views_show(seats: int) -> None:
    for seed in range(2):
        follow(game, Sheets, seen, seats, seed)


def test_random_games_have_events_of_nearly_every_kind() -> None:
    """Otherwise the test above would prove nothing about some of them. Random play never meets a goal."""
    met = {kind for seats in (1, 2) for seed in range(3) for kind in follow(game, Sheets, seen, seats, seed)}
    assert met == set(EVENTS) - {GoalMet}


# ---- stories


def without_scores(events: list[Event]) -> list[Event]:
    """The events without the scores after each load."""
    return [event for event in events if not isinstance(event, Scored)]


@pytest.mark.clause("M3", "M4")
def test_a_roll_is_told_and_then_how_each_load_was_made() -> None:
    state = deal(game, 2)
    assert told(game, state, 1, "s0 roll blue") == [Took(0, "blue", forced=False)]
    assert told(game, state, 1, "chance 4") == [Rolled("blue", 4), Made("blue", 4, None)]
    play(game, state, "s0 load blue heavy")
    assert told(game, state, 0, "s1 load blue fast") == [
        Chose(1, None),
        Loaded(0, "blue", "heavy", cars=1, cargo=4, sum=4, die="blue", other=None),
        Scored(0, "blue", adheres=False, fast=0, heavy=1, total=1),
        Loaded(1, "blue", "fast", cars=1, cargo=4, sum=4, die="blue", other=None),
        Scored(1, "blue", adheres=False, fast=1, heavy=0, total=1),
    ], "the second die is a choice, so nothing else happens"
    play(game, state, "s0 roll red")
    assert told(game, state, 0, "chance 2") == [Rolled("red", 2), Made("red", 2, None), Made("purple", 6, "blue")]
    play(game, state, "s0 load red fast")
    assert told(game, state, 0, "s1 load purple fast")[-3:] == [
        Loaded(1, "purple", "fast", cars=1, cargo=6, sum=6, die="red", other="blue"),
        Scored(1, "purple", adheres=False, fast=1, heavy=0, total=2),
        Took(0, "yellow", forced=True),
    ], "the third die is no choice"


@pytest.mark.clause("M4")
def test_a_load_is_told_to_its_player_alone_until_all_have_loaded() -> None:
    for viewer, load in ((0, "blue heavy"), (1, None), (WATCHER, None)):
        state = deal(game, 2, "s0 roll blue", "chance 4")
        chose = told(game, state, viewer, "s0 load blue heavy")
        assert chose == [Chose(0, load)]  # type: ignore[arg-type]
        assert game.sentences(chose, you=viewer) == [], "nobody needs a sentence about an open choice"


@pytest.mark.clause("M5")
def test_players_who_cannot_load_are_named_and_the_round_goes_on_if_nobody_can() -> None:
    state = fill(deal(game, 2), 0, blue_fast=(6, 20))
    play(game, state, "s0 roll blue")
    assert told(game, state, 1, "chance 3") == [Rolled("blue", 3), Made("blue", 3, None), CannotLoad(0)]
    alone = fill(deal(game, 1), 0, blue_fast=(6, 20), purple_fast=(6, 30))
    play(game, alone, "s0 roll red", "chance 1", "s0 load red fast", "s0 roll blue")
    assert told(game, alone, 0, "chance 3") == [Rolled("blue", 3), CannotLoad(0), Took(0, "yellow", forced=True)]


@pytest.mark.clause("M7", "M8")
def test_a_load_that_lets_a_pair_adhere_or_come_apart_tells_what_it_scores() -> None:
    state = fill(deal(game, 1), 0, red_fast=(1, 2), red_heavy=(1, 6), blue_heavy=(2, 9))
    play(game, state, "s0 roll red", "chance 3")
    assert told(game, state, 0, "s0 load red fast")[-1] == Scored(0, "red", adheres=True, fast=5, heavy=1, total=8)
    play(game, state, "s0 roll blue", "chance 3", "s0 load blue heavy", "chance 1", "s0 load yellow fast")
    play(game, state, "s0 roll red", "chance 1")
    apart = told(game, state, 0, "s0 load red heavy")
    assert apart[-1] == Scored(0, "red", adheres=False, fast=2, heavy=2, total=8), "both have two cars now"


@pytest.mark.clause("M3")
def test_after_the_third_die_the_next_round_is_told() -> None:
    state = deal(game, 2, "s0 roll red", "chance 1", "s0 load red fast", "s1 load red fast")
    play(game, state, "s0 roll blue", "chance 1", "s0 load blue fast", "s1 load blue fast", "chance 1")
    play(game, state, "s0 load yellow fast")
    assert told(game, state, 0, "s1 load yellow fast")[-1] == RoundBegan(2, 1)


@pytest.mark.clause("M5", "M6")
def test_a_destination_is_told_to_those_who_reach_it_first_and_to_those_who_come_later() -> None:
    state = deal(game, 3)
    for seat in (0, 1):
        fill(state, seat, red_fast=(5, 20))
    play(game, state, "s0 roll red", "chance 6", "s0 load red fast", "s1 load red fast")
    assert without_scores(told(game, state, 2, "s2 load red heavy"))[1:] == [
        Loaded(0, "red", "fast", cars=6, cargo=6, sum=26, die="red", other=None),
        Reached(0, "red", first=True),
        Loaded(1, "red", "fast", cars=6, cargo=6, sum=26, die="red", other=None),
        Reached(1, "red", first=True),
        Loaded(2, "red", "heavy", cars=1, cargo=6, sum=6, die="red", other=None),
        Destinations(1, 4),
    ], "they arrive with the same roll"
    later = fill(fill(deal(game, 2), 0, red_fast=(6, 26)), 1, red_fast=(5, 20))
    play(game, later, "s0 roll red", "chance 6")
    assert without_scores(told(game, later, 0, "s1 load red fast"))[1:] == [
        Loaded(1, "red", "fast", cars=6, cargo=6, sum=26, die="red", other=None),
        Reached(1, "red", first=False),
    ], "no other destination is reached by it, so their number is not told again"


@pytest.mark.clause("M6")
def test_the_last_round_is_told_once_when_enough_destinations_are_reached() -> None:
    state = deal(game, 2)
    fill(state, 0, blue_fast=(6, 20), green_fast=(6, 50), red_fast=(5, 20))
    fill(state, 1, red_fast=(5, 20))
    play(game, state, "s0 roll red", "chance 1", "s0 load red fast")
    assert told(game, state, 1, "s1 load red fast")[-2:] == [Destinations(3, 3), LastRound()]
    play(game, state, "s0 roll blue", "chance 1", "s0 load purple fast")
    again = told(game, state, 1, "s1 load purple fast")
    assert not [event for event in again if isinstance(event, LastRound | Destinations)]


@pytest.mark.clause("M6", "M8", "M9")
def test_a_game_that_ends_with_its_last_load_tells_totals_and_winners_and_no_last_round() -> None:
    state = deal(game, 2)
    for seat in (0, 1):
        fill(state, seat, blue_fast=(6, 20), green_fast=(6, 50))
    fill(state, 0, yellow_fast=(5, 20))
    play(game, state, "s0 roll red", "chance 1", "s0 load red fast", "s1 load red fast")
    play(game, state, "s0 roll blue", "chance 1", "s0 load purple fast", "s1 load purple fast", "chance 1")
    play(game, state, "s0 load yellow fast")
    assert told(game, state, 1, "s1 load yellow fast")[-3:] == [Destinations(3, 3), Ended([20, 15]), Won([0], 20)]


def solo_end(**points: int) -> State:
    """One load before the end of a solo game with these points on the sheet."""
    state = fill(deal(game, 1), 0, **adhering(**points))
    return play(game, state, "s0 roll blue", "chance 1", "s0 load blue fast", "s0 roll red", "chance 1", "chance 2")


@pytest.mark.clause("M10", "M11")
def test_a_solo_game_tells_the_rank_and_the_goals_at_its_end() -> None:
    state = solo_end(yellow=90, purple=80, red=30)
    ended = told(game, game.copy(state), 0, "s0 load orange heavy")
    assert ended[-3:] == [Ended([202]), Ranked(0, "engineer", 202), GoalMet("a")]
    assert game.sentences(ended, ["Ada"], you=0)[-3:] == [
        "The game is over with 202 points.",
        "With 202 points you are Engineer.",
        "Goal met: 200 points, with yellow the best colour and purple the second best.",
    ]
    assert game.sentences(ended, ["Ada"])[-2] == "With 202 points Ada is Engineer."
    several = told(game, solo_end(yellow=95, purple=90, red=68, orange=38), 0, "s0 load green heavy")
    assert several[-5:] == [Ranked(0, "tycoon", 293), *(GoalMet(goal) for goal in ("a", "b", "c", "e"))]


@pytest.mark.clause("M11")
def test_a_solo_game_without_a_goal_says_so() -> None:
    ended = told(game, solo_end(yellow=80, purple=90, red=30), 0, "s0 load orange heavy")
    assert ended[-2:] == [Ranked(0, "engineer", 202), NoGoalMet()]
    assert game.sentences(ended)[-1] == "No goal was met."


# ---- sentences


def test_a_round_in_words() -> None:
    state = deal(game, 2)
    assert said(game, state, 0, "s0 roll blue") == ["You take the blue die."]
    assert said(game, state, 1, "chance 4") == ["The blue die shows 4."]
    play(game, state, "s0 load blue heavy")
    assert said(game, state, 1, "s1 load blue fast") == [
        "Seat 0 loads 4 (blue) into the heavy blue train: 4 in 1 car.",
        "You load 4 (blue) into the fast blue train: 4 in 1 car.",
    ]
    play(game, state, "s0 roll red", "chance 2", "s0 load purple heavy")
    assert said(game, state, 0, "s1 load red fast") == [
        "You load 6 (red and blue) into the heavy purple train: 6 in 1 car.",
        "Seat 1 loads 2 (red) into the fast red train: 2 in 1 car.",
        "The yellow die is left.",
    ]


def test_destinations_and_the_end_in_words() -> None:
    state = deal(game, 2)
    fill(state, 0, blue_fast=(6, 20), green_fast=(6, 50), red_fast=(5, 20))
    fill(state, 1, red_fast=(5, 20))
    play(game, state, "s0 roll red", "chance 1", "s0 load red fast")
    assert said(game, state, 1, "s1 load red fast") == [
        "Seat 0 loads 1 (red) into the fast red train: 21 in 6 cars.",
        "Seat 0 is the first to reach Miyajima.",
        "You load 1 (red) into the fast red train: 21 in 6 cars.",
        "You are the first to reach Miyajima.",
        "Destinations reached: 3 of 3.",
        "This is the last round.",
    ]
    play(game, state, "s0 roll blue", "chance 1", "s0 load purple fast", "s1 load purple fast", "chance 1")
    play(game, state, "s0 load yellow fast")
    assert said(game, state, 0, "s1 load yellow fast")[-2:] == [
        "The game is over. Totals: 20 and 8.",
        "You win with 20 points.",
    ]
