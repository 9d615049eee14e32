"""Pages about who somebody is: sign in, by passphrase or by mail, a person's own page, and mails that are stopped."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.server.kept_word import KeptWord
from turncoat.server.mail.addresses import OwnAddress
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.render import render


class SignInPage(Struct, frozen=True, kw_only=True):
    """``GET /sign-in``: a form for a mail address that gets a sign-in link, or for a name and a passphrase.

    ``POST`` sends ``name``, ``passphrase``, ``next`` and ``new`` (``yes``: make the account), or for mail ``address``.
    """

    shell: Shell
    next: str = "/"
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class PersonPage(Struct, frozen=True, kw_only=True):
    """``GET /me`` (the reader's own page) and ``GET /people/<name>``.

    Attributes:
        own: Whether the page is the reader's own.
        shown: Whether other people can see the page.
        addresses: The mail addresses of the reader.
        takes_mail: Whether the server accepts orders by mail.
        proved: Whether the reader has signed in a short time ago, and so may change the addresses.
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
    """The page after the server has sent a mail with a link; the reader can also type the code in the mail.

    Attributes:
        signs_in: Whether the mail is for signing in, not for confirming an address.
        address: The address to which the server sent the mail.
        name: The name of the account, if the mail leads to a new one.
        next: The address of the page to show after that.
    """

    shell: Shell
    signs_in: bool
    address: str
    name: str = ""
    next: str = "/"
    refusal: Refusal | None = None


class MailLinkPage(Struct, frozen=True, kw_only=True):
    """``GET /mail/link/<secret>``: the page that a link in a mail opens; it says what the link does and has one button.

    In any other browser than the one that asked for the mail, it has a field for the code in the mail.

    Attributes:
        secret: The secret in the link; empty: the link is used or too old.
        signs_in: Whether the link signs the reader in; otherwise it confirms an address.
        address: The mail address that the link confirms.
        account: The name of the account that gets the address.
        here: Whether this browser asked for the mail.
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
    """``GET /mail/stop/<token>``: a page with one button, which stops mails about a table.

    Attributes:
        token: The token in the link, which says whose mails it stops and about which table.
        title: The title of the table.
        stopped: Whether the mails are already stopped.
    """

    shell: Shell
    token: str
    title: str
    stopped: bool = False


def render_sign_in(context: SignInPage) -> str:
    """The page that asks for a mail address, or for name and passphrase."""
    return render("sign_in.html", context)


def render_person(context: PersonPage) -> str:
    """The page of a person."""
    return render("person.html", context)


def render_mail_sent(context: MailSentPage) -> str:
    """The page after the server has sent a mail with a link."""
    return render("mail_sent.html", context)


def render_mail_link(context: MailLinkPage) -> str:
    """The page that a link in a mail opens."""
    return render("mail_link.html", context)


def render_mail_stop(context: MailStopPage) -> str:
    """The page on which a player stops mails about a table."""
    return render("mail_stop.html", context)
