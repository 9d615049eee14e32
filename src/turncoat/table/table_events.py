"""The events that the table itself reports, besides the events of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType

from turncoat.kernel.events import Event
from turncoat.kernel.message import Message, Says, Seat, Seats, leaves
from turncoat.kernel.promise import Fate, Pledge
from turncoat.kernel.space import Value


class TableEvent(Event):
    """Any event that the table reports. No rule of a game causes it."""


class SeatChanged(TableEvent):
    """A person or bot took a seat or left it, or a bot began to stand in for a player.

    Attributes:
        seat: The seat, from 0.
        kind: Who sits there now: ``open`` (nobody), ``person`` or ``bot``.
        stands_in: Whether a bot plays for a person who may come back.
        program: True if a program plays there, such as a language model.
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
        """A sentence on who sits there and who plays."""
        if self.kind == "open":
            return (self.free, self.meanwhile) if self.bot else (self.free,)
        if self.bot:
            return (self.stood_in_for if self.stands_in else self.taken_by_bot,)
        return (self.taken_by_program if self.program is True else self.taken,)


class CharacterBrought(TableEvent):
    """A seat brings a character into the game, or (if ``name`` is empty) takes it back."""

    says = Message("{seat} brings {name} ({line}).")
    nobody = Message("{seat} no longer brings a character.")

    seat: Seat
    name: str
    line: str

    def sentences(self) -> Iterable[Message]:
        """A sentence with the name of the character, or one that says that there is none any more."""
        return (self.says if self.name else self.nobody,)


class SeatSealedWords(TableEvent):
    """A seat has published the digest of its random words for the game's chance.

    Attributes:
        digest: SHA-256 of table, seat and words.
    """

    says = Message("{seat} has sealed random words, which help to shuffle.")

    seat: Seat
    digest: str


class SeatOpenedWords(TableEvent):
    """A seat has opened its words; or the server those that it kept for the seat, as it cannot do so itself.

    Attributes:
        words: The random words.
        by_server: Whether the server revealed the words, because it kept them for the seat.
    """

    says = Message("{seat}'s random words for the shuffle are revealed.")
    for_the_seat = Message("The server has kept {seat}'s random words for the shuffle and reveals them now.")

    seat: Seat
    words: str
    by_server: bool

    def sentences(self) -> Iterable[Message]:
        """A sentence on who revealed the words, the player or the server."""
        return (self.for_the_seat if self.by_server else self.says,)


class NotedEvent(TableEvent):
    """An event of the table that also appears in the log of the game."""

    seats: Seats


class WordsLeftOut(NotedEvent):
    """The game begins without the random words of these seats, because they were not revealed in time."""

    says = Message(
        "Random words that were not revealed in time are left out: the words of {seats}.",
    )


class TurnsMissed(NotedEvent):
    """Time was up: the default answers of the rules counted for these seats."""

    says = Message("Time was up, so the rules answered for {seats}.")


class AnsweredForYou(TableEvent):
    """Time was up: the rules gave an answer for a seat; only that seat hears of it.

    Attributes:
        answer: The default answer that the rules gave.
    """

    says = Message("Time was up, so the rules answered for you.")

    answer: dict[str, Value]


class SeatOffered(TableEvent):
    """Other people can take this seat, at which a bot stands in."""

    says = Message("The seat of {seat} is offered to others; {seat} can come back until somebody has taken it.")

    seat: Seat


class TableFellAsleep(TableEvent):
    """Bots stand in for all players, so that the table stops its clock."""

    says = Message("All players have missed their turns: the game stops until one of them is back.")


class OvertimeGiven(NotedEvent):
    """Time was up and these seats had not answered: the decision gets extra time, once."""

    says = Message("Time was up, and {seats} had not answered: they get extra time, this once.")


class PaceChanged(TableEvent):
    """The players have agreed on another pace; it begins with the next decision.

    Attributes:
        pace: The new deadline and pace in words.
    """

    says = Message("The pace from the next decision on: {pace}.")

    pace: str


class SeatAway(TableEvent):
    """A player has announced an absence.

    Attributes:
        dates: The first and the last day, in the table's time zone.
    """

    says = Message("{seat} is away: {dates}.")

    seat: Seat
    dates: str


class SeatBack(TableEvent):
    """A player is back before the announced end of an absence."""

    says = Message("{seat} is back.")

    seat: Seat


class VoteProposed(TableEvent):
    """A player has made a proposal on which players vote.

    Attributes:
        number: The number of the vote.
        by: The seat that has made the proposal; None: the vote is secret.
        what: The proposal in words.
        about: The seat that the proposal is about; None if it is about no seat.
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
        """A sentence on the proposal and the player who has made it."""
        if self.by is None:
            return (self.secret if self.about is None else self.secret_of_seat,)
        return (self.says if self.about is None else self.of_seat,)


class VoteEnded(TableEvent):
    """A vote is over.

    Attributes:
        number: The number of the vote.
        what: The proposal in words.
        about: The seat that the proposal was about; None if it was about no seat.
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
        """Sentences on the result of the vote."""
        return (self.says if self.about is None else self.of_seat, self.endings[self.outcome])


class RulesReplaced(TableEvent):
    """The server installed other rules of the game (``turncoat.table.record.RulesChanged``).

    Attributes:
        ruleset: The hash of the rules that apply from now on.
    """

    says = Message(
        "The server has a newer version of the rules. It replayed the game so far with them and came to the same "
        "position; the game goes on under the new version."
    )

    ruleset: str


class PlanTakenUp(TableEvent):
    """What a seat had planned is saved for what it is asked now, or is gone; told to its owner alone.

    Attributes:
        saved: Whether the planned answer is legal now, so that it is saved.
    """

    says = Message("The answer that you had planned is saved; it counts when time is up.")
    gone = Message("The answer that you had planned is not possible now, so the plan was deleted.")

    saved: bool

    def sentences(self) -> Iterable[Message]:
        """A sentence on whether the planned answer is saved or deleted."""
        return (self.says if self.saved else self.gone,)


class OrdersPublished(TableEvent):
    """A decision was closed: the digests of the answers that counted, by seat, and the chain so far.

    Attributes:
        chain: The public chain after these digests.
    """

    says = Message("{digests:The receipt of one order is|The receipts of # orders are} published.")

    digests: tuple[tuple[int, str], ...]
    chain: str


class PledgeJudged(TableEvent):
    """A reveal showed what became of a promise; told to those who heard the promise and to nobody else.

    Attributes:
        sender: The seat that made the promise.
        to: The seats that heard it; empty: all.
        pledge: The promise.
        fate: Whether the promise was kept, broken, or can no longer be judged.
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
        """A sentence on whether the promise was kept, broken, or can no longer be judged."""
        return (self.void if self.fate == Fate.VOID else self.says,)


TABLE_EVENTS: tuple[type[Event], ...] = leaves(TableEvent)
"""All events that the table can report."""
