"""Requests about what all players of a table decide together: pauses, votes, absences."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from turncoat.kernel.schema import AnswerData
from turncoat.server import correspondence, votes
from turncoat.server.api.seat import ACTS
from turncoat.server.api.wire import Body, Number, TableId, WhichSeat
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.next_game import NextGame, play_again
from turncoat.server.services import Services
from turncoat.server.table_actions import LONGEST_ACTION_TEXT
from turncoat.table.proof import Receipt
from turncoat.table.proposals import Proposal
from turncoat.table.record import LATEST

TAGS = ["Together"]


class NewProposal(Body, frozen=True):
    """Something to vote on.

    Attributes:
        proposal: What the vote is about.
    """

    proposal: Proposal


class NewBallot(Body, frozen=True):
    """A vote.

    Attributes:
        number: The number of the vote.
        yes: Whether you agree.
    """

    number: Number
    yes: bool


class VoteNumber(Struct, frozen=True):
    """The number of the vote, as in the list of open votes.

    Attributes:
        number: Its number; the view of the table has it among ``votes`` while it is open.
    """

    number: int


@post("/tables/{table:str}/votes", tags=TAGS, responses=ACTS)
async def propose(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[NewProposal],
    seat: WhichSeat = None,
) -> VoteNumber:
    """Start a vote; you have then voted yes. It passes at once if nobody else may vote."""
    own = await acting(services, caller, table, seat)
    return VoteNumber(await votes.propose(services, table, own, data.proposal))


@post("/tables/{table:str}/ballot", tags=TAGS, status_code=204, responses=ACTS)
async def cast(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[NewBallot],
    seat: WhichSeat = None,
) -> None:
    """Vote, or change your vote while it is open."""
    await votes.vote(services, table, await acting(services, caller, table, seat), data.number, yes=data.yes)


class NewAbsence(Body, frozen=True):
    """An absence, in milliseconds since the epoch.

    Attributes:
        start: When it begins; time that has already passed does not count.
        end: When it ends.
    """

    start: Annotated[int, Meta(ge=0, le=LATEST)]
    end: Annotated[int, Meta(ge=0, le=LATEST)]


class SavedAnswer(Body, frozen=True):
    """An answer that is saved and not submitted yet.

    Attributes:
        request: The number of the question that it is for; left out: the present one.
        action: The answer as data; null: delete the saved answer.
        next: Whether it is for the next time that you are asked this: it is saved then, if it is possible.
    """

    request: Number | None = None
    action: AnswerData | None = None
    next: bool = False


class Written(Body, frozen=True):
    """A command that a player types at the table.

    Attributes:
        text: A command or an answer, such as ``propose pause 3``.
    """

    text: Annotated[str, Meta(max_length=LONGEST_ACTION_TEXT)]


class Reply(Struct, frozen=True):
    """One sentence about what a command has done.

    Attributes:
        said: The sentence.
    """

    said: str


@post("/tables/{table:str}/away", tags=TAGS, status_code=204, responses=ACTS)
async def go_away(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[NewAbsence],
    seat: WhichSeat = None,
) -> None:
    """Say that you will be away, within the limits of the table (``pace.away``); all players are told."""
    await services.keeper.table(table)
    await correspondence.announce(services, table, caller.seat(table, seat), data.start, data.end)


@post("/tables/{table:str}/back", tags=TAGS, status_code=204, responses=ACTS)
async def come_back(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, seat: WhichSeat = None
) -> None:
    """Say that you are back early, or cancel an absence that you have announced."""
    own = await acting(services, caller, table, seat)
    await correspondence.come_back(services, table, own)


@post("/tables/{table:str}/save", tags=TAGS, status_code=204, responses=ACTS)
async def save(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[SavedAnswer],
    seat: WhichSeat = None,
) -> None:
    """Save an answer without submitting it: nobody sees that, it closes nothing, and it counts when time is up."""
    own = await acting(services, caller, table, seat)
    keep = correspondence.plan if data.next else correspondence.save
    await keep(services, table, own, data.request, data.action)


@post("/tables/{table:str}/ready", tags=TAGS, status_code=200, responses=ACTS)
async def ready(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, seat: WhichSeat = None
) -> Receipt:
    """Submit the answer that you have saved."""
    return await correspondence.ready(services, table, await acting(services, caller, table, seat))


@post("/tables/{table:str}/not-ready", tags=TAGS, status_code=204, responses=ACTS)
async def not_ready(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, seat: WhichSeat = None
) -> None:
    """Withdraw your answer, but keep it as the saved one."""
    await correspondence.not_ready(services, table, await acting(services, caller, table, seat))


@post("/tables/{table:str}/command", tags=TAGS, status_code=200, responses=ACTS)
async def write(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[Written],
    seat: WhichSeat = None,
) -> Reply:
    """Carry out a typed command: ``away 2026-12-20 to 2027-01-03``, ``propose draw``, ``vote 3 yes``, ``save loot``."""
    own = await acting(services, caller, table, seat)
    return Reply(await correspondence.carry_out(services, caller, table, own, data.text))


@post("/tables/{table:str}/again", tags=TAGS, status_code=200, responses=ACTS)
async def again(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, seat: WhichSeat = None
) -> NextGame:
    """Play again with the same people, once the game is over: an invitation to your seat at the next table."""
    made = await play_again(services, caller, table, caller.seat(table, seat))
    if made.host_key is not None and caller.session is not None:
        await services.auth.hold(caller.session, made.host_key)
    return made


HANDLERS = (propose, cast, go_away, come_back, save, ready, not_ready, write, again)
