"""Webhooks as pages show them to their owner."""

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
"""What a webhook can lead to, in words."""


class HooksShown(Struct, frozen=True, kw_only=True):
    """Webhooks as their owner sees them.

    Attributes:
        hooks: All of them.
        at: The address of the forms: ``at``, ``at``-test and ``at``-remove.
        tried: The id of the one that was just tested.
        answer: What came back.
        entered: What was typed into a form that was refused.
    """

    hooks: Sequence[Hook]
    at: str
    tried: str = ""
    answer: str = ""
    entered: Mapping[str, str] = {}

    @property
    def shapes(self) -> Mapping[str, str]:
        """What can be chosen, in words."""
        return SHAPES
