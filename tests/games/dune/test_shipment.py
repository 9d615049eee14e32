"""DUN-4.7.1 to DUN-4.7.5: shipments, what they cost, who is paid, and the companion."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, fid, most, phase, place, ship, transfer, withdraw

from turncoat.games.dune.alliances import Allow, Permit
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shipment import Accompany, Rally, Ship
from turncoat.games.dune.shipment.events import Accompanied, Shipped, SpiceCardForeseen
from turncoat.games.dune.storm.events import StormStruck

# --- who, where to, and how many ----------------------------------------------------------------


@pytest.mark.parametrize(("to", "price"), [("Sietch Tabr", 4), ("Old Gap 9", 8), ("Polar Sink", 8)])
def test_what_a_shipment_costs(to: str, price: int) -> None:
    """DUN-TC-110, DUN-4.7.2: 1 for each force into a stronghold, 2 elsewhere, also into the Polar Sink (DUN-R-40)."""
    table = phase(HAR).do(HAR, ship(4, to))
    assert table.spice(HAR) == 10 - price
    assert (table.forces(HAR, to), table.reserves(HAR)) == (4, 16)
    assert [event.spice for event in table.told(Shipped)] == [price]


def test_a_shipment_goes_to_one_location() -> None:
    """DUN-TC-111, DUN-4.7.2: after one shipment the forces of the faction move; a second one is refused."""
    table = phase(HAR).do(HAR, ship(2, "Old Gap 9")).passes(BG).cannot(HAR, ship(2, "Old Gap 10"))
    assert table.key == "faction_turn.move"


def test_nobody_else_returns_forces() -> None:
    """DUN-TC-112, DUN-4.7.3: only the Guild brings forces back to the reserves."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"})
    assert "(DUN-4.7.3)" in str(table.refused(HAR, withdraw("Old Gap 9: 1")))
    assert "(DUN-6.5.2)" in str(table.refused(HAR, transfer("Old Gap 9: 1", "Arrakeen")))


def test_each_faction_ships_and_then_moves() -> None:
    """DUN-TC-113, DUN-4.7.1: in storm order; the next one begins when the first has moved."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"}).do(HAR, ship(1, "Old Gap 9")).passes(BG)
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
    """DUN-TC-003, DUN-2.1.2: a territory of several sectors is no destination, one of its locations is."""
    phase(HAR).cannot(HAR, Ship(1, "pale-mesa")).can(HAR, ship(1, "Pasty Mesa 5"))


def test_the_storm_and_full_strongholds_are_closed() -> None:
    """DUN-TC-008, DUN-TC-009, DUN-2.1.5, DUN-2.1.6: two others fill a stronghold; one does not.

    The storm closes its sector.
    """
    table = phase(EMP, storm=8, forces={ATR: "Carthag 10: 2, Tuek's Sietch 4: 1", HAR: "Carthag 10: 1"})
    table.cannot(EMP, ship(1, "Carthag 10")).can(EMP, ship(1, "Tuek's Sietch 4"))
    table.cannot(EMP, ship(1, "Old Gap 8")).can(EMP, ship(1, "Old Gap 9"))


def test_own_forces_in_a_full_stronghold_make_no_exception() -> None:
    """DUN-2.1.6, DUN-R-38: nobody may join them where two others stand as well."""
    table = phase(EMP, forces={ATR: "Carthag 10: 2", HAR: "Carthag 10: 1", EMP: "Carthag 10: 1"})
    table.cannot(EMP, ship(1, "Carthag 10"))


def test_the_guild_acts_in_storm_order() -> None:
    """DUN-6.5.6: like everybody else."""
    table = phase(EMP).passes(EMP)
    assert table.asked() == [GUI]
    assert phase(HAR).asked() == [HAR]


def test_allies_fill_a_stronghold_like_others_and_are_not_joined() -> None:
    """DUN-TC-135, DUN-2.1.6, DUN-2.1.7: not into a territory of the ally; the Polar Sink is open."""
    table = phase(EMP, allies=((EMP, BG),), forces={BG: "Carthag 10: 2, Polar Sink: 1, Old Gap 9: 1"})
    table.cannot(EMP, ship(1, "Carthag 10"), ship(1, "Old Gap 10")).can(EMP, ship(1, "Polar Sink"))


def test_who_has_nothing_to_ship_is_not_asked() -> None:
    """DUN-2.9.3: only what all can see spares a question: no reserves, or no spice on the side."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 20"})
    assert table.key == "faction_turn.move"
    poor = phase(HAR, spice={HAR: 0}, hands={HAR: "Karama"})
    assert poor.asked() == [FRE]
    assert phase(HAR, spice={HAR: 0}, allies=((HAR, EMP),)).asked() == [HAR]


def test_the_default_is_to_stay() -> None:
    """DUN-DK-11, DUN-DK-12, DUN-DK-13, DUN-2.8.1: nothing is shipped, sent along or moved."""
    table = phase(HAR, forces={HAR: "Old Gap 9: 3"}).time_up(2)
    assert table.asked() == [FRE]
    assert (table.forces(HAR, "Old Gap"), table.spice(HAR)) == (3, 10)


# --- payment ------------------------------------------------------------------------------------


def test_the_guild_is_paid() -> None:
    """DUN-TC-114, DUN-4.7.4, DUN-6.5.1: what others pay goes to the Guild."""
    table = phase(ATR).do(ATR, ship(3, "Old Gap 9"))
    assert (table.spice(ATR), table.spice(GUI)) == (4, 16)


def test_without_the_guild_the_bank_is_paid() -> None:
    """DUN-TC-024, DUN-1.2.1: four players without Guild and Emperor."""
    table = phase(ATR, factions=(ATR, HAR, FRE, BG)).do(ATR, ship(3, "Old Gap 9"))
    assert (table.spice(ATR), table.game.bank) == (4, 34)


def test_an_ally_pays_a_part() -> None:
    """DUN-TC-115, DUN-5.2.1, DUN-5.2.2: the Emperor's share goes to the Guild, too; never more than he allows."""
    table = phase(ATR, allies=((ATR, EMP),)).cannot(ATR, ship(3, "Old Gap 9", 1)).do(EMP, Allow(2))
    table.cannot(ATR, ship(3, "Old Gap 9", 3)).do(ATR, ship(3, "Old Gap 9", 2))
    assert (table.spice(ATR), table.spice(EMP), table.spice(GUI)) == (6, 8, 16)


def test_help_makes_more_possible() -> None:
    """DUN-2.3.1, DUN-5.2.2: a price above the own spice needs at least the difference from the ally."""
    table = phase(ATR, spice={ATR: 3}, allies=((ATR, EMP),)).do(EMP, Allow(4))
    assert most(table, ATR, "Sietch Tabr") == 3
    assert [share for share in range(8) if table.legal(ATR, ship(5, "Sietch Tabr", share))] == [2, 3, 4]
    assert not any(table.legal(ATR, ship(8, "Sietch Tabr", share)) for share in range(9))


def test_what_the_guild_pays_for_its_ally_goes_to_the_bank() -> None:
    """DUN-TC-116, DUN-4.7.4, DUN-6.5.5: half the price; three spice for the Guild, its own two for the bank."""
    table = phase(ATR, allies=((ATR, GUI),)).do(GUI, Allow(2)).do(ATR, ship(5, "Old Gap 9", 2))
    assert (table.spice(ATR), table.spice(GUI)) == (7, 11)


def test_the_guild_pays_the_bank() -> None:
    """DUN-TC-117, DUN-6.5.3, DUN-4.7.4: its ally's share, too."""
    table = phase(GUI, allies=((ATR, GUI),)).do(ATR, Allow(2)).do(GUI, ship(5, "Old Gap 9", 2))
    assert (table.spice(GUI), table.spice(ATR), table.game.bank) == (7, 8, 55)


def test_nobody_can_change_the_price_for_others() -> None:
    """DUN-TC-108, DUN-6.5.5, DUN-6.6.2: the Guild cannot let a stranger ship cheaper, nor the Emperor with cards."""
    table = phase(GUI).cannot(GUI, Permit("guild-shipping", "on")).cannot(EMP, Bid(1))
    table.passes(GUI, BG).cannot(ATR, ship(6, "Old Gap 9"))


# --- the companion ------------------------------------------------------------------------------


def test_a_companion_goes_along() -> None:
    """DUN-TC-124, DUN-6.4.3, DUN-4.7.5: a force from the reserves to the Polar Sink, free, before the shipper moves."""
    table = phase(HAR).do(HAR, ship(1, "Arrakeen 9"))
    assert (table.key, table.asked()) == ("faction_turn.companion", [BG])
    table.do(BG, Accompany())
    assert (table.forces(BG, "Polar Sink"), table.reserves(BG), table.spice(BG)) == (1, 19, 10)
    assert [event.faction for event in table.told(Accompanied)] == [fid(BG)]
    assert (table.key, table.asked()) == ("faction_turn.move", [HAR])


def test_what_a_companion_reacts_to() -> None:
    """DUN-TC-123, DUN-6.4.3, DUN-R-46: shipments of others from space.

    Not transfers, rallies, or one's own shipment.
    """
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
    table.game.standing_orders[BG]["faction_turn.companion"] = (Accompany(),)
    table.do(HAR, ship(1, "Arrakeen 9"))
    assert (table.forces(BG, "Polar Sink"), table.key) == (1, "faction_turn.move")


def test_one_companion_is_prevented() -> None:
    """DUN-TC-141, DUN-K-16: the next opportunity passes; the one after it does not."""
    table = phase(HAR, hands={ATR: "Karama"}).do(ATR, Prevent("K-16"))
    table.do(HAR, ship(1, "Arrakeen 9"))
    assert (table.key, table.game.prevented) == ("faction_turn.move", [])
    table.passes(HAR, FRE).do(EMP, ship(1, "Old Gap 9"))
    assert table.key == "faction_turn.companion"


def test_a_companion_is_prevented_while_offered() -> None:
    """DUN-TC-141, DUN-K-16, DUN-7.11.3: an instance that is pending is prevented itself."""
    table = phase(HAR, hands={ATR: "Karama"}).do(HAR, ship(1, "Arrakeen 9")).do(ATR, Prevent("K-16"))
    assert (table.key, table.game.prevented, table.forces(BG, "Polar Sink")) == ("faction_turn.move", [], 0)


# --- the Fremen ---------------------------------------------------------------------------------


def test_where_the_fremen_rally() -> None:
    """DUN-TC-125, DUN-6.1.1, DUN-6.1.2: within two territories of the Great Flat, free; nowhere else (DUN-6.1.3)."""
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
    """DUN-TC-126, DUN-R-39: only the destination counts; DUN-O-26: or they come up and die, where a storm kills."""
    table = phase(FRE, storm=14).cannot(FRE, Rally(1, place("Funeral Plain 14")))
    table.can(FRE, Rally(1, place("Bight of the Cliff 13")))
    bold = phase(FRE, storm=14, rally_into_storm=True).do(FRE, Rally(3, place("Funeral Plain 14")))
    assert (bold.tanks(FRE), bold.forces(FRE, "Funeral Plain")) == (3, 0)
    assert [event.sector for event in bold.told(StormStruck)] == [14]
    rock = phase(FRE, storm=15, rally_into_storm=True).do(FRE, Rally(3, place("False Wall West 15")))
    assert (rock.tanks(FRE), rock.forces(FRE, "False Wall West")) == (0, 3)


def test_the_guild_helps_the_fremen_across_but_not_down() -> None:
    """DUN-6.1.3, DUN-R-43: with the Guild as ally a transfer, never a shipment of reserves from space."""
    table = phase(FRE, allies=((FRE, GUI),), forces={FRE: "The Great Flat 14: 5"}, hands={FRE: "Karama"})
    table.cannot(FRE, ship(1, "Arrakeen 9"), ship(1, "Arrakeen 9", karama=KARAMA))
    table.do(FRE, transfer("The Great Flat 14: 4", "Arrakeen 9"))
    assert (table.spice(FRE), table.spice(GUI)) == (8, 12)


# --- what Atreides see --------------------------------------------------------------------------


def test_only_atreides_see_the_top_spice_card() -> None:
    """DUN-TC-139, DUN-4.7.1, DUN-6.2.2: at the start of the phase; with DUN-K-02 nobody does."""
    table = phase(HAR, spice_deck="Old Gap")
    assert [event.card for event in table.told(SpiceCardForeseen, ATR)] == ["spice-old-gap"]
    assert not any(table.told(SpiceCardForeseen, other) for other in (HAR, FRE, EMP, GUI, BG, None))
    blind = phase(HAR, spice_deck="Old Gap", stops="W-6", hands={HAR: "Karama"}).do(HAR, Prevent("K-02"))
    blind.until("faction_turn.ship")
    assert blind.told(SpiceCardForeseen, ATR) == []
