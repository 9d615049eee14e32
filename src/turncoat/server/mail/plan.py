"""What a mail asks for: its orders, and the lines that could not be read."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


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
