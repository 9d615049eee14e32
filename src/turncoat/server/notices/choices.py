"""Who wants to be told what, on which channel, and when: what is usual, and what somebody has chosen instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, insert, select

from turncoat.server.notices.schema import NOTICE_CHOICES, NOTICE_TIMES
from turncoat.server.store import Store
from turncoat.table.milliseconds import MINUTE
from turncoat.table.notices import Kind
from turncoat.table.running_time import MINUTES, local_day, moment, zone_of

SPECTATOR = (Kind.BEGAN, Kind.RESOLVED, Kind.MOVED, Kind.VOTE, Kind.FREE, Kind.OVER)
"""The kinds of notices that spectators of a table get."""

SELDOM = (Kind.RESOLVED, Kind.TALK)
"""What a player is told only who has chosen it: their turn tells of most decisions, and talk goes on and on."""

ALWAYS = (Kind.MISSED,)
"""The kinds of notices that are sent during quiet hours too."""

DELAYS: Mapping[tuple[Kind, str], int] = {
    (Kind.TURN, "mail"): 2 * MINUTE,
    (Kind.SAID, "mail"): 15 * MINUTE,
    (Kind.SAID, "push"): MINUTE // 2,
    (Kind.SAID, "hook"): MINUTE // 2,
    (Kind.TALK, "mail"): 15 * MINUTE,
    (Kind.TALK, "push"): MINUTE // 2,
    (Kind.TALK, "hook"): MINUTE // 2,
}
"""How many milliseconds a notice waits, in case its reader opens the table; others are sent at once."""

GATHERED = (Kind.RESOLVED, Kind.MOVED, Kind.MISSED)
GATHER = MINUTE
"""How many milliseconds each of these waits, so that several at once become one notice: a host can cause many."""


def delay(kind: Kind, channel: str) -> int:
    """How many milliseconds a notice waits before a channel sends it."""
    return GATHER if kind in GATHERED else DELAYS.get((kind, channel), 0)


class Times(Struct, frozen=True):
    """The hours in which somebody wants notices: minutes after midnight in a time zone.

    Attributes:
        zone: IANA name of the zone.
        quiet_from: When quiet hours begin; None: there are none.
        quiet_to: When quiet hours end.
        digest_at: When all mails of a day are sent as one; None: each is sent alone.
    """

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    digest_at: int | None = None

    def quiet_until(self, now: int) -> int | None:
        """When the quiet hours end; None: it is not quiet now."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return None
        zone = zone_of(self.zone)
        today = local_day(now, zone)
        length = self.quiet_to + (MINUTES if self.quiet_to < self.quiet_from else 0)
        for day in (today - timedelta(days=1), today):
            if moment(day, self.quiet_from, zone) <= now < (end := moment(day, length, zone)):
                return end
        return None

    def next_digest(self, now: int) -> int | None:
        """When the next daily digest is sent; None: there is none."""
        if self.digest_at is None:
            return None
        zone = zone_of(self.zone)
        today = local_day(now, zone)
        moments = (moment(today + timedelta(days=day), self.digest_at, zone) for day in (0, 1))
        return next(at for at in moments if at > now)


Chosen = Mapping[tuple[str, str, str], bool]
"""For each table (empty: all), kind and channel: whether somebody wants such notices."""


class Wishes(Struct, frozen=True):
    """The choices of one owner about notices."""

    chosen: Chosen = {}
    times: Times = Times()

    def wants(self, table: str, kind: Kind, channel: str) -> bool:
        """Whether a player wants to be told something on a channel: chosen for the table, or for all, or usual."""
        for where in (table, ""):
            if (where, kind, channel) in self.chosen:
                return self.chosen[where, kind, channel]
        return kind not in SELDOM


USUAL = Wishes()


class Choices:
    """Reads and writes people's choices about notices in the database.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def of(self, owners: Iterable[str]) -> dict[str, Wishes]:
        """The choices of these owners; an owner without any is left out."""
        wanted = list(owners)
        with self.reading() as connection:
            return _wishes(connection, wanted)

    def choose(self, owner: str, table: str, wanted: Mapping[tuple[Kind, str], bool]) -> None:
        """Keep what somebody wants at a table (empty: at all), by kind and channel; what was chosen there is gone."""
        rows = [
            {"owner": owner, "table_id": table, "kind": kind, "channel": channel, "wanted": yes}
            for (kind, channel), yes in wanted.items()
        ]
        with self.engine.begin() as connection:
            here = (NOTICE_CHOICES.c.owner == owner, NOTICE_CHOICES.c.table_id == table)
            connection.execute(delete(NOTICE_CHOICES).where(*here))
            if rows:
                connection.execute(insert(NOTICE_CHOICES), rows)

    def refuse(self, owner: str, table: str, channel: str) -> None:
        """Store that somebody wants no more notices on a channel, for a table or (empty) for all."""
        with self.engine.begin() as connection:
            mine = (NOTICE_CHOICES.c.owner == owner, NOTICE_CHOICES.c.channel == channel)
            place = [NOTICE_CHOICES.c.table_id == table] if table else []
            connection.execute(delete(NOTICE_CHOICES).where(*mine, *place))
            rows = [
                {"owner": owner, "table_id": table, "kind": kind, "channel": channel, "wanted": False} for kind in Kind
            ]
            connection.execute(insert(NOTICE_CHOICES), rows)

    def set_times(self, owner: str, times: Times) -> None:
        """Store the hours in which somebody wants notices."""
        with self.engine.begin() as connection:
            connection.execute(delete(NOTICE_TIMES).where(NOTICE_TIMES.c.owner == owner))
            connection.execute(
                insert(NOTICE_TIMES).values(
                    owner=owner,
                    zone=times.zone,
                    quiet_from=times.quiet_from,
                    quiet_to=times.quiet_to,
                    digest_at=times.digest_at,
                )
            )


def _wishes(connection: Connection, owners: Sequence[str]) -> dict[str, Wishes]:
    chosen: dict[str, dict[tuple[str, str, str], bool]] = {}
    for row in connection.execute(select(NOTICE_CHOICES).where(NOTICE_CHOICES.c.owner.in_(owners))):
        chosen.setdefault(row.owner, {})[row.table_id, row.kind, row.channel] = row.wanted
    found = connection.execute(select(NOTICE_TIMES).where(NOTICE_TIMES.c.owner.in_(owners)))
    times = {row.owner: _times(row) for row in found}
    return {owner: Wishes(chosen.get(owner, {}), times.get(owner, Times())) for owner in chosen.keys() | times.keys()}


def _times(row: Row[Any]) -> Times:
    return Times(row.zone, row.quiet_from, row.quiet_to, row.digest_at)
