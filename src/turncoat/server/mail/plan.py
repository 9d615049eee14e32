"""What a mail asks for: its orders, and the lines that could not be read."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

FAULTS = 5
"""The most unreadable lines that the reply lists."""

TOLD_BACK = 200
"""The most characters of an unreadable line in the reply."""

LONGEST_START = 5
"""The most words of an answer that is followed by other words on the same line."""

BELOW_A_QUOTE = "It stands right below a quoted line and may belong to it; put an empty line between, or write on top."
"""Why a line below a quotation was not read."""

BELOW_A_LONG_LINE = "It may be the rest of the line above; put an empty line between."
"""Why a line below a long one, or below talk that may go on in it, was not read."""

UNDER_A_CONDITION = "It stands under a condition, and nobody would watch that: write what you do in any case."
"""Why an order below ``If Agatha supports me:`` was not read."""

BEHIND_A_BAR = "It begins with |, like a quoted line: write it without."
"""Why a copied line of the menu was not read."""

TALK_GOES_ON = "It is not clear where this ends: put an empty line below it."
"""Why neither talk nor the line below it was read."""


class Kind(StrEnum):
    """The kinds of orders."""

    ANSWER = "answer"
    """The answer to the open question."""
    BESIDE = "beside"
    """An action that takes effect at once, besides the answer."""
    TALK = "talk"
    COMMAND = "command"
    """A command of ``turncoat.table.commands``."""
    STANDING = "standing"
    """A standing order: ``always``, the number of a repeated question, and the answer."""
    SHOW = "show"
    MAIL = "mail"


ANSWERS = (Kind.ANSWER, Kind.BESIDE)
"""The kinds of orders that the menu of a question holds."""


class Order(Struct, frozen=True):
    """One order in a mail.

    Attributes:
        kind: The kind of order.
        text: The order in the usual spelling.
    """

    kind: Kind
    text: str


class Fault(Struct, frozen=True):
    """A line that begins like an order but cannot be read.

    Attributes:
        line: The line.
        why: A sentence on what is wrong with the line.
    """

    line: str
    why: str


class Plan(Struct, frozen=True):
    """Everything that a mail asks for.

    Attributes:
        orders: The orders, in the order of their lines.
        faults: The lines that could not be read.
        ignored: Lines that are no orders, where nothing else was understood or an order follows them.
        preview: Nothing is to be done; the reply says what would be.
        tried: Somebody seems to have tried to write an order (``turncoat.server.mail.misspelt``).
    """

    orders: tuple[Order, ...] = ()
    faults: tuple[Fault, ...] = ()
    ignored: tuple[str, ...] = ()
    preview: bool = False
    tried: bool = False
