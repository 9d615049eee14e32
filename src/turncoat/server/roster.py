"""What people keep between two games, by the rules of its game: made, changed, brought to tables, grown.

The game says what a belonging must be and what becomes of it; ``Chest`` and ``Outings`` keep it. A belonging enters the
record of a table as it is when the game begins, so that the record replays without this server. When the game is over,
what it means for the belonging is written once: the first time that the table is seen to be over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex

from msgspec import structs

from turncoat.kernel.belongings import Data, Outcome
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.chest import Belonging, Chapter, Chest, Owners, State
from turncoat.server.departure import Departure
from turncoat.server.keeper import Keeper
from turncoat.server.keepsakes import Whole, check_notes, need_active, rules_of, word_of
from turncoat.server.outings import Outing, Outings
from turncoat.server.rows import Damaged
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import Json
from turncoat.table.table import OVER, Phase, Table

LOG = logging.getLogger("turncoat")


class Roster:
    """What people keep.

    Args:
        keeper: The tables, and the thread that writes.
        chest: The store's part that knows belongings.
        outings: The store's part that knows where they are.
    """

    def __init__(self, keeper: Keeper, chest: Chest, outings: Outings) -> None:
        self.keeper, self.chest, self.outings = keeper, chest, outings
        self._tasks: set[asyncio.Task[None]] = set()
        keeper.listeners.append(self._look)

    # --- looking ------------------------------------------------------------------------------

    async def of(self, owners: Owners) -> list[Belonging]:
        """Everything somebody keeps, the newest first; games that are over have been taken note of."""
        if not owners:
            return []
        await self._note_ends([one for one in await self.where(owners) if one.under_way])
        return await self.keeper.read(self.chest.of, owners)

    async def where(self, owners: Owners) -> list[Outing]:
        """Where somebody's belongings are, or have been promised to be."""
        return await self.keeper.read(self.outings.of, owners) if owners else []

    async def one(self, owners: Owners, belonging_id: str) -> Belonging:
        """One of somebody's belongings.

        Raises:
            NotFound: they keep none of this id.
        """
        await self._note_ends([one for one in await self.where(owners) if one.belonging == belonging_id])
        return await self.keeper.read(self.chest.one, owners, belonging_id)

    async def whole(self, owners: Owners, belonging_id: str) -> Whole:
        """One of somebody's belongings with its history.

        Raises:
            NotFound: they keep none of this id.
        """
        found = await self.one(owners, belonging_id)
        history = await self.keeper.read(self.chest.history, belonging_id)
        outings = [one for one in await self.where(owners) if one.belonging == belonging_id]
        return Whole(found, tuple(history), tuple([one for one in outings if await self._stands(one)]))

    async def _stands(self, outing: Outing) -> bool:
        """Whether it is still under way or promised: its table may have been closed, its seat given up."""
        if outing.under_way:
            return True
        try:
            sitting = (await self.keeper.table(outing.table)).sitting
        except Damaged:
            return True
        brought = sitting.gear.get(outing.seat)
        return sitting.phase is Phase.GATHERING and brought is not None and brought.mark == outing.mark

    # --- changing -----------------------------------------------------------------------------

    async def make(self, owner: str, game: str, sheet: Data, notes: str = "") -> Belonging:
        """Keep something new.

        Raises:
            Refusal: it breaks a rule, or the owner has too many; nothing is kept.
        """
        rules = rules_of(game)
        made = rules.edited(rules.blank(), sheet, seasoned=False)
        at = self.keeper.now()
        new = Belonging(token_hex(8), owner, game, State.ACTIVE, made, check_notes(notes), 0, False, 0, at)
        return await self._add(new, "made", "Made.")

    async def take_in(
        self, owner: str, game: str, sheet: Data, notes: str, state: State = State.ACTIVE, *, seasoned: bool
    ) -> Belonging:
        """Keep something that comes from a file: a copy, with a history of its own.

        Raises:
            Refusal: it breaks a rule, or the owner has too many; nothing is kept.
        """
        made = rules_of(game).read(sheet)
        at = self.keeper.now()
        new = Belonging(token_hex(8), owner, game, state, made, check_notes(notes), 0, seasoned, 0, at)
        return await self._add(new, "imported", "Read from a file.")

    async def _add(self, new: Belonging, kind: str, said: str) -> Belonging:
        await self.keeper.write(self.chest.add, new, Chapter(new.created, kind, said))
        return new

    async def edit(self, was: Belonging, sheet: Data, notes: str | None = None) -> Belonging:
        """Change what its owner may change; the notes at any time, the sheet away from games.

        Raises:
            Refusal: a rule forbids it, it is in a game, or it has changed meanwhile; nothing is changed.
        """
        rules = rules_of(was.game)
        made = rules.edited(was.sheet, sheet, seasoned=was.seasoned)
        now = structs.replace(was, sheet=made, notes=was.notes if notes is None else check_notes(notes))
        if made == was.sheet:
            return await self.keeper.write(lambda: self.chest.change(was, now, anywhere=True))
        need_active(was, rules)
        chapter = Chapter(self.keeper.now(), "edited", "Written anew.")
        return await self.keeper.write(self.chest.change, was, now, chapter)

    def at_version(self, was: Belonging, version: int | None) -> Belonging:
        """The belonging, if it is as somebody has looked at it; None: however it is.

        Raises:
            NotAllowed: it has changed meanwhile.
        """
        if version is not None and version != was.version:
            raise NotAllowed("This has changed meanwhile: look at it again, and repeat.", field="version")
        return was

    async def grow(self, was: Belonging, choice: Data | None) -> Belonging:
        """Let it grow for a game that is over, or spend what was kept; without a choice the usual one is made.

        Raises:
            Refusal: nothing is owed or kept, or the choice is not open; nothing is changed.
        """
        rules = rules_of(was.game)
        need_active(was, rules)
        if choice is None and not was.owed:
            raise NotAllowed(f"This {rules.noun} has nothing to grow by.", field="choice")
        now, chapter = self._grown(was, choice)
        return await self.keeper.write(self.chest.change, was, now, chapter)

    def _grown(self, was: Belonging, choice: Data | None) -> tuple[Belonging, Chapter]:
        rules, owed = rules_of(was.game), was.owed > 0
        sheet, said = rules.grown(was.sheet, rules.usual(was.sheet) if choice is None else choice, owed=owed)
        now = structs.replace(was, sheet=sheet, owed=was.owed - owed)
        return now, Chapter(self.keeper.now(), "grown", said)

    async def ready(self, was: Belonging) -> Belonging:
        """With everything that is owed: whoever has not chosen by now gets the usual choice."""
        now, chapters = was, list[Chapter]()
        while now.owed:
            now, chapter = self._grown(now, None)
            chapters.append(chapter)
        return await self.keeper.write(self.chest.change, was, now, *chapters) if chapters else was

    async def put_away(self, was: Belonging, state: State) -> Belonging:
        """Retire it, or let it return.

        Raises:
            NotAllowed: it is lost, in a game, or there already.
        """
        rules = rules_of(was.game)
        if was.state in (State.LOST, state):
            raise NotAllowed(f"This {rules.noun} is {word_of(was)}.", field="state")
        kind = "retired" if state is State.RETIRED else "returned"
        chapter = Chapter(self.keeper.now(), kind, f"{kind.capitalize()}.")
        return await self.keeper.write(self.chest.change, was, structs.replace(was, state=state), chapter)

    async def remove(self, was: Belonging) -> None:
        """Delete it with its history.

        Raises:
            NotAllowed: it is in a game.
        """
        await self.keeper.write(self.chest.remove, was)

    async def adopt(self, browser: str, person: str) -> None:
        """What a browser kept, the person signed in there keeps from now on."""
        await self.keeper.write(self.chest.adopt, browser, person)

    # --- to a table ---------------------------------------------------------------------------

    async def bring(self, was: Belonging, table_id: str, seat: int) -> None:
        """Bring it to a seat of a table that gathers; it can be promised to several.

        Raises:
            Refusal: it is not active, does not fit what was agreed on, is at the table already, or the game has begun.
        """
        rules, table = rules_of(was.game), await self.keeper.table(table_id)
        need_active(was, rules)
        if table.header.game != was.game:
            raise NotAllowed(
                f"{rules.sheet(was.sheet, seasoned=True).label} is no {rules.noun} of {table.rules.title}."
            )
        there = await self._brought(table)
        if any(one.id == was.id and place != seat for place, one in there.items()):
            raise NotAllowed("It sits at another seat of this table already.", field="belonging")
        ready = await self.ready(was)
        mark = await self.keeper.write(self.outings.promise, was.id, table_id, seat, self.keeper.now())
        try:
            before = await self._put(table_id, seat, mark, dict(ready.sheet))
        except Refusal:
            await self.keeper.write(self.outings.forget, mark)
            raise
        await self.keeper.write(self.outings.forget, before)

    async def take_back(self, table_id: str, seat: int) -> None:
        """Let a seat bring nothing any more.

        Raises:
            Refusal: it has brought nothing, or the game has begun.
        """
        before = await self._put(table_id, seat, "", None)
        await self.keeper.write(self.outings.forget, before)

    async def _put(self, table_id: str, seat: int, mark: str, thing: Json | None) -> str:
        """Let a seat bring something or nothing; the mark of what it had brought before."""

        def put(draft: Draft, at: int) -> str:
            before = draft.sitting.gear.get(seat)
            draft.perform(kept.Brought(at, seat, mark, thing))
            return before.mark if before else ""

        return await self.keeper.change(table_id, put)

    async def _brought(self, table: Table) -> dict[int, Belonging]:
        marks = {one.mark: seat for seat, one in table.sitting.gear.items()}
        found = await self.keeper.read(self.outings.brought, marks) if marks else {}
        return {marks[mark]: one for mark, one in found.items()}

    @asynccontextmanager
    async def setting_out(self, table_id: str) -> AsyncIterator[Departure]:
        """Around the beginning of a game: what was brought can be in no other from now on, unless it does not begin.

        Raises:
            NotAllowed: something cannot come; nothing has changed.
        """
        await self.settled()
        table = await self.keeper.table(table_id)
        brought = dict(table.sitting.gear) if table.sitting.phase is Phase.GATHERING else {}
        if not brought:
            yield Departure(brought, {})
            return
        now = {seat: await self.ready(one) for seat, one in (await self._brought(table)).items()}
        for seat, one in brought.items():
            if seat not in now or now[seat].state is not State.ACTIVE:
                raise NotAllowed(f"{one.label} cannot come any more; take it back or bring another.", field="belonging")
        marks = {one.mark: one.label for one in brought.values()}
        await self.keeper.write(self.outings.set_out, marks)
        try:
            yield Departure(brought, {seat: one.sheet for seat, one in now.items()})
        except BaseException:
            if table.sitting.phase is Phase.GATHERING:
                await self.keeper.write(self.outings.stay, marks)
            raise

    # --- home again ---------------------------------------------------------------------------

    def _look(self, table: Table) -> None:
        """A table was loaded or has changed."""
        if table.sitting.gear and table.sitting.phase in OVER:
            task = asyncio.get_running_loop().create_task(self._home(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _home(self, table: Table) -> None:
        try:
            await self.note_end(table)
        except Exception:
            LOG.exception("what table %s means for what was brought to it is written later", table.header.table)

    async def note_end(self, table: Table) -> None:
        """A game is over: everything that was in it learns what that means, once."""
        outcomes: dict[int, Outcome] = {}
        if table.sitting.phase is Phase.FINISHED:
            outcomes = rules_of(table.header.game).outcomes(table.game)
        told = {one.mark: outcomes.get(seat) for seat, one in table.sitting.gear.items()}
        await self.keeper.write(self.outings.come_back, table.header.table, told, self.keeper.now())

    async def _note_ends(self, outings: list[Outing]) -> None:
        for table in await self.keeper.glance(sorted({one.table for one in outings if one.under_way})):
            if table.sitting.phase in OVER:
                await self.note_end(table)

    async def catch_up(self) -> None:
        """After a start: what ended, or never began, while nobody looked."""
        for table in await self.keeper.glance(await self.keeper.read(self.outings.abroad)):
            try:
                await self._catch_up(table)
            except Exception:
                LOG.exception("what was brought to table %s stays where it is for now", table.header.table)

    async def _catch_up(self, table: Table) -> None:
        marks = {one.mark for one in table.sitting.gear.values()}
        gathering = table.sitting.phase is Phase.GATHERING
        away = await self.keeper.read(self.outings.under_way, table.header.table)
        lost = [one.mark for one in away if gathering or one.mark not in marks]
        await self.keeper.write(self.outings.stay, lost)
        if table.sitting.phase in OVER:
            await self.note_end(table)

    async def settled(self) -> None:
        """Wait until everything knows of its end that has come so far."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
