"""A typed client of a server: ``Client`` waits for each answer, ``AsyncClient`` is awaited.

The types are those of the server itself. A broken stream is continued where it stopped.

    with Client("https://games.example", key) as me:
        for table, seen in me.turns():
            table.answer(seen.boxes.nth(0))
"""

from turncoat.client.asynchronous import AsyncClient, AsyncTable
from turncoat.client.replies import Changed, NoConnection, Refused
from turncoat.client.seen import Replayed, Seen
from turncoat.client.synchronous import Client, Table

__all__ = ["AsyncClient", "AsyncTable", "Changed", "Client", "NoConnection", "Refused", "Replayed", "Seen", "Table"]
