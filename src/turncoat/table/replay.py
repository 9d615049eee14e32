"""Playing a record again."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.kernel.errors import BadSetup
from turncoat.table import seal
from turncoat.table.draft import Draft
from turncoat.table.record import AnyEntry, Record
from turncoat.table.table import Table


def replay(record: Record) -> Table:
    """Play a record again from the first entry to the last; its secret must be open.

    Raises:
        BadSetup: the secret is missing, or does not fit the commitment.
        Refusal: an entry is refused, so the record is not of this game or was changed.
        RulesCrashed: the rules fail on an entry.
    """
    table = fresh(record)
    for _ in steps(table, record):
        pass
    return table


def fresh(record: Record) -> Table:
    """The table of a record as it was before the first entry.

    Raises:
        BadSetup: there is no such game, the secret is missing, or it does not fit the commitment.
    """
    if record.secret is None:
        raise BadSetup("The record's seed is still sealed: the game is not over.", field="secret")
    if not seal.opens(record.secret, record.header.commitment):
        raise BadSetup("The opened seed is not the one that was committed to.", field="secret")
    return Table(record.header, record.secret)


def steps(table: Table, record: Record) -> Iterator[AnyEntry]:
    """Play the entries of a record on a fresh table one by one, talk included; yields each when done, as read."""
    talk = list(reversed(record.talk))
    for number, entry in enumerate(record.entries):
        draft = Draft(table)
        while talk and talk[-1].after <= number:
            spoken = talk.pop()
            draft.say(spoken.message, spoken.at, spoken.after)
        draft.perform(entry)
        draft.accept()
        yield draft.entries[-1]
    draft = Draft(table)
    for spoken in reversed(talk):
        draft.say(spoken.message, spoken.at, spoken.after)
    draft.accept()
