"""The pages of what the reader keeps: the roster, a sheet, a new one."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from turncoat.kernel.belongings import Sheet
from turncoat.kernel.box import Action, Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.space import OneOf
from turncoat.server.chest import Belonging, Chapter, State
from turncoat.server.keepsakes import Whole, rules_of
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.controls import encode
from turncoat.web.render import render


class Kept(Struct, frozen=True, kw_only=True):
    """A line of the roster.

    Attributes:
        id: Its id.
        game: The game.
        noun: What it is.
        label: What it is called.
        line: One line about it.
        state: In a word.
        active: It can come to a table.
        owed: How often it can grow for games that are over.
        points: Points that are not spent.
        away: The table whose running game it is in; empty: none.
    """

    id: str
    game: str
    noun: str
    label: str
    line: str
    state: str
    active: bool
    owed: int
    points: int
    away: str


class RosterPage(Struct, frozen=True, kw_only=True):
    """``GET /roster``.

    Attributes:
        kept: Everything, the newest first.
        games: The games that keep something: id and noun.
        calls: By game: the least and the greatest number of seats, and what is proposed.
        refusal: Why something was not done.
        entered: What was typed.
        chosen: Who was to come along.
    """

    shell: Shell
    kept: tuple[Kept, ...] = ()
    games: tuple[tuple[str, str], ...] = ()
    calls: dict[str, tuple[int, int, int]] = {}
    refusal: Refusal | None = None
    entered: Entered = NONE_ENTERED
    chosen: tuple[str, ...] = ()


class Pick(Struct, frozen=True):
    """A choice of growth: the name of the field, its title, and what can be chosen, as sent and as called."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


class Growth(Struct, frozen=True):
    """A way to grow: what it is called on the wire, its rule, and what is chosen."""

    act: str
    rule: str
    picks: tuple[Pick, ...]


class KeptPage(Struct, frozen=True, kw_only=True):
    """``GET /roster/<id>`` and ``GET /roster/new?game=thrice``.

    Attributes:
        game: The game.
        noun: What it is.
        sheet: The sheet, with what was typed if it was refused.
        kept: The line of the roster; None for a new one.
        total: Points that there are to spend, spent ones included.
        notes: The owner's own words.
        version: Sent back with a change.
        growth: How it can grow now.
        history: What has happened to it, the last first.
        promised: Tables that gather to which it has been brought.
        refusal: Why something was not done.
    """

    shell: Shell
    game: str
    noun: str
    sheet: Sheet
    kept: Kept | None = None
    total: int = 0
    notes: str = ""
    version: int = 0
    growth: tuple[Growth, ...] = ()
    history: tuple[Chapter, ...] = ()
    promised: tuple[str, ...] = ()
    refusal: Refusal | None = None


def kept_line(one: Belonging, state: str, away: str = "") -> Kept:
    """A line of the roster."""
    rules = rules_of(one.game)
    sheet = rules.sheet(one.sheet, seasoned=one.seasoned)
    return Kept(
        id=one.id,
        game=one.game,
        noun=rules.noun,
        label=sheet.label,
        line=sheet.line,
        state=state,
        active=one.state is State.ACTIVE,
        owed=one.owed,
        points=sheet.points,
        away=away,
    )


def growth_of(whole: Whole) -> tuple[Growth, ...]:
    """How something can grow now."""
    one = whole.belonging
    if one.state is not State.ACTIVE or not (one.owed or one.seasoned):
        return ()
    boxes: Boxes[Action] = rules_of(one.game).growth(one.sheet, owed=one.owed > 0)
    return tuple(
        Growth(box.tag, box.rule, tuple(_pick(name, space) for name, space in box.fields if isinstance(space, OneOf)))
        for box in boxes.boxes
    )


def _pick(name: str, space: OneOf) -> Pick:
    values = tuple((encode(value), "none" if value is None else str(value)) for value in space.values)
    return Pick(name, name.capitalize(), values)


def render_roster(context: RosterPage) -> str:
    """Everything the reader keeps."""
    return render("roster.html", context)


def render_kept(context: KeptPage, **more: Any) -> str:
    """A sheet, or a new one."""
    return render("kept.html", context, **more)
