"""Fast Train to Miyajima in a terminal: the dice, your sheet with its twelve trains, the others in a line each."""

from typing import Any

from rich.text import Text

from allaboard.tui.boards import name_of
from allaboard.tui.match import Choice, Position

INK = {
    "red": "bold #ff6b6b",
    "orange": "bold #ffa94d",
    "yellow": "bold #ffe066",
    "green": "bold #69db7c",
    "blue": "bold #74c0fc",
    "purple": "bold #d0a2ff",
}
CITY = {
    "red": "Miyajima",
    "orange": "Rio",
    "yellow": "London",
    "green": "New York",
    "blue": "Paris",
    "purple": "Sydney",
}
DIE_FACES = "⚀⚁⚂⚃⚄⚅"
MADE_OF = {"orange": ("red", "yellow"), "green": ("yellow", "blue"), "purple": ("red", "blue")}
CARS = 6


def draw(position: Position) -> Text:
    """Dice and destinations, your sheet, then everybody else's in short."""
    view = position.view
    out = Text()
    out.append(f"Round {view['round']}   ", "bold")
    for die, face in view["dice"].items():
        mark = "▸" if die == view["die"] else " "
        shown = f"{DIE_FACES[face - 1]} {face}" if face else "–  "
        out.append(f"{mark}{die} {shown}  ", INK[die] if face or die == view["die"] else "dim")
    out.append(f" destinations {len(view['reached'])} of {view['needed']}", "bold")
    holder = "you" if view["active"] == position.seat else f"seat {view['active']}"
    out.append(f"  dice: {holder}\n" if view["seats"] > 1 else "\n")
    _sheet(out, position, position.seat)
    if view.get("solo"):
        out.append(f" Rank so far: {view['solo']['rank']}", "bold")
        out.append("   goals:\n", "dim")
        for goal, met in position.goals.items():
            out.append(f"  {'✔' if met else '·'} {goal}\n", "bold green" if met else "dim")
    for seat in range(view["seats"]):
        if seat != position.seat:
            _line(out, position, seat)
    return out


def _sheet(out: Text, position: Position, seat: int) -> None:
    view = position.view
    out.append(f" {view['scores'][seat]:>4} points  ", "bold")
    out.append(f"    {'fast':<14}{'heavy':<14}\n", "dim")
    for colour, pair in view["sheets"][seat].items():
        out.append(f" {CITY[colour]:<9}{colour:<7}", INK[colour])
        for train in ("fast", "heavy"):
            out.append(_train(pair[train], colour, pair["reached"]))
        if pair["reached"]:
            out.append("arrived ", "bold")
        if pair["adheres"]:
            out.append(f"adheres {pair['fast']['score']}+{pair['heavy']['score']}", "bold green")
        else:
            out.append(f"{pair['fast']['score'] + pair['heavy']['score']} pt", "dim")
        out.append("\n")


def _train(train: dict[str, Any], colour: str, reached: bool) -> Text:
    cars = "▰" * train["cars"] + ("▱" if not reached else "·") * (CARS - train["cars"])
    return Text.assemble((cars, INK[colour]), f" {train['sum']:>3}{'':4}")


def _line(out: Text, position: Position, seat: int) -> None:
    view = position.view
    out.append(f" {name_of(position, seat):<11}", "bold")
    out.append(f"{view['scores'][seat]:>4} pt  ")
    for colour, pair in view["sheets"][seat].items():
        mark = "★" if pair["reached"] else "+" if pair["adheres"] else " "
        out.append(f"{colour[0]}{pair['fast']['cars']}/{pair['heavy']['cars']}{mark} ", INK[colour])
    if view["loaded"][seat]:
        out.append(view["loaded"][seat].removeprefix("load "), "dim")
    elif seat in view["awaited"]:
        out.append("choosing …", "dim italic")
    out.append("\n")


def asks(position: Position) -> str:
    """What you are asked."""
    return "Choose a die to roll" if position.view["phase"] == "choose" else "Load one train"


def label(position: Position, choice: Choice) -> Text:
    """A die, or a train with its cargo and what it will carry."""
    parts, view = choice.parts, position.view
    if parts["do"] == "roll":
        return Text.assemble("roll the ", (parts["die"], INK[parts["die"]]), " die")
    colour, train = parts["colour"], parts["train"]
    dice = MADE_OF.get(colour, (colour,))
    cargo = sum(view["dice"][die] or 0 for die in dice)
    now = view["sheets"][position.seat][colour][train]
    return Text.assemble(
        f"load {cargo:>2} ",
        (f"{colour} {train:<5}", INK[colour]),
        (f" → {now['sum'] + cargo} in {now['cars'] + 1}", "dim"),
    )
