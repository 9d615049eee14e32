"""One turn of Dune, from the setup on, played by two people by mail alone."""

from __future__ import annotations

from random import Random

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.office import Office
from tests.mail.post import Correspondent
from tests.mail.signing import enter
from tests.serving import Clock, Sitting, another, begin

from turncoat.kernel import play
from turncoat.kernel.grammar import Grammar
from turncoat.server.mail import turn_text
from turncoat.server.services import Services
from turncoat.server.settings import Incoming

NAMES = ("Agatha", "Barney")
AGREED = {"factions": "throne,schemers", "seating": "as_seated", "first_sector": 0}
MOST = 400
"""No turn of two has so many answers."""


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, NAMES, game="dune", options=AGREED, deadline={"type": "after", "minutes": 1440})


@pytest.fixture
def players(services: Services, client: httpx.Client, office: Office, table: Sitting) -> list[Correspondent]:
    assert services.mail is not None
    found = []
    for seat, name in enumerate(NAMES):
        browser, address = another(client), f"{name.lower()}@example.org"
        enter(browser, office, address, name)
        table.hand(seat, browser)
        found.append(Correspondent(office, address, services.mail.listener.port))
    return found


@pytest.mark.timeout(900)
def test_a_turn_of_dune_by_mail(
    services: Services, client: httpx.Client, clock: Clock, table: Sitting, players: list[Correspondent]
) -> None:
    assert isinstance(client, TestClient)
    portal, chance, written = client.blocking_portal, Random(1), list[str]()
    while table.get()["view"]["turn"] < 2:
        assert len(written) < MOST
        clock.forward(180)
        portal.call(services.keeper.alarms.look)
        portal.call(services.outbox.work)
        before = portal.call(services.keeper.table, table.id)
        for seat in [seat for seat in (0, 1) if turn_text.is_open(before, seat)]:
            now = portal.call(services.keeper.table, table.id)
            if not turn_text.is_open(now, seat) or turn_text.request_of(now, seat) != turn_text.request_of(
                before, seat
            ):
                continue
            assert now.game is not None
            own = play.boxes(now.game, seat)
            box = chance.choice(own.boxes)
            line = Grammar(own, now.names).write(box.nth(chance.randrange(box.count())))
            told = players[seat].told(line, players[seat].last("Answer this mail"))
            assert told.startswith("## Write above this line ## TAKEN:"), (line, told[:400])
            written.append(line.split()[0])
    assert {"keep", "dial", "bid", "pass"} <= set(written)
    assert table.get()["view"]["turn"] == 2
