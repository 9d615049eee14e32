"""``turncoat serve``: the server, with its pages and its API, in one process; bots think in others."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import BinaryIO

import click
import uvicorn
from rich.console import Console
from rich.text import Text

from turncoat.bots import alike, bots_for, seat_names, usual_bot
from turncoat.bots.outside import bring
from turncoat.cli.arguments import tell_left_out
from turncoat.cli.reachable import check_proxies, check_url, settings_of
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.server import host_actions, table_actions
from turncoat.server.bot_processes import usual_processes
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.people import named
from turncoat.server.services import Config, Services
from turncoat.server.sockets import KEEP_ALIVE, Row, protocol_in, room
from turncoat.table.holders import Seat
from turncoat.web import paths
from turncoat.web.render import warm
from turncoat.web.site.app import make_app
from turncoat.web.site.page_request import here_only

PATIENCE = 2
"""Seconds that requests under way are given when the server stops."""

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
"""Addresses that stand for all addresses of a machine."""


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0: all addresses."
)
@click.option("--port", type=int, default=8000, show_default=True, help="The port; 0: any free port.")
@click.option(
    "--db", "file", default="turncoat.db", show_default=True, help="The SQLite file; it is made if there is none."
)
@click.option("--demo", is_flag=True, help="Open a table at once, for you and five bots.")
@click.option("--game", default="truce", show_default=True, help="The game at the demo table.")
@click.option("--open/--no-open", "show", default=False, help="Open the page in your browser.")
@click.option("--public-url", default="", help="The address for other people, for example https://games.example.")
@click.option(
    "--proxy", default="", metavar="ADDRESSES", help="Your proxies, whose headers give a visitor's address and scheme."
)
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="Answer only requests for this host name (repeatable)."
)
@click.option("--bots", default="", metavar="FILE:CLASS,...", help="Your own bots for this server: mybot.py:Avenger.")
@click.option(
    "--bot-processes",
    type=click.IntRange(0, 64),
    metavar="NUMBER",
    help="How many processes bots think in; 0: they think in the server.",
)
@click.option(
    "--settings", "settings_file", default="", metavar="FILE", help="What the server needs from outside: mail."
)
@click.option("--verbose", is_flag=True, help="Log more of what happens. Keys never appear in a log.")
def command(
    host: str,
    port: int,
    file: str,
    demo: bool,
    game: str,
    show: bool,
    public_url: str,
    proxy: str,
    hosts: tuple[str, ...],
    bots: str,
    bot_processes: int | None,
    settings_file: str,
    verbose: bool,
) -> None:
    """Start the server. Stop it with Ctrl-C; tables and deadlines go on where they were when it starts again."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    check_url(public_url)
    check_proxies(proxy)
    settings = settings_of(settings_file, public_url)
    if demo:
        ruleset(game)
    for bot in filter(None, bots.split(",")):
        bring(bot.strip())
    tell_left_out()
    path = writable(file)
    with closing(listen(host, port)) as listener, closing(alone_with(path)):
        address = public_url.rstrip("/") or address_of(listener, host)
        nearby = local_url(listener, host, hosts)
        services = Services(
            Config(
                database=f"sqlite:///{path}",
                dumps=dumps_beside(file),
                public_url=public_url,
                local_url=nearby,
                hosts=hosts,
                bot_processes=usual_processes() if bot_processes is None else bot_processes,
                settings=settings,
            )
        )
        spare_the_collector()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(serve(services, listener, address, demo=game if demo else "", show=show, proxy=proxy))


def spare_the_collector() -> None:
    """Exempt what is loaded by now from garbage collection; collect the rest in small steps, to delay no request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 3, 1_700)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where there is one."""
    try:
        import uvloop  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    return uvloop.new_event_loop


def writable(file: str) -> Path:
    """The path of a file that can be written.

    Raises:
        BadSetup: it cannot.
    """
    path = Path(file).expanduser()
    try:
        with path.open("ab"):
            pass
    except OSError as fault:
        raise BadSetup(f"--db: {file} cannot be written: {(fault.strerror or 'unknown reason').lower()}.") from None
    return path.resolve()


def alone_with(file: Path) -> BinaryIO | sqlite3.Connection:
    """Keep a second server away from a database until the returned lock is closed.

    Two servers would each hold the tables in memory and overwrite each other's changes. The operating system releases
    the lock when the process ends. On Linux the lock is on the database file itself, under any name; SQLite locks
    ranges of it and does not notice. On other systems both kinds of locks exclude each other, so the lock is on an
    empty database beside the file.

    Raises:
        BadSetup: there is a server already.
    """
    try:
        return _locked(file) if sys.platform == "linux" else _locked_beside(file)
    except (BlockingIOError, sqlite3.OperationalError) as fault:
        if isinstance(fault, BlockingIOError) or "locked" in str(fault):
            why = "is being served already; stop that server first, or use another file"
        else:
            why = f"cannot be locked for this server: {fault}"
        raise BadSetup(f"--db: {file.name} {why}.", field="db") from None


def _locked(file: Path) -> BinaryIO:
    """The file, with a lock on it."""
    import fcntl  # noqa: PLC0415  # not on every system

    opened = file.open("rb")
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        opened.close()
        raise
    return opened


def _locked_beside(file: Path) -> sqlite3.Connection:
    """An empty database beside the file, with a lock on it."""
    lock = sqlite3.connect(file.with_name(f"{file.name}-serving"), timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


def dumps_beside(file: str) -> Path:
    """The folder for records on which the rules failed: beside the database."""
    path = Path(file).expanduser().resolve()
    return path.with_name(f"{path.stem}-dumps")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        BadSetup: the port is taken or not allowed, or there is no such address.
    """
    if not 0 <= port <= 65535:
        raise BadSetup(f"--port: must be 0 to 65535, not {port}.", field="port")
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    except OSError as fault:
        raise BadSetup(f"--host: {host} is no address of this machine: {_why(fault)}.", field="host") from None
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as fault:
        if fault.errno == errno.EADDRNOTAVAIL:
            raise BadSetup(f"--host: {host} is no address of this machine.", field="host") from None
        raise BadSetup(
            f"--port: cannot listen at {host}:{port}: {_why(fault)}; try --port {8000 if port < 1024 else port + 1}, "
            "or --port 0 for any that is free.",
            field="port",
        ) from None


def _why(fault: OSError) -> str:
    """What the system says, without what Python adds to it."""
    known = fault.strerror if isinstance(fault, socket.gaierror) else os.strerror(fault.errno or 0)
    return (known or "unknown reason").lower()


def address_of(listener: socket.socket, host: str) -> str:
    """Where this machine reaches the server."""
    name = "127.0.0.1" if host in ANYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}"


def local_url(listener: socket.socket, host: str, hosts: tuple[str, ...] = ()) -> str:
    """Where the local network reaches the server; empty: nowhere, or under no name that is allowed."""
    name = own_address() if host in ANYWHERE else host
    if not name or here_only(f"http://[{name}]" if ":" in name else f"http://{name}") or (hosts and name not in hosts):
        return ""
    return address_of(listener, name)


def own_address() -> str:
    """This machine's address in its network; empty: it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ask:
        try:
            ask.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found: str = ask.getsockname()[0]
        return found


class Server(uvicorn.Server):
    """Says when it is ready, and tells open streams to end as soon as it is asked to stop, so that nobody waits."""

    def __init__(
        self, config: uvicorn.Config, services: Services, row: Row, ready: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self.services, self.row, self.ready = services, row, ready
        self._loop = asyncio.get_running_loop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; meanwhile prepare what all pages need."""
        await super().startup(sockets)
        if self.started:
            self.warming = asyncio.create_task(asyncio.to_thread(warm))
            await self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; once a second it closes the connections that keep the server waiting too long."""
        if counter % 10 == 0:
            self.row.look()
        if self.services.damage and not self.should_exit:
            self.services.closing.set()
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come: stop in good order; a second Ctrl-C waits for nobody."""
        self._loop.call_soon_threadsafe(self.services.closing.set)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


async def serve(
    services: Services, listener: socket.socket, address: str, *, demo: str, show: bool, proxy: str
) -> None:
    """Serve until a signal comes.

    Raises:
        BadSetup: the database turned out to be damaged.
    """

    async def ready() -> None:
        await _welcome(services, address, demo, show=show)

    row = Row(room())
    config = uvicorn.Config(
        make_app(services),
        http=protocol_in(row),
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,
        timeout_graceful_shutdown=PATIENCE,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        server_header=False,
    )
    await Server(config, services, row, ready).serve(sockets=[listener])
    if services.damage:
        sentence = f"--db: the database is damaged ({services.damage.rstrip('.')}); restore a backup and start again."
        raise BadSetup(sentence, field="db")


async def _welcome(services: Services, address: str, demo: str, *, show: bool) -> None:
    """Say where the server is, and open the demo table."""
    console = Console()
    first = address
    console.print(Text.assemble(("Turncoat", "bold"), " is served at ", (address, "bold cyan")), soft_wrap=True)
    if services.config.local_url and here_only(address):
        nearby = (services.config.local_url, "bold cyan")
        console.print(Text.assemble("In your local network it is at ", nearby), soft_wrap=True)
    if demo:
        made, invitations = await demo_table(services, demo)
        seats = (await services.keeper.table(made)).state.seats
        links = [f"{address}{paths.JOIN}/{invitation}" for invitation in invitations]
        first = links[0]
        _print_links(console, links, seats)
    console.print(Text("Stop it with Ctrl-C.", style="dim"), soft_wrap=True)
    if show:
        webbrowser.open(first)


async def demo_table(services: Services, game: str) -> tuple[str, list[str]]:
    """A table for one person and bots in every other seat, begun at once.

    Its id, and invitations to its seats and to the host's rights: the user of the first is the one person.

    The game's own bots and random ones sit in turn; where seats are not alike, each has the bot that is made for it.
    """
    rules = ruleset(game)
    names = seat_names(rules.usual_seats)
    plain, mixed = next(iter(bots_for(game))), len(alike(game, len(names))) == 1
    own = [plain if mixed and place % 2 == 0 else usual_bot(game, place, len(names)) for place in range(len(names))]
    plans = [SeatPlan(name, bot if place else "") for place, (name, bot) in enumerate(zip(names, own, strict=True))]
    made = await table_actions.create(
        services, TablePlan(game, tuple(plans), title=f"A first table of {rules.title}", listed=False)
    )
    invitations = await services.auth.invite(made, *range(len(names)), None)
    await table_actions.sit_down(services, made, 0, (named(made, invitations[0]),))
    await host_actions.start(services, made)
    return made, invitations


def _print_links(console: Console, links: list[str], seats: list[Seat]) -> None:
    who = [(seat.name, f"bot ({seat.bot})" if seat.bot else "you") for seat in seats]
    lines = [(*one, link) for one, link in zip([*who, ("Host", "panel")], links, strict=True)]
    wide = max(len(name) for name, _, _ in lines)
    words = (
        "Your table is ready. Open your link to play; a friend who opens another takes that seat. Each link works once:"
    )
    console.print(f"\n{words}", soft_wrap=True)
    console.print()
    for place, (name, player, link) in enumerate(lines):
        shown = (link, "bold cyan" if place == 0 else "cyan")
        console.print(Text.assemble((f"  {name:<{wide}}  ", "bold"), (f"{player:<14}  ", "dim"), shown), soft_wrap=True)
    console.print()
