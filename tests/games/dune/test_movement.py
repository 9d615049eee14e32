"""DUN-4.7.6 to DUN-4.7.10: moves, ornithopters, Hajr, and allies who stand in one territory."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, amounts, phase, place, territory

from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.map import LOCATION, LOCATION_IDS, TERRITORY_IDS, TERRITORY_OF, reach
from turncoat.games.dune.shipment import Move, Ship, UseHajr
from turncoat.games.dune.shipment.events import AlliesParted, Moved


def moving(first: int = ATR, **position: object) -> Table:
    """Shipment and Movement, when the first faction has shipped nothing."""
    table = phase(first, **position)
    return table.passes(first) if table.key == "faction_turn.ship" else table


def move(forces: str, to: str) -> Move:
    return Move(amounts(forces), place(to))


def hajr(forces: str, to: str) -> UseHajr:
    return UseHajr(amounts(forces), place(to))


def goals(table: Table, faction: int, origin: str) -> set[str]:
    """The locations to which one force can go from a location."""
    start = {place(origin): 1}
    return {where for where in LOCATION_IDS if table.legal(faction, Move(start, where))}


def all_of(*names: str) -> set[str]:
    ids = [territory(name) for name in names]
    return {LOCATION_IDS[where] for where, number in enumerate(TERRITORY_OF) if TERRITORY_IDS[number] in ids}


# --- how many, where from, where to -------------------------------------------------------------


def test_a_part_of_a_stack_may_move() -> None:
    """DUN-TC-109, DUN-4.7.6."""
    table = moving(forces={ATR: "Old Gap 9: 9"}).do(ATR, move("Old Gap 9: 2", "Tsimpo 10"))
    assert (table.forces(ATR, "Old Gap"), table.forces(ATR, "Tsimpo")) == (7, 2)
    assert [event.hajr for event in table.told(Moved)] == [False]


def test_a_move_names_a_location() -> None:
    """DUN-TC-003, DUN-2.1.2: into Pasty Mesa without a sector is refused, and the choices are named."""
    table = moving(forces={ATR: "Shield Wall 7: 3"})
    refusal = table.refused(ATR, Move({place("Shield Wall 7"): 1}, "pale-mesa"))
    assert "to must be" in str(refusal)
    table.can(ATR, move("Shield Wall 7: 1", "Pasty Mesa 7"))


def test_stacks_of_one_territory_go_together() -> None:
    """DUN-TC-131, DUN-4.7.6, DUN-R-41: 3 in Pasty Mesa 4 and 2 in Pasty Mesa 5 to Tuek's Sietch."""
    table = moving(forces={ATR: "Pasty Mesa 4: 3, Pasty Mesa 5: 2"})
    table.do(ATR, move("Pasty Mesa 4: 3, Pasty Mesa 5: 2", "Tuek's Sietch 4"))
    assert table.forces(ATR, "Tuek's Sietch") == 5


def test_stacks_of_two_territories_do_not() -> None:
    """DUN-TC-132, DUN-4.7.6: though each alone could go there."""
    table = moving(forces={ATR: "Pasty Mesa 4: 3, South Mesa 5: 2"})
    table.cannot(ATR, move("Pasty Mesa 4: 1, South Mesa 5: 1", "Tuek's Sietch 4"))
    table.can(ATR, move("South Mesa 5: 1", "Tuek's Sietch 4"))


def test_a_stack_that_cannot_come_along_is_left_out() -> None:
    """DUN-4.7.7: every stack needs its own path; the storm cuts one off."""
    table = moving(storm=6, forces={ATR: "Pasty Mesa 5: 3, Pasty Mesa 7: 2"})
    table.can(ATR, move("Pasty Mesa 5: 3", "Tuek's Sietch 4"))
    table.cannot(ATR, move("Pasty Mesa 5: 3, Pasty Mesa 7: 2", "Tuek's Sietch 4"))


def test_a_move_inside_a_territory_is_the_move() -> None:
    """DUN-TC-133, DUN-4.7.6, DUN-R-42: from Harg Pass 3 to Harg Pass 4; then the next faction acts."""
    table = moving(forces={ATR: "Harg Pass 3: 2"}).do(ATR, move("Harg Pass 3: 2", "Harg Pass 4"))
    assert (table.forces(ATR, "Harg Pass 4"), table.asked()) == (2, [HAR])


def test_range_one() -> None:
    """DUN-TC-127, DUN-4.7.7: from Carthag all locations of what touches it; the storm cuts off what lies behind it."""
    near = {LOCATION_IDS[one] for one in reach(LOCATION[place("Carthag 10")], 1, 17)} - {place("Carthag 10")}
    assert near == all_of("Arsunt", "Hagga Basin", "Imperial Basin", "Tsimpo")
    calm = {LOCATION_IDS[one] for one in reach(LOCATION[place("Carthag 10")], 1, 11)}
    assert near - calm == {place(name) for name in ("Arsunt 11", "Tsimpo 11", "Tsimpo 12", "Hagga Basin 11")} | (
        {place("Hagga Basin 12")} - calm
    )
    table = moving(forces={ATR: "Imperial Basin 9: 1"})
    assert {place("Carthag 10"), place("Arrakeen 9"), place("Imperial Basin 8")} <= goals(
        table, ATR, "Imperial Basin 9"
    )
    assert place("Plastic Basin 12") not in goals(table, ATR, "Imperial Basin 9")


def test_no_path_through_the_storm() -> None:
    """DUN-TC-006, DUN-TC-007, DUN-2.1.5: sector 6 cuts Pasty Mesa in two; both sides can be reached from outside."""
    table = moving(storm=6, forces={ATR: "Pasty Mesa 5: 2, Tuek's Sietch 4: 1"})
    table.cannot(ATR, move("Pasty Mesa 5: 1", "Pasty Mesa 7"))
    table.cannot(ATR, move("Pasty Mesa 5: 1", "Pasty Mesa 6"))
    table.can(ATR, move("Tuek's Sietch 4: 1", "Pasty Mesa 4"))
    table.can(ATR, move("Tuek's Sietch 4: 1", "Pasty Mesa 5"))


def test_nothing_leaves_the_storm() -> None:
    """DUN-TC-005, DUN-2.1.5, DUN-2.9.3: no move and no Hajr out of the storm; who has nothing else is not asked."""
    table = phase(GUI, storm=5, forces={GUI: "Pasty Mesa 5: 2"}, hands={GUI: "Hajr"})
    table.cannot(GUI, hajr("Pasty Mesa 5: 1", "Pasty Mesa 4")).passes(GUI)
    assert table.asked() == [BG]


def test_strangers_do_not_hinder() -> None:
    """DUN-TC-010, DUN-2.1.8: Arrakeen, Imperial Basin, Carthag by ornithopter past enemies."""
    table = moving(forces={ATR: "Arrakeen 9: 2", HAR: "Imperial Basin 9: 5"})
    table.can(ATR, move("Arrakeen 9: 2", "Carthag 10"))


def test_a_full_stronghold_blocks_the_way_through() -> None:
    """DUN-TC-134, DUN-2.1.6: Fremen go past Carthag by Tsimpo, not through it, and not into it."""
    table = moving(FRE, forces={FRE: "Hagga Basin 12: 1", ATR: "Carthag 10: 1", HAR: "Carthag 10: 1"})
    assert place("Carthag 10") not in goals(table, FRE, "Hagga Basin 12")
    free = moving(FRE, forces={FRE: "Hagga Basin 12: 1"})
    lost = goals(free, FRE, "Hagga Basin 12") - goals(table, FRE, "Hagga Basin 12")
    assert place("Carthag 10") in lost
    assert place("Imperial Basin 9") in goals(free, FRE, "Hagga Basin 12")


def test_the_allys_territory_can_be_crossed_not_entered() -> None:
    """DUN-TC-135, DUN-2.1.7: through it, and into the Polar Sink, but not into it."""
    between = ", ".join(f"{name}: 1" for name in ("Rock Outcroppings 13", "Bight of the Cliff 13", "Polar Sink"))
    own = "Sietch Tabr 13: 3, Imperial Basin 8: 1"
    table = moving(FRE, allies=((FRE, ATR),), forces={FRE: own, ATR: between})
    reached = goals(table, FRE, "Sietch Tabr 13")
    assert not reached & all_of("Rock Outcroppings", "Bight of the Cliff")
    assert reached & all_of("Hagga Basin", "Funeral Plain", "Plastic Basin")
    assert place("Polar Sink") in goals(table, FRE, "Imperial Basin 8")


# --- ornithopters and the desert ----------------------------------------------------------------


def test_a_force_just_shipped_brings_ornithopters() -> None:
    """DUN-TC-128, DUN-4.7.8, DUN-R-48: other forces move three territories."""
    table = phase(EMP, forces={EMP: "Tuek's Sietch 4: 3"})
    far = move("Tuek's Sietch 4: 3", "Cielago North 1")
    table.do(EMP, Ship(1, place("Arrakeen 9"))).passes(BG).can(EMP, far)
    assert not moving(EMP, forces={EMP: "Tuek's Sietch 4: 3"}).legal(EMP, far)


def test_a_contested_city_has_ornithopters_too() -> None:
    """DUN-4.7.8: also if others are in the city."""
    table = moving(EMP, forces={EMP: "Tuek's Sietch 4: 3, Carthag 10: 1", HAR: "Carthag 10: 9"})
    table.can(EMP, move("Tuek's Sietch 4: 3", "Cielago North 1"))


@pytest.mark.parametrize(("city", "steps"), [("", 2), (", Arrakeen 9: 1", 3)])
def test_how_far_fremen_go(city: str, steps: int) -> None:
    """DUN-TC-130, DUN-6.1.4: two territories; three with a city, never more."""
    table = moving(FRE, storm=17, forces={FRE: f"Tuek's Sietch 4: 3{city}"})
    far = {LOCATION_IDS[one] for one in reach(LOCATION[place("Tuek's Sietch 4")], steps, 17)}
    assert goals(table, FRE, "Tuek's Sietch 4") == far - {place("Tuek's Sietch 4")}


def test_the_desert_range_is_prevented_once() -> None:
    """DUN-TC-140, DUN-K-08: range 1 for one move; the second one by Hajr is as ever."""
    table = moving(FRE, forces={FRE: "Tuek's Sietch 4: 3"}, hands={ATR: "Karama", FRE: "Hajr"})
    table.do(ATR, Prevent("K-08")).cannot(FRE, move("Tuek's Sietch 4: 3", "The Minor Erg 7"))
    table.do(FRE, hajr("Tuek's Sietch 4: 1", "Pasty Mesa 4"))
    assert table.game.prevented == []
    assert place("The Minor Erg 5") in goals(table, FRE, "Tuek's Sietch 4")


def test_ornithopters_are_not_prevented() -> None:
    """DUN-K-08, DUN-7.11.3: range 3 with ornithopters; such a move does not use the prevention up."""
    table = moving(FRE, forces={FRE: "Arrakeen 9: 3"}, hands={ATR: "Karama", FRE: "Hajr"}).do(ATR, Prevent("K-08"))
    table.do(FRE, hajr("Arrakeen 9: 1", "Carthag 10"))
    assert table.game.prevented == ["K-08"]


# --- Hajr ---------------------------------------------------------------------------------------


def test_hajr_and_then_the_move_with_the_same_forces() -> None:
    """DUN-TC-138, DUN-7.10.1, DUN-4.7.9, DUN-DK-14: the card is discarded."""
    table = moving(forces={ATR: "Old Gap 9: 3"}, hands={ATR: "Hajr"}).do(ATR, hajr("Old Gap 9: 3", "Tsimpo 10"))
    assert (table.forces(ATR, "Tsimpo"), table.hand(ATR), table.key) == (3, (), "faction_turn.move")
    table.do(ATR, move("Tsimpo 10: 3", "Carthag 10"))
    assert table.forces(ATR, "Carthag") == 3
    assert [event.hajr for event in table.told(Moved)] == [True, False]


def test_hajr_before_or_after_the_shipment() -> None:
    """DUN-7.10.1, DUN-R-49: in one's own turn, before the ordinary move; shipment and move follow.

    Nobody else's turn.
    """
    table = phase(ATR, forces={ATR: "Old Gap 9: 3", HAR: "Old Gap 9: 3"}, hands={ATR: "Hajr"})
    early = phase(HAR, forces={ATR: "Old Gap 9: 3"}, hands={ATR: "Hajr"})
    assert "(DUN-7.10.1)" in str(early.refused(ATR, hajr("Old Gap 9: 1", "Tsimpo 10")))
    table.do(ATR, hajr("Old Gap 9: 3", "Tsimpo 10"))
    assert (table.key, table.asked()) == ("faction_turn.ship", [ATR])
    table.do(ATR, Ship(1, place("Old Gap 9"))).passes(BG)
    table.cannot(ATR, hajr("Old Gap 9: 1", "Tsimpo 10"))
    table.can(ATR, move("Tsimpo 10: 3", "Carthag 10"))
    late = phase(ATR, forces={ATR: "Old Gap 9: 3"}, hands={ATR: "Hajr"}).passes(ATR, ATR)
    late.cannot(ATR, hajr("Old Gap 9: 1", "Tsimpo 10"))


def test_hajr_away_from_the_city() -> None:
    """DUN-TC-129, DUN-4.7.8: the only force in a city flies out by Hajr; the ordinary move has range 1."""
    table = moving(forces={ATR: "Arrakeen 9: 1"}, hands={ATR: "Hajr"})
    table.do(ATR, hajr("Arrakeen 9: 1", "Tsimpo 10"))
    assert goals(table, ATR, "Tsimpo 10") >= {place("Carthag 10"), place("Tsimpo 12")}
    assert place("Arrakeen 9") not in goals(table, ATR, "Tsimpo 10")


# --- allies in one territory --------------------------------------------------------------------


def shared(**options: object) -> Table:
    """Atreides and Emperor have allied while both stood in Tuek's Sietch; Atreides act first."""
    return phase(ATR, allies=((ATR, EMP),), forces={ATR: "Tuek's Sietch 4: 3", EMP: "Tuek's Sietch 4: 2"}, **options)


def test_the_second_ally_dies_where_both_stay() -> None:
    """DUN-TC-136, DUN-5.3.2, DUN-4.7.10, DUN-R-50: the first passes, the second passes."""
    table = shared().passes(ATR, ATR)
    assert (table.tanks(ATR), table.tanks(EMP)) == (0, 0)
    table.passes(HAR, FRE, EMP, EMP)
    assert (table.tanks(ATR), table.tanks(EMP)) == (0, 2)
    assert [(event.territory, event.forces) for event in table.told(AlliesParted)] == [("smugglers-haven", 2)]


def test_nobody_dies_if_the_first_ally_leaves() -> None:
    """DUN-TC-137, DUN-5.3.2; nor in the Polar Sink (DUN-2.1.9)."""
    table = shared().passes(ATR).do(ATR, move("Tuek's Sietch 4: 3", "Pasty Mesa 4")).passes(HAR, FRE, EMP, EMP)
    assert (table.tanks(ATR), table.tanks(EMP)) == (0, 0)
    pole = phase(ATR, allies=((ATR, EMP),), forces={ATR: "Polar Sink: 3", EMP: "Polar Sink: 2"})
    pole.passes(ATR, ATR, HAR, FRE, EMP, EMP)
    assert (pole.tanks(ATR), pole.tanks(EMP)) == (0, 0)


def test_the_allys_territory_is_deadly() -> None:
    """DUN-2.1.7, DUN-O-22: it can be entered; whoever did and is still there after the move dies (DUN-R-22)."""
    table = phase(ATR, allies=((ATR, EMP),), forces={EMP: "Old Gap 9: 2"}, ally_territory="deadly")
    table.do(ATR, Ship(2, place("Old Gap 10"))).passes(BG, ATR)
    assert (table.tanks(ATR), table.tanks(EMP)) == (2, 0)
    leaving = phase(ATR, allies=((ATR, EMP),), forces={EMP: "Old Gap 9: 2"}, ally_territory="deadly")
    leaving.do(ATR, Ship(2, place("Old Gap 10"))).passes(BG).do(ATR, move("Old Gap 10: 2", "Tsimpo 10"))
    assert leaving.tanks(ATR) == 0
    assert shared(ally_territory="deadly").passes(ATR, ATR).tanks(ATR) == 0


def test_forces_may_shift_beside_the_ally() -> None:
    """DUN-2.1.7: a move from sector to sector of one territory brings nothing into it."""
    table = moving(allies=((ATR, EMP),), forces={ATR: "Old Gap 9: 2", EMP: "Old Gap 10: 2"})
    table.can(ATR, move("Old Gap 9: 1", "Old Gap 8"))
    outside = moving(allies=((ATR, EMP),), forces={ATR: "Tsimpo 10: 2", EMP: "Old Gap 10: 2"})
    outside.cannot(ATR, move("Tsimpo 10: 1", "Old Gap 9"))
