"""Fast Train to Miyajima in a terminal: the dice, your sheet with its twelve trains, a line for each other player."""

from typing import cast

from rich.text import Text

from allaboard.catalog import Catalog, columns, fitted, padded
from allaboard.game import load
from allaboard.games.miyajima import GAME, rules
from allaboard.games.miyajima.rules import CARS, CHOOSE_DIE, COLOURS, DICE, FAST, HEAVY, LOAD, TRAINS, State
from allaboard.games.miyajima.words import Load, Roll
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
    seen, said = read(cast(State, position.view)), position.messages
    out = Text()
    out.append(said.say("terminal-round", round=int(seen.rounds)) + "   ", "bold")
    for die, (name, face) in enumerate(zip(DICE, seen.faces, strict=True)):
        taken = die == seen.die and seen.phase in (rules.ROLL, rules.LOADING)
        shown = f"{DIE_FACES[face - 1]} {face}" if face else "–  "
        out.append(
            f"{'▸' if taken else ' '}{said.say(f'colour-{name}')} {shown}  ", INK[name] if face or taken else "dim"
        )
    reached, needed = int(rules.destinations(row(seen))), int(seen.to_end)
    out.append(f" {said.say('terminal-destinations', count=reached, needed=needed)}\n", "bold")
    _sheet(out, seen, position.seat, said)
    if seen.seats == 1:
        _solo(out, position, seen)
    for seat in range(seen.seats):
        if seat != position.seat:
            _line(out, position, seen, seat)
    return out


def _solo(out: Text, position: Position, seen: State) -> None:
    solo, messages = GAME.solo, position.messages
    assert solo is not None
    rank = solo.rank(rules.score(row(seen), 0))
    out.append(f" {messages.say('terminal-rank', rank=rank.replace('_', '-'))}", "bold")
    out.append(f"   {messages.say('terminal-goals')}\n", "dim")
    met = rules.goals(row(seen), 0)
    for at, goal in enumerate(solo.goals):
        done = met >> at & 1
        out.append(f"  {'✔' if done else '·'} {messages.say(f'goal-{goal}')}\n", "bold green" if done else "dim")


def _sheet(out: Text, seen: State, seat: int, said: Catalog) -> None:
    state = row(seen)
    cities, colours = ([said.say(f"{of}-{name}") for name in COLOURS] for of in ("city", "colour"))
    city, colour_wide = (1 + max(map(columns, names)) for names in (cities, colours))
    points = said.say("terminal-points", points=f"{rules.score(state, seat):>4}")
    out.append(padded(f" {points}", city + colour_wide + 1), "bold")
    out.append("".join(padded(said.say(f"train-{train}"), 14) for train in TRAINS), "dim")
    out.append((said.say("terminal-your-dice") if seen.seats > 1 and seat == seen.active else "") + "\n")
    for colour, name in enumerate(COLOURS):
        arrived = rules.has_reached(state, seat, colour)
        out.append(f" {padded(cities[colour], city)}{padded(colours[colour], colour_wide)}", INK[name])
        for train in (FAST, HEAVY):
            cars, carries = int(seen.cars[seat, colour, train]), int(seen.cargo[seat, colour, train])
            out.append("▰" * cars + ("·" if arrived else "▱") * (CARS - cars), INK[name])
            out.append(f" {carries:>3}{'':4}")
        if arrived:
            out.append(said.say("terminal-arrived") + " ", "bold")
        fast, heavy = (rules.train_score(state, seat, colour, train) for train in (FAST, HEAVY))
        if rules.adheres(state, seat, colour):
            out.append(f"{said.say('text-adheres')} {fast}+{heavy}", "bold green")
        else:
            out.append(said.say("terminal-pt", points=str(fast + heavy)), "dim")
        out.append("\n")


def _line(out: Text, position: Position, seen: State, seat: int) -> None:
    state, said = row(seen), position.messages
    out.append(f" {fitted(position.name_of(seat), 11)}", "bold")
    out.append(said.say("terminal-pt", points=f"{rules.score(state, seat):>4}") + "  ")
    for colour, name in enumerate(COLOURS):
        mark = "★" if rules.has_reached(state, seat, colour) else "+" if rules.adheres(state, seat, colour) else " "
        cars = "/".join(str(number) for number in seen.cars[seat, colour])
        out.append(f"{said.say(f'terminal-short-{name}')}{cars}{mark} ", INK[name])
    out.append(said.say("terminal-dice") + "  " if seat == seen.active else "")
    if seen.loaded[seat]:
        colour, train = divmod(int(seen.loaded[seat]) - 1 - LOAD, 2)
        out.append(said.say("terminal-loaded", colour=COLOURS[colour], train=TRAINS[train]), "dim")
    elif seen.phase == rules.LOADING and seen.awaited >> seat & 1:
        out.append(said.say("terminal-choosing"), "dim italic")
    out.append("\n")


def asks(position: Position) -> str:
    """What you are asked."""
    choosing = cast(State, position.view).phase == CHOOSE_DIE
    return position.messages.say("terminal-asks-die" if choosing else "terminal-asks-load")


def label(position: Position, choice: Choice) -> Text:
    """A die, or a train with its cargo and what it will carry."""
    view, said = cast(State, position.view), position.messages
    match load(GAME).parts(position.seat, choice.action):
        case Roll(die=die):
            line = Text(said.say("terminal-roll", die=die))
            line.highlight_words([said.say(f"colour-{die}")], INK[die])
            return line
        case Load(colour=name, train=train):
            colour, at = COLOURS.index(name), TRAINS.index(train)
            cargo = rules.cargo_of(view, colour)
            cars, carries = view.cars[position.seat, colour, at], view.cargo[position.seat, colour, at]
            into = said.say("terminal-loaded", colour=name, train=train)
            line = Text(said.say("terminal-load", cargo=f"{cargo:>2}", into=into))
            line.highlight_words([into], INK[name])
            then = said.say("terminal-then", sum=int(carries) + cargo, cars=int(cars) + 1)
            return line.append(f" → {then}", "dim")
    return Text(choice.text)
