"""Pieces that stand for a number: whoever taps them takes one more. Lists and steppers do the same for the keyboard."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.fares import RESERVES


def reserves(drawn: str, scene: Scene, *, own: bool) -> str:
    """DUN-4.7.2: one's own reserves, which can be tapped while they can be shipped."""
    if not own or RESERVES not in scene.places.get("unit", frozenset()):
        return drawn
    return el("g", drawn, class_="tap target legal", data_domain="unit", data_value=RESERVES)
