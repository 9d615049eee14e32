"""Addresses of one's own, invitations by mail, and addresses that do not work."""

from __future__ import annotations

import asyncio
import re
import smtplib
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mail.office import Office, at
from tests.mail.signing import SITE, ask, enter, link_in, press, signed_in
from tests.serving import Browser, Clock, another, client_of, gather, open_services

from turncoat.server.mail.addresses import WEEK, OwnAddress, name_of
from turncoat.server.mail.incoming import LARGEST, failed_status
from turncoat.server.services import Services
from turncoat.server.settings import Incoming, Settings

AGATHA = "agatha@example.org"
REPORT = """\
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B
Content-Type: text/plain

Sorry. Status: 5.9.9
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; agatha@example.org
Action: {action}
Status: {status}
--B--
"""


def report(status: str = "5.1.1", action: str = "failed") -> bytes:
    return REPORT.format(status=status, action=action).replace("\n", "\r\n").encode()


def of(services: Services, browser: Browser) -> tuple[OwnAddress, ...]:
    """The addresses of whoever is signed in."""
    found = services.auth.people.known_as(signed_in(browser))
    assert services.mail is not None
    assert found is not None
    assert found.person is not None
    return services.mail.addresses.of(found.person.id)


def add(browser: Browser, office: Office, address: str) -> None:
    before = len(office.mails)
    assert "Look in your mail" in browser.post("/me/addresses", {"address": address}).text
    press(browser, link_in(office.wait(before + 1)[before]))


# --- addresses --------------------------------------------------------------------------------------


def test_an_address_is_kept_once_its_owner_has_confirmed_it(
    browser: Browser, office: Office, services: Services
) -> None:
    enter(browser, office)
    browser.post("/me/addresses", {"address": "second@example.org"})
    mail = office.wait(2)[1]
    assert [one.address for one in of(services, browser)] == [AGATHA]
    assert mail.mail["Subject"] == "Turncoat: confirm your address"
    assert "it is yours now" in press(browser, link_in(mail)).text
    assert [one.address for one in of(services, browser)] == [AGATHA, "second@example.org"]


def test_the_other_addresses_are_told_of_a_new_one(browser: Browser, office: Office) -> None:
    enter(browser, office)
    add(browser, office, "second@example.org")
    told = office.wait(3)[2]
    assert told.to == [AGATHA]
    assert "second@example.org was added to your account" in told.part("plain")


def test_an_address_that_is_removed_is_told(browser: Browser, office: Office) -> None:
    enter(browser, office)
    add(browser, office, "second@example.org")
    browser.post("/me/addresses/remove", {"address": AGATHA})
    told = office.wait(4)[3]
    assert told.to == [AGATHA]
    assert "was removed from your account" in told.part("plain")


def test_nobody_is_told_of_an_address_that_was_not_theirs(browser: Browser, office: Office) -> None:
    enter(browser, office)
    add(browser, office, "second@example.org")
    browser.post("/me/addresses/remove", {"address": "barney@example.org"})
    browser.post("/me/addresses/remove", {"address": "second@example.org"})
    assert office.wait(4)[3].to == ["second@example.org"]


def test_the_last_way_in_stays(browser: Browser, office: Office, services: Services) -> None:
    enter(browser, office)
    refused = browser.post("/me/addresses/remove", {"address": AGATHA})
    assert "only way in which you can sign in" in refused.text
    add(browser, office, "second@example.org")
    browser.post("/me/addresses/remove", {"address": AGATHA.upper()})
    assert [one.address for one in of(services, browser)] == ["second@example.org"]


def test_an_address_belongs_to_one_account(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    enter(other, office, "barney@example.org", "Barney")
    other.post("/me/addresses", {"address": AGATHA})
    page = press(other, link_in(office.wait(3)[2]))
    assert "belongs to another account" in page.text


def test_dots_and_plus_make_another_address(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    press(other, link_in(ask(other, office, "agatha+games@example.org")), name="Ann")
    assert signed_in(other) == "Ann"


def test_who_signs_in_by_mail_alone_has_no_passphrase(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    for phrase in ("", "password"):
        refused = other.post("/sign-in", {"name": "Agatha", "passphrase": phrase})
        assert "Wrong name or passphrase" in refused.text
    assert signed_in(other) == ""


def test_deleting_the_account_forgets_its_addresses(browser: Browser, office: Office, services: Services) -> None:
    enter(browser, office)
    browser.post("/me/delete")
    assert services.mail is not None
    assert services.mail.addresses.named(name_of(AGATHA)) == ""


def test_a_seat_that_two_accounts_hold_is_said(browser: Browser, other: Browser, office: Office) -> None:
    table = gather(browser.client)
    other.join(table.link(0), "Agatha")
    code = other.post(f"/tables/{table.id}/continue")
    shared = another(browser.client)
    shared.post("/continue", {"code": _code(code.text)})
    enter(other, office)
    assert "another account holds" not in other.get("/me").text
    enter(shared, office, "barney@example.org", "Barney")
    assert "Seats that another account holds as well" in other.get("/me").text
    assert f'/tables/{table.id}"' in shared.get("/me").text


def _code(page: str) -> str:
    found = re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", page)
    assert found
    return found[0]


def test_without_mail_the_pages_say_so(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        browser = Browser(client)
        assert "this server sends no mail" in browser.get("/sign-in").text
        assert browser.post("/sign-in/mail", {"address": AGATHA}).status_code == 404


# --- invitations ------------------------------------------------------------------------------------


def hosted(browser: Browser) -> str:
    """A table whose host a browser is; its id."""
    form = {"game": "truce", "seats": "6", "title": "Thursday night", "name": "Agatha"}
    made = browser.post("/new", form)
    assert made.status_code == 200
    return str(made.url).rsplit("/", 1)[-1].partition("?")[0]


def test_a_host_with_an_address_invites_by_mail(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    table = hosted(browser)
    done = browser.post(f"/tables/{table}/invite", {"seat": "1", "address": "barney@example.org"})
    assert "The invitation is on its way" in done.text
    mail = office.wait(2)[1]
    assert "Agatha invites you to a table of Truce" in mail.part("plain")
    assert "unless you have an account, or somebody enters your address here again" in spaced(mail.part("plain"))
    link = next(line for line in mail.part("plain").splitlines() if line.startswith(f"{SITE}/join/"))
    other.join(link.rpartition("/")[2], "Barney")
    assert table in other.get("/my-tables").text


def spaced(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def test_a_host_without_an_address_cannot(browser: Browser, office: Office) -> None:
    table = hosted(browser)
    refused = browser.post(f"/tables/{table}/invite", {"seat": "1", "address": "barney@example.org"})
    assert refused.status_code == 403
    assert "add an address of your own" in refused.text


def test_invitations_count_against_the_host(browser: Browser, office: Office) -> None:
    enter(browser, office)
    table = hosted(browser)
    for number in range(20):
        browser.post(f"/tables/{table}/invite", {"seat": "1", "address": f"p{number}@example.org"})
    refused = browser.post(f"/tables/{table}/invite", {"seat": "1", "address": "p21@example.org"})
    assert "Too many invitations by mail" in refused.text
    assert len(office.wait(21)) == 21


# --- addresses that do not work ---------------------------------------------------------------------


def test_what_the_relay_refuses_at_once_does_not_work(browser: Browser, office: Office, services: Services) -> None:
    enter(browser, office)
    office.refusals[AGATHA] = "550 5.1.1 no such user"
    browser.post("/sign-in/mail", {"address": AGATHA})
    assert services.mail is not None
    eventually(lambda: not of(services, browser)[0].works)
    assert "does not work" in browser.get("/me").text
    office.refusals.clear()
    press(browser, link_in(ask(browser, office)))
    assert of(services, browser)[0].works


def test_nobody_silences_an_address_by_mails_that_are_refused_for_what_they_say(
    browser: Browser, other: Browser, office: Office, services: Services
) -> None:
    enter(browser, office)
    asked_in_vain(other, services, office, "554 5.7.1 spam", AGATHA)
    assert of(services, browser)[0].works


def test_nobody_silences_an_address_by_writing_it_otherwise(
    browser: Browser, other: Browser, office: Office, services: Services
) -> None:
    """Some mail servers tell large letters from small ones: what they say of one address is not about the other."""
    enter(browser, office)
    office.refusals["AGATHA@example.org"] = "550 5.1.1 no such user"
    asked_in_vain(other, services, office, "", "AGATHA@example.org")
    assert of(services, browser)[0].works


def asked_in_vain(browser: Browser, services: Services, office: Office, refusal: str, address: str) -> None:
    """Twice somebody asks for a link that the relay refuses."""
    mail = services.mail
    assert mail is not None
    office.data_refusal = refusal
    for _ in range(2):
        assert browser.post("/sign-in/mail", {"address": address}).status_code == 200
        eventually(lambda: not mail._leaving)


def eventually(holds: object) -> None:
    """Wait until something holds that another thread does."""
    assert callable(holds)
    end = monotonic() + 60
    while not holds():
        assert monotonic() < end
        asyncio.run(asyncio.sleep(0.01))


@pytest.mark.parametrize(
    ("status", "times", "days", "works"),
    [
        ("5.1.1", 1, 0, False),
        ("5.2.1", 1, 0, False),
        ("5.2.2", 1, 0, True),
        ("5.2.2", 2, 6, False),
        ("5.2.2", 2, 8, True),
        ("5.4.4", 2, 6, False),
        ("5.0.0", 9, 0, True),
        ("5.3.4", 9, 0, True),
        ("5.6.7", 9, 0, True),
        ("5.7.1", 9, 0, True),
        ("4.2.2", 9, 0, True),
    ],
)
def test_how_often_a_refusal_of_a_kind_counts(
    browser: Browser, office: Office, services: Services, status: str, times: int, days: int, works: bool
) -> None:
    enter(browser, office)
    assert services.mail is not None
    for number in range(times):
        services.mail.addresses.came_back(AGATHA, status, 1 + number * days * WEEK // 7)
    assert of(services, browser)[0].works is works


@pytest.fixture
def listening(tmp_path: Path, clock: Clock, office: Office) -> Iterator[tuple[Services, Browser]]:
    """A server that takes delivery reports by LMTP, and somebody who signed in there."""
    mail = at(office.port, incoming=Incoming(listen="127.0.0.1:0"))
    services = open_services(tmp_path, clock=clock, settings=Settings(mail=mail), public_url=SITE)
    with client_of(services) as client:
        browser = Browser(client)
        enter(browser, office)
        yield services, browser


def hand_in(services: Services, to: str, mail: bytes, sender: str = "") -> str:
    """What the listener says to a mail."""
    assert services.mail is not None
    with smtplib.LMTP("127.0.0.1", services.mail.listener.port) as lmtp:
        try:
            lmtp.sendmail(sender, [to], mail)
        except smtplib.SMTPRecipientsRefused as refused:
            return str(refused.recipients[to][0])
        except smtplib.SMTPResponseException as refused:
            return str(refused.smtp_code)
    return "250"


def test_a_report_comes_back_with_the_token_of_the_mail(listening: tuple[Services, Browser], office: Office) -> None:
    services, browser = listening
    bounce = office.mails[0].sender
    assert bounce is not None
    assert bounce.startswith("bounce+")
    assert len(bounce.partition("@")[0]) <= 64
    assert hand_in(services, bounce.upper(), report()) == "250"
    assert not of(services, browser)[0].works


@pytest.mark.parametrize("flip", [-1, 10, 20])
def test_a_report_is_believed_only_with_a_good_token(
    listening: tuple[Services, Browser], office: Office, flip: int
) -> None:
    services, browser = listening
    mailbox, _, domain = str(office.mails[0].sender).partition("@")
    changed = mailbox[:flip] + ("a" if mailbox[flip] != "a" else "b") + (mailbox[flip:][1:] if flip != -1 else "")
    assert hand_in(services, f"{changed}@{domain}", report()) == "550"
    assert of(services, browser)[0].works


@pytest.mark.parametrize(
    ("mail", "sender"),
    [
        (report("4.2.2"), ""),
        (report(action="delayed"), ""),
        (report(), "somebody@example.org"),
        (b"Subject: hello\r\n\r\nStatus: 5.1.1\r\n", ""),
        (b"Subject: out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n", ""),
    ],
)
def test_anything_else_is_dropped_without_an_answer(
    listening: tuple[Services, Browser], office: Office, mail: bytes, sender: str
) -> None:
    services, browser = listening
    assert hand_in(services, str(office.mails[0].sender), mail, sender) == "250"
    assert of(services, browser)[0].works
    assert len(office.mails) == 1


def test_too_large_a_mail_is_refused(listening: tuple[Services, Browser], office: Office) -> None:
    services, browser = listening
    big = report() + b"x" * 70 + b"\r\n" * LARGEST
    assert hand_in(services, str(office.mails[0].sender), big) == "552"
    assert of(services, browser)[0].works


@pytest.mark.parametrize("to", ["arbiter@games.example", "bounce@games.example", "root@games.example"])
def test_nobody_else_lives_there(listening: tuple[Services, Browser], to: str) -> None:
    assert hand_in(listening[0], to, report()) == "550"


def test_a_report_is_read_by_its_lines() -> None:
    assert failed_status(report()) == "5.1.1"
    assert failed_status(report("5.1.1 (no such user)")) == "5.1.1"
    assert failed_status(b"Content-Type: message/delivery-status\n\nStatus: 5.1.1\nAction: failed\n") == "5.1.1"
    assert failed_status(b"Content-Type: message/delivery-status\n\nStatus: 5.1.1\n\nAction: failed\n") == ""


@settings(max_examples=300)
@given(st.binary(max_size=2000), st.integers(0, 400))
def test_no_mail_breaks_the_reader(noise: bytes, place: int) -> None:
    mail = report()
    failed_status(mail[:place] + noise + mail[place:])
    failed_status(noise)


def test_what_takes_parsers_long_is_read_at_once() -> None:
    deep = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 5000
    begun = monotonic()
    assert failed_status(deep + report()) == "5.1.1"
    assert failed_status(b"Content-Type:" + b" " * 200_000 + b"message/delivery-status\n") == ""
    assert monotonic() - begun < 5
