"""Belongings as they go over the wire."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from turncoat.kernel.belongings import Sheet
from turncoat.server.api.wire import Body, Number, SeatNumber
from turncoat.server.chest import Belonging, Chapter, State
from turncoat.server.keepsakes import LONGEST_NOTES, Whole, rules_of
from turncoat.table.record import Json

Notes = Annotated[str, Meta(max_length=LONGEST_NOTES)]
Id = Annotated[str, Meta(max_length=40)]


class BelongingLine(Struct, frozen=True):
    """A belonging in a list.

    Attributes:
        id: Its id.
        game: The game.
        label: What it is called.
        line: One line about it.
        state: ``active``, ``retired`` or ``lost``.
        owed: How often it can grow for games that are over.
        away: The table whose running game it is in; None: it is at home.
    """

    id: str
    game: str
    label: str
    line: str
    state: State
    owed: int
    away: str | None


class BelongingFace(Struct, frozen=True):
    """A belonging as its owner sees it.

    Attributes:
        belonging: The line of the list.
        sheet: The sheet as data, as it is written.
        shown: The sheet with everything that can be chosen and what is left to spend.
        growth: What can be chosen for growth that is owed, or kept.
        notes: The owner's own words.
        version: To be sent with a change.
        promised: Tables that gather to which it has been brought.
        history: What has happened to it.
    """

    belonging: BelongingLine
    sheet: Json
    shown: Sheet
    growth: dict[str, object]
    notes: str
    version: int
    promised: tuple[str, ...]
    history: tuple[Chapter, ...]


class BlankBelonging(Struct, frozen=True):
    """What a new one looks like: ``sheet`` as it is written, ``shown`` with all choices."""

    noun: str
    sheet: Json
    shown: Sheet


class NewBelonging(Body, frozen=True):
    """A new belonging: fields of the sheet that are left out are as on the blank one."""

    game: Id
    sheet: Json
    notes: Notes = ""


class BelongingEdit(Body, frozen=True):
    """A change: fields of the sheet that are left out stay; ``version`` is the one that was looked at."""

    sheet: Json = {}
    notes: Notes | None = None
    version: Number | None = None


class GrowthChoice(Body, frozen=True):
    """How it grows (``{"type": "grow", "row": "house", "skill": "armour"}``); null: as usual."""

    choice: Json | None = None


class BelongingToBring(Body, frozen=True):
    """Which one is brought."""

    belonging: Id


class NewCall(Body, frozen=True):
    """A game that begins from a roster; see ``Call``."""

    belongings: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=100)]
    name: Annotated[str, Meta(max_length=80)] = ""
    seats: SeatNumber = 0
    bot: Id = ""
    options: Json = {}
    friends: bool = False


class Called(Struct, frozen=True):
    """The new table; the caller's session is its host and holds its first seat."""

    table: str


def line_of(one: Belonging, away: str | None) -> BelongingLine:
    """A belonging in a list."""
    shown = rules_of(one.game).sheet(one.sheet, seasoned=one.seasoned)
    return BelongingLine(one.id, one.game, shown.label, shown.line, one.state, one.owed, away)


def face_of(whole: Whole) -> BelongingFace:
    """A belonging as its owner sees it."""
    one = whole.belonging
    rules = rules_of(one.game)
    away = next((out.table for out in whole.outings if out.under_way), None)
    return BelongingFace(
        line_of(one, away),
        dict(one.sheet),
        rules.sheet(one.sheet, seasoned=one.seasoned),
        rules.growth(one.sheet, owed=one.owed > 0).as_data(),
        one.notes,
        one.version,
        tuple(out.table for out in whole.outings if not out.under_way),
        whole.history,
    )
