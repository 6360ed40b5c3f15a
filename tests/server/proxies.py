"""Real reverse proxies, with the configurations that docs/guides/reverse-proxy.md gives."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from server.serving import free_port

DEPLOY = (Path(__file__).parents[2] / "docs" / "guides" / "reverse-proxy.md").read_text(encoding="utf-8")


def documented(kind: str) -> tuple[str, str]:
    """The two configurations of a proxy: a whole host, and a path."""
    alone, under = re.findall(rf"```{kind}\n(.*?)```", DEPLOY, re.DOTALL)
    return alone, under


def _binary(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install {name})")
    return found


def _listening(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert process.poll() is None, process.stderr.read().decode() if process.stderr else ""
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("the proxy did not start")


@contextmanager
def nginx(folder: Path, backend: int, under: bool) -> Iterator[str]:
    """nginx in front of a server; gives its address."""
    port = free_port()
    server = documented("nginx")[under].replace("listen 80;", f"listen 127.0.0.1:{port};")
    server = server.replace("127.0.0.1:8000", f"127.0.0.1:{backend}")
    places = "".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; master_process off; pid {folder / 'nginx.pid'}; error_log {folder / 'error.log'};"
        f"events {{}} http {{ access_log off; {places} {server} }}"
    )
    (folder / "nginx.conf").write_text(whole)
    command = [_binary("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    yield from _running(command, port)


@contextmanager
def caddy(folder: Path, backend: int, under: bool) -> Iterator[str]:
    """Caddy in front of a server; gives its address."""
    port = free_port()
    site = re.sub(r"^[a-z.]+ \{", f"http://127.0.0.1:{port} {{", documented("caddy")[under])
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{backend}")
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n    auto_https off\n}}\n{site}")
    command = [_binary("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    yield from _running(command, port)


def _running(command: list[str], port: int) -> Iterator[str]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _listening(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=30)


PROXIES = {"nginx": nginx, "caddy": caddy}
