"""The games that are installed: the packages in `allaboard.games`, and games of other distributions.

Another distribution offers a game by an entry point in the group `allaboard.games`. Its name is the game's name, and
it points to the declaration:

    [project.entry-points."allaboard.games"]
    coupling = "coupling:GAME"
"""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from allaboard.declaration import AnyDeclaration, Declaration, S

GROUP = "allaboard.games"


class GameError(ValueError):
    """Wrong input. The message says what is wrong and what would be right."""


def game_names() -> tuple[str, ...]:
    """The names of all games. Their code is not imported.

    >>> "chess" in game_names()
    False
    """
    return tuple(sorted({*_shipped(), *_offered()}))


@cache
def _shipped() -> tuple[str, ...]:
    """The games in this package, found by their folders."""
    folders = pkgutil.iter_modules([str(Path(__file__).parent / "games")])
    return tuple(folder.name for folder in folders if folder.ispkg)


def is_shipped(name: str) -> bool:
    """Whether a game belongs to this package. The browser client has boards for these games."""
    return name in _shipped()


@cache
def _offered() -> dict[str, list[EntryPoint]]:
    """The games of other distributions. A game of this package cannot be replaced."""
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        if point.name not in _shipped():
            found.setdefault(point.name, []).append(point)
    return found


@cache
def declaration(name: str) -> AnyDeclaration:
    """The declaration of a game; a GameError if there is no such game, or if it cannot be imported."""
    if name in _shipped():
        source = f"allaboard.games.{name}"
        return _checked(name, f"{source}:GAME", getattr(importlib.import_module(source), "GAME", None))
    if name not in _offered():
        raise GameError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    point, *others = _offered()[name]
    if others:
        offering = " and ".join(sorted(map(_distribution, [point, *others])))
        raise GameError(f"the distributions {offering} both offer a game {name}; uninstall one of them")
    source = f"{point.value} of the distribution {_distribution(point)}"
    try:
        loaded = point.load()
    except Exception as error:
        raise GameError(f"the game {name} cannot be loaded from {source}: {type(error).__name__}: {error}") from error
    return _checked(name, source, loaded)


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "unknown"


def _checked(name: str, source: str, loaded: object) -> AnyDeclaration:
    if not isinstance(loaded, Declaration):
        raise GameError(f"{source} must be the Declaration of the game {name}, not {loaded!r}")
    if loaded.name != name:
        raise GameError(f"{source} must declare the game {name}, not {loaded.name}")
    return loaded


@cache
def available() -> tuple[AnyDeclaration, ...]:
    """Every game that can be loaded."""
    return tuple(declaration(name) for name in game_names() if name not in broken())


@cache
def broken() -> dict[str, str]:
    """The games of other distributions that cannot be loaded, and why. The other games still work."""
    found: dict[str, str] = {}
    for name in _offered():
        try:
            parts_of(declaration(name))
        except GameError as error:
            found[name] = str(error)
    return found


def parts_of(game: Declaration[S]) -> dict[str, ModuleType | None]:
    """The modules that a game is played with. A GameError says why one of them cannot be imported."""
    found: dict[str, ModuleType | None] = {}
    for name, find in (("rules", game.need), ("words", game.need), ("events", game.part), ("standing", game.part)):
        try:
            found[name] = find(name)
        except Exception as error:
            raise GameError(
                f"the module {name} of the game {game.name} cannot be imported: {type(error).__name__}: {error}"
            ) from error
    return found
