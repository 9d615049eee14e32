"""What a seat knows as a list of numbers of a fixed length, made only from its view.

Every value in the view has a path as its name: ``supplies/1``, ``own/cards=shield``. A number goes to the place of its
path, as ``sign(x) log(1 + |x|)``, rounded to 1/1024; any other value counts at the place of its path and value. The
place of a path is its CRC-32 modulo the length, its sign the highest bit: feature hashing (Weinberger and others,
2009), so that one length serves every game, and two paths that share a place cancel out on average.

The seat itself is number 0, and a list with one entry for each seat begins with the seat's own entry.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from math import copysign, log1p
from typing import cast
from zlib import crc32

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from turncoat.kernel.message import Kind, kinds_in

Vector = NDArray[np.float32]

PLACES = 1024
"""The usual length of the list of numbers."""

HIGHEST = 1 << 31

PARTS = 1024
"""Numbers are rounded to multiples of 1 / ``PARTS``, so that adding and subtracting them is exact."""

Mark = tuple[int, float]
"""A place in the list, and the number to be added there."""

SEAT = "seat"

PLAIN = frozenset({bool, int, str})


class Seen:
    """Turns views into numbers, for tables with this number of seats.

    It remembers what it told each seat last, and updates only what has changed. Every number is a multiple of 1 /
    ``PARTS``, so sums are exact, and nothing of earlier views remains. Nobody may change a view after it was made.
    """

    def __init__(self, seats: int, places: int = PLACES) -> None:
        self.seats, self.places = seats, places
        self._rows: dict[int, _Row] = {}
        self._known: dict[str, Mark] = {}

    def vector(self, view: Struct, own: int, more: Iterable[Mark] = ()) -> Vector:
        """The view of this seat as a new array of numbers, with these additional marks."""
        known = self._rows.get(own)
        if known is None:
            known = self._rows[own] = _Row(self, own)
        row = known.told(view)
        for place, number in more:
            row[place] += number
        return np.frombuffer(row, np.float32)

    def mark(self, path: str, number: float = 1.0) -> Mark:
        """The place of a single value in the list, and the number to be added there."""
        found = self._known.get(path)
        if found is None:
            code = crc32(path.encode())
            found = self._known[path] = code % self.places, -1.0 if code & HIGHEST else 1.0
        return found[0], found[1] * number


class _Node:
    """A place in the views of a seat: its path, the kind of its ids, and the values found there before."""

    __slots__ = ("kind", "leaves", "members", "parts", "path", "rows")

    def __init__(self, path: str, kind: Kind | None = None) -> None:
        self.path, self.kind = path, kind
        self.parts: dict[object, _Node] = {}
        self.rows: dict[object, tuple[_Node, ...]] = {}
        self.leaves: dict[object, Mark] = {}
        self.members: dict[object, Mark] = {}


class _Row:
    """The numbers of one seat, and the view from which they were made."""

    def __init__(self, seen: Seen, own: int) -> None:
        self.seen, self.own = seen, own
        self.view: Struct | None = None
        self.root = _Node("")
        self.row = array("f", bytes(4 * seen.places))

    def told(self, view: Struct) -> array[float]:
        """The numbers of this view, as a copy."""
        if view is not self.view:
            self._change(self.root, self.view, view)
            self.view = view
        return self.row[:]

    def _change(self, node: _Node, old: object, new: object) -> None:
        """Update the numbers after the value at a place has changed."""
        if isinstance(new, Struct) and new.__class__ is old.__class__:
            self._change_parts(self._fields(node, new), astuple(old), astuple(new))
        elif isinstance(new, tuple) and isinstance(old, tuple) and len(new) == len(old):
            parts, by_seat = self._places(node, len(new))
            self._change_parts(parts, old, new)
            if not by_seat:
                self._tell_members(node, old, -1)
                self._tell_members(node, new, 1)
        else:
            self._tell(node, old, -1)
            self._tell(node, new, 1)

    def _change_parts(self, parts: tuple[_Node, ...], old: tuple[object, ...], new: tuple[object, ...]) -> None:
        """Update the numbers for all parts of a value, reusing numbers computed before."""
        row = self.row
        for part, before, after in zip(parts, old, new, strict=True):
            if before is after or before == after:
                continue
            if before.__class__ is after.__class__ and after.__class__ in PLAIN:
                out, into = part.leaves.get(before), part.leaves.get(after)
                if out is not None and into is not None:
                    row[out[0]] -= out[1]
                    row[into[0]] += into[1]
                    continue
            self._change(part, before, after)

    def _tell(self, node: _Node, value: object, sign: int) -> None:
        """Add all single values below a value, or take them away."""
        if value is None or value == "":
            return
        if isinstance(value, Struct):
            for part, inner in zip(self._fields(node, value), astuple(value), strict=True):
                self._tell(part, inner, sign)
        elif isinstance(value, dict):
            for key, inner in value.items():
                self._tell(self._part(node, _turned(key, self.own, self.seen.seats, node.kind), None), inner, sign)
        elif isinstance(value, tuple | list | frozenset):
            row = tuple(sorted(value, key=str) if isinstance(value, frozenset) else value)
            parts, by_seat = self._places(node, len(row))
            for part, inner in zip(parts, row, strict=True):
                self._tell(part, inner, sign)
            if not by_seat:
                self._tell_members(node, row, sign)
        else:
            place, number = self._leaf(node, value)
            self.row[place] += sign * number

    def _tell_members(self, node: _Node, values: Iterable[object], sign: int) -> None:
        """Add the members of a list in any order, or take them away."""
        for value in values:
            if not isinstance(value, Struct | tuple | list | dict | frozenset):
                place, number = self._member(node, value)
                self.row[place] += sign * number

    def _leaf(self, node: _Node, value: object) -> Mark:
        """The place and number for a value that is not a list."""
        found = node.leaves.get(value)
        if found is None:
            if value is False:
                found = 0, 0.0
            elif isinstance(value, int) and value is not True and node.kind is None:
                found = self.seen.mark(node.path, round(copysign(log1p(abs(value)), value) * PARTS) / PARTS)
            else:
                found = self.seen.mark(f"{node.path}={_turned(value, self.own, self.seen.seats, node.kind)}")
            node.leaves[value] = found
        return found

    def _member(self, node: _Node, value: object) -> Mark:
        """The place and number for a value that is a member of a list."""
        found = node.members.get(value)
        if found is None:
            path = f"{node.path}={_turned(value, self.own, self.seen.seats, node.kind)}"
            found = node.members[value] = self.seen.mark(path)
        return found

    def _fields(self, node: _Node, value: Struct) -> tuple[_Node, ...]:
        """The places of a struct's fields."""
        found = node.rows.get(value.__class__)
        if found is None:
            kinds = _kinds(value.__class__)
            parts = (self._part(node, name, kinds.get(name)) for name in value.__struct_fields__)
            found = node.rows[value.__class__] = tuple(parts)
        return found

    def _places(self, node: _Node, length: int) -> tuple[tuple[_Node, ...], bool]:
        """The places of a list's members, and whether it is a list by seat, which begins with the own seat."""
        by_seat = _by_seat(length, self.seen.seats, node.kind)
        found = node.rows.get(length)
        if found is None:
            turn = self.own if by_seat else 0
            parts = (self._part(node, (place - turn) % length, node.kind) for place in range(length))
            found = node.rows[length] = tuple(parts)
        return found, by_seat

    @staticmethod
    def _part(node: _Node, called: object, kind: Kind | None) -> _Node:
        found = node.parts.get(called)
        if found is None:
            found = node.parts[called] = _Node(f"{node.path}/{called}", kind)
        return found


@cache
def _kinds(kind: type[Struct]) -> dict[str, Kind]:
    return dict(kinds_in(kind))


def structured(view: Struct, own: int, seats: int) -> dict[str, object]:
    """The view as a dict of plain data. The own seat is number 0, and lists by seat begin with it."""
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
        return row[own:] + row[:own] if _by_seat(len(row), seats, kind) else row
    return _turned(value, own, seats, kind)


def _by_seat(length: int, seats: int, kind: Kind | None) -> bool:
    """Whether a list has one entry for each seat: it has one for each seat, and none is a seat."""
    return length == seats and (kind is None or kind.domain != SEAT)


def _turned(value: object, own: int, seats: int, kind: Kind | None) -> object:
    """A seat's number counted from the own seat; any other value unchanged."""
    seat = kind is not None and kind.domain == SEAT and isinstance(value, int)
    return (cast("int", value) - own) % seats if seat else value
