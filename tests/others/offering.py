"""Games of other distributions, as if they were installed: a folder on the path with the metadata of one."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from allaboard import registry
from allaboard.catalog import catalog

OTHERS = Path(__file__).parent


def write_distribution(folder: Path, /, name: str = "others", **games: str) -> Path:
    """The metadata of a distribution that offers these games: `shunting="shunting:GAME"`."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    points = "\n".join(f"{game} = {value}" for game, value in games.items())
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{points}\n")
    return folder


@contextmanager
def offering(folder: Path, **games: str) -> Iterator[None]:
    """Offer these games inside the block, in this process and in child processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(OTHERS))
        patch.syspath_prepend(str(write_distribution(folder, **games)))
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        forget()
        yield
    forget()


def forget() -> None:
    """Make the registry search again."""
    for remembered in (registry._offered, registry.declaration, registry.available, registry.broken, catalog):
        remembered.cache_clear()
