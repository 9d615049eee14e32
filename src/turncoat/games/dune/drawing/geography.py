"""DUN-2.1: the planet's borders, made from the wedges of ``facts.json``, once.

Every border between two locations is one ``Chain``, shared by both: it is bent, smoothed and rounded only once, so that
locations neither overlap nor leave gaps. Borders of sectors inside a territory stay straight lines from the middle
outwards. Units: the planet's radius is ``RADIUS``; x to the right, y down.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import hypot

from msgspec import Struct

from turncoat.games.dune.drawing.shapes import RADIUS, Chain, Node, Point, Sort, Wedges, bent, finished, polar, refined
from turncoat.games.dune.shared.map import LOCATION_IDS

SHELTERED = frozenset({"city-basin", "hole-in-the-rock", "spring-ridge", "east-dunes"})
"""Territories behind the Shield Wall."""

ROUNDS = 7
"""How many times every point is moved towards its neighbours."""


class Geography(Struct, frozen=True):
    """The shapes of the planet.

    Attributes:
        areas: Path data of each location.
        outlines: Points along the border of each location, close to each other.
        borders: Path data of all borders, by kind.
        rampart: Path data of the side of the Shield Wall that faces the sheltered land.
    """

    areas: dict[str, str]
    outlines: dict[str, tuple[Point, ...]]
    borders: dict[Sort, str]
    rampart: str


@cache
def geography() -> Geography:
    """The shapes of all territories and sectors; made once for the process."""
    grid = Wedges()
    chains = _Mesh(grid).chains()
    areas, outlines = dict[str, str](), dict[str, tuple[Point, ...]]()
    for place in LOCATION_IDS:
        ring = [_oriented(chains, nodes) for nodes in grid.ring(place)]
        x, y = ring[0].points[0]
        areas[place] = f"M{x} {y}{''.join(chain.data() for chain in ring)}Z"
        outlines[place] = tuple(point for chain in ring for point in chain.line())
    drawn: dict[Sort, str] = {
        sort: "".join(_drawn(chain) for chain in chains.values() if chain.sort == sort)
        for sort in sorted({chain.sort for chain in chains.values()})
    }
    rampart = "".join(_drawn(chains[run]) for run in chains if _on_the_rampart(grid, run))
    return Geography(areas, outlines, drawn, rampart)


def _drawn(chain: Chain) -> str:
    return f"M{chain.points[0][0]} {chain.points[0][1]}{chain.data()}"


def _on_the_rampart(grid: Wedges, run: tuple[Node, ...]) -> bool:
    """All borders as points that are bent and then moved towards their neighbours, except where they must stay."""
    pair = {place.partition("/")[0] for place in grid.pair(run[0], run[1])}
    return "shield-wall" in pair and bool(pair & SHELTERED)


def _oriented(chains: dict[tuple[Node, ...], Chain], nodes: tuple[Node, ...]) -> Chain:
    return chains[nodes] if nodes in chains else chains[nodes[::-1]].backwards()


class _Mesh:
    """All borders as points that are bent and then drawn towards their neighbours, except where they must stay."""

    def __init__(self, grid: Wedges) -> None:
        self.grid = grid
        self.runs: dict[tuple[Node, ...], list[int]] = {}
        self.sorts: dict[tuple[Node, ...], Sort] = {}
        self.points: list[Point] = []
        self.turn: list[float | None] = []
        self.rim: list[bool] = []
        self.joined: list[set[int]] = []
        self.meetings: dict[Node, int] = {}
        for place in LOCATION_IDS:
            for nodes in grid.ring(place):
                if nodes not in self.runs and nodes[::-1] not in self.runs:
                    self._add(nodes)

    def _add(self, nodes: tuple[Node, ...]) -> None:
        """A chain of corners as points; its ends belong to other chains as well."""
        sort = self.grid.sort(*self.grid.pair(nodes[0], nodes[1]))
        run = [self._meeting(nodes[0])]
        run += [self._point(bent(*corner), sort == "rim") for corner in refined(nodes)[1:-1]]
        run.append(self._meeting(nodes[-1]))
        for one, other in pairwise(run):
            self.joined[one].add(other)
            self.joined[other].add(one)
        for one in run:
            self.rim[one] |= sort == "rim"
            if sort == "sector":
                self.turn[one] = nodes[0][1]
        self.runs[nodes], self.sorts[nodes] = run, sort

    def _point(self, where: Point, rim: bool) -> int:
        self.points.append(where)
        self.turn.append(None)
        self.rim.append(rim)
        self.joined.append(set())
        return len(self.points) - 1

    def _meeting(self, node: Node) -> int:
        if node not in self.meetings:
            self.meetings[node] = self._point(bent(*node), False)
        return self.meetings[node]

    def _smooth(self) -> None:
        for _ in range(ROUNDS):
            self.points = [self._drawn(place) for place in range(len(self.points))]

    def _drawn(self, place: int) -> Point:
        """A point moved halfway to the middle of its neighbours; it stays on its sector line or on the rim."""
        around = [self.points[point] for point in sorted(self.joined[place])]
        x, y = self.points[place]
        x = (x + sum(point[0] for point in around) / len(around)) / 2
        y = (y + sum(point[1] for point in around) / len(around)) / 2
        turn = self.turn[place]
        far = RADIUS if self.rim[place] else hypot(x, y)
        if turn is not None:
            return polar(far, turn)
        scale = far / hypot(x, y)
        return x * scale, y * scale

    def chains(self) -> dict[tuple[Node, ...], Chain]:
        """All borders as rounded lines, each shared by two areas."""
        self._smooth()
        return {
            nodes: Chain(self.sorts[nodes], finished(self.sorts[nodes], [self.points[point] for point in run], nodes))
            for nodes, run in self.runs.items()
        }
