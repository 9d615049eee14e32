"""The table of Dune as lines of text, for a terminal: factions, territories, what is going on, own cards, the turns.

A line is a row of spans: a text and the role it plays. Whoever shows it chooses the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from turncoat.drawing.terminal import Line, Span, Terminal
from turncoat.games.dune.events import DuneEvent
from turncoat.games.dune.facts import FACTS, STRENGTH
from turncoat.games.dune.shared.cards import KIND
from turncoat.games.dune.shared.map import LOCATION_IDS, SECTOR_OF, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.text import Skin, prevention, skin
from turncoat.games.dune.view_parts import DuneView, FactionView, OwnView
from turncoat.kernel import Event, Names

PHASES = {
    "setup": "Setup",
    "storm": "Storm",
    "spice_blow": "Spice Blow",
    "nexus": "Nexus",
    "bidding": "Bidding",
    "revival": "Revival",
    "shipment_and_movement": "Shipment and Movement",
    "battles": "Battle",
    "collection": "Spice Collection",
    "mentat": "Mentat",
}
"""DUN-1.4.1: the phases, by the names of their sections."""

SIGNS = {"stronghold": "▲", "rock": "^", "sand": "·", "polar": "*"}
"""DUN-2.1.3: the kinds of territories."""

LEGEND = "▲ stronghold, ^ rock, · sand, * {pole}; the number behind a name is the sector; ◆ spice, ☼ in the storm."


def board(view: DuneView, names: Names) -> list[Line]:
    """DUN-1.5: the table as this seat may see it."""
    worn = skin(view.options.skin)
    return [
        *_heading(view, worn, names),
        *_factions(view, worn, names),
        *_places(view, worn),
        ((f"  {LEGEND.format(pole=worn.territory['pole'])}", "dim"),),
        *_going_on(view, worn),
        *_own(view, worn),
    ]


# --- the turn ---------------------------------------------------------------------------------


def _heading(view: DuneView, worn: Skin, names: Names) -> list[Line]:
    """DUN-1.4.1, DUN-2.1.4: turn and phase, the storm, who is first, what lies in the decks."""
    if view.result is not None:
        winners = ", ".join(names.label("seat", seat) for seat in view.result.winners) or "nobody"
        return [(("The game is over: ", "title"), (f"{winners} won by {view.result.rule}.", "good"))]
    phase = next((PHASES[one] for one in view.phase if one in PHASES), "Charity")
    title = f"Turn {view.turn} of {view.options.turns}: {phase}" if view.turn else phase
    storm = f"storm in sector {view.storm}" if view.storm >= 0 else "no storm yet"
    wall = "" if view.wall else f", the {worn.territory['shield-wall']} is gone"
    lines: list[Line] = [((title, "title"), (f"   {storm}{wall}", "bad"))]
    if view.order:
        lines.append((("Storm order: ", "dim"), (" → ".join(worn.faction[one] for one in view.order), "name")))
    worm = f"; a worm would strike {worn.territory[view.latest]}" if view.latest else ""
    decks = f"Spice deck {view.spice_deck} cards{worm}; treachery deck {view.treachery} cards, "
    gone = ", ".join(_counted(worn.card[card] for card in view.treachery_discards)) or "none"
    return [*lines, ((f"{decks}discarded: {gone}.", "dim"),)]


def _counted(texts: Iterable[str]) -> list[str]:
    """``Shield, Snooper ×2``: what is there, in order, with how often."""
    return [text if number == 1 else f"{text} ×{number}" for text, number in Counter(texts).items()]


# --- the factions -----------------------------------------------------------------------------


def _factions(view: DuneView, worn: Skin, names: Names) -> list[Line]:
    """DUN-1.5: spice, reserves, tanks, cards, leaders, ally of each faction, in storm order."""
    shown = sorted(view.factions, key=lambda one: view.order.index(one.faction) if one.faction in view.order else 0)
    wide = max(len(worn.faction[one.faction]) for one in shown)
    people = max(len(names.label("seat", one.seat)) for one in shown) + len(" (you)")
    head = f"  {'Faction'.ljust(wide)}  {'Player'.ljust(people)}  Spice  Reserves  Tanks  Cards"
    return [((head, "title"),), *(_faction(view, one, worn, names, wide, people) for one in shown)]


def _faction(view: DuneView, one: FactionView, worn: Skin, names: Names, wide: int, people: int) -> Line:
    you = one.seat == view.seat
    player = names.label("seat", one.seat) + (" (you)" if you else "")
    spans: list[Span] = [
        (f"  {worn.faction[one.faction].ljust(wide)}", "you" if you else "name"),
        (f"  {player.ljust(people)}", ""),
        (f"  {one.spice:5d}", "coin"),
        (f"  {one.reserves:8d}  {one.tanks:5d}  {one.cards:2d}/{one.limit}", ""),
    ]
    if one.ally:
        spans.append((f"  allied with {worn.faction[one.ally]}", "good"))
    if one.dead:
        spans.append((f"  dead: {', '.join(_leader(leader, worn) for leader in one.dead)}", "bad"))
    if one.known and not you:
        spans.append((f"  holds {', '.join(_counted(worn.card[card] for card in one.known))}", "dim"))
    if one.shown_traitors:
        spans.append((f"  traitors: {', '.join(worn.leader[leader] for leader in one.shown_traitors)}", "seal"))
    return tuple(spans)


def _leader(leader: str, worn: Skin) -> str:
    """``Stilgar 7``."""
    return f"{worn.leader[leader]} {STRENGTH[leader]}"


# --- the map ----------------------------------------------------------------------------------


def _places(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-2.1: all strongholds, and every other territory in which something lies."""
    lines: list[Line] = [(("  Territories", "title"),)]
    wide = max(map(len, worn.territory.values())) + len(" 17")
    occupied = {place for one in view.factions for place in one.forces} | set(view.fields)
    for number, place in enumerate(LOCATION_IDS):
        kind = FACTS.territories[TERRITORY_OF[number]].kind
        if kind == "stronghold" or place in occupied:
            lines.append(_place(view, place, number, kind, worn, wide))
    return lines


def _place(view: DuneView, place: str, number: int, kind: str, worn: Skin, wide: int) -> Line:
    sector = SECTOR_OF[number]
    name = worn.territory[TERRITORY_IDS[TERRITORY_OF[number]]] + (f" {sector}" if sector >= 0 else "")
    stormy = "☼" if sector == view.storm >= 0 else " "
    spans: list[Span] = [(f"  {SIGNS[kind]} {name.ljust(wide)}{stormy}", "title" if kind == "stronghold" else "")]
    if spice := view.fields.get(place):
        spans.append((f" ◆{spice}", "coin"))
    spans += [
        (f"  {worn.faction[one.faction]} {one.forces[place]}", "you" if one.seat == view.seat else "name")
        for one in view.factions
        if place in one.forces
    ]
    if len(spans) == 1:
        spans.append(("  nobody", "dim"))
    return tuple(spans)


# --- what is going on -------------------------------------------------------------------------


def _going_on(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-4: the storm's movement, the auction, who still acts, the battle, proposals, preventions."""
    lines = [*_auction(view, worn), *_battle(view, worn)]
    if view.movement is not None:
        dials = ", ".join(f"{worn.faction[one]} {number}" for one, number in view.dials.items())
        lines.append(((f"  The storm will move {view.movement} sectors ({dials}).", "bad"),))
    if view.to_act:
        lines.append(((f"  Still to act: {' → '.join(worn.faction[one] for one in view.to_act)}.", "dim"),))
    for one, to in view.proposals:
        lines.append(((f"  {worn.faction[one]} proposes an alliance to {worn.faction[to]}.", "good"),))
    if view.prevented:
        lines.append(((f"  Prevented: {'; '.join(prevention(one, worn) for one in view.prevented)}.", "bad"),))
    return lines


def _auction(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-4.5: the card, the standing bid, who bids."""
    auction = view.auction
    if auction is None:
        return []
    card = f" ({worn.card[auction.card]})" if auction.card else ""
    bid = f"{worn.faction[auction.high]} bids {auction.bid}" if auction.high else "no bid yet"
    turn = f"; it is the turn of {worn.faction[auction.bidder]}" if auction.bidder else ""
    return [((f"  Card {auction.number} of {auction.total}{card}: {bid}{turn}.", "title"),)]


def _battle(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-4.8: who fights whom where, the Voice, Prescience, plans that are open."""
    battle = view.battle
    if battle is None:
        return []
    where, one, other = worn.territory[battle.territory], worn.faction[battle.aggressor], worn.faction[battle.defender]
    lines: list[Line] = [((f"  {one} (wins ties) fights {other} in {where}.", "title"),)]
    if battle.order:
        way, kind = battle.order
        wish = f"must {'not ' if way != 'play' else ''}play {worn.kind[kind]}"
        lines.append(((f"  {worn.word['voice']}: {worn.faction[battle.commanded]} {wish}.", "bad"),))
    if battle.answer is not None:
        seen = battle.answer
        shown = worn.leader.get(seen.hero or "") or worn.card.get(seen.card or seen.hero or "") or "none"
        shown = shown if seen.dial is None else str(seen.dial)
        lines.append(
            ((f"  {worn.word['prescience']}: the {seen.element} of {worn.faction[seen.of]} is {shown}.", "seal"),)
        )
    for faction, plan in battle.plans.items():
        hero = worn.leader.get(plan.hero or "", worn.card.get(plan.hero or "", "nobody"))
        cards = ", ".join(worn.card[card] for card in (plan.weapon, plan.defence) if card) or "no cards"
        lines.append(((f"  {worn.faction[faction]} dials {plan.dial} with {hero}, {cards}.", "name"),))
    return lines


# --- what is one's own ------------------------------------------------------------------------


def _own(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-1.5: the own hand, traitors, prediction, and what the ally lends."""
    own = view.own
    if own is None:
        return []
    hand = ", ".join(_counted(f"{worn.card[card]} ({_kind(card, worn)})" for card in own.hand)) or "no cards"
    lines: list[Line] = [(("  Your hand: ", "title"), (hand, "you"))]
    mine = view.factions[view.seat or 0]
    alive = [one for one in STRENGTH if one.rpartition("-")[0] == mine.faction and one not in mine.dead]
    leaders = ", ".join(_leader(one, worn) for one in alive) or "none alive"
    lines.append((("  Your leaders: ", "title"), (leaders, "")))
    if cards := own.traitors or own.dealt:
        traitors = ", ".join(f"{_leader(one, worn)} ({worn.faction[one.rpartition('-')[0]]})" for one in cards)
        lines.append((("  Your traitors: " if own.traitors else "  Dealt to you: ", "title"), (traitors, "seal")))
    return [*lines, *_secrets(view, own, worn)]


def _kind(card: str, worn: Skin) -> str:
    """What kind of card it is; special cards are of their own."""
    return worn.kind.get(KIND[card], "special")


def _secrets(view: DuneView, own: OwnView, worn: Skin) -> list[Line]:
    """DUN-3.4.1, DUN-6.2, DUN-5.2: prediction, foresight, the ally's help."""
    lines: list[Line] = []
    if own.prediction is not None:
        winner = worn.faction[view.factions[own.prediction.seat].faction]
        lines.append(((f"  You predict that {winner} wins in turn {own.prediction.turn}.", "seal"),))
    if own.top_card:
        lines.append(((f"  On top of the treachery deck lies {worn.card[own.top_card]}.", "seal"),))
    if own.spice_card:
        territory = worn.territory.get(own.spice_card.removeprefix("spice-"), f"a {worn.word['worm']}")
        lines.append(((f"  The next spice card is {territory}.", "seal"),))
    if own.helped:
        lines.append(((f"  Your ally lets you use {own.helped} spice.", "good"),))
    return lines


# --- the turns so far -------------------------------------------------------------------------


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """DUN-1.4.1: turn by turn storms, spice, alliances, sales, journeys, battles, victories."""
    lines: list[Line] = [
        ((event.say(names) if event.tone == "title" else f"  {event.say(names)}", event.tone),)
        for event in events
        if isinstance(event, DuneEvent) and event.tone is not None
    ]
    return lines or [(("Nothing has happened yet.", "dim"),)]


TERMINAL = Terminal(board, ledger)
