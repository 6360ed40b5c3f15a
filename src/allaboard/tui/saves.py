"""Files of the terminal: at most one unfinished match of each game, and the records of finished ones."""

import hashlib
import os
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from allaboard import notation
from allaboard.bots.matching import Finished, finished
from allaboard.bots.personas import BOT
from allaboard.game import GameError


def folder() -> Path:
    """The folder for this user's games."""
    return Path(os.environ.get("ALLABOARD_STATE") or platformdirs.user_state_dir("allaboard"))


def saved(game: str) -> Path:
    """The file of the unfinished game of this name."""
    return folder() / "unfinished" / f"{game}.txt"


def latest() -> str | None:
    """The name of the game that was saved last, if there is one."""
    found = sorted((folder() / "unfinished").glob("*.txt"), key=lambda file: file.stat().st_mtime)
    return found[-1].stem if found else None


def who(name: str) -> str:
    """The secret of a player with this name at this terminal. With it, a server recognises who comes back."""
    path = folder() / "secret"
    if not path.exists():
        write(path, secrets.token_hex(32))
        path.chmod(0o600)
    return hashlib.sha256(f"{path.read_text(encoding='utf-8')} {name}".encode()).hexdigest()


def write(path: Path, text: str) -> Path:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return path


def against_bots(game: str, most: int) -> list[Finished]:
    """This user's finished games against bots, the newest first, to estimate their strength."""
    found: list[Finished] = []
    for path in sorted((folder() / "records").glob(f"*-{game}*.txt"), reverse=True)[:most]:
        with suppress(GameError, OSError, UnicodeDecodeError):
            for record in notation.read_records(path.read_text(encoding="utf-8")):
                players = [record.players[seat] for seat in sorted(record.players)]
                bots = [name.removeprefix(BOT) if name.startswith(BOT) else None for name in players]
                _, ranks = record.tail.get("rank", (0, []))
                if len(ranks) == len(bots) and bots.count(None) == 1 and not record.broken:
                    told = finished(bots, ranks, bots.index(None))
                    found += [told] if told else []
    return found


def new_record(game: str) -> Path:
    """An unused file name for the record of a finished game."""
    day = datetime.now(tz=UTC).strftime("%Y-%m-%d-%H%M%S")
    path = folder() / "records" / f"{day}-{game}.txt"
    number = 2
    while path.exists():
        path = path.with_name(f"{day}-{game}-{number}.txt")
        number += 1
    return path
