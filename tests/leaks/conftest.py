"""Leaks are looked for in what is drawn now, not in what was drawn before and kept."""

from __future__ import annotations

import pytest

from turncoat.web import table_display
from turncoat.web.kept_drawings import KeptDrawings


@pytest.fixture(autouse=True)
def drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep no drawing: one that was made of hidden cards would be taken for the one that the next deal makes."""
    monkeypatch.setattr(table_display, "DRAWINGS", KeptDrawings(0))
