"""A secret for a secret: what two bots tell each other in private, in words that people can use as well.

A bot asks one player after the other for a secret, such as a goal, and tells its own to the first who asks or tells.
From then on the two are allies. This is ordinary talk: it binds nobody and may be a lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from turncoat.kernel.bargaining import Bargainer
from turncoat.kernel.promise import Message, Say

S = TypeVar("S")


class Words(Struct, Generic[S], frozen=True):
    """How to ask for a secret and tell it.

    Attributes:
        ask: Lines that ask for it; ``question`` finds each of them.
        question: Finds the question in a text.
        tell: Puts a secret into words.
        told: Finds the secret in a text; None: there is none.
    """

    ask: tuple[str, ...]
    question: re.Pattern[str]
    tell: Callable[[S], str]
    told: Callable[[str], S | None]


class Confidence(Generic[S]):
    """Decides to whom the bot at one seat tells its secret.

    Args:
        bargainer: The promises and requests that the seat knows.
        words: How to ask for the secret and tell it.
        trust: A function that is called with the ally and the ally's secret.
        patience: For how many moments the bot waits for an answer to its secret.

    Attributes:
        own: The secret that it has told; None: nothing yet.
    """

    def __init__(
        self, bargainer: Bargainer, words: Words[S], trust: Callable[[int, S], None], patience: int = 1
    ) -> None:
        self.bargainer, self.words, self.trust, self.patience = bargainer, words, trust, patience
        self.own: S | None = None
        self._asked: set[int] = set()
        self._asked_by: list[int] = []
        self._told: dict[int, S] = {}
        self._has_told: dict[int, int] = {}

    def read(self, message: Message) -> bool:
        """Remember a whispered secret, or a question for one; returns whether the message was either."""
        sender, said = message.sender, message.said
        if sender is None or said.promise or said.request or len(said.to) != 1:
            return False
        secret, asks = self.words.told(said.text), bool(self.words.question.search(said.text))
        if sender == self.bargainer.seat:
            self._asked |= set(said.to) if asks else set()
            if secret is not None:
                self._has_told[said.to[0]], self.own = self.bargainer.moment, secret
        elif secret is not None:
            self._told[sender] = secret
        elif asks and sender not in self._asked_by:
            self._asked_by.append(sender)
        return secret is not None or asks

    def talk(self, own: S, *, asks: bool) -> list[Say]:
        """Without an ally: believe the first who tells a secret, else tell the first who asks, else ask the next.

        Args:
            own: The secret of the bot's seat.
            asks: Whether to ask at all; if not, the bot waits for others.
        """
        if self._told:
            seat = min(self._told, key=lambda seat: seat not in self._has_told)
            self.trust(seat, self._told.pop(seat))
            return self._tell(seat, own)
        if any(self.bargainer.moment - when < self.patience for when in self._has_told.values()):
            return []
        curious = [seat for seat in self._asked_by if seat not in self._has_told]
        if curious:
            return self._tell(curious[0], own)
        return self._ask() if asks else []

    def _tell(self, seat: int, own: S) -> list[Say]:
        if seat in self._has_told:
            return []
        self._has_told[seat], self.own = self.bargainer.moment, own
        return [self._whisper(seat, (self.words.tell(own),))]

    def _ask(self) -> list[Say]:
        """Ask the next player round the table who has not been asked."""
        seats = len(self.bargainer.word) + 1
        around = ((self.bargainer.seat + step) % seats for step in range(1, seats))
        seat = next((seat for seat in around if seat not in self._asked), None)
        if seat is None:
            return []
        self._asked.add(seat)
        return [self._whisper(seat, self.words.ask)]

    def _whisper(self, seat: int, lines: tuple[str, ...]) -> Say:
        return Say((seat,), self.bargainer.opened(lines, seat))
