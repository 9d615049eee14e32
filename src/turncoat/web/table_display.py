"""A table made ready for templates: views, events and possible answers become drawings, sentences and forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import cast

from turncoat.bots import seat_names
from turncoat.drawing import terminal
from turncoat.drawing.pieces import initials, tools
from turncoat.drawing.scene import Card, Frame, PlayerKind, Scene, SeatMark, Status
from turncoat.games import game_of, ruleset
from turncoat.kernel.boxes import NOTHING, Action, Boxes, tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate
from turncoat.kernel.repeated_question import OrderChoice
from turncoat.kernel.schema import AnswerData
from turncoat.kernel.space import Names
from turncoat.table.deadline import in_words as deadline_in_words
from turncoat.table.pace import pace_in_words
from turncoat.table.record import SeatKind
from turncoat.table.standing_orders import Order, open_choices, orders_of
from turncoat.table.table import Phase
from turncoat.table.table_view import Question, TableView
from turncoat.web import paths
from turncoat.web.composer import Composer, Option, Shut, card_of, compose, in_words
from turncoat.web.entries import joined
from turncoat.web.kept_drawings import DRAWINGS
from turncoat.web.made_up import MadeUp
from turncoat.web.ranking import Standing, standings
from turncoat.web.render import listed


class TableDisplay(MadeUp):
    """Everything that a template needs about one table, for one viewer.

    Attributes:
        suggested: The answer that a bot or the guide of a lesson suggests.
    """

    suggested: Action | None = None

    def __init__(
        self,
        table_view: TableView,
        heard: Sequence[Event] = (),
        boxes: Boxes[Action] = NOTHING,
        beside: Boxes[Action] = NOTHING,
        viewer: int | None = None,
        drawn: bool = False,
        channel: tuple[int, ...] = (),
    ) -> None:
        self.viewer, self.drawn, self.channel = viewer, drawn, channel
        self.table_view, self.heard, self.offered, self.beside_offered = table_view, heard, boxes, beside
        self.rules = ruleset(table_view.game)
        self.called = tuple(seat.name for seat in table_view.seats)
        self.letters = initials(self.called)
        self.board, self.story = game_of(table_view.game).board, game_of(table_view.game).story
        names: Names = self.rules.names(self.called, self.rules.read_options(table_view.options))
        on_pages = self.board is not None and table_view.view is not None
        self.names = self.board.names(table_view.view, names) if self.board and on_pages else names

    def at(self, part: str = "", **query: object) -> str:
        """An address at this table: it names the seat where the reader holds several, and the thread that is open."""
        thread = ",".join(map(str, self.channel)) if part in paths.WITH_THREAD else ""
        return paths.table(self.table_view.table, part, **{"seat": self.viewer, "to": thread or None, **query})

    # --- who ----------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.called[seat]

    def listed_as(self, seat: int) -> str:
        """What a list of seats calls a seat: its number until somebody has it, unless the host has named it."""
        seat_view, waits = self.table_view.seats[seat], self.table_view.phase is Phase.GATHERING
        usual = waits and seat_view.kind is SeatKind.OPEN and seat_view.name in seat_names(len(self.called) + 1)
        return (
            seat_view.name if not usual else f"The {self.rules.leader}" if seat == self.leader else f"Seat {seat + 1}"
        )

    @cached_property
    def leader(self) -> int | None:
        """The seat of the player who leads the game; None: the game has no leader."""
        return self.rules.led_by(len(self.called))

    @property
    def party_won(self) -> bool:
        """Whether all other players have won together against the player who leads the game."""
        return self.leader is not None and {*self.table_view.winners, self.leader} == {*range(len(self.called))}

    def called_of(self, seats: Sequence[int]) -> tuple[str, ...]:
        """The names of these seats."""
        return tuple(self.called[seat] for seat in seats)

    @cached_property
    def marks(self) -> tuple[SeatMark, ...]:
        """For drawings, who sits at each seat."""
        return tuple(
            SeatMark(seat.name, "program" if seat.program else cast("PlayerKind", str(seat.kind)), seat.stands_in)
            for seat in self.table_view.seats
        )

    @property
    def waiting(self) -> str:
        """The names of the players who still have to answer; empty if there are none or it is secret."""
        return listed([self.called[seat] for seat in self.table_view.waiting or ()], most=6)

    @property
    def winners(self) -> str:
        """The names of the winners."""
        return listed([self.called[seat] for seat in self.table_view.winners])

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Place, seat and score: who has won, then the best; nobody where one leads the game: the rest is one party."""
        return standings(self.table_view.winners, self.table_view.scores) if self.leader is None else ()

    # --- the game -----------------------------------------------------------------------------

    @cached_property
    def status(self) -> Status:
        """The state of the game: round, phase and the rounds that remain."""
        if self.board is None or self.table_view.view is None:
            return Status("", 0, 0)
        return self.board.status(self.table_view.view)

    def said_in(self, after: int | None) -> int | None:
        """The round in which something was said, given the number of events before it; None: that round goes on."""
        number, now = self.round_of(after), re.search(r"\d+", self.status.text)
        return None if now is not None and number == int(now[0]) else number

    @property
    def alone(self) -> bool:
        """Whether the open question is put to one player whose answer takes effect at once and is not sealed."""
        return self.table_view.question is not None and self.table_view.question.at_once

    @property
    def unopened(self) -> bool:
        """Whether answers to the open question stay secret even when all players have answered."""
        return bool(self.board and self.table_view.question and self.table_view.question.key in self.board.unopened)

    @property
    def foresees(self) -> bool:
        """Whether the page has something to say about an answer before it is given: its outlook, or broken promises."""
        promised = any(pledge.sender == self.own and pledge.fate is Fate.OPEN for pledge in self.table_view.pledges)
        return promised or (self.board is not None and self.board.foresees)

    @property
    def zoom_tools(self) -> str:
        """Buttons that zoom the board; empty if the board has no zoom."""
        name = self.board.zooms if self.board is not None and self.playing else ""
        return tools(name, "head", "head-zoom") if name else ""

    @property
    def stakes(self) -> tuple[str, ...]:
        """Facts that the reader needs for the open question; empty if there are none."""
        view = self.table_view.view
        return tuple(self.board.stakes(view, self.names)) if self.board and view is not None else ()

    @property
    def printable(self) -> bool:
        """Whether the board has papers for printing, such as character sheets."""
        return self.playing and self.board is not None and self.board.printable

    @cached_property
    def papers(self) -> Mapping[str, str]:
        """The papers for printing: their titles, by name."""
        view = self.table_view.view
        return {} if self.board is None or view is None else self.board.papers(view, self.names, self.own)

    def printed(self, paper: str) -> str:
        """One of the papers for printing."""
        if self.board is None or self.table_view.view is None:
            return ""
        return self.board.printed(self.table_view.view, self.names, self.scene(), paper)

    @property
    def deadline(self) -> str:
        """The deadline in words."""
        return deadline_in_words(self.table_view.deadline)

    @cached_property
    def pace(self) -> str:
        """The deadline and the other agreements about time, in words."""
        return pace_in_words(self.table_view.deadline, self.table_view.pace)

    # --- answers ------------------------------------------------------------------------------

    @cached_property
    def filed(self) -> Action | None:
        """The answer that the reader has submitted."""
        asked = self.table_view.question
        return self.rules.read_action(asked.filed) if asked is not None and asked.filed is not None else None

    @cached_property
    def composer(self) -> Composer:
        """The form for the open decision, filled with the answer on file or with what a guide suggests."""
        filled = self.filed or self.drafted or self.suggested or self.usual
        return compose(self.offered, self.names, self.cards, filled, joined(self.table_view.game))

    @property
    def drafted(self) -> Action | None:
        """The reader's answer that is saved and not handed in."""
        asked = self.table_view.question
        return None if asked is None or asked.saved is None else self.rules.read_action(asked.saved)

    @property
    def trial(self) -> str:
        """The address that tries out an answer before it is given; empty: the game does not offer that."""
        return self.at("trial") if self.board is not None and self.board.tries_out else ""

    @cached_property
    def beside(self) -> Composer:
        """The form for actions that the reader can take besides the answer."""
        return compose(self.beside_offered, self.names, self.cards)

    @cached_property
    def promisable(self) -> tuple[Option, ...]:
        """What can be promised, asked and offered, with every seat where a seat may stand; only what can be judged."""
        boxes = (box for box in self.talk_grammar.boxes.boxes if self.rules.judges(box.tag))
        return compose(Boxes(*boxes), self.names, self.cards).options

    @cached_property
    def cards(self) -> dict[str, Card]:
        """For each action its card: icon, title and help."""
        drawn = self.board.cards_at(self.table_view.view) if self.board is not None else {}
        return {tag: card.called(self.names) for tag, card in drawn.items()}

    def card(self, tag: str) -> Card:
        """The card of one action."""
        return card_of(self._action(tag), self.cards)

    def _action(self, tag: str) -> type[Action]:
        return next(action for action in self.rules.actions if tag_of(action) == tag)

    @property
    def filed_words(self) -> str:
        """The submitted answer in words."""
        return "" if self.filed is None else self.said(self.filed)

    def said(self, action: Action) -> str:
        """An answer in words."""
        return in_words(action, self.names, self.offered + self.beside_offered + self.talk_grammar.boxes)

    def why(self, action: Action) -> tuple[str, ...]:
        """What an answer would lead to, by what everybody can see; if the board cannot tell, what it is for."""
        view = self.table_view.view
        lines = tuple(self.board.outlook(view, action, self.names)) if self.board and view is not None else ()
        return lines or (self.card(tag_of(action.__class__)).help,)

    def guided(self, text: str) -> str:
        """The words of a guide, with the names of the seats in place of their numbers."""
        return text.format(*self.called)

    @property
    def planned_words(self) -> str:
        """The answer that the reader has prepared for the next question, in words; empty: none."""
        return self._own_words(lambda asked: asked.planned)

    @property
    def saved_words(self) -> str:
        """The answer that the reader has saved but not submitted, in words; empty: none."""
        return self._own_words(lambda asked: asked.saved)

    def _own_words(self, of: Callable[[Question], AnswerData | None]) -> str:
        data = None if self.table_view.question is None else of(self.table_view.question)
        if data is None:
            return ""
        return self.said(self.rules.read_action(data))

    @property
    def filed_shut(self) -> Shut | None:
        """The reason why the submitted answer is not possible any more; None if it is."""
        if self.filed is None or self.filed in self.offered:
            return None
        tag = tag_of(self.filed.__class__)
        return next((shut for shut in self.composer.shut if shut.tag == tag), None)

    @property
    def default_words(self) -> str:
        """The answer that counts for the reader when time is up, in words."""
        asked = self.table_view.question
        if asked is None:
            return ""
        return in_words(self.rules.read_action(asked.default), self.names, self.offered)

    # --- standing orders ------------------------------------------------------------------------

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """All repeated questions for which the reader can give a standing order, with the present orders."""
        if self.own is None or self.table_view.view is None:
            return ()
        return orders_of(self.rules, self.table_view.view, self.table_view.standing_orders, self.table_view.unless)

    @property
    def order_here(self) -> Order | None:
        """The repeated question that is open for the reader now."""
        asked = self.table_view.question
        return next((order for order in self.orders if asked is not None and order.question.key == asked.key), None)

    @property
    def choices_here(self) -> tuple[tuple[int, OrderChoice], ...]:
        """The standing orders, with their numbers, that would answer the open question at once."""
        return open_choices(self.order_here, self.offered) if self.order_here is not None else ()

    @property
    def standing_orders(self) -> int:
        """The number of repeated questions with a standing order."""
        return sum(not order.asks for order in self.orders)

    # --- drawings -----------------------------------------------------------------------------

    @cached_property
    def scene_now(self) -> Scene:
        """What the drawing of the present table must show, including the things that the reader can tap."""
        return self.scene(targets=True)

    def scene(self, prefix: str = "table", *, still: bool = False, targets: bool = False) -> Scene:
        """What the drawing of the table must show to the reader."""
        legal = self.composer.seats | self.beside.seats if targets else frozenset[int]()
        aimed = frozenset[int]()
        verb = ""
        if targets and self.filed is not None:
            picked = [option for option in self.composer.options if option.picked]
            verb = picked[0].tag if picked else ""
            aimed = frozenset(
                int(choice.value)
                for option in picked
                for control in option.controls
                if control.domain == "seat"
                for choice in control.choices
                if choice.picked and choice.value
            )
        places = {**self.beside.places, **self.composer.places} if targets else {}
        return Scene(prefix, self.marks, self.own, legal, aimed, verb, still, places, self.drawn)

    def now_drawn(self) -> str:
        """A drawing of the present table; if the game's story draws it, with the latest events."""
        board, story, view, scene = self.board, self.story, self.table_view.view, self.scene_now
        assert board is not None
        assert view is not None

        def draw() -> str:
            told = "" if story is None else story.now(view, self.events, self.names, scene)
            return told or board.draw(view, self.names, scene)

        return self._kept("board", draw)

    def aside_drawn(self) -> str:
        """The side column of the table; empty if the board has none."""
        board, story, view, scene = self.board, self.story, self.table_view.view, self.scene_now
        if board is None or view is None:
            return ""

        def draw() -> str:
            told = "" if story is None else story.aside_now(view, self.events, self.names, scene)
            return told or board.aside(view, self.names, scene)

        return self._kept("aside", draw)

    def _kept(self, part: str, draw: Callable[[], str]) -> str:
        """A part of the table as it is drawn; made again only where what it shows has changed."""
        seen = self.table_view
        return DRAWINGS.get((part, seen.game, self.called, seen.options, seen.view, self.scene_now), self.events, draw)

    def now_told(self) -> tuple[str, ...]:
        """The present table in sentences."""
        return (
            self.board.in_text(self.table_view.view, self.names, self.scene())
            if self.board and self.table_view.view
            else ()
        )

    @cached_property
    def rows(self) -> list[terminal.Line]:
        """The table as lines of text, for games without a board."""
        view = self.table_view.view
        return (
            []
            if self.board is not None or view is None
            else list(game_of(self.rules.id).terminal.board(view, self.names))
        )

    def frame_drawn(self, frame: Frame[object]) -> str:
        """A drawing of one still of the reveal."""
        assert self.story is not None
        return self.story.draw(frame, self.names, self.scene())

    def frame_aside(self, frame: Frame[object]) -> str:
        """The side column of a still; empty if it has none."""
        return self.story.aside(frame, self.names, self.scene()) if self.story is not None else ""

    def frame_told(self, frame: Frame[object]) -> tuple[str, ...]:
        """One still of the reveal in sentences."""
        assert self.story is not None
        return self.story.in_text(frame, self.names, self.scene())
