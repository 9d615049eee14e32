"""What becomes of a notice after it was sent, or could not be: it is tried again with growing waits."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from turncoat.server.notices.channel import Gone, Later, Outcome, Refused, Sent
from turncoat.server.notices.told import FAILED, QUEUED, SENT, Line
from turncoat.table.milliseconds import MINUTE

LOG = logging.getLogger("turncoat")

RETRIES = tuple(MINUTE * minutes for minutes in (1, 5, 30, 120, 360, 720))
"""After how many milliseconds a notice is tried again that could not be sent, the first time and then."""


def after(line: Line, outcome: Outcome, now: int) -> Line:
    """The row of a notice after an attempt to send it."""
    match outcome:
        case Sent():
            return replace(line, state=SENT, next=None, tries=line.tries + 1)
        case Later(seconds, _, tried=False):
            at = now + max(RETRIES[0], round(1000 * seconds))
            return replace(line, next=at) if at <= line.until else replace(line, state=FAILED, next=None)
        case Later(seconds, why):
            return _again(line, seconds, why, now)
        case Refused(why) | Gone(why):
            LOG.info("a notice by %s was refused: %s", line.channel, why)
            return replace(line, state=FAILED, next=None, tries=line.tries + 1)


def _again(line: Line, seconds: float, why: str, now: int) -> Line:
    """A line that is tried again, unless that was done often enough or it would come too late."""
    tried = line.tries + 1
    at = None if tried > len(RETRIES) else now + max(RETRIES[line.tries], round(1000 * seconds))
    if at is None or at > line.until:
        LOG.info("a notice by %s could not be sent in time: %s", line.channel, why)
        return replace(line, state=FAILED, next=None, tries=tried)
    return replace(line, state=QUEUED, next=at, tries=tried)
