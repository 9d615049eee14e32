"""DUN-4.5: the events of Bidding."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.events import Card, DuneEvent, Faction, Spice
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.kernel import Message


class BiddingEvent(DuneEvent, stage="bidding"):
    """Anything that can happen in Bidding."""


class CardsDrawn(BiddingEvent, rule="DUN-4.5.1"):
    """This many cards will be auctioned."""

    says = Message("{cards:card} will be auctioned.", without=("cards", "All hands are full: no card is auctioned."))

    cards: int


class AuctionOpened(BiddingEvent, rule="DUN-4.5.3"):
    """The number of the card, from 1, and the faction that opens."""

    says = Message("{faction} opens the auction of card {number}.")

    number: int
    faction: Faction


class CardForeseen(BiddingEvent, rule="DUN-6.2.1", private=True):
    """DUN-6.2.1, only for those who may see it: the card on auction."""

    says = Message("You see the card on auction: {card}.")

    card: Card


class BidMade(BiddingEvent, rule="DUN-4.5.4", does="bids"):
    """A bid, and the ally's share in it."""

    says = Message("{faction} bids {amount}; the ally pays {help} of it.", without=("help", "{faction} bids {amount}."))

    faction: Faction
    amount: int
    help: int


class BidBacked(BiddingEvent, rule="DUN-O-17"):
    """DUN-O-17: the bidder cannot pay the bid, and backs it with a Karama card."""

    says = Message("{faction} shows {card} as cover for the bid.")
    card: ClassVar[Card] = KARAMA

    faction: Faction


class BidPassed(BiddingEvent, rule="DUN-4.5.5", does="passes"):
    """A faction passed."""

    says = Message("{faction} passes.")

    faction: Faction


class CardSold(BiddingEvent, rule="DUN-4.5.6", weight=1, does="buys", tone="coin"):
    """The faction that got the card, and its price; with Karama the card is free.

    Attributes:
        karama: Whether the faction got it free, by Karama.
    """

    says = Message("{faction} gets the card with {card}.", without=("karama", "{faction} gets the card for {amount}."))
    card: ClassVar[Card] = KARAMA

    faction: Faction
    amount: Spice
    karama: bool


class BonusTaken(BiddingEvent, rule="DUN-6.3.4"):
    """DUN-6.3.4: a faction drew one more card."""

    says = Message("{faction} draws one more treachery card.")

    faction: Faction


class CardsReturned(BiddingEvent, rule="DUN-4.5.9"):
    """DUN-4.5.9: nobody bid; this many cards went back on the deck."""

    says = Message("Nobody bids: the auction ends, and {cards:# card goes|# cards go} back on the deck.")

    cards: int


class TreacheryShuffled(BiddingEvent, rule="DUN-2.4.3"):
    """DUN-2.4.3: the discards are shuffled into a new deck of this many cards."""

    says = Message("The discards are shuffled into a new treachery deck of {cards:card}.")

    cards: int
