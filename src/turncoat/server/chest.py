"""Belongings in the store: what games keep of people between two games, its history, and where it is just now.

Whoever owns something is a person (by id) or a browser without one (by the digest of its cookie). Every method is one
transaction. Nothing here knows what a belonging is: its game does.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, cast

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from turncoat.kernel.belongings import Data
from turncoat.kernel.errors import NotAllowed
from turncoat.server.problems import NotFound
from turncoat.server.schema import BELONGINGS, CHAPTERS, OUTINGS
from turncoat.server.store import Store

MOST = 100
"""So many belongings can one owner have."""

_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_SHEET = msgspec.json.Decoder(dict[str, object])

Owners = Sequence[str]
"""Who asks: the person, if somebody is signed in, and the browser."""


class State(StrEnum):
    """Where a belonging is in its life."""

    ACTIVE = "active"
    RETIRED = "retired"
    LOST = "lost"


class Belonging(Struct, frozen=True):
    """Something that a game keeps of somebody.

    Attributes:
        id: Its id.
        owner: A person or a browser.
        game: The game.
        state: Where it is in its life.
        sheet: What it is, for the game.
        notes: The owner's own words; nobody else sees them.
        owed: How often it can grow for games that are over.
        seasoned: It has been in a game.
        version: How often it has changed.
        created: When it was made, in milliseconds since the epoch.
    """

    id: str
    owner: str
    game: str
    state: State
    sheet: Data
    notes: str
    owed: int
    seasoned: bool
    version: int
    created: int


class Chapter(Struct, frozen=True):
    """Something that happened to a belonging.

    Attributes:
        at: When, in milliseconds since the epoch.
        kind: ``made``, ``imported``, ``edited``, ``played``, ``stopped``, ``grown``, ``retired`` or ``returned``.
        said: A sentence.
        rule: The rule behind it; empty: none.
        table: The table; None: none.
    """

    at: int
    kind: str
    said: str
    rule: str = ""
    table: str | None = None


class Chest:
    """The store's part that knows belongings."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    # --- looking ------------------------------------------------------------------------------

    def of(self, owners: Owners) -> list[Belonging]:
        """Everything that somebody owns, the newest first."""
        query = select(BELONGINGS).where(BELONGINGS.c.owner.in_(owners))
        with self.reading() as connection:
            ordered = query.order_by(BELONGINGS.c.created.desc(), BELONGINGS.c.id)
            return [read_row(row) for row in connection.execute(ordered)]

    def one(self, owners: Owners, belonging_id: str) -> Belonging:
        """One of somebody's belongings.

        Raises:
            NotFound: there is none of this id, or it is somebody else's; which of them is not said.
        """
        with self.reading() as connection:
            return self._one(connection, owners, belonging_id)

    def history(self, belonging_id: str) -> list[Chapter]:
        """What has happened to a belonging, the first first."""
        query = select(CHAPTERS).where(CHAPTERS.c.belonging == belonging_id).order_by(CHAPTERS.c.number)
        with self.reading() as connection:
            return [Chapter(row.at, row.kind, row.said, row.rule, row.table_id) for row in connection.execute(query)]

    # --- changing -----------------------------------------------------------------------------

    def add(self, new: Belonging, chapter: Chapter) -> None:
        """Keep something new.

        Raises:
            NotAllowed: its owner has too many.
        """
        with self.engine.begin() as connection:
            count = select(func.count()).where(BELONGINGS.c.owner == new.owner)
            if (connection.scalar(count) or 0) >= MOST:
                raise NotAllowed(f"You keep {MOST} already; delete one of them first.", field="belongings")
            connection.execute(
                insert(BELONGINGS), [write_row(new, chapter.at) | {"id": new.id, "created": new.created}]
            )
            tell(connection, new, chapter)

    def change(self, was: Belonging, now: Belonging, *chapters: Chapter, anywhere: bool = False) -> Belonging:
        """Change a belonging and tell its history of it.

        Args:
            was: As it was when this was decided.
            now: As it is to be.
            chapters: What is told.
            anywhere: Also while it is in a game.

        Raises:
            NotAllowed: it is in a game, or it has changed meanwhile.
        """
        made = structs.replace(now, version=was.version + 1)
        with self.engine.begin() as connection:
            if not anywhere:
                self._need_home(connection, was)
            same = (BELONGINGS.c.id == was.id) & (BELONGINGS.c.version == was.version)
            at = chapters[0].at if chapters else was.created
            if connection.execute(update(BELONGINGS).where(same).values(write_row(made, at))).rowcount != 1:
                raise NotAllowed("This has changed meanwhile: look at it again, and repeat.", field="version")
            for chapter in chapters:
                tell(connection, made, chapter)
        return made

    def remove(self, was: Belonging) -> None:
        """Delete a belonging with its history.

        Raises:
            NotAllowed: it is in a game.
        """
        with self.engine.begin() as connection:
            self._need_home(connection, was)
            connection.execute(delete(OUTINGS).where(OUTINGS.c.belonging == was.id))
            connection.execute(delete(CHAPTERS).where(CHAPTERS.c.belonging == was.id))
            connection.execute(delete(BELONGINGS).where(BELONGINGS.c.id == was.id))

    def adopt(self, browser: str, person: str) -> None:
        """What a browser owned belongs to the person from now on."""
        with self.engine.begin() as connection:
            connection.execute(update(BELONGINGS).where(BELONGINGS.c.owner == browser).values(owner=person))

    # --- helpers ------------------------------------------------------------------------------

    def _one(self, connection: Connection, owners: Owners, belonging_id: str) -> Belonging:
        query = select(BELONGINGS).where(BELONGINGS.c.id == belonging_id, BELONGINGS.c.owner.in_(owners))
        row = connection.execute(query).one_or_none()
        if row is None:
            raise NotFound("You keep nothing under this address.", field="belonging")
        return read_row(row)

    def _need_home(self, connection: Connection, was: Belonging) -> None:
        if connection.scalar(select(OUTINGS.c.table_id).where(OUTINGS.c.under_way == was.id)) is not None:
            raise NotAllowed("This is in a game just now: wait until it is over.", field="belonging")


def tell(connection: Connection, now: Belonging, chapter: Chapter) -> None:
    """Write a chapter of a belonging's history."""
    number = connection.scalar(select(func.count()).where(CHAPTERS.c.belonging == now.id)) or 0
    row = {
        "belonging": now.id,
        "number": number,
        "at": chapter.at,
        "kind": chapter.kind,
        "table_id": chapter.table,
        "said": chapter.said,
        "rule": chapter.rule,
        "sheet": _ENCODE(now.sheet),
    }
    connection.execute(insert(CHAPTERS), [row])


def write_row(one: Belonging, at: int) -> dict[str, Any]:
    """A belonging as the store has it, without what never changes."""
    named = {name: getattr(one, name) for name in ("owner", "game", "state", "notes", "owed", "seasoned", "version")}
    return named | {"sheet": _ENCODE(one.sheet), "changed": at}


def read_row(row: Row[Any]) -> Belonging:
    """A belonging from the store."""
    named = {name: getattr(row, name) for name in Belonging.__struct_fields__ if name not in ("state", "sheet")}
    return Belonging(**named, state=State(row.state), sheet=cast("Data", _SHEET.decode(row.sheet)))
