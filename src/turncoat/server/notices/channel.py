"""What is sent, and what a channel is: mail, push, hooks.

The outbox (``turncoat.server.notices.outbox``) decides what is sent and when, asks again in the moment of sending
whether it is still true, and tries again later. A channel only says whom it reaches, and sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Select

from turncoat.table.notices import Kind


class Notice(Struct, frozen=True, kw_only=True):
    """One notice to one owner.

    Subjects, push and hooks may say ``title``, ``game``, ``kind`` and ``due``, and nothing else (see
    ``turncoat.server.notices.words``); ``facts`` and what the seat's own view holds belong into the body of a mail.

    Attributes:
        id: Names the notice to the outside and tells nothing: a digest under the server's secret. It stays the same
            when a notice is sent again.
        kind: What it is about.
        key: Makes it unique at its seat.
        table: The id of the table.
        seat: The seat whose holder is told; None: a spectator.
        owner: Who is told: the id of a person, the digest of a session, or ``table/`` and the table's id.
        title: What the table is called.
        game: The title of its game.
        at: Since when it is true, in milliseconds since the epoch.
        until: After this moment it is not sent any more.
        due: The deadline that the notice is about, if it is about one.
        facts: Plain facts that this seat may know, for the body of a mail.
    """

    id: str
    kind: Kind
    key: str
    table: str
    seat: int | None
    owner: str
    title: str
    game: str
    at: int
    until: int
    due: int | None = None
    facts: Mapping[str, str | int] = {}


class Sent(Struct, frozen=True):
    """It has arrived, as far as can be known."""


class Later(Struct, frozen=True):
    """It could not be sent now.

    Attributes:
        after: Try again after this many seconds; 0: as the outbox usually does.
        why: What went wrong, for the log.
        tried: Whether it counts as an attempt; nothing was tried if the server itself was busy.
    """

    after: float = 0
    why: str = ""
    tried: bool = True


class Refused(Struct, frozen=True):
    """This notice can never be sent to this target; others may be.

    Attributes:
        why: What was answered, for the log.
    """

    why: str = ""


class Gone(Struct, frozen=True):
    """The target no longer exists: what is queued for it is dropped. The channel has deleted it already.

    Attributes:
        why: What was answered, for the log.
    """

    why: str = ""


Outcome = Sent | Later | Refused | Gone
"""What became of sending something."""


class Channel(Protocol):
    """A way on which notices reach people.

    Attributes:
        name: Its name in the database and in choices: ``mail``, ``push`` or ``hook``.
        gathers: Whether several notices can be sent as one (a digest); others are given one at a time.
    """

    name: str
    gathers: bool

    def reaches(self) -> Select[Any]:
        """Whom it reaches: a query with the columns ``owner``, ``target`` and ``since``.

        ``target`` names a place to which it sends (one row each) and is what ``send`` is given; ``since`` is when the
        place was added: what was true before only is not sent there.
        """
        ...

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Send notices of one owner to one place: one, or several as a digest."""
        ...
