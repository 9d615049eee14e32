"""What a bot is told and what it answers, as bytes, since it can run in another process.

A turn holds what the seat may know and nothing else: its own events and messages, its view, its boxes. This module
writes it from a game and reads it back; boxes are written in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import NOTHING, Action, Box, Boxes, Closed, tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Message, Say
from turncoat.kernel.space import Space
from turncoat.table.record import Json
from turncoat.table.table import Game
from turncoat.table.table_events import TABLE_EVENTS


class BotIdentity(Struct, frozen=True):
    """Which bot thinks.

    Attributes:
        kind: The name of the bot.
        key: 32 bytes for the bot's own random generator.
    """

    kind: str
    seats: int
    key: bytes


class OpenBox(Struct, frozen=True):
    """An open box, with its action's name."""

    act: str
    rule: str
    fields: tuple[tuple[str, Space], ...]
    distinct: tuple[str, ...]


class ShutBox(Struct, frozen=True):
    """A closed action's name, with the reason."""

    act: str
    rule: str
    why: str


class Choices(Struct, frozen=True):
    """What a seat can do: the boxes that are open, and the actions that are not, with reasons."""

    opened: tuple[OpenBox, ...] = ()
    shut: tuple[ShutBox, ...] = ()


class Question(Struct, frozen=True):
    """What a seat sees, and what it may do and say.

    Attributes:
        view: The game as the seat sees it.
        beside: Its optional actions.
        may_talk: Whether it may talk; if not, it may still answer offers.
    """

    view: msgspec.Raw
    boxes: Choices
    beside: Choices
    may_talk: bool


class BotRequest(Struct, frozen=True):
    """Everything that a bot needs for one turn.

    Attributes:
        identity: The bot's name and key, if it starts again and is told everything. None: the process knows it.
        number: The number of turns that the bot has had since it began.
        events: What has happened since the bot's last turn.
        messages: What was said since the bot's last turn.
        after: For each message, the number of these events that came before it.
    """

    game: str
    table: str
    seat: int
    identity: BotIdentity | None
    number: int
    events: msgspec.Raw
    messages: tuple[Message, ...]
    after: tuple[int, ...]
    question: Question


class BotReply(Struct, frozen=True, tag=True):
    """What a bot wants: first to say something, then either to take an optional action or to answer."""

    says: list[Say]
    beside: Json | None = None
    answer: Json | None = None


class Forgotten(Struct, frozen=True, tag=True):
    """The process does not know the bot with this number of turns; the server must tell it everything again."""


class Failed(Struct, frozen=True, tag=True):
    """The bot failed: in one sentence, and the traceback, for the log."""

    sentence: str
    report: str


Reply = BotReply | Forgotten | Failed

ENCODER = Encoder()
REQUESTS = Decoder(BotRequest)
REPLIES: Decoder[Reply] = Decoder(cast("type[Reply]", Reply))


# --- written ----------------------------------------------------------------------------------------


def question(game: Game, rules: AnyRuleset, seat: int, *, may_act: bool, may_talk: bool) -> Question:
    """What a bot is sent about its seat: the view and the legal answers; without boxes it is asked nothing."""
    beside: Boxes[Action] = play.beside(game, seat) if may_act else NOTHING
    view = msgspec.Raw(ENCODER.encode(rules.view(game, seat)))
    return Question(view, spelt_out(play.boxes(game, seat)), spelt_out(beside), may_talk)


def spelt_out(boxes: Boxes[Action]) -> Choices:
    """The same answers as a full list of boxes, also if a game makes its boxes only when they are read."""
    return Choices(
        tuple([OpenBox(box.tag, box.rule, box.fields, box.distinct) for box in boxes.boxes]),
        tuple([ShutBox(tag_of(closed.action), closed.rule, closed.why) for closed in boxes.closed]),
    )


def written(events: Sequence[Event]) -> msgspec.Raw:
    """Events as MessagePack bytes, each with its tag."""
    return msgspec.Raw(ENCODER.encode(events))


# --- read -------------------------------------------------------------------------------------------


def read_boxes(rules: AnyRuleset, choices: Choices) -> Boxes[Action]:
    """The boxes read back, with the same answers under the same numbers."""
    kinds = {tag_of(kind): kind for kind in rules.actions}
    opened = [Box(kinds[box.act], box.rule, box.fields, box.distinct) for box in choices.opened]
    return Boxes(*opened, closed=tuple([Closed(kinds[box.act], box.rule, box.why) for box in choices.shut]))


def read_view(rules: AnyRuleset, view: msgspec.Raw) -> Struct:
    """The view of a game from the bytes of a request."""
    return _views(rules.views).decode(view)


def read_events(rules: AnyRuleset, events: msgspec.Raw) -> list[Event]:
    """Events of the game and of the table, from the bytes of a request."""
    return _events(rules.events).decode(events)


@cache
def _views(kind: type[Struct]) -> Decoder[Struct]:
    return Decoder(kind)


@cache
def _events(kinds: tuple[type[Event], ...]) -> Decoder[list[Event]]:
    union: object = reduce(or_, (*kinds, *TABLE_EVENTS))
    return Decoder(cast("type[list[Event]]", list[union]))  # type: ignore[valid-type]
