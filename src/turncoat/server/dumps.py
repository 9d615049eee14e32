"""Records on which the rules failed, kept for the person who runs the server."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import msgspec

from turncoat.server.rows import Damaged
from turncoat.server.store import Store
from turncoat.table import record_file
from turncoat.table.draft import Draft, RulesCrashed

LOG = logging.getLogger("turncoat")


def save_dump(folder: Path, store: Store, draft: Draft, crash: RulesCrashed) -> Path | None:
    """Write the record of a table, ending with the entry on which the rules failed, and the traceback beside it.

    The file can be replayed like any record; it holds the table's secrets, so only the operator may see it.
    """
    table_id = draft.table.header.table
    try:
        record = store.record(table_id)
    except Damaged as fault:
        LOG.error("no dump could be written: %s", fault.sentence)  # noqa: TRY400  # its sentence says all
        return None
    if record is None:
        return None
    record.entries += [*draft.entries, crash.entry]
    record.talk += draft.talk
    path = folder / f"{table_id}-{len(record.entries)}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record_file.write(record))
        lines = "".join(traceback.format_exception(crash))
        report = {"table": table_id, "entry": msgspec.to_builtins(crash.entry), "traceback": lines}
        path.with_suffix(".report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    except OSError:
        LOG.exception("the dump %s could not be written", path)
        return None
    return path
