"""Phases at random: whatever happens in them, nothing is lost and nobody learns what he may not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from tests.games.dune.anybody import SEATS, deal, secrets_are_kept, steps
from tests.games.dune.story import ATR, BG, EMP, GUI, HAR, Table, clash, place, plan, territory

from turncoat.games.dune.alliances.rules import form
from turncoat.games.dune.battle import Prescience
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bidding.events import AuctionOpened, BidMade, BidPassed, CardSold, CardsReturned
from turncoat.games.dune.bidding.rules import NONE_BEYOND, answers
from turncoat.games.dune.facts import LEADER_IDS, STRENGTH
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.rules import choices
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Auction, Battles, Bidding, FactionTurn, Revival, ShipmentAndMovement
from turncoat.games.dune.shared.cards import SPICE_DECK
from turncoat.games.dune.shared.map import LOCATION, LOCATION_IDS, POLE, TERRITORY, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shipment.movement import part_from_ally
from turncoat.games.dune.shipment.shipping import FULL, HALF, HOMEWARD, payable
from turncoat.games.dune.state import Dune, Promise, playing
from turncoat.games.dune.truthtrance.events import PromiseLapsed

# --- battles --------------------------------------------------------------------------------------

QUESTIONS = ("ask_hero", "ask_plan", "ask_weapon", "ask_defence", "ask_dial")
KINDS = ("projectile", "poison", "lasgun", "shield", "snooper", "cheap-hero", "worthless")


def any_battles(chance: Random) -> Table:
    """A Battle Phase in which anything may be the case: forces on a heap, full hands, dead leaders, allies, notes."""
    table = Table(
        "storm",
        storm=chance.randrange(18),
        voice_kinds=chance.choice(("six", "seven")),
        battle_scope=chance.choice(("territory", "connected")),
        own_explosion=chance.random() < 0.5,
        leaders_stay=chance.random() < 0.5,
    )
    game = table.game
    where = chance.sample(LOCATION_IDS, 3)
    for seat in SEATS:
        spots = sorted({chance.choice(where): chance.randint(1, 6) for _ in range(2)}.items())
        game.forces[seat] = tuple(sorted((LOCATION_IDS.index(place), number) for place, number in spots))
        game.tanks[seat] = chance.randint(0, 6)
        game.reserves[seat] = 20 - game.tanks[seat] - sum(number for _, number in spots)
    deal(game, chance, 4)
    deal_traitors(game, chance)
    for number in chance.sample(range(len(LEADER_IDS)), chance.randint(0, 20)):
        game.alive[number], game.deaths[number] = False, 1
    if chance.random() < 0.7:
        one, other = chance.sample(SEATS, 2)
        form(game, one, other)
    game.promises = [
        Promise(chance.choice(SEATS), chance.choice(QUESTIONS), chance.choice(KINDS), chance.randint(0, 6), yes=flip)
        for flip in chance.choices((True, False), k=3)
    ]
    for orders in game.standing_orders:
        orders.clear()
    table.enter("battles")
    return table


def deal_traitors(game: Dune, chance: Random) -> None:
    traitors = chance.sample(LEADER_IDS, len(LEADER_IDS))
    game.dealt = [tuple(traitors[4 * seat : 4 * seat + 4]) for seat in SEATS]
    game.traitors = [dealt if seat == 1 else dealt[:1] for seat, dealt in enumerate(game.dealt)]
    game.undealt = tuple(traitors[24:])


@pytest.mark.parametrize("seed", range(8))
def test_battles_at_random(seed: int) -> None:
    """DUN-1.5, DUN-2.9.2, DUN-1.1.2, DUN-2.3.1: in any position, with any answers."""
    chance = Random(seed)
    assert sum(1 for _ in steps(any_battles(chance), chance, Battles, 60)) > 1


# --- auctions and revivals: everything that can be paid, and nothing else -------------------------

PHASES = ("bidding", "revival")


@pytest.mark.parametrize(("low", "own", "lent"), list(product((1, 3, 6), (0, 2, 5), (0, 1, 4))))
def test_every_bid_that_is_covered(low: int, own: int, lent: int) -> None:
    """DUN-4.5.4: higher, own share not above own spice, the ally's not above what it lends; each once."""
    found = [
        answer
        for answer in answers(low, own, lent, karama=False, beyond=NONE_BEYOND, promise=None)
        if type(answer) is Bid
    ]
    expected = {
        Bid(amount, share)
        for amount, share in product(range(low, own + lent + 1), range(lent + 1))
        if 0 <= amount - share <= own
    }
    assert sorted(found, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize(("dead", "spice", "free"), list(product((0, 1, 3, 7), (0, 1, 3, 6), (1, 2, 3))))
def test_every_revival_that_can_be_paid(dead: int, spice: int, free: int) -> None:
    """DUN-4.6.2, DUN-4.6.4, DUN-6.6.3: forces and extra ones among the dead, price and strength within the purse."""
    leaders = ("seers-1", "seers-3", "seers-4", "seers-5")
    extra, found = 2, list(choices(dead, spice, free, 2, leaders))
    expected = {
        Revive(forces, more, leader)
        for forces, more, leader in product(range(4), range(extra + 1), (None, *leaders))
        if forces + more <= dead and 2 * max(0, forces - free) + STRENGTH.get(leader or "", 0) <= spice
    }
    assert sorted(found, key=str) == sorted(expected, key=str)


def any_supplies(chance: Random, phase: str) -> Table:
    """A phase in which anything may be the case: purses, hands, allies, allowances, notes, dead forces and leaders."""
    table = Table(
        "storm",
        spice={seat: chance.randint(0, 12) for seat in SEATS},
        tanks={seat: chance.randint(0, 8) for seat in SEATS},
        stops=chance.choice(("", "W-4, W-5")),
        first=chance.choice(SEATS),
        karama_bids=chance.random() < 0.5,
        passed_cards=chance.choice(("same_order", "shuffled")),
        revival_order=chance.choice(("storm_order", "together")),
        leader_revival=chance.choice(("no_living_leader", "all_died_once")),
        lend_all_foresight=chance.random() < 0.5,
    )
    deal(table.game, chance, 1)
    one, other, third, fourth, *_ = chance.sample(SEATS, 6)
    form(table.game, one, other)
    if chance.random() < 0.5:
        form(table.game, third, fourth)
    for number in chance.sample(range(len(LEADER_IDS)), 22):
        table.game.alive[number], table.game.deaths[number] = False, chance.randint(1, 2)
    for seat, ally in enumerate(table.game.ally):
        table.game.allowance[seat] = chance.randint(0, table.game.spice[seat]) if ally >= 0 else 0
    table.enter(phase)
    return table


@cache
def played(seed: int, phase: str) -> Table:
    """A phase that was played on, with every check at every step."""
    chance = Random(seed)
    table = any_supplies(chance, phase)
    for _ in steps(table, chance, Bidding if phase == "bidding" else Revival, 120):
        pass
    return table


def auctions_are_told_as_they_should_go(table: Table) -> None:
    """DUN-4.5.4 to DUN-4.5.6: bids rise, the last bidder gets the card for his bid."""
    bids: list[BidMade] = []
    for _, event in table.listener.heard:
        match event:
            case AuctionOpened():
                bids = []
            case BidMade():
                assert not bids or event.amount > bids[-1].amount
                assert not bids or event.faction != bids[-1].faction
                bids.append(event)
            case CardSold(karama=False):
                assert (event.faction, event.amount) == (bids[-1].faction, bids[-1].amount)
            case CardsReturned():
                assert not bids


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", range(6))
def test_supplies_at_random(seed: int, phase: str) -> None:
    """DUN-1.5, DUN-2.9.2, DUN-2.3.1, DUN-2.3.2: in any position, with any answers."""
    auctions_are_told_as_they_should_go(played(seed, phase))


def test_random_auctions_see_everything() -> None:
    """DUN-4.5.4: the auctions above are no empty ones: there are bids, passes and sales."""
    heard = {type(event) for seed in range(6) for _, event in played(seed, "bidding").listener.heard}
    assert {AuctionOpened, BidMade, BidPassed, CardSold} <= heard


def planted(**fault: object) -> list[str]:
    """What the audit says of an auction with a fault."""
    table = Table("bidding", first=ATR, hands={HAR: "Karama"}, allies=((EMP, GUI),)).do(ATR, Bid(5))
    auction = table.game.stack[-1]
    assert isinstance(auction, Auction)
    for name, value in fault.items():
        setattr(auction, name, value)
    return RULES.audit(table.game)


def test_the_audit_of_auctions_sees_faults() -> None:
    """DUN-4.5.4, DUN-2.3.2, DUN-O-17: each fault is planted and found; without one nothing is."""
    assert planted() == []
    assert "DUN-4.5.4" in planted(turn=ATR)[0]
    assert "DUN-2.3.2" in planted(bid=11)[0]
    assert "DUN-5.2.1" in planted(high=EMP, help=3)[0]
    assert "DUN-O-17" in planted(backed=True)[0]
    table = Table("bidding", first=BG, hands={ATR: "Shield, Shield, Shield, Shield"})
    auction = table.game.stack[-1]
    assert isinstance(auction, Auction)
    auction.turn = ATR
    assert "DUN-4.5.4" in RULES.audit(table.game)[0]


# --- shipment and movement ------------------------------------------------------------------------


def any_travels(chance: Random) -> Table:
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
    table = any_travels(chance)
    for game in steps(table, chance, ShipmentAndMovement, 40):
        taken += 1
        if before:
            no_promise_is_broken(before.pop(), game)
        before.append(RULES.decode(RULES.encode(game)))
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


def sealed() -> Table:
    """DUN-4.8.8: a battle in which one plan is on file."""
    table = clash(ATR, EMP, hands={EMP: "Lasgun, Shield"}).do(ATR, Prescience("dial"))
    return table.do(EMP, plan(3, "Bashar", "Lasgun", "Shield"))


@pytest.mark.parametrize(
    ("hidden", "table"),
    [
        (lambda game: game.spice_deck[-1:], Table("shipment_and_movement", spice_deck="Old Gap")),
        (attrgetter("allowance"), Table("shipment_and_movement", allies=((ATR, EMP), (HAR, GUI)))),
        (attrgetter("lent"), Table("shipment_and_movement", allies=((ATR, EMP), (HAR, GUI)))),
        (attrgetter("extra_revivals"), Table("shipment_and_movement", allies=((ATR, EMP), (HAR, GUI)))),
        (lambda game: repr(game.stack[-1].plans), sealed()),
        (lambda game: game.stack[-1].card, Table("bidding", first=ATR, deck="Lasgun")),
    ],
    ids=[
        "the next spice card",
        "an allowance",
        "what is lent",
        "extra revivals",
        "a sealed plan",
        "the card on auction",
    ],
)
def test_what_all_could_see_would_be_noticed(hidden: Callable[[Dune], object], table: Table) -> None:
    """DUN-1.5, DUN-2.9.2: the fault is planted: the view shows everybody this besides."""
    view: Any = lambda game, seat: (RULES.view(game, seat), hidden(game))  # noqa: E731
    secrets_are_kept(table, Random(0))
    with pytest.raises(AssertionError, match="can tell by view"):
        secrets_are_kept(table, Random(0), replace(RULES, view=view))


def test_a_broken_promise_would_be_noticed() -> None:
    """DUN-TT-M1: the fault is planted: forces land where they were promised not to."""
    table = Table("shipment_and_movement", first=EMP)
    table.game.promises = [Promise(table.seat(EMP), "ask_entry", territory("Arrakeen"))]
    after = RULES.decode(RULES.encode(table.game))
    after.forces[EMP] = ((LOCATION[place("Arrakeen")], 1),)
    with pytest.raises(AssertionError, match="a promise is broken"):
        no_promise_is_broken(table.game, after)


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
