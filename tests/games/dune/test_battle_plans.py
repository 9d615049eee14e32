"""DUN-4.8.4 to DUN-4.8.8: battle plans."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, card, clash, fid, leader, plan
from tests.kit import says, sure

from turncoat.games.dune.battle import Plan
from turncoat.games.dune.battle.events import NoHero, PlansRevealed
from turncoat.games.dune.karama import GholaForces, GholaLeader
from turncoat.games.dune.shared.hands import known_hand
from turncoat.kernel import play

ALL_OF_HAR = "Feyd Rautha, Beast Rabban, Piter de Vries, Captain Iakin Nefud, Umman Kudu"


def test_the_dial_goes_to_the_number_of_forces() -> None:
    """DUN-TC-153, DUN-4.8.5."""
    table = clash(size=6).cannot(HAR, plan(7, "Feyd Rautha"), plan(-1, "Feyd Rautha"))
    table.can(HAR, plan(6, "Feyd Rautha"), plan(0, "Feyd Rautha"))


def test_a_hero_is_compulsory() -> None:
    """DUN-TC-154, DUN-4.8.6: and the refusal names those who can be."""
    table = clash()
    refusal = table.refused(HAR, plan(3))
    table.cannot(HAR, plan(3, "Bashar"))
    says(str(refusal), "hero is missing; it must be", "DUN-4.8.5")


def test_without_any_hero_there_are_no_cards() -> None:
    """DUN-TC-155, DUN-4.8.4, DUN-4.8.6: DUN-R-57: everybody is told before plans are made."""
    table = clash(dead=ALL_OF_HAR, hands={HAR: "Lasgun, Shield"})
    assert [event.faction for event in table.told(NoHero)] == [fid(HAR)]
    assert table.key == "battle.plans"
    table.can(HAR, plan(10)).cannot(HAR, plan(10, "", "Lasgun"), plan(10, "", "", "Shield"))


def test_a_cheap_hero_is_compulsory_where_there_is_no_leader() -> None:
    """DUN-TC-156, DUN-4.8.6, DUN-7.6.2: nothing is announced, so that all know of the card."""
    table = clash(dead=ALL_OF_HAR, hands={HAR: "Lasgun, Cheap Hero"})
    assert table.told(NoHero) == []
    table.cannot(HAR, plan(1)).can(HAR, plan(1, "Cheap Hero", "Lasgun"))
    assert known_hand(table.game, None, HAR) == (card("Cheap Hero"),)


def test_a_cheap_hero_may_fight_where_leaders_could() -> None:
    """DUN-7.6.1, DUN-7.6.2: with weapon and defence like a leader."""
    table = clash(hands={HAR: "Lasgun, Cheap Hero, Snooper"})
    table.can(HAR, plan(1, "Cheap Hero", "Lasgun", "Snooper"))
    table.can(HAR, plan(1, "Feyd Rautha", "Lasgun", "Snooper"))


def test_each_card_fits_its_slot() -> None:
    """DUN-TC-157, DUN-4.8.7: one card cannot fill both."""
    table = clash(hands={HAR: "Crysknife, Chaumas, Shield, Kulon, Baliset, Karama"})
    table.cannot(HAR, plan(0, "Feyd Rautha", "Crysknife", "Chaumas"))
    table.cannot(HAR, plan(0, "Feyd Rautha", "Shield"), plan(0, "Feyd Rautha", "Karama"))
    table.cannot(HAR, plan(0, "Feyd Rautha", "Kulon", "Kulon"))
    table.can(HAR, plan(0, "Feyd Rautha", "Kulon", "Baliset"))
    table.can(HAR, plan(0, "Feyd Rautha", "Crysknife", "Kulon"))


def test_one_cannot_play_what_one_does_not_hold() -> None:
    """DUN-4.8.5: nobody else's card."""
    assert not clash(hands={EMP: "Lasgun"}).legal(HAR, plan(0, "Feyd Rautha", "Lasgun"))


def test_plans_are_sealed_and_shown_together() -> None:
    """DUN-4.8.8, DUN-1.5: replaced or taken back until the other one is in; DUN-R-61."""
    table = clash().do(HAR, plan(3, "Feyd Rautha"))
    assert table.told(PlansRevealed) == []
    assert all(battle is not None and battle.plans == {} for battle in (table.view(one).battle for one in (EMP, GUI)))
    table.do(HAR, plan(4, "Beast Rabban"))
    play.withdraw(table.game, HAR)
    table.do(HAR, plan(5, "Umman Kudu")).do(EMP, plan(1, "Bashar"))
    (shown,) = table.told(PlansRevealed)
    assert (shown.dials, shown.heroes) == ((5, 1), (leader("Umman Kudu"), leader("Bashar")))
    battle = sure(table.view(None).battle)
    assert battle.plans == {fid(HAR): plan(5, "Umman Kudu"), fid(EMP): plan(1, "Bashar")}


def test_when_time_is_up_as_little_as_possible_is_risked() -> None:
    """DUN-DK-18, DUN-2.8.1: dial 0, the weakest leader, a Cheap Hero only where nobody else can, no cards."""
    table = clash(hands={HAR: "Lasgun, Shield, Cheap Hero"})
    assert play.default_of(table.game, HAR) == plan(0, "Umman Kudu")
    table = clash(dead=ALL_OF_HAR, hands={HAR: "Lasgun, Cheap Hero"})
    assert play.default_of(table.game, HAR) == plan(0, "Cheap Hero")
    table = clash(BG, EMP).passes(BG)
    assert play.default_of(table.game, BG) == plan(0, "Alia")


def test_a_leader_fights_in_one_territory_only() -> None:
    """DUN-TC-176, DUN-4.8.10, DUN-2.5.1: twice in one territory; in another one not, until the phase is over."""
    forces = {HAR: "Tsimpo 10: 9, Basin 8: 9", EMP: "Tsimpo 10: 1, Basin 8: 1", GUI: "Tsimpo 10: 1"}
    table = Table("battles", forces=forces, first=HAR)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(3, "Feyd Rautha"), EMP: plan(0, "Bashar")})
    table.choose(HAR, GUI, "Tsimpo").can(HAR, plan(1, "Feyd Rautha"))
    table.fought({HAR: plan(1, "Beast Rabban"), GUI: plan(0, "Guild Rep.")})
    table.choose(HAR, EMP, "Basin").cannot(HAR, plan(1, "Feyd Rautha"), plan(1, "Beast Rabban"))
    table.cannot(EMP, plan(1, "Bashar"))
    table.fought({HAR: plan(1, "Umman Kudu"), EMP: plan(0, "Burseg")})
    assert table.key == "storm.dial"
    assert set(table.game.tied) == {-1}


def revived(leaders_stay: bool) -> Table:
    """Feyd Rautha fell in one territory, came back by Ghola, and Harkonnen fights in another one."""
    forces = {HAR: "Tsimpo 10: 9, Basin 8: 9", EMP: "Tsimpo 10: 1, Basin 8: 1"}
    hands = {HAR: "Tleilaxu Ghola", EMP: "Lasgun"}
    table = Table("battles", forces=forces, first=HAR, hands=hands, leaders_stay=leaders_stay)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(8, "Feyd Rautha"), EMP: plan(0, "Bashar", "Lasgun")})
    assert not table.alive("Feyd Rautha")
    table.choose(HAR, EMP, "Basin").do(HAR, GholaLeader(leader("Feyd Rautha")))
    assert table.alive("Feyd Rautha")
    return table


def test_death_and_ghola_do_not_free_a_leader() -> None:
    """DUN-TC-176, DUN-4.8.10, DUN-7.8.1: DUN-R-83; with DUN-O-27 off they do."""
    assert not revived(leaders_stay=True).legal(HAR, plan(1, "Feyd Rautha"))
    assert revived(leaders_stay=False).legal(HAR, plan(1, "Feyd Rautha"))


def test_a_leader_back_from_the_dead_may_fight_at_once() -> None:
    """DUN-7.8.1: played before plans are sealed."""
    table = clash(dead=ALL_OF_HAR, hands={HAR: "Tleilaxu Ghola"}).can(HAR, plan(1))
    table.do(HAR, GholaLeader(leader("Piter de Vries")))
    table.can(HAR, plan(1, "Piter de Vries")).cannot(HAR, plan(1))


def test_with_a_sealed_plan_no_card_can_be_played() -> None:
    """DUN-TC-191, DUN-2.6.3: DUN-R-86: until the battle is resolved; with the plan taken back, again."""
    ghola = GholaForces(1)
    table = clash(hands={HAR: "Tleilaxu Ghola, Lasgun"}, tanks={HAR: 3}, stops="W-9").do(HAR, plan(1, "Feyd Rautha"))
    assert "sealed" in str(table.refused(HAR, ghola))
    play.withdraw(table.game, HAR)
    table.can(HAR, ghola).planned({HAR: plan(9, "Feyd Rautha", "Lasgun"), EMP: plan(0, "Bashar")})
    assert table.key == "battle.treachery"
    table.cannot(HAR, ghola).passes(HAR, EMP)
    assert table.key == "battle.discards"
    table.can(HAR, ghola)


def test_after_a_battle_without_a_winner_cards_can_be_played_again() -> None:
    """DUN-2.6.3: resolved is resolved."""
    hands = {HAR: "Tleilaxu Ghola, Lasgun", EMP: "Shield"}
    table = clash(hands=hands, stops="W-9", tanks={HAR: 1})
    table.fought({HAR: plan(1, "Feyd Rautha", "Lasgun"), EMP: plan(1, "Bashar", "", "Shield")})
    assert table.key == "battle.after"
    table.can(HAR, GholaForces(3))


def test_ghola_gives_back_a_leader_or_up_to_three_forces() -> None:
    """DUN-TC-212, DUN-7.8.1, DUN-4.6.6: DUN-R-74; with DUN-O-20 up to five."""
    table = clash(hands={HAR: "Tleilaxu Ghola"}, tanks={HAR: 7}, dead="Feyd Rautha", twice="Feyd Rautha")
    table.can(HAR, GholaLeader(leader("Feyd Rautha")))
    table.cannot(HAR, GholaLeader(leader("Beast Rabban"))).can(HAR, GholaForces(3))
    table.cannot(HAR, GholaForces(4))
    before = table.reserves(HAR)
    table.do(HAR, GholaForces(3))
    assert (table.reserves(HAR) - before, table.tanks(HAR), table.hand(HAR)) == (3, 4, ())
    assert clash(hands={HAR: "Tleilaxu Ghola"}, tanks={HAR: 7}, ghola_forces=5).legal(HAR, GholaForces(5))


def test_the_strongest_plan_of_all_and_the_weakest_are_both_plans() -> None:
    """DUN-4.8.5: every combination is offered once."""
    table = clash(FRE, ATR, size=2, hands={FRE: "Lasgun, Shield, Kulon"}).passes(ATR)
    offered = [answer for answer in table.boxes(FRE) if isinstance(answer, Plan)]
    assert len(offered) == len(set(offered)) == 3 * 5 * (3 * 3 - 1)
