"""All Aboard: train games to play, to simulate and to study.

Everything here is imported when it is first used, so `import allaboard` costs next to nothing.

>>> import allaboard
>>> game = allaboard.load(allaboard.game_names()[0])
>>> state = game.start(seats=3)
>>> while game.actors(state) == [allaboard.CHANCE]:
...     game.play(state, allaboard.CHANCE, game.legal(state, allaboard.CHANCE)[0])
>>> seat = game.actors(state)[0]
>>> medium = allaboard.policy(game.name, "medium")
>>> medium(game.view(state, seat), allaboard.stream(7)) in game.legal(state, seat)
True
"""

import importlib
from typing import TYPE_CHECKING

from allaboard.registry import GameError, game_names

if TYPE_CHECKING:
    from allaboard import envs, simulate, testing
    from allaboard.bots.advice import Advice, advise
    from allaboard.bots.levels import Policy, bot, policy
    from allaboard.declaration import Declaration
    from allaboard.events import Event
    from allaboard.game import ALL_SEEING, CHANCE, WATCHER, Actions, Game, Options, Refusal, State
    from allaboard.game import load as load
    from allaboard.notation import GameRecord, RecordError, Scribe, read_records, replay, verify
    from allaboard.record import Record, field, rule
    from allaboard.reviews.findings import Review
    from allaboard.reviews.review import review
    from allaboard.rng import Rng, stream
    from allaboard.simulate.batch import Batch

__version__ = "0.2.0"

_HOMES = {
    "allaboard.bots.advice": ("Advice", "advise"),
    "allaboard.bots.levels": ("Policy", "bot", "policy"),
    "allaboard.declaration": ("Declaration",),
    "allaboard.events": ("Event",),
    "allaboard.game": ("ALL_SEEING", "CHANCE", "WATCHER", "Actions", "Game", "Options", "Refusal", "State", "load"),
    "allaboard.notation": ("GameRecord", "RecordError", "Scribe", "read_records", "replay", "verify"),
    "allaboard.record": ("Record", "field", "rule"),
    "allaboard.reviews.findings": ("Review",),
    "allaboard.reviews.review": ("review",),
    "allaboard.rng": ("Rng", "stream"),
    "allaboard.simulate.batch": ("Batch",),
}
_MODULES = ("envs", "simulate", "testing")

__all__ = [
    "ALL_SEEING",
    "CHANCE",
    "WATCHER",
    "Actions",
    "Advice",
    "Batch",
    "Declaration",
    "Event",
    "Game",
    "GameError",
    "GameRecord",
    "Options",
    "Policy",
    "Record",
    "RecordError",
    "Refusal",
    "Review",
    "Rng",
    "Scribe",
    "State",
    "__version__",
    "advise",
    "bot",
    "envs",
    "field",
    "game_names",
    "load",
    "policy",
    "read_records",
    "replay",
    "review",
    "rule",
    "simulate",
    "stream",
    "testing",
    "verify",
]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    for home, names in _HOMES.items():
        if name in names:
            found: object = getattr(importlib.import_module(home), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
