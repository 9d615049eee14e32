"""What a game tells the pages about itself, and what the pages ask a game to draw.

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
    """What is shown of a seat besides the game: who sits there.

    Attributes:
        stands_in: A bot stands in for a person who may come back.
    """

    name: str
    kind: PlayerKind = "person"
    stands_in: bool = False


class Card(Struct, frozen=True):
    """How an action is shown. In its texts ``{card:karama}`` stands for what the table calls that card.

    Attributes:
        title: Its name in the rulebook, with a capital.
        icon: Id of its symbol in the page's sprite.
        labels: What fields are asked as, where their names do not say it.
        group: What it is shown under, with others of its kind, where there are many; empty: by itself.
        quiet: While it is not open it is not shown at all: most players could never do it.
        digits: What a field is called in which all its numbers can be typed as one digit each, 0 for 10; empty: none.
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
        """The card with the names that the table uses."""
        labels = {one: named(label, names) for one, label in self.labels.items()}
        title, help_, group = (named(one, names) for one in (self.title, self.help, self.group))
        return Card(title, self.icon, help_, self.rule, labels, group, self.quiet, self.digits)


class Ready(Struct, frozen=True):
    """A prepared answer, for players who would rather choose than fill in fields."""

    title: str
    words: str
    action: Action


class Scene(Struct, frozen=True):
    """How a table is to be drawn for one viewer.

    Attributes:
        id: Prefix of all ids, so that two boards can stand on one page.
        own: The seat at the bottom; None for a spectator.
        legal: Seats that some open action can be aimed at.
        chosen: Seats aimed at by the answer on file.
        verb: What the answer on file does to them (``"attack"``).
        still: Draw without anything that moves.
        places: What some open action can be aimed at besides, by domain (``{"space": {"c2F1.NW"}}``).
        drawn: The page has this board already: what never changes (``hx-morph-skip-children``) may be left empty.
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
        stage: Which part of the resolution it belongs to (``"Support"``).
        picture: The position and everything that moves, in the game's own terms.
    """

    stage: str
    caption: str
    rule: str
    picture: P


class Line(Struct, frozen=True):
    """A line of the ledger: a fact and its rule.

    Attributes:
        stage: The part of a round that it belongs to, as ``Log.stages`` has it.
        seats: The seats that it is about; none: it is about all.
        places: The places that it is about, as ``Log.places`` has them.
        number: Which of the events that the reader has heard this line tells, from 1; 0: unknown.
        part: The part of the story in which it can be seen.
        key: How much it matters to a player who was away; 0: only the full log shows it.
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
        lines: What happened, the first thing first.
        stages: The parts of a round in the order of the rules; empty: no filter by stage.
        who: What seats are called as parties of the game, by seat; empty: no filter by party.
        places: What places are called, by their ids; empty: no filter by place.
    """

    lines: tuple[Line, ...]
    stages: tuple[str, ...] = ()
    who: Mapping[int, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


class LedgerAction(Struct, frozen=True):
    """What a seat did in a round, and what it had afterwards.

    Attributes:
        words: The action (``"attacks Agatha"``).
        tag: The name of the action on the wire.
        mark: ``""``, ``"success"``, ``"failure"`` or ``"default"``.
        total: What the seat had when the round was over.
    """

    words: str
    tag: str
    mark: str
    total: int
    change: int


class LedgerRound(Struct, frozen=True):
    """One finished round: by seat, and line by line, unless the story has a log, which tells that by itself.

    ``told`` is its number in the story, if that is another one; ``until`` how many events there were when it was over.
    """

    number: int
    actions: tuple[LedgerAction, ...]
    lines: tuple[Line, ...]
    told: int | None = None
    until: int = 0


class Ledger(Struct, frozen=True):
    """The whole game so far. ``unit``: what totals are counted in (``"coins"``)."""

    unit: str
    start: tuple[int, ...]
    rounds: tuple[LedgerRound, ...]
    ending: tuple[Line, ...] = ()
    round: str = "round"


class Statistic(Struct, frozen=True):
    """Something that was counted over a whole game, by seat: ``"Attacks that succeeded"``."""

    what: str
    by: tuple[int, ...]


class Status(Struct, frozen=True):
    """Where the game is, in words and as a share of the whole."""

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
    """A question that its player may leave to a bot.

    Attributes:
        words: What the button says.
        goes_on: It is one of several that belong together: the bot answers the next of them, too.
    """

    words: str
    goes_on: bool = False


@dataclass(frozen=True)
class Kept(Generic[V, A]):
    """An answer that its player can keep under a name and load at another table.

    Attributes:
        question: The key of the decision (``"match.opponents"``).
        with_it: All that is kept: actions beside the question, and the answer last.
        fitted: The same, with what is possible at the table to which it is loaded.
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
    """How a game looks. ``V`` is its view, and all that a board knows; ``A`` are its answers.

    Attributes:
        cards: How its actions are shown, by tag.
        draw: The table as inline SVG.
        in_text: The same in sentences, for those who do not see the drawing.
        aside: A part of the table for the side column, between the reader's hand and the talk; ``draw`` leaves it out,
            and its ids are not those of the drawing.
        outlook: What an answer would lead to, in sentences, from the view of its player; shown while it is filled in.
        why: One sentence, with its rule, on why an action (its tag) cannot be aimed at something (its domain and
            value); empty: nobody knows.
        papers: What can be put on paper, such as character sheets: titles by name, for the seat that looks (None: a
            spectator). What is secret is on a paper of its own.
        printed: One of these papers, as HTML; empty: there is none of this name.
        blank: A paper to be filled in with a pencil, as HTML.
        joined: Tags of actions that are shown on the card of another action, and that action's tag.
        stakes: What the player who is asked must know to answer, in a sentence or two: what is asked for, the standing
            bid, their own means. Pages show it where the board that shows it is not in sight.
        zooms: What the box of a board that zooms calls itself in ``data-zoom``; empty: the board does not zoom.
        unopened: Keys of decisions (``"match.goals"``) whose answers stay secret when all are in.
        scored: What the numbers beside the players at the end count, as a phrase: ``"coins"``.
        prefilled: Keys of decisions whose form begins with the answer that is given when time is up.
        ready: Prepared answers to the open question; those that no box holds are not shown.
        picture: What a value (its domain, and as forms write it) looks like where it is chosen, as inline SVG.
        quick: The same for what can be done beside the question: a button each.
        let_bot: Whether the open question may be left to a bot, once; not for games in which a player alone decides.
        tries: Whether an answer is tried out: bots play on from it, many times, while its player thinks.
        tried: What came of that in a sentence, from what the finished games reported (``findings``).
        kept: The answer that can be kept under a name; None: there is none.
        names: What things are called on pages, where that is more than the terminal's ids: names of places.
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
    prefilled: frozenset[str] = frozenset()
    ready: Callable[[V, Names], tuple[Ready, ...]] = lambda _, __: ()
    picture: Callable[[str, str], str] = lambda _, __: ""
    quick: Callable[[V, Names], tuple[Ready, ...]] = lambda _, __: ()
    let_bot: Callable[[V], LetBot | None] = lambda _: None
    tries: Callable[[V, A], bool] = _never
    tried: Callable[[V, Sequence[Mapping[str, Finding]]], str] = _nothing
    kept: Kept[V, A] | None = None
    names: Callable[[V, Names], Names] = lambda _, names: names

    @property
    def foresees(self) -> bool:
        """Whether it has an outlook on answers."""
        return self.outlook is not _no_lines

    @property
    def tries_out(self) -> bool:
        """Whether any of its answers is tried out."""
        return self.tries is not _never

    @property
    def printable(self) -> bool:
        """Whether it has something to be put on paper."""
        return self.printed is not _nothing
