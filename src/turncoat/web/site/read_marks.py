"""What a browser remembers of a table: how much of it its reader has seen. The server keeps nothing of that.

A cookie, for the pages of this table alone, has the number of events that were heard when the reader last looked. With
script it follows what is looked at; without, it stays until the reader says that the news has been read.
"""

from __future__ import annotations

from collections.abc import Sequence

from litestar.datastructures import Cookie

from turncoat.kernel.events import Event
from turncoat.table.table_events import TableEvent
from turncoat.web import paths
from turncoat.web.site.page_request import PageRequest, number

YEAR = 31536000
"""So many seconds is it remembered."""


def name_of(seat: int | None) -> str:
    """What the cookie is called for a seat; a browser can hold several."""
    return f"heard-{'watching' if seat is None else seat}"


def last_seen(page_request: PageRequest, table: str, seat: int | None, heard: Sequence[Event]) -> int | None:
    """How many events had been heard when this browser last looked; None: it has never looked before.

    Whoever has never looked begins here and now, and so does who says that the news has been read (``?seen=40``).
    """
    query = page_request.request.query_params
    seen = number(query.get("seen"))
    kept = number(page_request.request.cookies.get(name_of(seat)))
    here = sum(not isinstance(event, TableEvent) for event in heard)
    if seen is None and kept is not None and kept <= here:
        return kept
    value = here if seen is None else min(seen, here)
    page_request.remember(
        Cookie(key=name_of(seat), value=str(value), max_age=YEAR, path=paths.table(table), samesite="lax")
    )
    return None
