"""The page on which somebody says how they want to be told."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.server.notices.push import KnownBrowser
from turncoat.web.contexts import Shell
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.render import render


class NoticesPage(Struct, frozen=True, kw_only=True):
    """``GET /notices``: for whoever is signed in or holds a seat.

    Attributes:
        key: The server's key for push.
        browsers: Those that are sent notices.
        hooks: The reader's own webhooks.
        calendar: The address of the reader's calendar.
    """

    shell: Shell
    key: str
    browsers: Sequence[KnownBrowser]
    hooks: HooksShown
    calendar: str
    refusal: Refusal | None = None


def render_notices(context: NoticesPage) -> str:
    """How the reader is told."""
    return render("notices.html", context)
