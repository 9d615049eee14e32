"""DUN-2.4, DUN-2.9: cards in hands, and complete notes: what each seat could work out by watching and remembering.

Cards with the same name are alike, so a note says "at least one Shield is in that hand". Notes are by observer; the
last row holds what everybody knows, and no other row repeats it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from turncoat.games.dune.bidding.events import TreacheryShuffled
from turncoat.games.dune.events import CardUsed, Discarded
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.setup.events import CardReceived
from turncoat.games.dune.shared.cards import ATOMICS, CARD_NUMBER, COPIES, KIND, LIKES, sorted_hand
from turncoat.games.dune.state import NOBODY, Dune, HandFact, faction_id
from turncoat.kernel import Tell, shuffle

HAND_LIMIT = tuple(faction.hand_limit for faction in FACTS.factions)
"""DUN-2.4.1: the most cards in hand, by faction."""


def limit(game: Dune, seat: int) -> int:
    """DUN-2.4.1, DUN-6.3.3: how many cards this seat can hold.

    The limit is four cards; for the schemers (Harkonnen) eight. Players cannot discard cards at will: only section 7
    takes cards out of hands.
    """
    return HAND_LIMIT[game.factions[seat]]


def has_room(game: Dune, seat: int) -> bool:
    """DUN-4.5.1: whether the hand is below its limit."""
    return len(game.hands[seat]) < limit(game, seat)


def can_draw(game: Dune) -> bool:
    """DUN-2.4.3: whether there is a card to draw, after shuffling the discards if necessary."""
    return bool(game.treachery) or any(card != ATOMICS for card in game.treachery_discards)


def draw_treachery(game: Dune, tell: Tell) -> str:
    """DUN-2.4.3: draw the top card; an empty deck is made again from the discards, without Family Atomics (DUN-R-77).

    Empty if there is still no card: then the draw is skipped.
    """
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
    """Add a card to a hand; its owner sees it."""
    game.hands[seat] = sorted_hand([*game.hands[seat], card])
    came_to_hand(game, seat)
    tell.only((seat,), CardReceived, faction_id(game, seat), card, rule=rule)


def give_up(game: Dune, seat: int, card: str) -> None:
    """Discard a card from a hand, face up."""
    cards = list(game.hands[seat])
    cards.remove(card)
    game.hands[seat] = tuple(cards)
    game.treachery_discards.append(card)
    left_hand(game, seat, card)
    went_from_hand(game, seat, card)


def use(game: Dune, seat: int, card: str, rule: str, tell: Tell) -> None:
    """DUN-2.4.2: discard a used card face up, unless a rule says that the user keeps it."""
    give_up(game, seat, card)
    tell.all(CardUsed, faction_id(game, seat), card, rule=rule)


def discard(game: Dune, seat: int, cards: Iterable[str], rule: str, tell: Tell) -> None:
    """DUN-7.1.1: discard played cards.

    The loser discards weapons, defences and worthless cards; in a double treachery or an explosion both sides do. The
    winner keeps each unless he chooses to discard it; a kept card is publicly known.
    """
    gone = tuple(cards)
    for card in gone:
        give_up(game, seat, card)
    if gone:
        tell.all(Discarded, faction_id(game, seat), gone, rule=rule)


def note(game: Dune, observers: Iterable[int], owner: int, card: str) -> None:
    """Observers learn that a card is in a hand; ``NOBODY`` among them means everybody (DUN-2.9.2).

    Notes are strictly per player: no message, timing, count, error text or wait indicator (``shown_waiting``) may
    reveal more.
    """
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
    """Remove one note of a card that left a hand publicly, everybody's note first."""
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
    """The cards in a hand that an observer knows; None: a spectator. An observer knows the whole of their own hand."""
    if observer == owner:
        return game.hands[owner]
    public = game.seen[NOBODY][owner]
    own = () if observer is None else game.seen[observer][owner]
    return tuple(sorted((*public, *own), key=CARD_NUMBER.__getitem__))


def known_cards(game: Dune, observer: int | None) -> Counter[str]:
    """DUN-2.9.1: every card whose place an observer knows: own hand, notes, discards, known top of the deck.

    The view shows it, together with ``safe_leaders``; what was sold, bought, asked and answered is in the log. See
    DUN-R-101.
    """
    found = Counter(game.treachery_discards)
    for owner in range(len(game.hands)):
        found.update(known_hand(game, observer, owner))
    if observer is not None and game.known_top[observer]:
        found[game.known_top[observer]] += 1
    return found


def unseen(game: Dune, observer: int | None) -> dict[str, int]:
    """DUN-2.9.1: how many copies of each card are in places that an observer does not know."""
    known = known_cards(game, observer)
    return {card: number - known[card] for card, number in COPIES.items() if number > known[card]}


def forget_top(game: Dune) -> None:
    """Forget who knew the top treachery card, after it was drawn or the deck was shuffled."""
    game.known_top = [""] * len(game.hands)


def forget_spice(game: Dune) -> None:
    """Forget who knew the top spice card, after it was drawn or the deck was shuffled."""
    game.known_spice = [""] * len(game.hands)


def safe_leaders(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-3.2.3: leaders that, as this seat knows, nobody else can hold as traitors: all it was dealt.

    A leader whose card the seat was dealt, whether kept or returned, can never be turned against it by others; the
    notes show its own safe leaders.
    """
    return game.dealt[seat]


# --- numbers of cards of a kind -----------------------------------------------------------------


def holds_at_least(game: Dune, owner: int, kind: str) -> None:
    """Note for everybody that a hand holds at least one card of a kind, or this special card."""
    cards = LIKES.get(kind, (kind,))
    if len(cards) == 1:
        note_all(game, owner, cards)
    else:
        _know(game, owner, kind, 1, len(game.hands[owner]))


def holds_none(game: Dune, owner: int, kind: str) -> None:
    """Note for everybody that a hand holds no card of a kind, or not this special card."""
    _know(game, owner, kind, 0, 0)


def _know(game: Dune, owner: int, kind: str, least: int, most: int) -> None:
    before = next((fact for fact in game.hand_facts if (fact.seat, fact.kind) == (owner, kind)), None)
    rest = tuple(fact for fact in game.hand_facts if fact is not before)
    if before is not None:
        least, most = max(least, before.least), min(most, before.most)
    game.hand_facts = (*rest, HandFact(owner, kind, least, most))


def came_to_hand(game: Dune, owner: int) -> None:
    """Note that a hand got a card that nobody saw: it may have one more of every kind."""
    _adjust(game, owner, "", 1)


def went_from_hand(game: Dune, owner: int, card: str) -> None:
    """Note that a publicly seen card left a hand: it has one fewer of its kind."""
    _adjust(game, owner, card, -1)


def _adjust(game: Dune, owner: int, card: str, change: int) -> None:
    if not any(fact.seat == owner for fact in game.hand_facts):
        return
    size = len(game.hands[owner])
    adjusted = []
    for fact in game.hand_facts:
        if fact.seat == owner and (not card or fact.kind in (card, KIND[card])):
            least = max(0, fact.least + min(0, change))
            fact = HandFact(owner, fact.kind, least, max(0, fact.most + change))
        if fact.seat != owner or fact.least or fact.most < size:
            adjusted.append(fact)
    game.hand_facts = tuple(adjusted)


def fits(game: Dune, owner: int, hand: Iterable[str]) -> bool:
    """Whether cards could be this seat's hand, by the known numbers of cards."""
    kinds = Counter(name for card in hand for name in {card, KIND[card]})
    return all(fact.least <= kinds[fact.kind] <= fact.most for fact in game.hand_facts if fact.seat == owner)


def returned(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-3.2.2: the traitor cards that a seat was dealt and gave back."""
    return tuple(leader for leader in game.dealt[seat] if leader not in game.traitors[seat])
