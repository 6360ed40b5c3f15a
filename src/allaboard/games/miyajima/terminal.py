"""Fast Train to Miyajima in a terminal: the dice, your sheet with its twelve trains, a line for each other player."""

from typing import cast

from rich.text import Text

from allaboard.game import load
from allaboard.games.miyajima import GAME, rules
from allaboard.games.miyajima.rules import CARS, CHOOSE_DIE, COLOURS, DICE, FAST, HEAVY, TEXTS, TRAINS, State
from allaboard.games.miyajima.words import CITIES, Load, Roll
from allaboard.record import read, row
from allaboard.tui.match import Choice, Position

INK = {
    "red": "bold #ff6b6b",
    "orange": "bold #ffa94d",
    "yellow": "bold #ffe066",
    "green": "bold #69db7c",
    "blue": "bold #74c0fc",
    "purple": "bold #d0a2ff",
}
DIE_FACES = "⚀⚁⚂⚃⚄⚅"


def draw(position: Position) -> Text:
    """Dice and destinations, your sheet, then everybody else's in short."""
    seen = read(cast(State, position.view))
    out = Text()
    out.append(f"Round {seen.rounds}   ", "bold")
    for die, (name, face) in enumerate(zip(DICE, seen.faces, strict=True)):
        taken = die == seen.die and seen.phase in (rules.ROLL, rules.LOADING)
        shown = f"{DIE_FACES[face - 1]} {face}" if face else "–  "
        out.append(f"{'▸' if taken else ' '}{name} {shown}  ", INK[name] if face or taken else "dim")
    reached, needed = rules.destinations(row(seen)), seen.to_end
    out.append(f" destinations {reached} of {needed}\n", "bold")
    _sheet(out, seen, position.seat)
    if seen.seats == 1:
        _solo(out, position, seen)
    for seat in range(seen.seats):
        if seat != position.seat:
            _line(out, position, seen, seat)
    return out


def _solo(out: Text, position: Position, seen: State) -> None:
    solo, messages = GAME.solo, position.game.catalog()
    assert solo is not None
    rank = solo.rank(rules.score(row(seen), 0))
    out.append(f" Rank so far: {messages.say(f'rank-{rank}')}", "bold")
    out.append("   goals:\n", "dim")
    met = rules.goals(row(seen), 0)
    for at, goal in enumerate(solo.goals):
        done = met >> at & 1
        out.append(f"  {'✔' if done else '·'} {messages.say(f'goal-{goal}')}\n", "bold green" if done else "dim")


def _sheet(out: Text, seen: State, seat: int) -> None:
    state = row(seen)
    out.append(f" {rules.score(state, seat):>4} points  ", "bold")
    out.append(f"    {'fast':<14}{'heavy':<14}", "dim")
    out.append("you have the dice\n" if seen.seats > 1 and seat == seen.active else "\n")
    for colour, name in enumerate(COLOURS):
        arrived = rules.has_reached(state, seat, colour)
        out.append(f" {CITIES[colour]:<9}{name:<7}", INK[name])
        for train in (FAST, HEAVY):
            cars, carries = int(seen.cars[seat, colour, train]), int(seen.cargo[seat, colour, train])
            out.append("▰" * cars + ("·" if arrived else "▱") * (CARS - cars), INK[name])
            out.append(f" {carries:>3}{'':4}")
        if arrived:
            out.append("arrived ", "bold")
        fast, heavy = (rules.train_score(state, seat, colour, train) for train in (FAST, HEAVY))
        if rules.adheres(state, seat, colour):
            out.append(f"adheres {fast}+{heavy}", "bold green")
        else:
            out.append(f"{fast + heavy} pt", "dim")
        out.append("\n")


def _line(out: Text, position: Position, seen: State, seat: int) -> None:
    state = row(seen)
    out.append(f" {position.name_of(seat):<11.11}", "bold")
    out.append(f"{rules.score(state, seat):>4} pt  ")
    for colour, name in enumerate(COLOURS):
        mark = "★" if rules.has_reached(state, seat, colour) else "+" if rules.adheres(state, seat, colour) else " "
        cars = "/".join(str(number) for number in seen.cars[seat, colour])
        out.append(f"{name[0]}{cars}{mark} ", INK[name])
    out.append("dice  " if seat == seen.active else "")
    if seen.loaded[seat]:
        out.append(TEXTS[seen.loaded[seat] - 1].removeprefix("load "), "dim")
    elif seen.phase == rules.LOADING and seen.awaited >> seat & 1:
        out.append("choosing …", "dim italic")
    out.append("\n")


def asks(position: Position) -> str:
    """What you are asked."""
    return "Choose a die to roll" if cast(State, position.view).phase == CHOOSE_DIE else "Load one train"


def label(position: Position, choice: Choice) -> Text:
    """A die, or a train with its cargo and what it will carry."""
    view = cast(State, position.view)
    match load(GAME).parts(position.seat, choice.action):
        case Roll(die=die):
            return Text.assemble("roll the ", (die, INK[die]), " die")
        case Load(colour=name, train=train):
            colour, at = COLOURS.index(name), TRAINS.index(train)
            cargo = rules.cargo_of(view, colour)
            cars, carries = view.cars[position.seat, colour, at], view.cargo[position.seat, colour, at]
            then = f" → {int(carries) + cargo} in {int(cars) + 1}"
            return Text.assemble(f"load {cargo:>2} ", (f"{name} {train:<5}", INK[name]), (then, "dim"))
    return Text(choice.text)
