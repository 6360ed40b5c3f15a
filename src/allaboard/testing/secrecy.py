"""Laws of secrecy: what a viewer gets is the same in all worlds that the viewer cannot tell apart."""

import json

import numpy as np

from allaboard.bots.advice import advise, gives_advice
from allaboard.bots.levels import policy
from allaboard.game import CHANCE, State
from allaboard.rng import stream
from allaboard.testing.law import Trial


def worlds_look_the_same(trial: Trial) -> None:
    """What a viewer gets does not depend on what the viewer cannot know."""
    game, rng = trial.game, stream(3 + trial.seed)
    share = 0.2 / max(2, trial.seats)  # with more seats, games are longer and more viewers look at each step
    for state, _, _ in trial.steps(share):
        for viewer in trial.viewers:
            given = derived(trial, state, viewer)
            for _ in range(2):
                world = game.imagine(game.view(state, viewer), rng)
                same = derived(trial, world, viewer) == given
                trial.demand(same, f"seat {viewer} can tell two worlds apart that look the same")


def derived(trial: Trial, state: State, viewer: int) -> dict[str, object]:
    """Everything that a viewer gets, and everything that is made from it."""
    game = trial.game
    view = game.view(state, viewer)
    actors = game.actors(state)
    return {
        "view": view.tobytes(),
        "actors": actors,
        "menu": game.menu(view, viewer) if viewer in actors else [],
        "json": json.dumps(game.to_json(view), sort_keys=True),
        "text": game.show(view),
        "imagined": game.imagine(view, stream(3)).tobytes(),
    }


def hidden_actions_stay_hidden(trial: Trial) -> None:
    """Actions of chance and simultaneous choices are seen only by viewers whose view shows them.

    Other actions of a seat may be seen by all even if the view does not show them, such as the place of a hidden card.
    """
    game = trial.game
    for state, actor, action in trial.steps(0.05):
        if actor != CHANCE and len(game.actors(state)) == 1:
            continue
        menu = game.legal(state, actor)[:40]
        if action not in menu:
            menu.append(action)
        afters = {one: trial.after(state, actor, one) for one in menu}
        for viewer in trial.viewers:
            if viewer == actor:
                trial.demand(game.sees(state, actor, action, viewer), f"seat {actor} does not see its own action")
                continue
            views = {one: game.view(after, viewer).tobytes() for one, after in afters.items()}
            twins = [
                one
                for one in menu
                if one != action and views[one] == views[action] and afters[one].tobytes() != afters[action].tobytes()
            ]
            if twins:
                doing = game.say(actor, action)
                seen = game.sees(state, actor, action, viewer)
                trial.demand(
                    not seen, f"viewer {viewer} sees {doing!r}, but cannot tell it from another action by the view"
                )
                told = [game.step_events(state, afters[one], actor, one, viewer) for one in (action, twins[0])]
                trial.demand(told[0] == told[1], f"the events tell viewer {viewer} whether it was {doing!r}")


def choices_wait_for_each_other(trial: Trial) -> None:
    """Simultaneous choices stay hidden until all seats have chosen."""
    game = trial.game
    for state, _, _ in trial.steps(0.5):
        actors = game.actors(state)
        if len(actors) < 2:
            continue
        for actor in actors:
            menu = game.legal(state, actor)[:40]
            afters = [trial.after(state, actor, action) for action in menu]
            trial.demand(all(map(game.actors, afters)), f"the others need not decide any more after seat {actor} has")
            for viewer in trial.viewers:
                views = {game.view(after, viewer).tobytes() for after in afters}
                hidden = viewer == actor or len(views) == 1
                trial.demand(hidden, f"viewer {viewer} sees what seat {actor} has chosen before all have")


def chance_hides_as_declared(trial: Trial) -> None:
    """A game declares `chance_hides` if and only if chance does things that not everybody sees."""
    game, hides = trial.game, False
    for state, actor, action in trial.steps(0.5):
        if actor == CHANCE:
            hides |= not all(game.sees(state, CHANCE, action, viewer) for viewer in trial.viewers)
        trial.demand(game.declaration.chance_hides or not hides, "chance hides something, which is not declared")
    trial.demand(hides or not game.declaration.chance_hides, "`chance_hides` is declared, but all see everything")


def bots_play_from_views(trial: Trial) -> None:
    """Every declared bot chooses a legal action, and always the same one for the same view and stream."""
    game = trial.game
    levels = [level for level in game.declaration.all_levels if level != "expert"]
    for state, _, _ in trial.steps(0.02, most=20):  # bots that search are slow
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            view = game.view(state, seat)
            for level in levels:
                bot = policy(game.name, level)
                chosen = bot(view, stream(5))
                trial.demand(chosen in game.legal(view, seat), f"the {level} bot chooses {chosen}, which is not legal")
                trial.demand(bot(view, stream(5)) == chosen, f"the {level} bot chooses differently the second time")
            trial.demand(view.tobytes() == game.view(state, seat).tobytes(), "a bot changes the view that it is given")


def hints_value_every_action(trial: Trial) -> None:
    """Hints list every legal action once, each with a number, and say what the numbers are."""
    game = trial.game
    if not gives_advice(game.declaration):
        return
    for state, _, _ in trial.steps(0.02, most=3):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            view = game.view(state, seat)
            hints = advise(view, budget=FEW).hints
            actions = sorted(hint.action for hint in hints)
            legal = sorted(game.legal(view, seat))
            trial.demand(actions == legal, f"`evaluate` lists the actions {actions}, but {legal} are legal")
            trial.demand(all(np.isfinite(hint.value) for hint in hints), f"a hint of seat {seat} is not a number")
            trial.demand(view.tobytes() == game.view(state, seat).tobytes(), "`evaluate` changes the view")


FEW = 200
"""The budget for hints. It is small, because the quality of the hints does not matter here."""
