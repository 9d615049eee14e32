"""The record of a table: its agreed settings, and every accepted entry in order.

A replay of the record gives exactly the same game. ``turncoat.table.record_file`` writes it as a file.
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
"""The version of the file format."""

MOST_SEATS = 100
"""The most seats of a table; no game has that many."""

LATEST = 253_402_300_799_999
"""The latest possible time: the end of the year 9999, in milliseconds since the epoch."""

TableId = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z_-]{1,40}\Z", description="1 to 40 letters, digits, - or _")]
"""The id of a table; it can be part of addresses and file names."""

Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z", description="64 hexadecimal digits")]
"""A digest of 32 bytes as 64 hexadecimal digits."""

Moment = Annotated[int, Meta(ge=0, le=LATEST)]
"""A time in milliseconds since the epoch."""

Word = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""A short name that the program chooses, such as the name of a bot."""

Json = dict[str, Any]
"""Plain data, as JSON can hold them."""


class SeatKind(StrEnum):
    """Who plays at a seat: a person, a bot, or nobody yet."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


Hearers = tuple[tuple[int, int], ...]
"""The readers of something private: seats, each with the number of its holder at that time."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table that were agreed on before the game.

    Attributes:
        table: The id of the table.
        game: The id of the game.
        ruleset: The hash of the rules at the beginning; ``RulesChanged`` entries name later ones.
        title: The title that the host gave the table.
        options: The options of the game.
        seats: The number of seats.
        deadline: The deadline of every decision.
        talk: The talk that is allowed: ``full`` (public and private), ``public`` or ``none``.
        listed: Whether the table is in the public list of open tables.
        commitment: SHA-256 over salt and seed, published before the game begins.
        created: The time at which the table was made, in milliseconds since the epoch.
        programs: False if no program may take a seat. If it is unset, the file has no such field, like older files.
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
    """One change that the table has accepted. ``at`` is its time in milliseconds since the epoch."""

    at: Moment


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A person, a program or a bot takes a seat, or leaves it open.

    The public chain contains a digest of salt and name instead of the name. For a person whose data was deleted, name
    and salt are empty and the digest replaces them; the record can still be verified.

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
    """The game is about to begin: players reveal their random words, and no player can add words any more."""


class WordsOpened(Entry, frozen=True, tag="words_opened"):
    """A seat reveals the words whose digest it has published."""

    seat: int
    words: str


class CharacterTaken(Entry, frozen=True, tag="character_taken"):
    """A seat brings a character into the game, or takes it back.

    Attributes:
        seat: The seat.
        mark: A random name for this use of the character; it identifies nothing else.
        sheet: The character at that time; None if the seat takes it back.
    """

    seat: int
    mark: Word
    sheet: Json | None


class Began(Entry, frozen=True, tag="began"):
    """The game began."""


class Answered(Entry, frozen=True, tag="answered"):
    """A seat submitted an answer, or acted beside the open decision."""

    seat: int
    request: int
    action: Json


class Garbled(Entry, frozen=True, tag="garbled"):
    """A seat submitted an answer that is not legal; the rules choose the answer that counts instead."""

    seat: int
    request: int


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """A seat withdrew its answer."""

    seat: int


class StandingOrderLeft(Entry, frozen=True, tag="standing_order_left", omit_defaults=True):
    """A seat gave a standing order for a question, or (no actions) cancelled it. The first legal action counts.

    Attributes:
        seat: The seat.
        question: The key of the question.
        actions: The answers to give, the preferred one first.
        unless: Answers, of which fields may be left out; while one like them is legal, the seat is asked instead.
    """

    seat: int
    question: str
    actions: tuple[Json, ...]
    unless: tuple[Json, ...] = ()


class TimeUp(Entry, frozen=True, tag="time_up"):
    """The deadline passed; the default answers counted for seats that had not answered."""


class Paused(Entry, frozen=True, tag="paused"):
    """The host stopped the clock."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The host restarted the clock."""


class Extended(Entry, frozen=True, tag="extended"):
    """The host gave more time: minutes, or at a table that keeps clock times this many of these."""

    minutes: float = 0.0
    times: int = 0


class PausedUntil(Entry, frozen=True, tag="paused_until"):
    """The clock was stopped until a time, in milliseconds since the epoch; then it goes on by itself."""

    until: Moment


class Overtime(Entry, frozen=True, tag="overtime"):
    """A person had not answered at the deadline: the decision gets extra time once (``Pace.grace``)."""


class PaceAgreed(Entry, frozen=True, tag="pace_agreed"):
    """Another deadline and pace, from the next decision on; an open one without a deadline has one from now on."""

    deadline: Deadline
    pace: Pace


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """The host closed the table before the end of the game."""


class AwayAnnounced(Entry, frozen=True, tag="away_announced"):
    """A player will be away, from ``start`` to ``end``; ``bot`` stands in where the game does not wait."""

    seat: int
    start: Moment
    end: Moment
    bot: Word = ""


class BackAnnounced(Entry, frozen=True, tag="back_announced"):
    """A player is back, or takes back an announced absence."""

    seat: int


class Saved(Struct, frozen=True):
    """An answer to a question that a seat has saved but not submitted.

    Attributes:
        request: The number of the question.
        action: The saved answer.
    """

    request: int
    action: Json


class AnswerSaved(Entry, frozen=True, tag="answer_saved"):
    """A seat saved an answer, which is submitted when it asks for that, or when time is up. None: it deleted it.

    Only the owner sees it: neither the public chain nor an exported record contains it.
    """

    seat: int
    request: int
    action: Json | None


class AnswerPlanned(Entry, frozen=True, tag="answer_planned"):
    """A seat prepared an answer for the next time it is asked the same question. None: it deleted that answer.

    Only the owner sees it; at the next such question it becomes a saved answer.
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
    """A vote ended without a result, because too few voters had agreed in time."""

    number: int


class RulesChanged(Entry, frozen=True, tag="rules_changed"):
    """The server has new rules; all earlier entries lead to the same game by them, so the game goes on.

    Attributes:
        ruleset: The hash of the new rules.
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
    """The seed and the salt that the commitment hides until the end: 32 bytes each, in hexadecimal."""

    seed: Digest
    salt: Digest


class Spoken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message with its time.

    Attributes:
        at: The time in milliseconds since the epoch.
        after: The number of entries before it. Secret: it would show how often players changed sealed orders.
        message: The message with its sender and its readers.
        hearers: The seats, with their holders, that may read it; None: all.
    """

    at: Moment
    after: int
    message: Message
    hearers: Hearers | None = None


class Record(Struct):
    """The complete record of a table. Only the parts that ``turncoat.table.export`` selects leave the server.

    Attributes:
        header: The agreed settings of the table.
        entries: The accepted entries, in order.
        talk: All messages, in order.
        secret: The seed and the salt.
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
    """The kind and the seat of an entry in words: ``answered of seat 2``."""
    seat = getattr(entry, "seat", None)
    return f"{entry.__struct_config__.tag}{'' if seat is None else f' of seat {seat}'}"


def ruleset_of(record: Record) -> str:
    """The hash of the last rules by which the game of a record was played."""
    later = [entry.ruleset for entry in record.entries if isinstance(entry, RulesChanged)]
    return later[-1] if later else record.header.ruleset


def latest(record: Record) -> int:
    """The latest time that occurs in a record, in milliseconds since the epoch."""
    times = (entry.at for some in (record.entries, record.talk) for entry in some)
    return max(record.header.created, *times, 0)
