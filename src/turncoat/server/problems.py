"""Refusals as they leave the server: RFC 9457 ``application/problem+json``, or a page made of the same facts.

Every refusal is one sentence, with the field, the choices and the rule it is about. Nothing here ever
shows a traceback, an address or a key.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import FormMultiDict
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    SerializationException,
    ValidationException,
)
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Send
from msgspec import Struct
from sqlalchemy.exc import OperationalError

from turncoat.kernel.errors import OutOfDate, Refusal, Unreadable
from turncoat.kernel.misread import choices_at, in_words, place_of, unknown_field
from turncoat.server.counts import COUNTS
from turncoat.server.sql import disk_is_full

LOG = logging.getLogger("turncoat")

AnyRequest = Request[Any, Any, Any]

MEDIA_TYPE = "application/problem+json"
"""The media type of a problem."""

_NO_FORM = "The form cannot be read: send its fields as text in UTF-8."


class Received(Request[Any, Any, Any]):
    """A request whose body may be anything: a body that cannot be read is refused and causes no error."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces.

        Raises:
            Unreadable: the sender has closed the connection.
        """
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException:
            if not self.is_connected:
                raise
            raise Unreadable("The body of the request is incomplete.") from None

    async def json(self) -> Any:
        """The body as JSON.

        Raises:
            Unreadable: it is not JSON, is nested too deeply, or not UTF-8.
        """
        try:
            return await super().json()
        except (RecursionError, UnicodeError, SerializationException) as fault:
            why = fault.detail if isinstance(fault, SerializationException) else fault
            raise Unreadable(f"The body cannot be read: {in_words(why, None)}.") from None

    async def form(self) -> FormMultiDict:
        """The body as a form.

        Raises:
            Unreadable: a part is not text, or is written in an unknown character set.
        """
        try:
            return await super().form()
        except (LookupError, UnicodeError):
            raise Unreadable(_NO_FORM) from None


class Problem(Struct, frozen=True):
    """A refusal on the wire (RFC 9457).

    Attributes:
        type: Always ``about:blank``: ``kind`` says what it is.
        title: The HTTP status in words.
        status: The HTTP status.
        detail: One sentence for the reader.
        kind: Which refusal it is (``not_allowed``).
        rule: The rule that forbids it (``TRU-3.3``), or nothing.
        field: The field that is wrong, or nothing.
        choices: What would have been accepted there.
        request: For ``out_of_date``: the number of the present request.
    """

    type: str
    title: str
    status: int
    detail: str
    kind: str
    rule: str = ""
    field: str = ""
    choices: tuple[str, ...] = ()
    request: int | None = None


class NoKey(Refusal):
    """The request has no key, or an invalid one."""

    kind = "no_key"


class NotPermitted(Refusal):
    """The caller may not do this."""

    kind = "not_permitted"


class NotFound(Refusal):
    """There is nothing at this address."""

    kind = "not_found"


class WrongMethod(Refusal):
    """The address exists, but not for this method."""

    kind = "wrong_method"


class TooLarge(Refusal):
    """The body is longer than this address takes."""

    kind = "too_large"


class TooMany(Refusal):
    """Somebody has sent too many requests.

    Args:
        sentence: One sentence.
        wait: After this many seconds it may be asked again.
    """

    kind = "too_many"

    def __init__(self, sentence: str, wait: int) -> None:
        super().__init__(sentence)
        self.wait = wait


class Busy(TooMany):
    """The server has too much to do."""

    kind = "busy"


class Failed(Refusal):
    """The server failed; it is not the reader's fault."""

    kind = "failed"


STATUS: Mapping[str, int] = {
    "unreadable": 400,
    "refused": 422,
    "no_key": 401,
    "not_permitted": 403,
    "no_such_table": 404,
    "not_found": 404,
    "wrong_method": 405,
    "not_yours": 409,
    "out_of_date": 409,
    "too_large": 413,
    "not_allowed": 422,
    "bad_setup": 422,
    "too_many": 429,
    "busy": 503,
    "full": 422,
    "damaged": 500,
    "failed": 500,
    "stumbled": 500,
}
"""The HTTP status of each kind of refusal."""

_BY_STATUS: Mapping[int, tuple[type[Refusal], str]] = {
    401: (NoKey, "This needs a key: send it as a bearer token."),
    403: (NotPermitted, "This is not permitted."),
    404: (NotFound, "There is nothing at this address."),
    405: (WrongMethod, "This address does not accept that method."),
    413: (TooLarge, "The request is larger than the server accepts."),
    415: (Unreadable, "The body must be JSON."),
}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal, which is counted: the caller tells somebody of it."""
    COUNTS.refusals[refusal.kind] += 1
    return STATUS.get(refusal.kind, 422)


def as_problem(refusal: Refusal) -> Problem:
    """A refusal as it goes over the wire."""
    status = status_of(refusal)
    return Problem(
        "about:blank",
        HTTPStatus(status).phrase,
        status,
        refusal.sentence,
        refusal.kind,
        refusal.rule,
        refusal.field,
        refusal.choices,
        refusal.request if isinstance(refusal, OutOfDate) else None,
    )


def as_refusal(fault: Exception, body: object = None) -> Refusal:
    """An exception as a refusal; an error of the program is logged, without the address of the request.

    Args:
        fault: What went wrong.
        body: The type as which the body of the request was read, if it has one.
    """
    if isinstance(fault, Refusal):
        return fault
    if isinstance(fault, ValidationException):
        return _invalid(fault, body)
    if isinstance(fault, HTTPException) and fault.status_code < 500:
        kind, sentence = _BY_STATUS.get(fault.status_code, (Unreadable, ""))
        return kind(sentence or _readable(fault.detail))
    if disk_is_full(fault):
        LOG.error("nothing can be stored: the disk is full")
        return Failed("The disk of the server is full. Nothing has changed.")
    _stumbled(fault)
    if isinstance(fault, OperationalError):
        return Failed("The database did not answer. Look whether anything has changed before you try again.")
    return Failed("Something went wrong in the server. Nothing has changed; please try again.")


_known: set[str] = set()
"""The places in the program whose errors have been logged in full."""


def _stumbled(fault: Exception) -> None:
    """Log an error of the program: its traceback the first time, then one line, so that nobody can flood the log."""
    *_, last = traceback.extract_tb(fault.__traceback__) or [None]
    place = f"{type(fault).__name__} at {last.filename}:{last.lineno}" if last else type(fault).__name__
    LOG.error("a request failed: %s", place, exc_info=None if place in _known else fault)
    _known.add(place)


def _invalid(fault: ValidationException, body: object) -> Refusal:
    """What a library found wrong with a body or a parameter, as one sentence with the path."""
    extra = fault.extra if isinstance(fault.extra, list) else []
    first: Mapping[str, Any] = extra[0] if extra and isinstance(extra[0], dict) else {}
    path, message = str(first.get("key", "")), str(first.get("message", fault.detail))
    at = "" if path == "data" else path
    if body is not None and (unknown := unknown_field(message, body, at)):
        return unknown
    place = place_of(message, at)
    why = in_words(message, body, at, whole="the body")
    return Unreadable(
        _readable(why if place else why[:1].upper() + why[1:]), field=place, choices=choices_at(body, place)
    )


def body_of(request: AnyRequest) -> object:
    """The type as which the body of a request is read; None if it has no body or the address does not exist."""
    handler = request.scope.get("route_handler")
    if not isinstance(handler, HTTPRouteHandler):
        return None
    field = handler.parsed_data_field
    return None if field is None else field.annotation


def _readable(text: str) -> str:
    words = " ".join(text.split()).rstrip(".")
    return f"{words}." if words else "The request cannot be read."


def headers_of(refusal: Refusal) -> dict[str, str]:
    """Headers that belong to a refusal."""
    if isinstance(refusal, TooMany):
        return {"Retry-After": str(refusal.wait)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(refusal, NoKey) else {}


def problem_response(request: AnyRequest, fault: Exception) -> Response[Problem]:
    """The answer of the API to an exception."""
    refusal = as_refusal(fault, body_of(request))
    problem = as_problem(refusal)
    headers = headers_of(refusal)
    if isinstance(fault, HTTPException) and fault.status_code == 405:
        headers |= {key: value for key, value in (fault.headers or {}).items() if key.lower() == "allow"}
    return Response(problem, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)


async def send_problem(send: Send, refusal: Refusal) -> None:
    """Send a refusal where the framework does not do it."""
    problem = as_problem(refusal)
    await send_whole(send, problem.status, MEDIA_TYPE, headers_of(refusal), msgspec.json.encode(problem))


async def send_whole(send: Send, status: int, kind: str, more: Mapping[str, str], body: bytes) -> None:
    """Send an answer where the framework does not do it."""
    head = {"content-type": kind, "content-length": str(len(body)), **more}
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in head.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def may_refuse(*statuses: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI document: the refusals an operation can answer with, besides those that any can."""
    everywhere = (400, 429, 500, 503)
    return {
        status: ResponseSpec(
            Problem, description=HTTPStatus(status).phrase, media_type=MEDIA_TYPE, generate_examples=False
        )
        for status in sorted({*everywhere, *statuses})
    }
