"""Sentences in every language: one catalog for each, in Project Fluent's format, read here and by the browser.

A game's messages are in `messages/LANGUAGE.ftl` of its package; what all games share is in `allaboard/messages`. The
sentence of an event is the message named like its class (`got_off`), that of a refusal `refusal-…`. The fields of the
record are the message's variables. For a field `seat` that is a seat, `$seat` is the player's name and `$seat-is` is
`you` or `other`. For a field `seats` of several seats, `$seats` lists the names, `$seats-count` is their number, and
`$seats-is` is `you` if the reader is the only one. `{ WORD($colour, of: "colour") }` inserts the message `colour-red`
if `$colour` is `red`.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

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
    """The messages of one language, for one game or for none."""

    def __init__(self, language: str, texts: Sequence[str]) -> None:
        self.language = language
        self._bundle = FluentBundle([language], functions={"WORD": cast(Any, self._word)}, use_isolating=False)
        for text in texts:
            self._bundle.add_resource(FluentResource(text))

    def __contains__(self, message: str) -> bool:
        return bool(self._bundle.has_message(message))

    def say(self, message: str, /, **arguments: Argument) -> str:
        """A message with its variables filled in."""
        if message not in self:
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
        return self.say(message_of(event), **self.arguments(event, names, you))

    def explain(self, reason: Reason, names: Sequence[str] = (), you: int | None = None) -> str:
        """Why an action was refused."""
        return self.say(message_of(reason), **self.arguments(reason, names, you))

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

    def listed(self, words: Sequence[str]) -> str:
        """A list of words, as the language writes it."""
        if not words:
            return self.say("list-empty")
        said = words[-1]
        for at, word in enumerate(reversed(words[:-1])):
            said = self.say("list-pair" if at == 0 else "list-more", first=word, rest=said)
        return said


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
    """The messages of a game in a language, or in English if the game has no messages in that language."""
    return Catalog(
        language, [common_text(language), *([] if game is None else [game_text(declaration(game), language)])]
    )


def common_text(language: str) -> str:
    """The messages that all games share, as their file has them."""
    if language not in LANGUAGES:
        raise MessageError(f"there are no messages in {language!r}; there are {', '.join(LANGUAGES)}")
    return files("allaboard").joinpath("messages", f"{language}.ftl").read_text(encoding="utf-8")


def game_text(game: Declaration[S], language: str) -> str:
    """A game's own messages, as their file has them."""
    return game.text(f"messages/{language}.ftl") or game.text("messages/en.ftl") or ""
