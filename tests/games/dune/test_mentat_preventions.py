"""DUN-7.11.3: which advantages a mentat prevents, and that it keeps its Karama card where little is to be gained."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bot import Mentat
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.karama.bot import VALUES
from turncoat.games.dune.shared.cards import WORM
from turncoat.kernel import Chance

HERE = "Habbanya Sietch 16"
CITIES, HAVENS = "Arrakeen 9: 7, Carthag 10: 7", "Sietch Tabr 13: 7, Habbanya Sietch 16: 7"
ONE = "Arrakeen 9: 8"
SPARE, LONE = "Karama, Karama, Shield, Snooper", "Karama"


def move(table: Table, faction: int) -> DuneAction | None:
    """What a mentat that plays this faction does beside the decision; it must be legal."""
    bot = Mentat(table.seat(faction), len(table.game.factions), Chance(bytes([1]) * 32))
    chosen = bot.beside(table.view(faction), table.beside(faction))
    assert chosen is None or chosen in table.beside(faction)
    return chosen


def test_every_prevention_has_a_value() -> None:
    """DUN-7.11.3: all seventeen, no other."""
    assert set(VALUES) == set(ENTRIES.values())


# --- Spice Blow -----------------------------------------------------------------------------------


def desert(army: str, **position: object) -> Table:
    """The nomads hold two strongholds, and have an army where the next worm strikes."""
    forces = {FRE: f"Sietch Tabr 13: 4, Habbanya Sietch 16: 2, {army}"}
    given = {"hands": {ATR: LONE}, "latest": "Old Gap", **position}
    return Table("spice_blow", forces=forces, **given)  # type: ignore[arg-type]


def test_an_army_that_a_worm_will_meet_is_not_spared() -> None:
    """DUN-K-06: prevented by who knows that a worm comes; not by who does not know."""
    table = desert("Old Gap 9: 8", spice_deck="worm, Cielago North", stops="W-2")
    assert move(table, ATR) is None
    table.game.known_spice[table.seat(ATR)] = WORM
    assert move(table, ATR) == Prevent("K-06")


@pytest.mark.parametrize(("army", "done"), [("Old Gap 9: 8", Prevent("K-07")), ("Pasty Mesa 6: 8", None)])
def test_an_army_that_could_ride_to_a_victory_walks(army: str, done: DuneAction | None) -> None:
    """DUN-K-07: in the Nexus, while the ride is still to come; an army elsewhere does not ride."""
    table = desert(army, spice_deck="worm, Cielago North")
    assert table.key == "nexus.alliances"
    found = move(table, ATR)
    assert found == done or (done is None and not isinstance(found, Prevent))


# --- Bidding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "done"), [(10, Prevent("K-01")), (3, None)])
def test_seers_near_a_victory_do_not_see_the_next_card(turn: int, done: DuneAction | None) -> None:
    """DUN-K-01: in the last turn the card is worth nothing else; before it is worth more."""
    table = Table("bidding", forces={ATR: CITIES}, hands={EMP: LONE}, first=EMP, turn=turn)
    assert move(table, EMP) == done


@pytest.mark.parametrize(("held", "done"), [(CITIES, Prevent("K-04")), ("", None)])
def test_schemers_near_a_victory_draw_no_bonus_card(held: str, done: DuneAction | None) -> None:
    """DUN-K-04: they hold the standing bid."""
    table = Table("bidding", forces={HAR: held}, hands={FRE: LONE}, first=HAR)
    assert move(table, FRE) is None
    assert move(table.do(HAR, Bid(1)), FRE) == done


@pytest.mark.parametrize(("bid", "done"), [(12, Prevent("K-09")), (2, None)])
def test_a_throne_near_a_victory_is_not_paid_much(bid: int, done: DuneAction | None) -> None:
    """DUN-K-09: a small sum is not worth the card."""
    table = Table("bidding", forces={EMP: CITIES}, hands={FRE: LONE}, first=HAR, spice={HAR: 20}).do(HAR, Bid(bid))
    assert move(table, FRE) == done


# --- the throne's ally ----------------------------------------------------------------------------


@pytest.mark.parametrize(("purse", "done"), [(1, Prevent("K-10")), (9, None)])
def test_a_poor_ally_of_a_rich_throne_is_given_nothing(purse: int, done: DuneAction | None) -> None:
    """DUN-K-10: they hold three strongholds together, and the ally has yet to ship."""
    forces = {EMP: CITIES, HAR: "Tuek's Sietch 4: 5"}
    position = {"spice": {EMP: 20, HAR: purse}, "allies": ((EMP, HAR),), "hands": {FRE: LONE}}
    table = Table("shipment_and_movement", forces=forces, first=FRE, **position)  # type: ignore[arg-type]
    assert move(table, FRE) == done


@pytest.mark.parametrize(("tanks", "done"), [(8, Prevent("K-11")), (0, None)])
def test_the_throne_does_not_pay_for_the_dead_of_its_ally(tanks: int, done: DuneAction | None) -> None:
    """DUN-K-11: they hold three strongholds together."""
    forces = {EMP: CITIES, HAR: "Tuek's Sietch 4: 5"}
    position = {"spice": {EMP: 20}, "tanks": {HAR: tanks}, "allies": ((EMP, HAR),), "hands": {FRE: LONE}}
    assert move(Table("revival", forces=forces, first=FRE, **position), FRE) == done  # type: ignore[arg-type]


# --- Shipment and Movement ------------------------------------------------------------------------


def voyage(faction: int, held: str, hand: str = LONE, **position: object) -> Table:
    """A faction has strongholds and is still to act; the Emperor, or else the Harkonnen, hold a Karama card and act."""
    other = HAR if faction == EMP else EMP
    given = {"first": other, "hands": {other: hand}, **position}
    return Table("shipment_and_movement", forces={faction: held}, **given)  # type: ignore[arg-type]


def test_where_spice_comes_up_is_not_seen_beforehand() -> None:
    """DUN-K-02: with a card to spare, late, in the window of Revival; with one card alone it is kept."""
    position = {"forces": {ATR: CITIES}, "first": EMP, "turn": 9, "stops": "W-5"}
    assert move(Table("revival", hands={EMP: SPARE}, **position), EMP) == Prevent("K-02")  # type: ignore[arg-type]
    assert move(Table("revival", hands={EMP: LONE}, **position), EMP) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("held", "done"), [(f"{HAVENS}, Wind Pass 14: 6", Prevent("K-08")), (CITIES, None)])
def test_nomads_near_a_third_stronghold_come_too_late(held: str, done: DuneAction | None) -> None:
    """DUN-K-08: it is two territories away; whoever has ornithopters goes three anyhow."""
    assert move(voyage(FRE, held, spice={GUI: 0, HAR: 0, ATR: 0, BG: 0}), EMP) == done


@pytest.mark.parametrize(("held", "done"), [("Arrakeen 9: 2, Tuek's Sietch 4: 9", Prevent("K-12")), (ONE, None)])
def test_an_army_of_the_carriers_stays_where_it_is(held: str, done: DuneAction | None) -> None:
    """DUN-K-12: without spice and reserves of much use; two strongholds are held."""
    assert move(voyage(GUI, held, spice={GUI: 1}), EMP) == done


@pytest.mark.parametrize(("held", "done"), [("Arrakeen 9: 2, Tuek's Sietch 4: 2", Prevent("K-13")), (ONE, None)])
def test_the_carriers_pay_in_full_for_a_third_stronghold(held: str, done: DuneAction | None) -> None:
    """DUN-K-13: eight spice bring eight forces instead of sixteen."""
    assert move(voyage(GUI, held, spice={GUI: 8}), EMP) == done


@pytest.mark.parametrize(("purse", "done"), [(6, Prevent("K-14")), (1, None)])
def test_so_does_the_carriers_ally(purse: int, done: DuneAction | None) -> None:
    """DUN-K-14: three strongholds are held together."""
    forces = {HAR: "Arrakeen 9: 2, Carthag 10: 2", GUI: "Tuek's Sietch 4: 2"}
    position = {"allies": ((GUI, HAR),), "spice": {GUI: 0, HAR: purse}, "hands": {EMP: LONE}}
    table = Table("shipment_and_movement", forces=forces, first=EMP, **position)  # type: ignore[arg-type]
    assert move(table, EMP) == done


@pytest.mark.parametrize(("hand", "done"), [(SPARE, Prevent("K-15")), (LONE, None)])
def test_carriers_near_a_victory_are_not_paid(hand: str, done: DuneAction | None) -> None:
    """DUN-K-15: with a card to spare."""
    assert move(voyage(GUI, "Arrakeen 9: 2, Tuek's Sietch 4: 2", hand, spice={GUI: 0, EMP: 12}), EMP) == done


@pytest.mark.parametrize(("turn", "done"), [(10, Prevent("K-16")), (3, None)])
def test_sisters_near_a_victory_do_not_come_along(turn: int, done: DuneAction | None) -> None:
    """DUN-K-16: in the last turn the card is worth nothing else."""
    table = voyage(BG, "Arrakeen 9: 2, Tuek's Sietch 4: 2", turn=turn, factions=(HAR, EMP, BG))
    assert move(table, EMP) == done


def test_the_predicted_victory_is_not_hindered() -> None:
    """DUN-4.10.4: it is one's own."""
    position = {"forces": {EMP: CITIES}, "hands": {BG: LONE}, "first": HAR, "spice": {HAR: 20}, "turn": 4}
    for year, done in ((4, None), (5, Prevent("K-09"))):
        table = Table("bidding", prediction=(EMP, year), **position)  # type: ignore[arg-type]
        assert move(table.do(HAR, Bid(12)), BG) == done


# --- Battle ---------------------------------------------------------------------------------------


def third(foe: int, where: str = HERE, **position: object) -> Table:
    """The Harkonnen fight for their third stronghold, or for sand."""
    forces = {HAR: f"{where}: 6, {CITIES}", foe: f"{where}: 6"}
    return clash(HAR, foe, where=where, size=6, forces=forces, **position)


def test_prescience_is_prevented_where_much_is_at_stake() -> None:
    """DUN-K-03: this would be the third stronghold; for sand the card is kept."""
    for where, done in ((HERE, Prevent("K-03")), ("Tsimpo 10", None)):
        table = third(ATR, where, hands={HAR: "Karama, Maula Pistol"}).do(ATR, Prescience("weapon"))
        assert move(table, HAR) == done


def test_an_order_that_spoils_nothing_is_obeyed() -> None:
    """DUN-K-17: the weapon that is forbidden is not in hand."""
    for kind, done in (("projectile", Prevent("K-17")), ("poison", None)):
        table = third(BG, hands={HAR: "Karama, Maula Pistol"}).do(BG, Voice("do-not-play", kind))
        assert move(table, HAR) == done


@pytest.mark.parametrize(("friend", "done"), [(HAR, Prevent("K-05")), (ATR, None)])
def test_nobody_calls_treachery_for_the_foe(friend: int, done: DuneAction | None) -> None:
    """DUN-K-05: only the schemers could; the battle is about a third stronghold."""
    forces = {EMP: f"{HERE}: 6, {CITIES}", FRE: f"{HERE}: 6"}
    others = "Stilgar, Chani, Otheym, Shadout Mapes"
    position = {"hands": {EMP: LONE}, "allies": ((FRE, friend),), "traitors": {EMP: others}}
    table = clash(EMP, FRE, where=HERE, size=6, forces=forces, **position).planned({})  # type: ignore[arg-type]
    assert table.key == "battle.plans"
    assert fid(EMP) in table.view(EMP).battle.aggressor  # type: ignore[union-attr]
    assert move(table, EMP) == done
