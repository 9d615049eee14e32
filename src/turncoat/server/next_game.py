"""The next game with the same people: one table follows another, and everybody has the seat that they had."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.promise import Message, Say
from turncoat.server.auth import Caller
from turncoat.server.keeper import NoSuchTable, SeatPlan, TablePlan
from turncoat.server.own_stream import MOST, newest
from turncoat.server.services import Services
from turncoat.server.store import AlreadyHere
from turncoat.server.table_actions import may_make
from turncoat.table.holders import NOBODY, Seat, holder_of
from turncoat.table.record import SeatKind
from turncoat.table.table import BEFORE, OVER, Table

ASKS = "I want to play again with you. Do you agree?"
"""The message that other players get when a player has made the next table."""


class NextGame(Struct, frozen=True):
    """The table that follows a finished game, and the way to the same seat there.

    Attributes:
        table: The id of the table.
        seat: The seat.
        invitation: Opens the seat once.
        host_key: Gives the host's rights, if the caller has made the table; null: somebody else has made it.
    """

    table: str
    seat: int
    invitation: str
    host_key: str | None = None


def id_of_next(table: Table) -> str:
    """The id of the table that follows, which nobody can know who does not know the secret of this one."""
    return sha256(f"{table.secret.salt} and again".encode()).hexdigest()[:12]


def who_asked(table: Table) -> tuple[int, ...]:
    """The seats whose holders have asked the others to play again."""
    said = (spoken.message for spoken in table.hearing(None).said if spoken.message.said.text == ASKS)
    return tuple(dict.fromkeys(message.sender for message in said if message.sender is not None))


async def asked_again(services: Services, caller: Caller, table: Table) -> tuple[int, ...]:
    """The free seats of a table that are kept for the people of the last one, if the caller had a seat there."""
    if table.header.listed or table.state.phase not in BEFORE:
        return ()
    held = {claim.table for claim in caller.claims if claim.seated is not None} - {table.header.table}
    for last in await services.keeper.glance(await newest(services, held, MOST)):
        if id_of_next(last) == table.header.table:
            pairs = enumerate(zip(last.state.seats, table.state.seats, strict=True))
            return tuple(seat for seat, (was, now) in pairs if not _bot(was) and now.kind is SeatKind.OPEN)
    return ()


async def follows(services: Services, table: Table) -> bool:
    """Whether a player has made the next table."""
    with suppress(NoSuchTable):
        return bool(await services.keeper.table(id_of_next(table)))
    return False


async def play_again(services: Services, caller: Caller, table_id: str, seat: int) -> NextGame:
    """Invite the holder of a seat to the same seat of the next table; the first player who comes makes that table.

    It is agreed on as this one was, is open to nobody else, and begins as soon as all have taken their seats; bots sit
    where they sat for themselves. Where people bring characters, it is the next session of a campaign, and the host
    begins: characters grow first.

    Raises:
        NotAllowed: the game is not over, or somebody else has the seat.
        TooMany: too many tables were made.
    """
    table = await services.keeper.table(table_id)
    if table.state.phase not in OVER:
        raise NotAllowed("The game is not over yet.", field="phase")
    if holder_of(table.state.seats[seat], caller.names(table_id, seat)) == NOBODY:
        raise NotAllowed("Somebody else has this seat now.", field="seat")
    following, host_key = id_of_next(table), None
    if not await follows(services, table):
        may_make(services, caller)
        with suppress(AlreadyHere):
            await services.keeper.create(_plan(table))
            (host_key,) = await services.auth.issue(following, None)
            if table.rules.characters is not None:
                await services.keeper.write(services.campaigns.follow, table_id, following)
            await _ask(services, table_id, seat)
    (invitation,) = await services.auth.invite(following, seat)
    return NextGame(following, seat, invitation, host_key)


async def _ask(services: Services, table_id: str, seat: int) -> None:
    """Tell the other players about the table, in the name of its maker, if talk is allowed."""
    with suppress(Refusal):
        await services.keeper.say(table_id, Message(seat, Say(text=ASKS)))


def _plan(table: Table) -> TablePlan:
    header, state = table.header, table.state
    return TablePlan(
        header.game,
        tuple(SeatPlan(seat.name, _bot(seat)) for seat in state.seats),
        header.options,
        header.title,
        table.deadline,
        header.talk,
        listed=False,
        pace=replace(state.pace, begins="host" if table.rules.characters is not None else "full"),
        table=id_of_next(table),
        programs=header.programs is not False,
    )


def _bot(seat: Seat) -> str:
    """The bot that has a seat for itself; empty: a person has the seat."""
    return seat.bot if seat.kind is SeatKind.BOT and not seat.stands_in else ""
