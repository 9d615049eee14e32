"""DUN: what must be true of every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turncoat.games.dune.facts import FACTION_OF_LEADER, FORCES, LEADER_IDS
from turncoat.games.dune.sections import Auction, Battles, Bidding
from turncoat.games.dune.shared.cards import COPIES, KARAMA, SPICE_DECK, WORM
from turncoat.games.dune.shared.hands import fits, has_room, known_hand, limit
from turncoat.games.dune.shared.spice import pledged, pledged_for_ally
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.kernel import play


def audit(game: Dune) -> list[str]:
    """Every invariant that does not hold, as a sentence with the number of its rule."""
    found = (_forces, _spice, _cards, _auction, _notes, _leaders, _traitors, _alliances, _promises, _end)
    return [sentence for part in found for sentence in part(game)]


def _forces(game: Dune) -> Iterator[str]:
    for seat in seats_of(game):
        name, stacks = faction_id(game, seat), game.forces[seat]
        total = game.reserves[seat] + game.tanks[seat] + sum(number for _, number in stacks)
        if total != FORCES:
            yield f"DUN-1.1.2: {name} has {total} forces instead of {FORCES}."
        if game.reserves[seat] < 0 or game.tanks[seat] < 0 or any(number <= 0 for _, number in stacks):
            yield f"DUN-1.1.2: {name} has a negative number of forces somewhere."
        if list(stacks) != sorted(dict(stacks).items()):
            yield f"DUN-2.1.1: the stacks of {name} are not in order."


def _spice(game: Dune) -> Iterator[str]:
    total = sum(game.spice) + sum(amount for _, amount in game.fields)
    if total != game.bank:
        yield f"DUN-2.3.1: there are {total} spice, the bank gave {game.bank}."
    if min(game.spice) < 0:
        yield "DUN-2.3.1: somebody owns a negative amount of spice."


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
    if found != Counter(COPIES):
        yield f"DUN-1.3.1: the treachery cards are not complete: {found - Counter(COPIES) or Counter(COPIES) - found}."
    spice = [*game.spice_deck, *game.spice_discards, *[WORM] * game.aside]
    if sorted(spice) != sorted(SPICE_DECK):
        yield "DUN-1.3.1: the spice cards are not complete."


def _auction(game: Dune) -> Iterator[str]:
    for auction in game.stack:
        if not isinstance(auction, Auction):
            continue
        if auction.turn != NOBODY and (auction.turn == auction.high or not has_room(game, auction.turn)):
            yield f"DUN-4.5.4: it is the turn of {faction_id(game, auction.turn)}, who cannot bid."
        for seat in seats_of(game):
            if pledged(game, seat) > game.spice[seat]:
                yield f"DUN-2.3.2: {faction_id(game, seat)} owns less spice than it has pledged."
        if auction.backed and KARAMA not in game.hands[auction.high]:
            yield f"DUN-O-17: {faction_id(game, auction.high)} backs a bid with a card that is gone."


def _notes(game: Dune) -> Iterator[str]:
    for seat in seats_of(game):
        if not fits(game, seat, game.hands[seat]):
            yield f"DUN-2.9.1: what everybody knows of the cards of {faction_id(game, seat)} is not true."
        for observer in (None, *seats_of(game)):
            known = Counter(known_hand(game, observer, seat))
            if known - Counter(game.hands[seat]):
                yield f"DUN-2.9.1: a note says that {faction_id(game, seat)} holds a card that it does not hold."


def _leaders(game: Dune) -> Iterator[str]:
    fighting = any(isinstance(section, Battles) for section in game.stack)
    for number, leader in enumerate(LEADER_IDS):
        if not game.alive[number] and not game.deaths[number]:
            yield f"DUN-1.1.3: {leader} is dead but no death is recorded."
        if game.deaths[number] and FACTION_OF_LEADER[leader] not in game.factions:
            yield f"DUN-1.2.1: {leader} has died but is not in play."
        if game.tied[number] >= 0 and not fighting:
            yield f"DUN-4.8.10: {leader} is tied to a territory after the battles."


def _traitors(game: Dune) -> Iterator[str]:
    dealt = [leader for cards in (*game.dealt, game.undealt) for leader in cards]
    in_play = [leader for leader in LEADER_IDS if FACTION_OF_LEADER[leader] in game.factions]
    if dealt and sorted(dealt) != sorted(in_play):
        yield "DUN-3.2.1: the traitor cards are not complete."
    for seat in seats_of(game):
        if not set(game.traitors[seat]) <= set(game.dealt[seat]):
            yield f"DUN-3.2.2: {faction_id(game, seat)} keeps a traitor it was not dealt."
    if any(leader not in game.traitors[seat] for seat, leader in game.shown_traitors):
        yield "DUN-4.8.11: a traitor card was shown that nobody holds."
    if any(leader in game.traitors[seat] for seat, leader in game.cleared):
        yield "DUN-7.12.2: a player denied that a leader is their traitor, but he is."
    if game.prediction is not None and game.prediction in game.denied:
        yield "DUN-7.12.2: a player denied the prediction that they have made."


def _promises(game: Dune) -> Iterator[str]:
    made = [(promise.seat, promise.question, promise.about, promise.number) for promise in game.promises]
    if len(made) != len(set(made)):
        yield "DUN-7.12.3: a player made the same promise twice."


def _alliances(game: Dune) -> Iterator[str]:
    for seat, ally in enumerate(game.ally):
        if ally != NOBODY and game.ally[ally] != seat:
            yield f"DUN-5.1.1: {faction_id(game, seat)} has an ally who is allied with another faction."
        if ally == NOBODY and (game.allowance[seat] or game.lent[seat] or game.extra_revivals[seat]):
            yield f"DUN-5.2.4: {faction_id(game, seat)} lends something to nobody."
        if game.allowance[seat] < 0 or game.allowance[seat] < pledged_for_ally(game, seat):
            yield f"DUN-5.2.1: {faction_id(game, seat)} allows its ally less spice than the ally has pledged."


def _end(game: Dune) -> Iterator[str]:
    if play.over(game) != (game.result is not None):
        yield "DUN-4.10.10: the game is over without a result, or it has a result and still goes on."
    if game.result is not None and not game.result.winners and game.options.most_strongholds:
        yield "DUN-O-08: the game ended without a winner although the most strongholds win."
    if game.turn > game.options.turns:
        yield "DUN-1.4.1: there are more turns than were agreed on."
