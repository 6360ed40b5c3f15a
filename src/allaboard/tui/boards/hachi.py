"""Hachi Train in a terminal: the field, your hand in its order with places, what is known of the others' hands."""

from typing import Any

from rich.text import Text

from allaboard.tui.boards import name_of
from allaboard.tui.match import Choice, Position

PAPER = ("#3a3a3a", "#c92a2a", "#d9480f", "#e67700", "#2b8a3e", "#0b7285", "#1864ab", "#5f3dc4", "#a61e4d")
CARDS_A_ROW = 15


def draw(position: Position) -> Text:
    """The field in the middle, you below, the others above."""
    view = position.view
    out = Text()
    out.append(f"Round {view['round']} of {view['rounds']}   stock {view['stock']}", "bold")
    if view["cleared_by"] is not None:
        out.append(f"   seat {view['cleared_by']} cleared the field last", "dim")
    out.append("\n\n")
    for player in view["players"]:
        if player["seat"] != position.seat:
            _other(out, position, player)
    out.append("\n Field  ", "bold")
    if view["field"]:
        for card in view["field"]["cards"]:
            out.append(_card(card))
            out.append(" ")
        out.append(f" {view['field']['count']} × {view['field']['number']} of seat {view['field']['owner']}", "bold")
        if view["passes"]:
            out.append(f", {view['passes']} passed", "dim")
    else:
        out.append("empty: the leader plays anything", "dim italic")
    out.append("\n\n")
    _hand(out, position, view["players"][position.seat])
    if view["pending"] and view["turn"] == position.seat:
        out.append("\n To insert: ", "bold")
        for card in view["pending"]:
            out.append(_card(card))
            out.append(" ")
    return out


def _other(out: Text, position: Position, player: dict[str, Any]) -> None:
    at_turn = position.view["turn"] == player["seat"]
    out.append(f" {'▸' if at_turn else ' '}{name_of(position, player['seat']):<10}", "bold")
    out.append(f" {'$' * player['assets']:<2} {player['held']:>2} cards  ", "")
    for card in player["hand"][:22]:
        out.append(card["face"] or ("◆" if card["kind"] == "special" else "·"), "bold" if card["face"] else "dim")
        out.append(" ")
    out.append("…\n" if len(player["hand"]) > 22 else "\n")


def _hand(out: Text, position: Position, player: dict[str, Any]) -> None:
    turn = "  ▸ your turn" if position.view["turn"] == position.seat and position.menu else ""
    out.append(f" Your hand   {'$' * player['assets']}   {player['held']} cards{turn}\n", "bold")
    hand = player["hand"]
    for first in range(0, len(hand), CARDS_A_ROW):
        row = hand[first : first + CARDS_A_ROW]
        out.append("  ")
        for card in row:
            out.append(_card(card))
            out.append(" ")
        out.append("\n  ")
        for place in range(first, first + len(row)):
            out.append(f"{place:^4} ", "dim")
        out.append("\n")


def _card(card: dict[str, Any]) -> Text:
    face = card["face"] or ("?/?" if card["kind"] == "special" else "?")
    paper = PAPER[card["numbers"][-1]] if card["numbers"] else PAPER[0]
    return Text(f"{face:^4}", f"bold #ffffff on {paper}")


def asks(position: Position) -> str:
    """What you are asked."""
    if position.view["phase"] == "inserting":
        face = position.view["pending"][0]["face"]
        return f"Where does the {face} go?"
    return "Play a set" if not position.view["field"] else "Beat the field, or pass"


def label(position: Position, choice: Choice) -> Text:
    """A set with its cards, a pass, or the neighbours of a place."""
    parts = choice.parts
    hand = position.view["players"][position.seat]["hand"]
    if parts["do"] == "pass":
        return Text("pass and draw a card" if position.view["stock"] else "pass")
    if parts["do"] == "insert":
        place = parts["place"]
        left = hand[place - 1]["face"] if place else "|"
        right = hand[place]["face"] if place < len(hand) else "|"
        return Text.assemble(f"{place:>2}:  {left} ", ("▲", "bold"), f" {right}")
    number, count, place = parts["number"], parts["count"], parts["place"]
    shown = " ".join(card["face"] for card in hand[place : place + count])
    return Text.assemble((f"{count} × {number}", f"bold #ffffff on {PAPER[number]}"), (f"  {shown} at {place}", "dim"))
