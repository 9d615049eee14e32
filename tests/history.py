"""What clients have seen of a server, against what it has stored: no acknowledged order lost, doubled or out of place.

Clients note when they sent each order, what it was, and when it was acknowledged. Nobody needs to know what happened
meanwhile: a process killed, a database stopped, an answer lost on the way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from tests.kit import sure

from turncoat.server.store import Store
from turncoat.table.proof import Receipt
from turncoat.table.record import Answered, Json, Record
from turncoat.table.verify import verify


class Sent(Struct):
    """An order that a client has sent.

    Attributes:
        began: When it was sent, in seconds.
        ended: When it was acknowledged; not yet, or never.
        receipt: What was acknowledged; a page shows only a part of it.
    """

    table: str
    seat: int
    request: int
    action: Json
    began: float = -math.inf
    ended: float = math.inf
    receipt: Receipt | None = None

    @property
    def acknowledged(self) -> bool:
        return self.receipt is not None or self.ended < math.inf


def of_receipts(receipts: Sequence[Receipt]) -> list[Sent]:
    """The orders of which no more is known than that they were acknowledged."""
    return [Sent(one.table, one.seat, one.request, one.action, receipt=one) for one in receipts]


def faults(store: Store, sent: Sequence[Sent]) -> list[str]:
    """What is wrong with what is stored at the tables where these orders were sent; nothing is under way any more."""
    found, by_table = list[str](), dict[str, list[Sent]]()
    for one in sent:
        by_table.setdefault(one.table, []).append(one)
    for table_id, there in by_table.items():
        record = sure(store.record(table_id))
        found += faults_of(record, there)
        live = sure(store.load(table_id))
        if live.state.entries != len(record.entries):
            found.append(f"table {table_id} counts {live.state.entries} entries and has {len(record.entries)}")
    return found


def faults_of(record: Record, sent: Sequence[Sent]) -> list[str]:
    """What is wrong with the record of a table, given the orders that were sent there."""
    where, found = f"of table {record.header.table}", list[str]()
    answers = [entry for entry in record.entries if isinstance(entry, Answered)]
    places = dict[tuple[int, int], list[int]]()
    for place, answer in enumerate(answers):
        places.setdefault((answer.seat, answer.request), []).append(place)
    met, acknowledged = list[tuple[int, Sent]](), [one for one in sent if one.acknowledged]
    for one in acknowledged:
        there = [place for place in places.get((one.seat, one.request), ()) if _meets(answers[place], one)]
        if not there:
            found.append(f"lost: seat {one.seat}, question {one.request} {where}")
        met += [(place, one) for place in there[:1] if one.receipt is not None]  # else it may be one sent before
    many = Counter((one.seat, one.request, str(one.action)) for one in sent)
    for what, times in Counter((one.seat, one.request, str(one.action)) for one in answers).items():
        if times > many[what]:
            found.append(f"twice, or sent by nobody: seat {what[0]}, question {what[1]} {where}")
    return found + _out_of_place(met, where) + verify(record, [one.receipt for one in sent if one.receipt is not None])


def _meets(answer: Answered, sent: Sent) -> bool:
    """Whether an answer is the order that was sent, and the one of its receipt."""
    return answer.action == sent.action and (sent.receipt is None or sent.receipt.at == answer.at)


def _out_of_place(met: list[tuple[int, Sent]], where: str) -> list[str]:
    """Orders that stand before others which had been acknowledged before they were sent."""
    found, latest = list[str](), -math.inf
    for _, one in sorted(met, key=lambda pair: pair[0]):
        if one.ended < latest:
            found.append(f"out of place: seat {one.seat}, question {one.request} {where}")
        latest = max(latest, one.began)
    return found
