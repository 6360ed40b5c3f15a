"""What a client sends."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from allaboard.bots.personas import Face
from allaboard.events import tag
from allaboard.server.protocol import Emotes, Id, Level, Nonce, Ply, SeatNumber


class Command(Struct, tag_field="type", tag=tag, frozen=True, forbid_unknown_fields=True):
    """A message from a client."""


class Hello(Command, frozen=True):
    """The first message. Without a token the client is a spectator."""

    version: int
    token: Annotated[str, Meta(max_length=64)] | None = None


class Act(Command, frozen=True):
    """Take an action. In a simultaneous decision: make or change your choice."""

    id: Id
    ply: Ply
    action: Annotated[str, Meta(max_length=64)]
    pad: Annotated[
        str, Meta(max_length=64, description="Ignored. Pads the frame, so that its length does not reveal the action.")
    ] = ""


class Withdraw(Command, frozen=True):
    """Withdraw your choice in a simultaneous decision that is still open."""

    id: Id
    ply: Ply


class Call(Command, frozen=True):
    """Start the countdown, if the game has one and your seat may start it."""

    id: Id
    ply: Ply


class Seen(Command, frozen=True):
    """Say that you have been shown everything that led to this decision. A countdown that was called waits for it."""

    id: Id
    ply: Ply


class Undo(Command, frozen=True):
    """Undo your last action. Rolls, reveals and other people's actions cannot be undone.

    Without a clock, a person who plays against bots alone can undo several actions, and the bots' actions after them.
    """

    id: Id
    ply: Ply


class Advise(Command, frozen=True):
    """Ask for the expected result of each of your actions. Only this socket gets the answer."""

    id: Id
    ply: Ply


class Chat(Command, frozen=True):
    """Send a chat message to the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Emote(Command, frozen=True):
    """Send an emote to the table."""

    id: Id
    name: Emotes


class TakeBackSeat(Command, frozen=True):
    """Take your seat back from the bot that plays for you."""

    id: Id


class Story(Command, frozen=True):
    """Ask for the last steps again."""

    id: Id
    last: Annotated[int, Meta(ge=1, le=400)] = 40


class Rematch(Command, frozen=True):
    """After the end: open a new table for the same people."""

    id: Id


class SeatBot(Command, frozen=True):
    """Host, before the start: put a bot on an open seat, or change its level."""

    id: Id
    seat: SeatNumber
    level: Level


class Kick(Command, frozen=True):
    """Host, before the start: remove whoever sits on a seat."""

    id: Id
    seat: SeatNumber


class Leave(Command, frozen=True):
    """Leave the table. Before the start the seat becomes free; later a bot plays for it."""

    id: Id


class Shuffle(Command, frozen=True):
    """Host, before the start: shuffle the seats."""

    id: Id


class Start(Command, frozen=True):
    """Host: start the game. Open seats get bots of the table's level."""

    id: Id


class Ready(Command, frozen=True):
    """Before the start: say whether you are ready."""

    id: Id
    ready: bool


class ChooseFace(Command, frozen=True):
    """Choose the face that others see."""

    id: Id
    face: Face


class AddNonce(Command, frozen=True):
    """Before the start, once: add a nonce to the random draws. The commitment to the seed is already public."""

    id: Id
    nonce: Nonce


class Ping(Command, frozen=True):
    """Answered by `pong`."""

    id: Id


Commands = (
    Hello
    | Act
    | Withdraw
    | Call
    | Seen
    | Undo
    | Advise
    | Chat
    | Emote
    | TakeBackSeat
    | Story
    | Rematch
    | SeatBot
    | Kick
    | Leave
    | Shuffle
    | Start
    | Ready
    | ChooseFace
    | AddNonce
    | Ping
)

_commands = msgspec.json.Decoder(Commands)


def decode_command(text: str) -> Commands:
    """Decode a command from a frame. Raises a msgspec error that says what is wrong."""
    command: Commands = _commands.decode(text)
    return command
