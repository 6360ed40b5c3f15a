"""Games of other distributions, as if they were installed: a folder on the path with the metadata of one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from allaboard import registry
from allaboard.catalog import catalog

OTHERS = Path(__file__).parent


def write_distribution(folder: Path, **games: str) -> Path:
    """The metadata of a distribution that offers these games: `shunting="shunting:GAME"`."""
    info = folder / "others-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    points = "\n".join(f"{name} = {value}" for name, value in games.items())
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{points}\n")
    return folder


@contextmanager
def offering(folder: Path, **games: str) -> Iterator[None]:
    """These games are offered meanwhile, in this process and in those that it starts with its own path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(OTHERS))
        patch.syspath_prepend(str(write_distribution(folder, **games)))
        forget()
        yield
    forget()


def forget() -> None:
    """Whatever the registry has found is looked for again."""
    for remembered in (registry._offered, registry.declaration, registry.available, registry.broken, catalog):
        remembered.cache_clear()
