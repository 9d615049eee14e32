"""DUN-2.7: windows: pauses in which cards can be played before something irreversible happens.

A window is a decision that is put to everybody, whose only answer is to pass, with everything that is possible at any
time beside it. A *stop* is the absence of a standing pass: a window for which nobody has a stop closes at once. Windows
are called by the key of their step; ``KEYS`` has them by number.
"""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.dune.actions import PASS, DuneAction, Pass
from turncoat.games.dune.anytime import at_once
from turncoat.games.dune.options import WINDOWS, listed
from turncoat.games.dune.sections import Sections
from turncoat.games.dune.state import Dune, seats_of
from turncoat.kernel import Boxes, Pending, Section, Tell, box
from turncoat.kernel.play import reopen

KEYS = dict(
    zip(
        WINDOWS,
        (
            "storm.window",
            "spice_blow.window",
            "nexus.alliances",
            "auction.window",
            "revival.window",
            "shipment_and_movement.window",
            "battles.window",
            "battle.window",
            "battle.after",
            "collection.window",
            "mentat.window",
        ),
        strict=True,
    )
)
"""DUN-2.7.1: the decision that each window is. W-3 is the Nexus itself and has no standing pass."""
NEXUS_WINDOW = "W-3"

ONLY_PASS: Boxes[DuneAction] = Boxes(box(Pass))
"""What can be answered in every window."""


def no_stops(game: Dune) -> None:
    """DUN-2.7.2: at the start a standing pass is given in every window but those of O-12."""
    stops = listed(game.options.stops)
    for window, key in KEYS.items():
        if window not in (*stops, NEXUS_WINDOW):
            for orders in game.standing:
                orders[key] = (PASS,)


def everybody(window: str) -> Callable[[Dune, Section[DuneAction]], range | tuple[int, ...]]:
    """Who is asked in a window: all, as soon as one has a stop; nobody, if nobody has."""
    key = KEYS[window]

    def asked(game: Dune, section: Section[DuneAction]) -> range | tuple[int, ...]:
        return () if all(key in orders for orders in game.standing) else seats_of(game)

    return asked


def pass_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DK-06: pass."""
    return ONLY_PASS


def passing(game: Dune, section: Section[DuneAction], seat: int) -> DuneAction:
    """DK-06, and the default of most decisions: nothing, this time."""
    return PASS


def shut(game: Dune, section: Section[DuneAction], pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-2.7.1: the window closes when all have passed."""


def in_window(game: Dune, section: Section[DuneAction], seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-2.7.1: what was done opens the window again for everybody without a standing pass."""
    started = at_once(game, section, seat, action, tell)
    reopen(section)
    return started


def stops_of(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-2.7.2: the windows in which a seat has left no standing pass; for that seat's eyes only."""
    return tuple(window for window, key in KEYS.items() if window != NEXUS_WINDOW and key not in game.standing[seat])
