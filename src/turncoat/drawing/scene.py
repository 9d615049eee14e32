"""The types with which a game tells the pages about itself, and the pages ask for drawings.

A game's ``board`` module has a ``BOARD`` (a :class:`Board`), its ``story`` module a ``STORY`` (a :class:`Story`).
Both work from views and events alone, never from the state.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from msgspec import Struct, field

from turncoat.kernel import Action, Finding, Names
from turncoat.kernel.space import named

PlayerKind = Literal["person", "program", "bot", "open"]


class SeatMark(Struct, frozen=True):
    """What a board shows of a seat besides the game: the player's name, a bot, and so on.

    Attributes:
        stands_in: A bot stands in for a person who may come back.
    """

    name: str
    kind: PlayerKind = "person"
    stands_in: bool = False


class Card(Struct, frozen=True):
    """How an action is shown as a card. In its texts ``{card:karama}`` is replaced by the table's name for that card.

    Attributes:
        title: Its name in the rulebook, with a capital.
        icon: Id of its symbol in the page's sprite.
        labels: Labels of fields whose names do not explain them.
        group: The heading that it shares with other cards; empty: it has none.
        quiet: Hide the card while the action is closed, because most players can never use it.
        digits: The label of a field in which all the card's numbers can be typed as one digit each, 0 for 10; empty:
            there is none.
    """

    title: str
    icon: str
    help: str
    rule: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    quiet: bool = False
    digits: str = ""

    def called(self, names: Names) -> Card:
        """The card with the names of this table in its texts."""
        labels = {value: named(label, names) for value, label in self.labels.items()}
        title, help_, group = (named(label, names) for label in (self.title, self.help, self.group))
        return Card(title, self.icon, help_, self.rule, labels, group, self.quiet, self.digits)


class Ready(Struct, frozen=True):
    """A prepared answer, for players who would rather choose than fill in fields."""

    title: str
    words: str
    action: Action


class Scene(Struct, frozen=True):
    """How to draw a table for one viewer.

    Attributes:
        id: Prefix of all ids, so that one page can show two boards.
        own: The viewer's seat, at the bottom; None for a spectator.
        legal: Seats that an open action can aim at.
        chosen: Seats at which the viewer's sealed answer aims.
        verb: What that answer does to them (``"attack"``).
        still: Draw without animations.
        places: Other things that an open action can aim at, by domain (``{"space": {"c2F1.NW"}}``).
        drawn: The page has this board already: parts that never change (``hx-morph-skip-children``) may be left empty.
    """

    id: str = "table"
    seats: tuple[SeatMark, ...] = ()
    own: int | None = None
    legal: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    verb: str = ""
    still: bool = False
    places: Mapping[str, frozenset[str]] = field(default_factory=dict)
    drawn: bool = False


P = TypeVar("P")
V = TypeVar("V")
A = TypeVar("A", bound=Action)
V_contra = TypeVar("V_contra", contravariant=True)


class Frame(Struct, Generic[P], frozen=True):
    """One still of a story.

    Attributes:
        stage: The part of the round that it belongs to (``"Support"``).
        picture: The position with everything that moves, as the game describes it.
    """

    stage: str
    caption: str
    rule: str
    picture: P


class Line(Struct, frozen=True):
    """A line of the ledger: a fact and its rule.

    Attributes:
        stage: The part of a round that it belongs to, one of ``Log.stages``.
        seats: The seats that the line concerns; empty: all.
        places: The places that the line concerns, as in ``Log.places``.
        number: The number of its event among those that the reader has heard, from 1; 0: unknown.
        part: The part of the story that shows it.
        key: How important the line is to a player who was away; 0: only the full log shows it.
    """

    text: str
    rule: str
    stage: str = ""
    seats: tuple[int, ...] = ()
    places: tuple[str, ...] = ()
    number: int = 0
    part: int | None = None
    key: int = 0


class Log(Struct, frozen=True):
    """Lines that can be filtered by stage, player and place.

    Attributes:
        lines: The events as lines, the earliest first.
        stages: The parts of a round in the order of the rules; empty: no filter by stage.
        who: The names of the seats' parties, such as factions; empty: no filter by party.
        places: The names of places, by their ids; empty: no filter by place.
    """

    lines: tuple[Line, ...]
    stages: tuple[str, ...] = ()
    who: Mapping[int, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


class LedgerAction(Struct, frozen=True):
    """What a seat did in a round, and what it had afterwards.

    Attributes:
        words: The action (``"attacks Agatha"``).
        tag: The type of the action in the API.
        mark: ``""``, ``"success"``, ``"failure"`` or ``"default"``.
        total: The seat's total at the end of the round.
    """

    words: str
    tag: str
    mark: str
    total: int
    change: int


class LedgerRound(Struct, frozen=True):
    """One finished round: each seat's action, and the lines of the log if the story has no log of its own.

    ``told`` is its number in the story, if that differs; ``until`` is the number of events when it was over.
    """

    number: int
    actions: tuple[LedgerAction, ...]
    lines: tuple[Line, ...]
    told: int | None = None
    until: int = 0


class Ledger(Struct, frozen=True):
    """The whole game so far. ``unit``: what the totals count (``"coins"``)."""

    unit: str
    start: tuple[int, ...]
    rounds: tuple[LedgerRound, ...]
    ending: tuple[Line, ...] = ()
    round: str = "round"


class Chapter(Struct, frozen=True):
    """A chapter of the story to keep: a title, and a sentence for each turn or each event."""

    title: str
    lines: tuple[Line, ...]


class Statistic(Struct, frozen=True):
    """A count over a whole game, by seat: ``"Attacks that succeeded"``."""

    what: str
    by: tuple[int, ...]


class Status(Struct, frozen=True):
    """The state of the game, in words and as a share of the whole."""

    text: str
    done: int
    of: int


def _nothing(*_: object) -> str:
    return ""


def _never(*_: object) -> bool:
    return False


def _no_lines(*_: object) -> tuple[str, ...]:
    return ()


class LetBot(Struct, frozen=True):
    """A question that the player may leave to a bot.

    Attributes:
        words: The label of the button.
        goes_on: The question is one of several that belong together: the bot answers the next ones, too.
    """

    words: str
    goes_on: bool = False


@dataclass(frozen=True)
class Kept(Generic[V, A]):
    """An answer that its player can keep under a name and load at another table.

    Attributes:
        question: The key of the decision (``"match.opponents"``).
        with_it: All that is kept: actions beside the question, and the answer last.
        fitted: The same, limited to what the table allows into which it is loaded.
        line: What it costs there, in a few words.
        rehearsed: The options of a table with bots at which it is prepared, from those of a table and from the
            characters that are there.
    """

    question: str
    with_it: Callable[[V, A], tuple[A, ...]]
    fitted: Callable[[V, tuple[A, ...]], tuple[A, ...]]
    line: Callable[[V, tuple[A, ...]], str]
    rehearsed: Callable[[Struct, Sequence[Mapping[str, object]]], Mapping[str, object]]


@dataclass(frozen=True)
class Board(Generic[V, A]):
    """How a game looks.

    ``V`` is the type of its view, the only thing that a board knows; ``A`` is the type of its answers.

    Attributes:
        cards: The cards of its actions, by tag.
        draw: The table as inline SVG.
        in_text: The same in sentences, for people who do not see the drawing.
        aside: A part of the table for the side column, between the reader's hand and the talk; ``draw`` leaves it out,
            and its ids differ from the ids of the drawing.
        outlook: What an answer would lead to, in sentences, from the player's view; shown while the player fills it in.
        why: A sentence with a rule that says why an action cannot aim at something (its domain and value); empty: no
            reason is known.
        papers: Sheets that can be printed, such as character sheets: titles by name, for one seat (None: a spectator).
            Secret things are on a separate sheet.
        printed: One of these sheets, as HTML; empty: there is none with this name.
        blank: An empty sheet to fill in by hand, as HTML.
        joined: Tags of actions that are shown on the card of another action, with that action's tag.
        stakes: What a player must know to answer, in one or two sentences: the request, the present bid, the player's
            own means. Pages show it when the board is not on the screen.
        zooms: The name of the zooming box in ``data-zoom``; empty: the board does not zoom.
        unopened: Keys of decisions (``"match.goals"``) whose answers stay secret when all are in.
        scored: What the players' final numbers count, as a phrase: ``"coins"``.
        weighed: Keys of decisions whose ``stakes`` stand above the answers on wide pages too; others have them beside
            the board there.
        prefilled: Keys of decisions whose form already contains the default answer.
        ready: Prepared answers to the open question; illegal ones are not shown.
        picture: A picture of a value (given its domain and its form in the page's fields), as inline SVG.
        quick: Prepared optional actions, each as a button.
        let_bot: Whether the player may leave the open question to a bot; not if a player alone must decide.
        tries: Whether bots play the game on many times from an answer while its player thinks.
        tried: The result of these games in a sentence, made from their ``findings``.
        cells: Where an amount (its domain, and as forms write it) stands in a table: the titles of its row and of its
            column, an empty one for all columns, and a small mark of the column; None: it stands in a list.
        kept: The answer that can be kept under a name; None: there is none.
        at_this_question: Cards that differ from ``cards`` at the open question, by tag.
        names: Names of things on pages, if they differ from those in the terminal, such as names of places.
    """

    cards: Mapping[str, Card]
    draw: Callable[[V, Names, Scene], str]
    in_text: Callable[[V, Names, Scene], tuple[str, ...]]
    status: Callable[[V], Status]
    aside: Callable[[V, Names, Scene], str] = _nothing
    outlook: Callable[[V, A, Names], tuple[str, ...]] = _no_lines
    why: Callable[[V, str, str, str, Names], str] = _nothing
    papers: Callable[[V, Names, int | None], Mapping[str, str]] = lambda _, __, ___: {}
    printed: Callable[[V, Names, Scene, str], str] = _nothing
    blank: Callable[[], str] = _nothing
    joined: Mapping[str, str] = dataclasses.field(default_factory=dict)
    stakes: Callable[[V, Names], tuple[str, ...]] = _no_lines
    zooms: str = ""
    unopened: frozenset[str] = frozenset()
    scored: str = ""
    weighed: frozenset[str] = frozenset()
    prefilled: frozenset[str] = frozenset()
    ready: Callable[[V, Names], tuple[Ready, ...]] = lambda _, __: ()
    picture: Callable[[str, str], str] = lambda _, __: ""
    quick: Callable[[V, Names], tuple[Ready, ...]] = lambda _, __: ()
    let_bot: Callable[[V], LetBot | None] = lambda _: None
    tries: Callable[[V, A], bool] = _never
    tried: Callable[[V, Sequence[Mapping[str, Finding]]], str] = _nothing
    cells: Callable[[V, str, str], tuple[str, str, str] | None] = lambda _, __, ___: None
    kept: Kept[V, A] | None = None
    at_this_question: Callable[[V], Mapping[str, Card]] = lambda _: {}
    names: Callable[[V, Names], Names] = lambda _, names: names

    def cards_at(self, view: V | None) -> Mapping[str, Card]:
        """The cards at the question that is open in this view."""
        return self.cards if view is None else {**self.cards, **self.at_this_question(view)}

    @property
    def foresees(self) -> bool:
        """Whether the board can say what an answer would lead to."""
        return self.outlook is not _no_lines

    @property
    def tries_out(self) -> bool:
        """Whether bots try out any of its answers."""
        return self.tries is not _never

    @property
    def printable(self) -> bool:
        """Whether the board has sheets to print."""
        return self.printed is not _nothing
