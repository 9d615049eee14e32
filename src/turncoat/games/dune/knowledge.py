"""DUN-2.9: perfect notes: what each seat could have deduced by watching and remembering.

Cards that are called alike are alike, so a note says "at least one Shield is in that hand". Notes are by observer, the
last row is everybody's; a note of everybody's is in no other row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from turncoat.games.dune.cards import CARD_NUMBER, sorted_hand
from turncoat.games.dune.state import NOBODY, Dune


def note(game: Dune, observers: Iterable[int], owner: int, card: str) -> None:
    """Observers learn that a card is in a hand; ``NOBODY`` among them is everybody."""
    for observer in observers:
        row = game.seen[observer]
        known = sorted_hand([*row[owner], card])
        game.seen[observer] = (*row[:owner], known, *row[owner + 1 :])


def note_all(game: Dune, owner: int, cards: Iterable[str]) -> None:
    """DUN-7.1.1: everybody learns that these cards are in a hand; private notes of the same cards are merged."""
    shown = Counter(cards)
    for card, number in shown.items():
        held = game.seen[NOBODY][owner].count(card)
        for _ in range(max(0, number - held)):
            note(game, (NOBODY,), owner, card)
            for observer in range(len(game.hands)):
                _strike(game, observer, owner, card)


def left_hand(game: Dune, owner: int, card: str) -> None:
    """A card that all saw has left a hand: one note of it fewer, everybody's first."""
    if _strike(game, NOBODY, owner, card):
        return
    for observer in range(len(game.hands)):
        _strike(game, observer, owner, card)


def _strike(game: Dune, observer: int, owner: int, card: str) -> bool:
    row = game.seen[observer]
    if card not in row[owner]:
        return False
    cards = list(row[owner])
    cards.remove(card)
    game.seen[observer] = (*row[:owner], tuple(cards), *row[owner + 1 :])
    return True


def known_hand(game: Dune, observer: int | None, owner: int) -> tuple[str, ...]:
    """The cards an observer knows to be in a hand; None: a spectator. One's own hand is known in full."""
    if observer == owner:
        return game.hands[owner]
    public = game.seen[NOBODY][owner]
    own = () if observer is None else game.seen[observer][owner]
    return tuple(sorted((*public, *own), key=CARD_NUMBER.__getitem__))


def known_cards(game: Dune, observer: int | None) -> Counter[str]:
    """DUN-2.9.1: every card whose place an observer knows: own hand, notes, discards, known top of the deck."""
    found = Counter(game.treachery_discards)
    for owner in range(len(game.hands)):
        found.update(known_hand(game, observer, owner))
    if observer is not None and game.known_top[observer]:
        found[game.known_top[observer]] += 1
    return found


def forget_top(game: Dune) -> None:
    """The top card of the treachery deck has been drawn, or the deck was shuffled."""
    game.known_top = [""] * len(game.hands)


def forget_spice(game: Dune) -> None:
    """The top card of the spice deck has been drawn, or the deck was shuffled."""
    game.known_spice = [""] * len(game.hands)


def safe_leaders(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-3.2.3: leaders that no one else can hold as traitors, as this seat knows: all it was dealt."""
    return game.dealt[seat]
