"""Hosts whose mail server knows no delimiter: all mails come to one address, and what is answered says for what.

What holds a token then (``MailSettings.token_in``), and that it is worth no more than one in an address.
"""

from __future__ import annotations

import re
import smtplib
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.dovecot import PASSWORD, USER, dovecot
from tests.mail.noticing import AGATHA, notice, owner_of, send, settled
from tests.mail.office import Kept, Office, at
from tests.mail.post import Correspondent, answering, hand_in, token_at, written
from tests.mail.signing import SITE, enter
from tests.mail.test_addresses import of, report
from tests.mail.test_attacks import SUPPORT, handed_over, said, states
from tests.mail.test_forged import filed
from tests.mail.test_free_seats_by_mail import stops
from tests.mail.test_intake import test_an_older_mail_answers_no_newer_question as older_mails_answer_nothing
from tests.mail.test_mailbox import count, heard, read_all
from tests.serving import Browser, Clock, Sitting, another, begin, client_of, open_services

from turncoat.server.mail.intake import Intake
from turncoat.server.mail.letter import Letter, compose
from turncoat.server.mail.reading import Answered, answered_by
from turncoat.server.mail.token_places import in_answer, tag
from turncoat.server.services import Services
from turncoat.server.settings import ImapSettings, Incoming, Settings

ARBITER = "arbiter@games.example"
TOKEN = re.compile(r"(?:play|join|in)\.[a-z0-9-]+\.\d+\.[a-z2-7]{16}")


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


@pytest.fixture(params=["message-id", "subject", "both"])
def token_in(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def bent(token: str, place: int) -> str:
    """A token with one sign changed."""
    return token[:place] + ("a" if token[place] != "a" else "b") + token[place + 1 :]


def tokens_of(kept: Kept) -> tuple[list[str], list[str]]:
    """The tokens in the Message-ID and in the subject of a mail."""
    return TOKEN.findall(str(kept.mail["Message-ID"])), TOKEN.findall(str(kept.mail["Subject"]))


def refused(agatha: Correspondent, **headers: str) -> bool:
    """Whether a mail with an order, and these headers, is not taken."""
    raw = written(ARBITER, AGATHA, "attack barney\nsay hello", **headers)
    return hand_in(agatha.port, ARBITER, AGATHA, raw)[0] == 550


# --- what is answered is carried out ------------------------------------------------------------------


def test_the_token_stands_where_the_settings_say(agatha: Correspondent, token_in: str) -> None:
    kept = agatha.last()
    assert str(kept.mail["Reply-To"]) == f"Turncoat <{ARBITER}>"
    named, tagged = tokens_of(kept)
    assert (len(named), len(tagged)) == (token_in != "subject", token_in != "message-id")
    assert kept.sender == ARBITER, "an address for reports would need a delimiter, too"


def test_an_answer_is_an_order_and_the_reply_can_be_answered(agatha: Correspondent, table: Sitting) -> None:
    assert "TAKEN: attack Barney. Sealed" in agatha.told("attack barney")
    assert "TAKEN: loot. Sealed" in agatha.told("loot", agatha.last("TAKEN: attack"))
    assert filed(table) == {"type": "loot"}


test_an_older_mail_answers_no_newer_question = older_mails_answer_nothing


@pytest.mark.parametrize("token_in", ["message-id", "both"], indirect=True)
def test_a_program_that_names_only_the_thread(agatha: Correspondent, table: Sitting) -> None:
    """The newest mail stands last in References (RFC 5322, 3.6.4)."""
    old = str(agatha.last().mail["Message-ID"])
    table.everybody("defend")
    agatha.told("status")
    new = agatha.last("status:")
    thread = f"<table.x@games.example> {old} {new.mail['Message-ID']} <own@example.org>"
    agatha.told("attack barney", new, In_Reply_To="<own@example.org>", References=thread)
    assert filed(table) == {"type": "attack", "target": 1}


@pytest.mark.parametrize("token_in", ["both"], indirect=True)
@pytest.mark.parametrize("lost", ["subject", "message-id"])
def test_with_both_either_may_be_lost(agatha: Correspondent, table: Sitting, lost: str) -> None:
    """Some relays give mails other Message-IDs, and people write other subjects."""
    without = {"Subject": "my order"} if lost == "subject" else {"In_Reply_To": "<x@relay.example>", "References": ""}
    assert "TAKEN: attack Barney" in agatha.told("attack barney", None, **without)
    assert filed(table) == {"type": "attack", "target": 1}


def test_an_invitation_is_accepted(agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client) -> None:
    host = another(client)
    enter(host, office, "host@example.org", "Hostess")
    host.join(table.link(None))
    table.do("revoke", seat=3)
    before = len(office.mails)
    assert host.post(f"/tables/{table.id}/invite", {"seat": "3", "address": "flora@example.org"}).status_code == 200
    office.wait(before + 1)
    flora = Correspondent(office, "flora@example.org", agatha.port)
    assert "ACCEPTED. You are Flora" in flora.told("accept Flora")
    assert "TAKEN: loot" in flora.told("loot", flora.last("ACCEPTED"))


def test_a_mail_program_ends_mails_by_mail(
    agatha: Correspondent, services: Services, client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    found = re.search(r"<mailto:(\S+)\?subject=(\S+)>", str(agatha.last().mail["List-Unsubscribe"]))
    assert found is not None
    to, subject = found[1], unquote(found[2])
    assert to == ARBITER
    assert refused(agatha, Subject=subject.replace("off.", "off.a"))
    raw = written(to, AGATHA, "", Subject=subject)
    assert hand_in(agatha.port, to, "robot@provider.example", raw)[0] == 250
    agatha.told("status")
    assert stops(services, owner_of(services, browser))
    assert ("done", "mails about this table are stopped") in states(services)


# --- what is worth nothing ----------------------------------------------------------------------------


def test_a_token_with_a_changed_sign_is_unknown(agatha: Correspondent, table: Sitting, office: Office) -> None:
    kept, before = agatha.last(), len(office.mails)
    for token in {*tokens_of(kept)[0], *tokens_of(kept)[1]}:
        for place in range(len(token)):
            headers = {name: value.replace(token, bent(token, place)) for name, value in answering(kept).items()}
            assert refused(agatha, **headers), (token, place)
    assert (filed(table), said(table), len(office.mails)) == (None, [], before)


def test_a_mail_that_answers_none_of_ours_is_refused(agatha: Correspondent, table: Sitting) -> None:
    """Also with the name of the mail at another domain, in a header that says nothing, or in the text."""
    headers = answering(agatha.last())
    elsewhere = {name: value.replace("games.example", "evil.example") for name, value in headers.items()}
    assert refused(agatha)
    assert refused(agatha, **elsewhere | {"Subject": "Re: your turn"})
    assert refused(agatha, X_Subject=headers["Subject"], X_References=headers["References"])
    text = f"attack barney\n{headers['Subject']}\nIn-Reply-To: {headers['In_Reply_To']}"
    assert hand_in(agatha.port, ARBITER, AGATHA, written(ARBITER, AGATHA, text))[0] == 550
    assert hand_in(agatha.port, "other@games.example", AGATHA, written(ARBITER, AGATHA, "pass", **headers))[0] == 550
    assert (filed(table), said(table)) == (None, [])


def test_a_forged_sender(
    agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client, services: Services
) -> None:
    """Who knows what is answered, but writes from elsewhere: the player is told of it once a day."""
    before, headers = len(office.mails), answering(agatha.last())
    for _ in range(2):
        raw = written(ARBITER, "mallory@example.org", "attack barney\nsay hello", **headers)
        assert hand_in(agatha.port, ARBITER, "mallory@example.org", raw)[0] == 250
        settled(client, services, table)
    agatha.told("status")
    assert len(office.mails) - before <= 2
    assert (filed(table), said(table)) == (None, [])


def test_a_seat_that_was_revoked_and_has_another_player(
    agatha: Correspondent, services: Services, table: Sitting, office: Office, other: Browser, client: httpx.Client
) -> None:
    headers, before = answering(agatha.last()), len(office.mails)
    handed_over(table, office, other)
    for sender in (AGATHA, "flora@example.org"):
        raw = written(ARBITER, sender, "support darcy\nsay hello", **headers)
        assert hand_in(agatha.port, ARBITER, sender, raw)[0] == 250
        settled(client, services, table)
    assert (filed(table) == SUPPORT, said(table)) == (False, [])
    assert ("dropped", "its address is that of somebody who had this seat before") in states(services)
    assert len([kept for kept in office.mails[before:] if "tried to play" in kept.part("plain")]) <= 1


def test_the_mail_of_another_table(
    agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client, services: Services
) -> None:
    """A good token of a seat that Agatha does not hold."""
    elsewhere = begin(another(client).client, ("Mallory", "Barney", "Celeste"))
    assert isinstance(client, TestClient)
    for place, seat in ((elsewhere, 0), (table, 1)):
        token, before = client.blocking_portal.call(token_at, services, place.id, seat), len(office.mails)
        headers = {"In_Reply_To": f"<notice.x.{token}@games.example>", "Subject": f"Re: your turn [T:{token}]"}
        raw = written(ARBITER, AGATHA, "attack celeste\nsay hello", **headers)
        assert hand_in(agatha.port, ARBITER, AGATHA, raw)[0] == 250
        settled(client, services, place)
        assert (filed(place, seat), place.get("messages", seat=2)) == (None, [])
        assert len(office.mails) - before <= 1


def test_a_replayed_mail_is_carried_out_once(
    agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client, services: Services
) -> None:
    raw = written(ARBITER, AGATHA, "say hello\nattack barney", **answering(agatha.last()))
    before = len(office.mails)
    for more in (b"", b"", b"Received: from elsewhere.example\n"):
        assert hand_in(agatha.port, ARBITER, AGATHA, more + raw)[0] == 250
        settled(client, services, table)
    office.wait(before + 1)
    agatha.told("status")
    assert said(table) == ["hello"]
    assert len(office.mails) == before + 2


@pytest.mark.parametrize("token_in", ["both"], indirect=True)
def test_a_mail_that_answers_two_questions_does_nothing(agatha: Correspondent, table: Sitting) -> None:
    """The name of one mail with the subject of another."""
    old = answering(agatha.last())
    table.everybody("defend")
    agatha.told("status")
    assert "write to one at a time" in agatha.told("attack barney", agatha.last("status:"), Subject=old["Subject"])
    assert filed(table) is None


@pytest.mark.parametrize("sign", ["[T:", "[t: "])
def test_a_title_that_looks_like_a_token_diverts_no_answer(token_in: str, sign: str) -> None:
    """A host chooses it, and knows tokens of their own seat; it stands before ours in subjects."""
    theirs, ours = "play.k3j4h5g6f7d8-1-4.0.abcdefghijklmnop", "play.k3j4h5g6f7d8-0-5.0.qrstuvwxyzabcdef"
    settings = at(25, token_in=token_in)
    letter = Letter(to=AGATHA, subject=f"Your turn · {sign}{theirs}], now", text=(), id="notice.a", token=ours)
    sent = message_from_bytes(compose(letter, settings, "house", 0), policy=policy.default)
    assert "(T:" in str(sent["Subject"]).replace("t: ", "T:")
    old = f"Your turn · {sign}{theirs}], now{tag(settings, ours)}"
    for subject in (str(sent["Subject"]), old):
        mail, _, tags = in_answer(settings, Answered(str(sent["Message-ID"]), "", f"Re: {subject}"))
        assert {found for found in (*mail, *tags) if found.startswith("play.")} == {ours}


@pytest.mark.parametrize("token_in", ["message-id"], indirect=True)
def test_where_subjects_hold_no_token_none_is_read_there(token_in: str) -> None:
    settings = at(25, token_in=token_in)
    assert in_answer(settings, Answered(subject="Re: a table [T:play.a]"))[2] == []
    assert in_answer(settings, Answered(subject="unsubscribe [T:off.a]"))[2] == ["off.a"]


def test_two_turncoats_do_not_write_to_each_other(agatha: Correspondent, table: Sitting, office: Office) -> None:
    raw, before = agatha.last().raw, len(office.mails)
    hand_in(agatha.port, ARBITER, AGATHA, raw)
    hand_in(
        agatha.port, ARBITER, AGATHA, b"In-Reply-To: " + str(agatha.last().mail["Message-ID"]).encode() + b"\n" + raw
    )
    agatha.told("status")
    assert len(office.mails) == before + 1


def test_tokens_that_are_not_looked_at_are_noticed(
    agatha: Correspondent, table: Sitting, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Intake, "_good", lambda _, said: iter([one for one in said if one]))
    with pytest.raises(AssertionError):
        test_a_token_with_a_changed_sign_is_unknown(agatha, table, office)


# --- reports, headers, mailbox ------------------------------------------------------------------------


def test_a_report_is_known_by_the_header_that_it_gives_back(
    agatha: Correspondent, services: Services, browser: Browser
) -> None:
    given_back = agatha.last().raw.partition(b"\r\n\r\n")[0]
    assert b"X-Turncoat-Report: bounce." in given_back
    unknown = report() + b"\r\n\r\n" + given_back.replace(b"X-Turncoat-Report: bounce.", b"X-Turncoat-Report: bounce.a")
    for mail in (unknown, report(), b"Subject: out of office\r\n\r\nI am away.\r\n"):
        assert hand_in(agatha.port, ARBITER, "", mail)[0] == 250
        assert of(services, browser)[0].works
    forged = hand_in(agatha.port, ARBITER, AGATHA, report() + b"\r\n\r\n" + given_back)
    assert (forged[0], of(services, browser)[0].works) == (550, True)
    assert hand_in(agatha.port, ARBITER, "", report() + b"\r\n\r\n" + given_back)[0] == 250
    assert not of(services, browser)[0].works


@pytest.mark.parametrize(
    "head", [b"Subject: x\r\n" * 60_000, b"References: " + b"<a@b> " * 40_000, b"\r\n \xff=?utf-8?b?"]
)
def test_headers_that_are_to_do_harm(head: bytes) -> None:
    assert TOKEN.search(str(answered_by(head))) is None


def test_a_long_thread_ends_with_the_mail_that_is_answered() -> None:
    thread = "<a@b> " * 9000 + "<last@games.example>"
    assert answered_by(f"References: {thread}\r\n\r\n".encode()).thread.endswith("<last@games.example>")


def test_what_is_answered_is_read_in_mails_beyond_other_limits() -> None:
    """So the owner is told why nothing of such a mail was done."""
    mail = (
        b"In-Reply-To: <a@b>\r\nSubject: =?utf-8?q?x_=5BT:?=\r\n =?utf-8?q?y=5D?=\r\n\r\n" + b"Content-Type: x\r\n" * 99
    )
    assert answered_by(mail) == Answered("<a@b>", "", "x [T:y]")


@pytest.mark.timeout(300)
def test_mails_in_a_mailbox(
    tmp_path: Path, clock: Clock, office: Office, token_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    with dovecot() as box:
        imap = ImapSettings(host="127.0.0.1", port=box.port, user=USER, seconds=5)
        settings = Settings(mail=at(office.port, imap=imap, token_in=token_in))
        services = open_services(tmp_path, clock=clock, settings=settings, public_url=SITE)
        with client_of(services) as client:
            browser, table = Browser(client), begin(client, ("Agatha", "Barney", "Celeste"))
            enter(browser, office)
            table.hand(0, browser)
            send(client, services, notice(owner_of(services, browser), table))
            headers, before = answering(office.to(AGATHA)[-1]), len(office.mails)
            forged = {name: value.replace("play.", "play.a") for name, value in headers.items()}
            box.append(
                written(ARBITER, AGATHA, "say nothing"),
                written(ARBITER, AGATHA, "say nothing", **forged),
                written(ARBITER, AGATHA, "say hello", **headers),
            )
            office.wait(before + 1)
            read_all(box)
            assert heard(table) == ["hello"]
            assert count(box.port, "Turncoat-done") == 3


def test_a_smtp_listener_takes_them_too(tmp_path: Path, clock: Clock, office: Office, token_in: str) -> None:
    incoming = Incoming(listen="127.0.0.1:0", protocol="smtp")
    settings = Settings(mail=at(office.port, incoming=incoming, token_in=token_in))
    services = open_services(tmp_path, clock=clock, settings=settings, public_url=SITE)
    with client_of(services) as client:
        browser, table = Browser(client), begin(client, ("Agatha", "Barney", "Celeste"))
        enter(browser, office)
        table.hand(0, browser)
        send(client, services, notice(owner_of(services, browser), table))
        assert services.mail is not None
        with smtplib.SMTP("127.0.0.1", services.mail.listener.port) as line:
            answer = message_from_bytes(
                written(ARBITER, AGATHA, "loot", **answering(office.to(AGATHA)[-1])), policy=policy.default
            )
            assert isinstance(answer, EmailMessage)
            assert line.send_message(answer) == {}
        settled(client, services, table)
        assert filed(table) == {"type": "loot"}
