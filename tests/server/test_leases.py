"""Each table has one writer among the processes that share a database; who has lost a table writes nothing there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, nullcontext, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from tests.kit import sure
from tests.postgres import only_on_postgres
from tests.server.keeping import MINUTE, Clock, owing
from tests.server.sharing import LONG, Desk, desk
from tests.server.test_store import begun
from tests.serving import database_at
from tests.table.tables import Sitting, whole

from turncoat.server.leases import LEAD, LEASES, LeaseLost, Leases
from turncoat.server.migrate import migrate
from turncoat.server.postgres import WRITES
from turncoat.server.store import Store
from turncoat.table.deadline import After
from turncoat.table.draft import Draft

pytestmark = only_on_postgres

TABLE = "tab1e"


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """The stores of two processes on one database."""
    with ExitStack() as stack:
        made = []
        for _ in range(2):
            store = stack.enter_context(closing(Store(database_at(tmp_path / "turncoat.db"))))
            migrate(store.engine)
            store.leases = Leases(store.engine, "http://127.0.0.1:1", LONG)
            store.leases.renew()
            made.append(store)
        yield made[0], made[1]


def take(store: Store, table: str = TABLE, *, anyway: bool = False) -> bool:
    """Take a table, and believe so from now on."""
    leases = sure(store.leases)
    fence = leases.take(table, anyway=anyway)
    if fence is not None:
        leases.fences[table] = fence
    return fence is not None


def loot(store: Store, sitting: Sitting) -> None:
    """Seat 0 loots."""
    draft = Draft(sitting.table)
    draft.perform(sitting.answered(0, "loot"))
    store.commit([draft], 0)
    draft.accept()


def overdue(store: Store) -> None:
    """The time of this process is up, by the database's clock."""
    with store.engine.begin() as connection:
        late = "UPDATE servers SET until = clock_timestamp() - interval '1 second' WHERE id = :id"
        connection.execute(text(late), {"id": sure(store.leases).id})


def begun_and_held(store: Store) -> Sitting:
    """A table that is this process's."""
    mine, store.leases = store.leases, None
    sitting = begun(store)
    store.leases = mine
    assert take(store)
    return sitting


def test_a_table_that_is_held_is_not_given_to_another_process(stores: tuple[Store, Store]) -> None:
    here, there = stores
    begun_and_held(here)
    assert not take(there)
    overdue(here)
    assert take(there)


def test_nobody_holds_a_table_that_is_not_there(stores: tuple[Store, Store]) -> None:
    assert not take(stores[0], "nowhere")
    assert take(stores[0], LEAD)


@pytest.mark.parametrize("late", [True, False], ids=["overdue", "taken all the same"])
def test_a_process_that_has_lost_a_table_writes_nothing(stores: tuple[Store, Store], late: bool) -> None:
    """Promise: no lost order. Whatever the process believes, its transactions look at the fence."""
    here, there = stores
    sitting = begun_and_held(here)
    if late:
        overdue(here)
    assert take(there, anyway=not late)
    before = whole(sure(there.load(TABLE)))
    for _ in range(2):
        with pytest.raises(LeaseLost, match=TABLE):
            loot(here, sitting)
    assert whole(sure(there.load(TABLE))) == before
    sitting.table.become(sure(there.load(TABLE)))
    loot(there, sitting)
    assert whole(sure(there.load(TABLE))) != before


def test_a_process_that_is_overdue_writes_nothing_even_if_nobody_took_the_table(stores: tuple[Store, Store]) -> None:
    here, _ = stores
    sitting = begun_and_held(here)
    before = whole(sure(here.load(TABLE)))
    overdue(here)
    with pytest.raises(LeaseLost):
        loot(here, sitting)
    assert whole(sure(here.load(TABLE))) == before
    sure(here.leases).renew()
    loot(here, sitting)


def test_a_process_that_does_not_look_at_the_fence_would_write(stores: tuple[Store, Store]) -> None:
    """The planted fault: a stale writer."""
    here, there = stores
    sitting = begun_and_held(here)
    assert take(there, anyway=True)
    before = whole(sure(there.load(TABLE)))
    here.leases = None
    loot(here, sitting)
    assert whole(sure(there.load(TABLE))) != before


def test_one_table_that_is_lost_keeps_the_others_of_a_transaction_back(stores: tuple[Store, Store]) -> None:
    here, there = stores
    sitting = begun_and_held(here)
    assert take(here, LEAD)
    assert take(there, anyway=True)
    with pytest.raises(LeaseLost) as lost, here.engine.begin() as connection:
        sure(here.leases).check(connection, [LEAD, TABLE])
    assert lost.value.tables == {TABLE}
    assert sitting.table.state.entries == sure(here.load(TABLE)).state.entries


@pytest.mark.parametrize("ends", [True, False], ids=["as it is", "planted: it is idle alone that counts"])
def test_a_process_that_is_stopped_while_it_sends_many_rows_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: bool
) -> None:
    """PostgreSQL waits for the next row then, and not for the next transaction: the connection is not idle."""
    if not ends:
        monkeypatch.setattr("turncoat.server.leases.TIMES_OUT", (99,))
    database = database_at(tmp_path / "turncoat.db")
    with closing(Store(database)) as here, closing(Store(database)) as there:
        Leases(here.engine, "http://127.0.0.1:1", 0.5)
        waits = there.engine.execution_options(own=True)
        with suppress(OperationalError), here.engine.begin() as connection:
            driver = sure(connection.connection.driver_connection)
            with driver.pipeline():
                driver.execute("INSERT INTO server_values VALUES ('many', 'rows')")
                with waits.begin() as other:
                    other.execute(text("SET LOCAL lock_timeout = '3s'"))
                    with nullcontext() if ends else pytest.raises(OperationalError, match="lock timeout"):
                        other.execute(text(f"SELECT pg_advisory_xact_lock({WRITES})"))


# --- keepers ----------------------------------------------------------------------------------------


async def until(so: Callable[[], bool]) -> None:
    """Wait until this is so."""
    while not so():  # noqa: ASYNC110  # what another process says sets no event
        await asyncio.sleep(0)


async def both(here: Desk, there: Desk, table: str) -> None:
    """Both have what is stored, once whoever has lost the table has heard of it."""
    holder = here.leases.holder(table)
    await until(lambda: not any(one.peers.mine(table) and one.leases.id != holder for one in (here, there)))
    mine, theirs = await here.keeper.table(table), await there.keeper.table(table)
    assert whole(mine) == whole(theirs)
    assert whole(mine) == whole(sure(here.store.load(table)))


async def test_what_one_process_writes_the_other_shows_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        table = (await here.table(3)).header.table
        for seat, one in enumerate((here, there, here)):
            await one.answer(await one.keeper.table(table), seat, "loot")
            await both(here, there, table)
            assert (here.peers.mine(table), there.peers.mine(table)) == (one is here, one is there)


async def test_orders_at_two_processes_at_the_same_time_all_count(tmp_path: Path) -> None:
    """All six seats answer at once, three at each process, round after round."""
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        table = (await here.table(6, {"rounds": 5})).header.table
        for _ in range(5):
            shown = {one: await one.keeper.table(table) for one in (here, there)}
            receipts = await asyncio.gather(
                *((here, there)[seat % 2].answer(shown[(here, there)[seat % 2]], seat, "loot") for seat in range(6))
            )
            assert {receipt.seat for receipt in receipts} == set(range(6))
            await both(here, there, table)


def deafen(store: Store) -> None:
    """Break off the connections on which the processes hear each other."""
    with store.engine.begin() as connection:
        hears = "query LIKE 'LISTEN%' AND datname = current_database()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE {hears}"))


async def test_a_process_that_could_not_hear_knows_afterwards_what_it_has_lost(tmp_path: Path) -> None:
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        table = (await here.table(3)).header.table
        deafen(here.store)
        fence = there.leases.take(table, anyway=True)
        there.leases.fences[table] = sure(fence)
        await until(lambda: not here.peers.mine(table))
        assert there.peers.mine(table)


async def test_who_watches_at_another_process_is_told(tmp_path: Path) -> None:
    """Also of what happened while that process could not hear."""
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        table = await here.table(3)
        async with there.keeper.watch(table.header.table, 0) as watcher:
            assert await watcher.changed()
            for seat in (0, 1):
                await here.answer(table, seat, "loot")
                assert await watcher.changed()
            deafen(here.store)
            await here.answer(table, 2, "loot")
            assert await watcher.changed()
            assert whole(watcher.table) == whole(table)


async def test_who_watches_at_another_process_is_told_of_what_only_pages_show(tmp_path: Path) -> None:
    """Such as that somebody's seat can be had back for a while: nothing at the table itself has changed."""
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        table, bell = await here.table(3), asyncio.Event()
        async with there.keeper.watch(table.header.table, 0, bell=bell) as watcher:
            here.keeper.live_tables.changed_beside(table.header.table)
            while not watcher.beside:
                await bell.wait()
                bell.clear()


async def test_a_deadline_is_kept_by_who_takes_the_table_of_a_process_that_is_gone(tmp_path: Path) -> None:
    clock = Clock()
    async with desk(tmp_path, clock) as there:
        async with desk(tmp_path, clock) as here:
            table = await here.table(3, deadline=After(1))
            await there.keeper.table(table.header.table)
        clock.now += MINUTE - 1000
        await there.peers._adopt()
        assert there.peers.mine(table.header.table)
        there.set_clock(clock.now + MINUTE)
        await there.until(table, lambda now: sure(now.game).requests[0] > sure(table.game).requests[0])
        assert owing(await there.keeper.table(table.header.table)) == [0, 1, 2]


async def test_one_process_leads_and_another_does_when_it_has_gone(tmp_path: Path) -> None:
    async with desk(tmp_path) as there:
        async with desk(tmp_path) as here:
            assert await here.peers.have(LEAD) != await there.peers.have(LEAD)
        assert await there.peers.have(LEAD)


@pytest.mark.parametrize("own", [True, False], ids=["as it is", "planted: one thread for all"])
async def test_a_table_that_a_stopped_process_locks_holds_up_no_sign_of_life(tmp_path: Path, own: bool) -> None:
    async with desk(tmp_path) as there, desk(tmp_path) as here:
        table = (await there.table(3)).header.table
        if not own:
            here.peers._signs = here.peers._thread
        with here.store.engine.connect() as connection, connection.begin() as stopped:
            connection.execute(LEASES.update().where(LEASES.c.table_id == table).values(number=LEASES.c.number))
            waits = asyncio.create_task(here.peers.have(table, anyway=True))
            await asyncio.sleep(0)
            with nullcontext() if own else pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(here.peers.renew()), 2)
            stopped.rollback()
        assert await waits


async def test_a_process_is_gone_when_its_time_is_over_not_when_one_looks_next(tmp_path: Path) -> None:
    async with desk(tmp_path) as there, desk(tmp_path) as here:
        table = (await there.table(3)).header.table
        peer = sure(await here.peers.other(table))
        assert peer.id == there.leases.id
        overdue(there.store)
        assert await here.peers.other(table) == peer
        here.peers.alive = {peer.id: peer._replace(ends=0.0)}
        assert await here.peers.other(table) is None
