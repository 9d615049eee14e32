"""The records of the sections of the rulebook; a value that matters only in a section lives in its record."""

from __future__ import annotations

from typing import Literal

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.battle import Plan, Prescience, Voice
from turncoat.games.dune.truthtrance import Question
from turncoat.kernel import Section

FactionStep = Literal["ship", "companion", "move", "allies", "promises"]
"""DUN-4.7: the steps of a faction's turn."""
BattleStep = (
    Literal["preventions", "heroes", "voice", "prescience", "window", "first_plan"]
    | Literal["plans", "treachery", "resolve", "discards", "end", "after"]
)
"""DUN-4.8: the steps of a battle."""


class Match(Section[DuneAction], tag="match"):
    """The whole game: setup, then turn after turn."""


class Setup(Section[DuneAction], tag="setup"):
    """DUN-3: traitors, forces, prediction, cards."""


class Turn(Section[DuneAction], tag="turn"):
    """The nine phases of a turn (DUN-1.4.1)."""


class Storm(Section[DuneAction], tag="storm"):
    """DUN-4.1: the dials, or the card that replaces them.

    ``movement``: sectors the storm will move; -1: not known yet.
    """

    dials: dict[int, int] = {}
    movement: int = -1


class SpiceBlow(Section[DuneAction], tag="spice_blow"):
    """DUN-4.2: cards turned over, then Nexus and rides.

    Attributes:
        devoured: The territory the worms struck, by number; -1: none.
    """

    worms: int = 0
    rides: int = 0
    devoured: int = -1


class Nexus(Section[DuneAction], tag="nexus"):
    """DUN-4.3: players break and make alliances.

    Attributes:
        proposals: Proposals as pairs of seats, from and to, in order of arrival.
        again: Whether all must be asked again, because a promise had to be kept when all were done.
    """

    proposals: list[tuple[int, int]] = []
    bound: list[int] = []
    broke: list[int] = []
    again: bool = False


class Bidding(Section[DuneAction], tag="bidding"):
    """DUN-4.5: the cards of this turn are auctioned.

    Attributes:
        cards: Cards that are still to be auctioned, the next one last. Secret.
        total: The number of cards at the start.
        opener: The seat that opened the latest card; -1: none yet.
        knowing: The seats that know the next card, because they knew the top of the deck.
    """

    cards: list[str] = []
    total: int = 0
    opener: int = -1
    knowing: list[int] = []


class Auction(Section[DuneAction], tag="auction"):
    """DUN-4.5.4: one card.

    Attributes:
        card: The card. Secret; empty once it is elsewhere.
        turn: The seat whose turn it is to bid; -1: the auction has not begun, or is over.
        high: The seat with the highest bid; -1: none.
        help: How much of it the ally pays.
        passed: Seats that have passed in a row since the last bid.
        taken: Whether the card was taken by Karama (DUN-4.5.7).
        backed: Whether a Karama card backs the highest bid, so that nothing is paid (DUN-O-17).
        seen_by: The seats that know the card.
    """

    card: str
    opener: int
    turn: int = -1
    high: int = -1
    bid: int = 0
    help: int = 0
    passed: list[int] = []
    taken: bool = False
    backed: bool = False
    seen_by: list[int] = []


class Revival(Section[DuneAction], tag="revival"):
    """DUN-4.6: revivals in storm order; ``left`` are still to decide."""

    left: list[int] = []


class ShipmentAndMovement(Section[DuneAction], tag="shipment_and_movement"):
    """DUN-4.7: each faction ships and moves.

    Attributes:
        left: Seats that are still to act, in order, without the one acting.
    """

    left: list[int] = []
    acted: list[int] = []


class FactionTurn(Section[DuneAction], tag="faction_turn"):
    """One faction ships once and moves once (DUN-4.7.1).

    Attributes:
        companion: Whether the shipment just made offers a companion (DUN-6.4.3).
        entered: Territories into which it has brought forces, by number.
    """

    seat: int
    companion: bool = False
    entered: list[int] = []

    def at(self, *steps: FactionStep) -> bool:
        """Whether one of these steps is being played."""
        return self.step in steps


class Battles(Section[DuneAction], tag="battles"):
    """DUN-4.8: the Battle Phase. ``chooser``: the seat that chooses battles at present; -1: not determined yet."""

    chooser: int = -1


class Battle(Section[DuneAction], tag="battle"):
    """One battle (DUN-4.8.4).

    Attributes:
        voice: The order given (DUN-6.4.4); None: none, or void.
        commanded: The seat that must obey the Voice; -1: none.
        prescience: The element demanded (DUN-6.2.3); None: none, or void.
        foreseen: The seat that must seal first; -1: none.
        plans: Sealed plans that can no longer be changed, by seat; both once they are revealed.
        lifted: Karama preventions that are in force in this battle (DUN-7.11.3).
        resolved: Whether the battle is decided, with a winner or without.
    """

    territory: int
    aggressor: int
    defender: int
    voice: Voice | None = None
    commanded: int = -1
    prescience: Prescience | None = None
    foreseen: int = -1
    plans: dict[int, Plan] = {}
    revealed: bool = False
    calls: list[int] = []
    lifted: list[str] = []
    resolved: bool = False
    winner: int = -1
    played: tuple[str, ...] = ()

    def at(self, *steps: BattleStep) -> bool:
        """Whether one of these steps is being played."""
        return self.step in steps


class Collection(Section[DuneAction], tag="collection"):
    """DUN-4.9: spice is collected."""


class Mentat(Section[DuneAction], tag="mentat"):
    """DUN-4.10: victory is checked."""


class Truthtrance(Section[DuneAction], tag="truthtrance"):
    """DUN-7.12: a question that the asked player must answer before anything else."""

    asker: int
    target: int
    question: Question


Sections = (
    Match
    | Setup
    | Turn
    | Storm
    | SpiceBlow
    | Nexus
    | Bidding
    | Auction
    | Revival
    | ShipmentAndMovement
    | FactionTurn
    | Battles
    | Battle
    | Collection
    | Mentat
    | Truthtrance
)

Phase = Storm | SpiceBlow | Bidding | Revival | ShipmentAndMovement | Battles | Collection | Mentat
"""The phases of a turn, except Charity, which asks nobody anything (DUN-1.4.1)."""


def in_first_window(phase: Phase | Turn) -> bool:
    """DUN-2.7.1: whether a phase is in its opening window."""
    return phase.step == "window"
