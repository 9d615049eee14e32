"""What the GM hands out on paper tells nothing of the opponents; what tells it is on a paper of its own (THR-1.3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.leaks.on_pages import Gallery, printed

from turncoat.games.thrice.drawing import paper
from turncoat.games.thrice.drawing.sheet import Sheets

GM = 3
MOST = 60
"""So many answers are played at most."""


def telling_papers() -> Iterator[str]:
    """The papers of the GM that change when what is hidden from a player is dealt again."""
    gallery = Gallery("thrice", GM + 1, "random", {"starting_wealth": 4}, luck=5)
    for _ in gallery.looks(MOST):
        seen, again = printed(gallery.table, GM), printed(gallery.deal_again(0), GM)
        yield from (name for name in seen if _body(seen[name]) != _body(again[name]))


def _body(page: str) -> str:
    """What goes on paper."""
    return page.partition('class="thr thr-print"')[2]


def test_the_gm_hands_out_no_secret() -> None:
    """THR-1.3: all sheets, one sheet: no byte depends on what players may not know; the screen's paper does."""
    assert set(telling_papers()) == {"print screen"}


def test_a_screen_beside_the_sheets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: the page of the sheets begins with the GM's screen, as it once did."""
    honest = paper._page

    def together(name: str, content: str) -> str:
        return honest(name, content + Sheets.screen(behind[-1]))

    behind: list[Sheets] = []

    class Remembered(Sheets):
        def character(self, sheet: object) -> str:
            behind.append(self)
            return super().character(sheet)  # type: ignore[arg-type]

    monkeypatch.setattr(paper, "Sheets", Remembered)
    monkeypatch.setattr(paper, "_page", together)
    assert "print sheets" in set(telling_papers())
