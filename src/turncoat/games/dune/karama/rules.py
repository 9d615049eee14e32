"""DUN-7.11.3: what a Karama card can prevent: the 17 ``advantages.ENTRIES``, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.advantages import ENTRIES, EXTRA_REVIVALS, Advantage, owner_of
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.karama.events import Prevented, PreventionEnded
from turncoat.games.dune.sections import Auction, Phase, Revival, in_first_window
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.state import NOBODY, Dune, faction_id, playing
from turncoat.kernel import Boxes, Closed, OneOf, Section, Tell, box

BACKING = "Your Karama card backs the highest bid"


NOTHING_TO_PREVENT: Boxes[DuneAction] = Boxes(
    closed=(Closed(Prevent, "DUN-7.11.3", "Nothing that the card could prevent is still to come in this phase"),)
)


def new_phase(game: Dune, phase: type[Phase] | None, tell: Tell) -> None:
    """DUN-7.11.4: at the start of a phase, end all preventions except those that can still apply in it."""
    for entry in list(game.prevented):
        if phase not in ENTRIES[entry].phases:
            game.prevented.remove(entry)
            tell.all(PreventionEnded, entry, effect=False)


def to_come(game: Dune, advantage: Advantage) -> bool:
    """DUN-7.11.3: whether Karama could still prevent this in the present phase.

    DUN-K-02 and DUN-K-06 can be played only in the window at the start of the phase, DUN-K-11 until the
    throne's ally has decided.
    """
    phase = next((section for section in game.stack if isinstance(section, advantage.phases)), None)
    if phase is None or in_first_window(phase):
        return phase is not None
    if isinstance(phase, Revival) and advantage is EXTRA_REVIVALS:
        return game.ally[owner_of(game, EXTRA_REVIVALS)] in phase.left
    return not (advantage.early and isinstance(phase, advantage.phases[-1]))


def open_entries(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-7.11.3, DUN-2.6.1: the entries that a seat may name: of the present phase, against other factions."""
    return tuple(
        entry
        for entry, advantage in ENTRIES.items()
        if owner_of(game, advantage) not in (NOBODY, seat) and entry not in game.prevented and to_come(game, advantage)
    )


def backs_a_bid(game: Dune, seat: int) -> bool:
    """DUN-O-17: whether a seat's only Karama card backs the highest bid, so that it cannot be used otherwise.

    See DUN-R-29.
    """
    auction = playing(game, Auction)
    return auction is not None and auction.backed and auction.high == seat


def prevent_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DUN-DK-21: prevent one advantage."""
    held = game.hands[seat].count(KARAMA)
    if not held:
        return NOTHING
    if held == 1 and backs_a_bid(game, seat):
        return Boxes(closed=(Closed(Prevent, "DUN-O-17", BACKING),))
    entries = open_entries(game, seat)
    return preventions(entries) if entries else NOTHING_TO_PREVENT


@lru_cache(maxsize=256)
def preventions(entries: tuple[str, ...]) -> Boxes[DuneAction]:
    """DUN-DK-21: one of these entries."""
    return Boxes(box(Prevent, entry=OneOf(entries, "prevention")))


def prevent(game: Dune, section: Section[DuneAction], seat: int, action: Prevent, tell: Tell) -> None:
    """DUN-7.11.3: prevent the advantage from now on; what has happened is not undone.

    A use that is pending is prevented by ``prevent_ride``, ``prevent_companion`` or ``prevent_here``; otherwise the
    prevention waits for the next use.
    """
    use(game, seat, KARAMA, "DUN-7.11.3", tell)
    game.prevented.append(action.entry)
    tell.all(Prevented, faction_id(game, seat), action.entry)
