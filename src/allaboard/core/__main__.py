"""`python -m allaboard.core FOLDER [GAME ...]`: compile games for browsers. Default: the games of this package."""

import argparse
import sys
from pathlib import Path

from allaboard.core.build import build, compile_apart
from allaboard.registry import GameError, declaration, game_names, is_shipped


def main() -> None:
    """Build the games. Errors are printed as one sentence."""
    words = argparse.ArgumentParser(prog="python -m allaboard.core", description="Compile games for browsers.")
    words.add_argument("folder", type=Path, help="the folder for the files; files that are up to date are kept")
    words.add_argument("games", nargs="*", help="which games; default: the games of this package")
    words.add_argument("--names", action="store_true", help="keep the names of functions, for debuggers and profilers")
    given = words.parse_args()
    try:
        games = [declaration(name).name for name in given.games] or [*filter(is_shipped, game_names())]
        if given.names:
            for game in games:
                given.folder.mkdir(parents=True, exist_ok=True)
                compile_apart(game, given.folder, names=True)
            return
        for done in build(games, given.folder):
            print(done, flush=True)
    except GameError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{given.folder}: {error.strerror}")


if __name__ == "__main__":
    main()
