"""What an answer would come to, as far as public knowledge and the reader's own tell."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel.space import Names


def outlook(view: DuneView, action: DuneAction, names: Names) -> tuple[str, ...]:
    """Sentences on what an answer would come to."""
    return ()
