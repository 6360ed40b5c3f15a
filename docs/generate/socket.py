"""The messages of a table's socket, from the structs that the server uses."""

from typing import Any, get_args

from docs.generate.markdown import anchor, sentence
from docs.generate.structs import fields

from allaboard.server import protocol
from allaboard.server.protocol.commands import Commands
from allaboard.server.protocol.messages import Messages
from allaboard.server.typescript import structs_of


def page(argument: str) -> str:
    """Every command and every message, then the objects that they contain."""
    commands, messages = get_args(Commands), get_args(Messages)
    shared = structs_of(protocol)
    links = {one.__name__: f"#{anchor(one.__name__)}" for one in shared}
    parts = ["## Commands", "What a client sends. Every command except `hello` has an `id`."]
    parts += [_struct(f"`{one.__struct_config__.tag}` (command)", one, links) for one in commands]
    parts += ["## Messages", "What the server sends."]
    parts += [_struct(f"`{one.__struct_config__.tag}` (message)", one, links) for one in messages]
    parts += ["## Shared objects"]
    parts += [_struct(one.__name__, one, links) for one in shared]
    parts += ["## Error codes", ", ".join(f"`{code}`" for code in get_args(protocol.Code)) + "."]
    return "\n\n".join(parts)


def _struct(title: str, struct: Any, links: dict[str, str]) -> str:
    return f"### {title}\n\n{sentence(struct.__doc__)}\n\n{fields(struct, links)}".strip()
