"""Events and tables that earlier versions have stored can still be read."""

import json

from allaboard.server import tableevents
from allaboard.server.table import fold

SEED = "00" * 32
BEFORE: list[dict[str, object]] = [
    {"e": "opened", "settings": {"game": "miyajima", "seats": 2}, "seed": SEED},
    {"e": "joined", "seat": 0, "name": "Ada", "tokens": ["a"], "browser": "b"},
    {"e": "keyed", "seat": 0, "token": "c"},
    {"e": "bot_seated", "seat": 1, "level": "easy"},
    {"e": "emptied", "seat": 1},
    {"e": "bot_seated", "seat": 1, "level": "medium", "edge": 40},
    {"e": "shuffled", "order": [1, 0]},
    {"e": "shuffled", "order": [1, 0]},
    {"e": "started", "lines": []},
    {"e": "acted", "lines": [[0, "roll red"]], "seat": 0, "command": "1"},
    {"e": "undone", "seat": 0, "command": "2"},
    {"e": "acted", "lines": [[0, "roll blue"], [8, "4"]], "seat": 0, "command": "3"},
    {"e": "chose", "seat": 1, "action": "load blue fast"},
    {"e": "chose", "seat": 1, "action": None},
    {"e": "paused", "left_ms": 5},
    {"e": "resumed", "left_ms": 5},
    {"e": "wheel", "seat": 0, "bot": True, "why": "away"},
    {"e": "acted", "lines": [[0, "load blue fast"], [1, "load blue heavy"]], "together": True},
    {"e": "followed", "table": "another"},
]
"""The events of a table as version 1 of the protocol stored them, one of every kind."""


def test_events_of_every_kind_that_version_1_stored_can_be_replayed() -> None:
    bodies = [(at, json.dumps(event).encode()) for at, event in enumerate(BEFORE)]
    since = {kind for kind in tableevents.TableEvent.__args__ if kind.SINCE > 1}  # kinds that came later
    assert {type(tableevents.decode(body)) for _, body in bodies} == set(tableevents.TableEvent.__args__) - since
    table = fold("some-table", bodies)
    ada, bot = table.sitters
    assert ada is not None
    assert bot is not None
    assert (ada.name, ada.bot, ada.autopilot, ada.tokens) == ("Ada", None, True, ["a", "c"])
    assert (bot.bot, bot.percent, bot.autopilot) == ("medium", 40, False)
    assert [text for _, text in table.lines] == ["roll blue", "4", "load blue fast", "load blue heavy"]
    assert table.plies == [3, 4, 5, 6], "the first action, and then its undo, had numbers of their own"
    assert (table.ply, table.phase, table.following) == (6, "playing", "another")


def test_stored_events_read_back_the_same() -> None:
    for event in BEFORE:
        decoded = tableevents.decode(json.dumps(event))
        assert tableevents.decode(tableevents.encode(decoded)) == decoded
        stored = json.loads(tableevents.encode(decoded))
        assert (stored["e"], stored.get("edge")) == (event["e"], event.get("edge"))
