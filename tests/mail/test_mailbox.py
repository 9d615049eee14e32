"""Mails of players are fetched by IMAP from a real Dovecot, each once."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.mail.conftest import SITE, enter
from tests.mail.dovecot import PASSWORD, USER, dovecot
from tests.mail.office import Office, at
from tests.mail.post import written
from tests.mail.test_channel import notice, owner_of, send
from tests.serving import Browser, Clock, Sitting, begin, client_of, open_services

from turncoat.server.services import Services
from turncoat.server.settings import ImapSettings, Settings

AGATHA = "agatha@example.org"


@pytest.fixture
def port() -> Iterator[int]:
    with dovecot() as port:
        yield port


@pytest.fixture
def services(tmp_path: Path, clock: Clock, office: Office, port: int, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    imap = ImapSettings(host="127.0.0.1", port=port, user=USER, seconds=5)
    return open_services(tmp_path, clock=clock, settings=Settings(mail=at(office.port, imap=imap)), public_url=SITE)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


def append(port: int, *mails: bytes) -> None:
    """Put mails into the mailbox, as a mail server does."""
    with imaplib.IMAP4("127.0.0.1", port) as line:
        line.login(USER, PASSWORD)
        for mail in mails:
            assert line.append("INBOX", "", "", mail.replace(b"\n", b"\r\n"))[0] == "OK"


def count(port: int, folder: str) -> int:
    with imaplib.IMAP4("127.0.0.1", port) as line:
        line.login(USER, PASSWORD)
        answer, data = line.select(folder, readonly=True)
        return int(data[0] or 0) if answer == "OK" else -1


@pytest.mark.timeout(300)
def test_mails_in_a_mailbox_are_orders_and_each_counts_once(
    client: httpx.Client, services: Services, office: Office, browser: Browser, port: int
) -> None:
    table: Sitting = begin(client, ("Agatha", "Barney", "Celeste"), title="Thursday night")
    enter(browser, office)
    table.hand(0, browser)
    send(client, services, notice(owner_of(services, browser), table))
    to = str(office.mails[-1].mail["Reply-To"]).rpartition("<")[2].strip(">")
    before = len(office.mails)
    one = written(to, AGATHA, "attack barney\nsay hello", Message_ID="<a@example.org>")
    hidden = b"Delivered-To: " + to.encode() + b"\n" + written("arbiter@games.example", AGATHA, "say again")
    append(port, one, one, hidden, written("arbiter@games.example", AGATHA, "say nothing"))
    office.wait(before + 2)
    assert table.get(seat=0)["question"]["filed"] == {"type": "attack", "target": 1}
    said = [message["message"]["said"]["text"] for message in table.get("messages", seat=1)]
    assert sorted(said) == ["again", "hello"]
    while count(port, "INBOX"):
        pass
    assert count(port, "Turncoat-done") == 4
