"""What happens in Bidding and Revival, in sentences."""

from __future__ import annotations

from turncoat.games.dune.events import bidding as happened
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount
from turncoat.kernel.space import Names


def say_supplies(event: Event, names: Names) -> str:
    """An event of Bidding or Revival as a sentence; an empty text for any other."""
    return _auction(event, names) or _cards(event, names) or _revival(event, names)


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction)


def _spice(names: Names, amount: int) -> str:
    return f"{amount} {names.label('word', 'spice')}"


def _auction(event: Event, names: Names) -> str:
    match event:
        case happened.AuctionOpened():
            return f"{_who(names, event.faction)} opens the auction of card {event.number}."
        case happened.BidMade():
            share = f", {event.help} of it from the ally" if event.help else ""
            return f"{_who(names, event.faction)} bids {event.amount}{share}."
        case happened.BidBacked():
            return f"{_who(names, event.faction)} backs the bid with {names.label('card', 'karama')}."
        case happened.BidPassed():
            return f"{_who(names, event.faction)} passes."
        case happened.CardSold():
            price = f"with {names.label('card', 'karama')}" if event.karama else f"for {_spice(names, event.amount)}"
            return f"{_who(names, event.faction)} gets the card {price}."
    return ""


def _cards(event: Event, names: Names) -> str:
    match event:
        case happened.CardsDrawn():
            return f"{amount(event.cards, 'card')} will be auctioned." if event.cards else "All hands are full."
        case happened.CardForeseen():
            return f"You see the card on auction: {names.label('card', event.card)}."
        case happened.BonusTaken():
            return f"{_who(names, event.faction)} draws one more card."
        case happened.CardsReturned():
            back = "goes" if event.cards == 1 else "go"
            return f"Nobody bids: {amount(event.cards, 'card')} {back} back on the deck."
        case happened.TreacheryShuffled():
            return f"The discards are shuffled: a new treachery deck of {amount(event.cards, 'card')}."
    return ""


def _revival(event: Event, names: Names) -> str:
    match event:
        case happened.ForcesRevived():
            paid = f"for {_spice(names, event.spice)}" if event.spice else "free of charge"
            extra = f", {event.extra} of them at the ally's expense" if event.extra else ""
            return f"{_who(names, event.faction)} revives {amount(event.forces, 'force')} {paid}{extra}."
        case happened.LeaderRevived():
            leader = names.label("leader", event.leader)
            return f"{_who(names, event.faction)} revives {leader} for {_spice(names, event.spice)}."
    return ""
