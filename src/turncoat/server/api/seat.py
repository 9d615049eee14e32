"""Requests for one seat: show the table, stream its events, answer, and talk.

The key names the seat; with a cookie, ``?seat=`` does.
"""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream

from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import labels
from turncoat.kernel.promise import Say
from turncoat.server import random_words, table_actions
from turncoat.server.api.wire import (
    MESSAGES,
    MOST,
    MOST_EVENTS,
    MOST_MESSAGES,
    NewAnswer,
    NewOrder,
    OpenedWords,
    QuestionKey,
    SealedWords,
    SeatName,
    Speech,
    TableId,
    WhichSeat,
)
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.callers import still
from turncoat.server.problems import AnyRequest, may_refuse
from turncoat.server.services import Services
from turncoat.server.stream import Holds, follow, read_id, sse
from turncoat.table.proof import Receipt
from turncoat.table.table_view import (
    EventView,
    MessageView,
    TableView,
    events_after,
    messages_after,
    messages_before,
    table_view,
)

TAGS = ["A seat"]

SEES = may_refuse(401, 403, 404)
ACTS = may_refuse(401, 403, 404, 409, 422, 500)


@get("/tables/{table:str}", tags=TAGS, responses=SEES)
async def show_table(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    seat: WhichSeat = None,
) -> TableView:
    """The table as the caller's seat sees it; without a seat, as a spectator does."""
    found = await services.keeper.table(table)
    return table_view(found, *caller.looks(found, seat))


@get("/tables/{table:str}/labels", tags=TAGS, responses=SEES)
async def list_labels(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId
) -> dict[str, dict[str, str]]:
    """What people call every id that a view, an event or an answer can hold: by kind (`seat`, `card`), then by id."""
    found = await services.keeper.table(table)
    return labels(found.names, found.rules.view(found.game, None) if found.game is not None else None)


@get("/tables/{table:str}/events", tags=TAGS, responses=SEES)
async def list_events(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    after: Annotated[int, QueryParameter(ge=0, description="The number of the last event that you have.")] = 0,
    most: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS, description="How many events at most.")] = MOST_EVENTS,
    seat: WhichSeat = None,
) -> list[EventView]:
    """What the seat has heard since the event with the number ``after``, in order: a page of at most ``most``."""
    found = await services.keeper.table(table)
    viewer, own = caller.looks(found, seat)
    return events_after(found, viewer, after, own, most)


@get("/tables/{table:str}/messages", tags=TAGS, responses=SEES)
async def list_messages(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    after: Annotated[
        int | None, QueryParameter(ge=0, le=MOST, description="The first messages after this number.")
    ] = None,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=MOST, description="The last messages before this number.")
    ] = None,
    most: Annotated[int, QueryParameter(ge=1, le=MOST_MESSAGES, description="How many messages at most.")] = MESSAGES,
    seat: WhichSeat = None,
) -> list[MessageView]:
    """What has been said to the seat, by it, or to everybody, in order: a page of at most this many messages.

    The first since the message with the number ``after``; without it the last, or the last before number ``before``.
    """
    found = await services.keeper.table(table)
    viewer, own = caller.looks(found, seat)
    if after is None:
        return messages_before(found, viewer, before, most, own)
    said = messages_after(found, viewer, after, most, own)
    return said if before is None else [message for message in said if message.number < before]


@get("/tables/{table:str}/stream", tags=TAGS, media_type="text/event-stream", responses=SEES)
async def stream_table(
    request: AnyRequest,
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    seat: WhichSeat = None,
    last: Annotated[
        str,
        HeaderParameter(
            name="Last-Event-ID",
            description="The id of the last event that you have received; empty: what happens from now on.",
        ),
    ] = "",
) -> Stream:
    """The events and messages that the seat hears, as they happen; goes on after ``Last-Event-ID``.

    Events are ``events`` (an event), ``said`` (a message) and ``changed`` (a digest of the view: fetch it again).
    """
    await services.keeper.table(table)
    viewer = caller.viewer(table, seat)
    holds, names = holder(request, table, viewer), caller.names(table, viewer)
    return sse(services, caller, follow(services, table, viewer, holds, read_id(last), names=names))


def holder(request: AnyRequest, table: str, viewer: int | None) -> Holds:
    """A check whether the caller still holds the seat; for a spectator it is always true."""
    if viewer is None:
        return always
    return still(request, lambda caller: viewer in caller.seats(table))


async def always() -> bool:
    """The check for a spectator, who has no seat that could be revoked."""
    return True


@post("/tables/{table:str}/answer", tags=TAGS, status_code=200, responses=ACTS)
async def answer(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[NewAnswer],
    seat: WhichSeat = None,
) -> Receipt:
    """Submit an answer, change it, or act without answering the open decision.

    The receipt means that the answer is on disk.
    """
    return await hand_in(services, caller, table, data, seat)


async def hand_in(services: Services, caller: Caller, table: str, data: NewAnswer, seat: int | None = None) -> Receipt:
    """Submit the answer that a caller has sent for one of their seats.

    Raises:
        Refusal: there is no such table, the caller does not hold the seat, or the answer is not accepted.
    """
    own = await acting(services, caller, table, seat)
    if data.action is not None and data.text.strip():
        raise Unreadable("Give an action as data, or a text, not both.", field="text")
    if data.action is not None:
        return await table_actions.answer(services, table, own, data.request, data.action)
    if not data.text.strip():
        raise Unreadable("Give an action as data, or a text.", field="action")
    return await table_actions.answer_text(services, table, own, data.request, data.text)


@post("/tables/{table:str}/withdraw", tags=TAGS, status_code=204, responses=ACTS)
async def withdraw(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    seat: WhichSeat = None,
) -> None:
    """Withdraw your answer."""
    await services.keeper.withdraw(table, await acting(services, caller, table, seat))


@put("/tables/{table:str}/standing-orders/{question:str}", tags=TAGS, status_code=204, responses=ACTS)
async def leave_order(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    question: QuestionKey,
    data: JSONBody[NewOrder],
    seat: WhichSeat = None,
) -> None:
    """Leave a standing order for a repeated question (its ``key``): always, or unless something is possible."""
    own = await acting(services, caller, table, seat)
    await table_actions.order(services, table, own, question, data.actions, data.unless)


@delete("/tables/{table:str}/standing-orders/{question:str}", tags=TAGS, responses=ACTS)
async def cancel_order(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    question: QuestionKey,
    seat: WhichSeat = None,
) -> None:
    """Cancel the standing order for a question."""
    await table_actions.order(services, table, await acting(services, caller, table, seat), question, ())


@post("/tables/{table:str}/talk", tags=TAGS, responses=ACTS)
async def talk(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[Speech],
    seat: WhichSeat = None,
) -> MessageView:
    """Say something to everybody or to some seats, with a promise or a request if you like; or answer a request."""
    own = await acting(services, caller, table, seat)
    said = Say(data.to, data.text, data.promise, data.request, data.offer, data.about, data.answer, data.point)
    return await table_actions.say(services, table, own, caller.names(table, own), said)


@post("/tables/{table:str}/sit", tags=TAGS, status_code=204, responses=ACTS)
async def sit(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[SeatName],
    seat: WhichSeat = None,
) -> None:
    """Sit down at the seat whose key you hold; a bot that plays there is sent away."""
    await services.keeper.table(table)
    own = caller.seat(table, seat)
    await table_actions.sit_down(
        services, table, own, caller.names(table, own), data.name, program=data.program or caller.bot
    )


@post("/tables/{table:str}/leave", tags=TAGS, status_code=204, responses=ACTS)
async def leave(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    seat: WhichSeat = None,
) -> None:
    """Get up for good: before the game the seat is free again, during it a bot goes on.

    Leave your seat; your key no longer works then.
    """
    await services.keeper.table(table)
    await table_actions.leave(services, table, caller.seat(table, seat))


@post("/tables/{table:str}/words", tags=TAGS, status_code=204, responses=ACTS)
async def seal_words(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[SealedWords],
    seat: WhichSeat = None,
) -> None:
    """Commit to random words of your own before the game begins, so that nobody can choose the cards and dice."""
    await services.keeper.table(table)
    await random_words.seal_words(services, table, caller.seat(table, seat), data.digest)


@post("/tables/{table:str}/words/open", tags=TAGS, status_code=204, responses=ACTS)
async def open_words(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[OpenedWords],
    seat: WhichSeat = None,
) -> None:
    """Reveal the words to which you have committed, once the phase is ``opening``; it lasts a few seconds at most."""
    await services.keeper.table(table)
    await random_words.open_words(services, table, caller.seat(table, seat), data.words)


HANDLERS = (
    *(show_table, list_labels, list_events, list_messages, stream_table, answer, withdraw, leave_order, cancel_order),
    *(talk, sit, leave, seal_words, open_words),
)
