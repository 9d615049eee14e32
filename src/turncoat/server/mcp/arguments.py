"""The arguments of the tools: their types, from which their schemas are made. None of them is a key."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turncoat.kernel.schema import AnswerData
from turncoat.server.table_actions import LONGEST_ACTION_TEXT

LONGEST_WAIT = 50
"""Seconds that wait_for_my_turn waits at most: proxies close a connection after a minute of silence."""

MOST_NEWS = 200
"""The most events, and the most messages, in one answer."""

Text = Annotated[str, Meta(max_length=LONGEST_ACTION_TEXT)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
TableName = Annotated[str, Meta(max_length=40)]
Players = Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=100)]


class OfTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table of the call.

    Attributes:
        table: The id of the table; leave it out if you sit at one table alone.
    """

    table: TableName = ""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class SitDown(OfTable, frozen=True, kw_only=True):
    """The seat that you want to take.

    Attributes:
        name: What you want to be called at the table; leave it out to keep the name of the seat.
    """

    name: Annotated[str, Meta(max_length=80)] = ""


class NewAnswer(OfTable, frozen=True, kw_only=True):
    """Your answer: a number of the menu, or words.

    Attributes:
        number: The number of the answer in the menu.
        menu: The id of the menu that has this number.
        words: The answer in words, as the menu writes it (``attack barney``), in place of a number.
    """

    number: Number | None = None
    menu: Annotated[str, Meta(max_length=40)] = ""
    words: Text = ""


class Speech(OfTable, frozen=True, kw_only=True):
    """What you want to say.

    Attributes:
        words: The words.
        to: Who is to hear it: names or numbers of seats; leave it out to speak to everybody.
    """

    words: Text
    to: Players = ()


class NewPromise(OfTable, frozen=True, kw_only=True):
    """A promise of yours. You may break it, but the table remembers it and says later whether you kept it.

    Attributes:
        what: What you will or will not do, as the menu writes it: ``support barney``, ``not attack barney``.
        to: The names or numbers of the seats that hear it; leave it out to tell everyone.
    """

    what: Text
    to: Players = ()


class NewOffer(OfTable, frozen=True, kw_only=True):
    """A deal that you propose to another player, who can agree, refuse or make a counter-offer.

    Attributes:
        to: The name or the number of the seat.
        what: The action that you want from them, as the menu writes it: ``attack celeste``.
        in_return: The action that you would do in return; leave it out if there is none.
    """

    to: Annotated[str, Meta(max_length=80)]
    what: Text
    in_return: Text = ""


class OfferAnswer(OfTable, frozen=True, kw_only=True):
    """Your answer to an offer.

    Attributes:
        message: The number of the message that holds the offer.
        answer: ``agree``, ``no``, or ``counter`` with an offer of your own. ``no`` to your own offer withdraws it.
        what: With ``counter``: the action that you want from them instead.
        in_return: With ``counter``: the action that you would do in return.
    """

    message: Number
    answer: Literal["agree", "no", "counter"]
    what: Text = ""
    in_return: Text = ""


class NewOrder(OfTable, frozen=True, kw_only=True):
    """A standing order: it answers a repeated question for you.

    Attributes:
        question: The key of the question; ``look`` has it, and says whether it is repeated.
        answers: Answers as data, as ``what_may_i_do`` gives them; the first legal one is used. None: cancel the order.
        unless: Answers of which fields may be left out: while one like these is legal, you are asked instead.
    """

    question: Annotated[str, Meta(max_length=80)]
    answers: Annotated[tuple[AnswerData, ...], Meta(max_length=20)] = ()
    unless: Annotated[tuple[AnswerData, ...], Meta(max_length=100)] = ()


class Wait(OfTable, frozen=True, kw_only=True):
    """For how long you want to wait.

    Attributes:
        seconds: At most this many seconds; the answer comes at once when you are asked or the game is over.
        after_message: Also stop waiting when there is a message after this number.
    """

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 30
    after_message: Number | None = None


class Since(OfTable, frozen=True, kw_only=True):
    """The last event and message that you know.

    Attributes:
        after_event: The number of the last event that you know.
        after_message: The number of the last message that you know.
        most: At most this many events, and this many messages.
    """

    after_event: Number = 0
    after_message: Number = 0
    most: Annotated[int, Meta(ge=1, le=MOST_NEWS)] = 50


class Search(OfTable, frozen=True, kw_only=True):
    """The rules that you want to read.

    Attributes:
        wanted: The number of a rule or a section (``8.2``, ``TRU-8``), or words that the rule has (``lasgun shield``).
        game: The id of the game; leave it out for the game of your table.
    """

    wanted: Annotated[str, Meta(min_length=1, max_length=200)]
    game: Annotated[str, Meta(max_length=40)] = ""
