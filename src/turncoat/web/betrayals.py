"""Kept and broken promises in a story, at the stills that show them; only promises that the reader has heard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from turncoat.drawing.scene import Frame
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate
from turncoat.table.table_events import PledgeJudged, TableEvent


class Betrayal(Struct, frozen=True):
    """A promise that is broken in a part of the story.

    Attributes:
        seat: Who breaks it.
        words: The sentence that says so.
        frame: The still that shows it.
    """

    seat: int
    words: str
    frame: int


def judged(heard: Sequence[Event], revealed: Callable[[Event], Collection[int]]) -> Iterator[tuple[int, PledgeJudged]]:
    """The promises that were kept or broken, each with the event of the game, counted from 0, that showed it.

    Args:
        heard: Everything that the reader has heard.
        revealed: The seats whose answers an event shows.
    """
    told, shown = 0, dict[int, int]()
    for event in heard:
        if isinstance(event, PledgeJudged) and event.fate in (Fate.KEPT, Fate.BROKEN):
            yield shown.get(event.sender, told - 1), event
        elif not isinstance(event, TableEvent):
            shown |= dict.fromkeys(revealed(event), told)
            told += 1


def strikes(frames: Sequence[Frame[object]], name: str) -> int:
    """The still that shows a broken promise: the first that speaks of its maker, or else the last."""
    return next((place for place, frame in enumerate(frames) if name in frame.caption), len(frames) - 1)
