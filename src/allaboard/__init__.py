"""All Aboard: three train games to play, to simulate and to study."""

import pkgutil
from pathlib import Path

__version__ = "0.1.0"


def game_names() -> tuple[str, ...]:
    """Every game there is, found by its folder; nothing heavy is imported.

    >>> game_names()
    ('hachi', 'miyajima', 'runaway')
    """
    folders = pkgutil.iter_modules([str(Path(__file__).parent / "games")])
    return tuple(sorted(folder.name for folder in folders if folder.ispkg))
