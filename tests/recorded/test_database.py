"""What others have on their disks loads, plays on and verifies for ever.

A database that is made anew proves nothing of those that are out there: what fails here is mended in the program. As
long as nobody uses a release, ``.venv/bin/python -m tests.recorded.database --keep`` makes it anew all the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from tests.kit import of_the_tree
from tests.recorded.database import DATABASE, FOLDER, Evening, KeptTable, kept, named
from tests.server.keeping import Room, over
from tests.serving import NOON, Clock, Sitting, client_of, open_services

from turncoat.bots import usual_bot
from turncoat.cli import run
from turncoat.games import ruleset
from turncoat.server.bots import BotRunner
from turncoat.server.services import Services
from turncoat.server.store import Store
from turncoat.table import record_file as records
from turncoat.table.record import Answered, Record, Resumed, RulesChanged, SeatKind, SeatTaken
from turncoat.table.table import Phase
from turncoat.table.verify import verify

DAY = 86_400_000
OTHER = "0123456789abcdef"
RECORD = {"Content-Type": "application/x-ndjson"}
HOW = " ".join((__doc__ or "").split())

TABLES = kept()
EXPORTS = [table for table in TABLES if table.phase in (Phase.FINISHED, Phase.CLOSED)]
GOING_ON = [table for table in TABLES if table.phase is Phase.PLAYING]


def called(table: KeptTable) -> str:
    return table.name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the database."""
    shutil.copy(FOLDER / DATABASE, tmp_path / "test.db")
    return tmp_path


@pytest.fixture
def services(folder: Path) -> Services:
    return open_services(folder, clock=Clock(NOON + DAY), rates={})


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


def store_in(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'test.db'}")


def record_of(folder: Path, table: KeptTable) -> Record:
    """The record as it is stored."""
    with closing(store_in(folder)) as store:
        record = store.record(table.table)
    assert record is not None
    return record


def sitting(client: httpx.Client, table: KeptTable) -> Sitting:
    """A table that was kept, as its people reach it."""
    return Sitting(client, {"table": table.table, "host_key": table.host, "seat_keys": table.seats})


# --- what is there ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", of_the_tree())
def test_every_game_is_there_in_the_middle_and_closed(game: str) -> None:
    assert {named(f"{game}-playing").phase, named(f"{game}-closed").phase} == {Phase.PLAYING, Phase.CLOSED}


def test_orders_stand_promises_are_open_and_answers_are_sealed(folder: Path) -> None:
    with closing(store_in(folder)) as store:
        tables = [table for one in TABLES if (table := store.load(one.table))]
    games = [table for table in tables if table.game is not None]
    assert {table.header.game for table in games if any(table.game.standing_orders)} >= {"conspiracy", "dune"}  # type: ignore[union-attr]
    assert {table.header.game for table in tables if table.state.pledges} >= {"truce", "loyalty", "dune"}
    assert sum(any(table.state.filed) for table in tables) >= 2
    assert {one.phase for one in TABLES} == {*Phase} - {Phase.OPENING, Phase.STOPPED}


def test_what_is_kept_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000


# --- the database -------------------------------------------------------------------------------


@pytest.mark.parametrize("one", TABLES, ids=called)
def test_a_table_is_rebuilt_from_its_entries_as_it_was(
    one: KeptTable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the rules are called by now: the same events, questions, views, chain."""
    monkeypatch.setitem(vars(ruleset(one.game)), "hash", OTHER)
    with closing(store_in(folder)) as store:
        table = store.load(one.table)
    assert table is not None
    assert not table.stopped, f"{one.name}: {table.stopped}. {HOW}"
    assert table.state.phase is one.phase


@pytest.mark.parametrize("one", TABLES, ids=called)
def test_everybody_is_shown_their_table(one: KeptTable, client: httpx.Client) -> None:
    table = sitting(client, one)
    for seat in (None, *range(len(one.seats))):
        assert table.get(seat=seat)["phase"] == one.phase
        table.get("events", seat)
        table.get("messages", seat)
    assert client.get(f"/tables/{one.table}").status_code == 200


@pytest.mark.parametrize("one", GOING_ON, ids=called)
def test_a_game_in_the_middle_plays_on_and_verifies(one: KeptTable, services: Services, folder: Path) -> None:
    """With the keys from before, beside the receipts from before."""
    one = named(one.name)
    with client_of(services) as client:
        evening = Evening(services, one, sitting(client, one), 7)
        before = len(one.receipts)
        evening.play(12)
        evening.talk()
        assert evening.sitting.do("close").status_code == 204
    assert len(one.receipts) > before
    record = record_of(folder, one)
    unrevealed = [said for said in verify(record, one.receipts, chain=record.chain) if "not in the record" not in said]
    assert unrevealed == []


def stands_in(at: int, seat: int, name: str, bot: str) -> SeatTaken:
    return SeatTaken(at, seat, name, SeatKind.BOT, bot, stands_in=True)


async def test_bots_take_the_paused_table_over_and_play_it_to_its_end(folder: Path) -> None:
    table = named("truce-paused")
    (folder / "test.db").rename(folder / "turncoat.db")
    room = Room(folder, Clock(NOON + DAY))  # type: ignore[arg-type]
    bots = BotRunner(room.keeper)
    await room.keeper.start()
    try:
        for seat in range(len(table.seats)):
            name = (await room.keeper.table(table.table)).state.seats[seat].name
            bot = usual_bot("truce", seat, len(table.seats))
            await room.keeper.perform(table.table, partial(stands_in, seat=seat, name=name, bot=bot))
        await room.keeper.perform(table.table, Resumed)
        await room.until(await room.keeper.table(table.table), over)
        record = room.store.record(table.table)
    finally:
        await bots.stop()
        await room.keeper.stop()
        room.store.close()
    assert record is not None
    assert verify(record, table.receipts, chain=record.chain) == []


def test_the_table_that_gathers_begins(client: httpx.Client) -> None:
    table = sitting(client, named("truce-gathering"))
    for seat in (1, 2):
        assert table.post("sit", seat).status_code == 204
    assert table.do("start").status_code == 204
    table.everybody("loot")


def test_an_upgrade_says_beforehand_that_all_play_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["upgrade", "--check", str(folder / "test.db")]) == 0
    assert capsys.readouterr().out.endswith(
        f"{len(TABLES)} tables: {len(TABLES)} would go on as before, 0 would be stopped.\n"
    )


# --- the exports --------------------------------------------------------------------------------


@pytest.mark.parametrize("one", EXPORTS, ids=called)
def test_an_export_verifies_with_the_receipts_of_who_took_it_home(one: KeptTable) -> None:
    record = records.read((FOLDER / f"{one.name}.jsonl").read_bytes())
    assert verify(record, [given for given in one.receipts if given.seat == 0]) == [], HOW


@pytest.mark.parametrize("one", EXPORTS, ids=called)
def test_an_export_is_taken_in_by_another_server(one: KeptTable, tmp_path: Path) -> None:
    with client_of(open_services(tmp_path, clock=Clock(NOON + DAY), rates={})) as client:
        taken = client.post("/api/tables/import", headers=RECORD, content=(FOLDER / f"{one.name}.jsonl").read_bytes())
        assert taken.status_code == 201, taken.text
        assert client.get(f"/api/tables/{one.table}").json()["phase"] == one.phase


@pytest.mark.parametrize("one", EXPORTS, ids=called)
def test_the_database_exports_the_same_again(one: KeptTable, client: httpx.Client) -> None:
    """The kept exports were written before lines had digests; all else is the same."""
    table = sitting(client, one)
    again = client.get(table.path("export"), headers=table.seat(0))
    before = records.read((FOLDER / f"{one.name}.jsonl").read_bytes())
    assert again.content == records.write(before), HOW


# --- planted faults -----------------------------------------------------------------------------


@pytest.mark.parametrize("one", EXPORTS, ids=called)
def test_an_export_that_was_changed_does_not_verify(one: KeptTable) -> None:
    record = records.read((FOLDER / f"{one.name}.jsonl").read_bytes())
    number = next(place for place, entry in enumerate(record.entries) if isinstance(entry, Answered))
    record.entries[number] = replace(record.entries[number], at=record.entries[number].at + 1)
    assert verify(record)


@pytest.mark.parametrize("one", GOING_ON, ids=called)
def test_other_rules_are_noticed(one: KeptTable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(one.game)
    right = rules.set_up
    monkeypatch.setitem(vars(rules), "hash", OTHER)
    monkeypatch.setitem(vars(rules), "set_up", lambda options, seats, key, tell: right(options, seats, key[::-1], tell))
    if one.game == "truce":  # which leaves nothing to chance
        monkeypatch.setitem(vars(rules), "set_up", lambda o, seats, *rest: right(replace(o, coins=9), seats, *rest))
    with closing(store_in(folder)) as store:
        table = store.load(one.table)
    assert table is not None
    assert table.stopped


def test_other_rules_that_lead_to_the_same_are_noted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = named("loyalty-playing")
    monkeypatch.setitem(vars(ruleset(table.game)), "hash", OTHER)
    services = open_services(folder, clock=Clock(NOON + DAY), rates={})
    with client_of(services) as client:
        evening = Evening(services, table, sitting(client, table), 8)
        evening.play(10)
    noted = [entry.ruleset for entry in record_of(folder, table).entries if isinstance(entry, RulesChanged)]
    assert noted == [OTHER]
