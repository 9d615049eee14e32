"""What somebody chooses to be told, at all tables or at one, on which channel, and when it is quiet."""

from __future__ import annotations

import httpx
import pytest
from tests.serving import Browser, Sitting, another, gather

from turncoat.server.notices.choices import Times, Wishes
from turncoat.server.services import Services
from turncoat.table.notices import Kind


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return gather(client, title="Thursday night")


@pytest.fixture
def agatha(others: Browser, table: Sitting) -> Browser:
    """Somebody who sits at a table, without an account."""
    others.join(table.link(0))
    return others


def wishes(services: Services) -> Wishes:
    """What the one owner has chosen."""
    with services.store.reading() as connection:
        query = "select owner from notice_choices union select owner from notice_times"
        (owner,) = connection.exec_driver_sql(query).scalars()
    return services.choices.of([owner])[owner]


def test_what_is_ticked_is_told_and_nothing_else(agatha: Browser, services: Services) -> None:
    agatha.post("/notices/choose", {"wanted": ["turn push", "talk hook"]})
    chosen = wishes(services)
    assert chosen.wants("any", Kind.TURN, "push")
    assert chosen.wants("any", Kind.TALK, "hook")
    assert not chosen.wants("any", Kind.TURN, "hook")
    assert not chosen.wants("any", Kind.OVER, "push")
    assert 'value="turn push" aria-label="It is your turn: Devices" checked' in agatha.get("/notices").text


def test_a_table_can_be_another_matter_until_it_is_as_usual_again(
    agatha: Browser, services: Services, table: Sitting
) -> None:
    agatha.post("/notices/choose", {"table": table.id, "wanted": ["over push"]})
    assert not wishes(services).wants(table.id, Kind.TURN, "push")
    assert wishes(services).wants("other", Kind.TURN, "push")
    page = agatha.get(f"/notices?table={table.id}").text
    assert "What you are told at Thursday night" in page
    assert "Chosen for this table alone." in page
    agatha.post("/notices/choose", {"table": table.id, "usual": "yes"})
    assert "As at all your tables" in agatha.get(f"/notices?table={table.id}").text


def test_for_a_table_of_others_nothing_is_chosen(client: httpx.Client, agatha: Browser) -> None:
    """Nor is it told what such a table is called."""
    other = gather(client, title="Behind closed doors")
    assert "Behind closed doors" not in agatha.get(f"/notices?table={other.id}").text


def test_quiet_hours_and_a_digest_are_kept_in_the_readers_time_zone(agatha: Browser, services: Services) -> None:
    hours = {"quiet_from": "22:00", "quiet_to": "07:00", "digest_at": "08:30", "zone": "Europe/Berlin"}
    agatha.post("/notices/times", hours)
    assert wishes(services).times == Times("Europe/Berlin", 22 * 60, 7 * 60, 8 * 60 + 30)
    page = agatha.get("/notices").text
    assert 'name="quiet_from" value="22:00"' in " ".join(page.split())


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("zone", "Mars/Olympus", "There is no time zone &#39;Mars/Olympus&#39;; write one like Europe/Berlin."),
        ("quiet_from", "25:00", "The time for quiet hours must look like 22:00, not &#39;25:00&#39;."),
        ("quiet_to", "", "Quiet hours need a beginning and an end, like 22:00 and 07:00."),
        ("digest_at", "noon", "The time for the digest must look like 22:00, not &#39;noon&#39;."),
    ],
)
def test_what_is_no_time_is_refused_and_stays_in_the_form(agatha: Browser, field: str, text: str, said: str) -> None:
    hours = {"quiet_from": "22:00", "quiet_to": "07:00", "zone": "UTC"} | {field: text}
    page = agatha.post("/notices/times", hours)
    assert page.status_code == 422
    assert said in page.text


def test_a_server_without_mail_says_so(agatha: Browser) -> None:
    assert "This server sends no mail." in agatha.get("/notices").text


def test_a_stranger_is_led_to_the_door(client: httpx.Client) -> None:
    stranger = another(client)
    stranger.get("/sign-in")
    assert stranger.post("/notices/choose", {"wanted": ["turn push"]}).url.path == "/sign-in"
