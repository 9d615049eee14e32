"""The record of a table: what was agreed on and every entry that was accepted, in order.

A record is enough to play the whole game again, byte for byte. As a file: ``turncoat.table.record_file``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from turncoat.kernel.promise import Message
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.names import LONGEST_NAME
from turncoat.table.pace import Pace
from turncoat.table.proposals import Proposal

FORMAT = 2
"""Version of the file format."""

MOST_SEATS = 100
"""The most seats of a table, which is more than any game has."""

LATEST = 253_402_300_799_999
"""The latest time that is accepted: the end of the year 9999, in milliseconds since the epoch."""

TableId = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z_-]{1,40}\Z", description="1 to 40 letters, digits, - or _")]
"""The id of a table, fit for addresses and names of files."""

Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z", description="64 hexadecimal digits")]
"""32 bytes in hexadecimal."""

Moment = Annotated[int, Meta(ge=0, le=LATEST)]
"""A time, in milliseconds since the epoch."""

Word = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""The name of a bot or the like: never said by people, and short."""

Json = dict[str, Any]
"""Plain data, as it comes from JSON."""


class SeatKind(StrEnum):
    """What plays at a seat: a person, a bot, or nobody yet."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


Hearers = tuple[tuple[int, int], ...]
"""The audience of something private: seats, each with the holder that it had then."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on before the first card.

    Attributes:
        table: Id of the table.
        game: Id of the game.
        ruleset: Hash of its rules, as the table began; ``RulesChanged`` names those that came later.
        title: What the host calls the table.
        options: The game's options.
        seats: Number of seats.
        deadline: When decisions are closed.
        talk: Who may talk to whom.
        listed: Whether the table shows among the open ones.
        commitment: SHA-256 over salt and seed, published before the game begins.
        created: When, in milliseconds since the epoch.
        programs: False: no program may sit down. Unset it is not written, as in records from before.
    """

    table: TableId
    game: str
    ruleset: str
    title: str
    options: Json
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    commitment: Digest
    created: Moment
    deadline: Deadline = NoDeadline()
    talk: Literal["full", "public", "none"] = "full"
    listed: bool = True
    format: int = FORMAT
    programs: bool | UnsetType = UNSET


class Entry(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entry: something that the table has accepted. ``at`` is the time, in milliseconds since the epoch."""

    at: Moment


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A person, a program or a bot sits down; or gets up, leaving the seat open.

    The name enters the chain as a digest of salt and name. Where somebody was forgotten, name and salt are empty and
    the digest stands in their place; the record still holds.

    ``by`` names who sits down, the same for the same person at this table, and tells nothing else. A person by whom the
    seat was held before, or for whom a bot stood in, comes back; anybody else is a newcomer.

    ``program`` says that a program sits down; unset it is not written, and who comes back is what they were.
    """

    seat: int
    name: str
    kind: SeatKind
    bot: Word = ""
    stands_in: bool = False
    salt: str = ""
    digest: str = ""
    by: Word = ""
    program: bool | UnsetType = UNSET


class WordsSealed(Entry, frozen=True, tag="words_sealed"):
    """A seat commits to words for the game's chance; ``words`` is empty unless the server keeps them for the seat."""

    seat: int
    digest: Digest
    words: str = ""


class WordsCalled(Entry, frozen=True, tag="words_called"):
    """The game is about to begin: players reveal their random words, and nobody can add any more."""


class WordsOpened(Entry, frozen=True, tag="words_opened"):
    """A seat opens the words to which it has committed."""

    seat: int
    words: str


class CharacterTaken(Entry, frozen=True, tag="character_taken"):
    """A seat brings a character into the game, or takes it out again.

    Attributes:
        seat: The seat.
        mark: Names this bringing, and tells nothing else.
        sheet: The character, as it was then; None: none any more.
    """

    seat: int
    mark: Word
    sheet: Json | None


class Began(Entry, frozen=True, tag="began"):
    """The host has begun the game."""


class Answered(Entry, frozen=True, tag="answered"):
    """A seat handed in an answer or acted beside the open decision."""

    seat: int
    request: int
    action: Json


class Garbled(Entry, frozen=True, tag="garbled"):
    """A seat handed in something that is no legal answer; the rules decide what counts instead."""

    seat: int
    request: int


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """A seat took its answer back."""

    seat: int


class StandingOrderLeft(Entry, frozen=True, tag="standing_order_left", omit_defaults=True):
    """A seat left a standing order for a question: the first of the actions that is legal. None: cancelled.

    Attributes:
        seat: The seat.
        question: The key of the question.
        actions: What is to be answered.
        unless: Answers, of which fields may be left out; while one like them is legal, the seat is asked instead.
    """

    seat: int
    question: str
    actions: tuple[Json, ...]
    unless: tuple[Json, ...] = ()


class TimeUp(Entry, frozen=True, tag="time_up"):
    """The deadline passed; defaults were put in."""


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped the clock."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The host started the clock again."""


class Extended(Entry, frozen=True, tag="extended"):
    """The host gave more time: minutes, or at a table that keeps clock times this many of these."""

    minutes: float = 0.0
    times: int = 0


class PausedUntil(Entry, frozen=True, tag="paused_until"):
    """The clock was stopped until a time, in milliseconds since the epoch; then it goes on by itself."""

    until: Moment


class Overtime(Entry, frozen=True, tag="overtime"):
    """Time was up and a person was missing: the decision gets extra time once (``Pace.grace``)."""


class PaceAgreed(Entry, frozen=True, tag="pace_agreed"):
    """Another deadline and pace, from the next decision on; an open one without a deadline has one from now on."""

    deadline: Deadline
    pace: Pace


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """The host closed the table before the end."""


class AwayAnnounced(Entry, frozen=True, tag="away_announced"):
    """A player will be away, from ``start`` to ``end``; ``bot`` stands in where the game does not wait."""

    seat: int
    start: Moment
    end: Moment
    bot: Word = ""


class BackAnnounced(Entry, frozen=True, tag="back_announced"):
    """A player is back, or has announced an absence in error."""

    seat: int


class Saved(Struct, frozen=True):
    """An answer that a seat has saved for a question.

    Attributes:
        request: The number of the question.
        action: The answer.
    """

    request: int
    action: Json


class AnswerSaved(Entry, frozen=True, tag="answer_saved"):
    """A seat saved an answer that is handed in when it says so, or when time is up. None: it is dropped.

    It is its owner's alone: it is in no chain, and in no record that leaves.
    """

    seat: int
    request: int
    action: Json | None


class AnswerPlanned(Entry, frozen=True, tag="answer_planned"):
    """A seat planned an answer for the next time that it is asked what it is asked now. None: it plans no more.

    It is its owner's alone, like a saved answer, which it becomes.
    """

    seat: int
    request: int
    action: Json | None


class Proposed(Entry, frozen=True, tag="proposed"):
    """Something was put to the vote, and its seat agrees to it; ``seat`` is None where the vote is secret."""

    seat: int | None
    proposal: Proposal


class VoteCast(Entry, frozen=True, tag="vote_cast"):
    """A seat voted, or changed its vote; what a secret vote needs to be carried makes it so."""

    seat: int
    number: int
    yes: bool


class VoteLapsed(Entry, frozen=True, tag="vote_lapsed"):
    """A vote lapsed, because too few had voted in time."""

    number: int


class RulesChanged(Entry, frozen=True, tag="rules_changed"):
    """Other rules were installed. They replayed all entries so far to the same game, and the game goes on by them.

    Attributes:
        ruleset: Their hash.
    """

    ruleset: Word


AnyEntry = (
    SeatTaken
    | WordsSealed
    | WordsCalled
    | WordsOpened
    | CharacterTaken
    | Began
    | Answered
    | Garbled
    | Withdrew
    | StandingOrderLeft
    | TimeUp
    | Paused
    | Resumed
    | Extended
    | PausedUntil
    | Overtime
    | PaceAgreed
    | TableClosed
    | AwayAnnounced
    | BackAnnounced
    | AnswerSaved
    | AnswerPlanned
    | Proposed
    | VoteCast
    | VoteLapsed
    | RulesChanged
)


class Secret(Struct, frozen=True, forbid_unknown_fields=True):
    """What the commitment hides until the end: hexadecimal, 32 bytes each."""

    seed: Digest
    salt: Digest


class Spoken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message and when it was said.

    Attributes:
        at: Milliseconds since the epoch.
        after: How many entries came before it. Secret: it betrays how often sealed orders were changed.
        message: What was said, by whom and to whom.
        hearers: Who hears it; None: everybody.
    """

    at: Moment
    after: int
    message: Message
    hearers: Hearers | None = None


class Record(Struct):
    """The whole record. Nothing of it leaves the server but what ``turncoat.table.export`` lets out.

    Attributes:
        header: What was agreed on.
        entries: What was accepted, in order.
        talk: All talk, in order.
        secret: Seed and salt.
        chain: The public chain after the last entry.
        changed: A sentence naming the first line of its file that is not what was written; empty if none is known.
    """

    header: Header
    entries: list[AnyEntry] = []
    talk: list[Spoken] = []
    secret: Secret | None = None
    chain: str = ""
    changed: str = ""


def called(entry: AnyEntry) -> str:
    """An entry in words, with its seat: ``answered of seat 2``."""
    seat = getattr(entry, "seat", None)
    return f"{entry.__struct_config__.tag}{'' if seat is None else f' of seat {seat}'}"


def ruleset_of(record: Record) -> str:
    """The hash of the rules by which a record was played last."""
    later = [entry.ruleset for entry in record.entries if isinstance(entry, RulesChanged)]
    return later[-1] if later else record.header.ruleset


def latest(record: Record) -> int:
    """The latest time of which a record speaks, in milliseconds since the epoch."""
    times = (one.at for some in (record.entries, record.talk) for one in some)
    return max(record.header.created, *times, 0)
