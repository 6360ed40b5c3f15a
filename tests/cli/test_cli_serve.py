"""A server that cannot start says why in one sentence, with exit code 2. Ctrl-C works at any time."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import typer

from allaboard.cli import app
from server.backends import postgres, redis_server
from server.process import fork_server
from server.serving import free_port

BROKEN_WORKERS = """
import os
from allaboard.cli import main
from allaboard.server.config import Config

NOWHERE = '{"db": "postgresql://u@127.0.0.1:1/x", "redis": "redis://127.0.0.1:1/0"}'
Config.to_environment = lambda self: os.environ.update(ALLABOARD_CONFIG=NOWHERE)
if __name__ == "__main__":
    main()
"""
"""The parent can reach its database, but its workers cannot."""
SRC = Path(__file__).parents[2] / "src"


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC), "COLUMNS": "200", **more}


def refused(folder: Path, *words: str) -> str:
    """Start a server that must not start. Returns the sentence that it prints, and nothing else."""
    log = folder / "said"
    log.unlink(missing_ok=True)
    pid = fork_server().ask(start=["serve", *words], log=str(log))
    status = fork_server().ask(wait=pid)
    said = log.read_text().strip()
    assert os.waitstatus_to_exitcode(status) == 2, (status, said)
    assert len(said.splitlines()) == 1, said
    assert said.startswith("allaboard: ")
    return said


def db(folder: Path) -> tuple[str, str]:
    return "--db", f"sqlite:///{folder / 'tables.db'}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--db", "nonsense"], "URL cannot be read"),
        (["--db", "postgresql://u:secret-word@host:port/x"], "URL cannot be read"),
        (["--db", "mysql://localhost/x"], "no support for 'mysql'"),
        (["--db", "postgresql+nodriver://localhost/x"], "driver"),
        (["--db", "postgresql://u:secret-word@127.0.0.1:1/x"], "cannot use the database postgresql"),
        (["--db", "sqlite:////no/such/folder/tables.db"], "cannot write the database"),
        (["--db", "sqlite://"], "must be a file"),
        (["--db", "sqlite:///:memory:"], "must be a file"),
        (["--db", "sqlite:///file:/tmp/tables.db?uri=true"], "must be a file"),
        (["--db", "sqlite:////tmp/tables.db?timeout=soon"], "must be a file"),
        (["--redis", "nonsense"], "URL of Redis cannot be read"),
        (["--redis", "redis://127.0.0.1:1/0?nonsense=1"], "cannot use Redis at redis://127.0.0.1:1/0"),
        (["--redis", "redis://127.0.0.1:1/0"], "cannot use Redis at redis://127.0.0.1:1/0"),
        (["--log-level", "loud"], "--log-level must be one of"),
        (["--public-url", "games.example.org"], "--public-url must be an address"),
        (["--public-url", "http://games.example.org:port"], "--public-url must be an address"),
        (["--public-url", "http://games.example.org/#top"], "--public-url must be an address"),
        (["--root-path", "/a b"], "--root-path must be a path"),
        (["--root-path", "/a/.."], "--root-path must be a path"),
        (["--origin", "games.example.org"], "--origin must be a scheme and a host"),
        (["--proxy", "nginx"], "--proxy must be a list of addresses"),
        (["--workers", "2"], "more than one worker needs"),
        (["--host", "256.1.1.1"], "cannot listen on"),
        (["--host", "a" * 70], "cannot listen on"),
    ],
)
def test_a_misconfigured_server_ends_with_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    own = () if "--db" in words or "--workers" in words else db(tmp_path)
    said = refused(tmp_path, "--port", str(free_port()), *own, *words)
    assert sentence in said
    assert "secret-word" not in said


def test_a_port_in_use_gives_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = refused(tmp_path, "--port", str(taken.getsockname()[1]), *db(tmp_path))
    assert "cannot listen on 127.0.0.1" in said


def test_a_folder_that_cannot_be_made_gives_one_sentence(tmp_path: Path) -> None:
    """As a separate process: there is no traceback from imports, and no address is printed."""
    (tmp_path / "file").touch()
    done = subprocess.run(
        [sys.executable, "-m", "allaboard", "serve", "--port", str(free_port())],
        env=environment(XDG_DATA_HOME=str(tmp_path / "file"), ALLABOARD_DB="", ALLABOARD_PROXY="127.0.0.1"),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot make the folder" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_is_not_a_database_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"This is no database at all. " * 400)
    assert "is not an SQLite database" in refused(tmp_path, "--port", str(free_port()), *db(tmp_path))


def test_a_pipe_instead_of_a_database_gives_one_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tables.db")
    assert "is not a file" in refused(tmp_path, "--port", str(free_port()), *db(tmp_path))


def test_a_misconfigured_server_with_workers_ends_with_one_sentence(tmp_path: Path) -> None:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        port = ("--port", str(free_port()), "--workers", "2")
        assert "cannot use Redis" in refused(tmp_path, *port, "--db", database.url, "--redis", "redis://127.0.0.1:1/0")
        assert "cannot use the database" in refused(
            tmp_path, *port, "--db", "postgresql://u@127.0.0.1:1/x", "--redis", bus.url
        )


@contextmanager
def started(*words: str, **more: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "allaboard", "serve", "--log-level", "error", *words]
    process = subprocess.Popen(
        command,
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)


def ready(port: int, process: "subprocess.Popen[str]") -> None:
    until = time.monotonic() + 240
    while time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        try:
            if httpx.get(f"http://127.0.0.1:{port}/ready", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")


def test_workers_that_fail_later_are_not_restarted_for_ever(tmp_path: Path) -> None:
    """Workers that cannot start, although their parent could, end the whole server."""
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        script = tmp_path / "server.py"
        script.write_text(BROKEN_WORKERS)
        words = ("--port", str(free_port()), "--workers", "2", "--db", database.url, "--redis", bus.url)
        done = subprocess.run(
            [sys.executable, str(script), "serve", *words],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "cannot use the database" in done.stderr


def interrupted(process: "subprocess.Popen[str]") -> float:
    """Send Ctrl-C to all processes, as a terminal does. Returns the seconds until they end."""
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    process.wait(120)
    return time.monotonic() - began


def test_a_free_port_is_printed(tmp_path: Path) -> None:
    with started("--port", "0", *db(tmp_path)) as process:
        assert process.stdout is not None
        said = re.search(r"at http://127\.0\.0\.1:(\d+) in a moment", process.stdout.readline())
        assert said
        ready(int(said[1]), process)


def test_ctrl_c_stops_a_server(tmp_path: Path) -> None:
    port = free_port()
    with started("--port", str(port), *db(tmp_path)) as process:
        ready(port, process)
        seconds = interrupted(process)
        _, said = process.communicate()
    assert seconds < 20
    assert process.returncode in (0, 130)
    assert "Traceback" not in said


@pytest.mark.parametrize("patience", [0.5, 8.0])
def test_ctrl_c_stops_a_server_that_is_starting(tmp_path: Path, patience: float) -> None:
    """Also while rules are compiled for minutes: with an empty cache, everything is compiled."""
    with started(
        "--port", str(free_port()), *db(tmp_path), NUMBA_CACHE_DIR="", XDG_CACHE_HOME=str(tmp_path)
    ) as process:
        time.sleep(patience)
        seconds = interrupted(process)
        _, said = process.communicate()
    assert seconds < 10, "compiling takes longer"
    assert process.returncode in (130, -signal.SIGINT), (process.returncode, said)
    assert "Traceback" not in said


def test_ctrl_c_stops_a_server_with_workers() -> None:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        port = free_port()
        words = ("--port", str(port), "--workers", "2", "--db", database.url, "--redis", bus.url)
        process = stack.enter_context(started(*words))
        ready(port, process)
        assert interrupted(process) < 20
        _, said = process.communicate()
    assert process.returncode in (0, 130)
    assert "Traceback" not in said


def test_ctrl_c_stops_workers_that_are_starting() -> None:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        words = ("--port", str(free_port()), "--workers", "2", "--db", database.url, "--redis", bus.url)
        process = stack.enter_context(started(*words))
        until = time.monotonic() + 240
        while len(workers_of(process.pid)) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until
            time.sleep(0.01)
        time.sleep(0.2)  # they import modules now
        assert interrupted(process) < 20
        _, said = process.communicate()
    assert process.returncode in (0, 130)
    assert said == ""


def workers_of(parent: int) -> list[str]:
    """The worker processes of a server."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "args=", "--ppid", str(parent)], capture_output=True, text=True, check=False
    )
    return [line for line in found.stdout.splitlines() if "spawn_main" in line]


# ---- settings by the environment


def test_every_option_has_an_environment_variable() -> None:
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    variables = {option.name: option.envvar for option in command.params if option.name != "help"}
    assert len(variables) > 10
    assert not [name for name, variable in variables.items() if not variable]
    assert len(set(variables.values())) == len(variables)
    assert all(re.fullmatch("ALLABOARD_[A-Z_]+", str(variable)) for variable in variables.values())


def test_settings_are_read_from_the_environment(tmp_path: Path) -> None:
    port = free_port()
    more = {"ALLABOARD_PORT": str(port), "ALLABOARD_ROOT_PATH": "/games", "ALLABOARD_LOG_LEVEL": "error"}
    with started(*db(tmp_path), **more) as process:
        ready(port, process)
        assert httpx.get(f"http://127.0.0.1:{port}/games/ready").json()["status"] == "ok"
