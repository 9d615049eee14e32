"""DUN-7.12: Truthtrance: questions, facts, promises."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, leader, plan, territory

from turncoat.games.dune.actions import DONE, PASS, DuneAction
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.cards import ASKED_KINDS
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.games.dune.spice_blow.events import AllianceBroken, AllianceFormed, AllianceProposed
from turncoat.games.dune.truthtrance import (
    NO,
    QUESTIONS,
    UNKNOWN,
    YES,
    AskBreak,
    AskCard,
    AskDefence,
    AskDial,
    AskEntry,
    AskFreely,
    AskHero,
    AskPass,
    AskPlan,
    AskPrediction,
    AskProposal,
    AskTraitor,
    AskWeapon,
    Question,
    Reply,
)
from turncoat.games.dune.truthtrance.events import Answered, Asked, PromiseLapsed

TRUTH = "Truthtrance"
STILGAR, OTHEYM = leader("Stilgar"), leader("Otheym")


def asking(phase: str = "mentat", stops: str = "W-11", **position: object) -> Table:
    """The Emperor holds a Truthtrance card in a window."""
    hands = {EMP: TRUTH, **position.pop("hands", {})}  # type: ignore[dict-item]
    return Table(phase, hands=hands, stops=stops, **position)  # type: ignore[arg-type]


def answers(table: Table) -> list[str]:
    """What has been answered, as a spectator heard it."""
    return [event.reply for event in table.told(Answered)]


def ask(table: Table, question: Question, reply: str = "") -> Table:
    """The Emperor asks; with a reply, whoever was asked answers."""
    table.do(EMP, question)
    if reply:
        target = next(one for one in range(6) if fid(one) == question.faction)
        table.do(target, Reply(reply))
    return table


# --- facts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "reply"), [("shield", YES), ("snooper", NO), ("poison", YES), ("karama", YES)])
def test_a_card_in_hand(kind: str, reply: str) -> None:
    """DUN-TC-216, DUN-TT-F1, DUN-7.12.2: the program answers from the hand, and everybody hears it (DUN-R-78)."""
    table = asking(hands={HAR: "Shield, Gom Jabbar, Karama"})
    ask(table, AskCard(fid(HAR), kind))
    assert answers(table) == [reply]
    assert table.told(Asked)[0].about == kind
    assert table.key == "mentat.window"
    assert TRUTH not in table.hand(EMP)


def test_what_was_answered_about_a_hand_is_noted() -> None:
    """DUN-2.9.1, DUN-R-101: an admitted Shield is known to all; of a kind with several cards, that one is there."""
    table = asking(hands={HAR: "Shield, Gom Jabbar", EMP: f"{TRUTH}, {TRUTH}"})
    ask(ask(table, AskCard(fid(HAR), "shield")), AskCard(fid(HAR), "poison"))
    harkonnen = table.view(GUI).factions[HAR]
    assert harkonnen.known == ("shield",)
    (fact,) = table.view(None).hand_facts
    assert (fact.seat, fact.kind, fact.least) == (HAR, "poison", 1)


@pytest.mark.parametrize(("name", "reply"), [("Stilgar", YES), ("Chani", NO)])
def test_a_traitor(name: str, reply: str) -> None:
    """DUN-TT-F2, DUN-7.12.2: an admitted traitor is as good as shown, a denied one is noted."""
    table = ask(asking(traitors={ATR: "Stilgar"}), AskTraitor(fid(ATR), leader(name)))
    assert answers(table) == [reply]
    atreides = table.view(BG).factions[ATR]
    assert atreides.shown_traitors == ((STILGAR,) if reply == YES else ())
    assert atreides.cleared == (() if reply == YES else (leader("Chani"),))


@pytest.mark.parametrize(("turn", "reply"), [(4, YES), (5, NO)])
def test_the_prediction(turn: int, reply: str) -> None:
    """DUN-TT-F3, DUN-7.12.2: of the Bene Gesserit alone; whatever is answered is noted."""
    table = asking(prediction=(HAR, 4)).cannot(EMP, AskPrediction(fid(ATR), fid(HAR), turn))
    ask(table, AskPrediction(fid(BG), fid(HAR), turn))
    assert answers(table) == [reply]
    view = table.view(None)
    assert (view.prediction is not None) is (reply == YES)
    assert len(view.denied) == (reply == NO)


# --- plans --------------------------------------------------------------------------------------


def besieged(hand: str = "", **position: object) -> Table:
    """Harkonnen against Fremen; the Emperor can ask before plans are made."""
    hands = {FRE: hand, EMP: f"{TRUTH}, {TRUTH}"}
    table = clash(HAR, FRE, hands=hands, stops="W-8", **position)  # type: ignore[arg-type]
    while table.key in ("battle.voice", "battle.prescience"):
        table.passes(*table.asked())
    return table


def test_a_hero_is_promised() -> None:
    """DUN-TC-220, DUN-TT-B1, DUN-7.12.3: after "yes" only plans with Stilgar are left."""
    table = ask(besieged(), AskHero(fid(FRE), STILGAR), YES)
    table.passes(*table.asked()).cannot(FRE, plan(0, "Chani")).can(FRE, plan(3, "Stilgar"))
    assert table.view(None).promises[0].yes


def test_a_dead_leader_cannot_be_promised() -> None:
    """DUN-TC-220, DUN-R-95: with Stilgar dead "yes" cannot be answered; it is not even the default."""
    table = besieged(dead="Stilgar").do(EMP, AskHero(fid(FRE), STILGAR))
    assert table.boxes(FRE).count == 1
    assert table.refused(FRE, Reply(YES)).rule == "DUN-7.12.2"
    assert answers(table.time_up()) == [NO]


@pytest.mark.parametrize(
    ("question", "reply", "kept", "broken"),
    [
        (AskPlan(fid(FRE), "shield"), YES, plan(1, "Stilgar", "", "Shield"), plan(1, "Stilgar", "Lasgun")),
        (AskPlan(fid(FRE), "lasgun"), NO, plan(1, "Stilgar", "", "Shield"), plan(1, "Stilgar", "Lasgun")),
        (AskWeapon(fid(FRE), "lasgun"), YES, plan(1, "Stilgar", "Lasgun"), plan(1, "Stilgar")),
        (AskWeapon(fid(FRE), "worthless"), YES, plan(1, "Stilgar", "Baliset"), plan(1, "Stilgar", "", "Baliset")),
        (AskDefence(fid(FRE), "shield"), NO, plan(1, "Stilgar", "Lasgun"), plan(1, "Stilgar", "", "Shield")),
        (AskDial(fid(FRE), 4), YES, plan(5, "Stilgar"), plan(4, "Stilgar")),
        (AskDial(fid(FRE), 4), NO, plan(4, "Stilgar"), plan(5, "Stilgar")),
    ],
)
def test_plans_keep_promises(question: Question, reply: str, kept: DuneAction, broken: DuneAction) -> None:
    """DUN-TT-B2 to DUN-TT-B5, DUN-7.12.3: whatever was said of cards and dial, only plans that keep it are left."""
    table = ask(besieged("Lasgun, Shield, Baliset"), question, reply)
    table.passes(*table.asked()).can(FRE, kept).cannot(FRE, broken)


def test_a_sealed_plan_is_a_fact() -> None:
    """DUN-TT-B1, DUN-7.12.3: it is answered from the plan, and another plan may not contradict it."""
    table = clash(HAR, FRE, hands={EMP: TRUTH}).planned({FRE: plan(2, "Stilgar")})
    ask(table, AskHero(fid(FRE), STILGAR))
    assert answers(table) == [YES]
    assert table.key == "battle.plans"
    table.can(FRE, plan(3, "Stilgar")).cannot(FRE, plan(3, "Otheym"))


def test_only_combatants_are_asked_about_plans_and_only_before_the_reveal() -> None:
    """DUN-TT-B1 to DUN-TT-B5, DUN-7.12.2."""
    besieged().can(EMP, AskDial(fid(HAR), 3)).cannot(EMP, AskDial(fid(ATR), 3))
    assert not asking().legal(EMP, AskDial(fid(HAR), 3))


def test_the_same_question_twice_gets_the_same_answer() -> None:
    """DUN-7.12.3: a promise cannot be taken back."""
    table = ask(besieged(), AskHero(fid(FRE), STILGAR), YES).do(EMP, AskHero(fid(FRE), STILGAR))
    table.cannot(FRE, Reply(NO))


def test_two_heroes_cannot_both_be_promised() -> None:
    """DUN-R-95, DUN-7.12.2."""
    table = ask(besieged(), AskHero(fid(FRE), STILGAR), YES).do(EMP, AskHero(fid(FRE), OTHEYM))
    table.cannot(FRE, Reply(YES))


# --- other intentions ---------------------------------------------------------------------------


def test_who_can_be_asked_about_entering_a_territory() -> None:
    """DUN-TT-M1, DUN-7.12.2: until whoever is asked has acted in Shipment and Movement."""
    question = AskEntry(fid(ATR), territory("Arrakeen"))
    assert not asking().legal(EMP, question)
    table = asking("shipment_and_movement", "W-6", first=ATR).can(EMP, question)
    while table.asked() != [HAR]:
        table.time_up()
    table.cannot(EMP, question).can(EMP, AskEntry(fid(HAR), territory("Arrakeen")))


def test_an_intention_binds_and_is_public() -> None:
    """DUN-TT-M1, DUN-7.12.1, DUN-7.12.3."""
    table = ask(asking("revival", "W-5"), AskEntry(fid(ATR), territory("Arrakeen")), NO)
    assert table.told(Answered, GUI)[0].binding
    assert [(promise.seat, promise.yes) for promise in table.view(GUI).promises] == [(ATR, False)]


def test_who_can_be_asked_about_passing() -> None:
    """DUN-TT-C1, DUN-7.12.2: a faction with room, during an auction; the default is "yes"."""
    full = "Shield, Snooper, Baliset, Kulon"
    table = asking("bidding", "", hands={GUI: full, EMP: TRUTH}, first=ATR)
    table.cannot(EMP, AskPass(fid(GUI)))
    assert not asking().legal(EMP, AskPass(fid(HAR)))
    table.do(EMP, AskPass(fid(HAR)))
    assert answers(table.time_up()) == [YES]


def test_the_default_denies_an_intention() -> None:
    """DUN-DK-23, DUN-2.8.1."""
    table = asking("revival", "W-5").do(EMP, AskEntry(fid(ATR), territory("Arrakeen")))
    assert answers(table.time_up()) == [NO]


# --- Nexus --------------------------------------------------------------------------------------


def nexus(**position: object) -> Table:
    """A Nexus in which the Emperor can ask."""
    return asking("nexus", "", **position)


def all_done(table: Table) -> Table:
    """Whoever is asked is done, once."""
    for faction in table.asked():
        table.do(faction, DONE)
    return table


def test_no_proposal_was_promised() -> None:
    """DUN-TT-N1, DUN-7.12.3: "no" removes the proposal."""
    table = ask(nexus(), AskProposal(fid(ATR), fid(GUI)), NO)
    table.cannot(ATR, Propose(fid(GUI))).can(ATR, Propose(fid(HAR)))


def test_a_promised_proposal_is_made_when_all_are_done() -> None:
    """DUN-TT-N1, DUN-7.12.3, DUN-R-98: it is made for whoever forgot it, and the others can still react."""
    table = ask(nexus(), AskProposal(fid(ATR), fid(GUI)), YES)
    all_done(table)
    assert [(proposed.faction, proposed.to) for proposed in table.told(AllianceProposed)] == [(fid(ATR), fid(GUI))]
    assert table.key == "nexus.alliances"
    table.do(GUI, Propose(fid(ATR)))
    assert len(table.told(AllianceFormed)) == 1
    assert table.view(None).bound == (fid(GUI), fid(ATR))


def test_a_proposal_that_was_made_is_not_made_again() -> None:
    """DUN-TT-N1: whoever keeps a promise has kept it."""
    table = ask(nexus(), AskProposal(fid(ATR), fid(GUI)), YES)
    all_done(table.do(ATR, Propose(fid(GUI))))
    assert len(table.told(AllianceProposed)) == 1
    assert table.key != "nexus.alliances"
    assert table.game.promises == []


def test_a_promised_break() -> None:
    """DUN-TT-N2, DUN-7.12.3: "yes" is carried out, "no" removes it; only allies are asked."""
    allies = ((ATR, HAR),)
    assert not nexus().legal(EMP, AskBreak(fid(ATR)))
    table = all_done(ask(nexus(allies=allies), AskBreak(fid(ATR)), YES))
    assert [broken.faction for broken in table.told(AllianceBroken)] == [fid(ATR)]
    assert not ask(nexus(allies=allies), AskBreak(fid(ATR)), NO).legal(ATR, Break())


def test_a_proposal_that_an_ally_cannot_make_lapses() -> None:
    """DUN-7.12.4, DUN-TT-N1: everybody sees why; nothing is carried out."""
    table = all_done(ask(nexus(allies=((ATR, HAR),)), AskProposal(fid(ATR), fid(GUI)), YES))
    assert [lapsed.faction for lapsed in table.told(PromiseLapsed)] == [fid(ATR)]
    assert table.told(AllianceProposed) == []
    assert table.game.promises == []


def test_promises_of_a_nexus_are_carried_out_at_the_deadline_too() -> None:
    """DUN-4.3.5, DUN-TT-N2."""
    table = ask(nexus(allies=((ATR, HAR),)), AskBreak(fid(ATR)), YES).time_up()
    assert len(table.told(AllianceBroken)) == 1
    assert table.time_up().game.promises == []


# --- free questions, and what all have in common --------------------------------------------------


def test_a_free_question_is_answered_on_honour() -> None:
    """DUN-TC-221, DUN-TT-X, DUN-7.12.5: recorded, not enforced; by default one cannot know."""
    question = AskFreely(fid(HAR), "Will you leave me in peace?")
    table = ask(asking(), question, YES)
    assert answers(table) == [YES]
    assert not table.told(Answered)[0].binding
    assert table.game.promises == []
    assert answers(asking().do(EMP, question).time_up()) == [UNKNOWN]


def test_nothing_else_happens_before_the_answer() -> None:
    """DUN-2.6.1, DUN-7.12.1: no second question, no Karama; only whoever was asked can do anything."""
    table = asking(hands={EMP: f"{TRUTH}, Karama", GUI: TRUTH}).do(EMP, AskFreely(fid(HAR), "Well?"))
    assert table.asked() == [HAR]
    assert table.view(None).question is not None
    table.cannot(GUI, AskFreely(fid(HAR), "And now?")).cannot(EMP, Prevent("K-10"))
    table.refused(EMP, PASS)


def test_whoever_has_no_card_cannot_ask() -> None:
    """DUN-DK-22, DUN-7.12.1: nor can anybody be asked by himself."""
    table = asking()
    table.cannot(HAR, AskCard(fid(ATR), "shield")).cannot(EMP, AskCard(fid(EMP), "shield"))


def test_the_closed_list() -> None:
    """DUN-7.12.2: thirteen questions; kinds are the six of the Voice and worthless cards."""
    assert len(QUESTIONS) == 13
    assert len(ASKED_KINDS) == 7


def test_a_question_that_cannot_be_asked_is_offered_as_talk() -> None:
    """DUN-7.12.2, DUN-7.12.5, DUN-TT-X: the refusal says so and names the rule."""
    refusal = asking().refused(EMP, AskDial(fid(HAR), 3))
    assert refusal.rule == "DUN-7.12.2"
    assert "ask one freely" in str(refusal)
