"""A person at the terminal plays at a live table of a server, which reports news over a stream."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from threading import Condition, RLock, Thread
from threading import Event as Signal

import msgspec
from msgspec import Struct

from turncoat.cli.about_table import until, who_is_there
from turncoat.cli.connection import Connection, Held, NoConnection, written
from turncoat.cli.screen import Screen, above_the_prompt
from turncoat.cli.session import Left, Session
from turncoat.cli.talking import Offer
from turncoat.client.seen import boxes_in, names_of, rules_of
from turncoat.games import game_of
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import NotYours, Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import listed
from turncoat.kernel.promise import Fate, Message, Pledge, Say
from turncoat.kernel.standing_order import write_like
from turncoat.table import commands
from turncoat.table.offers import OfferState
from turncoat.table.standing_orders import Order, Wanted, orders_of
from turncoat.table.table import BEFORE, IN_PHASE, Phase
from turncoat.table.table_events import OrdersPublished
from turncoat.table.table_view import EventView, MessageView, Question, TableView
from turncoat.table.talk_grammar import fluent

LONGEST_WAIT = 8.0
"""The most seconds between two tries to reach a server that is away."""

UNTOLD = (str(OrdersPublished.__struct_config__.tag),)
"""Events of every reveal that matter only to people who check the record."""

PAGE = 500
"""How many messages are requested at once."""


class AtTable(Session):
    """A seat at a live table.

    One thread reads what the server sends; whichever thread prints or asks the server holds the lock.

    Args:
        screen: Prints output and reads input.
        connection: The connection to the table, with the seat's key.
        held: The seat, with its key.
        host: The connection with the host's key; None: the seat itself, which has the host's rights if the players
            voted so.

    Raises:
        Refusal: the server cannot be reached, or has other rules.
    """

    def __init__(self, screen: Screen, connection: Connection, held: Held, host: Connection | None = None) -> None:
        self.connection, self.host, self.path = connection, host or connection, f"tables/{held.table}"
        assert held.seat is not None
        self.table_view = self._look()
        rules = rules_of(self.table_view)
        self.options, seats = rules.read_options(self.table_view.options), len(self.table_view.seats)
        names = rules.names(names_of(self.table_view), self.options)
        super().__init__(screen, rules, held.seat, fluent(rules, self.options, names, seats, held.seat))
        self.kinds = {str(kind.__struct_config__.tag): kind for kind in rules.events}
        self.heard: list[Message] = []
        self.open = set[int]()
        self.seen = 0
        self.asked: tuple[str, int] | None = None
        self.phase: Phase | None = None
        self.waited: tuple[int, ...] = ()
        self.over = self.gone = False
        self.pause = 0.0
        self.lock = RLock()
        self.news = Condition(self.lock)
        self.left = Signal()

    def play(self) -> None:
        """Play until the person leaves; with input from a pipe, until the game is over.

        Raises:
            Left: the person leaves, or the input has ended.
        """
        self.at_terminal = self.screen.console.is_terminal and sys.stdin.isatty()
        listening = Thread(target=self._listen, daemon=True)
        with self.screen.unechoed(), above_the_prompt(self.at_terminal):
            listening.start()
            try:
                while self._goes_on():
                    self._one_line()
            finally:
                self.left.set()

    def _goes_on(self) -> bool:
        """Whether to read another line: from a pipe, only when there is something to answer."""
        if self.at_terminal:
            return True
        with self.lock:
            self.news.wait_for(lambda: self.over or self.staged is not None or self._owes())
            return not self.over

    def _owes(self) -> bool:
        question = self.table_view.question
        return question is not None and question.filed is None and self.asked is not None

    def _carry_out(self, said: str) -> None:
        with self.lock:
            word = said.partition(" ")[0].casefold()
            if word in commands.WORDS and not self._is_word_of_the_game(word, said):
                self._command(said)
            else:
                super()._carry_out(said)

    def _help(self) -> None:
        super()._help()
        for command, meaning in commands.HELP.items():
            self._command_line(command, meaning)
        if self.host is not self.connection or self.table_view.host == self.me:
            self._command_line("host begin", "actions of the host; the word host alone lists them")

    def _stage(self, said: str) -> None:
        if self.table_view.phase is not Phase.PLAYING and not self._open():
            raise NotYours(f"{IN_PHASE[self.table_view.phase]} Write help to see what you can do.")
        super()._stage(said)

    def _command(self, said: str) -> None:
        """Send a command (``turncoat.table.commands``) to the server and print its answer.

        Raises:
            Left: the command was to leave the seat for good.
        """
        steers = said.casefold().startswith("host ")
        reply = written(self.host if steers else self.connection, self.path, said, host=steers)
        self.screen.write(reply, "dim")
        if said.casefold() == "leave for good":
            self.gone = True
            raise Left
        self.update()

    # --- the table ----------------------------------------------------------------------------

    def view(self) -> Struct:
        """The game as the seat may see it.

        Raises:
            Refusal: the game has not begun.
        """
        if self.table_view.view is None:
            raise Refusal(IN_PHASE[self.table_view.phase])
        return msgspec.convert(self.table_view.view, self.rules.views, str_keys=True)

    def boxes(self) -> Boxes[Action]:
        """What the seat may answer."""
        question = self.table_view.question
        return Boxes() if question is None else boxes_in(self.rules, question.boxes)

    def beside(self) -> Boxes[Action]:
        """The seat's optional actions."""
        question = self.table_view.question
        return Boxes() if question is None else boxes_in(self.rules, question.beside)

    def question(self) -> str:
        """The seat's question and its deadline."""
        asked, due = self.table_view.question, self.table_view.due
        return f"{asked.text}{until(due)}" if asked is not None else ""

    def at_once(self) -> bool:
        """Whether an answer takes effect at once."""
        return self.table_view.question is not None and self.table_view.question.at_once

    def offers_of(self, seat: int) -> Sequence[Offer]:
        """All offers that somebody has made to this seat, in order."""
        asked = ((number, one.said, one.said.request) for number, one in enumerate(self.heard, 1) if one.sender == seat)
        return [
            Offer(number, said, number in self.open)
            for number, said, request in asked
            if request is not None and request.who == self.me
        ]

    def pledged(self) -> Iterator[tuple[int, Pledge, Fate]]:
        """The promises that this seat has heard and that are open, or that the last reveal settled."""
        for one in self.table_view.pledges:
            yield one.sender, one.pledge, one.fate

    def hand_in(self, action: Action) -> None:
        """Seal an answer, or take an optional action; if the server does not reply, it stays chosen.

        Raises:
            Refusal: the server does not accept it, or does not reply, so that nobody knows.
        """
        question = self.table_view.question
        body = {"request": question.request if question else None, "action": self.rules.write_action(action)}
        beside = action in self.beside()
        before, self.last = self.last, len(self.events)
        try:
            self.connection.post(f"{self.path}/answer", body)
        except Refusal as refusal:
            self.last = before
            if isinstance(refusal, NoConnection):
                self.staged = action
            raise
        if not beside and not self.at_once():
            self.screen.write("Sealed. Another answer replaces it, undo takes it back.", "dim")
        self.update()

    def key(self) -> str:
        """The key of the question that the seat is asked; empty: it is asked nothing."""
        return self.table_view.question.key if self.table_view.question is not None else ""

    def orders(self) -> tuple[Order, ...]:
        """Every repeated question, with the seat's standing order for it."""
        return orders_of(self.rules, self.view(), self.table_view.standing_orders, self.table_view.unless)

    def order(self, key: str, wanted: Wanted) -> None:
        """Leave a standing order for a question, or cancel it.

        Raises:
            Refusal: this question takes no standing order.
        """
        address, write = f"{self.path}/standing-orders/{key}", self.rules.write_action
        if wanted.actions:
            body = {"actions": [*map(write, wanted.actions)], "unless": [*map(write_like, wanted.unless)]}
            self.connection.post(address, body, method="PUT")
        else:
            self.connection.post(address, method="DELETE")
        self.table_view = self._look()

    def take_back(self) -> None:
        """Withdraw the sealed answer."""
        if self.table_view.question is None or self.table_view.question.filed is None:
            self.screen.write("There is nothing to take back.")
            return
        self.connection.post(f"{self.path}/withdraw")
        self.screen.write("Taken back.")
        self.update()

    def speak(self, said: Say) -> None:
        """Say something.

        Raises:
            Refusal: the message is not allowed.
        """
        told = {name: value for name, value in msgspec.to_builtins(said).items() if value is not None}
        self.connection.post(f"{self.path}/talk", told)
        self.update()

    def wait(self) -> None:
        """Do nothing: at a live table a waiting player need not do anything."""
        self.screen.write("The others answer when they like; what they do shows here.", "dim")

    # --- what is new --------------------------------------------------------------------------

    def _listen(self) -> None:
        """Show news until the person leaves; after a lost connection, connect again."""
        while not self.left.wait(self.pause):
            try:
                self._follow()
            except NoConnection as fault:
                if not self.pause:
                    self._note(f"{fault.sentence} What you have sealed stays sealed; trying again ...", "bad")
                self.pause = min(LONGEST_WAIT, self.pause * 2 or 0.5)
            except Refusal as refusal:
                self.over = True
                self._note(refusal.sentence, "bad")
                return

    def _follow(self) -> None:
        """Show news as long as the stream lasts.

        Raises:
            Refusal: the server refuses the stream; NoConnection: the connection broke.
        """
        for event in self.connection.stream(f"{self.path}/stream"):
            if self.pause:
                self.pause = 0.0
                self._note("The connection is back.", "dim")
            if event in ("", "changed"):
                self.update()
        if not self.left.is_set():
            raise NoConnection("The connection is lost.")

    def _note(self, sentence: str, role: str) -> None:
        with self.lock:
            if not self.left.is_set():
                self.screen.write(sentence, role)
            self.news.notify_all()

    def update(self) -> None:
        """Ask the server for news and show it.

        Raises:
            Refusal: the server refuses it, or does not answer.
        """
        with self.lock:
            if self.left.is_set():
                return
            self.table_view = self._look()
            self.names = self.talk_grammar.names = self.rules.names(names_of(self.table_view), self.options)
            self.talk_grammar.learn(self._open())
            self._hear()
            self._listen_to_talk()
            if self.table_view.phase is not self.phase:
                self._tell_phase()
            self._tell_question()
            self.news.notify_all()

    def _look(self) -> TableView:
        return msgspec.json.decode(self.connection.get(self.path), type=TableView)

    def _hear(self) -> None:
        """Print what has happened; for a player who comes back, only the table as it is now."""
        first, new = self.phase is None, list[tuple[EventView, Event | None]]()
        while self.seen < self.table_view.events:
            page = msgspec.json.decode(
                self.connection.get(f"{self.path}/events", after=self.seen), type=list[EventView]
            )
            for one in page:
                self.seen = one.number
                kind = self.kinds.get(one.event["type"])
                new.append((one, None if kind is None else msgspec.convert(one.event, kind, str_keys=True)))
        self.events += [event for _, event in new if event is not None]
        if not first or self.table_view.phase in BEFORE:
            self._tell_new(new)
        if first:
            self.last = len(self.events)

    def _tell_new(self, new: Sequence[tuple[EventView, Event | None]]) -> None:
        """Print new events; of the game's events only those that it shows in a terminal."""
        telling = game_of(self.rules.id).terminal.told([event for _, event in new if event is not None])
        said = {id(event) for event in telling}
        for one, event in new:
            if id(event) in said or (event is None and one.event["type"] not in UNTOLD):
                self.screen.told(one.text, one.rule, getattr(event, "tone", None) or "")

    def _listen_to_talk(self) -> None:
        first = self.phase is None
        self.open = {one.number for one in self._messages(min(self.open, default=0) - 1) if self._waits(one)}
        while len(self.heard) < self.table_view.messages:
            for one in self._messages(len(self.heard)):
                self.heard.append(one.message)
                self.open |= {one.number} if self._waits(one) else set()
                if not first:
                    self._hear_said(one.message, waits=one.number in self.open, by_bot=one.by_bot)
        if first and self.open:
            self._offers()

    def _messages(self, after: int) -> list[MessageView]:
        """The messages after this number; none if the number is below 0."""
        if after < 0:
            return []
        return msgspec.json.decode(
            self.connection.get(f"{self.path}/messages", after=after, most=PAGE), type=list[MessageView]
        )

    def _waits(self, one: MessageView) -> bool:
        """Whether a message is an offer to this seat that can still be answered."""
        request = one.message.said.request
        return one.offer is OfferState.OPEN and request is not None and request.who == self.me

    def _tell_phase(self) -> None:
        """Say in which phase the table is, if the phase has changed."""
        before, self.phase = self.phase, self.table_view.phase
        if self.phase in BEFORE:
            self.screen.write(f"{IN_PHASE[self.phase]} {who_is_there(self.table_view)}", "dim")
        elif self.phase is Phase.FINISHED:
            self._verdict(self.table_view.winners)
            self.screen.write("You can still talk; quit leaves.", "dim")
        elif self.phase is not Phase.PLAYING or before is Phase.PAUSED:
            self.screen.write(IN_PHASE[self.phase], "dim")
        self.over = self.phase in (Phase.FINISHED, Phase.CLOSED)

    def _tell_question(self) -> None:
        """Show the table and the possible answers if there is a new question; else who still has to answer."""
        question, waiting = self.table_view.question, self.table_view.waiting or ()
        asked = None if question is None else (question.key, question.request)
        if question is not None and asked != self.asked:
            self.staged = self.filling = None
            self._table()
            self.screen.write(self.question(), "title")
            self._menu()
            self._tell_filed(question)
        elif waiting != self.waited and waiting and self.me not in waiting:
            if not self.shown:
                self._table()
            self.screen.write(f"Waiting for {listed(map(self.talk_grammar.name, waiting))}.", "dim")
        self.asked, self.waited = asked, waiting

    def _tell_filed(self, question: Question) -> None:
        if question.filed is not None:
            said = Grammar(self.boxes(), self.names).say(self.rules.read_action(question.filed))
            self.screen.line(("You have sealed an answer: ", "dim"), (said, "you"), (".", "dim"))
