"""The settings file of a server, ``turncoat serve --settings turncoat.toml``: what it needs from outside.

Without it everything works that needs nothing from outside. A password is never written in it: it is read from a file
of its own or from the environment.
"""

from __future__ import annotations

import os
import re
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import BadSetup
from turncoat.kernel.misread import in_words

PASSWORD = "TURNCOAT_MAIL_PASSWORD"  # noqa: S105  # the name of a variable
"""The variable of the environment that can hold the relay's password."""

IMAP_PASSWORD = "TURNCOAT_IMAP_PASSWORD"  # noqa: S105  # the name of a variable
"""The variable of the environment that can hold the mailbox's password."""

METRICS_TOKEN = "TURNCOAT_METRICS_TOKEN"  # noqa: S105  # the name of a variable
"""The variable of the environment that can hold the token for the metrics."""

SHORTEST_TOKEN = 16
"""Characters of a token for the metrics, at least."""

PORTS = {"starttls": 587, "tls": 465, "plain": 25}
"""The usual port of a relay, by how the connection is protected."""


_CONTACT = re.compile(r"[!-;=?A-~]+@[A-Za-z0-9.-]+")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Incoming(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the host's mail server hands in what is for Turncoat, such as delivery reports.

    Attributes:
        listen: Address and port: ``127.0.0.1:8024``.
        protocol: What is spoken there.
    """

    listen: str = "127.0.0.1:8024"
    protocol: Literal["lmtp", "smtp"] = "lmtp"

    @property
    def place(self) -> tuple[str, int]:
        """Address and port.

        Raises:
            BadSetup: the text is not an address with a port.
        """
        host, _, port = self.listen.rpartition(":")
        if not host or not port.isdecimal() or not 0 <= int(port) <= 65535:
            sentence = f"mail.incoming.listen: write an address and a port, such as 127.0.0.1:8024, not {self.listen}."
            raise BadSetup(sentence, field="mail.incoming.listen")
        return host.strip("[]"), int(port)


class ImapSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mailbox from which mails of players are fetched.

    Attributes:
        host: The mail server.
        user: The name with which to sign in there.
        port: Its port; 0: the usual one.
        tls: ``tls`` from the first byte, ``starttls`` or ``plain``; empty: ``plain`` for this machine, else ``tls``.
        password_file: A file that holds the password alone; beside the settings if it is no full path.
        folder: The folder in which mails arrive.
        done: The folder to which they are moved.
        seconds: How often to look, where the mail server does not say that something has come.
    """

    host: str
    user: str
    port: int = 0
    tls: Literal["", "starttls", "tls", "plain"] = ""
    password_file: str = ""
    folder: str = "INBOX"
    done: str = "Turncoat-done"
    seconds: int = 60

    @property
    def protection(self) -> Literal["starttls", "tls", "plain"]:
        """How the connection is protected."""
        return self.tls or ("plain" if is_loopback(self.host) else "tls")

    @property
    def door(self) -> int:
        """The port."""
        return self.port or (993 if self.protection == "tls" else 143)

    def password(self) -> str:
        """The password, from the file or from the environment.

        Raises:
            BadSetup: the file cannot be read.
        """
        return _password(self.password_file, IMAP_PASSWORD, "mail.imap.password_file")


def _password(file: str, variable: str, field: str) -> str:
    if not file:
        return os.environ.get(variable, "")
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeError) as fault:
        raise BadSetup(f"{field}: {file} cannot be read: {_why(fault)}.", field=field) from None


LONGEST_MAILBOX = 64
"""Characters before the @ of an address (RFC 5321, 4.5.3.1.1)."""

LONGEST_TOKEN = 48
"""Characters of a token in a reply address."""


class MailSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"sender": "from"}):
    """The settings for mail that the server sends and receives.

    Attributes:
        host: The relay: the mail server that delivers our mail.
        sender: The sender's address of our mail (``from`` in the file).
        port: The port of the relay; 0: the usual port.
        tls: ``starttls``, ``tls`` from the first byte, or ``plain``; empty: ``plain`` for this machine, else
            ``starttls``.
        user: The user name at the relay; empty: no sign-in.
        password_file: A file that holds the password alone; beside the settings if it is no full path.
        certificates: A file with the certificates to trust instead of those of the system.
        delimiter: What stands before the token in an address.
        token_in: Where the token stands that says what an answer is for: in the address, or, for a mail server that
            has no delimiter, in the Message-ID of each mail, in its subject, or in both of these.
        seconds: How long to wait for the relay, in seconds.
        incoming: The address to which the mail server passes delivery reports and players' mails.
        imap: A mailbox from which players' mails are fetched.
        trusted_results: The name under which the host's own mail server writes ``Authentication-Results``; if that says
            ``dmarc=fail``, a mail counts as forged. Empty: the header is not checked.
    """

    host: str
    sender: str
    port: int = 0
    tls: Literal["", "starttls", "tls", "plain"] = ""
    user: str = ""
    password_file: str = ""
    certificates: str = ""
    delimiter: Literal["+", "-"] = "+"
    token_in: Literal["address", "message-id", "subject", "both"] = "address"  # noqa: S105  # no password
    seconds: float = 20.0
    incoming: Incoming | None = None
    imap: ImapSettings | None = None
    trusted_results: str = ""

    @property
    def protection(self) -> Literal["starttls", "tls", "plain"]:
        """How the connection is protected."""
        return self.tls or ("plain" if is_loopback(self.host) else "starttls")

    @property
    def door(self) -> int:
        """The relay's port."""
        return self.port or PORTS[self.protection]

    @property
    def domain(self) -> str:
        """The domain of the sender's address."""
        return self.sender.rpartition("@")[2]

    @property
    def in_address(self) -> bool:
        """Whether mail addresses contain tokens."""
        return self.token_in == "address"  # noqa: S105  # no password

    def bounce(self, token: str) -> str:
        """Where reports on a mail are to go: to its token if they are read so, or else to the sender's mailbox."""
        return f"bounce{self.delimiter}{token}@{self.domain}" if self.incoming and self.in_address else self.sender

    @property
    def takes_orders(self) -> bool:
        """Whether the server receives mails, so that people can play by mail."""
        return self.incoming is not None or self.imap is not None

    def password(self) -> str:
        """The relay's password, from the file or from the environment.

        Raises:
            BadSetup: the file cannot be read.
        """
        return _password(self.password_file, PASSWORD, "mail.password_file")


class PushSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings for push services.

    Attributes:
        contact: The operator's mail address for push services; empty: they get the server's public address.
    """

    contact: str = ""


class HookSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The addresses that webhooks and push may use.

    Attributes:
        reach: Networks besides the public internet: ``["10.0.0.0/8"]``. For these networks plain http is allowed too.
    """

    reach: tuple[str, ...] = ()


class MetricsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that decide who may see ``/metrics``; this machine always may.

    Attributes:
        token_file: A file that holds a token alone; beside the settings if it is no full path.
    """

    token_file: str = ""

    @property
    def secret(self) -> str:
        """The token, from the file or from the environment; empty: there is none.

        Raises:
            BadSetup: the file cannot be read.
        """
        return _password(self.token_file, METRICS_TOKEN, "metrics.token_file")


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server for services outside it; a section that is left out switches its service off.

    Attributes:
        mail: The settings for sending and receiving mail.
        push: The settings for push services; push works without them.
        hooks: The networks that webhooks may reach; without it only the public internet.
        metrics: The settings that decide who may see the metrics.
    """

    mail: MailSettings | None = None
    push: PushSettings = PushSettings()
    hooks: HookSettings = HookSettings()
    metrics: MetricsSettings = MetricsSettings()


def read_settings(file: str) -> Settings:
    """Read a settings file.

    Raises:
        BadSetup: it cannot be read, or something in it makes no sense.
    """
    path = Path(file).expanduser()
    try:
        found = msgspec.convert(tomllib.loads(path.read_text()), Settings)
    except (OSError, UnicodeError) as fault:
        raise BadSetup(f"--settings: {file} cannot be read: {_why(fault)}.", field="settings") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadSetup(f"--settings: {file} is not TOML: {fault}.", field="settings") from None
    except msgspec.ValidationError as fault:
        raise BadSetup(f"--settings: {file}: {in_words(fault, Settings)}.", field="settings") from None
    _check_reach(found.hooks)
    _check_contact(found.push)
    found = msgspec.structs.replace(found, metrics=_measured(found.metrics, path.parent))
    if found.mail is None:
        return found
    return msgspec.structs.replace(found, mail=_checked(_beside(found.mail, path.parent)))


def _beside(mail: MailSettings, folder: Path) -> MailSettings:
    """File names in the settings are relative to the settings file."""
    files = {name: value for name in ("password_file", "certificates") if (value := getattr(mail, name))}
    if mail.imap is not None and mail.imap.password_file:
        imap = msgspec.structs.replace(mail.imap, password_file=str(folder / mail.imap.password_file))
        mail = msgspec.structs.replace(mail, imap=imap)
    return msgspec.structs.replace(mail, **{name: str(folder / value) for name, value in files.items()})


def _checked(mail: MailSettings) -> MailSettings:
    name, at, domain = mail.sender.rpartition("@")
    if not (name and at and domain) or not mail.sender.isascii() or any(sign in mail.sender for sign in ' <>"\r\n'):
        sentence = f"mail.from: write an address such as arbiter@games.example, not {mail.sender[:80]}."
        raise BadSetup(sentence, field="mail.from")
    if not 0 <= mail.port <= 65535:
        raise BadSetup(f"mail.port: must be 0 to 65535, not {mail.port}.", field="mail.port")
    if not 1 <= mail.seconds <= 300:
        raise BadSetup(f"mail.seconds: must be 1 to 300, not {mail.seconds:g}.", field="mail.seconds")
    if mail.user and mail.protection == "plain" and not is_loopback(mail.host):
        sentence = "mail.tls: a password does not travel over a plain connection; use starttls or tls."
        raise BadSetup(sentence, field="mail.tls", choices=("starttls", "tls"))
    if mail.user and not mail.password():
        sentence = f"mail.user: {mail.user} needs a password; name a file in password_file, or set {PASSWORD}."
        raise BadSetup(sentence, field="mail.password_file")
    if mail.incoming is not None:
        _ = mail.incoming.place
    if mail.imap is not None and not 5 <= mail.imap.seconds <= 3600:
        raise BadSetup(f"mail.imap.seconds: must be 5 to 3600, not {mail.imap.seconds}.", field="mail.imap.seconds")
    if mail.takes_orders and mail.in_address and len(name) + 1 + LONGEST_TOKEN > LONGEST_MAILBOX:
        most = LONGEST_MAILBOX - LONGEST_TOKEN - 1
        sentence = f"mail.from: what stands before the @ has at most {most} characters if mails come in, not {name}."
        raise BadSetup(sentence, field="mail.from")
    return mail


def _check_reach(hooks: HookSettings) -> None:
    for network in hooks.reach:
        try:
            ip_network(network)
        except ValueError:
            sentence = f"hooks.reach: write networks such as 10.0.0.0/8, not {network[:80]}."
            raise BadSetup(sentence, field="hooks.reach") from None


def _check_contact(push: PushSettings) -> None:
    if push.contact and not _CONTACT.fullmatch(push.contact):
        sentence = f"push.contact: write a mail address such as host@games.example, not {push.contact[:80]}."
        raise BadSetup(sentence, field="push.contact")


def _measured(metrics: MetricsSettings, folder: Path) -> MetricsSettings:
    """The file with the token is beside the settings; its token must be hard to guess."""
    named = MetricsSettings(token_file=str(folder / metrics.token_file)) if metrics.token_file else metrics
    if metrics.token_file and len(named.secret) < SHORTEST_TOKEN:
        sentence = f"metrics.token_file: a token has at least {SHORTEST_TOKEN} characters."
        raise BadSetup(sentence, field="metrics.token_file")
    return named


def _why(fault: OSError | UnicodeError) -> str:
    if isinstance(fault, UnicodeError):
        return "it is not text in UTF-8"
    return (fault.strerror or "unknown reason").lower()
