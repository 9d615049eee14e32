"""THR-9: zones and engagements."""

from __future__ import annotations

from tests.games.thrice.story import ADAM, BREE, CHARLIE, HIGH, Table

from turncoat.games.thrice.actions import DONE, Advance, Attack, Disengage, Engage, Gather, Give
from turncoat.games.thrice.choices import reachable
from turncoat.games.thrice.options import Options, zoned
from turncoat.games.thrice.skills import tricks


def test_three_zones() -> None:
    """THR-9.1: engaged inside free, distant outside."""
    table = Table(ambush=(BREE,)).go(ADAM, Engage(4), DONE)
    zones = [combatant.zone for combatant in table.view(None).combatants]
    assert zones[:3] == ["engaged", "distant", "free"]
    assert table.view(None).engagements == ((ADAM, 4),)


def test_engaging_somebody_engaged_joins_the_engagement() -> None:
    """THR-9.2, THR-R15: they and everybody in it."""
    table = Table().go(ADAM, Engage(4), DONE).go(BREE, Engage(4), DONE)
    assert table.engaged(ADAM, BREE, 4)


def test_only_opponents_of_the_same_zone_can_be_engaged() -> None:
    """THR-9.2: once a turn."""
    table = Table(ambush=(BREE, 5)).go(ADAM).cannot(ADAM, Engage(5), Engage(CHARLIE))
    table.do(ADAM, DONE).go(BREE).can(BREE, Engage(5)).cannot(BREE, Engage(6))


def test_engaging_in_the_distance_leads_back() -> None:
    """THR-9.3: both are in the free zone, engaged."""
    table = Table(ambush=(BREE, 5)).go(BREE, Engage(5))
    assert table.engaged(BREE, 5)
    assert table.game.distant == 0


def test_who_is_engaged_engages_nobody() -> None:
    """THR-9.4, THR-R15: nobody new."""
    table = Table().go(ADAM, Engage(4), DONE).rest().go(ADAM)
    assert not any(table.legal(ADAM, Engage(who)) for who in table.foes)


def test_an_engagement_without_a_side_dissolves() -> None:
    """THR-9.5, THR-E12: two characters, one opponent who becomes helpless: both are free."""
    table = Table().go(ADAM, Engage(4), DONE).go(BREE, Engage(4))
    table.game.condition[4] = 1
    table.game.clues.condition[0] = 15
    table.hit(BREE, 4)
    assert table.game.groups == []
    assert table.game.free & 0b11 == 0b11


def test_only_disengage_leads_away() -> None:
    """THR-9.6: engaged, free, distant, out."""
    table = Table(advantage=99).go(ADAM, Engage(4), DONE)
    places = []
    for _ in range(3):
        table.rest().go(ADAM, Give("disengage", ADAM), Disengage())
        places.append(table.view(None).combatants[ADAM].zone)
        if places[-1] != "fled":
            table.do(ADAM, DONE)
    assert places == ["free", "distant", "fled"]


def test_stepping_forward_from_the_distance() -> None:
    """THR-9.7, THR-R16, THR-O14: instead of engaging; only if it is agreed on."""
    table = Table(ambush=(ADAM,)).go(ADAM, Advance())
    assert table.game.free & 1
    table.cannot(ADAM, Engage(4)).can(ADAM, Attack(4))
    Table(ambush=(ADAM,), advance_from_distant=False).go(ADAM).cannot(ADAM, Advance())


def test_without_zones_everybody_reaches_everybody() -> None:
    """THR-9.8, THR-R17, THR-O2: nobody engages, advances or flees, and Disengage cannot be had."""
    table = Table(zones="off", advantage=9).go(ADAM)
    table.cannot(ADAM, Engage(4), Give("disengage", ADAM))
    assert all(table.legal(ADAM, Attack(who)) for who in table.foes)
    assert "disengage" not in tricks(Options(zones="off"))


def test_zones_in_the_profile_of_the_sheet() -> None:
    """THR-R17, THR-O2: with engagements and without Disengage."""
    options = Options(profile="sheet", zones="on")
    assert zoned(options)
    assert "disengage" not in tricks(options)
    table = Table(profile="sheet", zones="on").go(ADAM, Engage(4), DONE)
    assert table.engaged(ADAM, 4)


def test_who_is_engaged_attacks_only_there() -> None:
    """THR-10.2: any opponent of the same engagement; anybody else attacks anybody."""
    table = Table().go(ADAM, Engage(4)).can(ADAM, Attack(4)).cannot(ADAM, Attack(5))
    table.do(ADAM, DONE).go(BREE)
    assert all(table.legal(BREE, Attack(who)) for who in table.foes)


def test_attacks_into_an_engagement_can_be_ruled_out() -> None:
    """THR-R18, THR-O13: allowed unless agreed otherwise."""
    table = Table(attack_into_engagement=False).go(ADAM, Engage(4), DONE)
    assert reachable(table.game, BREE) == table.game.active & ~0b11111
    assert reachable(table.game, ADAM) == 1 << 4


def test_gathering_opponents() -> None:
    """THR-R24, THR-O15: for one coin, in the place of the engagement, whoever stands in the free zone."""
    table = Table(advantage=9, intercept_mode="gather", ambush=(9,)).go(BREE, Engage(4), DONE)
    table.go(ADAM, Give("intercept", ADAM)).cannot(ADAM, Gather((9,)), Gather(()))
    table.do(ADAM, Gather((4, 5, 6)))
    assert table.engaged(ADAM, 4, 5, 6)
    assert table.game.free >> BREE & 1
    table.cannot(ADAM, Engage(7))
    assert not any(table.game.coins["intercept"])


def test_gathering_for_who_is_engaged_and_not_for_the_distant() -> None:
    """THR-R24: the others join his engagement; not from the distant zone; nobody steps in the way."""
    table = Table(advantage=9, intercept_mode="gather", ambush=(CHARLIE,))
    table.go(BREE, Give("intercept", ADAM), Give("counter", BREE), Engage(4), DONE)
    table.go(CHARLIE, Give("intercept", CHARLIE)).cannot(CHARLIE, Gather((5,)))
    table.do(CHARLIE, DONE).go(ADAM, Gather((5,)), DONE).turns(3).blow(4, BREE, *HIGH[:2])
    assert not table.waits_for(ADAM)
