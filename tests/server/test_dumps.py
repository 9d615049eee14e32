"""What is saved when the rules fail (how it replays is told in ``test_keeper``)."""

from __future__ import annotations

import msgspec
from tests.kit import sure
from tests.server.keeping import START, Room

from turncoat.server.dumps import save_dump
from turncoat.table import record as kept
from turncoat.table import record_file
from turncoat.table.draft import Draft, RulesCrashed


async def test_a_dump_holds_what_was_accepted_in_the_same_batch_and_the_entry_that_failed(desk: Room) -> None:
    table = await desk.table(3)
    draft = Draft(table)
    draft.perform(kept.Answered(START, 0, 1, {"type": "loot"}))
    failed = kept.Answered(START, 1, 1, {"type": "defend"})
    path = sure(save_dump(desk.dumps, desk.store, draft, RulesCrashed(failed)))
    record = record_file.read(path.read_bytes())
    assert record.entries[-2:] == [*draft.entries, failed]
    assert record.secret == table.secret
    report = msgspec.json.decode(path.with_suffix(".report.json").read_bytes())
    assert report["table"] == table.header.table
    assert report["entry"]["action"] == {"type": "defend"}


async def test_of_a_table_that_is_not_stored_there_is_no_dump(desk: Room) -> None:
    from tests.table.tables import Sitting

    failed = RulesCrashed(kept.Began(START))
    assert save_dump(desk.dumps, desk.store, Draft(Sitting().seated().table), failed) is None
    assert not desk.dumps.exists()
