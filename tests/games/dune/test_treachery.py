"""DUN-4.8.11 to DUN-4.8.13: traitors."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, leader, plan

from turncoat.games.dune.actions import Pass
from turncoat.games.dune.battle import Call
from turncoat.games.dune.battle.events import BattleByTreachery, Exploded, NobodyCalled, NobodyWon, TreacheryCalled
from turncoat.games.dune.karama import GholaLeader
from turncoat.kernel import play

FEYD, BASHAR = {EMP: "Feyd Rautha"}, {HAR: "Bashar"}


def test_one_call_wins_everything() -> None:
    """DUN-TC-170, DUN-4.8.12: DUN-R-66: no loss, all cards kept if one likes, the traitor's strength in spice."""
    table = clash(traitors=FEYD, hands={EMP: "Lasgun, Cheap Hero", HAR: "Chaumas, Snooper"}, spice={EMP: 1})
    sealed = {HAR: plan(10, "Feyd Rautha", "Chaumas", "Snooper"), EMP: plan(4, "Cheap Hero", "Lasgun")}
    table.fought(sealed, EMP)
    assert (table.forces(EMP, "Tsimpo"), table.forces(HAR, "Tsimpo"), table.tanks(HAR)) == (10, 0, 10)
    assert not table.alive("Feyd Rautha")
    assert table.spice(EMP) == 1 + 6
    assert table.hand(HAR) == ()
    assert table.told(BattleByTreachery)[0].winner == fid(EMP)
    table.kept(EMP, "Lasgun")
    assert table.hand(EMP) == ("Cheap Hero",)
    assert table.view(GUI).factions[EMP].shown_traitors == (leader("Feyd Rautha"),)


def test_whoever_does_not_hold_the_card_cannot_call() -> None:
    """DUN-4.8.11, DUN-2.9.3: and is asked all the same."""
    table = clash(traitors=FEYD).planned({HAR: plan(1, "Feyd Rautha"), EMP: plan(1, "Bashar")})
    assert table.asked() == [HAR, EMP]
    table.cannot(HAR, Call()).can(EMP, Call()).do(EMP, Call())
    assert table.told(TreacheryCalled) == []
    assert table.asked() == [HAR]


def test_without_a_call_the_battle_is_fought() -> None:
    """DUN-4.8.11: a traitor need not be called; DUN-DK-19: nobody calls when time is up."""
    table = clash(traitors=FEYD).planned({HAR: plan(5, "Feyd Rautha"), EMP: plan(1, "Bashar")}).time_up()
    assert len(table.told(NobodyCalled)) == 1
    assert table.alive("Feyd Rautha")
    assert table.forces(EMP, "Tsimpo") == 0


def test_a_traitor_may_betray_again() -> None:
    """DUN-TC-171, DUN-4.8.12: the card stays with its owner."""
    forces = {HAR: "Tsimpo 10: 5, Basin 8: 5", EMP: "Tsimpo 10: 5, Basin 8: 5"}
    hands = {HAR: "Tleilaxu Ghola"}
    table = Table("battles", forces=forces, first=HAR, hands=hands, traitors=FEYD, leaders_stay=False)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(1, "Feyd Rautha"), EMP: plan(1, "Bashar")}, EMP)
    table.do(HAR, GholaLeader(leader("Feyd Rautha")))
    table.choose(HAR, EMP, "Basin").fought({HAR: plan(1, "Feyd Rautha"), EMP: plan(1, "Caid")}, EMP)
    assert len(table.told(TreacheryCalled)) == 2
    assert table.game.shown_traitors == ((EMP, leader("Feyd Rautha")),)


def test_two_calls_destroy_both_sides() -> None:
    """DUN-TC-172, DUN-4.8.13: nobody wins, nobody is paid, nobody else is harmed."""
    table = clash(
        traitors=FEYD | BASHAR,
        hands={HAR: "Lasgun", EMP: "Shield"},
        forces={GUI: "Tsimpo 11: 4"},
        spice={HAR: 5, EMP: 5},
        stops="W-9",
    )
    sealed = {HAR: plan(1, "Feyd Rautha", "Lasgun"), EMP: plan(2, "Bashar", "", "Shield")}
    table.fought(sealed, HAR, EMP)
    assert not table.alive("Feyd Rautha")
    assert not table.alive("Bashar")
    assert [table.forces(one, "Tsimpo") for one in (HAR, EMP, GUI)] == [0, 0, 4]
    assert (table.spice(HAR), table.spice(EMP)) == (5, 5)
    assert (table.hand(HAR), table.hand(EMP)) == ((), ())
    assert table.told(NobodyWon) == [NobodyWon((fid(HAR), fid(EMP)))]


def test_a_cheap_hero_is_nobodys_traitor() -> None:
    """DUN-TC-173, DUN-4.8.11, DUN-7.6.1, DUN-2.9.3: nobody is even asked about him."""
    table = clash(hands={HAR: "Cheap Hero"}).planned({HAR: plan(1, "Cheap Hero"), EMP: plan(1, "Bashar")})
    assert table.asked() == [HAR]


def test_treachery_comes_before_an_explosion() -> None:
    """DUN-TC-174, DUN-4.8.12: DUN-R-64."""
    table = clash(traitors=FEYD, hands={HAR: "Lasgun", EMP: "Shield"})
    table.fought({HAR: plan(1, "Feyd Rautha", "Lasgun"), EMP: plan(1, "Bashar", "", "Shield")}, EMP)
    assert table.told(Exploded) == []
    assert table.forces(EMP, "Tsimpo") == 10
    assert table.alive("Bashar")


def friend_of(ally: int, opponent: int, **position: object) -> Table:
    """The ally of Harkonnen fights somebody."""
    return clash(ally, opponent, allies=((ally, HAR),), **position)  # type: ignore[arg-type]


def test_harkonnen_calls_for_an_ally() -> None:
    """DUN-TC-175, DUN-6.3.5: the ally wins and gets the spice.

    DUN-R-65, DUN-R-69: calls are sealed, and either one counts.
    """
    table = friend_of(BG, EMP, traitors=BASHAR, spice={BG: 0, HAR: 0}, stops="W-9").planned(
        {BG: plan(1, "Alia"), EMP: plan(9, "Bashar")},
    )
    assert table.asked() == [BG, EMP, HAR]
    table.do(BG, Pass()).do(EMP, Pass()).do(HAR, Call())
    assert (table.forces(BG, "Tsimpo"), table.spice(BG), table.spice(HAR)) == (10, 2, 0)
    assert table.told(TreacheryCalled) == [TreacheryCalled(fid(HAR), fid(BG), leader("Bashar"))]
    assert not table.alive("Bashar")


def test_harkonnen_does_not_call_in_other_battles() -> None:
    """DUN-6.3.5, DUN-4.8.11: only the combatants are asked."""
    table = clash(FRE, GUI, traitors={HAR: "Guild Rep."}).planned({FRE: plan(1, "Jamis"), GUI: plan(9, "Guild Rep.")})
    assert table.asked() == [FRE, GUI]


@pytest.mark.parametrize("stays", [True, False])
def test_the_leader_of_a_lone_caller(stays: bool) -> None:
    """DUN-4.8.10: DUN-R-56: is tied like any other; with DUN-O-27 off he is free."""
    forces = {HAR: "Tsimpo 10: 5, Basin 8: 5", EMP: "Tsimpo 10: 5, Basin 8: 5"}
    table = Table("battles", forces=forces, first=HAR, traitors=BASHAR, leaders_stay=stays)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(1, "Feyd Rautha"), EMP: plan(1, "Bashar")}, HAR)
    table.choose(HAR, EMP, "Basin")
    assert table.legal(HAR, plan(1, "Feyd Rautha")) is not stays


def test_an_own_leader_is_safe_in_his_owners_hand() -> None:
    """DUN-3.2.3: nobody can call a leader whose card another one holds."""
    table = clash(ATR, EMP, traitors={ATR: "Thufir Hawat"}).planned(
        {ATR: plan(1, "Thufir Hawat"), EMP: plan(1, "Caid")}
    )
    assert not any(table.legal(one, Call()) for one in (ATR, EMP))


def test_one_can_order_to_call_whenever_one_can() -> None:
    """DUN-2.7.3: a standing order: call treachery if possible, pass otherwise."""
    table = clash(traitors=FEYD)
    for seat in (HAR, EMP):
        play.order_standing(table.game, seat, "battle.treachery", Call(), Pass())
    table.planned({HAR: plan(1, "Feyd Rautha"), EMP: plan(1, "Bashar")})
    assert [event.faction for event in table.told(TreacheryCalled)] == [fid(EMP)]
    assert table.key == "storm.dial"
