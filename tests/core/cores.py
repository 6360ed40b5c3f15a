"""Cores for tests: built, bundled for Node and compared with Python by hashes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from allaboard.core.build import kept_core
from allaboard.core.speed import node
from allaboard.core.trace import Job, traces

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"


def bundled(source: str, target: Path, platform: str) -> Path:
    """A module of the client's in one file."""
    cli = CLIENT / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    if not cli.is_file():
        subprocess.run([sys.executable, str(CLIENT / "run.py"), "core"], check=True, stdout=subprocess.DEVNULL)
    words = [node(), str(cli), f"src/core/{source}", "--format", "esm", "--platform", platform, "--file", str(target)]
    subprocess.run(words, cwd=CLIENT, check=True, capture_output=True)
    return target


def in_node(script: Path, job: Job, folder: Path | None = None) -> list[str]:
    """The hashes of a job's games, played by WebAssembly in Node."""
    words = [node(), str(script), str(folder or kept_core(job.game))]
    done = subprocess.run(words, input=msgspec.json.encode(job), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def in_python(job: Job) -> list[str]:
    """The same, compiled for this machine."""
    return list(traces(job))


def interpreted(job: Job) -> list[str]:
    """The same, as plain Python, with warnings as errors."""
    env = {**os.environ, "ALLABOARD_INTERPRETED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-W", "error", "-m", "allaboard.core.trace"]
    done = subprocess.run(words, input=msgspec.json.encode(job), env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def as_json(job: Job) -> object:
    """A job for a browser."""
    found: object = json.loads(msgspec.json.encode(job))
    return found
