"""The conversations of a table as one reader has heard them: threads with unread marks, messages, promises."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from msgspec import Struct

from turncoat.kernel.promise import Answer
from turncoat.server.read_marks import Marks, is_on, mute_key, thread_key
from turncoat.table.holders import Heard, Seat, Thread
from turncoat.table.offers import OfferState
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Table
from turncoat.table.table_view import MessageView, messages_at
from turncoat.web.untold_talk import undecided, without_untold

LATELY = 50
"""How many messages of a circle, and promises, the page of the table shows; the replay has all of them, in pages."""

MANY = 200
"""The most messages, or promises, on any other page."""


class Circle(Struct, frozen=True):
    """A conversation between certain seats, as its reader has heard it.

    Attributes:
        seats: The other seats in it; empty: the public conversation.
        count: The number of its messages.
        newest: The last message.
        unread: The number of messages from others that the reader has not read.
        speakers: The seats that sent those messages.
    """

    seats: Thread
    count: int = 0
    newest: MessageView | None = None
    unread: int = 0
    speakers: frozenset[int] = frozenset()


class ThreadLine(Struct, frozen=True):
    """A conversation as a line in the list of conversations.

    Attributes:
        name: Its title.
        speaker: Who said the last words, if the title says it already; empty: ``last`` says it.
        last: The last words in it.
        at: The time of the last message; None: there is none.
        open: Whether it is the conversation on the page.
        to: Its seats as its address names them.
        read: The number of the last message in it.
    """

    seats: Thread
    name: str
    unread: int
    speaker: str
    last: str
    at: int | None
    open: bool
    to: str | None
    read: int


class PledgeLine(Struct, frozen=True):
    """A promise in words, the seats that heard it, and what became of it: ``fate``, and when (None: nobody knows).

    ``round`` is the number of the round in which the promise was judged.
    """

    words: str
    fate: str
    to: str
    judged: int | None
    round: int | None


class Conversation(Struct, frozen=True):
    """The talk that its reader has heard, as far as a page shows it.

    Attributes:
        circles: The conversations that exist or can begin, the public one first. The others follow, the one with the
            latest message first.
        said: The last messages of the open conversation, in order.
        promises: The last promises that the reader has heard, in order.
        promised: The number of all those promises.
        read: How far the reader has read, from ``turncoat.server.read_marks``; None: the server does not store it.
        counter: The offer to which the reader is making a counter-offer.
        muted: The seats that the reader has muted.
        here: The other players who are connected; see ``turncoat.server.presence``.
        hidden: Whether the reader hides from others that they are connected.
        opened: Promises that the reader did not hear, but whose maker and hearers let all players count them.
        opens: Whether the reader lets all players count the promises in private talk with the reader.
        points: What a message can point at, by its id on the board; None: the reader has not opened that list.
    """

    circles: tuple[Circle, ...] = (Circle(()),)
    said: tuple[MessageView, ...] = ()
    promises: tuple[MessageView, ...] = ()
    promised: int = 0
    read: Marks | None = None
    counter: MessageView | None = None
    muted: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    hidden: bool = False
    opened: tuple[MessageView, ...] = ()
    opens: bool = False
    points: Mapping[str, str] | None = None

    @property
    def unread(self) -> int:
        """The number of unread messages in all conversations."""
        return sum(circle.unread for circle in self.circles)

    @property
    def speakers(self) -> frozenset[int]:
        """The seats that have sent unread messages."""
        return frozenset[int]().union(*(circle.speakers for circle in self.circles))

    @property
    def marks(self) -> str:
        """A number that grows as the reader reads; empty: the server does not store it."""
        return "" if self.read is None else str(sum(self.read.values()))

    def read_in(self, what: str) -> int:
        """The number of the last message that the reader has read in this conversation."""
        return (self.read or {}).get(what, 0)


SILENCE = Conversation()
"""Talk without any message."""


def conversation(
    table: Table,
    seat: int | None,
    chosen: Thread = (),
    holder: int | None = None,
    read: Marks | None = None,
    counter: int | None = None,
    untold: int | None = None,
) -> Conversation:
    """The talk at a table as a seat (None: a spectator) has heard it, with one of its threads open.

    Args:
        table: The table.
        seat: The viewer's seat.
        chosen: The conversation that is open.
        holder: The number of the seat's holder who reads.
        read: How far the reader has read.
        counter: The number of the offer to which the reader is making a counter-offer.
        untold: When that happened which the page has not told yet; see ``turncoat.web.untold_talk``.
    """
    heard = without_untold(table, table.hearing(seat, holder), untold)
    known = [counter - 1] if counter and counter <= len(heard.said) else []
    countered = [line for line in messages_at(table, heard, known) if line.offer is OfferState.OPEN]
    said = undecided(messages_at(table, heard, heard.threads.get(chosen, [])[-LATELY:]), untold)
    muted = _muted(table, read or {})
    circles = _circles(table, heard, chosen, read, muted)
    most = MANY if table.state.phase in OVER else LATELY
    promises = tuple(undecided(messages_at(table, heard, heard.promises[-most:]), untold))
    asked = (line for line in countered if line.message.said.request and line.message.said.request.who == seat)
    return Conversation(circles, tuple(said), promises, len(heard.promises), read, next(asked, None), muted)


def _muted(table: Table, read: Marks) -> frozenset[int]:
    seats = enumerate(table.state.seats)
    return frozenset(number for number, seat in seats if is_on(read, mute_key(number, seat.holder)))


def _circles(
    table: Table, heard: Heard, chosen: Thread, read: Marks | None, muted: frozenset[int]
) -> tuple[Circle, ...]:
    others = range(table.header.seats) if heard.seat is not None and table.header.talk == "full" else ()
    could = [
        (),
        *((seat,) for seat in others if seat != heard.seat and _taken(table.state.seats[seat])),
        *([chosen] if chosen else []),
    ]
    circles = [_circle(table, heard, thread, read, muted) for thread in dict.fromkeys([*could, *heard.threads])]
    newest = [(circle.seats != (), -(circle.newest.number if circle.newest else 0)) for circle in circles]
    return tuple(circle for _, circle in sorted(zip(newest, circles, strict=True), key=lambda pair: pair[0]))


def _taken(seat: Seat) -> bool:
    return seat.kind is not SeatKind.OPEN or bool(seat.bot)


def _circle(table: Table, heard: Heard, thread: Thread, read: Marks | None, muted: frozenset[int]) -> Circle:
    places = heard.threads.get(thread, [])
    known = len(heard.said) if read is None else read.get(thread_key(thread), 0)
    unread = (heard.said[place].message for place in places[bisect_left(places, known) :])
    over = table.state.phase in OVER  # an offer can then be answered no more, so it asks for no attention
    new = (message.sender for message in unread if not (over and message.said.request))
    others = [sender for sender in new if sender is None or sender not in {heard.seat, *muted}]
    last = next((place for place in reversed(places) if heard.said[place].message.sender not in muted), None)
    newest = messages_at(table, heard, [] if last is None else [last])
    speakers = frozenset(sender for sender in others if sender is not None)
    return Circle(thread, len(places), newest[0] if newest else None, len(others), speakers)


def promises_heard(
    table: Table, seat: int | None, most: int = MANY, holder: int | None = None
) -> tuple[MessageView, ...]:
    """The last promises that a seat has heard, in order."""
    heard = table.hearing(seat, holder)
    return tuple(messages_at(table, heard, heard.promises[-most:]))


SAID = {Answer.AGREE: "Agreed", Answer.NO: "No", Answer.COUNTER: "No, but"}
"""The replies to an offer, in words."""
