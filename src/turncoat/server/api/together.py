"""What the players of a table decide together."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from turncoat.server import votes
from turncoat.server.api.seat import ACTS
from turncoat.server.api.wire import Body, Number, TableId, WhichSeat
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.services import Services
from turncoat.table.proposals import Proposal

TAGS = ["Votes"]


class NewProposal(Body, frozen=True):
    """Something that is put to the vote.

    Attributes:
        proposal: What is proposed.
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
    """The number of a vote.

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
    """Put something to the vote; you agree to it by that. It is carried at once if nobody else has a vote."""
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


HANDLERS = (propose, cast)
