"""Where bots think: ``python -m turncoat.bots.mind`` is given turns and returns thoughts until it is hung up on.

Nothing is kept here that could not be told again, so that a server may end such a process at any moment.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from contextlib import suppress
from traceback import format_exc
from typing import BinaryIO

from turncoat.bots import bot_factory
from turncoat.bots.outside import AnyBot
from turncoat.bots.thought import (
    ENCODER,
    TURNS,
    Failed,
    Forgotten,
    Reply,
    Thought,
    Turn,
    read_boxes,
    read_events,
    read_view,
)
from turncoat.games import ruleset
from turncoat.kernel.chance import Chance

MOST_BOTS = 4000
"""So many bots are remembered; the one that was asked least recently is forgotten first."""

NICENESS = 10
"""By so much bots give way to whatever else the machine has to do."""

LENGTH = 4
"""Bytes before each turn and each reply that say how long it is."""


class Seated:
    """A bot at its seat, and how many turns it has had."""

    def __init__(self, bot: AnyBot) -> None:
        self.bot = bot
        self.turns = 0


class Mind:
    """Bots by table and seat, as far as they are remembered.

    Args:
        most: How many are remembered.
    """

    def __init__(self, most: int = MOST_BOTS) -> None:
        self.most = most
        self._seated: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def think(self, data: bytes) -> bytes:
        """Let the bot whose turn it is hear, talk and choose; whatever goes wrong is its failure."""
        try:
            return ENCODER.encode(self._reply(TURNS.decode(data)))
        except Exception:  # noqa: BLE001  # the server writes it into its log
            return ENCODER.encode(Failed(format_exc()))

    def _reply(self, turn: Turn) -> Reply:
        seated = self._who(turn)
        if seated is None:
            return Forgotten()
        rules, bot = ruleset(turn.game), seated.bot
        seated.turns += 1
        for event in read_events(rules, turn.events):
            bot.hear(event)
        for message in turn.messages:
            bot.read(message)
        asked = turn.question
        view, boxes, extra = read_view(rules, asked.view), read_boxes(rules, asked.boxes), asked.beside
        says = bot.talk(view, boxes) if asked.may_talk else []
        beside = bot.beside(view, read_boxes(rules, extra)) if extra.opened else None
        if beside is not None:
            return Thought(says, beside=rules.write_action(beside))
        return Thought(says, answer=rules.write_action(bot.answer(view, boxes)))

    def _who(self, turn: Turn) -> Seated | None:
        """The bot whose turn it is; None: it is not known as one who has had so many."""
        place = (turn.table, turn.seat)
        if turn.sitter is not None:
            who = turn.sitter
            self._seated[place] = Seated(bot_factory(turn.game, who.kind)(turn.seat, who.seats, Chance(who.key)))
        seated = self._seated.get(place)
        if seated is None or seated.turns != turn.number:
            return None
        self._seated.move_to_end(place)
        while len(self._seated) > self.most:
            self._seated.popitem(last=False)
        return seated


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(data).to_bytes(LENGTH, "big") + data


def serve(ears: BinaryIO, mouth: BinaryIO, mind: Mind) -> None:
    """Say that one is ready, then answer turns until there are no more."""
    mouth.write(framed(b""))
    mouth.flush()
    while head := ears.read(LENGTH):
        mouth.write(framed(mind.think(ears.read(int.from_bytes(head, "big")))))
        mouth.flush()


def main() -> None:
    """Think for the server at the other end. What bots print goes where errors go."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with os.fdopen(os.dup(0), "rb") as ears, os.fdopen(os.dup(1), "wb") as mouth, suppress(BrokenPipeError):
        os.dup2(2, 1)
        sys.stdin.close()
        serve(ears, mouth, Mind())


if __name__ == "__main__":
    main()
