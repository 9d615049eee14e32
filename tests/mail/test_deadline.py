"""T26: a mail that is kept at the deadline counts, although it is carried out, and the decision closed, later."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.noticing import AGATHA
from tests.mail.post import Correspondent, address_of, hand_in, written
from tests.serving import Clock, Sitting, begin

from turncoat.server.services import Services
from turncoat.server.settings import Incoming

HOUR = {"type": "after", "minutes": 60}


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney", "Celeste"), deadline=HOUR, options={"show_submitted": False})


async def at_once(table_id: str) -> None:
    """The planted fault: no decision waits for mails that came in time."""


CASES = {"in time": (0, False, 0), "late": (1, False, 1), "in time, and nothing waits": (0, True, 1)}
"""Milliseconds after the deadline at which the mail is kept, the planted fault, and the turns that are missed then."""


@pytest.mark.parametrize("case", CASES)
def test_what_is_kept_at_the_deadline_counts(
    agatha: Correspondent, table: Sitting, services: Services, client: httpx.Client, clock: Clock, case: str
) -> None:
    after, fault, missed = CASES[case]
    assert isinstance(client, TestClient)
    assert services.intake is not None
    portal, carry_out, held = client.blocking_portal, services.intake.carry_out, asyncio.Event()

    async def slowly(digest: str) -> None:
        await held.wait()
        await carry_out(digest)

    services.intake.carry_out = slowly  # type: ignore[method-assign]
    if fault:
        services.keeper.settle = at_once
    due, to = table.get()["due"], address_of(agatha)
    clock.now = due + after
    assert hand_in(agatha.port, to, AGATHA, written(to, AGATHA, "loot"))[0] == 250
    clock.now = due + 1000
    closes = portal.start_task_soon(services.keeper.alarms.look)
    if fault:
        closes.result(60)
    portal.call(held.set)
    closes.result(60)
    portal.call(services.intake.settle, table.id)
    until = time.monotonic() + 60
    while table.get()["view"]["round"] == 1:
        assert time.monotonic() < until, "the decision is not closed"
        portal.call(services.keeper.alarms.look)
    assert table.get()["seats"][0]["missed"] == missed
