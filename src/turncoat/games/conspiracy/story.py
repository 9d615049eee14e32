"""The story of a game as stills in the order of the rules: a part for the start of each round and one for each turn.

The stills hold the positions. This module adds dice, highlights of pieces just turned or hit, and the paths of moved
pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from turncoat.drawing.scene import Frame, Ledger, LedgerAction, LedgerRound, Line, Scene, Statistic
from turncoat.drawing.story import Part, Story, cut
from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.board import drawing, in_text
from turncoat.games.conspiracy.drawing.position import Die, Position
from turncoat.games.conspiracy.events import ConspiracyEvent, turn
from turncoat.games.conspiracy.geometry import CELL_NAMES, CORNERS, NUMBERS, ROW
from turncoat.games.conspiracy.pieces import RANK, SUIT, SUITS
from turncoat.games.conspiracy.statistics import statistics
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import Event, Names, Still, listed, stages_of

PARTS = 10
"""Parts are numbered ``PARTS * round + place``; place 0 is the beginning of the round, then its turns."""

TOGETHER = ("Draw", "Save")
"""The stages whose steps are shown in one still."""

BEGINNINGS = (
    happened.RoundBegan,
    happened.TurnBegan,
    turn.ActionChosen,
    turn.Stopped,
    turn.CoinSaved,
    turn.HandDiscarded,
)
"""Events that begin a new step: the highlights and dice of the last step disappear."""

LASTING: frozenset[type[Event]] = frozenset(
    {
        turn.TileLaid,
        turn.CoinPlaced,
        happened.ColumnAdvanced,
        happened.RolledOff,
        happened.ColumnRolled,
        turn.EffectRolled,
    }
)
"""Events after which pieces and dice get new ids."""

BEGUN: frozenset[type[Event]] = frozenset({happened.RoundBegan, happened.TurnBegan})
"""The events with which a part begins."""


class ConspiracyStory(Story[ConspiracyView, Position]):
    """The story of a game of Conspiracy."""

    stages: ClassVar[tuple[str, ...]] = stages_of(ConspiracyEvent)
    shared: ClassVar[bool] = False

    def parts(self, view: ConspiracyView, events: Sequence[Event]) -> Sequence[Part]:
        """The finished parts: beginnings of rounds, and turns."""
        found: list[Part] = []
        for first, last in cut(events, lambda event: event.__class__ in BEGUN):
            match events[first]:
                case happened.RoundBegan(round=number):
                    found.append(Part(PARTS * number, first, last))
                case happened.TurnBegan(seat=seat):
                    found.append(Part(found[-1].number + 1, first, last, seat))
        return found if view.winners else found[:-1]

    def title(self, part: Part, names: Names) -> str:
        """``Round 3: order``, ``3: Barney``."""
        number = part.number // PARTS
        return f"Round {number}: order" if part.seat is None else f"{number}: {names.label('seat', part.seat)}"

    def seats(self, view: ConspiracyView) -> int:
        """The number of seats at the table."""
        return len(view.players)

    def tell(
        self, before: Still[ConspiracyView] | None, stills: Sequence[Still[ConspiracyView]], names: Names
    ) -> Iterator[Frame[Position]]:
        """The stills of a part; all draws and savings of a turn are shown in one still."""
        view = stills[0].view
        marks = Marks(f"r{view.round}{'' if view.active is None else f's{view.active}'}-")
        marks.enter((before or stills[0]).view)
        for told, now in joined(stills):
            for event in told:
                marks.hear(event)
            yield self.frame(told, marks.position(now), names)
            marks.calm()

    def now(self, view: ConspiracyView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present table with the latest events; pieces are numbered in the order in which they arrived."""
        marks = Marks("p")
        lately = next((place for place, event in enumerate(reversed(events), 1) if isinstance(event, BEGINNINGS)), 0)
        for event in events[: len(events) - lately]:
            if event.__class__ in LASTING:
                marks.hear(event)
        marks.calm()
        for event in events[len(events) - lately :]:
            marks.hear(event)
        return drawing(marks.position(view), names, scene)

    def draw(self, frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as a drawing. Nothing in a still can be tapped."""
        return drawing(frame.picture, names, replace(scene, legal=frozenset(), places={}))

    def in_text(self, frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still as sentences, for screen readers and for pages without drawings."""
        return in_text(frame.picture.view, names, scene)

    def looks(self, view: ConspiracyView, events: Sequence[Event]) -> tuple[int, ...]:
        """The moments before the first round and at the end of each."""
        began = [place for place, event in enumerate(events) if isinstance(event, happened.RoundBegan)]
        return (*began, len(events)) if view.winners else tuple(began)

    def ending(self, view: ConspiracyView, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """CON-10, CON-OP.9: the winners' goals, the tiles of the Present that show them, and who has won."""
        disclosed = [event for event in events if isinstance(event, turn.GoalDisclosed) and event.seat in view.winners]
        goals = [Line(f"{event.say(names)}{shown_by(view, event, names)}", event.rule) for event in disclosed]
        return (*goals, *super().ending(view, events, names))

    def statistics(self, view: ConspiracyView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return statistics(len(view.players), events)

    def ledger(
        self, view: ConspiracyView, events: Sequence[Event], views: Sequence[ConspiracyView], names: Names
    ) -> Ledger:
        """Every round with the actions of all players and the tiles that they held afterwards."""
        held = [tuple(player.tiles for player in conspiracy.players) for conspiracy in views or (view,)]
        spans = pairwise(self.looks(view, events))
        rounds = tuple(
            _ledger_round(number, events[first:last], *totals, last, names)
            for number, ((first, last), totals) in enumerate(zip(spans, pairwise(held), strict=False), 1)
        )
        return Ledger("tiles held", held[0], rounds, self.ending(view, events, names))


def shown_by(view: ConspiracyView, goal: turn.GoalDisclosed, names: Names) -> str:
    """CON-W.1: where the Present shows the suit and the number of a goal; empty: nowhere."""
    present = [(tile.cell, tile.tile) for tile in view.tiles if tile.face_up and tile.tile and tile.cell.endswith("P")]
    suited = [names.label("cell", cell) for cell, tile in present if SUIT[tile] == goal.suit]
    numbered = [names.label("cell", cell) for cell, tile in present if RANK[tile] == goal.number]
    lies = (("The suit", suited), ("The number", numbered))
    return "".join(f" {half} lies on {listed(cells)}." for half, cells in lies if cells)


def joined(stills: Sequence[Still[ConspiracyView]]) -> list[tuple[tuple[Event, ...], ConspiracyView]]:
    """The events and the still of each picture; consecutive stills of one stage become one picture."""
    made: list[tuple[tuple[Event, ...], ConspiracyView]] = []
    for still in stills:
        before = made.pop()[0] if made and still.events[-1].stage == made[-1][0][-1].stage in TOGETHER else ()
        made.append((before + still.events, still.view))
    return made


class Marks:
    """What is drawn on top of a view: the dice, highlights of the latest events, and the ids of the pieces.

    Pieces are numbered in the order in which they come to the board, so that a page can animate them; the numbers do
    not reveal the pieces.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix, self.named, self.thrown = prefix, 0, 0
        self.names: dict[str, str] = {}
        self.dice: tuple[Die, ...] = ()
        self.lit: dict[str, str] = {}

    def position(self, view: ConspiracyView) -> Position:
        """A view with everything that is drawn on top of it."""
        return Position(view, {**self.names}, self.dice, {**self.lit}, f"{self.prefix}{self.thrown}")

    def calm(self) -> None:
        """Remove the highlights of the last step."""
        self.dice, self.lit = (), {}

    def enter(self, view: ConspiracyView) -> None:
        """Give ids to all pieces that lie there."""
        for tile in view.tiles:
            self.name(tile.cell)
        for coin in view.coins:
            self.name(coin.space)

    def name(self, place: str) -> None:
        """Give an id to the piece that has come to a cell or space."""
        self.named += 1
        self.names[place] = f"{self.prefix}{self.named}"

    def hear(self, event: Event) -> None:
        """Take in what an event shows."""
        match event:
            case happened.RolledOff():
                rolls = zip(event.seats, event.faces, strict=True)
                self.throw(*(Die("", number, None, seat) for seat, number in rolls))
            case happened.ColumnRolled():
                dice = zip(SUITS, event.dice, event.successes, strict=True)
                self.throw(*(Die(suit, number, good) for suit, number, good in dice))
                self.lit = {event.column: "rolled advances" if event.advances else "rolled"}
            case turn.EffectRolled():
                self.throw(*(Die("", number) for number in (*event.column_dice, event.row_die)))
                self.lit = {event.cell: "turned"} if event.hit else {}
            case happened.ColumnAdvanced():
                self.slide(event.cells)
                self.lit = {event.column: "advances"}
            case turn.TileLaid(cell=place) | turn.CoinPlaced(space=place):
                self.name(place)
                self.lit[place] = "fresh"
            case turn.TileTurned(cell=place) | turn.TileRevealed(cell=place):
                self.lit[place] = "turned"
            case turn.CoinRevealed(space=place) | turn.CoinTurnedBack(space=place):
                self.lit[place] = "turned"
            case turn.AttackJudged():
                self.lit[event.target] = "struck" if event.success else "lit"

    def throw(self, *dice: Die) -> None:
        """Show the rolled dice until the next step."""
        self.dice, self.thrown = dice, self.thrown + 1

    def slide(self, cells: Sequence[str]) -> None:
        """CON-M.5.c: tiles that move up, and the coins on them, keep their ids."""
        for cell in sorted(cells, key=NUMBERS.__getitem__):
            up = CELL_NAMES[NUMBERS[cell] - ROW]
            for corner in ("", *(f".{corner}" for corner in CORNERS)):
                if cell + corner in self.names:
                    self.names[up + corner] = self.names.pop(cell + corner)


def _in_a_chain(event: Event) -> bool:
    """CON-5.b.vii: whether a chain reaction did it, so that no player chose it."""
    return isinstance(event, turn.CoinRevealed) and event.chain


def _ledger_round(
    number: int, told: Sequence[Event], before: Sequence[int], after: Sequence[int], until: int, names: Names
) -> LedgerRound:
    done: list[list[tuple[str, str]]] = [[] for _ in after]
    seat: int | None = None
    for one in told:
        if isinstance(one, happened.TurnBegan):
            seat = one.seat
        elif seat is not None and isinstance(one, ConspiracyEvent) and one.brief and not _in_a_chain(one):
            done[seat].append((one.card, one.brief))
    actions = tuple(
        LedgerAction(
            ", ".join(words for _, words in own) or "does nothing",
            own[-1][0] if own else "stop",
            "",
            total,
            total - held,
        )
        for own, total, held in zip(done, after, before, strict=True)
    )
    lines = tuple(Line(event.say(names), event.rule) for event in told if not event.private)
    return LedgerRound(number, actions, lines, PARTS * number, until)


STORY = ConspiracyStory()
"""The story."""
