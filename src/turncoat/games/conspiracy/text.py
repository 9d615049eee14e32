"""Conspiracy in words: the names of pieces and places, and the questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from turncoat.games.conspiracy.geometry import CORNERS, column_name, row_name, row_of
from turncoat.games.conspiracy.geometry import NUMBERS as PLACES
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import OPPOSED, PIECES, RANK, RANKS, SPIRAL, SUIT, SUIT_NAMES
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import SeatNames
from turncoat.kernel.space import Id

DIRECTION_NAMES = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}

AIM_NAMES = {"hit": "succeed", "miss": "fail"}

QUESTIONS = {
    "match.goals": "Which suit and which number are your secret goal?",
    "round.gap": "You are free. Do you take your turn now?",
    "turn.actions": "What will you do?",
    "turn.save": "Which coin do you save for your next turn?",
    "turn.mark": "Do you mark a tile of the Present?",
    "turn.claim": "Do you claim the win?",
    "hit.finish": "Do you give a second coin to remove the coin you hit?",
}


def coin_name(coin: str) -> str:
    """``Suns spiral``, ``Moons blank``, ``Crowns 2``."""
    return f"{SUIT_NAMES[SUIT[coin]]} {coin_number(RANK[coin])}"


def tile_name(tile: str) -> str:
    """``Suns symbol``, ``Moons blank``, ``Crowns 2``."""
    return f"{SUIT_NAMES[SUIT[tile]]} {face(RANK[tile])}"


def coin_number(rank: int) -> str:
    """What the number side of a coin shows."""
    return {0: "blank", SPIRAL: "spiral"}.get(rank, str(rank))


def face(rank: int) -> str:
    """What a tile or die shows."""
    return {0: "blank", 1: "symbol"}.get(rank, str(rank))


COIN_NAMES = {coin: coin_name(coin) for coin in PIECES}
TILE_NAMES = {tile: tile_name(tile) for tile in PIECES}
SPANS = {"rounds": "actions", "this round": "with the next action"}
"""CON-I.5: how long promises last; each action is one answer."""

NUMBERS = {rank: coin_number(rank) for rank in RANKS}

TABLES: Mapping[str, Mapping[str, str] | Mapping[int, str]] = {
    "span": SPANS,
    "coin": COIN_NAMES,
    "suit": SUIT_NAMES,
    "direction": DIRECTION_NAMES,
    "aim": AIM_NAMES,
    "rank": NUMBERS,
    "face": {rank: face(rank) for rank in RANKS},
    "side": SUIT_NAMES | {str(rank): name for rank, name in NUMBERS.items()},
}
"""The names of values, by domain; a side of a coin is a suit or a number."""

SIDE_NOTES = {
    **{suit: f"a suit; opposed to {SUIT_NAMES[other]}, neutral to the two others" for suit, other in OPPOSED.items()},
    str(SPIRAL): "any number you wish on a coin that points or attacks, elsewhere 1; it may have an effect when played",
    "0": "counts as 0",
}
"""CON-C.1, CON-C.7, CON-U.1: the first lines of ``explain arms`` and ``explain spiral``."""

NAMED: dict[tuple[str, Id], str] = {
    (domain, key): name for domain, table in TABLES.items() for key, name in table.items()
}


class ConspiracyNames(SeatNames):
    """The names of seats, coins, tiles, suits, numbers and directions; places have their ids as names."""

    def __init__(self, seats: Iterable[str], options: Options | None = None) -> None:
        super().__init__(seats)
        self.columns = (options or Options()).columns

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("coin", "S1")`` is ``"Suns spiral"``."""
        if domain == "tile":
            return "no new tile" if value is None else TILE_NAMES.get(str(value), str(value))
        if domain == "place" and isinstance(value, str):
            return f"{'space' if '.' in value else 'cell'} {value}"
        return NAMED.get((domain, value)) or super().label(domain, value)

    def note(self, domain: str, value: Id) -> str:
        """CON-C.1: the number 1 of a goal is the spiral, 0 the blank; for a side of a coin, its meaning."""
        if domain == "side":
            return SIDE_NOTES.get(str(value), "")
        called = NUMBERS.get(value) if domain == "number" and isinstance(value, int) else None
        return called if called is not None and called != str(value) else ""

    def synonym(self, domain: str, value: Id) -> str:
        """CON-C.1: a player can type a goal's number as ``spiral`` or ``blank``."""
        return self.note(domain, value) if domain == "number" else ""

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """CON-C, CON-G: the ids of every piece and place and of their properties."""
        pieces: dict[str, Iterable[Id]] = {**TABLES, "tile": TILE_NAMES, "number": RANKS}
        rows = len(TILE_NAMES)
        if isinstance(view, ConspiracyView):
            rows = 2 + max((row_of(PLACES[tile.cell]) for tile in view.tiles), default=0)
        columns = [column_name(column) for column in range(self.columns)]
        cells = [f"{column}{row_name(row)}" for column in columns for row in range(rows)]
        spaces = [f"{cell}.{corner}" for cell in cells for corner in CORNERS]
        pieces |= {"column": columns, "cell": cells, "space": spaces, "place": (*cells, *spaces)}
        return {**super().ids(view), **pieces}


def counted(number: int) -> str:
    """``1 coin``, ``3 coins``, ``no coins``."""
    return "1 coin" if number == 1 else f"{number or 'no'} coins"
