"""The terminal's connection to a server: the HTTP API with the key of one seat, and the file of keys."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import UNREADABLE, BadSetup, Refusal
from turncoat.server.problems import Problem

PATIENCE = 30.0
"""Seconds of silence after which a server counts as lost; a stream sends a heartbeat more often."""

_LINK = re.compile(r"(https?://[^/\s?#]+(?:/[^\s?#]*?)?)/(join|tables)/([\w-]+)(?:[/?#]\S*)?")
_SERVER = re.compile(r"https?://[^/\s?#]+/?")


class NoConnection(Refusal):
    """The server cannot be reached."""

    kind = "no_connection"


class Link(Struct, frozen=True):
    """A link to a table.

    Attributes:
        server: The address of the server.
        invitation: The last part of an invitation's address; empty: the link is not an invitation.
        table: The id of the table; empty: the invitation tells it.
    """

    server: str
    invitation: str = ""
    table: str = ""


def link_in(text: str) -> Link:
    """The link in a text.

    Raises:
        BadSetup: the text is not a link to a seat or a table.
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        if _SERVER.fullmatch(text.strip()):
            site = text.strip().rstrip("/")
            raise BadSetup(
                f"{site} is the address of a server. Open it in a browser to find a table, "
                f"then join that: turncoat join {site}/tables/...",
                field="url",
            )
        example = "https://games.example/join/..."
        raise BadSetup(
            f"{text.strip()!r} is not a link to a seat; give the whole link, such as {example}.", field="url"
        )
    server, kind, name = found.groups()
    return Link(server, invitation=name) if kind == "join" else Link(server, table=name)


class Connection:
    """A connection to a table, with the key of a seat.

    Args:
        server: The address of the server.
        key: The key of the seat; empty: the person has no key yet.
    """

    def __init__(self, server: str, key: str = "") -> None:
        self.server, self.key = server, key

    def get(self, path: str, **query: object) -> bytes:
        """The data at an address, by GET.

        Raises:
            Refusal: the server refuses it, or cannot be reached.
        """
        return self._read(f"{path}{'?' if query else ''}{urlencode(query)}")

    def post(self, path: str, body: Mapping[str, object] | None = None, method: str = "POST") -> bytes:
        """The server's reply to data that is sent by POST, or by another method.

        Raises:
            Refusal: the server refuses it, or cannot be reached.
        """
        return self._read(path, msgspec.json.encode(body or {}), method)

    def stream(self, path: str) -> Iterator[str]:
        """Yield an empty name when the stream is open, then the name of each event, until the connection breaks.

        Raises:
            Refusal: the server refuses it, or cannot be reached.
        """
        with closing(self._open(path)) as lines:
            yield ""
            try:
                for line in lines:
                    if line.startswith(b"event: "):
                        yield line.decode().removeprefix("event: ").strip()
            except (OSError, HTTPException):
                return

    def _read(self, path: str, body: bytes | None = None, method: str = "GET") -> bytes:
        try:
            with closing(self._open(path, body, method)) as response:
                return response.read()
        except (OSError, HTTPException) as fault:
            raise self._lost(fault) from None

    def _open(self, path: str, body: bytes | None = None, method: str = "GET") -> HTTPResponse:
        """Send a request; the caller reads and closes the answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        request = Request(f"{self.server}/api/{path}", body, headers, method=method)  # noqa: S310  # a link is http or https
        try:
            response = urlopen(request, timeout=PATIENCE)  # noqa: S310
        except HTTPError as answer:
            raise _refused(answer) from None
        except (OSError, HTTPException) as fault:
            raise self._lost(fault) from None
        assert isinstance(response, HTTPResponse)
        return response

    def _lost(self, fault: Exception) -> NoConnection:
        why = getattr(fault, "reason", fault)
        said = why.strerror if isinstance(why, OSError) and why.strerror else why
        return NoConnection(f"The server {self.server} does not answer ({said}).")


def written(connection: Connection, path: str, text: str, *, host: bool) -> str:
    """The server's answer to a command, with complete links."""
    reply = connection.post(f"{path}/host/command" if host else f"{path}/command", {"text": text})
    said = msgspec.json.decode(reply, type=dict[str, str])["said"]
    return said.replace(" /join/", f" {connection.server}/join/")


def _refused(answer: HTTPError) -> Refusal:
    """The server's reason for refusing a request."""
    with closing(answer):
        data = answer.read()
    try:
        problem = msgspec.json.decode(data, type=Problem)
    except UNREADABLE:
        return NoConnection(f"The server answers with status {answer.code}; it may not be a server of Turncoat.")
    if answer.code in (502, 503, 504):
        return NoConnection(problem.detail)
    return Refusal(problem.detail, rule=problem.rule, field=problem.field, choices=problem.choices)


class Held(Struct, frozen=True):
    """A seat whose key this person has.

    Attributes:
        server: The address of the server.
        table: The id of the table.
        seat: The seat, from 0; or ``STANDS_BY``; None: the host's rights.
        key: The key of the seat.
        invitation: The digest of the invitation that was exchanged for the key.
    """

    server: str
    table: str
    seat: int | None
    key: str
    invitation: str = ""


ROOM = 4096
"""The number of spare bytes in the file for another key."""


class Keys:
    """The person's keys, in a file that only its owner can read.

    Args:
        file: The file; it may not exist yet.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def find(self, link: Link, *, host: bool = False) -> Held | None:
        """The seat to which a link leads, if the person has its key; of several at a table the newest.

        With ``host``, the host's rights at the table instead.
        """
        digest = _digest(link)
        for held in reversed(self.all()):
            leads = held.table == link.table or (digest and held.invitation == digest)
            if held.server == link.server and leads and (held.seat is None) == host:
                return held
        return None

    def keep(self, link: Link, table: str, seat: int | None, key: str) -> Held:
        """Store a key in the file.

        Raises:
            BadSetup: the file cannot be written.
        """
        held = Held(link.server, table, seat, key, _digest(link))
        self._write([*self.all(), held])
        return held

    def _write(self, keys: list[Held], spare: int = 0) -> None:
        """Write all keys; with ``spare`` more bytes, only to test whether there is room.

        Raises:
            BadSetup: the file cannot be written.
        """
        data = msgspec.json.format(msgspec.json.encode(keys)) + b" " * spare
        new = self.file.with_name(f"{self.file.name}.new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                out.write(data)
            if spare:
                new.unlink()
            else:
                new.replace(self.file)
        except OSError as fault:
            raise BadSetup(f"--keys: {self.file} cannot be written: {fault.strerror}.", field="keys") from None

    def check(self) -> None:
        """Check that a key can be saved, before one is requested.

        Raises:
            BadSetup: no key can be saved on this machine.
        """
        folder = next(folder for folder in self.file.absolute().parents if folder.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise BadSetup(f"--keys: nothing can be written to the folder {folder}.", field="keys")
        self._write(self.all(), ROOM)

    def all(self) -> list[Held]:
        """All keys that are stored, the newest last.

        Raises:
            BadSetup: the file cannot be read.
        """
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=list[Held])
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise BadSetup(f"--keys: {self.file} cannot be read: {fault.strerror}.", field="keys") from None
        except UNREADABLE:
            raise BadSetup(f"--keys: {self.file} does not hold keys of Turncoat.", field="keys") from None


def _digest(link: Link) -> str:
    return sha256(link.invitation.encode()).hexdigest() if link.invitation else ""
