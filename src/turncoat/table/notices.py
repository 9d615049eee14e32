"""What each seat of a table should have been told while its player was elsewhere."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a notice is about."""

    BEGAN = "began"
    TURN = "turn"
    REMINDER = "reminder"
    OVERTIME = "overtime"
    MISSED = "missed"
    RESOLVED = "resolved"
    SAID = "said"
    MOVED = "moved"
    VOTE = "vote"
    OVER = "over"
