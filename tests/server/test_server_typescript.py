"""The browser's types match the server's, and the protocol's documentation names every message."""

import json
from pathlib import Path

import pytest

from allaboard.registry import available, is_shipped
from allaboard.server import protocol
from allaboard.server.asyncapi import asyncapi
from allaboard.server.protocol import commands, messages
from allaboard.server.typescript import files

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "client" / "src"


@pytest.mark.parametrize("place", files())
def test_the_clients_types_are_up_to_date(place: str) -> None:
    kept = (SOURCES / place).read_text(encoding="utf-8")
    assert kept == files()[place], "run `python -m allaboard.server.typescript client/src`"


def test_every_game_with_a_board_has_its_types() -> None:
    games = [declared.name for declared in available() if is_shipped(declared.name)]
    common = ["protocol.ts", "core/generated.ts", "games/generated.ts"]
    assert list(files()) == [*common, *(f"games/{name}/generated.ts" for name in games)]
    kept = {str(file.relative_to(SOURCES)) for file in SOURCES.glob("games/*/generated.ts")}
    assert kept == set(files()) - set(common), "no types are left of a game that is gone"


def test_every_message_is_described_in_the_protocols_page() -> None:
    page = (ROOT / "docs/reference/websocket.md").read_text(encoding="utf-8")
    for union in (commands.Commands, messages.Messages):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page, kind
    for code in protocol.CLOSE.values():
        assert str(code) in page


def test_the_sockets_description_holds_every_message() -> None:
    document = json.loads(json.dumps(asyncapi()))
    sent = {reference["$ref"].rsplit("/", 1)[1] for reference in document["operations"]["tell"]["messages"]}
    assert sent == {kind.__name__ for kind in messages.Messages.__args__}
    schemas = document["components"]["schemas"]
    for message in document["components"]["messages"].values():
        assert message["payload"]["$ref"].removeprefix("#/components/schemas/") in schemas
