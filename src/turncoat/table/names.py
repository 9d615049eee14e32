"""Names of seats, persons and tables."""

from __future__ import annotations

from unicodedata import category

LONGEST_NAME = 40
"""The most characters of the name of a seat or a person."""

LONGEST_TITLE = 80
"""The most characters of the title of a table."""

MOST_MARKS = 3
"""Accents and the like that may follow one letter of a name."""

NAME_RULE = f"A name has 1 to {LONGEST_NAME} visible characters, and at most {MOST_MARKS} accents on a letter."
"""What a name must be, in words for refusals."""

TITLE_RULE = f"A title has at most {LONGEST_TITLE} visible characters, and at most {MOST_MARKS} accents on a letter."
"""What a title must be, in words for refusals."""


BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
"""Letters and marks that count as printable and print nothing: fillers of Hangul, empty Braille and the like."""


def is_name(text: str) -> bool:
    """Whether a text can be the name of a seat or a person, as ``NAME_RULE`` says."""
    possible = 1 <= len(text.strip()) <= len(text) <= LONGEST_NAME and text.isprintable()
    return possible and BLANK.isdisjoint(text) and not _piled_up(text)


def is_title(text: str) -> bool:
    """Whether a text can be the title of a table."""
    return len(text) <= LONGEST_TITLE and text.isprintable() and not _piled_up(text)


def _piled_up(text: str) -> bool:
    """Whether marks stand alone, or so many on one letter that they reach into the lines above and below."""
    marks = "".join("m" if category(letter).startswith("M") else " " for letter in text.strip())
    return marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks
