"""DUN: what must be true of every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turncoat.games.dune.cards import COPIES, SPICE_DECK, WORM
from turncoat.games.dune.facts import FORCES
from turncoat.games.dune.hands import limit
from turncoat.games.dune.knowledge import known_hand
from turncoat.games.dune.sections import Auction, Bidding
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.kernel import play


def audit(game: Dune) -> list[str]:
    """Every invariant that does not hold, as a sentence with the number of its rule."""
    return [*_forces(game), *_spice(game), *_cards(game), *_alliances(game), *_end(game)]


def _forces(game: Dune) -> Iterator[str]:
    for seat in seats_of(game):
        name, stacks = faction_id(game, seat), game.forces[seat]
        total = game.reserves[seat] + game.tanks[seat] + sum(number for _, number in stacks)
        if total != FORCES:
            yield f"DUN-1.1.2: {name} has {total} forces instead of {FORCES}."
        if game.reserves[seat] < 0 or game.tanks[seat] < 0 or any(number <= 0 for _, number in stacks):
            yield f"DUN-1.1.2: {name} has fewer than no forces somewhere."
        if list(stacks) != sorted(dict(stacks).items()):
            yield f"DUN-2.1.1: the stacks of {name} are not in order."


def _spice(game: Dune) -> Iterator[str]:
    total = sum(game.spice) + sum(amount for _, amount in game.fields)
    if total != game.bank:
        yield f"DUN-2.3.1: there are {total} spice, the bank gave {game.bank}."
    if min(game.spice) < 0:
        yield "DUN-2.3.1: somebody owns less than no spice."


def _cards(game: Dune) -> Iterator[str]:
    found = Counter(game.treachery) + Counter(game.treachery_discards)
    for section in game.stack:
        if isinstance(section, Bidding):
            found += Counter(section.cards)
        elif isinstance(section, Auction) and section.card:
            found[section.card] += 1
    for seat in seats_of(game):
        found += Counter(game.hands[seat])
        if len(game.hands[seat]) > limit(game, seat):
            yield f"DUN-2.4.1: {faction_id(game, seat)} holds more cards than it may."
        for observer in (None, *seats_of(game)):
            known = Counter(known_hand(game, observer, seat))
            if known - Counter(game.hands[seat]):
                yield f"DUN-2.9.1: a note says that {faction_id(game, seat)} holds what it does not hold."
    if found != Counter(COPIES):
        yield f"DUN-1.3.1: the treachery cards are not complete: {found - Counter(COPIES) or Counter(COPIES) - found}."
    spice = [*game.spice_deck, *game.spice_discards, *[WORM] * game.aside]
    if sorted(spice) != sorted(SPICE_DECK):
        yield "DUN-1.3.1: the spice cards are not complete."


def _alliances(game: Dune) -> Iterator[str]:
    for seat, ally in enumerate(game.ally):
        if ally != NOBODY and game.ally[ally] != seat:
            yield f"DUN-5.1.1: {faction_id(game, seat)} has an ally who has another."
        if ally == NOBODY and (game.allowance[seat] or game.lent[seat] or game.extra_revivals[seat]):
            yield f"DUN-5.2.4: {faction_id(game, seat)} lends something to nobody."


def _end(game: Dune) -> Iterator[str]:
    if play.over(game) != (game.result is not None):
        yield "DUN-4.10.10: the game is over without a result, or has one and goes on."
    if game.turn > game.options.turns:
        yield "DUN-1.4.1: there are more turns than were agreed on."
