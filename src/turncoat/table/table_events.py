"""What the table itself reports, beside the events of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType

from turncoat.kernel.events import Event
from turncoat.kernel.message import Message, Says, Seat, Seats, leaves
from turncoat.kernel.promise import Fate, Pledge
from turncoat.kernel.space import Value


class TableEvent(Event):
    """Anything that the table reports. No rule of a game causes it."""


class SeatChanged(TableEvent):
    """Somebody sat down, got up, or was stood in for by a bot.

    Attributes:
        seat: The seat, from 0.
        kind: Who sits there now: ``open``, ``person`` or ``bot``.
        stands_in: Whether a bot plays for a person who may come back.
        program: Set if a program plays there, such as a language model.
    """

    free = Message("The seat of {name} is free.")
    meanwhile = Message("A bot ({bot}) plays on until somebody takes it.")
    stood_in_for = Message("A bot ({bot}) stands in for {name}.")
    taken = Message("{name} takes a seat.")
    taken_by_program = Message("{name} takes a seat (a program).")
    taken_by_bot = Message("{name} takes a seat (bot: {bot}).")

    seat: int
    name: str
    kind: str
    bot: str
    stands_in: bool
    program: bool | UnsetType = UNSET

    def sentences(self) -> Iterable[Message]:
        """A sentence on who sits there, and who plays."""
        if self.kind == "open":
            return (self.free, self.meanwhile) if self.bot else (self.free,)
        if self.bot:
            return (self.stood_in_for if self.stands_in else self.taken_by_bot,)
        return (self.taken_by_program if self.program is True else self.taken,)


class CharacterBrought(TableEvent):
    """A seat brings a character into the game, or (``name`` empty) none any more."""

    says = Message("{seat} brings {name} ({line}).")
    nobody = Message("{seat} no longer brings a character.")

    seat: Seat
    name: str
    line: str

    def sentences(self) -> Iterable[Message]:
        """Names the character that a player brings, or says that there is none."""
        return (self.says if self.name else self.nobody,)


class SeatSealedWords(TableEvent):
    """A seat has committed to words for the game's chance.

    Attributes:
        digest: SHA-256 of table, seat and words.
    """

    says = Message("{seat} has sealed random words, which help to shuffle.")

    seat: Seat
    digest: str


class SeatOpenedWords(TableEvent):
    """A seat has opened its words; or the server those that it kept for the seat, as it cannot do so itself.

    Attributes:
        words: The words.
        by_server: Whether the server has opened words that it kept for the seat.
    """

    says = Message("{seat}'s random words for the shuffle are revealed.")
    for_the_seat = Message("The server has kept {seat}'s random words for the shuffle and reveals them now.")

    seat: Seat
    words: str
    by_server: bool

    def sentences(self) -> Iterable[Message]:
        """Says whether the player or the server opened the words."""
        return (self.for_the_seat if self.by_server else self.says,)


class NotedEvent(TableEvent):
    """What the log of a game holds besides the events of the game."""

    seats: Seats


class WordsLeftOut(NotedEvent):
    """The game begins without the words of these seats, as they were not opened in time."""

    says = Message(
        "Random words that were not revealed in time are left out: those of {seats}.",
    )


class TurnsMissed(NotedEvent):
    """Time was up: the default of the rules was put in for these seats."""

    says = Message("Time was up: the default was played for {seats}.")


class AnsweredForYou(TableEvent):
    """Time was up: what the rules answered for a seat; told to that seat alone.

    Attributes:
        answer: The answer that the rules give by default.
    """

    says = Message("Time was up, so the rules answered for you.")

    answer: dict[str, Value]


class SeatOffered(TableEvent):
    """A seat at which a bot stands in is offered to others."""

    says = Message("The seat of {seat} is offered to others; {seat} can come back until somebody has taken it.")

    seat: Seat


class TableFellAsleep(TableEvent):
    """Bots stand in for all players."""

    says = Message("All players have missed their turns: the game stops until one of them is back.")


class OvertimeGiven(NotedEvent):
    """Time was up and these seats were missing: the decision gets extra time, once."""

    says = Message("Time was up, and {seats} had not answered: they get extra time, this once.")


class PaceChanged(TableEvent):
    """Another pace was agreed on; it holds from the next decision on.

    Attributes:
        pace: Deadline and pace in words.
    """

    says = Message("The pace from the next decision on: {pace}.")

    pace: str


class SeatAway(TableEvent):
    """A player has announced an absence.

    Attributes:
        dates: The first and the last day, in the time zone of the table.
    """

    says = Message("{seat} is away: {dates}.")

    seat: Seat
    dates: str


class SeatBack(TableEvent):
    """A player is back earlier than announced."""

    says = Message("{seat} is back.")

    seat: Seat


class VoteProposed(TableEvent):
    """Something was put to the vote.

    Attributes:
        number: The number of the vote.
        by: Who has proposed it; None: the vote is secret.
        what: What is proposed.
        about: The seat that it is about, if it is about one.
    """

    says = Message("Vote {number}: {by} proposes {what}.")
    of_seat = Message("Vote {number}: {by} proposes {what} {about}.")
    secret = Message("Vote {number}: somebody proposes {what}. The vote is secret.")
    secret_of_seat = Message("Vote {number}: somebody proposes {what} {about}. The vote is secret.")

    number: int
    by: Seat | None
    what: str
    about: Seat | None

    def sentences(self) -> Iterable[Message]:
        """Who proposes what."""
        if self.by is None:
            return (self.secret if self.about is None else self.secret_of_seat,)
        return (self.says if self.about is None else self.of_seat,)


class VoteEnded(TableEvent):
    """A vote is over.

    Attributes:
        number: Its number.
        what: What was proposed.
        about: The seat that it is about, if it is about one.
        outcome: ``carried``; ``failed``: too many are against it; ``lapsed``: not enough have voted in time; ``done
            without it``: enough have agreed, but it cannot be done any more.
    """

    says = Message("Vote {number} is over: {what}.")
    of_seat = Message("Vote {number} is over: {what} {about}.")
    endings: ClassVar[Mapping[str, Message]] = {
        "carried": Message("It is carried."),
        "failed": Message("Too many are against it."),
        "lapsed": Message("Not enough have voted in time."),
        "done without it": Message("Enough players agree, but it can no longer be done."),
    }

    number: int
    what: str
    about: Seat | None
    outcome: str

    def sentences(self) -> Iterable[Message]:
        """A sentence on what became of the proposal."""
        return (self.says if self.about is None else self.of_seat, self.endings[self.outcome])


class RulesReplaced(TableEvent):
    """Other rules of the game were installed (``turncoat.table.record.RulesChanged``).

    Attributes:
        ruleset: Hash of the rules that hold from now on.
    """

    says = Message(
        "The server has a newer version of the rules. It replayed the game so far with them and came to the same "
        "position; the game goes on under the new version."
    )

    ruleset: str


class PlanTakenUp(TableEvent):
    """What a seat had planned is saved for what it is asked now, or is gone; told to its owner alone.

    Attributes:
        saved: Whether it is possible now.
    """

    says = Message("The answer that you had planned is saved; it counts when time is up.")
    gone = Message("The answer that you had planned is not possible now, so the plan was deleted.")

    saved: bool

    def sentences(self) -> Iterable[Message]:
        """A sentence on what became of the plan."""
        return (self.says if self.saved else self.gone,)


class OrdersPublished(TableEvent):
    """A decision was closed: the digests of the answers that counted, by seat, and the chain so far.

    Attributes:
        chain: The public chain after them.
    """

    says = Message("{digests:The receipt of one order is|The receipts of # orders are} published.")

    digests: tuple[tuple[int, str], ...]
    chain: str


class PledgeJudged(TableEvent):
    """A reveal showed what became of a promise; told to those who heard the promise and to nobody else.

    Attributes:
        sender: The seat that made the promise.
        to: The seats that heard it; empty: everybody.
        pledge: The promise.
        fate: What became of it.
    """

    sender: int
    to: tuple[int, ...]
    pledge: Pledge
    fate: Fate


class Judgement(Says):
    """What became of a promise, in words; a caller that can put promises into words adds the ``action``."""

    says = Message("{sender} has {fate} a promise: {action}.")
    void = Message("A promise of {sender} is void: {action}.")

    sender: Seat
    fate: str
    action: str

    def sentences(self) -> Iterable[Message]:
        """Says what a reveal showed, or that none will."""
        return (self.void if self.fate == Fate.VOID else self.says,)


TABLE_EVENTS: tuple[type[Event], ...] = leaves(TableEvent)
"""All events of tables."""
