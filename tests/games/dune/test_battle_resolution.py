"""DUN-4.8.14 to DUN-4.8.18, DUN-7.1 to DUN-7.6: weapons, strength, explosions, losses, cards."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, EMP, FRE, GUI, HAR, Table, card, cards, clash, fid, plan

from turncoat.games.dune.battle.events import BattleDecided, CardsKept, Exploded, NobodyWon
from turncoat.games.dune.events import Discarded, Paid
from turncoat.games.dune.shared.hands import known_hand


def decided(table: Table) -> tuple[str, tuple[int, int]]:
    """Who won, and both totals, the winner's first."""
    (event,) = table.told(BattleDecided)
    return event.winner, event.totals


def test_dial_and_leader_are_added() -> None:
    """DUN-TC-158, DUN-4.8.16: 5 + Piter de Vries (3) against 7 + Bashar (2)."""
    table = clash().fought({HAR: plan(5, "Piter de Vries"), EMP: plan(7, "Bashar")})
    assert decided(table) == (fid(EMP), (9, 8))


def test_the_aggressor_wins_ties() -> None:
    """DUN-TC-159, DUN-4.8.16: 4 + Beast Rabban (4) against 6 + Bashar (2)."""
    table = clash().fought({HAR: plan(4, "Beast Rabban"), EMP: plan(6, "Bashar")})
    assert decided(table) == (fid(HAR), (8, 8))


@pytest.mark.parametrize(
    ("weapon", "defence", "lives"),
    [
        ("Chaumas", "Snooper", True),
        ("Chaumas", "Shield", False),
        ("Chaumas", "", False),
        ("Crysknife", "Shield", True),
        ("Crysknife", "Snooper", False),
        ("Crysknife", "", False),
        ("Lasgun", "Snooper", False),
        ("Lasgun", "", False),
        ("Kulon", "", True),
        ("", "", True),
    ],
)
def test_weapons_and_defences(weapon: str, defence: str, lives: bool) -> None:
    """DUN-TC-160, DUN-TC-161, DUN-TC-162, DUN-4.8.15, DUN-7.2.1, DUN-7.3.1, DUN-7.4.1: a hero who dies adds nothing."""
    table = clash(hands={HAR: weapon, EMP: defence})
    table.fought({HAR: plan(4, "Umman Kudu", weapon), EMP: plan(2, "Hasimir Fenring", "", defence)})
    assert table.alive("Hasimir Fenring") is lives
    assert decided(table) == ((fid(EMP), (8, 5)) if lives else (fid(HAR), (5, 2)))


EXPLOSIVE = {HAR: "Lasgun, Baliset", EMP: "Shield, Crysknife"}


def test_lasgun_against_shield_leaves_nothing() -> None:
    """DUN-TC-163, DUN-4.8.14: a third faction and spice are gone too; nobody wins, nobody is paid."""
    table = clash(
        where="Red Chasm 6", hands=EXPLOSIVE, forces={GUI: "Red Chasm 6: 4"}, fields="Red Chasm 6: 8", spice={HAR: 10}
    )
    table.fought(
        {HAR: plan(5, "Feyd Rautha", "Lasgun", "Baliset"), EMP: plan(2, "Bashar", "Crysknife", "Shield")},
    )
    assert [table.forces(one, "Red Chasm") for one in (HAR, EMP, GUI)] == [0, 0, 0]
    assert [table.tanks(one) for one in (HAR, EMP, GUI)] == [10, 10, 4]
    assert not table.alive("Feyd Rautha")
    assert not table.alive("Bashar")
    assert table.game.fields == ()
    assert (table.hand(HAR), table.hand(EMP)) == ((), ())
    assert table.spice(HAR) == 10
    assert table.told(BattleDecided) == []
    (exploded,) = table.told(Exploded)
    assert (exploded.forces, exploded.spice) == ({fid(HAR): 10, fid(EMP): 10, fid(GUI): 4}, 8)
    assert len(table.told(NobodyWon)) == 1


@pytest.mark.parametrize("explodes", [True, False])
def test_lasgun_and_shield_in_one_plan(explodes: bool) -> None:
    """DUN-TC-164, DUN-4.8.14: DUN-R-63; with DUN-O-18 off they do not explode."""
    table = clash(hands={HAR: "Lasgun, Shield"}, own_explosion=explodes)
    table.fought({HAR: plan(5, "Feyd Rautha", "Lasgun", "Shield"), EMP: plan(0, "Bashar")})
    assert bool(table.told(Exploded)) is explodes
    assert table.alive("Feyd Rautha") is not explodes


def test_the_winner_is_paid_for_all_dead_leaders() -> None:
    """DUN-TC-165, DUN-4.8.17, DUN-1.1.3: his own of 6 and the other of 2."""
    table = clash(hands={HAR: "Chaumas", EMP: "Crysknife"}, spice={HAR: 3})
    table.fought({HAR: plan(5, "Feyd Rautha", "Chaumas"), EMP: plan(2, "Bashar", "Crysknife")})
    assert table.spice(HAR) == 3 + 6 + 2
    assert Paid("", fid(HAR), 8, rule="DUN-4.8.17") in table.told(Paid)


def test_the_winner_loses_what_he_dialled() -> None:
    """DUN-TC-166, DUN-4.8.17."""
    table = clash(size=6).fought({HAR: plan(4, "Feyd Rautha"), EMP: plan(0, "Bashar")})
    assert (table.forces(HAR, "Tsimpo"), table.tanks(HAR)) == (2, 4)


def test_the_winner_loses_first_where_least_spice_is_printed() -> None:
    """DUN-4.8.17: DUN-R-68: then in facts order."""
    forces = {HAR: "Broken Land 10: 2, Broken Land 11: 3", EMP: "Broken Land 11: 1"}
    table = clash(where="Broken Land 11", forces=forces)
    table.fought({HAR: plan(4, "Feyd Rautha"), EMP: plan(0, "Bashar")})
    assert (table.forces(HAR, "Broken Land 10"), table.forces(HAR, "Broken Land 11")) == (0, 1)


def test_one_can_win_and_lose_everything() -> None:
    """DUN-TC-167, DUN-4.8.16: all were dialled; the cards are kept."""
    table = clash(size=3, hands={HAR: "Crysknife"})
    table.fought({HAR: plan(3, "Feyd Rautha", "Crysknife"), EMP: plan(0, "Bashar")}).kept(HAR)
    assert table.forces(HAR, "Tsimpo") == table.forces(EMP, "Tsimpo") == 0
    assert table.hand(HAR) == ("Crysknife",)


def test_the_loser_loses_forces_and_cards_but_not_his_leader() -> None:
    """DUN-TC-168, DUN-4.8.18, DUN-2.5.2."""
    table = clash(size=6, hands={EMP: "Crysknife, Snooper"})
    table.fought({HAR: plan(6, "Feyd Rautha"), EMP: plan(1, "Bashar", "Crysknife", "Snooper")})
    assert (table.forces(EMP, "Tsimpo"), table.tanks(EMP)) == (0, 6)
    assert table.alive("Bashar")
    assert table.hand(EMP) == ()
    assert table.told(Discarded) == [Discarded(fid(EMP), cards("Crysknife, Snooper"), rule="DUN-4.8.18")]


def test_a_card_that_is_kept_is_known_to_all() -> None:
    """DUN-TC-169, DUN-4.8.17, DUN-7.1.1, DUN-2.4.2."""
    table = clash(hands={HAR: "Crysknife, Shield, Hajr"})
    table.fought({HAR: plan(6, "Feyd Rautha", "Crysknife", "Shield"), EMP: plan(1, "Bashar")})
    table.kept(HAR, "Shield")
    assert table.told(CardsKept)[0].cards == (card("Crysknife"),)
    assert known_hand(table.game, None, HAR) == (card("Crysknife"),)
    assert table.hand(HAR) == ("Crysknife", "Hajr")
    assert table.game.treachery_discards == [card("Shield")]


def test_when_time_is_up_everything_is_kept() -> None:
    """DUN-DK-20, DUN-2.8.1."""
    table = clash(hands={HAR: "Crysknife"})
    table.fought({HAR: plan(6, "Feyd Rautha", "Crysknife"), EMP: plan(1, "Bashar")}).time_up()
    assert table.hand(HAR) == ("Crysknife",)


def test_a_cheap_hero_does_not_outlive_his_battle() -> None:
    """DUN-TC-189, DUN-7.6.3, DUN-7.6.1: DUN-R-67: killed or not, he adds nothing and is worth nothing."""
    table = clash(hands={HAR: "Cheap Hero, Shield", EMP: "Chaumas"}, spice={HAR: 1})
    table.fought({HAR: plan(6, "Cheap Hero", "", "Shield"), EMP: plan(1, "Bashar", "Chaumas")})
    assert decided(table) == (fid(HAR), (6, 3))
    table.kept(HAR)
    assert table.hand(HAR) == ("Shield",)
    assert table.spice(HAR) == 1


def test_worthless_cards_leave_the_hand_in_a_battle() -> None:
    """DUN-TC-190, DUN-7.5.1, DUN-4.8.15: the loser's is discarded, the winner may discard his."""
    table = clash(hands={HAR: "Kulon", EMP: "Baliset"})
    table.fought({HAR: plan(6, "Feyd Rautha", "Kulon"), EMP: plan(1, "Bashar", "", "Baliset")})
    assert table.hand(EMP) == ()
    table.kept(HAR, "Kulon")
    assert table.hand(HAR) == ()


def test_a_battle_without_heroes_is_a_matter_of_dials() -> None:
    """DUN-4.8.16: DUN-R-57."""
    dead = "Feyd Rautha, Beast Rabban, Piter de Vries, Captain Iakin Nefud, Umman Kudu"
    table = clash(dead=dead).fought({HAR: plan(4), EMP: plan(1, "Bashar")})
    assert decided(table) == (fid(HAR), (4, 3))


def test_spice_in_the_territory_stays_for_the_winner() -> None:
    """DUN-4.8.14: only an explosion destroys it."""
    table = clash(FRE, ATR, where="Red Chasm 6", fields="Red Chasm 6: 8", stops="W-9")
    table.fought({FRE: plan(3, "Stilgar"), ATR: plan(0, "Duncan Idaho")})
    assert table.view(None).fields == {"red-chasm/6": 8}
