"""CON-5: everything an active player may do, in groups that are made into boxes when somebody looks.

Where a coin may lie depends on where it points and the other way round, so that there is a box for each direction.
The sets of positions are kept as bits: nearly every answer changes the board, and then all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from turncoat.games.conspiracy.geometry import (
    BLOCK,
    CELL_NAMES,
    DIRECTIONS,
    ROW,
    SPACE_NAMES,
    cell_at,
    member,
    members,
    row_of,
)
from turncoat.games.conspiracy.pieces import SPIRALS
from turncoat.games.conspiracy.state import (
    AdvanceColumn,
    AttackCoin,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Stop,
)
from turncoat.kernel.box import Box, Boxes
from turncoat.kernel.space import OneOf

HIT, MISS = "hit", "miss"
"""CON-R23: an attacking spiral counts as high enough, unless it is meant to fail."""

Tiles = tuple[str | None, ...]
"""The tiles that may be laid under a coin; ``None`` is none, because one lies there."""

LIES_THERE: Tiles = (None,)


class Bands(Struct, frozen=True):
    """Sets of pairs of a position and a direction, as bits: a band of positions for each of the eight directions.

    Multiplying by ``aims`` moves a set of targets against each direction into its band, which leaves the positions
    that point at them; multiplying by ``copies`` repeats a set in every band.

    Attributes:
        width: Bits of a band.
        aims: The one multiplier.
        copies: The other.
        field: The positions of the Future, in all columns.
    """

    width: int
    aims: int
    copies: int
    field: int

    def split(self, pairs: int) -> list[tuple[str, int]]:
        """The directions of a set of pairs, each with its positions."""
        band = (1 << self.width) - 1
        shifted = [(direction, pairs >> self.width * place & band) for place, direction in enumerate(DIRECTIONS, 1)]
        return [(direction, positions) for direction, positions in shifted if positions]

    def find(self, pairs: int, index: int) -> tuple[int, int, str]:
        """The direction of the pair with this number: how many pairs come before it, its positions, its name."""
        band, before = (1 << self.width) - 1, 0
        for place, direction in enumerate(DIRECTIONS, 1):
            positions = pairs >> self.width * place & band
            number = positions.bit_count()
            if index < before + number:
                return before, positions, direction
            before += number
        raise IndexError(index)


class Ground(Struct, frozen=True):
    """Where coins may be placed now, whoever does it: sets of pairs of position and direction.

    Attributes:
        bands: How the sets are laid out.
        on_board: On tiles that lie there, pointing at anything one may point at.
        on_new: The same on a tile that is laid for it.
        against: On tiles that lie there, pointing at a coin.
        against_on_new: The same on a tile that is laid for it.
    """

    bands: Bands
    on_board: int
    on_new: int
    against: int
    against_on_new: int


@cache
def bands(columns: int, rows: int) -> Bands:
    """The layout for a board of so many columns and rows, the Present included."""
    width = (rows + 2) * ROW
    aims = sum(1 << width * place - offset for place, offset in enumerate(DIRECTIONS.values(), 1))
    copies = sum(1 << width * place for place in range(1, len(DIRECTIONS) + 1))
    field = sum(BLOCK << cell_at(column, row) for column in range(columns) for row in range(1, rows))
    return Bands(width, aims, copies, field)


@cache
def present_row(columns: int) -> int:
    """CON-5.a.ii.c: the positions of the Present: empty ones may be pointed at, and tiles there lie face up."""
    return sum(BLOCK << cell_at(column, 0) for column in range(columns))


@cache
def first_row(columns: int) -> int:
    """CON-5.a.iii.b: the positions of F1, where a tile may always be laid."""
    return present_row(columns) << ROW


def new_ground(tiles: int, columns: int, field: int) -> int:
    """CON-5.a.iii: the positions of empty cells for a new tile.

    Side by side with a tile, or in F1; in one of the columns; never in the Present (CON-R10); down without limit.
    """
    beside = tiles << ROW | tiles >> ROW | tiles << 2 | tiles >> 2 | first_row(columns)
    return beside & field & ~tiles


def ground(coins: int, face_up: int, tiles: int, columns: int) -> Ground:
    """CON-5.a.ii: a free space of a face-down tile, pointing at a coin, a face-up tile or an empty Present."""
    rows = max(4, row_of(tiles.bit_length()) + 2)
    layout = bands(columns, rows)
    aims, copies = layout.aims, layout.copies
    anything = (coins | face_up | present_row(columns)) * aims
    at_coins = coins * aims
    free = (tiles & ~face_up & ~coins) * copies
    new = new_ground(tiles, columns, layout.field) * copies
    return Ground(layout, anything & free, anything & new, at_coins & free, at_coins & new)


@cache
def others(players: int, seat: int) -> tuple[int, ...]:
    """CON-5.g, CON-R22: whoever may be given a coin: everybody else."""
    return tuple(other for other in range(players) if other != seat)


def space_field(bits: int) -> OneOf:
    """The spaces of a set, as choices."""
    return OneOf(tuple(SPACE_NAMES[position] for position in members(bits)), "space")


class PlaceGroup:
    """CON-5.a: coin in hand, space, direction, and the tile that is laid for it."""

    def __init__(self, hand: tuple[str, ...], layout: Bands, pairs: int, tiles: Tiles) -> None:
        self.hand, self.layout, self.pairs, self.tiles = hand, layout, pairs, tiles
        self.count = pairs.bit_count() * len(hand) * len(tiles)

    def nth(self, index: int) -> ConspiracyAction:
        """The answer with this number."""
        each = len(self.hand) * len(self.tiles)
        before, positions, direction = self.layout.find(self.pairs, index // each)
        index -= before * each
        coin, index = divmod(index, positions.bit_count() * len(self.tiles))
        place, tile = divmod(index, len(self.tiles))
        return Place(self.hand[coin], SPACE_NAMES[member(positions, place)], direction, self.tiles[tile])

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """A box for each direction."""
        rule = "CON-5.a.ii" if self.tiles == LIES_THERE else "CON-5.a.iii"
        return [
            Box(
                Place,
                rule,
                (
                    ("coin", OneOf(self.hand, "coin")),
                    ("space", space_field(positions)),
                    ("direction", OneOf((direction,), "direction")),
                    ("tile", OneOf(self.tiles, "tile")),
                ),
            )
            for direction, positions in self.layout.split(self.pairs)
        ]


class Payment(Struct, frozen=True):
    """What an attack is paid with, and how: the hand, the receivers, and how high a spiral counts."""

    hand: tuple[str, ...]
    to: tuple[int, ...]
    aims: tuple[str, ...]


class AttackGroup:
    """CON-5.c: a placement that points at a coin, and another coin that is given away."""

    def __init__(self, coins: tuple[str, ...], layout: Bands, pairs: int, tiles: Tiles, payment: Payment) -> None:
        self.coins, self.layout, self.pairs, self.tiles, self.payment = coins, layout, pairs, tiles, payment
        self.paid = (len(payment.hand) - 1) * len(payment.to) * len(payment.aims) * len(tiles)
        self.count = pairs.bit_count() * len(coins) * self.paid

    def nth(self, index: int) -> ConspiracyAction:
        """The answer with this number."""
        paid, payment = self.paid, self.payment
        each = len(self.coins) * paid
        before, positions, direction = self.layout.find(self.pairs, index // each)
        which, index = divmod(index - before * each, positions.bit_count() * paid)
        place, index = divmod(index, paid)
        tile_and_aim = len(self.tiles) * len(payment.aims)
        gift, index = divmod(index, len(payment.to) * tile_and_aim)
        receiver, index = divmod(index, tile_and_aim)
        tile, aim = divmod(index, len(payment.aims))
        coin = self.coins[which]
        given = [one for one in payment.hand if one != coin][gift]
        space, to = SPACE_NAMES[member(positions, place)], payment.to[receiver]
        return AttackCoin(coin, space, direction, given, to, self.tiles[tile], payment.aims[aim])

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """A box for each direction."""
        return [
            Box(
                AttackCoin,
                "CON-5.c.iii.a",
                (
                    ("coin", OneOf(self.coins, "coin")),
                    ("space", space_field(positions)),
                    ("direction", OneOf((direction,), "direction")),
                    ("gift", OneOf(self.payment.hand, "coin")),
                    ("to", OneOf(self.payment.to, "seat")),
                    ("tile", OneOf(self.tiles, "tile")),
                    ("aim", OneOf(self.payment.aims, "aim")),
                ),
                ("coin", "gift"),
            )
            for direction, positions in self.layout.split(self.pairs)
        ]


class RevealGroup:
    """CON-5.b and CON-5.d: a coin or a tile that can be revealed, and a coin that is given away."""

    def __init__(
        self,
        action: type[RevealCoin | RevealTile],
        rule: str,
        places: tuple[str, ...],
        hand: tuple[str, ...],
        to: tuple[int, ...],
    ) -> None:
        self.action, self.rule, self.places, self.hand, self.to = action, rule, places, hand, to
        self.count = len(places) * len(hand) * len(to)

    def nth(self, index: int) -> ConspiracyAction:
        """The answer with this number."""
        place, index = divmod(index, len(self.hand) * len(self.to))
        gift, to = divmod(index, len(self.to))
        return self.action(self.places[place], self.hand[gift], self.to[to])

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """One box."""
        name = "space" if self.action is RevealCoin else "cell"
        fields = ((name, OneOf(self.places, name)), ("gift", OneOf(self.hand, "coin")), ("to", OneOf(self.to, "seat")))
        return [Box(self.action, self.rule, fields)]


@cache
def advance_group(columns: int) -> Boxes[ConspiracyAction]:
    """CON-5.e.ii: any column, even one with nothing to move (CON-R28)."""
    names = tuple(f"c{column + 1}" for column in range(columns))
    return Boxes(Box(AdvanceColumn, "CON-5.e.ii", (("column", OneOf(names, "column")),)))


ActionGroup = PlaceGroup | AttackGroup | RevealGroup | Boxes[ConspiracyAction]

STOP = Stop()
STOP_GROUP: Boxes[ConspiracyAction] = Boxes(Box(Stop, "CON-5"))


def place_groups(hand: tuple[str, ...], held: Tiles, lie: Ground) -> list[PlaceGroup]:
    """CON-5.a: on tiles that lie there, and on one tile that is laid for it."""
    return [PlaceGroup(hand, lie.bands, lie.on_board, LIES_THERE), PlaceGroup(hand, lie.bands, lie.on_new, held)]


def attack_groups(hand: tuple[str, ...], held: Tiles, lie: Ground, to: tuple[int, ...]) -> list[AttackGroup]:
    """CON-5.c: with numbers as they are, and with spirals that hit or are meant to fail (CON-R23)."""
    spirals = tuple([coin for coin in hand if coin in SPIRALS])
    numbers = tuple([coin for coin in hand if coin not in SPIRALS]) if spirals else hand
    found = []
    for pairs, tiles in ((lie.against, LIES_THERE), (lie.against_on_new, held)):
        if pairs and tiles:
            found.append(AttackGroup(numbers, lie.bands, pairs, tiles, Payment(hand, to, (HIT,))))
            if spirals:
                found.append(AttackGroup(spirals, lie.bands, pairs, tiles, Payment(hand, to, (HIT, MISS))))
    return found


def named(cells: Sequence[int]) -> tuple[str, ...]:
    """Cells by name."""
    return tuple(CELL_NAMES[cell] for cell in cells)
