"""The bots of this server: they hear what their seats hear and answer like everybody else.

They think in a thread of their own, one at a time, and never hold up the event loop. A bot is asked when
its seat has a question it has not answered, and again when somebody has said something to it since.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from turncoat.bots import bots_for
from turncoat.kernel import play
from turncoat.kernel.bot import Bot
from turncoat.kernel.box import Action, Boxes
from turncoat.kernel.chance import Chance
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Message, Say
from turncoat.server.keeper import Keeper
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table

LOG = logging.getLogger("turncoat")

TURNS_TO_TALK = 3
"""How often a bot may take the word over one question; it keeps two bots from talking for ever."""

AnyBot = Bot[Any, Any]


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
    """What a bot wants."""

    says: list[Say]
    beside: Action | None
    answer: Action | None


class BotSeat:
    """A bot at its seat, and how much it has heard."""

    def __init__(self, table: Table, seat: int, kind: str, bot: AnyBot) -> None:
        self.table, self.seat, self.kind, self.bot = table, seat, kind, bot
        self.events = self.messages = 0
        self.request = self.talked = 0
        self.busy = self.again = False

    def turn(self) -> Turn | None:
        """What is to be thought about now; nothing if the seat is not asked or has nothing new to consider."""
        table, seat, game = self.table, self.seat, self.table.game
        if game is None or table.sitting.phase is not Phase.PLAYING or seat not in play.asked(game):
            return None
        request, heard = game.requests[seat], table.heard(seat)
        if request != self.request:
            self.request, self.talked = request, 0
        elif len(heard) == self.messages and play.answer_of(game, seat) is not None:
            return None
        events = [one.event for one in table.stream(seat)[self.events :]]
        messages = [one.message for one in heard[self.messages :] if one.message.sender != seat]
        self.events, self.messages = len(table.stream(seat)), len(heard)
        may_talk = table.header.press != "none" and self.talked < TURNS_TO_TALK
        self.talked += 1
        boxes: Boxes[Action] = play.boxes(game, seat)
        beside: Boxes[Action] = play.beside(game, seat)
        return Turn(request, events, messages, table.rules.view(game, seat), boxes, beside, may_talk)

    def think(self, turn: Turn) -> Thought:
        """Let the bot hear, talk and choose. Runs in the bots' thread."""
        for event in turn.events:
            self.bot.hear(event)
        for message in turn.messages:
            self.bot.read(message)
        says = self.bot.talk(turn.view, turn.boxes) if turn.may_talk else []
        beside = self.bot.beside(turn.view, turn.beside) if turn.beside else None
        return Thought(says, beside, self.bot.answer(turn.view, turn.boxes))


class BotDesk:
    """Seats the bots of all tables and carries their words and answers to the keeper."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.keeper.listeners.append(self.look_at)
        self._seats: dict[tuple[str, int], BotSeat] = {}
        self._thread = ThreadPoolExecutor(1, "turncoat-bots")
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Let the bots finish their thought and send them home."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.shutdown()

    def look_at(self, table: Table) -> None:
        """A table has changed: wake those of its bots that are asked something."""
        for number, seat in enumerate(table.sitting.seats):
            place = (table.header.table, number)
            if seat.kind is not SeatKind.BOT or table.sitting.phase in (Phase.FINISHED, Phase.CLOSED):
                self._seats.pop(place, None)
                continue
            sitter = self._seats.get(place)
            if sitter is None or sitter.kind != seat.bot:
                sitter = self._seats[place] = BotSeat(table, number, seat.bot, make_bot(table, number, seat.bot))
            self._wake(sitter)

    def _wake(self, sitter: BotSeat) -> None:
        if sitter.busy:
            sitter.again = True
            return
        turn = sitter.turn()
        if turn is None:
            return
        sitter.busy = True
        task = asyncio.get_running_loop().create_task(self._play(sitter, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, sitter: BotSeat, turn: Turn) -> None:
        try:
            thought = await asyncio.get_running_loop().run_in_executor(self._thread, sitter.think, turn)
            await self._carry_out(sitter, turn.request, thought)
        except Refusal as refusal:
            LOG.debug("the bot at seat %s of table %s: %s", sitter.seat, sitter.table.header.table, refusal.sentence)
        except Exception:
            LOG.exception("the bot at seat %s of table %s failed", sitter.seat, sitter.table.header.table)
            await self._default(sitter, turn.request)
        finally:
            sitter.busy = False
        if sitter.again:
            sitter.again = False
            self._wake(sitter)

    async def _carry_out(self, sitter: BotSeat, request: int, thought: Thought) -> None:
        """Say, act and answer through the same door as people; talk that the table does not permit is dropped."""
        keeper, table, write = self.keeper, sitter.table, sitter.table.rules.write_action
        for say in thought.says:
            try:
                await keeper.say(table.header.table, Message(sitter.seat, say))
            except NotAllowed as refusal:
                LOG.debug("a bot was not allowed to speak: %s", refusal.sentence)
        for action in (thought.beside, thought.answer):
            if action is not None:
                await keeper.answer(table.header.table, sitter.seat, request, write(action))

    async def _default(self, sitter: BotSeat, request: int) -> None:
        """A bot that fails plays the default, so that nobody waits for it."""
        game, table = sitter.table.game, sitter.table
        if game is None or sitter.seat not in play.waiting(game) or game.requests[sitter.seat] != request:
            return
        action = table.rules.write_action(play.default_of(game, sitter.seat))
        try:
            await self.keeper.answer(table.header.table, sitter.seat, request, action)
        except Refusal as refusal:
            LOG.warning("the default was refused: %s", refusal.sentence)


def make_bot(table: Table, seat: int, kind: str) -> AnyBot:
    """A bot for a seat, with a generator of its own that says nothing about the table's."""
    name = f"bot/{table.header.table}/{seat}".encode()
    key = blake2b(name, key=bytes.fromhex(table.secret.salt), digest_size=32).digest()
    return bots_for(table.header.game)[kind](seat, table.header.seats, Chance(key))
