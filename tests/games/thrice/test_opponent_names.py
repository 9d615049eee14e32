"""On pages opponents have numbers, which collide with no player's letter, and names from what the GM has built."""

from __future__ import annotations

from turncoat.games.thrice.drawing.names import OpponentNames, family
from turncoat.games.thrice.state import Kind

SEATS = ("Agatha", "Barney", "the GM")


def test_an_opponent_is_called_by_number_until_more_is_known() -> None:
    """THR-1.3: who may not know the kind hears a number."""
    names = OpponentNames(SEATS, {3: "Brute"})
    assert [names.label("combatant", who) for who in range(4)] == ["Agatha", "Barney", "Opponent 1", "Brute 2"]
    assert names.label("seat", 2) == "the GM"


def test_a_kind_is_called_after_what_most_was_spent_on() -> None:
    """THR-5.5, THR-5.7: skills before tricks."""
    assert family(Kind(0, 2, 1, 0, ())) == "Blade"
    assert family(Kind(0, 0, 0, 0, ("counter",))) == "Trickster"
    assert family(Kind(0, 0, 0, 0, ())) == "Rogue"
