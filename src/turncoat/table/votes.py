"""Votes: players decide together on what otherwise only a host can do, and on some things that no host can do.

The seat that makes a proposal also votes for it. A vote is carried as soon as enough agree, fails as soon as they
cannot any more, and lapses after three days. A draw and conceding are voted on in secret: such a vote never fails
early, and nobody learns of a ballot before the end, so that nothing about it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import NotAllowed, NotYours, Refusal
from turncoat.kernel.events import Event
from turncoat.table import binding, clock, proof
from turncoat.table import record as kept
from turncoat.table.entries import take
from turncoat.table.milliseconds import DAY
from turncoat.table.proposals import (
    Abandon,
    ChangePace,
    ChooseHost,
    Concede,
    Draw,
    Extension,
    GoOn,
    OfferSeat,
    Pause,
    Proposal,
    Verdict,
    Vote,
    in_words,
    is_secret,
    needed,
    seat_of,
)
from turncoat.table.record import SeatKind, SeatTaken
from turncoat.table.table import BEFORE, Game, Phase, Table, TableState, need
from turncoat.table.table_events import SeatOffered, VoteEnded, VoteProposed

LASTS = 3 * DAY
"""The time for which a vote stays open, in milliseconds."""

VoteEntry = kept.Proposed | kept.VoteCast | kept.VoteLapsed
"""Entries that concern votes."""


def move(table: Table, state: TableState, game: Game | None, entry: VoteEntry) -> Sequence[Event]:
    """Propose, vote, or end a vote whose time is over; returns the events for all players.

    Raises:
        Refusal: it cannot be proposed now, or the seat has no vote.
    """
    match entry:
        case kept.Proposed():
            return _propose(table, state, game, entry)
        case kept.VoteCast():
            return _cast(table, state, game, entry)
        case kept.VoteLapsed():
            return [_end(state, _open(state, entry.number), "lapsed")]


def voters(state: TableState, proposal: Proposal) -> tuple[int, ...]:
    """The seats that vote on a proposal: all people's seats, except the seat about which the others decide."""
    left_out = proposal.seat if isinstance(proposal, OfferSeat | Concede) else None
    seats = enumerate(state.seats)
    return tuple(number for number, seat in seats if seat.kind is SeatKind.PERSON and number != left_out)


def lapse_with_the_decision(state: TableState) -> list[Event]:
    """End votes on more time for a decision that is closed now; returns the events for all players."""
    return [_end(state, vote, "lapsed") for vote in list(state.votes) if isinstance(vote.proposal, Extension)]


def _propose(table: Table, state: TableState, game: Game | None, entry: kept.Proposed) -> Sequence[Event]:
    proposal = entry.proposal
    need(state, *(BEFORE if isinstance(proposal, ChooseHost) else ()), Phase.PLAYING, Phase.PAUSED)
    have_votes = voters(state, proposal)
    _check(state, proposal, have_votes)
    if (entry.seat is None) != is_secret(proposal):
        raise NotAllowed(
            "In a secret vote leave `seat` out; in any other vote give the seat that proposes it.", field="proposal"
        )
    if entry.seat is not None and entry.seat not in have_votes:
        raise NotYours("Only a player who can vote on this can propose it, and you cannot.")
    _carry_out(table, clone(state), game, entry.at, proposal)
    state.proposed += 1
    vote = Vote(state.proposed, proposal, entry.seat, entry.at + LASTS, have_votes)
    state.votes.append(vote)
    told = VoteProposed(vote.number, entry.seat, in_words(proposal), seat_of(proposal))
    if entry.seat is None:
        return [told]
    return [told, *_count(table, state, game, entry.at, _with(state, vote, entry.seat, yes=True))]


def _check(state: TableState, proposal: Proposal, have_votes: Sequence[int]) -> None:
    about = seat_of(proposal)
    if about is not None and about >= len(state.seats):
        raise NotYours(
            f"There is no such seat; this table has the seats 0 to {len(state.seats) - 1}.", field="proposal.seat"
        )
    if any(type(vote.proposal) is type(proposal) for vote in state.votes):
        raise NotAllowed("A vote on this is open already: vote on that one first.", field="proposal")
    if isinstance(proposal, Draw) and len(have_votes) < 2:
        raise NotAllowed("A draw needs at least two people who agree.", field="proposal")
    if isinstance(proposal, OfferSeat):
        seat = state.seats[proposal.seat]
        gone = seat.missed or seat.absent or seat.stands_in
        if seat.offered or not gone or (seat.kind is not SeatKind.PERSON and not seat.stands_in):
            raise NotAllowed(
                f"{seat.name} has not missed the last decision, so this seat cannot be offered to others.",
                field="proposal.seat",
            )
    if isinstance(proposal, ChooseHost) and state.seats[proposal.seat].kind is not SeatKind.PERSON:
        raise NotAllowed("Choose a player who is a person, not a bot.", field="proposal.seat")


def _cast(table: Table, state: TableState, game: Game | None, entry: kept.VoteCast) -> Sequence[Event]:
    vote = _open(state, entry.number)
    if entry.seat not in vote.voters or state.seats[entry.seat].kind is not SeatKind.PERSON:
        raise NotYours("You have no vote on this proposal.")
    if not is_secret(vote.proposal):
        binding.bind(state, entry)
    return _count(table, state, game, entry.at, _with(state, vote, entry.seat, yes=entry.yes))


def _open(state: TableState, number: int) -> Vote:
    for vote in state.votes:
        if vote.number == number:
            return vote
    raise NotAllowed(f"Vote {number} is not open.", field="number")


def _with(state: TableState, vote: Vote, seat: int, *, yes: bool) -> Vote:
    """The vote after a seat has voted or changed its vote."""
    counted = replace(vote, ballots={**vote.ballots, seat: yes})
    state.votes[state.votes.index(vote)] = counted
    return counted


def _count(table: Table, state: TableState, game: Game | None, at: int, vote: Vote) -> Sequence[Event]:
    agreed, wanted = sum(vote.ballots.values()), needed(vote.proposal, len(vote.voters))
    if agreed < wanted:
        lost = len(vote.voters) - (len(vote.ballots) - agreed) < wanted
        return [_end(state, vote, "failed")] if lost and not is_secret(vote.proposal) else []
    if is_secret(vote.proposal):
        state.chain = proof.link(state.chain, at, vote.number, "carried")
    try:
        _carry_out(table, clone(state), game, at, vote.proposal)
    except Refusal:
        return [_end(state, vote, "done without it")]
    return [_end(state, vote, "carried"), *_carry_out(table, state, game, at, vote.proposal)]


def _end(state: TableState, vote: Vote, outcome: Literal["carried", "failed", "lapsed", "done without it"]) -> Event:
    state.votes.remove(vote)
    return VoteEnded(vote.number, in_words(vote.proposal), seat_of(vote.proposal), outcome)


def _carry_out(table: Table, state: TableState, game: Game | None, at: int, proposal: Proposal) -> Sequence[Event]:
    """Carry out the proposal that the players agreed on; returns the events for all players.

    Raises:
        Refusal: what was agreed on cannot be done now.
    """
    match proposal:
        case Extension(minutes, times):
            return clock.move(table, state, game, kept.Extended(at, minutes, times))
        case Pause(days):
            return clock.move(table, state, game, kept.PausedUntil(at, at + days * DAY))
        case GoOn():
            return clock.move(table, state, game, kept.Resumed(at))
        case ChangePace(deadline, pace):
            return clock.move(table, state, game, kept.PaceAgreed(at, deadline, pace))
        case OfferSeat(seat, bot):
            return _offer(state, at, seat, bot)
        case ChooseHost(seat):
            state.host = seat
        case Draw():
            _decide(table, state, at, Verdict("drawn"))
        case Concede(seat):
            _decide(table, state, at, Verdict("conceded", (seat,)))
        case Abandon():
            _decide(table, state, at, Verdict("abandoned"))
    return []


def _offer(state: TableState, at: int, number: int, bot: str) -> Sequence[Event]:
    """A bot stands in, and the seat is offered; its person can come back until somebody has taken it."""
    seat = state.seats[number]
    told: list[Event] = []
    if seat.kind is SeatKind.PERSON:
        told.append(take(state, SeatTaken(at, number, seat.name, SeatKind.BOT, bot, True, by=seat.by)))
    state.seats[number].offered, state.seats[number].free_since = True, at
    return [*told, SeatOffered(number)]


def _decide(table: Table, state: TableState, at: int, verdict: Verdict) -> None:
    """The game ends by agreement: no rule has ended it, so it has no scores and means nothing for characters."""
    need(state, Phase.PLAYING, Phase.PAUSED)
    clock.shut(table, state, at)
    state.verdict = verdict
