"""How far everybody has read: the last event and, in each thread of talk, the last message.

A reader is a person, or else a browser; a visitor who holds nothing and is not signed in is not remembered. What a
reader has read is in memory while somebody asks for it, and is written down when nobody waits for anything else.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import delete, func, insert, select, tuple_

from turncoat.server.keeper import Keeper
from turncoat.server.schema import READ_MARKS
from turncoat.server.store import Store
from turncoat.table.holders import Thread

STORY = "story"
"""The name of the mark that says how far somebody has read the events; ``thread_key`` makes the marks of talk."""

UNSEEN = "unseen"
"""A switch, see ``is_on``: nobody sees that the reader is connected."""

SHOWS_WORD = "shows word"
"""A switch: others see what the person has kept and broken of their promises."""

MANY = 20_000
"""More readers than this are not kept in memory at once."""

Place = tuple[str, int | None]
"""A table, and the seat as which it is read; None: as a spectator."""

EVERYWHERE: Place = ("", None)
"""No table: what is kept here holds at all of them."""

Marks = Mapping[str, int]
"""By thread or story, the number of the last message or event read; by switch, how often the reader has turned it."""

Row = tuple[str, str, int, str]
"""Who reads where, as which seat, and what."""

_KEY = tuple_(READ_MARKS.c.reader, READ_MARKS.c.table_id, READ_MARKS.c.seat, READ_MARKS.c.what)


def thread_key(thread: Thread) -> str:
    """The name of a thread of talk: ``to 1,4``; ``to`` is the talk with everybody."""
    return f"to {','.join(map(str, thread))}".strip()


def mute_key(seat: int, holder: int) -> str:
    """The name of the switch with which a reader mutes this holder of a seat."""
    return f"mute {seat} {holder}"


def opens_key(seat: int, holder: int) -> str:
    """The switch by which a holder of a seat lets everybody count promises that were whispered, once a game is over."""
    return f"opens {seat} {holder}"


def is_on(marks: Marks, switch: str) -> bool:
    """Whether a switch is on: it has been turned an odd number of times, so that its number, too, only goes up."""
    return marks.get(switch, 0) % 2 == 1


class ReadMarks:
    """What readers have read.

    Args:
        keeper: Carries questions to the store, and writes.
        store: The database.

    Attributes:
        on_write: Called with each reader whose reading was written; None: no other process wants to know.
    """

    def __init__(self, keeper: Keeper, store: Store) -> None:
        self.keeper, self.engine, self.reading = keeper, store.engine, store.reading
        self._known: dict[str, dict[Place, Marks]] = {}
        self._new: dict[Row, int] = {}
        self._bells: dict[str, list[asyncio.Event]] = defaultdict(list)
        self._writing: asyncio.Task[None] | None = None
        self._reading: set[asyncio.Task[None]] = set()
        self.on_write: Callable[[str], None] | None = None

    async def of(self, reader: str, place: Place) -> Marks:
        """What a reader (empty: nobody whose reading is kept) has read at a table; empty where they have never been."""
        if reader and reader not in self._known:
            found = await self.keeper.read(self._load, reader)
            self._make_room()
            self._known.setdefault(reader, found)
        return self.known(reader, place)

    async def seats_of(self, reader: str, table: str) -> list[int]:
        """The seats as which a reader has read something at a table, ascending."""
        await self.of(reader, (table, None))
        return sorted(seat for there, seat in self._known[reader] if there == table and seat is not None)

    def known(self, reader: str, place: Place) -> Marks:
        """What a reader has read at a table, as far as it is in memory."""
        return self._known.get(reader, {}).get(place, {})

    async def note(self, reader: str, place: Place, marks: Marks) -> None:
        """Note how far a reader has read; nobody reads less than before."""
        before = await self.of(reader, place)
        further = {what: number for what, number in marks.items() if number > before.get(what, -1)}
        if not further:
            return
        self._known.setdefault(reader, {})[place] = {**before, **further}
        table, seat = place
        self._new.update({(reader, table, -1 if seat is None else seat, what): n for what, n in further.items()})
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())
        for bell in self._bells.get(reader, ()):
            bell.set()

    async def turn(self, reader: str, place: Place, switch: str) -> None:
        """Turn a switch of a reader's, on or off."""
        before = await self.of(reader, place)
        await self.note(reader, place, {switch: before.get(switch, 0) + 1})

    async def turn_off(self, place: Place, switch: str) -> None:
        """Turn a switch off for every reader who has it on there: a seat can be read in several browsers."""
        await self.stop()
        for reader in await self.keeper.read(self._readers_with, place, switch):
            await self.turn(reader, place, switch)

    @contextmanager
    def rung(self, reader: str, bell: asyncio.Event) -> Iterator[None]:
        """A context during which the bell is set when this reader has read something, in any window."""
        self._bells[reader].append(bell)
        try:
            yield
        finally:
            self._bells[reader].remove(bell)
            if not self._bells[reader]:
                del self._bells[reader]

    async def adopt(self, browser: str, person: str) -> None:
        """Give what a browser has read to the person who signs in there."""
        await self.stop()
        await self.keeper.write(self._adopt, browser, person)
        self._known.pop(browser, None)
        self._known.pop(person, None)

    async def opened(self, table: str) -> frozenset[tuple[int, int]]:
        """The holders of seats who let everybody count what they promised, and were promised, in a whisper there."""
        await self.stop()
        return await self.keeper.read(self._opened, table)

    def forget(self, reader: str) -> None:
        """Forget a reader whose account was deleted."""
        self._known.pop(reader, None)

    async def stop(self) -> None:
        """Store what is not stored yet."""
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)

    async def _write_soon(self) -> None:
        while self._new:
            new, self._new = self._new, {}
            await self.keeper.writer.aside(self._write, new)
            if self.on_write is not None:
                for reader in {row[0] for row in new}:
                    self.on_write(reader)

    def read_elsewhere(self, reader: str) -> None:
        """Another process has written what a reader has read."""
        if reader in self._known:
            task = asyncio.get_running_loop().create_task(self._read_again(reader))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read_again(self, reader: str) -> None:
        found = await self.keeper.read(self._load, reader)
        known = self._known.get(reader, {})
        for place, marks in found.items():
            before = known.get(place, {})
            known = {
                **known,
                place: {what: max(number, before.get(what, -1)) for what, number in {**before, **marks}.items()},
            }
        self._known[reader] = known
        for bell in self._bells.get(reader, ()):
            bell.set()

    def _make_room(self) -> None:
        if len(self._known) >= MANY:
            kept = {row[0] for row in self._new} | self._bells.keys()
            self._known = {reader: marks for reader, marks in self._known.items() if reader in kept}

    # --- in the store -------------------------------------------------------------------------

    def _load(self, reader: str) -> dict[Place, Marks]:
        found: dict[Place, dict[str, int]] = {}
        with self.reading() as connection:
            for row in connection.execute(select(READ_MARKS).where(READ_MARKS.c.reader == reader)):
                place = row.table_id, None if row.seat < 0 else row.seat
                found.setdefault(place, {})[row.what] = row.number
        return {**found}

    def _opened(self, table: str) -> frozenset[tuple[int, int]]:
        with self.reading() as connection:
            opens = READ_MARKS.c.what.startswith("opens ") & (READ_MARKS.c.number % 2 == 1)
            found = connection.scalars(select(READ_MARKS.c.what).where(READ_MARKS.c.table_id == table, opens))
            return frozenset((int(seat), int(holder)) for _, seat, holder in map(str.split, found))

    def _readers_with(self, place: Place, switch: str) -> tuple[str, ...]:
        here = (READ_MARKS.c.table_id == place[0]) & (READ_MARKS.c.what == switch) & (READ_MARKS.c.number % 2 == 1)
        with self.reading() as connection:
            return tuple(connection.scalars(select(READ_MARKS.c.reader).where(here)))

    def _write(self, new: Mapping[Row, int]) -> None:
        names = ("reader", "table_id", "seat", "what")
        rows = [{**dict(zip(names, key, strict=True)), "number": number} for key, number in new.items()]
        with self.engine.begin() as connection:
            connection.execute(delete(READ_MARKS).where(_KEY.in_(new)))
            connection.execute(insert(READ_MARKS), rows)

    def _adopt(self, browser: str, person: str) -> None:
        mine = READ_MARKS.c.reader.in_((browser, person))
        place = (READ_MARKS.c.table_id, READ_MARKS.c.seat, READ_MARKS.c.what)
        furthest = select(*place, func.max(READ_MARKS.c.number).label("number")).where(mine).group_by(*place)
        with self.engine.begin() as connection:
            rows = [{"reader": person, **row} for row in connection.execute(furthest).mappings()]
            connection.execute(delete(READ_MARKS).where(mine))
            if rows:
                connection.execute(insert(READ_MARKS), rows)
