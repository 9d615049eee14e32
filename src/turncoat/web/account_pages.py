"""Pages about who somebody is: sign in, by passphrase or by mail, a person's own page, and mails that are stopped."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.server.kept_word import KeptWord
from turncoat.server.mail.addresses import OwnAddress
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.render import render


class SignInPage(Struct, frozen=True, kw_only=True):
    """``GET /sign-in``: an address for a link by mail, or a name and a passphrase.

    ``POST`` has ``name``, ``passphrase``, ``next`` and ``new`` (``yes``: make the account); by mail ``address``.
    """

    shell: Shell
    next: str = "/"
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class PersonPage(Struct, frozen=True, kw_only=True):
    """``GET /me`` and ``GET /people/<name>``.

    Attributes:
        own: It is the reader's.
        shown: Others see it.
        addresses: The reader's mail addresses.
        takes_mail: The server takes orders by mail.
        proved: The reader has signed in a moment ago, and may change them.
        shared: The reader's seats that another account holds as well: what the table is called, and its address.
    """

    shell: Shell
    name: str
    word: KeptWord
    shown: bool
    own: bool
    addresses: tuple[OwnAddress, ...] = ()
    takes_mail: bool = False
    proved: bool = False
    shared: tuple[tuple[str, str], ...] = ()
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class MailSentPage(Struct, frozen=True, kw_only=True):
    """A mail with a link is on its way: the code in it can be typed here.

    Attributes:
        signs_in: It is to sign in, not to confirm an address.
        address: The address to which the mail was sent.
        name: What the account is to be called, should it be a new one.
        next: Where to go then.
    """

    shell: Shell
    signs_in: bool
    address: str
    name: str = ""
    next: str = "/"
    refusal: Refusal | None = None


class MailLinkPage(Struct, frozen=True, kw_only=True):
    """``GET /mail/link/<secret>``: what the link in a mail does, with one button.

    In another browser than the one that asked for it there is a field for the code.

    Attributes:
        secret: That of the link; empty: it does nothing any more.
        signs_in: It signs in; otherwise it confirms an address.
        address: The address that the link proves.
        account: To whose account it is added.
        here: This browser has asked for it.
    """

    shell: Shell
    secret: str = ""
    signs_in: bool = True
    address: str = ""
    account: str = ""
    here: bool = False
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class MailStopPage(Struct, frozen=True, kw_only=True):
    """``GET /mail/stop/<token>``: one button stops mails about a table.

    Attributes:
        token: What the link says.
        title: The table.
        stopped: Whether the mails are stopped already.
    """

    shell: Shell
    token: str
    title: str
    stopped: bool = False


def render_sign_in(context: SignInPage) -> str:
    """The page that asks for an address, or for name and passphrase."""
    return render("sign_in.html", context)


def render_person(context: PersonPage) -> str:
    """A person's own page."""
    return render("person.html", context)


def render_mail_sent(context: MailSentPage) -> str:
    """The page that says that a mail is on its way."""
    return render("mail_sent.html", context)


def render_mail_link(context: MailLinkPage) -> str:
    """The page that a link in a mail opens."""
    return render("mail_link.html", context)


def render_mail_stop(context: MailStopPage) -> str:
    """The page on which mails about a table are stopped."""
    return render("mail_stop.html", context)
