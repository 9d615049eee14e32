"""DUN-4.6: Revival: forces, extra forces at the Emperor's expense, leaders."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, fid, leader

from turncoat.games.dune.alliances import Allow, Permit, PermitRevivals
from turncoat.games.dune.events import Paid
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.karama import GholaForces, GholaLeader
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.events import ForcesRevived, LeaderRevived
from turncoat.kernel import play

ALL_OF_ATR = "Thufir Hawat, Lady Jessica, Gurney Halleck, Duncan Idaho, Dr. Wellington Yueh"


def revival(**position: object) -> Table:
    return Table("revival", **{"first": ATR, **position})  # type: ignore[arg-type]


# --- forces -------------------------------------------------------------------------------------


def test_forces_come_back_to_the_reserves() -> None:
    """DUN-TC-090, DUN-4.6.2: two are free for Atreides, the third costs 2."""
    table = revival(tanks={ATR: 5}).do(ATR, Revive(3))
    assert (table.tanks(ATR), table.reserves(ATR), table.spice(ATR)) == (2, 18, 8)
    assert table.told(ForcesRevived) == [ForcesRevived(fid(ATR), 3, 0, 2)]
    assert table.told(Paid) == [Paid(fid(ATR), "", 2, rule="DUN-4.6.2")]


def test_forces_must_be_paid_for() -> None:
    """DUN-TC-091, DUN-4.6.2: the Emperor has one free force and 3 spice."""
    table = revival(tanks={EMP: 5}, spice={EMP: 3}).cannot(EMP, Revive(3))
    assert "forces must be 0 to 2" in str(table.refused(EMP, Revive(3)))
    table.do(EMP, Revive(2))
    assert table.spice(EMP) == 1


def test_at_most_three_forces() -> None:
    """DUN-TC-092, DUN-4.6.2."""
    table = revival(tanks={ATR: 4}, spice={ATR: 50})
    assert "DUN-4.6.2" in str(table.refused(ATR, Revive(4)))
    revival(tanks={ATR: 2}).cannot(ATR, Revive(3))


@pytest.mark.parametrize(("faction", "free"), [(FRE, 3), (ATR, 2), (HAR, 2), (EMP, 1), (GUI, 1), (BG, 1)])
def test_free_forces(faction: int, free: int) -> None:
    """DUN-4.6.2, DUN-DK-10: who misses the deadline takes the free ones."""
    table = revival(tanks={faction: 5}, spice={faction: 10})
    assert play.default_of(table.game, table.seat(faction)) == Revive(free)
    table.time_up()
    assert (table.spice(faction), table.tanks(faction)) == (10, 5 - free)


def test_the_fremen_help() -> None:
    """DUN-TC-095, DUN-6.1.9: with permission all three are free for their ally."""
    table = revival(tanks={GUI: 5, FRE: 1}, allies=((GUI, FRE),), first=FRE)
    table.do(FRE, Permit("free-revivals", "off"))
    assert play.default_of(table.game, table.seat(FRE)) == Revive(1)
    table.do(FRE, Permit("free-revivals", "on"), Revive(0)).do(GUI, Revive(3))
    assert table.spice(GUI) == 10
    table = revival(tanks={GUI: 5, FRE: 1}, allies=((GUI, FRE),), first=FRE)
    table.do(FRE, Permit("free-revivals", "off"), Revive(0)).do(GUI, Revive(3))
    assert table.spice(GUI) == 6


def test_storm_order() -> None:
    """DUN-TC-102, DUN-4.6.1: DUN-R-34; each decides when those before him have revived."""
    table = revival(first=EMP, tanks=dict.fromkeys(SIX, 1))
    order = []
    while table.key == "revival.revivals":
        order += table.asked()
        table.do(table.asked()[0], Revive(1))
    assert order == [EMP, GUI, BG, ATR, HAR, FRE]


def test_whoever_has_nobody_to_revive_is_not_asked() -> None:
    """DUN-2.9.3: all can see that there is nothing to decide."""
    table = revival(tanks={HAR: 1}, dead="Stilgar, Chani, Otheym, Shadout Mapes, Jamis")
    assert table.asked() == [HAR]
    assert table.do(HAR, Revive(0)).asked() == [FRE]
    assert table.told(ForcesRevived) == []


def test_standing_orders_claim_free_revivals() -> None:
    """DUN-2.7.3: as many as are free, without being asked."""
    table = Table("collection", tanks={ATR: 1, HAR: 4}, first=ATR)
    for faction in (ATR, HAR):
        play.order_standing(table.game, table.seat(faction), "revival.revivals", *map(Revive, (2, 1, 0)))
    table.enter("revival")
    assert [(revived.faction, revived.forces) for revived in table.told(ForcesRevived)] == [
        (fid(ATR), 1),
        (fid(HAR), 2),
    ]
    assert table.key != "revival.revivals"


def test_all_together_with_the_option() -> None:
    """DUN-O-25: DUN-R-34: everybody decides at once; nobody sees what another decides before all have."""
    table = revival(tanks=dict.fromkeys(SIX, 2), revival_order="together")
    assert table.asked() == list(SIX)
    for faction in SIX:
        assert table.told(ForcesRevived) == []
        table.do(faction, Revive(1))
    assert [revived.faction for revived in table.told(ForcesRevived)] == [fid(one) for one in SIX]


# --- at the Emperor's expense -------------------------------------------------------------------


def test_extra_forces_at_the_emperors_expense() -> None:
    """DUN-TC-093, DUN-4.6.3, DUN-6.6.3: three for 2 spice, and three more for 6 spice of the Emperor."""
    table = revival(tanks={HAR: 7}, allies=((HAR, EMP),)).do(HAR, Revive(3, 3))
    assert (table.tanks(HAR), table.spice(HAR), table.spice(EMP)) == (1, 8, 4)
    assert table.told(ForcesRevived) == [ForcesRevived(fid(HAR), 6, 3, 2)]
    assert table.told(Paid) == [Paid(fid(HAR), "", 2, rule="DUN-4.6.2"), Paid(fid(EMP), "", 6, rule="DUN-6.6.3")]


def test_extra_forces_are_limited_by_the_emperors_spice() -> None:
    """DUN-TC-094, DUN-6.6.3: he permits 3 and owns 5."""
    table = revival(tanks={HAR: 7}, allies=((HAR, EMP),), spice={EMP: 5})
    table.can(HAR, Revive(3, 2)).cannot(HAR, Revive(3, 3))


def test_extra_forces_are_limited_by_permission_and_by_the_dead() -> None:
    """DUN-6.6.3, DUN-5.2.4: ordinary and extra ones together are not more than the dead; DUN-R-37."""
    table = revival(tanks={HAR: 4}, allies=((HAR, EMP),), spice={EMP: 20})
    table.can(HAR, Revive(1, 3), Revive(3, 1), Revive(0, 3)).cannot(HAR, Revive(2, 3))
    table.do(EMP, PermitRevivals(1)).can(HAR, Revive(2, 1)).cannot(HAR, Revive(1, 2))
    assert play.boxes(table.game, table.seat(HAR)).count == len(set(map(str, table.boxes(HAR))))


def test_nobody_else_pays_for_extra_forces() -> None:
    """DUN-5.2.3, DUN-6.6.3: neither for others than the ally, nor by an ally who is not the Emperor."""
    table = revival(tanks={HAR: 7, GUI: 7}, allies=((HAR, ATR), (GUI, EMP))).do(ATR, Allow(10))
    table.cannot(HAR, Revive(3, 1)).do(HAR, Revive(0)).can(GUI, Revive(3, 1))


def test_extra_forces_are_paid_last_where_all_decide_together() -> None:
    """DUN-O-25, DUN-6.6.3: as many as the Emperor can still pay after his own revival."""
    table = revival(tanks={HAR: 7, EMP: 7}, allies=((HAR, EMP),), spice={EMP: 6}, revival_order="together")
    table.do(HAR, Revive(2, 3)).do(EMP, Revive(3))
    assert (table.tanks(HAR), table.tanks(EMP), table.spice(EMP)) == (4, 4, 0)
    assert table.told(ForcesRevived)[0] == ForcesRevived(fid(HAR), 3, 1, 0)


# --- leaders ------------------------------------------------------------------------------------


def test_no_leader_comes_back_as_long_as_one_lives() -> None:
    """DUN-TC-096, DUN-4.6.4."""
    table = revival(tanks={ATR: 1}, dead="Thufir Hawat, Lady Jessica, Gurney Halleck, Duncan Idaho")
    table.cannot(ATR, Revive(0, 0, leader("Lady Jessica"))).do(ATR, Revive(0))
    assert not table.game.revival_open[table.seat(ATR)]


def test_one_leader_each_turn_for_his_strength() -> None:
    """DUN-TC-097, DUN-4.6.4: 6 spice for a leader of 5; forces only for what is left."""
    table = revival(tanks={ATR: 5}, dead=ALL_OF_ATR, spice={ATR: 6})
    jessica = leader("Lady Jessica")
    table.can(ATR, Revive(2, 0, jessica)).cannot(ATR, Revive(3, 0, jessica))
    table.do(ATR, Revive(2, 0, jessica))
    assert table.alive("Lady Jessica")
    assert table.spice(ATR) == 1
    assert table.told(LeaderRevived) == [LeaderRevived(fid(ATR), jessica, 5)]
    assert Paid(fid(ATR), "", 5, rule="DUN-4.6.4") in table.told(Paid)
    assert table.key != "revival.revivals"


def test_a_leader_must_be_paid_for() -> None:
    """DUN-4.6.4: with 4 spice none of strength 5."""
    table = revival(dead=ALL_OF_ATR, spice={ATR: 4})
    table.cannot(ATR, Revive(0, 0, leader("Thufir Hawat")))
    table.can(ATR, Revive(0, 0, leader("Gurney Halleck")))


def test_once_open_the_revival_of_leaders_stays_open() -> None:
    """DUN-TC-098, DUN-4.6.4: in the next turn one lives and another one may be revived."""
    table = revival(dead=ALL_OF_ATR).do(ATR, Revive(0, 0, leader("Lady Jessica")))
    assert table.view(None).factions[0].revival_open
    table.enter("revival")
    table.can(ATR, Revive(0, 0, leader("Duncan Idaho")))


def test_who_died_twice_waits() -> None:
    """DUN-TC-099, DUN-4.6.5: three others are still dead for the first time."""
    dead = "Thufir Hawat, Gurney Halleck, Duncan Idaho, Dr. Wellington Yueh"
    table = Table("collection", dead=dead, twice="Thufir Hawat")
    table.game.deaths[LEADER_NUMBER[leader("Lady Jessica")]] = 1
    table.game.revival_open[table.seat(ATR)] = True
    table.enter("revival")
    for name, may in (("Thufir Hawat", False), ("Gurney Halleck", True), ("Duncan Idaho", True)):
        assert table.legal(ATR, Revive(0, 0, leader(name))) is may


def test_who_died_twice_waits_until_all_have_died_again() -> None:
    """DUN-TC-100, DUN-4.6.5: DUN-R-36: all had been revived."""
    table = Table("collection", dead="Thufir Hawat", twice="Thufir Hawat", tanks={ATR: 1})
    for name in ALL_OF_ATR.split(", ")[1:]:
        table.game.deaths[LEADER_NUMBER[leader(name)]] = 1
    table.game.revival_open[table.seat(ATR)] = True
    table.enter("revival")
    assert {answer.leader for answer in table.boxes(ATR) if isinstance(answer, Revive)} == {None}
    table = revival(dead=ALL_OF_ATR, twice=ALL_OF_ATR)
    table.can(ATR, Revive(0, 0, leader("Thufir Hawat")))


def test_a_ghola_before_the_first_opening_keeps_it_shut() -> None:
    """DUN-TC-101, DUN-4.6.4: DUN-R-35: five are dead, one comes back by the card."""
    table = revival(dead=ALL_OF_ATR, hands={ATR: "Tleilaxu Ghola"}, tanks={ATR: 2})
    table.can(ATR, Revive(0, 0, leader("Duncan Idaho")))
    table.do(ATR, GholaLeader(leader("Lady Jessica")))
    table.cannot(ATR, Revive(0, 0, leader("Duncan Idaho"))).do(ATR, Revive(2))
    assert not table.game.revival_open[table.seat(ATR)]


def test_leaders_with_the_option_once_all_have_died() -> None:
    """DUN-O-19: DUN-R-35: a leader whom a Ghola card brought back counts as having died."""
    table = Table("collection", dead=ALL_OF_ATR, leader_revival="all_died_once", hands={ATR: "Tleilaxu Ghola"})
    table.game.alive[0] = True
    table.enter("revival")
    table.can(ATR, Revive(0, 0, leader("Duncan Idaho")))


def test_a_ghola_does_not_count() -> None:
    """DUN-4.6.6: three forces by the card, three by the phase."""
    table = revival(tanks={ATR: 6}, hands={ATR: "Tleilaxu Ghola"}).do(ATR, GholaForces(3), Revive(3))
    assert table.tanks(ATR) == 0
