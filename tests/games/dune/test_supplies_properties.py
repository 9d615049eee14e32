"""Auctions and revivals at random: everything that can be paid and nothing else, and nobody learns too much."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from tests.games.dune.anybody import SEATS, deal, secrets_are_kept, steps
from tests.games.dune.story import ATR, BG, EMP, GUI, HAR, Table

from turncoat.games.dune import view
from turncoat.games.dune.alliances.rules import form
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bidding.events import AuctionOpened, BidMade, BidPassed, CardSold, CardsReturned
from turncoat.games.dune.bidding.rules import NONE_BEYOND, answers
from turncoat.games.dune.facts import LEADER_IDS, STRENGTH
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.rules import choices
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Auction, Bidding, Revival

ENOUGH = 120
"""Answers and actions after which a table is left."""
PHASES = ("bidding", "revival")


# --- everything that can be paid, and nothing else ----------------------------------------------


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


# --- phases at random ---------------------------------------------------------------------------


def anything(chance: Random, phase: str) -> Table:
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
    table = anything(chance, phase)
    for _ in steps(table, chance, Bidding if phase == "bidding" else Revival, ENOUGH):
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


# --- planted faults -----------------------------------------------------------------------------


def test_a_card_that_all_could_see_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-2.9.2: the fault is planted: the card on auction is shown to everybody."""
    table = Table("bidding", first=ATR, deck="Lasgun")
    secrets_are_kept(table.game, Random(0))
    real = view.auction_view
    monkeypatch.setattr(view, "auction_view", lambda game, auction, seat: real(game, auction, 0))
    with pytest.raises(AssertionError, match="notices something"):
        secrets_are_kept(table.game, Random(0))


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
