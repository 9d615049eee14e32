"""``turncoat serve``: runs the server with its pages and API in one process; bots run in others."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import closing
from types import FrameType

import click
import uvicorn
from litestar import Litestar
from rich.console import Console
from rich.text import Text

from turncoat.bots.outside import bring
from turncoat.cli.arguments import tell_left_out
from turncoat.cli.database_file import database_of, dumps_beside
from turncoat.cli.demo import demo_bots, demo_table, print_links
from turncoat.cli.reachable import address_of, check_proxies, check_url, listen, local_url, settings_of
from turncoat.kernel.errors import BadSetup
from turncoat.server.bot_processes import usual_processes
from turncoat.server.log_lines import KINDS, log
from turncoat.server.peers import LEASE
from turncoat.server.services import Config, Services
from turncoat.server.sockets import KEEP_ALIVE, Row, protocol_in, room
from turncoat.server.sql import POSTGRES
from turncoat.web import paths
from turncoat.web.render import warm
from turncoat.web.site.app import make_app
from turncoat.web.site.page_request import here_only

Demo = tuple[str, list[str]]

PATIENCE = 2
"""How many seconds open requests may take when the server stops."""


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0: all addresses."
)
@click.option("--port", type=int, default=8000, show_default=True, help="The port; 0: any free port.")
@click.option(
    "--db",
    "place",
    default="turncoat.db",
    show_default=True,
    help="The SQLite file, which is made if there is none, or the address of a PostgreSQL database.",
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
@click.option(
    "--bots", default="", metavar="FILE:CLASS,...", help="Your own bots, mybot.py:Avenger; with --demo, who sits there."
)
@click.option(
    "--bot-processes",
    type=click.IntRange(0, 64),
    metavar="NUMBER",
    help="How many processes run the bots; 0: the server runs them itself.",
)
@click.option(
    "--showcase/--no-showcase",
    default=True,
    show_default=True,
    help="Show a table of bots on the front page; it goes on only while somebody looks.",
)
@click.option(
    "--inside-url",
    default="",
    metavar="URL",
    help="Where other servers on the same PostgreSQL database reach this one; as a rule, where it listens.",
)
@click.option(
    "--lease",
    type=click.FloatRange(1, 60),
    default=LEASE,
    show_default=True,
    metavar="SECONDS",
    help="Silence after which other servers on the database take over its tables.",
)
@click.option("--moved", is_flag=True, help="The server has moved to this --public-url: notices leave from here.")
@click.option(
    "--settings", "settings_file", default="", metavar="FILE", help="What the server needs from outside: mail."
)
@click.option(
    "--log",
    "logged",
    type=click.Choice(KINDS),
    default=KINDS[0],
    show_default=True,
    help="What is logged: warnings; a line for each request, too; the same as JSON. Keys never appear in a log.",
)
@click.option("--verbose", is_flag=True, help="Log more of what happens. Keys never appear in a log.")
def command(
    host: str,
    port: int,
    place: str,
    demo: bool,
    game: str,
    show: bool,
    public_url: str,
    proxy: str,
    hosts: tuple[str, ...],
    bots: str,
    bot_processes: int | None,
    showcase: bool,
    inside_url: str,
    lease: float,
    moved: bool,
    settings_file: str,
    logged: str,
    verbose: bool,
) -> None:
    """Start the server. Stop it with Ctrl-C; when it starts again, tables and deadlines continue."""
    log(logged, verbose=verbose)
    check_url(public_url)
    check_url(inside_url, "--inside-url")
    check_proxies(proxy)
    settings = settings_of(settings_file, public_url)
    seated = demo_bots(game, bots) if demo else brought_along(bots)
    tell_left_out()
    with closing(listen(host, port)) as listener, database_of(place) as database:
        address = public_url.rstrip("/") or address_of(listener, host)
        nearby = local_url(listener, host, hosts)
        config = Config(
            database=database,
            dumps=dumps_beside(place),
            public_url=public_url,
            local_url=nearby,
            hosts=hosts,
            bot_processes=usual_processes() if bot_processes is None else bot_processes,
            settings=settings,
            showcase=showcase,
            moved=moved,
            inside_url=(inside_url or address_of(listener, host)) if database.startswith(POSTGRES) else "",
            lease=lease,
        )
        gc.disable()  # what is made here stays, as what is loaded does
        try:
            services = Services(config)
            app = make_app(services)
        finally:
            spare_the_collector()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(
                serve(services, app, listener, address, demo=(game, seated) if demo else None, show=show, proxy=proxy)
            )


def brought_along(bots: str) -> list[str]:
    """The names of the user's own bots, which all tables of this server can now seat.

    Raises:
        BadSetup: one of the bots cannot be loaded.
    """
    return [bring(bot.strip()) for bot in bots.split(",") if bot.strip()]


def spare_the_collector() -> None:
    """Exempt everything loaded so far from garbage collection; collect the rest in small steps, to delay no request."""
    gc.freeze()
    gc.set_threshold(10_000, 3, 1_700)
    gc.enable()


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use the faster event loop, if it is installed."""
    try:
        import uvloop  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    return uvloop.new_event_loop


class Server(uvicorn.Server):
    """A server that reports when it is ready, and ends open streams as soon as it must stop."""

    def __init__(
        self, config: uvicorn.Config, services: Services, row: Row, ready: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self.services, self.row, self.ready = services, row, ready
        self._loop = asyncio.get_running_loop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; then prepare what all pages need."""
        await super().startup(sockets)
        if self.started:
            self.warming = asyncio.create_task(asyncio.to_thread(warm))
            await self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Runs ten times a second; once a second it closes connections that keep the stopping server waiting."""
        if counter % 10 == 0:
            self.row.look()
        if self.services.damage and not self.should_exit:
            self.services.closing.set()
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order on a signal; a second Ctrl-C stops at once."""
        self._loop.call_soon_threadsafe(self.services.closing.set)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


async def serve(
    services: Services,
    app: Litestar,
    listener: socket.socket,
    address: str,
    *,
    demo: Demo | None,
    show: bool,
    proxy: str,
) -> None:
    """Serve until a signal comes; ``demo`` is the game and the bots of a first table.

    Raises:
        BadSetup: the database turned out to be damaged.
    """

    async def ready() -> None:
        await _welcome(services, address, demo, show=show)

    row = Row(room())
    config = uvicorn.Config(
        app,
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


async def _welcome(services: Services, address: str, demo: Demo | None, *, show: bool) -> None:
    """Print the server's address, and open the demo table."""
    console = Console()
    first = address
    console.print(Text.assemble(("Turncoat", "bold"), " is served at ", (address, "bold cyan")), soft_wrap=True)
    if services.config.local_url and here_only(address):
        nearby = (services.config.local_url, "bold cyan")
        console.print(Text.assemble("In your local network it is at ", nearby), soft_wrap=True)
    if demo is not None:
        made, invitations = await demo_table(services, *demo)
        seats = (await services.keeper.table(made)).state.seats
        links = [f"{address}{paths.JOIN}/{invitation}" for invitation in invitations]
        first = links[0]
        print_links(console, links, seats)
    console.print(Text("Stop it with Ctrl-C.", style="dim"), soft_wrap=True)
    if show:
        webbrowser.open(first)
