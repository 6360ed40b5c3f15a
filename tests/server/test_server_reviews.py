"""Reviews under attack: many at once, clients that disconnect, invalid records."""

import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from allaboard import notation
from allaboard.game import load
from allaboard.plain import play_random
from allaboard.server import bots_at_table, finished, forms
from allaboard.server.refusal import Refused
from allaboard.server.reviewing import MOST_AT_ONCE
from server.serving import serving

LEFT = 'reviews_total{kind="left"}'


@dataclass
class Thinker:
    """Replaces the review: it runs until it may end, and records whether it was stopped."""

    begun: int = 0
    stopped: int = 0
    may_end: threading.Event = field(default_factory=threading.Event)

    def review(self, _: Any, __: int, *, tell: Callable[[int, int], None], language: str) -> dict[str, str]:
        self.begun += 1
        try:
            while not self.may_end.wait(0.02):
                tell(1, 2)
        except BaseException:
            self.stopped += 1
            raise
        return {"language": language}


def until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    found = Thinker()
    monkeypatch.setattr(finished, "reviewed", found.review)
    monkeypatch.setattr(finished, "_can_review", lambda _: True)
    yield found
    found.may_end.set()


def record(number: int = 0) -> str:
    return str(play_random(load("runaway"), 3, 1, number, {}))


def ask(url: str, number: int) -> httpx.Response:
    return httpx.post(f"{url}/api/review", json={"record": record(number)}, timeout=120)


def test_one_address_has_few_reviews_at_once_and_the_same_review_is_computed_once(
    tmp_path: Path, thinker: Thinker
) -> None:
    with serving(tmp_path, rates=True) as url, ThreadPoolExecutor(12) as pool:
        waiting = [pool.submit(ask, url, number) for number in range(MOST_AT_ONCE)]
        until(lambda: thinker.begun > 0)
        same = [pool.submit(ask, url, 0) for _ in range(5)]
        until(lambda: metric(url, "bots_waiting") + thinker.begun >= MOST_AT_ONCE)
        refused = ask(url, 99)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
        assert refused.headers["Retry-After"] == "5"
        thinker.may_end.set()
        assert {answer.result().status_code for answer in (*waiting, *same)} == {200}
        assert thinker.begun == MOST_AT_ONCE
        assert ask(url, 99).status_code == 200, "when they are ready, others may begin"


def metric(url: str, name: str) -> float:
    lines = httpx.get(f"{url}/metrics").text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f"allaboard_{name}"))


def test_a_review_that_nobody_waits_for_is_cancelled_and_paid_for(tmp_path: Path, thinker: Thinker) -> None:
    with serving(tmp_path, rates=True) as url:
        host, port = url.removeprefix("http://").split(":")
        body = httpx.Request("POST", f"{url}/api/review", json={"record": record()})
        head = f"POST /api/review HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        faults, left = metric(url, "faults_total"), metric(url, LEFT)  # other tests have servers in this process, too
        for round_ in range(1, 4):
            with socket.create_connection((host, int(port))) as raw:
                raw.sendall(f"{head}Content-Length: {len(body.content)}\r\n\r\n".encode() + body.content)
                until(lambda seen=round_: thinker.begun == seen)  # type: ignore[misc]
            until(lambda seen=round_: thinker.stopped == seen)  # type: ignore[misc]
        until(lambda: metric(url, LEFT) == left + 3)
        assert metric(url, "faults_total") == faults
        thinker.may_end.set()
        assert ask(url, 0).status_code == 200


def test_a_review_waits_until_its_bot_is_compiled_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "reviewed", lambda *_, **__: pytest.fail("it would be compiled here"))
    with serving(tmp_path) as url:
        monkeypatch.setattr(bots_at_table, "READY", set())
        answer = ask(url, 0)
        assert (answer.status_code, answer.json()["key"]) == (409, "error-review-not-ready")


def test_no_record_makes_the_server_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "reviewed", lambda *_, **__: {})
    rng = random.Random(7)
    odd = [
        "",
        "\0",
        "９",
        "-1",
        "99",
        "9" * 5000,
        "\u202e",
        "\r",
        "\x85",
        "\u2028",
        "option",
        "score",
        "a" * 3000,
        "nan",
        "8",
    ]
    kept = [record(number) for number in range(4)]
    keys = set()
    for _ in range(600):
        lines = rng.choice(kept).split("\n")
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(lines))
            words = lines[at].split(" ")
            words[rng.randrange(len(words))] = rng.choice(odd)
            lines[at] = " ".join(words)
        told = finished._sent(forms.NewReview("\n".join(lines), rng.randrange(8)), lambda _, __: None)
        if isinstance(told, Refused):
            assert len(told.message) < 1000
            keys.add(told.key)
    assert "error-record-fails" in keys
    assert notation.read_records(kept[0])
