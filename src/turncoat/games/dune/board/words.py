"""The table in sentences, for those who do not see the drawing."""

from __future__ import annotations

from turncoat.games.dune.board.moment import Moment
from turncoat.kernel.space import Names


def in_words(now: Moment, names: Names) -> tuple[str, ...]:
    """The whole table in sentences."""
    return ()
