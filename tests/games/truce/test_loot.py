"""TRU-7: loot."""

from __future__ import annotations

import pytest
from tests.games.truce.story import truce

from turncoat.games.truce.events import StashLooted

FIVE = "agatha barney charles darcy emmett"
LOOTERS = ["agatha", "barney", "charles", "darcy"]


def test_without_a_looter_the_stash_stays() -> None:
    """TRU-7.1: it only grows by the coin of the next round."""
    table = truce(FIVE, stash=4).everybody("pass")
    assert table.stash == 5
    assert table.told(StashLooted) == []


@pytest.mark.parametrize("stash", [1, 2, 5, 8, 11])
@pytest.mark.parametrize("looters", [1, 2, 3, 4])
def test_looters_share_the_stash(stash: int, looters: int) -> None:
    """TRU-7.2, TRU-7.3: each gets Stash div count; the rest is removed and the Stash is empty."""
    table = truce(FIVE, stash=stash)
    before = table.removed
    table.play(**dict.fromkeys(LOOTERS[:looters], "loot"))
    assert [table.coins()[who] for who in LOOTERS[:looters]] == [3 + stash // looters] * looters
    assert table.removed - before == stash % looters
    assert table.stash == 1


def test_supporters_make_no_difference_to_loot() -> None:
    """TRU-7.4: two looters get the same, whoever stands behind them."""
    table = truce(FIVE, stash=6)
    table.play(agatha="loot", barney="loot", charles="support agatha", darcy="support agatha", emmett="pass")
    assert table.coins()["agatha"] == table.coins()["barney"] == 6


def test_a_robbed_looter_first_gets_the_share_and_then_loses_it() -> None:
    """TRU-7.5: loot is paid out before any attack moves coins."""
    table = truce("agatha barney celeste", stash=4).play(agatha="loot", barney="attack agatha", celeste="pass")
    assert table.coins() == {"agatha": 2, "barney": 8, "celeste": 3}
