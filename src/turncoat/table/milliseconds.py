"""Lengths of time in milliseconds. Times are milliseconds since the epoch everywhere in table, server and web."""

from __future__ import annotations

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
