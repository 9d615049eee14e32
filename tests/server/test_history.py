"""The checker of histories finds what it is there to find."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.history import Sent, faults
from tests.kit import sure
from tests.server.keeping import Room, room

from turncoat.table.record import Answered, Record


async def played(made: Room) -> tuple[Record, list[Sent]]:
    """Two rounds of three, each order sent after the one before was acknowledged."""
    table, sent = await made.table(3, {"rounds": 2}), list[Sent]()
    for number in range(6):
        receipt = await made.answer(table, number % 3, "loot")
        sent.append(
            Sent(receipt.table, receipt.seat, receipt.request, receipt.action, number, number + 0.5, receipt=receipt)
        )
        made.clock.now += 1
    return sure(made.store.record(table.header.table)), sent


class Shelf:
    """What stands in for a store: one record."""

    def __init__(self, record: Record, made: Room) -> None:
        self.kept, self.made = record, made

    def record(self, _table: str) -> Record:
        return self.kept

    def load(self, table: str) -> object:
        return self.made.store.load(table)


def places(record: Record) -> list[int]:
    return [place for place, entry in enumerate(record.entries) if isinstance(entry, Answered)]


def dropped(record: Record) -> None:
    """An order is dropped after its receipt."""
    del record.entries[places(record)[-1]]


def doubled(record: Record) -> None:
    """An order is applied twice."""
    place = places(record)[0]
    record.entries.insert(place, record.entries[place])


def overwritten(record: Record) -> None:
    """A stale writer, who knows of an earlier state, has put its order where another was acknowledged."""
    first, *_, last = places(record)
    record.entries[last] = record.entries[first]


def swapped(record: Record) -> None:
    """Two orders have changed places, as if the later one had come first."""
    first, second = places(record)[:2]
    record.entries[first], record.entries[second] = record.entries[second], record.entries[first]


async def test_a_history_without_faults_is_accepted(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        _, sent = await played(made)
        assert faults(made.store, sent) == []


async def test_an_order_that_was_never_answered_may_be_there_or_not(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        _, sent = await played(made)
        sent[2].receipt, sent[2].ended = None, math.inf
        more = Sent(sent[0].table, 0, 9, {"type": "pass"}, began=7)
        assert faults(made.store, [*sent, more]) == []


async def test_of_an_order_of_a_page_no_receipt_is_known_and_it_is_missed_all_the_same(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        record, sent = await played(made)
        sent[5].receipt = None
        assert faults(made.store, sent) == []
        dropped(record)
        assert any(fault.startswith("lost") for fault in faults(Shelf(record, made), sent))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("plant", "word"),
    [(dropped, "lost"), (doubled, "twice"), (swapped, "out of place"), (overwritten, "lost"), (overwritten, "twice")],
    ids=["dropped", "doubled", "swapped", "stale writer", "stale writer, twice"],
)
async def test_a_planted_fault_is_found(tmp_path: Path, plant: Callable[[Record], None], word: str) -> None:
    async with room(tmp_path) as made:
        record, sent = await played(made)
        plant(record)
        assert any(fault.startswith(word) for fault in faults(Shelf(record, made), sent))  # type: ignore[arg-type]
