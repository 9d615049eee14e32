"""Mails of players are fetched by IMAP from a real Dovecot, each once."""

from __future__ import annotations

import imaplib
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from litestar.testing import TestClient
from tests.mail.dovecot import PASSWORD, USER, Dovecot, dovecot
from tests.mail.noticing import AGATHA
from tests.mail.office import Office, at
from tests.mail.post import Correspondent, address_at, address_of, written
from tests.mail.signing import SITE
from tests.serving import Clock, Sitting, open_services

from turncoat.cli.mail import command
from turncoat.server.limits import Rate
from turncoat.server.mail import mailbox
from turncoat.server.services import Services
from turncoat.server.settings import ImapSettings, Settings


@pytest.fixture
def box() -> Iterator[Dovecot]:
    with dovecot() as box:
        yield box


@pytest.fixture
def services(tmp_path: Path, clock: Clock, office: Office, box: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    monkeypatch.setattr(mailbox, "WAITS", (0.1,))
    imap = ImapSettings(host="127.0.0.1", port=box.port, user=USER, seconds=5)
    return open_services(tmp_path, clock=clock, settings=Settings(mail=at(office.port, imap=imap)), public_url=SITE)


def count(port: int, folder: str) -> int:
    with imaplib.IMAP4("127.0.0.1", port) as line:
        line.login(USER, PASSWORD)
        answer, data = line.select(folder, readonly=True)
        return int(data[0] or 0) if answer == "OK" else -1


def heard(table: Sitting) -> list[str]:
    """What was said at a table, in order."""
    return [message["message"]["said"]["text"] for message in table.get("messages", seat=1)]


def read_all(box: Dovecot) -> None:
    """Wait until nothing is left in the mailbox."""
    until = time.monotonic() + 120
    while count(box.port, "INBOX"):
        assert time.monotonic() < until, "the mailbox is not read"


@pytest.mark.timeout(300)
def test_mails_in_a_mailbox_are_orders_and_each_counts_once(
    agatha: Correspondent, table: Sitting, office: Office, box: Dovecot
) -> None:
    to, before = address_of(agatha), len(office.mails)
    one = written(to, AGATHA, "attack barney\nsay hello", Message_ID="<a@example.org>")
    hidden = b"Delivered-To: " + to.encode() + b"\n" + written("arbiter@games.example", AGATHA, "say again")
    box.append(one, one, hidden, written("arbiter@games.example", AGATHA, "say nothing"))
    office.wait(before + 2)
    assert table.get(seat=0)["question"]["filed"] == {"type": "attack", "target": 1}
    assert sorted(heard(table)) == ["again", "hello"]
    read_all(box)
    assert count(box.port, "Turncoat-done") == 4


@pytest.mark.timeout(300)
def test_a_mail_that_no_parser_survives_holds_up_no_other(
    agatha: Correspondent, table: Sitting, office: Office, box: Dovecot
) -> None:
    """T11: thousands of parts in each other; a parser ends with a RecursionError."""
    to, before = address_of(agatha), len(office.mails)
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (level, level) for level in range(3000))
    evil = f"From: {AGATHA}\nTo: {to}\nSubject: deep\n".encode() + deep
    box.append(evil, written(to, AGATHA, "say hello"))
    office.wait(before + 1)
    read_all(box)
    assert heard(table) == ["hello"]


@pytest.mark.timeout(300)
def test_a_large_attachment_does_not_hide_the_order(
    agatha: Correspondent, table: Sitting, office: Office, box: Dovecot
) -> None:
    to, before = address_of(agatha), len(office.mails)
    mail = message_from_bytes(written(to, AGATHA, "say hello"), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(b"\x00" * 400_000, maintype="image", subtype="png", filename="photo.png")
    box.append(mail.as_bytes())
    office.wait(before + 1)
    assert heard(table) == ["hello"]


@pytest.mark.timeout(300)
def test_a_line_that_is_cut_and_a_mailbox_that_is_numbered_anew(
    agatha: Correspondent, table: Sitting, office: Office, box: Dovecot
) -> None:
    """T15: the server comes back, and a mail that its owner moves back is not carried out again."""
    to, before = address_of(agatha), len(office.mails)
    box.append(written(to, AGATHA, "say hello"))
    office.wait(before + 1)
    read_all(box)
    box.hang_up()
    box.number_anew()
    with imaplib.IMAP4("127.0.0.1", box.port) as line:
        line.login(USER, PASSWORD)
        line.select("Turncoat-done")
        line.copy("1", "INBOX")
    box.append(written(to, AGATHA, "say again"))
    office.wait(before + 2)
    read_all(box)
    assert sorted(heard(table)) == ["again", "hello"]


@pytest.mark.timeout(300)
def test_a_flood_for_one_seat_holds_up_no_other(
    agatha: Correspondent,
    table: Sitting,
    office: Office,
    box: Dovecot,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert services.mail is not None
    monkeypatch.setattr(mailbox, "AT_ONCE", 2)
    monkeypatch.setattr(services.limits, "rates", {"mail_in": Rate(1, 3600, "mails to this seat")})
    flood = [written(address_of(agatha), AGATHA, f"say word{number}") for number in range(4)]
    assert isinstance(table.client, TestClient)
    other = table.client.blocking_portal.call(address_at, services, table.id, 1)
    before = len(office.mails)
    box.append(*flood, written(other, AGATHA, "say nothing"))
    office.wait(before + 1)
    until = time.monotonic() + 120
    while count(box.port, "INBOX") != 3:
        assert time.monotonic() < until, "the last mail is not fetched"
    assert len(heard(table)) == 1


# --- turncoat mail check --------------------------------------------------------------------------------


def checked(folder: Path, relay_port: int, imap_port: int) -> tuple[int, str]:
    file = folder / "turncoat.toml"
    file.write_text(
        f'[mail]\nhost = "127.0.0.1"\nport = {relay_port}\nfrom = "arbiter@games.example"\n'
        f'[mail.imap]\nhost = "127.0.0.1"\nport = {imap_port}\ntls = "plain"\nuser = "{USER}"\n'
    )
    done = CliRunner().invoke(command, ["check", "--settings", str(file)])
    return done.exit_code, done.output


@pytest.mark.timeout(300)
def test_mail_check_signs_in_to_the_mailbox(
    tmp_path: Path, office: Office, box: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    box.append(b"Subject: hello\n\nhello\n")
    code, said = checked(tmp_path, office.port, box.port)
    assert code == 0
    assert "Players answer to arbiter+TOKEN@games.example" in said
    assert f"The mailbox {USER} can be read (mails that wait: 1); new mails are seen at once." in said
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", "wrong-horse")
    code, said = checked(tmp_path, office.port, box.port)
    assert code == 1
    assert "does not accept the user and the password: see mail.imap.user, mail.imap.password_file." in said
    assert "wrong-horse" not in said


def test_mail_check_says_that_there_is_no_mailbox(
    tmp_path: Path, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    code, said = checked(tmp_path, office.port, 9)
    assert code == 1
    assert "127.0.0.1, port 9 cannot be reached: see mail.imap.host, mail.imap.port, and the firewall." in said
