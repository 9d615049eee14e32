"""LOY-10.2: attacks, joint defences, losses, the advance."""

from __future__ import annotations

import pytest
from tests.games.loyalty.story import Story, loyalty
from tests.kit import sure

from turncoat.games.loyalty.events.war import Advanced, CiviliansFell, Fought, LossesAgreed, Volunteered
from turncoat.games.loyalty.view import ProposalView


def field(**units: str) -> Story:
    """Red on R1 with five militia; others in O2 as given."""
    return loyalty(bare=True).put("R1", red="5 militia").put("O2", **units)


def test_a_fight_at_home() -> None:
    """LOY-E4, LOY-10.2.2, LOY-10.2.9, LOY-10.2.13: four against three in the same city; a win, and nobody moves."""
    table = loyalty(bare=True).put("O2", red="4 militia", blue="3 militia")
    table.do("red", "attack blue in O2 from O2 with 4")
    assert table.units("O2") == {"red": {"militia": 1}}
    assert table.told(Fought)[-1].won
    assert table.told(Advanced) == []
    assert table.key == "action.choose"


def test_an_attack_on_citizens() -> None:
    """LOY-E5, LOY-10.2.10, LOY-10.2.12, LOY-10.2.13: each kills one and moves in; the rest still own the city."""
    table = loyalty(bare=True).put("R1", red="4 militia").put("O2", blue="5 citizens")
    table.do("red", "attack blue in O2 from R1 with 4")
    assert table.units("O2") == {"red": {"militia": 4}, "blue": {"citizens": 1}}
    assert table.units("R1") == {}
    assert (table.owner("O2"), table.control("O2")) == ("blue", "red")


def test_militia_fall_before_civilians() -> None:
    """LOY-E6, LOY-10.2.11: four against three and five citizens."""
    table = loyalty(bare=True).put("R1", red="4 militia").put("O2", blue="3 militia, 5 citizens")
    table.do("red", "attack blue in O2 from R1 with 4")
    assert table.units("O2") == {"red": {"militia": 1}, "blue": {"citizens": 4}}


def test_a_joint_defence() -> None:
    """LOY-E7, LOY-10.2.6, LOY-10.2.7, LOY-10.2.8, LOY-10.2.14, LOY-R24: without agreement the target falls first."""
    table = field(blue="3 militia, 3 citizens", yellow="4 militia").do("red", "attack blue in O2 from R1 with 5")
    assert (table.key, table.asked) == ("battle.volunteers", {"yellow"})
    table.do("yellow", "join with 4").time_up().time_up()
    assert table.units("R1") == {}
    assert table.units("O2") == {"blue": {"citizens": 3}, "yellow": {"militia": 2}}
    assert not table.told(Fought)[-1].won


def test_an_attack_needs_militia_and_somebody_to_attack() -> None:
    """LOY-10.2.1, LOY-10.2.3, LOY-10.2.4: not oneself, not who is absent, one up to all of the militia."""
    table = field(blue="1 citizens").put("O3", red="3 citizens", green="1 citizens")
    table.can("red", "attack blue in O2 from R1 with 5")
    for move in (
        "attack blue in O2 from R1 with 6",
        "attack blue in O2 from R1 with 0",
        "attack yellow in O2 from R1 with 1",
        "attack red in O2 from R1 with 1",
        "attack blue and blue in O2 from R1 with 1",
        "attack nobody in O2 from R1 with 1",
        "attack green in O3 from O3 with 1",
        "attack green in O3 from R1 with 1",
    ):
        assert not table.legal("red", move), move


def test_uncommitted_militia_take_no_part() -> None:
    """LOY-10.2.4, LOY-R27: in a fight at home nobody strikes back at the rest."""
    table = loyalty(bare=True).put("O2", red="5 militia", blue="3 militia")
    table.do("red", "attack blue in O2 from O2 with 2")
    assert table.units("O2") == {"red": {"militia": 3}, "blue": {"militia": 1}}


def test_any_target_present_will_do() -> None:
    """LOY-R21, LOY-R22: refused by blue's garrison, red attacks yellow's citizens in the same city."""
    table = field(blue="9 militia", yellow="2 citizens").do("red", "attack yellow in O2 from R1 with 5")
    table.do("blue", "decline")
    assert table.units("O2") == {"red": {"militia": 5}, "blue": {"militia": 9}}


def test_all_targets_defend_together() -> None:
    """LOY-10.2.3, LOY-10.2.7, LOY-R22: one fight against blue and yellow, blue named first."""
    table = field(blue="2 militia", yellow="2 militia, 1 citizens").do(
        "red", "attack blue, yellow in O2 from R1 with 5"
    )
    assert table.told(Fought)[-1].defence == 4
    assert table.units("O2") == {"red": {"militia": 1}}


def test_an_announced_attack_goes_its_way() -> None:
    """LOY-10.2.5: red cannot take it back while volunteers think."""
    table = field(blue="1 militia", yellow="1 militia").do("red", "attack blue in O2 from R1 with 1")
    assert table.open_to("red").tags == ()
    view = sure(table.view(None).battle)
    assert (view.attacker, view.field, view.targets, view.force) == (0, "O2", (1,), 1)


def test_volunteers_are_asked_from_the_attackers_left() -> None:
    """LOY-10.2.6, LOY-D4, LOY-R23: each once, with any part of their militia on the battlefield and nowhere else."""
    table = field(blue="1 militia", yellow="3 militia, 2 citizens", green="2 militia")
    table.do("red", "attack yellow in O2 from R1 with 5")
    assert table.asked == {"blue"}
    assert {n for n in range(5) if table.legal("blue", f"join with {n}")} == {1}
    table.do("blue", "decline")
    assert table.asked == {"green"}
    assert {n for n in range(5) if table.legal("green", f"join with {n}")} == {1, 2}
    table.do("green", "join with 1")
    assert [(event.seat, event.militia) for event in table.told(Volunteered)] == [(1, 0), (3, 1)]
    table.do("yellow", "leave it").do("green", "leave it") if table.key == "parley.propose" else None
    assert table.told(Fought)[-1].defence == 4


def test_militia_elsewhere_cannot_volunteer() -> None:
    """LOY-R23: the road next to the city is no part of it; silence is no."""
    table = field(blue="1 militia").put("S2", yellow="4 militia").do("red", "attack blue in O2 from R1 with 1")
    assert table.key == "action.choose"
    other = field(blue="1 militia", yellow="1 militia").do("red", "attack blue in O2 from R1 with 1").time_up()
    assert [event.militia for event in other.told(Volunteered)] == [0]


def test_a_volunteers_civilians_are_safe() -> None:
    """LOY-10.2.6, LOY-10.2.10: only the targets' civilians die."""
    table = field(blue="1 citizens", yellow="1 militia, 3 citizens").do("red", "attack blue in O2 from R1 with 5")
    table.do("yellow", "join with 1")
    assert table.units("O2") == {"red": {"militia": 4}, "yellow": {"citizens": 3}}


def test_the_defenders_can_agree_who_falls() -> None:
    """LOY-10.2.8, LOY-D5: blue proposes that yellow loses three; yellow agrees."""
    table = field(blue="3 militia", yellow="4 militia").do("red", "attack blue in O2 from R1 with 5")
    table.do("yellow", "join with 4")
    assert (table.key, table.asked) == ("parley.propose", {"blue"})
    table.cannot("blue", "propose 3 blue, 3 yellow", "propose 4 blue, 1 yellow")
    table.do("blue", "propose 2 blue, 3 yellow")
    assert (table.key, table.asked) == ("parley.consent", {"yellow"})
    assert table.view("yellow").proposal == ProposalView(1, {"1": 2, "2": 3}, civilians=False)
    table.do("yellow", "agree")
    assert table.view("yellow").proposal is None
    assert table.units("O2") == {"blue": {"militia": 1}, "yellow": {"militia": 1}}


def test_without_unanimity_the_next_may_propose() -> None:
    """LOY-10.2.8, LOY-R24: one proposal each; then the targets fall in the order named."""
    table = field(blue="3 militia", yellow="4 militia").do("red", "attack blue in O2 from R1 with 5")
    table.do("yellow", "join with 4").do("blue", "propose 1 blue, 4 yellow").do("yellow", "object")
    assert table.told(LossesAgreed)[-1].against == (2,)
    assert (table.key, table.asked) == ("parley.propose", {"yellow"})
    table.do("yellow", "propose 3 blue, 2 yellow").do("blue", "agree")
    assert table.units("O2") == {"yellow": {"militia": 2}}


def test_there_is_nothing_to_agree_on_when_all_fall() -> None:
    """LOY-D5: with as many attackers as defenders nobody is asked."""
    table = field(blue="2 militia", yellow="3 militia").do("red", "attack blue in O2 from R1 with 5")
    table.do("yellow", "join with 3")
    assert table.units("O2") == {}
    assert table.key == "action.choose"


def test_civilians_choose_who_dies() -> None:
    """LOY-10.2.10, LOY-D6, LOY-R25: the owner chooses the kinds, once the number is clear."""
    table = field(blue="3 militia, 3 citizens, 2 priests").do("red", "attack blue in O2 from R1 with 5")
    assert (table.key, table.asked) == ("battle.kinds", {"blue"})
    table.cannot("blue", "lose 1 citizens").do("blue", "lose 2 priests")
    assert table.units("O2")["blue"] == {"citizens": 3}
    assert table.told(CiviliansFell)[-1].victims == {"1 priests": 2}


def test_targets_agree_on_how_many_each_loses() -> None:
    """LOY-10.2.10, LOY-D6: yellow proposes, blue agrees; by default the first named dies first, citizens first."""
    table = field(blue="2 citizens, 1 priests", yellow="4 citizens").put("R1", red="-2 militia")
    table.do("red", "attack blue, yellow in O2 from R1 with 3")
    table.do("blue", "propose 3 yellow").do("yellow", "object").do("yellow", "propose 1 blue, 2 yellow")
    table.do("blue", "agree")
    assert (table.key, table.asked) == ("battle.kinds", {"blue"})
    table.time_up()
    assert table.units("O2")["blue"] == {"citizens": 1, "priests": 1}
    assert table.units("O2")["yellow"] == {"citizens": 2}


def test_the_default_order_of_civilians() -> None:
    """LOY-10.2.10, LOY-D6: four deaths among three of blue and four of yellow."""
    table = field(blue="2 citizens, 1 priests", yellow="4 citizens").put("R1", red="-1 militia")
    table.do("red", "attack blue, yellow in O2 from R1 with 4").time_up().time_up()
    assert table.units("O2") == {"red": {"militia": 4}, "yellow": {"citizens": 3}}


def test_no_civilian_dies_while_militia_stand() -> None:
    """LOY-10.2.11, LOY-10.2.12, LOY-10.2.14: five against five is no win, and nothing moves."""
    table = field(blue="5 militia, 2 citizens").do("red", "attack blue in O2 from R1 with 5")
    assert table.units("O2") == {"blue": {"citizens": 2}}
    assert table.units("R1") == {}
    assert not table.told(Fought)[-1].won


@pytest.mark.parametrize(
    ("option", "followers"),
    [("any", "2 citizens, 1 priests, 2 militia"), ("civilians", "2 citizens, 1 priests"), ("none", "")],
)
def test_who_may_follow(option: str, followers: str) -> None:
    """LOY-10.2.13, LOY-O16, LOY-D7, LOY-R26: the survivors always advance; others as was agreed on."""
    table = loyalty(bare=True, follow_up=option).put("R1", red="5 militia, 2 citizens, 1 priests")
    table.put("O2", blue="1 militia", yellow="2 militia").do("red", "attack blue in O2 from R1 with 3")
    table.do("yellow", "decline")
    assert table.units("O2")["red"] == {"militia": 2}
    if not followers:
        assert table.key == "action.choose"
        return
    assert table.key == "battle.follow"
    table.can("red", f"bring {followers}")
    assert table.legal("red", "bring 2 militia") == (option == "any")
    table.do("red", "bring 1 citizens")
    assert table.units("O2")["red"] == {"citizens": 1, "militia": 2}


def test_by_default_nobody_follows() -> None:
    """LOY-D7: and entry needs no leave, whoever controls the place (LOY-8.3)."""
    table = field(blue="1 citizens", yellow="3 militia").put("R1", red="2 citizens")
    table.do("red", "attack blue in O2 from R1 with 1").do("yellow", "decline").time_up()
    assert table.units("R1")["red"] == {"citizens": 2, "militia": 4}
    assert table.units("O2")["red"] == {"militia": 1}


def test_an_attack_across_a_road() -> None:
    """LOY-10.2.2, LOY-8.3: with leave to pass; here red owns the road."""
    table = loyalty(bare=True).put("O1", red="3 militia").put("R1", red="1 citizens").put("O2", blue="1 militia")
    table.do("red", "attack blue in O2 from O1 with 3")
    assert table.units("O2") == {"red": {"militia": 2}}


def test_the_attacker_can_choose_the_victims() -> None:
    """LOY-14.10, LOY-O17, LOY-D11: blue's priests, whatever blue thinks of it."""
    table = loyalty(bare=True, civilian_loss_choice="attacker").put("R1", red="2 militia")
    table.put("O2", blue="3 citizens, 1 priests", yellow="2 priests")
    table.do("red", "attack yellow, blue in O2 from R1 with 2")
    assert (table.key, table.asked) == ("battle.victims", {"red"})
    table.do("red", "kill 1 blue's priests, 1 yellow's priests")
    assert table.units("O2") == {"red": {"militia": 2}, "blue": {"citizens": 3}, "yellow": {"priests": 1}}
    late = loyalty(bare=True, civilian_loss_choice="attacker").put("R1", red="2 militia")
    late.put("O2", blue="3 citizens, 1 priests", yellow="1 priests").do(
        "red", "attack yellow, blue in O2 from R1 with 2"
    )
    late.time_up()
    assert late.units("O2") == {"red": {"militia": 2}, "blue": {"citizens": 2, "priests": 1}}
