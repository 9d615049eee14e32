"""CON-G: names of places on pages: row, column and corner; the terminal has the short notation."""

from __future__ import annotations

from turncoat.games.conspiracy.text import DIRECTION_NAMES, ConspiracyNames
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import Names
from turncoat.kernel.space import Id


class PlaceNames(ConspiracyNames):
    """The terminal's names, but with places in words."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("space", "c2F1.NW")`` is ``"Future 1 of column 2 (north-west)"``."""
        if domain not in ("space", "cell", "place") or not isinstance(value, str):
            return super().label(domain, value)
        cell, _, corner = value.partition(".")
        column, future, row = cell[1:].partition("F")
        called = f"Future {row} of column {column}" if future else f"the Present of column {column.rstrip('P')}"
        return f"{called} ({DIRECTION_NAMES[corner]})" if corner else called


def spoken(now: ConspiracyView, names: Names) -> Names:
    """The names that pages use, with places in words."""
    return PlaceNames(names.label("seat", seat) for seat in range(len(now.players)))
