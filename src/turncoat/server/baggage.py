"""Belongings as files: JSON with a version, checked by the rules of the game when one is read."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from turncoat.kernel.errors import Unreadable
from turncoat.kernel.fields import UNREADABLE, in_words
from turncoat.server.chest import Belonging, Owners, State
from turncoat.server.house import House
from turncoat.server.keepsakes import LONGEST_NOTES, need_owner, rules_of

VERSION: Literal[1] = 1
"""Version of the file format."""

LARGEST = 64 * 1024
"""Bytes of a file that is read."""

FORMAT = "turncoat belonging"
"""What a file says that it is."""


class Baggage(Struct, frozen=True, forbid_unknown_fields=True):
    """A file.

    Attributes:
        format: What it is.
        version: Of the format.
        game: The game.
        sheet: What it is, for the game.
        notes: The owner's own words.
        seasoned: It has been in a game.
        state: Where it is in its life; what is lost stays lost.
    """

    format: Literal["turncoat belonging"]
    version: Literal[1]
    game: Annotated[str, Meta(max_length=40)]
    sheet: dict[str, object]
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    seasoned: bool = False
    state: State = State.ACTIVE


class _Front(Struct):
    format: object = None
    version: object = None


async def pack(house: House, was: Belonging) -> bytes:
    """A belonging as a file. What is owed for games that are over is paid first, with the usual choice.

    Raises:
        Refusal: it is in a game and something is owed.
    """
    one = await house.roster.ready(was)
    file = Baggage("turncoat belonging", VERSION, one.game, dict(one.sheet), one.notes, one.seasoned, one.state)
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


async def unpack(house: House, owners: Owners, data: bytes) -> Belonging:
    """Keep what is in a file: a copy, with a history of its own.

    Raises:
        Refusal: it cannot be read, or breaks a rule; nothing is kept.
    """
    file = read(data)
    sheet = rules_of(file.game).read(file.sheet)
    return await house.roster.take_in(
        need_owner(owners), file.game, sheet, file.notes, file.state, seasoned=file.seasoned
    )


def read(data: bytes) -> Baggage:
    """What is in a file.

    Raises:
        Unreadable: it is no such file, or of another version; with the path to the fault.
    """
    if len(data) > LARGEST:
        raise Unreadable(f"The file is larger than {LARGEST // 1024} KB.", field="file")
    try:
        front = msgspec.json.decode(data, type=_Front)
        if front.format == FORMAT and front.version != VERSION:
            sentence = f"version: the file is of version {front.version}, and this server reads version {VERSION}."
            raise Unreadable(sentence, field="version")
        return msgspec.json.decode(data, type=Baggage)
    except UNREADABLE as fault:
        raise Unreadable(f"The file cannot be read: {in_words(fault, Baggage)}.", field="file") from None


def file_name(one: Belonging) -> str:
    """What the file is called: the label, as far as it is plain letters, and the game."""
    label = rules_of(one.game).sheet(one.sheet, seasoned=True).label
    safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in label).strip("-").lower()
    return f"{safe or 'belonging'}-{one.game}.json"
