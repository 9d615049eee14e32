"""The four ways in which an answer can be refused, and nothing else.

A refusal is a sentence for a player. It names the field, the choices and the rule, and it is raised
before anything has changed.
"""

from __future__ import annotations

import msgspec


class Refusal(Exception):
    """An answer was not accepted; the game is exactly as it was.

    Args:
        sentence: One sentence for the player, complete in itself.
        rule: The rule number that forbids it (``"TRU-3.3"``), or an empty string.
        field: The field of the answer that is wrong, or an empty string.
        choices: What would have been accepted there, in words.
        about: The name of the action that was tried (``"give"``), or an empty string where it is not known.
    """

    kind = "refused"

    def __init__(
        self, sentence: str, *, rule: str = "", field: str = "", choices: tuple[str, ...] = (), about: str = ""
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.field = field
        self.choices = choices
        self.about = about


class Unreadable(Refusal):
    """The answer cannot be understood; the sentence gives the path to the fault."""

    kind = "unreadable"


class NotYours(Refusal):
    """The seat has not been asked anything."""

    kind = "not_yours"


class OutOfDate(Refusal):
    """The answer belongs to an earlier request.

    Args:
        sentence: One sentence for the player.
        request: The number of the seat's present request.
    """

    kind = "out_of_date"

    def __init__(self, sentence: str, request: int) -> None:
        super().__init__(sentence, field="request", choices=(str(request),))
        self.request = request


class NotAllowed(Refusal):
    """The answer can be read but is not legal here."""

    kind = "not_allowed"


class BadSetup(Refusal):
    """A game cannot be set up with these options or this number of seats."""

    kind = "bad_setup"


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The exceptions of reading JSON that somebody sent; the last one is for JSON nested too deeply."""
