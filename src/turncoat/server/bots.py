"""The bots of this server: they hear the same as a player at their seat, and answer in the same way.

They think in processes of their own and are given what their seats may know, so that they never hold up the event loop.
A bot is asked when its seat has a question it has not answered, and again when somebody has said something to it since.
A bot that fails or takes too long gives the default answer, so that nobody waits for it. Where nobody else sits, bots
think after all others, one at a time, and rest as long as they took.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from turncoat.bots import TURNS_BESIDE, TURNS_TO_TALK, usual_bot
from turncoat.bots.protocol import REPLIES, BotReply, Failed, Forgotten
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.promise import Message, Say
from turncoat.server.bot_processes import BotProcesses, ProcessLost
from turncoat.server.bot_seat import BotSeat
from turncoat.server.keeper import Keeper
from turncoat.table import lessons
from turncoat.table.record import Json
from turncoat.table.table import Phase, Table

LOG = logging.getLogger("turncoat")

TRY_AGAIN = 5.0
"""Seconds after which a bot whose answer could not be stored is asked again."""

LONGEST_THOUGHT = 30.0
"""Seconds after which the server no longer waits for a bot."""

COURTESY = 5.0
"""Seconds for which bots leave a question to people if its first answer decides for all and nobody can talk."""

LONGEST_REST = 1.0
"""Bots at a table without people pause after each turn, for at most this many seconds."""

TRIES = 3
"""How often a turn is given to a bot: a bot that was forgotten, or whose process was lost, is told everything."""


class BotFailed(Exception):
    """A bot raised an exception; the text says where and why in one sentence.

    Attributes:
        report: Its traceback.
    """

    def __init__(self, sentence: str, report: str) -> None:
        super().__init__(sentence)
        self.report = report


class BotRunner:
    """Puts bots on seats at all tables and submits their messages and answers.

    Args:
        keeper: The tables.
        patience: Seconds that a bot may think.
        courtesy: Seconds for which bots leave a question to people if its first answer decides for all and nobody can
            talk; where people can talk, bots go last, or when they are told.
        processes: The number of processes for bots; 0: they run in a thread of this process.
    """

    def __init__(
        self, keeper: Keeper, patience: float = LONGEST_THOUGHT, courtesy: float = COURTESY, processes: int = 0
    ) -> None:
        self.keeper, self.patience, self.courtesy = keeper, patience, courtesy
        self.keeper.listeners.append(self.look_at)
        self.bot_processes = BotProcesses(processes)
        self._seats: dict[str, dict[int, BotSeat]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alone: dict[BotSeat, None] = {}
        self._strolling = 0
        self._home = False

    async def stop(self) -> None:
        """Stop all bots; later changes of tables no longer start them."""
        self._home = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_processes.end()

    # --- whose turn it is -------------------------------------------------------------------------

    def look_at(self, table: Table) -> None:
        """A table has changed: start its bots that have a question to answer."""
        table_id = table.header.table
        if table.state.phase in (Phase.STOPPED, Phase.FINISHED, Phase.CLOSED):
            self._seats.pop(table_id, None)
            return
        known = self._seats.get(table_id)
        if known is None:
            self._forget_those_put_away()
            known = self._seats[table_id] = {}
        for number, seat in enumerate(table.state.seats):
            if not seat.bot:
                known.pop(number, None)
                continue
            bot_seat = known.get(number)
            if bot_seat is None or bot_seat.table is not table or bot_seat.holder != seat.holder:
                bot_seat = known[number] = BotSeat(table, number, seat.bot)
            self._wake(bot_seat)

    def _forget_those_put_away(self) -> None:
        """Forget the bots of tables that are no longer in memory; they are seated again with their table."""
        for table_id in [seat for seat in self._seats if seat not in self.keeper.live_tables]:
            del self._seats[table_id]

    def _wake(self, bot_seat: BotSeat) -> None:
        if self._home or not self.keeper.mine(bot_seat.table.header.table):
            return
        if bot_seat.busy:
            bot_seat.again = True
            if bot_seat in self._alone and bot_seat.has_company():
                del self._alone[bot_seat]
                self._begin(self._play(bot_seat))
            return
        if self._gives_way(bot_seat) or not bot_seat.wants():
            return
        bot_seat.busy = True
        if bot_seat.has_company():
            self._begin(self._play(bot_seat))
            return
        self._alone[bot_seat] = None
        if self._strolling < len(self.bot_processes.chairs):
            self._strolling += 1
            self._begin(self._stroll())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stroll(self) -> None:
        """Let bots at tables without people act in turn, with a rest after each, until none has anything to do."""
        clock = asyncio.get_running_loop().time
        while self._alone:
            bot_seat = next(iter(self._alone))
            del self._alone[bot_seat]
            began = clock()
            await self._play(bot_seat)
            await asyncio.sleep(min(LONGEST_REST, clock() - began))
        self._strolling -= 1

    def _gives_way(self, bot_seat: BotSeat) -> bool:
        """Whether this bot waits, as people are asked with it and the first who answers decides for all.

        It says what it would do, and waits until the people have answered or tell it to go.
        """
        request, table = bot_seat.first_come(), bot_seat.table
        if not request or bot_seat.polite == -request:
            return False
        if bot_seat.polite != request:
            bot_seat.polite, bot_seat.since = request, len(table.talk)
            scripted = lessons.scripted(table, bot_seat.seat) is not None
            if table.header.talk != "none" and not scripted and bot_seat.wants():
                bot_seat.busy = True
                self._begin(self._speak_only(bot_seat))
            else:
                asyncio.get_running_loop().call_later(self.courtesy, self._no_longer, bot_seat, request)
        elif bot_seat.told_to_go():
            bot_seat.polite = -request
            return False
        elif bot_seat.owes():
            bot_seat.busy = True
            self._begin(self._speak_only(bot_seat))
        return True

    async def _speak_only(self, bot_seat: BotSeat) -> None:
        """Send the messages that the bot has for its question, but no answer yet."""
        try:
            reply = await self._reply(bot_seat)
            await self._say(bot_seat, reply.says if reply is not None else [])
        except (Refusal, BotFailed, ProcessLost, TimeoutError) as fault:
            LOG.debug("the bot at seat %s of table %s: %s", bot_seat.seat, bot_seat.table.header.table, fault)
        finally:
            bot_seat.busy = False
        self._wake(bot_seat)

    def _no_longer(self, bot_seat: BotSeat, request: int) -> None:
        """Note that people have had their time to answer this question first."""
        if bot_seat.polite == request:
            bot_seat.polite = -request
            self._wake(bot_seat)

    async def advise(self, table: Table, seat: int) -> Json | None:
        """What the usual bot would answer for a person, told what the seat knows and nothing else; None: nothing.

        Raises:
            BotFailed: the bot failed.
            ProcessLost: its process ended again and again.
            TimeoutError: the bot took too long.
        """
        bot_seat = BotSeat(table, seat, usual_bot(table.header.game, seat, table.header.seats))
        if not bot_seat.wants():
            return None
        bot_seat.talked, bot_seat.acted = TURNS_TO_TALK, TURNS_BESIDE
        reply = await self._reply(bot_seat)
        return None if reply is None else reply.answer

    # --- a turn -----------------------------------------------------------------------------------

    async def _play(self, bot_seat: BotSeat) -> None:
        try:
            scripted = await self._by_the_script(bot_seat)
            while not scripted and (reply := await self._reply(bot_seat)) is not None:
                await self._say(bot_seat, reply.says)
                if reply.beside is None:
                    await self._answer(bot_seat, reply.answer)
                    break
                bot_seat.acted += 1
                await self._answer(bot_seat, reply.beside)
        except Refusal as refusal:
            LOG.debug(
                "the bot at seat %s of table %s: %s", bot_seat.seat, bot_seat.table.header.table, refusal.sentence
            )
            await self._default(bot_seat)
        except BotFailed as failed:
            where = (bot_seat.seat, bot_seat.table.header.table)
            LOG.error("the bot at seat %s of table %s: %s The rules answer for it.", *where, failed)  # noqa: TRY400
            LOG.info("%s", failed.report)
            await self._default(bot_seat)
        except Exception:
            LOG.exception("the bot at seat %s of table %s failed", bot_seat.seat, bot_seat.table.header.table)
            await self._default(bot_seat)
        finally:
            bot_seat.busy = False
        if bot_seat.again:
            bot_seat.again = False
            self._wake(bot_seat)

    async def _by_the_script(self, bot_seat: BotSeat) -> bool:
        """Play a part in a lesson, as long as the game goes by its script; whether it does."""
        move = lessons.scripted(bot_seat.table, bot_seat.seat)
        if move is None:
            return False
        said = [spoken.message.said for spoken in bot_seat.table.talk if spoken.message.sender == bot_seat.seat]
        await self._say(bot_seat, [say for say in move.says if say not in said])
        await self._answer(bot_seat, bot_seat.table.rules.write_action(move.action))
        return True

    async def _reply(self, bot_seat: BotSeat) -> BotReply | None:
        """The bot's reply to its question; None: the question is closed.

        Raises:
            BotFailed: the bot failed.
            ProcessLost: its process ended again and again.
            TimeoutError: the bot took too long.
        """
        chair = self.bot_processes.of(bot_seat.table.header.table)
        for left in reversed(range(TRIES)):
            try:
                reply = await chair.think(bot_seat.turn, self.patience)
            except ProcessLost:
                if not left:
                    raise
                continue
            if reply is None:
                return None
            match REPLIES.decode(reply):
                case Forgotten():
                    bot_seat.thinker = None
                case Failed(sentence, report):
                    raise BotFailed(sentence, report)
                case BotReply() as wanted:
                    bot_seat.talked += 1
                    return wanted
        raise ProcessLost("the bot is forgotten again and again")

    async def _say(self, bot_seat: BotSeat, says: list[Say]) -> None:
        """Send the bot's messages; those that the table does not permit are dropped."""
        for say in says:
            try:
                await self.keeper.say(bot_seat.table.header.table, Message(bot_seat.seat, say), after_people=True)
            except NotAllowed as refusal:
                LOG.debug("a bot was not allowed to speak: %s", refusal.sentence)

    async def _answer(self, bot_seat: BotSeat, action: Json | None) -> None:
        """Act or answer by the same functions as people, but after them, unless the very same answer is on file."""
        table, game = bot_seat.table, bot_seat.asking()
        if action is None or game is None or play.answer_of(game, bot_seat.seat) == table.rules.read_action(action):
            return
        await self.keeper.answer(table.header.table, bot_seat.seat, bot_seat.request, action, after_people=True)

    async def _default(self, bot_seat: BotSeat) -> None:
        """Give the default answer for a bot that has failed, so that nobody waits for it."""
        game, table = bot_seat.asking(), bot_seat.table
        if game is None or bot_seat.seat not in play.waiting(game) or game.requests[bot_seat.seat] != bot_seat.request:
            return
        action = table.rules.write_action(play.default_of(game, bot_seat.seat))
        try:
            await self.keeper.answer(table.header.table, bot_seat.seat, bot_seat.request, action, after_people=True)
        except Refusal as refusal:
            LOG.warning("the default was refused and is tried again: %s", refusal.sentence)
            asyncio.get_running_loop().call_later(TRY_AGAIN, self._wake, bot_seat)
