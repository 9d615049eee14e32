"""Looks for faults for as long as you like: the long forms of what ``make test`` does in short.

``kills``: a server is killed under load again and again, and everything that it had acknowledged is looked up.
``play``: bots play all games beside people, and every game that ends is exported and verified. ``input``: requests
that were changed a little or a lot, at every address. ``mail kills`` and ``mails``: the same with mails of players.
``servers``: several of them on PostgreSQL, with people in browsers; one after the other is killed or stopped. Each
says what it did and what it found; the status is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import click
import httpx
import msgspec
from msgspec import Struct
from tests.mail import mutants
from tests.mail.test_mail_kill import kill_again_and_again as killed_with_mails
from tests.server import faulty
from tests.server.test_kill import kill_again_and_again
from tests.serving import Sitting, begin, client_of, open_services

from turncoat.games import game_ids, ruleset
from turncoat.table.record_file import read
from turncoat.table.verify import verify

KILLS_A_FILE = 10
"""So often a server is killed on one file, as all that is in it is looked through afterwards."""

PATIENCE = 300
"""Seconds in which a game of bots ends."""

ROUNDS = 1000
"""Rounds of the game that a person plays beside bots; then they begin another."""

MOVES = ("loot", "pass", "defend")


class Report(Struct):
    """What a part did and found. ``did``: in words."""

    did: str = ""
    found: list[str] = []


class Notes(logging.Handler):
    """Everything that the server complains about is a finding."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(f"log: {record.getMessage()}")


@contextmanager
def noted(found: list[str]) -> Iterator[None]:
    """Complaints go to the findings meanwhile."""
    notes, log = Notes(found), logging.getLogger("turncoat")
    log.addHandler(notes)
    try:
        yield
    finally:
        log.removeHandler(notes)


# --- kills ------------------------------------------------------------------------------------------


def kills(folder: Path, times: int, seed: str, *flags: str) -> Report:
    """Kill a server so often under load; nothing that it acknowledged may be lost, doubled or unprovable."""
    report, receipts = Report(), 0
    for number, done in enumerate(range(0, times, KILLS_A_FILE)):
        place = folder / f"kills-{number}"
        place.mkdir()
        again = min(KILLS_A_FILE, times - done)
        kept, found = asyncio.run(kill_again_and_again(place, again, hash_of(seed, number), *flags))
        receipts += len(kept)
        report.found += found
    report.did = f"{times} kills, {receipts} acknowledged orders"
    return report


def hash_of(seed: str, number: int) -> int:
    """A seed of its own for each round."""
    return Random(f"{seed}/{number}").getrandbits(32)


# --- mixed play -------------------------------------------------------------------------------------


def play(folder: Path, until: Callable[[], bool], seed: str) -> Report:
    """One table after the other, each of the next game, and beside them a person who plays Truce."""
    report, chance, games, orders = Report(), Random(seed), 0, 0
    with noted(report.found), client_of(open_services(folder, rates={}, bot_processes=0, clock=now)) as client:
        person = begin(client, options={"rounds": ROUNDS})
        for game in cycle(game_ids()):
            if until():
                break
            table = table_of_bots(client, game)
            ends = time.monotonic() + PATIENCE
            while (phase := table.get()["phase"]) not in {"finished", "closed"} and time.monotonic() < ends:
                if person.get()["phase"] == "finished":
                    person = begin(client, options={"rounds": ROUNDS})
                for seat in range(len(person.keys)):
                    person.answer(seat, chance.choice(MOVES))
                    orders += 1
            games += 1
            if phase != "finished":
                report.found.append(f"a game of {game} did not end in {PATIENCE} seconds: {phase}")
            else:
                exported = client.get(table.path("export"))
                report.found += [f"{game}: {one}" for one in verify(read(exported.content))]
    report.did = f"{games} games of bots played to their end and verified, {orders} orders of people beside them"
    return report


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def table_of_bots(client: httpx.Client, game: str) -> Sitting:
    """A table at which random bots sit; its game has begun."""
    seats = [{"name": f"Bot {number}", "bot": "random"} for number in range(ruleset(game).usual_seats)]
    made = client.post("/api/tables", json={"game": game, "seats": seats})
    assert made.status_code == 201, made.text
    table = Sitting(client, made.json())
    assert table.do("start").status_code == 204
    return table


# --- mutated input ----------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    2**70,
    1e308,
    "",
    " ",
    "\x00",
    "🦊" * 99,
    "\u202e",
    [],
    {},
    [[]],
    {"a": {}},
)
BODIES: tuple[dict[str, Any], ...] = (
    {"request": 1, "action": {"type": "attack", "target": 1}},
    {"text": "attack barney"},
    {"text": "Psst.", "to": [1], "promise": {"who": 0, "act": "attack", "fields": {"target": 2}, "times": 1}},
    {
        "game": "truce",
        "seats": [{"name": "A"}, {"name": "B", "bot": "random"}, {"name": "C"}],
        "options": {"rounds": 3},
    },
    {"game": "thrice", "sheet": {"name": "Anna"}, "notes": "", "seats": 3},
    {"name": "Anna", "passphrase": "correct horse battery", "new": True},
    {"seat": 1, "bot": "random", "minutes": 5, "key": "A" * 43, "words": "shuffle well", "order": {"type": "pass"}},
    {"deadline": {"type": "at", "times": ["20:00"], "zone": "Europe/Paris"}, "choice": {}, "characters": ["x"]},
)
"""Bodies that fit somewhere."""


def mutated(value: Any, chance: Random) -> Any:
    """The value with something in it changed."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        return value | {key: mutated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], mutated(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)


def body_from(chance: Random) -> bytes:
    """A body: sound, changed as JSON, or changed byte by byte."""
    value: Any = chance.choice(BODIES)
    for _ in range(chance.randrange(4)):
        value = mutated(value, chance)
    data = bytearray(msgspec.json.encode(value) if chance.random() < 0.95 else b"[" * chance.randrange(5000))
    for _ in range(chance.randrange(3) * chance.randrange(3)):
        if data:
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


TYPES = (
    "application/json",
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-ndjson",
    "",
)


def mutations(folder: Path, requests: int, seed: str) -> Report:
    """So many changed requests, at every address of the API and of the pages; none may make the server fail."""
    report, chance = Report(f"{requests} changed requests"), Random(seed)
    with noted(report.found), client_of(open_services(folder, rates={}), raise_server_exceptions=False) as client:
        table = begin(client)
        doors = doors_of(client)
        for number in range(requests):
            method, path = chance.choice(doors)
            for name, known in {"table": table.id, "game": "truce", "offer": "pass", "character": "x"}.items():
                path = path.replace(
                    f"{{{name}}}", known if chance.random() < 0.95 else chance.choice(("%00", "x", "🦊"))
                )
            whose = chance.choice((table.host, table.seat(0), table.seat(1), {}))
            headers = whose | {"content-type": chance.choice(TYPES)}
            answer = client.request(method, path, content=body_from(chance), headers=headers)
            if answer.status_code >= 500:
                report.found.append(f"request {number}: {method} {path} was answered {answer.status_code}")
            if chance.random() < 0.5:
                client.cookies.clear()
            if number % 200 == 199:
                client.cookies.clear()
                table = begin(client)
    return report


def doors_of(client: httpx.Client) -> list[tuple[str, str]]:
    """Method and address of everything that answers at once."""
    ways = [(route.path_format, sorted(route.methods)) for route in client.app.routes if hasattr(route, "methods")]  # type: ignore[attr-defined]
    named = [(path.replace(":str", ""), methods) for path, methods in ways]
    return [
        (way, path) for path, methods in named for way in methods if not path.endswith("/stream") and way != "OPTIONS"
    ]


# --- mails ------------------------------------------------------------------------------------------


def mail_kills(folder: Path, times: int, seed: str, *flags: str) -> Report:
    """Kill a server so often with mails coming in; each that was acknowledged is carried out exactly once."""
    kept, found = killed_with_mails(folder, times, Random(seed), *flags)
    return Report(f"{times} kills, {kept} acknowledged orders by mail", found)


def mails(mails: int, seed: str) -> Report:
    """Read so many changed mails: no exception, none slow, no order from what is quoted."""
    found = mutants.run(mails, hash_of(seed, 0))
    return Report(
        f"{found.mails} changed mails, {found.orders} orders in them, {found.slowest:.3f} s at most", found.wrong
    )


# --- several servers --------------------------------------------------------------------------------


def servers(folder: Path) -> Report:
    """Three servers on PostgreSQL: one is killed, PostgreSQL is stopped, and one is stopped for half a minute."""
    size = faulty.Size(tables=200, clients=200, streams=5, browsers=5, lease=8, stopped=30, patience=3, recovers=15)
    done = asyncio.run(faulty.play(folder, size))
    waits = ", ".join(
        f"after {what} {seconds:.1f} s ({done.pages[what]:.1f} in a browser)" for what, seconds in done.longest.items()
    )
    return Report(
        f"{done.orders} acknowledged orders ({done.pressed} of them pressed in browsers, which heard {done.said} "
        f"messages), {done.breaks} breaks of {size.streams} streams; every table took an order again {waits}",
        done.found,
    )


# --- all of it --------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    asked.add_argument("--kills", type=int, default=1000, help="kill a server so often (1000)")
    asked.add_argument("--minutes", type=float, default=60, help="play for so many minutes (60)")
    asked.add_argument("--requests", type=int, default=100_000, help="send so many changed requests (100000)")
    asked.add_argument("--mail-kills", type=int, default=300, help="kill a server so often with mails coming in (300)")
    asked.add_argument("--mails", type=int, default=100_000, help="read so many changed mails (100000)")
    asked.add_argument("--only", nargs="+", default=[], metavar="PART", help="do these parts: kills, servers, ...")
    asked.add_argument("--seed", default=str(time.time_ns()), help="the same seed does the same again, but for time")
    given = asked.parse_args(arguments)
    click.echo(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as name:
        found = 0
        parts: dict[str, Callable[[Path], Report]] = {
            "kills": lambda place: kills(place, given.kills, given.seed),
            "play": lambda place: play(place, timer(given.minutes * 60), given.seed),
            "input": lambda place: mutations(place, given.requests, given.seed),
            "mail kills": lambda place: mail_kills(place, given.mail_kills, given.seed),
            "mails": lambda _: mails(given.mails, given.seed),
            "servers": servers,
        }
        if unknown := set(given.only) - parts.keys():
            asked.error(f"there is no part {', '.join(sorted(unknown))}; there is {', '.join(parts)}")
        for what, part in parts.items():
            if given.only and what not in given.only:
                continue
            place = Path(name) / what
            place.mkdir()
            began = time.monotonic()
            report = part(place)
            found += len(report.found)
            click.echo(f"{what}: {report.did}, {time.monotonic() - began:.0f} s: {len(report.found)} found")
            for one in report.found[:20]:
                click.echo(f"  {one}")
    return 1 if found else 0


def timer(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds have passed from now on."""
    ends = time.monotonic() + seconds
    return lambda: time.monotonic() >= ends


if __name__ == "__main__":
    sys.exit(main())
