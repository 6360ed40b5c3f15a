"""Sentences in every language: one catalog for each language, in Project Fluent's format, read here and by the browser.

A game's messages are in `messages/LANGUAGE.ftl` of its package; those that all games share are in `allaboard/messages`.
The message of an event is named like its class (`got_off`); the message of a refusal is named `refusal-…`. The fields
of the class are the message's variables. For a field `seat` that is a seat, `$seat` is the player's name and `$seat-is`
is `you` or `other`. For a field `seats` of several seats, `$seats` lists the names, `$seats-count` is their number, and
`$seats-is` is `you` if the reader is the only one. `{ WORD($colour, of: "colour") }` inserts the message `colour-red`
if `$colour` is `red`.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast
from unicodedata import east_asian_width

from fluent.runtime import FluentBundle, FluentResource
from msgspec import Struct

from allaboard.declaration import Declaration, S
from allaboard.events import CHANCE, Event, Reason, fields_of
from allaboard.registry import declaration

LANGUAGES: Final = ("en", "ja")
Argument = str | int | float


class MessageError(LookupError):
    """A message is missing, or cannot be formatted."""


class Catalog:
    """The messages of one language, for one game or for none. Missing messages are taken from the `fallback`."""

    def __init__(self, language: str, texts: Sequence[str], fallback: "Catalog | None" = None) -> None:
        self.language = language
        self._fallback = fallback
        # Any: the types of fluent.runtime do not allow a method here
        self._bundle = FluentBundle([language], functions={"WORD": cast(Any, self._word)}, use_isolating=False)
        for text in texts:
            self._bundle.add_resource(FluentResource(text))

    def __contains__(self, message: str) -> bool:
        return bool(self._bundle.has_message(message))

    def say(self, message: str, /, **arguments: Argument) -> str:
        """A message with its variables filled in."""
        if message not in self:
            if self._fallback is not None:
                return self._fallback.say(message, **arguments)
            raise MessageError(f"there is no message {message!r} in {self.language}")
        pattern = self._bundle.get_message(message).value
        if pattern is None:
            raise MessageError(f"the message {message!r} in {self.language} has no text")
        said, errors = self._bundle.format_pattern(pattern, arguments)
        if errors:
            raise MessageError(f"the message {message!r} in {self.language}: {errors[0]}")
        return str(said)

    def _word(self, value: object, of: object = "") -> str:
        return self.say(f"{of}-{value}".replace("_", "-") if of else str(value))

    def tell(self, event: Event, names: Sequence[str] = (), you: int | None = None) -> str | None:
        """An event's sentence; None if it has none."""
        if event.silent:
            return None
        return self._sentence(event, names, you)

    def explain(self, reason: Reason, names: Sequence[str] = (), you: int | None = None) -> str:
        """Why an action was refused."""
        return self._sentence(reason, names, you)

    def _sentence(self, told: Struct, names: Sequence[str], you: int | None) -> str:
        message = message_of(told)
        if message not in self and self._fallback is not None:  # names and lists are in the sentence's language
            return self._fallback._sentence(told, names, you)
        return self.say(message, **self.arguments(told, names, you))

    def arguments(self, told: Struct, names: Sequence[str], you: int | None) -> dict[str, Argument]:
        """The variables of an event's or a refusal's message."""
        found: dict[str, Argument] = {}
        for name, (role, _) in fields_of(type(told)).items():
            value = getattr(told, name)
            match role:
                case "seat" if value is not None:
                    found |= {name: self._name(value, names), f"{name}-is": "you" if value == you else "other"}
                case "seats":
                    found[name] = self.listed([self._name(seat, names) for seat in value])
                    found |= {f"{name}-count": len(value), f"{name}-is": "you" if value == [you] else "other"}
                case "list":
                    found |= {name: self.listed([str(item) for item in value]), f"{name}-count": len(value)}
                case "place":
                    found[name] = value + 1
                case "truth":
                    found[name] = "yes" if value else "no"
                case _:
                    found[name] = "hidden" if value is None else value
        return found

    def _name(self, seat: int, names: Sequence[str]) -> str:
        if seat == CHANCE:
            return self.say("chance-name")
        return names[seat] if seat < len(names) else self.say("seat-name", number=seat)

    def row(self, words: Sequence[str]) -> str:
        """Words with commas between them, as the language writes them."""
        said = words[-1]
        for word in reversed(words[:-1]):
            said = self.say("list-more", first=word, rest=said)
        return said

    def listed(self, words: Sequence[str]) -> str:
        """A list of words, as the language writes it."""
        if not words:
            return self.say("list-empty")
        said = words[-1]
        for at, word in enumerate(reversed(words[:-1])):
            said = self.say("list-pair" if at == 0 else "list-more", first=word, rest=said)
        return said


def padded(text: str, width: int) -> str:
    """A text with spaces after it, up to a width in a terminal, where Japanese letters are two columns wide.

    >>> padded("札", 5), padded("card", 5)
    ('札   ', 'card ')
    """
    return text + " " * (width - columns(text))


def fitted(text: str, width: int) -> str:
    """A text cut or filled up to a width in a terminal.

    >>> fitted("車掌と荷物", 5), fitted("Ada", 5)
    ('車掌 ', 'Ada  ')
    """
    while columns(text) > width:
        text = text[:-1]
    return padded(text, width)


def columns(text: str) -> int:
    """The width of a text in a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def message_of(told: Struct | type[Struct]) -> str:
    """The name of a record's message.

    >>> from allaboard.events import NotItsTurn
    >>> message_of(NotItsTurn)
    'refusal-not_its_turn'
    """
    name = str(told.__struct_config__.tag)
    kind = told if isinstance(told, type) else type(told)
    return f"refusal-{name}" if issubclass(kind, Reason) else name


@cache
def catalog(game: str | None = None, language: str = "en") -> Catalog:
    """The messages of a game in a language. Messages that the game does not have in this language are in English."""
    own = [] if game is None else [game_text(declaration(game), language)]
    english = None if game is None or language == "en" else catalog(game)
    return Catalog(language, [common_text(language), *own], english)


def title_of(game: Declaration[S], language: str = "en") -> str:
    """A game's title in a language; the declared one if its messages have none."""
    messages = catalog(game.name, language)
    return messages.say("game-title") if "game-title" in messages else game.title


def common_text(language: str) -> str:
    """The messages that all games share, as the text of their file."""
    if language not in LANGUAGES:
        raise MessageError(f"there are no messages in {language!r}; there are {', '.join(LANGUAGES)}")
    return files("allaboard").joinpath("messages", f"{language}.ftl").read_text(encoding="utf-8")


def game_text(game: Declaration[S], language: str) -> str:
    """A game's own messages, as the text of their file; empty if it has none in this language."""
    return game.text(f"messages/{language}.ftl") or ""
