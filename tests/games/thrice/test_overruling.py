"""THR-17.3: where the table has agreed on it the GM overrules between turns."""

from __future__ import annotations

import msgspec
from tests.games.thrice.story import ADAM, BREE, CHARLIE, Table

from turncoat.games.thrice.actions import (
    DONE,
    Admit,
    Attack,
    Dismiss,
    Give,
    Heal,
    HoldBack,
    Hurt,
    Send,
    Settle,
    Swap,
    Undo,
    Wave,
)
from turncoat.games.thrice.audit import audit
from turncoat.games.thrice.events import CombatEnded, FellHelpless
from turncoat.games.thrice.overruling import Overruled
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.taking_back import STAYS, TakenBack
from turncoat.games.thrice.tricks import coins_on

GM = 4


def said(table: Table) -> list[str]:
    """What everybody was told of it."""
    return [one.say(table.names) for one in table.heard(Overruled)]


def test_a_condition_is_changed_and_everybody_is_told() -> None:
    """THR-17.3: of either side; players' questions stay as they are."""
    table = Table(gm_overrules=True).do(GM, Hurt(4, 2), Hurt(ADAM, 1), Heal(ADAM, 3))
    assert (table.game.condition[4], table.game.condition[ADAM]) == (4, 6)
    assert said(table) == [
        "The GM takes 2 off the condition of Opponent A.",
        "The GM takes 1 off the condition of Adam.",
        "The GM adds 3 to the condition of Adam.",
    ]
    assert table.waits_for(0, 1, 2, 3)
    assert table.view(ADAM).combatants[4].lost == 2


def test_who_is_hurt_enough_is_helpless_and_no_longer_asked() -> None:
    """THR-17.3, THR-15.5: as by a blow."""
    table = Table(gm_overrules=True).do(GM, Hurt(ADAM, 15))
    assert [one.who for one in table.heard(FellHelpless)] == [ADAM]
    assert table.waits_for(1, 2, 3)


def test_somebody_is_let_go() -> None:
    """THR-17.3, THR-15.6: who goes takes no part any more; with the last of a side the combat is over."""
    table = Table(gm_overrules=True).do(GM, Dismiss(BREE))
    assert table.waits_for(0, 2, 3)
    assert said(table) == ["The GM lets Bree leave the combat."]
    for who in table.foes:
        table.do(GM, Dismiss(who))
    assert table.game.result == "victory"


def test_who_was_let_go_comes_back_in_the_distant_zone() -> None:
    """THR-17.3: with the turn of the round, if it was not taken; who fell cannot come in."""
    table = Table(gm_overrules=True).do(GM, Dismiss(BREE), Hurt(ADAM, 4))
    assert not table.beside(GM).settle(Admit(ADAM))
    table.do(GM, Admit(BREE))
    assert said(table)[-1] == "The GM lets Bree come in."
    assert table.view(GM).combatants[BREE].zone == "distant"
    assert table.waits_for(1, 2, 3)
    assert audit(table.game) == []


def test_without_zones_who_comes_in_can_be_attacked_at_once() -> None:
    """THR-17.3, THR-R17: there is but one place."""
    table = Table(gm_overrules=True, zones="off").do(GM, Dismiss(4), Admit(4)).go(ADAM)
    assert table.legal(ADAM, Attack(4))
    assert audit(table.game) == []


def test_a_second_wave_comes_in_a_later_round() -> None:
    """THR-17.3: opponents who were let go at the beginning have their turns once they are let in."""
    table = Table(gm_overrules=True).do(GM, Dismiss(4), Dismiss(5)).rest()
    table.do(GM, Admit(4), Admit(5)).foes_turn()
    assert table.legal(GM, Send(4))
    assert table.legal(GM, Send(5))


def test_a_second_wave_is_kept_back_and_comes_with_one_press() -> None:
    """THR-17.3: one opponent at least stays, for without any the combat would be over."""
    table = Table(gm_overrules=True)
    held = tuple(table.foes[1:])
    assert not table.beside(GM).settle(HoldBack(tuple(table.foes)))
    assert not table.beside(GM).settle(Wave(held))
    table.do(GM, HoldBack(held))
    assert not table.over
    assert {table.view(ADAM).combatants[who].zone for who in held} == {"fled"}
    table.rest().do(GM, Wave(held))
    assert {table.view(ADAM).combatants[who].zone for who in held} == {"distant"}
    assert said(table)[-1].endswith("come in.")
    assert audit(table.game) == []
    table.do(GM, Undo())
    assert {table.view(ADAM).combatants[who].zone for who in held} == {"fled"}
    table.do(GM, Wave(held)).foes_turn()
    assert all(table.legal(GM, Send(who)) for who in held)


def test_an_opponent_gets_back_what_it_has_lost_and_no_more() -> None:
    """THR-17.3: everybody has seen how much that is, so nothing is given away."""
    table = Table(gm_overrules=True)
    assert not table.beside(GM).settle(Heal(4, 1))
    table.do(GM, Hurt(4, 3))
    assert not table.beside(GM).settle(Heal(4, 4))
    table.do(GM, Heal(4, 2))
    assert table.view(ADAM).combatants[4].lost == 1


def test_the_fight_is_ended_by_talk() -> None:
    """THR-17.3: nobody has won; nobody dies; survivors recover."""
    table = Table(gm_overrules=True).do(GM, Hurt(ADAM, 3), Settle())
    assert table.over
    assert table.heard(CombatEnded)[0].result == "settled"
    assert RULES.winners(table.game) == []
    assert table.game.condition[ADAM] == 4


def test_without_the_option_or_for_a_player_there_is_nothing_to_overrule() -> None:
    """THR-O26: usually the rules hold for the GM as well."""
    assert not Table().beside(GM)
    assert not Table(gm_overrules=True).beside(ADAM)
    assert "15" in Table(gm_overrules=True).refused(GM, Hurt(ADAM, 16)).sentence


def test_a_character_cannot_be_made_stronger_than_the_scale() -> None:
    """THR-17.3, THR-12.6: 15 is the end."""
    table = Table(gm_overrules=True).do(GM, Heal(ADAM, 11))
    assert table.game.condition[ADAM] == 15
    assert not table.beside(GM).settle(Heal(ADAM, 1))


# --- the last step taken back ---------------------------------------------------------------------


def taken_back(table: Table) -> list[str]:
    """What everybody was told of it."""
    return [one.say(table.names) for one in table.heard(TakenBack)]


def same(table: Table) -> dict[str, object]:
    """The whole combat, but for what is never taken back."""
    return {name: value for name, value in msgspec.to_builtins(RULES.clone(table.game)).items() if name not in STAYS}


def test_a_trick_in_the_wrong_place_is_taken_back() -> None:
    """THR-17.4: advantage, coin and turn are as before it, and its player is asked again."""
    table = Table(gm_overrules=True, advantage=9).go(ADAM)
    before, asked = same(table), table.game.requests[ADAM]
    table.do(ADAM, Give("bleed", BREE)).do(GM, Undo())
    assert same(table) == before
    assert table.waits_for(ADAM)
    assert table.game.requests[ADAM] > asked
    assert taken_back(table) == ["The GM takes back the last step of Adam."]
    table.do(ADAM, Give("bleed", CHARLIE))
    assert [who for who in (BREE, CHARLIE) if coins_on(table.game, "bleed", who)] == [CHARLIE]


def test_only_one_step_can_be_taken_back() -> None:
    """THR-17.4: not the one before it as well."""
    table = Table(gm_overrules=True, advantage=9).go(ADAM, Give("bleed", BREE), Give("direct", BREE)).do(GM, Undo())
    assert coins_on(table.game, "bleed", BREE)
    table.cannot(GM, Undo())


def test_the_word_who_is_next_and_the_end_of_a_turn_are_taken_back() -> None:
    """THR-17.4: then the players agree again, or the turn goes on."""
    table = Table(gm_overrules=True).go(ADAM).do(GM, Undo())
    assert table.waits_for(0, 1, 2, 3)
    table.go(ADAM, DONE).do(GM, Undo())
    assert table.waits_for(ADAM)
    assert table.view(None).turn == ADAM


def test_an_attack_is_taken_back_until_its_dice_have_fallen() -> None:
    """THR-17.4: while the swap is asked for; not afterwards."""
    table = Table(gm_overrules=True).go(ADAM, Attack(4)).can(GM, Undo()).do(GM, Undo())
    assert table.view(None).targets == ()
    table.do(ADAM, Attack(5), Swap(0)).cannot(GM, Undo())


def test_what_the_gm_has_overruled_is_taken_back() -> None:
    """THR-17.4: who was let go takes part again."""
    table = Table(gm_overrules=True).do(GM, Dismiss(BREE), Undo())
    assert table.waits_for(0, 1, 2, 3)
    assert taken_back(table) == ["The GM takes back what the GM has done last."]
    assert table.heard(TakenBack)[0].turned == (BREE,)


def test_what_has_shown_something_about_the_opponents_stays() -> None:
    """THR-17.4: an opponent that falls by it has shown how much it could take; a scratch shows nothing."""
    table = Table(gm_overrules=True).do(GM, Hurt(4, 1)).can(GM, Undo())
    table.do(GM, Hurt(4, 5)).cannot(GM, Undo())


def test_the_gm_s_own_trick_stays() -> None:
    """THR-17.4: it has shown whether the opponents had bought it."""
    table = Table(gm_overrules=True).foes_turn().do(GM, Send(4), Give("bleed", 5))
    table.cannot(GM, Undo())


def test_a_finished_round_stays() -> None:
    """THR-17.4: as it is in the ledger."""
    table = Table(gm_overrules=True).rest()
    assert table.game.round == 2
    table.cannot(GM, Undo())


def test_nobody_else_takes_back_and_nobody_without_the_option() -> None:
    """THR-O26: the GM alone, where it was agreed; and nothing is kept for it elsewhere."""
    Table(gm_overrules=True).go(ADAM).cannot(BREE, Undo())
    table = Table().go(ADAM).cannot(GM, Undo())
    assert table.game.last_step is None


def test_what_is_kept_for_taking_back_has_no_dice_and_is_no_other_seat_s() -> None:
    """THR-1.3: neither the generator nor, in a game dealt again for a player, the opponents."""
    table = Table(gm_overrules=True).go(ADAM)
    kept = table.game.last_step
    assert kept is not None
    assert bytes(table.game.chance.key) not in kept.before
    assert RULES.redeal(table.game, BREE, bytes(32)).last_step is None
    assert RULES.redeal(table.game, GM, bytes(32)).last_step == kept


def test_what_is_kept_does_not_grow() -> None:
    """THR-17.4: one step, however long the combat is."""
    table = Table(gm_overrules=True, advantage=99)
    sizes = list[int]()
    for _ in range(6):
        table.go(ADAM)
        assert table.game.last_step is not None
        sizes.append(len(table.game.last_step.before))
        table.do(ADAM, DONE).rest()
    assert max(sizes) < 1.2 * sizes[0]


def test_a_stored_combat_can_still_take_back() -> None:
    """THR-17.4: after the server has begun again."""
    table = Table(gm_overrules=True, advantage=9).go(ADAM)
    before = same(table)
    table.do(ADAM, Give("bleed", BREE))
    table.game = RULES.decode(RULES.encode(table.game))
    assert same(table.do(GM, Undo())) == before
