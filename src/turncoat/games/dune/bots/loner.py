"""The bot “loner”: a mentat without allies and without talk, for the lab question what alliances bring."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bot import Mentat
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Boxes
from turncoat.kernel.promise import Say


class Loner(Mentat):
    """Plays like a mentat, but does nothing in a Nexus (DUN-4.3)."""

    def talk(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: ask for nothing and promise nothing."""
        return []

    def reply(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: answer no offer."""
        return []

    def beside(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-07: agree to no alliance."""
        return None if "nexus" in view.phase else super().beside(view, boxes)
