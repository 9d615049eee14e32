"""The page on which a reader chooses which notices to get, and how."""

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
    """``GET /notices``: for a reader who is signed in or has a seat.

    Attributes:
        wishes: The reader's choices.
        key: The server's public key, with which a browser allows it to send notices.
        browsers: The reader's browsers that get notices.
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
    """The page on which a reader chooses which notices to get, and how."""
    return render("notices.html", context)
