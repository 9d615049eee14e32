"""Reads the orders in the lines of a mail: answers, talk, commands and questions, as in the terminal.

This module carries nothing out. An order that cannot be read is never replaced by a similar one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise, takewhile

from turncoat.kernel.boxes import Action, Boxes, typed
from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.phrase import opening
from turncoat.server.mail.conditions import Conditions, limits
from turncoat.server.mail.misspelt import TALK, look_for_misspelt, nearly, tried, without_interjection
from turncoat.server.mail.own_lines import WRAPS, Written, is_signature, is_unfinished, may_go_on
from turncoat.server.mail.plan import (
    ANSWERS,
    BEHIND_A_BAR,
    BELOW_A_LONG_LINE,
    BELOW_A_QUOTE,
    FAULTS,
    LONGEST_START,
    TALK_GOES_ON,
    TOLD_BACK,
    UNDER_A_CONDITION,
    Fault,
    Kind,
    Order,
    Plan,
)
from turncoat.server.mail.seat_words import offered, round_of, standing_orders, talk_of
from turncoat.server.mail.spellings import Around, contradicts_itself, spellings, usual, without_manners
from turncoat.table import commands
from turncoat.table.addressed import said_to
from turncoat.table.pledge_words import split
from turncoat.table.standing_orders import ALWAYS, ASK_ME, typed_order
from turncoat.table.table import Table
from turncoat.table.table_view import question

SHOWS = ("help", "menu", "board", "log", "ledger", "pledges", "rules", "talk", ALWAYS)
"""The words that ask for information in the reply; words or a number follow ``rules``."""

OF_MAIL = ("stop mail", "start mail", "accept", "decline")
"""Commands about the mails and the seat, not about the game."""

UNMANNERLY = ("leave for good", "again")
"""Commands that are told back where they stand beside *please* or *thanks*: nobody is to leave by a polite phrase."""

MOST = 20
"""The most orders in one mail."""

TRIED = 60
"""The most lines that the reader tries to read as orders, and the most orders between semicolons."""

UNREAD = 20
"""After this many unreadable orders, the rest of the mail is not read, because that takes time."""

JOINED = 3
"""The most lines into which a mail program may have broken one answer."""


class Reader:
    """Reads the lines of mails from one seat.

    It copies what it needs from the table, so that it can read mails in another thread.

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
        fields = {name.replace("_", " ").casefold() for box in self.boxes.boxes for name, _ in box.fields}
        self.around = Around(self.called, frozenset(fields), round_of(table))
        self.name, self.parts = "", TRIED
        self.passed: tuple[str, ...] = ()

    def read(self, written: Written) -> Plan:
        """The orders in these lines."""
        self.name, self.parts = written.name, TRIED
        lines = self._lines(written)
        preview = any(_mark(line) == "preview" for line in lines)
        orders, faults, prose = list[Order](), list[Fault](), list[tuple[int, str]]()
        number, above, unclear, conditions = 0, "", False, Conditions()
        while number < len(lines) and len(orders) < MOST and len(faults) < UNREAD:
            line, number = lines[number], number + 1
            rest, above = may_go_on(above, line), ""
            unclear = unclear and bool(line)
            if not line or _mark(line) == "preview":
                conditions.empty_line()
                continue
            if is_signature(line, self.name):
                prose.append((len(orders), line))
                continue
            if (parts := self._parts(line)) and not rest and not unclear:
                lines[number:] = [*parts, *lines[number:]][: TRIED - number]
                continue
            try:
                order, used = self._one(line, lines[number:]) if not parts else (None, 0)
                if parts or (order is not None and rest):
                    raise Unreadable(BELOW_A_LONG_LINE)
                if order is not None and self._is_limited(order, lines[number + used :], conditions):
                    raise Unreadable(UNDER_A_CONDITION)
            except Refusal as refusal:
                faults.append(Fault(line[:TOLD_BACK], refusal.sentence))
                above, unclear = line, unclear or refusal.sentence == TALK_GOES_ON
                continue
            number += used
            if order is None:
                prose.append((len(orders), line))
                conditions.prose(line)
                above = line
            elif order.kind is not Kind.SHOW or order not in orders:
                orders.append(order)
        self.passed = (*(line for _, line in prose), *filter(None, lines[number:]))
        almost = nearly(self.passed, orders, self.open_now, self._answer)
        faults += [*self._perhaps_quoted(written), *almost]
        kept, more = self._agreed(orders)
        return Plan(
            tuple(kept),
            tuple([*more, *faults][:FAULTS]),
            _ignored(prose, orders, almost),
            preview,
            bool(almost)
            or tried([one for one in lines if not is_signature(one, self.name)], self.openings, self.others),
        )

    def _lines(self, written: Written) -> list[str]:
        """The lines that are tried as orders, in the usual spelling where they begin like one."""
        above = ["", *written.lines]
        lines = [self._usual(line, below_nothing=not above[at]) for at, line in enumerate(written.lines[:TRIED])]
        return list(takewhile(lambda line: _mark(line) != "end", lines))

    def _usual(self, line: str, *, below_nothing: bool = False) -> str:
        """A line in the usual spelling where it begins like an order; a command stands there without manners."""
        said = usual(line)
        if below_nothing and (rest := without_interjection(said)) and self._answer(rest) is not None:
            return rest
        bare = without_manners(said, self.around)
        if bare != line and (_mark(bare) in ("preview", "end") or self._is_command(bare)):
            return bare
        return said if self._opens(said) else line

    def _is_command(self, line: str) -> bool:
        """Whether a line is a complete order that is no answer, and whose words are not said as they are."""
        if _first(line) in ("say", "tell") or line.casefold() in UNMANNERLY:
            return False
        begins = self._opens(line) or _first(line) in SHOWS or line.casefold() in OF_MAIL
        with suppress(Refusal):
            order, _ = self._one(line, ()) if begins else (None, 0)
            return order is not None and order.kind not in ANSWERS
        return False

    def _perhaps_quoted(self, written: Written) -> list[Fault]:
        """Lines that look like orders, and may belong to what is quoted."""
        barred = [f"| {written.barred}"] if written.barred and self._reads(written.barred) else []
        below = [line for line in written.doubtful if self._opens(line)]
        told = [*((line, BELOW_A_QUOTE) for line in below), *((line, BEHIND_A_BAR) for line in barred)]
        return [Fault(line[:TOLD_BACK], why) for line, why in told]

    def _is_limited(self, order: Order, below: Sequence[str], conditions: Conditions) -> bool:
        """Whether an order stands under a condition, or above one that limits it."""
        under = conditions.order()
        return order.kind is not Kind.SHOW and (under or (order.kind is not Kind.TALK and limits(below)))

    def _opens(self, line: str) -> bool:
        word = _first(line)
        return word in self.openings or word in TALK or word in commands.WORDS or word == ALWAYS

    def _agreed(self, orders: Sequence[Order]) -> tuple[list[Order], list[Fault]]:
        """The orders without contradictory answers; a repeated answer counts once."""
        answers = {one.text: one for one in orders if one.kind is Kind.ANSWER}
        if len(answers) > 1:
            why = "This mail holds several different answers, so none of them is taken; write again with one."
            rest = [one for one in orders if one.kind is not Kind.ANSWER]
            return rest, [Fault("; ".join(answers)[:TOLD_BACK], why)]
        first = next((place for place, one in enumerate(orders) if one.kind is Kind.ANSWER), -1)
        return [one for place, one in enumerate(orders) if one.kind is not Kind.ANSWER or place == first], []

    def _parts(self, line: str) -> list[str]:
        """The orders of a line that holds several with semicolons between them; no parts if one is not an order."""
        parts = [part for one in line.split(";") if (part := one.strip())] if _first(line) not in TALK else []
        if not 1 < len(parts) <= min(MOST, self.parts):
            return []
        self.parts -= len(parts)
        orders = [self._usual(part) for part in parts]
        return orders if all(self._reads(order) for order in orders) else []

    def _reads(self, line: str) -> bool:
        """Whether a line is a complete order."""
        with suppress(Refusal):
            return self._one(line, ())[0] is not None
        return False

    def _rest(self, below: Sequence[str]) -> int:
        """How many lines below an order may belong to it; none of them is empty, ends the mail or begins an order."""
        for number, line in enumerate(below[: JOINED - 1]):
            if not line or _mark(line) == "preview" or is_signature(line, self.name):
                return number
            if self._opens(line) or _first(line) in SHOWS:
                return number
        return min(len(below), JOINED - 1)

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
            return self._longest(found, line, below)
        if word in (*commands.WORDS, ALWAYS) and word not in self.open_now:
            return (self._standing(line) if word == ALWAYS else self._command(line)), 0
        for more in range(1, 1 + self._rest(below) if word in self.openings else 0):
            if (found := self._answer(" ".join([line, *below[:more]]))) is not None:
                return found, more
        if word in self.openings:
            raise self._why_not(line)
        look_for_misspelt(word, line, self.open_now, self._answer)
        return None, 0

    def _longest(self, found: Order, line: str, below: Sequence[str]) -> tuple[Order, int]:
        """The longest answer that begins in this line, which a mail program may have broken into several lines."""
        if below and may_go_on(line, below[0]):
            for used in range(self._rest(below), 0, -1):
                if (whole := self._answer(" ".join([line, *below[:used]]))) is not None:
                    return whole, used
        return found, 0

    def _answer(self, line: str) -> Order | None:
        """The answer that a line stands for, in any spelling that a phone may have made."""
        if not self.boxes:
            return None
        for said in spellings(line, self.around):
            with suppress(Refusal):
                action = self.grammar.read(said)
                order = self.grammar.write(action)
                if not contradicts_itself(line, order):
                    return Order(Kind.BESIDE if action in self.beside else Kind.ANSWER, order)
        return None

    def _why_not(self, line: str) -> Refusal:
        """The reason why a line that begins like an answer is none."""
        if not self.boxes:
            return NotAllowed("You are not asked anything now.")
        try:
            self.grammar.read(without_manners(line, self.around).rstrip(" .!,;"))
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
            said = " ".join([rest, *below[:used]])
            to, words = said_to(self.talk, said) or ("all", said)
            return Order(Kind.TALK, f"tell {to}: {words}" if self.talk.audience(to) else f"say {words}"), used
        if word == "tell":
            to, _ = split(rest if rest.rstrip()[-1] != ":" or not below or not below[0] else f"{rest} {below[0]}", _HOW)
            self.talk.audience(to)
            used = self._goes_on(line, below)
            return Order(Kind.TALK, " ".join([word, rest, *below[:used]])), used
        read: Callable[[str], object] = self.talk.promise if word == "promise" else self.talk.request
        for used in range(self._rest(below), 0, -1):
            whole = " ".join([rest, *below[:used]]).rstrip(" .!,;")
            with suppress(Refusal):
                read(whole)
                return Order(Kind.TALK, f"{word} {whole}"), used
        said = rest.rstrip(" .!,;")
        read(said)
        return Order(Kind.TALK, f"{word} {said}"), 0

    def _goes_on(self, line: str, below: Sequence[str]) -> int:
        """How many of the lines below belong to the talk in a line.

        A line that begins like an order and cannot be read ends it, too: nobody is told an order that is mistyped.
        Below a long line it may be the rest of that, broken by a mail program.

        Raises:
            Unreadable: what stands below may be an order or go on talking: an answer with more words, or an order in
                the middle of a sentence.
        """
        for number, (above, next_one) in enumerate(pairwise((line, *below))):
            if not next_one or _mark(next_one) == "preview" or is_signature(next_one, self.name):
                return number
            if self._parts(next_one):
                raise Unreadable(TALK_GOES_ON)
            try:
                order, _ = self._one(next_one, ())
            except Refusal:
                if _first(next_one) not in TALK and len(above) + 1 + len(_first(next_one)) > WRAPS:
                    continue
                if self._begins_with_answer(next_one):
                    raise Unreadable(TALK_GOES_ON) from None
                return number
            if order is None or self._was_broken(above, next_one):
                continue
            if is_unfinished(above) or (may_go_on(above, next_one) and self._goes_on_below(below[number + 1 :])):
                raise Unreadable(TALK_GOES_ON)
            return number
        return len(below)

    def _was_broken(self, above: str, line: str) -> bool:
        """Whether a mail program has surely broken a sentence above a line."""
        return is_unfinished(above) and len(above) + 1 + len(_first(line)) > WRAPS

    def _begins_with_answer(self, line: str) -> bool:
        """Whether the first words of a line are an answer, and more words follow."""
        words = line.split()
        return any(self._answer(" ".join(words[:number])) for number in range(1, min(len(words), LONGEST_START)))

    def _goes_on_below(self, below: Sequence[str]) -> bool:
        """Whether the next line is neither empty nor an order nor the end of a mail: so a sentence goes on there."""
        return bool(below and below[0]) and not is_signature(below[0], self.name) and not self._opens(below[0])


_HOW = "tell NAME, NAME: WORDS"


def _ignored(prose: Sequence[tuple[int, str]], orders: Sequence[Order], told: Sequence[Fault]) -> tuple[str, ...]:
    """The first lines that are no orders, where an order follows or there is none; not those that are told back."""
    lines = [line[:TOLD_BACK] for before, line in prose if before < len(orders) or not orders]
    return tuple(line for line in lines if line not in {fault.line for fault in told})[:FAULTS]


def _mark(line: str) -> str:
    """A line that may be ``preview`` or ``end``, as one of the two is written."""
    return line.casefold().strip(".!")


def _first(line: str) -> str:
    return line.partition(" ")[0].casefold().strip(".,:;!\"'")


def typed_choices(boxes: Boxes[Action]) -> str:
    """The possible answers, for the end of a sentence."""
    return ", ".join(dict.fromkeys(typed(box.action) for box in boxes.boxes)) or "nothing is asked"
