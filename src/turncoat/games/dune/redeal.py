"""DUN-1.5: deals again everything that a seat may not know; all that it knows stays true (DUN-2.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from turncoat.games.dune.advantages import EXTRA_REVIVALS, FORESIGHT, PREDICTION, lendable, owner_of
from turncoat.games.dune.alliances.rules import MOST_REVIVALS
from turncoat.games.dune.battle import DIAL, HERO, WEAPON, Plan
from turncoat.games.dune.battle.events import ElementSeen
from turncoat.games.dune.battle.plan import Choices, Shape, heroes, shapes_of
from turncoat.games.dune.battle.voice_and_prescience import answer_for
from turncoat.games.dune.sections import Auction, Battle, Bidding, Setup
from turncoat.games.dune.shared.cards import COPIES, KIND, WORTHLESS, of_kind, sorted_hand
from turncoat.games.dune.shared.hands import fits, known_hand
from turncoat.games.dune.shared.spice import pledged_for_ally
from turncoat.games.dune.state import NOBODY, Dune, Prediction, facts_of, others, playing, seats_of
from turncoat.kernel import Boxes, Chance, clone, draw, play, shuffle

TRIES = 24
"""After this many failed deals the hands stay as they are, since the known cards allow hardly any other deal."""


def deal_hands(game: Dune, known: Sequence[tuple[str, ...]], loose: list[str]) -> list[str]:
    """Fill the hands up to their sizes; returns the cards that are left over.

    Args:
        game: The game whose hands are filled.
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
    """Fill one hand: first with the cards that must be there, then with any that may."""
    hand, size = list(kept), len(game.hands[seat])
    facts = [fact for fact in game.hand_facts if fact.seat == seat]
    for fact in facts:
        while len(of_kind(tuple(hand), fact.kind)) < fact.least and len(hand) < size:
            card = next((card for card in reversed(rest) if of_kind((card,), fact.kind)), None)
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
    """Deal the traitor cards of all seats except one again, so that no kept traitor contradicts a denial.

    Args:
        game: The game whose dealt cards change.
        kept: How many cards each seat keeps; they come first in its hand.
        shown: The publicly known traitor cards of each seat.
        hidden: The cards that are dealt again, shuffled.
        seat: The seat whose cards stay; None: nobody's.

    Returns:
        Cards that were not dealt.
    """
    for _ in range(TRIES):
        rest, dealt = list(hidden), list(game.dealt)
        for owner in sorted(range(len(dealt)), key=lambda owner: -kept[owner]):
            if owner != seat:
                dealt[owner] = _traitors(game, owner, kept[owner], shown[owner], rest)
        if all(dealt):
            game.dealt = dealt
            return rest
        shuffle(game.chance, hidden)
    return list(game.undealt)


def _traitors(game: Dune, owner: int, kept: int, shown: list[str], rest: list[str]) -> tuple[str, ...]:
    """The cards of one seat, kept ones first; empty if that is impossible."""
    cards, size = list(shown), len(game.dealt[owner])
    while len(cards) < size:
        open_to = [card for card in rest if len(cards) >= kept or (owner, card) not in game.cleared]
        if not open_to:
            return ()
        cards.append(open_to[-1])
        rest.remove(open_to[-1])
    return tuple(cards)


def redeal_battle(game: Dune, seat: int | None) -> None:
    """Replace a plan that a seat (None: a spectator) does not know. The hands must have been dealt again before."""
    battle = playing(game, Battle)
    if battle is None or battle.revealed or battle.foreseen not in battle.plans or battle.foreseen == seat:
        return
    battle.plans[battle.foreseen] = _another_plan(game, battle, answer_for(game, battle, seat))


def _another_plan(game: Dune, battle: Battle, seen: ElementSeen | None) -> Plan:
    """Another plan with the element that was shown, which could have been sealed first."""
    owner = battle.foreseen
    shapes = shapes_of(game, battle, owner)
    fitting = Boxes(*(shape.box() for shape in (shapes if seen is None else [_with(shape, seen) for shape in shapes])))
    if fitting.count:
        return fitting.sample(lambda sides: draw(game.chance, sides))
    assert seen is not None
    return _bare(heroes(game, battle, owner), seen)


def _with(shape: Shape, seen: ElementSeen) -> Shape:
    """The plans of a shape with the shown element; a worthless card was shown as none (DUN-R-88)."""
    if seen.element == DIAL:
        return replace(shape, low=max(shape.low, seen.dial or 0), high=min(shape.high, seen.dial or 0))
    if seen.element == HERO:
        return replace(shape, heroes=tuple(hero for hero in shape.heroes if hero == seen.hero))
    if seen.element == WEAPON:
        return replace(shape, weapons=_alike(shape.weapons, seen.card))
    return replace(shape, defences=_alike(shape.defences, seen.card))


def _alike(cards: Choices, shown: str | None) -> Choices:
    return tuple(card for card in cards if (None if card is None or KIND[card] == WORTHLESS else card) == shown)


def _bare(able: tuple[str, ...], seen: ElementSeen) -> Plan:
    """A plan with only the shown element, for a dealt hand that, unlike the true one, would have to obey an order."""
    hero = seen.hero if seen.element == HERO else next(iter(able), None)
    weapon, defence = (seen.card, None) if seen.element == WEAPON else (None, seen.card)
    return Plan(seen.dial or 0, hero, weapon, defence)


def redeal(game: Dune, seat: int | None, key: bytes) -> Dune:
    """DUN-1.5: deal again hands, decks, the card on auction, traitors, prediction, sealed answers."""
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
    auction = playing(game, Auction)
    bidding = playing(game, Bidding)
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
    """DUN-2.9.2: others know as many cards of the newly dealt hands as before, but different ones."""
    for observer in others(game, NOBODY if seat is None else seat):
        row = list(game.seen[observer])
        for owner in seats_of(game):
            if row[owner] and owner != seat:
                unknown = list((Counter(game.hands[owner]) - Counter(game.seen[NOBODY][owner])).elements())
                shuffle(game.chance, unknown)
                row[owner] = sorted_hand(unknown[: len(row[owner])])
        game.seen[observer] = tuple(row)


def redeal_spice(game: Dune, seat: int | None) -> None:
    """DUN-1.5: shuffle the spice deck, except a known top card."""
    top = "" if seat is None else game.known_spice[seat]
    if top:
        game.spice_deck.remove(top)
    shuffle(game.chance, game.spice_deck)
    if top:
        game.spice_deck.append(top)
    upper = game.spice_deck[-1] if game.spice_deck else ""
    game.known_spice = [upper if known else "" for known in game.known_spice]


def redeal_traitors(game: Dune, seat: int | None) -> None:
    """DUN-3.2: the cards dealt to others; shown ones stay where they were shown."""
    if not game.dealt[0]:
        return
    shown: list[list[str]] = [[] for _ in seats_of(game)]
    for owner, leader in game.shown_traitors:
        shown[owner].append(leader)
    own = () if seat is None else game.dealt[seat]
    public = {leader for leaders in shown for leader in leaders}
    hidden = [card for cards in (*game.dealt, game.undealt) for card in cards if card not in own and card not in public]
    shuffle(game.chance, hidden)
    before = playing(game, Setup) is not None and not any(game.traitors)
    keeping = [facts_of(game, owner).traitors for owner in seats_of(game)]
    game.undealt = tuple(deal_traitors(game, keeping, shown, hidden, seat))
    for owner in seats_of(game):
        if owner != seat and not before:
            game.traitors[owner] = game.dealt[owner][: keeping[owner]]


def redeal_prediction(game: Dune, seat: int | None) -> None:
    """DUN-3.4.1: another winner and another turn, but no prediction that was denied (DUN-TT-F3)."""
    sisters = owner_of(game, PREDICTION)
    if game.prediction is None or seat == sisters or game.foretold:
        return
    turns = range(1, game.options.turns + 1)
    open_ones = [Prediction(winner, turn) for winner in others(game, sisters) for turn in turns]
    open_ones = [prediction for prediction in open_ones if prediction not in game.denied]
    game.prediction = open_ones[draw(game.chance, len(open_ones))]


def redeal_loans(game: Dune, seat: int | None) -> None:
    """DUN-1.5: replace what allies allow and lend each other, which only the two know.

    During a battle everybody has seen whether Prescience is lent, since one player was asked for it or not.
    """
    fighting = playing(game, Battle) is not None
    for lender in seats_of(game):
        ally = game.ally[lender]
        if ally == NOBODY or seat in (lender, ally):
            continue
        least = pledged_for_ally(game, lender)
        game.allowance[lender] = least + draw(game.chance, max(1, game.spice[lender] - least + 1))
        game.lent[lender] = tuple(
            advantage
            for advantage in lendable(game.factions[lender])
            if (advantage in game.lent[lender] if advantage == FORESIGHT and fighting else draw(game.chance, 2))
        )
        if game.factions[lender] == EXTRA_REVIVALS.owner:
            game.extra_revivals[lender] = draw(game.chance, MOST_REVIVALS + 1)


def seal_again(game: Dune, seat: int | None) -> None:
    """DUN-1.5: the answers of others are secret until all are in; their standing orders always are."""
    now = play.pending(game)
    for other in seats_of(game):
        if other != seat and now is not None and other in now.answers:
            now.answers[other] = play.boxes(game, other).sample(lambda sides: draw(game.chance, sides))
