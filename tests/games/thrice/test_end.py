"""THR-15 and THR-17: the end of a round, the end of the combat, and the optional rules."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, DORA, HIGH, LOW, Table, sheet

from turncoat.games.thrice import end
from turncoat.games.thrice.actions import DONE, Build, Disengage, Enforce, Engage, Give
from turncoat.games.thrice.clues import ANY
from turncoat.games.thrice.end import RESULTS, deadly
from turncoat.games.thrice.events import AdvantageGained, Bled, CombatEnded, FellHelpless, Rolled, TotalCounted
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice

STRONG = sheet(wealth=4, damage=9)


def fell(game: Thrice, *who: int) -> None:
    """These are helpless."""
    for one in who:
        game.condition[one] = 0
        game.active &= ~(1 << one)
        game.free &= ~(1 << one)
        if one >= game.players:
            game.clues.condition[one - game.players] = ANY


def test_advantage_comes_first() -> None:
    """THR-15.1, THR-4.6: as much as initiative; not for the helpless."""
    table = Table(sheets=[sheet(initiative=3)])
    fell(table.game, DORA)
    table.rest()
    assert table.heard(AdvantageGained)[-1].gains == (4, 1, 1, 0)


def test_all_marks_at_the_same_time() -> None:
    """THR-15.2: also on those who bleed on both sides; then they vanish."""
    table = Table(build=Build(0, 0, {"bleed A": 1}), advantage=9).go(ADAM, Give("bleed", ADAM))
    table.hit(ADAM, 4).do(ADAM, DONE).turns(1, 2, 3).send(4, Give("bleed", 4), DONE)
    table.blow(5, ADAM, *LOW[:2]).rest()
    assert [one.who for one in table.heard(Bled)] == [4]
    assert not any(table.game.bleeding)


def test_helpless_by_bleeding() -> None:
    """THR-15.5: out of everything."""
    table = Table(advantage=9)
    table.game.bleeding[ADAM] = 9
    table.rest()
    assert table.heard(FellHelpless)[-1].who == ADAM
    assert table.waits_for(1, 2, 3)


def test_the_combat_ends_at_once() -> None:
    """THR-15.4, THR-R33, THR-15.7: in the middle of a round, when nobody is left."""
    table = Table(sheets=[STRONG])
    fell(table.game, *table.foes[1:])
    table.go(ADAM).hit(ADAM, 4)
    assert table.over
    assert table.heard(CombatEnded)[-1].result == "victory"
    assert RULES.winners(table.game) == [0, 1, 2, 3]
    assert RULES.scores(table.game) == [6, 6, 6, 6, 0]


def test_a_total_party_kill() -> None:
    """THR-15.7: all helpless, nobody fled: they die, and the GM has won."""
    table = Table(1)
    table.game.condition[ADAM] = 1
    table.turns(ADAM).blow(1, ADAM, *HIGH[:2])
    assert table.game.result == "total_party_kill"
    assert deadly(table.game) == (ADAM,)
    assert RULES.winners(table.game) == [1]
    assert table.game.condition[ADAM] == 0


def test_who_flees_saves_all() -> None:
    """THR-15.6, THR-15.7: one has fled, so nobody dies; whoever fled does not come back."""
    table = Table(2, advantage=9, ambush=(ADAM,))
    table.game.condition[BREE] = 1
    table.go(ADAM, Give("disengage", ADAM), Disengage())
    assert table.game.fled == 1
    table.turns(BREE).blow(2, BREE, *HIGH[:2])
    assert table.game.result == "defeat_escaped"
    assert deadly(table.game) == ()
    assert RULES.winners(table.game) == [2]


def test_opponents_who_have_all_gone_are_beaten() -> None:
    """THR-15.7: helpless or fled."""
    table = Table(1, build=Build(1, 0, {}), ambush=(1,))
    fell(table.game, 2)
    table.turns(ADAM).send(1, Give("disengage", 1))
    assert table.game.result == "victory"


def test_both_sides_out_at_the_same_moment() -> None:
    """THR-15.7, THR-R33, THR-R40: a draw, nobody has won, nobody dies."""
    table = Table(1)
    fell(table.game, 2, 3)
    table.game.bleeding = [99, 99, 0, 0]
    table.rest()
    assert table.game.result == "draw"
    assert RULES.winners(table.game) == []
    assert table.game.condition[ADAM] == 4


def test_after_the_combat() -> None:
    """THR-15.8, THR-6.6: normal condition, no advantage, no coins."""
    table = Table(sheets=[STRONG], advantage=9)
    fell(table.game, *table.foes[1:])
    table.game.condition[BREE] = 9
    table.go(CHARLIE, Give("counter", BREE), DONE).go(ADAM).hit(ADAM, 4)
    assert table.game.condition[:4] == [4] * 4
    assert table.game.advantage == [0] * 4
    assert not any(any(given) for given in table.game.coins.values())


def test_steps_and_tokens_are_gone_after_the_combat() -> None:
    """THR-15.8, THR-13.8: skills are as on the sheet."""
    table = Table(sheets=[STRONG], advantage=9, profile="sheet")
    fell(table.game, *table.foes[1:])
    table.go(BREE, Enforce(BREE, "weapon"), DONE).go(ADAM).hit(ADAM, 4)
    assert table.over
    assert table.game.weapon[BREE] == 1


def test_a_round_limit() -> None:
    """THR-O23, THR-R40: unfinished, without a winner."""
    table = Table(round_limit=2).rest().rest()
    assert table.game.result == "unfinished"
    assert RULES.winners(table.game) == []


def test_every_result_has_a_sentence() -> None:
    """THR-15.7, THR-17.2, THR-O23."""
    names = RULES.names(["Adam", "GM"])
    for result in RESULTS:
        assert CombatEnded(result, 3).say(names)
    assert set(end.WON_BY_PLAYERS).isdisjoint(end.WON_BY_THE_GM)


# --- THR-17 -----------------------------------------------------------------------------------


def test_more_characters_gain_advantage() -> None:
    """THR-17.1, THR-E9, THR-O20: four and two in one engagement: 2 more for each roll."""
    table = Table(flanking=True, advantage=0)
    for seat in range(4):
        table.go(seat, Engage(4), DONE)
    table.send(5, Engage(ADAM), DONE).rest().go(ADAM).attack(ADAM, 4).roll(ADAM, *LOW)
    assert table.heard(Rolled)[-1].gain == 1 + 2


def test_more_opponents_gain_weapon() -> None:
    """THR-17.1, THR-E10: four and two: +2 for each attack; not without the option."""
    for option, total in ((True, 2 + 1 + 2), (False, 3)):
        table = Table(flanking=option).go(ADAM, Engage(4), DONE).go(BREE, Engage(4), DONE)
        table.turns(2, 3)
        for who in (5, 6, 7):
            table.send(who, Engage(ADAM), DONE)
        table.blow(4, ADAM, 1, 1)
        assert table.heard(TotalCounted)[-1].total == total


def test_only_the_active_count_and_only_in_an_engagement() -> None:
    """THR-17.1: who is free flanks nobody."""
    table = Table(flanking=True).go(ADAM).attack(ADAM, 4).roll(ADAM, *LOW)
    assert table.heard(Rolled)[-1].gain == 1


@pytest.mark.parametrize(("lost", "result"), [(3, "victory_surrender"), (2, "")])
def test_automatic_win(lost: int, result: str) -> None:
    """THR-17.2, THR-15.3, THR-E11, THR-O21: of four opponents three; half is not more than half."""
    table = Table(2, automatic_win=True)
    fell(table.game, *table.foes[:lost])
    table.rest()
    assert table.game.result == result


def test_characters_surrender_as_well() -> None:
    """THR-17.2: and nobody dies."""
    table = Table(3, automatic_win=True)
    fell(table.game, 1, 2)
    table.rest()
    assert table.game.result == "defeat_surrender"
    assert deadly(table.game) == ()


def test_both_surrender() -> None:
    """THR-R35, THR-17.2, THR-R40."""
    table = Table(3, automatic_win=True)
    fell(table.game, 1, 2, *table.foes[:4])
    table.rest()
    assert table.game.result == "mutual_surrender"
    assert RULES.winners(table.game) == []
