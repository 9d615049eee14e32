"""Replay a record, by the same rules or by others.

A new version must not change what players already have: what they were told, asked and shown, and their receipts. If
the installed rules lead from the same entries to the same game, a stored table goes on by them; if not, it is stopped
and stays as it is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.kernel.promise import Fate
from turncoat.table import proof
from turncoat.table.draft import Draft, RulesCrashed
from turncoat.table.record import AnyEntry, Record, ruleset_of
from turncoat.table.table import OVER, Phase, Table
from turncoat.table.table_view import as_json, make_table_view


def replay(record: Record) -> Table:
    """Replay a record from the first entry to the last; the record must contain the seed.

    Raises:
        BadSetup: the secret is missing, or does not fit the commitment.
        Refusal: an entry is refused, so the record is not of this game or was changed.
        RulesCrashed: the code of the rules failed on an entry.
    """
    table = fresh(record)
    for _ in steps(table, record):
        pass
    return table


def fresh(record: Record) -> Table:
    """The table of a record, as it was before the first entry.

    Raises:
        BadSetup: there is no such game, the secret is missing, or it does not fit the commitment.
    """
    if record.secret is None:
        raise BadSetup("The record's seed is still sealed: the game is not over.", field="secret")
    if not proof.opens(record.secret, record.header.commitment):
        raise BadSetup(
            "The seed is not the one that was promised before the game: it does not fit the commitment.", field="secret"
        )
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
        f" installed {rules.hash}): it cannot be replayed here; a version with its rules can check it."
    )


def steps(table: Table, record: Record) -> Iterator[AnyEntry]:
    """Play the entries of a record on a fresh table one by one, talk included; yields each when done, as read.

    Raises:
        BadSetup: it does not play again because it was played by other rules.
        Refusal: an entry is refused.
        RulesCrashed: the code of the rules failed on an entry.
    """
    try:
        yield from _steps(table, record)
    except (Refusal, RulesCrashed):
        if other := other_rules(record):
            raise BadSetup(other, field="ruleset") from None
        raise
    if record.chain not in ("", table.state.chain) and (other := other_rules(record)):
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


_ENCODE = msgspec.json.Encoder(order="deterministic").encode


def rebuilt(stored: Table, record: Record, requests: Sequence[int]) -> Table:
    """Replay a stored table's entries by the installed rules; if the result differs, the stored table is stopped.

    Args:
        stored: The stored table; its game is None if this version cannot read it.
        record: The record of the table.
        requests: The number of questions that each seat had been asked.
    """
    made, why = _played(record)
    if made is not None:
        why = why or next(_differences(stored, made, requests), "")
        if not why:
            made.size = stored.size
            return made
    return _stopped(stored, why)


def _played(record: Record) -> tuple[Table | None, str]:
    """The table after all entries, or else a sentence on why the replay failed."""
    done = 0
    try:
        made = fresh(record)
        for _ in steps(made, _without_chain(record)):
            done += 1
    except (Refusal, RulesCrashed):
        return None, f"entry {done + 1} of {len(record.entries)} is not accepted any more"
    return made, ""


NOTED_LATER = ("opened", "moved")
"""Fields of the table state that older versions did not store."""


def _without_chain(record: Record) -> Record:
    """The record without its chain, so that the replay continues even if the chain differs."""
    return Record(record.header, record.entries, record.talk, record.secret)


def _differences(stored: Table, made: Table, requests: Sequence[int]) -> Iterator[str]:
    """The first difference between a stored table and its replay; differences that players see come first."""
    yield from _events(stored, made)
    if _ENCODE((stored.talk, _fates(stored))) != _ENCODE((made.talk, _fates(made))):
        yield "what was said, or what became of a promise, is not the same"
    then, now = (msgspec.to_builtins(table.state, str_keys=True) for table in (stored, made))
    for name in then:
        unknown = name in NOTED_LATER and then[name] is None
        if then[name] != now[name] and not unknown:
            yield f"{name} of the table is not the same"
    if list(requests) != ([] if made.game is None else made.game.requests):
        yield "other questions are open"
    yield from _looks(stored, made)


def _fates(table: Table) -> list[tuple[int, Fate]]:
    """The results of promises; older tables did not always store the times."""
    return [(place, judged.fate) for place, judged in sorted(table.fates.items())]


def _events(stored: Table, made: Table) -> Iterator[str]:
    many = len(stored.happened)
    for number, (then, now) in enumerate(zip(stored.happened, made.happened, strict=False), 1):
        if _ENCODE(then) != _ENCODE(now):
            yield f"event {number} of {many} ({then.event.__struct_config__.tag}) is not the same"
    if many != len(made.happened):
        yield f"{many} events have happened, and now it would be {len(made.happened)}"


def _looks(stored: Table, made: Table) -> Iterator[str]:
    """The seats that are shown something else; if the state has another form by now, nobody can say."""
    for seat in (None, *range(stored.header.seats)) if stored.game is not None else ():
        if _shown(stored, seat) != _shown(made, seat):
            yield (
                "a spectator would be shown something else" if seat is None else f"seat {seat} is shown something else"
            )


def _shown(table: Table, seat: int | None) -> bytes:
    try:
        return as_json(make_table_view(table, seat))
    except Exception:  # noqa: BLE001  # whatever these rules make of a game of others
        return b""


def _stopped(stored: Table, why: str) -> Table:
    """Mark a table as stopped in memory; the stored table stays as it is. A finished game stays finished."""
    stored.stopped = why
    if stored.state.phase not in OVER:
        stored.state = replace(
            stored.state, phase=Phase.STOPPED, due=None, left=None, stood=None, until=None, asleep=None
        )
    if not all(_shown(stored, seat) for seat in (None, *range(stored.header.seats))):
        stored.game = None
    return stored
