"""The types of requests and answers, except the views of tables."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from turncoat.kernel.promise import Answer, Pledge, Point
from turncoat.kernel.schema import AnswerData, OptionSchema, OptionsData
from turncoat.server.host_actions import Minutes, Times
from turncoat.server.keeper import SeatPlan
from turncoat.server.table_actions import LONGEST_ACTION_TEXT
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.pace import Pace
from turncoat.table.record import Digest
from turncoat.table.table import Phase
from turncoat.table.words import LONGEST

MOST = 1_000_000_000
"""The greatest number that a request may name."""

LAST_SEAT = 99
"""The highest seat number that a request may name."""

Number = Annotated[int, Meta(ge=0, le=MOST)]
"""A number of an event, a message, a request, a step."""

MESSAGES = 200
"""The number of messages on a page if a request names none."""

MOST_MESSAGES = 500
"""The most messages on a page."""

MOST_EVENTS = 1000
"""The most events on a page; also the number if a request names none."""

SeatNumber = Annotated[int, Meta(ge=0, le=LAST_SEAT)]
"""A seat, from 0."""

TableId = Annotated[str, PathParameter(description="The id of the table.")]
GameId = Annotated[str, PathParameter(description="The id of the game (`truce`).")]
CharacterId = Annotated[str, PathParameter(description="The id of the character.")]
QuestionKey = Annotated[str, PathParameter(description="The key of the question (`auction.bid`).")]
OnlyGame = Annotated[str, QueryParameter(description="The id of a game: list its tables alone. Empty: all tables.")]
AfterTable = Annotated[str, QueryParameter(description="List what comes after the table with this id.")]
WhichSeat = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=LAST_SEAT,
        description="Which of your seats, from 0. You can leave it out with a key, or if you hold only one seat.",
    ),
]
"""Parameters of addresses."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused by name."""


class GameLine(Struct, frozen=True):
    """A game in a list.

    Attributes:
        id: Its id.
        title: Its name.
        summary: One line that describes the game.
        seats: The least and the greatest number of players.
        suggested: The recommended least and greatest number of players.
        bots: The bots that can play it, the strongest last.
    """

    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    suggested: tuple[int, int]
    bots: tuple[str, ...]


class GameView(Struct, frozen=True):
    """A game.

    Attributes:
        game: The line of the list.
        ruleset: Hash of its rules.
        options: For each option its JSON Schema, with title, description, default and rule number.
        actions: The types of answers that the game has.
        rules: The address of the rulebook.
    """

    game: GameLine
    ruleset: str
    options: dict[str, OptionSchema]
    actions: tuple[str, ...]
    rules: str


class TableLine(Struct, frozen=True):
    """A table in a list.

    Attributes:
        id: Its id.
        game: Id of the game.
        title: The name that the host gave the table.
        phase: Whether it waits for players, is being played, or is over.
        created: When it was made, in milliseconds since the epoch.
        due: When time for the open decision runs out.
        seats: Name of each seat, and who sits there.
    """

    id: str
    game: str
    title: str
    phase: Phase
    created: int
    due: int | None
    seats: tuple[tuple[str, str], ...]


class NewTable(Body, frozen=True):
    """The settings that a host chooses for a new table.

    Attributes:
        game: Id of the game.
        seats: Who is to sit where; a seat without a name gets one, a seat with a bot is taken at once.
        options: The game's options; what is left out has its default.
        title: The name of the table.
        deadline: How much time a decision has.
        talk: Who may talk to whom.
        listed: Whether the table shows among the open ones.
        pace: The other settings about time.
        programs: Whether programs, such as language models, may sit down.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=100)]
    options: OptionsData = {}
    title: Annotated[str, Meta(max_length=80)] = ""
    deadline: Deadline = NoDeadline()
    talk: Literal["full", "public", "none"] = "full"
    listed: bool = False
    pace: Pace = Pace()
    programs: bool = True


class NewPace(Body, frozen=True):
    """Another deadline and other settings about time.

    Attributes:
        deadline: How much time a decision has.
        pace: The other settings about time.
    """

    deadline: Deadline
    pace: Pace = Pace()


class NewAnswer(Body, frozen=True):
    """An answer: ``action`` as data, or ``text`` in words.

    Attributes:
        request: The number of the question that is answered; left out: the present one.
        action: The answer as data (``{"type": "attack", "target": 2}``).
        text: The answer in words (``attack agatha``).
    """

    request: Number | None = None
    action: AnswerData | None = None
    text: Annotated[str, Meta(max_length=LONGEST_ACTION_TEXT)] = ""


class NewOrder(Body, frozen=True):
    """A standing order: it gives the first legal one of these answers for the seat.

    Attributes:
        actions: The answers to try, in this order.
        unless: Actions, of which fields may be left out (``{"type": "bid", "amount": 5}``). While an action like one of
            these is legal, the player is asked and the order does nothing.
    """

    actions: Annotated[tuple[AnswerData, ...], Meta(min_length=1, max_length=20)]
    unless: Annotated[tuple[AnswerData, ...], Meta(max_length=100)] = ()


class Speech(Body, frozen=True):
    """A message that a player wants to send.

    Attributes:
        to: The seats that hear it; empty: everyone, including spectators.
        text: The words.
        promise: The answer that the sender promises to give.
        request: The answer that the sender asks another player to give.
        offer: The answer that the sender would give in return.
        about: The number of the offer (a message with a request) that this message replies to.
        answer: The reply to that offer. Agreeing makes both promises at once, heard by those who heard the offer; a
            counter comes with a request of its own; "no" to one's own offer withdraws it.
        point: The place on the board that the message points at.
    """

    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=100)] = ()
    text: Annotated[str, Meta(max_length=LONGEST_ACTION_TEXT)] = ""
    promise: Pledge | None = None
    request: Pledge | None = None
    offer: Pledge | None = None
    about: Number | UnsetType = UNSET
    answer: Answer | UnsetType = UNSET
    point: Point | UnsetType = UNSET


class SeatName(Body, frozen=True):
    """The name of the player who sits down; without one, the seat keeps its name.

    Attributes:
        name: The name that you want to have.
        program: Whether a program plays for you, such as a language model: everybody at the table sees it.
    """

    name: Annotated[str, Meta(max_length=80)] = ""
    program: bool = False


class SealedWords(Body, frozen=True):
    """The digest of random words that you keep secret for now.

    Attributes:
        digest: SHA-256 of ``table/seat/words`` in UTF-8, in hexadecimal; keep the words secret until the host begins.
    """

    digest: Digest


class OpenedWords(Body, frozen=True):
    """The random words of which the seat has sent the digest.

    Attributes:
        words: The words, exactly as they were when you made the digest.
    """

    words: Annotated[str, Meta(max_length=LONGEST)]


class MoreTime(Body, frozen=True):
    """More time for the open decision.

    Attributes:
        minutes: By how many minutes the deadline moves.
        times: At a table whose deadlines are times of day: how many of these times to skip.
    """

    minutes: Minutes = 0.0
    times: Times = 0


class OfSeat(Body, frozen=True):
    """A request about a seat.

    Attributes:
        seat: The seat, from 0.
    """

    seat: SeatNumber


class BotForSeat(Body, frozen=True):
    """A bot for a seat.

    Attributes:
        seat: The seat, from 0.
        bot: The name of the bot.
    """

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)]


class OfSeatOrHost(Body, frozen=True):
    """A request about a seat, or (``seat`` null) about the host's rights.

    Attributes:
        seat: The seat, from 0; null: the host's rights.
    """

    seat: SeatNumber | None


class KeyForSeat(Struct, frozen=True):
    """A new key for a seat: a program that has the key plays the seat.

    Attributes:
        seat: The seat, from 0.
        key: The key; the server shows it only this once. Empty: the seat keeps the key with which you were a substitute
            for it.
    """

    seat: int
    key: str


class KeyToStandBy(Struct, frozen=True):
    """A key that opens no seat yet: send it with ``claim`` when one is free, and it opens that.

    Attributes:
        key: The key; the server shows it only this once.
    """

    key: str


class InvitationToSeat(Struct, frozen=True):
    """An invitation to a seat, or (``seat`` null) to the host's rights: the part of a link after ``/join/``.

    Attributes:
        seat: The seat, from 0; null: the host's rights.
        invitation: The secret part of the link; it works once.
    """

    seat: int | None
    invitation: str


class GivenInvitation(Body, frozen=True):
    """An invitation that somebody received; the whole link works too.

    Attributes:
        invitation: The invitation, or the link that ends with it.
    """

    invitation: Annotated[str, Meta(max_length=1000)]


class OwnKey(Struct, frozen=True):
    """A program's own key: to a seat of a table, or (``seat`` null) to the host's rights.

    Attributes:
        table: The id of the table.
        seat: The seat, from 0; null: the host's rights.
        key: The key; the server shows it only this once.
    """

    table: str
    seat: int | None
    key: str


class SignIn(Body, frozen=True):
    """A name and a passphrase.

    Attributes:
        name: The name.
        passphrase: At least eight characters.
        new: Whether to create an account; it then owns the seats that the browser holds.
    """

    name: Annotated[str, Meta(max_length=200)]
    passphrase: Annotated[str, Meta(max_length=1000)]
    new: bool = False


class Held(Struct, frozen=True):
    """Something that the caller holds: a seat of a table, a place on its standby list, or the host's rights.

    Attributes:
        table: The id of the table.
        seat: The seat, from 0; -1: the caller stands by for one; null: the host's rights.
    """

    table: str
    seat: int | None


class Named(Struct, frozen=True):
    """The name of the signed-in person; empty: nobody is signed in.

    Attributes:
        name: The name.
    """

    name: str


class Me(Struct, frozen=True):
    """The caller of a request.

    Attributes:
        name: The name of the signed-in person; empty: nobody is signed in.
        held: The seats and tables that the caller holds.
        token: Send it as ``x-csrf-token`` with every change if a cookie identifies you.
    """

    name: str
    held: tuple[Held, ...]
    token: str
