"""A stranger with every auth open cannot fill the disk: an hour of it from one address, through the real API."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select
from tests.server.with_characters import SHEET
from tests.serving import NAMES, Clock, Sitting, another, begin, client_of, gather, open_services

from turncoat.server import quota, store
from turncoat.server.characters import LONGEST_NOTES
from turncoat.server.limits import HOUR, SHARE
from turncoat.server.schema import METADATA
from turncoat.server.services import Services

TEN_MILLION = 10_000_000
VISITS = 5
"""So often in the hour the stranger comes to every auth, and pushes until it stays shut."""

DEADLINE = 5
"""Seconds: the least that a table can have."""

LONG = "\U0001f600" * 2000
"""As much as can be said at once."""


def kept_in(services: Services) -> int:
    """Bytes in all columns of all tables of the database."""
    kept = 0
    with services.store.reading() as connection:
        for table in METADATA.sorted_tables:
            for row in connection.execute(select(table)):
                kept += sum(len(one if isinstance(one, bytes) else str(one).encode()) for one in row if one is not None)
    return kept


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, ...]:
    """Games that were played elsewhere, in which much was said; different ones."""
    found = []
    with client_of(open_services(tmp_path_factory.mktemp("elsewhere"), rates={})) as client:
        for _ in range(2 * VISITS):
            table = begin(client, options={"rounds": 1})
            for turn in range(75):
                table.post("talk", turn % len(NAMES), text=LONG)
            table.everybody("pass")
            found.append(client.get(table.path("export"), headers=table.seat(0)).content)
    return tuple(found)


class Stranger:
    """Does as much as can be done from one address, and counts what was let in by auth."""

    def __init__(self, client: TestClient[Litestar], records: Iterator[bytes]) -> None:
        self.client, self.records, self.chance = client, records, Random(1)
        self.tables: list[Sitting] = []
        self.let_in: dict[str, int] = {}
        self.doors: tuple[Callable[[], None], ...] = (
            self.imports,
            self.registers,
            self.looks_round,
            self.makes_tables,
            self.sets_bots_off,
            self.keeps_characters,
            self.leaves_orders,
            self.seals_words,
            self.calls_seats_names,
            self.invites,
            self.changes_answers,
            self.talks,
        )

    def push(self, auth: str, most: int, send: Callable[..., httpx.Response], *given: object, **named: object) -> None:
        """Send something again and again until it is refused."""
        for _ in range(most):
            answer = send(*given, **named)
            assert answer.status_code < 500, answer.text
            if not answer.is_success:
                return
            self.let_in[auth] = self.let_in.get(auth, 0) + 1

    def at_tables(self) -> Iterator[tuple[Sitting, int]]:
        """Some seats at the newest tables."""
        for table in self.tables[-4:]:
            yield from ((table, seat) for seat in (0, self.chance.randrange(1, 6)))

    def imports(self) -> None:
        kind = {"Content-Type": "application/x-ndjson"}
        for record in islice(self.records, 2):
            self.push("import", 1, self.client.post, "/api/tables/import", headers=kind, content=record)

    def makes_tables(self) -> None:
        """Tables at which people sit who do nothing, and whose questions are closed every five seconds."""
        after = {"type": "after", "minutes": DEADLINE / 60}
        for _ in range(4):
            with suppress(AssertionError):
                table = begin(self.client, title="x" * 80, options={"rounds": 1000}, deadline=after, listed=True)
                self.tables.append(table)
                self.let_in["table"] = self.let_in.get("table", 0) + 1

    def sets_bots_off(self) -> None:
        """A table of bots, and one at which a person sits with five of them."""
        for first in ("", "random"):
            seats = [{"name": name, "bot": "random" if number else first} for number, name in enumerate(NAMES)]
            body = {"game": "truce", "seats": seats, "options": {"rounds": 1000}}
            made = self.client.post("/api/tables", json=body)
            if made.is_success:
                table = Sitting(self.client, made.json())
                table.post("sit", 0)
                self.push("bots", 1, table.do, "start")
                self.tables.append(table)

    def talks(self) -> None:
        for table, seat in self.at_tables():
            self.push("talk", 40, table.post, "talk", seat, text=LONG)

    def changes_answers(self) -> None:
        for table, seat in self.at_tables():
            for kind in ("loot", "defend") * 20:
                self.push("answer", 1, table.post, "answer", seat, action={"type": kind})

    def leaves_orders(self) -> None:
        unless = [{"type": "bid", "amount": amount} for amount in range(1, 61)]
        body = {"actions": [{"type": "pass"}], "unless": unless}
        with suppress(AssertionError):
            table = begin(self.client, game="dune", options={})
            for seat in range(6):
                path = table.path("standing-orders/auction.bid")
                self.push("order", 20, self.client.put, path, headers=table.seat(seat), json=body)

    def seals_words(self) -> None:
        with suppress(AssertionError):
            table = gather(self.client)
            for seat in range(6):
                self.push("words", 50, table.post, "words", seat, digest=f"{self.chance.getrandbits(256):064x}")

    def calls_seats_names(self) -> None:
        for table, seat in self.at_tables():
            self.push("name", 1, table.post, "sit", seat, name="x" * 20 + str(self.chance.randrange(10**6)))

    def invites(self) -> None:
        for table in self.tables[-4:]:
            self.push("invitation", 100, table.do, "link", seat=1)

    def keeps_characters(self) -> None:
        browser, token = self.new_browser()
        body = {"game": "thrice", "sheet": SHEET, "notes": "\U0001f600" * LONGEST_NOTES}
        self.push("character", 100, browser.post, "/api/characters", json=body, headers=token)

    def registers(self) -> None:
        browser, token = self.new_browser()
        name = "x" * 30 + str(self.chance.randrange(10**6))
        body = {"name": name, "passphrase": "correct horse battery", "new": True}
        self.push("account", 1, browser.post, "/api/session", json=body, headers=token)

    def new_browser(self) -> tuple[httpx.Client, dict[str, str]]:
        """A browser that the server does not know, and the header that its forms carry."""
        browser = another(self.client).client
        return browser, {"x-csrf-token": browser.get("/api/session").json()["token"]}

    def looks_round(self) -> None:
        """Pages and lists, with no key and no cookie."""
        for path in ("/", "/tables/new", "/api/tables", *(f"/tables/{table.id}" for table in self.tables[-3:])):
            self.client.cookies.clear()
            self.push("page", 3, self.client.get, path)


def an_hour(services: Services, client: TestClient[Litestar], clock: Clock, stranger: Stranger) -> int:
    """The stranger comes again and again, and between two visits deadlines pass; bytes by which the database grew."""
    before, began = kept_in(services), services.limits.now()
    while services.limits.now() < began + HOUR:
        for auth in stranger.doors:
            auth()
        for _ in range(round(HOUR / VISITS / DEADLINE)):
            services.limits.now.forward(DEADLINE + 0.002)  # type: ignore[attr-defined]
            clock.forward(DEADLINE + 0.002)
            with client.portal() as portal:
                portal.call(ring, services)
    return kept_in(services) - before


async def ring(services: Services) -> None:
    """Let everything happen for which the time has come."""
    alarms = services.keeper.alarms
    alarms.look()
    await asyncio.sleep(0)
    while any(due < services.keeper.now() for due in alarms._due.values()):  # noqa: ASYNC110  # no bell rings for it
        await asyncio.sleep(0)
    await services.keeper.writer.quiet()


class Seconds:
    """The time as the limits count it; stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def stranger(
    services: Services, client: TestClient[Litestar], records: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> Stranger:
    """Somebody at a server whose time stands still; bots that have to wait look again at once."""
    services.limits.now = Seconds()
    monkeypatch.setattr(quota, "AGAIN", 0.01)
    return Stranger(client, iter(records))


def test_a_stranger_with_every_door_open_has_less_than_ten_million_bytes_kept_in_an_hour(
    services: Services, client: TestClient[Litestar], clock: Clock, stranger: Stranger
) -> None:
    grown = an_hour(services, client, clock, stranger)
    assert SHARE < grown < TEN_MILLION, (grown, stranger.let_in)
    assert stranger.let_in.keys() == {
        *("account", "page", "table", "bots", "import", "character"),
        *("order", "words", "name", "invitation", "answer", "talk"),
    }


def test_a_door_at_which_nothing_is_counted_is_noticed(
    services: Services, client: TestClient[Litestar], clock: Clock, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: whatever is taken in from a file, or kept for its owner, costs as much as a number."""
    monkeypatch.setattr(store, "size_of", lambda _: 8)
    stranger.doors = (stranger.imports, stranger.keeps_characters)
    assert an_hour(services, client, clock, stranger) > TEN_MILLION
