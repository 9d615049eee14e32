"""DUN-6.2.3, DUN-6.2.4: Prescience: one element of the opposing plan is seen before one plans."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Prescience
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.games.dune.windows import ONLY_PASS
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending

ELEMENTS = ("hero", "dial", "weapon", "defence")
"""DUN-6.2.3: what can be asked for."""


def foreseers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-6.2.3, DUN-6.2.4: the seers as combatant, or their ally by permission; K-03."""
    return ()


def element_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-17: none, or an element."""
    return ONLY_PASS


def foresee(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3: the demand is public; the opponent seals first."""
    for action in pending.answers.values():
        battle.prescience = action if isinstance(action, Prescience) else None


def questioned(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.8: the side that must seal its plan first; nobody without a question."""
    return () if battle.foreseen < 0 else (battle.foreseen,)


def show_element(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3, R-88, R-89: the asking side sees the element; the plan can no longer be changed."""
