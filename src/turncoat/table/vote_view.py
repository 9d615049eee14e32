"""A vote as a seat sees it."""

from __future__ import annotations

from msgspec import Struct

from turncoat.table.proposals import Proposal, Vote, in_words, is_secret, needed, seat_of
from turncoat.table.table import Table


class VoteView(Struct, frozen=True):
    """A vote that is open, as a seat (or a spectator) sees it.

    Attributes:
        number: Its number.
        text: What is proposed.
        proposal: The same as data.
        by: Who has proposed it; None: the vote is secret.
        until: When it lapses, in milliseconds since the epoch.
        voters: The seats that have a vote.
        needed: How many of these have to agree.
        ballots: What they have said so far, by seat; of a secret vote nothing but the own.
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
    """The votes that are open at a table."""
    return tuple(_seen(table, vote, seat) for vote in table.state.votes)


def _seen(table: Table, vote: Vote, seat: int | None) -> VoteView:
    about, ballots = seat_of(vote.proposal), vote.ballots
    if is_secret(vote.proposal):
        ballots = {number: yes for number, yes in ballots.items() if number == seat}
    text = f"{in_words(vote.proposal)} {'' if about is None else table.names.label('seat', about)}".strip()
    wanted = needed(vote.proposal, len(vote.voters))
    return VoteView(vote.number, text, vote.proposal, vote.by, vote.until, vote.voters, wanted, ballots)
