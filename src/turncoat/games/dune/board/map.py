"""The planet: territories, storm, spice, worms, forces, and the players round the rim (DUN-2.1)."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.drawing.zoom import tools
from turncoat.games.dune.board import terrain, weather
from turncoat.games.dune.board.arrows import arrows
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.places import called, targets
from turncoat.games.dune.board.rim import seats, tanks
from turncoat.games.dune.board.stacks import stacks
from turncoat.kernel import Names

EDGE = 1178
"""Half the side of the drawing."""


TIP = "Point at a place or tap it to read what it is, what lies there and what it borders on."


class Map:
    """The drawn planet."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def frame(self) -> str:
        """The map in a box in which it can be looked at closely, with what is said of the place that is looked at."""
        name = f"{self.scene.id}-planet"
        box = el("div", self.svg(), class_="dune-box", id=f"{name}-box", data_zoom="dune", data_zoom_first=True)
        tip = el("p", TIP, class_="dune-tip", data_tip_line=True, aria_hidden="true", id=f"{name}-tip")
        return box + tools("dune", name, "dune-zoom") + tip

    def svg(self) -> str:
        """The whole map."""
        now, scene = self.now, self.scene
        territories = called(self.names)
        still = " still" if scene.still else ""
        return el(
            "svg",
            self.fixed("ground", lambda: terrain.dial() + terrain.land(scene.id)),
            terrain.wall(now.view.wall, scene.id),
            self.fixed("signs", lambda: terrain.signs(territories)),
            weather.storm(now, scene),
            targets(now, self.names, scene, territories),
            self.fixed("names", lambda: terrain.lettering(territories)),
            weather.forecast(now, scene),
            weather.note(now),
            self.fixed("numbers", terrain.numbers),
            seats(now, self.names, scene),
            tanks(now, self.names, scene),
            stacks(now, scene, territories),
            arrows(now, scene, territories),
            id=f"{scene.id}-map",
            class_=f"dune-map{still}{' told' if now.told else ''}",
            viewBox=f"{-EDGE} {-EDGE} {2 * EDGE} {2 * EDGE}",
            role="group",
            aria_label="The planet: arrow keys go from place to place",
            data_travel=True,
        )

    def fixed(self, name: str, drawn: Callable[[], str]) -> str:
        """What never changes while a game lasts: a page that has it already keeps it and is not sent it again."""
        inside = "" if self.scene.drawn else drawn()
        return el("g", inside, id=f"{self.scene.id}-{name}", aria_hidden="true", hx_morph_skip_children=True)
