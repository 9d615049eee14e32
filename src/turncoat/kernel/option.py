"""How a game labels what can be agreed on: the form, ``--help`` and the schema say it in these words."""

from __future__ import annotations

from msgspec import Meta


def about(rule: str, title: str, description: str) -> Meta:
    """The label of an option: the number of its rule, its name, and what it does."""
    return Meta(title=title, description=description, extra_json_schema={"rule": rule})


def number(rule: str, title: str, description: str, low: int, high: int) -> Meta:
    """The label of an option that is a whole number from ``low`` to ``high``."""
    return Meta(ge=low, le=high, title=title, description=description, extra_json_schema={"rule": rule})
