"""DUN-6.4.4 to DUN-6.4.6: the Voice; and promises about plans (DUN-7.12.3)."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, leader, plan
from tests.kit import sure

from turncoat.games.dune.actions import Pass
from turncoat.games.dune.battle import Plan, Voice
from turncoat.games.dune.battle.events import VoiceUsed
from turncoat.games.dune.battle.plan import can_keep, keeps, open_plans
from turncoat.games.dune.state import Promise
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.kernel import play

PLAY, DO_NOT_PLAY = "play", "do-not-play"
ALL_OF_EMP = "Hasimir Fenring, Captain Aramsham, Caid, Burseg, Bashar"


def commanded(order: str, kind: str, hand: str, **position: object) -> Table:
    """The Bene Gesserit command the Emperor, who holds these cards."""
    return clash(BG, EMP, hands={EMP: hand}, **position).do(BG, Voice(order, kind))  # type: ignore[arg-type]


def test_what_can_be_obeyed_must_be_obeyed() -> None:
    """DUN-TC-178, DUN-6.4.4, DUN-6.4.5."""
    table = commanded(PLAY, "lasgun", "Lasgun, Crysknife")
    assert table.told(VoiceUsed) == [VoiceUsed(fid(BG), fid(EMP), PLAY, "lasgun")]
    table.cannot(EMP, plan(1, "Bashar"), plan(1, "Bashar", "Crysknife"))
    assert "DUN-6.4.5" in str(table.refused(EMP, plan(1, "Bashar", "Crysknife")))
    table.can(EMP, plan(1, "Bashar", "Lasgun"))
    assert play.default_of(table.game, EMP) == plan(0, "Bashar", "Lasgun")


def test_what_cannot_be_obeyed_is_not_and_nobody_learns_why() -> None:
    """DUN-TC-179, DUN-6.4.5, DUN-1.5: a free plan, nothing is shown."""
    free = commanded(PLAY, "lasgun", "Crysknife")
    free.can(EMP, plan(1, "Bashar"), plan(1, "Bashar", "Crysknife"))
    bound = commanded(PLAY, "lasgun", "Lasgun")
    for table in (free, bound):
        battle = sure(table.view(BG).battle)
        assert (battle.order, battle.commanded, battle.sealed) == ((PLAY, "lasgun"), fid(EMP), ())
    assert free.asked() == bound.asked() == [BG, EMP]


def facts(table: Table) -> list[tuple[int, str, int]]:
    """What everybody knows of numbers of cards: in whose hand, of which kind, how many at most."""
    return [(fact.seat, fact.kind, fact.most) for fact in table.game.hand_facts]


@pytest.mark.parametrize(("hand", "known"), [("Crysknife", True), ("", True), ("Crysknife, Lasgun", False)])
def test_all_learn_from_an_order_that_was_not_obeyed(hand: str, known: bool) -> None:
    """DUN-2.9.1, DUN-6.4.5: once the plans are shown, and not before: there is no such card in that hand."""
    table = commanded(PLAY, "lasgun", hand, stops="W-9")
    assert facts(table) == []
    table.fought({BG: plan(9, "Alia"), EMP: plan(0, "Bashar", "" if known else "Lasgun")})
    assert facts(table) == ([(EMP, "lasgun", 0)] if known else [])


def test_what_is_forbidden_is_not_played() -> None:
    """DUN-TC-180, DUN-6.4.5."""
    table = commanded(DO_NOT_PLAY, "shield", "Shield, Snooper")
    table.cannot(EMP, plan(1, "Bashar", "", "Shield")).can(EMP, plan(1, "Bashar", "", "Snooper"))


def test_whoever_must_not_play_a_cheap_hero_and_has_nobody_else() -> None:
    """DUN-TC-181, DUN-7.6.2: DUN-R-58: plans without hero and cards."""
    table = commanded(DO_NOT_PLAY, "cheap-hero", "Cheap Hero, Lasgun", dead=ALL_OF_EMP)
    assert [answer for answer in table.boxes(EMP) if isinstance(answer, Plan) and answer.dial == 3] == [plan(3)]


def test_a_cheap_hero_can_be_commanded() -> None:
    """DUN-6.4.5: he must be the hero, or must not."""
    table = commanded(PLAY, "cheap-hero", "Cheap Hero")
    table.cannot(EMP, plan(1, "Bashar")).can(EMP, plan(1, "Cheap Hero"))
    table = commanded(DO_NOT_PLAY, "cheap-hero", "Cheap Hero")
    table.can(EMP, plan(1, "Bashar")).cannot(EMP, plan(1, "Cheap Hero"))


def test_six_kinds_can_be_named() -> None:
    """DUN-TC-182, DUN-6.4.4: DUN-R-59; with DUN-O-28 worthless cards as well."""
    table = clash(BG, EMP)
    assert table.boxes(BG).count == 1 + 2 * 6
    table.cannot(BG, Voice(PLAY, "worthless"))
    seven = clash(BG, EMP, voice_kinds="seven", hands={EMP: "Kulon, Lasgun, Shield"}).do(BG, Voice(PLAY, "worthless"))
    seven.can(EMP, plan(1, "Bashar", "Kulon", "Shield"), plan(1, "Bashar", "Lasgun", "Kulon"))
    seven.cannot(EMP, plan(1, "Bashar", "Lasgun", "Shield"))
    offered = [answer for answer in seven.boxes(EMP) if isinstance(answer, Plan)]
    assert len(offered) == len(set(offered))


def test_nobody_need_command() -> None:
    """DUN-DK-16: none; the default as well."""
    table = clash(BG, EMP).can(BG, Pass()).time_up()
    assert table.key == "battle.plans"


def test_for_an_ally_the_opponent_is_commanded() -> None:
    """DUN-TC-186, DUN-6.4.6."""
    table = clash(EMP, GUI, allies=((BG, EMP),), hands={GUI: "Lasgun"})
    assert table.asked() == [BG]
    table.do(BG, Voice(DO_NOT_PLAY, "lasgun")).cannot(GUI, plan(1, "Guild Rep.", "Lasgun"))
    assert table.asked() == [EMP, GUI]


def test_in_battles_of_others_there_is_no_voice() -> None:
    """DUN-6.4.4: neither combatant is she or her ally."""
    assert clash(EMP, GUI, allies=((BG, HAR),)).key == "battle.plans"


def test_voice_comes_before_prescience() -> None:
    """DUN-TC-184, DUN-4.8.4: DUN-R-62."""
    table = clash(BG, ATR)
    assert (table.key, table.asked()) == ("battle.voice", [BG])
    table.passes(BG)
    assert (table.key, table.asked()) == ("battle.prescience", [ATR])


# --- promises about plans -----------------------------------------------------------------------


def promised(*promises: Promise, hand: str = "", order: Voice | None = None) -> Table:
    """Harkonnen has promised things about the plan; or the Emperor, to whom the Voice has spoken."""
    table = clash(hands={HAR: hand}) if order is None else clash(BG, HAR, hands={HAR: hand})
    table.game.promises = list(promises)
    return table if order is None else table.do(BG, order)


@pytest.mark.parametrize(
    ("promise", "kept", "broken"),
    [
        (Promise(HAR, "ask_hero", leader("Umman Kudu"), yes=True), plan(1, "Umman Kudu"), plan(1, "Feyd Rautha")),
        (Promise(HAR, "ask_hero", leader("Umman Kudu")), plan(1, "Feyd Rautha"), plan(1, "Umman Kudu")),
        (Promise(HAR, "ask_plan", "shield", yes=True), plan(1, "Feyd Rautha", "", "Shield"), plan(1, "Feyd Rautha")),
        (Promise(HAR, "ask_plan", "shield"), plan(1, "Feyd Rautha"), plan(1, "Feyd Rautha", "", "Shield")),
        (Promise(HAR, "ask_weapon", "lasgun", yes=True), plan(1, "Feyd Rautha", "Lasgun"), plan(1, "Feyd Rautha")),
        (Promise(HAR, "ask_weapon", "lasgun"), plan(1, "Feyd Rautha"), plan(1, "Feyd Rautha", "Lasgun")),
        (Promise(HAR, "ask_defence", "shield", yes=True), plan(1, "Feyd Rautha", "", "Shield"), plan(1, "Feyd Rautha")),
        (Promise(HAR, "ask_defence", "shield"), plan(1, "Feyd Rautha"), plan(1, "Feyd Rautha", "", "Shield")),
        (Promise(HAR, "ask_dial", "", 5, yes=True), plan(6, "Feyd Rautha"), plan(5, "Feyd Rautha")),
        (Promise(HAR, "ask_dial", "", 5), plan(5, "Feyd Rautha"), plan(6, "Feyd Rautha")),
    ],
)
def test_only_plans_that_keep_promises_can_be_made(promise: Promise, kept: Plan, broken: Plan) -> None:
    """DUN-7.12.3, DUN-TT-B1 to DUN-TT-B5."""
    table = promised(promise, hand="Lasgun, Shield, Kulon").can(HAR, kept).cannot(HAR, broken)
    assert "DUN-7.12.3" in str(table.refused(HAR, broken))
    assert keeps(kept, promise)
    assert not keeps(broken, promise)
    assert keeps(play.default_of(table.game, HAR), promise)  # type: ignore[arg-type]


def test_a_promise_that_cannot_be_kept_lapses() -> None:
    """DUN-7.12.4, DUN-R-95: without a word; earlier promises go before later ones."""
    first, second = Promise(HAR, "ask_weapon", "lasgun", yes=True), Promise(HAR, "ask_plan", "lasgun")
    assert promised(first, hand="Shield").legal(HAR, plan(1, "Feyd Rautha", "", "Shield"))
    table = promised(first, second, hand="Lasgun")
    table.can(HAR, plan(1, "Feyd Rautha", "Lasgun")).cannot(HAR, plan(1, "Feyd Rautha"))
    assert table.told(PromiseLapsed) == []


def test_the_voice_goes_before_a_promise() -> None:
    """DUN-7.12.4, DUN-R-94: where all can see it, the promise lapses publicly."""
    promise = Promise(HAR, "ask_weapon", "lasgun", yes=True)
    table = promised(promise, hand="Lasgun", order=Voice(DO_NOT_PLAY, "lasgun"))
    table.cannot(HAR, plan(1, "Feyd Rautha", "Lasgun"))
    assert table.told(PromiseLapsed) == [PromiseLapsed(fid(HAR), "ask_weapon", "lasgun")]
    assert table.game.promises == []
    other = promised(promise, hand="Lasgun", order=Voice(DO_NOT_PLAY, "shield"))
    assert other.game.promises == [promise]


def test_promises_about_a_plan_end_with_the_battle() -> None:
    """DUN-7.12.3."""
    table = promised(Promise(HAR, "ask_dial", "", 5), Promise(FRE, "ask_entry", "basin"))
    table.fought({HAR: plan(1, "Feyd Rautha"), EMP: plan(3, "Bashar")})
    assert [promise.question for promise in table.game.promises if promise.question == "ask_dial"] == []


def test_an_answer_is_open_only_if_some_plan_keeps_it() -> None:
    """DUN-R-95, DUN-7.12.2: who holds no Lasgun cannot promise one."""
    shapes = open_plans(3, (leader("Stilgar"),), ("shield",), None, ())
    assert not can_keep(shapes, Promise(FRE, "ask_weapon", "lasgun", yes=True))
    assert can_keep(shapes, Promise(FRE, "ask_weapon", "lasgun"))
    assert not can_keep(shapes, Promise(FRE, "ask_hero", leader("Stilgar")))
    assert not can_keep(shapes, Promise(FRE, "ask_dial", "", 3, yes=True))
