"""Long work is done beside the server: nobody who plays waits for it, and it is done once and only for who waits."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
import pytest
from tests.serving import NAMES, bearer, open_services

from turncoat.kernel.errors import BadSetup
from turncoat.server.callers import unless_gone
from turncoat.server.limits import Limits, Rate, network
from turncoat.server.long_tasks import OWN, QUEUE, LongTasks
from turncoat.server.problems import AnyRequest, Busy, TooMany
from turncoat.server.services import Services
from turncoat.web.site.app import make_app

# --- work for the process ---------------------------------------------------------------------------


def read(path: str) -> str:
    return Path(path).read_text()


def note(path: str, word: str) -> str:
    with Path(path).open("a") as file:
        file.write(word)
    return word


def die() -> None:
    os._exit(1)


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


# --- what is done, and for whom ---------------------------------------------------------------------


@pytest.fixture
def pipe(tmp_path: Path) -> str:
    """Whoever reads it waits."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return str(path)


async def test_work_is_done_once_for_all_who_ask_and_what_came_of_it_is_kept(tmp_path: Path) -> None:
    long_tasks, file = LongTasks(Limits({})), str(tmp_path / "done")
    assert await asyncio.gather(*(long_tasks.ask("a", note, file, "x") for _ in range(5))) == ["x"] * 5
    assert await long_tasks.ask("b", note, file, "x") == "x"
    assert read(file) == "x"


async def test_what_was_asked_for_least_recently_is_forgotten_first(tmp_path: Path) -> None:
    long_tasks, file = LongTasks(Limits({}), room=800), tmp_path / "done"
    for letter in "abacdefg" + "gb":
        await long_tasks.ask("a", note, str(file), letter * 100)
    assert file.read_text() == "".join(letter * 100 for letter in "abcdefgb")


async def test_the_process_stands_back_behind_the_server() -> None:
    assert await LongTasks(Limits({})).ask("a", priority) >= 10


async def test_a_refusal_comes_back_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await LongTasks(Limits({})).ask("a", read, str(tmp_path / "nothing"))


async def test_what_nobody_waits_for_is_stopped_and_the_next_has_its_turn(pipe: str) -> None:
    long_tasks = LongTasks(Limits({}))
    first, second = [asyncio.ensure_future(long_tasks.ask("a", read, pipe)) for _ in range(2)]
    behind = asyncio.ensure_future(long_tasks.ask("b", priority))
    await asyncio.wait((first,), timeout=0)
    first.cancel()
    await asyncio.wait((first,))
    assert not second.done(), "somebody else waits for the same"
    second.cancel()
    assert await behind >= 10


async def test_work_that_takes_too_long_is_stopped_with_a_sentence(pipe: str) -> None:
    long_tasks = LongTasks(Limits({}), longest=0.1)
    with pytest.raises(BadSetup, match=r"takes more than 0\.1 seconds"):
        await long_tasks.ask("a", read, pipe)


async def test_a_process_that_dies_is_replaced() -> None:
    long_tasks = LongTasks(Limits({}))
    with pytest.raises(Busy):
        await long_tasks.ask("a", die)
    assert await long_tasks.ask("a", priority) >= 10


async def test_the_queue_is_short_and_nobody_has_it_alone(pipe: str) -> None:
    long_tasks = LongTasks(Limits({}))

    def ask(number: int) -> asyncio.Task[str]:
        return asyncio.ensure_future(
            long_tasks.ask(f"address {number // OWN}", read, pipe.replace("/pipe", "/." * number + "/pipe"))
        )

    waiting = [ask(number) for number in range(QUEUE)]
    await asyncio.wait(waiting, timeout=0)
    with pytest.raises(TooMany) as own:
        await long_tasks.ask("address 0", priority)
    with pytest.raises(Busy) as full:
        await long_tasks.ask("another", priority)
    assert (own.value.kind, full.value.kind) == ("too_many", "busy")
    assert min(own.value.wait, full.value.wait) > 0
    for task in waiting:
        task.cancel()


async def test_one_line_has_the_queue_alone_with_no_number_of_addresses(pipe: str) -> None:
    """Whoever has an IPv6 line has 256 networks on it, and often 65,536."""
    long_tasks = LongTasks(Limits({}))

    def ask(number: int) -> asyncio.Task[str]:
        address = network(f"2001:db8:1:{number:x}00::1")
        return asyncio.ensure_future(long_tasks.ask(address, read, pipe.replace("/pipe", "/." * number + "/pipe")))

    waiting = [ask(number) for number in range(OWN)]
    await asyncio.wait(waiting, timeout=0)
    with pytest.raises(TooMany):
        await ask(OWN)
    for task in waiting:
        task.cancel()
    assert await long_tasks.ask(network("2001:db8:2::1"), priority) >= 10


async def test_heavy_work_has_a_rate_of_its_own_by_address(tmp_path: Path) -> None:
    """What is kept costs nothing."""
    long_tasks, file = (
        LongTasks(Limits({"long_tasks": Rate(2, 60, "games to be played again")})),
        str(tmp_path / "done"),
    )
    for word in ("one", "two", "one", "two"):
        await long_tasks.ask("a", note, file, word)
    with pytest.raises(TooMany, match="games to be played again"):
        await long_tasks.ask("a", note, file, "three")
    assert await long_tasks.ask("b", note, file, "three") == "three"


async def test_work_is_given_up_when_whoever_asked_hangs_up(pipe: str) -> None:
    long_tasks = LongTasks(Limits({}))

    class Gone:
        async def receive(self) -> dict[str, str]:
            return {"type": "http.disconnect"}

    with pytest.raises(Busy):
        await unless_gone(cast("AnyRequest", Gone()), long_tasks.ask("a", read, pipe))
    assert await long_tasks.ask("a", priority) >= 10


# --- over HTTP --------------------------------------------------------------------------------------


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A server in this event loop."""
    services = open_services(folder)
    await services.open()
    transport = httpx.ASGITransport(app=make_app(services))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver.local") as client:
        yield services, client
    await services.close()


async def begun(client: httpx.AsyncClient, **agreed: object) -> tuple[str, list[str]]:
    """A table with a person on every seat, and the keys."""
    body = {"game": "truce", "seats": [{"name": name} for name in NAMES], **agreed}
    made = (await client.post("/api/tables", json=body)).json()
    for key in made["seat_keys"]:
        await client.post(f"/api/tables/{made['table']}/sit", headers=bearer(key), json={})
    await client.post(f"/api/tables/{made['table']}/host/start", headers=bearer(made["host_key"]))
    return made["table"], made["seat_keys"]


async def test_while_games_are_played_again_keys_faces_and_orders_are_answered(tmp_path: Path, pipe: str) -> None:
    """The process is stuck and the queue is full; who plays does not notice, also with a key not seen for long."""
    async with serving(tmp_path) as (services, client):
        over, keys = await begun(client, options={"rounds": 1})
        for key in keys:
            await client.post(f"/api/tables/{over}/answer", headers=bearer(key), json={"action": {"type": "pass"}})
        live, seats = await begun(client)
        stuck = asyncio.ensure_future(services.long_tasks.ask("a", read, pipe))
        replays = [
            asyncio.ensure_future(client.get(f"/api/tables/{over}/{part}", headers=bearer(keys[seat])))
            for seat in range(3)
            for part in ("replay", "export")
        ]
        await asyncio.wait(replays, timeout=0)
        services.auth.forget()
        for key in seats:
            assert (await client.get(f"/api/tables/{live}", headers=bearer(key))).status_code == 200
            body = {"action": {"type": "pass"}}
            sent = await client.post(f"/api/tables/{live}/answer", headers=bearer(key), json=body)
            assert sent.status_code == 200
        signed = await client.post("/api/session", json={"name": "Agatha", "passphrase": "a long secret", "new": True})
        assert signed.status_code < 500
        stuck.cancel()
        answers = await asyncio.gather(*replays)
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {response.status_code for response in refused} <= {429}
        assert all(int(response.headers["retry-after"]) > 0 for response in refused)
        assert len(refused) == len(replays) - OWN
