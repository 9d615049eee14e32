"""DUN-1.5: everything a seat may not know, dealt again, consistent with all it does know (DUN-2.9)."""

from __future__ import annotations

from collections import Counter

from turncoat.games.dune.alliance import EXTRA_REVIVALS, LENT_BY, PRESCIENCE
from turncoat.games.dune.battle_redeal import redeal_battle
from turncoat.games.dune.cards import COPIES, sorted_hand
from turncoat.games.dune.dealing import deal_hands, deal_traitors
from turncoat.games.dune.factions import of, predictor
from turncoat.games.dune.facts import THRONE
from turncoat.games.dune.knowledge import known_hand
from turncoat.games.dune.sections import Auction, Battle, Bidding, Setup
from turncoat.games.dune.spice import pledged_for_ally
from turncoat.games.dune.state import NOBODY, Dune, Prediction, others, seats_of
from turncoat.kernel import Chance, clone, draw, play, shuffle


def redeal(game: Dune, seat: int | None, key: bytes) -> Dune:
    """DUN-1.5: hands, decks, the card on auction, traitors, prediction, sealed answers."""
    other = clone(game)
    other.chance = Chance(key)
    if game.result is not None and game.options.reveal_at_end:
        return other
    redeal_treachery(other, seat)
    redeal_battle(other, seat)
    redeal_notes(other, seat)
    redeal_spice(other, seat)
    redeal_traitors(other, seat)
    redeal_prediction(other, seat)
    redeal_loans(other, seat)
    seal_again(other, seat)
    return other


def redeal_treachery(game: Dune, seat: int | None) -> None:
    """DUN-2.9.1: hands keep their sizes and the cards known to be in them; everything else is shuffled."""
    known = [known_hand(game, seat, owner) for owner in seats_of(game)]
    auction = next((section for section in game.stack if isinstance(section, Auction)), None)
    bidding = next((section for section in game.stack if isinstance(section, Bidding)), None)
    sees = auction is not None and seat is not None and seat in auction.seen_by
    top = "" if seat is None else game.known_top[seat]
    pool = Counter(COPIES)
    for cards in (
        *known,
        game.treachery_discards,
        [auction.card] if auction and auction.card and sees else [],
        [top] if top else [],
    ):
        pool.subtract(cards)
    loose = list(pool.elements())
    shuffle(game.chance, loose)
    loose = deal_hands(game, known, loose)
    if auction is not None and auction.card and not sees:
        auction.card = loose.pop()
    if bidding is not None:
        bidding.cards = [loose.pop() for _ in bidding.cards]
    game.treachery = loose + ([top] if top else [])
    upper = game.treachery[-1] if game.treachery else ""
    game.known_top = [upper if known else "" for known in game.known_top]


def redeal_notes(game: Dune, seat: int | None) -> None:
    """DUN-2.9.2: others know as many cards of the hands that were dealt again as before, but other ones."""
    for observer in others(game, NOBODY if seat is None else seat):
        row = list(game.seen[observer])
        for owner in seats_of(game):
            if row[owner] and owner != seat:
                unknown = list((Counter(game.hands[owner]) - Counter(game.seen[NOBODY][owner])).elements())
                shuffle(game.chance, unknown)
                row[owner] = sorted_hand(unknown[: len(row[owner])])
        game.seen[observer] = tuple(row)


def redeal_spice(game: Dune, seat: int | None) -> None:
    """DUN-1.5: the order of the spice deck, but for a top card that is known."""
    top = "" if seat is None else game.known_spice[seat]
    if top:
        game.spice_deck.remove(top)
    shuffle(game.chance, game.spice_deck)
    if top:
        game.spice_deck.append(top)
    upper = game.spice_deck[-1] if game.spice_deck else ""
    game.known_spice = [upper if known else "" for known in game.known_spice]


def redeal_traitors(game: Dune, seat: int | None) -> None:
    """DUN-3.2: cards dealt to others, with those that were shown where they were shown."""
    if not game.dealt[0]:
        return
    shown: list[list[str]] = [[] for _ in seats_of(game)]
    for owner, leader in game.shown_traitors:
        shown[owner].append(leader)
    own = () if seat is None else game.dealt[seat]
    public = {leader for leaders in shown for leader in leaders}
    hidden = [one for cards in (*game.dealt, game.undealt) for one in cards if one not in own and one not in public]
    shuffle(game.chance, hidden)
    before = any(isinstance(section, Setup) for section in game.stack) and not any(game.traitors)
    keeping = [of(game, owner).facts.traitors for owner in seats_of(game)]
    game.undealt = tuple(deal_traitors(game, keeping, shown, hidden, seat))
    for owner in seats_of(game):
        if owner != seat and not before:
            game.traitors[owner] = game.dealt[owner][: keeping[owner]]


def redeal_prediction(game: Dune, seat: int | None) -> None:
    """DUN-3.4.1: another winner and another turn, none that was denied (TT-F3)."""
    seer = predictor(game)
    if game.prediction is None or seat == seer or game.foretold:
        return
    turns = range(1, game.options.turns + 1)
    open_ones = [Prediction(winner, turn) for winner in others(game, seer) for turn in turns]
    open_ones = [one for one in open_ones if one not in game.denied]
    game.prediction = open_ones[draw(game.chance, len(open_ones))]


def redeal_loans(game: Dune, seat: int | None) -> None:
    """DUN-1.5: what allies allow and lend each other is known to these two alone.

    During a battle all have seen whether Prescience is lent: somebody was asked for it, or not.
    """
    fighting = any(isinstance(section, Battle) for section in game.stack)
    for lender in seats_of(game):
        ally = game.ally[lender]
        if ally == NOBODY or seat in (lender, ally):
            continue
        least = pledged_for_ally(game, lender)
        game.allowance[lender] = least + draw(game.chance, max(1, game.spice[lender] - least + 1))
        game.lent[lender] = tuple(
            one
            for one in LENT_BY.get(game.factions[lender], ())
            if (one in game.lent[lender] if one == PRESCIENCE and fighting else draw(game.chance, 2))
        )
        if game.factions[lender] == THRONE:
            game.extra_revivals[lender] = draw(game.chance, EXTRA_REVIVALS + 1)


def seal_again(game: Dune, seat: int | None) -> None:
    """DUN-1.5: answers of others are secret until all are in; their standing orders always."""
    now = play.pending(game)
    for one in seats_of(game):
        if one != seat and now is not None and one in now.answers:
            now.answers[one] = play.boxes(game, one).sample(lambda sides: draw(game.chance, sides))
