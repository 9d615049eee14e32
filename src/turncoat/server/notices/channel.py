"""The types of notices and channels: mail, push, webhooks.

The outbox (``turncoat.server.notices.outbox``) decides what is sent and when, asks again in the moment of sending
whether it is still true, and tries again later. A channel only knows whom it reaches, and sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Select

from turncoat.table.notices import Kind


class Notice(Struct, frozen=True, kw_only=True):
    """A notice to one owner.

    Subjects, push and hooks may say ``title``, ``game``, ``kind`` and ``due``, and nothing else (see
    ``turncoat.server.notices.words``); only the body of a mail may contain ``facts`` and parts of the seat's view.

    Attributes:
        id: The public id of the notice, a digest under the server's secret; it reveals nothing. It stays the same when
            a notice is sent again.
        kind: The kind of notice.
        key: Distinguishes it from other notices to the same seat.
        table: The id of the table.
        seat: The seat whose holder is told; None: a spectator.
        owner: Who is told: the id of a person, the digest of a session, or ``table/`` and the table's id.
        title: The name of the table.
        game: The title of its game.
        at: When its reason began, in milliseconds since the epoch.
        until: It is not sent after this time.
        due: The deadline that the notice is about, if there is one.
        facts: Facts that this seat may know, for the body of a mail.
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
    """The notice has arrived, as far as the server can know."""


class Later(Struct, frozen=True):
    """The notice could not be sent now.

    Attributes:
        after: Try again after this many seconds; 0: after the usual delay.
        why: The error, for the log.
        tried: Whether it counts as an attempt; it does not if this server was busy.
    """

    after: float = 0
    why: str = ""
    tried: bool = True


class Refused(Struct, frozen=True):
    """This notice can never be sent to this target; other notices may be.

    Attributes:
        why: The answer of the receiving server, for the log.
    """

    why: str = ""


class Gone(Struct, frozen=True):
    """The target no longer exists: its unsent notices are dropped. The channel has already deleted the target.

    Attributes:
        why: The answer of the receiving server, for the log.
    """

    why: str = ""


Outcome = Sent | Later | Refused | Gone
"""The result of an attempt to send."""


class Channel(Protocol):
    """A way to send notices to people.

    Attributes:
        name: Its name in the database and in choices: ``mail``, ``push`` or ``hook``.
        gathers: Whether several notices can be sent as one (a digest); others are given one at a time.
    """

    name: str
    gathers: bool

    def reaches(self) -> Select[Any]:
        """The people whom it reaches: a query with the columns ``owner``, ``target`` and ``since``.

        ``target`` names a place to which it sends (one row each) and is what ``send`` is given; ``since`` is when the
        place was added: what was true before only is not sent there.
        """
        ...

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Send notices of one owner to one target: a single one, or several as a digest."""
        ...
