"""The state of Dune: the whole position between two answers. The records of sections are in ``sections``.

Seats have numbers; factions, leaders and cards have ids in answers and events. ``NOBODY`` is the value for no seat.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.facts import FACTION_IDS, FACTS, LEADER_IDS, FactionFacts
from turncoat.games.dune.options import Options
from turncoat.games.dune.sections import Sections
from turncoat.kernel import Chance, Play

NOBODY = -1

R = TypeVar("R")

Stacks = tuple[tuple[int, int], ...]
"""Pairs of a location and how many lie there, ascending by location, without zeros. Immutable, so that it can key a
cache."""

Hands = tuple[tuple[str, ...], ...]
"""The hand of each seat, with cards in the order of the facts."""


class Prediction(Struct, frozen=True):
    """DUN-3.4.1: a predicted winner and turn.

    Attributes:
        seat: The seat that is predicted to win.
        turn: The turn in which it is predicted to win.
    """

    seat: int
    turn: int


class HandFact(Struct, frozen=True):
    """DUN-2.9.1: what everybody has worked out about the cards of one kind in a hand.

    Attributes:
        seat: The seat whose hand it is.
        kind: The kind of the cards, or a special card.
        least: The least possible number of such cards in the hand.
        most: The greatest possible number of such cards in the hand.
    """

    seat: int
    kind: str
    least: int
    most: int


class Promise(Struct, frozen=True):
    """DUN-7.12.3: a binding answer to Truthtrance.

    Attributes:
        seat: The seat that promised.
        question: The tag of the question (``"ask_hero"``).
        about: The leader, kind, territory or faction in the question; empty: none.
        number: The dial in the question.
        yes: Whether the answer was yes.
    """

    seat: int
    question: str
    about: str = ""
    number: int = 0
    yes: bool = False


class Result(Struct, frozen=True):
    """DUN-4.10: how the game ended.

    Attributes:
        rule: The rule by which it was won.
        winners: The winning seats, ascending; empty: nobody won (DUN-O-08).
        predicted: The seats that would have won without the prediction; empty: no prediction came true.
    """

    rule: str
    winners: tuple[int, ...]
    predicted: tuple[int, ...] = ()


class Dune(Play[Sections, DuneAction]):
    """A game of Dune; lists are by seat unless they say otherwise; the view explains the fields that it has, too.

    Attributes:
        options: The options that apply, with those that the preset sets.
        factions: The number of the faction each seat plays.
        seat_by_faction: The seat of each faction by its number; -1: not in play.
        circle: Seats counterclockwise round the map, beginning with the first marker (DUN-2.2.1).
        order: Storm order: the First Player first (DUN-2.2.3).
        fighters: The last two combatants (DUN-4.1.2); empty before the first battle.
        bank: Spice from the bank, less what went back; this much lies with players and on the map.
        hands: Treachery cards in hand, in the order of the facts.
        treachery: The treachery deck; the last card is on top.
        treachery_discards: Discarded treachery cards, the latest last.
        spice_deck: The spice deck; the last card is on top.
        spice_discards: Discarded spice cards, the latest last.
        latest: The territory of the latest territory card, by number; -1: none yet (DUN-4.2.2).
        dealt: The traitor cards each seat was dealt.
        traitors: The traitor cards that each seat kept.
        undealt: Traitor cards that were not dealt.
        shown_traitors: Leaders who were called or admitted as traitors, with the seat that holds the card; public.
        cleared: Leaders of whom a seat has denied that they are its traitors; public.
        prediction: The prediction; None: not made yet, or nobody predicts.
        foretold: Whether everybody knows the prediction (DUN-TT-F3).
        denied: Predictions that everybody knows to be wrong (DUN-TT-F3).
        alive: Whether each leader lives, by leader's number.
        deaths: How many times each leader has died, by the leader's number.
        tied: The territory each leader is tied to in this Battle Phase, by leader's number; -1: none.
        revival_open: Whether the revival of leaders has opened (DUN-4.6.4).
        lent: Advantages lent to the ally, by their ids (DUN-5.2.4).
        promises: Binding answers to Truthtrance (DUN-7.12.3).
        seen: For each seat, and last for everybody, the cards known to be in each hand (DUN-2.9.1).
        known_top: The treachery card each seat knows to be on top of the deck; empty: none.
        known_spice: The spice card each seat knows to be on top of the deck; empty: none.
    """

    options: Options
    factions: tuple[int, ...]
    seat_by_faction: tuple[int, ...]
    circle: tuple[int, ...]
    spice: list[int]
    reserves: list[int]
    tanks: list[int]
    forces: list[Stacks]
    hands: list[tuple[str, ...]]
    treachery: list[str]
    spice_deck: list[str]
    dealt: list[tuple[str, ...]]
    traitors: list[tuple[str, ...]]
    undealt: tuple[str, ...]
    alive: list[bool]
    deaths: list[int]
    tied: list[int]
    revival_open: list[bool]
    ally: list[int]
    allowance: list[int]
    lent: list[tuple[str, ...]]
    extra_revivals: list[int]
    seen: list[Hands]
    known_top: list[str]
    known_spice: list[str]
    turn: int = 0
    storm: int = -1
    wall: bool = True
    order: tuple[int, ...] = ()
    fighters: tuple[int, ...] = ()
    bank: int = 0
    fields: Stacks = ()
    treachery_discards: list[str] = []
    spice_discards: list[str] = []
    latest: int = -1
    aside: int = 0
    shown_traitors: tuple[tuple[int, str], ...] = ()
    cleared: tuple[tuple[int, str], ...] = ()
    prediction: Prediction | None = None
    foretold: bool = False
    denied: tuple[Prediction, ...] = ()
    prevented: list[str] = []
    promises: list[Promise] = []
    hand_facts: tuple[HandFact, ...] = ()
    result: Result | None = None


def seats_of(game: Dune) -> range:
    """All seats of the table, ascending."""
    return range(len(game.factions))


def facts_of(game: Dune, seat: int) -> FactionFacts:
    """DUN-1.1.2: the facts of a seat's faction."""
    return FACTS.factions[game.factions[seat]]


def faction_id(game: Dune, seat: int) -> str:
    """The id of a seat's faction, as in answers and events."""
    return FACTION_IDS[game.factions[seat]]


def faction_ids(game: Dune, seats: tuple[int, ...] | list[int] | range) -> tuple[str, ...]:
    """The ids of these seats' factions."""
    return tuple(FACTION_IDS[game.factions[seat]] for seat in seats)


def seat_of(game: Dune, faction: str) -> int:
    """The seat of a faction, given its id; -1: not in play."""
    return game.seat_by_faction[FACTION_IDS.index(faction)]


def others(game: Dune, seat: int) -> tuple[int, ...]:
    """All seats but this one, ascending."""
    return tuple(other for other in seats_of(game) if other != seat)


def playing(game: Dune, kind: type[R]) -> R | None:
    """The record of a section of this type, if there is one; ``within`` is for a section that must be in play."""
    return next((section for section in game.stack if isinstance(section, kind)), None)


def blank(options: Options, factions: tuple[int, ...], circle: tuple[int, ...], chance: Chance) -> Dune:
    """A table with factions but nothing else: no forces, no cards, no spice."""
    seats, leaders = len(factions), len(LEADER_IDS)
    nothing: Hands = ((),) * seats
    return Dune(
        chance=chance,
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
        options=options,
        factions=factions,
        seat_by_faction=tuple(
            factions.index(faction) if faction in factions else NOBODY for faction in range(len(FACTION_IDS))
        ),
        circle=circle,
        spice=[0] * seats,
        reserves=[0] * seats,
        tanks=[0] * seats,
        forces=[()] * seats,
        hands=[()] * seats,
        treachery=[],
        spice_deck=[],
        dealt=[()] * seats,
        traitors=[()] * seats,
        undealt=(),
        alive=[True] * leaders,
        deaths=[0] * leaders,
        tied=[-1] * leaders,
        revival_open=[False] * seats,
        ally=[NOBODY] * seats,
        allowance=[0] * seats,
        lent=[()] * seats,
        extra_revivals=[0] * seats,
        seen=[nothing] * (seats + 1),
        known_top=[""] * seats,
        known_spice=[""] * seats,
    )
