"""What happened, told as stills in the order of the rules: a part for setup and one for every phase of every turn.

What everybody has is in the stills. Here is what is drawn on top: forces on their way, the storm's path, who acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from turncoat.drawing.scene import Frame, Ledger, Log, Scene
from turncoat.drawing.story import Part, Story
from turncoat.games.dune.board import aside, drawing, in_words
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.story.pictures import caption, groups, heading, latest, onto, stage
from turncoat.games.dune.story.turns import ends_of_turns, log, part_named, parts_of, turns
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Names, Still


class DuneStory(Story[DuneView, Moment]):
    """The story of a game of Dune."""

    stages: ClassVar[tuple[str, ...]] = ()
    by_itself: ClassVar[bool] = False
    """Phases are short and many, and the board shows what happens: no part begins to play unless it is asked for."""

    def parts(self, view: DuneView, events: Sequence[Event]) -> Sequence[Part]:
        """The phases in which something has happened, the one that is going on among them."""
        return parts_of(events)

    def title(self, part: Part, names: Names) -> str:
        """What a part is called."""
        return part_named(part)

    def called(self, view: DuneView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called; the last one may be going on."""
        called = dict(super().called(view, events, names))
        if called and view.result is None:
            called[max(called)] += " (so far)"
        return called

    def seats(self, view: DuneView) -> int:
        """DUN-3.1.1: everybody."""
        return len(view.factions)

    def tell(
        self, before: Still[DuneView] | None, stills: Sequence[Still[DuneView]], names: Names
    ) -> Iterator[Frame[Moment]]:
        """A part: what belongs together is seen at once, everything else one after the other."""
        seen = None if before is None else before.view
        for told, view in groups(stills):
            main, picture = heading(told), onto(Moment(view, told=True), told, seen)
            yield Frame(stage(main, view, names), caption(told, names), main.rule, picture)
            seen = view

    def now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table as it is, with what has just happened."""
        return drawing(onto(Moment(view), latest(events)), names, scene)

    def aside_now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The shield and the factions as they are, with what each has just done."""
        return aside(onto(Moment(view), latest(events)), names, scene)

    def draw(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """A still as a drawing. What can be done can be done now and not then: nothing in it can be tapped."""
        return drawing(frame.picture, names, quiet(scene))

    def aside(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """The factions in a still."""
        return aside(frame.picture, names, quiet(scene))

    def in_text(self, frame: Frame[Moment], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences."""
        return in_words(frame.picture, names)

    def looks(self, view: DuneView, events: Sequence[Event]) -> tuple[int, ...]:
        """DUN-2.3: spice is counted when setup is over, and at the end of every turn."""
        return ends_of_turns(events)

    def ledger(self, view: DuneView, events: Sequence[Event], views: Sequence[DuneView], names: Names) -> Ledger:
        """Every turn, what everybody did, and how much spice they had afterwards."""
        start = tuple(faction.spice for faction in (views[0] if views else view).factions)
        ending = self.ending(events, names)
        return Ledger(names.label("word", "spice"), start, turns(events, views), ending, "turn")

    def log(self, view: DuneView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by phase, faction and territory; without the first so many events."""
        return log(view, events, names, after)


def quiet(scene: Scene) -> Scene:
    """A scene in which nothing can be tapped."""
    return Scene(scene.id, scene.seats, scene.own, frozenset(), frozenset(), "", scene.still)


STORY = DuneStory()
"""The story."""
