"""The page on which somebody says how they want to be told."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.server.notices.push import KnownBrowser
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.render import render
from turncoat.web.wishes_form import WishesShown


class NoticesPage(Struct, frozen=True, kw_only=True):
    """``GET /notices``: for anyone who is signed in or holds a seat.

    Attributes:
        wishes: What the reader has chosen.
        key: The server's key for push.
        browsers: Those that are sent notices.
        hooks: The reader's own webhooks.
        calendar: The address of the reader's calendar.
    """

    shell: Shell
    wishes: WishesShown
    key: str
    browsers: Sequence[KnownBrowser]
    hooks: HooksShown
    calendar: str
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


def render_notices(context: NoticesPage) -> str:
    """How the reader is told."""
    return render("notices.html", context)
