"""The log: lines on standard error, as text for people or as JSON for programs that collect them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

REQUESTS = "turncoat.requests"
"""The logger that has a line for each request."""

KINDS = ("warnings", "requests", "json")
"""What can be logged: warnings alone; a line for each request as well; the same as JSON."""


class JsonLines(logging.Formatter):
    """Each line is an object in JSON, its time in UTC; method, address and status of a request have their fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        facts: dict[str, Any] = getattr(record, "facts", {})
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **facts,
        }
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log(kind: str, *, verbose: bool) -> None:
    """Start logging.

    Args:
        kind: One of ``KINDS``.
        verbose: Whether other loggers write more than warnings.
    """
    handler = logging.StreamHandler()
    if kind == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    logging.getLogger(REQUESTS).setLevel(logging.WARNING if kind == "warnings" else logging.INFO)
