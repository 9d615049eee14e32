"""What can be put to the vote at a table, how many have to agree, and in what words it is put."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turncoat.table.deadline import LONGEST, MOST_LATER, Deadline, length
from turncoat.table.pace import Pace, pace_in_words

SeatNumber = Annotated[int, Meta(ge=0, lt=100)]
"""The number of a seat, from 0."""


class _Proposal(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proposal on which the players of a table can vote."""


class Extension(_Proposal, frozen=True, tag="extension"):
    """Give more time for the open decision.

    Attributes:
        minutes: The minutes to add.
        times: At a table with fixed clock times: the number of those times to skip, instead of minutes.
    """

    minutes: Annotated[float, Meta(ge=0, le=LONGEST)] = 0.0
    times: Annotated[int, Meta(ge=0, le=MOST_LATER)] = 0


class Pause(_Proposal, frozen=True, tag="pause"):
    """Pause the game.

    Attributes:
        days: The length of the pause in days, from the moment at which it is agreed to.
    """

    days: Annotated[int, Meta(ge=1, le=60)] = 7


class GoOn(_Proposal, frozen=True, tag="go_on"):
    """End a pause."""


class Draw(_Proposal, frozen=True, tag="draw"):
    """End the game without a winner."""


class Concede(_Proposal, frozen=True, tag="concede"):
    """End the game; one seat wins.

    Attributes:
        seat: The seat.
    """

    seat: SeatNumber


class Abandon(_Proposal, frozen=True, tag="abandon"):
    """Close the table before the end of the game."""


class OfferSeat(_Proposal, frozen=True, tag="offer_seat"):
    """Let a bot stand in for a player who misses turns, and offer the seat to other people.

    Attributes:
        seat: The seat.
        bot: The bot that stands in; left out: the game's usual bot.
    """

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] = ""


class ChooseHost(_Proposal, frozen=True, tag="choose_host"):
    """Give the host's rights to a seat; the former host loses them.

    Attributes:
        seat: The seat.
    """

    seat: SeatNumber


class ChangePace(_Proposal, frozen=True, tag="change_pace"):
    """Change deadline and pace from the next decision on.

    Attributes:
        deadline: The new deadline.
        pace: The other new agreements about time.
    """

    deadline: Deadline
    pace: Pace = Pace()


Proposal = Extension | Pause | GoOn | Draw | Concede | Abandon | OfferSeat | ChooseHost | ChangePace
"""Any proposal on which players can vote."""

KINDS: dict[str, type[Proposal]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Extension, Pause, GoOn, Draw, Concede, Abandon, OfferSeat, ChooseHost, ChangePace)
}
"""All kinds of proposals, by their name in a request."""


class Vote(Struct, frozen=True):
    """A vote that has not ended yet.

    Attributes:
        number: The number of the vote; a table numbers its votes from 1.
        proposal: The proposal to vote on.
        by: The seat that has made the proposal; None: the vote is secret.
        until: The time at which the vote ends without a result, in milliseconds since the epoch.
        voters: The seats that may vote.
        ballots: The votes so far, by seat: whether the seat agrees; secret if the vote is secret.
    """

    number: int
    proposal: Proposal
    by: int | None
    until: int
    voters: tuple[int, ...]
    ballots: dict[int, bool] = {}


class Verdict(Struct, frozen=True):
    """The agreement by which players ended a game early.

    Attributes:
        how: The kind of the agreement.
        winners: The seats that win by the agreement.
    """

    how: Literal["drawn", "conceded", "abandoned"]
    winners: tuple[int, ...] = ()


DECIDED = {
    "drawn": "The players have agreed on a draw.",
    "conceded": "The others have conceded the game.",
    "abandoned": "The players have agreed to close this table.",
}
"""For each agreement, the reason for which the table is closed."""


def is_secret(proposal: Proposal) -> bool:
    """Whether nobody learns who has proposed it, who has voted, or how; only that it is carried, or lapsed."""
    return isinstance(proposal, Draw | Concede)


def seat_of(proposal: Proposal) -> int | None:
    """The seat that a proposal is about; None if it is about no seat."""
    return proposal.seat if isinstance(proposal, Concede | OfferSeat | ChooseHost) else None


def needed(proposal: Proposal, voters: int) -> int:
    """The number of voters who must agree to a proposal."""
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
    """The proposal in words; the caller adds the name of the seat at the end, if the proposal is about one."""
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
