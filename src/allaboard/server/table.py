"""A table: seats, settings and the game's position, computed from its events. It does no input or output."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from allaboard import fair
from allaboard.bots.personas import Face, name_for
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.server import tableevents
from allaboard.server.moment import Moment
from allaboard.server.protocol import Level, Phase, Settings, Unrated
from allaboard.server.undoing import Undoing, only_person

SLOW: Final = 3600
"""With at least this many seconds for a decision, a table goes on while nobody is connected."""
REMEMBERED = 64
"""The number of answers that are kept for retries, for each person."""
MOST_TOKENS = 16
"""The number of tokens that open one seat. The oldest is dropped."""

Line = tuple[int, str]


@dataclass
class Sitter:
    """The person or bot on a seat. A person is known by hashes of their secrets, a bot by its level."""

    name: str
    bot: Level | None = None
    tokens: list[str] = field(default_factory=list)
    browser: str | None = None
    autopilot: bool = False
    who: str = ""
    """The token that the person joined with. It identifies them after a shuffle."""
    nonce: str | None = None
    ready: bool = False
    """Whether the person is ready, before the start."""
    percent: int = 0
    """The number of decisions out of 100 that a bot takes as the next level would; negative: as the level below."""

    face: Face | None = None
    """The face that a person has chosen."""

    @property
    def driven(self) -> Level | bool:
        """Whether a bot decides for this seat."""
        return bool(self.bot) or self.autopilot


@dataclass
class Step:
    """An action of the game with the positions before and after it."""

    ply: int
    actor: int
    action: int
    before: Moment
    after: Moment


class OtherRules(GameError):
    """The table was started with another version of its game's rules."""


class Table:
    """A table, computed from its events."""

    def __init__(self, table_id: str, opened: tableevents.Opened, at: int) -> None:
        self.id, self.settings, self.seed = table_id, opened.settings, bytes.fromhex(opened.seed)
        self.commitment = fair.commitment(self.seed)
        self.key = self.seed  # the key of all random draws; nonces of players are added to it
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
        self._seats: Mapping[str, int] | None = None
        self.host = 0
        self.kicked: set[str | None] = set()  # hashes of the browsers that the host removed
        self.lines: list[Line] = []
        self.plies: list[int] = []  # the number of each line; an undo leaves a gap
        self.undone: list[int] = []  # the numbers of the lines that were last undone
        self.ply = 0
        self.draws = 0  # the number of random draws
        self.pending: dict[int, str] = {}
        self.undoing = Undoing()
        self.answered: dict[str, dict[str, int]] = {}  # by person and command: the ply
        self.following: str | None = None
        self.began = at
        self.began_before = at  # when the previous decision started, to which an undo would lead back
        self.paused_ms: int | None = None
        self.seq = 1
        self.waste = 0  # the number of events that later ones have replaced

    # ---- reading

    @property
    def state(self) -> State:
        """The current position. Do not change it."""
        return self.now.state

    @property
    def actors(self) -> list[int]:
        """The seats that must act now. Never chance, which acts as soon as it can."""
        return self.now.actors if self.phase == "playing" else []

    def steps(self) -> list[Step]:
        """The whole game, step by step."""
        return list(steps_of(self.first(), self.plies, self.lines))

    def first(self) -> Moment:
        """The position before the first action."""
        return Moment(self.game, self.game.start(self.settings.seats, options_of(self.settings)))

    def undecided(self) -> list[int]:
        """The actors that have not chosen yet."""
        return [seat for seat in self.actors if seat not in self.pending]

    @property
    def is_slow(self) -> bool:
        """Whether people play over hours or days. Then bots move and the clock runs while nobody is connected."""
        return self.settings.clock >= SLOW

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints. The default: only one person against bots may."""
        if self.daily or self.settings.hints is not None:
            return not self.daily and bool(self.settings.hints)
        return sum(sitter is not None and not sitter.bot for sitter in self.sitters) <= 1

    @property
    def undoable(self) -> int | None:
        """The seat that may undo an action now. A seat that has chosen must withdraw its choice first."""
        undoing = self.undoing
        return undoing.seat if undoing.marks and undoing.seat not in self.pending else None

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens, by the token's hash."""
        return self.seats.get(token)

    @property
    def seats(self) -> Mapping[str, int]:
        """By the hash of a token: the seat that it opens. After a change of the seats it is another mapping object."""
        if self._seats is None:
            taken = [(seat, sitter) for seat, sitter in enumerate(self.sitters) if sitter]
            self._seats = {token: seat for seat, sitter in reversed(taken) for token in sitter.tokens}
        return self._seats

    def who(self, seat: int) -> str:
        """The identity of the person on a seat. It follows them through a shuffle."""
        sitter = self.sitters[seat] if 0 <= seat < len(self.sitters) else None
        return sitter.who if sitter else ""

    @property
    def nonces(self) -> dict[int, bytes]:
        """The nonces of the players, by seat."""
        return {seat: bytes.fromhex(s.nonce) for seat, s in enumerate(self.sitters) if s and s.nonce}

    def seat_of_browser(self, browser: str) -> int | None:
        """The seat of a person, by the hash of their browser's secret."""
        for seat, sitter in enumerate(self.sitters):
            if sitter and sitter.browser == browser:
                return seat
        return None

    def heirs(self) -> list[int]:
        """The other people who could become the host, the next seat first."""
        count = len(self.sitters)
        others = [(self.host + step) % count for step in range(1, count)]
        return [seat for seat in others if (sitter := self.sitters[seat]) and not sitter.bot]

    # ---- chance

    def with_chance(self, lines: Sequence[Line]) -> tuple[list[Line], list[Step]]:
        """The lines, followed by the random draws that the table's seed gives. The table is not changed."""
        played, draws = list(lines), self.draws
        steps = list(steps_of(self.now, self._next_plies(len(played)), played))
        now = steps[-1].after if steps else self.now
        while now.actors == [CHANCE]:
            action = fair.outcome(self.key, draws, now.weights())
            steps.append(Step(self.ply + len(steps) + 1, CHANCE, action, now, now.after(CHANCE, action)))
            played.append((CHANCE, self.game.say(CHANCE, action)))
            now = steps[-1].after
            draws += 1
        return played, steps

    # ---- applying events

    def apply(self, event: tableevents.TableEvent, at: int, steps: list[Step] | None = None) -> list[Step]:
        """Apply an event. Returns its steps of the game. Pass `steps` if `with_chance` has already computed them."""
        self.seq += 1
        match event:
            case tableevents.Acted(lines=lines, together=together):
                played = len(self.lines)
                done = self._play(lines, at, steps)
                self._may_undo(done, played, event.seat, together)
                self.unrated = self.unrated_at(at)
                self._answer(event.seat, event.command)
                return done
            case tableevents.Chose(seat=seat, action=action):
                self._choose(seat, action)
                self._answer(seat, event.command)
            case tableevents.Undone(seat=seat) | tableevents.Rewound(seat=seat):
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
            case tableevents.RematchOpened(table=table, by=by):
                self.following = table
                self._answer(by, event.command)
            case _:
                self._seat(event)
        return []

    def _seat(self, event: tableevents.TableEvent) -> None:
        self._seats = None
        match event:
            case tableevents.Joined(seat=seat, name=name, tokens=tokens, browser=browser, nonce=nonce, face=face):
                self.sitters[seat] = Sitter(name, None, list(tokens), browser, who=tokens[0], nonce=nonce, face=face)
            case tableevents.NonceAdded(seat=seat, nonce=nonce):
                self._sitter(seat).nonce = nonce
                self._answer(seat, event.command)
            case tableevents.ReadyChanged(seat=seat, ready=ready):
                self.waste += 1  # only the last one counts
                self._sitter(seat).ready = ready
                self._answer(seat, event.command)
            case tableevents.FaceChosen(seat=seat, face=face):
                self.waste += 1  # only the last one counts
                self._sitter(seat).face = face
                self._answer(seat, event.command)
            case tableevents.TokenAdded(seat=seat, token=token):
                tokens = self._sitter(seat).tokens
                tokens.append(token)
                del tokens[:-MOST_TOKENS]
            case tableevents.BotSeated(seat=seat, level=level, by=by, percent=percent, name=name):
                others = {sitter.name for at, sitter in enumerate(self.sitters) if sitter and at != seat}
                self.sitters[seat] = Sitter(name or name_for(seat, others), bot=level, percent=percent)
                self._answer(by, event.command)
            case tableevents.SeatFreed(seat=seat, by=by, kicked=kicked):
                if kicked:
                    self.kicked.add(self._sitter(seat).browser)
                self.answered.pop(self.who(seat), None)
                self.sitters[seat] = None
                self._answer(by, event.command)
            case tableevents.HostChanged(seat=seat):
                self.host = seat
            case tableevents.Shuffled(order=order, by=by):
                self._answer(by, event.command)
                self.sitters = [self.sitters[old] for old in order]
                self.host = order.index(self.host)
            case _:
                raise TypeError(f"not an event of a table: {event}")
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
        if self._alone is None:
            self.undoing.marks.clear()  # somebody has acted on what was done
        self.waste += 1 if action is None else seat in self.pending
        if action is None:
            self.pending.pop(seat, None)
        else:
            self.pending[seat] = action

    @property
    def _alone(self) -> int | None:
        """The seat of a person who plays against bots without a clock."""
        return None if self.settings.clock else only_person(self.sitters)

    def _may_undo(self, done: list[Step], played: int, seat: int, together: bool) -> None:
        if self.phase != "playing":
            self.undoing.end()
        elif (person := self._alone) is None:
            self.undoing.acted(done, played, seat, together=together)
        else:
            self.undoing.acted_among_bots(done, played, person, together=together)

    def _undo(self) -> None:
        """Go back to the position before the action. The clock continues with the time that was left there."""
        if any(sitter and sitter.bot for actor, _ in self.lines if (sitter := self._at(actor))):
            self._unrate("undo")
        mark = self.undoing.back()
        self.undone = self.plies[mark.lines :]
        self.draws -= sum(actor == CHANCE for actor, _ in self.lines[mark.lines :])
        del self.lines[mark.lines :], self.plies[mark.lines :]
        self.now = mark.before
        self.ply += 1
        self.pending.clear()
        self.waste += 1 + len(self.undone)
        self._decision(self.began_before)

    def _at(self, actor: int) -> Sitter | None:
        return None if actor == CHANCE else self.sitters[actor]

    def unrated_at(self, at: int) -> Unrated | None:
        """Why a daily try is not rated, given the time of an action. Players who are late may know the seed."""
        late = self.daily is not None and datetime.fromtimestamp(at / 1000, UTC).date().isoformat() > self.daily
        return self.unrated or ("late" if late else None)

    def _unrate(self, why: Unrated) -> None:
        if self.daily:
            self.unrated = self.unrated or why

    def _answer(self, seat: int, command: str) -> None:
        if command:
            own = self.answered.setdefault(self.who(seat), {})  # by person: others cannot push an answer out
            own[command] = self.ply
            if len(own) > REMEMBERED:
                del own[next(iter(own))]


def steps_of(now: Moment, plies: Sequence[int], lines: Sequence[Line]) -> Iterator[Step]:
    """Play lines from a position on, step by step."""
    for number, (actor, text) in zip(plies, lines, strict=True):
        action = now.game.parse(actor, text)
        after = now.after(actor, action)
        yield Step(number, actor, action, now, after)
        now = after


def options_of(settings: Settings) -> dict[str, int | tuple[int, ...]]:
    """The options of a table as the game takes them."""
    return {name: value if isinstance(value, int) else tuple(value) for name, value in settings.options.items()}


def fold(table_id: str, kept: Sequence[tuple[int, bytes]]) -> Table:
    """Build a table from all its events, each with its time."""
    at, body = kept[0]
    opened = tableevents.decode(body)
    assert isinstance(opened, tableevents.Opened)
    table = Table(table_id, opened, at)
    for at, body in kept[1:]:
        table.apply(tableevents.decode(body), at)
    return table
