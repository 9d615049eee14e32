"""DUN-4.5: Bidding: so many cards as there are hands with room, one auction for each."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.events.bidding import AuctionOpened, BidPassed, CardForeseen, CardsDrawn, CardsReturned
from turncoat.games.dune.factions import of
from turncoat.games.dune.hands import draw_treachery, has_room
from turncoat.games.dune.karama import prevented, use_up
from turncoat.games.dune.sections import Auction, Bidding
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending, decide, each, flow


def after(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-2.2.3: the seats counterclockwise after one, itself last."""
    place = game.order.index(seat) + 1
    return game.order[place:] + game.order[:place]


def draw_cards(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.1: as many cards as factions have room, fewer only if cards run out."""
    number = sum(has_room(game, seat) for seat in seats_of(game))
    drawn = [draw_treachery(game, tell) for _ in range(number)]
    bidding.cards = [card for card in reversed(drawn) if card]
    bidding.total = len(bidding.cards)
    tell.all(CardsDrawn, "DUN-4.5.1", bidding.total)


def next_auction(game: Dune, bidding: Bidding, tell: Tell) -> Auction | None:
    """DUN-4.5.2, DUN-4.5.3: the next card, opened by the next faction with room after the last opener."""
    line = game.order if bidding.opener == NOBODY else after(game, bidding.opener)
    opener = next((seat for seat in line if has_room(game, seat)), NOBODY)
    if not bidding.cards or opener == NOBODY:
        return None
    bidding.opener = opener
    return Auction(card=bidding.cards.pop(), opener=opener, turn=opener)


def return_cards(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.9, DUN-4.5.10: cards that were not auctioned go back on top in unchanged order."""
    if bidding.cards:
        game.treachery += bidding.cards
        tell.all(CardsReturned, "DUN-4.5.9", len(bidding.cards))
        bidding.cards = []


def open_card(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.2, DUN-6.2.1: the auction opens; the seers see the card unless K-01 prevents it."""
    bidding = next(section for section in game.stack if isinstance(section, Bidding))
    number = bidding.total - len(bidding.cards)
    tell.all(AuctionOpened, "DUN-4.5.3", number, faction_id(game, auction.opener))
    for seat in seats_of(game):
        if of(game, seat).sees_auctions():
            if prevented(game, "K-01"):
                use_up(game, "K-01", tell)
            else:
                auction.seen_by.append(seat)
                tell.only((seat,), CardForeseen, "DUN-6.2.1", auction.card)


def bidder(game: Dune, auction: Auction) -> tuple[int, ...]:
    """DUN-4.5.4: whose turn it is; nobody once the auction is over."""
    return () if auction_over(game, auction) else (auction.turn,)


def auction_over(game: Dune, auction: Auction) -> bool:
    """DUN-4.5.5, DUN-4.5.9: the turn has come back to the high bidder, or everybody has passed."""
    rivals = [seat for seat in game.order if has_room(game, seat) and seat != auction.high]
    return auction.taken or all(seat in auction.passed for seat in rivals)


def bid_boxes(game: Dune, auction: Auction, seat: int) -> Boxes[DuneAction]:
    """DK-09: pass; bid more than the standing bid; take the card by Karama."""
    return pass_boxes(game, auction, seat)


def bid(game: Dune, auction: Auction, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.5.4, DUN-4.5.5: a pass is not final as long as somebody else raises."""
    seat = auction.turn
    auction.passed.append(seat)
    tell.all(BidPassed, "DUN-4.5.5", faction_id(game, seat))
    auction.turn = next(one for one in after(game, seat) if has_room(game, one))


def award(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.6 to DUN-4.5.9: the high bidder pays and takes the card; if nobody bid, the phase is over."""
    bidding = next(section for section in game.stack if isinstance(section, Bidding))
    bidding.cards.append(auction.card)
    game.treachery += bidding.cards
    tell.all(CardsReturned, "DUN-4.5.9", len(bidding.cards))
    bidding.cards = []


flow(Bidding, draw=draw_cards, auctions=each(next_auction), rest=return_cards)
flow(
    Auction,
    window=decide(pass_boxes, shut, default=passing, asked=everybody("W-4"), offer=True, beside=anytime, act=in_window),
    opening=open_card,
    bid=decide(
        bid_boxes, bid, default=passing, asked=bidder, offer=True, until=auction_over, beside=anytime, act=at_once
    ),
    award=award,
)
