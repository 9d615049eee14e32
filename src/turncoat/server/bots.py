"""The bots of this server: they hear what their seats hear and answer like everybody else.

They think in a thread of their own, one at a time, and never hold up the event loop. A bot is asked when
its seat has a question it has not answered, and again when somebody has said something to it since. One that
fails, or thinks too long, plays the default: nobody waits for a bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from turncoat.bots import AnyBot, bot_factory
from turncoat.bots.manners import TURNS_BESIDE, TURNS_TO_TALK
from turncoat.kernel import play
from turncoat.kernel.box import NOTHING, Action, Boxes
from turncoat.kernel.chance import Chance
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Message, Say
from turncoat.server.keeper import Keeper
from turncoat.table.record import SeatKind
from turncoat.table.table import Game, Phase, Table

LOG = logging.getLogger("turncoat")

TRY_AGAIN = 5.0
"""Seconds after which a bot whose answer could not be stored is asked again."""

LONGEST_THOUGHT = 30.0
"""Seconds after which a bot is no longer waited for."""

COURTESY = 5.0
"""Seconds for which bots leave the word to people where the first answer decides for all."""


class Turn(Struct):
    """Everything a bot needs to think once, gathered before it goes to its thread."""

    request: int
    events: list[Event]
    messages: list[Message]
    view: Any
    boxes: Any
    beside: Any
    may_talk: bool


class Thought(Struct):
    """What a bot wants: to say something, and then either to act beside the question or to answer it."""

    says: list[Say]
    beside: Action | None
    answer: Action | None


class BotSeat:
    """A bot at its seat, and how much it has heard."""

    def __init__(self, table: Table, seat: int, kind: str, bot: AnyBot) -> None:
        self.table, self.seat, self.kind, self.bot = table, seat, kind, bot
        self.events = self.messages = 0
        self.request = self.talked = self.acted = 0
        self.busy = self.again = False
        self.polite = 0

    def turn(self) -> Turn | None:
        """What is to be thought about now; nothing if the seat is not asked or has nothing new to consider."""
        table, seat, game = self.table, self.seat, self.table.game
        if game is None or table.sitting.phase is not Phase.PLAYING or seat not in play.asked(game):
            return None
        request, heard = game.requests[seat], table.heard(seat)
        if request != self.request:
            self.request, self.talked, self.acted = request, 0, 0
        elif len(heard) == self.messages and play.answer_of(game, seat) is not None:
            return None
        return self._gather(game, request)

    def first_come(self) -> int:
        """The number of the question, if the first answer decides for all who are asked and people are among them."""
        game, seats = self.table.game, self.table.sitting.seats
        step = play.decision(game) if game is not None else None
        if game is None or step is None or not step.first or self.seat not in play.asked(game):
            return 0
        people = any(seats[seat].kind is SeatKind.PERSON for seat in play.asked(game))
        return game.requests[self.seat] if people else 0

    def once_more(self) -> Turn | None:
        """The same question again, after something was done beside it; nothing if it has passed."""
        table, game = self.table, self.table.game
        if game is None or table.sitting.phase is not Phase.PLAYING or self.seat not in play.asked(game):
            return None
        return self._gather(game, self.request) if game.requests[self.seat] == self.request else None

    def _gather(self, game: Game, request: int) -> Turn:
        """Take everything that the bot has not heard yet."""
        table, seat = self.table, self.seat
        heard = table.heard(seat)
        events = [one.event for one in table.stream(seat)[self.events :]]
        messages = [one.message for one in heard[self.messages :] if one.message.sender != seat]
        self.events, self.messages = len(table.stream(seat)), len(heard)
        may_talk = table.header.press != "none" and self.talked < TURNS_TO_TALK
        self.talked += 1
        boxes: Boxes[Action] = play.boxes(game, seat)
        beside: Boxes[Action] = play.beside(game, seat) if self.acted < TURNS_BESIDE else NOTHING
        return Turn(request, events, messages, table.rules.view(game, seat), boxes, beside, may_talk)

    def think(self, turn: Turn) -> Thought:
        """Let the bot hear, talk and choose. Runs in the bots' thread."""
        for event in turn.events:
            self.bot.hear(event)
        for message in turn.messages:
            self.bot.read(message)
        says = self.bot.talk(turn.view, turn.boxes) if turn.may_talk else []
        beside = self.bot.beside(turn.view, turn.beside) if turn.beside else None
        if beside is not None:
            return Thought(says, beside, None)
        return Thought(says, None, self.bot.answer(turn.view, turn.boxes))


class BotDesk:
    """Seats the bots of all tables and carries their words and answers to the keeper.

    Args:
        keeper: The tables.
        patience: Seconds that a bot may think.
        courtesy: Seconds for which bots leave the word to people where the first answer decides for all.
    """

    def __init__(self, keeper: Keeper, patience: float = LONGEST_THOUGHT, courtesy: float = COURTESY) -> None:
        self.keeper, self.patience, self.courtesy = keeper, patience, courtesy
        self.keeper.listeners.append(self.look_at)
        self._seats: dict[tuple[str, int], BotSeat] = {}
        self._thread = ThreadPoolExecutor(1, "turncoat-bots")
        self._tasks: set[asyncio.Task[None]] = set()
        self._home = False

    async def stop(self) -> None:
        """Let the bots finish their thought and send them home; what still changes wakes nobody."""
        self._home = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def look_at(self, table: Table) -> None:
        """A table has changed: wake those of its bots that are asked something."""
        for number, seat in enumerate(table.sitting.seats):
            place = (table.header.table, number)
            if not seat.bot or table.sitting.phase in (Phase.FINISHED, Phase.CLOSED):
                self._seats.pop(place, None)
                continue
            sitter = self._seats.get(place)
            if sitter is None or sitter.table is not table or sitter.kind != seat.bot:
                sitter = self._seats[place] = BotSeat(table, number, seat.bot, make_bot(table, number, seat.bot))
            self._wake(sitter)

    def _wake(self, sitter: BotSeat) -> None:
        if self._home:
            return
        if sitter.busy:
            sitter.again = True
            return
        if self._gives_way(sitter):
            return
        turn = sitter.turn()
        if turn is None:
            return
        sitter.busy = True
        task = asyncio.get_running_loop().create_task(self._play(sitter, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _gives_way(self, sitter: BotSeat) -> bool:
        """Whether this bot waits, as people are asked with it and the first who answers decides for all."""
        request = sitter.first_come()
        if not request or sitter.polite == -request:
            return False
        if sitter.polite != request:
            sitter.polite = request
            asyncio.get_running_loop().call_later(self.courtesy, self._no_longer, sitter, request)
        return True

    def _no_longer(self, sitter: BotSeat, request: int) -> None:
        """People have had their time over this question."""
        if sitter.polite == request:
            sitter.polite = -request
            self._wake(sitter)

    async def _play(self, sitter: BotSeat, turn: Turn | None) -> None:
        try:
            while turn is not None:
                thought = await self._thought(sitter, turn)
                await self._say(sitter, thought.says)
                if thought.beside is None:
                    await self._answer(sitter, turn.request, thought.answer)
                    break
                sitter.acted += 1
                await self._answer(sitter, turn.request, thought.beside)
                turn = sitter.once_more()
        except Refusal as refusal:
            LOG.debug("the bot at seat %s of table %s: %s", sitter.seat, sitter.table.header.table, refusal.sentence)
            await self._default(sitter)
        except Exception:
            LOG.exception("the bot at seat %s of table %s failed", sitter.seat, sitter.table.header.table)
            await self._default(sitter)
        finally:
            sitter.busy = False
        if sitter.again:
            sitter.again = False
            self._wake(sitter)

    async def _thought(self, sitter: BotSeat, turn: Turn) -> Thought:
        """Let the bot think. One that thinks too long loses its thread, and those behind it get another."""
        while True:
            thread, began = self._thread, asyncio.Event()
            loop = asyncio.get_running_loop()
            begin = partial(loop.call_soon_threadsafe, began.set)
            thinking = loop.run_in_executor(thread, _think, sitter, turn, begin)
            waiting = asyncio.ensure_future(began.wait())
            await asyncio.wait((waiting, thinking), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if thinking.cancelled():
                continue
            try:
                async with asyncio.timeout(self.patience):
                    return await asyncio.shield(thinking)
            except TimeoutError:
                self._replace(thread)
                raise

    def _replace(self, thread: ThreadPoolExecutor) -> None:
        if self._thread is thread:
            self._thread = ThreadPoolExecutor(1, "turncoat-bots")
            thread.shutdown(wait=False, cancel_futures=True)

    async def _say(self, sitter: BotSeat, says: list[Say]) -> None:
        """Say what the bot wants to say; what the table does not permit is dropped."""
        for say in says:
            try:
                await self.keeper.say(sitter.table.header.table, Message(sitter.seat, say))
            except NotAllowed as refusal:
                LOG.debug("a bot was not allowed to speak: %s", refusal.sentence)

    async def _answer(self, sitter: BotSeat, request: int, action: Action | None) -> None:
        """Act or answer through the same door as people, unless the very same answer is on file."""
        table, game = sitter.table, sitter.table.game
        if action is None or game is None or play.answer_of(game, sitter.seat) == action:
            return
        await self.keeper.answer(table.header.table, sitter.seat, request, table.rules.write_action(action))

    async def _default(self, sitter: BotSeat) -> None:
        """A bot that fails plays the default, so that nobody waits for it."""
        game, table = sitter.table.game, sitter.table
        if game is None or sitter.seat not in play.waiting(game) or game.requests[sitter.seat] != sitter.request:
            return
        action = table.rules.write_action(play.default_of(game, sitter.seat))
        try:
            await self.keeper.answer(table.header.table, sitter.seat, sitter.request, action)
        except Refusal as refusal:
            LOG.warning("the default was refused and is tried again: %s", refusal.sentence)
            asyncio.get_running_loop().call_later(TRY_AGAIN, self._wake, sitter)


def _think(sitter: BotSeat, turn: Turn, begin: Callable[[], object]) -> Thought:
    """Say that the bot's turn in the thread has come, and let it think."""
    begin()
    return sitter.think(turn)


def make_bot(table: Table, seat: int, kind: str) -> AnyBot:
    """A bot for a seat, with a generator of its own that says nothing about the table's."""
    name = f"bot/{table.header.table}/{seat}".encode()
    key = blake2b(name, key=bytes.fromhex(table.secret.salt), digest_size=32).digest()
    return bot_factory(table.header.game, kind)(seat, table.header.seats, Chance(key))
