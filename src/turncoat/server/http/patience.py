"""Work is done only for as long as somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from turncoat.server.problems import AnyRequest, Busy

R = TypeVar("R")


async def unless_gone(request: AnyRequest, work: Awaitable[R]) -> R:
    """What comes of some work, which is given up when whoever asks hangs up. The body must have been read.

    Raises:
        Busy: they have hung up; nobody reads it.
    """
    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return job.result()
        raise Busy("Nobody waits for this any more.", 1)
    finally:
        gone.cancel()
        job.cancel()


async def _gone(request: AnyRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
