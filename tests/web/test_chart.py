"""The chart of the ledger."""

from __future__ import annotations

import re

from turncoat.drawing.scene import Ledger, LedgerAction, LedgerRound
from turncoat.web.chart import chart


def test_each_line_ends_in_its_number() -> None:
    """Badges of seats that are nearly level are pushed apart; the number beside each says what it stands for."""
    after = LedgerRound(1, tuple(LedgerAction("passes", "pass", "", total, 0) for total in (40, 7, 41)), ())
    drawn = chart(Ledger("coins", (3, 3, 3), (after,)), ("Agatha", "Barney", "Celeste"))
    ends = re.findall(r'<text class="badge-letters"[^>]*>(\w+)</text></g><text [^>]*>(\d+)</text>', drawn)
    assert ends == [("A", "40"), ("B", "7"), ("C", "41")]
