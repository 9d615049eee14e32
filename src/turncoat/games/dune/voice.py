"""DUN-6.4.4 to DUN-6.4.6: the Voice: an order to play, or not to play, a kind of card."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Voice
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.games.dune.windows import ONLY_PASS
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending

PLAY, DO_NOT_PLAY = "play", "do-not-play"
"""The two orders."""


def voices(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-6.4.4, DUN-6.4.6: who may command: in the own battle, or against the ally's opponent; K-17."""
    return ()


def voice_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-16: none, or an order and a kind (R-59, O-28)."""
    return ONLY_PASS


def command(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.5: the order is public, and binding as far as it can be obeyed."""
    for action in pending.answers.values():
        battle.voice = action if isinstance(action, Voice) else None
