"""The WebSocket protocol as an AsyncAPI 3 document, generated from the types that the server uses."""

from functools import cache

import msgspec

from allaboard import __version__
from allaboard.events import Acted, Event, GameIsOver, NotItsTurn, NotLegal, Reason
from allaboard.game import load
from allaboard.layout import Json
from allaboard.registry import available
from allaboard.server import protocol
from allaboard.server.protocol.commands import Commands
from allaboard.server.protocol.messages import Messages

Kinds = tuple[type[msgspec.Struct], ...]


@cache
def asyncapi() -> Json:
    """Every message in both directions, as JSON Schema."""
    commands: Kinds = Commands.__args__
    messages: Kinds = Messages.__args__
    references, schemas = _schemas((*commands, *messages))
    described = {
        kind.__name__: {"name": kind.__struct_config__.tag, "summary": kind.__doc__, "payload": reference}
        for kind, reference in zip((*commands, *messages), references, strict=True)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "All Aboard: the socket of a table", "version": __version__, "description": _STORY},
        "channels": {
            "table": {
                "address": "/api/tables/{id}/socket",
                "parameters": {"id": {"description": "The table's id, which is also its code"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in described},
            }
        },
        "operations": {
            "command": _operation("receive", commands),
            "tell": _operation("send", messages),
        },
        "components": {"messages": described, "schemas": schemas},
    }


def _schemas(kinds: Kinds) -> tuple[list[Json], Json]:
    """References to the messages, and their schemas. An event or a reason may be one of any game."""
    games = [told for declared in available() if (told := load(declared).told) is not None]
    events: Kinds = (Acted, *(kind for told in games for kind in told.EVENTS))
    reasons: Kinds = (NotLegal, NotItsTurn, GameIsOver, *(kind for told in games for kind in told.REASONS))
    found, schemas = msgspec.json.schema_components(
        (*kinds, *events, *reasons), schema_hook=_depends, ref_template="#/components/schemas/{name}"
    )
    references: list[Json] = list(found)
    rest = references[len(kinds) :]
    for base, members in ((Event, rest[: len(events)]), (Reason, rest[len(events) :])):
        schemas[base.__name__] = {"description": str(base.__doc__), "anyOf": members}
    return references[: len(kinds)], dict(schemas)


def _depends(kind: type) -> Json:
    """The schema of views and parts of actions, which depend on the game."""
    if kind is object:
        return {"description": "Depends on the game."}
    raise NotImplementedError


_STORY = f"""Version {protocol.VERSION}. The first message is hello; every command has an id and is answered by ack or
error with that id; a position is complete. The documentation explains the rest. Closing codes: {protocol.CLOSE}."""


def _operation(action: str, kinds: Kinds) -> Json:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds],
    }
