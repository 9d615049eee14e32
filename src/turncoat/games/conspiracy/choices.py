"""CON-5: the choices of the active player, in groups that become boxes only when they are read.

The space and the direction of a coin depend on each other, so there is a box for each direction. Nearly every answer
changes the board, so all groups must be made again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Stop,
)
from turncoat.games.conspiracy.geometry import CELL_NAMES, SPACE_NAMES, Bands, column_name, member
from turncoat.games.conspiracy.pieces import SPIRALS
from turncoat.games.conspiracy.place import Ground
from turncoat.kernel import Box, Boxes, OneOf, box
from turncoat.kernel.space import Space

HIT, MISS = "hit", "miss"
"""CON-R23: an attacking spiral counts as high enough, unless it is meant to fail."""

Tiles = tuple[str | None, ...]
"""The tiles that may be laid under a coin; ``None`` means no new tile."""

LIES_THERE: Tiles = (None,)


@cache
def others(players: int, seat: int) -> tuple[int, ...]:
    """CON-5.g, CON-R22: the possible receivers of a coin: all other players."""
    return tuple(other for other in range(players) if other != seat)


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
        return Place(self.hand[coin], self.layout.space[member(positions, place)], direction, self.tiles[tile])

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """A box for each direction of the coin."""
        rule = "CON-5.a.ii" if self.tiles == LIES_THERE else "CON-5.a.iii"
        coin, tile = OneOf(self.hand, "coin"), OneOf(self.tiles, "tile")
        return [
            box(Place, rule, coin=coin, space=space, direction=direction, tile=tile)
            for space, direction in pointing(self.layout, self.pairs)
        ]


class Payment(Struct, frozen=True):
    """How an attack is paid for: the hand, the possible receivers, and how high a spiral counts."""

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
        given = [other for other in payment.hand if other != coin][gift]
        space, to = self.layout.space[member(positions, place)], payment.to[receiver]
        return AttackCoin(coin, space, direction, given, to, self.tiles[tile], payment.aims[aim])

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """A box for each direction of the coin."""
        paid: dict[str, Space] = {
            "coin": OneOf(self.coins, "coin"),
            "gift": OneOf(self.payment.hand, "coin"),
            "to": OneOf(self.payment.to, "seat"),
            "tile": OneOf(self.tiles, "tile"),
            "aim": OneOf(self.payment.aims, "aim"),
        }
        return [
            box(AttackCoin, "CON-5.c.iii.a", distinct=("coin", "gift"), space=space, direction=direction, **paid)
            for space, direction in pointing(self.layout, self.pairs)
        ]


def pointing(layout: Bands, pairs: int) -> list[tuple[OneOf, OneOf]]:
    """The spaces for each direction."""
    return [
        (OneOf(layout.names(positions), "space"), OneOf((direction,), "direction"))
        for direction, positions in layout.split(pairs)
    ]


@cache
def advance_group(columns: int) -> Boxes[ConspiracyAction]:
    """CON-5.e.ii: any column, even one with nothing to move (CON-R28)."""
    names = tuple(map(column_name, range(columns)))
    return Boxes(Box(AdvanceColumn, "CON-5.e.ii", (("column", OneOf(names, "column")),)))


STOP = Stop()
STOP_GROUP: Boxes[ConspiracyAction] = Boxes(Box(Stop, "CON-5"))


def spiral_count(hand: tuple[str, ...]) -> int:
    """CON-C.7: how many coins of a hand are spirals."""
    return len([coin for coin in hand if coin in SPIRALS])


def called(names: Mapping[int, str], places: list[int]) -> tuple[str, ...]:
    """The names of cells or positions."""
    return tuple([names[place] for place in places])


class TurnActions:
    """CON-5: all answers that use a coin in hand.

    They are counted at once, but a group is made only when it is read.
    """

    def __init__(self, hand: tuple[str, ...], held: Tiles, to: tuple[int, ...], lie: Ground) -> None:
        self.hand, self.held, self.to, self.lie = hand, held, to, lie
        self.coins: list[int] = []
        self.cells: list[int] = []
        self.counts = [0, 0, 0, 0, 0, 0, 0, 0]
        self.count = 0

    def place(self) -> None:
        """CON-5.a: on tiles that lie there, and on one tile that is laid for it."""
        coins, lie = len(self.hand), self.lie
        self.counts[0] = lie.on_board.bit_count() * coins
        self.counts[1] = lie.on_new.bit_count() * coins * len(self.held)

    def attack(self) -> None:
        """CON-5.c: with numbers as they are, and with spirals that hit or are meant to fail (CON-R23)."""
        spirals, lie = spiral_count(self.hand), self.lie
        gifts = (len(self.hand) - 1) * len(self.to)
        there, new = lie.against.bit_count() * gifts, lie.against_on_new.bit_count() * gifts * len(self.held)
        numbers = len(self.hand) - spirals
        self.counts[2:6] = there * numbers, there * spirals * 2, new * numbers, new * spirals * 2

    def reveal_coins(self, coins: list[int]) -> None:
        """CON-5.b: the group of coins that can be revealed now."""
        self.coins = coins
        self.counts[6] = len(coins) * len(self.hand) * len(self.to)

    def reveal_tiles(self, cells: list[int]) -> None:
        """CON-5.d: the tiles of these cells."""
        self.cells = cells
        self.counts[7] = len(cells) * len(self.hand) * len(self.to)

    def closed(self) -> TurnActions:
        """Count the answers of all groups, once all groups are added."""
        self.count = sum(self.counts)
        return self

    def nth(self, index: int) -> ConspiracyAction:
        """The answer with this number.

        Raises:
            IndexError: if there are fewer answers.
        """
        for number, count in enumerate(self.counts):
            if index < count:
                return self.group(number).nth(index)
            index -= count
        raise IndexError(index)

    @property
    def boxes(self) -> Sequence[Box[ConspiracyAction]]:
        """The boxes of all groups."""
        return [box for number, count in enumerate(self.counts) if count for box in self.group(number).boxes]

    def group(self, number: int) -> PlaceGroup | AttackGroup | Boxes[ConspiracyAction]:
        """The group with this number, in the order of ``counts``."""
        hand, lie = self.hand, self.lie
        if number < 2:
            pairs, tiles = (lie.on_new, self.held) if number else (lie.on_board, LIES_THERE)
            return PlaceGroup(hand, lie.bands, pairs, tiles)
        if number < 6:
            pairs, tiles = (lie.against_on_new, self.held) if number > 3 else (lie.against, LIES_THERE)
            wild = number % 2 == 1
            coins = tuple([coin for coin in hand if (coin in SPIRALS) == wild])
            return AttackGroup(coins, lie.bands, pairs, tiles, Payment(hand, self.to, (HIT, MISS) if wild else (HIT,)))
        gift, to = OneOf(hand, "coin"), OneOf(self.to, "seat")
        if number == 6:
            space = OneOf(called(SPACE_NAMES, self.coins), "space")
            return Boxes(box(RevealCoin, "CON-5.b.iii", space=space, gift=gift, to=to))
        cell = OneOf(called(CELL_NAMES, self.cells), "cell")
        return Boxes(box(RevealTile, "CON-5.d.iii", cell=cell, gift=gift, to=to))


ActionGroup = TurnActions | Boxes[ConspiracyAction]
