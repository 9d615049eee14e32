"""The part of a story that a reader's page tells, and since when all that happened is still to be told."""

from __future__ import annotations

from turncoat.table.stills import Told
from turncoat.table.table_events import TableEvent
from turncoat.web.form import first
from turncoat.web.site.looking import Look, number
from turncoat.web.table_display import TableDisplay
from turncoat.web.timeline import known_at


def watched(look: Look) -> tuple[int | None, int]:
    """The part of the story and the still that the reader looks at: named in the address, or sent along with a form."""
    query, form = look.page_request.request.query_params, look.page_request.form
    part, frame = (number(query.get(name) or first(form, name)) for name in ("round", "frame"))
    return part, frame or 0


def untold_since(look: Look, part: int | None, frame: int, stills: Told) -> int | None:
    """When the first event happened that a reader at this still has not been told; None: all is told.

    That is so only while news is told; who sees an earlier part again knows how it ended.
    """
    heard = look.table.hearing(*look.viewer).events
    display = TableDisplay(look.table_view(), [happened.event for happened in heard]).seeing(stills)
    until = known_at(display, part, frame) if part is not None and display.is_news(part) else None
    if until is None:
        return None
    of_the_game = [happened.at for happened in heard if not isinstance(happened.event, TableEvent)]
    return of_the_game[until] if until < len(of_the_game) else None
