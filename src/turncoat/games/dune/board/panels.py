"""What lies round the map: phases, factions, what is being settled, the own shield."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.games.dune.board.affair import affair
from turncoat.games.dune.board.faction_panels import FactionPanels
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.shield import Shield
from turncoat.games.dune.board.track import track
from turncoat.kernel import Names


class Panels:
    """Everything but the map, as small drawings in a page that can flow on any screen."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def track(self) -> str:
        """DUN-4: the nine phases and the turn."""
        return track(self.now, self.names, self.scene)

    def factions(self) -> str:
        """DUN-1.5: what everybody knows of each faction, and what the reader knows besides."""
        return FactionPanels(self.now, self.names, self.scene).all()

    def affair(self) -> str:
        """What is being settled: an auction, a battle, a Nexus, a question; its place is always there."""
        return affair(self.now, self.names, self.scene)

    def own(self) -> str:
        """What only the reader sees: the shield."""
        return Shield(self.now, self.names, self.scene).drawn()
