"""What is said at a table, made ready for the templates: circles of people, messages, promises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.promise import Fate, Pledge
from turncoat.kernel.space import Names
from turncoat.table.holders import Thread
from turncoat.table.table import Table
from turncoat.table.table_view import MessageView, TableView, messages_at
from turncoat.table.talk_grammar import TalkGrammar, first_words
from turncoat.web.render import listed

LATELY = 50
"""How many messages of a circle, and promises, stand on the page of the table; the replay has all of them, in pages."""

MANY = 200
"""How many messages, or promises, stand on any other page."""


class Channel(Struct, frozen=True):
    """A circle of people who talk.

    Attributes:
        seats: The others in it; empty: everybody at the table and whoever watches.
        count: How many messages were said in it.
        open: It is the one on the page.
        to: How its address names it.
    """

    seats: Thread
    name: str
    count: int
    open: bool
    to: str | None


class PledgeLine(Struct, frozen=True):
    """A promise in words, and what became of it; ``fate`` is the word, ``shown`` how it is put."""

    words: str
    fate: str
    shown: str
    to: str


class Conversation(Struct, frozen=True):
    """What a page shows of the talk that its reader has heard.

    Attributes:
        threads: The circles in which something was said, that of all first, with how many messages each has.
        said: The last messages of the circle that is open, in order.
        promises: The last promises that were heard, in order.
        promised: How many there are.
    """

    threads: tuple[tuple[Thread, int], ...] = (((), 0),)
    said: tuple[MessageView, ...] = ()
    promises: tuple[MessageView, ...] = ()
    promised: int = 0


SILENCE = Conversation()
"""Nothing has been said."""


def conversation(table: Table, seat: int | None, chosen: Thread = (), holder: int | None = None) -> Conversation:
    """The talk at a table as a seat (None: a spectator) has heard it, with one of its threads open."""
    heard = table.hearing(seat, holder)
    threads = tuple((thread, len(places)) for thread, places in heard.threads.items())
    said = messages_at(table, heard, heard.threads.get(chosen, [])[-LATELY:])
    return Conversation(threads, tuple(said), promises_heard(table, seat, LATELY, holder), len(heard.promises))


def promises_heard(
    table: Table, seat: int | None, most: int = MANY, holder: int | None = None
) -> tuple[MessageView, ...]:
    """The last promises that a seat has heard, in order."""
    heard = table.hearing(seat, holder)
    return tuple(messages_at(table, heard, heard.promises[-most:]))


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

    def channels(self, talk: Conversation, chosen: Thread) -> tuple[Channel, ...]:
        """The circles in which something was said, the public one first, and the one that is open."""
        counts = {(): 0, chosen: 0} | dict(talk.threads)
        return tuple(
            Channel(
                seats,
                listed([self.called[seat] for seat in seats]) or "The table",
                count,
                seats == chosen,
                ",".join(map(str, seats)) if seats else None,
            )
            for seats, count in counts.items()
        )

    @cached_property
    def talk_grammar(self) -> TalkGrammar:
        """Says pledges; the reader is ``you``."""
        seats = len(self.called)
        known = first_words(self.table_view.game, self.rules.read_options(self.table_view.options), seats)
        talk_grammar = TalkGrammar(self.names, seats, self.own, known)
        talk_grammar.learn(self.offered + self.beside_offered)
        return talk_grammar

    @property
    def own(self) -> int | None:
        """The reader's seat; None: a spectator."""
        return self.table_view.seat

    def pledged(self, pledge: Pledge) -> str:
        """A pledge in words: ``"Barney will support you this round"``."""
        return self.talk_grammar.statement(pledge)

    def fate(self, fate: Fate) -> str:
        """What became of a promise."""
        return str(fate)

    def pledge_lines(self, promises: Sequence[MessageView]) -> tuple[PledgeLine, ...]:
        """Promises with what became of them, the last one first."""
        return tuple(
            PledgeLine(
                self.pledged(promise.promised),
                str(promise.fate),
                self.fate(promise.fate),
                listed([self.called[seat] for seat in promise.message.said.to]) or "everybody",
            )
            for promise in reversed(promises)
            if promise.promised is not None and promise.fate is not None
        )
