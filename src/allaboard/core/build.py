"""Build the cores of games: a module and files of learned numbers for each, in a folder.

Every game is compiled in a separate process, with the same settings of Numba on every machine and without a cache, so
that the same sources give the same bytes. The result is kept in the user's cache.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from allaboard import cache, sources
from allaboard.declaration import AnyDeclaration
from allaboard.game import load
from allaboard.registry import GameError, declaration

_VERSIONS = ("numba", "llvmlite", "numpy")
_OWN = {f"allaboard.core.{name}" for name in ("build", "compiling", "description", "entries", "learned", "linking")}
_DONE = "files"  # lists the files that were built; it is written last


def build(games: Sequence[str], folder: Path) -> Iterator[str]:
    """Put the cores of these games into a folder, and remove other cores from it. Yields a line for each game."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = set()
    with ThreadPoolExecutor(max(1, min(len(games), os.cpu_count() or 1))) as pool:
        for name, place in zip(games, pool.map(kept_core, games), strict=True):
            files = (place / _DONE).read_text(encoding="utf-8").split()
            for file in files:
                shutil.copyfile(place / file, folder / f"{file}.new")
                (folder / f"{file}.new").replace(folder / file)
            kept.update(files)
            yield f"{name}: " + ", ".join(f"{file} ({(folder / file).stat().st_size / 1000:.0f} kB)" for file in files)
    for old in folder.iterdir():
        if old.suffix in (".wasm", ".bin") and old.name not in kept:
            old.unlink()


def kept_core(name: str) -> Path:
    """The folder in the cache with a game's core, which is built now if it is missing."""
    place = cache.folder(
        f"rules-core-{hash_of(declaration(name))[:16]}"
    )  # removed after a month like other compiled code
    if not (place / _DONE).is_file():
        compile_apart(name, place)
    return place


def hash_of(declared: AnyDeclaration) -> str:
    """A hash of everything that a core is made of: the sources, what was learned, and the compilers' versions."""
    parts = ("rules", "words", "events", "standing", "reasons", *declared.levels.values(), declared.outlook)
    modules = {f"{declared.package}.{part}" for part in parts if part and declared.part(part)}
    found = sources.digest({*modules, *_OWN})
    if found is None:
        raise GameError(f"{declared.title} is not a package of files")
    digest = hashlib.sha256(found.encode())
    for name in _VERSIONS:
        digest.update(f"{name} {version(name)}".encode())
    learned = (declared.folder / "bots" / name for name in ("knowledge.npz", "outlook.npz"))
    files = [declared.folder / "board.toml", *learned]
    files.append(Path(__file__).parent / "runtime.ll")
    for file in files:
        digest.update(file.read_bytes() if file.is_file() else b"-")
    return digest.hexdigest()


def compile_apart(name: str, folder: Path, names: bool = False) -> None:
    """Compile one game in a new process; a GameError says why it cannot be done."""
    from allaboard.core.compiling import SETTINGS

    with tempfile.TemporaryDirectory() as empty:
        env = {**os.environ, **SETTINGS, "XDG_CACHE_HOME": empty, "HOME": empty}
        env["PYTHONPATH"] = os.pathsep.join(sys.path)
        env.pop("ALLABOARD_INTERPRETED", None)
        words = [sys.executable, "-W", "ignore", "-m", "allaboard.core.build", name, str(folder)]
        words += ["names"] if names else []
        done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason was given"]
        raise GameError(f"{declaration(name).title} cannot be compiled for browsers: {said[-1]}")


def compile_here(name: str, folder: Path, names: bool = False) -> None:
    """Compile one game in this process, which must have the settings."""
    from allaboard.bots.levels import policy
    from allaboard.core.compiling import compile_entries
    from allaboard.core.description import SECTION, describe, encode, learned_outlook, outlook_files
    from allaboard.core.entries import entries
    from allaboard.core.learned import learned, packed
    from allaboard.core.linking import link

    game = load(name)
    written = {f"{name}.wasm": link(compile_entries(entries(game)), {SECTION: encode(describe(game))}, names)}
    knowledges = [policy(name, level).knowledge for level in game.declaration.all_levels]
    outlooks = [learned_outlook(game, seats) for seats in game.seats]
    knowledges += [part for one in outlooks if one for part in outlook_files(game, one.knowledge)]
    for knowledge in knowledges:
        if (known := learned(name, knowledge)) and known.file not in written:
            written[known.file] = packed(knowledge)
    for file, data in {**written, _DONE: "\n".join(written).encode()}.items():
        (folder / f"{file}.new").write_bytes(data)
        (folder / f"{file}.new").replace(folder / file)


if __name__ == "__main__":
    try:
        compile_here(sys.argv[1], Path(sys.argv[2]), "names" in sys.argv[3:])
    except GameError as error:
        sys.exit(str(error))
