"""What subjects, push and hooks say: table, kind and time, and nothing of the game."""

from __future__ import annotations

from turncoat.server.notices.channel import Notice
from turncoat.table.notices import Kind

SAYS = {
    Kind.BEGAN: "The game has begun",
    Kind.TURN: "It is your turn",
    Kind.REMINDER: "It is still your turn",
    Kind.OVERTIME: "Time was up; you have a little more",
    Kind.MISSED: "You missed your turn",
    Kind.RESOLVED: "A decision was made",
    Kind.SAID: "Somebody wrote to you",
    Kind.MOVED: "The deadline was moved",
    Kind.VOTE: "There is a vote",
    Kind.OVER: "The game is over",
}
"""What a notice of each kind says."""


def subject(notice: Notice) -> str:
    """One line: what it is about, and at which table."""
    return f"{SAYS[notice.kind]}: {notice.title}"
