"""Structured logs: one JSON object a line, with counts and kinds, never names, tokens or what anybody holds."""

import logging
import sys
from typing import Any

import msgspec

_logger = logging.getLogger("allaboard")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = getattr(record, "fields", None) or {"message": record.getMessage()}
        entry = {"time": self.formatTime(record), "level": record.levelname.lower(), "from": record.name, **fields}
        if record.exc_info and record.exc_info[1]:
            entry["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry).decode()


def log(event: str, **fields: object) -> None:
    """Write down that something happened."""
    level = logging.ERROR if event == "error" else logging.INFO
    _logger.log(level, event, extra={"fields": {"event": event, **fields}})


def configure(level: str) -> None:
    """All logs to stderr, as lines of JSON; requests are counted, not logged, so no address and no path is kept."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    hush()


def hush() -> None:
    """Others' loggers write down addresses and paths, at DEBUG even frames, and tokens are in frames."""
    for chatty in ("uvicorn.error", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
