"""Characters in the store: whose they are, what has happened to them, and the table whose game they are in.

The owner is a person (by id) or a browser without one (by the digest of its cookie). Every method is one transaction.
When a game is over, its characters learn what that means in the transaction that stores its end: once, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, astuple, replace
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from turncoat.kernel.errors import NotAllowed
from turncoat.server.problems import NotFound
from turncoat.server.schema import CHARACTER_HISTORY, CHARACTERS, TABLE_CHARACTERS, TABLES
from turncoat.server.store import Store
from turncoat.table import table
from turncoat.table.draft import Draft
from turncoat.table.table import OVER, Phase

MOST = 100
"""How many characters one owner can keep."""

Owners = Sequence[str]
"""The owner of a character: the signed-in person, if there is one, and the browser."""

ANOTHER = "Another character is there now; look again."
"""Said to who decides on a character that is no longer the one that the page showed."""


class State(StrEnum):
    """Whether a character can come to tables."""

    ACTIVE = "active"
    RETIRED = "retired"
    DEAD = "dead"


class Character(Struct, frozen=True, kw_only=True):
    """A character that a person keeps and plays at tables.

    Attributes:
        sheet: The character sheet, in the game's own form.
        notes: The owner's notes; nobody else sees them.
        owed: For how many finished games it can still grow.
        seasoned: Whether the character has ever played.
        version: How often the character has changed.
        created: When it was made, in milliseconds since the epoch.
        away: The table at which it is playing; None: at none.
    """

    id: str = ""
    game: str
    sheet: dict[str, object]
    state: State = State.ACTIVE
    notes: str = ""
    owed: int = 0
    seasoned: bool = False
    version: int = 0
    created: int = 0
    away: str | None = None


class Happening(Struct, frozen=True):
    """An entry in a character's history.

    Attributes:
        at: When, in milliseconds since the epoch.
        kind: ``made``, ``imported``, ``edited``, ``played``, ``stopped``, ``grown``, ``retired`` or ``returned``.
        said: A sentence; a ``rule`` and a ``table`` may follow it.
        rule: The number of the rule that caused it; empty: none did.
        table: The table where it happened; null: at none.
    """

    at: int
    kind: str
    said: str
    rule: str = ""
    table: str | None = None


class Whole(Struct, frozen=True):
    """A character with its history, oldest first, and the tables to which it was brought before their game began."""

    character: Character
    history: list[Happening]
    promised: list[str]


Changed = tuple[Character, Sequence[Happening]]
"""A changed character, and the new entry in its history."""

Change = Callable[[Character, int], Changed]
"""A function that changes a character at a given time."""


class CharacterStore:
    """Reads and writes characters in the database.

    Args:
        store: The database.

    Attributes:
        coming: The characters that are being brought to a table, by their mark.
    """

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading
        self.coming: dict[str, str] = {}
        store.beside.append(self._follow)

    # --- looking ------------------------------------------------------------------------------

    def of(self, owners: Owners) -> list[Character]:
        """All characters of an owner, the newest first."""
        query = select(CHARACTERS).where(CHARACTERS.c.owner.in_(owners))
        with self.reading() as connection:
            ordered = connection.execute(query.order_by(CHARACTERS.c.created.desc(), CHARACTERS.c.id))
            return list(map(_read, ordered))

    def one(self, owners: Owners, character: str) -> Character:
        """A character of an owner; raises ``NotFound``.

        Raises:
            NotFound: there is none of this id, or it is somebody else's; which of them is not said.
        """
        with self.reading() as connection:
            return _one(connection, owners, character)

    def whole(self, owners: Owners, character: str) -> Whole:
        """A character with its history and tables; raises ``NotFound``."""
        told, brought = CHARACTER_HISTORY, TABLE_CHARACTERS.c
        with self.reading() as connection:
            kept = _one(connection, owners, character)
            rows = connection.execute(select(told).where(told.c.character == character).order_by(told.c.number))
            history = [Happening(row.at, row.kind, row.said, row.rule, row.table_id) for row in rows]
            tables = connection.scalars(select(brought.table_id).where(brought.character == character))
            return Whole(kept, history, sorted(table_id for table_id in tables if table_id != kept.away))

    def at(self, table_id: str) -> dict[str, str]:
        """The ids of the characters that were brought to a table, by their marks."""
        with self.reading() as connection:
            rows = connection.execute(select(TABLE_CHARACTERS).where(TABLE_CHARACTERS.c.table_id == table_id))
            return {row.mark: row.character for row in rows}

    def accepted(self, table_id: str) -> frozenset[str]:
        """The marks of the characters at a table that the player who leads the game has accepted."""
        kind = TABLE_CHARACTERS.c
        with self.reading() as connection:
            return frozenset(connection.scalars(select(kind.mark).where(kind.table_id == table_id, kind.accepted)))

    def digests(self, table_id: str) -> dict[str, str]:
        """A digest of each character that was brought to a table, as it is now, by its mark; see ``accept``."""
        query = select(TABLE_CHARACTERS.c.mark, CHARACTERS).join(
            CHARACTERS, TABLE_CHARACTERS.c.character == CHARACTERS.c.id
        )
        with self.reading() as connection:
            found = connection.execute(query.where(TABLE_CHARACTERS.c.table_id == table_id))
            return {row.mark: _digest(row.mark, row) for row in found}

    def brought(self, table_id: str) -> dict[str, Character]:
        """The characters that were brought to a table, as they are now, by their marks."""
        query = select(TABLE_CHARACTERS.c.mark, CHARACTERS).join(
            CHARACTERS, TABLE_CHARACTERS.c.character == CHARACTERS.c.id
        )
        with self.reading() as connection:
            found = connection.execute(query.where(TABLE_CHARACTERS.c.table_id == table_id))
            return {row.mark: _read(row) for row in found}

    def accept(self, mark: str, digest: str) -> None:
        """Note that a character is accepted as a page has shown it; a change of its sheet ends that (``_write``).

        Args:
            mark: The mark of the character that is at the table now.
            digest: The digest of the one that was shown (``digests``).

        Raises:
            NotAllowed: the owner has deleted it, or another one was shown.
        """
        with self.engine.begin() as connection:
            row = connection.execute(_behind(mark)).one_or_none()
            if row is None:
                raise NotAllowed("This character is no longer available; send it back.", field="from")
            if _digest(mark, row) != digest:
                raise NotAllowed(ANOTHER, field="from")
            connection.execute(update(TABLE_CHARACTERS).where(TABLE_CHARACTERS.c.mark == mark).values(accepted=True))

    def origins(self, table_id: str) -> dict[str, str]:
        """Where the characters come from that were brought to a table, by their marks: ``from a file, 2 sessions``."""
        brought, told = TABLE_CHARACTERS.c, CHARACTER_HISTORY.c
        query = select(brought.mark, told.kind, func.count().label("many")).join(
            CHARACTER_HISTORY, told.character == brought.character
        )
        found: dict[str, dict[str, int]] = {}
        with self.reading() as connection:
            for row in connection.execute(query.where(brought.table_id == table_id).group_by(brought.mark, told.kind)):
                found.setdefault(row.mark, {})[row.kind] = row.many
        return {mark: _origin(kinds) for mark, kinds in found.items()}

    # --- changing -----------------------------------------------------------------------------

    def add(self, owner: str, new: Character, *happened: Happening) -> None:
        """Store a new character with its first history.

        Raises:
            NotAllowed: its owner has too many.
        """
        with self.engine.begin() as connection:
            count = select(func.count()).where(CHARACTERS.c.owner == owner)
            if (connection.scalar(count) or 0) >= MOST:
                sentence = f"You have {MOST} characters already; delete one first."
                raise NotAllowed(sentence, field="character")
            connection.execute(insert(CHARACTERS), [_row(new) | {"owner": owner}])
            _tell(connection, new, happened)

    def change(self, owners: Owners, character: str, change: Change, at: int, version: int | None = None) -> Character:
        """Change a character, and return the changed one.

        Raises:
            Refusal: there is none, it has changed since this version was looked at, or ``change`` refuses.
        """
        with self.engine.begin() as connection:
            was = _one(connection, owners, character)
            if version not in (None, was.version):
                raise NotAllowed(
                    "This character has changed meanwhile: load the page again, then try again.", field="version"
                )
            return _write(connection, was, *change(was, at))

    def remove(self, owners: Owners, character: str) -> None:
        """Delete a character with its history.

        Raises:
            Refusal: there is none, or it is in a game.
        """
        with self.engine.begin() as connection:
            need_home(_one(connection, owners, character))
            for column in (TABLE_CHARACTERS.c.character, CHARACTER_HISTORY.c.character, CHARACTERS.c.id):
                connection.execute(delete(column.table).where(column == character))

    def adopt(self, browser: str, person: str) -> None:
        """Give the characters of a browser to the person who signed in there."""
        with self.engine.begin() as connection:
            connection.execute(update(CHARACTERS).where(CHARACTERS.c.owner == browser).values(owner=person))

    # --- games --------------------------------------------------------------------------------

    def set_out(
        self, table_id: str, brought: Mapping[int, table.Character], ready: Change, at: int
    ) -> dict[int, dict[str, object]]:
        """A game is about to begin: nobody in it can be in another, from now until it is over.

        The sheets of the characters that were brought to a table, by seat.

        Raises:
            NotAllowed: somebody cannot come; nothing has changed.
        """
        sheets: dict[int, dict[str, object]] = {}
        with self.engine.begin() as connection:
            for seat, character in brought.items():
                row = connection.execute(_behind(character.mark)).one_or_none()
                if row is None or row.state != State.ACTIVE:
                    sentence = f"{character.name} is no longer available; remove it or bring another."
                    raise NotAllowed(sentence, field="character")
                if row.away is not None:
                    sentence = f"{character.name} is in another game that is not over; remove it here."
                    raise NotAllowed(sentence, field="character")
                now, told = ready(was := _read(row), at)
                sheets[seat] = _write(connection, was, replace(now, away=table_id), told).sheet
        return sheets

    def set_free(self, table_id: str = "") -> None:
        """Free the characters of a table whose game did not begin; without ``table_id`` of all such tables."""
        under_way = TABLES.c.phase.in_((Phase.OPENING, Phase.PLAYING, Phase.PAUSED))
        idle = CHARACTERS.c.away.not_in(select(TABLES.c.id).where(under_way))
        here = (CHARACTERS.c.away == table_id,) if table_id else ()
        with self.engine.begin() as connection:
            connection.execute(update(CHARACTERS).where(idle, *here).values(away=None))

    def _follow(self, connection: Connection, draft: Draft, at: int) -> None:
        """Update the characters at a table after the table has changed."""
        was, now, table_id = draft.table.state, draft.state, draft.table.header.table
        if not was.characters and not now.characters:
            return
        before, after = ({character.mark for character in state.characters.values()} for state in (was, now))
        if before - after:
            connection.execute(delete(TABLE_CHARACTERS).where(TABLE_CHARACTERS.c.mark.in_(before - after)))
        for mark in (after - before) & set(self.coming):
            row = {"mark": mark, "character": self.coming[mark], "table_id": table_id}
            connection.execute(insert(TABLE_CHARACTERS), [row])
        if now.phase in OVER and was.phase not in OVER:
            for character in now.characters.values():
                found = connection.execute(_behind(character.mark).where(CHARACTERS.c.away == table_id)).one_or_none()
                if found is not None:
                    _come_home(connection, _read(found), character, at)
            connection.execute(delete(TABLE_CHARACTERS).where(TABLE_CHARACTERS.c.table_id == table_id))


def need_home(character: Character) -> None:
    """Refuse a change that is not possible while the character is playing.

    Raises:
        NotAllowed: the character is in a game.
    """
    if character.away is not None:
        raise NotAllowed("This character is in a game now: wait until it is over.", field="character")


def _come_home(connection: Connection, was: Character, brought: table.Character, at: int) -> None:
    home, outcome = replace(was, away=None), brought.outcome
    if outcome is None:
        told = Happening(at, "stopped", "The host closed the table before the end.", "", was.away)
    else:
        told = Happening(at, "played", outcome.said, outcome.rule, was.away)
        state = State.DEAD if outcome.dead else was.state
        home = replace(home, state=state, owed=was.owed + outcome.grows, seasoned=True)
    _write(connection, was, home, [told])


def _origin(kinds: Mapping[str, int]) -> str:
    sessions = kinds.get("played", 0)
    fought = f"{sessions or 'no'} session{'' if sessions == 1 else 's'} here"
    return f"{'from a file' if 'imported' in kinds else 'made here'}, {fought}"


def _one(connection: Connection, owners: Owners, character: str) -> Character:
    query = select(CHARACTERS).where(CHARACTERS.c.id == character, CHARACTERS.c.owner.in_(owners))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("There is no such character of yours.", field="character")
    return _read(row)


def _behind(mark: str) -> Select[Any]:
    """The character with this mark."""
    return (
        select(CHARACTERS)
        .join(TABLE_CHARACTERS, TABLE_CHARACTERS.c.character == CHARACTERS.c.id)
        .where(TABLE_CHARACTERS.c.mark == mark)
    )


def _digest(mark: str, row: Row[Any]) -> str:
    """Two characters with the same digest begin a game with the same sheet."""
    return sha256(b"%s %d %s" % (mark.encode(), row.owed, row.sheet)).hexdigest()[:32]


def _read(row: Row[Any]) -> Character:
    parts = {name: getattr(row, name) for name in Character.__struct_fields__}
    return Character(**parts | {"sheet": msgspec.json.decode(row.sheet), "state": State(row.state)})


def _row(character: Character) -> dict[str, Any]:
    return asdict(character) | {"sheet": msgspec.json.encode(character.sheet)}


def _write(connection: Connection, was: Character, now: Character, told: Sequence[Happening]) -> Character:
    """Leaving for a game or coming back is not a change that an editor of the sheet must see.

    Where the sheet changes, or will change as the character has grown, tables that had accepted it have not any more.
    """
    if (now.sheet, now.owed) != (was.sheet, was.owed):
        here = TABLE_CHARACTERS.c.character == was.id
        connection.execute(update(TABLE_CHARACTERS).where(here).values(accepted=False))
    made = replace(now, version=was.version + (replace(now, away=was.away) != was))
    connection.execute(update(CHARACTERS).where(CHARACTERS.c.id == was.id).values(_row(made)))
    _tell(connection, made, told)
    return made


def _tell(connection: Connection, character: Character, told: Sequence[Happening]) -> None:
    known = connection.scalar(select(func.count()).where(CHARACTER_HISTORY.c.character == character.id)) or 0
    for number, (at, kind, said, rule, table_id) in enumerate(map(astuple, told), known):
        row = {"number": number, "at": at, "kind": kind, "said": said, "rule": rule, "table_id": table_id}
        connection.execute(insert(CHARACTER_HISTORY), [row | {"character": character.id}])
