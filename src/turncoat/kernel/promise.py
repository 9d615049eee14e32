"""The parts of messages that programs can read: promises and requests. They bind nobody.

A pledge says what a seat will, or will not, answer: "I will support Emmett this round", "no attack on
you in the next three rounds". Whether it was kept is judged from the reveal, never from sealed answers, and only those
who heard the pledge are told.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec
from msgspec import UNSET, Struct, UnsetType

from turncoat.kernel.boxes import Action, tag_of
from turncoat.kernel.space import Value

HIDDEN = "?"
"""The value of a field that a reveal does not show; it fits every pledge."""


class Pledge(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement that a seat will or will not give an answer.

    Attributes:
        who: The seat that it is about.
        act: The type of the answer (``"support"``).
        fields: Fields of the answer that are fixed; those left out may be anything.
        will: True for "will", False for "will not".
        times: The number of that seat's next revealed answers for which it holds; for an act, the number of turns.
    """

    who: int
    act: str
    fields: dict[str, Value] = {}
    will: bool = True
    times: int = 1

    def covers(self, action: Action) -> bool:
        """Whether the pledge is about this answer, judged by the fields that others see (``HIDDEN``)."""
        if tag_of(action.__class__) != self.act:
            return False
        known = msgspec.structs.asdict(action)
        return all(name in known and known[name] in (value, HIDDEN) for name, value in self.fields.items())

    def broken_by(self, action: Action) -> bool:
        """Whether this revealed answer breaks the pledge."""
        return self.covers(action) != self.will


class Fate(StrEnum):
    """The result of a pledge."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"
    """Nobody can judge it any more: the seat has another holder, a seat in it is out, or the game is over."""


class Judged(Struct, frozen=True):
    """The result of a pledge, with its time.

    Attributes:
        fate: Whether the pledge was kept, broken or neither.
        at: The time, in milliseconds since the epoch; None: it was not recorded.
    """

    fate: Fate
    at: int | None = None


class PledgeState(Struct):
    """A pledge that was made, with its state.

    Attributes:
        pledge: What was said.
        left: For how many more revealed answers, or turns, it holds.
        fate: Open until it is broken or all these answers were seen.
        by_turn: Whether it is about an act and counts turns.
    """

    pledge: Pledge
    left: int
    fate: Fate = Fate.OPEN
    by_turn: bool = False

    def judge(self, seat: int, action: Action) -> None:
        """Judge the pledge by a revealed answer."""
        if self.by_turn or self.fate is not Fate.OPEN or seat != self.pledge.who:
            return
        self.left -= 1
        if self.pledge.broken_by(action):
            self.fate = Fate.BROKEN
        elif self.left <= 0:
            self.fate = Fate.KEPT

    def did(self, seat: int, act: Action) -> None:
        """Judge the pledge by a public act: one such act keeps it."""
        if self.by_turn and self.fate is Fate.OPEN and seat == self.pledge.who and self.pledge.covers(act):
            self.fate = Fate.KEPT if self.pledge.will else Fate.BROKEN

    def turn_over(self) -> None:
        """Count the end of a turn."""
        if self.by_turn and self.fate is Fate.OPEN:
            self.left -= 1
            if self.left <= 0:
                self.fate = Fate.BROKEN if self.pledge.will else Fate.KEPT

    def lose(self, out: Collection[int]) -> None:
        """Make the pledge void if it is by or about one of these seats, which are out of the game."""
        about = {self.pledge.who, *(value for value in self.pledge.fields.values() if isinstance(value, int))}
        if self.by_turn and self.fate is Fate.OPEN and not about.isdisjoint(out):
            self.fate = Fate.VOID


class Answer(StrEnum):
    """An answer to an offer."""

    AGREE = "agree"
    NO = "no"
    """From the asked seat: it refuses. From the seat that made the offer: it withdraws the offer."""
    COUNTER = "counter"
    """The asked seat refuses, and makes another request instead."""


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A place or a piece that a message points at.

    Attributes:
        at: Its id on the board; a board that does not draw it shows nothing.
        name: The speaker's word for the place or piece.
    """

    at: str
    name: str


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Something said at the table. A message with a request is an *offer*: the seat that it asks can answer it.

    Attributes:
        to: The seats that hear it; empty: everybody, spectators included.
        text: The words, for people.
        promise: The speaker's promise about their own answers.
        request: What the speaker asks another seat to do.
        offer: What the speaker would do in return. It becomes a promise when the asked seat agrees.
        about: The number of the offer that this message answers, among those that the speaker has heard.
        answer: The answer to an offer.
        point: The place or piece at which the message points.

    The last three are written only if they are set, so older messages keep their form.
    """

    to: tuple[int, ...] = ()
    text: str = ""
    promise: Pledge | None = None
    request: Pledge | None = None
    offer: Pledge | None = None
    about: int | UnsetType = UNSET
    answer: Answer | UnsetType = UNSET
    point: Point | UnsetType = UNSET


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message as its readers get it.

    Attributes:
        sender: The seat that spoke; None: the host or the Arbiter.
        said: The content.
        number: Its number among the messages that a bot has heard, its own included; 0 for all others.
    """

    sender: int | None
    said: Say
    number: int = 0
