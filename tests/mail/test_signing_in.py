"""Sign in with a link that comes by mail; no program that opens or presses it before its reader takes anything."""

from __future__ import annotations

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.office import Office
from tests.mail.signing import ask, code_in, enter, link_in, press, signed_in
from tests.serving import Browser, Clock, gather

from turncoat.server.limits import Limits
from turncoat.server.mail.links import LIFE, Links, Purpose
from turncoat.server.problems import TooMany
from turncoat.server.services import Services

WRONG = "00000000"


def test_one_press_where_it_was_asked_for_signs_in(browser: Browser, office: Office) -> None:
    mail = ask(browser, office)
    assert mail.mail["Subject"] == "Turncoat: sign in"
    page = press(browser, link_in(mail), name="Agatha")
    assert "Welcome" in page.text
    assert signed_in(browser) == "Agatha"


def test_an_account_of_a_known_address_is_signed_in_again(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    press(other, link_in(ask(other, office, "AGATHA@example.org")), name="Somebody else")
    assert signed_in(other) == "Agatha"


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("sue@example.org", "\u017fue@example.org"),
        ("strasse@example.org", "straße@example.org"),
        ("fine@example.org", "\ufb01ne@example.org"),
    ],
)
def test_a_letter_that_only_resembles_another_is_another_address(
    browser: Browser, other: Browser, office: Office, known: str, typed: str
) -> None:
    """A mail goes to the address as it is typed, so only whoever reads mail there is its owner."""
    enter(browser, office, known)
    mail = ask(other, office, typed)
    assert mail.to == [typed]
    press(other, link_in(mail), name="Mallory")
    assert signed_in(other) == "Mallory"


def test_a_sign_that_is_a_letter_by_another_name_is_mailed_as_that_letter(other: Browser, office: Office) -> None:
    """U+212A is canonically K: no mail goes to another address than the one whose owner is looked up."""
    assert ask(other, office, "\u212aate@example.org").to == ["Kate@example.org"]


def opens(browser: Browser, path: str) -> None:
    """What programs do that look for dangerous mail."""
    for method in ("HEAD", "GET", "OPTIONS", "GET"):
        browser.client.request(method, path)
    browser.client.cookies.clear()
    browser.client.get(path)


def test_looking_at_a_link_uses_nothing(browser: Browser, other: Browser, office: Office) -> None:
    mail = ask(browser, office)
    opens(other, link_in(mail))
    press(browser, link_in(mail), name="Agatha")
    assert signed_in(browser) == "Agatha"


def test_a_look_that_uses_the_link_is_noticed(
    browser: Browser, other: Browser, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Links.look

    def greedy(self: Links, secret: str, at: str, now: int) -> object:
        found = look(self, secret, at, now)
        with self.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE mail_links SET used = 1")
        return found

    monkeypatch.setattr(Links, "look", greedy)
    mail = ask(browser, office)
    opens(other, link_in(mail))
    press(browser, link_in(mail), name="Agatha")
    assert signed_in(browser) == ""


def test_a_program_that_presses_the_button_elsewhere_is_not_let_in(
    browser: Browser, other: Browser, office: Office
) -> None:
    mail = ask(browser, office)
    page = press(other, link_in(mail))
    assert "type the code" in page.text
    assert signed_in(other) == ""
    press(browser, link_in(mail), name="Agatha")
    assert signed_in(browser) == "Agatha"


def test_elsewhere_the_code_signs_in(browser: Browser, other: Browser, office: Office) -> None:
    mail = ask(browser, office)
    assert 'name="code"' in other.get(link_in(mail)).text
    press(other, link_in(mail), code=code_in(mail), name="Agatha")
    assert signed_in(other) == "Agatha"
    assert signed_in(browser) == ""


def test_the_code_can_be_typed_where_it_was_asked_for(browser: Browser, office: Office) -> None:
    mail = ask(browser, office)
    browser.post("/mail/link", {"code": code_in(mail), "name": "Agatha", "next": "/rules"})
    assert signed_in(browser) == "Agatha"


def test_a_code_alone_is_worth_nothing_elsewhere(browser: Browser, other: Browser, office: Office) -> None:
    mail = ask(browser, office)
    assert other.post("/mail/link", {"code": code_in(mail)}).status_code == 422
    assert signed_in(other) == ""


def test_a_link_is_good_once(browser: Browser, other: Browser, office: Office) -> None:
    mail = ask(browser, office)
    press(browser, link_in(mail), name="Agatha")
    assert press(other, link_in(mail), code=code_in(mail)).status_code == 422
    assert signed_in(other) == ""


def test_a_link_is_good_for_twenty_minutes(browser: Browser, office: Office, clock: Clock) -> None:
    mail = ask(browser, office)
    clock.forward(LIFE / 1000)
    assert "older than 20 minutes" in press(browser, link_in(mail)).text
    assert signed_in(browser) == ""


def test_five_wrong_codes_end_it(browser: Browser, other: Browser, office: Office) -> None:
    mail = ask(browser, office)
    for _ in range(5):
        press(other, link_in(mail), code=WRONG)
    press(other, link_in(mail), code=code_in(mail))
    assert signed_in(other) == ""
    press(browser, link_in(mail))
    assert signed_in(browser) == ""


def test_a_newer_one_of_the_same_browser_ends_older_ones(browser: Browser, other: Browser, office: Office) -> None:
    old, new = ask(browser, office), ask(browser, office)
    ask(other, office)
    press(browser, link_in(old))
    assert signed_in(browser) == ""
    press(browser, link_in(new), name="Agatha")
    assert signed_in(browser) == "Agatha"


def test_known_and_unknown_addresses_are_answered_alike(browser: Browser, other: Browser, office: Office) -> None:
    enter(browser, office)
    known = other.post("/sign-in/mail", {"address": "agatha@example.org"})
    unknown = other.post("/sign-in/mail", {"address": "nobody@example.org"})
    assert known.text.replace("agatha@", "nobody@") == unknown.text
    office.wait(3)


def test_asking_does_not_look_whether_an_address_is_known(browser: Browser, office: Office, services: Services) -> None:
    asked: list[str] = []
    from sqlalchemy import event

    for engine in (services.store.engine, services.auth.people.engine):
        event.listen(engine, "before_cursor_execute", lambda *given: asked.append(str(given[2])))
    ask(browser, office)
    assert not any("addresses.folded" in statement for statement in asked)
    assert any("mail_links" in statement for statement in asked)


def test_the_first_session_ends_when_somebody_signs_in(browser: Browser, office: Office) -> None:
    gather(browser.client)
    browser.post("/new", {"game": "truce", "seats": "3"})
    before = browser.client.cookies.get("turncoat")
    enter(browser, office)
    assert browser.client.cookies.get("turncoat") != before


@pytest.mark.parametrize("next_page", ["https://evil.example", "//evil.example"])
def test_nobody_is_led_elsewhere(browser: Browser, office: Office, next_page: str) -> None:
    mail = ask(browser, office, next=next_page)
    browser.client.follow_redirects = False
    done = browser.post("/mail/link", {"code": code_in(mail), "next": next_page})
    assert done.headers["location"] == "/"


def test_few_mails_go_to_an_address(browser: Browser, office: Office) -> None:
    for _ in range(3):
        ask(browser, office)
    refused = browser.post("/sign-in/mail", {"address": "Agatha@example.org"})
    assert refused.status_code == 429
    assert "Too many mails to this address" in refused.text


def test_few_mails_are_asked_for_from_one_network(browser: Browser, office: Office) -> None:
    for number in range(10):
        ask(browser, office, f"p{number}@example.org")
    assert browser.post("/sign-in/mail", {"address": "p11@example.org"}).status_code == 429
    assert len(office.mails) == 10


def asks(client: httpx.Client, services: Services, network: str, address: str = "agatha@example.org") -> None:
    """Ask for a link from a network."""
    assert services.mail is not None
    assert isinstance(client, TestClient)
    client.blocking_portal.call(services.mail.ask, Purpose.SIGN_IN, address, "browser", None, network)


def test_a_stranger_keeps_nobody_out_from_one_network(client: httpx.Client, services: Services) -> None:
    for _ in range(3):
        asks(client, services, "192.0.2.1")
    with pytest.raises(TooMany):
        asks(client, services, "192.0.2.1")
    asks(client, services, "192.0.2.2")


def test_few_mails_go_to_an_address_from_wherever_they_are_asked_for(client: httpx.Client, services: Services) -> None:
    for number in range(20):
        asks(client, services, f"192.0.2.{number}")
    with pytest.raises(TooMany, match="mails to this address"):
        asks(client, services, "192.0.2.99")


def test_a_tag_makes_no_more_of_them(client: httpx.Client, services: Services) -> None:
    for number in range(3):
        asks(client, services, "192.0.2.1", f"agatha+{number}@example.org")
    with pytest.raises(TooMany, match="mails to this address"):
        asks(client, services, "192.0.2.1", "agatha+3@example.org")


def test_one_customer_of_a_provider_uses_up_no_other_s_mails(client: httpx.Client, services: Services) -> None:
    """A /48, the most that one customer has, is 65536 times a /64."""
    for number in range(30):
        asks(client, services, f"2001:db8:1:{number:x}::/64", f"p{number}@example.org")
    with pytest.raises(TooMany, match="asked for from here"):
        asks(client, services, "2001:db8:1:ff::/64")
    asks(client, services, "2001:db8:2::/64")


def test_invitations_use_up_no_links(client: httpx.Client, services: Services) -> None:
    assert services.mail is not None
    for number in range(200):
        services.mail.may_invite(f"p{number}@example.org", f"host{number % 10}", f"192.0.2.{number % 10}")
    with pytest.raises(TooMany, match="nobody has confirmed"):
        services.mail.may_invite("agatha@example.org", "host11", "192.0.2.11")
    asks(client, services, "192.0.2.1")


def test_without_limits_an_address_could_be_flooded(
    browser: Browser, office: Office, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert services.mail is not None
    monkeypatch.setattr(services.mail, "limits", Limits({}))
    for _ in range(5):
        ask(browser, office)
    assert len(office.to("agatha@example.org")) == 5


def test_what_is_no_address_is_refused(browser: Browser, office: Office) -> None:
    assert "looks like agatha@example.org" in browser.post("/sign-in/mail", {"address": "agatha"}).text


def test_the_link_leads_to_the_public_address_whatever_was_asked(browser: Browser, office: Office) -> None:
    browser.get("/sign-in")
    browser.post("/sign-in/mail", {"address": "agatha@example.org"}, headers={"host": "evil.example"})
    assert "evil" not in office.wait(1)[0].part("plain")


def test_a_mail_that_the_relay_did_not_take_leaves_later(browser: Browser, office: Office, services: Services) -> None:
    assert services.mail is not None

    async def no_wait(seconds: float) -> None:
        office.data_refusal = ""

    services.mail.wait = no_wait
    office.data_refusal = "451 4.3.0 later"
    assert link_in(ask(browser, office))


def test_a_guest_who_signs_in_by_mail_keeps_the_seat(browser: Browser, other: Browser, office: Office) -> None:
    table = gather(browser.client)
    other.join(table.link(0), "Agatha")
    mail = ask(other, office, next=f"/tables/{table.id}", name="Agatha")
    other.post("/mail/link", {"code": code_in(mail), "name": "Agatha"})
    assert signed_in(other) == "Agatha"
    elsewhere = Browser(type(other.client)(transport=other.client._transport, base_url=other.client.base_url))
    press(elsewhere, link_in(ask(elsewhere, office)))
    assert signed_in(elsewhere) == "Agatha"
    assert table.id in elsewhere.get("/my-tables").text
