"""Whether somebody has tried to write an order that cannot be read, or a mailbox answers by itself.

Automatic answers that do not say what they are look like mails without an order. The first of them is answered, as a
person may need help; a sender who seems to have tried is answered again (``KeptMails.no_reply``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from turncoat.table import commands

TALK = ("say", "tell", "ask", "promise", "agree", "refuse", "counter")
"""The words that can begin talk."""

AUTOMATIC = ("away", "back", "leave", "support")
"""Words that can begin an order, but also begin many automatic answers."""

SHORT = 4
"""The most words in a first line that may be a misspelt order."""

ALMOST = 0.75
"""How similar a misspelt word must be to the right one (``difflib``), from 0 to 1."""

NAMED = 3
"""The fewest letters of a player's name for which to search."""


def tried(lines: Sequence[str], openings: Collection[str], others: Collection[str]) -> bool:
    """Whether some of the lines seem to be misspelt orders.

    The first one begins almost like an order and is short, or one names another player; automatic answers do neither.

    Args:
        lines: The lines that the sender has written, without the signature.
        openings: The words that can begin an answer.
        others: The names of the other players.
    """
    first = next((line for line in lines if line), "").casefold()
    words = re.findall(r"\w+", first)
    known = {*openings, *TALK, *commands.WORDS, "help", "menu"}.difference(AUTOMATIC)
    if words and len(words) <= SHORT and get_close_matches(words[0], known, 1, ALMOST):
        return True
    names = [name.casefold() for name in others if len(name) >= NAMED]
    if any(get_close_matches(word, names, 1, ALMOST) for word in words[1:SHORT]):
        return True
    return any(re.search(rf"\b{re.escape(name)}\b", line.casefold()) for name in names for line in lines)
