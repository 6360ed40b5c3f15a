"""The messages of a table's socket, from the structs that the server uses."""

import inspect
import re
from typing import Any, Final, get_args

from docs.generate.markdown import anchor, sentence, table
from docs.generate.structs import fields
from msgspec import Struct

from allaboard.bots.personas import Face
from allaboard.server import protocol
from allaboard.server.protocol.commands import Commands
from allaboard.server.protocol.messages import Messages
from allaboard.server.typescript import structs_of

EVENTS: Final = {"Event": "events/index.md", "Reason": "events/index.md"}
"""Where the events and refusals of games are described."""


def page(argument: str) -> str:
    """Every command and every message, then the objects that they contain."""
    commands, messages = get_args(Commands), get_args(Messages)
    shared: list[type[Struct]] = [*structs_of(protocol), Face]
    links = {one.__name__: f"#{anchor(one.__name__)}" for one in shared} | EVENTS
    parts = ["## Commands", "What a client sends. Every command except `hello` has an `id`."]
    parts += [_struct(f"`{one.__struct_config__.tag}` (command)", one, links) for one in commands]
    parts += ["## Messages", "What the server sends."]
    parts += [_struct(f"`{one.__struct_config__.tag}` (message)", one, links) for one in messages]
    parts += ["## Shared objects"]
    parts += [_struct(one.__name__, one, links) for one in shared]
    parts += ["## Error codes", table(["code", "meaning"], _codes())]
    return "\n\n".join(parts)


def _codes() -> list[list[str]]:
    """Every error code with the comment behind it."""
    comments = dict(re.findall(r'^    "(\w+)",  # (.+)$', inspect.getsource(protocol), re.MULTILINE))
    return [[f"`{code}`", comments[code]] for code in get_args(protocol.Code)]


def _struct(title: str, struct: Any, links: dict[str, str]) -> str:
    return f"### {title}\n\n{sentence(struct.__doc__)}\n\n{fields(struct, links)}".strip()
