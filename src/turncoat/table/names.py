"""Which names seats, persons and tables can have."""

from __future__ import annotations

from unicodedata import category

LONGEST_NAME = 40
"""The most characters in the name of a seat or a person."""

LONGEST_TITLE = 80
"""The most characters in the title of a table."""

MOST_MARKS = 3
"""The most accents and similar marks on one letter of a name."""

NAME_RULE = f"A name has 1 to {LONGEST_NAME} visible characters, and at most {MOST_MARKS} accents on a letter."
"""The rule for names, as a refusal says it."""

TITLE_RULE = f"A title has at most {LONGEST_TITLE} visible characters, and at most {MOST_MARKS} accents on a letter."
"""The rule for titles, as a refusal says it."""


BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
"""Letters and marks that count as printable and print nothing: fillers of Hangul, empty Braille and the like."""


def is_name(text: str) -> bool:
    """Whether a text is a possible name of a seat or a person, as ``NAME_RULE`` says."""
    possible = 1 <= len(text.strip()) <= len(text) <= LONGEST_NAME and text.isprintable()
    return possible and BLANK.isdisjoint(text) and not _piled_up(text)


def is_title(text: str) -> bool:
    """Whether a text is a possible title of a table, as ``TITLE_RULE`` says."""
    return len(text) <= LONGEST_TITLE and text.isprintable() and not _piled_up(text)


def _piled_up(text: str) -> bool:
    """Whether marks stand alone, or so many on one letter that they reach into the lines above and below."""
    marks = "".join("m" if category(letter).startswith("M") else " " for letter in text.strip())
    return marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks
