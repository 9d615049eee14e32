"""TRU-X1 to TRU-X7: the worked examples of the rulebook."""

from __future__ import annotations

import pytest
from tests.games.truce.story import Story, truce

from turncoat.games.truce.events import StashLooted, VictimRobbed


def six() -> Story:
    """The round of six."""
    return truce("agatha barney celeste darcy emmett freja", stash=2).play(
        agatha="defend",
        barney="attack emmett",
        celeste="loot",
        darcy="support barney",
        emmett="attack agatha",
        freja="support emmett",
    )


def test_the_round_of_six() -> None:
    """TRU-X1: supporters, attacks, the order of the losses, and everybody's Supply afterwards."""
    table = six()
    assert {who: table.supporters(who) for who in table.players} == {
        "agatha": 0, "barney": 1, "celeste": 0, "darcy": 0, "emmett": 1, "freja": 0,
    }  # fmt: skip
    for who in ("emmett", "barney"):
        judged = table.attack(who)
        assert (judged.attack, judged.defence, judged.success) == (1, 0, True)
    assert [table.players[event.victim] for event in table.told(VictimRobbed)] == ["agatha", "emmett"]
    assert table.coins() == {"agatha": 2, "barney": 5, "celeste": 5, "darcy": 3, "emmett": 2, "freja": 3}
    assert table.told(StashLooted)[0].removed == 0
    assert table.stash == 1


def test_barney_keeps_his_word() -> None:
    """TRU-X1: in the next round's window Barney gives Darcy 1: his Supply 4, her Spoils 1."""
    table = six().give("barney", 1, "darcy")
    assert (table.coins()["barney"], table.spoils()["darcy"], table.round) == (4, 1, 3)


@pytest.mark.parametrize(("stash", "share"), [(5, 1), (2, 0)])
def test_three_looters(stash: int, share: int) -> None:
    """TRU-X2, TRU-X3, TRU-7.3: of 5 coins each gets 1, of 2 nobody gets any; 2 are removed, the Stash is empty."""
    table = truce("agatha barney charles", stash=stash).play(agatha="loot", barney="loot", charles="loot")
    assert table.told(StashLooted) == [StashLooted((0, 1, 2), share, 2)]
    assert set(table.coins().values()) == {3 + share}
    assert table.stash == 1


@pytest.mark.parametrize("move", ["attack darcy", "defend", "loot", "pass"])
def test_charles_supports_agatha_who_supports_barney(move: str) -> None:
    """TRU-X4: Barney, doing anything but support, has 2 supporters; Agatha and Charles have none."""
    table = truce("agatha barney charles darcy")
    table.play(charles="support agatha", agatha="support barney", barney=move, darcy="pass")
    assert {who: table.supporters(who) for who in table.players} == {
        "agatha": 0, "barney": 2, "charles": 0, "darcy": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("remainder", "left", "removed"), [("removed", 0, 2), ("stays with victim", 1, 1)])
def test_two_robbers_and_a_poor_victim(remainder: str, left: int, removed: int) -> None:
    """TRU-X5, TRU-R04, TRU-O6: her coin is removed, each robber gets 1 of her Spoils, the third is removed or stays."""
    players = "agatha barney barbara helper friend"
    table = truce(players, supplies={"barbara": 1}, spoils={"barbara": 3}, remainder=remainder)
    table.play(
        agatha="attack barbara", barney="attack barbara", helper="support agatha", friend="support barney",
        barbara="pass",
    )  # fmt: skip
    assert table.told(VictimRobbed) == [VictimRobbed(2, (0, 1), 0, 1, removed, rule="TRU-9.2")]
    assert table.coins() == {"agatha": 4, "barney": 4, "barbara": left, "helper": 3, "friend": 3}


@pytest.mark.parametrize("seats", ["agatha barney charles darcy", "darcy charles barney agatha"])
def test_a_chain_of_three(seats: str) -> None:
    """TRU-X6, TRU-R06, TRU-9.5: Barney has 3 in Spoils when Charles robs him; Charles gains 4, wherever they sit."""
    table = truce(seats, stash=2)
    table.play(agatha="loot", barney="attack agatha", charles="attack barney", darcy="support charles")
    assert [(event.coin, event.share) for event in table.told(VictimRobbed)] == [(1, 2), (1, 3)]
    assert table.coins() == {"agatha": 2, "barney": 2, "charles": 7, "darcy": 3}


def test_two_who_attack_each_other() -> None:
    """TRU-X7: each loses 1 and gains 1 in the same instant; after settling both are where they began."""
    table = truce("agatha barney charles darcy")
    table.play(agatha="attack barney", barney="attack agatha", charles="support agatha", darcy="support barney")
    assert [(event.coin, event.share) for event in table.told(VictimRobbed)] == [(1, 0), (1, 0)]
    assert set(table.coins().values()) == {3}
