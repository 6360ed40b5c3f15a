"""No HTTP request is answered with 500, and pages of other sites cannot send requests."""

import gzip
import http.client
import json
import os
import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

import httpx
import pytest
import websockets.sync.client as ws
from websockets.exceptions import InvalidStatus

from allaboard.server import pages
from allaboard.server.metrics import METRICS
from server.backends import postgres
from server.serving import open_table, run, seat_at, serving

PATHS = (
    "/",
    "/health",
    "/ready",
    "/metrics",
    "/assets/x.js",
    "/table/{}",
    "/api/games",
    "/api/games/{}/messages/{}",
    "/api/games/{}/record",
    "/api/games/{}/replay",
    "/api/games/{}/review",
    "/api/review",
    "/api/games/{}/verify",
    "/api/tables",
    "/api/tables/{}",
    "/api/tables/{}/join",
    "/api/tables/{}/socket",
    "/api/tables/by-code/{}",
    "/api/solo",
    "/api/history",
    "/api/leaderboard/{}",
    "/api/daily/{}",
    "/api/rules/{}",
    "/api/asyncapi.json",
    "/api/schema/openapi.json",
    "/{}",
    "/{}/{}",
)
WORDS = (
    b"",
    b"\0",
    b"\0.js",
    b"..",
    b"../../etc/passwd",
    b"x" * 300,
    b"x" * 5000,
    b"a/" * 2000,
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "ａｂｃｄｅ-ａｂｃｄｅ-ａｂｃｄｅ-ａｂｃｄｅ".encode(),
    "ſſſſſ-ſſſſſ-ſſſſſ-ſſſſſ".encode(),
    b"lusab-babad-gutih-tugad",
    b"lusab-babad-gutih-tuga\0",
    b"hachi",
    b"%00",
    b"%",
    b"%zz",
    b"\r\nX: y",
    b"-1",
    b"9" * 400,
    b"nan",
    b"{}",
    b"'; drop table events; --",
)
QUERIES = ("seat", "limit", "game", "date", "language", "x")
BODIES = (
    b"",
    b"null",
    b"[" * 15_000,
    b'{"a":' * 2500,
    b'{"name":"\\ud800"}',
    b'{"name":"\xff"}',
    b'{"name":"\\u0000"}',
    b'{"settings":{"game":"hachi","seats":99999999999999999999999},"name":"x"}',
    b'{"settings":{"game":"hachi","seats":3,"options":{"\\ud800":1}},"name":"x"}',
    b'{"settings":{"game":"miyajima","seats":2,"options":{"blue":['
    + b"9223372036854775807," * 40
    + b'1]}},"name":"x"}',
    b'{"settings":{"game":"runaway","seats":3,"clock":1e400},"name":"x"}',
    b'{"game":"hachi","level":"\\u0000"}',
    b'{"game":"\\u0000","name":"A"}',
    b'{"game":"..","name":"A"}',
    b"NaN",
    b"1e999999",
    b'"' + b"x" * 16_000,
)


def a_word(rng: random.Random) -> bytes:
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(40))
    word = rng.choice(WORDS)
    if word and rng.random() < 0.3:  # a valid word, changed a little
        at = rng.randrange(len(word))
        word = word[:at] + rng.randbytes(rng.randrange(3)) + word[at + rng.randrange(2) :]
    return word


def a_request(rng: random.Random) -> tuple[str, str, bytes, dict[str, str]]:
    """Method, target, body and headers of a malicious request."""
    path = rng.choice(PATHS)
    while "{}" in path:
        path = path.replace("{}", quote_from_bytes(a_word(rng), safe="/" if rng.random() < 0.5 else ""), 1)
    asked = [f"{rng.choice(QUERIES)}={quote_from_bytes(a_word(rng))}" for _ in range(rng.choice((0, 0, 1, 2)))]
    target = path + ("?" + "&".join(asked) if asked else "")
    method = rng.choice(("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "NONSENSE"))
    headers: dict[str, str] = {}
    if rng.random() < 0.5:
        kinds = (
            "application/json",
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "\xff/\x01",
        )
        headers["Content-Type"] = rng.choice(kinds)
    if rng.random() < 0.3:
        headers["Allaboard-Browser"] = rng.choice(("short", "x" * 128, "x" * 200, "\xff" * 20, "0123456789abcdef"))
    if rng.random() < 0.1:
        headers["Origin"] = rng.choice(("null", "http://[", "http://elsewhere.example", "", "\xff", "http://a:b:c"))
    if rng.random() < 0.1:
        headers["Accept-Encoding"] = rng.choice(("gzip", "gzip;q=x", "*", ",,,"))
    if rng.random() < 0.2:
        headers["Host"] = rng.choice(("", "[", "[::1", "x:y", "x:99999999", "a b", "\xff", "@", "%00", '"><x'))
    body = b""
    if method in ("POST", "PUT", "PATCH"):
        body = rng.choice(BODIES) if rng.random() < 0.7 else rng.randbytes(rng.randrange(200))
    return method, target, body, headers


def ask(url: str, seed: int, count: int) -> dict[int, int]:
    """Send many requests. Returns the number of answers by status. A failure names the request."""
    rng = random.Random(seed)
    seen: dict[int, int] = {}
    where = urlsplit(url)
    line = http.client.HTTPConnection(str(where.hostname), where.port, timeout=60)
    for number in range(count):
        method, target, body, headers = a_request(rng)
        try:
            path = target.replace(" ", "%20")
            line.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                line.putheader(name, value.encode("latin-1", "replace"))
            line.putheader("Content-Length", str(len(body)))
            line.endheaders(body)
            answer = line.getresponse()
            answer.read()
            status = answer.status
        except (http.client.HTTPException, OSError, ValueError):  # closed, or it cannot be sent: use a new connection
            status = 0
            line.close()
        assert status < 500, (
            f"seed {seed}, request {number}: {method} {target!r} {headers} {body[:200]!r} gave {status}"
        )
        seen[status] = seen.get(status, 0) + 1
    line.close()
    return seen


@pytest.mark.parametrize("count", [3000, pytest.param(100_000, marks=pytest.mark.long)])
def test_no_request_is_answered_with_500(url: str, count: int) -> None:
    seen = ask(url, 1, count)
    assert seen.get(0, 0) < count / 10, "most of them must arrive"
    assert {200, 400, 404, 405} <= set(seen)


def test_no_request_is_answered_with_500_on_postgresql_which_refuses_nul() -> None:
    with postgres() as database, serving(Path(), db=database.url) as url:
        assert httpx.get(f"{url}/api/tables?game=%00").json() == []
        seen = ask(url, 2, 1500)
        assert {200, 400, 404} <= set(seen)


@pytest.mark.parametrize(
    "target",
    ["/%00", "/assets/%00.js", "/" + "x" * 4000, "/" + "x/" * 4000, "/%ff%fe", "/table/%00", "/api/tables/%00"],
)
def test_paths_that_no_file_can_have(url: str, target: str) -> None:
    assert httpx.get(url + target, timeout=30).status_code in (200, 404, 414)


def test_an_empty_body_is_refused_with_a_sentence(url: str) -> None:
    answer = httpx.post(f"{url}/api/tables", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["message"]) == (400, "the body is missing; it must be JSON")


def test_mistakes_of_clients_are_counted_and_not_logged(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """With a line in the log for each, anybody could fill the disk."""
    where = urlsplit(url)

    async def send() -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        async with seat_at(url, table, tokens[0]) as seat:
            await seat.socket.send(b"\xff", text=True)
            await seat.socket.wait_closed()

    before = dict(METRICS.counters)
    upgrade = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"
    for request in (b"no request\r\n\r\n", upgrade):
        with socket.create_connection((str(where.hostname), where.port or 80), timeout=20) as raw:
            raw.sendall(request)
            assert raw.recv(1000)
    run(send())
    for kind in ("request", "upgrade", "frame"):
        assert METRICS.counters["invalid", kind] == before.get(("invalid", kind), 0) + 1
    assert not [record for record in caplog.records if record.name == "uvicorn.error"]


def test_raw_bytes_instead_of_requests_do_no_harm(url: str) -> None:
    where = urlsplit(url)
    rng = random.Random(3)
    for number in range(300):
        with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=30) as raw:
            first = rng.choice((b"GET /", b"POST /api/solo", b"\x16\x03\x01", b"", b"GET http://[::1/"))
            raw.sendall(first + rng.randbytes(rng.randrange(60)) + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            raw.shutdown(socket.SHUT_WR)
            answer = b""
            with suppress(OSError):
                while chunk := raw.recv(65536):
                    answer += chunk
        assert not answer.startswith(b"HTTP/1.1 5"), f"request {number} gave {answer[:80]!r}"


# ---- origins


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("origins")
    settings: dict[str, Any] = {"public_url": "https://games.example.org", "origins": ("https://friends.example.org",)}
    with serving(folder, **settings) as address:
        yield address


OWN = ("https://games.example.org", "https://friends.example.org", None)
FOREIGN = ("https://elsewhere.example", "null", "http://games.example.org.evil.example", "http://[", "https://games")


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_post_from_a_foreign_origin_is_refused(public: str, origin: str) -> None:
    for path in ("/api/solo", "/api/tables", "/api/daily/hachi", "/api/tables/lusab-babad-gutih-tugad/join"):
        answer = httpx.post(public + path, json={"game": "hachi", "name": "A"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    simple = httpx.post(
        f"{public}/api/solo",
        content=json.dumps({"game": "hachi"}),
        headers={"Origin": origin, "Content-Type": "text/plain"},
    )
    assert simple.status_code == 403
    assert httpx.get(f"{public}/api/games", headers={"Origin": origin}).status_code == 200


@pytest.mark.parametrize("origin", OWN)
def test_a_post_from_our_own_pages_is_accepted(public: str, origin: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    assert httpx.post(f"{public}/api/solo", json={"game": "hachi"}, headers=headers).status_code == 201
    assert httpx.post(f"{public}/api/solo", json={"game": "hachi"}, headers={"Origin": public}).status_code == 201


def test_a_browser_that_sends_no_origin_says_where_the_page_is_from(public: str) -> None:
    for site, status in (("cross-site", 403), ("same-origin", 201)):
        answer = httpx.post(f"{public}/api/solo", json={"game": "hachi"}, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == status


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_socket_from_a_foreign_origin_is_refused(public: str, origin: str) -> None:
    table, _ = open_table(public, "hachi", 3, people=1)
    address = f"{public.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus), ws.connect(address, additional_headers={"Origin": origin}):
        pass
    with ws.connect(address, additional_headers={"Origin": "https://games.example.org"}):
        pass


def test_a_request_without_a_host_has_no_own_origin(public: str) -> None:
    where = urlsplit(public)
    body = b'{"game":"hachi"}'
    asked = f"POST /api/solo HTTP/1.0\r\nOrigin: null\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=30) as raw:
        raw.sendall(asked)
        assert b" 403 " in raw.recv(4096).split(b"\r\n")[0]


def test_files_are_compressed_once_and_only_if_that_makes_them_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    script, learned = b"let it = 1\n" * 20_000, os.urandom(200_000)
    (tmp_path / "static" / "assets" / "a.js").write_bytes(script)
    (tmp_path / "static" / "assets" / "b.bin").write_bytes(learned)
    monkeypatch.setattr(pages, "STATIC", tmp_path / "static")
    packed = 0
    compress = gzip.compress

    def counted(data: bytes, level: int, mtime: float) -> bytes:
        nonlocal packed
        packed += 1
        return compress(data, level, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", counted)
    pages._packed.cache_clear()
    with serving(tmp_path) as url:
        for _ in range(3):
            answer = httpx.get(f"{url}/assets/a.js")
            assert (answer.headers["content-encoding"], answer.content) == ("gzip", script)
            assert int(answer.headers["content-length"]) < 5000
            assert "immutable" in answer.headers["cache-control"]
            answer = httpx.get(f"{url}/assets/b.bin")
            assert ("content-encoding" in answer.headers, answer.content) == (False, learned)
        plain = httpx.get(f"{url}/assets/a.js", headers={"accept-encoding": "identity"})
        assert ("content-encoding" in plain.headers, plain.content) == (False, script)
    assert packed == 1
