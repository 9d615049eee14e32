"""DUN-4.5: Bidding: so many cards as there are hands with room, one auction for each."""

from __future__ import annotations

from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.bids import (
    after,
    auction_over,
    bid,
    bid_boxes,
    bidder,
    give_turn,
    pass_or_lowest,
)
from turncoat.games.dune.cards import KARAMA
from turncoat.games.dune.events.bidding import AuctionOpened, CardForeseen, CardsDrawn, CardSold, CardsReturned
from turncoat.games.dune.factions import of
from turncoat.games.dune.foresight import sharing
from turncoat.games.dune.hands import draw_treachery, has_room, take, use
from turncoat.games.dune.karama import prevented, use_up
from turncoat.games.dune.knowledge import forget_top, note
from turncoat.games.dune.promises import drop
from turncoat.games.dune.questions import AskPass
from turncoat.games.dune.sections import Auction, Bidding
from turncoat.games.dune.spice import pay
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel import Tell, decide, each, flow, shuffle, within


def draw_cards(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.1: as many cards as factions have room, fewer only if cards run out.

    DUN-1.5: whoever knew the top of the deck still knows it as the first card.
    """
    number = sum(has_room(game, seat) for seat in seats_of(game))
    bidding.knowing = [seat for seat in seats_of(game) if number and game.known_top[seat]]
    drawn = [draw_treachery(game, tell) for _ in range(number)]
    bidding.cards = [card for card in reversed(drawn) if card]
    bidding.total = len(bidding.cards)
    tell.all(CardsDrawn, bidding.total)


def next_auction(game: Dune, bidding: Bidding, tell: Tell) -> Auction | None:
    """DUN-4.5.2, DUN-4.5.3: the next card, opened by the next faction with room after the last opener.

    Somebody has room as long as there are cards: there were no more of them than hands with room (DUN-4.5.10).
    """
    if not bidding.cards:
        return None
    line = game.order if bidding.opener == NOBODY else after(game, bidding.opener)
    bidding.opener = opener = next(seat for seat in line if has_room(game, seat))
    knowing, bidding.knowing = bidding.knowing, []
    return Auction(card=bidding.cards.pop(), opener=opener, seen_by=knowing)


def put_back(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.9, O-24: cards that were not sold go back on top, in unchanged order or shuffled."""
    forget_top(game)
    if game.options.passed_cards == "shuffled":
        shuffle(game.chance, bidding.cards)
    game.treachery += bidding.cards
    tell.all(CardsReturned, len(bidding.cards))
    bidding.cards = []


def open_card(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.2, DUN-6.2.1: the auction opens; the seers see the card unless K-01 prevents it (O-14)."""
    bidding = within(game, Bidding)
    number = bidding.total - len(bidding.cards)
    tell.all(AuctionOpened, number, faction_id(game, auction.opener))
    for seat in seats_of(game):
        if of(game, seat).sees_auctions():
            if prevented(game, "K-01"):
                use_up(game, "K-01", tell)
            else:
                audience = sharing(game, seat)
                auction.seen_by = [*(one for one in auction.seen_by if one not in audience), *audience]
                tell.only(audience, CardForeseen, auction.card)
    give_turn(game, auction, auction.opener, tell)


def award(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.6 to DUN-4.5.9: the high bidder pays and takes the card; if nobody bid, the phase is over."""
    drop(game, AskPass)
    if auction.high == NOBODY:
        nobody_bid(game, auction, tell)
        return
    buyer, free = auction.high, auction.taken or auction.backed
    if free:
        use(game, buyer, KARAMA, "DUN-7.11.1" if auction.taken else "DUN-O-17", tell)
    tell.all(CardSold, faction_id(game, buyer), 0 if free else auction.bid, free)
    if not free:
        pay_for_card(game, auction, tell)
    take(game, buyer, auction.card, "DUN-4.5.6", tell)
    note(game, [seat for seat in auction.seen_by if seat != buyer], buyer, auction.card)
    auction.card = ""
    of(game, buyer).after_purchase(game, buyer, tell)


def pay_for_card(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.6, DUN-6.6.2: to the throne if another faction buys, else to the bank; the ally's share likewise (R-30).

    K-09 sends one payment, both shares of it, to the bank.
    """
    buyer = auction.high
    paid = (seat for seat in seats_of(game) if seat != buyer and of(game, seat).is_paid_for_cards())
    to = next(paid, NOBODY)
    if to != NOBODY and prevented(game, "K-09"):
        use_up(game, "K-09", tell)
        to = NOBODY
    pay(game, buyer, to, auction.bid - auction.help, "DUN-4.5.6", tell)
    pay(game, game.ally[buyer], to, auction.help, "DUN-4.5.6", tell)


def nobody_bid(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.9, DUN-1.5: the card lies on top again; whoever saw it knows that it lies there."""
    bidding = within(game, Bidding)
    bidding.cards.append(auction.card)
    stays_on_top = game.options.passed_cards == "same_order" or len(bidding.cards) == 1
    put_back(game, bidding, tell)
    for seat in auction.seen_by if stays_on_top else ():
        game.known_top[seat] = auction.card
    auction.card = ""


flow(Bidding, draw=draw_cards, auctions=each(next_auction))
flow(
    Auction,
    window=decide(pass_boxes, shut, default=passing, asked=everybody("W-4"), offer=True, beside=anytime, act=in_window),
    opening=open_card,
    bid=decide(
        bid_boxes,
        bid,
        default=pass_or_lowest,
        asked=bidder,
        offer=True,
        until=auction_over,
        beside=anytime,
        act=at_once,
    ),
    award=award,
)
