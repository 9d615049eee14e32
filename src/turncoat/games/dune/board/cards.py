"""The actions of Dune as cards."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Card

CARDS: Mapping[str, Card] = {
    "pass": Card("Pass", "con-stop", "Nothing, this time.", "DUN-2.7.1"),
}
"""How each action is shown, by its name on the wire."""
