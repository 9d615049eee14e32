"""Kept and broken promises in a story, at the stills that show them; only promises that the reader has heard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.scene import Frame
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate
from turncoat.table.table_events import PledgeJudged, TableEvent

BROKEN = "A broken promise"
"""The heading of a step that shows a broken promise."""


class Betrayal(Struct, frozen=True):
    """A promise that was broken in a part of the story.

    Attributes:
        seat: The seat that broke it.
        words: A sentence on the broken promise.
        frame: The number of the step that shows it.
    """

    seat: int
    words: str
    frame: int


class Telling(Struct, frozen=True):
    """A part of the story as a series of steps.

    Attributes:
        frames: The stills of the part, with an extra step for each promise that was broken in it.
        betrayals: The broken promises.
    """

    frames: tuple[Frame[object], ...]
    betrayals: tuple[Betrayal, ...]


def judged(heard: Sequence[Event], revealed: Callable[[Event], Collection[int]]) -> Iterator[tuple[int, PledgeJudged]]:
    """The promises that were kept or broken, each with the event of the game, counted from 0, that showed it.

    Args:
        heard: All events that the reader has heard.
        revealed: Gives the seats whose answers an event reveals.
    """
    told, shown = 0, dict[int, int]()
    for event in heard:
        if isinstance(event, PledgeJudged) and event.fate in (Fate.KEPT, Fate.BROKEN):
            yield shown.get(event.sender, told - 1), event
        elif not isinstance(event, TableEvent):
            shown |= dict.fromkeys(revealed(event), told)
            told += 1


def telling(frames: Sequence[Frame[object]], broken: Sequence[tuple[int, str, str]]) -> Telling:
    """The steps of a part of the story: its stills, and an extra step for each broken promise.

    It follows the still at which the promise is broken, the first that speaks of its maker or else the last one, and
    shows the same picture.

    Args:
        frames: The stills of the part.
        broken: The promises: the seat and the name of the maker, and the sentence that says what was broken.
    """
    steps, found = list[Frame[object]](), list[Betrayal]()
    struck = [(strikes(frames, name), seat, words) for seat, name, words in broken if frames]
    for place, frame in enumerate(frames):
        steps.append(frame)
        for seat, words in ((seat, words) for where, seat, words in struck if where == place):
            found.append(Betrayal(seat, words, len(steps)))
            steps.append(replace(frame, stage=BROKEN, caption=words, rule=""))
    return Telling(tuple(steps), tuple(found))


def strikes(frames: Sequence[Frame[object]], name: str) -> int:
    """The still that shows a broken promise: the first that speaks of its maker, or else the last."""
    return next((place for place, frame in enumerate(frames) if name in frame.caption), len(frames) - 1)
