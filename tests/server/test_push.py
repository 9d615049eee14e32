"""Notices to browsers: a stand-in for the push service decrypts what comes, and answers as it is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from py_vapid import Vapid02
from sqlalchemy import select
from tests.server.listening import HERE, Listening, Said, listening
from tests.server.test_webpush import Device
from tests.serving import Browser, Clock, Sitting, another, client_of, gather, open_services

from turncoat.server.notices import push
from turncoat.server.notices.channel import Gone, Later, Notice, Outcome, Refused, Sent
from turncoat.server.notices.schema import PUSH_SUBSCRIPTIONS
from turncoat.server.notices.webpush import packed
from turncoat.server.people import digest_of
from turncoat.server.services import Services
from turncoat.server.settings import HookSettings, PushSettings, Settings
from turncoat.table.notices import Kind

SETTINGS = Settings(hooks=HookSettings(reach=HERE), push=PushSettings(contact="host@games.test"))
TURN = Notice(
    id="n1",
    kind=Kind.TURN,
    key="turn/1",
    table="abcdef",
    seat=2,
    owner="agatha",
    title="Thursday night",
    game="Truce",
    at=1_790_000_000_000,
    until=1_790_003_600_000,
    due=1_790_003_600_000,
)


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, settings=SETTINGS)


@pytest.fixture
def service() -> Iterator[Listening]:
    """The push service."""
    with listening() as there:
        there.answer(201)
        yield there


def subscribed(browser: Browser, device: Device) -> httpx.Response:
    """Let a browser be sent notices."""
    browser.get("/")
    token = browser.client.get("/api/session").json()["token"]
    to = device.subscription
    given = {"endpoint": to.endpoint, "p256dh": packed(to.p256dh), "auth": packed(to.auth)}
    return browser.client.post("/api/me/pushes", json=given, headers={"x-csrf-token": token})


def known(services: Services) -> list[Any]:
    with services.store.reading() as connection:
        return list(connection.execute(select(PUSH_SUBSCRIPTIONS)))


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return gather(client)


@pytest.fixture
def agatha(browser: Browser, table: Sitting) -> Browser:
    """Somebody who sits at a table, without an account."""
    browser.join(table.link(0))
    return browser


def sent(client: Any, services: Services, device: Device, notice: Notice = TURN) -> Outcome:
    """Let the channel send a notice to a device."""
    with client.portal() as portal:
        outcome: Outcome = portal.call(services.push.send, [notice], digest_of(device.subscription.endpoint))
    return outcome


# --- what arrives ---------------------------------------------------------------------------------


def test_a_notice_arrives_and_says_table_kind_and_time(
    client: httpx.Client, services: Services, service: Listening, agatha: Browser
) -> None:
    device = Device(f"{service.url}/send/1")
    assert subscribed(agatha, device).status_code == 201
    assert sent(client, services, device) == Sent()
    (came,) = service.heard
    assert msgspec.json.decode(device.read(came.body)) == {
        "title": "Thursday night",
        "body": "It is your turn, until Mon 21 Sep, 15:13 UTC.",
        "tag": services.tokens.mac("push/abcdef/2"),
        "url": "/tables/abcdef",
    }
    assert (came.path, came.headers["ttl"], came.headers["urgency"]) == ("/send/1", "3600", "normal")


def test_the_push_service_can_tell_who_sends(
    client: httpx.Client, services: Services, service: Listening, agatha: Browser
) -> None:
    """RFC 8292: with the key that the browser was given."""
    device = Device(f"{service.url}/send/1")
    subscribed(agatha, device)
    sent(client, services, device)
    authorization = service.heard[0].headers["authorization"]
    assert Vapid02.verify(authorization)
    assert authorization.endswith(f",k={agatha.client.get('/api/me/pushes').json()['key']}")


def test_a_reminder_may_wake_a_phone_and_a_newer_notice_replaces_an_older_one(
    client: httpx.Client, services: Services, service: Listening, agatha: Browser
) -> None:
    device = Device(f"{service.url}/send/1")
    subscribed(agatha, device)
    for notice in (TURN, replace(TURN, kind=Kind.REMINDER, id="n2"), replace(TURN, seat=3)):
        sent(client, services, device, notice)
    turn, reminder, other = service.heard
    assert reminder.headers["urgency"] == "high"
    assert turn.headers["topic"] == reminder.headers["topic"] != other.headers["topic"]
    assert len({len(one.body) for one in service.heard}) == 1


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Sent()),
        (202, Sent()),
        (404, Gone("404")),
        (410, Gone("410")),
        (429, Later(120, "429")),
        (503, Later(120, "503")),
        (400, Refused("400")),
        (401, Refused("401")),
        (403, Refused("403")),
        (413, Refused("413")),
        (302, Refused("302")),
    ],
)
def test_what_a_push_service_answers_decides_what_follows(
    status: int, outcome: Outcome, client: httpx.Client, services: Services, service: Listening, agatha: Browser
) -> None:
    device = Device(f"{service.url}/send/1")
    subscribed(agatha, device)
    service.answer(status, Retry_After="120", Location="http://127.0.0.1:1/")
    assert sent(client, services, device) == outcome
    assert bool(known(services)) == (status not in (404, 410))
    assert len(service.heard) == 1


def test_a_refusal_is_logged_once(
    client: httpx.Client,
    services: Services,
    service: Listening,
    agatha: Browser,
    caplog: pytest.LogCaptureFixture,
) -> None:
    device = Device(f"{service.url}/send/1")
    subscribed(agatha, device)
    service.answer(403)
    for _ in range(3):
        sent(client, services, device)
    assert len([one for one in caplog.records if "refuses notices" in one.getMessage()]) == 1


def test_a_refusal_writes_one_line_whatever_a_stranger_says(
    client: httpx.Client,
    services: Services,
    service: Listening,
    agatha: Browser,
    caplog: pytest.LogCaptureFixture,
) -> None:
    device = Device(f"{service.url}/send/1")
    subscribed(agatha, device)
    service.reply = lambda _: Said(403, body=b"no\n\x1b[2J2026-11-23 ERROR all is lost")
    sent(client, services, device)
    (record,) = [one for one in caplog.records if "refuses notices" in one.getMessage()]
    assert record.getMessage().isprintable()


def test_only_so_many_push_services_are_remembered(
    client: httpx.Client, services: Services, agatha: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "COMPLAINED", 2, raising=False)
    with listening() as one, listening() as two, listening() as three:
        for service in (one, two, three):
            device = Device(f"{service.url}/send/1")
            subscribed(agatha, device)
            service.answer(403)
            sent(client, services, device)
    assert len(services.push._complained) <= 2


def test_a_push_service_that_is_not_there_is_tried_again(
    client: httpx.Client, services: Services, agatha: Browser
) -> None:
    with listening() as gone:
        device = Device(f"{gone.url}/send/1")
        subscribed(agatha, device)
    assert isinstance(sent(client, services, device), Later)


def test_an_unknown_browser_is_gone(client: httpx.Client, services: Services, agatha: Browser) -> None:
    assert isinstance(sent(client, services, Device("https://push.test/nobody")), Gone)


@pytest.mark.parametrize(("text", "seconds"), [("", 0), ("30", 30), ("-5", 0), ("Wed, 21 Oct", 0), ("9" * 9, 86_400)])
def test_what_retry_after_says(text: str, seconds: float) -> None:
    assert push.seconds_of(text) == seconds


# --- who is told ----------------------------------------------------------------------------------


def test_a_stranger_cannot_subscribe(client: httpx.Client, others: Browser) -> None:
    assert subscribed(others, Device()).status_code == 401


@pytest.mark.parametrize(
    "endpoint", ["http://push.test/1", "https://10.0.0.1/", "nonsense", f"https://h.test/{'x' * 2048}"]
)
def test_nothing_is_sent_inside(endpoint: str, tmp_path: Path) -> None:
    services = open_services(tmp_path)
    with client_of(services) as client:
        table, browser = gather(client), Browser(client)
        browser.join(table.link(0))
        assert subscribed(browser, Device(endpoint)).status_code in (400, 422)
        assert known(services) == []


def test_keys_that_are_none_are_refused(agatha: Browser, services: Services) -> None:
    device = Device()
    broken = replace(device.subscription, p256dh=b"\x04" + b"\x01" * 64)
    device.subscription = broken
    assert subscribed(agatha, device).status_code == 400
    assert known(services) == []


def test_a_browser_that_subscribes_again_is_one(agatha: Browser, services: Services) -> None:
    device = Device()
    assert [subscribed(agatha, device).status_code for _ in range(2)] == [201, 201]
    assert len(known(services)) == 1


def test_20_browsers_of_a_person_are_told_and_no_more(agatha: Browser, services: Services) -> None:
    answers = [subscribed(agatha, Device(f"https://push.test/{number}")) for number in range(21)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [422]
    assert "20 browsers" in answers[-1].json()["detail"]


def test_signing_in_takes_the_subscription_along_and_signing_out_ends_it(agatha: Browser, services: Services) -> None:
    subscribed(agatha, Device())
    guest = known(services)[0]
    agatha.post("/sign-in", {"name": "Agatha", "passphrase": "long enough", "new": "yes"})
    (person,) = known(services)
    assert person.owner != guest.owner
    assert person.session != guest.session
    agatha.post("/sign-out")
    assert known(services) == []


def test_whoever_signs_out_as_a_guest_is_told_no_more(agatha: Browser, services: Services) -> None:
    subscribed(agatha, Device())
    agatha.post("/sign-out")
    assert known(services) == []


def test_an_account_that_is_deleted_is_told_nothing(agatha: Browser, services: Services) -> None:
    agatha.post("/sign-in", {"name": "Agatha", "passphrase": "long enough", "new": "yes"})
    subscribed(agatha, Device())
    agatha.post("/me/delete")
    assert known(services) == []


def test_only_the_owner_removes_a_browser(
    client: httpx.Client, agatha: Browser, table: Sitting, services: Services
) -> None:
    made = subscribed(agatha, Device()).json()["id"]
    barney = another(client)
    barney.join(table.link(1))
    for browser, left in ((barney, 1), (agatha, 0)):
        token = browser.client.get("/api/session").json()["token"]
        answer = browser.client.delete(f"/api/me/pushes/{made}", headers={"x-csrf-token": token})
        assert answer.status_code == 204
        assert len(known(services)) == left


def test_the_key_outlives_a_restart(tmp_path: Path) -> None:
    """Another key would make all subscriptions worthless, and nobody would notice."""
    keys = []
    for _ in range(2):
        with client_of(open_services(tmp_path)) as client:
            keys.append(client.get("/api/me/pushes").json()["key"])
    assert keys[0] == keys[1]
