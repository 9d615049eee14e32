"""In which ways people and their phones write one answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PLEASE = re.compile(r"^please,?\s+|[,;]?\s+(?:please|thanks|thank you|thx)$", re.IGNORECASE)
_ENDS = re.compile(r"\s+\(\w+: [^()]*\)\s*$|(?:[\s.!,;←-⯿\ufe0f\U0001f000-\U0001faff]|\s[:;]-?[)DP])+$")
"""What may stand behind an order: what stands there in the menu, full stops, and faces."""

_LABEL = re.compile(
    r"^(?:my |our )?(?:orders?|answer|move|action)(?: for (?:this|the) round| for round \d+| this round)?\s*:\s*",
    re.IGNORECASE,
)


def spellings(line: str, called: str) -> Iterator[str]:
    """What a line may stand for, as it stands first.

    Args:
        line: A line of somebody's, tidy.
        called: The name of their seat.
    """
    bare = _PLEASE.sub("", _ENDS.sub("", _LABEL.sub("", line)))
    own = re.sub(r"\b(me|myself)\b", lambda _: called, bare, flags=re.IGNORECASE)
    yield from dict.fromkeys((line, bare, re.sub(r"[\"'<>]", "", bare), re.sub(r"\s*:\s*", " ", bare, count=1), own))
