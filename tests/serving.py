"""A server for tests: in this process, on a database of its own, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvicorn
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import inspect, text
from tests import postgres
from tests.described import described

from turncoat.server.migrate import migrate
from turncoat.server.services import Config, Services
from turncoat.server.store import Store
from turncoat.web.site.app import make_app

NOON = 1_790_000_000_000
"""When tests begin, in milliseconds since the epoch."""

NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")


class Clock:
    """Says what time it is: always the same until it is moved."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


SEED = os.environ.get("TURNCOAT_TEST_SEED", "1")
"""What the chance of all tables in tests comes from: another seed gives everybody another game."""


@cache
def empty_database() -> bytes:
    """A database at the newest layout with nothing in it: made once, as every test begins with one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        store = Store(f"sqlite:///{path}")
        migrate(store.engine)
        store.close()
        return path.read_bytes()


def database_at(path: Path) -> str:
    """The address of a database for a test: at the newest layout, empty when it is new.

    It is the SQLite file of this path or, where the tests run on PostgreSQL, a database that takes its place.
    """
    if postgres.on_postgres():
        return postgres.databases(path)
    if not path.exists():
        path.write_bytes(empty_database())
    return f"sqlite:///{path}"


def everything_in(database: str, *tables: str) -> str:
    """What a database holds, in these tables or in all, as text."""
    store, found = Store(database), list[str]()
    with closing(store), store.reading() as connection:
        for name in tables or inspect(connection).get_table_names():
            found += map(str, connection.execute(text(f"SELECT * FROM {name}")).all())
    return "\n".join(found)


def open_services(folder: Path, *, clock: Callable[[], int] | None = None, **config: Any) -> Services:
    """A server on a fresh database; its clock stands still unless it is moved, its chance is the same every time.

    Its bots think in a thread, unless it is told otherwise.
    """
    rng = Random(SEED)
    config = {"bot_processes": 0} | config
    settings = Config(database=database_at(folder / "test.db"), dumps=folder / "dumps", **config)
    services = Services(settings, clock or Clock(), lambda size: rng.randbytes(size).hex())
    services.outbox.stopwatch = float  # its work takes no time, however busy the machine is
    return services


class Sitting:
    """A table that was made over the API, and its keys for programs.

    Attributes:
        client: Whoever asks; carries no cookie by itself.
        host: Headers of the host.
        keys: The key of each seat.
    """

    def __init__(self, client: httpx.Client, made: Mapping[str, Any], names: tuple[str, ...] = NAMES) -> None:
        self.client, self.id, self.host_key = client, str(made["table"]), str(made["host_key"])
        self.keys: list[str] = list(made["seat_keys"])
        self.names = names

    @property
    def host(self) -> dict[str, str]:
        return bearer(self.host_key)

    def seat(self, number: int | None) -> dict[str, str]:
        """Headers of a seat; of a spectator: none."""
        return {} if number is None else bearer(self.keys[number])

    def link(self, seat: int | None) -> str:
        """A new invitation to a seat, or to the host's rights; good for one browser."""
        made = self.do("link", seat=seat)
        assert made.status_code == 201, made.text
        return str(made.json()["invitation"])

    def hand(self, seat: int, browser: Browser) -> None:
        """Let somebody take a seat with a browser, and have a key to it as well; whichever they use, they are one."""
        browser.join(self.link(seat))
        token = {"x-csrf-token": browser.client.get("/api/session").json()["token"]}
        made = browser.client.post("/api/keys", json={"invitation": self.link(seat)}, headers=token)
        self.keys[seat] = made.json()["key"]
        assert self.post("sit", seat).status_code == 204

    def path(self, part: str = "") -> str:
        return f"/api/tables/{self.id}/{part}".rstrip("/")

    def get(self, part: str = "", seat: int | None = None, **query: object) -> Any:
        """What a seat is shown, decoded."""
        given = {name: str(value) for name, value in query.items()}
        response = self.client.get(self.path(part), headers=self.seat(seat), params=given)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, part: str, seat: int | None = None, **body: object) -> httpx.Response:
        """Send something for a seat."""
        return self.client.post(self.path(part), headers=self.seat(seat), json=body)

    def answer(self, seat: int, kind: str, **fields: object) -> Any:
        """Hand in an answer; the receipt."""
        response = self.post("answer", seat, action={"type": kind, **fields})
        assert response.status_code == 200, response.text
        return response.json()

    def everybody(self, kind: str, *others: int) -> None:
        """All seats but these hand in the same answer."""
        for seat in range(len(self.keys)):
            if seat not in others:
                self.answer(seat, kind)

    def do(self, move: str, **body: object) -> httpx.Response:
        return self.client.post(self.path(f"host/{move}"), headers=self.host, json=body or None)


def bearer(key: str) -> dict[str, str]:
    """The header that carries a key."""
    return {"Authorization": f"Bearer {key}"}


def gather(client: httpx.Client, names: tuple[str, ...] = NAMES, **agreed: object) -> Sitting:
    """Make a table over the API; nobody has sat down yet."""
    seats = [{"name": name} for name in names]
    response = client.post("/api/tables", json={"game": "truce", "seats": seats, **agreed})
    assert response.status_code == 201, response.text
    return Sitting(client, response.json(), names)


def begin(client: httpx.Client, names: tuple[str, ...] = NAMES, **agreed: object) -> Sitting:
    """Make a table, seat a person everywhere and begin."""
    table = gather(client, names, **agreed)
    for seat in range(len(names)):
        assert table.post("sit", seat).status_code == 204
    assert table.do("start").status_code == 204
    return table


class Browser:
    """What a browser without script does: it keeps cookies, sends forms with their token, follows redirects.

    The text of a page is what it says, not how its template is laid out: see `as_read`.
    """

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.client.follow_redirects = True
        self.token = ""

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self._seen(self.client.get(path, **more))

    def _seen(self, response: httpx.Response) -> httpx.Response:
        if response.headers.get("content-type", "").startswith("text/html"):
            response._text = as_read(response.text)
        found = re.search(r'name="_csrf" value="([^"]+)"', response.text)
        self.token = found[1] if found else self.token
        return response

    def post(self, path: str, form: Mapping[str, object] | None = None, **more: Any) -> httpx.Response:
        """Send a form, as the page that was looked at last would."""
        if not self.token:
            self.get("/")
        return self._seen(self.client.post(path, data={"_csrf": self.token, **(form or {})}, **more))

    def join(self, invitation: str, name: str = "") -> httpx.Response:
        """Open a link and take the seat."""
        self.get(f"/join/{invitation}")
        return self.post("/join", {"token": invitation, "name": name})


def as_read(page: str) -> str:
    """A page without the ends of its lines: between words there is a space, between tags nothing."""
    return re.sub(r"\s+", " ", re.sub(r">\s+<", "><", page))


def another(client: httpx.Client) -> Browser:
    """A second browser at the server that a client talks to."""
    return Browser(httpx.Client(transport=client._transport, base_url=client.base_url, event_hooks=client.event_hooks))


_SPARE: list[Litestar] = []


@contextmanager
def app_of(services: Services) -> Iterator[Litestar]:
    """The application round the services; one is used again, as reading 200 handlers takes a while."""
    if services.config.hosts:
        yield make_app(services)
        return
    app = _SPARE.pop() if _SPARE else make_app(services)
    app.state["services"] = services
    try:
        yield app
    finally:
        _SPARE.append(app)


@contextmanager
def client_of(services: Services, **more: Any) -> Iterator[TestClient[Litestar]]:
    """A client without network; the services are opened and closed with it.

    Whatever it asks of the API, and is answered, must be as the OpenAPI document says.
    """
    with app_of(services) as app, TestClient(app, **more) as client:
        client.event_hooks = {"response": [lambda response: described(app).check(response)]}
        yield client


@contextmanager
def on_the_wire(services: Services, port: int = 0) -> Iterator[str]:
    """The services behind a real socket of this machine, in a thread, at this port or any; gives its address."""
    ears = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(make_app(services), access_log=False, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    ready = threading.Event()
    announce(server, ready)
    thread = threading.Thread(target=asyncio.run, args=(server.serve(sockets=[ears]),), daemon=True)
    thread.start()
    assert ready.wait(120), "the server did not start"
    try:
        yield f"http://127.0.0.1:{ears.getsockname()[1]}"
    finally:
        services.closing.set()
        server.should_exit = True
        thread.join(120)
        ears.close()


def announce(server: uvicorn.Server, ready: threading.Event) -> None:
    """Say when a server has begun to serve."""
    startup = server.startup

    async def start(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = start  # type: ignore[method-assign]
