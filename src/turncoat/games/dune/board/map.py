"""The planet: territories, storm, spice, worms, forces, and the players round the rim (DUN-2.1)."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.board.moment import Moment
from turncoat.kernel.space import Names


class Map:
    """The drawn planet."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def svg(self) -> str:
        """The whole map."""
        return el("svg", id=f"{self.scene.id}-map", class_="dune-map", viewBox="-1000 -1000 2000 2000")
