"""DUN-1.5: the factions and the reader's secrets, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from turncoat.games.dune.advantages import ENTRIES, PREDICTION
from turncoat.games.dune.drawing.moment import Moment, held, strongholds_needed
from turncoat.games.dune.drawing.tokens import SPECIAL, kind_of, leader_words
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, LEADERS_OF
from turncoat.games.dune.state import HandFact, Prediction, Promise
from turncoat.games.dune.truthtrance.events import Put
from turncoat.games.dune.view_parts import FactionView, OwnView
from turncoat.kernel import Names, amount, listed


def name_of(faction: str, names: Names) -> str:
    """The name of a faction."""
    return names.label("faction", faction)


def everybody(factions: tuple[str, ...], names: Names) -> str:
    """The names of several factions."""
    return listed([name_of(faction, names) for faction in factions])


TWICE = 2


def several(texts: Iterable[str]) -> list[str]:
    """``Shield ×2, Snooper``: names in order, with how many there are of each."""
    return [text if number == 1 else f"{text} ×{number}" for text, number in Counter(texts).items()]


def faction_words(now: Moment, name: str, names: Names) -> str:
    """The player of a faction, and its public numbers."""
    faction = now.faction(name)
    you = " (you)" if name == now.own else ""
    who = f"{names.label('faction', name)}, played by {names.label('seat', faction.seat)}{you}"
    money = f"{faction.spice} {names.label('word', 'spice')}" + (
        f", {faction.pledged} of it pledged" if faction.pledged else ""
    )
    standing = sum(faction.forces.values())
    forces = f"{amount(faction.reserves, 'force')} in reserve, {standing} on the map, {faction.tanks} in the tanks"
    cards = f"{faction.cards} of {amount(faction.limit, 'card')}"
    doing = turn_of(now, name)
    return f"{who}: {money}; {forces}; {cards}; {holding_words(now, name, names)}{f'; {doing}' if doing else ''}."


def holding_words(now: Moment, name: str, names: Names) -> str:
    """DUN-4.10.1 to DUN-4.10.3: the strongholds held, and how many would win, alone or with the ally."""
    own = [names.label("territory", where) for where in held(now, name)]
    ally = now.faction(name).ally
    goal = f", {strongholds_needed(now, name)} would win" if now.view.result is None else ""
    if ally:
        both = len(own) + len(held(now, ally))
        return f"holds {listed(own)}, with {names.label('faction', ally)} {both}{goal}"
    return f"holds {listed(own)}{goal}"


def turn_of(now: Moment, name: str) -> str:
    """What a faction has to do at present; empty: nothing."""
    view, auction, battle = now.view, now.view.auction, now.view.battle
    seat = now.faction(name).seat
    if view.result is not None:
        return "wins" if seat in view.result.winners else ""
    if view.question is not None and name == view.question.target:
        return "must answer"
    if auction is not None:
        return _bidding(name, auction.bidder, auction.high, auction.passed)
    if battle is not None:
        return "fights" if name in (battle.aggressor, battle.defender) else ""
    if name == view.acting or (view.to_act[:1] == (name,) and "revival" in view.phase):
        return "acts now"
    return "still to act" if name in view.to_act else ""


def _bidding(name: str, bidder: str, high: str, passed: tuple[str, ...]) -> str:
    if name == bidder:
        return "bids now"
    return "bids most" if name == high else "passed" if name in passed else ""


# --- what is known of it ------------------------------------------------------------------------


def known_words(now: Moment, name: str, names: Names) -> tuple[str, ...]:
    """Everything known of a faction beyond its numbers, a sentence for each."""
    faction = now.faction(name)
    found = [
        *([f"Allied with {names.label('faction', faction.ally)}"] if faction.ally else []),
        *leaders_words(faction, names),
        *cards_words(now, faction, names),
        *traitors_words(now, faction, names),
        *bound_words(now, faction, names),
    ]
    return tuple(f"{line}." for line in found)


def leaders_words(faction: FactionView, names: Names) -> list[str]:
    """DUN-2.5: the living leaders, the dead ones with how often they died, and the tied ones."""
    own = LEADERS_OF[FACTION_IDS.index(faction.faction)]
    alive = [leader_words(leader, names) for leader in own if leader not in faction.dead]
    dead = [
        leader_words(leader, names) + (" (twice)" if faction.deaths.get(leader, 0) >= TWICE else "")
        for leader in faction.dead
    ]
    lines = [f"Leaders alive: {listed(alive) if alive else 'none'}"]
    if dead:
        lines.append(f"Leaders in the tanks: {listed(dead)}")
    lines += [
        f"{names.label('leader', leader)} has fought in {names.label('territory', where)} in this phase"
        for leader, where in faction.tied.items()
    ]
    if faction.revival_open:
        lines.append("Dead leaders can be revived")
    return lines


def cards_words(now: Moment, faction: FactionView, names: Names) -> list[str]:
    """DUN-2.9.1: cards known to be in the hand, and known numbers of a kind; not for the reader's own hand."""
    lines = []
    if faction.known and faction.faction != now.own:
        lines.append(f"Known cards: {listed(several(names.label('card', card) for card in faction.known))}")
    for fact in now.view.hand_facts:
        if fact.seat == faction.seat:
            kind = names.label("kind", fact.kind)
            kind = names.label("card", fact.kind) if kind == fact.kind else kind
            lines.append(f"Holds {_many(fact, faction.cards)}: {kind}")
    return lines


def _many(fact: HandFact, cards: int) -> str:
    """``none``, ``at least 1``, ``at most 2``, ``1 to 2``."""
    if not fact.most:
        return "none"
    if fact.most >= cards:
        return f"at least {fact.least}"
    return f"{fact.least} to {fact.most}" if fact.least else f"at most {fact.most}"


def traitors_words(now: Moment, faction: FactionView, names: Names) -> list[str]:
    """DUN-1.5: traitors that were shown, leaders known not to be traitors, predictions that were admitted or denied."""
    lines = []
    if faction.shown_traitors:
        lines.append(f"Traitors shown: {listed([leader_words(leader, names) for leader in faction.shown_traitors])}")
    if faction.cleared:
        lines.append(f"Not its traitors: {listed([leader_words(leader, names) for leader in faction.cleared])}")
    if faction.faction == FACTION_IDS[PREDICTION.owner]:
        told = now.view.prediction if now.view.result is None else None
        lines += [f"Predicted {prediction_words(now, told, names)}"] if told is not None else []
        lines += [f"Did not predict {prediction_words(now, made, names)}" for made in now.view.denied]
    return lines


def bound_words(now: Moment, faction: FactionView, names: Names) -> list[str]:
    """DUN-7.11.4, DUN-7.12.3: advantages that are prevented, promises that bind."""
    lines = [
        f"Karama stops {names.label('stopped', entry)}"
        for entry in now.view.prevented
        if against(entry) == faction.faction
    ]
    return lines + [promise_words(made, names) for made in now.view.promises if made.seat == faction.seat]


def against(entry: str) -> str:
    """DUN-7.11.3: the faction whose advantage an entry of the list prevents."""
    return FACTION_IDS[ENTRIES[entry].owner]


def promise_words(made: Promise, names: Names) -> str:
    """``Answered yes to “Will you bring forces into Arrakeen in this turn?”``."""
    asked = Put(made.question, made.about, made.number).say(names)
    return f"Answered {'yes' if made.yes else 'no'} to “{asked}”"


def prediction_words(now: Moment, made: Prediction, names: Names) -> str:
    """A prediction in words: ``Fremen in turn 4``."""
    return f"{names.label('faction', now.view.factions[made.seat].faction)} in turn {made.turn}"


def card_words(card: str, names: Names) -> str:
    """A card with its kind: ``Stunner (projectile weapon)``."""
    name, kind = names.label("card", card), kind_of(card)
    called = "" if kind == SPECIAL else names.label("kind", kind)
    return name if called.casefold() in ("", name.casefold()) else f"{name} ({called})"


def own_words(now: Moment, names: Names) -> list[str]:
    """Everything behind the reader's shield; empty for a spectator and in a story."""
    own = now.view.own
    if own is None or not now.own:
        return []
    hand = listed(several(card_words(card, names) for card in own.hand)) if own.hand else "no cards"
    lines = [f"You hold {hand}."]
    if own.traitors:
        lines.append(f"Your traitors: {listed([traitor_words(leader, names) for leader in own.traitors])}.")
    safe = [leader for leader in own.dealt if owner_of(leader) == now.own]
    if safe:
        lines.append(
            "Safe from treason, because you were dealt them: "
            f"{listed([leader_words(leader, names) for leader in safe])}."
        )
    if own.prediction is not None:
        lines.append(f"You predicted {prediction_words(now, own.prediction, names)}.")
    lines += [f"{line}." for line in (*foresight_words(own, names), *ally_words(now, own, names))]
    unseen = [f"{number} × {text}" for text, number in unseen_kinds(own, names)]
    return [*lines, f"Cards not seen yet: {listed(unseen)}."]


def owner_of(leader: str) -> str:
    """The faction of a leader."""
    return FACTION_IDS[FACTION_OF_LEADER[leader]]


def traitor_words(leader: str, names: Names) -> str:
    """A leader with strength and faction: ``Stilgar 7 of Fremen``."""
    return f"{leader_words(leader, names)} of {names.label('faction', owner_of(leader))}"


def spice_card_words(card: str, names: Names) -> str:
    """A card of the spice deck: a territory, or a worm."""
    return names.label("spice-card", card)


def foresight_words(own: OwnView, names: Names) -> list[str]:
    """DUN-6.2.1, DUN-6.2.2: the top cards that the reader knows."""
    lines = []
    if own.top_card:
        lines.append(f"On top of the treachery deck: {names.label('card', own.top_card)}")
    if own.spice_card:
        lines.append(f"Next {names.label('word', 'spice')} card: {spice_card_words(own.spice_card, names)}")
    return lines


def ally_words(now: Moment, own: OwnView, names: Names) -> list[str]:
    """DUN-5.2: what allies lend and borrow; empty without an ally."""
    ally = now.faction(now.own).ally
    if not ally:
        return []
    called, spice = names.label("faction", ally), names.label("word", "spice")
    lines = [f"You may use {own.helped} {spice} of {called}", f"{called} may use {own.allowance} of yours"]
    if own.borrowed:
        lines.append(
            f"{called} lends you: {listed([names.label('advantage', advantage) for advantage in own.borrowed])}"
        )
    if own.lent:
        lines.append(f"You lend: {listed([names.label('advantage', advantage) for advantage in own.lent])}")
    if own.sponsored:
        lines.append(f"{called} pays up to {amount(own.sponsored, 'extra revival')}")
    if own.extra_revivals:
        lines.append(f"You pay up to {amount(own.extra_revivals, 'extra revival')}")
    return lines


def unseen_kinds(own: OwnView, names: Names) -> list[tuple[str, int]]:
    """DUN-2.9.1: how many cards of each kind are in places unknown to the reader; special cards by name."""
    found: dict[str, int] = {}
    for card, number in own.unseen.items():
        kind = kind_of(card)
        called = names.label("card", card) if kind == SPECIAL else names.label("kind", kind)
        found[called] = found.get(called, 0) + number
    return list(found.items())
