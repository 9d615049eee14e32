"""A program plays against bots over a pipe: it reads what its seat hears and writes its actions, as JSON lines."""

from __future__ import annotations

import sys
from typing import TextIO

import msgspec
from msgspec import UNSET, Struct, UnsetType

from turncoat.bots.match import Match
from turncoat.cli.session import Left
from turncoat.kernel import play
from turncoat.kernel.errors import UNREADABLE, Refusal, Unreadable
from turncoat.kernel.misread import in_words, place_of
from turncoat.kernel.promise import Say
from turncoat.kernel.schema import AnswerData
from turncoat.table.table_view import EventView, MessageView, TableView, events_after, messages_after, table_view


class Event(Struct, frozen=True, tag="event"):
    """The seat has heard an event."""

    event: EventView


class Message(Struct, frozen=True, tag="message"):
    """Somebody has said something."""

    message: MessageView


class Asked(Struct, frozen=True, tag="asked"):
    """The seat is asked something: see ``table_view.question``."""

    table_view: TableView


class Refused(Struct, frozen=True, tag="refused"):
    """A line of the program was not accepted, and nothing has changed."""

    kind: str
    detail: str
    rule: str
    field: str
    choices: tuple[str, ...]


class Over(Struct, frozen=True, tag="over"):
    """The game is over: see ``table_view.winners``."""

    table_view: TableView


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the program.

    Attributes:
        action: An answer, or an optional action; null: let the others answer, or else the rules.
        say: A message.
    """

    action: AnswerData | UnsetType | None = UNSET
    say: Say | None = None


class OnAPipe:
    """A game of one program against bots.

    Args:
        match: The game with its bots, and a notary who keeps its table.
        me: The program's seat.
        typed: The source of the program's lines; None: standard input.
        printed: Where lines for the program go; None: standard output.
    """

    def __init__(self, match: Match, me: int, typed: TextIO | None = None, printed: TextIO | None = None) -> None:
        assert match.notary is not None
        self.match, self.table, self.me = match, match.notary.table, me
        self.typed, self.printed = typed or sys.stdin, printed or sys.stdout
        self.heard = self.read = 0

    def play(self) -> None:
        """Play to the end.

        Raises:
            Left: the input has ended.
        """
        match = self.match
        while not play.over(match.game):
            if self.me in play.asked(match.game):
                self._one_decision()
            else:
                match.step()
        self._tell()
        self._print(Over(table_view(self.table, self.me)))

    def _one_decision(self) -> None:
        match, now = self.match, play.pending(self.match.game)
        while play.pending(match.game) is now:
            self._bots_think()
            if play.pending(match.game) is now and not play.waiting(match.game):
                match.close()
            elif play.pending(match.game) is now:
                self._tell()
                self._print(Asked(table_view(self.table, self.me)))
                self._one_line()

    def _bots_think(self) -> None:
        """Let the bots talk and answer, unless the first answer counts for all."""
        self.match.confer()
        self.match.act()
        step = play.decision(self.match.game)
        if step is not None and not step.first:
            self.match.answer(again=True)

    def _one_line(self) -> None:
        """Carry out the next line; if it is not possible, say why.

        Raises:
            Left: the input has ended.
        """
        text = self.typed.readline()
        if not text:
            raise Left
        try:
            self._do(_line(text))
        except Refusal as refusal:
            self._print(Refused(refusal.kind, refusal.sentence, refusal.rule, refusal.field, refusal.choices))

    def _do(self, line: Line) -> None:
        match, now = self.match, play.pending(self.match.game)
        if line.say is not None:
            match.say(self.me, line.say)
        if line.action is UNSET:
            return
        if line.action is not None:
            match.submit(self.me, match.rules.read_action(line.action))
            return
        match.answer()
        if play.pending(match.game) is now:
            match.close()

    def _tell(self) -> None:
        """Print all new events and messages."""
        for event in events_after(self.table, self.me, self.heard):
            self.heard = event.number
            self._print(Event(event))
        for message in messages_after(self.table, self.me, self.read):
            self.read = message.number
            self._print(Message(message))

    def _print(self, told: Event | Message | Asked | Refused | Over) -> None:
        self.printed.write(f"{msgspec.json.encode(msgspec.to_builtins(told, str_keys=True)).decode()}\n")
        self.printed.flush()


def _line(text: str) -> Line:
    """A line of the program.

    Raises:
        Unreadable: the line cannot be understood.
    """
    try:
        line = msgspec.json.decode(text, type=Line)
    except UNREADABLE as fault:
        sentence = f"The line cannot be read: {in_words(fault, Line)}."
        raise Unreadable(sentence, field=place_of(str(fault))) from None
    if line.action is UNSET and line.say is None:
        raise Unreadable('Write {"action": ...} or {"say": ...}, one on a line.', field="action")
    return line
