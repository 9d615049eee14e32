"""Carries out the commands that a host types at a table (``turncoat.table.commands.HOST``)."""

from __future__ import annotations

from turncoat.bots import usual_bot
from turncoat.server import host_actions
from turncoat.server.services import Services
from turncoat.table.commands import Steer
from turncoat.table.milliseconds import DAY
from turncoat.table.table import Table

JOIN = "/join"
"""The path of a server's page for invitations."""


async def steer(services: Services, table: Table, command: Steer) -> str:
    """Carry out a host's command; returns a sentence about it.

    Raises:
        Refusal: it cannot be done now.
    """
    table_id, seat = table.header.table, command.seat
    if command.what == "link":
        return f"The invitation: {JOIN}/{await host_actions.new_link(services, table_id, seat)}"
    if seat is not None:
        await _at_seat(services, table, command, seat)
    else:
        await _at_table(services, table, command)
    return "Done."


async def _at_seat(services: Services, table: Table, command: Steer, seat: int) -> None:
    table_id, header = table.header.table, table.header
    match command.what:
        case "bot":
            await host_actions.seat_bot(services, table_id, seat, usual_bot(header.game, seat, header.seats))
        case "person":
            await host_actions.seat_person(services, table_id, seat)
        case _:
            await host_actions.revoke_links(services, table_id, seat)


async def _at_table(services: Services, table: Table, command: Steer) -> None:
    table_id, amount = table.header.table, command.amount
    match command.what:
        case "begin":
            await host_actions.begin_by_itself(services, table_id)
        case "extend":
            minutes, times = (0.0, amount) if command.times else (float(amount), 0)
            await host_actions.extend(services, table_id, minutes, times)
        case "pause":
            await host_actions.pause(services, table_id, services.keeper.now() + amount * DAY if amount else None)
        case "go on":
            await host_actions.resume(services, table_id)
        case "pace":
            await host_actions.change_pace(services, table_id, command.deadline, table.state.pace)
        case _:
            await host_actions.close(services, table_id)
