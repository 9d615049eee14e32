"""How far the reader of a page has read, kept by the server for a person, or else for a browser that holds something.

With script a page says itself what has been in sight; without, an address does that somebody follows to read
(``?seen=40`` for the story, ``?read=12`` for the thread that it opens).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.events import Event
from turncoat.server.read_marks import EVERYWHERE, STORY, UNSEEN, Marks, is_on, thread_key
from turncoat.table.table import Phase, Table
from turncoat.table.table_events import AnsweredForYou, TableEvent
from turncoat.web.conversation import Conversation, conversation
from turncoat.web.form import first
from turncoat.web.opened_promises import promises_opened
from turncoat.web.pointing import seen_by_all
from turncoat.web.site.looking import Look, channel_of, number


async def marks_of(look: Look) -> Marks | None:
    """Note the open thread as read; returns how far this reader has read here, None if no marks are kept."""
    if not look.reader:
        return None
    read = number(look.page_request.request.query_params.get("read"))
    if read is not None:
        await note(look, {thread_key(channel_of(look)): read})
    return await look.page_request.services.read_marks.of(look.reader, (look.id, look.seat))


async def heard_at(look: Look, untold: int | None = None) -> Conversation:
    """What is shown of the talk that the reader has heard, with the thread that the address opens.

    Args:
        look: The table and its reader.
        untold: When that happened which the page has not told yet; None: all is told.
    """
    counter, services = number(look.page_request.request.query_params.get("counter")), look.page_request.services
    talk = conversation(look.table, look.seat, channel_of(look), look.viewer[1], await marks_of(look), counter, untold)
    here = services.presence.seats(look.table) - {look.seat}
    hidden = is_on(await services.read_marks.of(look.reader, EVERYWHERE), UNSEEN)
    points = seen_by_all(look.table) if look.page_request.request.query_params.get("point") else None
    talk = replace(talk, here=here, hidden=hidden, points=points)
    if look.table.state.phase is not Phase.FINISHED:
        return talk
    opened, (seat, holder) = await services.read_marks.opened(look.id), look.viewer
    promises = promises_opened(look.table, seat, holder, opened)
    return replace(talk, opened=promises, opens=(seat, holder) in opened)


async def note(look: Look, marks: Marks) -> None:
    """Store how far the reader has read, at most as far as there are events and messages."""
    heard = look.table.hearing(*look.viewer)
    known = {thread_key(thread): len(heard.said) for thread in heard.threads} | {STORY: len(heard.events)}
    there = {what: min(number, known[what]) for what, number in marks.items() if what in known}
    if look.reader:
        await look.page_request.services.read_marks.note(look.reader, (look.id, look.seat), there)


async def note_form(look: Look) -> None:
    """Note what a page says that has been in sight: ``said`` of the thread with these ``to``, and ``story``."""
    form, given = look.page_request.form, dict[str, int]()
    for what, field in ((thread_key(channel_of(look)), "said"), (STORY, "story")):
        read = number(first(form, field))
        if read is not None:
            given[what] = read
    await note(look, given)


async def last_seen(look: Look, heard: Sequence[Event]) -> int | None:
    """How many events of the game the reader has seen or been told (``?seen=40``); None: it begins now.

    For a reader who has never looked, the news begins now, unless the rules have answered for them already. The marks
    of the story go up only with what a reader has been told to its end, skipped or dismissed.
    """
    seen = number(look.page_request.request.query_params.get("seen"))
    here = sum(not isinstance(event, TableEvent) for event in heard)
    kept = (await marks_of(look) or {}).get(STORY)
    new = kept is None or (kept == 0 and not _decided(look.table))
    if seen is None and new and not any(isinstance(event, AnsweredForYou) for event in heard):
        await note(look, {STORY: here})
        return None
    if seen is not None:
        await note(look, {STORY: min(seen, here)})
    return min(max(seen or 0, kept or 0), here)


async def note_lobby(look: Look) -> None:
    """Note that the reader's story of the game begins at its beginning: they sat there before it began."""
    if look.seat is not None:
        await note(look, {STORY: 0})


def _decided(table: Table) -> bool:
    """Whether a decision of the game has been closed already."""
    return table.game is not None and sum(table.game.requests) > len(play.asked(table.game))


async def lost_seat(look: Look) -> tuple[str, bool]:
    """The seat that a reader had at the table and holds no more: something was read there as that seat; empty: none.

    It also tells whether the host has just taken that seat from the reader.
    """
    if look.seat is not None or not look.reader:
        return "", False
    seats = await look.page_request.services.read_marks.seats_of(look.reader, look.id)
    gone = (
        regret
        for regret in look.page_request.services.regrets.of(look.id)
        if regret.seat in seats and not regret.reader
    )
    return (look.table.state.seats[seats[0]].name if seats else ""), any(gone)
