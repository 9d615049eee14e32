"""Boxes put together as a form shows them: one entry for an action, however many boxes its limits need.

Where what can be picked depends on other picks there are several boxes; the form shows all that any of them allows,
script takes away what no longer goes together, and ``turncoat.web.forms`` finds the box that an answer is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec import Struct

from turncoat.games import game_of
from turncoat.kernel.boxes import Action, Box, Boxes
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Space, Words

Joined = Mapping[str, str]
"""For each action that is shown on the card of another, the name of that other action."""

ALONE: Joined = MappingProxyType({})

Cell = list[int] | dict[str, int | list[int]] | int | None
"""What one box leaves of a field: numbers of choices; bounds; None where the box has no such field, or for a text.

A number stands for the cell of the same field in the row with that number: long lists are written once.
"""

SHORT = 4
"""Lists with at most this many choices are written out each time."""

GROUPED = (OneOf, Between, Amounts, Order, Words)
"""Kinds of value sets that may differ between the boxes of an entry."""


class Entry(Struct, frozen=True):
    """One action as a form shows it.

    Attributes:
        key: The name of the action, with a number if several entries share it.
        boxes: The boxes, one of which holds the answer; more than one where what can be picked depends on other picks.
        fields: The fields of the action, with every value that any of the boxes allows.
    """

    key: str
    boxes: tuple[Box[Action], ...]
    fields: tuple[tuple[str, Space], ...]


def joined(game: str) -> Joined:
    """The actions of a game that share a card with another action."""
    board = game_of(game).board
    return board.joined if board is not None else ALONE


def entries(boxes: Boxes[Action], shared: Joined = ALONE) -> tuple[Entry, ...]:
    """What a form shows: boxes of one action whose fields can be united are one entry, all others one each."""
    groups: dict[tuple[object, ...], list[Box[Action]]] = {}
    for number, box in enumerate(boxes.boxes):
        groups.setdefault(_group(box, number, shared), []).append(box)
    seen: dict[str, int] = {}
    made = []
    for found in groups.values():
        tag = shared.get(found[0].tag, found[0].tag)
        seen[tag] = seen.get(tag, 0) + 1
        key = tag if seen[tag] == 1 else f"{tag}~{seen[tag]}"
        made.append(Entry(key, tuple(found), found[0].fields if len(found) == 1 else _united(found)))
    return tuple(made)


def _group(box: Box[Action], number: int, shared: Joined) -> tuple[object, ...]:
    """Boxes of the same group can be united in one entry."""
    if not all(isinstance(space, GROUPED) for _, space in box.fields) or not box.fields:
        return (number,)
    if any(isinstance(space, Order) and len(set(space.values)) < len(space.values) for _, space in box.fields):
        return (number,)
    if box.tag in shared or box.tag in shared.values():
        return (shared.get(box.tag, box.tag),)
    if len(box.fields) == 1 and isinstance(box.fields[0][1], OneOf):
        return (number,)
    return (box.action, tuple((name, space.__class__) for name, space in box.fields), box.distinct)


def _united(boxes: list[Box[Action]]) -> tuple[tuple[str, Space], ...]:
    """The fields of several boxes, with every value that any of the boxes allows."""
    found: dict[str, list[Space]] = {}
    for box in sorted(boxes, key=_many_fields_first):
        for name, space in box.fields:
            found.setdefault(name, []).append(space)
    return tuple((name, _unite(spaces)) for name, spaces in found.items())


def _many_fields_first(box: Box[Action]) -> int:
    return -len(box.fields)


def _unite(spaces: list[Space]) -> Space:
    first = spaces[0]
    if isinstance(first, OneOf):
        values = dict.fromkeys(value for space in spaces if isinstance(space, OneOf) for value in space.values)
        if all(isinstance(value, str) and "." in value for value in values):
            values = dict.fromkeys(sorted(values, key=str))
        return OneOf(tuple(values), first.domain)
    if isinstance(first, Between):
        ranges = [space for space in spaces if isinstance(space, Between)]
        return Between(min(between.low for between in ranges), max(between.high for between in ranges), first.domain)
    if isinstance(first, Amounts):
        return _unite_amounts([space for space in spaces if isinstance(space, Amounts)])
    if isinstance(first, Words):
        return Words(max(space.longest for space in spaces if isinstance(space, Words)), first.domain)
    assert isinstance(first, Order)
    orders = [space for space in spaces if isinstance(space, Order)]
    members = tuple(dict.fromkeys(value for order in orders for value in order.values))
    return Order(members, min(order.low for order in orders), max(order.high for order in orders), first.domain)


def _unite_amounts(spaces: list[Amounts]) -> Amounts:
    caps: dict[str, int] = {}
    for space in spaces:
        for key, cap in space.caps:
            caps[key] = max(cap, caps.get(key, 0))
    low, high = min(space.low for space in spaces), max(space.high for space in spaces)
    return Amounts(tuple(caps.items()), low, high, spaces[0].domain)


def together(entry: Entry) -> str:
    """Which choices and limits go together, as JSON for script: a row for each box, in it a cell for each field."""
    plain = [space for _, space in entry.fields if isinstance(space, OneOf)]
    differ = any(box.distinct for box in entry.boxes)
    if len(entry.boxes) == 1 and not differ and (len(plain) < len(entry.fields) or len(entry.fields) < 2):
        return ""
    rows = [
        [_cell(space, dict(box.fields).get(name)) for name, space in entry.fields] for box in entry.boxes
    ]  # fmt: skip
    return msgspec.json.encode(_written_once(rows)).decode()


def _written_once(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows, with repeated long lists replaced by the number of the row that has the list first."""
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    made = []
    for number, row in enumerate(rows):
        cells: list[Cell] = []
        for place, cell in enumerate(row):
            if isinstance(cell, list) and len(cell) > SHORT:
                first = known.setdefault((place, tuple(cell)), number)
                cells.append(cell if first == number else first)
            else:
                cells.append(cell)
        made.append(cells)
    return made


def rows_of(text: str) -> list[list[Cell]]:
    """The rows that ``together`` has written, with all lists written out."""
    rows = msgspec.json.decode(text or "[]", type=list[list[Cell]])
    return [[rows[cell][place] if isinstance(cell, int) else cell for place, cell in enumerate(row)] for row in rows]


def _cell(whole: Space, own: Space | None) -> Cell:
    if isinstance(whole, OneOf) and isinstance(own, OneOf):
        return _numbers(whole.values, own.values)
    if isinstance(own, Between):
        return {"low": own.low, "high": own.high}
    if isinstance(whole, Amounts) and isinstance(own, Amounts):
        caps = dict(own.caps)
        return {"low": own.low, "high": own.high, "caps": [caps.get(key, 0) for key, _ in whole.caps]}
    if isinstance(whole, Order) and isinstance(own, Order):
        return {"low": own.low, "high": own.high, "open": _numbers(whole.values, own.values)}
    return None


def _numbers(whole: tuple[Id, ...], own: tuple[Id, ...]) -> list[int]:
    known = {value: number for number, value in enumerate(whole)}
    return sorted(known[value] for value in own)
