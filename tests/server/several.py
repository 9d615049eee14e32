"""Several servers on one database behind a plain proxy, and clients who note what they sent and what came back.

The clients know nothing of the servers: a request that is not answered is sent again, on another connection.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from tests.history import Sent
from tests.server import one_of_several

from turncoat.table.proof import Receipt
from turncoat.table.record import Json

RECEIPT = msgspec.json.Decoder(Receipt)
MOVES: tuple[Json, ...] = ({"type": "loot"}, {"type": "pass"}, {"type": "defend"})
SEATS = 3
ASKED = 2.0
"""Seconds between two questions of the proxy whether a server is ready, and how long it waits for the answer."""

PAUSE = 0.15
"""Seconds that a client rests after an order at a seat."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Machine:
    """One of the servers."""

    def __init__(self, database: str, folder: Path, lease: float) -> None:
        self.port, self.arguments = free_port(), (database, str(folder))
        self.lease = lease
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            one_of_several.__file__,
            *self.arguments,
            str(self.port),
            str(self.lease),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self.process.stdout
        assert (await self.process.stdout.readline()).strip() == b"ready"

    def send(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and wait until it has ended."""
        assert self.process
        if self.process.returncode is None:
            self.send(how)
        return await self.process.wait()


class Proxy:
    """Hands each connection to the next server that is ready, and to the one after it if nothing listens there.

    It asks every server whether it is ready, as ``docs/hosting/postgresql.md`` has it, and breaks off what it has begun
    with one that is not.
    """

    def __init__(self, machines: Sequence[Machine]) -> None:
        self.machines, self.next, self.port = machines, 0, 0
        self.silent: set[int] = set()
        self.begun: dict[int, set[asyncio.StreamWriter]] = {machine.port: set() for machine in machines}

    def _turns(self) -> list[Machine]:
        first, self.next = self.next % len(self.machines), self.next + 1
        turns = [*self.machines[first:], *self.machines[:first]]
        return sorted(turns, key=lambda machine: machine.port in self.silent)

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for machine in self._turns():
            with suppress(OSError):
                back = await asyncio.open_connection("127.0.0.1", machine.port)
                self.begun[machine.port].add(writer)
                await asyncio.gather(_pump(reader, back[1]), _pump(back[0], writer))
                self.begun[machine.port].discard(writer)
                return
        writer.close()

    async def _watch(self, machine: Machine) -> None:
        while True:
            line = Line(machine.port, ASKED)
            status, _ = await line.ask("GET", "/readyz")
            line.close()
            (self.silent.discard if status == 200 else self.silent.add)(machine.port)
            if not status:
                for writer in self.begun[machine.port]:
                    writer.close()
            await asyncio.sleep(ASKED)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        """A context in which it listens; at which port."""
        server = await asyncio.start_server(self._hand_on, "127.0.0.1", 0)
        watches = [asyncio.create_task(self._watch(machine)) for machine in self.machines]
        try:
            self.port = int(server.sockets[0].getsockname()[1])
            yield self.port
        finally:
            for task in watches:
                task.cancel()
            server.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    writer.close()


class Line:
    """A connection that is kept open, with one request at a time, and made anew when it is broken."""

    def __init__(self, port: int, patience: float) -> None:
        self.port, self.patience = port, patience
        self.ways: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> tuple[int, bytes]:
        """Send a request; the status and the body of the answer. 0: there was none: nobody knows what became of it."""
        try:
            async with asyncio.timeout(self.patience):
                return await self._ask(method, path, key, body)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.close()
            return 0, b""

    async def _ask(self, method: str, path: str, key: str, body: object) -> tuple[int, bytes]:
        if self.ways is None:
            self.ways = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.ways
        writer.write(request(method, path, key, body))
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head.lower())
        return int(head[9:12]), await reader.readexactly(int(found[1]) if found else 0)

    def close(self) -> None:
        if self.ways is not None:
            self.ways[1].close()
            self.ways = None


def request(method: str, path: str, key: str = "", body: object = None, last: str = "") -> bytes:
    """A request as it is sent."""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    head += [f"Authorization: Bearer {key}"] if key else []
    head += [f"Last-Event-ID: {last}"] if last else []
    content = b"" if body is None else json.dumps(body).encode()
    head += ["Content-Type: application/json", f"Content-Length: {len(content)}"] if content else []
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


class Place(Struct):
    """A seat, its key, and the number of the question that it answers next."""

    table: str
    seat: int
    key: str
    request: int = 1
    over: bool = False

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/answer"


class History:
    """What all clients have seen."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.last: dict[str, float] = {}
        self.odd: list[str] = []

    async def answers(self, table_ids: Sequence[str], since: float) -> float:
        """Wait until an order was acknowledged at each table that was sent since then; after how many seconds."""
        while waits := [table for table in table_ids if self.last.get(table, 0.0) < since]:
            await asyncio.sleep(PAUSE)
            if monotonic() - since > 300:
                self.odd.append(f"no order is taken at {waits}")
                break
        return monotonic() - since


async def new_table(line: Line, rounds: int) -> list[Place]:
    """A table of Truce at which people sit and the game has begun."""
    places, host_key = await gathering(line, rounds, range(SEATS))
    await begin(line, places, host_key)
    return places


async def begin(line: Line, places: Sequence[Place], host_key: str) -> None:
    """Let the game begin at a table."""
    assert (await line.ask("POST", f"/api/tables/{places[0].table}/host/start", host_key))[0] == 204


async def gathering(line: Line, rounds: int, sits: Sequence[int]) -> tuple[list[Place], str]:
    """A table of Truce at which people sit in these seats, and the key of its host."""
    seats = [{"name": name} for name in ("Agatha", "Barney", "Celeste")]
    status, said = await line.ask(
        "POST", "/api/tables", body={"game": "truce", "seats": seats, "options": {"rounds": rounds}}
    )
    assert status == 201, said
    made: dict[str, Any] = json.loads(said)
    path = f"/api/tables/{made['table']}"
    for seat in sits:
        assert (await line.ask("POST", f"{path}/sit", made["seat_keys"][seat], {}))[0] == 204
    return [Place(made["table"], seat, key) for seat, key in enumerate(made["seat_keys"])], made["host_key"]


class Client:
    """Somebody who plays at some seats, at each one order after another.

    No seat waits for another one: what is measured is how soon a table takes orders, not how long clients hang.
    """

    def __init__(self, port: int, places: Sequence[Place], history: History, seed: str, patience: float) -> None:
        self.port, self.patience, self.places, self.history = port, patience, places, history
        self.chance = Random(seed)

    async def play(self, until: asyncio.Event) -> None:
        """Play until it is over."""
        await asyncio.gather(*(self._play_at(place, until) for place in self.places))

    async def _play_at(self, place: Place, until: asyncio.Event) -> None:
        line = Line(self.port, self.patience)
        while not (until.is_set() or place.over):
            await self.answer(line, place)
            await asyncio.sleep(PAUSE)
        line.close()

    async def answer(self, line: Line, place: Place) -> None:
        """Answer the question that comes next at a seat."""
        sent = Sent(place.table, place.seat, place.request, self.chance.choice(MOVES), monotonic())
        status, said = await line.ask("POST", place.path, place.key, {"request": sent.request, "action": sent.action})
        if status == 200:
            sent.receipt, sent.ended = RECEIPT.decode(said), monotonic()
            self.history.last[place.table] = max(sent.began, self.history.last.get(place.table, 0.0))
            place.request += 1
        elif status in (409, 422):
            await self._refused(place, json.loads(said))
        elif status not in (0, 500, 502, 503):
            self.history.odd.append(f"{status}: {said.decode()}")
        if status in (0, 200, 500, 502, 503):
            self.history.sent.append(sent)

    async def _refused(self, place: Place, problem: dict[str, Any]) -> None:
        """Others are asked still; or an order that was not acknowledged has counted; or the game is over."""
        if (now := problem.get("request")) is not None and now > place.request:
            place.request = now
        elif problem["field"] == "phase":
            place.over = True
        elif problem["status"] == 422:
            self.history.odd.append(problem["detail"])


class Listener:
    """Somebody who follows a seat's stream, and goes on after the last event when it breaks off."""

    def __init__(self, port: int, place: Place, patience: float) -> None:
        self.port, self.place, self.patience = port, place, patience
        self.numbers: list[int] = []
        self.breaks = 0
        self.last, self.kind = "0.0.0", ""

    async def follow(self) -> None:
        """Follow it until this task is cancelled."""
        while True:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                await self._stream()
            self.breaks += 1
            await asyncio.sleep(PAUSE)

    async def _stream(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            path = f"/api/tables/{self.place.table}/stream"
            writer.write(request("GET", path, self.place.key, last=self.last))
            while True:
                async with asyncio.timeout(self.patience):
                    line = await reader.readline()
                if not line:
                    return
                self._read(line.decode().strip())
        finally:
            writer.close()

    def _read(self, line: str) -> None:
        name, _, value = line.partition(": ")
        if name == "id":
            self.last = value
        elif name == "event":
            self.kind = value
        elif name == "data" and self.kind == "events":
            self.numbers.append(json.loads(value)["number"])

    @property
    def wrong(self) -> list[str]:
        """Gaps and repeats."""
        here = f"of seat {self.place.seat} at {self.place.table}"
        pairs = zip(self.numbers, self.numbers[1:], strict=False)
        return [f"the stream {here} goes from {one} to {other}" for one, other in pairs if other != one + 1]
