"""What several servers on one database share, and what one of them does for all (docs/hosting/postgresql.md).

Each test is of one line of that page. Each is tried with two servers that both do it, or of which none does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest
from tests.kit import sure
from tests.mail.office import at
from tests.postgres import only_on_postgres
from tests.server.keeping import MINUTE
from tests.server.keeping import Clock as KeeperClock
from tests.server.noticing import NAMES, House
from tests.server.several import free_port
from tests.server.sharing import LONG, Desk, desk
from tests.serving import Clock, Sitting, bearer, begin, on_the_wire, open_services

from turncoat.server import tokens
from turncoat.server.bots import BotRunner
from turncoat.server.carry import Carry
from turncoat.server.leases import LEAD
from turncoat.server.limits import Limits, Rate
from turncoat.server.notices import push
from turncoat.server.services import Services
from turncoat.server.settings import Incoming, Settings
from turncoat.table.deadline import After
from turncoat.table.notices import Kind
from turncoat.table.record import TimeUp

pytestmark = only_on_postgres

NOWHERE = "http://127.0.0.1:1"


# --- what one does for all ----------------------------------------------------------------------------


class Shared(House):
    """One of several servers, of which the first leads."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        mail = at(1, incoming=Incoming(listen="127.0.0.1:0"))
        super().__init__(folder, clock=clock, inside_url=NOWHERE, lease=LONG, settings=Settings(mail=mail))
        self.leads = asyncio.Event()
        lead = self.services.lead

        async def noted() -> None:
            await lead()
            self.leads.set()

        self.services.lead = noted  # type: ignore[method-assign]

    async def works(self) -> None:
        """Do what is due now, of notices; a server that does not do that does nothing."""
        if outbox_runs(self.services):
            await self.settle()


@asynccontextmanager
async def shared(folder: Path) -> AsyncIterator[tuple[Shared, Shared]]:
    """Two servers; the first leads."""
    clock = Clock()
    async with AsyncExitStack() as stack:
        made = Shared(folder, clock), Shared(folder, clock)
        for one in made:
            await one.services.open()
            stack.push_async_callback(one.services.close)
            await made[0].leads.wait()
        yield made


def runs(task: asyncio.Task[None] | None) -> bool:
    return task is not None and not task.done()


def outbox_runs(services: Services) -> bool:
    return any(map(runs, services.outbox._tasks))


def intake_runs(services: Services) -> bool:
    return runs(sure(services.intake)._work)


def listens(services: Services) -> bool:
    return sure(services.mail).listener.port > 0


def cleanup_runs(services: Services) -> bool:
    return runs(services.cleanup._task)


DUTIES = (outbox_runs, intake_runs, listens, cleanup_runs)
"""The outbox of notices, mails that came in, mails that come in, and removing abandoned tables."""


def done_by_one(*servers: Shared) -> list[str]:
    """The duties that are not done by exactly one of these servers."""
    return [duty.__name__ for duty in DUTIES if sum(duty(one.services) for one in servers) != 1]


async def test_one_server_sends_notices_takes_mails_in_and_removes_tables(tmp_path: Path) -> None:
    async with shared(tmp_path) as (here, there):
        assert done_by_one(here, there) == []
        assert here.services.keeper.mine(LEAD)


async def test_another_does_when_it_has_gone(tmp_path: Path) -> None:
    clock = Clock()
    there = Shared(tmp_path, clock)
    async with shared(tmp_path) as (here, _):
        assert cleanup_runs(here.services)
    await there.services.open()
    await there.leads.wait()
    assert done_by_one(there) == []
    await there.services.close()


@pytest.mark.parametrize("plant", ["both", "none"])
async def test_a_duty_of_both_or_of_none_is_noticed(tmp_path: Path, plant: str) -> None:
    async with shared(tmp_path) as (here, there):
        await (there.services.lead() if plant == "both" else here.services.follow())
        assert done_by_one(here, there) == [duty.__name__ for duty in DUTIES]


EACH_ONCE = sorted(f"{name.lower()}: {kind}" for name in NAMES for kind in (Kind.BEGAN, Kind.TURN))


def told(*servers: Shared) -> list[str]:
    """Who was told what, by any of these servers."""
    given = [(target.partition("-")[0], notice.kind) for one in servers for target, notice in one.channel.given]
    return sorted(f"{name}: {kind}" for name, kind in given)


async def a_turn(here: Shared, there: Shared) -> None:
    """A game begins at a table that the second server holds; a minute passes."""
    heard = asyncio.Event()
    noted = here.services.outbox.note_change

    def hear(table: str) -> None:
        noted(table)
        heard.set()

    here.services.outbox.note_change = hear  # type: ignore[method-assign, assignment]
    table = await there.table()
    assert there.services.keeper.mine(table.header.table)
    await heard.wait()
    here.clock.forward(60)
    for one in (here, there):
        one.services.outbox.note_change(table.header.table)
        one.clock.forward(60)
        await one.works()


async def test_each_notice_is_sent_once_also_of_a_table_that_another_server_holds(tmp_path: Path) -> None:
    async with shared(tmp_path) as (here, there):
        await a_turn(here, there)
        assert told(here) == EACH_ONCE
        assert told(there) == []


async def test_notices_that_nobody_sends_are_noticed(tmp_path: Path) -> None:
    async with shared(tmp_path) as (here, there):
        await here.services.follow()
        await a_turn(here, there)
        assert told(here, there) == []


# --- what the server does that holds a table ------------------------------------------------------------


class Bots:
    """The bots of a server, which are asked and never answer: ``asked`` says at which seats."""

    def __init__(self, server: Desk) -> None:
        self.server, self.asked = server, set[int]()
        runner = BotRunner(server.keeper)
        runner._play = self._ask  # type: ignore[method-assign]

    async def _ask(self, bot_seat: Any) -> None:
        self.asked.add(bot_seat.seat)


async def asked(here: Desk, there: Desk, plant: str = "") -> tuple[set[int], set[int]]:
    """Two bots at a table that the first server holds, and who asks them."""
    if plant == "both":
        there.keeper.mine = lambda _: True  # type: ignore[method-assign, assignment]
    if plant == "none":
        here.keeper.mine = lambda _: False  # type: ignore[method-assign, assignment]
    bots = Bots(here), Bots(there)
    table = await here.table(4, bots=["random", "random"])
    await there.keeper.table(table.header.table)
    await asyncio.sleep(0)
    return bots[0].asked, bots[1].asked


async def test_bots_are_asked_by_the_server_that_holds_their_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        assert await asked(here, there) == ({2, 3}, set())


@pytest.mark.parametrize("plant", ["both", "none"])
async def test_bots_that_both_ask_or_none_are_noticed(tmp_path: Path, plant: str) -> None:
    async with desk(tmp_path) as here, desk(tmp_path) as there:
        assert await asked(here, there, plant) != ({2, 3}, set())


async def test_bots_go_on_at_another_server_when_theirs_has_gone(tmp_path: Path) -> None:
    async with desk(tmp_path) as there:
        bots = Bots(there)
        async with desk(tmp_path) as here:
            Bots(here)
            await here.table(4, bots=["random", "random"])
        await there.peers._adopt()
        await asyncio.sleep(0)
        assert bots.asked == {2, 3}


async def closed(here: Desk, there: Desk, clock: KeeperClock, plant: str = "") -> int:
    """How often a decision was closed whose time is up, at a table that the first server holds."""
    table = (await here.table(3, deadline=After(1))).header.table
    await there.keeper.table(table)
    clock.now += MINUTE + 1
    for one in (here, there):
        if plant == "none":
            one.keeper.mine = lambda _: False  # type: ignore[method-assign, assignment]
        for _ in range(2):
            await one.keeper._close_decisions([table])
    entries = sure(here.store.record(table)).entries
    return sum(isinstance(entry, TimeUp) for entry in entries)


async def test_a_deadline_is_kept_once(tmp_path: Path) -> None:
    clock = KeeperClock()
    async with desk(tmp_path, clock) as here, desk(tmp_path, clock) as there:
        assert await closed(here, there, clock) == 1


async def test_a_deadline_that_nobody_keeps_is_noticed(tmp_path: Path) -> None:
    """That both keep it is not possible: the fence lets one of them write, and the other finds it closed."""
    clock = KeeperClock()
    async with desk(tmp_path, clock) as here, desk(tmp_path, clock) as there:
        assert await closed(here, there, clock, "none") == 0


# --- limits --------------------------------------------------------------------------------------------

RATES = {"talk": Rate(3, 3600, "messages"), "create": Rate(2, 3600, "new tables")}


@contextmanager
def reached(*folders: Path, **config: Any) -> Iterator[list[httpx.Client]]:
    """Servers that reach each other, one for each folder; who has the same folder shares its database."""
    with ExitStack() as stack:
        clients = []
        for folder in folders:
            port = free_port()
            services = open_services(folder, inside_url=f"http://127.0.0.1:{port}", lease=LONG, **config)
            services.keeper.draw = token_hex  # else all would draw the same tables
            address = stack.enter_context(on_the_wire(services, port))
            clients.append(stack.enter_context(httpx.Client(base_url=address, timeout=60)))
        yield clients


def accepted(send: Callable[[httpx.Client], httpx.Response], servers: Sequence[httpx.Client], times: int) -> int:
    """How many of so many requests are accepted, one at each server in turn."""
    return sum(send(servers[number % len(servers)]).status_code == 201 for number in range(times))


def talk(table: Sitting) -> Callable[[httpx.Client], httpx.Response]:
    """Say something at seat 0, at any server."""
    return lambda server: server.post(table.path("talk"), headers=table.seat(0), json={"text": "Hello."})


def test_the_limits_of_a_seat_are_the_same_wherever_its_requests_arrive(tmp_path: Path) -> None:
    with reached(tmp_path, tmp_path, rates=RATES) as servers:
        assert accepted(talk(begin(servers[0], NAMES)), servers, 8) == 3


def _everywhere(self: Carry, table: str, scope: Any, receive: Any, send: Any) -> Any:
    return self.onward(scope, receive, send)


@pytest.mark.parametrize("plant", ["both", "none"])
def test_limits_that_each_server_counts_for_itself_or_none_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: str
) -> None:
    if plant == "both":
        monkeypatch.setattr(Carry, "_elsewhere", _everywhere)
    else:
        monkeypatch.setattr(Limits, "check", lambda *_, **__: None)
    with reached(tmp_path, tmp_path, rates=RATES) as servers:
        assert accepted(talk(begin(servers[0], NAMES)), servers, 8) == {"both": 6, "none": 8}[plant]


def test_the_limits_of_an_address_are_each_servers_own(tmp_path: Path) -> None:
    """As the page says: with two servers they are twice as high."""
    wanted = {"game": "truce", "seats": [{"name": name} for name in NAMES]}
    with reached(tmp_path, tmp_path, rates=RATES) as servers:
        assert accepted(lambda server: server.post("/api/tables", json=wanted), servers, 8) == 4


# --- accounts and keys ---------------------------------------------------------------------------------


def known(server: httpx.Client, key: str) -> bool:
    """Whether a server accepts the key of a bot account."""
    said = server.get("/api/session", headers=bearer(key))
    return said.status_code == 200 and said.json()["name"] == "Marvin"


def make_bot(server: httpx.Client) -> str:
    made = server.post("/api/bots", json={"name": "Marvin"})
    assert made.status_code == 201, made.text
    return str(made.json()["key"])


def faults_of_accounts(one: httpx.Client, other: httpx.Client) -> list[str]:
    """Make a bot account at one server and delete it at another: what the others do not know at once."""
    key, found = make_bot(one), list[str]()
    if not (known(one, key) and known(other, key)):
        found.append("it is not known everywhere")
    if other.post("/api/bots", json={"name": "Marvin"}).status_code == 201:
        found.append("its name is free elsewhere")
    other.delete("/api/bots", headers=bearer(key))
    if known(one, key) or known(other, key):
        found.append("it is known after it was deleted")
    return found


def test_a_bot_account_is_the_same_at_all_servers_at_once(tmp_path: Path) -> None:
    with reached(tmp_path, tmp_path) as servers:
        assert faults_of_accounts(*servers) == []


def test_accounts_that_each_server_has_for_itself_are_noticed(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with reached(tmp_path / "one", tmp_path / "other") as servers:
        assert len(faults_of_accounts(*servers)) == 3, "all that can be wrong"


def test_a_server_that_remembers_accounts_and_hears_nothing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Services, "_share", lambda *_: None)
    with reached(tmp_path, tmp_path) as servers:
        assert faults_of_accounts(*servers) == ["it is known after it was deleted"]


def keys_of(*servers: httpx.Client) -> set[str]:
    """The keys that browsers are given for push services."""
    key = make_bot(servers[0])
    return {server.get("/api/me/pushes", headers=bearer(key)).json()["key"] for server in servers}


def test_all_servers_sign_pushes_with_the_same_key(tmp_path: Path) -> None:
    with reached(tmp_path, tmp_path) as servers:
        keys = keys_of(*servers)
    assert len(keys) == 1
    with reached(tmp_path) as (later,):
        found = later.post("/api/bots", json={"name": "Bender"}).json()["key"]
        assert {later.get("/api/me/pushes", headers=bearer(found)).json()["key"]} == keys


def test_a_key_that_each_server_draws_for_itself_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "server_value", lambda _engine, _name, make: make())
    with reached(tmp_path, tmp_path) as servers:
        assert len(keys_of(*servers)) == 2


def test_links_that_one_server_made_are_good_at_all(tmp_path: Path) -> None:
    with ExitStack() as stack:
        made = [open_services(tmp_path, inside_url=NOWHERE, lease=LONG) for _ in range(2)]
        for one in made:
            stack.callback(one.store.close)
        text = made[0].tokens.make("calendar", "agatha")
        assert made[1].tokens.read(text, "calendar") == tokens.Token("calendar", "agatha")
