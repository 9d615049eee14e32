"""What an answer would come to, as far as public knowledge and the reader's own tell."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.board.foreseen import Foresight
from turncoat.games.dune.board.outlook_battle import battles
from turncoat.games.dune.board.outlook_dealings import dealings
from turncoat.games.dune.board.outlook_openings import openings
from turncoat.games.dune.board.outlook_supplies import supplies
from turncoat.games.dune.board.outlook_travels import travels
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Names

PARTS = (openings, supplies, travels, battles, dealings)
"""Each foresees the answers of its part of the turn, and says nothing about others."""


def outlook(view: DuneView, action: DuneAction, names: Names) -> tuple[str, ...]:
    """Sentences on what an answer would come to; nothing where there is nothing to foresee."""
    if view.own is None:
        return ()
    seen = Foresight(view, names)
    return tuple(line for part in PARTS for line in part(seen, action))
