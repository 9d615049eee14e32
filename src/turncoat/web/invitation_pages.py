"""The pages behind invitations: one that can be used, and one that another person has used."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.render import render


class JoinPage(Struct, frozen=True, kw_only=True):
    """The page behind an invitation, on which a person takes the seat.

    Attributes:
        seat: The name of the seat; empty: the link gives the host's rights, or the next free seat.
        leads: What its holder is called who leads the game, such as ``GM``; empty: it is another seat.
        led: Who leads the game, and what the reader gets, as a sentence; empty: nobody leads it, or the reader does.
        second: Whether its holder keeps the seat, and this person sits down beside them.
        free: The link is the table's: it gives the next free seat, and this many are free; None: it is another link.
        watch: The address at which a person who comes too late can watch.
        seated: The names of those who already sit there.
        host: The name of the host who invites; empty: no host sits at the table.
        action: The address to which the form is sent (fields: ``name``, and ``token`` if given).
        token: The invitation, sent as a hidden field so that the address need not contain it.
        deadline: The deadline in words.
        pace: What else was agreed about time, in words.
    """

    shell: Shell
    title: str
    game: str
    seat: str
    leads: str = ""
    led: str = ""
    second: bool = False
    free: int | None = None
    watch: str = ""
    seated: tuple[str, ...] = ()
    host: str = ""
    action: str
    token: str = ""
    deadline: str = ""
    pace: tuple[str, ...] = ()
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class UsedPage(Struct, frozen=True, kw_only=True):
    """The page behind an invitation that another person has already used."""

    shell: Shell


def render_join(context: JoinPage) -> str:
    """The page behind an invitation."""
    return render("join.html", context)


def render_used(context: UsedPage) -> str:
    """The page behind an invitation that is already used."""
    return render("used.html", context)
