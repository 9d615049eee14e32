"""Writes a record as a file of JSON lines, and reads it.

A header, the entries, the talk, once the game is over the opened secrets, and an end by which a file that breaks off is
noticed. Every line ends with a digest of itself and all lines before it: it tells where a file was changed. Only the
chain proves that the file is unchanged, because anyone could compute new line digests.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import UNREADABLE, Unreadable
from turncoat.kernel.misread import in_words
from turncoat.table import deadline as deadlines
from turncoat.table.names import TITLE_RULE, is_title
from turncoat.table.record import FORMAT, AnyEntry, Header, Record, Secret, Spoken, called


class Altered(Unreadable):
    """The file's lines can be read, but some are missing or were added."""


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the expected number of entries and of messages, and the public chain."""

    entries: int
    talk: int
    chain: str


class _Line(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the file; older files have no digests, so that the field is empty."""

    header: Header | None = None
    entry: AnyEntry | None = None
    talk: Spoken | None = None
    secret: Secret | None = None
    end: End | None = None
    digest: str = ""


class _Version(Struct):
    format: int = 0


class _Opening(Struct):
    header: _Version | None = None


DIGEST = 16
"""The number of hexadecimal digits of a line's digest: enough to find where a file was changed."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_LINE = msgspec.json.Decoder(_Line)
_OPENING = msgspec.json.Decoder(_Opening)


def write(record: Record) -> bytes:
    """The record as a file of JSON lines that ends with a newline."""
    lines = [_Line(header=record.header)]
    lines += [_Line(entry=entry) for entry in record.entries]
    lines += [_Line(talk=spoken) for spoken in record.talk]
    if record.secret is not None:
        lines.append(_Line(secret=record.secret))
    lines.append(_Line(end=End(len(record.entries), len(record.talk), record.chain)))
    digest = ""
    for line in lines:
        line.digest = digest = _digest(digest, _ENCODER.encode(line))
    return _ENCODER.encode_lines(lines)


def _digest(before: str, line: bytes) -> str:
    """The digest of a line and of all before it; spaces and the order of its fields do not count.

    Args:
        before: The digest of the line before.
        line: The line, with or without its own digest.
    """
    said = {name: value for name, value in msgspec.json.decode(line).items() if name != "digest"}
    return sha256(before.encode() + _ENCODER.encode(said)).hexdigest()[:DIGEST]


def read(data: bytes) -> Record:
    """Read the record in a file.

    Raises:
        Altered: if the file has not as many lines as were written, naming the first that is not what was written.
        Unreadable: naming the line, if the file is mangled or of another format.
        BadSetup: if the header holds a deadline that cannot be.
    """
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not lines:
        raise Unreadable("The file is empty; a record begins with a header.", field="line 1")
    record, end = Record(_header(lines[0][1])), None
    record.changed = _first_changed(lines)
    for number, line in lines[1:]:
        if end is not None:
            raise _altered(record, number, f"Line {number} of the record comes after its end.")
        end = _add(record, number, _decode(number, line))
    last = lines[-1][0]
    if end is None:
        raise _altered(record, last, f"The record breaks off after line {last}: its end is missing.")
    if (end.entries, end.talk) != (len(record.entries), len(record.talk)):
        wanted = f"{end.entries} entries and {end.talk} messages, not {len(record.entries)} and {len(record.talk)}"
        raise _altered(record, last, f"Line {last} says that the record has {wanted}.")
    record.chain = end.chain
    return record


def _altered(record: Record, number: int, sentence: str) -> Altered:
    return Altered(f"{record.changed} {sentence}".lstrip(), field=f"line {number}")


def _first_changed(lines: list[tuple[int, bytes]]) -> str:
    """A sentence naming the first line that is not what was written there; empty if none is, or has a digest.

    Raises:
        Unreadable: a line is none of a record.
    """
    digest, held = "", bool(_decode(*lines[0]).digest)
    for number, raw in lines if held else ():
        line = _decode(number, raw)
        digest = _digest(digest, raw)
        if line.digest != digest:
            return f"From line {number} ({_called(line)}) on, the file is not what was written."
    return ""


def _called(line: _Line) -> str:
    """The kind of a line in a few words."""
    if line.entry is not None:
        return called(line.entry)
    return next((name for name in ("header", "talk", "secret", "end") if getattr(line, name) is not None), "nothing")


def _add(record: Record, number: int, line: _Line) -> End | None:
    if line.entry is not None:
        record.entries.append(line.entry)
    elif line.talk is not None:
        record.talk.append(line.talk)
    elif line.secret is not None:
        record.secret = line.secret
    elif line.end is None:
        raise Unreadable(f"Line {number} of the record is of an unknown kind.", field=f"line {number}")
    return line.end


def _decode(number: int, line: bytes) -> _Line:
    try:
        return _LINE.decode(line)
    except UNREADABLE as fault:
        raise Unreadable(
            f"Line {number} of the record cannot be read: {in_words(fault, _Line)}.", field=f"line {number}"
        ) from None


def _header(line: bytes) -> Header:
    try:
        opening = _OPENING.decode(line).header
    except UNREADABLE:
        opening = None
    if opening is None:
        raise Unreadable("This is not a record of a table: line 1 is not its header.", field="line 1")
    if opening.format != FORMAT:
        age = "an older" if opening.format < FORMAT else "a newer"
        formats = f"format {opening.format}; this one reads {FORMAT}"
        sentence = f"The record was written by {age} version of Turncoat ({formats})."
        raise Unreadable(sentence, field="format")
    header = _decode(1, line).header
    assert header is not None
    if not is_title(header.title):
        raise Unreadable(TITLE_RULE, field="title")
    deadlines.check(header.deadline)
    return header
