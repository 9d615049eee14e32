"""Who asks through MCP, and for which seat: only the key of the request decides that, never an argument of a tool."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.problems import NotPermitted
from turncoat.server.services import Services
from turncoat.table.table import Table
from turncoat.table.table_view import TableView, table_view


class Place(Struct, frozen=True):
    """A seat of a table, and the agent that plays it.

    Attributes:
        table: The table.
        seat: The seat.
        holder: The agent's number among the holders of the seat.
        names: The names of the agent as a holder of the seat.
    """

    table: Table
    seat: int
    holder: int
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.table.header.table

    @property
    def view(self) -> TableView:
        """Everything that the agent may know about the table."""
        return table_view(self.table, self.seat, self.holder)


class Asked(Struct, frozen=True):
    """A request of an agent.

    Attributes:
        services: The server.
        caller: The sender of the request.
    """

    services: Services
    caller: Caller

    @property
    def tables(self) -> tuple[str, ...]:
        """The ids of the tables at which the key has a seat, each once."""
        seated = (claim.table for claim in self.caller.claims if claim.seated is not None)
        return tuple(dict.fromkeys(seated))

    def table_id(self, wanted: str) -> str:
        """The table of the call: the one it names, or the key's only table.

        Raises:
            NotPermitted: the key gives no seat there; or none at all; or several, and no table is named.
        """
        known = self.tables
        if wanted and wanted not in known:
            raise NotPermitted(f"Your key gives you no seat at a table {wanted[:40]}.", field="table", choices=known)
        if wanted:
            return wanted
        if not known:
            raise NotPermitted("Your key gives you no seat; sit_down takes one at an open table.", field="table")
        if len(known) > 1:
            raise NotPermitted("You sit at several tables: say which table you mean.", field="table", choices=known)
        return known[0]

    async def place(self, wanted: str) -> Place:
        """The seat through which the agent sees the table.

        Raises:
            NotPermitted: see ``table_id``.
        """
        table = await self.services.keeper.table(self.table_id(wanted))
        self.services.cleanup.visit(table.header.table)
        seat = self.caller.seat(table.header.table)
        names = self.caller.names(table.header.table, seat)
        return Place(table, seat, table.viewer(seat, names)[1], names)

    async def act(self, wanted: str) -> Place:
        """The seat for which the agent acts; a bot that stands in for it there goes away first.

        Raises:
            NotPermitted: see ``table_id``.
            NotAllowed: the agent has not taken the seat, or somebody else has it.
        """
        there = await self.place(wanted)
        taken = there.table.state.seats[there.seat]
        if taken.by not in there.names or not taken.program:
            raise NotAllowed("You have not taken this seat as a program: call sit_down.", field="table")
        await acting(self.services, self.caller, there.id, there.seat)
        return await self.place(wanted)


def may_ask(caller: Caller) -> None:
    """Accept the key of a request to ``/mcp``.

    Raises:
        NotPermitted: the key is a host's.
    """
    if caller.key is not None and caller.key.seat is None:
        raise NotPermitted("This is a host's key. An agent needs the key of a seat.")
