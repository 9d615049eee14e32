"""The moment in which a game begins: what was brought to it comes as it is by then."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.belongings import Data
from turncoat.kernel.errors import NotAllowed
from turncoat.table import gear
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.table import Gear, Phase


class Departure(Struct, frozen=True):
    """What is about to be in a game.

    Attributes:
        brought: What was brought, by seat.
        sheets: As it is now.
    """

    brought: dict[int, Gear]
    sheets: dict[int, Data]

    def check_in(self, draft: Draft, at: int) -> None:
        """Just before the game begins: what has grown since it was brought is brought anew.

        Raises:
            Refusal: something else has been brought meanwhile, or what has grown does not fit any more.
        """
        if draft.sitting.phase is Phase.GATHERING and draft.sitting.gear != self.brought:
            raise NotAllowed("Somebody has just brought something else: look, and begin again.", field="belonging")
        for seat, sheet in self.sheets.items():
            one = self.brought[seat]
            if gear.thing(one) != sheet:
                draft.perform(kept.Brought(at, seat, one.mark, dict(sheet)))
