"""A game begins by itself: as soon as all seats are taken, or at a time; over HTTP, on pages, over a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from tests.serving import NOON, Browser, Clock, Sitting, client_of, gather, open_services

from turncoat.server.services import Services

HOUR = 3_600_000
THREE = ("Agatha", "Barney", "Celeste")
DAY = {"type": "after", "minutes": 1440.0}


def until(condition: Callable[[], bool]) -> None:
    """Look again and again: the alarm rings in a task of its own."""
    patience = monotonic() + 100
    while not condition():
        assert monotonic() < patience, "nothing came of it"
        sleep(0.01)


def under_way(table: Sitting) -> bool:
    return bool(table.get()["phase"] == "playing")


def test_as_soon_as_all_seats_are_taken(client: httpx.Client) -> None:
    table = gather(client, THREE, deadline=DAY, pace={"begins": "full"})
    for seat in range(3):
        assert table.get()["phase"] == "gathering"
        assert table.post("sit", seat).status_code == 204
    until(lambda: under_way(table))
    assert [seat["kind"] for seat in table.get()["seats"]] == ["person"] * 3


def test_at_a_time_and_bots_take_what_is_free(client: httpx.Client, services: Services, clock: Clock) -> None:
    table = gather(client, THREE, pace={"begins": NOON + HOUR})
    table.post("sit", 1)
    clock.now = NOON + HOUR
    services.keeper.alarms.look()
    assert table.get()["phase"] == "gathering"
    clock.now += 1
    services.keeper.alarms.look()
    until(lambda: under_way(table))
    assert [seat["kind"] for seat in table.get()["seats"]] == ["bot", "person", "bot"]


def test_not_as_long_as_nobody_has_come(client: httpx.Client, services: Services, clock: Clock) -> None:
    table = gather(client, THREE, pace={"begins": NOON + HOUR})
    clock.now = NOON + 2 * HOUR
    services.keeper.alarms.look()
    table.post("sit", 1)
    until(lambda: under_way(table))


@pytest.mark.parametrize("begins", ["soon", -1, 1.5, None])
def test_another_time_is_refused(client: httpx.Client, begins: object) -> None:
    seats = [{"name": name} for name in THREE]
    response = client.post("/api/tables", json={"game": "truce", "seats": seats, "pace": {"begins": begins}})
    assert response.status_code == 400
    assert "begins" in response.json()["detail"]


def test_over_a_restart(tmp_path: Path) -> None:
    """A table that nobody has opened since is not in memory; its alarm is set all the same."""
    clock = Clock()
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table = gather(client, THREE, pace={"begins": NOON + HOUR})
        table.post("sit", 0)
    clock.now = NOON + 2 * HOUR
    with client_of(open_services(tmp_path, clock=clock)) as client:
        until(lambda: client.get(f"/api/tables/{table.id}").json()["phase"] == "playing")


def test_it_is_chosen_on_the_page_and_everybody_reads_it(client: httpx.Client) -> None:
    browser = Browser(client)
    browser.get("/new?game=truce")
    agreed = {"deadline": "after", "length": "1", "unit": "days", "zone": "Europe/Berlin"}
    made = {"game": "truce", "name": "Agatha", "seats": 3, "bots": 2} | agreed
    page = browser.post("/new", made | {"begins": "at", "begins_at": "2026-12-01T18:00"})
    assert "the game begins on 2026-12-01 at 18:00 (Europe/Berlin)" in page.text
    table = str(page.url).rpartition("/")[2]
    assert client.get(f"/api/tables/{table}").json()["pace"]["begins"] == 1_796_144_400_000
    panel = browser.get(f"/tables/{table}/host").text
    assert 'name="begins_at" value="2026-12-01T18:00"' in panel
    refused = browser.post("/new", made | {"begins": "at", "begins_at": "tomorrow"})
    assert "Give the day and the time at which the game begins" in refused.text


def test_the_name_typed_on_the_front_page_goes_along_to_the_long_form(client: httpx.Client) -> None:
    browser = Browser(client)
    assert 'name="invite" value="truce" form="at-once"' in browser.get("/").text
    page = browser.post("/new", {"invite": "thrice", "name": "Zoe & Max"})
    assert (page.url.path, page.url.params["game"]) == ("/new", "thrice")
    assert 'value="Zoe &amp; Max" autocomplete="nickname"' in page.text
    assert "/new?game=truce&amp;name=Zoe%20%26%20Max" in page.text
    assert browser.post("/new", {"invite": "chess", "name": "Zoe"}).status_code == 404


def test_a_table_at_which_a_bot_and_its_host_sit_begins_at_once(client: httpx.Client) -> None:
    browser = Browser(client)
    browser.get("/new?game=truce")
    page = browser.post("/new", {"game": "truce", "name": "Agatha", "seats": 3, "bots": 2, "begins": "full"})
    table = str(page.url).rpartition("/")[2]
    until(lambda: client.get(f"/api/tables/{table}").json()["phase"] == "playing")


def test_a_first_game_of_thrice_lets_the_newcomer_act_before_the_opponents(client: httpx.Client) -> None:
    """THR-7.3, THR-O9: the button of the front page lowers the number that characters must reach."""
    browser = Browser(client)
    browser.get("/")
    page = browser.post("/new", {"play": "thrice", "name": "Agatha"})
    table = client.get(f"/api/tables/{str(page.url).rpartition('/')[2]}").json()
    assert (table["game"], table["options"]["enemy_initiative_base"]) == ("thrice", 4)


@pytest.mark.parametrize(("form", "seat"), [({}, "Agatha"), ({"name": "Zoe"}, "Zoe"), ({"watches": "yes"}, None)])
def test_who_makes_a_table_plays_also_without_a_name_unless_they_say_that_they_do_not(
    browser: Browser, form: dict[str, str], seat: str | None
) -> None:
    """Seats that nobody has yet have numbers: a name would look as if somebody sat there."""
    lobby = browser.post("/new", {"game": "truce", "seats": "4"} | form).text
    assert ('<span class="pill">you</span>' in lobby) is (seat is not None)
    assert (f"<b>{seat}</b>" in lobby) is (seat is not None)
    assert ("<b>Seat 1</b>" in lobby) is (seat is None)
    assert "<b>Seat 2</b>" in lobby
    assert "<b>Barney</b>" not in lobby
