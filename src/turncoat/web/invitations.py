"""What the pages show to whoever comes with an invitation that is used up, or from another device."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.web.contexts import Shell


class UsedPage(Struct, frozen=True, kw_only=True):
    """Behind an invitation that somebody else has used."""

    shell: Shell


class HandOverPage(Struct, frozen=True, kw_only=True):
    """How to continue on another device.

    Attributes:
        table: The id of the table.
        title: What it is called.
        names: The seats that are taken along.
        link: The whole address.
        code: The same to be typed.
        until: When both end.
        here_only: The address is one of this machine alone.
        waits: The game has not begun, and the page must notice when it does: words are to be opened then.
    """

    shell: Shell
    table: str
    title: str
    names: tuple[str, ...]
    link: str
    code: str
    until: int
    here_only: bool
    waits: bool


class ContinuePage(Struct, frozen=True, kw_only=True):
    """``GET /continue``: type a code; with a good one the table that it leads to, and one button.

    ``POST`` has ``code``.

    Attributes:
        code: What was typed, or what the address says.
        title: The table; empty: the code is not known yet.
        names: The seats that it gives; none: the host's rights.
    """

    shell: Shell
    code: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    refusal: Refusal | None = None
