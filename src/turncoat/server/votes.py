"""Votes of the players: one proposes something, all vote."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.bots import bot_factory, usual_bot
from turncoat.kernel.errors import Refusal
from turncoat.server.keeper import close_if_late
from turncoat.server.plan import with_bots
from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.proposals import ChangePace, OfferSeat, Proposal, is_secret
from turncoat.table.record import Header


async def propose(services: Services, table_id: str, seat: int, proposal: Proposal) -> int:
    """Start a vote and vote yes; returns the number of the vote.

    Raises:
        TooMany: the seat has started too many votes.
        Refusal: it cannot be done now, such a vote is open, or the seat has no vote on it.
    """
    services.limits.check("propose", f"{table_id}/{seat}")
    whole = _with_bots(proposal, (await services.keeper.table(table_id)).header)

    def put(draft: Draft, at: int) -> tuple[int, bool]:
        close_if_late(draft, at)
        mark = draft.mark()
        try:
            draft.perform(kept.Proposed(at, None if is_secret(whole) else seat, whole))
            number = draft.state.proposed
            if is_secret(whole):
                draft.perform(kept.VoteCast(at, seat, number, True))
        except Refusal:
            draft.back_to(mark)
            raise
        return number, draft.state.host != mark.state.host

    number, other_host = await services.keeper.change(table_id, put)
    if other_host:
        await services.auth.revoke(table_id, None)
    return number


async def vote(services: Services, table_id: str, seat: int, number: int, *, yes: bool) -> None:
    """Vote, or change a vote.

    Raises:
        TooMany: the vote was changed too often.
        Refusal: no such vote is open, or the seat has none.
    """
    services.limits.check("vote", f"{table_id}/{seat}")

    def cast(draft: Draft, at: int) -> bool:
        close_if_late(draft, at)
        host = draft.state.host
        draft.perform(kept.VoteCast(at, seat, number, yes))
        return draft.state.host != host

    if await services.keeper.change(table_id, cast):
        await services.auth.revoke(table_id, None)


def _with_bots(proposal: Proposal, header: Header) -> Proposal:
    """The proposal with the names of its bots filled in, because a later version may have other defaults."""
    if isinstance(proposal, OfferSeat) and not proposal.bot and proposal.seat < header.seats:
        return replace(proposal, bot=usual_bot(header.game, proposal.seat, header.seats))
    if isinstance(proposal, OfferSeat) and proposal.bot:
        bot_factory(header.game, proposal.bot)
    if isinstance(proposal, ChangePace):
        return replace(proposal, pace=with_bots(proposal.pace, header.game, header.seats))
    return proposal
