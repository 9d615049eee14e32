"""Whether somebody has tried to write an order that cannot be read, or a mailbox answers by itself.

Automatic answers that do not say what they are look like mails without an order. The first of them is answered, as a
person may need help; a sender who seems to have tried is answered again (``KeptMails.no_reply``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches

from turncoat.kernel.errors import Unreadable
from turncoat.server.mail.plan import ANSWERS, FAULTS, LONGEST_START, TOLD_BACK, Fault, Order
from turncoat.table import commands

Answers = Callable[[str], Order | None]
"""Finds the answer that a line stands for."""

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


_INTERJECTION = re.compile(
    r"(?:ok(?:ay)?|well|all ?right|alright|right|so|fine|very well|hm+)(?: then)?(?:(\s*[,.:;!-]+)\s+|\s+)(?=\w)",
    re.IGNORECASE,
)
_I = re.compile(r"i(?:'ll| will)? (?=\w)", re.IGNORECASE)


def without_interjection(line: str) -> str:
    """What follows in *Ok then. Support Celeste.*; empty: the line begins otherwise.

    One word is not enough: *Ok, wait.* and *Ok, done!* are how people talk, and answers of some games.
    """
    found = _INTERJECTION.match(line)
    rest = line[found.end() :] if found and found[1] else ""
    return rest if " " in rest.rstrip(" .!:;-)") else ""


def look_for_misspelt(word: str, line: str, openings: Collection[str], answer: Answers) -> None:
    """Refuse a line that would be an answer if its first word were spelt right.

    Raises:
        Unreadable: it would; the sentence says which answer.
    """
    like = get_close_matches(word, openings, 1, ALMOST) if len(line.split()) <= LONGEST_START else []
    for right in like:
        if (order := answer(f"{right} {line.partition(' ')[2]}".strip())) is not None:
            raise Unreadable(f"There is no “{word}”; did you mean: {order.text}?")


def nearly(lines: Iterable[str], orders: Iterable[Order], openings: Collection[str], answer: Answers) -> list[Fault]:
    """What is told about lines that would be one answer without the words before it, or with a word before a number.

    Nothing is if the mail holds an answer: then such a line speaks about it.

    Args:
        lines: Lines that are no orders.
        orders: The orders of the same mail.
        openings: The words that can begin an answer now.
        answer: The answer that a line stands for.
    """
    if any(one.kind in ANSWERS for one in orders):
        return []
    found = list[Fault]()
    for line, ways in [(line, ways) for line in lines if (ways := _ways(line, openings))][:FAULTS]:
        answers = {order.text for way in ways if (order := answer(way)) is not None}
        if len(answers) == 1:
            found.append(Fault(line[:TOLD_BACK], f"It is no order as it stands. Write: {answers.pop()}"))
    return found


def _ways(line: str, openings: Collection[str]) -> list[str]:
    """The answers that a line may mean: of *I attack Barney*, of *ok then, loot*, or of a number alone."""
    if number := re.fullmatch(r"(\d{1,6})[.!]?", line):
        return [f"{word} {number[1]}" for word in sorted(openings)]
    found = _INTERJECTION.match(line)
    rest = line[found.end() :] if found else line
    own = _I.match(rest)
    return [rest[own.end() :]] if own else [rest] if found else []


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
