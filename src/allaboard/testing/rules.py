"""Laws of the rules: games end, actions are valid, views and imagined worlds are consistent, records replay."""

import json
import random
from collections.abc import Callable
from typing import cast

import msgspec
import numpy as np

from allaboard import notation
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, GameError, Refusal, State
from allaboard.notation import actor_text
from allaboard.plain import play_random
from allaboard.record import Cells, Layout
from allaboard.rng import stream
from allaboard.testing.law import Trial, outcomes

POSITIONS = 3
"""How many games are checked by laws that need thousands of imagined worlds for each position."""
WORLDS = 3000
"""How many worlds are imagined: enough that every possible value of a hidden field comes up."""


def games_end(trial: Trial) -> None:
    """Every game ends, and everybody who must act has a legal action."""
    game = trial.game
    bound = game.length(trial.seats, trial.options)
    every = 1 if trial.games <= 50 else 7
    trial.demand(int(trial.start().viewer) == ALL_SEEING, "`start` does not set `viewer` to ALL_SEEING")
    for number in range(trial.games):
        decisions = chances = 0
        for count, (state, actor, _) in enumerate(trial.playout(number)):
            decisions, chances = decisions + (actor != CHANCE), chances + (actor == CHANCE)
            if (count + number) % every == 0:
                _menus_are_sound(trial, state)
        state = trial.last
        for viewer in trial.viewers:
            trial.demand(game.over(game.view(state, viewer)), f"the view of {viewer} does not say that it is over")
        trial.demand(
            all(not game.legal(state, seat) for seat in (*range(trial.seats), CHANCE)), "it goes on after the end"
        )
        _results_are_whole(trial, state)
        places = set(range(1, trial.seats + 1))
        trial.demand(set(game.ranks(state)) <= places, f"the ranks are {game.ranks(state)}")
        if bound:
            fits = decisions <= bound[0] and chances <= bound[1]
            trial.demand(fits, f"{decisions} decisions and {chances} draws are more than the declared {bound}")


def _results_are_whole(trial: Trial, state: State) -> None:
    """A float would be cut off here, and compiled code may round it elsewhere."""
    rules = trial.game.rules
    for what, of in (("score", rules.score), ("rank", rules.rank)):
        for seat in range(trial.seats):
            found: object = of(state, seat)
            whole = isinstance(found, int | np.integer)
            trial.demand(whole, f"the {what} of seat {seat} is {found!r}, which is not a whole number")


def _menus_are_sound(trial: Trial, state: State) -> None:
    game = trial.game
    for seat in game.actors(state):
        menu = game.legal(state, seat)
        trial.demand(menu, f"{actor_text(seat)} must act but has no legal action")
        trial.demand(len(set(menu)) == len(menu), f"seat {seat} is offered an action twice")
        outside = [action for action in menu if not 0 <= action < outcomes(game, seat)]
        trial.demand(not outside, f"an action of {actor_text(seat)} is out of range: {outside[:1]}")
        weights = game.weights(state) if seat == CHANCE else []
        trial.demand(all(weight > 0 for _, weight in weights), "an outcome of chance has no weight")


def simultaneous_as_declared(trial: Trial) -> None:
    """Several seats decide at the same time only in games that declare it, and never together with chance."""
    game, seen = trial.game, False
    for number in range(trial.games):
        for state, _, _ in trial.playout(number):
            actors = game.actors(state)
            seen |= len(actors) > 1
            trial.demand(len(actors) == 1 or CHANCE not in actors, f"chance acts together with {actors}")
    declared = game.declaration.simultaneous
    trial.demand(declared or not seen, "seats decide at the same time, but `simultaneous` is not declared")


def the_order_of_choices_does_not_matter(trial: Trial) -> None:
    """Seats that decide at the same time may do so in any order."""
    game, chooser = trial.game, random.Random(trial.seed)
    for state, _, _ in trial.steps(0.5):
        actors = game.actors(state)
        if len(actors) < 2:
            continue
        one, other = chooser.sample(actors, 2)
        chosen = {seat: chooser.choice(game.legal(state, seat)) for seat in (one, other)}
        ends = [_in_order(trial, state, order, chosen) for order in ((one, other), (other, one))]
        what = " and ".join(f"{actor_text(seat)} {game.say(seat, action)}" for seat, action in chosen.items())
        trial.demand(ends[0] == ends[1], f"{what} lead to another state in the other order")


def _in_order(trial: Trial, state: State, order: tuple[int, int], chosen: dict[int, int]) -> bytes:
    game, after = trial.game, trial.game.copy(state)
    for seat in order:
        trial.demand(seat in game.actors(after), f"seat {seat} may no longer decide after {order[0]} has")
        game.play(after, seat, chosen[seat])
    return after.tobytes()


def texts_round_trip(trial: Trial) -> None:
    """Every action has its own text form, and parsing the text gives the action."""
    game = trial.game
    for actor in (0, CHANCE):
        count = outcomes(game, actor)
        texts = [game.say(actor, action) for action in range(count)]
        trial.demand(len(set(texts)) == count, f"two actions have the same text: {_twice(texts)}")
        for action, text in enumerate(texts):
            trial.demand(text == " ".join(text.split()) and text.isprintable(), f"{text!r} does not fit on a line")
            trial.demand(game.parse(actor, text) == action, f"{text!r} is read as another action than {action}")
            msgspec.json.encode(game.parts(actor, action))
        try:
            game.parse(actor, "no such action \x00")
        except GameError:
            continue
        trial.demand(False, "any text is taken for an action")


def _twice(texts: list[str]) -> str:
    return next((text for text in texts if texts.count(text) > 1), "")


def copies_are_independent(trial: Trial) -> None:
    """A copy of a state shares nothing with it."""
    game = trial.game
    states = np.zeros(3, game.rules.State.dtype)
    states[1] = trial.start()
    row = states[1]
    copy = game.copy(row)
    before = row.tobytes()
    for _ in range(30):
        if actors := game.actors(copy):
            game.play(copy, actors[0], game.legal(copy, actors[0])[0])
    trial.demand(row.tobytes() == before == states[1].tobytes(), "playing on a copy changes the state")
    trial.demand(copy.tobytes() != before, "playing changes nothing")


def actions_replay(trial: Trial) -> None:
    """The same actions give the same bytes, and the rules keep nothing outside the state."""
    game = trial.game
    for number in range(max(1, trial.games // 4)):
        steps = [(actor, action) for _, actor, action in trial.playout(number)]
        one, two = trial.start(), trial.start()
        for actor, action in steps:
            game.play(one, actor, action)
        for actor, action in steps:
            game.rules.apply(two, actor, action)
        trial.demand(one.tobytes() == two.tobytes(), "replaying the actions gives another state")


def records_verify(trial: Trial) -> None:
    """A game's record can be read, verified and replayed."""
    game = trial.game
    record = play_random(game, trial.seats, 5 + trial.seed, trial.seats, trial.options, committed=True)
    (again,) = notation.read_records(str(record))
    trial.demand(str(again) == str(record), "a record changes when it is read and written")
    error = notation.verify(again)
    trial.demand(error is None, f"its own record does not verify: {error}")
    *_, last = notation.replay(again)
    trial.demand(game.scores(last.after) == again.tail["score"][1], "the replay ends with another score")


def views_offer_the_same(trial: Trial) -> None:
    """A view gives the same actors as the state, and the same legal actions for its own seat."""
    game = trial.game
    for state, _, _ in trial.steps():
        actors = game.actors(state)
        for viewer in trial.viewers:
            view = game.view(state, viewer)
            trial.demand(int(view.viewer) == viewer, f"the view of {viewer} does not say whose it is")
            trial.demand(int(view.seats) == trial.seats, "a view does not say how many seats there are")
            trial.demand(game.actors(view) == actors, f"seat {viewer} sees other actors than there are")
            trial.demand(game.view(view, viewer).tobytes() == view.tobytes(), "the view of a view is another one")
            if viewer in actors:
                same = game.legal(view, viewer) == game.legal(state, viewer)
                trial.demand(same, f"the view of seat {viewer} offers other actions than the state")


def views_are_data(trial: Trial) -> None:
    """A view written as JSON and read again is the same view."""
    game = trial.game
    for state, _, _ in trial.steps(0.03):
        for viewer in trial.viewers:
            view = game.view(state, viewer)
            told = json.loads(json.dumps(game.to_json(view)))
            again = game.from_json(told)
            for name in view.dtype.names or ():
                was, read = getattr(view, name), getattr(again, name)
                same = np.array_equal(was, read)
                trial.demand(same, f"`{name}` in the view of {viewer} is {_short(was)}, but is read as {_short(read)}")
            trial.demand(game.show(view), "there is nothing to show")


def _difference(view: State, other: State) -> str:
    """The first field in which two records differ."""
    for name in view.dtype.names or ():
        was, now = getattr(view, name), getattr(other, name)
        if not np.array_equal(was, now):
            return f"`{name}` is {_short(now)}, not {_short(was)}"
    return "other bytes"


def _short(value: object) -> str:
    said = " ".join(str(value).split())
    return said if len(said) < 80 else f"{said[:76]} ..."


def imagined_worlds_fit(trial: Trial) -> None:
    """An imagined world has exactly the view that it was imagined from, and can be played to its end."""
    game, rng = trial.game, stream(9 + trial.seed)
    for state, _, _ in trial.steps():
        for viewer in trial.viewers:
            view = game.view(state, viewer)
            world = game.imagine(view, rng)
            trial.demand(int(world.viewer) == ALL_SEEING, "an imagined world is not a whole state")
            again = game.view(world, viewer)
            same = again.tobytes() == view.tobytes()
            trial.demand(same, f"seat {viewer} imagines another view: {'' if same else _difference(view, again)}")
            if CHANCE in game.actors(world):
                trial.demand(all(weight > 0 for _, weight in game.weights(world)), "chance can do nothing there")
    for number in range(min(3, trial.games)):
        middle = [game.copy(state) for state, _, _ in trial.playout(number)]
        world = game.imagine(game.view(middle[len(middle) // 2], 0), rng)
        chooser = random.Random(number)
        while actors := game.actors(world):
            game.play(world, actors[0], chooser.choice(game.legal(world, actors[0])))


def every_world_is_imagined(trial: Trial) -> None:
    """Every world that fits a view can be imagined, including the true one."""
    game, rng, chooser = trial.game, stream(11 + trial.seed), random.Random(trial.seed)
    for state, _, _ in trial.steps(0.02, most=POSITIONS):
        view = game.view(state, chooser.choice(trial.viewers))
        real = np.frombuffer(state.tobytes(), np.uint8)
        if not any(game.imagine(view, rng).tobytes() != real.tobytes() for _ in range(8)):
            continue  # nothing is hidden
        worlds = b"".join(game.imagine(view, rng).tobytes() for _ in range(WORLDS))
        found = (np.frombuffer(worlds, np.uint8).reshape(WORLDS, -1) == real).any(axis=0)
        never = [name for name in state.dtype.names or () if not found[_bytes_of(state.dtype, name)].all()]
        how = f"in {WORLDS} worlds that {int(view.viewer)} imagines, {never[:1]} never has its true value"
        trial.demand(not never, how)
        for name in state.dtype.names or ():
            always = _sums(np.frombuffer(worlds, state.dtype)[name])
            truth = _sums(np.frombuffer(state.tobytes(), state.dtype)[name])[0]
            wrong = np.flatnonzero((always == always[0]).all(axis=0) & (always[0] != truth))[:1]
            for at in wrong:
                how = f"its numbers add up to {always[0][at]}, but to {truth[at]} in the true world"
                trial.demand(False, f"in all worlds that {int(view.viewer)} imagines, `{name}` is wrong: {how}")


def _sums(cells: Cells) -> Cells:
    """For each world, the sum of a field and the sums of its rows. Hands must have the right number of cards."""
    numbers = cells.astype(np.int64).reshape(len(cells), -1)
    rows = cells.astype(np.int64).reshape(len(cells), -1, cells.shape[-1] if cells.ndim > 1 else 1).sum(axis=-1)
    return np.column_stack([numbers.sum(axis=1), rows])


def _bytes_of(kind: Layout, name: str) -> slice:
    assert kind.fields is not None
    part, offset = kind.fields[name][:2]
    return slice(offset, offset + part.itemsize)


def refusals_say_why(trial: Trial) -> None:
    """Illegal actions are refused with a reason and a clause, and change nothing."""
    game, chooser = trial.game, random.Random(trial.seats)
    rulebook = game.declaration.text("rulebook.md")
    for number in range(max(1, trial.games // 4)):
        for state, _, _ in trial.playout(number):
            before = state.tobytes()
            for actor in (*range(trial.seats), *([CHANCE] if game.rules.OUTCOMES else [])):
                action = chooser.randrange(outcomes(game, actor))
                if action in game.legal(state, actor):
                    continue
                try:
                    game.play(state, actor, action)
                except Refusal as refusal:
                    trial.demand(
                        refusal.reason, f"no reason is given why seat {actor} may not {game.say(actor, action)}"
                    )
                    if game.told is not None:
                        clause = refusal.clause.startswith(game.declaration.clauses)
                        trial.demand(clause, f"{refusal.clause!r} is not a clause of {game.title}")
                        found = rulebook is None or f"**{refusal.clause}**" in rulebook
                        trial.demand(found, f"a refusal names the clause {refusal.clause}, which rulebook.md lacks")
                else:
                    trial.demand(False, f"seat {actor} may {game.say(actor, action)}, which is not legal")
            trial.demand(state.tobytes() == before, "a refused action changes the state")


def invalid_arguments_are_refused(trial: Trial) -> None:
    """Impossible seats, actions and records are refused with a message."""
    game = trial.game
    state = trial.start()
    wrong = np.zeros(1, np.dtype([("seats", np.int8), ("other", np.int64)]))[0]
    actor = game.actors(state)[0]
    attempts: dict[str, Callable[[], object]] = {
        "a record of another kind": lambda: game.actors(wrong),
        "a view of a seat that is not there": lambda: game.view(state, trial.seats),
        "a view of a negative seat": lambda: game.view(state, -3),
        "an action of a seat that is not there": lambda: game.play(state, WATCHER, 0),
        "a negative action": lambda: game.play(state, actor, -1),
        "an action that is not a whole number": lambda: game.play(state, actor, cast(int, 0.0)),
        "too many players": lambda: game.start(game.seats.stop),
        "an option that it does not have": lambda: game.start(trial.seats, {"no such option": 1}),
    }
    for what, attempt in attempts.items():
        try:
            attempt()
        except GameError as error:
            trial.demand(str(error), f"{what} is refused without a message")
        else:
            trial.demand(False, f"{what} is not refused")
