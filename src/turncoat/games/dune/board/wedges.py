"""The wedges of ``facts.json`` cut into cells: which locations touch along which edge, and where borders meet."""

from __future__ import annotations

from turncoat.games.dune.board.chains import Node, Sort
from turncoat.games.dune.facts import FACTS, SECTORS
from turncoat.games.dune.map import LOCATION_IDS

Patch = tuple[float, float, float, float]

_REDRAWN: dict[str, tuple[Patch, ...]] = {
    "shield-wall/8": ((0.25, 0.55, 0, 0.7), (0.55, 0.8, 0, 0.1)),
    "spring-ridge/8": ((0.55, 0.8, 0.1, 0.3), (0.8, 1, 0, 0.3)),
    "false-wall-west/15": ((0.32, 0.42, 0.5, 0.88), (0.42, 0.52, 0.5, 1), (0.52, 0.6, 0.9, 1)),
    "wind-pass/15": ((0.15, 0.32, 0, 1), (0.32, 0.42, 0.88, 1)),
    "greater-flat/15": ((0.52, 0.72, 0, 0.9), (0.32, 0.52, 0, 0.5), (0.72, 1, 0, 0.3)),
    "west-erg/15": ((0.72, 1, 0.3, 1), (0.6, 0.72, 0.9, 1)),
    "southland-west/17": ((0.26, 0.42, 0, 1), (0.42, 0.7, 0.5, 1), (0.7, 0.8, 0.88, 1)),
    "ridge-flat/17": ((0.7, 0.78, 0.5, 0.88), (0.78, 0.8, 0, 0.88), (0.8, 1, 0, 1)),
    "wind-pass-north/17": ((0.15, 0.26, 0, 1),),
    "pale-mesa/6": ((0.48, 0.85, 0, 1), (0.85, 1, 0.9, 1)),
    "red-chasm/6": ((0.85, 1, 0, 0.9),),
    "city-basin/10": ((0.4, 0.7, 0, 0.3), (0.7, 0.82, 0, 0.08)),
    "old-gap/10": ((0.88, 1, 0, 0.3), (0.82, 0.88, 0, 0.08)),
    "north-slope/10": ((0.7, 0.88, 0.08, 1),),
    "cliff-bight/14": ((0.74, 1, 0, 0.3),),
    "burial-plain/14": ((0.6, 0.74, 0, 0.3), (0.6, 1, 0.3, 0.6)),
}
"""Wedges that are cut otherwise for the drawing, so that locations which are no neighbours share no border."""

_KIND = {one.id: one.kind for one in FACTS.territories}


def patches(place: str) -> tuple[Patch, ...]:
    """The wedges that a location is drawn as."""
    return _REDRAWN.get(place) or FACTS.patches[place]


class Wedges:
    """All wedges cut into cells, whose every edge is an edge of both its neighbours."""

    def __init__(self) -> None:
        wedges = [(place, *patch) for place in LOCATION_IDS if place != "pole" for patch in patches(place)]
        self.radii = sorted({one[1] for one in wedges} | {one[2] for one in wedges})
        self.turns = sorted({turn_of(one[0], one[3]) % SECTORS for one in wedges}
                            | {turn_of(one[0], one[4]) % SECTORS for one in wedges})  # fmt: skip
        self.owner: dict[tuple[int, int], str] = {}
        for place, low, high, start, end in wedges:
            columns = self._columns(turn_of(place, start), turn_of(place, end))
            for row in range(self.radii.index(low), self.radii.index(high)):
                self.owner |= {(row, column): place for column in columns}
        self.next = self._half_edges()
        self.at: dict[Node, set[Node]] = {}
        for edges in self.next.values():
            for one, other in edges:
                self.at.setdefault(one, set()).add(other)
                self.at.setdefault(other, set()).add(one)
        self.beside = self._sides()

    def _columns(self, start: float, end: float) -> list[int]:
        turns = self.turns
        return [place for place, turn in enumerate(turns) if start <= turn < end or start <= turn + SECTORS < end]

    def _of(self, row: int, column: int) -> str:
        if row < 0:
            return "pole"
        return "" if row >= len(self.radii) - 1 else self.owner[row, column % len(self.turns)]

    def _half_edges(self) -> dict[str, list[tuple[Node, Node]]]:
        """By location (and ``""``, the void): its edges, counterclockwise round it."""
        found: dict[str, list[tuple[Node, Node]]] = {}
        turns, radii = self.turns, self.radii
        for column, turn in enumerate(turns):
            after = turns[(column + 1) % len(turns)]
            for row in range(len(radii)):
                one, other = self._of(row - 1, column), self._of(row, column)
                if one != other:
                    start, end = (radii[row], turn), (radii[row], after)
                    found.setdefault(one, []).append((start, end))
                    found.setdefault(other, []).append((end, start))
            for row in range(len(radii) - 1):
                one, other = self._of(row, column - 1), self._of(row, column)
                if one != other:
                    low, high = (radii[row], turn), (radii[row + 1], turn)
                    found.setdefault(one, []).append((high, low))
                    found.setdefault(other, []).append((low, high))
        return found

    def _sides(self) -> dict[tuple[Node, Node], str]:
        return {edge: place for place, edges in self.next.items() for edge in edges}

    def pair(self, start: Node, end: Node) -> tuple[str, str]:
        """The two locations along an edge."""
        return self.beside[start, end], self.beside[end, start]

    def meeting(self, node: Node) -> bool:
        """Whether more than two locations meet here."""
        around = self.at[node]
        return len(around) != 2 or len({frozenset(self.pair(node, one)) for one in around}) > 1

    def ring(self, place: str) -> list[tuple[Node, ...]]:
        """The border of a location as runs of corners from one meeting to the next."""
        after = dict(self.next[place])
        node = start = next(one for one in after if self.meeting(one))
        runs: list[tuple[Node, ...]] = []
        run = [node]
        while not runs or node != start:
            node = after[node]
            run.append(node)
            if self.meeting(node):
                runs.append(tuple(run))
                run = [node]
        return runs

    def sort(self, one: str, other: str) -> Sort:
        """What kind of border two locations have."""
        if not one or not other:
            return "rim"
        mine, yours = one.partition("/")[0], other.partition("/")[0]
        if mine == yours:
            return "sector"
        kinds = {_KIND[mine], _KIND[yours]}
        if "polar" in kinds:
            return "pole"
        return "wall" if "stronghold" in kinds else "rock" if "rock" in kinds else "sand"


def turn_of(place: str, part: float) -> float:
    """The sector of a location and a part of it, as one number."""
    return round(int(place.partition("/")[2]) + part, 3)
