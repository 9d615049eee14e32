"""What is being settled, in sentences: phase by phase. The first sentence of each is shown above the drawing, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import SHARED, dialers, holders, meetings
from turncoat.games.dune.board.tokens import leader_words
from turncoat.games.dune.board.words_battle import battle_words
from turncoat.games.dune.board.words_factions import prediction_words, promise_words, several
from turncoat.games.dune.events.anytime import Put
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.questioning import subject
from turncoat.games.dune.view_parts import AuctionView, QuestionView
from turncoat.kernel import Names, amount, listed
from turncoat.kernel.boxes import tag_of

Lines = list[str]
BY: Mapping[str, str] = {
    "DUN-4.10.2": "alone, with strongholds enough",
    "DUN-4.10.3": "together, with four strongholds",
    "DUN-4.10.4": "alone: it was predicted",
    "DUN-4.10.5": "because the havens of the desert stayed free",
    "DUN-4.10.6": "because nobody else has",
    "DUN-4.10.7": "because nobody else has",
    "DUN-4.10.8": "with most strongholds",
}
"""DUN-4.10: how a game was won, by rule."""


def who(faction: str, names: Names) -> str:
    """The name of a faction."""
    return names.label("faction", faction)


def everybody(factions: tuple[str, ...], names: Names) -> str:
    """The names of factions, in a row."""
    return listed([who(one, names) for one in factions])


def affair_words(now: Moment, names: Names) -> Lines:
    """What is being settled, and what besides binds just now."""
    view = now.view
    lines = question_words(view.question, names) if view.question is not None else []
    lines += main_words(now, names)
    lines += [f"Prevented: {names.label('prevention', entry)}." for entry in view.prevented]
    seats = view.factions
    return lines + [f"{who(seats[one.seat].faction, names)}: {promise_words(one, names)}." for one in view.promises]


def main_words(now: Moment, names: Names) -> Lines:
    """The affair itself: the end, a battle, an auction, a Nexus, else what the phase is about."""
    view = now.view
    if view.result is not None:
        return end_words(now, names)
    if view.battle is not None:
        return battle_words(now, view.battle, names)
    if view.auction is not None:
        return auction_words(now, view.auction, names)
    if "nexus" in view.phase:
        return nexus_words(now, names)
    told = next((PHASE_WORDS[one] for one in view.phase if one in PHASE_WORDS), charity_words)
    return told(now, names) if view.turn else ["Traitors are chosen, forces take their places, and the future is told."]


def question_words(question: QuestionView, names: Names) -> Lines:
    """DUN-7.12.1: who asks whom what."""
    asked = Put(tag_of(question.question.__class__), *subject(question.question)).say(names)
    return [f"{who(question.asker, names)} asks {who(question.target, names)}: “{asked}”"]


def end_words(now: Moment, names: Names) -> Lines:
    """DUN-4.10: who has won and by which rule; whose victory a prediction took; what everybody held."""
    view = now.view
    assert view.result is not None
    winners = tuple(view.factions[seat].faction for seat in view.result.winners)
    verb = "win" if len(winners) > 1 else "wins"
    lines = [
        f"{everybody(winners, names)} {verb} {BY.get(view.result.rule, '')}".rstrip() + "."
        if winners
        else "Nobody wins."
    ]
    if view.result.predicted:
        robbed = tuple(view.factions[seat].faction for seat in view.result.predicted)
        lines.append(f"Without the prediction it would have been {everybody(robbed, names)}.")
    if view.prediction is not None:
        lines.append(f"The prediction was {prediction_words(now, view.prediction, names)}.")
    for one, hand, traitors, returned in zip(view.factions, view.hands, view.traitors, view.returned, strict=False):
        cards = listed(several(names.label("card", card) for card in hand)) if hand else "no cards"
        known = listed([leader_words(leader, names) for leader in traitors])
        back = listed([leader_words(leader, names) for leader in returned])
        given = f"; dealt and given back: {back}" if back else ""
        lines.append(f"{who(one.faction, names)} held {cards}; traitors: {known}{given}.")
    return lines


# --- phase by phase -----------------------------------------------------------------------------


def storm_words(now: Moment, names: Names) -> Lines:
    """DUN-4.1: who dials, what was dialled, how far the storm will move."""
    view = now.view
    dialled = [f"{who(one, names)} {number}" for one, number in view.dials.items()]
    if view.movement is None:
        if dialled:
            return [f"Dialled: {listed(dialled)}."]
        return [f"{everybody(dialers(now), names)} dial for the storm, in secret."]
    if view.storm < 0:
        return [f"Dialled: {listed(dialled)}. The storm is placed {amount(view.movement, 'sector')} from its start."]
    goal = (view.storm + view.movement) % SECTORS
    way = f"from sector {view.storm} to {goal}" if view.movement else "and stays where it is"
    return [f"The storm will move {amount(view.movement, 'sector')}, {way}.", f"Dialled: {listed(dialled)}."]


def blow_words(now: Moment, names: Names) -> Lines:
    """DUN-4.2: cards turned over, worms, what was devoured, rides that are left."""
    view, worm = now.view, names.label("word", "worm")
    spice = names.label("word", "spice")
    lines = [f"The top card of the deck says where {spice} blows."]
    if view.rides:
        lines = [f"{amount(view.rides, f'{worm} ride')} can be taken."]
    elif view.worms:
        lines = [f"{amount(view.worms, worm)} came up."]
    if view.devoured:
        lines.append(f"Devoured: {names.label('territory', view.devoured)}.")
    if view.latest:
        lines.append(f"A {worm} would strike {names.label('territory', view.latest)}.")
    if view.aside:
        lines.append(f"{amount(view.aside, worm)} set aside in turn 1.")
    return lines


def nexus_words(now: Moment, names: Names) -> Lines:
    """DUN-4.3: alliances, proposals, who is bound."""
    view = now.view
    lines = ["Alliances can be broken and made."]
    lines += [
        f"{who(one.faction, names)} and {who(one.ally, names)} are allied"
        + (", bound until the next Nexus." if one.faction in view.bound else ".")
        for one in view.factions
        if one.ally and one.faction < one.ally
    ]
    return lines + [f"{who(one, names)} proposes to {who(to, names)}." for one, to in view.proposals]


def charity_words(now: Moment, names: Names) -> Lines:
    """DUN-4.4.1: what everybody gets."""
    return [f"Whoever has less than 2 {names.label('word', 'spice')} is topped up to 2."]


def auction_words(now: Moment, auction: AuctionView, names: Names) -> Lines:
    """DUN-4.5: the card, the standing bid with the ally's share, who passed, whose turn it is."""
    card = names.label("card", auction.card) if auction.card else "a card, face down"
    lines = [f"Card {auction.number} of {auction.total} is on auction: {card}."]
    spice = names.label("word", "spice")
    if auction.high:
        share = f", {auction.help} of it from the ally" if auction.help else ""
        backed = ", backed by " + names.label("card", "karama") if auction.backed else ""
        lines.append(f"{who(auction.high, names)} bids {auction.bid} {spice}{share}{backed}.")
    else:
        lines.append("Nobody has bid yet.")
    if auction.passed:
        lines.append(f"Passed: {everybody(auction.passed, names)}.")
    turn = f"{who(auction.bidder, names)} bids next." if auction.bidder else ""
    return [*lines, *([turn] if turn else [])]


def bidding_words(now: Moment, names: Names) -> Lines:
    """DUN-4.5: between two auctions."""
    return ["Cards are auctioned, one after the other."]


def revival_words(now: Moment, names: Names) -> Lines:
    """DUN-4.6: who may still revive, and who lies in the tanks."""
    view = now.view
    left = f"Still to revive: {everybody(view.to_act, names)}." if view.to_act else "Revival is about to begin."
    tanks = [f"{who(one.faction, names)} {amount(one.tanks, 'force')}" for one in view.factions if one.tanks]
    return [left, f"In the tanks: {listed(tanks)}."]


def shipment_words(now: Moment, names: Names) -> Lines:
    """DUN-4.7.1: whose turn it is, and who comes next."""
    view = now.view
    lines = (
        [f"It is the turn of {who(view.acting, names)}: first a shipment, then a move."]
        if view.acting
        else ["Shipment is about to begin."]
    )
    return lines + ([f"Then: {everybody(view.to_act, names)}."] if view.to_act else [])


def battles_words(now: Moment, names: Names) -> Lines:
    """DUN-4.8.1: who must fight whom, and where."""
    fights = [
        f"{who(one, names)} and {who(other, names)} must fight in {names.label('territory', where)}."
        for where, one, other in meetings(now)
    ]
    return fights or ["No battle is left to fight."]


def collection_words(now: Moment, names: Names) -> Lines:
    """DUN-4.9.1: who harvests."""
    spice = names.label("word", "spice")
    return [f"Forces collect the {spice} that lies where they stand: 2 each, 3 with a city held alone."]


def mentat_words(now: Moment, names: Names) -> Lines:
    """DUN-4.10.1: who holds which stronghold."""
    said = {"": "nobody", SHARED: "shared"}
    found = [
        f"{names.label('territory', where)}: {said[one] if one in said else who(one, names)}"
        for where, one in holders(now).items()
    ]
    return ["Strongholds are counted.", f"{'; '.join(found)}."]


PHASE_WORDS: Mapping[str, Callable[[Moment, Names], Lines]] = {
    "storm": storm_words,
    "spice_blow": blow_words,
    "bidding": bidding_words,
    "revival": revival_words,
    "shipment_and_movement": shipment_words,
    "battles": battles_words,
    "collection": collection_words,
    "mentat": mentat_words,
}
"""What each phase is about, by the name of its section."""
