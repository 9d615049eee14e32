"""The bot “loner”: a mentat without allies and without a word, to ask the lab what alliances bring."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bot import Mentat
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Boxes
from turncoat.kernel.promise import Say


class Loner(Mentat):
    """Plays as a mentat does, and lets every Nexus pass (DUN-4.3)."""

    def talk(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: this bot asks for nothing and promises nothing."""
        return []

    def reply(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: nor does it answer."""
        return []

    def beside(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-07: it agrees to no alliance."""
        return None if "nexus" in view.phase else super().beside(view, boxes)
