"""What one holder of a seat has learned and heard."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from turncoat.kernel.events import Audience, Event, hears
from turncoat.kernel.promise import Message
from turncoat.table.holders import reach
from turncoat.table.record import Hearers, Spoken


class Happened(Struct, frozen=True):
    """An event, when it happened and who learns of it: those seats, and where ``hearers`` is set only these holders."""

    at: int
    audience: Audience
    event: Event
    hearers: Hearers | None = None


Thread = tuple[int, ...]
"""The others in a circle of people who talk; empty: everybody at the table and whoever watches."""


class Heard:
    """All that one holder of a seat (None: a spectator) has learned and heard, carried on as it happens.

    Attributes:
        events: Events, numbered by their place here.
        said: Messages, numbered by their place here.
        places: Where each message is among all that was said at the table.
        threads: Where in ``said`` the messages of each circle are; the circle of all comes first.
        promises: Where in ``said`` the promises are.
    """

    def __init__(self, seat: int | None, holder: int) -> None:
        self.seat, self.holder = seat, holder
        self.events: list[Happened] = []
        self.said: list[Spoken] = []
        self.places: list[int] = []
        self.threads: dict[Thread, list[int]] = {(): []}
        self.promises: list[int] = []

    @property
    def number(self) -> int:
        """Which holder of the seat this is, counted from 1; 0: nobody of flesh and blood."""
        return max(0, self.holder)

    def take(self, happened: Iterable[Happened], talk: Iterable[Spoken], first: int) -> None:
        """Hear what is for this viewer; the first of the messages has this place among all."""
        seat, holder = self.seat, self.holder
        self.events += [one for one in happened if hears(one.audience, seat) and reach(one.hearers, seat, holder)]
        for place, spoken in enumerate(talk, first):
            if reach(spoken.hearers, seat, holder):
                self._hear(place, spoken)

    def _hear(self, place: int, spoken: Spoken) -> None:
        here = len(self.said)
        self.said.append(spoken)
        self.places.append(place)
        self.threads.setdefault(thread_of(spoken.message, self.seat), []).append(here)
        if spoken.message.said.promise is not None:
            self.promises.append(here)


def thread_of(message: Message, seat: int | None) -> Thread:
    """The others in the circle in which something was said."""
    if not message.said.to:
        return ()
    everybody = {*message.said.to, *([] if message.sender is None else [message.sender])}
    return tuple(sorted(everybody - {seat}))
