"""The browser's types are those of the server."""

from pathlib import Path

from allaboard.server.typescript import typescript

ROOT = Path(__file__).parents[2]


def test_the_clients_types_are_up_to_date() -> None:
    kept = (ROOT / "client/src/protocol.ts").read_text(encoding="utf-8")
    assert kept == typescript(), "run `python -m allaboard.server.typescript > client/src/protocol.ts`"


def test_every_message_is_described_in_the_protocols_page() -> None:
    from allaboard.server import protocol

    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for union in (protocol.Commands, protocol.Messages):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page, kind
    for code in protocol.CLOSE.values():
        assert str(code) in page


def test_the_sockets_description_holds_every_message() -> None:
    from allaboard.server import protocol
    from allaboard.server.asyncapi import asyncapi

    document = asyncapi()
    sent = {reference["$ref"].rsplit("/", 1)[1] for reference in document["operations"]["tell"]["messages"]}
    assert sent == {kind.__name__ for kind in protocol.Messages.__args__}
    assert set(document["components"]["messages"]) <= set(document["components"]["schemas"])
