"""What subjects, push and hooks say: table, kind and time, and nothing of the game."""

from __future__ import annotations

from turncoat.server.notices.channel import Notice
from turncoat.table.notices import Kind
from turncoat.table.running_time import date_time

SAYS = {
    Kind.BEGAN: "The game has begun",
    Kind.TURN: "It is your turn",
    Kind.REMINDER: "It is still your turn",
    Kind.OVERTIME: "Time was up; you have a little more",
    Kind.MISSED: "You missed your turn",
    Kind.RESOLVED: "A decision was made",
    Kind.SAID: "Somebody wrote to you",
    Kind.TALK: "Somebody wrote to everybody",
    Kind.MOVED: "The deadline was moved",
    Kind.VOTE: "There is a vote",
    Kind.FREE: "A seat is free",
    Kind.OVER: "The game is over",
}
"""What a notice of each kind says."""


def subject(notice: Notice) -> str:
    """One line: what it is about, and at which table."""
    return f"{SAYS[notice.kind]}: {heading(notice)}"


def heading(notice: Notice) -> str:
    """What the table is called, or else its game: the first line of a push or a hook."""
    return notice.title or notice.game


def line(notice: Notice) -> str:
    """What is the matter, and until when: the second line of a push or a hook."""
    until = f", until {moment(notice.due)}" if notice.due is not None else ""
    return f"{SAYS[notice.kind]}{until}."


def moment(at: int) -> str:
    """A time, with its day: ``Mon 21 Sep, 14:13 UTC``."""
    when = date_time(at)
    return f"{when:%a} {when.day} {when:%b, %H:%M} UTC"
