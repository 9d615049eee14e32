"""DUN-4.7.1 to DUN-4.7.5: shipments, what they cost, who is paid, and the companion."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, amounts, fid, place

from turncoat.games.dune.actions import Accompany, Allow, Bid, Permit, Prevent, Rally, Ship, Transfer, Withdraw
from turncoat.games.dune.cards import KARAMA
from turncoat.games.dune.events.movement import Accompanied, Shipped, SpiceCardForeseen
from turncoat.games.dune.events.storm import StormStruck


def phase(first: int = HAR, **position: object) -> Table:
    """Shipment and Movement; a faction is first in storm order."""
    return Table("shipment_and_movement", first=first, **position)  # type: ignore[arg-type]


def ship(forces: int, to: str, help_: int = 0, karama: str | None = None) -> Ship:
    """A shipment from the reserves."""
    return Ship(forces, place(to), help_, karama)


def transfer(forces: str, to: str, help_: int = 0) -> Transfer:
    """A shipment across the planet."""
    return Transfer(amounts(forces), place(to), help_)


def withdraw(forces: str, help_: int = 0) -> Withdraw:
    """A shipment back to the reserves."""
    return Withdraw(amounts(forces), help_)


def most(table: Table, faction: int, to: str) -> int:
    """How many forces a faction can ship somewhere."""
    return max((number for number in range(1, 21) if table.legal(faction, ship(number, to))), default=0)


# --- who, where to, and how many ----------------------------------------------------------------


@pytest.mark.parametrize(("to", "price"), [("Sietch Tabr", 4), ("Old Gap 9", 8), ("Polar Sink", 8)])
def test_what_a_shipment_costs(to: str, price: int) -> None:
    """TC-110, DUN-4.7.2: 1 for each force into a stronghold, 2 elsewhere, also into the Polar Sink (R-40)."""
    table = phase(HAR).do(HAR, ship(4, to))
    assert table.spice(HAR) == 10 - price
    assert (table.forces(HAR, to), table.reserves(HAR)) == (4, 16)
    assert [event.spice for event in table.heard(Shipped)] == [price]


def test_a_shipment_goes_to_one_location() -> None:
    """TC-111, DUN-4.7.2: after one shipment the forces of the faction move; a second one is refused."""
    table = phase(HAR).do(HAR, ship(2, "Old Gap 9")).passes(BG)
    assert not table.legal(HAR, ship(2, "Old Gap 10"))
    assert table.key == "faction_turn.move"


def test_nobody_else_returns_forces() -> None:
    """TC-112, DUN-4.7.3: only the Guild brings forces back to the reserves."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"})
    assert "(DUN-4.7.3)" in str(table.refused(HAR, withdraw("Old Gap 9: 1")))
    assert "(DUN-6.5.2)" in str(table.refused(HAR, transfer("Old Gap 9: 1", "Arrakeen")))


def test_each_faction_ships_and_then_moves() -> None:
    """TC-113, DUN-4.7.1: in storm order; the next one begins when the first has moved."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"})
    table.do(HAR, ship(1, "Old Gap 9")).passes(BG)
    assert (table.key, table.asked()) == ("faction_turn.move", [HAR])
    table.passes(HAR)
    assert (table.key, table.asked()) == ("faction_turn.ship", [FRE])


def test_forces_and_spice_limit_a_shipment() -> None:
    """DUN-4.7.2, DUN-2.3.1: no more forces than are in reserve, no more spice than is owned."""
    assert most(phase(HAR), HAR, "Old Gap 9") == 5
    assert most(phase(HAR), HAR, "Sietch Tabr") == 10
    assert most(phase(HAR, tanks={HAR: 17}), HAR, "Sietch Tabr") == 3
    assert not phase(HAR).legal(HAR, ship(0, "Sietch Tabr"))


def test_a_location_must_be_named() -> None:
    """TC-003, DUN-2.1.2: a territory of several sectors is no destination, one of its locations is."""
    table = phase(HAR)
    assert not table.legal(HAR, Ship(1, "pale-mesa"))
    assert table.legal(HAR, ship(1, "Pasty Mesa 5"))


def test_the_storm_and_full_strongholds_are_closed() -> None:
    """TC-008, TC-009, DUN-2.1.5, DUN-2.1.6: two others fill a stronghold; one does not; the storm closes its sector."""
    table = phase(EMP, storm=8, forces={ATR: "Carthag 10: 2, Tuek's Sietch 4: 1", HAR: "Carthag 10: 1"})
    assert not table.legal(EMP, ship(1, "Carthag 10"))
    assert table.legal(EMP, ship(1, "Tuek's Sietch 4"))
    assert not table.legal(EMP, ship(1, "Old Gap 8"))
    assert table.legal(EMP, ship(1, "Old Gap 9"))


def test_own_forces_in_a_full_stronghold_make_no_exception() -> None:
    """DUN-2.1.6, R-38: nobody may join them where two others stand as well."""
    table = phase(EMP, forces={ATR: "Carthag 10: 2", HAR: "Carthag 10: 1", EMP: "Carthag 10: 1"})
    assert not table.legal(EMP, ship(1, "Carthag 10"))


def test_the_guild_acts_in_storm_order() -> None:
    """DUN-6.5.6: like everybody else."""
    table = phase(EMP).passes(EMP)
    assert table.asked() == [GUI]
    assert phase(HAR).asked() == [HAR]


def test_allies_fill_a_stronghold_like_others_and_are_not_joined() -> None:
    """TC-135, DUN-2.1.6, DUN-2.1.7: not into a territory of the ally; the Polar Sink is open."""
    table = phase(EMP, allies=((EMP, BG),), forces={BG: "Carthag 10: 2, Polar Sink: 1, Old Gap 9: 1"})
    assert not table.legal(EMP, ship(1, "Carthag 10"))
    assert not table.legal(EMP, ship(1, "Old Gap 10"))
    assert table.legal(EMP, ship(1, "Polar Sink"))


def test_who_has_nothing_to_ship_is_not_asked() -> None:
    """DUN-2.9.3: only what all can see spares a question: no reserves, or no spice on the side."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 20"})
    assert table.key == "faction_turn.move"
    poor = phase(HAR, spice={HAR: 0}, hands={HAR: "Karama"})
    assert poor.asked() == [FRE]
    assert phase(HAR, spice={HAR: 0}, allies=((HAR, EMP),)).asked() == [HAR]


def test_the_default_is_to_stay() -> None:
    """DK-11, DK-12, DK-13, DUN-2.8.1: nothing is shipped, sent along or moved."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"}).time_up(2)
    assert table.asked() == [FRE]
    assert (table.forces(HAR, "Old Gap"), table.spice(HAR)) == (3, 10)


# --- payment ------------------------------------------------------------------------------------


def test_the_guild_is_paid() -> None:
    """TC-114, DUN-4.7.4, DUN-6.5.1: what others pay goes to the Guild."""
    table = phase(ATR).do(ATR, ship(3, "Old Gap 9"))
    assert (table.spice(ATR), table.spice(GUI)) == (4, 16)


def test_without_the_guild_the_bank_is_paid() -> None:
    """TC-024, DUN-1.2.1: four players without Guild and Emperor."""
    table = phase(ATR, factions=(ATR, HAR, FRE, BG)).do(ATR, ship(3, "Old Gap 9"))
    assert (table.spice(ATR), table.game.bank) == (4, 34)


def test_an_ally_pays_a_part() -> None:
    """TC-115, DUN-5.2.1, DUN-5.2.2: the Emperor's share goes to the Guild, too; never more than he allows."""
    table = phase(ATR, allies=((ATR, EMP),))
    assert not table.legal(ATR, ship(3, "Old Gap 9", 1))
    table.do(EMP, Allow(2))
    assert not table.legal(ATR, ship(3, "Old Gap 9", 3))
    table.do(ATR, ship(3, "Old Gap 9", 2))
    assert (table.spice(ATR), table.spice(EMP), table.spice(GUI)) == (6, 8, 16)


def test_help_makes_more_possible() -> None:
    """DUN-2.3.1, DUN-5.2.2: a price above the own spice needs at least the difference from the ally."""
    table = phase(ATR, spice={ATR: 3}, allies=((ATR, EMP),)).do(EMP, Allow(4))
    assert most(table, ATR, "Sietch Tabr") == 3
    assert [share for share in range(8) if table.legal(ATR, ship(5, "Sietch Tabr", share))] == [2, 3, 4]
    assert not any(table.legal(ATR, ship(8, "Sietch Tabr", share)) for share in range(9))


def test_what_the_guild_pays_for_its_ally_goes_to_the_bank() -> None:
    """TC-116, DUN-4.7.4, DUN-6.5.5: half the price; three spice for the Guild, its own two for the bank."""
    table = phase(ATR, allies=((ATR, GUI),)).do(GUI, Allow(2))
    table.do(ATR, ship(5, "Old Gap 9", 2))
    assert (table.spice(ATR), table.spice(GUI)) == (7, 11)


def test_the_guild_pays_the_bank() -> None:
    """TC-117, DUN-6.5.3, DUN-4.7.4: its ally's share, too."""
    table = phase(GUI, allies=((ATR, GUI),)).do(ATR, Allow(2))
    table.do(GUI, ship(5, "Old Gap 9", 2))
    assert (table.spice(GUI), table.spice(ATR), table.game.bank) == (7, 8, 55)


def test_nobody_can_change_the_price_for_others() -> None:
    """TC-108, DUN-6.5.5, DUN-6.6.2: the Guild has no way to let a stranger ship cheaper, nor the Emperor with cards."""
    table = phase(GUI)
    assert not table.legal(GUI, Permit("guild-shipping", "on"))
    assert not table.legal(EMP, Bid(1))
    table.passes(GUI, BG)
    assert not table.legal(ATR, ship(6, "Old Gap 9"))


# --- the Guild ----------------------------------------------------------------------------------


def test_half_price_is_rounded_up_on_the_total() -> None:
    """TC-118, DUN-6.5.3, R-51: 3 to a stronghold for 2, 3 to sand for 3, 3 back for 2."""
    assert phase(GUI).do(GUI, ship(3, "Sietch Tabr")).spice(GUI) == 8
    assert phase(GUI).do(GUI, ship(3, "Old Gap 9")).spice(GUI) == 7
    table = phase(GUI, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"}).do(
        GUI, withdraw("Pasty Mesa 4: 2, Pasty Mesa 5: 1")
    )
    assert (table.spice(GUI), table.reserves(GUI), table.forces(GUI, "Pasty Mesa")) == (8, 19, 1)


def test_the_guild_ships_from_territory_to_territory() -> None:
    """TC-119, DUN-6.5.2 b): priced by the destination."""
    table = phase(GUI, forces={GUI: "Tuek's Sietch 4: 5"}).do(GUI, transfer("Tuek's Sietch 4: 4", "Arrakeen 9"))
    assert (table.spice(GUI), table.forces(GUI, "Arrakeen"), table.forces(GUI, "Tuek's Sietch")) == (8, 4, 1)


def test_a_transfer_leaves_one_territory_for_another() -> None:
    """TC-120, DUN-6.5.2, R-41: several locations of one territory may leave together; never of two territories."""
    table = phase(GUI, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2, Old Gap 9: 3"})
    assert not table.legal(GUI, transfer("Pasty Mesa 4: 1", "Pasty Mesa 7"))
    assert not table.legal(GUI, transfer("Pasty Mesa 4: 1, Old Gap 9: 1", "Arrakeen 9"))
    assert table.legal(GUI, transfer("Pasty Mesa 4: 1, Pasty Mesa 5: 2", "Arrakeen 9"))


def test_the_guild_cannot_lift_forces_out_of_the_storm() -> None:
    """TC-005, DUN-2.1.5: neither transfer nor withdrawal from the storm sector; the rest of the territory is free."""
    table = phase(GUI, storm=5, forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"})
    assert not table.legal(GUI, transfer("Pasty Mesa 5: 1", "Arrakeen 9"))
    assert not table.legal(GUI, withdraw("Pasty Mesa 5: 1"))
    assert table.legal(GUI, withdraw("Pasty Mesa 4: 2"))
    assert not table.legal(GUI, transfer("Pasty Mesa 4: 1", "South Mesa 5"))


def test_the_guilds_ally_ships_like_the_guild_but_not_home() -> None:
    """TC-121, DUN-6.5.5: b) at Guild rate, paid to the Guild; c) never; nothing of it without permission."""
    position = {"forces": {HAR: "Old Gap 9: 4"}, "allies": ((HAR, GUI),)}
    table = phase(HAR, **position)
    assert not table.legal(HAR, withdraw("Old Gap 9: 1"))
    table.do(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert (table.spice(HAR), table.spice(GUI), table.forces(HAR, "Carthag")) == (8, 12, 4)
    without = phase(HAR, **position).do(GUI, Permit("guild-shipping", "off"))
    assert not without.legal(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert most(without, HAR, "Old Gap 9") == 5


# --- Karama -------------------------------------------------------------------------------------


def test_karama_ships_at_guild_rate() -> None:
    """TC-122, DUN-7.11.2, R-44: 3 to Arrakeen for 2 spice to the bank; the card is discarded."""
    table = phase(EMP, hands={EMP: "Karama"}).do(EMP, ship(3, "Arrakeen 9", karama=KARAMA))
    assert (table.spice(EMP), table.spice(GUI), table.game.bank) == (8, 10, 58)
    assert table.hand(EMP) == ()
    assert table.game.treachery_discards == [KARAMA]


def test_karama_is_for_shipments_from_space_alone() -> None:
    """DUN-7.11.2, R-45, R-47: no transfer by it, no rally, and not with the ally's card."""
    table = phase(HAR, hands={EMP: "Karama"}, allies=((HAR, EMP),), forces={HAR: "Old Gap 9: 4"})
    assert not table.legal(HAR, ship(1, "Arrakeen 9", karama=KARAMA))
    assert not table.legal(HAR, transfer("Old Gap 9: 1", "Arrakeen 9"))
    nomads = phase(FRE, hands={FRE: "Karama"})
    assert not nomads.legal(FRE, ship(1, "Arrakeen 9", karama=KARAMA))


def test_transfers_are_prevented() -> None:
    """TC-141, K-12: for the Guild and its ally (R-85), as long as the phase lasts."""
    table = phase(GUI, forces={GUI: "Old Gap 9: 4", BG: "Pasty Mesa 4: 4"}, hands={HAR: "Karama"}, allies=((GUI, BG),))
    table.do(HAR, Prevent("K-12"))
    assert not table.legal(GUI, transfer("Old Gap 9: 1", "Arrakeen 9"))
    assert not table.legal(GUI, withdraw("Old Gap 9: 1"))
    assert table.legal(GUI, ship(5, "Old Gap 9"))
    table.passes(GUI, GUI)
    assert table.asked() == [BG]
    assert not table.legal(BG, transfer("Pasty Mesa 4: 1", "Arrakeen 9"))


def test_the_guilds_own_price_is_full() -> None:
    """TC-141, K-13: a) and b) at the full price; c) as ever."""
    table = phase(GUI, forces={GUI: "Old Gap 9: 4"}, hands={HAR: "Karama"}).do(HAR, Prevent("K-13"))
    assert most(table, GUI, "Polar Sink") == 5
    table.do(GUI, withdraw("Old Gap 9: 3"))
    assert table.spice(GUI) == 8


def test_the_guilds_ally_pays_in_full() -> None:
    """TC-141, K-14: the Guild rate of the ally is prevented, transfers are not."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 4"}, hands={EMP: "Karama"}, allies=((HAR, GUI),))
    table.do(EMP, Prevent("K-14"))
    assert most(table, HAR, "Polar Sink") == 5
    table.do(HAR, transfer("Old Gap 9: 4", "Carthag 10"))
    assert table.spice(HAR) == 6


def test_the_bank_gets_one_payment() -> None:
    """TC-141, K-15, DUN-7.11.3: the next one that would really go to the Guild; a free rally does not use it up."""
    table = phase(FRE, hands={HAR: "Karama"}).do(HAR, Prevent("K-15"))
    table.do(FRE, Rally(3, place("The Great Flat 14"))).passes(FRE)
    table.do(EMP, ship(2, "Old Gap 9")).passes(BG, EMP)
    assert (table.spice(GUI), table.game.prevented) == (10, [])
    table.passes(GUI).do(BG, ship(1, "Old Gap 9"))
    assert table.spice(GUI) == 12


# --- the companion ------------------------------------------------------------------------------


def test_a_companion_goes_along() -> None:
    """TC-124, DUN-6.4.3, DUN-4.7.5: one force from the reserves to the Polar Sink, free, before the shipper moves."""
    table = phase(HAR).do(HAR, ship(1, "Arrakeen 9"))
    assert (table.key, table.asked()) == ("faction_turn.companion", [BG])
    table.do(BG, Accompany())
    assert (table.forces(BG, "Polar Sink"), table.reserves(BG), table.spice(BG)) == (1, 19, 10)
    assert [event.faction for event in table.heard(Accompanied)] == [fid(BG)]
    assert (table.key, table.asked()) == ("faction_turn.move", [HAR])


def test_what_a_companion_reacts_to() -> None:
    """TC-123, DUN-6.4.3, R-46: shipments of others from space; not transfers, rallies, or one's own shipment."""
    across = phase(HAR, forces={HAR: "Old Gap 9: 4"}, allies=((HAR, GUI),))
    assert across.do(HAR, transfer("Old Gap 9: 1", "Carthag 10")).key == "faction_turn.move"
    assert phase(FRE).do(FRE, Rally(1, place("The Great Flat 14"))).key == "faction_turn.move"
    assert phase(GUI).do(GUI, ship(1, "Arrakeen 9")).key == "faction_turn.companion"
    back = phase(GUI, forces={GUI: "Old Gap 9: 4"}).do(GUI, withdraw("Old Gap 9: 1"))
    assert back.key == "faction_turn.move"
    assert phase(BG).do(BG, ship(1, "Arrakeen 9")).key == "faction_turn.move"
    assert phase(HAR, forces={BG: "Old Gap 9: 20"}).do(HAR, ship(1, "Arrakeen 9")).key == "faction_turn.move"


def test_a_companion_can_be_ordered_once_and_for_all() -> None:
    """DUN-2.7.3: always, or never; nobody has to be asked again."""
    table = phase(HAR)
    table.game.standing[BG]["faction_turn.companion"] = (Accompany(),)
    table.do(HAR, ship(1, "Arrakeen 9"))
    assert (table.forces(BG, "Polar Sink"), table.key) == (1, "faction_turn.move")


def test_one_companion_is_prevented() -> None:
    """TC-141, K-16: the next opportunity passes; the one after it does not."""
    table = phase(HAR, hands={ATR: "Karama"}).do(ATR, Prevent("K-16"))
    table.do(HAR, ship(1, "Arrakeen 9"))
    assert (table.key, table.game.prevented) == ("faction_turn.move", [])
    table.passes(HAR, FRE).do(EMP, ship(1, "Old Gap 9"))
    assert table.key == "faction_turn.companion"


def test_a_companion_is_prevented_while_offered() -> None:
    """TC-141, K-16, DUN-7.11.3: an instance that is pending is prevented itself."""
    table = phase(HAR, hands={ATR: "Karama"}).do(HAR, ship(1, "Arrakeen 9")).do(ATR, Prevent("K-16"))
    assert (table.key, table.game.prevented, table.forces(BG, "Polar Sink")) == ("faction_turn.move", [], 0)


# --- the Fremen ---------------------------------------------------------------------------------


def test_where_the_fremen_rally() -> None:
    """TC-125, DUN-6.1.1, DUN-6.1.2: within two territories of the Great Flat, free; nowhere else (DUN-6.1.3)."""
    table = phase(FRE, spice={FRE: 0})
    near = ("The Great Flat 14", "Sietch Tabr", "Polar Sink", "Wind Pass North 17", "False Wall West 15")
    assert all(table.legal(FRE, Rally(20, place(name))) for name in near)
    far = ("Habbanya Sietch 16", "Carthag 10", "Arrakeen 9")
    assert not any(table.legal(FRE, Rally(1, place(name))) for name in far)
    assert not any(table.legal(FRE, ship(1, name)) for name in (*near, *far))
    assert "(DUN-6.1.3)" in str(table.refused(FRE, ship(1, "Arrakeen")))
    table.do(FRE, Rally(20, place("Sietch Tabr")))
    assert (table.spice(FRE), table.spice(GUI), table.forces(FRE, "Sietch Tabr")) == (0, 10, 20)


def test_no_rally_into_the_storm() -> None:
    """TC-126, R-39: only the destination counts; O-26: or they come up and die, where a storm kills."""
    table = phase(FRE, storm=14)
    assert not table.legal(FRE, Rally(1, place("Funeral Plain 14")))
    assert table.legal(FRE, Rally(1, place("Bight of the Cliff 13")))
    bold = phase(FRE, storm=14, rally_into_storm=True).do(FRE, Rally(3, place("Funeral Plain 14")))
    assert (bold.tanks(FRE), bold.forces(FRE, "Funeral Plain")) == (3, 0)
    assert [event.sector for event in bold.heard(StormStruck)] == [14]
    rock = phase(FRE, storm=15, rally_into_storm=True).do(FRE, Rally(3, place("False Wall West 15")))
    assert (rock.tanks(FRE), rock.forces(FRE, "False Wall West")) == (0, 3)


def test_the_guild_helps_the_fremen_across_but_not_down() -> None:
    """DUN-6.1.3, R-43: with the Guild as ally a transfer, never a shipment of reserves from space."""
    table = phase(FRE, allies=((FRE, GUI),), forces={FRE: "The Great Flat 14: 5"}, hands={FRE: "Karama"})
    assert not table.legal(FRE, ship(1, "Arrakeen 9"))
    assert not table.legal(FRE, ship(1, "Arrakeen 9", karama=KARAMA))
    table.do(FRE, transfer("The Great Flat 14: 4", "Arrakeen 9"))
    assert (table.spice(FRE), table.spice(GUI)) == (8, 12)


# --- what Atreides see --------------------------------------------------------------------------


def test_only_atreides_see_the_top_spice_card() -> None:
    """TC-139, DUN-4.7.1, DUN-6.2.2: at the start of the phase; with K-02 nobody does."""
    table = phase(HAR, spice_deck="Old Gap")
    assert [event.card for event in table.heard(SpiceCardForeseen, ATR)] == ["spice-old-gap"]
    assert not any(table.heard(SpiceCardForeseen, other) for other in (HAR, FRE, EMP, GUI, BG, None))
    blind = phase(HAR, spice_deck="Old Gap", stops="W-6", hands={HAR: "Karama"}).do(HAR, Prevent("K-02"))
    blind.until("faction_turn.ship")
    assert blind.heard(SpiceCardForeseen, ATR) == []
