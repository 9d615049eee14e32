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


class Broken(Struct, frozen=True):
    """A promise that is broken in a part of the story.

    Attributes:
        seat: The seat of its maker.
        name: The name of its maker.
        shown: The sentence of the event that breaks it.
        words: The sentence that says what was broken.
    """

    seat: int
    name: str
    shown: str
    words: str


def telling(frames: Sequence[Frame[object]], broken: Sequence[Broken]) -> Telling:
    """The steps of a part of the story: its stills, and an extra step for each broken promise.

    It follows the still at which the promise is broken, the one that tells the event that breaks it, or else the first
    that speaks of its maker, or else the last one, and shows the same picture.

    Args:
        frames: The stills of the part.
        broken: The promises.
    """
    steps, found = list[Frame[object]](), list[Betrayal]()
    struck = [(strikes(frames, one), one.seat, one.words) for one in broken if frames]
    for place, frame in enumerate(frames):
        steps.append(frame)
        for seat, words in ((seat, words) for where, seat, words in struck if where == place):
            found.append(Betrayal(seat, words, len(steps)))
            steps.append(replace(frame, stage=BROKEN, caption=words, rule=""))
    return Telling(tuple(steps), tuple(found))


def strikes(frames: Sequence[Frame[object]], broken: Broken) -> int:
    """The still that shows a broken promise."""
    for sign in (broken.shown, broken.name):
        found = next((place for place, frame in enumerate(frames) if sign and sign in frame.caption), None)
        if found is not None:
            return found
    return len(frames) - 1
