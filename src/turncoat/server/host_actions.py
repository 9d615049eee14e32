"""The actions of a table's host, after the server has checked that the caller is the host."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from turncoat.bots import bot_factory, bot_for_seat, usual_bot
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.server import characters
from turncoat.server.plan import with_bots
from turncoat.server.random_words import keep_words
from turncoat.server.services import Services
from turncoat.server.table_actions import free_seats, spare_name
from turncoat.table import record as kept
from turncoat.table import words
from turncoat.table.deadline import LONGEST, MOST_LATER, Deadline
from turncoat.table.draft import Draft
from turncoat.table.holders import Seat
from turncoat.table.pace import Pace
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Phase, Table

Minutes = Annotated[float, Meta(ge=0, le=LONGEST)]
"""A number of minutes: up to 31 days."""

Times = Annotated[int, Meta(ge=0, le=MOST_LATER)]
"""A number of the table's times of day."""


async def start(services: Services, table_id: str, bot: str = "") -> None:
    """Begin the game: at once, or as soon as words that seats have committed to are opened, in a few seconds.

    Args:
        services: The server.
        table_id: The table.
        bot: Sits down in every seat that is still free, if it is made for it, else the usual one; empty: then the
            game cannot begin.

    Raises:
        NotAllowed: somebody is missing, it has begun, or a character that was brought cannot come.
        BadSetup: there is no such bot.
    """
    table = await services.keeper.table(table_id)
    if bot:
        bot_factory(table.header.game, bot)

    def begin(draft: Draft, at: int) -> None:
        if bot and draft.state.phase is Phase.GATHERING:
            for seat in free_seats(draft.state.seats):
                named = bot_for_seat(table.header.game, bot, seat, table.header.seats)
                draft.perform(kept.SeatTaken(at, seat, draft.state.seats[seat].name, SeatKind.BOT, named))
        _call_for_words(services, draft, at)

    await characters.begin(services, table_id, begin)


async def begin_by_itself(services: Services, table_id: str) -> None:
    """Begin a game as it was agreed on beforehand; the usual bots take the seats that are free.

    Raises:
        Refusal: the game cannot begin yet.
    """
    header = (await services.keeper.table(table_id)).header
    await start(services, table_id, usual_bot(header.game, 0, header.seats))


def _call_for_words(services: Services, draft: Draft, at: int) -> None:
    """Begin; if anybody has committed to words, they are opened first, and the server takes part for all others."""
    if draft.state.phase is Phase.GATHERING and draft.state.words:
        for seat in range(len(draft.state.seats)):
            if seat not in draft.state.words:
                draft.perform(keep_words(services, draft.table.header.table, seat)(at))
        draft.perform(kept.WordsCalled(at))
    if draft.state.phase is not Phase.OPENING or not words.awaited(draft.state):
        draft.perform(kept.Began(at))


async def pause(services: Services, table_id: str, until: int | None = None) -> None:
    """Stop the clock, until a time in milliseconds since the epoch, or (None) until somebody has it go on.

    Raises:
        NotAllowed: the game is not under way; the time has passed or is too far away.
    """
    await services.keeper.perform(table_id, lambda at: kept.PausedUntil(at, until) if until else kept.Paused(at))


async def change_pace(services: Services, table_id: str, deadline: Deadline, pace: Pace) -> None:
    """Set another deadline and pace, from the next decision on.

    Raises:
        BadSetup: a sentence in a sentence that names what is not possible.
        NotAllowed: the game is over.
    """
    header = (await services.keeper.table(table_id)).header
    agreed = with_bots(pace, header.game, header.seats)
    await services.keeper.perform(table_id, lambda at: kept.PaceAgreed(at, deadline, agreed))


async def resume(services: Services, table_id: str) -> None:
    """Start the clock again after a pause.

    Raises:
        NotAllowed: the table is not paused.
    """
    await services.keeper.perform(table_id, kept.Resumed)


async def extend(services: Services, table_id: str, minutes: float = 0.0, times: int = 0) -> None:
    """Give more time: minutes, or at a table with times of day, this many of these.

    Raises:
        NotAllowed: there is no deadline, it is made of the other, or the length is not possible.
    """
    await services.keeper.perform(table_id, lambda at: kept.Extended(at, minutes, times))


async def close(services: Services, table_id: str) -> None:
    """Close the table before its game is over.

    Raises:
        NotAllowed: the game is over already.
    """
    await services.keeper.perform(table_id, kept.TableClosed)


async def seat_bot(services: Services, table_id: str, seat: int, bot: str) -> None:
    """Put a bot on a seat; if a person has the seat, the bot only stands in for them.

    Raises:
        Refusal: there is no such seat or bot, or the game is over.
    """
    table = await services.keeper.table(table_id)
    bot_factory(table.header.game, bot)
    there = _seat(table, seat)
    stands_in = there.kind is SeatKind.PERSON or there.stands_in
    by, kind = there.by if stands_in else "", SeatKind.BOT
    await services.keeper.perform(
        table_id, lambda at: kept.SeatTaken(at, seat, there.name, kind, bot, stands_in, by=by)
    )


async def seat_person(services: Services, table_id: str, seat: int) -> None:
    """Hand the seat of a bot to a person: to the one for whom it stands in, if they hold a key, else to anybody.

    The game does not wait for a free seat: its bot plays on until a person takes it.

    Raises:
        Refusal: there is no such seat, no bot sits there, or the game is over.
    """
    there = _seat(await services.keeper.table(table_id), seat)
    if there.kind is not SeatKind.BOT:
        raise NotAllowed(f"No bot sits at {there.name}'s seat.", field="seat")
    back = there.stands_in and seat in await services.auth.active(table_id)

    def hand_over(draft: Draft, at: int) -> None:
        if back:
            draft.perform(kept.SeatTaken(at, seat, there.name, SeatKind.PERSON, by=there.by))
        else:
            bot = "" if draft.state.phase is Phase.GATHERING else there.bot
            draft.perform(kept.SeatTaken(at, seat, there.name, SeatKind.OPEN, bot))

    await services.keeper.change(table_id, hand_over)


async def new_link(services: Services, table_id: str, seat: int | None, maker: str = "") -> str:
    """Make another invitation to a seat; older unused ones, and the player of the seat, stay.

    Args:
        services: The server.
        table_id: The table.
        seat: The seat; None: the host's rights.
        maker: The secret of a session that may show the invitation again later.

    Raises:
        NotYours: there is no such seat.
    """
    table = await services.keeper.table(table_id)
    if seat is not None:
        _seat(table, seat)
    (invitation,) = await services.auth.invite(table_id, seat, maker=maker)
    return invitation


async def revoke_links(services: Services, table_id: str, seat: int) -> None:
    """Revoke all keys and invitations of a seat, which ends its streams.

    The game does not wait for this seat: it is free now. During the game a bot plays it until somebody sits down. At a
    listed table anyone can sit down.

    Raises:
        NotYours: there is no such seat.
        NotAllowed: the game is about to begin, and nobody can sit down instead.
    """
    table = await services.keeper.table(table_id)
    _seat(table, seat)
    if table.state.phase is Phase.OPENING:
        raise NotAllowed(
            "The game is about to begin, so nobody has been removed. Try again in a moment: then a bot can stand in.",
            field="phase",
        )
    await services.auth.revoke(table_id, seat)
    bot = usual_bot(table.header.game, seat, table.header.seats)

    def send_away(draft: Draft, at: int) -> None:
        there, phase = draft.state.seats[seat], draft.state.phase
        if there.kind is SeatKind.PERSON and phase is Phase.GATHERING:
            draft.perform(kept.SeatTaken(at, seat, spare_name(draft, seat), SeatKind.OPEN))
        elif there.kind is SeatKind.PERSON and phase not in OVER:
            draft.perform(kept.SeatTaken(at, seat, there.name, SeatKind.OPEN, bot))

    await services.keeper.change(table_id, send_away)


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.state.seats):
        raise NotYours(
            f"There is no such seat; this table has the seats 0 to {len(table.state.seats) - 1}.", field="seat"
        )
    return table.state.seats[number]
