"""Hachi Train in a terminal: the field, your hand in its order with places, what is known of the others' hands."""

from collections.abc import Iterable
from typing import cast

from rich.text import Text

from allaboard.game import load
from allaboard.games.hachi import GAME, rules
from allaboard.games.hachi.rules import FACE, FACES, HIDDEN_SPECIAL, HIGH, State
from allaboard.games.hachi.words import NAMES, Insert, Pass, Play
from allaboard.record import read
from allaboard.tui.match import Choice, Position

PAPER = ("#3a3a3a", "#c92a2a", "#d9480f", "#e67700", "#2b8a3e", "#0b7285", "#1864ab", "#5f3dc4", "#a61e4d")
CARDS_A_ROW = 15
MOST_SHOWN = 22


def draw(position: Position) -> Text:
    """The field in the middle, you below, the others above."""
    seen = read(cast(State, position.view))
    out = Text()
    out.append(f"Round {seen.rounds} of {seen.round_limit}   stock {seen.stock}", "bold")
    if seen.cleared_by:
        out.append(f"   {position.name_of(seen.cleared_by - 1)} cleared the field last", "dim")
    out.append("\n\n")
    for seat in range(seen.seats):
        if seat != position.seat:
            _other(out, position, seen, seat)
    out.append("\n Field  ", "bold")
    if seen.field_count:
        _cards(out, seen.field_cards[: seen.field_count])
        owner = position.name_of(seen.field_owner)
        out.append(f" {seen.field_count} × {seen.field_number} of {owner}", "bold")
        if seen.passes:
            out.append(f", {seen.passes} passed", "dim")
    else:
        out.append("empty: the leader plays anything", "dim italic")
    out.append("\n\n")
    _hand(out, position, seen)
    if seen.pending_count and seen.turn == position.seat:
        out.append("\n To insert: ", "bold")
        _cards(out, seen.pending[: seen.pending_count])
    return out


def _other(out: Text, position: Position, seen: State, seat: int) -> None:
    hand = seen.hand[seat, : seen.held[seat]].tolist()
    out.append(f" {'▸' if seen.turn == seat else ' '}{position.name_of(seat):<10.10}", "bold")
    out.append(f" {'$' * seen.assets[seat]:<2} {len(hand):>2} cards  ", "")
    for card in hand[:MOST_SHOWN]:
        known = card & FACE <= FACES
        sign = NAMES[card & FACE] if known else "◆" if card & FACE == HIDDEN_SPECIAL else "·"
        out.append(f"{sign} ", "bold" if known else "dim")
    out.append("…\n" if len(hand) > MOST_SHOWN else "\n")


def _hand(out: Text, position: Position, seen: State) -> None:
    seat = position.seat
    hand = seen.hand[seat, : seen.held[seat]].tolist()
    turn = "  ▸ your turn" if seen.turn == seat and position.menu else ""
    out.append(f" Your hand   {'$' * seen.assets[seat]}   {len(hand)} cards{turn}\n", "bold")
    for first in range(0, len(hand), CARDS_A_ROW):
        row = hand[first : first + CARDS_A_ROW]
        out.append("  ")
        _cards(out, row)
        out.append("\n  ")
        for place in range(first, first + len(row)):
            out.append(f"{place + 1:^4} ", "dim")
        out.append("\n")


def _cards(out: Text, cards: Iterable[int]) -> None:
    for card in cards:
        face = card & FACE
        out.append(f"{NAMES[face]:^4}", f"bold #ffffff on {PAPER[int(HIGH[face])]}")
        out.append(" ")


def asks(position: Position) -> str:
    """What you are asked."""
    seen = read(cast(State, position.view))
    if seen.phase == rules.INSERTING:
        return f"Where does the {NAMES[seen.pending[0] & FACE]} go?"
    return "Beat the field, or pass" if seen.field_count else "Play a set"


def label(position: Position, choice: Choice) -> Text:
    """A set with its cards, a pass, or the neighbours of a place."""
    seen = read(cast(State, position.view))
    hand = [NAMES[card & FACE] for card in seen.hand[position.seat, : seen.held[position.seat]].tolist()]
    match load(GAME).parts(position.seat, choice.action):
        case Pass():
            return Text("pass and draw a card" if seen.stock else "pass")
        case Insert(place=place):
            left = hand[place - 1] if place else "|"
            right = hand[place] if place < len(hand) else "|"
            return Text.assemble(f"{place + 1:>2}:  {left} ", ("▲", "bold"), f" {right}")
        case Play(number=number, count=count, place=place):
            shown = " ".join(hand[place : place + count])
            paper = f"bold #ffffff on {PAPER[number]}"
            return Text.assemble((f"{count} × {number}", paper), (f"  {shown} at {place + 1}", "dim"))
    return Text(choice.text)
