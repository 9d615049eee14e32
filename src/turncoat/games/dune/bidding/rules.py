"""DUN-4.5: Bidding: one card for each hand with room, and one auction for each card."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import BONUS_CARD, CARD_INCOME, CARD_SIGHT, owner_of, takes_place
from turncoat.games.dune.alliances.rules import sharing
from turncoat.games.dune.anytime import ask, window
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.events import (
    AuctionOpened,
    BidBacked,
    BidMade,
    BidPassed,
    BonusTaken,
    CardForeseen,
    CardsDrawn,
    CardSold,
    CardsReturned,
)
from turncoat.games.dune.sections import Auction, Bidding
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shared.hands import can_draw, draw_treachery, forget_top, has_room, note, note_all, take, use
from turncoat.games.dune.shared.spice import help_for, pay
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.games.dune.truthtrance import AskPass
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import drop, made_by
from turncoat.kernel import Between, Box, Boxes, Closed, Pending, Tell, box, each, flow, never, shuffle, tag_of, within


def draw_cards(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.1: one card for each faction with room, face down, fewer if cards run out; without cards the phase ends.

    DUN-1.5: a seat that knew the top of the deck knows the first card.
    """
    number = sum(has_room(game, seat) for seat in seats_of(game))
    bidding.knowing = [seat for seat in seats_of(game) if number and game.known_top[seat]]
    drawn = [draw_treachery(game, tell) for _ in range(number)]
    bidding.cards = [card for card in reversed(drawn) if card]
    bidding.total = len(bidding.cards)
    tell.all(CardsDrawn, bidding.total)


def next_auction(game: Dune, bidding: Bidding, tell: Tell) -> Auction | None:
    """DUN-4.5.2, DUN-4.5.3: the next card, opened by the next faction with room after the last opener (DUN-R-26).

    The first card is opened by the first faction in storm order with room in hand, each further card by the next one
    counterclockwise after the faction that opened the previous card (DUN-4.5.3).

    Somebody has room as long as there are cards: there were no more of them than hands with room (DUN-4.5.10).

    A faction whose hand fills up drops out; the number of cards is not changed.
    """
    if not bidding.cards:
        return None
    line = game.order if bidding.opener == NOBODY else after(game, bidding.opener)
    bidding.opener = opener = next(seat for seat in line if has_room(game, seat))
    knowing, bidding.knowing = bidding.knowing, []
    return Auction(card=bidding.cards.pop(), opener=opener, seen_by=knowing)


def open_card(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.2, DUN-6.2.1: the auction opens; the seers see the card unless DUN-K-01 prevents it (DUN-O-14).

    Against the seers (Atreides): seeing the next card; an auction already open is not affected (DUN-K-01).
    """
    bidding = within(game, Bidding)
    number = bidding.total - len(bidding.cards)
    tell.all(AuctionOpened, number, faction_id(game, auction.opener))
    if takes_place(game, CARD_SIGHT, tell):
        audience = sharing(game, owner_of(game, CARD_SIGHT))
        auction.seen_by = [*(other for other in auction.seen_by if other not in audience), *audience]
        tell.only(audience, CardForeseen, auction.card)
    give_turn(game, auction, auction.opener, tell)


NO_COVER = "You cannot cover a higher bid: it must be {low} at least, and you have {own}{more}"
HELD_TO_BIDDING = "You have promised not to pass"
HELD_TO_PASSING = "You have promised to pass"
NONE_BEYOND = 0
"""The limit for backed bids if no Karama card can back one."""


# --- whose turn it is ---------------------------------------------------------------------------


def after(game: Dune, seat: int) -> tuple[int, ...]:
    """The seats counterclockwise after a seat; that seat comes last (DUN-2.2.3).

    Players act one after the other in storm order: each decides after seeing what the previous one did.
    """
    place = game.order.index(seat) + 1
    return game.order[place:] + game.order[:place]


def next_bidder(game: Dune, auction: Auction, seat: int) -> int:
    """DUN-4.5.4, DUN-4.5.5: the next seat with room; nobody once the turn is back at the high bidder (DUN-R-27).

    Before the first bid the auction is over when the turn comes back to the opener (DUN-4.5.9).
    """
    goal = auction.opener if auction.high == NOBODY else auction.high
    for one in after(game, seat):
        if one == goal:
            return NOBODY
        if has_room(game, one):
            return one
    return NOBODY


def give_turn(game: Dune, auction: Auction, seat: int, tell: Tell) -> None:
    """DUN-4.5.4: ask the next seat; DUN-7.12.4: drop a promise to bid that the seat publicly cannot keep."""
    auction.turn = seat
    if seat == NOBODY or promised_to_pass(game, seat) is not False:
        return
    ally = game.ally[seat]
    if game.spice[seat] + (0 if ally == NOBODY else game.spice[ally]) <= auction.bid:
        drop(game, AskPass, seat=seat)
        tell.all(PromiseLapsed, faction_id(game, seat), tag_of(AskPass), "")


def bidder(game: Dune, auction: Auction) -> tuple[int, ...]:
    """DUN-4.5.4: whose turn it is; nobody once it comes back to the high bidder (DUN-4.5.5), or the card was taken."""
    return () if auction.turn == NOBODY else (auction.turn,)


# --- what can be bid ----------------------------------------------------------------------------


def promised_to_pass(game: Dune, seat: int) -> bool | None:
    """DUN-TT-C1: what a seat has promised for its next turn: to pass, not to pass, or nothing (None)."""
    return next((promise.yes for promise in made_by(game, seat, AskPass)), None) if game.promises else None


@lru_cache(maxsize=4096)
def covered(low: int, own: int, lent: int) -> tuple[Box[DuneAction], ...]:
    """DUN-4.5.4: bids from a lowest one on; the bidder pays at most its own spice, the ally at most its allowance.

    The bidder decides how much of the ally's allowance (``help_for``) a bid contains (DUN-5.2.1).
    """
    return tuple(
        box(Bid, amount=Between(max(low, share), own + share), help=Between(share, share))
        for share in range(lent + 1)
        if own + share >= low
    )


@lru_cache(maxsize=4096)
def answers(low: int, own: int, lent: int, *, karama: bool, beyond: int, promise: bool | None) -> Boxes[DuneAction]:
    """DUN-DK-09: the possible answers in a turn (DUN-R-28).

    Args:
        low: The lowest bid.
        own: Spice of the bidder.
        lent: Spice of the ally that the bidder may use.
        karama: Whether the bidder holds a Karama card.
        beyond: The highest bid that Karama may back (DUN-O-17); ``NONE_BEYOND``: no bid.
        promise: What the bidder promised about passing (DUN-TT-C1).
    """
    bids = list(covered(low, own, lent))
    if promise is False and bids:
        found, closed = bids, [Closed(Pass, "DUN-7.12.3", HELD_TO_BIDDING)]
    elif promise:
        only = Boxes[DuneAction](box(Pass, "DUN-4.5.5"), closed=(Closed(Bid, "DUN-7.12.3", HELD_TO_PASSING),))
        return only + Boxes(closed=(Closed(TakeByKarama, "DUN-7.12.3", HELD_TO_PASSING),))
    else:
        found, closed = [box(Pass, "DUN-4.5.5"), *bids], []
    if beyond:
        found.append(box(Bid, "DUN-O-17", amount=Between(max(low, own + lent + 1), beyond), help=Between(0, 0)))
    if not bids and not beyond:
        more = f", and {lent} more from your ally" if lent else ""
        closed.append(Closed(Bid, "DUN-4.5.4", NO_COVER.format(low=low, own=own, more=more)))
    if karama:
        found.append(box(TakeByKarama))
    return Boxes(*found, closed=tuple(closed))


def bid_boxes(game: Dune, auction: Auction, seat: int) -> Boxes[DuneAction]:
    """DUN-7.11.1, DUN-DK-09: pass; bid more than the standing bid; take the card for a Karama card.

    That is possible only in turn, also as opening, and only with room in hand, the Karama card itself counted:
    ``next_bidder`` passes over full hands.
    """
    karama = KARAMA in game.hands[seat]
    backs = karama and game.options.karama_bids
    return answers(
        auction.bid + 1,
        game.spice[seat],
        help_for(game, seat),
        karama=karama,
        beyond=max(sum(game.spice), auction.bid) + 1 if backs else NONE_BEYOND,
        promise=promised_to_pass(game, seat),
    )


def pass_or_lowest(game: Dune, auction: Auction, seat: int) -> DuneAction:
    """DUN-DK-09: pass; if a promise forbids it, the lowest bid with the least help (DUN-2.8.1)."""
    return bid_boxes(game, auction, seat).nth(0)


# --- what is bid --------------------------------------------------------------------------------


def bid(game: Dune, auction: Auction, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.5.4, DUN-4.5.5: a player who passes can bid again as long as another player raises."""
    seat = auction.turn
    action = pending.answers[seat]
    drop(game, AskPass, seat=seat)
    if isinstance(action, TakeByKarama):
        auction.taken, auction.high, auction.turn = True, seat, NOBODY
        return
    if isinstance(action, Bid):
        raise_bid(game, auction, seat, action, tell)
    else:
        auction.passed.append(seat)
        tell.all(BidPassed, faction_id(game, seat))
    give_turn(game, auction, next_bidder(game, auction, seat), tell)


def raise_bid(game: Dune, auction: Auction, seat: int, action: Bid, tell: Tell) -> None:
    """DUN-4.5.4; DUN-O-17: a bidder who bids more than he can pay shows a Karama card."""
    auction.high, auction.bid, auction.help = seat, action.amount, action.help
    auction.passed = []
    auction.backed = action.amount - action.help > game.spice[seat]
    tell.all(BidMade, faction_id(game, seat), action.amount, action.help)
    if auction.backed:
        note_all(game, seat, (KARAMA,))
        tell.all(BidBacked, faction_id(game, seat))


def put_back(game: Dune, bidding: Bidding, tell: Tell) -> None:
    """DUN-4.5.9, DUN-O-24: unsold cards go back on top, in unchanged order or shuffled (DUN-R-25)."""
    forget_top(game)
    if game.options.passed_cards == "shuffled":
        shuffle(game.chance, bidding.cards)
    game.treachery += bidding.cards
    tell.all(CardsReturned, len(bidding.cards))
    bidding.cards = []


# --- what is paid --------------------------------------------------------------------------------


def award(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.6 to DUN-4.5.9: the high bidder pays and takes the card; if nobody bid, the phase is over.

    Karama ends the auction: the card is taken and nothing is paid to anybody (DUN-4.5.7).
    """
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
    note(game, [seat for seat in auction.seen_by if seat != buyer], buyer, auction.card)  # DUN-6.2.1
    auction.card = ""
    draw_bonus(game, buyer, tell)


def draw_bonus(game: Dune, buyer: int, tell: Tell) -> None:
    """DUN-6.3.4: the schemers take one more card from the deck, if there is room for it (DUN-R-32, DUN-R-33).

    The bonus card of the schemers (Harkonnen) follows immediately (DUN-4.5.8), whenever they acquire a card in an
    auction, paid, helped or by Karama, unless that would be the ninth card or DUN-K-04 prevents it. Nobody else sees
    it, not the seers (Atreides) either (DUN-6.2.1).
    """
    could = buyer == owner_of(game, BONUS_CARD) and has_room(game, buyer) and can_draw(game)
    if could and takes_place(game, BONUS_CARD, tell):
        tell.all(BonusTaken, faction_id(game, buyer))
        take(game, buyer, draw_treachery(game, tell), "DUN-6.3.4", tell)


def pay_for_card(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.6, DUN-6.6.2: to the throne if another faction buys, else to the bank.

    The ally's share goes the same way (DUN-R-30). DUN-K-09 sends one payment, both shares of it, to the bank.

    The throne (Emperor) cannot lower or waive a price; its own purchases, and its ally's share in them, go to the bank.
    It receives what others pay in full, spice that it contributed itself included (DUN-6.6.1).
    """
    buyer, to = auction.high, owner_of(game, CARD_INCOME)
    if to == buyer or not takes_place(game, CARD_INCOME, tell):
        to = NOBODY
    pay(game, buyer, to, auction.bid - auction.help, "DUN-4.5.6", tell)
    pay(game, game.ally[buyer], to, auction.help, "DUN-4.5.6", tell)


def nobody_bid(game: Dune, auction: Auction, tell: Tell) -> None:
    """DUN-4.5.9, DUN-1.5: the card lies on top again; the seats that saw it know that it lies there."""
    bidding = within(game, Bidding)
    bidding.cards.append(auction.card)
    stays_on_top = game.options.passed_cards == "same_order" or len(bidding.cards) == 1
    put_back(game, bidding, tell)
    for seat in auction.seen_by if stays_on_top else ():
        game.known_top[seat] = auction.card
    auction.card = ""


BIDDING = flow(Bidding, draw=draw_cards, auctions=each(next_auction))

AUCTION = flow(
    Auction,
    window=window("DUN-W-4"),  # before each card is opened, also the first; made for DUN-K-01, DUN-K-04, DUN-K-09
    opening=open_card,
    bid=ask(bid_boxes, bid, default=pass_or_lowest, asked=bidder, repeated=True, until=never),
    award=award,
)
