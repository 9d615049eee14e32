"""One of several servers on a database: ``python one_of_several.py DATABASE FOLDER PORT LEASE`` serves on loopback.

It is the application that ``turncoat serve`` runs, but for the limits on how often one may ask: all load comes from one
address. It prints a line when it is ready.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from turncoat.cli.reachable import listen
from turncoat.cli.serve import Server, fast_loop, spare_the_collector
from turncoat.server.services import Config, Services
from turncoat.server.sockets import KEEP_ALIVE, Row, protocol_in, room
from turncoat.web.site.app import make_app


async def serve(database: str, folder: Path, port: int, lease: float) -> None:
    """Serve until a signal comes."""
    ears = listen("127.0.0.1", port)
    services = Services(
        Config(
            database=database,
            dumps=folder / "dumps",
            rates={},
            heartbeat=0.5,
            bot_processes=0,
            streams_by_address=10**6,
            inside_url=f"http://127.0.0.1:{port}" if database.startswith("postgresql") else "",
            lease=lease,
        )
    )

    async def ready() -> None:
        print("ready", flush=True)  # noqa: T201  # it is waited for

    row = Row(room())
    config = uvicorn.Config(
        make_app(services),
        http=protocol_in(row),
        timeout_keep_alive=KEEP_ALIVE,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    await Server(config, services, row, ready).serve(sockets=[ears])


if __name__ == "__main__":
    spare_the_collector()
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
