"""DUN-1.4.1: the phases of a turn: what they are called, which events belong to them, and what ends with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turncoat.games.dune.events import anytime, battle, bidding, end, movement, setup, spice_blow, storm
from turncoat.games.dune.karama import ENTRIES
from turncoat.games.dune.leaders import opens_revival, revivable, untie_all
from turncoat.games.dune.promises import drop
from turncoat.games.dune.questions import AskBreak, AskEntry, AskPass, AskProposal
from turncoat.games.dune.sections import (
    Battles,
    Bidding,
    Collection,
    Mentat,
    Revival,
    Sections,
    Setup,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
)
from turncoat.games.dune.state import Dune, seats_of
from turncoat.kernel.events import Event

SETUP, CHARITY = "setup", "charity"
PHASES: Mapping[str, str] = {
    SETUP: "Setup",
    "storm": "Storm",
    "spice_blow": "Spice Blow and Nexus",
    CHARITY: "Charity",
    "bidding": "Bidding",
    "revival": "Revival",
    "shipment_and_movement": "Shipment and Movement",
    "battles": "Battles",
    "collection": "Spice Collection",
    "mentat": "Mentat",
}
"""Setup and the nine phases by the names of their sections, in order, and what they are called in the rulebook."""
ORDER = tuple(PHASES)
SECTIONS: Mapping[str, Callable[[], Sections]] = {
    SETUP: Setup,
    "storm": Storm,
    "spice_blow": SpiceBlow,
    "bidding": Bidding,
    "revival": Revival,
    "shipment_and_movement": ShipmentAndMovement,
    "battles": Battles,
    "collection": Collection,
    "mentat": Mentat,
}
"""The section of each phase; Charity has none."""

PHASE_OF: Mapping[type[Event], str] = {
    **dict.fromkeys(setup.EVENTS, SETUP),
    **dict.fromkeys(storm.EVENTS, "storm"),
    **dict.fromkeys(spice_blow.EVENTS, "spice_blow"),
    spice_blow.CharityGiven: CHARITY,
    **dict.fromkeys(bidding.EVENTS, "bidding"),
    **dict.fromkeys((bidding.ForcesRevived, bidding.LeaderRevived), "revival"),
    **dict.fromkeys(movement.EVENTS, "shipment_and_movement"),
    **dict.fromkeys(battle.EVENTS, "battles"),
    end.SpiceCollected: "collection",
    **dict.fromkeys((one for one in end.EVENTS if one is not end.SpiceCollected), "mentat"),
}
"""Where events belong; whatever can happen at any time belongs to the phase in which it happens."""
ANY_TIME: frozenset[type[Event]] = frozenset(anytime.EVENTS)


def phase_of(event: Event, now: str, following: Event | None = None) -> str:
    """The phase in which an event happens, if so far the game was known to be in another one.

    A window at the beginning of a phase says nothing of itself: what is done there belongs to the phase before, unless
    it can only be done later (DUN-7.11.3).
    """
    if event.__class__ not in ANY_TIME:
        return now if event.rule == "DUN-O-26" else PHASE_OF[event.__class__]
    if isinstance(event, anytime.CardUsed) and isinstance(following, anytime.Prevented):
        event = following
    return _prevented_in(event.entry, now) if isinstance(event, anytime.Prevented) else now


def _prevented_in(entry: str, now: str) -> str:
    phases = ENTRIES[entry].phases
    later = [one for one in phases if one and ORDER.index(one) > ORDER.index(now)]
    return now if "" in phases or now in phases or not later else later[0]


# --- what ends with a phase ---------------------------------------------------------------------


def leave(game: Dune, now: str, phase: str) -> None:
    """What ends with the phase that is over, and with those after it in which nothing happened."""
    first, last = ORDER.index(now), ORDER.index(phase)
    passed = ORDER[first : last if last > first else len(ORDER)]
    for one in passed:
        if one in ENDS:
            ENDS[one](game)


def end_nexus(game: Dune) -> None:
    """DUN-4.3.5: promises about the Nexus are over."""
    drop(game, AskBreak, AskProposal)


def end_bidding(game: Dune) -> None:
    """TT-C1: promises about the auction are over."""
    drop(game, AskPass)


def end_revival(game: Dune) -> None:
    """DUN-4.6.4: the revival of leaders has opened for whoever could decide and fulfilled the condition."""
    for seat in seats_of(game):
        if game.tanks[seat] or revivable(game, seat):
            open_revival(game, seat)


def open_revival(game: Dune, seat: int) -> None:
    """DUN-4.6.4: once open, the revival of leaders stays open."""
    game.revival_open[seat] = game.revival_open[seat] or opens_revival(game, seat)


def end_movement(game: Dune) -> None:
    """TT-M1: promises of the phase are over."""
    drop(game, AskEntry)


ENDS: Mapping[str, Callable[[Dune], None]] = {
    "spice_blow": end_nexus,
    "bidding": end_bidding,
    "revival": end_revival,
    "shipment_and_movement": end_movement,
    "battles": untie_all,
}
"""What ends with each phase."""
