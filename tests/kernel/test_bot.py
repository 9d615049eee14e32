"""Bots: a program at a seat that does nothing special does nothing wrong."""

from __future__ import annotations

import pytest
from msgspec import Struct
from tests.kernel.games import TinyAction, Told

from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Boxes
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.promise import Message, Say


class View(Struct, frozen=True):
    """What a seat sees of nothing."""


def test_a_bot_need_only_answer() -> None:
    """It may listen, read, talk and act beside; unless it says so, it keeps still."""
    bot: Bot[View, TinyAction] = Bot(1, 3, Chance(bytes(KEY_BYTES)))
    nothing: Boxes[TinyAction] = Boxes()
    bot.hear(Told("revealed"))
    bot.read(Message(0, Say(text="hello")))
    assert bot.talk(View(), nothing) == []
    assert bot.beside(View(), nothing) is None
    with pytest.raises(TypeError, match="Bot does not answer"):
        bot.answer(View(), nothing)
