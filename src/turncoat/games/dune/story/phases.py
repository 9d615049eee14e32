"""DUN-1.4.1: setup and the phases of a turn: what they are called, and where each begins in what was heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.story import Part
from turncoat.games.dune.events import anytime, storm
from turncoat.games.dune.karama import ENTRIES
from turncoat.kernel import Event

PHASES: Mapping[str, str] = {
    "setup": "Setup",
    "storm": "Storm",
    "spice_blow": "Spice Blow and Nexus",
    "charity": "Charity",
    "bidding": "Bidding",
    "revival": "Revival",
    "shipment_and_movement": "Shipment and Movement",
    "battles": "Battles",
    "collection": "Spice Collection",
    "mentat": "Mentat",
}
"""In order, by the names of their sections, what they are called in the rulebook."""
ORDER = tuple(PHASES)
PARTS = 10
"""Parts are numbered ``PARTS * turn + place of the phase``, so Storm of turn 3 is 31; setup is ``FIRST``."""
FIRST = 1

REVIVED_FOR = ("DUN-4.6.2", "DUN-6.6.3")
"""Payments of Revival, which are told before anybody is seen to come back."""


def phase_of(event: Event, now: str, following: Event | None) -> str:
    """The phase in which an event happens, if so far the game was known to be in another one.

    A window at the beginning of a phase says nothing of itself: what is done there belongs to the phase before, unless
    it can only be done later (DUN-7.11.3). A card that is used belongs where its effect does.
    """
    event = following if isinstance(event, anytime.CardUsed) and following is not None else event
    if isinstance(event, anytime.Paid) and event.rule in REVIVED_FOR:
        return "revival"
    if event.stage:
        return now if event.rule == "DUN-O-26" else event.stage
    if not isinstance(event, anytime.Prevented):
        return now
    phases = ENTRIES[event.entry].phases
    later = [one for one in phases if one and ORDER.index(one) > ORDER.index(now)]
    return now if "" in phases or now in phases or not later else later[0]


def parts_of(events: Sequence[Event]) -> list[Part]:
    """The phases in which something public has happened, the one that is going on among them."""
    turn, phase = 0, ""
    begins: list[tuple[int, int]] = []
    for place, event in enumerate(events):
        if event.private or event.stage == phase != "":
            continue
        following = events[place + 1] if place + 1 < len(events) else None
        was, phase = phase, phase_of(event, phase or ORDER[0], following)
        turn += isinstance(event, storm.TurnBegan)
        if phase != was:
            begins.append((PARTS * turn + ORDER.index(phase) or FIRST, place))
    ends = [place for _, place in begins[1:]] + [len(events)]
    return [Part(number, first, last) for (number, first), last in zip(begins, ends, strict=True)]


def phase_named(part: Part) -> str:
    """What the phase of a part is called."""
    return PHASES[ORDER[part.number % PARTS if part.number != FIRST else 0]]


def part_named(part: Part) -> str:
    """What a part is called: ``Turn 3 · Battles``."""
    turn, name = part.number // PARTS, phase_named(part)
    return f"Turn {turn} · {name}" if turn else name
