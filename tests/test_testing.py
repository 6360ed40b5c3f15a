"""The conformance kit finds defects: for every law a game that breaks it, and the law that is reported."""

import copy
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from allaboard import game_names
from allaboard.declaration import Declaration
from allaboard.events import HIDDEN, Log
from allaboard.game import Actions, Game, GameError, Options, Rules, State, Told, load
from allaboard.games.runaway import GAME, events, rules
from allaboard.games.runaway.rules import State as Train
from allaboard.record import Cells
from allaboard.rng import Rng, below, stream
from allaboard.testing import LawBroken, check_game, law, laws, secrecy, suite
from allaboard.testing import rules as rules_laws
from others.offering import OTHERS, offering

Change = Callable[[pytest.MonkeyPatch], Game[State]]
SEATS = 3


def a_game() -> Game[State]:
    """A copy of RunAway Train to be changed."""
    return cast(Game[State], copy.copy(load(GAME)))


def with_rules(**changed: Callable[..., object]) -> Game[State]:
    """The same game with some of its rules replaced."""
    game = a_game()
    game.rules = cast(Rules[State], SimpleNamespace(**{**vars(rules), **changed}))
    return game


def with_events(**changed: Callable[..., object]) -> Game[State]:
    """The same game with other events."""
    game = a_game()
    game.told = cast(Told[State], SimpleNamespace(**{**vars(events), **changed}))
    return game


def with_declaration(**changed: object) -> Game[State]:
    """The same game with another declaration."""
    game = a_game()
    game.declaration = replace(game.declaration, **changed)  # type: ignore[arg-type]
    return game


def with_messages(language: str, old: str, new: str) -> Game[State]:
    """The same game with another text in one of its catalogs."""
    return with_text(f"messages/{language}.ftl", old, new)


def with_text(file: str, old: str, new: str) -> Game[State]:
    """The same game with another text in one of its files."""

    class Retold(Declaration[State]):
        def text(self, name: str) -> str | None:
            text = GAME.text(name)
            if name == file:
                assert text
                assert old in text
                return text.replace(old, new)
            return text

    game = a_game()
    names = game.declaration.__dataclass_fields__
    game.declaration = Retold(**{name: getattr(game.declaration, name) for name in names})
    return game


def broken_laws(game: Game[State], only: str | None = None) -> dict[str, LawBroken]:
    """The laws that a game breaks, by the names of their checks."""
    found: dict[str, LawBroken] = {}
    for one in laws(game, games=2, seats=[SEATS]):
        slow = one.check.__name__ in ("both_ways_agree", "bots_play_from_views")
        if one.check.__name__ == only or (only is None and not slow):
            try:
                one()
            except LawBroken as error:
                found[one.check.__name__] = error
    return found


# ---- games that each break one law


def offers_an_action_twice(_: pytest.MonkeyPatch) -> Game[State]:
    def legal(state: Train, seat: int, out: Actions) -> int:
        n = rules.legal(state, seat, out)
        if state.phase == rules.SWITCH:
            out[n] = out[0]
            n += 1
        return n

    return with_rules(legal=legal)


def offers_nothing(_: pytest.MonkeyPatch) -> Game[State]:
    def legal(state: Train, seat: int, out: Actions) -> int:
        return 0 if state.phase == rules.JUMPING else rules.legal(state, seat, out)

    return with_rules(legal=legal)


def never_ends(patch: pytest.MonkeyPatch) -> Game[State]:
    def apply(state: Train, actor: int, action: int) -> None:
        rules.apply(state, actor, action)
        if not rules.actors(state):
            rules.start(state, SEATS, load(GAME).options({}))
            state.ending, state.position, state.track = 0, 0, rules.MAIN

    patch.setattr(law, "MOST_ACTIONS", 800)
    return with_rules(apply=apply)


def lasts_longer_than_declared(_: pytest.MonkeyPatch) -> Game[State]:
    return with_declaration(length=lambda seats, options: (3, 3))


def decides_at_the_same_time_without_saying_so(_: pytest.MonkeyPatch) -> Game[State]:
    return with_declaration(simultaneous=False)


def shares_its_copies(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    game.copy = lambda state: state  # type: ignore[method-assign]
    return game


def keeps_something_outside_the_state(_: pytest.MonkeyPatch) -> Game[State]:
    counted = [0]

    def apply(state: Train, actor: int, action: int) -> None:
        rules.apply(state, actor, action)
        counted[0] += 1
        state.die = counted[0] % 7

    return with_rules(apply=apply)


def writes_texts_that_records_cannot_contain(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    game.say = lambda actor, action: GAME.need("words").say(actor, action).replace("jump", "jump!")  # type: ignore[method-assign]
    return game


def has_two_actions_with_one_text(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    game.say = lambda actor, action: GAME.need("words").say(actor, min(action, 10))  # type: ignore[method-assign]
    return game


def understands_anything(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()

    def parse(actor: int, text: str) -> int:
        try:
            return int(GAME.need("words").parse(actor, text))
        except GameError:
            return 0

    game.parse = parse  # type: ignore[method-assign]
    return game


def shows_other_actors(_: pytest.MonkeyPatch) -> Game[State]:
    def observe(state: Train, seat: int, view: Train) -> None:
        rules.observe(state, seat, view)
        view.awaited = 1 << seat if seat < SEATS else 0

    return with_rules(observe=observe)


def leaks_a_choice(_: pytest.MonkeyPatch) -> Game[State]:
    def observe(state: Train, seat: int, view: Train) -> None:
        rules.observe(state, seat, view)
        view.choice = state.choice

    return with_rules(observe=observe)


def shows_choices_and_says_so(_: pytest.MonkeyPatch) -> Game[State]:
    """Views and imagined worlds agree, but nothing is secret any more."""

    def observe(state: Train, seat: int, view: Train) -> None:
        rules.observe(state, seat, view)
        view.choice = state.choice

    def imagine(view: Train, rng: Rng, state: Train) -> None:
        rules.imagine(view, rng, state)
        state.choice = view.choice

    return with_rules(observe=observe, imagine=imagine)


def favours_whoever_decides_last(_: pytest.MonkeyPatch) -> Game[State]:
    def apply(state: Train, actor: int, action: int) -> None:
        several = bin(rules.actors(state)).count("1")
        rules.apply(state, actor, action)
        if several == 2:
            state.points[actor] += 1

    return with_rules(apply=apply)


def always_imagines_the_same(_: pytest.MonkeyPatch) -> Game[State]:
    def imagine(view: Train, rng: Rng, state: Train) -> None:
        rules.imagine(view, stream(1), state)

    return with_rules(imagine=imagine)


def starts_without_a_whole_state(_: pytest.MonkeyPatch) -> Game[State]:
    def start(state: Train, seats: int, options: Options) -> None:
        rules.start(state, seats, options)
        state.viewer = 0

    return with_rules(start=start)


def scores_half_points(_: pytest.MonkeyPatch) -> Game[State]:
    return with_rules(score=lambda state, seat: 0.5)


def does_not_show_its_end(_: pytest.MonkeyPatch) -> Game[State]:
    def observe(state: Train, seat: int, view: Train) -> None:
        rules.observe(state, seat, view)
        if rules.actors(state) == 0:
            view.phase, view.awaited = rules.CHOOSING, 1

    return with_rules(observe=observe)


def declares_that_chance_hides(_: pytest.MonkeyPatch) -> Game[State]:
    return with_declaration(chance_hides=True)


def tells_less_than_the_view(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    whole = game.to_json
    game.to_json = lambda view: {**whole(view), "speed": 0}  # type: ignore[method-assign]
    return game


def imagines_another_view(_: pytest.MonkeyPatch) -> Game[State]:
    def imagine(view: Train, rng: Rng, state: Train) -> None:
        rules.imagine(view, rng, state)
        state.speed += 1

    return with_rules(imagine=imagine)


def imagines_no_whole_state(_: pytest.MonkeyPatch) -> Game[State]:
    def imagine(view: Train, rng: Rng, state: Train) -> None:
        rules.imagine(view, rng, state)
        state.viewer = view.viewer

    return with_rules(imagine=imagine)


def cites_a_clause_of_another_game(_: pytest.MonkeyPatch) -> Game[State]:
    return with_declaration(clauses="X")


def has_no_guard(_: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    game._need_action = lambda actor, action: None  # type: ignore[method-assign]
    game.refusal = lambda state, actor, action: GameError("")  # type: ignore[assignment, method-assign, return-value]
    return game


def shows_every_card_that_is_chosen(_: pytest.MonkeyPatch) -> Game[State]:
    return with_events(sees=lambda state, actor, action, viewer: True)


def tells_a_hidden_card_in_its_events(_: pytest.MonkeyPatch) -> Game[State]:
    """`tell` gets views, so it can only reveal what it has learned in another way."""
    chosen = [0]
    game = a_game()
    seen = game.sees

    def sees(state: State, actor: int, action: int, viewer: int) -> bool:
        chosen[0] = action
        return seen(state, actor, action, viewer)

    def tell(before: Train, after: Train, actor: int, action: int, log: Log) -> None:
        events.tell(before, after, actor, chosen[0] if action == HIDDEN else action, log)

    game.sees = sees  # type: ignore[method-assign]
    game.told = cast(Told[State], SimpleNamespace(**{**vars(events), "tell": tell}))
    return game


def has_a_bot_that_does_not_know_the_rules(patch: pytest.MonkeyPatch) -> Game[State]:
    patch.setattr(secrecy, "policy", lambda name, level: lambda view, rng: rules.JUMP)
    return a_game()


def has_a_bot_that_changes_its_view(patch: pytest.MonkeyPatch) -> Game[State]:
    def choose(view: Train, rng: Rng) -> int:
        view.speed += 1
        return load(GAME).legal(view, int(view.viewer))[0]

    patch.setattr(secrecy, "policy", lambda name, level: choose)
    return a_game()


def tells_nothing_of_some_steps(_: pytest.MonkeyPatch) -> Game[State]:
    def tell(before: Train, after: Train, actor: int, action: int, log: Log) -> None:
        if before.phase != rules.CHOOSING:
            events.tell(before, after, actor, action, log)

    return with_events(tell=tell)


def has_an_incomplete_sentence(patch: pytest.MonkeyPatch) -> Game[State]:
    game = a_game()
    patch.setattr(type(game), "sentences", lambda *_, **__: ["The train stops"])
    return game


def lacks_a_message(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("en", "\nnobody_won = ", "\nnobody_has_won = ")


def uses_a_variable_that_is_not_there(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("ja", "{ $seat }の乗客は車内に残ります", "{ $who }の乗客は車内に残ります")


def drops_a_variable_in_another_language(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("ja", "stayed = { $seat }の乗客は", "stayed = 乗客は")


def has_a_message_that_nothing_uses(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("en", "\nnobody_won = ", "\nanother = Another.\nnobody_won = ")


def has_a_catalog_that_cannot_be_read(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("en", "\nnobody_won = ", "\nnobody won = ")


def has_a_style_without_a_name(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("ja", "\nstyle-bold = ", "\n# style-bold = ")


def lacks_a_word_that_events_insert(_: pytest.MonkeyPatch) -> Game[State]:
    return with_messages("en", "\ntrack-long = ", "\n# track-long = ")


def names_a_clause_that_is_not_written(_: pytest.MonkeyPatch) -> Game[State]:
    return with_text("rulebook.md", "**R", "**Q")


def leaves_an_action_out_of_its_hints(patch: pytest.MonkeyPatch) -> Game[State]:
    patch.setattr(secrecy, "advise", lambda view, budget: SimpleNamespace(hints=[]))
    return a_game()


BROKEN: list[tuple[Change, str, str]] = [
    (offers_an_action_twice, "games_end", r"seat \d is offered an action twice"),
    (offers_nothing, "games_end", r"s\d must act but has no legal action"),
    (never_ends, "games_end", "a game has not ended after 800 actions"),
    (lasts_longer_than_declared, "games_end", r"decisions and \d+ draws are more than the declared \(3, 3\)"),
    (decides_at_the_same_time_without_saying_so, "simultaneous_as_declared", "`simultaneous` is not declared"),
    (shares_its_copies, "copies_are_independent", "playing on a copy changes the state"),
    (keeps_something_outside_the_state, "actions_replay", "replaying the actions gives another state"),
    (
        writes_texts_that_records_cannot_contain,
        "records_verify",
        "its own record does not verify: 'jump!' is not an action",
    ),
    (has_two_actions_with_one_text, "texts_round_trip", "two actions have the same text: cards C1"),
    (understands_anything, "texts_round_trip", "any text is taken for an action"),
    (shows_other_actors, "views_offer_the_same", r"seat \d sees other actors than there are"),
    (leaks_a_choice, "worlds_look_the_same", r"seat \d can tell two worlds apart that look the same"),
    (leaks_a_choice, "imagined_worlds_fit", r"seat \d imagines another view: `\w+` is "),
    (shows_choices_and_says_so, "choices_wait_for_each_other", r"viewer \d sees what seat \d has chosen before all"),
    (favours_whoever_decides_last, "the_order_of_choices_does_not_matter", "lead to another state in the other order"),
    (always_imagines_the_same, "every_world_is_imagined", r"\['choice'\] never has its true value"),
    (starts_without_a_whole_state, "games_end", "`start` does not set `viewer` to ALL_SEEING"),
    (scores_half_points, "games_end", "the score of seat 0 is 0.5, which is not a whole number"),
    (does_not_show_its_end, "games_end", r"the view of \d does not say that it is over"),
    (declares_that_chance_hides, "chance_hides_as_declared", "declared, but all see everything"),
    (tells_less_than_the_view, "views_are_data", r"`\w+` in the view of \d is .*, but is read as"),
    (imagines_another_view, "imagined_worlds_fit", r"seat \d imagines another view: `\w+` is "),
    (imagines_no_whole_state, "imagined_worlds_fit", "an imagined world is not a whole state"),
    (cites_a_clause_of_another_game, "refusals_say_why", r"'R\d+' is not a clause of RunAway Train"),
    (has_no_guard, "invalid_arguments_are_refused", "a negative action is refused without a message"),
    (shows_every_card_that_is_chosen, "hidden_actions_stay_hidden", r"viewer \d sees 'cards \w+', but cannot tell it"),
    (
        tells_a_hidden_card_in_its_events,
        "hidden_actions_stay_hidden",
        r"the events tell viewer \d whether",
    ),
    (has_a_bot_that_does_not_know_the_rules, "bots_play_from_views", "the random bot chooses 39, which is not legal"),
    (has_a_bot_that_changes_its_view, "bots_play_from_views", "a bot changes the view that it is given"),
    (tells_nothing_of_some_steps, "every_step_is_told", r"viewer \d is told nothing of 'cards"),
    (has_an_incomplete_sentence, "every_event_has_a_sentence", "'The train stops' is not a whole sentence"),
    (lacks_a_message, "catalogs_are_complete", "en.ftl has no message nobody_won"),
    (
        uses_a_variable_that_is_not_there,
        "catalogs_are_complete",
        r"ja.ftl: stayed uses \['who'\]",
    ),
    (drops_a_variable_in_another_language, "catalogs_are_complete", r"ja.ftl: stayed drops \['seat'\]"),
    (has_a_message_that_nothing_uses, "catalogs_are_complete", "en.ftl has messages that nothing uses: another"),
    (
        has_a_style_without_a_name,
        "catalogs_are_complete",
        "ja.ftl has no message style-bold, which the decl",
    ),
    (
        lacks_a_word_that_events_insert,
        "catalogs_are_complete",
        r"en.ftl: \w+ inserts words without a message: track-long",
    ),
    (names_a_clause_that_is_not_written, "refusals_say_why", r"names the clause R\d+, which rulebook.md lacks"),
    (leaves_an_action_out_of_its_hints, "hints_value_every_action", r"`evaluate` lists the actions \[\], but \[\d"),
    (has_a_catalog_that_cannot_be_read, "catalogs_are_complete", r"en.ftl cannot be read at \['nobody won = "),
]


@pytest.mark.parametrize(
    ("change", "name", "how"), BROKEN, ids=[f"{change.__name__}-{name}" for change, name, _ in BROKEN]
)
def test_the_kit_names_the_law_that_is_broken_and_how(
    monkeypatch: pytest.MonkeyPatch, change: Change, name: str, how: str
) -> None:
    found = broken_laws(change(monkeypatch), only=name)
    assert list(found) == [name]
    error = found[name]
    assert re.search(how, error.how), error.how
    assert (error.game, error.seats) == ("runaway", SEATS)
    assert f"runaway with {SEATS} seats breaks the law “{error.law}”: {error.how}" in str(error)


def test_every_law_is_broken_by_one_of_them() -> None:
    known = {check.__name__ for check in (*suite.ALWAYS, *suite.ONCE)}
    assert {name for _, name, _ in BROKEN} | {"both_ways_agree"} == known


def test_a_correct_game_breaks_no_law() -> None:
    assert broken_laws(a_game()) == {}


def test_one_mistake_breaks_few_laws() -> None:
    """Otherwise the name of a law would say nothing about the defect."""
    few = {"worlds_look_the_same", "imagined_worlds_fit", "choices_wait_for_each_other"}
    with pytest.MonkeyPatch.context() as patch:
        assert broken_laws(leaks_a_choice(patch)).keys() == few
        assert broken_laws(lacks_a_message(patch)).keys() == {"catalogs_are_complete"}
        assert broken_laws(offers_an_action_twice(patch)).keys() == {"games_end"}


def test_the_report_of_a_broken_law_has_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is enough to play it again: its lines lead to the position with a duplicate action."""
    error = broken_laws(offers_an_action_twice(monkeypatch), only="games_end")["games_end"]
    assert error.past
    game = load(GAME)
    state = game.start(SEATS)
    for line in error.past:
        who, text = line.split(" ", 1)
        game.play_text(state, 8 if who == "chance" else int(who[1:]), text)
    assert state.phase == rules.SWITCH
    assert f"after {len(error.past)} actions: " in str(error)
    assert str(error).endswith(", ".join(error.past[-12:]))


def test_internal_errors_are_reported_as_the_broken_law() -> None:
    def observe(state: Train, seat: int, view: Train) -> None:
        raise ZeroDivisionError("by nobody")

    error = broken_laws(with_rules(observe=observe), only="views_offer_the_same")["views_offer_the_same"]
    assert error.how == "ZeroDivisionError: by nobody"
    assert isinstance(error.__cause__, ZeroDivisionError)


def test_check_game_raises_the_first_broken_law() -> None:
    with pytest.raises(LawBroken, match="seats decide at the same time, but `simultaneous` is not declared"):
        check_game(with_declaration(simultaneous=False), games=1, seats=[SEATS])


@pytest.mark.parametrize("name", game_names())
def test_every_law_runs_for_every_number_of_players(name: str) -> None:
    found = laws(name)
    names = [str(one) for one in found]
    assert len(set(names)) == len(names)
    assert len(found) == len(suite.ALWAYS) * len(load(name).seats) + len(suite.ONCE)
    assert all(one.sentence and not one.sentence.endswith(".") for one in found)


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        (
            "state.cars[actor] += state.die",
            "state.cars[actor] += 100 * state.die",
            "interpreted play fails: .*overflow",
        ),
        (
            "state.die = action + 1",
            "state.die = action + 1 + INTERPRETED",
            "with 2 seats, interpreted play gives another state than .*\n.*after 1 actions: chance",
        ),
    ],
    ids=["overflow", "another value"],
)
def test_rules_that_differ_when_they_are_interpreted_are_found(tmp_path: Path, old: str, new: str, how: str) -> None:
    name = f"shunting_{'overflow' if 'overflow' in how else 'value'}"
    package = tmp_path / name
    shutil.copytree(OTHERS / "shunting", package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text()
        text = text.replace('name="shunting"', f'name="{name}"').replace(old, new)
        text = text.replace("import Cells, field, rule", "import INTERPRETED, Cells, field, rule")
        file.write_text(text)
    with offering(tmp_path, **{name: f"{name}:GAME"}):
        (both_ways,) = (one for one in laws(name) if one.check.__name__ == "both_ways_agree")
        with pytest.raises(LawBroken, match=how):
            both_ways()


def test_imagined_hands_have_the_right_number_of_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sees the other hands, so a world with one more card has the same view."""
    with offering(tmp_path, tricks="tricks:GAME"):
        game = load("tricks")
        rightly = game.rules.imagine

        def imagine(view: State, rng: Rng, state: State) -> None:
            rightly(view, rng, state)
            held = cast(Cells, state["held"])  # type: ignore[index]
            for seat in range(int(view.seats)):
                free = np.flatnonzero(held.sum(axis=0) == 0)
                if seat != view.viewer and len(free):
                    held[seat, free[below(rng, len(free))]] = 1

        monkeypatch.setattr(game, "rules", SimpleNamespace(**{**vars(game.rules), "imagine": imagine}))
        (law,) = (one for one in laws(game, seats=[2], games=1) if one.check is rules_laws.every_world_is_imagined)
        with pytest.raises(LawBroken, match=r"`held` is wrong: its numbers add up to \d+, but to \d+"):
            law()
