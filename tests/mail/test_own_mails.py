"""The page "Your mail": each owner sees what came from them and what became of it, and nobody else does."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient
from tests.mail.noticing import AGATHA, settled
from tests.mail.office import Office
from tests.mail.post import Correspondent, address_of, hand_in, written
from tests.mail.signing import enter
from tests.serving import Browser, Sitting, another

from turncoat.server.limits import Rate
from turncoat.server.services import Services
from turncoat.server.settings import Incoming


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


def words(browser: Browser) -> str:
    return " ".join(browser.get("/me/mails").text.split())


def sent(agatha: Correspondent, sender: str, **headers: str) -> None:
    """Hand in an order that no reply follows."""
    to = address_of(agatha)
    assert hand_in(agatha.port, to, sender, written(to, sender, "attack barney", **headers))[0] == 250


def test_the_owner_sees_what_became_of_each_order(agatha: Correspondent, browser: Browser) -> None:
    agatha.told("attack barney\ntell celeste: now or never\n\nattack bob\n")
    page = words(browser)
    assert "Re: It is your turn" in page
    assert 'for <a href="/tables/' in page
    assert "TAKEN: attack Barney. Sealed" in page
    assert "You to Celeste: “now or never”" in page
    assert "<q>attack bob</q> was not read:" in page


def test_a_mail_without_an_order(agatha: Correspondent, browser: Browser) -> None:
    agatha.told("I write tomorrow.")
    assert "There was no order in it." in words(browser)


def test_nobody_else_sees_it(agatha: Correspondent, other: Browser, office: Office, browser: Browser) -> None:
    agatha.told("attack barney")
    enter(other, office, "barney@example.org", "Barney")
    assert "No mail of yours has come yet." in words(other)
    assert "attack Barney" in words(browser)


def test_whoever_is_not_signed_in_signs_in_first(client: TestClient) -> None:
    assert "/sign-in" in str(another(client).get("/me/mails").url)


def test_a_forged_mail_is_shown_to_whom_it_concerns(
    agatha: Correspondent,
    browser: Browser,
    table: Sitting,
    client: TestClient,
    services: Services,
) -> None:
    sent(agatha, "mallory@example.org")
    settled(client, services, table)
    assert "It had no effect: it does not come from a player of this seat: mallory@example.org" in words(browser)


@pytest.mark.parametrize("header", ["Auto_Submitted", "X_Autoreply"])
def test_automatic_answers_are_told_once(
    agatha: Correspondent,
    browser: Browser,
    table: Sitting,
    client: TestClient,
    services: Services,
    header: str,
) -> None:
    for _ in range(3):
        sent(agatha, AGATHA, **{header: "auto-replied"})
    settled(client, services, table)
    page = words(browser)
    assert "Your mailbox answers by itself: 3 automatic mails came from it." in page
    assert "No mail of yours has come yet." in page


def test_a_program_reads_the_same(agatha: Correspondent, browser: Browser, other: Browser, table: Sitting) -> None:
    agatha.told("attack barney\n\nattack bob\n")
    (mail,) = browser.client.get("/api/me/mails").json()
    assert (mail["table"], mail["seat"], mail["state"], mail["why"]) == (table.id, 0, "done", "")
    assert [(one["good"], one["order"]) for one in mail["said"]] == [(True, "attack Barney")]
    assert [one["line"] for one in mail["unread"]] == ["attack bob"]
    assert other.client.get("/api/me/mails").status_code == 401


def test_after_too_many_mails_one_reply_tells_what_became_of_the_rest(
    agatha: Correspondent, services: Services, table: Sitting, client: TestClient, office: Office
) -> None:
    """What is not told at once is told once, by the next reply; the orders count all the same."""
    rates = services.limits.rates
    services.limits.rates = {**rates, "mail_reply": Rate(1, 3600, "replies by mail to this seat")}
    agatha.told("attack barney")
    for text in ("attack celeste", "attack bob", "I write tomorrow."):
        agatha.answer(text)
    settled(client, services, table)
    assert table.get(seat=0)["question"]["filed"] == {"type": "attack", "target": 2}
    services.limits.rates = {kind: rate for kind, rate in rates.items() if kind != "mail_reply"}
    reply = agatha.told("pass")
    assert reply.count("had no reply. Its result:") == 3
    assert "Its result: TAKEN: attack Celeste. Sealed" in reply
    assert "Its result: | attack bob NOT READ:" in reply
    assert "Its result: Ignored, because it is not an order: | I write tomorrow. NOT TAKEN: there is no order" in reply
    assert "Its result" not in agatha.told("defend")


def test_the_own_page_leads_there(agatha: Correspondent, browser: Browser) -> None:
    assert 'href="/me/mails"' in browser.get("/me").text
