"""The interface of every game: a few functions that the rest of the package uses, and the check of every action.

>>> from allaboard.registry import game_names
>>> game = load(game_names()[0])
>>> state = game.start(seats=game.seats[0])
>>> game.over(state)
False
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any, Generic, TypeVar, Union, cast, overload

import msgspec
import numpy as np

from allaboard import events, layout
from allaboard.catalog import LANGUAGES, Catalog, catalog, game_text
from allaboard.declaration import AnyDeclaration, Chosen, Declaration, Value, span
from allaboard.events import CHANCE, HIDDEN, Acted, Event, GameIsOver, NotItsTurn, NotLegal, Reason
from allaboard.interface import (
    ALL_SEEING,
    MOST_ACTIONS,
    WATCHER,
    Actions,
    Options,
    Refusal,
    Rules,
    S,
    Standing,
    State,
    Told,
    Words,
)
from allaboard.layout import Json
from allaboard.record import Row, blank, copied, row
from allaboard.registry import GameError, available, declaration, parts_of
from allaboard.rng import NO_STREAM, Rng, is_stream

__all__ = [
    "ALL_SEEING",
    "CHANCE",
    "WATCHER",
    "Actions",
    "Chosen",
    "Game",
    "GameError",
    "Options",
    "Refusal",
    "Rules",
    "S",
    "State",
    "Told",
    "Value",
    "game_of",
    "load",
]

T = TypeVar("T")


class Game(Generic[S]):
    """One game. It checks every action: only legal ones reach the `apply` of the rules."""

    def __init__(self, declared: Declaration[S]) -> None:
        if not isinstance(declared, Declaration):
            raise GameError(f"a Game is made from a Declaration, not from {declared!r:.60}; `load` takes a name")
        self.declaration = declared
        self.name, self.title, self.seats = declared.name, declared.title, declared.seats
        parts = parts_of(declared)
        self.rules = cast(Rules[S], parts["rules"])
        self.words = cast(Words, parts["words"])
        self.told = cast(Told[S] | None, parts["events"])
        self.standing = cast(Standing[S] | None, parts["standing"])
        self.OPTIONS: Mapping[str, Value] = getattr(self.words, "OPTIONS", {})
        self.LIMITS: Mapping[str, tuple[int, int]] = getattr(self.words, "LIMITS", {})
        self._dtype = self.rules.State.dtype
        if (count := max(self.rules.ACTIONS, self.rules.OUTCOMES)) > MOST_ACTIONS:
            raise GameError(f"{self.title} has {count} actions; a game can have {MOST_ACTIONS} at most")
        self._room = np.zeros(max(self.rules.ACTIONS, self.rules.OUTCOMES, 1), np.int16)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    # ---- playing

    def start(self, seats: int, options: Chosen | None = None) -> S:
        """The state at the start of a game for this number of players."""
        count = self.count(seats)
        state = blank(self.rules.State)
        self.rules.start(state, count, self.options({} if options is None else options))
        return state

    def count(self, seats: int) -> int:
        """Check a number of players. Raises a GameError if the game is not for that many."""
        if (count := _whole("a number of players", seats)) not in self.seats:
            raise GameError(f"{self.title} is for {span(self.seats)} players, not {seats}")
        return count

    def options(self, chosen: Chosen) -> Options:
        """Options as the rules take them, with defaults filled in. A GameError says what is wrong with an option."""
        if not isinstance(chosen, Mapping):
            raise GameError(f"options must be a mapping from names to values, not {chosen!r}")
        own: Callable[[Chosen], Options] | None = getattr(self.words, "options", None)
        if own is not None:
            return own(chosen)
        for name in chosen:
            raise GameError(f"there is no option {name!r}: {self.title} has none")
        return np.zeros(0, np.int64)

    def length(self, seats: int, options: Chosen | None = None) -> tuple[int, int] | None:
        """The maximum numbers of decisions and of chance actions in a game, if the game declares them."""
        bound, count, chosen = self.declaration.length, self.count(seats), {} if options is None else options
        self.options(chosen)
        return None if bound is None else bound(count, {**self.OPTIONS, **chosen})

    def actors(self, state: S) -> list[int]:
        """The seats that must act now, in order. Several seats decide at the same time. Empty when the game is over."""
        mask = int(self.rules.actors(self._own(state)))
        return list(_seats_in(mask))

    def over(self, state: S) -> bool:
        """Whether the game has ended."""
        return int(self.rules.actors(self._own(state))) == 0

    def legal(self, state: S, actor: int) -> list[int]:
        """The legal actions of a seat (or of chance); none if it is not its turn."""
        acting = int(self.rules.actors(self._own(state)))
        actor = _whole("a seat", actor)
        if not 0 <= actor <= CHANCE or not acting >> actor & 1:
            self._need_actor(state, actor)
            return []
        room = np.empty_like(self._room)  # threads may ask at the same time
        legal: list[int] = room[: self.rules.legal(state, actor, room)].tolist()
        return legal

    def say(self, actor: int, action: int) -> str:
        """An action's text form, which does not depend on the position."""
        self._need_action(actor, action)
        return self.words.say(actor, action)

    def parse(self, actor: int, text: str) -> int:
        """The action of a text form; a GameError if there is none."""
        self._need_number(actor)
        if not isinstance(text, str):
            raise GameError(f"an action's text form must be a string, not {text!r:.60}")
        return self.words.parse(actor, text)

    def menu(self, state: S, actor: int) -> list[str]:
        """The legal actions as text."""
        return [self.say(actor, action) for action in self.legal(state, actor)]

    def play(self, state: S, actor: int, action: int) -> None:
        """Apply an action if it is legal; otherwise raise the Refusal that says why, and change nothing."""
        actor, action = _whole("a seat", actor), _whole("an action", action)
        if action not in self.legal(state, actor):
            raise self.refusal(state, actor, action)
        self.rules.apply(state, actor, action)

    def play_text(self, state: S, actor: int, text: str) -> int:
        """Like `play`, for an action's text form. Returns the action."""
        self._need_actor(state, actor)
        action = self.parse(actor, text)
        self.play(state, actor, action)
        return action

    def weights(self, state: S) -> list[tuple[int, int]]:
        """Chance's outcomes, each with its weight."""
        return [(action, int(self.rules.weight(state, action))) for action in self.legal(state, CHANCE)]

    def view(self, state: S, seat: int) -> S:
        """What a seat may know. `WATCHER` gets what is public."""
        if (seat := _whole("a seat", seat)) != WATCHER:
            self._need_seat(state, seat)
        view = blank(self.rules.State)
        self.rules.observe(self._own(state), seat, view)
        return view

    def imagine(self, view: S, rng: Rng) -> S:
        """A whole state that is consistent with this view, sampled uniformly."""
        if not is_stream(rng):
            raise GameError(NO_STREAM)
        world = blank(self.rules.State)
        self.rules.imagine(self._own(view), rng, world)
        return world

    def scores(self, state: S) -> list[int]:
        """Every seat's score, so far or at the end."""
        return [int(self.rules.score(state, seat)) for seat in range(int(self._own(state).seats))]

    def ranks(self, state: S) -> list[int]:
        """Every seat's rank: 1 is best; ties share a rank."""
        return [int(self.rules.rank(state, seat)) for seat in range(int(self._own(state).seats))]

    def copy(self, state: S) -> S:
        """An independent copy."""
        return copied(self._own(state))

    # ---- what happened

    def sees(self, state: S, actor: int, action: int, viewer: int) -> bool:
        """Whether a viewer sees an action at the moment when it is taken."""
        own = self._own(row(state))
        self._need_actor(own, actor)
        self._need_action(actor, action)
        if _whole("a seat", viewer) not in (ALL_SEEING, WATCHER):
            self._need_seat(own, viewer)
        if viewer in (actor, ALL_SEEING):
            return True
        if self.told is not None:
            return bool(self.told.sees(own, actor, action, viewer))
        return self._tells_apart(own, actor, action, viewer)

    def reveals(self, state: S, actor: int, action: int, viewer: int) -> bool:
        """Whether an action shows another viewer what they could not know: a roll, or a card that was hidden.

        A player's action reveals nothing if the viewer's own view already allows it.
        """
        self._need_actor(state, actor)
        self._need_action(actor, action)
        if actor == CHANCE:
            return self.sees(state, actor, action, viewer)
        return action not in self.legal(self.view(state, viewer), actor)

    def _tells_apart(self, state: S, actor: int, action: int, viewer: int) -> bool:
        """For games without `sees`: whether every other action would have given the viewer a different view."""
        done = self._after(state, actor, action)
        view = self.view(done, viewer).tobytes()
        for other in self.legal(state, actor):
            if other != action:
                after = self._after(state, actor, other)
                if after.tobytes() != done.tobytes() and self.view(after, viewer).tobytes() == view:
                    return False
        return True

    def _after(self, state: S, actor: int, action: int) -> S:
        after = copied(state)
        self.rules.apply(after, actor, action)
        return after

    def events(self, before: S, after: S, actor: int, action: int) -> list[Event]:
        """The events of a step for the viewer of these two views. The action is HIDDEN if the viewer cannot see it."""
        first, then = self._own(row(before)), self._own(row(after))
        self._need_actor(first, actor)
        if (action := _whole("an action", action)) != HIDDEN:
            self._need_action(actor, action)
        if self.told is None:
            return [Acted(actor, None if action == HIDDEN else self.say(actor, action))]
        log = events.new_log()
        self.told.tell(first, then, actor, action, log)
        return events.read(log, self.told.EVENTS)

    def step_events(self, before: S, after: S, actor: int, action: int, viewer: int) -> list[Event]:
        """Like `events`, but from whole states, for one viewer; ALL_SEEING sees everything."""
        seen = action if self.sees(before, actor, action, viewer) else HIDDEN
        if viewer == ALL_SEEING:
            return self.events(before, after, actor, seen)
        return self.events(self.view(before, viewer), self.view(after, viewer), actor, seen)

    def sentences(
        self, happened: Sequence[Event], names: Sequence[str] = (), you: int | None = None, language: str = "en"
    ) -> list[str]:
        """Events in words."""
        messages = self.catalog(language)
        said = (messages.tell(event, names, you) for event in happened)
        return [sentence for sentence in said if sentence]

    def catalog(self, language: str = "en") -> Catalog:
        """The game's messages."""
        return catalog(self.name, language)

    def refusal(self, state: S, actor: int, action: int) -> Refusal:
        """Why this action is illegal."""
        why = self.reason(state, actor, action)
        reason = self.catalog().explain(why)
        return Refusal(why.clause, reason, self.menu(state, actor), why)

    def reason(self, state: S, actor: int, action: int) -> Reason:
        """Why this action is illegal, as data without a sentence."""
        self._need_actor(state, actor)
        self._need_action(actor, action)
        if self.told is not None:
            log = events.new_log()
            self.told.refuse(state, actor, action, log)
            return next(iter(events.read(log, self.told.REASONS)), NotLegal(self.say(actor, action)))
        if self.over(state):
            return GameIsOver()
        if actor not in self.actors(state):
            return NotItsTurn(actor)
        return NotLegal(self.say(actor, action))

    # ---- as text and as data

    def show(self, view: S, language: str = "en") -> str:
        """The table as plain text. It is in this language if the game's `show` has a second parameter, the messages."""
        self._own(row(view))
        own: Callable[..., str] | None = getattr(self.words, "show", None)
        if own is not None:
            return own(view) if len(signature(own).parameters) == 1 else own(view, self.catalog(language))
        return "\n".join(f"{name}: {value}" for name, value in self.to_json(view).items())

    def translations(self, view: S) -> dict[str, str]:
        """The table as plain text in every other language in which the game can show it."""
        own: Callable[..., str] | None = getattr(self.words, "show", None)
        if own is None or len(signature(own).parameters) == 1:
            return {}
        spoken = (language for language in LANGUAGES[1:] if game_text(self.declaration, language))
        return {language: self.show(view, language) for language in spoken}

    def parts(self, actor: int, action: int) -> object:
        """The parts of an action, for programs that draw it."""
        self._need_action(actor, action)
        own: Callable[[int, int], object] | None = getattr(self.words, "parts", None)
        return {"do": self.say(actor, action)} if own is None else own(actor, action)

    def to_json(self, view: S) -> Json:
        """A view as JSON: the record's fields, the scores and ranks, and the fields of the game's `Standing`."""
        record = self._own(row(view))
        data = layout.to_json(self.rules.State, view)
        seats = range(int(record.seats))
        data["scores"] = [int(self.rules.score(record, seat)) for seat in seats]
        data["ranks"] = [int(self.rules.rank(record, seat)) for seat in seats]
        if self.standing is not None:
            standing = blank(self.standing.Standing)
            self.standing.stand(record, standing)
            data |= layout.to_json(self.standing.Standing, standing)
        return data

    def event(self, data: Mapping[str, object]) -> Event:
        """The event that this JSON describes."""
        return self._read("an event", data, (Acted,) if self.told is None else tuple(self.told.EVENTS))

    def read_reason(self, data: Mapping[str, object]) -> Reason:
        """The reason of a refusal that this JSON describes."""
        kinds: tuple[type[Reason], ...] = (NotLegal, NotItsTurn, GameIsOver, *(self.told.REASONS if self.told else ()))
        return self._read("a refusal", data, kinds)

    def _read(self, what: str, data: Mapping[str, object], kinds: tuple[type[T], ...]) -> T:
        try:
            return cast(T, msgspec.convert(data, Union[kinds]))  # noqa: UP007 (the members are known only at run time)
        except msgspec.ValidationError as error:
            raise GameError(f"this is not the JSON of {what} of {self.title}: {error}") from None

    def forget(self, view: S) -> None:
        """Remove the memory aid from a view, if the game has one."""
        own = self._own(view)
        forget: Callable[[S], None] | None = getattr(self.rules, "forget", None)
        if forget is not None:
            forget(own)

    def from_json(self, data: Mapping[str, object]) -> S:
        """The view that this JSON describes."""
        if not isinstance(data, Mapping) or "seats" not in data:
            raise GameError(f"this is not the JSON of a view of {self.title}: it has no seats")
        try:
            return layout.from_json(self.rules.State, data)
        except ValueError as error:
            raise GameError(f"this is not the JSON of a view of {self.title}: {error}") from None

    # ---- checks

    def _own(self, state: S) -> S:
        """The state, if it is a state of this game; otherwise a GameError."""
        dtype = getattr(state, "dtype", None)
        if dtype is not self._dtype and not self.rules.State.laid_out(dtype):
            raise GameError(f"this is not a state of {self.title}: it has {_described(state)}")
        if isinstance(state, np.ndarray):
            raise GameError(f"this is an array of states of {self.title}; take one of its {state.size} rows")
        return state

    def _need_seat(self, state: S, seat: int) -> None:
        seats = int(cast(Row, self._own(state))["seats"])  # an attribute of a record takes much longer
        if not 0 <= _whole("a seat", seat) < seats:
            raise GameError(f"there is no seat {seat}: this table has seats 0 to {seats - 1}")

    def _need_actor(self, state: S, actor: int) -> None:
        if _whole("a seat", actor) != CHANCE:
            self._need_seat(state, actor)
        else:
            self._own(state)

    def _need_number(self, actor: int) -> None:
        if not 0 <= _whole("a seat", actor) <= CHANCE:
            raise GameError(f"there is no seat {actor}: seats are numbered from 0, and chance is {CHANCE}")

    def _need_action(self, actor: int, action: int) -> None:
        self._need_number(actor)
        most = self.rules.OUTCOMES if actor == CHANCE else self.rules.ACTIONS
        if not 0 <= _whole("an action", action) < most:
            who = "chance" if actor == CHANCE else "a seat"
            known = f"those of {who} are numbered from 0 to {most - 1}" if most else f"{who} has none in {self.title}"
            raise GameError(f"there is no action {action}: {known}")


AnyGame = Game[Any]  # Any: the game, and so the type of its states, is known only at run time


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a bit set, in order."""
    return tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1)


def _whole(what: str, given: object) -> int:
    """A number from outside as an int. Compiled code would be compiled again for another type."""
    if type(given) is int:
        return given
    if isinstance(given, np.integer):
        return int(given)
    raise GameError(f"{what} must be a whole number, not {given!r}")


def _described(state: object) -> str:
    dtype = getattr(state, "dtype", None)
    names = getattr(dtype, "names", None)
    if not names:
        return f"the type {type(state).__name__}"
    known = next((one for one in _loaded() if one.rules.State.laid_out(dtype)), None)
    return f"the form of {known.title}" if known else f"the fields {', '.join(names[:6])} …"


def _loaded() -> list["AnyGame"]:
    """The games that were loaded before."""
    return list(_games.values())


_games: dict[str, "AnyGame"] = {}


@overload
def load(game: str) -> Game[State]: ...
@overload
def load(game: Declaration[S]) -> Game[S]: ...
def load(game: str | AnyDeclaration) -> AnyGame:
    """A game by its name, or by its declaration; type checkers then know the type of its states."""
    if not isinstance(game, str | Declaration):
        raise GameError(f"a game is given by its name or its declaration, not by {game!r:.60}")
    return _load(declaration(game) if isinstance(game, str) else game)


def _load(declared: AnyDeclaration) -> AnyGame:
    found = _games.get(declared.name)
    if found is None or found.declaration is not declared:
        found = _games[declared.name] = Game(declared)
    return found


def game_of(state: S) -> Game[S]:
    """The game whose state this is."""
    dtype = getattr(state, "dtype", None)
    for one in (*_loaded(), *(load(declared) for declared in available())):
        if one.rules.State.laid_out(dtype):
            return cast(Game[S], one)
    raise GameError("this is not a state of any game")
