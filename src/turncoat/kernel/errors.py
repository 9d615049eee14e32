"""The kinds of refusals: of a player's answer, and of settings for a new game.

A refusal contains a sentence for the player, and names the wrong field, the possible choices and the rule. It is raised
before the game changes.
"""

from __future__ import annotations

import msgspec


class Refusal(Exception):
    """An answer was refused; the game is exactly as it was.

    Args:
        sentence: A complete sentence for the player.
        rule: The number of the rule that forbids the answer (``"TRU-3.3"``); empty: none.
        field: The wrong field of the answer; empty: none.
        choices: The values that would be accepted in this field, in words.
        about: The name of the action in the answer (``"give"``); empty: unknown.
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
    """The answer cannot be understood; the sentence names the place of the mistake."""

    kind = "unreadable"


class NotYours(Refusal):
    """The seat has no question to answer, or does not allow this action."""

    kind = "not_yours"


class OutOfDate(Refusal):
    """The answer is for an earlier question.

    Args:
        sentence: A sentence for the player.
        request: The number of the seat's present question.
    """

    kind = "out_of_date"

    def __init__(self, sentence: str, request: int) -> None:
        super().__init__(sentence, field="request", choices=(str(request),))
        self.request = request


class NotAllowed(Refusal):
    """The answer can be understood but is not legal now."""

    kind = "not_allowed"


class BadSetup(Refusal):
    """A game cannot be set up with these options or this number of seats."""

    kind = "bad_setup"


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The errors when JSON from a client cannot be read; the last one is for JSON that is nested too deeply."""
