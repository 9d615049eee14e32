"""Playing a record again."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.table import proof
from turncoat.table.draft import Draft, RulesCrashed
from turncoat.table.record import AnyEntry, Record, ruleset_of
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
    if not proof.opens(record.secret, record.header.commitment):
        raise BadSetup("The opened seed is not the one that was committed to.", field="secret")
    return Table(record.header, record.secret)


def other_rules(record: Record) -> str:
    """A sentence saying that a record was played by other rules than those that are installed; empty if it was not.

    Raises:
        BadSetup: there is no such game.
    """
    rules, played_by = ruleset(record.header.game), ruleset_of(record)
    if rules.hash == played_by:
        return ""
    return (
        f"This game was played by other rules of {rules.title} than those that are installed (ruleset {played_by},"
        f" installed {rules.hash}): it does not play again here, and a version with its rules can check it."
    )


def steps(table: Table, record: Record) -> Iterator[AnyEntry]:
    """Play the entries of a record on a fresh table one by one, talk included; yields each when done, as read.

    Raises:
        BadSetup: it does not play again because it was played by other rules.
        Refusal: an entry is refused.
        RulesCrashed: the rules fail on an entry.
    """
    try:
        yield from _steps(table, record)
    except (Refusal, RulesCrashed):
        if other := other_rules(record):
            raise BadSetup(other, field="ruleset") from None
        raise
    if record.chain not in ("", table.sitting.chain) and (other := other_rules(record)):
        raise BadSetup(other, field="ruleset")


def _steps(table: Table, record: Record) -> Iterator[AnyEntry]:
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
