"""The loads that figures put on a server in a process of its own, ``_server.py``."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

SERVER = Path(__file__).with_name("_server.py")
SEATS = 6
ROUNDS = 1000
NAMES = ("Agatha", "Barney", "Celeste", "Dorian", "Emmett", "Flora")
MOVES = tuple(json.dumps({"type": action}) for action in ("loot", "defend", "pass"))


@dataclass(frozen=True)
class Place:
    """A table on the server and the keys to its seats."""

    table: str
    keys: tuple[str, ...]


def worked(process: int) -> float:
    """Seconds for which a process has kept a core busy."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Served:
    """A server in a process of its own."""

    port: int
    places: tuple[Place, ...]
    pid: int
    ask: Callable[[str], float]
    """Says ``play`` or ``pause``; the longest hold of the event loop since the last time, in milliseconds."""

    def worked(self) -> float:
        """Seconds for which the process has kept a core busy."""
        return worked(self.pid)

    def resident(self) -> float:
        """Memory that the process occupies, in MiB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def served(tables: int, *, bots: int = 0, profile: str = "") -> Iterator[Served]:
    """Serve so many tables of six from another process, and so many of bots."""
    with TemporaryDirectory() as folder:
        flags = ["-m", "cProfile", "-o", profile] if profile else []
        command = [sys.executable, *flags, str(SERVER), folder, str(tables), str(bots)]
        with Popen(command, stdout=PIPE, stdin=PIPE) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            ears, mouth = process.stdout, process.stdin
            try:

                def ask(word: str) -> float:
                    mouth.write(f"{word}\n".encode())
                    mouth.flush()
                    return float(ears.readline())

                said = json.loads(ears.readline())
                places = tuple(Place(table, tuple(keys)) for table, keys in said["places"])
                yield Served(said["port"], places, process.pid, ask)
            finally:
                mouth.close()
                process.terminate()
                process.wait()


# --- the load ---------------------------------------------------------------------------------------


class Line:
    """A connection that is kept open, and one request at a time on it: as lean as a client can be."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, port: int) -> Line:
        """Connect."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, key: str = "", body: str = "") -> tuple[int, bytes]:
        """Send a request; the status and the body of the answer."""
        held = f"Authorization: Bearer {key}\r\n" if key else ""
        content = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{held}{content}\r\n{body}".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return int(head[9:12]), await self.reader.readexactly(int(length or 0))

    def close(self) -> None:
        """Hang up."""
        self.writer.close()


async def saturate(served: Served, seconds: float) -> float:
    """Six players at every table answer as fast as they are asked; accepted orders a second."""
    end = perf_counter() + seconds
    counts = await asyncio.gather(*(_play_without_pause(served.port, place, end) for place in served.places))
    return sum(counts) / seconds


async def _play_without_pause(port: int, place: Place, end: float) -> int:
    line, chance, done = await Line.to(port), Random(place.table), 0
    path = f"/api/tables/{place.table}/answer"
    while perf_counter() < end:
        key = place.keys[done % SEATS]
        status, answer = await line.ask("POST", path, key, f'{{"action":{chance.choice(MOVES)}}}')
        if status not in (200, 422):
            raise RuntimeError(f"{status}: {answer.decode()}")
        if status == 422:
            status, answer = await line.ask("POST", path, key, '{"action":{"type":"pass"}}')
        assert status == 200, answer
        done += 1
    line.close()
    return done


async def ponder(served: Served, seconds: float, thought: float, *, listen: str = "") -> list[float]:
    """Every player thinks about so many seconds, then answers; how long each answer took, in seconds.

    Args:
        served: The server.
        seconds: For so long.
        thought: So many seconds on the average.
        listen: Every player has a stream open meanwhile: of the ``table``, or of all their ``own`` tables.
    """
    seats = [(place, seat) for place in served.places for seat in range(SEATS)]
    streams = (
        [asyncio.create_task(_listen(served.port, place, seat, listen)) for place, seat in seats] if listen else []
    )
    end = perf_counter() + seconds
    tasks = [_think_and_answer(served.port, place, seat, end, thought) for place, seat in seats]
    taken = await asyncio.gather(*tasks)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return [one for some in taken for one in some]


async def _listen(port: int, place: Place, seat: int, kind: str) -> None:
    line = await Line.to(port)
    path, key = "/api/me/stream" if kind == "own" else f"/api/tables/{place.table}/stream", place.keys[seat]
    line.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
    try:
        while await line.reader.read(65536):
            pass
    finally:
        line.close()


async def _think_and_answer(port: int, place: Place, seat: int, end: float, thought: float) -> list[float]:
    line, chance, taken = await Line.to(port), Random(f"{place.table}/{seat}"), []
    path = f"/api/tables/{place.table}/answer"
    while perf_counter() < end:
        await asyncio.sleep(chance.uniform(0.5, 1.5) * thought)
        before = perf_counter()
        status, answer = await line.ask("POST", path, place.keys[seat], '{"action":{"type":"pass"}}')
        if status != 409:  # the round was over before this answer arrived
            assert status == 200, answer
            taken.append(perf_counter() - before)
    line.close()
    return taken
