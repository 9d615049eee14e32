"""Webhooks as a page shows them to their owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from turncoat.server.notices.hook_shapes import Shape
from turncoat.server.notices.hooks import Hook

SHAPES: dict[str, str] = {
    Shape.DISCORD: "Discord",
    Shape.SLACK: "Slack or Mattermost",
    Shape.NTFY: "ntfy",
    Shape.JSON: "JSON, signed (Standard Webhooks)",
}
"""The formats of a webhook's messages, in words."""


class HooksShown(Struct, frozen=True, kw_only=True):
    """The owner's webhooks, as a page shows them.

    Attributes:
        hooks: All webhooks of the owner.
        at: The address of the forms: ``at``, ``at``-test and ``at``-remove.
        tried: The id of the webhook that was just tested.
        answer: The answer to the test.
        entered: The values that the owner typed into a form that was refused.
    """

    hooks: Sequence[Hook]
    at: str
    tried: str = ""
    answer: str = ""
    entered: Mapping[str, str] = {}

    @property
    def shapes(self) -> Mapping[str, str]:
        """The formats to choose from, in words."""
        return SHAPES
