"""What a server announces while it compiles."""

import pytest

from allaboard.registry import available
from allaboard.server import readiness, warm


def announced(monkeypatch: pytest.MonkeyPatch, cores: int, rules: bool) -> object:
    """The seconds that a server with an empty cache announces, with or without compiled rules."""
    said: list[dict[str, object]] = []
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr(readiness, "log", lambda event, **about: said.append(about))
    monkeypatch.setattr(readiness, "LOADED", {game.name for game in available()} if rules else set())
    monkeypatch.setattr(warm, "has_rules", lambda game: False)
    monkeypatch.setattr(warm, "needed", lambda: True)
    monkeypatch.setattr(readiness.Preparation, "_prepare", lambda self, missing: None)
    readiness.Preparation().start()
    (about,) = said
    return about["about_seconds"]


def test_the_announced_time_depends_on_the_cores_and_on_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    games = len(available())
    assert announced(monkeypatch, 2, rules=True) == warm.BOTS * games, "one process compiles all bots"
    assert announced(monkeypatch, 1, rules=False) == (warm.RULES + warm.BOTS) * games
    assert announced(monkeypatch, games, rules=False) == warm.RULES + warm.BOTS * games
