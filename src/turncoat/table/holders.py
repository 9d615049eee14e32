"""The seats of a table, who holds them, and who hears what: a later holder of a seat does not hear earlier talk."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.kernel.events import Audience, Event, hears
from turncoat.kernel.promise import Answer, Message
from turncoat.table.record import Hearers, Json, SeatKind, SeatTaken, Spoken
from turncoat.table.table_events import SeatChanged

NOBODY = -1
"""The holder of a seat without a person: a program with a key to the seat hears only what everybody hears."""


STANDS_BY = -1
"""Stands in place of a seat number in the key of somebody who waits for a free seat (``turncoat.server.standby``)."""


class Absence(Struct, frozen=True, order=True):
    """A period in which a player is away, in milliseconds since the epoch.

    Attributes:
        start: The beginning of the period.
        end: The end of the period.
        announced: The time at which the player announced the absence.
        bot: The bot that stands in for the player meanwhile; empty: none.
    """

    start: int
    end: int
    announced: int
    bot: str = ""


class Seat(Struct):
    """A seat of a table, with its present and former holders.

    Attributes:
        name: The name that the other players see.
        kind: Whether a person, a bot or nobody sits there.
        bot: Which bot answers for it, also while it is open in a game under way; empty: none.
        stands_in: Whether the bot stands in for a person who may come back.
        missed: The number of decisions in a row without an answer from this seat.
        holder: Which of its holders has it now, counted from 1 (0: nobody yet); a holder who comes back keeps their
            number.
        holders: The number of holders that the seat has had so far.
        away: The number of the holder for whom a bot stands in; None if no bot stands in.
        by: The server's internal name of the person who sits there, or for whom a bot stands in.
        absent: How many closed decisions its person has missed in a row, or a bot has decided since
            (``turncoat.table.ladder``).
        offered: Whether another person may take the seat until its player is back.
        absences: The present, past and announced absences of the player.
        leave: The time until which a bot stands in for an absent player; None: no bot does.
        program: Whether a program plays for the person who holds the seat.
        free_since: Since when anybody can sit down here during the game, in milliseconds since the epoch; None: nobody.
    """

    name: str
    kind: SeatKind = SeatKind.OPEN
    bot: str = ""
    stands_in: bool = False
    missed: int = 0
    holder: int = 0
    holders: int = 0
    away: int | None = None
    by: str = ""
    absent: int = 0
    offered: bool = False
    absences: tuple[Absence, ...] = ()
    leave: int | None = None
    free_since: int | None = None
    program: bool = False


class Planned(Struct, frozen=True):
    """An answer that a player has prepared for the next question.

    Attributes:
        request: The number of the question that is asked when it is planned: the next one is meant.
        question: The key of the question that it is for.
        action: The prepared answer.
    """

    request: int
    question: str
    action: Json


Viewer = tuple[int | None, int]
"""A viewer: a seat (None: a spectator) and the number of the holder of that seat."""

SPECTATOR: Viewer = (None, NOBODY)
"""The viewer for spectators."""


def hand_over(seat: Seat, entry: SeatTaken) -> None:
    """Note the new holder of a seat: a former holder who comes back, or a new one.

    An entry for a bot that stands in says who held the seat; where it does not say so, that person is not waited for.
    """
    same = entry.by == seat.by
    person = seat.holder if seat.kind is SeatKind.PERSON else seat.away
    if entry.kind is SeatKind.PERSON and same and person is not None:
        seat.holder, seat.away = person, None
        return
    seat.away = person if entry.stands_in and same else None
    if seat.away is None:
        seat.absences, seat.leave = (), None
    seat.by = entry.by
    plays_on = entry.kind is SeatKind.OPEN and entry.bot and entry.bot == seat.bot
    if not plays_on:
        seat.holders += 1
        seat.holder = seat.holders


def of_a_bot(seat: Seat) -> bool:
    """Whether a bot plays here that stands in for nobody: its secrets are its own."""
    return seat.kind is SeatKind.BOT and not seat.stands_in


def holder_of(seat: Seat, names: Sequence[str] | None = None) -> int:
    """Which holder of a seat the bearer of a key to it is: the person there, or the one for whom a bot stands in.

    Args:
        seat: The seat.
        names: The reader's names on this server (``SeatTaken.by``): a reader with another name holds nothing; None: any
            reader.
    """
    if names is not None and seat.by not in names:
        return NOBODY
    if seat.kind is SeatKind.PERSON:
        return seat.holder
    return NOBODY if seat.away is None else seat.away


def viewer_at(number: int, seat: Seat, names: Sequence[str] | None) -> Viewer:
    """Who the bearer of a key to a seat is; with names, a spectator where a bot plays, until they sit down there."""
    return SPECTATOR if names is not None and of_a_bot(seat) else (number, holder_of(seat, names))


def hearers_of(message: Message, seats: list[Seat]) -> Hearers | None:
    """Who hears a message: the holders of the seats to which it goes, and its speaker; None: everybody.

    What is said from a seat at which a bot stands in is also heard by the person it stands in for.
    """
    if not message.said.to:
        return None
    hearers = [(number, seats[number].holder) for number in message.said.to]
    if message.sender is not None:
        speaker = seats[message.sender]
        hearers += [(message.sender, holder) for holder in (speaker.holder, speaker.away) if holder is not None]
    return tuple(sorted(hearers))


def reach(hearers: Hearers | None, seat: int | None, holder: int) -> bool:
    """Whether this holder of a seat may hear something."""
    return hearers is None or (seat, holder) in hearers


class Happened(Struct, frozen=True):
    """An event, when it happened and who learns of it: those seats, and where ``hearers`` is set only these holders."""

    at: int
    audience: Audience
    event: Event
    hearers: Hearers | None = None


Thread = tuple[int, ...]
"""The other seats in a private conversation; empty: the public one with all players and spectators."""


class Heard:
    """Everything that one holder of a seat (None: the spectators) has learned and heard, kept up to date.

    Attributes:
        events: The events in order; the number of an event is its place here.
        said: The messages in order; the number of a message is its place here.
        places: The place of each of these messages in the whole talk of the table.
        threads: The places in ``said`` of each conversation's messages; the public conversation comes first.
        promises: The places in ``said`` of promises, and of offers that became promises because a player agreed.
        stood_in: When a bot began to stand in at each seat (True), or ceased to: each time with the time of the event.
    """

    def __init__(self, seat: int | None, holder: int) -> None:
        self.seat, self.holder = seat, holder
        self.events: list[Happened] = []
        self.said: list[Spoken] = []
        self.places: list[int] = []
        self.threads: dict[Thread, list[int]] = {(): []}
        self.promises: list[int] = []
        self.stood_in: dict[int, list[tuple[int, bool]]] = {}

    @property
    def number(self) -> int:
        """The number of this holder among the holders of the seat, from 1; 0: no person."""
        return max(0, self.holder)

    def take(self, happened: Iterable[Happened], talk: Iterable[Spoken], first: int) -> None:
        """Add new events and messages that this viewer may hear; ``first`` is the first message's place in all talk."""
        seat, holder = self.seat, self.holder
        learned = [event for event in happened if hears(event.audience, seat) and reach(event.hearers, seat, holder)]
        self.events += learned
        for one in learned:
            if isinstance(one.event, SeatChanged):
                self.stood_in.setdefault(one.event.seat, []).append((one.at, one.event.stands_in))
        for place, spoken in enumerate(talk, first):
            if reach(spoken.hearers, seat, holder):
                self._hear(place, spoken)

    def _hear(self, place: int, spoken: Spoken) -> None:
        here = len(self.said)
        self.said.append(spoken)
        self.places.append(place)
        self.threads.setdefault(thread_of(spoken.message, self.seat), []).append(here)
        said = spoken.message.said
        if said.promise is not None:
            self.promises.append(here)
        if said.answer is Answer.AGREE and said.about is not UNSET:
            self._agree(said.about - 1)

    def _agree(self, place: int) -> None:
        """Note a promise: a player agreed to an offer, so what the offer gives is promised now."""
        here = bisect_left(self.places, place)
        if here < len(self.places) and self.places[here] == place:
            offered = self.said[here].message.said
            if offered.offer is not None and offered.promise is None:
                self.promises.append(here)

    def by_bot(self, spoken: Spoken) -> bool:
        """Whether a bot that stood in for a player said this."""
        turns = () if spoken.message.sender is None else self.stood_in.get(spoken.message.sender, ())
        return next((stood for at, stood in reversed(turns) if at <= spoken.at), False)

    def as_numbered(self, message: Message) -> Message:
        """A message with the numbers that this viewer knows: the offer that it answers has its own in the record."""
        about = message.said.about
        if about is UNSET:
            return message
        here = bisect_left(self.places, about - 1)
        known = here < len(self.places) and self.places[here] == about - 1
        return replace(message, said=replace(message.said, about=here + 1 if known else UNSET))


def thread_of(message: Message, seat: int | None) -> Thread:
    """The other seats of the conversation to which a message belongs."""
    if not message.said.to:
        return ()
    everybody = {*message.said.to, *([] if message.sender is None else [message.sender])}
    return tuple(sorted(everybody - {seat}))
