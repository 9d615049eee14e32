"""DUN-2.9.1: dealing hands and traitors again so that everything that is known of them stays true."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.games.dune.cards import of_kind, sorted_hand
from turncoat.games.dune.knowledge import fits
from turncoat.games.dune.state import Dune
from turncoat.kernel import shuffle

TRIES = 24
"""How often cards are dealt before the hands are left as they are: what is known leaves hardly any other deal."""


def deal_hands(game: Dune, known: Sequence[tuple[str, ...]], loose: list[str]) -> list[str]:
    """Fill the hands up to their sizes; what is left over.

    Args:
        game: The game; its hands are filled.
        known: The cards that stay, by seat.
        loose: All other cards that could be in a hand, shuffled.
    """
    for _ in range(TRIES):
        rest = list(loose)
        hands = [_fill(game, seat, kept, rest) for seat, kept in enumerate(known)]
        if all(fits(game, seat, hand) for seat, hand in enumerate(hands)):
            game.hands = hands
            return rest
        shuffle(game.chance, loose)
    rest = list(loose)
    for seat, hand in enumerate(game.hands):
        for card in _without(hand, known[seat]):
            rest.remove(card)
    return rest


def _without(hand: tuple[str, ...], kept: tuple[str, ...]) -> list[str]:
    left = list(hand)
    for card in kept:
        left.remove(card)
    return left


def _fill(game: Dune, seat: int, kept: tuple[str, ...], rest: list[str]) -> tuple[str, ...]:
    """One hand: first the cards that must be there, then any that may."""
    hand, size = list(kept), len(game.hands[seat])
    facts = [fact for fact in game.hand_facts if fact.seat == seat]
    for fact in facts:
        while len(of_kind(tuple(hand), fact.kind)) < fact.least and len(hand) < size:
            card = next((one for one in reversed(rest) if of_kind((one,), fact.kind)), None)
            if card is None:
                break
            rest.remove(card)
            hand.append(card)
    while len(hand) < size:
        full = [fact.kind for fact in facts if len(of_kind(tuple(hand), fact.kind)) >= fact.most]
        place = next(
            (at for at in range(len(rest) - 1, -1, -1) if not any(of_kind((rest[at],), kind) for kind in full)),
            len(rest) - 1,
        )
        hand.append(rest.pop(place))
    return sorted_hand(hand)


def deal_traitors(
    game: Dune, kept: Sequence[int], shown: Sequence[list[str]], hidden: list[str], seat: int | None
) -> list[str]:
    """Deal the traitor cards of all but one seat again, so that no traitor is kept who was denied.

    Args:
        game: The game; its dealt cards are changed.
        kept: How many each seat keeps of its cards; they come first.
        shown: Those of each seat that are known to all.
        hidden: The cards that are dealt again, shuffled.
        seat: Whose cards stay; None: nobody's.

    Returns:
        Cards that were not dealt.
    """
    for _ in range(TRIES):
        rest, dealt = list(hidden), list(game.dealt)
        for owner in sorted(range(len(dealt)), key=lambda one: -kept[one]):
            if owner != seat:
                dealt[owner] = _traitors(game, owner, kept[owner], shown[owner], rest)
        if all(dealt):
            game.dealt = dealt
            return rest
        shuffle(game.chance, hidden)
    return list(game.undealt)


def _traitors(game: Dune, owner: int, kept: int, shown: list[str], rest: list[str]) -> tuple[str, ...]:
    """The cards of one seat, those it keeps first; none at all if that cannot be done."""
    cards, size = list(shown), len(game.dealt[owner])
    while len(cards) < size:
        open_to = [one for one in rest if len(cards) >= kept or (owner, one) not in game.cleared]
        if not open_to:
            return ()
        cards.append(open_to[-1])
        rest.remove(open_to[-1])
    return tuple(cards)
