"""The form in which somebody chooses what they are told, on which channel, and when it is quiet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from zoneinfo import available_timezones

from msgspec import Struct

from turncoat.kernel.errors import Unreadable
from turncoat.server.notices.choices import Times, Wishes
from turncoat.server.notices.words import SAYS
from turncoat.table.notices import Kind
from turncoat.table.running_time import minute_of
from turncoat.web.form import Form, first

COLUMNS = {"mail": "Mail", "push": "Devices", "hook": "Webhooks"}
"""The headings of the columns in the form, by channel: the ways in which notices are sent."""

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


class WishesShown(Struct, frozen=True, kw_only=True):
    """The data of the form in which a reader chooses notices.

    Attributes:
        table: The id of the table for which is chosen; empty: all tables.
        title: The title of the table; empty: the choices are for all tables.
        wishes: The reader's present choices.
        channels: The names of the channels that this reader can use.
        off: For each other channel, a sentence on why it is not available.
    """

    table: str = ""
    title: str = ""
    wishes: Wishes
    channels: tuple[str, ...]
    off: tuple[str, ...] = ()

    @property
    def columns(self) -> Mapping[str, str]:
        """The headings of the columns, by channel."""
        return {name: COLUMNS[name] for name in self.channels}

    @property
    def kinds(self) -> Mapping[Kind, str]:
        """Descriptions of the kinds of notices."""
        return SAYS

    def wants(self, kind: Kind, channel: str) -> bool:
        """Whether the reader wants notices of this kind on a channel."""
        return self.wishes.wants(self.table, kind, channel)

    @property
    def own(self) -> bool:
        """Whether the reader has made choices for this table only."""
        return any(where == self.table for where, _, _ in self.wishes.chosen)

    @property
    def untimed(self) -> bool:
        """Whether the reader has chosen no times; then the form suggests the time zone of the browser."""
        return self.wishes.times == Times()

    def at(self, minute: int | None) -> str:
        """A minute of the day in the form's notation, such as ``08:00``; empty: none."""
        return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def read_wanted(form: Form, channels: Iterable[str]) -> dict[tuple[Kind, str], bool]:
    """Read from the form which kinds of notices the reader wants on which of these channels."""
    ticked = set(form.get("wanted", ()))
    return {(kind, channel): f"{kind} {channel}" in ticked for kind in Kind for channel in channels}


def read_times(form: Form) -> Times:
    """When somebody is told things.

    Raises:
        Unreadable: a time or the time zone is none, or quiet hours have a beginning and no end.
    """
    zone = first(form, "zone").strip() or "UTC"
    if zone not in available_timezones():
        raise Unreadable(f"There is no time zone {zone[:40]!r}; write one like Europe/Berlin.", field="zone")
    quiet = (_minute(form, "quiet_from", "quiet hours"), _minute(form, "quiet_to", "quiet hours"))
    if (quiet[0] is None) != (quiet[1] is None):
        raise Unreadable("Quiet hours need a beginning and an end, like 22:00 and 07:00.", field="quiet_from")
    return Times(zone, *quiet, _minute(form, "digest_at", "the digest"))


def _minute(form: Form, field: str, what: str) -> int | None:
    text = first(form, field).strip()
    if not text:
        return None
    if not _TIME.fullmatch(text):
        raise Unreadable(f"The time for {what} must look like 22:00, not {text[:20]!r}.", field=field)
    return minute_of(text)
