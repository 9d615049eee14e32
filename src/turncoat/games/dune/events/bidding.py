"""DUN-4.5 and DUN-4.6: what happens in Bidding and Revival."""

from __future__ import annotations

from turncoat.kernel.events import Event


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """So many cards will be auctioned."""

    cards: int


class AuctionOpened(Event, frozen=True, tag="auction_opened"):
    """The number of the card, from 1, and who opens."""

    number: int
    faction: str


class CardForeseen(Event, frozen=True, tag="card_foreseen"):
    """DUN-6.2.1, for those who see it alone: the card on auction."""

    card: str


class BidMade(Event, frozen=True, tag="bid_made"):
    """A bid, and how much of it the ally pays."""

    faction: str
    amount: int
    help: int


class BidBacked(Event, frozen=True, tag="bid_backed"):
    """O-17: the bid is higher than what can be paid: a Karama card stands behind it."""

    faction: str


class BidPassed(Event, frozen=True, tag="bid_passed"):
    """Somebody passed."""

    faction: str


class CardSold(Event, frozen=True, tag="card_sold"):
    """Who got the card, for how much; by Karama for nothing."""

    faction: str
    amount: int
    karama: bool


class BonusTaken(Event, frozen=True, tag="bonus_taken"):
    """DUN-6.3.4: a further card was drawn."""

    faction: str


class CardsReturned(Event, frozen=True, tag="cards_returned"):
    """DUN-4.5.9: nobody bid; so many cards went back on the deck."""

    cards: int


class TreacheryShuffled(Event, frozen=True, tag="treachery_shuffled"):
    """DUN-2.4.3: the discards are the new deck of so many cards."""

    cards: int


class ForcesRevived(Event, frozen=True, tag="forces_revived"):
    """Forces came back: how many in all, how many of them at the ally's expense, and what the owner paid."""

    faction: str
    forces: int
    extra: int
    spice: int


class LeaderRevived(Event, frozen=True, tag="leader_revived"):
    """A leader came back, and for how much."""

    faction: str
    leader: str
    spice: int


EVENTS = (
    CardsDrawn,
    AuctionOpened,
    CardForeseen,
    BidMade,
    BidBacked,
    BidPassed,
    CardSold,
    BonusTaken,
    CardsReturned,
    TreacheryShuffled,
    ForcesRevived,
    LeaderRevived,
)
