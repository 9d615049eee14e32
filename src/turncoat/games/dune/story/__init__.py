"""What happened, told as stills in the order of the rules: a part for setup and one for every phase of every turn.

Made from what everybody has heard, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.scene import Frame, Ledger, Line, Log, Scene
from turncoat.games.dune.board.moment import Moment, moment
from turncoat.games.dune.board.table import aside, drawing
from turncoat.games.dune.board.words import in_words
from turncoat.games.dune.story.chronicle import Part, chronicle
from turncoat.games.dune.story.ledger import ending, ledger
from turncoat.games.dune.story.log import log
from turncoat.games.dune.story.phases import PHASES
from turncoat.games.dune.story.stills import tell
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names


def called(part: Part) -> str:
    """What a part is called: ``Turn 3 · Battles``."""
    name = PHASES[part.phase]
    return (f"Turn {part.turn} · {name}" if part.turn else name) + ("" if part.over else " (so far)")


class Story:
    """The story of a game of Dune."""

    by_itself = False
    """Phases are short and many, and the board shows what happens: no part begins to play unless it is asked for."""

    @staticmethod
    def rounds(view: DuneView, events: Sequence[Event]) -> tuple[int, ...]:
        """The parts in which something has happened, the one that is going on among them."""
        return tuple(one.number for one in chronicle(view, events).parts)

    @staticmethod
    def called(view: DuneView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called."""
        return {one.number: called(one) for one in chronicle(view, events).parts}

    @staticmethod
    def frames(view: DuneView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Moment], ...]:
        """A part as stills; empty if nothing has happened in it."""
        past = chronicle(view, events)
        part = next((one for one in reversed(past.parts) if one.number == number), None)
        return tell(past.before(part), past.events, part, names) if part else ()

    @staticmethod
    def now(view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table as it is, with what has just happened."""
        return drawing(chronicle(view, events).motions.onto(moment(view)), names, scene)

    @staticmethod
    def aside_now(view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The shield and the factions as they are, with what each has just done."""
        return aside(chronicle(view, events).motions.onto(moment(view)), names, scene)

    @staticmethod
    def draw(frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """A still as a drawing. What can be done can be done now and not then: nothing in it can be tapped."""
        return drawing(frame.picture, names, quiet(scene))

    @staticmethod
    def aside(frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """The factions in a still."""
        return aside(frame.picture, names, quiet(scene))

    @staticmethod
    def in_text(frame: Frame[Moment], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences."""
        return in_words(frame.picture, names)

    @staticmethod
    def ending(view: DuneView, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """How the game ended."""
        return ending(events, names)

    @staticmethod
    def ledger(view: DuneView, events: Sequence[Event], names: Names) -> Ledger:
        """Every turn, what everybody did, and how much spice they had afterwards."""
        return ledger(chronicle(view, events), names)

    @staticmethod
    def log(view: DuneView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by phase, faction and territory; without the first so many events."""
        return log(chronicle(view, events), names, after)


def quiet(scene: Scene) -> Scene:
    """A scene in which nothing can be tapped."""
    return Scene(scene.id, scene.seats, scene.own, frozenset(), frozenset(), "", scene.still)


STORY = Story()
"""The story."""
