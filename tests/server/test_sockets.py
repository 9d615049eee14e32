"""Connections that keep the server waiting: none of them shuts anybody out."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from tests.server.test_serve import program
from tests.serving import NAMES, Sitting, announce, begin, on_the_wire, open_services
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.h11_impl import H11Protocol

from turncoat.server import sockets
from turncoat.server.auth import Caller
from turncoat.server.problems import TooMany
from turncoat.server.sockets import BODY_TIME, HEAD_TIME, LONGEST_HEAD, LONGEST_REST, Row, protocol_in
from turncoat.server.stream_limits import StreamLimits

WAYS = {"httptools": AutoHTTPProtocol, "h11": H11Protocol}
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
PATIENCE = 60
"""Seconds after which something that never comes is missed."""


class Somebody:
    """A connection that waits."""

    def __init__(self, late_at: float) -> None:
        self.late_at, self.left = late_at, False

    def leave(self) -> None:
        self.left = True


def test_who_is_late_leaves_and_who_has_begun_nothing_may_stay() -> None:
    row = Row(10, lambda: 5.0)
    late, early, idle = Somebody(5.0), Somebody(5.1), Somebody(float("inf"))
    for somebody in (late, early, idle):
        row.add(somebody)
    row.look()
    assert (late.left, early.left, idle.left) == (True, False, False)


def test_where_there_is_no_room_who_has_waited_longest_makes_some() -> None:
    row = Row(2)
    first, second, third = Somebody(1), Somebody(1), Somebody(1)
    for somebody in (first, second):
        row.add(somebody)
    row.drop(first)
    row.add(first)
    row.open = 3
    row.make_room()
    row.add(third)
    assert (first.left, second.left, third.left) == (False, True, False)
    row.open = 2
    row.make_room()
    assert not first.left


# --- real connections -----------------------------------------------------------------------------


async def app(scope: dict[str, object], receive: Callable, send: Callable) -> None:
    """Reads what it is sent, unless it is refused; a stream never ends."""
    if scope["type"] != "http":
        return
    path = scope["path"]
    head = {"type": "http.response.start", "status": 413 if path == "/refused" else 200}
    if path == "/read":
        while (await receive())["more_body"]:
            pass
    headers = [] if path == "/stream" else [(b"content-length", b"2")]
    await send(head | {"headers": headers})
    await send({"type": "http.response.body", "body": b"ok", "more_body": path == "/stream"})
    if path == "/stream":
        await receive()
        await receive()


def until(condition: Callable[[], bool]) -> None:
    """Wait until the server has seen something."""
    for _ in range(PATIENCE * 100):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("the server never saw it")


class Served:
    """A server in a thread; its clock stands still unless it is moved."""

    def __init__(self, row: Row, ears: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
        self.row, self.ears, self.loop = row, ears, loop
        self.now = 0.0
        row.now = lambda: self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds
        self.do(self.row.look)

    def do(self, work: Callable[[], object]) -> None:
        """Do something in the server's loop, after what it has read by now."""
        done = threading.Event()
        self.loop.call_soon_threadsafe(work)
        self.loop.call_soon_threadsafe(done.set)
        assert done.wait(PATIENCE)

    @contextmanager
    def visitor(self, sent: bytes = b"") -> Iterator[socket.socket]:
        with socket.create_connection(self.ears.getsockname()) as one:
            one.settimeout(PATIENCE)
            one.sendall(sent)
            yield one


@contextmanager
def served(spoken: type[asyncio.Protocol], most: int = 1000) -> Iterator[Served]:
    ears, row = socket.create_server(("127.0.0.1", 0)), Row(most)
    config = uvicorn.Config(app, http=protocol_in(row, spoken), log_config=None, lifespan="off")
    config.timeout_graceful_shutdown = 1
    server, ready, loop = uvicorn.Server(config), threading.Event(), asyncio.new_event_loop()
    announce(server, ready)
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(sockets=[ears]),), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield Served(row, ears, loop)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        loop.close()


@pytest.fixture(params=WAYS)
def spoken(request: pytest.FixtureRequest) -> type[asyncio.Protocol]:
    """Both ways in which uvicorn speaks HTTP."""
    return WAYS[request.param]


def answer(one: socket.socket) -> bytes:
    """What the server says: an answer, or nothing if it hangs up."""
    said = b""
    try:
        while b"ok" not in said and (more := one.recv(4096)):
            said += more
    except ConnectionResetError:
        pass
    return said


def test_who_says_nothing_or_half_of_it_is_sent_away_and_a_stream_stays(spoken: type[asyncio.Protocol]) -> None:
    with served(spoken) as server, ExitStack() as visitors:
        silent, half, stream, idle = (
            visitors.enter_context(server.visitor(sent))
            for sent in (b"", GET[:-2], b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", GET)
        )
        assert answer(stream).startswith(b"HTTP/1.1 200")
        assert answer(idle).startswith(b"HTTP/1.1 200")
        until(lambda: server.row.open == 4 and len(server.row) == 3)
        server.forward(HEAD_TIME + 1)
        assert answer(silent) == answer(half) == b""
        idle.sendall(GET[:-2])
        until(lambda: server.row.open == 2)
        until(lambda: any(one.late_at < float("inf") for one in list(server.row._waiting)))
        idle.sendall(GET[-2:])
        assert answer(idle).startswith(b"HTTP/1.1 200")
        idle.sendall(GET[:-2])
        until(lambda: any(one.late_at < float("inf") for one in list(server.row._waiting)))
        server.forward(HEAD_TIME + 1)
        assert answer(idle) == b""
        assert server.row.open == 1


def test_a_body_has_its_time_as_well(spoken: type[asyncio.Protocol]) -> None:
    with (
        served(spoken) as server,
        server.visitor(b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf") as one,
    ):
        until(lambda: any(one.late_at > HEAD_TIME for one in list(server.row._waiting)))
        server.forward(HEAD_TIME + 1)
        until(lambda: server.row.open == 1)
        server.forward(BODY_TIME)
        assert answer(one) == b""


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ",
        b"GET /",
        b"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Long: ",
        b"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;",
    ],
)
def test_a_head_without_end_ends(spoken: type[asyncio.Protocol], begun: bytes) -> None:
    """Found in attacks: 40 MB of one header cost 2.2 s of processor time, and it grew with the square."""
    sent = 0
    with served(spoken) as server, server.visitor(begun) as one:
        try:
            while sent < 100 * LONGEST_HEAD:
                sent += one.send(b"x" * 1000)
        except (ConnectionResetError, BrokenPipeError):
            pass
        until(lambda: server.row.open == 0)


def test_a_head_without_end_ends_though_an_answer_is_under_way() -> None:
    """``h11`` does not read on until then."""
    with served(AutoHTTPProtocol) as server, server.visitor(GET.replace(b"/ ", b"/stream ")) as one:
        assert answer(one).startswith(b"HTTP/1.1 200")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            one.sendall(GET[:-2] + b"X-Long: " + b"x" * 300 * LONGEST_HEAD)


def test_a_long_body_is_no_long_head(spoken: type[asyncio.Protocol]) -> None:
    size = 4 * LONGEST_HEAD
    with served(spoken) as server, server.visitor(b"POST /read HTTP/1.1\r\nHost: x\r\n") as one:
        one.sendall(b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(size // 1024):
            one.sendall(b"x" * 1024)
        assert answer(one).startswith(b"HTTP/1.1 200")


def test_after_a_body_that_was_refused_the_connection_goes_on() -> None:
    """A client that sends on after the refusal still reads it, and may ask again on the same connection."""
    size = 4 * LONGEST_HEAD
    with served(AutoHTTPProtocol) as server, server.visitor(b"POST /refused HTTP/1.1\r\nHost: x\r\n") as one:
        one.sendall(b"Content-Length: %d\r\n\r\n" % size)
        assert answer(one).startswith(b"HTTP/1.1 413")
        for _ in range(size // 1024):
            one.sendall(b"x" * 1024)
        one.sendall(GET)
        assert answer(one).startswith(b"HTTP/1.1 200")


def test_the_rest_of_a_refused_body_has_an_end_too() -> None:
    with served(AutoHTTPProtocol) as server, server.visitor(b"POST /refused HTTP/1.1\r\nHost: x\r\n") as one:
        one.sendall(b"Content-Length: %d\r\n\r\n" % (100 * LONGEST_REST))
        assert answer(one).startswith(b"HTTP/1.1 413")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            one.sendall(b"x" * 20 * LONGEST_REST)


def test_however_many_are_silent_there_is_room_for_who_asks(spoken: type[asyncio.Protocol]) -> None:
    with served(spoken, most=20) as server, ExitStack() as visitors:
        for _ in range(3):
            for _ in range(30):
                visitors.enter_context(server.visitor())
            with server.visitor(GET) as one:
                assert answer(one).startswith(b"HTTP/1.1 200")
        until(lambda: server.row.open <= 20)


# --- the program ----------------------------------------------------------------------------------

resource = pytest.importorskip("resource", reason="this system has no limits for processes")


SILENT = 1_100
FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))"
"""The program may open the usual number of files, and cannot raise it."""


def test_eleven_hundred_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    """Found in attacks: with 1,024 files, the usual limit, 20 of 20 honest connections failed."""
    sockets.open_files()
    with program(tmp_path, before=FILES) as server, ExitStack() as stream_limits:
        server.read_until("Ctrl-C")
        where = httpx.URL(server.address)
        for number in range(SILENT):
            one = stream_limits.enter_context(
                socket.create_connection((where.host, where.port or 80), timeout=PATIENCE)
            )
            one.sendall(b"GET / HTTP/1.1\r\n" if number % 2 else b"")
        for _ in range(20):
            assert httpx.get(f"{server.address}/api/games", timeout=PATIENCE).status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_the_limit_of_files_is_raised_as_far_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: set_to.append(both))
    for given, wanted in (((1024, 4096), 4096), ((4096, 4096), 4096), ((1024, resource.RLIM_INFINITY), 65_536)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, given=given: given)
        assert sockets.open_files() == wanted
    assert set_to == [(4096, 4096), (65_536, resource.RLIM_INFINITY)]


# --- streams --------------------------------------------------------------------------------------


def asks(client: httpx.Client, table: Sitting, seat: int | None) -> int:
    """Whether one more stream is opened; it is closed again."""
    with client.stream("GET", table.path("stream"), headers=table.seat(seat)) as stream:
        return stream.status_code


def test_streams_are_counted_by_key_and_by_address(tmp_path: Path) -> None:
    """A thousand streams for nobody cost an attacker nothing; a house full of players has enough."""
    services = open_services(tmp_path, streams_by_key=2, streams_by_address=5, heartbeat=0.05)
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=PATIENCE) as client:
        table = begin(client, NAMES[:3])
        read = []  # httpx hangs up when nobody holds what is read
        with ExitStack() as opened:
            for seat in (0, 0, 1, 1, None):
                got = opened.enter_context(client.stream("GET", table.path("stream"), headers=table.seat(seat)))
                assert got.status_code == 200
                read.append(got.iter_raw())
                assert next(read[-1])
            for seat in (0, 2, None):
                refused = client.get(table.path("stream"), headers=table.seat(seat))
                assert refused.status_code == 429
                assert refused.json()["kind"] == "too_many"
        until(lambda: not services.stream_limits._open)
        assert asks(client, table, 0) == 200


def test_streams_that_come_at_once_are_no_more_than_one_by_one() -> None:
    """All of them have looked for room before the first is open."""
    stream_limits, caller = StreamLimits(2, 5), Caller(address="192.0.2.1", name="somebody")
    for _ in range(3):
        stream_limits.check(caller)
    with (
        stream_limits.joined(caller),
        stream_limits.joined(caller),
        pytest.raises(TooMany, match="2 live connections"),
        stream_limits.joined(caller),
    ):
        pass
    assert not stream_limits._open
