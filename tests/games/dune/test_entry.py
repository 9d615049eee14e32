"""DUN-TT-M1, DUN-7.12.3: "Will you bring forces into this territory this turn?"; what the answer binds to."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, amounts, fid, place, territory

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.truthtrance import AskEntry, Reply
from turncoat.games.dune.truthtrance.events import PromiseLapsed


def asked(of: int, where: str, reply: str, first: int | None = None, **position: object) -> Table:
    """A faction is the first to ship; Bene Gesserit, or else Harkonnen, have asked it, and it has answered."""
    asker = HAR if of == BG else BG
    hands = {asker: "Truthtrance", **position.pop("hands", {})}  # type: ignore[dict-item]
    table = Table("shipment_and_movement", first=of if first is None else first, hands=hands, **position)  # type: ignore[arg-type]
    return table.do(asker, AskEntry(fid(of), territory(where))).do(of, Reply(reply))


def ship(forces: int, to: str, karama: str | None = None) -> Ship:
    return Ship(forces, place(to), 0, karama)


def move(forces: str, to: str) -> Move:
    return Move(amounts(forces), place(to))


def lapsed(table: Table) -> list[str]:
    """The territories of promises that lapsed."""
    return [event.about for event in table.told(PromiseLapsed)]


# --- no -----------------------------------------------------------------------------------------


def test_no_closes_the_territory() -> None:
    """DUN-TC-217, DUN-TT-M1: no shipment, no move and no Hajr into Arrakeen in this turn; everything else as ever."""
    table = asked(EMP, "Arrakeen", "no", forces={EMP: "Imperial Basin 9: 3"}, hands={EMP: "Hajr"})
    table.cannot(EMP, ship(1, "Arrakeen 9"))
    table.cannot(EMP, UseHajr(amounts("Imperial Basin 9: 1"), place("Arrakeen 9")))
    table.can(EMP, ship(1, "Carthag 10")).passes(EMP)
    table.cannot(EMP, move("Imperial Basin 9: 1", "Arrakeen 9"))
    table.can(EMP, move("Imperial Basin 9: 1", "Imperial Basin 8"))


def test_no_to_the_polar_sink_keeps_companions_at_home() -> None:
    """DUN-TT-M1, DUN-6.4.3: nobody goes along, and nobody is asked."""
    table = asked(BG, "Polar Sink", "no", first=HAR).do(HAR, ship(1, "Arrakeen 9"))
    assert (table.key, table.asked()) == ("faction_turn.move", [HAR])


def test_no_forbids_rides_and_rallies() -> None:
    """DUN-TT-M1, DUN-6.1.7: a worm is not ridden there either."""
    table = Table(
        "spice_blow", hands={BG: "Truthtrance"}, forces={FRE: "Red Chasm 6: 3"}, spice_deck="worm, Old Gap",
        latest="Red Chasm", stops="W-2",
    )  # fmt: skip
    table.do(BG, AskEntry(fid(FRE), territory("Sietch Tabr"))).do(FRE, Reply("no")).until("spice_blow.rides")
    table.cannot(FRE, Ride(amounts("Red Chasm 6: 1"), place("Sietch Tabr")))
    table.can(FRE, Ride(amounts("Red Chasm 6: 1"), place("Carthag 10"))).until("faction_turn.ship")
    while table.asked() != [FRE]:
        table.time_up()
    table.cannot(FRE, Rally(1, place("Sietch Tabr"))).can(FRE, Rally(1, place("Funeral Plain 14")))


# --- yes ----------------------------------------------------------------------------------------


def test_yes_must_be_kept_by_shipping() -> None:
    """DUN-TC-218, DUN-TT-M1: Arrakeen cannot be reached on foot: passing is refused, only shipments there are open."""
    table = asked(EMP, "Arrakeen", "yes").cannot(EMP, PASS, ship(1, "Tuek's Sietch 4"))
    table.do(EMP, ship(2, "Arrakeen 9"))
    assert (table.game.promises, lapsed(table)) == ([], [])


def test_yes_may_be_kept_on_foot() -> None:
    """DUN-TT-M1: as long as a legal way is left nothing is forced; the last possible action must enter."""
    table = asked(EMP, "Arrakeen", "yes", forces={EMP: "Imperial Basin 9: 3, Old Gap 9: 2"})
    table.can(EMP, PASS, ship(1, "Tuek's Sietch 4")).passes(EMP)
    table.cannot(EMP, PASS, move("Imperial Basin 9: 1", "Carthag 10"))
    table.do(EMP, move("Imperial Basin 9: 1", "Arrakeen 9"))
    assert table.forces(EMP, "Arrakeen") == 1


def test_a_shipment_next_to_it_leaves_a_way() -> None:
    """DUN-TT-M1: forces shipped next to it can walk in; forces shipped into the other city fly in."""
    table = asked(EMP, "Arrakeen", "yes")
    table.can(EMP, ship(1, "Imperial Basin 9"), ship(1, "Carthag 10"))
    table.do(EMP, ship(1, "Carthag 10")).passes(BG)
    table.cannot(EMP, PASS).can(EMP, move("Carthag 10: 1", "Arrakeen 9"))


def test_the_default_keeps_the_promise() -> None:
    """DUN-2.8.1: the first legal choice in facts order, numbers ascending; no card is spent."""
    table = asked(EMP, "Arrakeen", "yes", hands={EMP: "Karama"}).time_up()
    assert (table.forces(EMP, "Arrakeen"), table.hand(EMP)) == (1, ("Karama",))
    walking = asked(EMP, "Arrakeen", "yes", forces={EMP: "Imperial Basin 9: 3"}).time_up(2)
    assert walking.forces(EMP, "Arrakeen") == 1


@pytest.mark.parametrize("hand", ["Karama", ""])
def test_karama_is_not_compelled(hand: str) -> None:
    """DUN-TC-218, DUN-R-96: only with Karama could he pay: nothing is forced, whether he holds it or not."""
    table = asked(EMP, "Cielago South", "yes", spice={EMP: 1}, hands={EMP: hand}).can(EMP, PASS)
    assert table.legal(EMP, ship(1, "Cielago South 1", KARAMA)) is bool(hand)
    table.passes(EMP)
    assert lapsed(table) == [territory("Cielago South")]


@pytest.mark.parametrize("hand", ["Hajr", ""])
def test_hajr_is_not_compelled(hand: str) -> None:
    """DUN-TC-218, DUN-R-96: only by Hajr could he come near enough."""
    table = asked(EMP, "Cielago South", "yes", spice={EMP: 0}, forces={EMP: "Cielago North 1: 2"}, hands={EMP: hand})
    assert table.key == "faction_turn.move"
    table.can(EMP, PASS)
    assert table.legal(EMP, UseHajr(amounts("Cielago North 1: 2"), place("Cielago Depression 1"))) is bool(hand)
    table.passes(EMP)
    assert lapsed(table) == [territory("Cielago South")]


def test_a_promise_lapses_when_the_stronghold_is_full() -> None:
    """DUN-TC-219, DUN-7.12.4: two other factions hold Arrakeen when he acts; all can see it."""
    table = asked(EMP, "Arrakeen", "yes", forces={ATR: "Arrakeen 9: 1", HAR: "Arrakeen 9: 1"})
    table.can(EMP, PASS).passes(EMP)
    assert (lapsed(table), table.game.promises) == ([territory("Arrakeen")], [])


def test_money_of_the_ally_counts() -> None:
    """DUN-7.12.4, DUN-5.2.2: lack of spice makes a promise lapse; an allowance does not count as a card."""
    table = asked(EMP, "Arrakeen", "yes", spice={EMP: 0}, allies=((EMP, ATR),)).can(EMP, PASS)
    table.game.allowance[ATR] = 1
    table.cannot(EMP, PASS).can(EMP, Ship(1, place("Arrakeen 9"), 1))


def test_forces_that_are_needed_stay() -> None:
    """DUN-TT-M1: the Guild cannot lift the last force away from which it could still walk in."""
    table = asked(GUI, "Carthag", "yes", spice={GUI: 1}, forces={GUI: "Imperial Basin 9: 3"}, first=GUI)
    table.cannot(GUI, Withdraw(amounts("Imperial Basin 9: 3")))
    table.can(GUI, Withdraw(amounts("Imperial Basin 9: 2")))
    assert table.legal(GUI, Transfer(amounts("Imperial Basin 9: 1"), place("Old Gap 9"))) is not False
    table.do(GUI, Withdraw(amounts("Imperial Basin 9: 2"))).cannot(GUI, PASS)


def test_hajr_does_not_spoil_the_promise() -> None:
    """DUN-TT-M1, DUN-7.10.1: an extra move after which nobody could enter any more is not offered.

    One that enters is.
    """
    table = asked(EMP, "Carthag", "yes", spice={EMP: 0}, forces={EMP: "Imperial Basin 9: 2"}, hands={EMP: "Hajr"})
    away = place("Old Gap 9")
    table.until("faction_turn.move").cannot(EMP, UseHajr(amounts("Imperial Basin 9: 2"), away))
    table.can(EMP, UseHajr(amounts("Imperial Basin 9: 1"), away))
    table.do(EMP, UseHajr(amounts("Imperial Basin 9: 2"), place("Carthag 10"))).can(EMP, PASS)


def test_two_promises_are_kept_together_where_that_is_possible() -> None:
    """DUN-7.12.3: one by the shipment, one by the move; a third lapses."""
    table = Table("shipment_and_movement", first=EMP, hands={BG: "Truthtrance", HAR: "Truthtrance"})
    table.do(BG, AskEntry(fid(EMP), territory("Carthag"))).do(EMP, Reply("yes"))
    table.do(HAR, AskEntry(fid(EMP), territory("Arrakeen"))).do(EMP, Reply("yes"))
    table.cannot(EMP, ship(1, "Imperial Basin 9")).can(EMP, ship(1, "Carthag 10"))
    table.do(EMP, ship(1, "Carthag 10")).passes(BG).do(EMP, move("Carthag 10: 1", "Arrakeen 9"))
    assert (table.game.promises, lapsed(table)) == ([], [])


def test_a_companion_keeps_the_promise() -> None:
    """DUN-TT-M1: a force that goes along is brought in, too."""
    table = asked(BG, "Polar Sink", "yes", first=HAR).do(HAR, ship(1, "Arrakeen 9")).can(BG, PASS)
    table.do(BG, Accompany())
    assert table.game.promises == []


def test_asked_in_the_middle_of_the_turn() -> None:
    """DUN-TT-M1: whoever has already come has told the truth; the move is free."""
    table = Table("shipment_and_movement", first=EMP, hands={BG: "Truthtrance"})
    table.do(EMP, ship(2, "Arrakeen 9")).passes(BG)
    table.do(BG, AskEntry(fid(EMP), territory("Arrakeen"))).do(EMP, Reply("yes")).can(EMP, PASS)
    table.passes(EMP)
    assert (lapsed(table), table.game.promises) == ([], [])


def test_moving_within_it_is_not_entering() -> None:
    """DUN-TT-M1: forces that already stand there do not keep the promise."""
    table = asked(EMP, "Old Gap", "yes", forces={EMP: "Old Gap 9: 2, Tsimpo 10: 1"}).passes(EMP)
    table.cannot(EMP, move("Old Gap 9: 1", "Old Gap 10"))
    table.can(EMP, move("Tsimpo 10: 1", "Old Gap 10"))
