"""What the lines of a mail ask for: answers, talk, commands and questions, in the language of the terminal.

Nothing is done here. A line that cannot be read is never taken for one like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, typed
from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.phrase import opening
from turncoat.server.mail.misspelt import TALK, tried
from turncoat.server.mail.own_lines import WRAPS, Written, is_signature
from turncoat.table import commands
from turncoat.table.offers import OfferState
from turncoat.table.standing_orders import ALWAYS, ASK_ME, Wanted, orders_of, typed_order
from turncoat.table.standing_orders import Order as StandingOrder
from turncoat.table.table import Phase, Table
from turncoat.table.table_view import messages_before, question, table_view, talk_grammar_at
from turncoat.table.talk_grammar import TalkGrammar, split

SHOWS = ("help", "menu", "board", "log", "ledger", "pledges", "rules", "talk", ALWAYS)
"""The words that ask for something to be told in the reply; ``rules`` is followed by words or a number."""

OF_MAIL = ("stop mail", "start mail", "accept", "decline")
"""Commands about the mails and the seat, not about the game."""

MOST = 20
"""The most orders of one mail."""

TRIED = 60
"""The most lines that are tried."""

UNREAD = 10
"""After so many lines that begin like an order and cannot be read, nothing below is read: it takes time."""

JOINED = 3
"""How many lines may belong to one answer that a mail program has broken."""

FAULTS = 5
"""The most lines that are told back as not understood."""

TOLD_BACK = 200
"""The most characters of a line that is told back."""


class Kind(StrEnum):
    """What an order is."""

    ANSWER = "answer"
    """The answer to the open question."""
    BESIDE = "beside"
    """What is done at once beside it."""
    TALK = "talk"
    COMMAND = "command"
    """One of ``turncoat.table.commands``."""
    STANDING = "standing"
    """A standing order: ``always``, the number of a repeated question, and the answer."""
    SHOW = "show"
    MAIL = "mail"


class Order(Struct, frozen=True):
    """One thing that a mail asks for.

    Attributes:
        kind: The kind of order.
        text: The order in the usual spelling.
    """

    kind: Kind
    text: str


class Fault(Struct, frozen=True):
    """A line that begins like an order and cannot be read.

    Attributes:
        line: The line.
        why: What is wrong with it, in a sentence.
    """

    line: str
    why: str


class Plan(Struct, frozen=True):
    """All that a mail asks for.

    Attributes:
        orders: In the order in which they stand there.
        faults: The lines that could not be read.
        ignored: Lines that are no orders, where nothing else was understood or an order follows them.
        preview: Nothing is to be done; the reply says what would be.
        tried: Somebody seems to have tried to write an order (``turncoat.server.mail.misspelt``).
    """

    orders: tuple[Order, ...] = ()
    faults: tuple[Fault, ...] = ()
    ignored: tuple[str, ...] = ()
    preview: bool = False
    tried: bool = False


def offered(table: Table, seat: int) -> tuple[Boxes[Action], Boxes[Action]]:
    """What a seat may answer now, and what it may do beside the open question."""
    if table.game is None or table.state.phase is not Phase.PLAYING:
        return Boxes(), Boxes()
    return play.boxes(table.game, seat), play.beside(table.game, seat)


def talk_of(table: Table, seat: int) -> TalkGrammar:
    """How a seat talks, with what it may do now and the parts of names that its game knows."""
    grammar = talk_grammar_at(table, seat)
    own, beside = offered(table, seat)
    grammar.learn(own + beside)
    view = table_view(table, seat).view
    if view is not None:
        grammar.parts = game_of(table.rules.id).terminal.parts(view, table.names)
    return grammar


def offers_of(table: Table, seat: int, asker: int, holder: int | None = None) -> list[int]:
    """The numbers of the open offers that somebody has made to a seat, in order."""
    said = messages_before(table, seat, None, 200, holder)
    open_ones = (one for one in said if one.message.sender == asker and one.offer is OfferState.OPEN)
    return [one.number for one in open_ones if (asked := one.message.said.request) is not None and asked.who == seat]


def standing_orders(table: Table, seat: int) -> tuple[StandingOrder, ...]:
    """The repeated questions of a seat with their standing orders; none before the game."""
    shown = table_view(table, seat)
    return () if shown.view is None else orders_of(table.rules, shown.view, shown.standing_orders, shown.unless)


def standing_order(table: Table, seat: int, text: str) -> tuple[int, Wanted]:
    """What a seat orders for a repeated question, counted from 0.

    Args:
        table: The table.
        seat: The seat.
        text: What is written, ``always`` included.

    Raises:
        Unreadable: it is no order; the sentence says what can be written.
    """
    asked = question(table, seat)
    said = text.partition(" ")[2].strip()
    return typed_order(said, standing_orders(table, seat), "" if asked is None else asked.key)


class Reader:
    """Reads the lines of mails of one seat.

    What it needs of the table it takes when it is made: so it can read beside the event loop, in a thread.

    Args:
        table: The table, as it stands.
        seat: The seat.
    """

    def __init__(self, table: Table, seat: int) -> None:
        own, self.beside = offered(table, seat)
        self.boxes = own + self.beside
        self.grammar = Grammar(self.boxes, table.names)
        self.talk, self.standing, asked = talk_of(table, seat), standing_orders(table, seat), question(table, seat)
        self.asked, self.called = "" if asked is None else asked.key, table.names.label("seat", seat)
        self.openings = {opening(kind) for kind in table.rules.actions} - {""}
        self.open_now = {opening(box.action) for box in self.boxes.boxes}
        seats = range(len(table.state.seats))
        self.others = [table.names.label("seat", other) for other in seats if other != seat]
        self.name = ""

    def read(self, written: Written) -> Plan:
        """What these lines ask for."""
        self.name = written.name
        lines = list(written.lines)[:TRIED]
        preview = next((line.casefold() for line in lines if line), "").strip(".!") == "preview"
        orders, faults, prose = list[Order](), list[Fault](), list[tuple[int, str]]()
        number = 0
        while number < len(lines) and len(orders) < MOST and len(faults) < UNREAD:
            line, number = lines[number], number + 1
            if line.casefold().strip(".") == "end":
                break
            if not line or (preview and line.casefold().strip(".!") == "preview"):
                continue
            if is_signature(line, self.name):
                prose.append((len(orders), line))
                continue
            try:
                order, used = self._one(line, lines[number:])
            except Refusal as refusal:
                faults.append(Fault(line[:TOLD_BACK], refusal.sentence))
                continue
            number += used
            if order is None:
                prose.append((len(orders), line))
            elif order.kind is not Kind.SHOW or order not in orders:
                orders.append(order)
        faults += [Fault(line[:TOLD_BACK], BELOW_A_QUOTE) for line in written.doubtful if self._opens(line)]
        kept, more = self._agreed(orders)
        seen = [line for before, line in prose if before < len(orders) or not orders]
        return Plan(
            tuple(kept),
            tuple([*more, *faults][:FAULTS]),
            tuple(one[:TOLD_BACK] for one in seen[:FAULTS]),
            preview,
            tried([line for line in lines if not is_signature(line, self.name)], self.openings, self.others),
        )

    def _opens(self, line: str) -> bool:
        word = _first(line)
        return word in self.openings or word in TALK or word in commands.WORDS or word == ALWAYS

    def _agreed(self, orders: Sequence[Order]) -> tuple[list[Order], list[Fault]]:
        """The orders without answers that contradict each other; the same answer counts once."""
        answers = {one.text: one for one in orders if one.kind is Kind.ANSWER}
        if len(answers) > 1:
            why = "This mail holds several different answers, so none of them is taken; write again with one."
            rest = [one for one in orders if one.kind is not Kind.ANSWER]
            return rest, [Fault("; ".join(answers)[:TOLD_BACK], why)]
        first = next((place for place, one in enumerate(orders) if one.kind is Kind.ANSWER), -1)
        return [one for place, one in enumerate(orders) if one.kind is not Kind.ANSWER or place == first], []

    # --- one line -----------------------------------------------------------------------------

    def _one(self, line: str, below: Sequence[str]) -> tuple[Order | None, int]:
        """The order with which a line begins, and how many of the lines below belong to it; None: it is none.

        Raises:
            Refusal: it begins like an order and cannot be read.
        """
        word, plain = _first(line), line.casefold().rstrip(" .!,;")
        if plain in OF_MAIL:
            return Order(Kind.MAIL, plain), 0
        if (word in SHOWS and word not in self.open_now) and (plain in SHOWS or word == "rules"):
            return Order(Kind.SHOW, plain if word != "rules" else line.rstrip(" .!")), 0
        if word in TALK and not (word in self.open_now and not self._is_addressed(line) and self._answer(line)):
            return self._talk(word, line, below)
        if (found := self._answer(line)) is not None:
            return found, 0
        if word in (*commands.WORDS, ALWAYS) and word not in self.open_now:
            return (self._standing(line) if word == ALWAYS else self._command(line)), 0
        for more in range(1, min(JOINED, len(below) + 1) if word in self.openings else 0):
            if not below[more - 1]:
                break
            if (found := self._answer(" ".join([line, *below[:more]]))) is not None:
                return found, more
        if word in self.openings:
            raise self._why_not(line)
        return None, 0

    def _answer(self, line: str) -> Order | None:
        """The answer that a line means, however a phone has written it."""
        if not self.boxes:
            return None
        for said in self._spellings(line):
            with suppress(Refusal):
                action = self.grammar.read(said)
                beside = action in self.beside
                return Order(Kind.BESIDE if beside else Kind.ANSWER, self.grammar.write(action))
        return None

    def _spellings(self, line: str) -> Iterator[str]:
        bare = _PLEASE.sub("", line.rstrip(" .!,;"))
        own = re.sub(r"\b(me|myself)\b", lambda _: self.called, bare, flags=re.IGNORECASE)
        yield from dict.fromkeys((line, bare, re.sub(r"[\"']", "", bare), re.sub(r"\s*:\s*", " ", bare, count=1), own))

    def _why_not(self, line: str) -> Refusal:
        """Why a line that begins like an answer is none."""
        if not self.boxes:
            return NotAllowed("You are not asked anything now.")
        try:
            self.grammar.read(line.rstrip(" .!,;"))
        except Refusal as refusal:
            return refusal
        return Unreadable("This cannot be read.")

    def _standing(self, line: str) -> Order | None:
        """A standing order, with the number of its question; None: the line only begins with the same word.

        Raises:
            Refusal: it is one, and cannot be read.
        """
        said = line.partition(" ")[2].strip(" .!,;")
        first = _first(said)
        try:
            number, _ = typed_order(said, self.standing, self.asked)
        except Refusal:
            if first.isdecimal() or first == ASK_ME or first in self.openings:
                raise
            return None
        return Order(Kind.STANDING, f"{ALWAYS} {'' if first.isdecimal() else f'{number + 1} '}{said}")

    def _command(self, line: str) -> Order:
        line = f"{_first(line)} {line.partition(' ')[2]}".strip()
        for said in dict.fromkeys((line, line.rstrip(" .!,;"))):
            with suppress(Refusal):
                if commands.read(said, self.talk.seat) is not None:
                    return Order(Kind.COMMAND, said)
        commands.read(line.rstrip(" .!,;"), self.talk.seat)
        raise Unreadable(f"This is no command: {typed_choices(self.boxes)}")

    # --- talk ---------------------------------------------------------------------------------

    def _is_addressed(self, line: str) -> bool:
        to, colon, _ = line.partition(" ")[2].partition(":")
        with suppress(Refusal):
            return bool(colon and self.talk.audience(to))
        return False

    def _talk(self, word: str, line: str, below: Sequence[str]) -> tuple[Order | None, int]:
        rest = line.partition(" ")[2].strip()
        if not rest:
            return None, 0
        if word in ("agree", "refuse"):
            self.talk.seat(rest.rstrip(" .!,;"))
            return Order(Kind.TALK, f"{word} {rest.rstrip(' .!,;')}"), 0
        if word == "say":
            used = self._goes_on(line, below)
            return Order(Kind.TALK, " ".join([word, rest, *below[:used]])), used
        if word == "tell":
            to, _ = split(rest if rest.rstrip()[-1] != ":" or not below or not below[0] else f"{rest} {below[0]}", _HOW)
            self.talk.audience(to)
            used = self._goes_on(line, below)
            return Order(Kind.TALK, " ".join([word, rest, *below[:used]])), used
        said = rest.rstrip(" .!,;")
        if word == "promise":
            self.talk.promise(said)
        else:
            self.talk.request(said)
        return Order(Kind.TALK, f"{word} {said}"), 0

    def _goes_on(self, line: str, below: Sequence[str]) -> int:
        """How many of the lines below belong to the talk in a line.

        A line that begins like an order and cannot be read ends it, too: nobody is told an order that is mistyped.
        Below a long line it may be the rest of that, broken by a mail program.
        """
        for number, (above, next_one) in enumerate(pairwise((line, *below))):
            if not next_one or next_one.casefold().strip(".") == "end" or is_signature(next_one, self.name):
                return number
            try:
                if self._one(next_one, ())[0] is None:
                    continue
            except Refusal:
                if _first(next_one) not in TALK and len(above) + 1 + len(_first(next_one)) > WRAPS:
                    continue
            return number
        return len(below)


_HOW = "tell NAME, NAME: WORDS"

_PLEASE = re.compile(r"^please,?\s+|,?\s+please$", re.IGNORECASE)

BELOW_A_QUOTE = "It stands right below a quoted line and may belong to it; put an empty line between, or write on top."
"""Why a line was not read."""


def _first(line: str) -> str:
    return line.partition(" ")[0].casefold().strip(".,:;!\"'")


def typed_choices(boxes: Boxes[Action]) -> str:
    """What can be answered, for the end of a sentence."""
    return ", ".join(dict.fromkeys(typed(box.action) for box in boxes.boxes)) or "nothing is asked"
