"""Conditions that people write above or below an order: ``If Agatha supports me:``.

Nobody watches whether a condition comes true, so an order under one is told back and not carried out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = (
    r"if|when|unless|in case|in that case|provided|as soon as|as long as|otherwise|else|should|suppose|supposing"
    r"|assuming|wenn|falls|sofern|sonst"
)
_ABOVE = re.compile(
    rf"(?:(?:and|but|or|then|well|so|ok|okay|hm+)\b,?\s*)*(?:(?:only|even|also)\s+)?(?:{_WORDS})\b", re.IGNORECASE
)
_BELOW = re.compile(rf"(?:(?:and|but|or|only|so)\s+)*(?:{_WORDS})\b", re.IGNORECASE)
_FURTHER_BELOW = re.compile(
    r"(?:but|and)\s+(?:only\s+)?(?:if|when|unless|as long as)\b|only\s+(?:if|when)\b|unless\b|provided\b", re.IGNORECASE
)
_WITHIN = re.compile(r"\b(?:if|unless|in case|wenn|falls)\b.*:$", re.IGNORECASE)


class Conditions:
    """Follows the lines of a mail from the top, and knows whether the next order stands under a condition."""

    def __init__(self) -> None:
        self.holds = False
        self._used = False

    def empty_line(self) -> None:
        """An empty line ends a condition that an order has followed."""
        self.holds, self._used = self.holds and not self._used, False

    def prose(self, line: str) -> None:
        """A line that is no order: it may begin a condition, or end one with a full stop."""
        ends = line[-1:] in tuple(".!?")
        self.holds = (self.holds or bool(_ABOVE.match(line) or _WITHIN.search(line))) and not ends

    def order(self) -> bool:
        """Whether an order that stands here is under a condition."""
        self._used = self.holds
        return self.holds


def limits(below: Sequence[str]) -> bool:
    """Whether the lines below an order make a condition for it: ``but only if Agatha supports me``."""
    first = next((line for line in below if line), "")
    direct = bool(below and below[0])
    return (_BELOW if direct else _FURTHER_BELOW).match(first) is not None
