"""A form as it arrives: all values that were sent under each name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Form = Mapping[str, Sequence[str]]


def first(form: Form, name: str, default: str = "") -> str:
    """The first value of a field, without spaces around it."""
    values = form.get(name)
    return values[0].strip() if values else default
