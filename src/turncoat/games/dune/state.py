"""The state of Dune: the whole position between two answers. The records of sections are in ``sections``.

Seats are numbers; factions, leaders and cards are called by their ids in answers and events. ``NOBODY`` stands for a
seat where there is none.
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
"""Locations and how many lie in each, ascending by location, without zeros. Immutable, so that it can key a cache."""

Hands = tuple[tuple[str, ...], ...]
"""Cards by the seat that holds them, as the facts list them."""


class Prediction(Struct, frozen=True):
    """DUN-3.4.1: the seat that is to win, and the turn.

    Attributes:
        seat: The seat that is to win.
        turn: The turn in which it is to win.
    """

    seat: int
    turn: int


class HandFact(Struct, frozen=True):
    """DUN-2.9.1: what everybody knows of the cards of one kind in a hand without having seen them.

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
    """DUN-7.12.3: an answer to Truthtrance that binds.

    Attributes:
        seat: The seat that promised.
        question: The tag of the question (``"ask_hero"``).
        about: Leader, kind, territory or faction it is about; empty where there is nothing.
        number: The dial that the promise is about.
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
        winners: The seats that have won, ascending; empty where nobody has (DUN-O-08).
        predicted: The seats that would have won but for the prediction; empty without one.
    """

    rule: str
    winners: tuple[int, ...]
    predicted: tuple[int, ...] = ()


class Dune(Play[Sections, DuneAction]):
    """A game of Dune; lists are by seat unless they say otherwise; fields of the view are explained in the view.

    Attributes:
        options: What was agreed on, with what the preset sets.
        factions: The number of the faction each seat plays.
        seat_by_faction: The seat of each faction by its number; -1: not in play.
        circle: Seats counterclockwise round the map, beginning with the first marker (DUN-2.2.1).
        order: Storm order: the First Player first (DUN-2.2.3).
        fighters: The last two combatants (DUN-4.1.2); empty before the first battle.
        bank: Spice that came from the bank, less what went back to it; this much lies with players and on the map.
        hands: Treachery cards in hand, as the facts list them.
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
        prediction: What was predicted; None before, or where nobody predicts.
        foretold: Whether everybody knows the prediction (DUN-TT-F3).
        denied: What everybody knows not to be the prediction (DUN-TT-F3).
        alive: Whether each leader lives, by leader's number.
        deaths: How many times each leader has died, by the leader's number.
        tied: The territory each leader is tied to in this Battle Phase, by leader's number; -1: none.
        revival_open: Whether the revival of leaders has opened (DUN-4.6.4).
        lent: Advantages lent to the ally, by their ids (DUN-5.2.4).
        promises: Answers to Truthtrance that bind (DUN-7.12.3).
        seen: For each seat, and at last for everybody, cards known to be in each hand (DUN-2.9.1).
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
    """DUN-1.1.2: the figures of the faction of a seat."""
    return FACTS.factions[game.factions[seat]]


def faction_id(game: Dune, seat: int) -> str:
    """What the faction of a seat is called in answers and events."""
    return FACTION_IDS[game.factions[seat]]


def faction_ids(game: Dune, seats: tuple[int, ...] | list[int] | range) -> tuple[str, ...]:
    """What the factions of these seats are called."""
    return tuple(FACTION_IDS[game.factions[seat]] for seat in seats)


def seat_of(game: Dune, faction: str) -> int:
    """The seat of a faction called by its id; -1 if it is not in play."""
    return game.seat_by_faction[FACTION_IDS.index(faction)]


def others(game: Dune, seat: int) -> tuple[int, ...]:
    """All seats but this one, ascending."""
    return tuple(other for other in seats_of(game) if other != seat)


def playing(game: Dune, kind: type[R]) -> R | None:
    """The record of a section of this type, if one is being played; ``within`` is for one that must be in play."""
    return next((section for section in game.stack if isinstance(section, kind)), None)


def blank(options: Options, factions: tuple[int, ...], circle: tuple[int, ...], chance: Chance) -> Dune:
    """A table at which the factions sit and nothing has been set out: no forces, no cards, no spice."""
    seats, leaders = len(factions), len(LEADER_IDS)
    nothing: Hands = ((),) * seats
    return Dune(
        chance=chance,
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
        options=options,
        factions=factions,
        seat_by_faction=tuple(factions.index(one) if one in factions else NOBODY for one in range(len(FACTION_IDS))),
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
