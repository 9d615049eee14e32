"""Tells what a mail would do, without a server: ``turncoat mail read``."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.server.mail.carrying import could
from turncoat.server.mail.orders import Reader
from turncoat.server.mail.reading import read_mail
from turncoat.table.table import Table


def tried(raw: bytes, table: Table, seat: int) -> Iterator[str]:
    """The orders in a mail, line by line, and what each would do at a seat; nothing is carried out."""
    came = read_mail(raw)
    if came.fault or came.machine:
        yield f"Dropped: {came.fault or came.machine}"
        return
    yield f"From: {came.sender or 'no single address, so it would be dropped'}"
    reader = Reader(table, seat)
    plan = reader.read(came.written)
    for order in plan.orders:
        yield f"  {order.kind.value}: this {could(table, seat, order)}"
    for fault in plan.faults:
        yield f"  not read: {fault.line}: {fault.why}"
    for line in reader.passed:
        yield f"  read past: {line}"
    if plan.preview:
        yield "The first line is preview: the orders in this mail would not be carried out."
    elif not plan.orders:
        yield "There is no order in it."
