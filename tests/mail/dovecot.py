"""A private Dovecot for tests: a mailbox over IMAP on a loopback port, in a folder of its own."""

from __future__ import annotations

import imaplib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec import Struct

USER, PASSWORD = "arbiter", "correct-horse"  # settings hold no spaces

CONFIG = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
ssl = no
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail
mail_uid = {user}
mail_gid = {group}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
"""


class Dovecot(Struct):
    """A running one.

    Attributes:
        port: Where it answers.
        config: Its configuration.
        inbox: The folder of its mailbox.
    """

    port: int
    config: Path
    inbox: Path

    def append(self, *mails: bytes) -> None:
        """Put mails into the mailbox, as a mail server does."""
        with imaplib.IMAP4("127.0.0.1", self.port) as line:
            line.login(USER, PASSWORD)
            for mail in mails:
                assert line.append("INBOX", "", "", mail.replace(b"\n", b"\r\n"))[0] == "OK"

    def hang_up(self) -> None:
        """End all connections."""
        subprocess.run(["doveadm", "-c", str(self.config), "kick", USER], check=False, capture_output=True)

    def number_anew(self) -> None:
        """Give all mails new numbers (UIDVALIDITY), as after the repair of a mailbox."""
        for name in ("dovecot-uidlist", "dovecot-uidvalidity"):
            (self.inbox / name).unlink(missing_ok=True)
        for index in self.inbox.glob("dovecot.index*"):
            index.unlink()


def why_not() -> str:
    """Why there can be no Dovecot here; empty: there can."""
    if shutil.which("dovecot") is None:
        return "Dovecot is not installed (apt install dovecot-imapd)"
    return "" if os.getuid() == 0 else "Dovecot is started by root here"


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A running one. Without one the test is skipped, or fails if ``TURNCOAT_NEEDS_DOVECOT`` is set."""
    if why := why_not():
        (pytest.fail if os.environ.get("TURNCOAT_NEEDS_DOVECOT") else pytest.skip)(why)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory(dir="/tmp") as name:  # a short path: sockets lie in it
        folder = Path(name)
        for part in ("run", "mail", "home"):
            (folder / part).mkdir()
        folder.chmod(0o755)
        for part in ("mail", "home"):
            shutil.chown(folder / part, "nobody", "nogroup")
        config = folder / "dovecot.conf"
        given = {"folder": folder, "port": port, "password": PASSWORD, "user": "nobody", "group": "nogroup"}
        config.write_text(CONFIG.format(**given))
        process = subprocess.Popen(["dovecot", "-F", "-c", str(config)], stderr=subprocess.DEVNULL)
        try:
            _wait(port, process, folder)
            yield Dovecot(port, config, folder / "mail")
        finally:
            process.terminate()
            process.wait(60)


def _wait(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
    log = folder / "log"
    raise AssertionError(log.read_text() if log.exists() else "Dovecot has not begun")
