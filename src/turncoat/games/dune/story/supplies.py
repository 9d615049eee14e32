"""What the events of Bidding, Revival, Shipment and Movement do to the past (DUN-4.5 to DUN-4.7)."""

from __future__ import annotations

from typing import cast

from turncoat.games.dune.bids import next_bidder
from turncoat.games.dune.cards import ATOMICS, KARAMA
from turncoat.games.dune.events import bidding, movement
from turncoat.games.dune.forces import kill, march, muster, recall, revive, stacks_in
from turncoat.games.dune.knowledge import note_all
from turncoat.games.dune.leaders import comes_back
from turncoat.games.dune.map import LOCATION, POLE, POLE_LOCATION, TERRITORY, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.promises import drop, entered
from turncoat.games.dune.questions import AskPass
from turncoat.games.dune.sections import Auction, Bidding, FactionTurn, ShipmentAndMovement
from turncoat.games.dune.state import NOBODY
from turncoat.games.dune.story.past import BLANK, Handlers, Past
from turncoat.games.dune.story.phases import open_revival

# --- cards and auctions -----------------------------------------------------------------------------


def drawn(past: Past, one: bidding.CardsDrawn) -> None:
    """DUN-4.5.1: so many cards are on the table; some may have been drawn before the deck was shuffled."""
    del past.game.treachery[: one.cards - past.early]
    past.early = 0
    phase = past.section(Bidding)
    if phase is not None:
        phase.total, phase.cards = one.cards, [BLANK] * one.cards


def shuffled(past: Past, one: bidding.TreacheryShuffled) -> None:
    """DUN-2.4.3, R-77: the discards are the new deck; Family Atomics stay where they are."""
    game = past.game
    past.early = 0 if past.owed else len(game.treachery)
    game.treachery = [BLANK] * (one.cards - past.owed)
    past.owed = 0
    game.treachery_discards = [card for card in game.treachery_discards if card == ATOMICS]


def opened(past: Past, one: bidding.AuctionOpened) -> None:
    """DUN-4.5.3: a card, and who opens."""
    seat, phase = past.seat(one.faction), past.section(Bidding)
    if phase is not None:
        phase.cards = [BLANK] * (phase.total - one.number)
    past.open(Auction(card=BLANK, opener=seat, turn=seat))


def bid(past: Past, one: bidding.BidMade) -> None:
    """DUN-4.5.4: a higher bid."""
    seat, auction = past.seat(one.faction), past.section(Auction)
    drop(past.game, AskPass, seat=seat)
    if auction is not None:
        auction.high, auction.bid, auction.help = seat, one.amount, one.help
        auction.passed, auction.backed = [], False
        auction.turn = next_bidder(past.game, auction, seat)


def backed(past: Past, one: bidding.BidBacked) -> None:
    """O-17: a Karama card stands behind the bid, and everybody knows whose it is."""
    seat, auction = past.seat(one.faction), past.section(Auction)
    note_all(past.game, seat, (KARAMA,))
    if auction is not None:
        auction.backed = True


def passed(past: Past, one: bidding.BidPassed) -> None:
    """DUN-4.5.5: a pass."""
    seat, auction = past.seat(one.faction), past.section(Auction)
    drop(past.game, AskPass, seat=seat)
    if auction is not None:
        auction.passed.append(seat)
        auction.turn = next_bidder(past.game, auction, seat)


def sold(past: Past, one: bidding.CardSold) -> None:
    """DUN-4.5.6: the card goes to a hand."""
    drop(past.game, AskPass)
    seat, auction = past.seat(one.faction), past.section(Auction)
    past.gain(seat)
    if auction is not None:
        auction.high, auction.turn = seat, NOBODY


def bonus(past: Past, one: bidding.BonusTaken) -> None:
    """DUN-6.3.4: one more card; if the deck is empty, it is shuffled only now."""
    past.gain(past.seat(one.faction))
    if past.game.treachery:
        past.game.treachery.pop()
    else:
        past.owed = 1


def returned(past: Past, one: bidding.CardsReturned) -> None:
    """DUN-4.5.9: nobody bid; the rest lies on the deck again."""
    drop(past.game, AskPass)
    past.game.treachery += [BLANK] * one.cards
    phase = past.section(Bidding)
    if phase is not None:
        phase.cards = []
    past.close()


# --- revival ------------------------------------------------------------------------------------------


def forces_revived(past: Past, one: bidding.ForcesRevived) -> None:
    """DUN-4.6.2: forces go back to the reserves."""
    seat = past.seat(one.faction)
    open_revival(past.game, seat)
    revive(past.game, seat, one.forces)


def leader_revived(past: Past, one: bidding.LeaderRevived) -> None:
    """DUN-4.6.4: a leader lives again."""
    open_revival(past.game, past.seat(one.faction))
    comes_back(past.game, one.leader)


# --- shipment and movement ----------------------------------------------------------------------------


def act(past: Past, faction: str) -> int:
    """DUN-4.7.1: whose turn it is; who comes after it is still to act."""
    seat, phase = past.seat(faction), past.section(ShipmentAndMovement)
    if phase is not None and seat in past.game.order:
        place = past.game.order.index(seat) + 1
        phase.left = list(past.game.order[place:])
    past.open(FactionTurn(seat=seat))
    return seat


def arrive(past: Past, seat: int, place: int) -> None:
    """TT-M1: a promise to come is kept."""
    entered(past.game, seat, TERRITORY_IDS[TERRITORY_OF[place]])


def shipped(past: Past, one: movement.Shipped | movement.Rallied) -> None:
    """DUN-4.7.2, DUN-6.1.2: forces come from the reserves."""
    seat, place = act(past, one.faction), LOCATION[one.to]
    muster(past.game, seat, place, one.forces)
    past.landed = place
    arrive(past, seat, place)


def transferred(past: Past, one: movement.Transferred) -> None:
    """DUN-6.5.2: forces go across the planet, or back to the reserves."""
    seat = act(past, one.faction)
    origins = [(LOCATION[place], number) for place, number in one.forces.items()]
    if one.to:
        march(past.game, seat, origins, LOCATION[one.to])
        arrive(past, seat, LOCATION[one.to])
        return
    for place, number in origins:
        recall(past.game, seat, place, number)


def accompanied(past: Past, one: movement.Accompanied) -> None:
    """DUN-6.4.3: one force goes along to the middle of the map."""
    seat = past.seat(one.faction)
    muster(past.game, seat, POLE_LOCATION, 1)
    entered(past.game, seat, TERRITORY_IDS[POLE])


def moved(past: Past, one: movement.Moved) -> None:
    """DUN-4.7.6: forces move."""
    seat, goal = act(past, one.faction), LOCATION[one.to]
    march(past.game, seat, [(LOCATION[place], number) for place, number in one.forces.items()], goal)
    arrive(past, seat, goal)


def parted(past: Past, one: movement.AlliesParted) -> None:
    """DUN-5.3.2: whoever stands beside the ally dies."""
    seat = past.seat(one.faction)
    for place, number in stacks_in(past.game, seat, TERRITORY[one.territory]):
        kill(past.game, seat, place, number)


HANDLERS: Handlers = cast("Handlers", {
    bidding.CardsDrawn: drawn,
    bidding.TreacheryShuffled: shuffled,
    bidding.AuctionOpened: opened,
    bidding.BidMade: bid,
    bidding.BidBacked: backed,
    bidding.BidPassed: passed,
    bidding.CardSold: sold,
    bidding.BonusTaken: bonus,
    bidding.CardsReturned: returned,
    bidding.ForcesRevived: forces_revived,
    bidding.LeaderRevived: leader_revived,
    movement.Shipped: shipped,
    movement.Rallied: shipped,
    movement.Transferred: transferred,
    movement.Accompanied: accompanied,
    movement.Moved: moved,
    movement.AlliesParted: parted,
})  # fmt: skip
"""What these events do."""
