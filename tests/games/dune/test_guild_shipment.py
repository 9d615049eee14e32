"""DUN-6.5, DUN-7.11: how the Guild and its ally ship, and what Karama does to shipments."""

from __future__ import annotations

from tests.games.dune.story import BG, EMP, FRE, GUI, HAR, most, phase, place, ship, transfer, withdraw

from turncoat.games.dune.alliances import Permit
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shipment import Rally

# --- the Guild ----------------------------------------------------------------------------------


def test_half_price_is_rounded_up_on_the_total() -> None:
    """DUN-TC-118, DUN-6.5.3, DUN-R-51: 3 to a stronghold for 2, 3 to sand for 3, 3 back for 2."""
    assert phase(GUI).do(GUI, ship(3, "Sietch Tabr")).spice(GUI) == 8
    assert phase(GUI).do(GUI, ship(3, "Old Gap 9")).spice(GUI) == 7
    table = phase(GUI, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"}).do(
        GUI, withdraw("Pasty Mesa 4: 2, Pasty Mesa 5: 1")
    )
    assert (table.spice(GUI), table.reserves(GUI), table.forces(GUI, "Pasty Mesa")) == (8, 19, 1)


def test_the_guild_ships_from_territory_to_territory() -> None:
    """DUN-TC-119, DUN-6.5.2 b): priced by the destination."""
    table = phase(GUI, forces={GUI: "Tuek's Sietch 4: 5"}).do(GUI, transfer("Tuek's Sietch 4: 4", "Arrakeen 9"))
    assert (table.spice(GUI), table.forces(GUI, "Arrakeen"), table.forces(GUI, "Tuek's Sietch")) == (8, 4, 1)


def test_a_transfer_leaves_one_territory_for_another() -> None:
    """DUN-TC-120, DUN-6.5.2, DUN-R-41: several locations of one territory may leave together.

    Never of two territories.
    """
    table = phase(GUI, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2, Old Gap 9: 3"})
    table.cannot(GUI, transfer("Pasty Mesa 4: 1", "Pasty Mesa 7"))
    table.cannot(GUI, transfer("Pasty Mesa 4: 1, Old Gap 9: 1", "Arrakeen 9"))
    table.can(GUI, transfer("Pasty Mesa 4: 1, Pasty Mesa 5: 2", "Arrakeen 9"))


def test_the_guild_cannot_lift_forces_out_of_the_storm() -> None:
    """DUN-TC-005, DUN-2.1.5: neither transfer nor withdrawal from the storm sector.

    The rest of the territory is free.
    """
    table = phase(GUI, storm=5, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"})
    table.cannot(GUI, transfer("Pasty Mesa 5: 1", "Arrakeen 9"), withdraw("Pasty Mesa 5: 1"))
    table.can(GUI, withdraw("Pasty Mesa 4: 2"))
    table.cannot(GUI, transfer("Pasty Mesa 4: 1", "South Mesa 5"))


def test_the_guilds_ally_ships_like_the_guild_but_not_home() -> None:
    """DUN-TC-121, DUN-6.5.5: b) at Guild rate, paid to the Guild; c) never; nothing of it without permission."""
    position = {"forces": {HAR: "Old Gap 9: 4"}, "allies": ((HAR, GUI),)}
    table = phase(HAR, **position).cannot(HAR, withdraw("Old Gap 9: 1"))
    table.do(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert (table.spice(HAR), table.spice(GUI), table.forces(HAR, "Carthag")) == (8, 12, 4)
    without = phase(HAR, **position).do(GUI, Permit("guild-shipping", "off"))
    without.cannot(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert most(without, HAR, "Old Gap 9") == 5


# --- Karama -------------------------------------------------------------------------------------


def test_karama_ships_at_guild_rate() -> None:
    """DUN-TC-122, DUN-7.11.2, DUN-R-44: 3 to Arrakeen for 2 spice to the bank; the card is discarded."""
    table = phase(EMP, hands={EMP: "Karama"}).do(EMP, ship(3, "Arrakeen 9", karama=KARAMA))
    assert (table.spice(EMP), table.spice(GUI), table.game.bank) == (8, 10, 58)
    assert table.hand(EMP) == ()
    assert table.game.treachery_discards == [KARAMA]


def test_karama_is_for_shipments_from_space_alone() -> None:
    """DUN-7.11.2, DUN-R-45, DUN-R-47: no transfer by it, no rally, and not with the ally's card."""
    table = phase(HAR, hands={EMP: "Karama"}, allies=((HAR, EMP),), forces={HAR: "Old Gap 9: 4"})
    table.cannot(HAR, ship(1, "Arrakeen 9", karama=KARAMA), transfer("Old Gap 9: 1", "Arrakeen 9"))
    phase(FRE, hands={FRE: "Karama"}).cannot(FRE, ship(1, "Arrakeen 9", karama=KARAMA))


def test_transfers_are_prevented() -> None:
    """DUN-TC-141, DUN-K-12: for the Guild and its ally (DUN-R-85), as long as the phase lasts."""
    table = phase(GUI, forces={GUI: "Old Gap 9: 4", BG: "Pasty Mesa 4: 4"}, hands={HAR: "Karama"}, allies=((GUI, BG),))
    table.do(HAR, Prevent("K-12"))
    table.cannot(GUI, transfer("Old Gap 9: 1", "Arrakeen 9"), withdraw("Old Gap 9: 1"))
    table.can(GUI, ship(5, "Old Gap 9")).passes(GUI, GUI)
    assert table.asked() == [BG]
    table.cannot(BG, transfer("Pasty Mesa 4: 1", "Arrakeen 9"))


def test_the_guilds_own_price_is_full() -> None:
    """DUN-TC-141, DUN-K-13: a) and b) at the full price; c) as ever."""
    table = phase(GUI, forces={GUI: "Old Gap 9: 4"}, hands={HAR: "Karama"}).do(HAR, Prevent("K-13"))
    assert most(table, GUI, "Polar Sink") == 5
    table.do(GUI, withdraw("Old Gap 9: 3"))
    assert table.spice(GUI) == 8


def test_the_guilds_ally_pays_in_full() -> None:
    """DUN-TC-141, DUN-K-14: the Guild rate of the ally is prevented, transfers are not."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 4"}, hands={EMP: "Karama"}, allies=((HAR, GUI),))
    table.do(EMP, Prevent("K-14"))
    assert most(table, HAR, "Polar Sink") == 5
    table.do(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert table.spice(HAR) == 6


def test_the_bank_gets_one_payment() -> None:
    """DUN-TC-141, DUN-K-15, DUN-7.11.3: the next one that would really go to the Guild.

    A free rally does not use it up.
    """
    table = phase(FRE, hands={HAR: "Karama"}).do(HAR, Prevent("K-15"))
    table.do(FRE, Rally(3, place("The Great Flat 14"))).passes(FRE)
    table.do(EMP, ship(2, "Old Gap 9")).passes(BG, EMP)
    assert (table.spice(GUI), table.game.prevented) == (10, [])
    table.passes(GUI).do(BG, ship(1, "Old Gap 9"))
    assert table.spice(GUI) == 12
