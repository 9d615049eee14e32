"""The data of a form that a browser has sent: for each field name, all values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from turncoat.kernel.errors import Unreadable

Form = Mapping[str, Sequence[str]]


def first(form: Form, name: str, default: str = "") -> str:
    """The first value of a field, without spaces around it."""
    values = form.get(name)
    return values[0].strip() if values else default


def day(form: Form, name: str) -> date:
    """The date in a field.

    Raises:
        Unreadable: the text is not a day.
    """
    try:
        return date.fromisoformat(first(form, name))
    except ValueError:
        raise Unreadable("Write the first and the last day like 2026-12-20.", field=name) from None
