"""DUN-4.8.11: treachery calls, sealed and simultaneous."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.plan import combatants
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.games.dune.windows import ONLY_PASS
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending


def callers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.11, DUN-6.3.5: the combatants, and who may call for an ally; whatever cards they hold."""
    return combatants(battle)


def call_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-19: call, only with the traitor card of the opposing hero; or pass."""
    return ONLY_PASS


def call(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.11: all calls are shown together."""
