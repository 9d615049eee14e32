"""DUN-6.2.3, DUN-6.2.4: Prescience; DUN-K-03, DUN-K-05, DUN-K-17; and what is dealt again in a battle."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, KEY, SIX, Table, card, clash, fid, leader, plan
from tests.kit import sure

from turncoat.games.dune.actions import Pass
from turncoat.games.dune.alliances import Permit
from turncoat.games.dune.battle import Call, Plan, Prescience, Voice
from turncoat.games.dune.battle.events import ElementSeen, OrderVoid, PrescienceUsed
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.karama.events import PreventionEnded
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.shared.hands import known_hand
from turncoat.kernel import play, within


def asked(element: str, sealed: Plan, hand: str = "", **position: object) -> Table:
    """Atreides ask for an element of the Emperor's plan, and get the answer."""
    table = clash(ATR, EMP, hands={EMP: hand}, **position).do(ATR, Prescience(element))  # type: ignore[arg-type]
    assert table.asked() == [EMP]
    return table.do(EMP, sealed)


def test_an_element_is_seen_before_one_plans() -> None:
    """DUN-TC-183, DUN-6.2.3, DUN-4.8.8: none is an answer.

    Nobody else sees it, the plan is frozen: DUN-R-60, DUN-R-89.
    """
    table = asked("weapon", plan(3, "Bashar"))
    seen = ElementSeen(fid(EMP), "weapon")
    assert table.told(PrescienceUsed) == [PrescienceUsed(fid(ATR), fid(EMP), "weapon")]
    assert table.told(ElementSeen, ATR) == [seen]
    assert all(table.told(ElementSeen, one) == [] for one in (None, HAR, FRE, EMP, GUI, BG))
    assert table.asked() == [ATR]
    table.cannot(EMP, plan(4, "Bashar")).cannot(ATR, Prescience("dial"))
    answers = {one: battle.answer for one in SIX if (battle := table.view(one).battle) is not None}
    assert answers == {ATR: seen, HAR: None, FRE: None, EMP: None, GUI: None, BG: None}
    own = sure(table.view(EMP).battle)
    assert own.plans == {fid(EMP): plan(3, "Bashar")}


@pytest.mark.parametrize(
    ("element", "shown"),
    [
        ("dial", ElementSeen(fid(EMP), "dial", dial=3)),
        ("hero", ElementSeen(fid(EMP), "hero", hero=leader("Bashar"))),
        ("weapon", ElementSeen(fid(EMP), "weapon", card=card("Lasgun"))),
        ("defence", ElementSeen(fid(EMP), "defence")),
    ],
)
def test_each_element_can_be_asked_for(element: str, shown: ElementSeen) -> None:
    """DUN-TC-192, DUN-6.2.3: DUN-R-88: a worthless card in the slot is none."""
    table = asked(element, plan(3, "Bashar", "Lasgun", "Kulon"), "Lasgun, Kulon")
    assert table.told(ElementSeen, ATR) == [shown]
    notes = known_hand(table.game, ATR, EMP)
    assert notes == ((card("Lasgun"),) if element == "weapon" else ())


def test_an_ally_may_foresee_by_permission() -> None:
    """DUN-TC-185, DUN-6.2.4, DUN-5.2.4: the ally decides, Atreides see the answer too."""
    table = clash(GUI, EMP, allies=((ATR, GUI),))
    assert (table.key, table.asked()) == ("battle.prescience", [GUI])
    table.do(GUI, Prescience("dial")).do(EMP, plan(2, "Bashar"))
    assert [len(table.told(ElementSeen, one)) for one in SIX] == [1, 0, 0, 0, 1, 0]
    other = Table("battles", forces={GUI: "Tsimpo 10: 2", EMP: "Tsimpo 10: 2"}, first=GUI, allies=((ATR, GUI),))
    other.do(ATR, Permit("battle-prescience", "off")).time_up()
    assert other.key == "battle.plans"


def test_nobody_else_foresees() -> None:
    """DUN-6.2.3: in battles of others there is no Prescience; DUN-DK-17: none when time is up."""
    assert clash(GUI, EMP).key == "battle.plans"
    assert clash(ATR, EMP).time_up().key == "battle.plans"


# --- DUN-K-03, DUN-K-05, DUN-K-17 ---------------------------------------------------------------------------


def test_a_question_that_is_prevented_gets_no_answer() -> None:
    """DUN-TC-187, DUN-7.11.3, DUN-K-03: played in DUN-W-8; the question lapses and both plan freely."""
    table = clash(ATR, EMP, hands={GUI: "Karama"}, stops="W-8").do(ATR, Prescience("hero"))
    assert table.key == "battle.window"
    table.do(GUI, Prevent("K-03")).passes(*SIX)
    assert (table.key, table.asked()) == ("battle.plans", [ATR, EMP])
    assert table.told(OrderVoid) == [OrderVoid(fid(ATR), "K-03")]
    table.fought({ATR: plan(9, "Duncan Idaho"), EMP: plan(1, "Bashar")})
    assert table.told(ElementSeen, ATR) == []
    assert table.told(PreventionEnded) == [PreventionEnded("K-03", effect=True)]


def test_a_question_can_be_prevented_while_the_answer_is_awaited() -> None:
    """DUN-7.11.3, DUN-K-03: by the one who should answer, too."""
    table = clash(ATR, EMP, hands={EMP: "Karama"}).do(ATR, Prescience("hero"))
    assert table.key == "battle.first_plan"
    assert table.do(EMP, Prevent("K-03")).asked() == [ATR, EMP]


def test_an_order_that_is_prevented_is_void() -> None:
    """DUN-TC-187, DUN-7.11.3, DUN-K-17: if the opponent has not sealed.

    Afterwards the prevention waits for the next battle.
    """
    table = clash(BG, EMP, hands={GUI: "Karama", EMP: "Lasgun"}, stops="W-8").do(BG, Voice("play", "lasgun"))
    table.do(GUI, Prevent("K-17")).passes(*SIX).can(EMP, plan(1, "Bashar"))
    assert table.told(OrderVoid) == [OrderVoid(fid(BG), "K-17")]
    late = clash(BG, EMP, hands={GUI: "Karama", EMP: "Lasgun"}).do(BG, Voice("play", "lasgun"))
    late.do(EMP, plan(1, "Bashar", "Lasgun")).do(GUI, Prevent("K-17"))
    assert late.told(OrderVoid) == []
    assert late.game.prevented == ["K-17"]
    assert within(late.game, Battle).lifted == []


def test_the_voice_can_be_prevented_before_it_speaks() -> None:
    """DUN-K-17, DUN-7.11.3: while the sisters are thinking, or before the battle begins."""
    table = clash(BG, EMP, hands={EMP: "Karama"})
    assert table.key == "battle.voice"
    assert table.do(EMP, Prevent("K-17")).key == "battle.plans"
    early = Table("battles", forces={BG: "Tsimpo 10: 2", ATR: "Tsimpo 10: 2"}, hands={GUI: "Karama"}, first=BG)
    early.do(GUI, Prevent("K-17")).time_up()
    assert early.key == "battle.prescience"
    early.until("storm.dial")
    assert early.told(PreventionEnded) == [PreventionEnded("K-17", effect=True)]


def test_prescience_can_be_prevented_before_anything_is_asked() -> None:
    """DUN-K-03, DUN-7.11.3: while Atreides are thinking."""
    assert clash(ATR, EMP, hands={EMP: "Karama"}).do(EMP, Prevent("K-03")).key == "battle.plans"
    while_she_speaks = clash(ATR, BG, hands={BG: "Karama"}).do(BG, Prevent("K-03"), Pass())
    assert while_she_speaks.key == "battle.plans"


def test_a_prevention_waits_for_a_battle_in_which_it_matters() -> None:
    """DUN-7.11.3, DUN-7.11.4: only what would have taken place uses it up; at the latest it ends with the phase."""
    forces = {HAR: "Tsimpo 10: 2", EMP: "Tsimpo 10: 2"}
    table = Table("battles", forces=forces, hands={GUI: "Karama"}, first=HAR).do(GUI, Prevent("K-03"))
    table.until("storm.dial")
    assert table.told(PreventionEnded) == [PreventionEnded("K-03", effect=False)]


def helped(**position: object) -> Table:
    """Harkonnen's ally, the Bene Gesserit, fight the Emperor's Bashar; Harkonnen hold his card."""
    return clash(BG, EMP, allies=((BG, HAR),), traitors={HAR: "Bashar"}, hands={GUI: "Karama"}, **position)  # type: ignore[arg-type]


def test_harkonnen_can_be_kept_from_calling_for_an_ally() -> None:
    """DUN-TC-187, DUN-7.11.3, DUN-K-05: in DUN-W-8."""
    table = helped(stops="W-8").passes(BG).do(GUI, Prevent("K-05"))
    table.passes(*SIX).do(BG, plan(1, "Alia")).do(EMP, plan(5, "Bashar"))
    assert table.asked() == [BG, EMP]


def test_a_call_for_an_ally_does_not_count_once_it_is_prevented() -> None:
    """DUN-K-05, DUN-7.11.3: while calls are missing, though Harkonnen have called already."""
    table = helped().planned({BG: plan(1, "Alia"), EMP: plan(9, "Bashar")}).do(HAR, Call())
    table.do(GUI, Prevent("K-05")).passes(BG, EMP)
    assert table.alive("Bashar")
    assert table.forces(BG, "Tsimpo") == 0
    assert table.told(PreventionEnded) == [PreventionEnded("K-05", effect=True)]


def test_a_call_against_an_own_opponent_cannot_be_prevented() -> None:
    """DUN-7.11.5: DUN-K-05 is about the ally."""
    table = clash(traitors={HAR: "Bashar"}, hands={GUI: "Karama"}).do(GUI, Prevent("K-05"))
    table.planned({HAR: plan(1, "Umman Kudu"), EMP: plan(5, "Bashar")}).can(HAR, Call())


# --- what is dealt again ------------------------------------------------------------------------


def dealt_again(table: Table, faction: int | None) -> list[Plan]:
    """The plans that the Emperor could have sealed, as an observer knows; the view is the same every time."""
    before, found = msgspec.json.encode(table.view(faction)), list[Plan]()
    for number in range(40):
        other = RULES.redeal(table.game, faction, bytes([number]) + KEY[1:])
        assert msgspec.json.encode(RULES.view(other, faction)) == before
        assert RULES.audit(other) == []
        found.append(within(other, Battle).plans[EMP])
        play.time_up(other)
    return found


def test_a_plan_that_was_sealed_first_is_dealt_again() -> None:
    """DUN-1.5, DUN-4.8.8: a stranger knows nothing of it, Atreides the element that was shown."""
    table = asked("weapon", plan(3, "Bashar", "Lasgun"), "Lasgun, Shield, Kulon")
    strange, shown = dealt_again(table, FRE), dealt_again(table, ATR)
    assert len({one.dial for one in strange}) > 1
    assert {one.weapon for one in strange} != {card("Lasgun")}
    assert {one.weapon for one in shown} == {card("Lasgun")}
    assert len({one.dial for one in shown}) > 1
    assert set(dealt_again(table, EMP)) == {plan(3, "Bashar", "Lasgun")}


@pytest.mark.parametrize("element", ["dial", "hero", "weapon", "defence"])
def test_whoever_was_shown_an_element_is_dealt_it_again(element: str) -> None:
    """DUN-6.2.3, DUN-2.9.1: whatever the other cards are, and whatever the Voice demanded of them."""
    table = clash(ATR, EMP, hands={EMP: "Kulon, Hajr, Karama"}, allies=((BG, ATR),))
    table.do(BG, Voice("play", "poison")).do(ATR, Prescience(element)).do(EMP, plan(3, "Bashar", "Kulon"))
    for one in dealt_again(table, ATR):
        assert {"dial": one.dial == 3, "hero": one.hero == leader("Bashar")}.get(element, True)
        assert element != "defence" or one.defence in (None, *map(card, WORTHLESS))


WORTHLESS = ("Baliset", "Jubba Cloak", "Kulon", "La La La", "Trip to Gamont")


def test_whoever_was_announced_to_have_no_hero_is_dealt_none() -> None:
    """DUN-4.8.4: nobody believes in a Cheap Hero who would have been announced."""
    dead = "Hasimir Fenring, Captain Aramsham, Caid, Burseg, Bashar"
    table = asked("dial", plan(3), "Hajr, Karama, Lasgun, Shield", dead=dead)
    for number in range(40):
        other = RULES.redeal(table.game, FRE, bytes([number]) + KEY[1:])
        assert card("Cheap Hero") not in other.hands[EMP]
        assert RULES.audit(other) == []
