"""What can be put to the vote at a table, how many have to agree, and in what words it is put."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turncoat.table.deadline import LONGEST, MOST_LATER, Deadline, length
from turncoat.table.pace import Pace, pace_in_words

SeatNumber = Annotated[int, Meta(ge=0, lt=100)]
"""A seat, from 0."""


class _Proposal(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that players can decide together."""


class Extension(_Proposal, frozen=True, tag="extension"):
    """More time for the open decision.

    Attributes:
        minutes: How much longer.
        times: At a table that keeps clock times instead: this many of these are passed over.
    """

    minutes: Annotated[float, Meta(ge=0, le=LONGEST)] = 0.0
    times: Annotated[int, Meta(ge=0, le=MOST_LATER)] = 0


class Pause(_Proposal, frozen=True, tag="pause"):
    """A pause.

    Attributes:
        days: How many days it lasts, from the moment on that it is agreed to.
    """

    days: Annotated[int, Meta(ge=1, le=60)] = 7


class GoOn(_Proposal, frozen=True, tag="go_on"):
    """The end of a pause."""


class Draw(_Proposal, frozen=True, tag="draw"):
    """The game ends, and nobody wins."""


class Concede(_Proposal, frozen=True, tag="concede"):
    """The game ends, and a seat wins.

    Attributes:
        seat: The seat.
    """

    seat: SeatNumber


class Abandon(_Proposal, frozen=True, tag="abandon"):
    """The table is closed before the end."""


class OfferSeat(_Proposal, frozen=True, tag="offer_seat"):
    """A bot stands in for a player who misses turns, and the seat is offered to others.

    Attributes:
        seat: The seat.
        bot: The bot that stands in; left out: the usual one.
    """

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] = ""


class ChooseHost(_Proposal, frozen=True, tag="choose_host"):
    """A seat has the host's rights from now on; the former host has them no more.

    Attributes:
        seat: The seat.
    """

    seat: SeatNumber


class ChangePace(_Proposal, frozen=True, tag="change_pace"):
    """Another deadline and pace, from the next decision on.

    Attributes:
        deadline: When decisions are closed.
        pace: What else is agreed on about time.
    """

    deadline: Deadline
    pace: Pace = Pace()


Proposal = Extension | Pause | GoOn | Draw | Concede | Abandon | OfferSeat | ChooseHost | ChangePace
"""Anything that can be put to the vote."""

KINDS: dict[str, type[Proposal]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Extension, Pause, GoOn, Draw, Concede, Abandon, OfferSeat, ChooseHost, ChangePace)
}
"""All proposals, by their name in a request."""


class Vote(Struct, frozen=True):
    """A vote that is open.

    Attributes:
        number: The votes of a table are counted from 1.
        proposal: What is voted on.
        by: Who has proposed it; None: the vote is secret.
        until: When it lapses, in milliseconds since the epoch.
        voters: The seats that have a vote.
        ballots: What they have said so far; secret where the vote is.
    """

    number: int
    proposal: Proposal
    by: int | None
    until: int
    voters: tuple[int, ...]
    ballots: dict[int, bool] = {}


class Verdict(Struct, frozen=True):
    """How players have agreed to end a game before its rules did.

    Attributes:
        how: What they have agreed on.
        winners: The seats that win by it.
    """

    how: Literal["drawn", "conceded", "abandoned"]
    winners: tuple[int, ...] = ()


DECIDED = {
    "drawn": "The players have agreed on a draw.",
    "conceded": "The others have conceded the game.",
    "abandoned": "The players have agreed to close this table.",
}
"""Why a table is closed on which players have decided."""


def is_secret(proposal: Proposal) -> bool:
    """Whether nobody learns who has proposed it, who has voted, or how; only that it is carried, or lapsed."""
    return isinstance(proposal, Draw | Concede)


def seat_of(proposal: Proposal) -> int | None:
    """The seat that it is about, if it is about one."""
    return proposal.seat if isinstance(proposal, Concede | OfferSeat | ChooseHost) else None


def needed(proposal: Proposal, voters: int) -> int:
    """How many of the voters have to agree."""
    match proposal:
        case Draw() | Concede() | ChangePace():
            return voters
        case Pause() | Abandon() | OfferSeat():
            return -(-2 * voters // 3)
        case _:
            return voters // 2 + 1


_WORDS: dict[type[Proposal], str] = {
    GoOn: "to go on",
    Draw: "a draw",
    Concede: "to concede the game to",
    Abandon: "to close the table",
    OfferSeat: "to offer others the seat of",
    ChooseHost: "a new host:",
}


def in_words(proposal: Proposal) -> str:
    """What is proposed; the name of the seat that it is about comes right behind."""
    match proposal:
        case Extension(minutes, times) if times:
            return f"to move the deadline by {times} of the agreed times"
        case Extension(minutes):
            return f"{length(minutes)} more"
        case Pause(days):
            return f"a pause of {length(days * 1440)}"
        case ChangePace(deadline, pace):
            return f"another pace: {pace_in_words(deadline, pace)}"
        case _:
            return _WORDS[type(proposal)]
