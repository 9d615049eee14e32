"""Buttons with which a board is looked at closely; ``static/js/zoom.js`` does the rest."""

from __future__ import annotations

from turncoat.drawing.svg import el, words

_STEPS = (
    ("closer", "+", "Look closer", "1.5"),
    ("further", "−", "Look from further away", ".6667"),
    ("whole", "○", "All of it", "0"),
)  # fmt: skip


def tools(name: str, prefix: str, kind: str) -> str:
    """Closer, further away, all of it.

    Args:
        name: What the box calls itself in ``data-zoom``.
        prefix: Of the ids, which no other board on the page has.
        kind: The class of the group.
    """
    made = [
        el("button", words(sign), type="button", class_="icon-button", id=f"{prefix}-{key}", aria_label=label,
           title=label, data_closer=step)
        for key, sign, label, step in _STEPS
    ]  # fmt: skip
    return el("div", *made, class_=f"zoom-tools {kind}", id=f"{prefix}-zoom", role="group",
              aria_label="How close you look", data_zoomed=name)  # fmt: skip
