"""A match on this machine against bots, with chance from a committed seed. The game is recorded while it is played."""

import asyncio
import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from allaboard import fair, notation
from allaboard.bots.advice import advise, gives_advice
from allaboard.bots.boards import learned_elsewhere, lesson, on_board
from allaboard.bots.levels import Policy, parts, policy
from allaboard.bots.matching import MATCH, MOST, bot_for
from allaboard.bots.personas import BOT, names_at, style_of
from allaboard.bots.programs import Program, ProgramSeat, is_program
from allaboard.catalog import title_of
from allaboard.game import CHANCE, Chosen, Game, GameError, State, load
from allaboard.notation import Scribe
from allaboard.rng import stream
from allaboard.tui import saves
from allaboard.tui.daemon import in_thread
from allaboard.tui.match import Hint, Position, Tell, menu_of
from allaboard.tui.words import expected, level_name, words


class LocalMatch:
    """A game that is played here."""

    talks = False

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        secret: bytes,
        pace: float = 0.0,
        record: Path | None = None,
        options: Chosen | None = None,
        language: str = "en",
    ) -> None:
        self.language, self._said = language, words(language)
        self.game: Game[State] = load(game)
        self.options = dict(options or {})
        self.players, self.secret, self.pace = list(players), secret, pace
        self.seat = next(seat for seat, name in enumerate(players) if not name.startswith(BOT))
        self._record = record
        self._names = list(names_at(dict(enumerate(players))).values())
        self._bots: dict[str, Policy] = {}
        self._programs: dict[str, Program] = {}
        self._seated: dict[int, ProgramSeat] = {}
        self._reported = 0
        self._scribe = self._new_scribe()
        self._draws = 0
        self._mine: list[int] = []  # the length of the log before each action that can be undone
        self._asked = asyncio.Event()
        self._ending: list[str] = []
        self._story: list[str] = []  # the log from before the game was left
        self.position = self._look()

    def _new_scribe(self) -> Scribe:
        scribe = Scribe(self.game, len(self.players), self.players, self.options)
        scribe.record.note("commitment", fair.commitment(self.secret))
        return scribe

    @classmethod
    def resume(cls, game: str, pace: float = 0.0, record: Path | None = None, language: str = "en") -> "LocalMatch":
        """The unfinished game of this name, as it was left."""
        path = saves.saved(game)
        if not path.exists():
            command = f"`allaboard play {game}`"
            raise GameError(words(language).say("no-unfinished", game=game, command=command))
        (kept, *_) = notation.read_records(path.read_text(encoding="utf-8"))
        if error := notation.verify(kept):
            raise GameError(f"{path}:{error.line}: {error}")
        players = [kept.players[seat] for seat in range(len(kept.players))]
        _, _, options = notation.setting(kept)
        match = cls(game, players, fair.read_seed(str(kept.value("seed"))), pace, record, options, language)
        for line in kept.lines:
            match._story += match._play_and_tell(line.actor, match.game.parse(line.actor, line.text))
        match.position = match._look()
        return match

    # ---- the flow of the game

    async def run(self, changed: Callable[[], None], tell: Tell) -> None:
        """Let chance and bots play, and wait when you must act."""
        committed = self._said.say("committed", commitment=fair.commitment(self.secret)[:16])
        tell([committed, *self._introductions(), *self._about_bots()])
        tell(self._story)
        while actors := self.game.actors(self._scribe.state):
            actor = actors[0]  # simultaneous decisions are recorded in seat order
            if actor == self.seat:
                self.position = self._look()
                changed()
                self._asked.clear()
                await self._asked.wait()
                tell(self._told, strong=self.game.over(self._scribe.state))
                continue
            if actor == CHANCE:
                action = fair.outcome(self.secret, self._draws, self.game.weights(self._scribe.state))
            else:
                self.position = self._look()
                changed()
                action = await in_thread(self._think, actor)
                tell(self._faults())
            if self.game.declaration.simultaneous or self._reveals(actor, action):
                self._mine.clear()
            told = self._play_and_tell(actor, action)
            tell(told, strong=self.game.over(self._scribe.state))
            if told and self.pace and not self._quick(actor):
                self.position = self._look()
                changed()
                await asyncio.sleep(self.pace)
        self._finish()
        self.position = self._look()
        changed()

    def _introductions(self) -> list[str]:
        """The opponents and their styles."""
        said = []
        for seat, player in enumerate(self.players):
            if player.startswith(BOT):
                name, level = self._names[seat], level_name(self._said, player.removeprefix(BOT))
                style = style_of(name, self.game.declaration.styles)
                if style:
                    style = self.game.catalog(self.language).say(f"style-{style}")
                    said.append(self._said.say("plays-in-style", name=name, level=level, style=style))
                else:
                    said.append(self._said.say("plays", name=name, level=level))
        return said

    def _about_bots(self) -> list[str]:
        """Warnings about bots that have not learned on this board."""
        levels = dict.fromkeys(name.removeprefix(BOT) for name in self.players if name.startswith(BOT))
        known = [policy(self.game.name, level) for level in levels if not is_program(level)]
        return [
            self._said.say("learned-elsewhere", level=level_name(self._said, one.level), command=lesson(one))
            for one in learned_elsewhere(known, self.options)
        ]

    def _quick(self, actor: int) -> bool:
        """Whether to skip the pause, because nothing is visible."""
        return actor != CHANCE and len(self.game.actors(self._scribe.state)) > 1

    def _think(self, actor: int) -> int:
        level = self.players[actor].removeprefix(BOT)
        seed = int.from_bytes(hashlib.sha256(self.secret + b"bots").digest()[:7], "big")
        rng = stream(seed, len(self._scribe.record.lines))
        view = self.game.view(self._scribe.state, actor)
        if is_program(level):
            if actor not in self._seated:
                program = self._programs.setdefault(level, Program(level))
                self._seated[actor] = program.sit(self.game.name, actor, len(self.players), self.options)
            return self._seated[actor].choose(self.game, view, rng)
        style = style_of(self._names[actor], self.game.declaration.styles)
        bot = level if style is None or parts(level).style else with_style_of(level, style)
        if bot not in self._bots:
            self._bots[bot] = on_board(policy(self.game.name, bot), self.options)
        return self._bots[bot](view, rng)

    def _faults(self) -> list[str]:
        """New faults of programs."""
        reports = [report for program in self._programs.values() for report in program.reports]
        fresh, self._reported = reports[self._reported :], len(reports)
        return [report.said(self.language) for report in fresh]

    def _play(self, actor: int, action: int) -> None:
        self._scribe.play(actor, action)
        self._draws += actor == CHANCE

    async def act(self, text: str) -> None:
        """Your action."""
        action = self.game.parse(self.seat, text)
        lines = len(self._scribe.record.lines)
        self._told = self._play_and_tell(self.seat, action)
        self._mine.append(lines)
        self._asked.set()

    def _reveals(self, actor: int, action: int) -> bool:
        return self.game.reveals(self._scribe.state, actor, action, self.seat)

    async def undo(self) -> bool:
        """Undo your last action and what bots have done since, but never across dice or a card that was hidden."""
        if not self.position.can_undo:
            return False
        lines = self._scribe.record.lines[: self._mine.pop()]
        kept = self._mine
        self._scribe = self._new_scribe()
        self._draws = 0
        for line in lines:
            self._play(line.actor, self.game.parse(line.actor, line.text))
        self._mine = kept
        self._told = [self._said.say("taken-back")]
        self._asked.set()
        return True

    async def hint(self) -> list[Hint]:
        """The values that the best bot gives; if it gives none, the action that it would take."""
        view = self.game.view(self._scribe.state, self.seat)
        return await in_thread(self._advice, view)

    def _advice(self, view: State) -> list[Hint]:
        if gives_advice(self.game.declaration):
            advice = advise(view)
            return [Hint(one.text, expected(self._said, advice.expects, one.value)) for one in advice.hints[:3]]
        level = self.game.declaration.best_level
        action = policy(self.game.name, level)(view, stream(len(self._scribe.record.lines)))
        why = self._said.say("hint-bot", level=level_name(self._said, level))
        return [Hint(self.game.say(self.seat, action), why)]

    # ---- what is shown

    def _look(self) -> Position:
        state = self._scribe.state
        view, actors = self.game.view(state, self.seat), self.game.actors(state)
        return Position(
            game=self.game,
            seat=self.seat,
            players=self._names,
            view=view,
            waiting=actors,
            menu=menu_of(self.game, view, self.seat) if self.seat in actors else [],
            over=not actors,
            can_undo=bool(self._mine) and self.seat in actors,
            ending=self._ending,
            language=self.language,
        )

    def _play_and_tell(self, actor: int, action: int) -> list[str]:
        """Play an action, and log the events that you can see."""
        before = self.game.copy(self._scribe.state)
        self._play(actor, action)
        events = self.game.step_events(before, self._scribe.state, actor, action, self.seat)
        return self.game.sentences(events, self._names, self.seat, self.language)

    # ---- what is kept

    def _text(self, with_seed: bool) -> str:
        record = self._scribe.record
        header = [row for row in record.header if row[1] != "seed"]
        record.header = [*header, (0, "seed", self.secret.hex())] if with_seed else header
        return str(record)

    def _finish(self) -> None:
        for seat, program in self._seated.items():
            state = self._scribe.state
            program.end(self.game.scores(state)[seat], self.game.ranks(state)[seat])
        path = saves.write(self._record or saves.new_record(self.game.name), self._text(with_seed=True))
        saves.saved(self.game.name).unlink(missing_ok=True)
        check = self._said.say("record-check", command=f"allaboard verify {path}")
        self._ending = [*self._places(), self._said.say("record-in", path=str(path)), check]

    def _places(self) -> list[str]:
        """The result, for games whose own board does not show it."""
        if self.game.declaration.part("terminal") is not None:
            return []
        state = self._scribe.state
        places = sorted(zip(self.game.ranks(state), self._names, self.game.scores(state), strict=True))
        return [self._said.say("place", rank=rank, name=name, score=score) for rank, name, score in places]

    async def say(self, text: str) -> None:
        """Do nothing, because bots do not chat."""

    async def again(self) -> "LocalMatch":
        """A new game with the same players and other dice and cards."""
        return LocalMatch(self.game.name, self.players, fair.new_seed(), self.pace, None, self.options, self.language)

    def close(self) -> None:
        """Save an unfinished game for `--resume`, and stop programs."""
        for seat in self._seated.values():
            seat.leave()
        for program in self._programs.values():
            program.close()
        if self._scribe.record.lines and not self.game.over(self._scribe.state):
            saves.write(saves.saved(self.game.name), self._text(with_seed=True))


def with_style_of(level: str, style: str) -> str:
    """A bot's name with a style in it.

    >>> with_style_of("expert:200", "bold")
    'expert/bold:200'
    """
    name, colon, budget = level.partition(":")
    return f"{name}/{style}{colon}{budget}"


def _need_level(game: Game[State], level: str, language: str) -> None:
    """Raise a GameError that says which levels there are, or what else is wrong with a bot's name."""
    known = game.declaration.all_levels
    if re.split(r"[-+/:]", level, maxsplit=1)[0] not in known:
        said = words(language)
        levels, title = ", ".join(known), title_of(game.declaration, language)
        raise GameError(said.say("error-no-such-level", title=title, level=level, levels=levels))
    policy(game.name, level)


def new_match(
    game: str,
    seats: int,
    level: str,
    seat: int,
    seed: int | None,
    name: str,
    pace: float,
    record: Path | None,
    options: Chosen | None = None,
    language: str = "en",
) -> LocalMatch:
    """A new match against bots of a level, or against bots as strong as your finished games show."""
    if level == MATCH:
        level = bot_for(game, saves.against_bots(game, MOST))
    if is_program(level):
        Program(level)  # raises a GameError for a wrong name
    else:
        _need_level(load(game), level, language)
    if seats not in load(game).seats:
        declared = load(game).declaration
        least, most, title = declared.seats[0], declared.seats[-1], title_of(declared, language)
        key = "error-seats" if least < most else "error-seats-exactly"
        raise GameError(words(language).say(key, game=title, least=least, most=most, seats=seats))
    load(game).start(seats, options)
    if seat not in range(seats):
        raise GameError(words(language).say("seat-range", seats=seats, last=seats - 1, seat=seat))
    players = [name if one == seat else BOT + level for one in range(seats)]
    secret = fair.new_seed() if seed is None else hashlib.sha256(f"allaboard play {seed}".encode()).digest()
    return LocalMatch(game, players, secret, pace, record, options, language)
