"""How late it is: a mentat that time is against races, and joins nobody who need only wait."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, fid, place

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bot import Mentat
from turncoat.games.dune.bots.ground import Ground
from turncoat.games.dune.bots.victory import DEFEAT, FORETOLD, WIN, clock, defaulter, worth_of_victory
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.shipment import Ship, Transfer
from turncoat.games.dune.shipment.bot import Traveller
from turncoat.games.dune.spice_blow import Propose
from turncoat.kernel import Chance

CITIES = "Arrakeen 9: 7, Carthag 10: 7"


def mentat(table: Table, faction: int) -> Mentat:
    return Mentat(table.seat(faction), len(table.game.factions), Chance(bytes([1]) * 32))


def shipped(table: Table, faction: int) -> DuneAction:
    """What a mentat ships when its turn comes."""
    while table.asked() != [faction]:
        table.time_up()
    chosen = mentat(table, faction).answer(table.view(faction), table.boxes(faction))
    assert chosen in table.boxes(faction)
    return chosen


def world(faction: int, **position: object) -> World:
    """The table as a faction sees it when all ship and move."""
    return World(Table("shipment_and_movement", **position).view(faction))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("factions", "nomads", "who"),
    [
        ((HAR, FRE, GUI), True, GUI),
        ((HAR, FRE, EMP), True, FRE),
        ((HAR, FRE, EMP), False, None),
        ((HAR, EMP), True, None),
    ],
)
def test_somebody_wins_by_waiting(factions: tuple[int, ...], nomads: bool, who: int | None) -> None:
    """DUN-4.10.6, DUN-4.10.7, DUN-O-09: the Guild; without it the Fremen; else nobody."""
    seen = world(HAR, factions=factions, nomads_by_default=nomads)
    assert defaulter(seen) == (-1 if who is None else factions.index(who))


def test_the_victory_of_others_matters_less_and_less_to_whom_time_is_against() -> None:
    """DUN-4.10.6: the game would be lost anyhow; to the Guild and its ally it matters more and more."""
    runs = [clock(world(HAR, turn=turn)).defeat() for turn in (2, 5, 8)]
    waits = [clock(world(GUI, turn=turn)).defeat() for turn in (2, 5, 8)]
    assert runs == sorted(runs, reverse=True)
    assert waits == sorted(waits)
    assert runs[0] == waits[0] == DEFEAT
    assert clock(world(EMP, turn=8, allies=((EMP, GUI),))).waits


def test_victories_and_defeats() -> None:
    """DUN-4.10.2, DUN-4.10.4: one's own, the predicted one in the predicted turn, any other."""
    for year, expected in ((4, FORETOLD), (5, -WIN * clock(world(BG, turn=4)).defeat())):
        seen = world(BG, turn=4, prediction=(HAR, year))
        assert worth_of_victory(seen, clock(seen), (HAR,)) == expected
    seen = world(HAR, turn=4)
    assert worth_of_victory(seen, clock(seen), (HAR,)) == WIN


def test_spice_and_forces_are_of_no_use_after_the_last_turn() -> None:
    """DUN-1.4.1."""
    thrift = [clock(world(HAR, turn=turn)).thrift for turn in (5, 8, 9, 10)]
    assert thrift == sorted(thrift, reverse=True)
    assert thrift[0] == 1.0


def test_nobody_joins_who_need_only_wait() -> None:
    """DUN-4.10.6: the Guild must bring more than its waiting: together they would have three strongholds."""
    for held, done in (("Tuek's Sietch 4: 8", None), ("Tuek's Sietch 4: 8, Habbanya Sietch 16: 8", Propose(fid(GUI)))):
        position = {"forces": {HAR: "Carthag 10: 10", GUI: held}, "factions": (HAR, GUI)}
        table = Table("nexus", two_player_alliances=True, **position)  # type: ignore[arg-type]
        table.do(GUI, Propose(fid(HAR)))
        assert mentat(table, HAR).beside(table.view(HAR), table.beside(HAR)) == done


def test_one_more_stronghold_in_the_last_turn() -> None:
    """DUN-4.10.8: where the most strongholds win it is worth all the spice; where the Guild waits, little."""
    position = {"forces": {EMP: "Arrakeen 9: 4", HAR: "Carthag 10: 9"}, "turn": 10, "first": HAR, "spice": {EMP: 6}}
    found = shipped(Table("shipment_and_movement", factions=(HAR, EMP, BG), **position), EMP)  # type: ignore[arg-type]
    assert isinstance(found, Ship)
    assert found.to in map(place, ("Tuek's Sietch", "Habbanya Sietch", "Sietch Tabr"))
    holds = [clock(world(EMP, factions=(HAR, EMP, third), turn=10)).hold for third in (BG, GUI)]
    assert holds[0] > 1.0 > holds[1]


def test_the_last_two_spice_cost_nothing() -> None:
    """DUN-4.4.1: charity gives them back."""
    for purse, free in ((2, True), (6, False)):
        seen = world(HAR, spice={HAR: purse})
        ground = Ground(seen)
        mine = seen.forces[seen.me]
        assert (ground.score(mine, 2.0) == ground.score(mine)) is free


def test_an_ally_pays_for_the_way_home_where_one_cannot() -> None:
    """DUN-5.2.2, DUN-6.5.2 c): the share is the least that is needed."""
    position = {"spice": {GUI: 0, ATR: 9}, "allies": ((GUI, ATR),), "first": GUI}
    table = Table("shipment_and_movement", forces={GUI: "Old Gap 9: 6"}, **position)  # type: ignore[arg-type]
    table.game.allowance[table.seat(ATR)] = 9
    seen = World(table.view(GUI))
    ways = [action for _, action in Traveller(seen, Ground(seen)).homeward(table.boxes(GUI))]
    assert ways
    assert all(way in table.boxes(GUI) for way in ways)


def test_a_transfer_costs_what_the_rules_say() -> None:
    """DUN-6.5.3, DUN-K-13: half the price, unless Karama prevents that."""
    table = Table("shipment_and_movement", forces={GUI: "Old Gap 9: 6"}, first=GUI)
    transfer = Transfer({place("Old Gap 9"): 4}, place("Arrakeen 9"))
    costs = []
    for prevented in ([], ["K-13"]):
        table.game.prevented = prevented
        seen = World(table.view(GUI))
        costs.append(Traveller(seen, Ground(seen)).after(transfer)[1])
    assert costs == [2, 4]
