"""Hachi Train in words: actions as text, refusals, the story of a game, the table as text and JSON."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from allaboard.game import ALL_SEEING, CHANCE, GameError, Options, Refusal
from allaboard.games.hachi import rules
from allaboard.record import Cells, read, rule

OPTIONS: dict[str, int | tuple[int, ...]] = {}
PHASES = ("dealing", "turn", "drawing", "inserting", "over")
NAMES: tuple[str, ...] = ("", *"12345678", "1/2", "3/4", "5/6", "7/8", "?", "?/?")
"""Faces in words; of a hidden card, only whether it is a special."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
PLAY_FORM = re.compile(r"play ([1-8])x([1-7])@(0|[1-9][0-9]?)")
INSERT_FORM = re.compile(r"insert (0|[1-9][0-9]?)")
CARDS_A_LINE = 13


def options(chosen: Mapping[str, int | Sequence[int]]) -> Options:
    """Hachi Train has no options."""
    for name in chosen:
        raise GameError(f"there is no option {name!r}: Hachi Train has none")
    return np.zeros(0, np.int64)


def play_action(number: int, count: int, place: int) -> int:
    """The play of so many cards as this number, the leftmost at this place.

    >>> say(0, play_action(5, 2, 4))
    'play 5x2@4'
    """
    return rules.PLAY + ((number - 1) * rules.LONGEST + count - 1) * rules.ROOM + place


def play_parts(action: int) -> tuple[int, int, int]:
    """A play's number, count and leftmost place."""
    rest, place = divmod(action - rules.PLAY, rules.ROOM)
    number, count = divmod(rest, rules.LONGEST)
    return number + 1, count + 1, place


def say(actor: int, action: int) -> str:
    """An action's text form: `3/4`, `pass`, `insert 7`, `play 5x2@4`."""
    if actor == CHANCE:
        return NAMES[action + 1]
    if action == rules.PASS:
        return "pass"
    if action < rules.PLAY:
        return f"insert {action - rules.INSERT}"
    number, count, place = play_parts(action)
    return f"play {number}x{count}@{place}"


def parts(actor: int, action: int) -> dict[str, Any]:
    """An action taken apart: a card's face, a pass, a place, or the number, count and place of a play."""
    if actor == CHANCE:
        return {"do": "card", "face": NAMES[action + 1]}
    if action == rules.PASS:
        return {"do": "pass"}
    if action < rules.PLAY:
        return {"do": "insert", "place": action - rules.INSERT}
    number, count, place = play_parts(action)
    return {"do": "play", "number": number, "count": count, "place": place}


def parse(actor: int, text: str) -> int:
    """The action of a text form.

    >>> parse(0, "insert 7")
    8
    """
    if actor == CHANCE:
        faces = NAMES[1 : rules.FACES + 1]
        if text in faces:
            return faces.index(text)
        raise GameError(f"{text!r} is no card; the cards are {', '.join(faces)}")
    if text == "pass":
        return rules.PASS
    if (found := INSERT_FORM.fullmatch(text)) and int(found[1]) <= rules.ROOM:
        return rules.INSERT + int(found[1])
    if (found := PLAY_FORM.fullmatch(text)) and int(found[3]) < rules.ROOM:
        return play_action(*map(int, found.groups()))
    raise GameError(
        f"{text!r} is no action; there are 'pass', 'insert 7' (a place from 0 to {rules.ROOM})"
        f" and 'play 5x2@4' (a number from 1 to 8, how many cards, and the place of the leftmost)"
    )


def sees(state: Any, actor: int, action: int, viewer: int) -> bool:
    """H13: everything but the card that somebody else is dealt or draws."""
    return actor != CHANCE or viewer in (int(state.turn), ALL_SEEING)


# Refusals


def refuse(state: Any, actor: int, action: int) -> Refusal:
    """Why this action is not legal, by the first clause that it breaks."""
    phase, turn = int(state.phase), int(state.turn)
    if phase == rules.OVER:
        return Refusal("H12", "the game is over")
    if phase in (rules.DEALING, rules.DRAWING):
        return refuse_outcome(state, actor, action)
    if actor == CHANCE:
        return Refusal("H4", f"no card is dealt or drawn now; seat {turn} decides")
    if actor >= state.seats:
        return Refusal("H4", f"there is no seat {actor} at this table of {state.seats}")
    if actor != turn:
        if state.held[actor] == 0:
            return Refusal("H7", f"seat {actor} has no cards left and is out of this round")
        return Refusal("H4", f"it is the turn of seat {turn}, not of seat {actor}")
    if phase == rules.INSERTING:
        return refuse_insert(state, action)
    if action == rules.PASS:
        return Refusal("H4", "the field is empty, and the leader may not pass")
    if action < rules.PLAY:
        return Refusal("H6", "there is no card to insert; this is the time to play or to pass")
    return refuse_play(state, actor, *play_parts(action))


def refuse_outcome(state: Any, actor: int, action: int) -> Refusal:
    """H2, H8: while a card is dealt or drawn, only chance acts, and only with the cards that are left."""
    dealing = int(state.phase) == rules.DEALING
    clause, doing = ("H2", "dealt") if dealing else ("H8", "drawn")
    if actor != CHANCE:
        return Refusal(clause, f"a card is being {doing} for seat {state.turn}; nobody else acts meanwhile")
    if dealing and action >= rules.NUMBERS:
        return Refusal("H2", f"{NAMES[action + 1]} is a special card; only numbered cards are dealt")
    if not dealing and action < rules.NUMBERS:
        return Refusal("H2", f"{NAMES[action + 1]} is a numbered card; the stock holds only specials")
    return Refusal("H1", f"no {NAMES[action + 1]} is left")


def refuse_insert(state: Any, action: int) -> Refusal:
    """H6, H8: a card waits for its place."""
    drawn = not int(state.pending[0]) & rules.SHOWN
    clause, origin = ("H8", "drawn") if drawn else ("H6", "collected")
    if action == rules.PASS or action >= rules.PLAY:
        return Refusal(clause, f"first the {origin} card must be inserted into the hand")
    held = int(state.held[state.turn])
    return Refusal(clause, f"the hand has {cards_text(held)}; a card goes to a place from 0 to {held}")


def refuse_play(state: Any, seat: int, number: int, count: int, place: int) -> Refusal:
    """H5: the cards must lie in the hand, all show the number, and be stronger than the field."""
    held = int(state.held[seat])
    if place + count > held:
        return Refusal("H5", f"the hand has only {cards_text(held)}, at the places from 0 to {held - 1}")
    for at in range(place, place + count):
        face = int(state.hand[seat, at]) & rules.FACE
        if number not in (rules.LOW[face], rules.HIGH[face]):
            return Refusal("H5", f"the card at place {at}, {NAMES[face]}, does not show {number}")
    there = set_text(int(state.field_number), int(state.field_count))
    return Refusal("H5", f"it takes more cards, or as many of a higher number, to beat the {there} in the field")


# The story


def narrate(before: Any, after: Any, actor: int, action: int | None) -> list[str]:
    """What happened, in sentences."""
    before, after = read(before), read(after)
    if actor == CHANCE:
        return narrate_card(before, after, action)
    if action is None:
        return [f"Seat {actor} acts."]
    if action == rules.PASS:
        without = "" if before.stock > 0 else "; the stock is empty, so no card is drawn"
        return [f"Seat {actor} passes{without}.", *narrate_clear(before, after)]
    if action < rules.PLAY:
        return [narrate_insert(before, actor, action - rules.INSERT), *narrate_clear(before, after)]
    return narrate_play(before, after, actor, action)


def narrate_card(before: Any, after: Any, action: int | None) -> list[str]:
    """H2, H8: a card is dealt or drawn."""
    seat = before.turn
    card = "card" if action is None else NAMES[action + 1]
    if before.phase == rules.DEALING:
        story = [f"Seat {seat} is dealt {a(card)}."]
        if after.phase == rules.TURN:
            story.append(f"All cards are dealt; Seat {after.turn} leads round {after.rounds}.")
        return story
    story = [f"Seat {seat} draws {a(card)} from the stock."]
    if after.stock == 0:
        story.append("The stock is empty now.")
    return story


def narrate_insert(before: Any, seat: int, place: int) -> str:
    """H6, H8: a card finds its place."""
    card = before.pending[0]
    face = card & rules.FACE
    what = f"the {NAMES[face]}" if face <= rules.FACES else "the drawn card"
    verb = "slips" if card & rules.SHOWN else "puts"
    return f"Seat {seat} {verb} {what} in at place {place}."


def narrate_play(before: Any, after: Any, seat: int, action: int) -> list[str]:
    """H5 to H7: what is played, what it beats, what becomes of that and of the player."""
    number, count, _ = play_parts(action)
    played = f"Seat {seat} plays {a_set(number, count)}"
    same_round = after.rounds == before.rounds
    if same_round and any(card & rules.FACE > rules.NUMBERS for card in after.field_cards):
        played += f" ({field_text(after)})"
    story = [f"{played}."]
    out = before.held[seat] == count
    if before.field_count > 0:
        beaten = before.field_number, before.field_count
        if out:
            story.append(f"The beaten {set_text(*beaten)} of Seat {before.field_owner} {are(beaten[1])} discarded.")
        else:
            story.append(f"Seat {seat} beats Seat {before.field_owner} and collects {a_set(*beaten)}.")
    if out:
        story.append(f"Seat {seat} has no cards left and is safe for this round.")
    return story + narrate_end(before, after)


def narrate_clear(before: Any, after: Any) -> list[str]:
    """H9, H10: the field is cleared, and somebody leads."""
    if before.field_count == 0 or after.field_count > 0:
        return []
    owner, leader = before.field_owner, after.turn
    cleared = f"Everyone else has passed: the {set_text(before.field_number, before.field_count)} of "
    cleared += f"Seat {owner} {are(before.field_count)} discarded."
    if leader == owner:
        return [cleared, f"Seat {owner} leads."]
    if before.cleared_by == owner + 1:
        return [cleared, f"Seat {owner} has cleared the field twice in a row, so Seat {leader} leads."]
    return [cleared, f"Seat {owner} is out, so Seat {leader} leads."]


def narrate_end(before: Any, after: Any) -> list[str]:
    """H11, H12: the end of a round, and of the game."""
    losers = [seat for seat in range(after.seats) if after.assets[seat] < before.assets[seat]]
    if not losers:
        return []
    loser = losers[0]
    story = [f"Seat {loser} alone holds cards and loses an asset: {money(after.assets[loser])} left."]
    if after.phase != rules.OVER:
        return [*story, f"Round {before.rounds} is over; Seat {loser} will lead round {after.rounds}."]
    why = f"Seat {loser} has no assets" if after.assets[loser] == 0 else f"all {COUNTS[rules.ROUNDS]} rounds are played"
    return [*story, f"The game is over: {why}.", verdict(after)]


def verdict(view: Any) -> str:
    """H12: those with the fewest assets lose; if all are equal it is a draw."""
    assets = [int(left) for left in view.assets[: view.seats]]
    fewest = [seat for seat, left in enumerate(assets) if left == min(assets)]
    others = [seat for seat, left in enumerate(assets) if left > min(assets)]
    if not others:
        return f"Everyone has {money(assets[0])}: a draw."
    won = f"{seats_text(others)} {'wins' if len(others) == 1 else 'win'}"
    return f"{seats_text(fewest)} {'loses' if len(fewest) == 1 else 'lose'}; {won}."


def a(noun: str) -> str:
    """With its article: an 8."""
    return f"an {noun}" if noun.startswith("8") else f"a {noun}"


def are(count: int) -> str:
    """The verb for so many."""
    return "is" if count == 1 else "are"


def set_text(number: int, count: int) -> str:
    """A set in words.

    >>> set_text(5, 2), set_text(8, 1)
    ('two 5s', 'single 8')
    """
    return f"single {number}" if count == 1 else f"{COUNTS[count]} {number}s"


def a_set(number: int, count: int) -> str:
    """The same where it is new to the story: a single 8."""
    return ("a " if count == 1 else "") + set_text(number, count)


def cards_text(count: int) -> str:
    """So many cards."""
    return "1 card" if count == 1 else f"{count} cards"


def seats_text(seats: Sequence[int]) -> str:
    """Seats in a row: Seats 0, 1 and 3."""
    if len(seats) == 1:
        return f"Seat {seats[0]}"
    return f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def money(assets: int) -> str:
    """H3: an asset is worth $100m."""
    return f"${100 * assets}m" if assets else "$0"


def field_text(view: Any) -> str:
    """The cards in the field, left to right."""
    return " ".join(NAMES[int(card) & rules.FACE] for card in view.field_cards[: view.field_count])


# The table


def show(view: Any) -> str:
    """The table as plain text; a star marks a card of one's own that everyone knows."""
    field = "empty"
    if view.field_count > 0:
        played = a_set(int(view.field_number), int(view.field_count))
        field = f"{played} of Seat {view.field_owner} [{field_text(view)}]"
        field += f", passes: {view.passes}" if view.passes > 0 else ""
    lines = [f"Hachi Train   round {view.rounds} of {rules.ROUNDS}   stock {view.stock}", f"Field: {field}"]
    if view.cleared_by > 0:
        lines.append(f"Seat {view.cleared_by - 1} cleared the field last; the next clear in a row passes the lead on.")
    for seat in range(int(view.seats)):
        lines += ["", *show_seat(view, seat)]
    if view.phase == rules.OVER:
        lines += ["", verdict(view)]
    return "\n".join(lines)


def show_seat(view: Any, seat: int) -> list[str]:
    """One player: assets and hand, with its places under it."""
    at_turn = int(view.turn) == seat and view.phase != rules.OVER
    held = int(view.held[seat])
    title = f"{'>' if at_turn else ' '} Seat {seat}{' (you)' if view.viewer == seat else ''}"
    lines = [f"{title}   {money(int(view.assets[seat]))}   {cards_text(held)}"]
    if at_turn and view.pending_count > 0:
        lines[0] += "   to insert: " + " ".join(NAMES[int(c) & rules.FACE] for c in view.pending[: view.pending_count])
    for first in range(0, held, CARDS_A_LINE):
        places = range(first, min(held, first + CARDS_A_LINE))
        cards = [int(view.hand[seat, place]) for place in places]
        mine = view.viewer in (seat, ALL_SEEING)
        faces = [NAMES[card & rules.FACE] + ("*" if mine and card & rules.SHOWN else "") for card in cards]
        lines.append("    cards " + " ".join(f"{face:>4}" for face in faces))
        lines.append("    place " + " ".join(f"{place:>4}" for place in places))
    return lines


def to_json(view: Any) -> dict[str, Any]:
    """The view for other programs: cards with their face where it is known, seats by number.

    Cards that look the same are the same objects: change nothing in them.
    """
    seen = read(view)
    seats = range(seen.seats)
    ranks = np.zeros(5, np.int64)
    _rank_all(seen.record, ranks)
    field = None
    if seen.field_count > 0:
        field = {
            "owner": seen.field_owner,
            "number": seen.field_number,
            "count": seen.field_count,
            "cards": cards_json(seen.field_cards, seen.field_count),
        }
    return {
        "game": "hachi",
        "seats": seen.seats,
        "viewer": seen.viewer if seen.viewer in seats else None,
        "phase": PHASES[seen.phase],
        "turn": seen.turn,
        "leader": seen.leader,
        "round": seen.rounds,
        "rounds": rules.ROUNDS,
        "stock": seen.stock,
        "field": field,
        "passes": seen.passes,
        "cleared_by": seen.cleared_by - 1 if seen.cleared_by > 0 else None,
        "pending": cards_json(seen.pending, seen.pending_count),
        "discarded": dict(zip(NAMES[1 : rules.FACES + 1], seen.discarded[1:], strict=True)),
        "players": [
            {"seat": seat, "assets": assets, "held": held, "hand": cards_json(hand.tolist(), held), "rank": rank}
            for seat, assets, held, hand, rank in zip(
                seats, seen.assets, seen.held, seen.hand, ranks.tolist(), strict=False
            )
        ],
    }


@rule
def _rank_all(state: rules.State, ranks: Cells) -> None:
    """Every seat's rank, asked at once."""
    for seat in range(state.seats):
        ranks[seat] = rules.rank(state, seat)


def cards_json(cards: Sequence[int], count: int) -> list[dict[str, Any]]:
    """Cards in order: the face (None if hidden), the kind, the numbers it shows, whether everyone has seen it."""
    return [CARDS[card] for card in cards[:count]]


def card_json(card: int) -> dict[str, Any]:
    """One card."""
    face = card & rules.FACE
    hidden = face > rules.FACES
    special = face == rules.HIDDEN_SPECIAL or (face > rules.NUMBERS and not hidden)
    return {
        "face": None if hidden else NAMES[face],
        "kind": "special" if special else "numbered",
        "numbers": [] if hidden else sorted({int(rules.LOW[face]), int(rules.HIGH[face])}),
        "shown": bool(card & rules.SHOWN),
    }


CARDS = [card_json(card) for card in range(rules.SHOWN * 2)]
"""Every card as it may look."""
