"""Ways of reaching somebody that fail: their pages say so, and what is switched off is told in every other way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.mail.office import Office, at, relay
from tests.mail.signing import SITE, enter
from tests.server.listening import HERE, Listening, listening
from tests.server.test_hooks import added, sent
from tests.server.test_push import known, subscribed
from tests.server.test_webpush import Device
from tests.serving import Browser, Clock, Sitting, gather, open_services

from turncoat.server.notices import unreached
from turncoat.server.notices.hooks import PATIENCE
from turncoat.server.notices.told import FAILED, QUEUED, SENT, Line
from turncoat.server.notices.unreached import FAILURES
from turncoat.server.services import Services
from turncoat.server.settings import HookSettings, PushSettings, Settings

ADDRESS = "agatha@example.org"


@pytest.fixture
def office() -> Iterator[Office]:
    made = Office()
    with relay(made) as port:
        made.port = port
        yield made


@pytest.fixture
def services(tmp_path: Path, clock: Clock, office: Office) -> Services:
    push, hooks = PushSettings(contact="host@games.test"), HookSettings(reach=HERE)
    settings = Settings(hooks=hooks, push=push, mail=at(office.port))
    return open_services(tmp_path, clock=clock, settings=settings, public_url=SITE)


@pytest.fixture
def there() -> Iterator[Listening]:
    with listening() as server:
        yield server


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return gather(client, title="Thursday night")


@pytest.fixture
def agatha(browser: Browser, table: Sitting, office: Office) -> Browser:
    """Somebody who is signed in by mail and sits at a table."""
    browser.join(table.link(0))
    enter(browser, office)
    return browser


def owner(services: Services) -> str:
    person = services.auth.people.known_as("Agatha")
    assert person is not None
    return person.owner


def tried(services: Services, *states: str) -> None:
    """Mails to Agatha, one after the other: what became of each."""
    lines = [
        Line(owner(services), "t", 0, f"turn {at}", "mail", ADDRESS, "turn", at, at + 1, state, tries=1)
        for at, state in enumerate(states)
    ]
    services.outbox.told.write(lines)


def fail(client: httpx.Client, services: Services, there: Listening, times: int) -> None:
    there.answer(500)
    for _ in range(times):
        sent(client, services)


@pytest.mark.parametrize("page", ["/", "/my-tables", "/notices", "/me"])
def test_a_way_that_failed_five_times_in_a_row_is_said_on_every_page(
    page: str, agatha: Browser, services: Services
) -> None:
    sentence = f"Mail to {ADDRESS} has failed 5 times in a row."
    tried(services, *[QUEUED] * (FAILURES - 1))
    assert sentence not in agatha.get(page).text
    tried(services, *[FAILED] * FAILURES)
    assert sentence in agatha.get(page).text


def test_a_notice_that_arrived_meanwhile_starts_the_count_anew(agatha: Browser, services: Services) -> None:
    tried(services, FAILED, FAILED, FAILED, FAILED, FAILED, SENT, FAILED)
    assert "times in a row" not in agatha.get("/my-tables").text


def test_nobody_else_is_told_of_it(agatha: Browser, others: Browser, services: Services, table: Sitting) -> None:
    tried(services, *[FAILED] * FAILURES)
    others.join(table.link(1))
    assert "times in a row" not in others.get("/my-tables").text


def test_what_failed_before_a_restart_is_said_after_it(agatha: Browser, services: Services) -> None:
    tried(services, *[FAILED] * FAILURES)
    services.outbox.told.suspects.clear()
    assert "times in a row" not in agatha.get("/my-tables").text
    services.outbox.told.suspect()
    assert "times in a row" in agatha.get("/my-tables").text


def test_a_banner_that_never_comes_is_noticed(
    agatha: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unreached, "FAILURES", 1000)
    with pytest.raises(AssertionError):
        test_a_way_that_failed_five_times_in_a_row_is_said_on_every_page("/my-tables", agatha, services)


def test_an_address_at_which_nothing_arrives_is_said(client: httpx.Client, agatha: Browser, services: Services) -> None:
    mail = services.mail
    assert mail is not None
    with client.portal() as portal:  # type: ignore[attr-defined]
        portal.call(mail.note, ADDRESS, "5.1.1")
    assert f"Mail to {ADDRESS} comes back: confirm the address again, or remove it." in agatha.get("/my-tables").text


def test_a_webhook_that_fails_is_said(
    client: httpx.Client, agatha: Browser, services: Services, there: Listening
) -> None:
    added(agatha, there)
    fail(client, services, there, FAILURES)
    services.outbox.told.suspects.add(owner(services))
    assert f"has failed {FAILURES} times in a row" in agatha.get("/my-tables").text


def test_a_webhook_that_is_switched_off_is_told_by_mail_and_push_once(
    client: httpx.Client, agatha: Browser, services: Services, there: Listening, office: Office
) -> None:
    with listening() as service:
        service.answer(201)
        device = Device(f"{service.url}/send/1")
        assert subscribed(agatha, device).status_code == 201
        added(agatha, there)
        fail(client, services, there, PATIENCE + 1)
        (came,) = service.heard
        told = msgspec.json.decode(device.read(came.body))
    sentence = f"The webhook at 127.0.0.1:{there.port} is switched off: it failed 10 times in a row."
    assert (told["title"], told["body"], told["url"]) == ("Turncoat", sentence, "/notices")
    mail = office.wait(2)[1]
    assert mail.to == [ADDRESS]
    assert sentence in " ".join(mail.part("plain").split())
    assert len(office.mails) == 2


def test_the_host_is_told_of_the_webhook_of_a_table(
    client: httpx.Client, agatha: Browser, services: Services, there: Listening, office: Office, table: Sitting
) -> None:
    agatha.join(table.link(None))
    added(agatha, there, at=f"/tables/{table.id}/host/hook")
    fail(client, services, there, PATIENCE)
    assert f"{SITE}/tables/{table.id}" in office.wait(2)[1].part("plain")
    services.outbox.told.suspects.add(f"table/{table.id}")
    assert "is switched off: it failed ten times in a row" in agatha.get("/my-tables").text


def test_a_guest_who_signs_in_by_mail_is_told_on_the_same_device(
    browser: Browser, table: Sitting, office: Office, services: Services
) -> None:
    browser.join(table.link(0))
    subscribed(browser, Device("https://push.test/1"))
    (guest,) = known(services)
    enter(browser, office)
    (mine,) = known(services)
    assert (mine.owner, mine.endpoint) == (owner(services), guest.endpoint)
    assert mine.session != guest.session
