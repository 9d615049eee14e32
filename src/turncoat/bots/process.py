"""A process in which bots think: ``python -m turncoat.bots.process`` reads turns and writes replies.

The server can end this process at any moment, because it can tell a new process everything again.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from contextlib import suppress
from traceback import format_exc
from typing import BinaryIO

from turncoat.bots import bot_factory
from turncoat.bots.outside import AnyBot, chosen, how_failed, said
from turncoat.bots.protocol import (
    ENCODER,
    REQUESTS,
    BotReply,
    BotRequest,
    Failed,
    Forgotten,
    Reply,
    read_boxes,
    read_events,
    read_view,
)
from turncoat.games import ruleset
from turncoat.kernel.chance import Chance

MOST_BOTS = 4000
"""The most bots that are remembered; the one that was asked least recently is forgotten first."""

NICENESS = 10
"""The niceness of bots, so that other programs go first."""

LENGTH = 4
"""The number of bytes before each turn and reply that give its length."""


class SeatedBot:
    """A bot at its seat, and the number of turns that it has answered."""

    def __init__(self, bot: AnyBot) -> None:
        self.bot = bot
        self.turns = 0


class BotProcess:
    """The remembered bots, by table and seat.

    Args:
        most: The largest number of bots that are remembered.
    """

    def __init__(self, most: int = MOST_BOTS) -> None:
        self.most = most
        self._seated: OrderedDict[tuple[str, int], SeatedBot] = OrderedDict()

    def think(self, data: bytes) -> bytes:
        """Let the bot hear, talk and choose; any exception counts as its failure."""
        seated: SeatedBot | None = None
        try:
            request = REQUESTS.decode(data)
            seated = self._who(request)
            return ENCODER.encode(self._reply(request, seated))
        except (Exception, SystemExit) as failure:  # noqa: BLE001  # the server writes it into its log
            return ENCODER.encode(Failed(how_failed(seated.bot if seated is not None else None, failure), format_exc()))

    def _reply(self, request: BotRequest, seated: SeatedBot | None) -> Reply:
        if seated is None:
            return Forgotten()
        rules, bot = ruleset(request.game), seated.bot
        seated.turns += 1
        events, heard = read_events(rules, request.events), 0
        for message, after in zip(request.messages, request.after, strict=True):
            for event in events[heard:after]:
                bot.hear(event)
            bot.read(message)
            heard = after
        for event in events[heard:]:
            bot.hear(event)
        asked = request.question
        view, boxes, extra = read_view(rules, asked.view), read_boxes(rules, asked.boxes), asked.beside
        says = said(bot.talk(view, boxes) if asked.may_talk else bot.reply(view, boxes))
        if not asked.boxes.opened:
            return BotReply(says)
        beside = bot.beside(view, read_boxes(rules, extra)) if extra.opened else None
        if beside is not None:
            return BotReply(says, beside=rules.write_action(chosen(beside)))
        return BotReply(says, answer=rules.write_action(chosen(bot.answer(view, boxes))))

    def _who(self, request: BotRequest) -> SeatedBot | None:
        """The bot of this turn; None if the process does not know it, or its number of turns differs."""
        place = (request.table, request.seat)
        if request.identity is not None:
            who = request.identity
            self._seated[place] = SeatedBot(
                bot_factory(request.game, who.kind)(request.seat, who.seats, Chance(who.key))
            )
        seated = self._seated.get(place)
        if seated is None or seated.turns != request.number:
            return None
        self._seated.move_to_end(place)
        while len(self._seated) > self.most:
            self._seated.popitem(last=False)
        return seated


def framed(data: bytes) -> bytes:
    """A message with its length before it."""
    return len(data).to_bytes(LENGTH, "big") + data


def serve(source: BinaryIO, sink: BinaryIO, mind: BotProcess) -> None:
    """Report that the process is ready, then answer turns until there are no more."""
    sink.write(framed(b""))
    sink.flush()
    while head := source.read(LENGTH):
        sink.write(framed(mind.think(source.read(int.from_bytes(head, "big")))))
        sink.flush()


def main() -> None:
    """Read turns from standard input and write replies to standard output.

    What bots print goes to standard error.
    """
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with os.fdopen(os.dup(0), "rb") as source, os.fdopen(os.dup(1), "wb") as sink, suppress(BrokenPipeError):
        os.dup2(2, 1)
        sys.stdin.close()
        serve(source, sink, BotProcess())


if __name__ == "__main__":
    main()
