"""What a seat knows, as a row of numbers of a fixed length: made from its view and from nothing else.

Every leaf of the view has a name, its path: ``supplies/1``, ``own/cards=shield``. Numbers stand at the place of their
path, as ``sign(x) log(1 + |x|)``; everything else at the place of its path and value, as 1, or as often as it is there.
The place of a path is its CRC-32 modulo the length, its sign the highest bit: feature hashing (Weinberger and others,
2009), so that one length serves every game, and two paths that share a place cancel out on average.

Seats are counted from the own one, and a list with one part for each seat begins with the own part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from functools import cache
from math import copysign, log1p
from typing import cast
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from turncoat.kernel.message import Kind, kinds_in

Vector = NDArray[np.float32]

PLACES = 1024
"""How many numbers there are, unless somebody wants more or fewer."""

HIGHEST = 1 << 31

SEAT = "seat"


class Seen:
    """Turns views into numbers, for tables with so many seats."""

    def __init__(self, seats: int, places: int = PLACES) -> None:
        self.seats, self.places = seats, places
        self._known: dict[str, tuple[int, int]] = {}

    def vector(self, view: Struct, own: int, *more: tuple[str, float]) -> Vector:
        """The view of this seat, and more leaves beside it."""
        row = np.zeros(self.places, np.float32)
        for path, number in (*self.leaves(view, own), *more):
            place, sign = self._known.get(path) or self._placed(path)
            row[place] += sign * number
        return row

    def leaves(self, view: Struct, own: int) -> Iterator[tuple[str, float]]:
        """All leaves of a view: path and number."""
        return self._parts(view, own, "")

    def _placed(self, path: str) -> tuple[int, int]:
        code = crc32(path.encode())
        found = self._known[path] = code % self.places, -1 if code & HIGHEST else 1
        return found

    def _parts(self, value: Struct, own: int, path: str) -> Iterator[tuple[str, float]]:
        kinds = _kinds(type(value))
        for name in value.__struct_fields__:
            yield from self._leaf(getattr(value, name), own, f"{path}/{name}", kinds.get(name))

    def _leaf(self, value: object, own: int, path: str, kind: Kind | None) -> Iterator[tuple[str, float]]:
        """The leaves below one value; ``kind``: what its ids are ids of."""
        if value is None or value == "":
            return
        if isinstance(value, Struct):
            yield from self._parts(value, own, path)
        elif isinstance(value, dict):
            for key, part in value.items():
                called = _turned(key, own, self.seats, kind)
                yield from self._leaf(part, own, f"{path}/{called}", None)
        elif isinstance(value, tuple | list | frozenset):
            yield from self._row(tuple(value), own, path, kind)
        elif isinstance(value, int) and not isinstance(value, bool) and kind is None:
            yield path, copysign(log1p(abs(value)), value)
        elif value is not False:
            yield f"{path}={_turned(value, own, self.seats, kind)}", 1.0

    def _row(self, row: tuple[object, ...], own: int, path: str, kind: Kind | None) -> Iterator[tuple[str, float]]:
        """A list by seat from the own seat; of others what is in it, and what stands where."""
        by_seat = _by_seat(row, self.seats, kind)
        for place, value in enumerate(row):
            if by_seat:
                yield from self._leaf(value, own, f"{path}/{(place - own) % self.seats}", kind)
                continue
            yield from self._leaf(value, own, f"{path}/{place}", kind)
            if not isinstance(value, Struct | tuple | dict):
                yield f"{path}={_turned(value, own, self.seats, kind)}", 1.0


@cache
def _kinds(kind: type[Struct]) -> dict[str, Kind]:
    return dict(kinds_in(kind))


def structured(view: Struct, own: int, seats: int) -> dict[str, object]:
    """The view as a dict of plain data. Seats are counted from the own one, and lists by seat begin with it."""
    kinds = _kinds(type(view))
    named = ((name, getattr(view, name)) for name in view.__struct_fields__)
    return {name: _plain(value, own, seats, kinds.get(name)) for name, value in named}


def _plain(value: object, own: int, seats: int, kind: Kind | None) -> object:
    if isinstance(value, Struct):
        return structured(value, own, seats)
    if isinstance(value, dict):
        return {_turned(key, own, seats, kind): _plain(part, own, seats, None) for key, part in value.items()}
    if isinstance(value, tuple | list | frozenset):
        row = [_plain(part, own, seats, kind) for part in value]
        return row[own:] + row[:own] if _by_seat(row, seats, kind) else row
    return _turned(value, own, seats, kind)


def _by_seat(row: Sized, seats: int, kind: Kind | None) -> bool:
    """Whether a list has one part for each seat: it is as long as there are seats, and holds none itself."""
    return len(row) == seats and (kind is None or kind.domain != SEAT)


def _turned(value: object, own: int, seats: int, kind: Kind | None) -> object:
    """A seat as it is counted from the own one; any other value as it is."""
    seat = kind is not None and kind.domain == SEAT and isinstance(value, int)
    return (cast("int", value) - own) % seats if seat else value
