"""What a step of Hachi Train tells a viewer, and why an action is refused."""

from typing import ClassVar, Literal

from allaboard.events import HIDDEN, NOTHING, Event, Log, Place, Reason, Seat, Seats, more, put
from allaboard.game import CHANCE
from allaboard.games.hachi.rules import (
    DEALING,
    DRAWING,
    FACE,
    FACES,
    HIGH,
    INSERT,
    INSERTING,
    LONGEST,
    LOW,
    NUMBERS,
    OVER,
    PASS,
    PLAY,
    ROOM,
    SHOWN,
    TURN,
    State,
)
from allaboard.record import rule

Face = Literal["", "1", "2", "3", "4", "5", "6", "7", "8", "1/2", "3/4", "5/6", "7/8"]


class Dealt(Event, frozen=True):
    """H2: a card is dealt. Only its owner sees it."""

    silent: ClassVar[bool] = True
    seat: Seat
    face: Face | None


class RoundBegan(Event, frozen=True):
    """H2, H3: all cards are dealt, and somebody leads."""

    round: int
    seat: Seat


class Played(Event, frozen=True):
    """H5: cards that lie side by side go from the hand to the field."""

    seat: Seat
    number: int
    count: int
    place: Place
    """The place of the leftmost card in the hand."""
    cards: list[Face]


class Beat(Event, frozen=True):
    """H5, H6: the set in the field is beaten, and its beater collects it."""

    seat: Seat
    owner: Seat
    number: int
    count: int
    cards: list[Face]


class Discarded(Event, frozen=True):
    """H7, H9: a set leaves the round, because it was beaten by a player who is out, or because all have passed."""

    why: Literal["beaten", "cleared"]
    owner: Seat
    number: int
    count: int
    cards: list[Face]


class Out(Event, frozen=True):
    """H7: a hand is empty; its player is safe for this round."""

    seat: Seat


class Passed(Event, frozen=True):
    """H8: a seat passes."""

    seat: Seat
    draws: bool
    """Whether there is a card to draw."""


class Drew(Event, frozen=True):
    """H8: a card is drawn from the stock. Only its owner sees it."""

    seat: Seat
    face: Face | None
    left: int
    """Cards left in the stock."""


class Inserted(Event, frozen=True):
    """H6, H8: a card is inserted into the hand."""

    seat: Seat
    place: Place
    face: Face | None
    how: Literal["collected", "drawn"]


class Leads(Event, frozen=True):
    """H9, H10: the field is clear, and somebody leads."""

    seat: Seat
    why: Literal["owner", "twice", "out"]
    owner: Seat
    """Whose set was cleared."""


class AtTurn(Event, frozen=True):
    """H4, H9: the turn goes clockwise to the next player who holds cards."""

    silent: ClassVar[bool] = True
    seat: Seat


class RoundLost(Event, frozen=True):
    """H11: only one player still holds cards, and loses an asset."""

    seat: Seat
    round: int
    assets: int
    """The assets that the loser has left."""
    held: int
    """The cards that were left in the hand."""


class Gathered(Event, frozen=True):
    """H2, H3: the game goes on: all cards are gathered for another round."""

    silent: ClassVar[bool] = True
    round: int
    """The round that begins."""
    seat: Seat
    """Who will lead it."""


class GameEnded(Event, frozen=True):
    """H12: the game is over."""

    why: Literal["no_assets", "all_rounds"]
    seat: Seat


class Result(Event, frozen=True):
    """H12: those with the fewest assets lose, the others win; if all are equal it is a draw."""

    winners: Seats
    losers: Seats
    draw: bool


EVENTS = (
    Dealt, RoundBegan, Played, Beat, Discarded, Out, Passed, Drew, Inserted, Leads, AtTurn, RoundLost, Gathered,
    GameEnded, Result,
)  # fmt: skip
(
    DEALT, ROUND_BEGAN, PLAYED, BEAT, DISCARDED, OUT, PASSED, DREW, INSERTED, LEADS, AT_TURN, ROUND_LOST, GATHERED,
    GAME_ENDED, RESULT,
) = range(len(EVENTS))  # fmt: skip

BEATEN, CLEARED = range(2)  # Discarded.why
COLLECTED, DRAWN = range(2)  # Inserted.how
OWNER, TWICE, OWNER_OUT = range(3)  # Leads.why
NO_ASSETS, ALL_ROUNDS = range(2)  # GameEnded.why


@rule
def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """H13: a viewer sees everything except cards that others are dealt or draw."""
    return bool(actor != CHANCE or viewer == state.turn)


@rule
def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """What happened, in order, from the views of one viewer."""
    if actor == CHANCE:
        face = NOTHING if action == HIDDEN else action + 1
        if before.phase == DEALING:
            put(log, DEALT, before.turn, face)
            if after.phase == TURN:
                put(log, ROUND_BEGAN, after.rounds, after.turn)
        else:
            put(log, DREW, before.turn, face, after.stock)
    elif action == PASS:
        put(log, PASSED, actor, before.stock > 0)
        tell_turn(before, after, log)
    elif action < PLAY:
        card = int(before.pending[0])
        face = card & FACE
        how = COLLECTED if card & SHOWN else DRAWN
        put(log, INSERTED, actor, action - INSERT, face if face <= FACES else NOTHING, how)
        tell_turn(before, after, log)
    else:
        tell_play(before, after, actor, action - PLAY, log)


@rule
def tell_play(before: State, after: State, seat: int, code: int, log: Log) -> None:
    """H5 to H7, H11: a play, what happens to the beaten set, and whether the player or the round is finished."""
    number, count, place = code // (ROOM * LONGEST) + 1, code // ROOM % LONGEST + 1, code % ROOM
    out = before.held[seat] == count
    put(log, PLAYED, seat, number, count, place)
    for i in range(count):
        card = after.field_cards[i] if after.rounds == before.rounds else after.last_set[i]
        more(log, 4, int(card) & FACE)
    if before.field_count > 0:
        if out:
            tell_discard(before, BEATEN, log)
        else:
            put(log, BEAT, seat, before.field_owner, before.field_number, before.field_count)
            tell_beaten(before, log)
    if out:
        put(log, OUT, seat)
    tell_turn(before, after, log)
    tell_round_end(before, after, log)


@rule
def tell_discard(before: State, why: int, log: Log) -> None:
    """H7, H9: the set that lay in the field is out of the round."""
    put(log, DISCARDED, why, before.field_owner, before.field_number, before.field_count)
    tell_beaten(before, log)


@rule
def tell_beaten(before: State, log: Log) -> None:
    """The cards that lay in the field."""
    for i in range(before.field_count):
        more(log, 4, int(before.field_cards[i]) & FACE)


@rule
def tell_turn(before: State, after: State, log: Log) -> None:
    """H9, H10: whose turn it is next; if everyone else has passed, the field is cleared, and somebody leads."""
    if after.phase != TURN:  # a card must be drawn or inserted first, or the round is over
        return
    if after.field_count > 0:
        put(log, AT_TURN, after.turn)
        return
    tell_discard(before, CLEARED, log)
    owner = int(before.field_owner)
    why = OWNER_OUT
    if after.turn == owner:
        why = OWNER
    elif before.cleared_by == owner + 1:
        why = TWICE
    put(log, LEADS, after.turn, why, owner)


@rule
def tell_round_end(before: State, after: State, log: Log) -> None:
    """H11, H12: the end of a round, and of the game."""
    loser = -1
    for seat in range(after.seats):
        if after.assets[seat] < before.assets[seat]:
            loser = seat
    if loser < 0:
        return
    put(log, ROUND_LOST, loser, before.rounds, after.assets[loser], before.held[loser])
    if after.phase != OVER:
        put(log, GATHERED, after.rounds, after.leader)
        return
    put(log, GAME_ENDED, NO_ASSETS if after.assets[loser] == 0 else ALL_ROUNDS, loser)
    fewest = int(after.assets[0])
    for seat in range(after.seats):
        fewest = min(fewest, int(after.assets[seat]))
    winners, losers = 0, 0
    for seat in range(after.seats):
        if after.assets[seat] > fewest:
            winners |= 1 << seat
        else:
            losers |= 1 << seat
    draw = winners == 0
    put(log, RESULT, winners, 0 if draw else losers, draw)


# ---- refusals


class GameOver(Reason, frozen=True):
    """The game has ended."""

    CLAUSE: ClassVar[str] = "H12"


class CardsAreDealt(Reason, frozen=True):
    """Nobody acts while cards are dealt."""

    CLAUSE: ClassVar[str] = "H2"
    seat: Seat


class CardIsDrawn(Reason, frozen=True):
    """Nobody acts while a card is drawn."""

    CLAUSE: ClassVar[str] = "H8"
    seat: Seat


class OnlyNumbered(Reason, frozen=True):
    """Specials are not dealt."""

    CLAUSE: ClassVar[str] = "H2"
    face: Face


class OnlySpecials(Reason, frozen=True):
    """Numbered cards are not in the stock."""

    CLAUSE: ClassVar[str] = "H2"
    face: Face


class NoneLeft(Reason, frozen=True):
    """All cards with this face are gone."""

    CLAUSE: ClassVar[str] = "H1"
    face: Face


class NoCardNow(Reason, frozen=True):
    """Chance has nothing to do."""

    CLAUSE: ClassVar[str] = "H4"
    seat: Seat


class IsOut(Reason, frozen=True):
    """The seat has no cards left."""

    CLAUSE: ClassVar[str] = "H7"
    seat: Seat


class NotYourTurn(Reason, frozen=True):
    """It is somebody else's turn."""

    CLAUSE: ClassVar[str] = "H4"
    seat: Seat
    turn: Seat


class LeaderMustPlay(Reason, frozen=True):
    """A leader cannot pass."""

    CLAUSE: ClassVar[str] = "H4"


class NothingToInsert(Reason, frozen=True):
    """No card waits for a place."""

    CLAUSE: ClassVar[str] = "H6"


class InsertFirst(Reason, frozen=True):
    """A card waits for its place."""

    how: Literal["collected", "drawn"]

    @property
    def clause(self) -> str:
        """The clause depends on where the card comes from."""
        return "H6" if self.how == "collected" else "H8"


class NoSuchPlace(InsertFirst, frozen=True):
    """The hand is shorter than that."""

    last: Place


class HandIsShorter(Reason, frozen=True):
    """The play reaches beyond the last card of the hand."""

    CLAUSE: ClassVar[str] = "H5"
    last: Place


class DoesNotShow(Reason, frozen=True):
    """A card does not show the number."""

    CLAUSE: ClassVar[str] = "H5"
    place: Place
    face: Face
    number: int


class NotStronger(Reason, frozen=True):
    """The set in the field is as strong, or stronger."""

    CLAUSE: ClassVar[str] = "H5"
    number: int
    count: int


REASONS = (
    GameOver, CardsAreDealt, CardIsDrawn, OnlyNumbered, OnlySpecials, NoneLeft, NoCardNow, IsOut, NotYourTurn,
    LeaderMustPlay, NothingToInsert, InsertFirst, NoSuchPlace, HandIsShorter, DoesNotShow, NotStronger,
)  # fmt: skip
(
    GAME_OVER, CARDS_ARE_DEALT, CARD_IS_DRAWN, ONLY_NUMBERED, ONLY_SPECIALS, NONE_LEFT, NO_CARD_NOW, IS_OUT,
    NOT_YOUR_TURN, LEADER_MUST_PLAY, NOTHING_TO_INSERT, INSERT_FIRST, NO_SUCH_PLACE, HAND_IS_SHORTER, DOES_NOT_SHOW,
    NOT_STRONGER,
) = range(len(REASONS))  # fmt: skip


@rule
def refuse(state: State, actor: int, action: int, log: Log) -> None:
    """Why this action is illegal: the first clause that it breaks."""
    phase, turn = int(state.phase), int(state.turn)
    if phase == OVER:
        put(log, GAME_OVER)
    elif phase in (DEALING, DRAWING):
        refuse_outcome(state, actor, action, log)
    elif actor == CHANCE:
        put(log, NO_CARD_NOW, turn)
    elif actor != turn:
        if state.held[actor] == 0:
            put(log, IS_OUT, actor)
        else:
            put(log, NOT_YOUR_TURN, actor, turn)
    elif phase == INSERTING:
        how = COLLECTED if int(state.pending[0]) & SHOWN else DRAWN
        if action == PASS or action >= PLAY:
            put(log, INSERT_FIRST, how)
        else:
            put(log, NO_SUCH_PLACE, how, state.held[turn])
    elif action == PASS:
        put(log, LEADER_MUST_PLAY)
    elif action < PLAY:
        put(log, NOTHING_TO_INSERT)
    else:
        refuse_play(state, actor, action - PLAY, log)


@rule
def refuse_outcome(state: State, actor: int, action: int, log: Log) -> None:
    """H2, H8: while a card is dealt or drawn, only chance acts, and only with the cards that are left."""
    dealing = state.phase == DEALING
    if actor != CHANCE:
        put(log, CARDS_ARE_DEALT if dealing else CARD_IS_DRAWN, state.turn)
    elif dealing and action >= NUMBERS:
        put(log, ONLY_NUMBERED, action + 1)
    elif not dealing and action < NUMBERS:
        put(log, ONLY_SPECIALS, action + 1)
    else:
        put(log, NONE_LEFT, action + 1)


@rule
def refuse_play(state: State, seat: int, code: int, log: Log) -> None:
    """H5: the cards must lie in the hand, all show the number, and be stronger than the field."""
    number, count, place = code // (ROOM * LONGEST) + 1, code // ROOM % LONGEST + 1, code % ROOM
    held = int(state.held[seat])
    if place + count > held:
        put(log, HAND_IS_SHORTER, held - 1)
        return
    for at in range(place, place + count):
        face = int(state.hand[seat, at]) & FACE
        if number not in (LOW[face], HIGH[face]):
            put(log, DOES_NOT_SHOW, at, face, number)
            return
    put(log, NOT_STRONGER, state.field_number, state.field_count)
