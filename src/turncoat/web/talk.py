"""What is said at a table, made ready for the templates: circles of people, messages, promises."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.games import AnyRuleset
from turncoat.kernel.acts import no_answers
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.promise import Answer, Fate, Message, Pledge
from turncoat.kernel.space import Names, Value
from turncoat.server.read_marks import Marks, is_on, mute_key, thread_key
from turncoat.table.holders import Heard, Seat, Thread
from turncoat.table.offers import OfferState
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Table
from turncoat.table.table_view import MessageView, TableView, messages_at
from turncoat.table.talk_grammar import TalkGrammar, fluent
from turncoat.web.controls import Choice, encode
from turncoat.web.entries import Entry, entries
from turncoat.web.render import listed
from turncoat.web.tally import Tally, tally

LATELY = 50
"""How many messages of a circle, and promises, stand on the page of the table; the replay has all of them, in pages."""

MANY = 200
"""How many messages, or promises, stand on any other page."""


class Circle(Struct, frozen=True):
    """A circle of people who talk, as its reader has heard it.

    Attributes:
        seats: The others in it; empty: everybody at the table and all spectators.
        count: How many messages were said in it.
        newest: The last of them.
        unread: How many of them others have said since the reader last read here.
        speakers: The seats that said the unread ones.
    """

    seats: Thread
    count: int = 0
    newest: MessageView | None = None
    unread: int = 0
    speakers: frozenset[int] = frozenset()


class ThreadLine(Struct, frozen=True):
    """A thread, as the list of threads shows it.

    Attributes:
        name: What it is called.
        last: The last words in it, and who said them.
        at: When; None: nothing has been said.
        open: It is the one on the page.
        to: How its address names it.
        read: The number of its last message.
    """

    seats: Thread
    name: str
    unread: int
    last: str
    at: int | None
    open: bool
    to: str | None
    read: int


class PledgeLine(Struct, frozen=True):
    """A promise in words, the seats that heard it, and what became of it: ``fate``, and when (None: nobody knows).

    ``round`` is the number of the round in which it was judged.
    """

    words: str
    fate: str
    to: str
    judged: int | None
    round: int | None


class Conversation(Struct, frozen=True):
    """What a page shows of the talk that its reader has heard.

    Attributes:
        circles: The circles in which something was said or could be, the circle of everybody first.
            The others follow by their last words.
        said: The last messages of the circle that is open, in order.
        promises: The last promises that were heard, in order.
        promised: How many there are.
        read: How far the reader has read, by ``turncoat.server.read_marks``; None: no reading is kept.
        counter: The offer that the reader is about to counter.
        muted: The seats whose people the reader does not want to hear.
        here: The others who are connected; see ``turncoat.server.presence``.
        hidden: The reader does not want to be seen there.
        opened: Promises that the reader has not heard, and that their maker and hearers let everybody count.
        opens: The reader lets everybody count those that were whispered by or to them.
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
        """How many messages in all have not been read."""
        return sum(circle.unread for circle in self.circles)

    @property
    def speakers(self) -> frozenset[int]:
        """The seats that have said something that has not been read."""
        return frozenset[int]().union(*(circle.speakers for circle in self.circles))

    @property
    def marks(self) -> str:
        """A number that grows with what is read; empty: no reading is kept."""
        return "" if self.read is None else str(sum(self.read.values()))

    def read_in(self, what: str) -> int:
        """The number of the last message that was read there."""
        return (self.read or {}).get(what, 0)


SILENCE = Conversation()
"""The last message of a circle in which nothing has been said."""


def conversation(
    table: Table,
    seat: int | None,
    chosen: Thread = (),
    holder: int | None = None,
    read: Marks | None = None,
    counter: int | None = None,
) -> Conversation:
    """The talk at a table as a seat (None: a spectator) has heard it, with one of its threads open.

    Args:
        table: The table.
        seat: The viewer's seat.
        chosen: The thread that is open.
        holder: Which holder of the seat looks.
        read: How far the reader has read.
        counter: The number of the offer that the reader is about to counter.
    """
    heard = table.hearing(seat, holder)
    known = [counter - 1] if counter and counter <= len(heard.said) else []
    countered = [one for one in messages_at(table, heard, known) if one.offer is OfferState.OPEN]
    said = messages_at(table, heard, heard.threads.get(chosen, [])[-LATELY:])
    muted = _muted(table, read or {})
    circles = _circles(table, heard, chosen, read, muted)
    promises = promises_heard(table, seat, MANY if table.state.phase in OVER else LATELY, holder)
    asked = (one for one in countered if one.message.said.request and one.message.said.request.who == seat)
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
    newest = [(one.seats != (), -(one.newest.number if one.newest else 0)) for one in circles]
    return tuple(circle for _, circle in sorted(zip(newest, circles, strict=True), key=lambda pair: pair[0]))


def _taken(seat: Seat) -> bool:
    return seat.kind is not SeatKind.OPEN or bool(seat.bot)


def _circle(table: Table, heard: Heard, thread: Thread, read: Marks | None, muted: frozenset[int]) -> Circle:
    places = heard.threads.get(thread, [])
    known = len(heard.said) if read is None else read.get(thread_key(thread), 0)
    new = (heard.said[place].message.sender for place in places[bisect_left(places, known) :])
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


def promises_opened(
    table: Table, seat: int | None, holder: int, opened: frozenset[tuple[int, int]]
) -> tuple[MessageView, ...]:
    """Promises of a finished game that a seat did not hear but may count: all who heard them agree; bots always do."""
    bots = {(place, one.holder) for place, one in enumerate(table.state.seats) if one.kind is SeatKind.BOT}
    found = []
    for place, spoken in enumerate(table.talk):
        known, sender = spoken.hearers, spoken.message.sender
        if known is None or sender is None or (seat, holder) in known or not opened.union(bots).issuperset(known):
            continue
        heard = table.hearing(*next(one for one in known if one[0] == sender))
        found += messages_at(table, heard, [bisect_left(heard.places, place)])
    return tuple(one for one in found if one.fate is not None)


SAID = {Answer.AGREE: "Agreed", Answer.NO: "No", Answer.COUNTER: "No, but"}
"""The replies to an offer, in words."""


def _speaks_of(entry: Entry, pledge: Pledge) -> bool:
    return any(box.tag == pledge.act for box in entry.boxes)


def _written(value: Value) -> str:
    """A value as a form writes it; one that a form of promises cannot write is left out."""
    return "" if isinstance(value, tuple | dict) else encode(value)


class Talk:
    """What a template asks about the talk at one table, for one viewer.

    Attributes:
        called: What the seats are called.
        names: What everything is called.
        offered: What the reader may answer.
        beside_offered: What the reader may do beside that.
    """

    table_view: TableView
    rules: AnyRuleset
    called: tuple[str, ...]
    names: Names
    offered: Boxes[Action]
    beside_offered: Boxes[Action]

    def threads(self, talk: Conversation, chosen: Thread) -> tuple[ThreadLine, ...]:
        """The circles as the list of them shows them, each with its last words."""
        return tuple(
            ThreadLine(
                circle.seats,
                listed(self.called[seat] for seat in circle.seats) or "Everybody",
                circle.unread,
                self._last_words(circle, talk.muted),
                circle.newest.at if circle.newest else None,
                circle.seats == chosen,
                ",".join(map(str, circle.seats)) or None,
                circle.newest.number if circle.newest else 0,
            )
            for circle in talk.circles
        )

    def _last_words(self, circle: Circle, muted: frozenset[int]) -> str:
        if circle.seats and muted.issuperset(circle.seats):
            return "Muted"
        return self.in_one_line(circle.newest.message, self.said_in(circle.newest.after)) if circle.newest else ""

    def in_one_line(self, message: Message, round_: int | None = None) -> str:
        """A message without what belongs to it: ``Barney: Loot with me``."""
        said, sender = message.said, message.sender
        who = "The table" if sender is None else "You" if sender == self.own else self.called[sender]
        pledge = said.promise or said.request or said.offer
        answer = "" if said.answer is UNSET else SAID[said.answer]
        point = "" if said.point is UNSET else said.point.name
        return f"{who}: {said.text or answer or (self.pledged(pledge, round_) if pledge else point)}"

    @cached_property
    def talk_grammar(self) -> TalkGrammar:
        """Says pledges; the reader is ``you``."""
        options = self.rules.read_options(self.table_view.options)
        talk_grammar = fluent(self.rules, options, self.names, len(self.called), self.own)
        talk_grammar.learn(self.offered + self.beside_offered)
        return talk_grammar

    @property
    def unit(self) -> str:
        """What the game counts: rounds or turns."""
        return self.names.label("turns", "this round").removeprefix("this ")

    @property
    def own(self) -> int | None:
        """The reader's seat; None: a spectator."""
        return self.table_view.seat

    def pledged(self, pledge: Pledge, round_: int | None = None) -> str:
        """A pledge in words: ``"Barney will support you this round"``, or ``"in round 4"`` if that is over."""
        return self.talk_grammar.statement(pledge, round_)

    def round_of(self, after: int | None) -> int | None:
        """The round of the last of this many events; None: the round goes on, or is unknown."""
        return None

    def said_in(self, after: int | None) -> int | None:
        """The round in which something was said, given the number of events before it; None: that round goes on."""
        return self.round_of(after)

    def promises_broken_by(self, action: Action) -> tuple[str, ...]:
        """What the reader should know before giving an answer that breaks a promise: a sentence for each promise."""
        open_now = (one for one in self.table_view.pledges if one.sender == self.own and one.fate is Fate.OPEN)
        return tuple(
            f"This breaks your promise to {listed(map(self.name_of, one.to)) or 'everybody'}: "
            f"“{self.pledged(one.pledge)}”."
            for one in open_now
            if self._breaks(one.pledge, action)
        )

    def _breaks(self, pledge: Pledge, action: Action) -> bool:
        rules, view = self.rules, self.table_view.view
        if rules.held(pledge).by_turn:
            comes_to = rules.acts.would(action, view) if rules.acts is not None and view is not None else ()
            return not pledge.will and any(map(pledge.covers, comes_to))
        shown = rules.revealed is not no_answers and (rules.shown is None or action.__class__ in rules.shown)
        return shown and pledge.broken_by(action)

    def own_word(self, promises: Sequence[MessageView]) -> tuple[PledgeLine, ...]:
        """What the reader has promised, of these, and can still keep or break; the last one first."""
        own = [one for one in promises if one.promised and one.promised.who == self.own and one.fate is Fate.OPEN]
        return self.pledge_lines(own)

    def name_of(self, seat: int | None) -> str:
        """What a seat is called: its name, ``you`` for the reader's own, or the table."""
        return "the table" if seat is None else "you" if seat == self.own else self.called[seat]

    def hearers(self, message: Message) -> tuple[int, ...]:
        """Who heard a message besides its sender; empty: everybody."""
        return tuple(seat for seat in message.said.to if seat != message.sender)

    def may_answer(self, one: MessageView) -> bool:
        """Whether the reader is asked for something and has not answered."""
        request = one.message.said.request
        return one.offer is OfferState.OPEN and request is not None and request.who == self.own

    def may_withdraw(self, one: MessageView) -> bool:
        """Whether the reader has made an offer that is still open."""
        return one.offer is OfferState.OPEN and one.message.sender is not None and one.message.sender == self.own

    def countered(self, offer: MessageView | None) -> dict[str, str]:
        """The form of promises filled in to counter an offer: what was given is asked, and the other way round."""
        form = {"who": "", "act": "", "will": "yes", "offer.act": "", "offer.will": "yes"}
        if offer is None or offer.message.sender is None:
            return form
        said, form["who"] = offer.message.said, str(offer.message.sender)
        for prefix, pledge in (("", said.offer), ("offer.", said.request)):
            found = (entry for entry in entries(self.talk_grammar.boxes) if pledge and _speaks_of(entry, pledge))
            if pledge is None or (entry := next(found, None)) is None:
                continue
            form |= {
                f"{prefix}times": str(pledge.times),
                f"{prefix}act": entry.key,
                f"{prefix}will": "yes" if pledge.will else "no",
            }
            form |= {f"{prefix}{entry.key}.{name}": _written(value) for name, value in pledge.fields.items()}
        return form

    def picking(self, choices: Sequence[Choice], value: str) -> tuple[Choice, ...]:
        """Choices, of which the one with this value is picked."""
        return tuple(replace(choice, picked=choice.value == value) for choice in choices)

    def tally(self, promises: Sequence[MessageView]) -> Tally | None:
        """Who kept and broke what to whom, of these promises; None: nothing was judged."""
        return tally(promises, len(self.called))

    def pledge_lines(self, promises: Sequence[MessageView]) -> tuple[PledgeLine, ...]:
        """Promises with what became of them, the last one first."""
        return tuple(
            PledgeLine(
                self.pledged(promise.promised, self.said_in(promise.after)),
                str(promise.fate),
                listed([self.name_of(seat) for seat in self.hearers(promise.message)]) or "everybody",
                promise.judged,
                self.round_of(promise.judged_after),
            )
            for promise in reversed(promises)
            if promise.promised is not None and promise.fate is not None
        )
