"""What the players of a table decide together."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from turncoat.server import votes
from turncoat.server.api.seat import ACTS
from turncoat.server.api.wire import NewBallot, NewProposal, TableId, VoteNumber, WhichSeat
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.services import Services

TAGS = ["Votes"]


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
