"""A client that waits, made by ``python -m scripts.client``: change ``turncoat.client.asynchronous``."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from time import sleep
from types import NoneType, TracebackType
from typing import Self, TypeVar

import httpx2

from turncoat.client.replies import (
    FIRST_WAIT,
    LATER,
    LONGEST_WAIT,
    NEWS,
    NOTHING,
    PATIENCE,
    Changed,
    Lines,
    Refused,
    Told,
    decoded,
    lost,
    read,
    refused,
    written,
)
from turncoat.client.seen import Replayed, Seen
from turncoat.kernel.boxes import Action
from turncoat.kernel.promise import Say
from turncoat.server.api.people import BotAccount
from turncoat.server.api.wire import GameLine, KeyForSeat, Me, NewTable, OwnKey, TableLine
from turncoat.server.own_stream import News
from turncoat.server.records import Step
from turncoat.server.table_actions import Created
from turncoat.table.proof import Receipt
from turncoat.table.table_view import EventView, MessageView, TableView

T = TypeVar("T")


class Client:
    """A connection to a server with a key (of a seat, a host or a bot account), or without one.

    Every method can raise a ``Refusal``: ``Refused``, whose sentence says why, or ``NoConnection``.

    Args:
        server: The address of the server, such as ``https://games.example``.
        key: The key, as the server gave it.
        patience: Seconds of silence after which the server counts as lost.
        first_wait: Seconds before the first try to reconnect a broken stream.
        transport: Sends the requests; None: over the network.
    """

    def __init__(
        self,
        server: str,
        key: str = "",
        *,
        patience: float = PATIENCE,
        first_wait: float = FIRST_WAIT,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.server, self.key, self.first_wait = server.rstrip("/"), key, first_wait
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._http = httpx2.Client(
            base_url=f"{self.server}/api/", headers=headers, timeout=patience, transport=transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(self, method: str, path: str, kind: type[T], body: object = None, **query: object) -> T:
        """Send any request of the API.

        Args:
            method: ``GET``, ``POST``, ``PUT`` or ``DELETE``.
            path: What comes after ``/api/``.
            kind: The type of the reply; ``bytes``: unchanged; ``NoneType``: no reply.
            body: The data to send as JSON.
            query: Parameters of the address; those that are None are left out.
        """
        given = {name: str(value) for name, value in query.items() if value is not None}
        try:
            response = self._http.request(method, path, content=written(body), params=given)
        except httpx2.TransportError as fault:
            raise lost(self.server, fault) from None
        return read(self.server, response.status_code, response.content, kind)

    # --- who one is, and which tables there are -----------------------------------------------

    def who(self) -> Me:
        """Whose key this is, and the seats that it holds."""
        return self.ask("GET", "session", Me)

    def new_bot(self, name: str) -> BotAccount:
        """Make an account for a bot; save its key, which is told only now."""
        return self.ask("POST", "bots", BotAccount, {"name": name})

    def games(self) -> list[GameLine]:
        """The games of the server."""
        return self.ask("GET", "games", list[GameLine])

    def tables(self, game: str = "", after: str = "") -> list[TableLine]:
        """The open tables, the newest first, 50 at a time; only of one game, if it is named."""
        return self.ask("GET", "tables", list[TableLine], game=game or None, after=after or None)

    def my_tables(self, game: str = "", after: str = "") -> list[TableLine]:
        """The tables at which the caller holds a seat or is the host."""
        return self.ask("GET", "my-tables", list[TableLine], game=game or None, after=after or None)

    def make(self, new: NewTable) -> Created:
        """Make a table; save the keys, which are told only now."""
        return self.ask("POST", "tables", Created, new)

    def exchange(self, invitation: str) -> OwnKey:
        """Take a seat with an invitation or its whole link; then call ``sit``."""
        return self.ask("POST", "keys", OwnKey, {"invitation": invitation})

    def claim(self, table: str, name: str = "") -> KeyForSeat:
        """Take a free seat of a table that is open to everybody."""
        return self.ask("POST", f"tables/{table}/claim", KeyForSeat, {"name": name, "program": True})

    def table(self, table: str, seat: int | None = None) -> Table:
        """A table by its id, as seen from one of the key's seats there (None: the only one; if none, a spectator)."""
        return Table(self, table, seat)

    # --- what is new --------------------------------------------------------------------------

    def follow(self) -> Generator[News]:
        """News of all tables of the key until all games are over; the first items tell the present state.

        The stream of a bot account does not end. If the connection breaks, it is made again, and nothing unchanged is
        told twice.
        """
        told: dict[tuple[str, int | None, str], int] = {}
        for sent in self.stream("me/stream"):
            if sent.event:
                continue
            news = decoded(self.server, sent.data, News)
            place = news.table, news.seat, news.kind
            if told.get(place) != news.number:
                told[place] = news.number
                yield news

    def turns(self) -> Generator[tuple[Table, Seen]]:
        """Each table that waits for an answer, until the games of the key are over; for a bot account without end.

        As long as you have not answered, you get the table again after every change there.
        """
        endless = bool((self.who()).name)
        for news in self.follow():
            if news.kind != "changed" or news.seat is None:
                continue
            table = self.table(news.table, news.seat)
            seen = table.look()
            if seen.over and not endless:
                return
            if seen.asked:
                yield table, seen

    def stream(self, path: str) -> Generator[Told]:
        """The events of any stream; a broken stream continues after the last event."""
        last, wait, connected = "", 0.0, False
        while True:
            lines, headers = Lines(), {"Last-Event-ID": last} if last else {}
            try:
                with self._http.stream("GET", path, headers=headers) as response:
                    if response.status_code == NOTHING:
                        return
                    if response.status_code >= 400:
                        raise refused(self.server, response.status_code, response.read())
                    wait, connected = 0.0, True
                    for line in response.iter_lines():
                        for told in lines.take(line):
                            last = told.id or last
                            yield told
            except httpx2.TransportError as fault:
                if not connected:
                    raise lost(self.server, fault) from None
            except Refused as refusal:
                if not connected or refusal.status not in LATER:
                    raise
            wait = min(LONGEST_WAIT, wait * 2 or self.first_wait)
            sleep(wait)


class Table:
    """A table of a server, as seen by one seat, by its host or by a spectator.

    Args:
        client: The client whose key is used.
        id: The id of the table.
        seat: One of the key's seats at this table. None: the key's only seat there; without any seat, a spectator.
    """

    def __init__(self, client: Client, id: str, seat: int | None = None) -> None:  # noqa: A002  # it is an id
        self.client, self.id, self.seat = client, id, seat

    def ask(self, method: str, path: str, kind: type[T], body: object = None, **query: object) -> T:
        """Send any request about the table; ``path`` follows the table's id. See ``Client.ask``."""
        return self.client.ask(method, f"tables/{self.id}/{path}".rstrip("/"), kind, body, **query)

    def look(self) -> Seen:
        """The table as it is now."""
        return Seen(self.ask("GET", "", TableView, seat=self.seat))

    def labels(self) -> dict[str, dict[str, str]]:
        """The names of all ids: by kind, then by id."""
        return self.ask("GET", "labels", dict[str, dict[str, str]])

    def events(self, after: int = 0) -> list[EventView]:
        """The events that the seat heard after this number, at most 1,000."""
        return self.ask("GET", "events", list[EventView], after=after, seat=self.seat)

    def messages(self, after: int = 0) -> list[MessageView]:
        """The messages that the seat heard after this number, at most 200."""
        return self.ask("GET", "messages", list[MessageView], after=after, seat=self.seat)

    def follow(self) -> Generator[EventView | MessageView | Changed]:
        """What the seat hears from now on; after a broken connection nothing is lost or told twice."""
        query = "" if self.seat is None else f"?seat={self.seat}"
        for sent in self.client.stream(f"tables/{self.id}/stream{query}"):
            yield decoded(self.client.server, sent.data, NEWS[sent.event])

    def sit(self, name: str = "") -> None:
        """Take the seat as a program; a bot that plays there is removed."""
        self.ask("POST", "sit", NoneType, {"name": name, "program": True}, seat=self.seat)

    def start(self) -> None:
        """Begin the game, with the host's key."""
        self.ask("POST", "host/start", NoneType)

    def answer(self, action: Action | Mapping[str, object] | str, request: int | None = None) -> Receipt:
        """Submit an answer, or change it; the receipt means that the server has it on disk.

        Args:
            action: An answer from ``Seen.boxes``, or as data (``{"type": "attack", "target": 2}``), or as text.
            request: The number of the question; None: the present one.
        """
        field = "text" if isinstance(action, str) else "action"
        return self.ask("POST", "answer", Receipt, {"request": request, field: action}, seat=self.seat)

    def withdraw(self) -> None:
        """Withdraw the answer."""
        self.ask("POST", "withdraw", NoneType, seat=self.seat)

    def talk(self, said: Say | str, to: Sequence[int] = ()) -> MessageView:
        """Send a message: text to some seats or (none) to everybody; or a whole ``Say``, which names its hearers."""
        speech = Say(tuple(to), said) if isinstance(said, str) else said
        return self.ask("POST", "talk", MessageView, speech, seat=self.seat)

    def leave(self) -> None:
        """Leave the seat for good."""
        self.ask("POST", "leave", NoneType, seat=self.seat)

    def replay(self, step: int | None = None, viewer: int | None = None) -> Replayed:
        """The finished game after this many entries (None: its end), as this seat (None: a spectator) saw it."""
        return Replayed(self.ask("GET", "replay", Step, step=step, viewer=viewer))

    def export(self) -> bytes:
        """The record of the finished game, as a file."""
        return self.ask("GET", "export", bytes)
