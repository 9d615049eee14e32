"""DUN-4.5: drawing and text of the auction, and the outlook for its answers."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import BONUS_CARD, has
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.rules import pay_for_card
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.outlook import Foresight, Lines
from turncoat.games.dune.drawing.tokens import badge_svg, card_back, card_chip, card_face, spice_svg, standing
from turncoat.games.dune.drawing.words import everybody, name_of
from turncoat.games.dune.sections import Auction
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shared.hands import limit
from turncoat.games.dune.state import Dune
from turncoat.games.dune.view_parts import AuctionView, FactionView
from turncoat.kernel import Names, Tell, amount, within

# --- drawn ---------------------------------------------------------------------------------------


def auction(now: Moment, names: Names, scene: Scene) -> str:
    """The drawing of the auction; before the first card, only the deck."""
    view, one = now.view, now.view.auction
    decks = discards(now, names, scene)
    if one is None:
        return el("div", card_back(amount(view.treachery, "card"), node=f"{scene.id}-deck"), decks, class_="dune-row")
    label = f"{one.number} of {one.total}"
    node = f"{scene.id}-lot-{one.number}"
    lot = card_face(one.card, names, node=node) if one.card else card_back(label, node=node)
    left = one.total - one.number
    caption = f"Card {label}" if one.card else "Face down"
    more = f"{amount(left, 'card')} to follow" if left else "the last one"
    shown = el("figure", lot, el("figcaption", f"{caption}, {more}"), class_="dune-lot")
    return el("div", shown, highest(one, names, scene), bidders(now, one, names, scene), decks, class_="dune-auction")


def highest(auction: AuctionView, names: Names, scene: Scene) -> str:
    """DUN-4.5.4: the highest bid, with the ally's share and the card that backs it."""
    if not auction.high:
        return el("p", el("b", "No bid yet"), class_="dune-bid", id=f"{scene.id}-bid")
    notes = []
    if auction.help:
        notes.append(f"{auction.bid - auction.help} own, {auction.help} from the ally")
    if auction.backed:
        notes.append(f"backed by {names.label('card', 'karama')}")
    amount = el("b", spice_svg(), str(auction.bid), class_="dune-amount")
    said = badge_svg(auction.high) + el("span", words(names.label("faction", auction.high)))
    return el("p", amount, el("span", said), el("small", words("; ".join(notes))) if notes else "", class_="dune-bid",
              id=f"{scene.id}-bid")  # fmt: skip


def bidders(now: Moment, auction: AuctionView, names: Names, scene: Scene) -> str:
    """DUN-4.5.3, DUN-4.5.5: all factions in storm order, always in the same places, with their latest bids."""
    made = ""
    for faction in now.view.order:
        state, said = _state(auction, now.faction(faction))
        made += standing(now, faction, names, state, said, f"{scene.id}-bidder-{faction}")
    return el("ol", made, class_="dune-turns dune-bidders")


def _state(auction: AuctionView, who: FactionView) -> tuple[str, str]:
    """The state of a bidder: a word for the style sheet, and a text."""
    if who.faction == auction.high:
        return "high", f"bids {auction.bid}"
    if who.faction == auction.bidder:
        return "now", "to bid"
    if who.cards >= who.limit:
        return "done", "hand full"
    if who.faction in auction.passed:
        return "done", "passed"
    return "later", "opens" if who.faction == auction.opener and not auction.bidder else "waits"


def discards(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-1.5: how many cards lie in the deck, and every discard by name, the latest first."""
    view = now.view
    gone = "".join(card_chip(card, names) for card in reversed(view.treachery_discards))
    title = f"Deck {view.treachery}, discarded {len(view.treachery_discards)}"
    inside = el("p", gone or "Nothing has been discarded.", class_="dune-chips")
    return el("details", el("summary", title), inside, class_="dune-discards", id=f"{scene.id}-discards")


# --- in words ------------------------------------------------------------------------------------


def auction_words(now: Moment, names: Names) -> Lines:
    """DUN-4.5: the card, the highest bid with the ally's share, who has passed, and whose turn it is."""
    auction = now.view.auction
    if auction is None:
        return ["Cards are auctioned, one after the other."]
    card = names.label("card", auction.card) if auction.card else "a card, face down"
    lines = [f"Card {auction.number} of {auction.total} is on auction: {card}."]
    spice = names.label("word", "spice")
    if auction.high:
        share = f", {auction.help} of it from the ally" if auction.help else ""
        backed = ", backed by " + names.label("card", "karama") if auction.backed else ""
        lines.append(f"{name_of(auction.high, names)} bids {auction.bid} {spice}{share}{backed}.")
    else:
        lines.append("Nobody has bid yet.")
    if auction.passed:
        lines.append(f"Passed: {everybody(auction.passed, names)}.")
    turn = f"{name_of(auction.bidder, names)} bids next." if auction.bidder else ""
    return [*lines, *([turn] if turn else [])]


# --- foreseen ------------------------------------------------------------------------------------


def bid(seen: Foresight, action: Bid) -> Lines:
    """DUN-4.5.4 to DUN-4.5.6, DUN-O-17: the payments if the bid wins, and the least next bid."""
    next_bid = f"The next bid must be {action.amount + 1} or more."
    if action.amount - action.help > seen.game.spice[seen.seat]:
        card = seen.cards([KARAMA])
        return [f"You cannot pay this, so you show {card} now; if you win, the card pays.", next_bid]

    def wins(there: Dune, tell: Tell) -> None:
        auction = within(there, Auction)
        auction.high, auction.bid, auction.help = seen.seat, action.amount, action.help
        pay_for_card(there, auction, tell)

    _, happened = seen.shadow.after(wins)
    won = " ".join(seen.payments(happened, action.amount))
    return [f"If it wins: {won[:1].lower()}{won[1:]}", *hand_after(seen), next_bid]


def hand_after(seen: Foresight, used: int = 0) -> Lines:
    """DUN-2.4.1, DUN-6.3.4: how full the hand would be afterwards."""
    most, held = limit(seen.game, seen.seat), len(seen.own.hand) - used + 1
    full = "which fills it" if held >= most else f"of {most} at most"
    lines = [f"Your hand has {held} card{'s' if held != 1 else ''} then, {full}."]
    if has(seen.game, seen.seat, BONUS_CARD) and held < most:
        lines.append("When you win this card, you draw one more, free of charge.")
    return lines


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.5: what an answer in an auction would lead to."""
    match action:
        case Bid():
            return bid(seen, action)
        case TakeByKarama():
            return [f"You pay nothing, and {seen.cards([KARAMA])} is discarded.", *hand_after(seen, used=1)]
    return []
