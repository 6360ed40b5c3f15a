"""The socket's protocol as an AsyncAPI 3 document, from the same types that the server speaks."""

from functools import cache
from typing import Any

import msgspec

from allaboard import __version__
from allaboard.server import protocol


@cache
def asyncapi() -> dict[str, Any]:
    """Every message in both directions, as JSON Schema."""
    commands: tuple[type[msgspec.Struct], ...] = protocol.Commands.__args__
    messages: tuple[type[msgspec.Struct], ...] = protocol.Messages.__args__
    _, schemas = msgspec.json.schema_components((*commands, *messages), ref_template="#/components/schemas/{name}")
    described = {
        kind.__name__: {
            "name": kind.__struct_config__.tag,
            "summary": kind.__doc__,
            "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        }
        for kind in (*commands, *messages)
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


_STORY = f"""Version {protocol.VERSION}. The first message is hello; every command has an id and is answered by ack or
error with that id; a position is complete. docs/protocol.md tells the rest. Closing codes: {protocol.CLOSE}."""


def _operation(action: str, kinds: tuple[type[msgspec.Struct], ...]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds],
    }
