"""The columns as a picture: cells, tiles, coins with their pointers, and every place that can be tapped."""

from __future__ import annotations

from msgspec import Struct

from turncoat.drawing import pieces
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.conspiracy.drawing import position as said
from turncoat.games.conspiracy.drawing.pieces import CELL, COIN, SPACE, TURN, coin_face, tile_back, tile_face
from turncoat.games.conspiracy.drawing.position import Position
from turncoat.games.conspiracy.geometry import NUMBERS, STRIDE, cell_of, column_name, row_name, row_of
from turncoat.games.conspiracy.text import DIRECTION_NAMES
from turncoat.games.conspiracy.view import CoinView, TileView
from turncoat.kernel import Names

LEFT, TOP, RIGHT = 90, 50, 10
"""The space for the names of rows, for the heads of columns, and at the right edge."""

BAND = 20
"""The gap between the Present and the Future."""

MARGIN = 0.033
"""The size of the names of rows and columns as a share of the drawing: 11 px on a phone."""

LEAST = 0.285
"""The least size of the drawing, in px for each unit: what is higher than its frame then is scrolled."""

LEAST_ROWS = 3
"""The least number of rows drawn, the Present included."""

Point = tuple[float, float]


class Thing(Struct, frozen=True, kw_only=True):
    """Something on the board that can be selected.

    Attributes:
        domain: The kind of its id if it can be tapped: ``space``, ``cell`` or ``column``.
        kind: Classes for the style sheet.
        name: The id that it keeps while it moves.
        lights: The id of the drawing that is highlighted with it.
    """

    domain: str
    value: str
    label: str
    at: Point
    kind: str
    tip: str = ""
    name: str = ""
    lights: str = ""


class Map:
    """The drawing of the columns."""

    def __init__(self, now: Position, names: Names, scene: Scene, letters: tuple[str, ...]) -> None:
        self.now, self.names, self.scene, self.letters = now, names, scene, letters
        self.spaces = scene.places.get("space", frozenset())
        self.cells = scene.places.get("cell", frozenset())
        self.columns = scene.places.get("column", frozenset())
        self.directions = bool(scene.places.get("direction"))
        self.view, self.tips = now.view, said.tips(now.view, names)
        self.at = {NUMBERS[coin.space]: self.id(now.name(coin.space)) for coin in self.view.coins}
        self.under = {NUMBERS[tile.cell]: self.id(now.name(tile.cell)) for tile in self.view.tiles}
        places = [tile.cell for tile in self.view.tiles] + [*self.spaces]
        self.count = now.view.options.columns
        self.rows = max([LEAST_ROWS - 1, *(row_of(NUMBERS[place]) for place in places)]) + 1
        self.width = LEFT + CELL * self.count + RIGHT
        self.height = TOP + BAND + CELL * self.rows + 10
        self.type = min(40.0, max(24.0, MARGIN * max(self.width, self.height)))

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    @staticmethod
    def corner(place: int) -> Point:
        """The upper left corner of a position, or of a cell, given by its first position."""
        return LEFT + SPACE * (place % STRIDE), TOP + SPACE * (place // STRIDE) + (BAND if row_of(place) else 0)

    def svg(self) -> str:
        """The map as an SVG element."""
        return el(
            "svg",
            self.ground(),
            el("g", *map(self.head, range(self.count)), id=self.id("heads")),
            el("g", *map(self.tile, self.view.tiles), id=self.id("tiles")),
            el("g", *map(self.spot, self.free_spaces()), id=self.id("spots")),
            el("g", *map(self.coin, self.view.coins), id=self.id("coins")),
            self.rose() if self.directions else "",
            id=self.id("board"),
            class_=f"con-board{' still' if self.scene.still else ''}",
            viewBox=f"0 0 {self.width} {self.height}",
            width=round(self.width * LEAST),
            height=round(self.height * LEAST),
            font_size=self.type,
            role="group",
            aria_label="The board",
        )  # fmt: skip

    # --- ground -------------------------------------------------------------------------------

    def ground(self) -> str:
        """The Present and the Future, with the names of their rows."""
        wide = CELL * self.count
        deep = CELL * (self.rows - 1)
        made = el("rect", class_="con-present", x=LEFT - 6, y=TOP - 6, width=wide + 12, height=CELL + 12, rx=12)
        made += el("rect", class_="con-future", x=LEFT - 6, y=TOP + CELL + BAND - 6, width=wide + 12, height=deep + 12,
                   rx=12)  # fmt: skip
        for row in range(self.rows):
            y = self.corner(row * 2 * STRIDE)[1]
            made += el("text", row_name(row), class_="con-row", x=LEFT - 12, y=y + SPACE + 8, text_anchor="end")
            made += "".join(
                el(
                    "rect",
                    class_="con-cell",
                    x=LEFT + CELL * column + 3,
                    y=y + 3,
                    width=CELL - 6,
                    height=CELL - 6,
                    rx=10,
                )
                for column in range(self.count)
            )
        made += self.time_name("Present", self.corner(0)[1] + SPACE)
        made += self.time_name("Future", self.corner(2 * STRIDE)[1] + deep / 2)
        made += "".join(self.empty_tile(cell) for cell in self.free_cells())
        return el("g", made, id=self.id("ground"), aria_hidden=True)

    def time_name(self, name: str, y: float) -> str:
        """CON-G.1: the name of a part of the board, along its edge."""
        turned = f"translate({self.type * 0.75:g} {y:g}) rotate(-90)"
        return el("text", name, class_="con-time", transform=turned, text_anchor="middle")

    def free_cells(self) -> list[int]:
        """CON-5.a.iii.b: empty cells in which a tile can be laid."""
        cells = {cell_of(NUMBERS[space]) for space in self.spaces} - self.under.keys()
        return sorted(cells)

    def free_spaces(self) -> list[str]:
        """CON-5.a.ii: spaces on which a coin can be placed, from the upper left."""
        return sorted((space for space in self.spaces if NUMBERS[space] not in self.at), key=NUMBERS.__getitem__)

    def empty_tile(self, cell: int) -> str:
        """An empty cell in which a tile can be laid."""
        x, y = self.corner(cell)
        return el("rect", class_="con-new-tile", x=x + 5, y=y + 5, width=CELL - 10, height=CELL - 10, rx=10)

    def head(self, column: int) -> str:
        """CON-5.e: the head of a column; a tap on it rolls for the column."""
        name = column_name(column)
        inside = el("rect", class_="con-head-plate", x=-66, y=-20, width=132, height=40, rx=20)
        inside += el("path", class_="con-head-arrow", d="M-52 6L-42-7L-32 6M32 6L42-7L52 6")
        inside += el("text", name, class_="con-head-name", y=self.type * 0.36, text_anchor="middle")
        thing = Thing(
            domain="column",
            value=name,
            label=f"Column {name}",
            at=(LEFT + CELL * column + SPACE, 20),
            kind=f"con-head {self.now.light(name)}",
            tip=self.tips[name],
        )
        return self.target(thing, inside, legal=name in self.columns)

    def target(self, thing: Thing, inside: str, *, legal: bool) -> str:
        """Something that can be selected, and tapped if an open action can aim at it."""
        told = f"{thing.label}. {thing.tip}".strip()
        return el(
            "a" if legal else "g",
            inside,
            id=self.id(thing.name or f"{thing.domain}-{thing.value}"),
            class_=f"{thing.kind.strip()}{' target legal' if legal else ''}",
            transform=f"translate({thing.at[0]:g} {thing.at[1]:g})",
            href="#composer" if legal else None,
            role="button" if legal else "img",
            tabindex=0,
            aria_label=told,
            data_domain=thing.domain if legal else None,
            data_value=thing.value if legal else None,
            data_x=thing.at[0],
            data_y=thing.at[1],
            data_tip=told,
            data_lights=thing.lights or None,
        )

    # --- pieces -------------------------------------------------------------------------------

    def tile(self, tile: TileView) -> str:
        """A tile with the marks that lie on it."""
        x, y = self.corner(NUMBERS[tile.cell])
        inside = tile_face(tile.tile or "") if tile.face_up else tile_back(tile.tile)
        thing = Thing(
            domain="cell",
            value=tile.cell,
            label=said.tile_label(tile, self.names),
            at=(x + CELL / 2, y + CELL / 2),
            kind=f"con-tile {'face-up' if tile.face_up else 'face-down'} {self.now.light(tile.cell)}",
            tip=self.tips.get(tile.cell, ""),
            name=self.now.name(tile.cell),
        )
        body = el("g", inside, class_="con-body")
        return self.target(thing, body + self.marks(tile), legal=tile.cell in self.cells)

    def marks(self, tile: TileView) -> str:
        """CON-9.d: the marks on a tile, side by side."""
        return "".join(
            el("g", pieces.badge(seat, self.letters[seat], 0, 0, 0.8, letter=24), class_="con-mark",
               id=self.id(f"mark-{seat}"),
               transform=f"translate({56 - 33 * place} 56)")
            for place, seat in enumerate(tile.marks)
        )  # fmt: skip

    def coin(self, coin: CoinView) -> str:
        """A coin and its pointer; selecting the coin highlights its target."""
        x, y = self.corner(NUMBERS[coin.space])
        thing = Thing(
            domain="space",
            value=coin.space,
            label=said.coin_label(self.view, coin, self.names),
            at=(x + SPACE / 2, y + SPACE / 2),
            kind=f"con-coin {'symbol-up' if coin.symbol_up else 'number-up'} {self.now.light(coin.space)}",
            tip=self.tips[coin.space],
            name=self.now.name(coin.space),
            lights=self.lights(said.aim(coin)),
        )
        quarter = coin.space.rpartition(".")[2]
        shape = coin_face(coin.number, coin.suit, coin.direction, symbol_up=coin.symbol_up, place=quarter)
        ring = el("circle", class_="con-ring", r=COIN + 5)
        return self.target(thing, ring + shape, legal=coin.space in self.spaces)

    def lights(self, place: int) -> str:
        """The id of the coin or tile that lies on a position."""
        return self.at.get(place) or self.under.get(cell_of(place), "")

    def spot(self, space: str) -> str:
        """CON-5.a.ii: an empty space on which a coin can be placed."""
        place = NUMBERS[space]
        x, y = self.corner(place)
        new = cell_of(place) not in self.under
        thing = Thing(
            domain="space",
            value=space,
            label=f"{space}, {'with a new tile' if new else 'empty'}",
            at=(x + SPACE / 2, y + SPACE / 2),
            kind=f"con-spot{' new' if new else ''}",
        )
        plate = el("rect", class_="con-spot-plate", x=-36, y=-36, width=72, height=72, rx=9)
        return self.target(thing, plate + el("circle", class_="con-spot-dot", r=7), legal=True)

    def rose(self) -> str:
        """CON-G.5: the eight directions as buttons; a script moves them to the chosen space."""
        arrows = "".join(self.needle(direction) for direction in TURN)
        middle = el("circle", class_="con-rose-plate", r=COIN + 26) + el(
            "g", class_="con-rose-coin", data_mirror="coin"
        )
        return el("g", middle, arrows, id=self.id("rose"), class_="con-rose", data_follows="space", role="group",
                  aria_label="Direction")  # fmt: skip

    def needle(self, direction: str) -> str:
        """One of the eight directions of the compass, to be tapped."""
        label = DIRECTION_NAMES[direction]
        inside = el("path", class_="con-needle", d="M0-56L16-33Q0-40-16-33Z") + el(
            "path", class_="con-needle-area", d="M0 0L-20-58H20Z"
        )
        inside = el("g", inside, transform=f"rotate({TURN[direction]})")
        return el("a", inside, id=self.id(f"direction-{direction}"), class_="con-direction target legal", role="button",
                  href="#composer", tabindex=0,
                  aria_label=label, data_domain="direction", data_value=direction)  # fmt: skip
