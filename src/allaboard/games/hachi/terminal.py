"""Hachi Train in a terminal: the field, your hand in its order with places, what is known of the others' hands."""

from collections.abc import Iterable
from typing import cast

from rich.text import Text

from allaboard.catalog import fitted
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
    seen, said = read(cast(State, position.view)), position.messages
    out = Text()
    numbers = {"round": int(seen.rounds), "rounds": int(seen.round_limit), "stock": int(seen.stock)}
    out.append(said.say("terminal-round", **numbers), "bold")
    if seen.cleared_by:
        cleared = said.say("terminal-cleared", name=position.name_of(seen.cleared_by - 1))
        out.append(f"   {cleared}", "dim")
    out.append("\n\n")
    for seat in range(seen.seats):
        if seat != position.seat:
            _other(out, position, seen, seat)
    out.append(f"\n {said.say('terminal-field')}  ", "bold")
    if seen.field_count:
        _cards(out, seen.field_cards[: seen.field_count])
        played = {"count": int(seen.field_count), "number": int(seen.field_number)}
        out.append(" " + said.say("terminal-set-of", name=position.name_of(seen.field_owner), **played), "bold")
        if seen.passes:
            out.append(said.say("terminal-passes", passes=int(seen.passes)), "dim")
    else:
        out.append(said.say("terminal-field-empty"), "dim italic")
    out.append("\n\n")
    _hand(out, position, seen)
    if seen.pending_count and seen.turn == position.seat:
        out.append(f"\n {said.say('terminal-to-insert')} ", "bold")
        _cards(out, seen.pending[: seen.pending_count])
    return out


def _other(out: Text, position: Position, seen: State, seat: int) -> None:
    hand = seen.hand[seat, : seen.held[seat]].tolist()
    out.append(f" {'▸' if seen.turn == seat else ' '}{fitted(position.name_of(seat), 10)}", "bold")
    count = position.messages.say("terminal-cards", count=f"{len(hand):>2}")
    out.append(f" {'$' * seen.assets[seat]:<2} {count}  ", "")
    for card in hand[:MOST_SHOWN]:
        known = card & FACE <= FACES
        sign = NAMES[card & FACE] if known else "◆" if card & FACE == HIDDEN_SPECIAL else "·"
        out.append(f"{sign} ", "bold" if known else "dim")
    out.append("…\n" if len(hand) > MOST_SHOWN else "\n")


def _hand(out: Text, position: Position, seen: State) -> None:
    seat, said = position.seat, position.messages
    hand = seen.hand[seat, : seen.held[seat]].tolist()
    turn = f"  ▸ {said.say('terminal-your-turn')}" if seen.turn == seat and position.menu else ""
    count = said.say("terminal-cards", count=str(len(hand)))
    out.append(f" {said.say('terminal-your-hand')}   {'$' * seen.assets[seat]}   {count}{turn}\n", "bold")
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
    seen, said = read(cast(State, position.view)), position.messages
    if seen.phase == rules.INSERTING:
        return said.say("terminal-asks-place", card=NAMES[seen.pending[0] & FACE])
    return said.say("terminal-asks-beat" if seen.field_count else "terminal-asks-lead")


def label(position: Position, choice: Choice) -> Text:
    """A set with its cards, a pass, or the neighbours of a place."""
    seen, said = read(cast(State, position.view)), position.messages
    hand = [NAMES[card & FACE] for card in seen.hand[position.seat, : seen.held[position.seat]].tolist()]
    match load(GAME).parts(position.seat, choice.action):
        case Pass():
            return Text(said.say("terminal-pass-draw" if seen.stock else "terminal-pass"))
        case Insert(place=place):
            left = hand[place - 1] if place else "|"
            right = hand[place] if place < len(hand) else "|"
            return Text.assemble(f"{place + 1:>2}:  {left} ", ("▲", "bold"), f" {right}")
        case Play(number=number, count=count, place=place):
            shown = " ".join(hand[place : place + count])
            paper = f"bold #ffffff on {PAPER[number]}"
            return Text.assemble(
                (f"{count} × {number}", paper), ("  " + said.say("terminal-at", cards=shown, place=place + 1), "dim")
            )
    return Text(choice.text)
