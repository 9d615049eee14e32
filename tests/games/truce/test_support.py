"""TRU-5: support."""

from __future__ import annotations

import pytest
from tests.games.truce.story import truce

from turncoat.games.truce.events import SupportArrived, SupportLost

FIVE = "agatha barney charles darcy emmett"


@pytest.mark.parametrize("move", ["attack darcy", "defend", "loot", "pass"])
def test_whoever_supports_is_a_supporter_of_the_target(move: str) -> None:
    """TRU-5.1: whatever the target does, as long as it is not supporting."""
    table = truce("agatha barney charles darcy")
    table.play(agatha="support barney", barney=move, charles="pass", darcy="pass")
    assert [table.supporters(who) for who in table.players] == [0, 1, 0, 0]
    assert table.told(SupportArrived) == [SupportArrived((0, 1))]


def test_support_is_passed_along() -> None:
    """TRU-5.2: if your target supports too, your support moves on to that player's target."""
    table = truce("agatha barney charles darcy")
    table.play(charles="support agatha", agatha="support barney", barney="attack darcy", darcy="pass")
    assert table.supporters("barney") == 2
    assert SupportArrived((2, 0, 1), rule="TRU-5.2") in table.told(SupportArrived)


def test_everybody_in_a_line_arrives_separately() -> None:
    """TRU-5.2: in a line of four supporters behind one attacker the attacker has four supporters."""
    table = truce("agatha barney charles darcy emmett freja")
    table.play(
        agatha="support barney",
        barney="support charles",
        charles="support darcy",
        darcy="support emmett",
        emmett="attack freja",
        freja="defend",
    )
    assert table.supporters("emmett") == 4
    assert table.attack("emmett").attack == 4


def test_a_supporter_keeps_no_supporter() -> None:
    """TRU-5.3: all are passed along: count 0."""
    table = truce(FIVE)
    table.play(agatha="support charles", barney="support charles", charles="support darcy", darcy="loot", emmett="pass")
    assert table.supporters("charles") == 0
    assert table.supporters("darcy") == 3


def test_support_in_a_circle_is_lost() -> None:
    """TRU-5.4: it never arrives."""
    table = truce(FIVE)
    table.play(agatha="support barney", barney="support charles", charles="support agatha", darcy="pass", emmett="pass")
    assert [table.supporters(who) for who in table.players] == [0] * 5
    assert [lost.path for lost in table.told(SupportLost)] == [(0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2)]


def test_support_that_feeds_a_circle_is_lost_too() -> None:
    """TRU-5.4: together with all support that feeds the circle from outside."""
    table = truce(FIVE)
    table.play(agatha="support barney", barney="support agatha", charles="support agatha", darcy="support charles")
    assert [table.supporters(who) for who in table.players] == [0] * 5
    assert len(table.told(SupportLost)) == 4
    assert table.told(SupportArrived) == []


def test_a_circle_does_not_disturb_others() -> None:
    """TRU-5.4: only the support that runs into the circle is lost."""
    table = truce(FIVE)
    table.play(agatha="support barney", barney="support agatha", charles="support emmett", darcy="pass", emmett="loot")
    assert table.supporters("emmett") == 1


@pytest.mark.parametrize("move", ["loot", "pass"])
def test_looters_and_passers_have_supporters_without_effect_on_coins(move: str) -> None:
    """TRU-5.5: the count is kept; it has no effect on coins."""
    backed, alone = (truce(FIVE, stash=4) for _ in range(2))
    backed.play(agatha=move, barney="support agatha", charles="support agatha", darcy="loot", emmett="attack agatha")
    alone.play(agatha=move, barney="pass", charles="pass", darcy="loot", emmett="attack agatha")
    assert (backed.supporters("agatha"), alone.supporters("agatha")) == (2, 0)
    assert backed.coins() == alone.coins()


def test_the_count_of_a_passer_breaks_a_tie() -> None:
    """TRU-5.5, TRU-R09: it counts for the tie-break of TRU-11.3."""
    table = truce("agatha barney charles", last=True)
    table.play(agatha="pass", barney="pass", charles="support barney")
    assert table.winners() == {"barney"}


def test_supporters_learn_nothing_before_the_reveal() -> None:
    """TRU-5.6: what the supported player has on file does not show."""
    story, other = truce(FIVE), truce(FIVE)
    story.submit(agatha="attack barney", barney="support agatha")
    other.submit(agatha="defend", barney="support agatha")
    assert story.view("barney") == other.view("barney")


def test_being_robbed_cancels_nothing() -> None:
    """TRU-5.7, TRU-R11: robbed supporters still support, robbed attackers still rob, robbed looters still loot."""
    table = truce("agatha barney charles darcy emmett freja", stash=3)
    table.play(
        agatha="attack barney",
        barney="support charles",
        charles="attack emmett",
        darcy="support agatha",
        emmett="loot",
        freja="attack charles",
    )
    assert table.supporters("charles") == 1
    assert {who: table.attack(who).success for who in ("agatha", "charles", "freja")} == {
        "agatha": True,
        "charles": True,
        "freja": False,
    }
    assert table.coins() == {"agatha": 4, "barney": 2, "charles": 7, "darcy": 3, "emmett": 2, "freja": 3}
