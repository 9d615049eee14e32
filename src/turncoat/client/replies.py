"""Reads what a server sends: replies, refusals and streams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import UNREADABLE, Refusal
from turncoat.server.problems import Problem
from turncoat.table.table_view import EventView, MessageView

PATIENCE = 40.0
"""Seconds of silence after which a server counts as lost; a stream sends a heartbeat more often."""

FIRST_WAIT = 0.5
"""Seconds before the second try to reach a server that is away; each further try waits twice as long."""

LONGEST_WAIT = 8.0
"""The most seconds between two tries."""

NOTHING = 204
"""The status of a reply without content."""

LATER = frozenset({429, 502, 503, 504})
"""The statuses of refusals that pass after a while."""

T = TypeVar("T")


class NoConnection(Refusal):
    """The server cannot be reached."""

    kind = "no_connection"


class Refused(Refusal):
    """The server refuses a request.

    Attributes:
        status: The HTTP status.
        kind: The kind of refusal (``not_allowed``); the documentation of the API lists them.
        request: For ``out_of_date``: the number of the present question.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail, rule=problem.rule, field=problem.field, choices=problem.choices)
        self.status, self.kind, self.request = problem.status, problem.kind, problem.request


class Changed(Struct, frozen=True):
    """The view of a table has changed.

    Attributes:
        table_view: Identifies the view: the same value means the same view.
    """

    table_view: str


class Told(Struct, frozen=True):
    """An event of a stream: its id, its kind, and its data, which is JSON."""

    id: str
    event: str
    data: str


NEWS: Mapping[str, type[EventView | MessageView | Changed]] = {
    "events": EventView,
    "said": MessageView,
    "changed": Changed,
}
"""The types of the events in a table's stream."""


def lost(server: str, why: object) -> NoConnection:
    """The error for a server that does not answer."""
    return NoConnection(f"The server {server} does not answer ({why}).")


def refused(server: str, status: int, content: bytes) -> Refusal:
    """The refusal in a server's reply."""
    try:
        return Refused(msgspec.json.decode(content, type=Problem))
    except UNREADABLE:
        return NoConnection(f"The server {server} answers with status {status}; it may not be a server of Turncoat.")


def read(server: str, status: int, content: bytes, kind: type[T]) -> T:
    """A reply converted to the expected type; bytes stay unchanged.

    Raises:
        Refusal: the server refuses the request, or is of another version.
    """
    if not 200 <= status < 300:
        raise refused(server, status, content)
    if kind is bytes or kind is NoneType:
        return cast("T", content if kind is bytes else None)
    return decoded(server, content, kind)


def decoded(server: str, content: bytes | str, kind: type[T]) -> T:
    """JSON from a server converted to the expected type.

    Raises:
        NoConnection: the reply has another form.
    """
    try:
        return msgspec.json.decode(content, type=kind)
    except UNREADABLE as fault:
        raise NoConnection(f"The server {server} speaks another version of the API: {fault}.") from None


def written(body: object) -> bytes | None:
    """The body of a request as JSON; fields of a mapping that are None are left out. None: no body."""
    if isinstance(body, Mapping):
        body = {name: value for name, value in body.items() if value is not None}
    return body if body is None or isinstance(body, bytes) else msgspec.json.encode(body)


class Lines:
    """Joins the lines of a stream to events."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def take(self, line: str) -> Iterable[Told]:
        """The event that this line completes; None if it does not."""
        if line:
            name, _, value = line.partition(":")
            if name:
                self._fields[name] = value.removeprefix(" ")
            return ()
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return ()
        return (Told(fields.get("id", ""), fields.get("event", ""), fields["data"]),)
