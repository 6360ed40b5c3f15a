"""Laws of events and messages: every step has events, and every event has a sentence in every language of the game."""

from collections.abc import Iterator
from typing import TypedDict, cast

import msgspec
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from allaboard.catalog import LANGUAGES, catalog, common_text, message_of
from allaboard.events import Acted, describe, fields_of
from allaboard.testing.law import Trial


class Described(TypedDict):
    """A field of an event, as far as messages need it."""

    name: str
    words: list[str]


def every_step_is_told(trial: Trial) -> None:
    """Every step has events for every viewer, which can be written as JSON and read again."""
    game = trial.game
    for state, actor, action in trial.steps():
        after = trial.after(state, actor, action)
        for viewer in (*trial.viewers, -1):
            told = game.step_events(state, after, actor, action, viewer)
            trial.demand(told, f"viewer {viewer} is told nothing of {game.say(actor, action)!r}")
            for event in told:
                again = game.event(msgspec.json.decode(msgspec.json.encode(event)))
                trial.demand(again == event, f"{event} is read as {again}")


def every_event_has_a_sentence(trial: Trial) -> None:
    """Every event has a sentence in every language, for the player that it is about and for the others."""
    game = trial.game
    names = [f"Name{seat}" for seat in range(trial.seats)]
    for state, actor, action in trial.steps():
        after = trial.after(state, actor, action)
        for viewer in (0, trial.seats - 1, 9):
            told = game.step_events(state, after, actor, action, viewer)
            for language in languages(trial):
                for sentence in game.sentences(told, names, viewer, language):
                    whole = sentence.strip() == sentence and sentence and sentence[-1] in ".!。！"
                    named = isinstance(told[0], Acted)
                    trial.demand(whole or named, f"{sentence!r} is not a whole sentence")
                    trial.demand("{" not in sentence, f"a variable of {sentence!r} is not filled in")


def languages(trial: Trial) -> list[str]:
    """The languages that a game has messages in."""
    declared = trial.game.declaration
    return [language for language in LANGUAGES if declared.text(f"messages/{language}.ftl") is not None]


def catalogs_are_complete(trial: Trial) -> None:
    """A catalog has a message for every event and every refusal, and for nothing else, with the right variables."""
    game = trial.game
    kinds: list[type[Struct]] = [*game.told.EVENTS, *game.told.REASONS] if game.told else []
    spoken = [kind for kind in kinds if not getattr(kind, "silent", False)]
    declared = declared_words(trial)
    trial.demand("en" in languages(trial) or not (spoken or declared), "there is no messages/en.ftl")
    for language in languages(trial):
        text = game.declaration.text(f"messages/{language}.ftl") or ""
        messages = Messages(text)
        trial.demand(not messages.junk, f"{language}.ftl cannot be read at {messages.junk[:1]}")
        trial.demand(not messages.twice, f"{language}.ftl has {messages.twice[:1]} twice")
        for kind in spoken:
            name = message_of(kind)
            trial.demand(name in messages.variables, f"{language}.ftl has no message {name}")
            unknown = messages.all_variables(name) - variables_of(kind)
            trial.demand(not unknown, f"{language}.ftl: {name} uses {sorted(unknown)}, which {kind.__name__} lacks")
            lacking = messages.lacking_words(name, kind)
            trial.demand(not lacking, f"{language}.ftl: {name} inserts words without a message: {', '.join(lacking)}")
        lacking = sorted(declared - messages.variables.keys())
        trial.demand(not lacking, f"{language}.ftl has no message {', '.join(lacking)}, which the declaration needs")
        needed = {message_of(kind) for kind in spoken}
        words = {word for kind in spoken for word in words_of(kind)}
        used = needed | messages.referred(needed) | declared | NAMES
        used |= {name for name in messages.variables if name.startswith(TEXTS)}
        spare = [name for name in messages.variables if name not in used and not messages.is_word(name, words, used)]
        trial.demand(not spare, f"{language}.ftl has messages that nothing uses: {', '.join(spare)}")
        catalog(game.name, language)
    _same_variables(trial, spoken)


def _same_variables(trial: Trial, spoken: list[type[Struct]]) -> None:
    """The sentences of all languages have the variables of the English sentence."""
    texts = {
        language: Messages(trial.game.declaration.text(f"messages/{language}.ftl") or "")
        for language in languages(trial)
    }
    for kind in spoken:
        shown = {language: _shown(messages.all_variables(message_of(kind))) for language, messages in texts.items()}
        for language, found in shown.items():
            missing = shown["en"] - found
            trial.demand(not missing, f"{language}.ftl: {message_of(kind)} drops {sorted(missing)}")


def _shown(variables: set[str]) -> set[str]:
    """The variables, without those that only select a form, because some languages need fewer forms."""
    return {name.removesuffix("-is").removesuffix("-count") for name in variables}


TEXTS = ("text-", "terminal-")
"""The prefixes of messages for the table as text and for the game's terminal board."""
NAMES = {"game-title", "game-tagline"}
"""Messages that a game may have: its title, and a line about it, in each language."""


def declared_words(trial: Trial) -> set[str]:
    """Messages that the declaration needs, for styles, ranks and goals, and those that reviews need."""
    declared = trial.game.declaration
    solo, reasons = declared.solo, declared.part("reasons")
    words = {f"reason-{name}" for name in reasons.Leaves.__struct_fields__} if reasons else set()
    words |= {f"option-{kind.__struct_config__.tag}" for kind in reasons.PHRASES} if reasons else set()
    words |= {f"style-{name}" for name in declared.styles}
    if solo is not None:
        words |= {f"rank-{name}" for _, name in solo.ranks} | {f"goal-{name}" for name in solo.goals}
    return words


def variables_of(kind: type[Struct]) -> set[str]:
    """The variables that an event's message may use."""
    found: set[str] = set()
    for name, (role, _) in fields_of(kind).items():
        found.add(name)
        if role in ("seat", "seats"):
            found.add(f"{name}-is")
        if role in ("seats", "list"):
            found.add(f"{name}-count")
    return found


def words_of(kind: type[Struct]) -> Iterator[str]:
    """The possible words of a field of an event."""
    for field in fields(kind):
        yield from field["words"]


def fields(kind: type[Struct]) -> list[Described]:
    """How the fields of an event are described."""
    return cast(list[Described], describe(kind)["fields"])


class Messages(Visitor):
    """The messages of a catalog, each with its variables and the other messages that it uses."""

    def __init__(self, text: str) -> None:
        self.variables: dict[str, set[str]] = {}
        self.references: dict[str, set[str]] = {}
        self.word_kinds: dict[str, set[str]] = {}
        self.inserted: dict[str, set[tuple[str, str]]] = {}
        self.junk: list[str] = []
        self.twice: list[str] = []
        self._here = ""
        self.visit(FluentParser().parse(text))

    def visit_Junk(self, node: ast.Junk) -> None:  # noqa: N802 (the parser's names)
        """A part of the file that cannot be parsed."""
        self.junk.append((node.content or "").splitlines()[0])

    def visit_Message(self, node: ast.Message) -> None:  # noqa: N802
        """One message."""
        self._here = node.id.name
        if self._here in self.variables:
            self.twice.append(self._here)
        self.variables[self._here], self.references[self._here], self.word_kinds[self._here] = set(), set(), set()
        self.inserted[self._here] = set()
        self.generic_visit(node)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        """A variable."""
        self.variables[self._here].add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        """A reference to another message."""
        self.references[self._here].add(node.id.name)

    def visit_FunctionReference(self, node: ast.FunctionReference) -> None:  # noqa: N802
        """`WORD($colour, of: "colour")` uses the messages that begin with `colour-`."""
        for argument in node.arguments.named:
            if isinstance(argument.value, ast.StringLiteral):
                self.word_kinds[self._here].add(argument.value.value)
                for value in node.arguments.positional:
                    if isinstance(value, ast.VariableReference):
                        self.inserted[self._here].add((value.id.name, argument.value.value))
        self.generic_visit(node)

    def referred(self, names: set[str]) -> set[str]:
        """Every message that these messages use, directly or indirectly."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            for other in self.references.get(name, ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def all_variables(self, name: str) -> set[str]:
        """The variables of a message and of the messages that it uses."""
        return set().union(*(self.variables.get(one, set()) for one in {name} | self.referred({name})))

    def lacking_words(self, name: str, kind: type[Struct]) -> list[str]:
        """The words that a message of this class may insert by `WORD` and that have no message."""
        inserted = set().union(*(self.inserted.get(one, set()) for one in {name} | self.referred({name})))
        keys = (
            f"{of}-{word}".replace("_", "-")
            for field in fields(kind)
            for variable, of in inserted
            for word in field["words"]
            if variable == field["name"]
        )
        return sorted(key for key in keys if key not in self.variables)

    def is_word(self, name: str, words: set[str], used: set[str]) -> bool:
        """Whether a message is a word that one of the used messages may insert."""
        kinds = set().union(*(self.word_kinds.get(one, set()) for one in used))
        return any(name == f"{kind}-{word}".replace("_", "-") for kind in kinds for word in words)


def common_catalogs_agree() -> list[str]:
    """The problems of the messages that all games share, language by language."""
    english = Messages(common_text("en"))
    wrong = []
    for language in LANGUAGES:
        messages = Messages(common_text(language))
        wrong += [f"{language}: {line}" for line in (*messages.junk, *messages.twice)]
        for name in english.variables.keys() ^ messages.variables.keys():
            wrong.append(f"{language}: {name} is not in both languages")
        for name in english.variables.keys() & messages.variables.keys():
            if _shown(english.all_variables(name)) != _shown(messages.all_variables(name)):
                wrong.append(f"{language}: {name} has other variables than in English")
    return wrong
