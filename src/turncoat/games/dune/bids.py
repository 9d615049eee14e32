"""DUN-4.5.4, DUN-4.5.5: bids: whose turn it is, what can be bid, and the card for a Karama card."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.dune.actions import Bid, DuneAction, Pass, TakeByKarama
from turncoat.games.dune.cards import KARAMA
from turncoat.games.dune.events.anytime import PromiseLapsed
from turncoat.games.dune.events.bidding import BidBacked, BidMade, BidPassed
from turncoat.games.dune.hands import has_room
from turncoat.games.dune.knowledge import note_all
from turncoat.games.dune.promises import drop, made_by
from turncoat.games.dune.questions import AskPass
from turncoat.games.dune.sections import Auction
from turncoat.games.dune.spice import help_for
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.kernel import Between, Box, Boxes, Pending, Tell, box
from turncoat.kernel.boxes import Closed, tag_of

NO_COVER = "You and your ally cannot cover a higher bid"
HELD_TO_BIDDING = "You have promised not to pass"
HELD_TO_PASSING = "You have promised to pass"
NONE_BEYOND = 0
"""Stands for the highest bid where no Karama card can back one."""


# --- whose turn it is ---------------------------------------------------------------------------


def after(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-2.2.3: the seats counterclockwise after one, itself last."""
    place = game.order.index(seat) + 1
    return game.order[place:] + game.order[:place]


def next_bidder(game: Dune, auction: Auction, seat: int) -> int:
    """DUN-4.5.4, DUN-4.5.5: the next seat with room; nobody once the turn is back at the high bidder.

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
    """DUN-4.5.4: a seat's turn; DUN-7.12.4: a promise to bid lapses where all can see that nothing covers a bid."""
    auction.turn = seat
    if seat == NOBODY or promised_to_pass(game, seat) is not False:
        return
    ally = game.ally[seat]
    if game.spice[seat] + (0 if ally == NOBODY else game.spice[ally]) <= auction.bid:
        drop(game, AskPass, seat=seat)
        tell.all(PromiseLapsed, faction_id(game, seat), tag_of(AskPass), "")


def bidder(game: Dune, auction: Auction) -> tuple[int, ...]:
    """DUN-4.5.4: whose turn it is; nobody once the auction is over."""
    return () if auction_over(game, auction) else (auction.turn,)


def auction_over(game: Dune, auction: Auction) -> bool:
    """DUN-4.5.5, DUN-4.5.7: the turn has come back to the high bidder, or the card was taken."""
    return auction.turn == NOBODY


# --- what can be bid ----------------------------------------------------------------------------


def promised_to_pass(game: Dune, seat: int) -> bool | None:
    """TT-C1: what a seat has promised for its next turn: to pass, not to pass, or nothing (None)."""
    return next((one.yes for one in made_by(game, seat, AskPass)), None) if game.promises else None


@lru_cache(maxsize=4096)
def covered(low: int, own: int, lent: int) -> tuple[Box[DuneAction], ...]:
    """DUN-4.5.4: bids from a lowest one: one's own share not above one's spice, the ally's not above what it lends."""
    return tuple(
        box(Bid, amount=Between(max(low, share), own + share), help=Between(share, share))
        for share in range(lent + 1)
        if own + share >= low
    )


@lru_cache(maxsize=4096)
def answers(low: int, own: int, lent: int, *, karama: bool, beyond: int, promise: bool | None) -> Boxes[DuneAction]:
    """DK-09: what can be answered in turn.

    Args:
        low: The lowest bid.
        own: Spice of the bidder.
        lent: Spice of the ally that may be used.
        karama: Whether the bidder holds a Karama card.
        beyond: The highest bid that Karama may back (O-17); ``NONE_BEYOND``: it may back none.
        promise: What was promised about passing (TT-C1).
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
        found.append(
            box(Bid, "DUN-O-17", amount=Between(max(low, own + lent + 1), beyond), help=Between(0, 0)),
        )
    if not bids and not beyond:
        closed.append(Closed(Bid, "DUN-4.5.4", NO_COVER))
    if karama:
        found.append(box(TakeByKarama))
    return Boxes(*found, closed=tuple(closed))


def bid_boxes(game: Dune, auction: Auction, seat: int) -> Boxes[DuneAction]:
    """DK-09: pass; bid more than the standing bid; take the card for a Karama card."""
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
    """DK-09: pass; where a promise forbids it, the lowest bid with the least help (DUN-2.8.1)."""
    return bid_boxes(game, auction, seat).nth(0)


# --- what is bid --------------------------------------------------------------------------------


def bid(game: Dune, auction: Auction, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.5.4, DUN-4.5.5: a pass is not final as long as somebody else raises."""
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
    """DUN-4.5.4; O-17: whoever bids more than he can pay shows that he holds a Karama card."""
    auction.high, auction.bid, auction.help = seat, action.amount, action.help
    auction.passed = []
    auction.backed = action.amount - action.help > game.spice[seat]
    tell.all(BidMade, faction_id(game, seat), action.amount, action.help)
    if auction.backed:
        note_all(game, seat, (KARAMA,))
        tell.all(BidBacked, faction_id(game, seat))
