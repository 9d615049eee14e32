"""DUN-4.8.17, DUN-7.1.1: which of the cards played the winner keeps."""

from __future__ import annotations

from turncoat.games.dune.actions import Discard, DuneAction
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.kernel.box import Boxes, box
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending
from turncoat.kernel.space import Some


def keeper(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DK-20: the winner, if there is anything to keep."""
    return (battle.winner,) if battle.winner >= 0 and battle.played else ()


def discard_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-20: any of the cards that were played."""
    cards = Some(battle.played, 0, len(battle.played), "card")
    return Boxes(box(Discard, "DUN-4.8.17", cards=cards))


def keep_all(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DK-20: nothing is discarded."""
    return Discard(())


def keep_or_discard(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.1.1: a card that is kept is known to all."""


def end_battle(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-7.11.4, DUN-7.12.3: preventions and promises of this battle end."""
