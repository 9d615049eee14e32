"""A table, and the seat as which a request sees it."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.server.at_seat import acting
from turncoat.server.regrets import Gone
from turncoat.table.holders import Viewer
from turncoat.table.table import Table
from turncoat.table.table_view import TableView, table_view
from turncoat.web import paths
from turncoat.web.form import first
from turncoat.web.pages import Shell
from turncoat.web.site.page_request import PageRequest


class Look:
    """A table, the seat as which this request sees it, and the seat that the request names."""

    def __init__(self, page_request: PageRequest, table: Table, seat: int | None, wanted: int | None = None) -> None:
        self.page_request, self.table, self.seat, self.wanted = page_request, table, seat, wanted
        self.names = page_request.caller.names(table.header.table, seat)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.table.header.table

    @property
    def own(self) -> int:
        """The seat for which the request acts.

        Raises:
            NoKey: the reader has no seat.
            NotPermitted: none of this table is held, or several are and the form names none.
        """
        return self.page_request.caller.seat(self.id, self.wanted)

    async def acting(self) -> int:
        """The same seat; if a bot stands in for the reader, the reader takes it back (``turncoat.server.at_seat``).

        Raises:
            NoKey: the reader has no seat.
            NotPermitted: none of this table is held, or several are and the form names none.
        """
        return await acting(self.page_request.services, self.page_request.caller, self.id, self.wanted)

    @property
    def host(self) -> bool:
        """Whether the reader is the host."""
        return self.page_request.caller.hosts(self.id, self.table.state.host)

    @property
    def reader(self) -> str:
        """The owner of the stored reading marks: the person, or else a browser that has a seat; empty: nobody."""
        session = self.page_request.caller.session
        return session.owner if session else ""

    @property
    def left(self) -> Gone | None:
        """The seat that the reader has just left and can take back; None: there is none."""
        mine = (regret for regret in self.page_request.services.regrets.of(self.id) if regret.reader == self.reader)
        return next(mine, None) if self.reader and self.seat is None else None

    @property
    def viewer(self) -> Viewer:
        """The seat as which the reader sees the table, and the reader's number among its holders."""
        return self.table.viewer(self.seat, self.names)

    def table_view(self) -> TableView:
        """The table as the reader sees it."""
        return table_view(self.table, *self.viewer)

    def shell(self) -> Shell:
        """The parts of the page that all pages share."""
        several = len(self.page_request.caller.seats(self.id)) > 1
        left = self.left.name if self.left else ""
        return self.page_request.shell(self.seat if several else None, host=self.host, table=self.id, left=left)

    def path(self, part: str = "", to: tuple[int, ...] = ()) -> str:
        """An address of this table for the same seat, with the conversation that is open."""
        several = len(self.page_request.caller.seats(self.id)) > 1
        channel = ",".join(map(str, to)) or None
        return paths.table(self.id, part, seat=self.seat if several else None, to=channel)


async def look_at(page_request: PageRequest, table_id: str) -> Look:
    """The table, as the seat that the address or the form names.

    Raises:
        NoSuchTable: there is no such table.
        NotPermitted: another seat than those that are held was asked for.
    """
    table = await page_request.services.keeper.table(table_id)
    wanted = number(page_request.request.query_params.get("seat") or first(page_request.form, "own"))
    return Look(page_request, table, page_request.caller.viewer(table_id, wanted), wanted)


def channel_of(look: Look) -> tuple[int, ...]:
    """The other seats of the conversation that is open."""
    asked = numbers(",".join(look.page_request.request.query_params.getall("to", []))) or numbers(
        ",".join(look.page_request.form.get("to", ()))
    )
    return tuple(seat for seat in asked if seat < look.table.header.seats and seat != look.seat)


def numbers(text: str) -> tuple[int, ...]:
    """Seat numbers in an address, such as ``1,4``; any other text is ignored."""
    parts: Sequence[str] = text.split(",")
    return tuple(sorted({int(part) for part in parts if part.isdecimal() and len(part) < 4}))


def number(text: str | None) -> int | None:
    """A whole number in an address; None for any other text."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else None
