"""THR-17.3: where the table has agreed on it the GM overrules between turns."""

from __future__ import annotations

from tests.games.thrice.story import ADAM, BREE, Table

from turncoat.games.thrice.actions import Admit, Attack, Dismiss, Heal, Hurt, Send, Settle
from turncoat.games.thrice.audit import audit
from turncoat.games.thrice.events import CombatEnded, FellHelpless
from turncoat.games.thrice.overruling import Overruled
from turncoat.games.thrice.rules import RULES

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
