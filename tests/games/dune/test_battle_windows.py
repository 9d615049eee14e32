"""DUN-2.7.1, DUN-2.6 in the Battle Phase: DUN-W-7, DUN-W-8, DUN-W-9 and what is done at any time."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, clash, leader, plan

from turncoat.games.dune.battle import Voice
from turncoat.games.dune.events import GholaUsed
from turncoat.games.dune.karama import GholaForces, GholaLeader, Prevent
from turncoat.kernel import play

FORCES = {HAR: "Tsimpo 10: 3, Basin 8: 3", EMP: "Tsimpo 10: 1, Basin 8: 1"}


def test_before_the_first_battle_there_is_one_window() -> None:
    """DUN-2.7.1, DUN-W-7: once in a phase, and only if there is a battle."""
    table = Table("battles", forces=FORCES, first=HAR, stops="W-7")
    assert (table.key, table.asked()) == ("battles.window", list(SIX))
    table.passes(*SIX)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(1, "Feyd Rautha"), EMP: plan(0, "Bashar")})
    assert table.key == "battles.choose"
    assert Table("battles", forces={HAR: "Tsimpo 10: 3"}, stops="W-7").key == "storm.dial"


def test_before_plans_and_after_a_battle_there_are_windows() -> None:
    """DUN-2.7.1, DUN-W-8, DUN-W-9, DUN-4.8.4: after Voice and Prescience; in every battle; names are not shown."""
    table = clash(BG, EMP, stops="W-8,W-9")
    assert table.key == "battle.voice"
    table.passes(BG)
    assert (table.key, table.asked()) == ("battle.window", list(SIX))
    table.passes(*SIX).fought({BG: plan(1, "Alia"), EMP: plan(0, "Bashar")})
    assert table.key == "battle.after"
    table.passes(*SIX)
    assert table.key == "storm.dial"


def test_what_is_done_in_a_window_opens_it_again() -> None:
    """DUN-2.7.1, DUN-DK-24: for everybody who gave no standing pass."""
    table = clash(hands={GUI: "Tleilaxu Ghola"}, tanks={GUI: 2}, stops="W-8").passes(ATR, HAR)
    table.do(GUI, GholaForces(2))
    assert table.asked() == list(SIX)
    assert len(table.told(GholaUsed)) == 1


def test_a_plan_is_renewed_when_something_made_it_illegal() -> None:
    """DUN-2.6.2, DUN-4.8.6: a sealed plan goes back to its owner, who is asked again (a leader is put back by hand)."""
    dead = "Feyd Rautha, Beast Rabban, Piter de Vries, Captain Iakin Nefud, Umman Kudu"
    table = clash(dead=dead, hands={EMP: "Karama, Tleilaxu Ghola"}, tanks={EMP: 2}).do(HAR, plan(3))
    table.game.alive[5] = True
    table.do(EMP, GholaForces(1))
    assert play.waiting(table.game) == [HAR, EMP]
    table.cannot(HAR, plan(3))


def test_actions_at_any_time_are_carried_out_as_they_arrive() -> None:
    """DUN-2.6.2: DUN-R-87: what one has prevented another one cannot prevent again."""
    table = clash(BG, EMP, hands={HAR: "Karama", GUI: "Karama"}).do(BG, Voice("play", "lasgun"))
    table.can(HAR, Prevent("K-17")).can(GUI, Prevent("K-17")).do(GUI, Prevent("K-17"))
    table.cannot(HAR, Prevent("K-17"))


def test_nobody_prevents_an_own_advantage() -> None:
    """DUN-7.11.3: against another faction in play; an ally, too."""
    table = clash(BG, EMP, hands={BG: "Karama", HAR: "Karama"}, allies=((BG, HAR),))
    table.cannot(BG, Prevent("K-17")).can(HAR, Prevent("K-17"))


def test_a_leader_may_come_back_between_two_battles() -> None:
    """DUN-7.8.1, DUN-2.6.1, DUN-DK-24: while a battle is chosen."""
    table = Table("battles", forces=FORCES, first=HAR, dead="Stilgar", hands={FRE: "Tleilaxu Ghola"})
    table.do(FRE, GholaLeader(leader("Stilgar")))
    assert table.alive("Stilgar")
