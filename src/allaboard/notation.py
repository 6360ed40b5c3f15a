"""Records: games as plain text that a person can read and a program can replay and verify.

>>> text = "allaboard 1\\ngame coupling\\nseats 2\\nplayer 0 Ada\\n\\ns0 couple\\nchance 4\\n"
>>> (record,) = read_records(text)
>>> record.players[0], [str(line) for line in record.lines]
('Ada', ['s0 couple', 'chance 4'])
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allaboard import fair
from allaboard.board import option_text, parse_option
from allaboard.declaration import span
from allaboard.game import CHANCE, Chosen, Game, GameError, Refusal, State, Value, load

HEAD = "allaboard 1"
_KEY = re.compile(r"[a-z][a-z0-9_-]*")
_SEAT = re.compile(r"s[0-9]")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


class RecordError(GameError):
    """The line at which a record is invalid, and the reason."""

    def __init__(self, line: int, reason: str, clause: str = "", legal: Sequence[str] = ()) -> None:
        self.line, self.reason, self.clause, self.legal = line, reason, clause, list(legal)
        said = f"{reason} ({clause})" if clause else reason
        super().__init__(f"{said}; legal: {shorten(self.legal)}" if self.legal else said)


@dataclass
class Line:
    """One action: its line number in the file, who acts, and its text form."""

    number: int
    actor: int
    text: str

    def __str__(self) -> str:
        return f"{actor_text(self.actor)} {self.text}"


@dataclass
class GameRecord:
    """The record of one game. The header is kept unchanged, including unknown keys."""

    header: list[tuple[int, str, str]]  # line number, key, value
    lines: list[Line] = field(default_factory=list)
    tail: dict[str, tuple[int, list[int]]] = field(default_factory=dict)  # score and rank, with their line numbers
    first: int = 1
    header_read: bool = False
    broken: RecordError | None = None  # the first malformed line; nothing after it was read

    def note(self, key: str, value: str) -> None:
        """Add a header line."""
        if not _KEY.fullmatch(key) or not value or value != value.strip() or len(value.splitlines()) != 1:
            raise GameError(f"not a header line: {key!r} {value!r}")
        self.header.append((0, key, value))

    def value(self, key: str) -> str | None:
        """The value of the first header line with this key."""
        return next((value for _, name, value in self.header if name == key), None)

    @property
    def players(self) -> dict[int, str]:
        """The players' names by seat."""
        named = (value.split(" ", 1) for _, key, value in self.header if key == "player")
        return {int(words[0]): words[1] for words in named if len(words) == 2 and words[0].isdecimal()}

    def __str__(self) -> str:
        body = [f"{key} {value}" for _, key, value in self.header]
        tail = ["", *(f"{key} {' '.join(map(str, numbers))}" for key, (_, numbers) in self.tail.items())]
        return "\n".join([HEAD, *body, "", *map(str, self.lines), *(tail if self.tail else [])]) + "\n"


def actor_text(actor: int) -> str:
    """`chance`, or `s` and the seat."""
    return "chance" if actor == CHANCE else f"s{actor}"


def shorten(legal: Sequence[str], most: int = 12) -> str:
    """A list of legal actions that is short enough for a sentence."""
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return ", ".join(legal[:most]) + more


# ---- writing


def header(game: Game[State], seats: int, players: Sequence[str], options: Chosen | None = None) -> GameRecord:
    """The record of a game that begins: the game, the number of seats, the players, and the options that differ."""
    record = GameRecord([(0, "game", game.name), (0, "seats", str(seats))])
    for seat, name in enumerate(players):
        record.note("player", f"{seat} {name}")
    for name, value in (options or {}).items():
        if (value if isinstance(value, int) else tuple(value)) != game.OPTIONS[name]:
            record.note("option", f"{name} {option_text(value)}")
    return record


def result(game: Game[State], state: State) -> dict[str, tuple[int, list[int]]]:
    """The score and rank lines at the end of a finished game's record."""
    return {"score": (0, game.scores(state)), "rank": (0, game.ranks(state))}


class Scribe:
    """Records a game while it is played."""

    def __init__(self, game: Game[State], seats: int, players: Sequence[str], options: Chosen | None = None) -> None:
        self.game, self.state = game, game.start(seats, options)
        self.record = header(game, seats, players, options)

    def play(self, actor: int, action: int) -> None:
        """Apply a legal action and record it. Simultaneous actions must come in seat order."""
        self.game.play(self.state, actor, action)
        self.record.lines.append(Line(0, actor, self.game.say(actor, action)))
        if self.game.over(self.state):
            self.record.tail = result(self.game, self.state)


# ---- reading


def read_records(text: str) -> list[GameRecord]:
    """The records of a file. A malformed record has `broken` set; the others are still read."""
    if not isinstance(text, str):
        raise GameError(f"records are read from the text of a file, not from {text!r:.60}")
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    starts = [number for number, row in enumerate(rows) if row.startswith("allaboard ")]
    if not starts or any(row.strip() for row in rows[: starts[0]]):
        raise GameError(f"not a record: the first line must be `{HEAD}`")
    ends = [*starts[1:], len(rows)]
    return [_read_one(rows, start, end) for start, end in zip(starts, ends, strict=True)]


def _read_one(rows: list[str], start: int, end: int) -> GameRecord:
    record = GameRecord([], first=start + 1)
    while end > start + 1 and not rows[end - 1]:
        end -= 1
    try:
        if rows[start] != HEAD:
            raise RecordError(start + 1, f"only version 1 is known: expected `{HEAD}`, not {_quote(rows[start])}")
        at = start + 1
        while at < end and rows[at]:
            key, _, value = rows[at].partition(" ")
            if not _KEY.fullmatch(key) or not value.strip():
                raise RecordError(at + 1, f"not a header line `key value`: {_quote(rows[at])}")
            record.header.append((at + 1, key, value))
            at += 1
        record.header_read = True
        at += 1
        while at < end and rows[at]:
            record.lines.append(_read_line(at + 1, rows[at]))
            at += 1
        _read_tail(record, [(number + 1, rows[number]) for number in range(at + 1, end)])
    except RecordError as error:
        record.broken = error
    return record


def _read_line(number: int, row: str) -> Line:
    who, _, text = row.partition(" ")
    if who == "chance":
        return Line(number, CHANCE, text)
    if not _SEAT.fullmatch(who):
        raise RecordError(number, f"an action must begin with `chance` or `s` and a seat, not {_quote(row)}")
    return Line(number, int(who[1]), text)


def _read_tail(record: GameRecord, rows: list[tuple[int, str]]) -> None:
    for expected, (number, row) in zip(("score", "rank"), rows, strict=False):
        key, *numbers = row.split(" ")
        if key != expected:
            raise RecordError(number, f"expected `{expected}` and a number for each seat, not {_quote(row)}")
        if not numbers or not all(_NUMBER.fullmatch(word) for word in numbers):
            raise RecordError(number, f"`{expected}` needs a whole number for each seat, not {_quote(row)}")
        record.tail[expected] = (number, [int(word) for word in numbers])
    if len(rows) == 1:
        raise RecordError(rows[0][0], "`score` is there but `rank` is missing")
    if len(rows) > 2:
        raise RecordError(rows[2][0], f"nothing may follow the rank, but here is {_quote(rows[2][1])}")


def _quote(row: str) -> str:
    return repr(row if len(row) <= 60 else row[:57] + "...")


# ---- replaying and verifying


def setting(record: GameRecord) -> tuple[Game[State], int, dict[str, Value]]:
    """The game, the number of seats and the options that the header names."""
    if not isinstance(record, GameRecord):
        raise GameError(f"a record is needed, as `read_records` returns them, not {record!r:.60}")
    if record.broken and not record.header_read:
        raise record.broken
    for key in ("game", "seats"):
        found = [number for number, name, _ in record.header if name == key]
        if len(found) != 1:
            reason = f"the header has no `{key}` line" if not found else f"`{key}` appears twice in the header"
            raise RecordError(found[1] if found else record.first, reason)
    numbers = {key: number for number, key, _ in record.header}
    try:
        game = load(str(record.value("game")))
    except GameError as error:
        raise RecordError(numbers["game"], str(error)) from None
    seats = str(record.value("seats"))
    if not _NUMBER.fullmatch(seats) or int(seats) not in game.seats:
        raise RecordError(numbers["seats"], f"{game.title} is for {span(game.seats)} players, not {seats}")
    _check_players(record, int(seats))
    options = _read_options(record, game)
    try:
        game.options(options)
    except GameError as error:
        raise RecordError(numbers["option"], str(error)) from None
    return game, int(seats), options


def _check_players(record: GameRecord, seats: int) -> None:
    seen: set[str] = set()
    for number, key, value in record.header:
        if key == "player":
            seat, _, name = value.partition(" ")
            if not (_NUMBER.fullmatch(seat) and 0 <= int(seat) < seats and name.strip()) or seat in seen:
                raise RecordError(number, f"expected `player SEAT NAME`, each seat from 0 to {seats - 1} at most once")
            seen.add(seat)


def _read_options(record: GameRecord, game: Game[State]) -> dict[str, Value]:
    options: dict[str, Value] = {}
    for number, key, value in record.header:
        if key == "option":
            name, _, text = value.partition(" ")
            try:
                if name in options:
                    raise GameError(f"the option {name} appears twice")
                options[name] = parse_option(name, text, game.OPTIONS)
            except GameError as error:
                raise RecordError(number, str(error)) from None
    return options


@dataclass
class Step:
    """One action of a replay, with the position before it and after it."""

    line: Line
    action: int
    before: State
    after: State


def replay(record: GameRecord) -> Iterator[Step]:
    """Replay a record step by step. Raises a RecordError at the first invalid line."""
    game, seats, options = setting(record)
    state = game.start(seats, options)
    for line in record.lines:
        before = game.copy(state)
        try:
            action = _play_line(game, state, line)
        except Refusal as refusal:
            raise RecordError(line.number, refusal.reason, refusal.clause, refusal.legal) from None
        yield Step(line, action, before, game.copy(state))
    if record.broken:
        raise record.broken


def _play_line(game: Game[State], state: State, line: Line) -> int:
    actors = game.actors(state)
    if not actors:
        raise RecordError(line.number, f"the game is over, nothing may follow: {_quote(str(line))}")
    if line.actor not in actors:
        try:
            refusal = game.refusal(state, line.actor, 0)
        except GameError as error:  # there is no such seat, or no chance in this game
            raise RecordError(line.number, str(error)) from None
        refusal.legal = [f"{actor_text(actor)} {text}" for actor in actors[:1] for text in game.menu(state, actor)]
        raise refusal
    if line.actor != actors[0]:
        due = actor_text(actors[0])
        raise RecordError(line.number, f"simultaneous decisions must be in seat order: {due} comes first")
    try:
        action = game.parse(line.actor, line.text)
    except GameError as error:
        raise RecordError(line.number, str(error), legal=game.menu(state, line.actor)) from None
    game.play(state, line.actor, action)
    return action


def verify(record: GameRecord) -> RecordError | None:
    """Check a record: every action is legal, and the result and all chance are correct. None if it is valid."""
    try:
        game, seats, options = setting(record)
        seed = _committed_seed(record)
        nonces = _read_nonces(record, seats)
        if seed is not None:
            seed = fair.shared(seed, nonces)
        state, draws = game.start(seats, options), 0
        for step in replay(record):
            if step.line.actor == CHANCE:
                if seed is not None:
                    _check_draw(game, step, seed, draws)
                draws += 1
            state = step.after
        _check_end(record, game, state)
    except RecordError as error:
        return error
    return None


def _committed_seed(record: GameRecord) -> bytes | None:
    numbers = {key: number for number, key, _ in record.header}
    text, promise = record.value("seed"), record.value("commitment")
    if text is None:
        return None
    try:
        seed = fair.read_seed(text)
    except GameError as error:
        if promise is None:
            return None  # a seed without a commitment proves nothing, so there is nothing to check
        raise RecordError(numbers["seed"], str(error)) from None
    if promise is not None and promise != fair.commitment(seed):
        raise RecordError(numbers["seed"], "this is not the seed that the commitment was made for")
    return seed


def _read_nonces(record: GameRecord, seats: int) -> dict[int, bytes]:
    """The players' nonces by seat."""
    nonces: dict[int, bytes] = {}
    for number, key, value in record.header:
        if key != "nonce":
            continue
        seat, _, text = value.partition(" ")
        if not _NUMBER.fullmatch(seat) or not 0 <= int(seat) < seats or int(seat) in nonces:
            raise RecordError(number, f"expected `nonce SEAT DIGITS`, each seat from 0 to {seats - 1} at most once")
        if record.players.get(int(seat), "").startswith("bot:"):
            raise RecordError(number, f"seat {seat} is a bot's, and bots add no nonces")
        try:
            nonces[int(seat)] = fair.read_seed(text, "a nonce")
        except GameError as error:
            raise RecordError(number, str(error)) from None
    return nonces


def _check_draw(game: Game[State], step: Step, seed: bytes, draws: int) -> None:
    given = fair.outcome(seed, draws, game.weights(step.before))
    if given != step.action:
        drawn = game.say(CHANCE, given)
        raise RecordError(step.line.number, f"the seed gives {drawn} for this draw, not {step.line.text}")


def _check_end(record: GameRecord, game: Game[State], state: State) -> None:
    last = record.lines[-1].number if record.lines else record.first
    if not game.over(state):
        if record.tail:
            who = " and ".join(actor_text(actor) for actor in game.actors(state))
            raise RecordError(record.tail["score"][0], f"there is a score, but the game is not over: {who} must act")
        return
    if not record.tail:
        raise RecordError(last, "the game is over here, but its `score` and `rank` lines are missing")
    for key, right in (("score", game.scores(state)), ("rank", game.ranks(state))):
        number, claimed = record.tail[key]
        if claimed != right:
            found = " ".join(map(str, claimed))
            raise RecordError(number, f"the {key} is {' '.join(map(str, right))}, not {found}")
