"""One table: its events folded into seats, settings and the game's position. It does no input or output."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allaboard import fair
from allaboard.bots.personas import name_for
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.server import tableevents
from allaboard.server.moment import Moment
from allaboard.server.protocol import Level, Phase, Settings, Unrated

REMEMBERED = 64
"""How many answers are kept for retries, for each seat."""
MOST_TOKENS = 16
"""Tokens that open one seat; the oldest is forgotten."""
MOST_UNDOS = 20
"""Undos of one seat in a row, before chance or somebody else acts: so a game has a bounded number of events."""

Line = tuple[int, str]


@dataclass
class Sitter:
    """Who sits on a seat: a person by the hashes of their secrets, or a bot by its level."""

    name: str
    bot: Level | None = None
    tokens: list[str] = field(default_factory=list)
    browser: str | None = None
    autopilot: bool = False
    who: str = ""
    """The token that the person came with: it names them wherever they are shuffled to."""
    nonce: str | None = None
    ready: bool = False
    """Whether the person has said so, before the start."""
    edge: int = 0
    """Of 100 decisions, so many a bot takes as the next level would."""

    @property
    def driven(self) -> Level | bool:
        """Whether a bot decides for this seat."""
        return bool(self.bot) or self.autopilot


@dataclass
class Step:
    """One action of the game with the position before it and after it."""

    ply: int
    actor: int
    action: int
    before: Moment
    after: Moment


class OtherRules(GameError):
    """The table was begun under another version of its game's rules."""


class Table:
    """The fold of a table's events."""

    def __init__(self, table_id: str, opened: tableevents.Opened, at: int) -> None:
        self.id, self.settings, self.seed = table_id, opened.settings, bytes.fromhex(opened.seed)
        self.commitment = fair.commitment(self.seed)
        self.key = self.seed  # of all draws; players may add to it
        self.daily, self.after, self.chain = opened.daily, opened.after, opened.chain
        self.unrated: Unrated | None = "again" if opened.again else None
        self.created = at
        self.game: Game[State] = load(opened.settings.game)
        if opened.rules != self.game.declaration.rules_version:
            versions = f"{opened.rules} of {self.game.name}, this server has {self.game.declaration.rules_version}"
            raise OtherRules(f"the table was opened under version {versions}")
        self.now = self.first()
        self.phase: Phase = "gathering"
        self.sitters: list[Sitter | None] = [None] * opened.settings.seats
        self.host = 0
        self.kicked: set[str | None] = set()  # browsers (their hashes) that the host has sent away
        self.lines: list[Line] = []
        self.plies: list[int] = []  # the number of each line; an undo leaves a gap
        self.undone = 0  # the number of the line that was last taken back
        self.ply = 0
        self.draws = 0  # how often chance has acted
        self.pending: dict[int, str] = {}
        self.undoable: int | None = None
        self.undoer: int | None = None
        self.undos = 0  # in a row, of that seat
        self.answered: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.following: str | None = None
        self.began = at
        self.began_before = at  # when the decision began that an undo would lead back to
        self.before: Moment | None = None  # where an undo would lead back to
        self.paused_ms: int | None = None
        self.seq = 1
        self.waste = 0  # events that others have replaced

    # ---- what it knows

    @property
    def state(self) -> State:
        """The position now; nobody changes it."""
        return self.now.state

    @property
    def actors(self) -> list[int]:
        """Who must act now; never chance, which acts as soon as it can."""
        return self.now.actors if self.phase == "playing" else []

    def steps(self) -> list[Step]:
        """The whole game again, step by step."""
        return list(steps_of(self.first(), self.plies, self.lines))

    def at_last(self) -> Moment:
        """The position again, played from the start."""
        now = self.first()
        for step in steps_of(now, self.plies, self.lines):
            now = step.after
        return now

    def first(self) -> Moment:
        """The position before anybody acts."""
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

    def who(self, seat: int) -> str:
        """Who sits there, wherever they are shuffled to."""
        sitter = self.sitters[seat] if 0 <= seat < len(self.sitters) else None
        return sitter.who if sitter else ""

    @property
    def nonces(self) -> dict[int, bytes]:
        """What the players have added to the chance, by seat."""
        return {seat: bytes.fromhex(s.nonce) for seat, s in enumerate(self.sitters) if s and s.nonce}

    def seat_of_browser(self, browser: str) -> int | None:
        """The seat of a person, by the hash of their browser's secret."""
        for seat, sitter in enumerate(self.sitters):
            if sitter and sitter.browser == browser:
                return seat
        return None

    def heirs(self) -> list[int]:
        """The people who could be the host instead, the next seat first."""
        count = len(self.sitters)
        others = [(self.host + step) % count for step in range(1, count)]
        return [seat for seat in others if (sitter := self.sitters[seat]) and not sitter.bot]

    # ---- chance

    def with_chance(self, lines: Sequence[Line]) -> tuple[list[Line], list[Step]]:
        """Lines, and after them whatever chance does by the table's seed; nothing is changed."""
        played, draws = list(lines), self.draws
        steps = list(steps_of(self.now, self._next_plies(len(played)), played))
        now = steps[-1].after if steps else self.now
        while now.actors == [CHANCE]:
            action = fair.outcome(self.key, draws, self.game.weights(now.state))
            steps.append(Step(self.ply + len(steps) + 1, CHANCE, action, now, now.after(CHANCE, action)))
            played.append((CHANCE, self.game.say(CHANCE, action)))
            now = steps[-1].after
            draws += 1
        return played, steps

    # ---- the fold

    def apply(self, event: tableevents.TableEvent, at: int, steps: list[Step] | None = None) -> list[Step]:
        """Take an event in; the steps of the game in it, which may be at hand from `with_chance`, come back."""
        self.seq += 1
        match event:
            case tableevents.Acted(lines=lines, together=together):
                done = self._play(lines, at, steps)
                alone = len(lines) == 1 and not together
                self._may_undo(event.seat if alone and self.phase == "playing" else None, done)
                self._answer(event.seat, event.command)
                return done
            case tableevents.Chose(seat=seat, action=action):
                self._choose(seat, action)
                self._answer(seat, event.command)
            case tableevents.Undone(seat=seat):
                self._undo()
                self._answer(seat, event.command)
            case tableevents.Started(lines=lines, by=by):
                self.phase = "playing"
                done = self._play(lines, at, steps)
                self._answer(by, event.command)
                return done
            case tableevents.Autopilot(seat=seat, bot=bot):
                self._sitter(seat).autopilot = bot
                if bot:
                    self._unrate("autopilot")
                self._answer(seat, event.command)
            case tableevents.Paused(left_ms=left):
                self.paused_ms = left
            case tableevents.Resumed(left_ms=left):
                began = at - (self.settings.clock * 1000 - left)
                self._decision(began, self.began_before + began - self.began)
            case tableevents.Followed(table=table, by=by):
                self.following = table
                self._answer(by, event.command)
            case _:
                self._seat(event)
        return []

    def _seat(self, event: tableevents.TableEvent) -> None:
        match event:
            case tableevents.Joined(seat=seat, name=name, tokens=tokens, browser=browser, nonce=nonce):
                self.sitters[seat] = Sitter(name, None, list(tokens), browser, who=tokens[0], nonce=nonce)
            case tableevents.Nonced(seat=seat, nonce=nonce):
                self._sitter(seat).nonce = nonce
                self._answer(seat, event.command)
            case tableevents.Readied(seat=seat, ready=ready):
                self.waste += 1  # only the last one counts
                self._sitter(seat).ready = ready
                self._answer(seat, event.command)
            case tableevents.Keyed(seat=seat, token=token):
                tokens = self._sitter(seat).tokens
                tokens.append(token)
                del tokens[:-MOST_TOKENS]
            case tableevents.BotSeated(seat=seat, level=level, by=by, edge=edge, name=name):
                others = {sitter.name for at, sitter in enumerate(self.sitters) if sitter and at != seat}
                self.sitters[seat] = Sitter(name or name_for(seat, others), bot=level, edge=edge)
                self._answer(by, event.command)
            case tableevents.Emptied(seat=seat, by=by, kicked=kicked):
                if kicked:
                    self.kicked.add(self._sitter(seat).browser)
                self.sitters[seat] = None
                self._answer(by, event.command)
            case tableevents.Hosted(seat=seat):
                self.host = seat
            case tableevents.Shuffled(order=order, by=by):
                self._answer(by, event.command)
                self.sitters = [self.sitters[old] for old in order]
                self.host = order.index(self.host)
            case _:
                raise TypeError(f"not an event of a table's life: {event}")
        self.key = fair.shared(self.seed, self.nonces)

    def _sitter(self, seat: int) -> Sitter:
        sitter = self.sitters[seat]
        assert sitter is not None
        return sitter

    def _play(self, lines: Sequence[Line], at: int, steps: list[Step] | None) -> list[Step]:
        if steps is None:
            steps = list(steps_of(self.now, self._next_plies(len(lines)), lines))
        if steps:
            self.now = steps[-1].after
        self.lines.extend(lines)
        self.plies.extend(self._next_plies(len(lines)))
        self.ply += len(lines)
        self.draws += sum(actor == CHANCE for actor, _ in lines)
        self.pending.clear()
        self._decision(at)
        if not self.now.actors:
            self.phase = "over"
        return steps

    def _next_plies(self, count: int) -> range:
        return range(self.ply + 1, self.ply + 1 + count)

    def _decision(self, at: int, before: int | None = None) -> None:
        self.began_before = self.began if before is None else before
        self.began, self.paused_ms = at, None

    def _choose(self, seat: int, action: str | None) -> None:
        self.undoable = None  # somebody has acted on what was done
        self.waste += 1 if action is None else seat in self.pending
        if action is None:
            self.pending.pop(seat, None)
        else:
            self.pending[seat] = action

    def _may_undo(self, seat: int | None, done: list[Step]) -> None:
        if seat is None or seat != self.undoer:
            self.undos = 0
        self.undoable = self.undoer = seat
        self.before = None if seat is None else done[0].before

    def _undo(self) -> None:
        """Back to where the last action was taken, with the time that was left there: a clock is not renewed."""
        if any(sitter and sitter.bot for actor, _ in self.lines if (sitter := self._at(actor))):
            self._unrate("undo")
        self.lines.pop()
        self.undone = self.plies.pop()
        self.now, self.before = self.before or self.at_last(), None
        self.ply += 1
        self.pending.clear()
        self.undoable = None
        self.undos += 1
        self.waste += 2
        self._decision(self.began_before)

    def _at(self, actor: int) -> Sitter | None:
        return None if actor == CHANCE else self.sitters[actor]

    def _unrate(self, why: Unrated) -> None:
        if self.daily:
            self.unrated = self.unrated or why

    def _answer(self, seat: int, command: str) -> None:
        if command:
            self.answered[self.who(seat), command] = self.ply
            while len(self.answered) > REMEMBERED * len(self.sitters):
                self.answered.popitem(last=False)


def steps_of(now: Moment, plies: Sequence[int], lines: Sequence[Line]) -> Iterator[Step]:
    """Play lines from a moment on, step by step."""
    for number, (actor, text) in zip(plies, lines, strict=True):
        action = now.game.parse(actor, text)
        after = now.after(actor, action)
        yield Step(number, actor, action, now, after)
        now = after


def options_of(settings: Settings) -> dict[str, int | tuple[int, ...]]:
    """A table's options as the game takes them."""
    return {name: value if isinstance(value, int) else tuple(value) for name, value in settings.options.items()}


def fold(table_id: str, kept: Sequence[tuple[int, bytes]]) -> Table:
    """A table from all its events, each with its time."""
    at, body = kept[0]
    opened = tableevents.decode(body)
    assert isinstance(opened, tableevents.Opened)
    table = Table(table_id, opened, at)
    for at, body in kept[1:]:
        table.apply(tableevents.decode(body), at)
    return table
