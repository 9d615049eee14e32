"""What a bot is told and what it answers, as bytes, because it may think in another process.

A turn holds what the seat may know and nothing else: its own events and messages, its view, its boxes. It is written
here from a game and read here again; boxes are written in full, also lazy ones.
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
    """Who thinks.

    Attributes:
        kind: The name of the bot.
        key: 32 bytes for a generator of its own.
    """

    kind: str
    seats: int
    key: bytes


class OpenBox(Struct, frozen=True):
    """A box, with its action by name."""

    act: str
    rule: str
    fields: tuple[tuple[str, Space], ...]
    distinct: tuple[str, ...]


class ShutBox(Struct, frozen=True):
    """An action that is not open, by name."""

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
        view: The position as it sees it.
        beside: What it may do beside the decision.
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
        number: How many turns it has had since it began.
        events: What has happened since the bot's last turn.
        messages: What was said since the bot's last turn.
        after: After how many of these events each of these messages was said.
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
    """What a bot wants: to say something, and then either to act beside the question or to answer it."""

    says: list[Say]
    beside: Json | None = None
    answer: Json | None = None


class Forgotten(Struct, frozen=True, tag=True):
    """The process does not know the bot after this many turns; the server must tell it everything again."""


class Failed(Struct, frozen=True, tag=True):
    """The bot failed; ``report`` is the traceback, for the log."""

    report: str


Reply = BotReply | Forgotten | Failed

ENCODER = Encoder()
REQUESTS = Decoder(BotRequest)
REPLIES: Decoder[Reply] = Decoder(cast("type[Reply]", Reply))


# --- written ----------------------------------------------------------------------------------------


def question(game: Game, rules: AnyRuleset, seat: int, *, may_act: bool, may_talk: bool) -> Question:
    """What a bot is sent about its seat: the view and the open answers; without boxes it has nothing to answer."""
    beside: Boxes[Action] = play.beside(game, seat) if may_act else NOTHING
    view = msgspec.Raw(ENCODER.encode(rules.view(game, seat)))
    return Question(view, spelt_out(play.boxes(game, seat)), spelt_out(beside), may_talk)


def spelt_out(boxes: Boxes[Action]) -> Choices:
    """The same answers as a list of boxes, also where a game makes its boxes only when they are read."""
    return Choices(
        tuple([OpenBox(box.tag, box.rule, box.fields, box.distinct) for box in boxes.boxes]),
        tuple([ShutBox(tag_of(closed.action), closed.rule, closed.why) for closed in boxes.closed]),
    )


def written(events: Sequence[Event]) -> msgspec.Raw:
    """Events as MessagePack bytes, each under its tag."""
    return msgspec.Raw(ENCODER.encode(events))


# --- read -------------------------------------------------------------------------------------------


def read_boxes(rules: AnyRuleset, choices: Choices) -> Boxes[Action]:
    """The boxes again, with the same answers under the same numbers."""
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
