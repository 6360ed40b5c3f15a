"""One table: its events folded into seats, settings and the game's position. It does no input or output."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from allaboard import fair
from allaboard.game import CHANCE, Game, load
from allaboard.server import events
from allaboard.server.moment import Moment
from allaboard.server.protocol import Level, Phase, Settings

REMEMBERED = 64
"""How many answers are kept for retries, for each seat."""

Line = tuple[int, str]


@dataclass
class Sitter:
    """Who sits on a seat: a person by the hashes of their secrets, or a bot by its level."""

    name: str
    bot: Level | None = None
    tokens: list[str] = field(default_factory=list)
    browser: str | None = None
    wheel: bool = False

    @property
    def driven(self) -> Level | bool:
        """Whether a bot decides for this seat."""
        return bool(self.bot) or self.wheel


@dataclass
class Step:
    """One action of the game with the position before it and after it."""

    ply: int
    actor: int
    action: int
    before: Moment
    after: Moment


class Table:
    """The fold of a table's events."""

    def __init__(self, table_id: str, opened: events.Opened, at: int) -> None:
        self.id, self.settings, self.seed = table_id, opened.settings, bytes.fromhex(opened.seed)
        self.commitment = fair.commitment(self.seed)
        self.daily, self.after = opened.daily, opened.after
        self.created = at
        self.game: Game = load(opened.settings.game)
        self.now = self._first()
        self.phase: Phase = "gathering"
        self.sitters: list[Sitter | None] = [None] * opened.settings.seats
        self.host = 0
        self.lines: list[Line] = []
        self.ply = 0
        self.draws = 0  # how often chance has acted
        self.pending: dict[int, str] = {}
        self.undoable: int | None = None
        self.answered: OrderedDict[tuple[int, str], int] = OrderedDict()
        self.following: str | None = None
        self.began = at
        self.paused_ms: int | None = None
        self.seq = 1

    # ---- what it knows

    @property
    def state(self) -> Any:
        """The position now; nobody changes it."""
        return self.now.state

    @property
    def actors(self) -> list[int]:
        """Who must act now; never chance, which acts as soon as it can."""
        return self.now.actors if self.phase == "playing" else []

    def steps(self) -> list[Step]:
        """The whole game again, step by step."""
        return list(_steps(self._first(), 0, self.lines))

    def _first(self) -> Moment:
        return Moment(self.game, self.game.start(self.settings.seats, options_of(self.settings)))

    def undecided(self) -> list[int]:
        """The actors who have not chosen yet."""
        return [seat for seat in self.actors if seat not in self.pending]

    @property
    def hints(self) -> bool:
        """Whether players may ask for advice; where nobody has said, who is alone among bots may."""
        if self.daily or self.settings.hints is not None:
            return not self.daily and bool(self.settings.hints)
        return sum(sitter is not None and not sitter.bot for sitter in self.sitters) <= 1

    def seat_of(self, token: str) -> int | None:
        """The seat that a token (its hash) opens."""
        for seat, sitter in enumerate(self.sitters):
            if sitter and token in sitter.tokens:
                return seat
        return None

    def seat_of_browser(self, browser: str) -> int | None:
        """The seat of a person, by the hash of their browser's secret."""
        for seat, sitter in enumerate(self.sitters):
            if sitter and sitter.browser == browser:
                return seat
        return None

    # ---- chance

    def with_chance(self, lines: Sequence[Line]) -> tuple[list[Line], list[Step]]:
        """Lines, and after them whatever chance does by the table's seed; nothing is changed."""
        played, draws = list(lines), self.draws
        steps = list(_steps(self.now, self.ply, played))
        now = steps[-1].after if steps else self.now
        while now.actors == [CHANCE]:
            action = fair.outcome(self.seed, draws, self.game.weights(now.state))
            steps.append(Step(self.ply + len(steps) + 1, CHANCE, action, now, now.after(CHANCE, action)))
            played.append((CHANCE, self.game.words.say(CHANCE, action)))
            now = steps[-1].after
            draws += 1
        return played, steps

    # ---- the fold

    def apply(self, event: events.Any, at: int, steps: list[Step] | None = None) -> list[Step]:
        """Take an event in; the steps of the game in it, which may be at hand from `with_chance`, come back."""
        self.seq += 1
        match event:
            case events.Acted(lines=lines, together=together):
                done = self._play(lines, at, steps)
                alone = len(lines) == 1 and not together
                self.undoable = event.seat if alone and self.phase == "playing" else None
                self._answer(event.seat, event.command)
                return done
            case events.Chose(seat=seat, action=action):
                self._choose(seat, action)
                self._answer(seat, event.command)
            case events.Undone(seat=seat):
                self._undo(at)
                self._answer(seat, event.command)
            case events.Started(lines=lines):
                self.phase = "playing"
                return self._play(lines, at, steps)
            case events.Wheel(seat=seat, bot=bot):
                self._sitter(seat).wheel = bot
            case events.Paused(left_ms=left):
                self.paused_ms = left
            case events.Resumed(left_ms=left):
                self._decision(at - (self.settings.clock * 1000 - left))
            case events.Followed(table=table):
                self.following = table
            case _:
                self._seat(event)
        return []

    def _seat(self, event: events.Any) -> None:
        match event:
            case events.Joined(seat=seat, name=name, tokens=tokens, browser=browser):
                self.sitters[seat] = Sitter(name, tokens=list(tokens), browser=browser)
            case events.Keyed(seat=seat, token=token):
                self._sitter(seat).tokens.append(token)
            case events.BotSeated(seat=seat, level=level):
                self.sitters[seat] = Sitter(f"{level} bot", bot=level)
            case events.Emptied(seat=seat):
                self.sitters[seat] = None
            case events.Shuffled(order=order):
                self.sitters = [self.sitters[old] for old in order]
                self.host = order.index(self.host)
            case _:
                raise TypeError(f"not an event of a table's life: {event}")

    def _sitter(self, seat: int) -> Sitter:
        sitter = self.sitters[seat]
        assert sitter is not None
        return sitter

    def _play(self, lines: Sequence[Line], at: int, steps: list[Step] | None) -> list[Step]:
        if steps is None:
            steps = list(_steps(self.now, self.ply, lines))
        if steps:
            self.now = steps[-1].after
        self.lines.extend(lines)
        self.ply += len(lines)
        self.draws += sum(actor == CHANCE for actor, _ in lines)
        self.pending.clear()
        self._decision(at)
        if not self.now.actors:
            self.phase = "over"
        return steps

    def _decision(self, at: int) -> None:
        self.began, self.paused_ms = at, None

    def _choose(self, seat: int, action: str | None) -> None:
        self.undoable = None  # somebody has acted on what was done
        if action is None:
            self.pending.pop(seat, None)
        else:
            self.pending[seat] = action

    def _undo(self, at: int) -> None:
        self.lines.pop()
        self.now = self._first()
        for step in _steps(self.now, 0, self.lines):
            self.now = step.after
        self.ply += 1
        self.pending.clear()
        self.undoable = None
        self._decision(at)

    def _answer(self, seat: int, command: str) -> None:
        if command:
            self.answered[seat, command] = self.ply
            while len(self.answered) > REMEMBERED * len(self.sitters):
                self.answered.popitem(last=False)


def _steps(now: Moment, ply: int, lines: Sequence[Line]) -> Iterator[Step]:
    for number, (actor, text) in enumerate(lines, ply + 1):
        action = now.game.words.parse(actor, text)
        after = now.after(actor, action)
        yield Step(number, actor, action, now, after)
        now = after


def options_of(settings: Settings) -> dict[str, int | tuple[int, ...]]:
    """A table's options as the game takes them."""
    return {name: value if isinstance(value, int) else tuple(value) for name, value in settings.options.items()}


def fold(table_id: str, kept: Sequence[tuple[int, bytes]]) -> Table:
    """A table from its events, each with its time."""
    at, body = kept[0]
    opened = events.decode(body)
    assert isinstance(opened, events.Opened)
    table = Table(table_id, opened, at)
    for at, body in kept[1:]:
        table.apply(events.decode(body), at)
    return table
