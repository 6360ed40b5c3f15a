"""RunAway Train in a terminal: the track with its yellow spaces and the train, and everybody's suitcases and points."""

from typing import Any

from rich.text import Text

from allaboard.tui.boards import name_of
from allaboard.tui.match import Choice, Position

SIGNS = {"scores_x2": "×2", "brake_half": "½B", "scores_x3": "×3", "brake_full": "1B", "switch": "Y", "scores_x4": "×4"}
WIDE = 74


def draw(position: Position) -> Text:
    """The train above, the players below."""
    view = position.view
    out = Text()
    out.append(f"Turn {view['turn']}   speed {view['speed']}   suitcases count ×{view['multiplier']}", "bold")
    if view["die"]:
        out.append(f"   die {view['die']}", "dim")
    if view["roll_to_stop"]:
        out.append(f"   a {view['roll_to_stop']} or more stops the train", "bold red")
    out.append("\n\n")
    _track(out, view)
    out.append(f"\n {'':3}{'Player':<12}{'Points':>6}   {'Suitcases':<15}  {'Last cards':<12}\n", "dim")
    for seat, player in enumerate(view["players"]):
        _player(out, position, seat, player)
    return out


def _track(out: Text, view: dict[str, Any]) -> None:
    board = view["board"]
    tracks = ["short", "long"] if view["track"] == "main" else [view["track"]]
    longest = max(board[track]["end"] for track in ("short", "long"))
    wide = max(1, -(-longest // WIDE))
    for track in tracks:
        signs = {at: SIGNS[name] for name, at in board["main"].items()}
        signs |= {at: SIGNS.get(name, "end") for name, at in board[track].items()}
        upper, lower = [" "] * (WIDE + 4), [" "] * (WIDE + 4)
        end = board[track]["end"] // wide
        for at in range(end + 1):
            lower[at] = "━" if at * wide <= view["position"] else "┄"
        for at, sign in signs.items():
            for k, letter in enumerate(sign):
                upper[at // wide + k - (2 if sign == "end" else 0)] = letter
        lower[end] = "█"
        here = min(view["position"] // wide, end)
        out.append(f" {track:<6}", "dim italic")
        out.append("".join(upper[6:]).rstrip() + "\n", "bold yellow")
        out.append(" " + "".join(lower[:here]), "cyan")
        out.append("▶", "bold reverse red")
        out.append("".join(lower[here + 1 :]).rstrip() + "\n", "dim")


def _player(out: Text, position: Position, seat: int, player: dict[str, Any]) -> None:
    view = position.view
    mark = "E" if seat == view["engineer"] else " "
    out.append(f" {mark}  {name_of(position, seat):<12}", "bold" if seat == position.seat else "")
    out.append(f"{player['score']:>6}   ", "bold")
    if player["aboard"]:
        for value in range(1, 8):
            kept = value in player["suitcases"]
            out.append(f"{value if kept else '·'} ", "bold yellow" if kept else "dim")
        out.append("  ")
    else:
        out.append(f"{'off the train':<16}", "dim italic")
    cards = (player["revealed"] or "").removeprefix("cards ")
    out.append(f"{cards:<6}", "dim strike" if player["cancelled"] else "cyan")
    if player["gained"]:
        out.append(f"+{player['gained']} ", "bold green")
    elif player["cancelled"]:
        out.append("cancelled ", "red")
    if player["choice"]:
        out.append(f" ▸ {player['choice'].removeprefix('cards ')}", "bold")
    elif player["chosen"]:
        out.append(" ▸ ready", "green")
    out.append("\n")


def asks(position: Position) -> str:
    """What you are asked."""
    phase = position.view["phase"]
    if phase == "switch":
        return "You are at the switch: which track?"
    if phase == "jumping":
        return "Does your passenger jump, too?"
    return "Choose two cards, in secret"


def label(position: Position, choice: Choice) -> Text:
    """The cards in words."""
    parts = choice.parts
    if parts["do"] == "track":
        return Text(f"the {parts['track']} track")
    if parts["do"] == "jump":
        return Text("jump: off the train, the rest is lost")
    if parts["do"] == "stay":
        return Text("stay aboard")
    cards = parts["cards"]
    if not cards:
        return Text("no cards")
    if cards == ["P", "C"]:
        return Text.assemble("passenger + conductor ", ("gets off", "dim"))
    if cards[0] in ("P", "C"):
        by = "passenger" if cards[0] == "P" else "conductor"
        value, times = cards[1], position.view["multiplier"]
        points = value * times - (value - 1 if cards[0] == "C" else 0)
        return Text.assemble(f"{by} + ", (f"suitcase {value}", "bold yellow"), (f"  for {points}", "dim"))
    return Text.assemble(f"suitcases {cards[0]} + {cards[1]} ", ("bluff", "dim"))
