"""The terminal application: the table above, your menu and the log below. It is used with keyboard and mouse."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Label, Markdown, OptionList, RichLog, Static
from textual.widgets._footer import FooterKey
from textual.widgets.option_list import Option

from allaboard.bots.matching import MATCH
from allaboard.catalog import Catalog, title_of
from allaboard.declaration import AnyDeclaration
from allaboard.game import CHANCE, Game, GameError, State
from allaboard.plain import touch
from allaboard.registry import available, declaration
from allaboard.tui.board import board
from allaboard.tui.daemon import in_thread
from allaboard.tui.match import Choice, Match, Position
from allaboard.tui.remote import GESTURES
from allaboard.tui.words import level_name, words

T = TypeVar("T")
EXPLAIN = 3
"""Seconds of waiting after which the reason is shown."""
Open = Callable[[str, int, str], Match]
"""A function that opens a match: a game, a number of seats, and the level of the bots."""


class Keys(Footer):
    """The keys. The description of a key is the name of a message."""

    def __init__(self, said: Catalog) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """The keys in the player's language."""
        for widget in super().compose():
            if isinstance(widget, FooterKey):
                widget.description = self._said.say(widget.description)
            yield widget


class RulesScreen(ModalScreen[None]):
    """The rules of the game, shown over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", "key-back")]

    def __init__(self, game: Game[State], language: str) -> None:
        super().__init__()
        self._said = words(language)
        title = title_of(game.declaration, language)
        self._text = game.declaration.rulebook(language) or self._said.say("error-no-rulebook", game=title)

    def compose(self) -> ComposeResult:
        """A scrollable view of the rulebook."""
        with VerticalScroll(id="rules"):
            yield Markdown(self._text)
        yield Keys(self._said)


class AskScreen(ModalScreen[str]):
    """One question with a few answers."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.quit", "key-quit")]

    def __init__(self, said: Catalog, question: str, answers: dict[str, str]) -> None:
        super().__init__()
        self._said, self._question, self._answers = said, question, answers

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical(id="ask"):
            yield Label(self._question, id="question")
            yield OptionList(*(Option(text, id=key) for key, text in self._answers.items()))
        yield Keys(self._said)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen answer."""
        self.dismiss(event.option.id)


class TalkScreen(ModalScreen[str]):
    """Asks for a chat line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "key-silent")]

    def __init__(self, said: Catalog) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """One line, and the gestures."""
        with Vertical(id="ask"):
            yield Label(self._said.say("say"), id="question")
            yield Input(max_length=200)
            gestures = " ".join(f"/{gesture}" for gesture in GESTURES)
            yield Label(self._said.say("say-gestures", gestures=gestures))
        yield Keys(self._said)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the line."""
        self.dismiss(event.value)


class PlayApp(App[None]):
    """Plays one match. Without a match it asks which game to play."""

    TITLE = "All Aboard"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; background: $background; }
    #head { height: 1; background: $primary; color: $text; padding: 0 1; text-style: bold; }
    #table { height: 1fr; min-height: 10; padding: 0 1; scrollbar-size: 0 1; }
    #board { width: auto; height: auto; }
    #below { height: 32%; min-height: 7; }
    #left { width: 40; border-top: solid $primary; }
    #right { width: 1fr; border-top: solid $primary; border-left: solid $primary; }
    #asks { height: 1; padding: 0 1; text-style: bold; }
    #menu { height: 1fr; border: none; padding: 0 0 0 1; background: $background; scrollbar-size: 0 1; }
    #story { height: 1fr; padding: 0 1; background: $background; scrollbar-size: 0 1; }
    #rules { padding: 0 2; background: $surface; }
    #ask { width: 60; height: auto; max-height: 80%; padding: 1 2; border: round $primary; background: $surface; }
    AskScreen, TalkScreen { align: center middle; }
    RulesScreen { align: center middle; }
    #question { text-style: bold; padding-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "hint", "key-hint", key_display="?"),
        Binding("u", "undo", "key-undo"),
        Binding("f1", "rules", "key-rules"),
        Binding("r", "again", "key-again"),
        Binding("t", "talk", "key-talk"),
        Binding("q,ctrl+c", "quit", "key-leave", key_display="q"),
        *(Binding(str(digit), f"pick({digit})", show=False) for digit in range(1, 10)),
    ]

    def __init__(self, match: Match | None = None, opener: Open | None = None, language: str = "en") -> None:
        super().__init__(ansi_color="NO_COLOR" in os.environ or None)  # otherwise NO_COLOR would give shades of grey
        self.match, self._open = match, opener
        self._language, self._said = language, words(language)
        self.problem: str | None = None  # why the program has ended
        self._again = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Title, table, menu, log, keys."""
        yield Static(self._said.say("title"), id="head")
        with VerticalScroll(id="table", can_focus=False):
            yield Static(id="board")
        with Horizontal(id="below"):
            with Vertical(id="left"):
                yield Label("", id="asks")
                yield OptionList(id="menu")
            with Vertical(id="right"):
                yield RichLog(id="story", wrap=True, markup=False, max_lines=500, min_width=20)
        yield Keys(self._said)

    def on_mount(self) -> None:
        """Begin, or ask what to play."""
        self.query_one("#story", RichLog).can_focus = False
        self.query_one("#menu", OptionList).focus()
        self.run_worker(self._begin(), exclusive=True)

    async def _begin(self) -> None:
        try:
            await self._play()
        except GameError as error:  # a bot that cannot be compiled
            self.problem = str(error)
            self.exit()

    async def _play(self) -> None:
        if self.match is None and self._open is not None:
            game = declaration(await self._ask("game", {one.name: self._title(one) for one in available()}))
            alone = self._said.say("seats-alone" if game.solo else "seats-one")
            seats = {str(n): alone if n == 1 else self._said.say("seats-many", seats=n) for n in game.seats}
            count = int(await self._ask("seats", seats))
            level = game.nearest_level("medium")
            if count > 1:
                levels = {level: level_name(self._said, level) for level in game.all_levels}
                bots = {level: self._said.say("bots-level", level=name) for level, name in levels.items()}
                level = await self._ask("bots", {**bots, MATCH: self._said.say("bots-match")})
            opening = in_thread(self._open, game.name, count, level)
            self.match = await self._patiently(self._said.say("preparing", game=self._title(game)), opening)
        assert self.match is not None
        if isinstance(self.match.position, Position):
            touched = in_thread(touch, self.match.position.game)
            await self._patiently(self._said.say("preparing-table"), touched)
        while True:
            self.query_one("#menu", OptionList).focus()
            await self.match.run(self.show_position, self.tell)
            self._again.clear()
            await self._again.wait()
            if (following := await self.match.again()) is not None:
                self.match = following

    async def _ask(self, question: str, answers: dict[str, str]) -> str:
        """Ask a question before the game begins."""
        asked = self._said.say(f"ask-{question}")
        answer: str = await self.push_screen_wait(AskScreen(self._said, asked, answers))
        return answer

    def _title(self, game: AnyDeclaration) -> str:
        return title_of(game, self._language)

    async def _patiently(self, what: str, work: Coroutine[None, None, T]) -> T:
        """Wait for something that may have to be compiled first, and show how long it has taken."""
        doing, began = asyncio.ensure_future(work), time.monotonic()
        while not (await asyncio.wait({doing}, timeout=1))[0]:
            passed = int(time.monotonic() - began)
            self.query_one("#asks", Label).update(self._said.say("so-far", what=what, seconds=passed))
            if passed == EXPLAIN:
                self.tell([self._said.say("compiling", what=what)])
        return doing.result()

    # ---- what is shown

    def show_position(self) -> None:
        """Draw the position."""
        assert self.match is not None
        position = self.match.position
        assert position is not None
        drawn = board(position.game)
        who = position.players[position.seat]
        title = self._title(position.game.declaration)
        self.query_one("#head", Static).update(self._said.say("head", game=title, name=who, seat=position.seat))
        table = drawn.draw(position)
        table.rstrip()
        self.query_one("#board", Static).update(table)
        menu, asks = self.query_one("#menu", OptionList), self.query_one("#asks", Label)
        menu.clear_options()
        for number, choice in enumerate(position.menu, 1):
            key = f"{number} " if number < 10 else "  "
            line = Text.assemble((key, "dim"), drawn.label(position, choice))
            line.no_wrap = True
            menu.add_option(Option(line, id=choice.text))
        if position.menu:
            menu.highlighted = 0
            asked = drawn.asks(position)
            asks.update(self._said.say("undo-too", asks=asked) if position.can_undo else asked)
        elif position.over:
            asks.update(self._said.say("over"))
            self.tell(position.ending)
        else:
            dice = self._said.say("dice")
            waiting = [position.name_of(seat) if seat < CHANCE else dice for seat in position.waiting]
            asks.update(self._said.say("waiting", names=self._said.listed(waiting)))

    def tell(self, sentences: list[str], *, strong: bool = False) -> None:
        """Add lines to the log."""
        story = self.query_one("#story", RichLog)
        for sentence in sentences:
            story.write(Text(sentence, "bold" if strong else ""))

    # ---- what you do

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the action that was chosen with the mouse or with Enter."""
        if event.option_list.id == "menu" and event.option.id:
            await self._act(event.option.id)

    async def action_pick(self, number: int) -> None:
        """Take the action with this number."""
        menu = self._menu
        if number <= len(menu):
            await self._act(menu[number - 1].text)

    @property
    def _menu(self) -> list[Choice]:
        return self.match.position.menu if self.match and self.match.position else []

    async def _act(self, text: str) -> None:
        if self.match and self.match.position and any(choice.text == text for choice in self._menu):
            self.match.position.menu = []  # one action for each question, even if keys are pressed quickly
            await self.match.act(text)

    async def action_undo(self) -> None:
        """Undo the last action."""
        if self.match and not await self.match.undo():
            self.notify(self._said.say("no-undo"))

    def action_hint(self) -> None:
        """Ask for advice."""
        if self._menu:
            self.run_worker(self._hint(), group="hint", exclusive=True)

    async def _hint(self) -> None:
        assert self.match is not None
        position = self.match.position
        assert position is not None
        asks = self.query_one("#asks", Label)
        asked = asks.content
        thinking = self._said.say("thinking")
        asks.update(f"{thinking} …")
        advice = await self._patiently(thinking, self.match.hint())
        if self.match.position is position:
            asks.update(asked)
        if not advice or self.match.position is not position:
            return
        menu, drawn = self.query_one("#menu", OptionList), board(position.game)
        places = {choice.text: place for place, choice in enumerate(position.menu)}
        menu.highlighted = places.get(advice[0].text, 0)
        for hint in advice:
            label = drawn.label(position, position.menu[places[hint.text]]).plain.strip() if hint.text in places else ""
            self.tell([self._said.say("hint", action=label, why=hint.why) if label else hint.why])

    def action_rules(self) -> None:
        """Show the rules."""
        if self.match and self.match.position:
            self.push_screen(RulesScreen(self.match.position.game, self._language))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Chat is only available at tables with people, and another game only after the end."""
        if action == "again":
            return bool(self.match and self.match.position and self.match.position.over)
        return action != "talk" or bool(self.match and self.match.talks)

    async def action_again(self) -> None:
        """Start a new game with the same players."""
        assert self.match is not None
        if self.match.talks:
            await self.match.again()  # the server announces the new table
        else:
            self._again.set()

    def action_talk(self) -> None:
        """Ask for a line, and send it."""
        self.run_worker(self._talk(), group="talk", exclusive=True)

    async def _talk(self) -> None:
        line = await self.push_screen_wait(TalkScreen(self._said))
        if line and self.match:
            await self.match.say(line)

    async def action_quit(self) -> None:
        """Save an unfinished game and quit."""
        if self.match:
            self.match.close()
        self.exit()
