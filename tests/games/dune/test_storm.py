"""DUN-4.1: the Storm Phase."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, territory

from turncoat.games.dune.shared.map import TERRITORY, first_after, markers
from turncoat.games.dune.storm import Dial, UseAtomics, UseWeatherControl
from turncoat.games.dune.storm.events import StormDialled


def storm(**position: object) -> Table:
    return Table("storm", fighters=(HAR, BG), **position)  # type: ignore[arg-type]


def dialled(table: Table, one: int, other: int) -> Table:
    return table.do(HAR, Dial(one)).do(BG, Dial(other))


def test_the_first_storm_is_placed() -> None:
    """DUN-TC-030, DUN-4.1.1: dials 3 and 20 from the uppermost sector: 15; the marker in 16 is first (DUN-4.1.6)."""
    table = Table().until("storm.dial").do(ATR, Dial(3)).do(BG, Dial(20))
    assert table.game.storm == 15
    assert table.game.order[0] == BG


def test_a_dial_is_secret_until_both_are_in() -> None:
    """DUN-TC-031, DUN-4.1.3."""
    table = Table().until("storm.dial").do(ATR, Dial(3))
    assert table.told(StormDialled) == []
    assert table.view(BG).movement is None


def test_the_first_dials_go_to_twenty() -> None:
    """DUN-TC-032, DUN-4.1.1."""
    Table().until("storm.dial").cannot(ATR, Dial(21), Dial(-1)).can(ATR, Dial(20))


def test_the_last_combatants_dial_one_to_three() -> None:
    """DUN-TC-033, DUN-TC-034, DUN-4.1.2: whoever fought last, in whichever turn (DUN-R-04)."""
    table = storm(turn=3)
    assert table.asked() == [HAR, BG]
    table.cannot(HAR, Dial(0), Dial(4))
    assert all(table.legal(BG, Dial(number)) for number in (1, 2, 3))


def test_without_any_battle_the_first_and_last_seat_dial_again() -> None:
    """DUN-TC-035, DUN-4.1.2."""
    assert Table("storm").asked() == [ATR, BG]


def test_every_sector_that_is_entered_is_struck() -> None:
    """DUN-TC-036, DUN-4.1.4, DUN-4.1.5: the last one too, the first one not."""
    lost, safe = (
        ("Funeral Plain 14", "The Greater Flat 15", "Habbanya Erg 16"),
        ("Bight of the Cliff 13", "Wind Pass North 17"),
    )
    table = dialled(storm(storm=13, forces={ATR: ", ".join(f"{name}: 1" for name in (*lost, *safe))}), 1, 2)
    assert [table.forces(ATR, name) for name in (*lost, *safe)] == [0, 0, 0, 1, 1]
    assert table.tanks(ATR) == 3


@pytest.mark.parametrize(("rule", "left"), [("spares", 1), ("strikes", 0)])
def test_a_storm_that_stays(rule: str, left: int) -> None:
    """DUN-TC-037, DUN-4.1.4, DUN-O-21: with Weather Control 0 its sector is spared, or struck as on the live site."""
    table = storm(
        storm=14,
        forces={ATR: "Funeral Plain 14: 1"},
        fields="Funeral Plain 14: 2",
        hands={EMP: "Weather Control"},
        stops="W-1",
        still_storm=rule,
    )
    dialled(table, 1, 1).do(EMP, UseWeatherControl(0))
    assert table.forces(ATR, "Funeral Plain") == left
    assert len(table.game.fields) - 1 == left or not table.game.fields


def test_spice_is_blown_away() -> None:
    """DUN-TC-038, DUN-4.1.5."""
    table = storm(storm=12, fields="Funeral Plain 14: 6", spice_deck="Old Gap")
    dialled(table, 1, 1)
    assert table.view(None).fields == {"old-gap/9": 6}


def test_rock_strongholds_and_the_sheltered_basin_are_safe() -> None:
    """DUN-TC-039, DUN-2.1.3."""
    table = storm(storm=14, forces={HAR: "False Wall West 16: 3, Habbanya Sietch 16: 2, Arsunt 11: 1"})
    dialled(table, 1, 1)
    assert (table.forces(HAR, "False Wall West"), table.forces(HAR, "Habbanya Sietch"), table.tanks(HAR)) == (3, 2, 0)
    basin = storm(storm=7, forces={HAR: "Imperial Basin 9: 3"})
    assert dialled(basin, 1, 1).forces(HAR, "Imperial Basin") == 3


def test_the_desert_does_not_protect_its_own() -> None:
    """DUN-TC-040, DUN-6.1.5: DUN-R-08."""
    assert dialled(storm(storm=12, forces={FRE: "The Great Flat 14: 5"}), 1, 1).tanks(FRE) == 5


def test_without_the_shield_wall_the_cities_lie_open() -> None:
    """DUN-TC-041, DUN-7.9.3."""
    forces = "Imperial Basin 8: 1, Arrakeen 9: 2, Carthag 10: 3, Shield Wall 8: 4, Rim Wall West 8: 5"
    table = dialled(storm(storm=7, wall=False, forces={ATR: forces}), 1, 2)
    assert table.tanks(ATR) == 6
    assert (table.forces(ATR, "Shield Wall"), table.forces(ATR, "Rim Wall West")) == (4, 5)


def test_weather_control_replaces_the_dials() -> None:
    """DUN-TC-042, DUN-7.14.1, DUN-4.1.3: 0 to 10; not in turn 1 (DUN-R-07)."""
    table = dialled(storm(storm=0, hands={GUI: "Weather Control"}, stops="W-1"), 2, 2)
    table.cannot(GUI, UseWeatherControl(11))
    assert table.do(GUI, UseWeatherControl(7)).game.storm == 7
    first = Table(stops="W-1").until("storm.dial")
    first.game.hands[0] = ("weather-control",)
    first.cannot(ATR, UseWeatherControl(3))


def test_atomics_and_weather_control_in_one_window() -> None:
    """DUN-TC-043, DUN-4.1.3, DUN-DK-05: Weather Control ends the window at once."""
    table = storm(
        storm=0, forces={FRE: "Gara Kulon 7: 1"}, hands={FRE: "Family Atomics", GUI: "Weather Control"}, stops="W-1"
    )
    dialled(table, 1, 1).do(FRE, UseAtomics())
    assert table.key == "storm.window"
    table.do(GUI, UseWeatherControl(3))
    assert not table.game.wall
    assert table.game.storm == 3


@pytest.mark.parametrize(("where", "legal"), [("Tsimpo 10", False), ("Gara Kulon 7", True), ("Shield Wall 8", True)])
def test_atomics_need_forces_near_the_wall(where: str, legal: bool) -> None:
    """DUN-TC-213, DUN-7.9.1."""
    table = dialled(storm(forces={ATR: f"{where}: 1"}, hands={ATR: "Family Atomics"}, stops="W-1"), 1, 1)
    assert table.legal(ATR, UseAtomics()) is legal


def test_the_wall_buries_everybody_on_it() -> None:
    """DUN-TC-214, DUN-7.9.2."""
    table = storm(forces={ATR: "Shield Wall 7: 3", HAR: "Shield Wall 8: 2"}, hands={ATR: "Family Atomics"}, stops="W-1")
    dialled(table, 1, 1).do(ATR, UseAtomics())
    assert (table.tanks(ATR), table.tanks(HAR)) == (3, 2)


def test_markers_and_first_player() -> None:
    """DUN-TC-012, DUN-TC-013, DUN-2.2.1, DUN-2.2.2: a marker in the storm's own sector comes last (DUN-R-05)."""
    assert markers(6) == (1, 4, 7, 10, 13, 16)
    assert markers(5) == (1, 4, 8, 11, 15)
    assert [first_after(sector, len(SIX)) for sector in (0, 1, 3, 17)] == [0, 1, 1, 0]


def test_one_sector_is_in_storm_after_every_storm_phase() -> None:
    """DUN-TC-004, DUN-2.1.4."""
    assert 0 <= dialled(storm(), 1, 1).game.storm < 18
    assert TERRITORY[territory("Shield Wall")] >= 0
