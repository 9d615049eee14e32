"""SVG as text: elements with all special characters escaped, and the width of words."""

from __future__ import annotations

import re
from functools import cache
from html import escape as escaped
from unicodedata import east_asian_width

Attribute = str | float | bool | None

_SPECIAL = re.compile("[&<>\"']")


def el(name: str, *children: str, **attributes: Attribute) -> str:
    """An SVG element as text.

    ``class_`` and ``data_seat`` are written ``class`` and ``data-seat``; None and False are left out.

    Children must be markup already: use ``words`` for text.
    """
    written = "".join(
        [
            f' {_called(key)}="{_value(value)}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


@cache
def _called(key: str) -> str:
    """The name of an attribute in markup."""
    return key.rstrip("_").replace("_", "-")


def _escape(text: str) -> str:
    """Text as markup, with special characters escaped."""
    return escaped(text) if _SPECIAL.search(text) else text


def _value(value: Attribute) -> str:
    if isinstance(value, str):
        return _escape(value)
    if value is True:
        return "true"
    return number(value) if isinstance(value, float) else str(value)


def number(value: float) -> str:
    """A length with at most one digit after the point."""
    return f"{round(value, 1) + 0.0:g}"


def words(text: str) -> str:
    """Text as SVG markup, with its special characters escaped."""
    return _escape(text)


def width(text: str, size: float) -> float:
    """The width of words in a usual font of this size; rather too large than too small."""
    return size * sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in "iIjlt.,:;'|!()[] -":
        return 0.42
    if letter in "mwMW@%&" or east_asian_width(letter) in "WF" or ord(letter) > 0x2E7F:
        return 1.2
    return 0.78 if letter.isupper() else 0.66


def fit(text: str, size: float, room: float) -> str:
    """The words, shortened with an ellipsis if they do not fit."""
    if width(text, size) <= room:
        return text
    short = text
    while short and width(short + "…", size) > room:
        short = short[:-1]
    return short.rstrip() + "…"
