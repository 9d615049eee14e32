"""Webhooks: posted to servers of this machine, which answer as they are told; only their owner sees what came back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.listening import Listening, Said, listening
from tests.server.test_hook_shapes import verified
from tests.server.test_push import SETTINGS, TURN
from tests.serving import Browser, Clock, Sitting, another, client_of, gather, open_services

from turncoat.server.notices.channel import Gone, Later, Outcome, Sent
from turncoat.server.notices.hooks import PATIENCE, Hook, owner_of_table
from turncoat.server.services import Services


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, settings=SETTINGS, local_url="http://192.168.1.2:8000")


@pytest.fixture
def there() -> Iterator[Listening]:
    with listening() as server:
        yield server


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return gather(client, title="Thursday night")


@pytest.fixture
def agatha(browser: Browser, table: Sitting) -> Browser:
    """Somebody who sits at a table, without an account."""
    browser.join(table.link(0))
    return browser


@pytest.fixture
def host(others: Browser, table: Sitting) -> Browser:
    others.join(table.link(None))
    return others


def only(services: Services) -> Hook:
    """The one hook that there is."""
    with services.store.reading() as connection:
        (hook_id,) = connection.exec_driver_sql("select id from hooks").scalars()
    found = services.hooks.store.one(hook_id)
    assert found is not None
    return found


def sent(client: Any, services: Services) -> Outcome:
    with client.portal() as portal:
        outcome: Outcome = portal.call(services.hooks.send, [TURN], only(services).id)
    return outcome


def added(browser: Browser, there: Listening, shape: str = "json", at: str = "/notices/hook") -> httpx.Response:
    return browser.post(at, {"shape": shape, "url": f"{there.url}/a/secret"})


# --- what is posted -------------------------------------------------------------------------------


def test_a_notice_is_posted_signed(client: httpx.Client, services: Services, there: Listening, agatha: Browser) -> None:
    page = added(agatha, there)
    assert only(services).secret in page.text
    assert sent(client, services) == Sent()
    (came,) = there.heard
    assert verified(only(services).secret, came.headers, came.body)
    assert came.headers["webhook-id"] == TURN.id
    assert msgspec.json.decode(came.body)["data"] == {
        "table": "Thursday night",
        "text": "It is your turn, until Mon 21 Sep, 15:13 UTC.",
        "url": "http://192.168.1.2:8000/tables/abcdef",
    }


@pytest.mark.parametrize("shape", ["discord", "slack", "ntfy"])
def test_every_shape_says_table_kind_and_time(
    shape: str, client: httpx.Client, services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there, shape)
    sent(client, services)
    body = there.heard[0].body.decode()
    assert "It is your turn, until Mon 21 Sep, 15" in body
    assert "webhook-signature" not in there.heard[0].headers


@pytest.mark.parametrize(("status", "seconds"), [(500, 0), (429, 30), (302, 0), (404, 0), (400, 0)])
def test_what_is_not_taken_is_tried_again(
    status: int, seconds: float, client: httpx.Client, services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there)
    there.answer(status, Location="http://10.0.0.1/", **({"Retry_After": "30"} if seconds else {}))
    assert sent(client, services) == Later(seconds, f"Status {status}.")
    assert only(services).failed == 1
    assert len(there.heard) == 1


def test_ten_failures_in_a_row_switch_it_off_and_its_owner_is_told(
    client: httpx.Client, services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there)
    there.answer(500)
    outcomes = [sent(client, services) for _ in range(PATIENCE)]
    assert all(isinstance(outcome, Later) for outcome in outcomes[:-1])
    assert isinstance(outcomes[-1], Gone)
    assert "switched off after ten failures" in agatha.get("/notices").text
    assert isinstance(sent(client, services), Gone)
    assert len(there.heard) == PATIENCE
    with services.store.reading() as connection:
        assert connection.execute(services.hooks.reaches()).all() == []


def test_a_success_between_failures_starts_the_count_anew(
    client: httpx.Client, services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there)
    for status in (500, 500, 200, 500):
        there.answer(status)
        sent(client, services)
    assert only(services).failed == 1


# --- tests of hooks -------------------------------------------------------------------------------


def test_a_test_shows_status_and_answer_to_its_owner_alone(
    services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there)
    there.reply = lambda _: Said(418, {}, b"<b>" + b"a" * 300)
    page = agatha.post("/notices/hook-test", {"hook": only(services).id})
    assert "Status 418. &lt;b&gt;" in page.text
    assert "a" * 197 in page.text
    assert "a" * 198 not in page.text
    assert "aaaa" not in agatha.get("/notices").text


def test_a_test_that_works_switches_a_hook_on_again(
    client: httpx.Client, services: Services, there: Listening, agatha: Browser
) -> None:
    added(agatha, there)
    there.answer(500)
    for _ in range(PATIENCE):
        sent(client, services)
    there.answer(204)
    agatha.post("/notices/hook-test", {"hook": only(services).id})
    assert not only(services).off


def test_nobody_tests_or_removes_the_hook_of_another(
    services: Services, there: Listening, agatha: Browser, table: Sitting, client: httpx.Client
) -> None:
    added(agatha, there)
    barney = another(client)
    barney.join(table.link(1))
    hook = only(services)
    assert barney.post("/notices/hook-test", {"hook": hook.id}).status_code == 404
    barney.post("/notices/hook-remove", {"hook": hook.id})
    assert hook.host not in barney.get("/notices").text
    assert there.heard == []
    assert only(services) == hook
    agatha.post("/notices/hook-remove", {"hook": hook.id})
    assert services.hooks.store.of(hook.owner) == []


def test_tests_are_limited(services: Services, there: Listening, agatha: Browser) -> None:
    added(agatha, there)
    hook = only(services).id
    answers = [agatha.post("/notices/hook-test", {"hook": hook}).status_code for _ in range(31)]
    assert answers[-1] == 429
    assert len(there.heard) == answers.count(200) < 31


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1/", "https://"),
        ("https://10.0.0.1/", "public internet"),
        ("https://me@discord.com/", "must name a host"),
        ("javascript:alert(1)", "https://"),
        ("", "https://"),
    ],
)
def test_an_address_inside_is_refused_in_a_sentence(url: str, words: str, tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table, browser = gather(client), Browser(client)
        browser.join(table.link(0))
        answer = browser.post("/notices/hook", {"shape": "discord", "url": url})
        assert answer.status_code == 422
        assert words in answer.text


def test_a_shape_that_there_is_not_is_refused(there: Listening, agatha: Browser) -> None:
    answer = added(agatha, there, "carrier pigeon")
    assert answer.status_code == 422
    assert "no such kind of webhook" in answer.text


def test_an_owner_has_ten_hooks_and_no_more(there: Listening, agatha: Browser) -> None:
    answers = [added(agatha, there).status_code for _ in range(11)]
    assert answers == [200] * 10 + [422]


def test_strangers_are_asked_to_sign_in(others: Browser, there: Listening) -> None:
    assert "/sign-in" in str(others.get("/notices").url)
    assert "/sign-in" in str(added(others, there).url)


# --- the hook of a table --------------------------------------------------------------------------


def test_a_host_adds_tests_and_removes_the_hook_of_a_table(
    services: Services, there: Listening, host: Browser, table: Sitting
) -> None:
    at = f"/tables/{table.id}/host/hook"
    host.get(f"/tables/{table.id}/host")
    added(host, there, at=at)
    hook = only(services)
    assert hook.owner == owner_of_table(table.id)
    assert "Status 200. ok" in host.post(f"{at}-test", {"hook": hook.id}).text
    assert hook.id in host.get(f"/tables/{table.id}/host").text
    host.post(f"{at}-remove", {"hook": hook.id})
    assert services.hooks.store.of(hook.owner) == []


def test_only_a_host_does(there: Listening, agatha: Browser, table: Sitting) -> None:
    answer = added(agatha, there, at=f"/tables/{table.id}/host/hook")
    assert answer.status_code == 403
    assert there.heard == []


def test_what_a_host_typed_wrongly_is_still_there(host: Browser, table: Sitting) -> None:
    answer = host.post(f"/tables/{table.id}/host/hook", {"shape": "ntfy", "url": "https://me@ntfy.sh/x"})
    assert answer.status_code == 422
    assert "https://me@ntfy.sh/x" in answer.text
