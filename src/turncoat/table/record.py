"""The record of a table: what was agreed on and every entry that was accepted, in order.

A record is enough to play the whole game again, byte for byte. As a file it is JSON lines: a header,
the entries, the talk, and, once the game is over, the opened secrets.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import Unreadable
from turncoat.kernel.promise import Message
from turncoat.table.deadline import Deadline, NoDeadline

FORMAT = 1
"""Version of the file format."""

Json = dict[str, Any]
"""Plain data, as it comes from JSON."""


class SeatKind(StrEnum):
    """Who sits there."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Seat(Struct):
    """A seat of a table.

    Attributes:
        name: What the others call it.
        kind: Who sits there.
        bot: Which bot answers for it; empty: none.
        stands_in: The bot stands in for a person who may come back.
        missed: How many decisions in a row went by without an answer.
    """

    name: str
    kind: SeatKind = SeatKind.OPEN
    bot: str = ""
    stands_in: bool = False
    missed: int = 0


class Header(Struct, frozen=True):
    """What was agreed on before the first card.

    Attributes:
        table: Id of the table.
        game: Id of the game.
        ruleset: Hash of its rules; a table is pinned to it.
        title: What the host calls the table.
        options: The game's options.
        seats: Number of seats.
        deadline: When decisions are closed.
        press: Who may talk to whom.
        listed: Whether the table shows among the open ones.
        commitment: SHA-256 over salt and seed, published before the game begins.
        created: When, in milliseconds since the epoch.
    """

    table: str
    game: str
    ruleset: str
    title: str
    options: Json
    seats: int
    commitment: str
    created: int
    deadline: Deadline = NoDeadline()
    press: Literal["full", "public", "none"] = "full"
    listed: bool = True
    format: int = FORMAT


class Entry(Struct, frozen=True, tag=True):
    """Something that was accepted. ``at`` is the time, in milliseconds since the epoch."""

    at: int


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A person, a program or a bot sits down; or gets up, leaving the seat open."""

    seat: int
    name: str
    kind: SeatKind
    bot: str = ""
    stands_in: bool = False


class Stirred(Entry, frozen=True, tag="stirred"):
    """A seat adds words of its own to the seed before the game begins."""

    seat: int
    words: str


class Began(Entry, frozen=True, tag="began"):
    """The game begins."""


class Answered(Entry, frozen=True, tag="answered"):
    """A seat handed in an answer or acted beside the open decision."""

    seat: int
    request: int
    action: Json


class Garbled(Entry, frozen=True, tag="garbled"):
    """A seat handed in something that cannot be understood, and the rules make an answer of it."""

    seat: int
    request: int


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """A seat took its answer back."""

    seat: int


class Ordered(Entry, frozen=True, tag="ordered"):
    """A seat left a standing order for an offer: the first of the actions that is legal. None of them: cancelled."""

    seat: int
    offer: str
    actions: tuple[Json, ...]


class TimeUp(Entry, frozen=True, tag="time_up"):
    """The deadline passed; defaults were put in."""


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped the clock."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The host started the clock again."""


class Extended(Entry, frozen=True, tag="extended"):
    """The host gave more time, in minutes."""

    minutes: float


class Shut(Entry, frozen=True, tag="shut"):
    """The host closed the table before the end."""


AnyEntry = (
    SeatTaken | Stirred | Began | Answered | Garbled | Withdrew | Ordered | TimeUp | Paused | Resumed | Extended | Shut
)


class Secret(Struct, frozen=True):
    """What the commitment hides until the end: hexadecimal, 32 bytes each."""

    seed: str
    salt: str


class Spoken(Struct, frozen=True):
    """A message and when it was said.

    Attributes:
        at: Milliseconds since the epoch.
        after: How many entries came before it. Secret: it betrays how often sealed orders were changed.
        message: What was said, by whom and to whom.
    """

    at: int
    after: int
    message: Message


class Record(Struct):
    """The whole record. ``secret`` is None in what leaves the server before the end."""

    header: Header
    entries: list[AnyEntry] = []
    talk: list[Spoken] = []
    secret: Secret | None = None


class _Line(Struct, omit_defaults=True):
    header: Header | None = None
    entry: AnyEntry | None = None
    talk: Spoken | None = None
    secret: Secret | None = None


_LINE = msgspec.json.Decoder(_Line)


def write(record: Record) -> bytes:
    """The record as a file: JSON lines, ending with a newline."""
    lines = [_Line(header=record.header)]
    lines += [_Line(entry=entry) for entry in record.entries]
    lines += [_Line(talk=spoken) for spoken in record.talk]
    if record.secret is not None:
        lines.append(_Line(secret=record.secret))
    return msgspec.json.Encoder(order="deterministic").encode_lines(lines)


def read(data: bytes) -> Record:
    """The record in a file.

    Raises:
        Unreadable: naming the line, if the file is truncated, mangled or of another format.
    """
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not lines:
        raise Unreadable("The file is empty; a record begins with a header.", field="line 1")
    record = Record(_header(_decode(*lines[0])))
    for number, line in lines[1:]:
        one = _decode(number, line)
        if one.entry is not None:
            record.entries.append(one.entry)
        elif one.talk is not None:
            record.talk.append(one.talk)
        elif one.secret is not None:
            record.secret = one.secret
        else:
            raise Unreadable(f"Line {number} of the record says nothing.", field=f"line {number}")
    return record


def _decode(number: int, line: bytes) -> _Line:
    try:
        return _LINE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Unreadable(f"Line {number} of the record cannot be read: {fault}.", field=f"line {number}") from None


def _header(line: _Line) -> Header:
    if line.header is None:
        raise Unreadable("Line 1 of the record must be its header.", field="line 1")
    if line.header.format != FORMAT:
        raise Unreadable(f"The record has format {line.header.format}; this program reads {FORMAT}.", field="format")
    return line.header
