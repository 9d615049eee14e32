"""Shipment and Movement at random: nothing is lost, nobody learns what he may not know, promises are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from tests.games.dune import anybody
from tests.games.dune.anybody import SEATS, deal, secrets_are_kept, steps
from tests.games.dune.story import ATR, EMP, GUI, HAR, Table, place, territory

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.alliances.rules import form
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import FactionTurn, ShipmentAndMovement
from turncoat.games.dune.shared.cards import SPICE_DECK
from turncoat.games.dune.shared.map import LOCATION, LOCATION_IDS, POLE, TERRITORY, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shipment import Ship, shipping
from turncoat.games.dune.shipment.movement import part_from_ally
from turncoat.games.dune.shipment.shipping import FULL, HALF, HOMEWARD, payable
from turncoat.games.dune.state import Dune, Promise, playing
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.kernel import Boxes, play

ENOUGH = 40
"""Answers and actions after which a table is left."""


def anything(chance: Random) -> Table:
    """Shipment and Movement in which anything may be the case: forces anywhere, full hands, allies, promises."""
    table = Table(
        "storm",
        storm=chance.randrange(18),
        ally_territory=chance.choice(("closed", "deadly")),
        rally_into_storm=chance.random() < 0.5,
    )
    game = table.game
    where = chance.sample(range(len(LOCATION_IDS)), 12)
    for seat in SEATS:
        spots = {chance.choice(where): chance.randint(1, 4) for _ in range(chance.randint(0, 4))}
        game.forces[seat] = tuple(sorted(spots.items()))
        game.tanks[seat] = chance.randint(0, 3)
        game.reserves[seat] = 20 - game.tanks[seat] - sum(spots.values())
        game.spice[seat] = chance.randint(0, 12)
    game.bank = sum(game.spice)
    deal(game, chance, 4)
    ally(game, chance)
    promises = [promise(chance, where) for _ in range(chance.randint(0, 4))]
    game.promises = list({(one.seat, one.about): one for one in promises}.values())
    game.spice_deck = chance.sample(SPICE_DECK, len(SPICE_DECK))
    for orders in game.standing_orders:
        orders.clear()
    game.order = tuple(chance.sample(SEATS, 6))
    table.enter("shipment_and_movement")
    return table


def ally(game: Dune, chance: Random) -> None:
    """Perhaps one alliance or two, with anything allowed and lent."""
    seats = chance.sample(SEATS, 4)
    for one, other in (seats[:2], seats[2:]):
        if chance.random() < 0.6:
            form(game, one, other)
            for seat in (one, other):
                game.allowance[seat] = chance.randint(0, game.spice[seat])
                game.lent[seat] = chance.choice((game.lent[seat], ()))


def promise(chance: Random, where: list[int]) -> Promise:
    """An answer of anybody about a territory where something is going on."""
    about = TERRITORY_IDS[TERRITORY_OF[chance.choice(where)]]
    return Promise(chance.choice(SEATS), "ask_entry", about, yes=chance.random() < 0.6)


def boxes_agree(boxes: Boxes[DuneAction], chance: Random) -> None:
    """Boxes made late are those that they stand for: the same number, the same order, none twice."""
    made = Boxes(*boxes.boxes)
    assert made.count == boxes.count
    for _ in range(4):
        index = chance.randrange(boxes.count)
        answer = boxes.nth(index)
        assert made.nth(index) == answer
        assert sum(box.has(answer) for box in boxes.boxes) == 1


def defaults_are_legal(game: Dune) -> None:
    """DUN-2.8.1: whoever is asked has a default that is legal."""
    for seat in play.asked(game):
        assert play.default_of(game, seat) in play.boxes(game, seat)


def alone_with_allies(game: Dune) -> None:
    """DUN-5.3.2: after the phase no territory but the Polar Sink holds two allies."""
    for seat, other in enumerate(game.ally):
        if other >= 0:
            shared = {TERRITORY_OF[one] for one, _ in game.forces[seat]} & {
                TERRITORY_OF[one] for one, _ in game.forces[other]
            }
            assert shared <= {POLE}, "allies stand together"


def denied(game: Dune, seat: int) -> set[int]:
    """The territories into which a seat has said it will not go."""
    own = [
        promise
        for promise in game.promises
        if promise.seat == seat and promise.question == "ask_entry" and not promise.yes
    ]
    return {TERRITORY[promise.about] for promise in own}


def no_promise_is_broken(before: Dune, after: Dune) -> None:
    """DUN-TT-M1: there are no more forces of a seat where it has promised to bring none."""
    for seat in SEATS:
        for number in denied(before, seat):
            was, now = (
                sum(count for where, count in game.forces[seat] if TERRITORY_OF[where] == number)
                for game in (before, after)
            )
            assert now <= was, "a promise is broken"


@pytest.mark.parametrize("seed", range(8))
def test_shipment_and_movement_at_random(seed: int) -> None:
    """DUN-1.5, DUN-2.9.2, DUN-1.1.2, DUN-2.3.1, DUN-2.8.1, DUN-TT-M1: in any position, with any answers."""
    chance, before, taken = Random(seed), list[Dune](), 0
    table = anything(chance)
    for game in steps(table, chance, ShipmentAndMovement, ENOUGH):
        taken += 1
        if before:
            no_promise_is_broken(before.pop(), game)
        before.append(RULES.decode(RULES.encode(game)))
        for seat in play.asked(game):
            boxes_agree(play.boxes(game, seat), chance)
        defaults_are_legal(game)
    if playing(table.game, ShipmentAndMovement) is None:
        alone_with_allies(table.game)
    no_promise_is_broken(before.pop(), table.game)
    assert taken > 1


@pytest.mark.parametrize("seed", range(6))
def test_a_promise_that_can_be_kept_is_kept(seed: int) -> None:
    """DUN-TT-M1, DUN-7.12.3: on an open map with money enough, whatever is answered at random enters in the end."""
    chance = Random(seed)
    where = chance.choice(("Arrakeen", "Old Gap", "Cielago South", "Pasty Mesa", "Polar Sink"))
    table = Table(
        "shipment_and_movement", first=EMP, forces={EMP: "Imperial Basin 9: 3, Cielago North 1: 2"}, spice={EMP: 2}
    )
    table.game.promises = [Promise(table.seat(EMP), "ask_entry", territory(where), yes=True)]
    while table.asked() == [EMP] or table.key == "faction_turn.companion":
        (asked,) = table.asked()
        table.do(asked, table.boxes(asked).sample(chance.randrange))
    assert table.forces(EMP, where) > 0
    assert table.told(PromiseLapsed) == []


@pytest.mark.parametrize("rate", [*FULL, *HALF, HOMEWARD])
def test_all_that_can_be_paid_for(rate: object) -> None:
    """DUN-2.3.1, DUN-5.2.2: the terms hold exactly the shares that cover the price, each number of forces once."""
    for own in range(5):
        for helped in range(4):
            terms = payable(rate, 6, own, helped)  # type: ignore[arg-type]
            listed = {
                (forces, share)
                for one in terms
                for forces in range(one.low, one.high + 1)
                for share in range(one.least, one.share + 1)
            }
            cost = {forces: rate.price(forces) for forces in range(1, 7)}  # type: ignore[attr-defined]
            fits = {
                (forces, share)
                for forces in cost
                for share in range(helped + 1)
                if share <= cost[forces] <= own + share
            }
            assert listed == fits


# --- planted faults -----------------------------------------------------------------------------


def everybody_sees(monkeypatch: pytest.MonkeyPatch, hidden: Callable[[Dune], object]) -> None:
    """Plant a fault: the view shows this besides."""
    view: Any = lambda game, seat: (RULES.view(game, seat), hidden(game))  # noqa: E731
    monkeypatch.setattr(anybody, "RULES", replace(RULES, view=view))


def test_a_spice_card_that_all_could_see_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-1.5: the fault is planted: everybody sees the top spice card."""
    table = Table("shipment_and_movement", spice_deck="Old Gap")
    secrets_are_kept(table.game, Random(0))
    everybody_sees(monkeypatch, lambda game: game.spice_deck[-1:])
    with pytest.raises(AssertionError, match="notices something"):
        secrets_are_kept(table.game, Random(0))


def test_an_allowance_that_others_could_see_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-1.5: the fault is planted: everybody sees what allies allow each other, and what they lend."""
    table = Table("shipment_and_movement", allies=((ATR, EMP), (HAR, GUI)))
    secrets_are_kept(table.game, Random(0))
    for hidden in ("allowance", "lent", "extra_revivals"):
        everybody_sees(monkeypatch, attrgetter(hidden))
        with pytest.raises(AssertionError, match="notices something"):
            secrets_are_kept(table.game, Random(0))


def test_a_broken_promise_would_be_noticed() -> None:
    """DUN-TT-M1: the fault is planted: forces land where they were promised not to."""
    table = Table("shipment_and_movement", first=EMP)
    table.game.promises = [Promise(table.seat(EMP), "ask_entry", territory("Arrakeen"))]
    after = RULES.decode(RULES.encode(table.game))
    after.forces[EMP] = ((LOCATION[place("Arrakeen")], 1),)
    with pytest.raises(AssertionError, match="a promise is broken"):
        no_promise_is_broken(table.game, after)


def test_a_wrong_price_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-4.7.4: the fault is planted: the ally's share is not paid; the bank's book shows it."""
    table = Table("shipment_and_movement", first=EMP)
    monkeypatch.setattr(shipping, "pay", lambda game, payer, to, amount, rule, tell: game.spice.__setitem__(payer, 0))
    with pytest.raises(AssertionError):
        table.do(EMP, Ship(1, place("Arrakeen")))


def test_allies_that_stay_together_would_be_noticed() -> None:
    """DUN-5.3.2: the fault is planted: the second ally does not part from the first."""
    table = Table("shipment_and_movement", allies=((ATR, EMP),), forces={ATR: "Old Gap 9: 1", EMP: "Old Gap 10: 1"})
    with pytest.raises(AssertionError, match="together"):
        alone_with_allies(table.game)
    section = table.game.stack[-2]
    assert isinstance(section, ShipmentAndMovement)
    section.acted = [ATR, EMP]
    part_from_ally(table.game, FactionTurn(seat=EMP), table.listener)
    alone_with_allies(table.game)
