"""Deadline and pace over HTTP, on pages and by the clock of the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.kit import sure
from tests.server.keeping import MINUTE, START, Clock, Room, owing, request, room
from tests.serving import NOON, Browser, Sitting, another, begin, gather
from tests.serving import Clock as ServerClock

from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Pace
from turncoat.table.table import Phase

HOUR = 60 * MINUTE
SLOW = {"type": "after", "minutes": 1440.0, "hours": ["09:00", "22:00"], "zone": "Europe/Berlin", "days": [0, 1, 2, 3]}


# --- by the clock -----------------------------------------------------------------------------------


async def agreed(desk: Room, pace: Pace) -> Any:
    table = await desk.table(3, deadline=After(10), begins=False)
    await desk.keeper.perform(table.header.table, lambda at: kept.PaceAgreed(at, After(10), pace))
    await desk.keeper.perform(table.header.table, kept.Began)
    return table


async def test_grace_begins_and_ends_by_itself(desk: Room) -> None:
    """The default is put in when it is over (TRU-3.8), in the same way as at any deadline."""
    table = await agreed(desk, Pace(grace=5))
    await desk.answer(table, 0, "loot")
    desk.set_clock(START + 10 * MINUTE + 1)
    await desk.until(table, lambda table: table.state.overtime)
    assert (table.state.due, owing(table)) == (START + 15 * MINUTE + 1, [1, 2])
    await desk.answer(table, 1, "loot")
    desk.set_clock(START + 15 * MINUTE + 2)
    await desk.until(table, lambda table: request(table) == 2)
    assert [seat.missed for seat in table.state.seats] == [0, 0, 1]


async def test_an_answer_in_overtime_counts_although_the_alarm_has_not_rung(desk: Room) -> None:
    table = await agreed(desk, Pace(grace=5))
    desk.clock.now = START + 12 * MINUTE
    await desk.answer(table, 0, "loot")
    assert table.state.overtime
    assert owing(table) == [1, 2]


async def test_a_pause_ends_by_itself_over_a_restart_too(tmp_path: Path) -> None:
    """A table that is paused is not in memory when the server starts; its alarm is set all the same."""
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, deadline=After(10))
        await desk.keeper.perform(table.header.table, lambda at: kept.PausedUntil(at, at + DAY))
    clock.now += DAY - 1
    async with room(tmp_path, clock) as desk:
        assert desk.keeper.alarms.count == 1
        assert (await desk.keeper.table(table.header.table)).state.phase is Phase.PAUSED
        desk.set_clock(START + DAY + 1)
        await desk.until(table, lambda table: table.state.phase is Phase.PLAYING)
        again = await desk.keeper.table(table.header.table)
        assert again.state.due == START + DAY + 1 + 10 * MINUTE


async def test_a_table_that_is_never_early_is_closed_at_its_time(desk: Room) -> None:
    table = await agreed(desk, Pace(early="never"))
    await desk.everybody(table, "loot")
    assert request(table) == 1
    desk.set_clock(START + 10 * MINUTE + 1)
    await desk.until(table, lambda table: request(table) == 2)


# --- over HTTP --------------------------------------------------------------------------------------


def pace_of(view: Any) -> Pace:
    """What a table is shown to have; what is left out is as usual."""
    return msgspec.convert(view["pace"], Pace)


def test_a_table_is_made_with_a_pace(client: httpx.Client) -> None:
    table = begin(client, deadline=SLOW, pace={"grace": 60, "quick": 120})
    view = table.get()
    assert view["deadline"] == SLOW
    assert pace_of(view) == Pace(quick=120, grace=60)
    told = [event["text"] for event in table.get("events")]
    assert any("1 hour more, once, if somebody is late" in text for text in told)


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        ({"pace": {"grace": 60}}, "pace.grace"),
        ({"pace": {"early": "never"}}, "pace.early"),
        ({"deadline": {"type": "after", "minutes": 5}, "pace": {"quick": 6}}, "pace.quick"),
        ({"deadline": SLOW | {"hours": ["22:00", "22:00"]}}, "deadline.hours"),
        ({"deadline": SLOW | {"days": []}}, "deadline.days"),
    ],
)
def test_a_pace_that_cannot_be_names_its_field(client: httpx.Client, agreed: dict[str, Any], field: str) -> None:
    body = {"game": "truce", "seats": [{"name": ""}] * 3} | agreed
    response = client.post("/api/tables", json=body)
    assert (response.status_code, response.json()["field"]) == (422, field)


@pytest.mark.parametrize("agreed", [{"pace": {"later": 1}}, {"deadline": {"type": "after", "minutes": 5, "grace": 1}}])
def test_a_field_that_there_is_not_is_refused(client: httpx.Client, agreed: dict[str, Any]) -> None:
    body = {"game": "truce", "seats": [{"name": ""}] * 3} | agreed
    assert client.post("/api/tables", json=body).status_code == 400


def test_the_host_pauses_until_a_time(client: httpx.Client, services: Services, clock: ServerClock) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 60})
    paused = client.post(table.path("host/pause"), headers=table.host, params={"until": NOON + DAY})
    assert paused.status_code == 204
    assert (table.get()["phase"], table.get()["until"]) == ("paused", NOON + DAY)
    assert table.post("answer", 0, action={"type": "loot"}).status_code == 422
    clock.forward(24 * 3600 + 1)
    table.answer(0, "loot")
    assert (table.get()["phase"], table.get()["due"]) == ("playing", clock.now + HOUR)
    too_far = client.post(table.path("host/pause"), headers=table.host, params={"until": NOON + 100 * DAY})
    assert too_far.status_code == 422


def test_the_host_agrees_on_another_pace_and_everybody_is_told(client: httpx.Client) -> None:
    """A table that nobody has a deadline for is not stuck any more."""
    table = begin(client)
    assert table.do("pace", deadline={"type": "after", "minutes": 60}, pace={"grace": 5}).status_code == 204
    assert table.get()["due"] == NOON + HOUR
    assert table.get("events")[-1]["text"].startswith("The pace from the next decision on: 1 hour for every decision")
    refused = client.post(table.path("host/pace"), headers=table.seat(1), json={"deadline": {"type": "none"}})
    assert refused.status_code == 403


# --- on pages ---------------------------------------------------------------------------------------


def as_host(client: httpx.Client, table: Sitting) -> Browser:
    browser = another(client)
    browser.join(table.link(None))
    return browser


def test_a_pace_is_chosen_on_the_page_without_script(client: httpx.Client) -> None:
    browser = Browser(client)
    browser.get("/new?game=truce")
    page = browser.post(
        "/new",
        {"game": "truce", "name": "Agatha", "seats": 3, "bots": 0, "deadline": "after", "length": "1", "unit": "days"}
        | {"from": "09:00", "to": "22:00", "zone": "Europe/Berlin", "days": ["0", "1"], "grace": "2"}
        | {"grace.unit": "hours", "quick": "", "early": "all in"},
    )
    table = str(page.url).rpartition("/")[2]
    view = client.get(f"/api/tables/{table}").json()
    assert view["deadline"]["hours"] == ["09:00", "22:00"]
    assert (view["deadline"]["days"], pace_of(view)) == ([0, 1], Pace(grace=120))


def test_the_host_changes_pace_and_pauses_on_the_page(client: httpx.Client, clock: ServerClock) -> None:
    table = begin(client, deadline=SLOW)
    browser = as_host(client, table)
    page = browser.get(f"/tables/{table.id}/host").text
    assert 'name="from" value="09:00"' in page
    assert 'name="length" inputmode="decimal" value="1"' in page
    form = {"deadline": "at", "times": "08:00 20:00", "notice": "2", "notice.unit": "hours", "early": "never"}
    assert browser.post(f"/tables/{table.id}/host/pace", form).status_code == 200
    view = table.get()
    assert (view["deadline"]["notice"], pace_of(view)) == (120.0, Pace(early="never"))
    browser.post(f"/tables/{table.id}/host/pause", {"days": "3"})
    assert table.get()["until"] == clock.now + 3 * DAY
    assert "or in 3 days" in browser.get(f"/tables/{table.id}").text


def test_a_second_host_does_what_the_first_could(client: httpx.Client) -> None:
    """The link is shown once, works once, and is made by a host alone."""
    table = begin(client, deadline=SLOW)
    browser, friend = as_host(client, table), another(client)
    browser.get(f"/tables/{table.id}/host")
    page = browser.post(f"/tables/{table.id}/host/second").text
    (invitation,) = set(re.findall(r"/join/([\w-]+)", page))
    assert invitation not in browser.get(f"/tables/{table.id}/host").text
    friend.join(invitation)
    assert "Host's panel" in friend.get(f"/tables/{table.id}/host").text
    friend.post(f"/tables/{table.id}/host/pause", {"days": "1"})
    assert table.get()["phase"] == "paused"
    player = another(client)
    player.join(table.link(1))
    assert player.post(f"/tables/{table.id}/host/second").status_code == 403


def test_overtime_shows_on_the_page(client: httpx.Client, clock: ServerClock) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 60}, pace={"grace": 30})
    clock.forward(3601)
    table.answer(0, "loot")
    assert table.get()["overtime"] is True
    assert "Overtime:" in Browser(client).get(f"/tables/{table.id}").text


def test_a_table_without_a_pace_says_nothing_of_it(client: httpx.Client) -> None:
    table = gather(client)
    assert (table.get()["pace"], sure(table.get("events"))[0]["event"]["type"]) == ({}, "seat_changed")
