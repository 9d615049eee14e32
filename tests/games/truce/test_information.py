"""TRU-12: what is known, and to whom."""

from __future__ import annotations

import pytest
from tests.games.truce.story import Story, truce

FOUR = "agatha barney charles darcy"
EVERYBODY = [*FOUR.split(), None]


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_supply_is_public_at_all_times(who: str | None) -> None:
    """TRU-12.1, TRU-R28: to every player and to those who watch, also in the middle of a window."""
    table = truce(FOUR, supplies={"barney": 7}).give("barney", 2, "darcy")
    assert table.view(who).supplies == (3, 5, 3, 3)
    assert table.view(who).spoils == (0, 0, 0, 2)


MOVES = ["attack darcy", "defend", "support charles", "loot", "pass"]


def sealed(move: str) -> Story:
    """Agatha has something on file."""
    return truce(FOUR).submit(agatha=move)


@pytest.mark.parametrize("who", EVERYBODY[1:])
@pytest.mark.parametrize("move", MOVES)
def test_submitted_actions_are_secret_until_the_reveal(who: str | None, move: str) -> None:
    """TRU-12.3, TRU-1.7: whatever Agatha has on file, the others see the same."""
    assert sealed(move).view(who) == sealed("pass").view(who)
    assert sealed(move).listener.heard == sealed("pass").listener.heard


def test_the_owner_can_read_the_own_action() -> None:
    """TRU-12.3: a player's own action on file is known to that player."""
    assert sealed("attack darcy").on_file("agatha") == "attack darcy"


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_view_holds_the_public_items_and_nothing_else(who: str | None) -> None:
    """TRU-12.5: Supplies, Spoils, Stash, coins removed, round, options, marks, and past supporters and winners."""
    view = truce(FOUR).submit(agatha="loot").view(who)
    assert set(view.__struct_fields__) == {
        "seat", "options", "round", "open", "supplies", "spoils", "stash", "removed",
        "submitted", "supporters", "winners",
    }  # fmt: skip
    assert view.submitted == (True, False, False, False)


def test_all_seats_see_the_same() -> None:
    """TRU-12.5: apart from their own sealed action, nobody knows more than those who watch."""
    table = truce(FOUR).submit(agatha="loot", barney="defend").give("charles", 1, "darcy")
    facts = {tuple(str(getattr(table.view(who), name)) for name in table.view(None).__struct_fields__[1:])
             for who in EVERYBODY}  # fmt: skip
    assert len(facts) == 1
