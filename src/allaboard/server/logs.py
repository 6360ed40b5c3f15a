"""Structured logs: one JSON object per line. They contain counts and kinds, never names, tokens or hands."""

import logging
import re
import sys
import traceback
from typing import Final

import msgspec

from allaboard.server.metrics import METRICS

_logger = logging.getLogger("allaboard")
_LONG = re.compile(r"[A-Za-z0-9_\-]{16,}")
_TABLE = re.compile(r"([a-z]{5}-){3}[a-z]{5}")

MISTAKES: Final = {
    "Invalid HTTP request received.": "request",
    "Invalid UTF-8 sequence received from client.": "frame",
    "Unsupported upgrade request.": "upgrade",
}
"""By uvicorn's message about a client's mistake: its name in the metrics."""


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = getattr(record, "fields", None) or {"message": scrubbed(record.getMessage())}
        entry = {"time": self.formatTime(record), "level": record.levelname.lower(), "from": record.name, **fields}
        if record.exc_info and record.exc_info[1]:
            entry["error"] = trace(record.exc_info[1])
        return msgspec.json.encode(entry).decode()


def log(event: str, **fields: object) -> None:
    """Log an event."""
    level = logging.ERROR if event == "error" else logging.INFO
    _logger.log(level, event, extra={"fields": {"event": event, **fields}})


def log_fault(kind: str, error: BaseException, **fields: object) -> None:
    """Log a fault of the server: where in the code and at which table, without secrets."""
    log("error", kind=kind, error=type(error).__name__, **fields, trace=trace(error))


def trace(error: BaseException) -> str:
    """A traceback without secrets in its messages. The lines of code in it contain no values."""
    lines: list[str] = []
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen and len(seen) < 8:
        seen.add(id(one))
        frames = "".join(traceback.format_tb(one.__traceback__))
        lines.insert(0, f"{frames}{type(one).__module__}.{type(one).__qualname__}: {scrubbed(str(one))[:500]}")
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return "\n".join(lines)


def scrubbed(text: str) -> str:
    """A text without anything that could be a token, a seed, a password or a hash of one. Table ids stay.

    >>> scrubbed("token WBsU_7qkCuEDYr-b5pYQnk3sBLmII7X9 at lusab-babad-gutih-tugad")
    'token … at lusab-babad-gutih-tugad'
    >>> scrubbed("postgresql://me:secret@db/games")
    'postgresql://…@db/games'
    """
    return _LONG.sub(_hide, re.sub(r"://[^\s/@]*@", "://…@", text))


def _hide(found: re.Match[str]) -> str:
    word = found.group()
    plain = len(word) < 20 and word.isalpha()  # an ordinary long word
    return word if plain or _TABLE.fullmatch(word) else "…"


def configure(level: str) -> None:
    """Send all logs to stderr as JSON lines. Requests are counted, not logged, so that no address or path is stored."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    silence()


def silence() -> None:
    """Silence the loggers of libraries: they log addresses and paths, and at DEBUG also frames with tokens."""
    for chatty in ("uvicorn.error", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a message is not about a client's mistake. Those are counted: with a log line for each, anybody could
    fill the disk."""
    if record.msg not in MISTAKES:
        return True
    METRICS.count("invalid", MISTAKES[str(record.msg)])
    return False
