"""DUN-2.4: the treachery deck, hands and discards. Every move of a treachery card goes through here."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune.bidding.events import TreacheryShuffled
from turncoat.games.dune.events import CardUsed, Discarded
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.setup.events import CardReceived
from turncoat.games.dune.shared.cards import ATOMICS, sorted_hand
from turncoat.games.dune.shared.knowledge import came_to_hand, forget_top, left_hand, went_from_hand
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel import Tell, shuffle

HAND_LIMIT = tuple(one.hand_limit for one in FACTS.factions)
"""DUN-2.4.1: most cards in hand, by faction."""


def limit(game: Dune, seat: int) -> int:
    """DUN-2.4.1: how many cards this seat can hold."""
    return HAND_LIMIT[game.factions[seat]]


def has_room(game: Dune, seat: int) -> bool:
    """DUN-4.5.1: whether the hand is below its limit."""
    return len(game.hands[seat]) < limit(game, seat)


def can_draw(game: Dune) -> bool:
    """DUN-2.4.3: whether there is a card to draw, if need be after shuffling the discards."""
    return bool(game.treachery) or any(card != ATOMICS for card in game.treachery_discards)


def draw_treachery(game: Dune, tell: Tell) -> str:
    """DUN-2.4.3: the top card; an empty text if there is none even after shuffling. Family Atomics stays out (R-77)."""
    if not game.treachery:
        again = [card for card in game.treachery_discards if card != ATOMICS]
        if not again:
            return ""
        game.treachery_discards = [card for card in game.treachery_discards if card == ATOMICS]
        shuffle(game.chance, again)
        game.treachery = again
        tell.all(TreacheryShuffled, len(again))
    forget_top(game)
    return game.treachery.pop()


def take(game: Dune, seat: int, card: str, rule: str, tell: Tell) -> None:
    """A card comes into a hand; its owner sees it."""
    game.hands[seat] = sorted_hand([*game.hands[seat], card])
    came_to_hand(game, seat)
    tell.only((seat,), CardReceived, faction_id(game, seat), card, rule=rule)


def give_up(game: Dune, seat: int, card: str) -> None:
    """A card goes from a hand to the discards, face up."""
    cards = list(game.hands[seat])
    cards.remove(card)
    game.hands[seat] = tuple(cards)
    game.treachery_discards.append(card)
    left_hand(game, seat, card)
    went_from_hand(game, seat, card)


def use(game: Dune, seat: int, card: str, rule: str, tell: Tell) -> None:
    """DUN-2.4.2: a card is used and discarded; everybody sees it."""
    give_up(game, seat, card)
    tell.all(CardUsed, faction_id(game, seat), card, rule=rule)


def discard(game: Dune, seat: int, cards: Iterable[str], rule: str, tell: Tell) -> None:
    """DUN-7.1.1: cards that were played are discarded."""
    gone = tuple(cards)
    for card in gone:
        give_up(game, seat, card)
    if gone:
        tell.all(Discarded, faction_id(game, seat), gone, rule=rule)
