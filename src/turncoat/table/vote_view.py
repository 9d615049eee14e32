"""A vote of the players, as a seat sees it."""

from __future__ import annotations

from msgspec import Struct

from turncoat.table.proposals import Proposal, Vote, in_words, is_secret, needed, seat_of
from turncoat.table.table import Table


class VoteView(Struct, frozen=True):
    """An open vote as a seat or a spectator sees it.

    Attributes:
        number: The number of the vote.
        text: The proposal in words.
        proposal: The proposal as data.
        by: The seat that has made the proposal; None: the vote is secret.
        until: The time at which the vote ends without a result, in milliseconds since the epoch.
        voters: The seats that may vote.
        needed: The number of voters who must agree.
        ballots: The votes so far, by seat; if the vote is secret, only the reader's own.
    """

    number: int
    text: str
    proposal: Proposal
    by: int | None
    until: int
    voters: tuple[int, ...]
    needed: int
    ballots: dict[int, bool]


def votes_seen(table: Table, seat: int | None) -> tuple[VoteView, ...]:
    """The open votes of a table, as a seat sees them."""
    return tuple(_seen(table, vote, seat) for vote in table.state.votes)


def _seen(table: Table, vote: Vote, seat: int | None) -> VoteView:
    about, ballots = seat_of(vote.proposal), vote.ballots
    if is_secret(vote.proposal):
        ballots = {number: yes for number, yes in ballots.items() if number == seat}
    text = f"{in_words(vote.proposal)} {'' if about is None else table.names.label('seat', about)}".strip()
    wanted = needed(vote.proposal, len(vote.voters))
    return VoteView(vote.number, text, vote.proposal, vote.by, vote.until, vote.voters, wanted, ballots)
