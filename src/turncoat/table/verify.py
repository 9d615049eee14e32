"""Checking a record after the game: does the seed fit the commitment, and does the record hold what happened?

It proves that the Arbiter neither changed an order nor chose the dice, to everybody who noted the commitment or the
chain, or kept receipts. It does not prove that the host did not read secret orders.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.kernel.errors import Refusal
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.draft import RulesCrashed
from turncoat.table.proof import Filed, Receipt
from turncoat.table.record import AnyEntry, Record, Secret
from turncoat.table.replay import fresh, other_rules, steps
from turncoat.table.table import Table
from turncoat.table.table_events import OrdersPublished


def verify(record: Record, receipts: Iterable[Receipt] = (), *, commitment: str = "", chain: str = "") -> list[str]:
    """Everything that is wrong with a record, as sentences; empty if nothing is wrong.

    Args:
        record: The record, with its seed and salt.
        receipts: Receipts that a player has kept.
        commitment: The commitment that somebody noted before the game.
        chain: The last link of the public chain that somebody noted at the end of the game.
    """
    findings = [record.changed] if record.changed else []
    if record.secret is None:
        return [*findings, "The record's seed is still sealed: the game is not over."]
    if commitment and commitment != record.header.commitment:
        findings.append("The commitment in the record differs from the one that was published before the game.")
    if not proof.opens(record.secret, record.header.commitment):
        findings.append("The seed is not the one that was promised before the game: it does not fit the commitment.")
        return findings
    found, table, passed = _replayed(record)
    findings += found or _chained(record, table, chain)
    if table is None:
        return findings
    if findings and (other := other_rules(record)):
        return [other]
    for receipt in receipts:
        findings += _receipt(record, record.secret, table, receipt)
        findings += [] if receipt.chain in passed else [_elsewhere(receipt)]
    return findings


def _replayed(record: Record) -> tuple[list[str], Table | None, set[str]]:
    """Play the record again; what stops it, how far the table got, and the chain after every entry."""
    done, table = 0, None
    passed: set[str] = set()
    try:
        table = fresh(record)
        passed.add(table.state.chain)
        for _ in steps(table, record):
            passed.add(table.state.chain)
            done += 1
    except Refusal as refusal:
        return [f"{_place(record, done)} is refused: {refusal.sentence}"], table, passed
    except RulesCrashed:
        return [f"The rules fail at {_place(record, done)}."], table, passed
    return [], table, passed


def _place(record: Record, done: int) -> str:
    if done >= len(record.entries):
        return "The talk after the last entry"
    return f"Entry {done + 1} ({kept.called(record.entries[done])}) or the talk before it"


def _chained(record: Record, table: Table | None, chain: str) -> list[str]:
    if table is None:
        return []
    found, again = [], table.state.chain
    if record.chain != again:
        found.append("The chain of the record does not fit its header and entries: something was changed.")
    if chain and chain != again:
        found.append("The record leads to a chain that differs from the one published at the end of the game.")
    return found


def _receipt(record: Record, secret: Secret, table: Table, receipt: Receipt) -> list[str]:
    """What is wrong with a receipt: the record must contain its order, and its digest must fit."""
    named = f"The receipt of seat {receipt.seat} for question {receipt.request}"
    header = record.header
    salt = proof.order_salt(secret, header.table, receipt.seat, receipt.request)
    digest = proof.order_digest(
        salt, header.table, receipt.seat, receipt.action, Filed(receipt.at, receipt.request, receipt.chain)
    )
    if receipt.table != header.table:
        return [f"{named} is of another table, {receipt.table}."]
    if (receipt.salt, receipt.digest) != (salt, digest):
        return [f"{named} is not from this table: its digest does not match its order, time and chain."]
    if (receipt.seat, digest) in _published(table) or any(_is_the_order(entry, receipt) for entry in record.entries):
        return []
    return [f"{named} is of an order that is not in the record: its owner replaced it, or somebody removed it."]


def _elsewhere(receipt: Receipt) -> str:
    return (
        f"The receipt of seat {receipt.seat} for question {receipt.request} belongs to a place of the public chain "
        "that this record never passes: something before it was changed."
    )


def _published(table: Table) -> set[tuple[int, str]]:
    events = (happened.event for happened in table.happened)
    return {pair for event in events if isinstance(event, OrdersPublished) for pair in event.digests}


def _is_the_order(entry: AnyEntry, receipt: Receipt) -> bool:
    """Whether this entry is the order for which the table gave the receipt."""
    if not isinstance(entry, kept.Answered | kept.Garbled):
        return False
    if (entry.seat, entry.request, entry.at) != (receipt.seat, receipt.request, receipt.at):
        return False
    return isinstance(entry, kept.Garbled) or entry.action == receipt.action
