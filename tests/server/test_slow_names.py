"""Name servers that are slow on purpose: whoever has one holds up nobody but themselves."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import httpx
import pytest
from tests.server.listening import Listening, listening
from tests.server.test_push import SETTINGS, TURN
from tests.serving import Browser, Clock, Sitting, another, gather, open_services

from turncoat.server.notices import names
from turncoat.server.notices.attempts import RETRIES, after
from turncoat.server.notices.channel import Later, Outcome, Sent
from turncoat.server.notices.hook_shapes import Shape
from turncoat.server.notices.hooks import Hook
from turncoat.server.notices.outgoing import NAMES
from turncoat.server.notices.told import FAILED, QUEUED, Line
from turncoat.server.services import Services

MANY = 8


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, settings=SETTINGS)


@pytest.fixture
def there() -> Iterator[Listening]:
    with listening() as server:
        yield server


class Slow:
    """Name servers of hosts under ``slow.test``: which hosts they were asked for, and when they answer."""

    def __init__(self) -> None:
        self.asked, self.over = SimpleQueue[str](), threading.Event()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made, honest = Slow(), socket.getaddrinfo

    def getaddrinfo(host: Any, *more: Any, **named: Any) -> Any:
        if str(host).endswith("slow.test"):
            made.asked.put(host)
            made.over.wait(60)
            raise socket.gaierror
        return honest(host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    yield made
    made.over.set()


def stored(services: Services, owner: str, url: str) -> Hook:
    number = len(services.hooks.store.of(owner))
    hook = Hook(f"{owner}{number}", owner, Shape.JSON, url, "whsec_c2VjcmV0")
    services.hooks.store.add(hook, number)
    return hook


def slow_hooks(services: Services) -> list[Hook]:
    """Webhooks of one owner, each at another name."""
    return [stored(services, "mallory", f"https://h{number}.slow.test/") for number in range(MANY)]


def test_tests_of_one_owner_hold_up_no_notice(client: Any, services: Services, there: Listening, slow: Slow) -> None:
    hooks, hers = slow_hooks(services), stored(services, "agatha", there.url)

    async def meanwhile() -> Outcome:
        tests = [asyncio.ensure_future(services.hooks.test(hook)) for hook in hooks]
        await asyncio.to_thread(slow.asked.get, timeout=10)
        outcome = await services.hooks.send([TURN], hers.id)
        slow.over.set()
        await asyncio.gather(*tests)
        return outcome

    with client.portal() as portal:
        assert portal.call(meanwhile) == Sent()


def test_notices_of_one_owner_hold_up_nobody_elses_and_what_was_not_asked_for_has_not_failed(
    client: Any, services: Services, there: Listening, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "WAIT", 0.0)
    hooks, hers = slow_hooks(services), stored(services, "agatha", there.url)

    async def meanwhile() -> Outcome:
        sent = [asyncio.ensure_future(services.hooks.send([TURN], hook.id)) for hook in hooks]
        await asyncio.to_thread(slow.asked.get, timeout=10)
        outcome = await services.hooks.send([TURN], hers.id)
        slow.over.set()
        await asyncio.gather(*sent)
        return outcome

    with client.portal() as portal:
        assert portal.call(meanwhile) == Sent()
    assert slow.asked.empty()
    assert sum(hook.failed for hook in services.hooks.store.of("mallory")) == 1


def test_many_owners_with_slow_name_servers_hold_up_no_host_that_is_known_to_be_quick(
    client: Any, services: Services, there: Listening, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as there are threads, each with a name server of their own."""
    monkeypatch.setattr(names, "WAIT", 0.0)
    hers = stored(services, "agatha", there.url.replace("127.0.0.1", "localhost"))
    hooks = [stored(services, f"mallory{number}", f"https://h{number}.slow.test/") for number in range(NAMES)]

    async def meanwhile() -> tuple[Outcome, Outcome]:
        before = await services.hooks.send([TURN], hers.id)
        sent = [asyncio.ensure_future(services.hooks.send([TURN], hook.id)) for hook in hooks]
        await asyncio.to_thread(slow.asked.get, timeout=10)
        outcome = await services.hooks.send([TURN], hers.id)
        slow.over.set()
        await asyncio.gather(*sent)
        return before, outcome

    with client.portal() as portal:
        assert portal.call(meanwhile) == (Sent(), Sent())


def test_threads_that_strangers_can_fill_are_noticed(
    client: Any, services: Services, there: Listening, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: no host is known to be quick."""
    monkeypatch.setattr(names, "QUICK", -1.0)
    with pytest.raises(AssertionError):
        test_many_owners_with_slow_name_servers_hold_up_no_host_that_is_known_to_be_quick(
            client, services, there, slow, monkeypatch
        )


def test_what_was_not_tried_uses_up_no_attempt() -> None:
    line = Line("agatha", "t", 0, "turn 1", "hook", "h", "turn", 0, 10**12)
    for _ in range(20):
        line = after(line, Later(why="busy", tried=False), 0)
    assert (line.state, line.tries, line.next) == (QUEUED, 0, RETRIES[0])
    assert after(line, Later(why="busy", tried=False), 10**12).state == FAILED


def test_whoever_comes_as_many_browsers_is_counted_as_one(client: httpx.Client, there: Listening) -> None:
    table: Sitting = gather(client, ("Agatha", "Barney", "Celeste", "Darcy"))
    answers = []
    for seat in range(4):
        browser: Browser = another(client)
        browser.join(table.link(seat))
        add = partial(browser.post, "/notices/hook", {"shape": "json", "url": there.url})
        answers += [add().status_code for _ in range(8)]
    assert answers == [200] * 30 + [429] * 2
