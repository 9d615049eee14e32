"""What people do at tables that last for weeks: absences, answers that wait, and commands as they are written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from typing import cast

from msgspec import Struct

from turncoat.bots import usual_bot
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.grammar import read as read_text
from turncoat.kernel.lexicon import listed
from turncoat.kernel.phrase import opening
from turncoat.server import votes
from turncoat.server.auth import Caller
from turncoat.server.keeper import close_if_late
from turncoat.server.next_game import play_again
from turncoat.server.services import Services
from turncoat.server.steering import JOIN, steer
from turncoat.server.table_actions import answer_text, leave, offered, present_request
from turncoat.table import commands
from turncoat.table import record as kept
from turncoat.table.commands import (
    Again,
    Ballot,
    ComeBack,
    Command,
    GoAway,
    Leave,
    Plan,
    Propose,
    Ready,
    Save,
    Steer,
    Withdraw,
)
from turncoat.table.deadline import NoDeadline
from turncoat.table.draft import Draft
from turncoat.table.proof import Receipt
from turncoat.table.proposals import ChangePace
from turncoat.table.record import Json
from turncoat.table.running_time import moment, zone_of
from turncoat.table.table import IN_PHASE, OVER, Phase, Table
from turncoat.table.table_view import talk_grammar_at
from turncoat.table.vote_view import votes_seen


async def announce(services: Services, table_id: str, seat: int, start: int, end: int) -> None:
    """Announce an absence, from and to a time in milliseconds since the epoch; time that has passed does not count.

    Raises:
        Refusal: it was not agreed on, or is too long.
    """
    header = (await services.keeper.table(table_id)).header
    services.limits.check("propose", f"{table_id}/{seat}/away")

    def note(draft: Draft, at: int) -> None:
        close_if_late(draft, at)
        bot = "" if draft.state.pace.away.wait else usual_bot(header.game, seat, header.seats)
        draft.perform(kept.AwayAnnounced(at, seat, max(at, start), end, bot))
        close_if_late(draft, at)

    await services.keeper.change(table_id, note)


def days(table: Table, first: date, last: date) -> tuple[int, int]:
    """The first and the last moment of these days, in the table's time zone."""
    zone = zone_of("UTC" if isinstance(table.deadline, NoDeadline) else table.deadline.zone)
    return moment(first, 0, zone), moment(last + timedelta(days=1), 0, zone)


async def come_back(services: Services, table_id: str, seat: int) -> None:
    """Say that the player is back, or cancel an announced absence.

    Raises:
        Refusal: no absence was announced.
    """
    await services.keeper.perform(table_id, lambda at: kept.BackAnnounced(at, seat))


class AtOneTable(Struct, frozen=True):
    """The effect at one table of an absence that a player announced for all tables.

    Attributes:
        table: The id of the table.
        seat: The seat.
        title: The name of the table.
        refused: One sentence saying why the table does not accept it; empty: it does.
    """

    table: str
    seat: int
    title: str
    refused: str = ""


async def announce_everywhere(services: Services, caller: Caller, first: date, last: date) -> list[AtOneTable]:
    """Say at all tables of the caller whose game is not over that they will be away on these days."""

    async def away(table: Table, seat: int) -> None:
        await announce(services, table.header.table, seat, *days(table, first, last))

    return await _everywhere(services, caller, away)


async def come_back_everywhere(services: Services, caller: Caller) -> list[AtOneTable]:
    """Say at all tables that the caller is back."""

    async def back(table: Table, seat: int) -> None:
        if table.state.seats[seat].absences:
            await come_back(services, table.header.table, seat)

    return await _everywhere(services, caller, back)


async def _everywhere(
    services: Services, caller: Caller, do: Callable[[Table, int], Awaitable[None]]
) -> list[AtOneTable]:
    """Do something at every seat that is the caller's; what is refused at one table changes nothing at the others."""
    found = list[AtOneTable]()
    for table_id, seat in sorted({(claim.table, claim.seated) for claim in caller.claims if claim.seated is not None}):
        table = await services.keeper.table(table_id)
        if table.state.phase in OVER or table.state.seats[seat].by not in caller.names(table_id, seat):
            continue
        try:
            await do(table, seat)
        except Refusal as refusal:
            found.append(AtOneTable(table_id, seat, table.header.title, refusal.sentence))
        else:
            found.append(AtOneTable(table_id, seat, table.header.title))
    return found


async def save(
    services: Services, table_id: str, seat: int, request: int | None, action: Json | None, beside: Sequence[Json] = ()
) -> None:
    """Save an answer without submitting it; None: delete the saved one.

    Args:
        services: The server.
        table_id: The table.
        seat: The seat.
        request: The number of the question; None: the present one.
        action: The answer.
        beside: What the seat does beside it first; if anything is refused, nothing is done.

    Raises:
        TooMany: the answer was changed too often.
        Refusal: the answer could not be submitted.
    """
    number = present_request(await services.keeper.table(table_id), seat) if request is None else request
    services.limits.check("change", f"{table_id}/{seat}/{number}")

    def keep(draft: Draft, at: int) -> None:
        close_if_late(draft, at)
        before = draft.mark()
        try:
            for one in beside:
                draft.perform(kept.Answered(at, seat, number, one))
            if action is not None and draft.game is not None and play.answer_of(draft.game, seat) is not None:
                raise NotAllowed("Your answer is in: take it back first, or change it.", field="action")
            draft.perform(kept.AnswerSaved(at, seat, number, action))
        except Refusal:
            draft.back_to(before)
            raise

    await services.keeper.change(table_id, keep)


async def plan(services: Services, table_id: str, seat: int, request: int | None, action: Json | None) -> None:
    """Plan an answer for the next time that the seat is asked what it is asked now; None: plan no more.

    Raises:
        TooMany: the answer was changed too often.
        Refusal: the seat is asked nothing, or this is not an answer to its question.
    """
    number = present_request(await services.keeper.table(table_id), seat) if request is None else request
    services.limits.check("change", f"{table_id}/{seat}/{number}")

    def note(draft: Draft, at: int) -> None:
        close_if_late(draft, at)
        draft.perform(kept.AnswerPlanned(at, seat, number, action))

    await services.keeper.change(table_id, note)


async def ready(services: Services, table_id: str, seat: int) -> Receipt:
    """Submit the saved answer.

    Raises:
        Refusal: nothing was, or it is not possible any more.
    """

    def hand_in(draft: Draft, at: int) -> Receipt:
        close_if_late(draft, at)
        if seat not in draft.state.saved:
            raise NotAllowed("You have saved no answer to this question.", field="action")
        saved = draft.state.saved[seat]
        draft.perform(kept.Answered(at, seat, saved.request, saved.action))
        return cast("Receipt", draft.receipt)

    return await services.keeper.change(table_id, hand_in)


async def not_ready(services: Services, table_id: str, seat: int) -> None:
    """Withdraw the submitted answer, but keep it as the saved one.

    Raises:
        Refusal: no answer has been submitted.
    """
    rules = (await services.keeper.table(table_id)).rules

    def take_back(draft: Draft, at: int) -> None:
        close_if_late(draft, at)
        answer = None if draft.game is None else play.answer_of(draft.game, seat)
        draft.perform(kept.Withdrew(at, seat))
        if answer is not None and draft.game is not None:
            draft.perform(kept.AnswerSaved(at, seat, draft.game.requests[seat], rules.write_action(answer)))

    await services.keeper.change(table_id, take_back)


# --- what is written ------------------------------------------------------------------------------


async def carry_out(services: Services, caller: Caller, table_id: str, seat: int, line: str) -> str:
    """Do what a caller has written at a seat of theirs: a command, or else an answer; returns a sentence about it.

    Raises:
        Refusal: in one sentence, what cannot be understood or done; nothing has changed.
    """
    table = await services.keeper.table(table_id)
    word = line.strip().partition(" ")[0].casefold()
    of_game = word in [opening(box.action) for box in offered(table, seat).boxes]
    command = None if of_game else commands.read(line, talk_grammar_at(table, seat).seat)
    if command is None:
        receipt = await answer_text(services, table_id, seat, None, line)
        return f"Sealed. Your receipt: salt {receipt.salt}, digest {receipt.digest}."
    if isinstance(command, Steer):
        caller.need_host(table)
        return await steer(services, table, command)
    if isinstance(command, Again):
        made = await play_again(services, caller, table_id, seat)
        return f"The next table is {made.table}. The invitation to your seat: {JOIN}/{made.invitation}"
    return await _do(services, table, seat, command)


async def carry_out_as_host(services: Services, table_id: str, line: str) -> str:
    """Carry out a host's typed command, with or without ``host`` before it; returns a sentence about it.

    Raises:
        Refusal: in one sentence, what cannot be understood or done; nothing has changed.
    """
    table = await services.keeper.table(table_id)
    said = line if line.casefold().startswith("host ") else f"host {line}"
    command = commands.read(said, talk_grammar_at(table, None).seat)
    assert isinstance(command, Steer)
    return await steer(services, table, command)


async def _do(services: Services, table: Table, seat: int, command: Command) -> str:
    table_id = table.header.table
    match command:
        case GoAway(first, last):
            await announce(services, table_id, seat, *days(table, first, last))
            return "Your absence is noted, and everybody at the table is told."
        case ComeBack():
            await come_back(services, table_id, seat)
            return "You are back."
        case Propose(ChangePace(deadline)):
            proposal = ChangePace(deadline, table.state.pace)
            return f"Vote {await votes.propose(services, table_id, seat, proposal)} is open; you agree to it."
        case Leave():
            await leave(services, table_id, seat)
            return "You have left your seat."
        case Propose(proposal):
            return f"Vote {await votes.propose(services, table_id, seat, proposal)} is open; you agree to it."
        case Ballot(number, yes):
            await votes.vote(services, table_id, seat, number, yes=yes)
            return "Your vote is counted."
        case Save() | Plan() | Ready() | Withdraw():
            return await _answer(services, table, seat, command)
        case _:
            return status(table, seat)


async def _answer(services: Services, table: Table, seat: int, command: Save | Plan | Ready | Withdraw) -> str:
    table_id = table.header.table
    match command:
        case Save(text) if text:
            action = table.rules.write_action(read_text(text, offered(table, seat), table.names))
            await save(services, table_id, seat, None, action)
            return "Your answer is saved. It counts when time is up, or when you seal it by writing ready."
        case Save():
            await save(services, table_id, seat, None, None)
            return "Your saved answer is deleted."
        case Plan(text):
            write = table.rules.write_action
            ahead = write(read_text(text, offered(table, seat), table.names)) if text else None
            await plan(services, table_id, seat, None, ahead)
            return "Planned for the next time that you are asked this." if text else "Your plan is deleted."
        case Ready(yes) if yes:
            receipt = await ready(services, table_id, seat)
            return f"Sealed. Your receipt: salt {receipt.salt}, digest {receipt.digest}."
        case Ready():
            await not_ready(services, table_id, seat)
            return "Your answer is taken back, and saved for later."
        case _:
            await services.keeper.withdraw(table_id, seat)
            return "Taken back."


def status(table: Table, seat: int) -> str:
    """The state of a table in a few sentences, as this seat may know it."""
    game, state = table.game, table.state
    said = [IN_PHASE[state.phase]]
    waiting = table.rules.shown_waiting(game) if game is not None and state.phase is Phase.PLAYING else []
    if waiting:
        said.append(f"Waiting for {listed([state.seats[seat].name for seat in waiting])}.")
    if seat in state.saved:
        said.append("You have saved an answer but not sealed it.")
    said += [f"Vote {vote.number}: {vote.text}." for vote in votes_seen(table, seat)]
    said += [f"A bot stands in for {seat.name}." for seat in state.seats if seat.stands_in]
    return " ".join(said)
