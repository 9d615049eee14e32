"""The talk at a table made ready for templates: speakers, words, promises and what they break."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import UNSET
from msgspec.structs import replace

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.promise import Fate, Message, Pledge
from turncoat.kernel.space import Names, Value
from turncoat.table.holders import Thread
from turncoat.table.offers import OfferState
from turncoat.table.table_view import MessageView, TableView
from turncoat.table.talk import would_break
from turncoat.table.talk_grammar import TalkGrammar, fluent
from turncoat.web.composer import Option
from turncoat.web.controls import Choice, encode
from turncoat.web.conversation import SAID, Circle, Conversation, PledgeLine, ThreadLine
from turncoat.web.entries import Entry, entries
from turncoat.web.render import listed
from turncoat.web.tally import Tally, tally


class Talk:
    """Everything that a template needs about the talk at one table, for one viewer.

    Attributes:
        called: The names of the seats.
        names: The names of seats, cards and so on.
        offered: The answers that the reader can give.
        beside_offered: The actions that the reader can take besides.
    """

    table_view: TableView
    rules: AnyRuleset
    called: tuple[str, ...]
    names: Names
    offered: Boxes[Action]
    beside_offered: Boxes[Action]

    def threads(self, talk: Conversation, chosen: Thread) -> tuple[ThreadLine, ...]:
        """The conversations as lines of a list, each with its last words."""
        return tuple(
            ThreadLine(
                circle.seats,
                listed(self.called[seat] for seat in circle.seats) or "Everybody",
                circle.unread,
                *self._last_words(circle, talk.muted),
                circle.newest.at if circle.newest else None,
                circle.seats == chosen,
                ",".join(map(str, circle.seats)) or None,
                circle.newest.number if circle.newest else 0,
            )
            for circle in talk.circles
        )

    def _last_words(self, circle: Circle, muted: frozenset[int]) -> tuple[str, str]:
        """The speaker and the last words; the only partner of a thread is its title, so a list need not show it."""
        newest = circle.newest
        if circle.seats and muted.issuperset(circle.seats):
            return "", "Muted"
        if newest is None:
            return "", ""
        if circle.seats == (newest.message.sender,) and not newest.by_bot:
            return self.speaker(newest), self.in_short(newest)
        return "", self.in_one_line(newest)

    def speaker(self, one: MessageView) -> str:
        """Who said something: a name, or ``Barney's bot`` where it stood in for Barney."""
        sender = one.message.sender
        if sender is None:
            return "The table"
        if one.by_bot:
            return "Your bot" if sender == self.own else f"{self.called[sender]}'s bot"
        return self.called[sender]

    def in_one_line(self, one: MessageView) -> str:
        """A message in one line, without details: ``Barney: Loot with me``."""
        own = one.message.sender == self.own and self.own is not None
        return f"{'You' if own and not one.by_bot else self.speaker(one)}: {self.in_short(one)}"

    def in_short(self, one: MessageView) -> str:
        """The words of a message, without its speaker: ``Loot with me``."""
        said, round_ = one.message.said, self.said_in(one.after)
        pledge = said.promise or said.request or said.offer
        answer = "" if said.answer is UNSET else SAID[said.answer]
        point = "" if said.point is UNSET else said.point.name
        return said.text or answer or (self.pledged(pledge, round_) if pledge else point)

    @cached_property
    def talk_grammar(self) -> TalkGrammar:
        """Puts promises into words, in which the reader is ``you``."""
        options = self.rules.read_options(self.table_view.options)
        talk_grammar = fluent(self.rules, options, self.names, len(self.called), self.own)
        talk_grammar.learn(self.offered + self.beside_offered)
        return talk_grammar

    def act_words(self, option: Option) -> str:
        """How a sentence about an action begins: ``go to war with …``."""
        return self.talk_grammar.act_words(option.tag)

    def needed(self, option: Option, name: str) -> bool:
        """Whether a promise to do this must name the field that this form field (``give.coins``) fills."""
        return name.rpartition(".")[2] in self.talk_grammar.needed(option.tag)

    @property
    def unit(self) -> str:
        """The word for what the game counts: ``round`` or ``turn``."""
        return self.names.label("turns", "this round").removeprefix("this ")

    @property
    def own(self) -> int | None:
        """The reader's seat; None: the reader is a spectator."""
        return self.table_view.seat

    def pledged(self, pledge: Pledge, round_: int | None = None) -> str:
        """A pledge in words: ``"Barney will support you this round"``, or ``"in round 4"`` if that is over."""
        return self.talk_grammar.statement(pledge, round_)

    def promised(self, pledge: Pledge, round_: int | None = None) -> str:
        """A promise on its card: what its maker will do, or to the maker ``"You promise not to attack Anna"``."""
        words = self.pledged(pledge, round_)
        will = "You will " if pledge.will else "You will not "
        promise = f"You promise {'to' if pledge.will else 'not to'} "
        return words.replace(will, promise, 1) if pledge.who == self.own else f"Promise: {words}"

    def round_of(self, after: int | None) -> int | None:
        """The round in which the last of this many events happened; None: that round goes on, or is unknown."""
        return None

    def said_in(self, after: int | None) -> int | None:
        """The round in which something was said, given the number of events before it; None: that round goes on."""
        return self.round_of(after)

    def promises_broken_by(self, action: Action) -> tuple[str, ...]:
        """What the reader should know before giving an answer that breaks promises: one sentence, short for several."""
        own = (pledge for pledge in self.table_view.pledges if pledge.sender == self.own and pledge.fate is Fate.OPEN)
        broken = [pledge for pledge in own if would_break(self.rules, self.table_view.view, pledge.pledge, action)]
        to = [listed(map(self.name_of, pledge.to)) or "everybody" for pledge in broken]
        if len(broken) > 1:
            return (f"Breaks {len(broken)} promises: {', '.join(dict.fromkeys(to))}",)
        return tuple(
            f"This breaks your promise to {name}: “{self.pledged(pledge.pledge)}”."
            for name, pledge in zip(to, broken, strict=True)
        )

    def own_word(self, promises: Sequence[MessageView]) -> tuple[PledgeLine, ...]:
        """Those of these promises that the reader made and can still keep or break, the latest first."""
        own = [line for line in promises if line.promised and line.promised.who == self.own and line.fate is Fate.OPEN]
        return self.pledge_lines(own)

    def name_of(self, seat: int | None) -> str:
        """The name of a seat: ``you`` for the reader's own; without a seat, ``the table``."""
        return "the table" if seat is None else "you" if seat == self.own else self.called[seat]

    def hearers(self, message: Message) -> tuple[int, ...]:
        """The seats besides the sender that heard a message; empty: all."""
        return tuple(seat for seat in message.said.to if seat != message.sender)

    def may_answer(self, line: MessageView) -> bool:
        """Whether the reader is asked for something and has not answered yet."""
        request = line.message.said.request
        return line.offer is OfferState.OPEN and request is not None and request.who == self.own

    def may_withdraw(self, line: MessageView) -> bool:
        """Whether the reader made this offer and can still withdraw it."""
        sender = line.message.sender
        return line.offer is OfferState.OPEN and sender is not None and sender == self.own

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
        """The choices, with the one of this value chosen."""
        return tuple(replace(choice, picked=choice.value == value) for choice in choices)

    def tally(self, promises: Sequence[MessageView]) -> Tally | None:
        """Counts of these promises: who kept or broke how many to whom; None: none has been judged."""
        return tally(promises, len(self.called))

    def pledge_lines(self, promises: Sequence[MessageView]) -> tuple[PledgeLine, ...]:
        """Promises with their results, the latest first."""
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


def _speaks_of(entry: Entry, pledge: Pledge) -> bool:
    return any(box.tag == pledge.act for box in entry.boxes)


def _written(value: Value) -> str:
    """A value as a form writes it; one that a form of promises cannot write is left out."""
    return "" if isinstance(value, tuple | dict) else encode(value)
