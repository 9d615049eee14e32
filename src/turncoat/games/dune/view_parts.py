"""DUN-1.5: the parts of a view of Dune: the list of everything that a seat may see. ``view`` fills it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from turncoat.games.dune.battle import Plan
from turncoat.games.dune.battle.events import ElementSeen
from turncoat.games.dune.events import Card, Faction, Leader, Location, Territory
from turncoat.games.dune.karama.events import Entry
from turncoat.games.dune.options import Options
from turncoat.games.dune.state import HandFact, Prediction, Promise, Result
from turncoat.games.dune.truthtrance import Question
from turncoat.kernel import Kind, Seat, Seats

Advantage = Annotated[str, Kind("advantage")]
Element = Annotated[str, Kind("element")]
SpiceCard = Annotated[str, Kind("spice-card")]
Window = Annotated[str, Kind("window")]


class BattleView(Struct, frozen=True):
    """DUN-4.8: the battle being fought.

    Attributes:
        territory: The territory in which the battle is fought.
        aggressor: The faction that chose the battle.
        defender: The other combatant.
        order: ``play`` or ``do-not-play`` and the kind, as commanded by the Voice; empty: none.
        commanded: The faction that must obey the Voice.
        element: The element demanded by Prescience; empty: none.
        foreseen: The faction from which Prescience demands it.
        answer: What this seat was shown of that plan; None: nothing.
        sealed: The factions whose sealed plan can no longer be changed.
        plans: Plans by faction: both once they are revealed; before that only this seat's own final one.
        lifted: Preventions in force in this battle.
        calls: The sides of the battle for which a traitor was called.
        resolved: Whether the battle is decided.
        winner: The winner; empty: nobody, or not known yet.
        played: Cards that the winner may keep.
    """

    territory: Territory
    aggressor: Faction
    defender: Faction
    order: tuple[str, ...]
    commanded: Faction
    element: Element
    foreseen: Faction
    answer: ElementSeen | None
    sealed: tuple[Faction, ...]
    plans: dict[Faction, Plan]
    lifted: tuple[Entry, ...]
    calls: tuple[Faction, ...]
    resolved: bool
    winner: Faction
    played: tuple[Card, ...]


class FactionView(Struct, frozen=True):
    """What is known of a faction.

    Attributes:
        seat: The seat that plays the faction.
        faction: The id of the faction.
        spice: Spice owned.
        reserves: Forces in reserve.
        tanks: Dead forces.
        forces: Forces on the map, by location.
        cards: The number of treachery cards that the faction holds.
        limit: The number of treachery cards that the faction can hold.
        known: The cards that this seat knows to be among them.
        dead: The faction's dead leaders.
        deaths: How often each of its leaders has died, without those who never did.
        tied: Territories its leaders are tied to, by leader.
        ally: The ally's faction; empty: none.
        pledged: Spice that it would have to pay if the highest bid won now.
        shown_traitors: Its traitors that have been called or admitted.
        cleared: Leaders who are not its traitors, by its own true answer.
        revival_open: Whether leaders can be revived.
    """

    seat: Seat
    faction: Faction
    spice: int
    reserves: int
    tanks: int
    forces: dict[Location, int]
    cards: int
    limit: int
    known: tuple[Card, ...]
    dead: tuple[Leader, ...]
    deaths: dict[Leader, int]
    tied: dict[Leader, Territory]
    ally: Faction
    pledged: int
    shown_traitors: tuple[Leader, ...]
    cleared: tuple[Leader, ...]
    revival_open: bool


class OwnView(Struct, frozen=True):
    """The secrets of a seat, and what it lends to its ally.

    Attributes:
        hand: The seat's treachery cards.
        traitors: The seat's traitors.
        dealt: The traitor cards it was dealt; nobody else has these leaders as traitors.
        prediction: Its prediction; None: it made none.
        allowance: The spice of this seat that its ally may use.
        lent: Advantages lent to its ally.
        extra_revivals: The most extra revivals that it pays for its ally.
        helped: Spice of the ally that it may use.
        sponsored: The most extra revivals that the ally pays for.
        borrowed: Advantages the ally lends.
        top_card: The treachery card known to be on top of the deck; empty: none.
        spice_card: The spice card known to be on top of the deck; empty: none.
        unseen: Treachery cards whose place it does not know, with the number of each.
        stops: Windows in which it has no standing order to pass.
    """

    hand: tuple[Card, ...]
    traitors: tuple[Leader, ...]
    dealt: tuple[Leader, ...]
    prediction: Prediction | None
    allowance: int
    lent: tuple[Advantage, ...]
    extra_revivals: int
    helped: int
    sponsored: int
    borrowed: tuple[Advantage, ...]
    top_card: Card
    spice_card: SpiceCard
    unseen: dict[Card, int]
    stops: tuple[Window, ...]


class AuctionView(Struct, frozen=True):
    """DUN-4.5: the auction.

    Attributes:
        number: The number of the card, from 1.
        total: The number of cards that are auctioned in this turn.
        card: The card, if this seat knows it; else empty.
        opener: The faction that bids first on this card.
        bidder: The faction whose turn it is; empty before the auction.
        high: The faction with the highest bid; empty: none.
        bid: The highest bid so far.
        help: How much of it the ally pays.
        backed: Whether a Karama card backs the bid (DUN-O-17).
        passed: The factions that have passed since the highest bid.
    """

    number: int
    total: int
    card: Card
    opener: Faction
    bidder: Faction
    high: Faction
    bid: int
    help: int
    backed: bool
    passed: tuple[Faction, ...]


class QuestionView(Struct, frozen=True):
    """DUN-7.12: a question that has not been answered.

    Attributes:
        asker: The faction that asks.
        target: The faction that must answer.
        question: The question, as data.
    """

    asker: Faction
    target: Faction
    question: Question


class DuneView(Struct, frozen=True):
    """The table as a seat sees it.

    Attributes:
        seat: The seat that sees this view; None for a spectator.
        options: The options of the game, as chosen for this table.
        turn: The present turn, from 1; 0 during setup.
        phase: The present sections from the outermost inwards, by their names.
        storm: The storm's sector; -1 before it is placed.
        wall: Whether the Shield Wall stands.
        circle: Seats counterclockwise round the map.
        order: The factions in storm order.
        fighters: The two factions of the last battle.
        factions: All factions, by seat.
        own: The secrets of this seat; None for a spectator.
        fields: Spice on the map, by location.
        treachery: Cards in the treachery deck.
        treachery_discards: The treachery discards, in order.
        spice_deck: Cards in the spice deck.
        spice_discards: The spice discards, in order.
        latest: The territory that a worm would strike; empty: none.
        aside: The number of worms that are set aside.
        prevented: Preventions in force.
        promises: Binding promises.
        proposals: Proposals in the Nexus, as pairs of factions.
        bound: Factions that have made an alliance in this Nexus, and so cannot change it.
        dials: The numbers dialled for the storm, once both are in.
        movement: Sectors the storm will move; None: not known.
        worms: Worms turned over in this Spice Blow.
        rides: The rides on a worm that are still to be decided.
        devoured: The territory that worms struck in it; empty: none.
        to_act: Factions that still have to act in Revival or in Shipment and Movement, in order.
        acting: The faction whose turn it is in Shipment and Movement; empty: none.
        auction: The auction; None: there is none.
        battle: The battle; None: there is none.
        question: An open Truthtrance question; None: there is none.
        result: How the game ended; None while it goes on.
        hands: All hands, by seat, when the game is over and secrets are shown; else empty.
        traitors: All traitors, shown at the same time.
        returned: The traitor cards that were dealt and given back, shown at the same time.
        prediction: The prediction, shown at the same time or once it was admitted.
        denied: Predictions that were truthfully denied.
        hand_facts: What everybody knows about the numbers of cards in hands.
    """

    seat: Seat | None
    options: Options
    turn: int
    phase: tuple[str, ...]
    storm: int
    wall: bool
    circle: Seats
    order: tuple[Faction, ...]
    fighters: tuple[Faction, ...]
    factions: tuple[FactionView, ...]
    own: OwnView | None
    fields: dict[Location, int]
    treachery: int
    treachery_discards: tuple[Card, ...]
    spice_deck: int
    spice_discards: tuple[SpiceCard, ...]
    latest: Territory
    aside: int
    prevented: tuple[Entry, ...]
    promises: tuple[Promise, ...]
    proposals: tuple[tuple[Faction, Faction], ...]
    bound: tuple[Faction, ...]
    dials: dict[Faction, int]
    movement: int | None
    worms: int
    rides: int
    devoured: Territory
    to_act: tuple[Faction, ...]
    acting: Faction
    auction: AuctionView | None
    battle: BattleView | None
    question: QuestionView | None
    result: Result | None
    hands: tuple[tuple[Card, ...], ...]
    traitors: tuple[tuple[Leader, ...], ...]
    returned: tuple[tuple[Leader, ...], ...]
    prediction: Prediction | None
    denied: tuple[Prediction, ...]
    hand_facts: tuple[HandFact, ...]
