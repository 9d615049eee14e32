"""DUN-4.5: the auction floor: the card, the standing bid, the bidders in their order, deck and discards."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.counters import badge_svg, spice_svg
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.tokens import card_back, card_chip, card_face, standing
from turncoat.games.dune.view_parts import AuctionView, FactionView
from turncoat.kernel import Names, amount


def auction(now: Moment, names: Names, scene: Scene) -> str:
    """The floor; before the first card opens, only the deck."""
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


def highest(one: AuctionView, names: Names, scene: Scene) -> str:
    """DUN-4.5.4: the standing bid, with the ally's share and what backs it."""
    if not one.high:
        return el("p", el("b", "No bid yet"), class_="dune-bid", id=f"{scene.id}-bid")
    notes = []
    if one.help:
        notes.append(f"{one.bid - one.help} own, {one.help} from the ally")
    if one.backed:
        notes.append(f"backed by {names.label('card', 'karama')}")
    amount = el("b", spice_svg(), str(one.bid), class_="dune-amount")
    said = badge_svg(one.high) + el("span", words(names.label("faction", one.high)))
    return el("p", amount, el("span", said), el("small", words("; ".join(notes))) if notes else "", class_="dune-bid",
              id=f"{scene.id}-bid")  # fmt: skip


def bidders(now: Moment, one: AuctionView, names: Names, scene: Scene) -> str:
    """DUN-4.5.3, DUN-4.5.5: everybody in storm order, from card to card in the same place, with what each has said."""
    made = ""
    for faction in now.view.order:
        state, said = _state(one, now.faction(faction))
        made += standing(now, faction, names, state, said, f"{scene.id}-bidder-{faction}")
    return el("ol", made, class_="dune-turns dune-bidders")


def _state(one: AuctionView, who: FactionView) -> tuple[str, str]:
    """How it stands with a bidder: a word for the style sheet, and what is said."""
    if who.faction == one.high:
        return "high", f"bids {one.bid}"
    if who.faction == one.bidder:
        return "now", "to bid"
    if who.cards >= who.limit:
        return "done", "hand full"
    if who.faction in one.passed:
        return "done", "passed"
    return "later", "opens" if who.faction == one.opener and not one.bidder else "waits"


def discards(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-1.5: how many cards lie in the deck, and every discard by name, the latest first."""
    view = now.view
    gone = "".join(card_chip(card, names) for card in reversed(view.treachery_discards))
    title = f"Deck {view.treachery}, discarded {len(view.treachery_discards)}"
    inside = el("p", gone or "Nothing has been discarded.", class_="dune-chips")
    return el("details", el("summary", title), inside, class_="dune-discards", id=f"{scene.id}-discards")
