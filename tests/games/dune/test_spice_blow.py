"""DUN-4.2, DUN-6.1.6 to DUN-6.1.8: the Spice Blow, worms and rides."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, EMP, FRE, GUI, HAR, Table, amounts, fid, place

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.alliances import Permit
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.cards import SPICE_DECK, WORM
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.spice_blow.events import NexusOpened, SpiceBlew, SpiceDeckShuffled, WormSetAside, WormStruck
from turncoat.games.dune.storm import Dial


def blow(deck: str, **position: object) -> Table:
    """A Spice Blow with these cards on top of the deck."""
    return Table("spice_blow", spice_deck=deck, **position)  # type: ignore[arg-type]


def rides(deck: str = "worm, Old Gap", **position: object) -> Table:
    """A Spice Blow, played on to the first ride."""
    return blow(deck, **position).until("spice_blow.rides")


def ride(forces: str, to: str) -> Ride:
    return Ride(amounts(forces), place(to))


def test_spice_comes_up() -> None:
    """DUN-TC-050, DUN-4.2.1: the printed amount on the marked location, added to what lies there."""
    table = blow("Red Chasm", fields="Old Gap 9: 2")
    (event,) = table.told(SpiceBlew)
    assert event.spice == 8
    assert dict(table.view(None).fields)[event.location] == 8


def test_spice_is_added_to_what_is_there() -> None:
    """DUN-4.2.1."""
    assert blow("Old Gap", fields="Old Gap 9: 2").view(None).fields == {place("Old Gap 9"): 8}


def test_no_spice_in_the_storm() -> None:
    """DUN-TC-051, DUN-4.2.1: the card becomes the latest all the same (DUN-R-09)."""
    sector = int(blow("Red Chasm").told(SpiceBlew)[0].location.rpartition("/")[2])
    table = blow("Red Chasm", storm=sector)
    assert table.told(SpiceBlew)[0].spice == 0
    assert table.view(None).latest == "red-chasm"
    assert table.view(None).fields == {}


def test_a_worm_devours_the_latest_territory() -> None:
    """DUN-TC-052, DUN-TC-053, DUN-4.2.2, DUN-4.2.6: everything in all its locations; then the next card.

    Then a Nexus.
    """
    table = blow(
        "worm, Old Gap",
        latest="South Mesa",
        forces={HAR: "South Mesa 3: 5", ATR: "South Mesa 5: 2"},
        fields="South Mesa 4: 10",
    )
    assert (table.tanks(HAR), table.tanks(ATR)) == (5, 2)
    assert table.view(None).fields == {place("Old Gap 9"): 6}
    (struck,) = table.told(WormStruck)
    assert (struck.spice, struck.forces) == (10, {fid(HAR): 5, fid(ATR): 2})
    assert table.key == "nexus.alliances"


def test_spice_that_comes_up_after_a_worm_stays() -> None:
    """DUN-TC-053, DUN-R-13: also in the very territory that was struck."""
    table = blow("worm, Old Gap", latest="South Mesa", fields="Old Gap 9: 1")
    assert table.view(None).fields == {place("Old Gap 9"): 7}


def test_two_worms_one_nexus_two_rides() -> None:
    """DUN-TC-054, DUN-4.2.3, DUN-4.2.6, DUN-R-12: the second worm strikes the same territory."""
    table = blow("worm, worm, Old Gap", latest="South Mesa", forces={FRE: "South Mesa 4: 6"})
    assert [struck.territory for struck in table.told(WormStruck)] == ["south-mesa", "south-mesa"]
    assert len(table.told(NexusOpened)) == 1
    table.until("spice_blow.rides")
    assert (table.view(None).worms, table.view(None).rides) == (2, 2)


def test_worms_of_the_first_turn() -> None:
    """DUN-TC-055, DUN-4.2.4, DUN-R-11: set aside, without effect, shuffled in afterwards."""
    table = Table().until("storm.dial")
    game = table.game
    game.spice_deck = [one for one in game.spice_deck if one not in (WORM, "spice-old-gap")]
    game.spice_deck += [WORM] * 4 + ["spice-old-gap", WORM, WORM]
    table.do(ATR, Dial(0)).do(5, Dial(0))
    assert [aside.worms for aside in table.told(WormSetAside)] == [1, 2]
    assert table.told(NexusOpened) == []
    assert len(table.game.spice_deck) == len(SPICE_DECK) - 1
    assert table.view(None).aside == 0


def test_before_the_first_territory_card_a_worm_finds_nothing() -> None:
    """DUN-4.2.2, DUN-R-13: there is a Nexus, but nothing to ride."""
    table = blow("worm, Old Gap", forces={FRE: "South Mesa 4: 3"})
    assert table.told(WormStruck)[0].territory == ""
    assert table.tanks(FRE) == 0


def test_an_empty_deck_is_made_anew() -> None:
    """DUN-4.2.5, DUN-R-10: the latest territory is remembered."""
    table = blow("", latest="South Mesa", stops="W-2", forces={HAR: "South Mesa 4: 1"})
    game = table.game
    game.spice_discards += [one for one in game.spice_deck if one != WORM]
    game.spice_deck = [WORM] * 6
    table.script().passes(*table.asked())
    assert table.told(SpiceDeckShuffled)
    assert table.tanks(HAR) == 1


@pytest.mark.parametrize("permitted", [True, False])
def test_whom_worms_spare(permitted: bool) -> None:
    """DUN-TC-056, DUN-6.1.6, DUN-6.1.8: the Fremen, and their ally as long as they permit it; spice is gone anyway."""
    table = blow(
        "worm, Old Gap",
        latest="South Mesa",
        forces={FRE: "South Mesa 3: 4", EMP: "South Mesa 4: 3", HAR: "South Mesa 5: 2"},
        fields="South Mesa 4: 10",
        allies=((FRE, EMP),),
        stops="W-2",
    )
    if not permitted:
        table.do(FRE, Permit("worm-protection", "off"))
    table.passes(*table.asked())
    assert [table.tanks(one) for one in (FRE, EMP, HAR)] == [0, 0 if permitted else 3, 2]
    assert place("South Mesa 4") not in table.view(None).fields


@pytest.mark.parametrize(
    ("to", "legal"),
    [
        ("Carthag 10", False),
        ("Old Gap 8", False),
        ("Tuek's Sietch 4", False),
        ("Pasty Mesa 6", True),
        ("South Mesa 5", False),
    ],
)
def test_where_worms_carry_nobody(to: str, legal: bool) -> None:
    """DUN-TC-057, DUN-6.1.7: no full stronghold, no storm, no territory of the ally, not the same one; rock is fine."""
    table = rides(
        latest="South Mesa",
        storm=8,
        forces={
            FRE: "South Mesa 4: 4",
            ATR: "Carthag 10: 1",
            HAR: "Carthag 10: 1",
            EMP: "Tuek's Sietch 4: 1",
        },
        allies=((FRE, EMP),),
    )
    assert table.legal(FRE, ride("South Mesa 4: 2", to)) is legal


def test_two_rides_to_different_places() -> None:
    """DUN-TC-058, DUN-6.1.7, DUN-DK-08: the worm does nothing where it arrives."""
    table = rides("worm, worm, Old Gap", latest="South Mesa", forces={FRE: "South Mesa 4: 5", HAR: "Carthag 10: 4"})
    table.do(FRE, ride("South Mesa 4: 2", "Arrakeen 9"), ride("South Mesa 4: 3", "Carthag 10"))
    assert (table.forces(FRE, "Arrakeen"), table.forces(FRE, "Carthag"), table.forces(HAR, "Carthag")) == (2, 3, 4)
    assert table.key != "spice_blow.rides"


def test_rides_within_the_territory() -> None:
    """DUN-O-29, DUN-R-16: on the live site a worm can be ridden to another sector of its territory."""
    table = rides(latest="South Mesa", forces={FRE: "South Mesa 4: 5"}, ride_at_home=True)
    table.can(FRE, ride("South Mesa 4: 2", "South Mesa 5"))


def test_nobody_rides_out_of_the_storm() -> None:
    """DUN-R-15, DUN-6.1.7, DUN-2.1.5."""
    table = blow("worm, Old Gap", latest="South Mesa", storm=4, forces={FRE: "South Mesa 4: 5"})
    table.until("nexus.alliances").time_up()
    assert table.key != "spice_blow.rides"


def test_a_worm_reaches_forces_in_the_storm() -> None:
    """DUN-R-14: the whole territory is devoured."""
    table = blow("worm, Old Gap", latest="South Mesa", storm=4, forces={HAR: "South Mesa 4: 5"})
    assert table.tanks(HAR) == 5


def test_karama_lets_the_worm_devour_its_own() -> None:
    """DUN-K-06, DUN-R-84, DUN-7.11.3: the next worm, all Fremen forces in its territory; a second worm spares them."""
    table = blow(
        "worm, Old Gap",
        latest="South Mesa",
        forces={FRE: "South Mesa 3: 4, South Mesa 4: 1"},
        hands={HAR: "Karama"},
        stops="W-2",
    )
    table.do(HAR, Prevent("K-06")).passes(*table.asked())
    assert table.tanks(FRE) == 5
    assert table.view(None).prevented == ()


def test_karama_does_not_take_the_protection_from_the_ally() -> None:
    """DUN-K-06, DUN-7.11.5: help to the ally cannot be prevented; the Fremen forces beside it die."""
    table = blow(
        "worm, Old Gap",
        latest="South Mesa",
        forces={FRE: "South Mesa 3: 4", GUI: "South Mesa 4: 2"},
        hands={HAR: "Karama"},
        stops="W-2",
        allies=((FRE, GUI),),
    )
    table.do(HAR, Prevent("K-06")).passes(*table.asked())
    assert (table.tanks(FRE), table.tanks(GUI)) == (4, 0)


def test_karama_stops_the_rides() -> None:
    """DUN-K-07, DUN-7.11.4: for the rest of the phase."""
    table = rides(latest="South Mesa", forces={FRE: "South Mesa 4: 5"}, hands={HAR: "Karama"})
    table.do(HAR, Prevent("K-07"))
    assert table.key != "spice_blow.rides"


def test_a_ride_can_be_left_out() -> None:
    """DUN-DK-08, DUN-6.1.7: one ride for each worm, and none is compulsory."""
    table = rides("worm, worm, Old Gap", latest="South Mesa", forces={FRE: "South Mesa 4: 5"}).do(FRE, PASS)
    assert table.key == "spice_blow.rides"
    assert table.do(FRE, PASS).key != "spice_blow.rides"
