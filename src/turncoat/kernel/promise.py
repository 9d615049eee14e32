"""Messages that a program can read: promises and requests. They bind nobody.

A pledge says what a seat will, or will not, answer: "I will support Emmett this round", "no attack on
you in the next three rounds". Whether it was kept is judged from what the reveal makes known, never from
sealed answers, and only told to those who were told the pledge.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec
from msgspec import UNSET, Struct, UnsetType

from turncoat.kernel.boxes import Action, tag_of
from turncoat.kernel.space import Value

HIDDEN = "?"
"""What a revealed answer has in a field that the reveal does not show; it fits every pledge, as nobody can see more."""


class Pledge(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat will or will not answer.

    Attributes:
        who: The seat that is to act.
        act: The type of the answer (``"support"``).
        fields: Fields of the answer that are fixed; those left out may be anything.
        will: True for "will", False for "will not".
        times: For how many of that seat's revealed answers it stands, the present one included; of an act, for how many
            turns.
    """

    who: int
    act: str
    fields: dict[str, Value] = {}
    will: bool = True
    times: int = 1

    def covers(self, action: Action) -> bool:
        """Whether the answer is one that the pledge speaks of, as far as it is shown (``HIDDEN``)."""
        if tag_of(action.__class__) != self.act:
            return False
        known = msgspec.structs.asdict(action)
        return all(name in known and known[name] in (value, HIDDEN) for name, value in self.fields.items())

    def broken_by(self, action: Action) -> bool:
        """Whether the answer, once it is revealed, breaks the pledge."""
        return self.covers(action) != self.will


class Fate(StrEnum):
    """What has become of a pledge."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"
    """It can no longer be judged: the seat has another holder, a seat that it is about is out, or the game is over."""


class Judged(Struct, frozen=True):
    """What became of a pledge, and when.

    Attributes:
        fate: Whether the pledge was kept, broken or neither.
        at: When, in milliseconds since the epoch; None: it was not noted.
    """

    fate: Fate
    at: int | None = None


class PledgeState(Struct):
    """A pledge that was made, and how it stands.

    Attributes:
        pledge: What was said.
        left: How many revealed answers, or turns, it still speaks of.
        fate: Open until broken, or until all of them are seen.
        by_turn: It is about an act, and speaks of turns.
    """

    pledge: Pledge
    left: int
    fate: Fate = Fate.OPEN
    by_turn: bool = False

    def judge(self, seat: int, action: Action) -> None:
        """Take note of an answer that was revealed."""
        if self.by_turn or self.fate is not Fate.OPEN or seat != self.pledge.who:
            return
        self.left -= 1
        if self.pledge.broken_by(action):
            self.fate = Fate.BROKEN
        elif self.left <= 0:
            self.fate = Fate.KEPT

    def did(self, seat: int, act: Action) -> None:
        """Take note of an act that everybody has seen: once is enough."""
        if self.by_turn and self.fate is Fate.OPEN and seat == self.pledge.who and self.pledge.covers(act):
            self.fate = Fate.KEPT if self.pledge.will else Fate.BROKEN

    def turn_over(self) -> None:
        """A turn is over."""
        if self.by_turn and self.fate is Fate.OPEN:
            self.left -= 1
            if self.left <= 0:
                self.fate = Fate.BROKEN if self.pledge.will else Fate.KEPT

    def lose(self, out: Collection[int]) -> None:
        """These are out of the game: nobody can do what was promised by or about them."""
        about = {self.pledge.who, *(value for value in self.pledge.fields.values() if isinstance(value, int))}
        if self.by_turn and self.fate is Fate.OPEN and not about.isdisjoint(out):
            self.fate = Fate.VOID


class Answer(StrEnum):
    """A reply to a request."""

    AGREE = "agree"
    NO = "no"
    """By the seat that was asked: a refusal. By the seat that has asked: the request is withdrawn."""
    COUNTER = "counter"
    """Refuses, and makes another request instead."""


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
        to: The seats that hear it, besides the speaker; empty: everybody, spectators included.
        text: The words, for people.
        promise: What the speaker says about the own answers.
        request: What the speaker asks of somebody.
        offer: What the speaker would do in return. It becomes a promise in the moment in which the seat that is asked
            agrees.
        about: The number of the offer that this answers, among the messages that the speaker has heard.
        answer: The answer to an offer.
        point: The place or piece at which the message points.

    Unset, the last three are not written: a message without them is written as it always was.
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
    """Something that was said, as its audience reads it.

    Attributes:
        sender: The seat that spoke; None: the host or the Arbiter.
        said: What was said.
        number: Its number among the messages that a bot has heard, its own included; 0 for everybody else.
    """

    sender: int | None
    said: Say
    number: int = 0
