"""THR-1: who may know what; the view, and the opponents made up again for those who do not know them."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.thrice.story import ADAM, BREE, HIGH, LOW, Table, fresh, sheet
from tests.leaks import hunt

from turncoat.games import ruleset
from turncoat.games.thrice import clues
from turncoat.games.thrice import redeal as dealing
from turncoat.games.thrice import view as seeing
from turncoat.games.thrice.actions import DONE, Attack, Build, Enforce, Give
from turncoat.games.thrice.events import InitiativeCompared, KindsBuilt, OpponentsCame, TotalCounted
from turncoat.games.thrice.redeal import possible
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice, kind_of
from turncoat.kernel import play
from turncoat.kernel.events import Listener

RICH = sheet(wealth=9)
MIXED = Build(1, 2, {"initiative": 1, "weapon A": 2, "damage A": 1, "armour B": 2, "bleed A": 1, "condition B": 1})


def deals(table: Table, seat: int | None, number: int = 60) -> list[Thrice]:
    return [RULES.redeal(table.game, seat, bytes([key]) * 32) for key in range(1, number + 1)]


def built(**options: object) -> Table:
    """Rich characters against two kinds."""
    return Table(sheets=[RICH], build=MIXED, **options)  # type: ignore[arg-type]


def test_the_characters_side_is_open() -> None:
    """THR-1.3, THR-R2: sheets, condition, advantage and coins, for spectators too."""
    table = built(advantage=9).go(ADAM, Give("counter", BREE), DONE)
    seen = table.view(None)
    assert [sheet.character for sheet in seen.sheets] == table.game.characters
    assert seen.sheets[ADAM].advantage == 6
    assert seen.combatants[BREE].coins[0].trick == "counter"
    assert seen.combatants[ADAM].numbers is not None


def test_opponents_numbers_are_the_gms() -> None:
    """THR-1.3, THR-R2: their number is not."""
    table = built()
    for seat in (None, ADAM):
        seen = table.view(seat)
        assert len(seen.combatants) == 9
        assert all(combatant.numbers is None and combatant.kind == "" for combatant in seen.combatants[4:])
        assert seen.kinds == ()
    own = table.view(table.gm)
    assert own.kinds == tuple(table.game.kinds)
    assert [combatant.kind for combatant in own.combatants[4:]] == ["A", "A", "A", "B", "B"]


def test_opponents_can_be_open() -> None:
    """THR-O22: then everybody sees everything from the start."""
    table = built(open_enemies=True)
    assert table.view(ADAM).kinds == tuple(table.game.kinds)
    assert table.told(KindsBuilt, ADAM)
    assert all(other.kinds == table.game.kinds for other in deals(table, ADAM, 5))


def test_initiative_is_shown_after_all_have_rolled() -> None:
    """THR-1.3, THR-7.3: to everybody."""
    table = built()
    assert [event.value for event in table.told(InitiativeCompared, ADAM)] == [4]
    assert table.view(None).opponents_initiative == 4
    assert table.told(OpponentsCame, ADAM)[0].opponents == 5
    assert table.told(KindsBuilt, ADAM) == []


def test_totals_of_opponents_are_the_gms() -> None:
    """THR-1.3: they would give the weapon away; dice and outcome are public."""
    table = built().turns(0, 1, 2, 3).blow(4, ADAM, 1, 1)
    assert table.told(TotalCounted, ADAM) == []
    assert [event.total for event in table.told(TotalCounted, table.gm)] == [9]


def test_pieces_are_no_limits() -> None:
    """THR-1.2, THR-R1: eight characters give as many coins as they like."""
    table = Table(8, advantage=99)
    for seat in range(8):
        table.go(seat, *[Give(trick, ADAM) for trick in ("bleed", "counter", "direct", "swipe")], DONE)
    assert len(table.view(None).combatants[ADAM].coins) == 32


# --- dealt again ------------------------------------------------------------------------------


def test_other_opponents_whom_a_player_cannot_tell_apart() -> None:
    """THR-1.3, THR-5.2: of every make that the points allow, and all of them sound."""
    table = built()
    others = deals(table, ADAM)
    assert len({str(other.kinds) for other in others}) > 40
    assert len({other.second for other in others}) > 2
    for other in others:
        assert RULES.audit(other) == []
        assert RULES.view(other, ADAM) == table.view(ADAM)
        assert other.initiative[4:] == [4] * 5


def test_the_gm_knows_his_own() -> None:
    """THR-1.3: for him nothing is made up but the dice to come."""
    table = built()
    for other in deals(table, table.gm, 5):
        assert other.kinds == table.game.kinds
        assert other.chance.key != table.game.chance.key


def test_a_hit_tells_about_armour() -> None:
    """THR-1.3, THR-10.4: whoever was hit by 13 has 11, whoever was missed by 13 has 14 or more."""
    table = built()
    for seat, target in ((ADAM, 4), (BREE, 8)):
        table.go(seat, Attack(target)).roll(seat, 5, 5, 2).do(seat, DONE)
    assert clues.armours(table.game, 4) == (11,)
    assert clues.armours(table.game, 8) == (14, 17, 20)
    for other in deals(table, ADAM):
        assert other.armour[4] == 11
        assert other.armour[8] >= 14


def test_purchases_that_were_seen_leave_less_for_armour() -> None:
    """THR-1.3, THR-5.2: of 2 points, one has been seen to be a trick; so armour was raised once at most."""
    table = Table(sheets=[sheet(wealth=2)], build=Build(0, 0, {"bleed A": 1, "armour A": 1}))
    assert clues.armours(table.game, 4) == (11, 14, 17)
    table.turns(0, 1, 2, 3).send(4, Give("bleed", 4))
    assert clues.armours(table.game, 4) == (11, 14)
    for other in deals(table, ADAM):
        assert other.armour[4] in (11, 14)


def test_a_wound_tells_about_damage_and_weapon() -> None:
    """THR-1.3: what was lost is what the damage is; a miss with 9 keeps the weapon below 2."""
    table = built().turns(0, 1, 2, 3)
    table.game.condition[ADAM] = 9
    table.blow(4, ADAM, 10, 10)
    if table.waits_for(table.gm):
        table.do(table.gm, DONE)
    table.blow(8, BREE, 5, 4)
    for other in deals(table, BREE):
        assert other.damage[4] == 4
        assert other.weapon[8] == 1


def test_falling_tells_about_condition() -> None:
    """THR-1.3, THR-15.5: who stands after a loss of 7 had 9 or more; who fell had at most that."""
    table = Table(sheets=[sheet(wealth=10, damage=6)], build=MIXED).go(ADAM).hit(ADAM, 8).rest()
    table.go(ADAM).hit(ADAM, 4)
    for other in deals(table, BREE):
        assert other.condition[8] in (2, 5, 8)
        assert other.condition[4] == 0
        assert kind_of(other, 4).condition == 0


def test_tricks_tell_what_was_bought() -> None:
    """THR-14.2, THR-14.4, THR-R38: a free one was, one for a turn was not."""
    table = built().turns(0, 1, 2, 3).send(4, Give("bleed", 4), DONE).send(8, Give("bleed", 8))
    for other in deals(table, ADAM):
        assert "bleed" in kind_of(other, 4).tricks
        assert "bleed" not in kind_of(other, 8).tricks
        assert other.second > 0


def test_enforcing_tells_what_was_raised() -> None:
    """THR-5.9, THR-13.2: the skill was bought."""
    table = Table(sheets=[RICH], build=Build(0, 0, {"weapon A": 2}), profile="sheet")
    table.turns(0, 1, 2, 3).send(4, Enforce(5, "weapon"))
    assert all(kind_of(other, 5).weapon > 0 for other in deals(table, ADAM))


def test_low_condition_is_taken_into_account() -> None:
    """THR-O10, THR-1.3: what a hit tells about armour depends on what condition can be."""
    table = Table(
        sheets=[sheet(wealth=10, damage=3)] * 4, build=Build(0, 0, {"armour A": 2}), enemy_condition_penalty=True
    )
    table.go(ADAM).hit(ADAM, 4).do(ADAM, DONE).go(BREE).attack(BREE, 4).roll(BREE, 6, 5, 4).rest()
    for other in deals(table, ADAM):
        assert RULES.audit(other) == []


def test_initiative_before_it_is_shown() -> None:
    """THR-7.3, THR-D3: any value is possible until all have rolled."""
    game = fresh(1, starting_wealth=9)
    play.time_up(game)
    play.submit(game, 1, Build(0, 0, {"initiative": 2}))
    play.time_up(game)
    values = {RULES.redeal(game, 0, bytes([key]) * 32).initiative[1] for key in range(60)}
    assert {1, 4, 7} <= values <= {1, 4, 7, 10}


def test_what_can_still_be() -> None:
    """THR-1.3: counted by hand for one skill."""
    assert len(possible(0b1111, 0b1111, 0xFFFF, 0xFFFF)) == 256
    assert possible(0b0010, 0b0001, 0x0010, 0x0080) == ((0, 0, 3, 1),)
    assert possible(0b0010, 0b0001, 0x0001, 0xFFFF) == ()


# --- planted leaks ----------------------------------------------------------------------------


def hunted(table: Table, seat: int | None) -> None:
    """Look for leaks to one seat."""
    for key in range(6):
        hunt.redealt(ruleset("thrice"), table.game, seat, table.listener.heard, Random(key))


def wounded() -> Table:
    """A combat in which something is known and more is not; a player is about to roll."""
    return built().go(ADAM, Attack(4)).roll(ADAM, *LOW).do(ADAM, DONE).go(BREE, Attack(8))


def test_there_is_no_leak_here() -> None:
    """THR-1.3: to a player, to a spectator, to the GM."""
    for seat in (ADAM, None, 4):
        hunted(wounded(), seat)


def test_a_view_that_shows_all_to_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-1.3."""
    monkeypatch.setattr(seeing, "knows", lambda game, seat: True)
    with pytest.raises(AssertionError, match="view"):
        hunted(wounded(), ADAM)


def test_odds_of_the_real_armour_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-1.3: they must not betray it."""
    monkeypatch.setattr(clues, "armours", lambda game, who: (game.armour[who],))
    with pytest.raises(AssertionError, match="view"):
        hunted(wounded(), ADAM)


def test_a_total_told_to_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-1.3: whoever hears it knows the weapon; the combat made up again says otherwise."""
    table = built().turns(0, 1, 2, 3).blow(4, ADAM, *HIGH[:2])
    heard = [event.total for event in table.told(TotalCounted, table.gm)]
    assert {20 + other.weapon[4] for other in deals(table, ADAM)} != set(heard)


def test_opponents_that_contradict_what_was_seen_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-1.3: the audit finds evidence that is not true."""
    monkeypatch.setattr(dealing, "possible", lambda condition, damage, weapon, armour: ((0, 0, 0, 0),))
    table = wounded()
    table.game.clues.armour[0] = 0xEEEE
    table.game.armour[4:] = [14, 14, 14, 17, 17]
    assert any("THR-1.3" in sentence for sentence in RULES.audit(RULES.redeal(table.game, ADAM, bytes(32))))


def test_answers_on_file_are_made_up_again() -> None:
    """THR-D1, THR-D3: swaps and characters are sealed until all are in."""
    game = fresh(3)
    play.submit(game, 0, play.boxes(game, 0).nth(0), Listener())
    guesses = {repr(RULES.redeal(game, 1, bytes([key]) * 32).stack[0].pending) for key in range(9)}
    assert len(guesses) > 5
    kept = {repr(play.answer_of(RULES.redeal(game, 0, bytes([key]) * 32), 0)) for key in range(9)}
    assert len(kept) == 1
