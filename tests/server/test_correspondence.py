"""Absences, answers that wait, and commands, over HTTP, on pages and at the terminal's door."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from tests.leaks.over_http import differences
from tests.leaks.test_http import HIDDEN, SHOWN, world_of
from tests.serving import NOON, Browser, Sitting, another, begin
from tests.serving import Clock as ServerClock

from turncoat.table import table_view as table_views
from turncoat.table import unchanged
from turncoat.table.deadline import After
from turncoat.table.milliseconds import DAY
from turncoat.table.table import Table

THREE = ("Agatha", "Barney", "Celeste")
HOUR = 3_600_000
AGATHA, BARNEY, CELESTE = range(3)
LOOT = {"type": "loot"}


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(
        client,
        THREE,
        deadline={"type": "after", "minutes": 1440},
        pace={"away": {"days": 21}},
        options={"rounds": 20},
    )


def command(table: Sitting, seat: int, text: str) -> str:
    made = table.post("command", seat, text=text)
    assert made.status_code == 200, made.text
    return str(made.json()["said"])


def seated(client: httpx.Client, table: Sitting, seat: int) -> Browser:
    browser = another(client)
    table.hand(seat, browser)
    return browser


# --- saved and ready --------------------------------------------------------------------------------


def test_an_answer_is_saved_handed_in_taken_back_and_put_away(table: Sitting) -> None:
    assert table.post("save", BARNEY, action=LOOT).status_code == 204
    assert table.get(seat=BARNEY)["question"]["saved"] == LOOT
    assert table.post("ready", BARNEY).json()["digest"]
    assert table.get()["waiting"] == [AGATHA, CELESTE]
    assert table.post("save", BARNEY, action=LOOT).json()["field"] == "action"
    assert table.post("not-ready", BARNEY).status_code == 204
    assert table.get()["waiting"] == [AGATHA, BARNEY, CELESTE]
    assert table.get(seat=BARNEY)["question"]["saved"] == LOOT
    assert table.post("save", BARNEY, action=None).status_code == 204
    assert table.post("ready", BARNEY).status_code == 422


def test_a_saved_answer_counts_when_time_is_up(table: Sitting, clock: ServerClock) -> None:
    table.post("save", BARNEY, action=LOOT)
    clock.forward(24 * 3600 + 1)
    table.post("answer", AGATHA, action=LOOT)
    assert [seat["missed"] for seat in table.get()["seats"]] == [1, 0, 1]


def test_an_answer_is_saved_on_the_page(client: httpx.Client, table: Sitting) -> None:
    barney = seated(client, table, BARNEY)
    assert "Save for later" in barney.get(f"/tables/{table.id}").text
    page = barney.post(f"/tables/{table.id}/answer", {"act": "loot", "request": "1", "save": "yes"}).text
    assert "Saved, and not sealed yet: you will <b>loot</b>." in page
    assert table.get()["waiting"] == [0, 1, 2]
    page = barney.post(f"/tables/{table.id}/saved", {"do": "ready"}).text
    assert "Open the seal and keep the answer as a draft" in page
    assert table.get()["waiting"] == [0, 2]
    page = barney.post(f"/tables/{table.id}/saved", {"do": "not-ready"}).text
    assert "I am ready: seal it" in page
    barney.post(f"/tables/{table.id}/saved", {"do": "forget"})
    refused = barney.post(f"/tables/{table.id}/saved", {"do": "ready"})
    assert (refused.status_code, "You have saved no answer to this question." in refused.text) == (422, True)


def test_an_answer_is_planned_for_the_next_time(client: httpx.Client, table: Sitting) -> None:
    """Over the API, in words and on the page; it is saved when the same is asked again."""
    assert table.post("save", BARNEY, action=LOOT, next=True).status_code == 204
    assert table.get(seat=BARNEY)["question"]["planned"] == LOOT
    assert table.post("command", BARNEY, text="plan nothing").json() == {"said": "Your plan is deleted."}
    assert "Planned" in table.post("command", BARNEY, text="plan pass").json()["said"]
    barney = seated(client, table, BARNEY)
    assert "Plan this answer for the next time" in barney.get(f"/tables/{table.id}").text
    page = barney.post(f"/tables/{table.id}/answer", {"act": "loot", "request": "1", "save": "next"}).text
    assert "Planned for the next time: you will <b>loot</b>." in page
    assert table.get()["waiting"] == [0, 1, 2]
    page = barney.post(f"/tables/{table.id}/saved", {"do": "no-plan"}).text
    assert "Planned for the next time" not in page
    barney.post(f"/tables/{table.id}/answer", {"act": "loot", "request": "1", "save": "next"})
    table.everybody("pass")
    assert table.get(seat=BARNEY)["question"]["saved"] == LOOT
    assert "The answer that you had planned is saved" in str(table.get("events", BARNEY)[-1]["text"])
    assert table.get()["waiting"] == [0, 1, 2]


def test_without_a_deadline_there_is_nothing_to_wait_for(client: httpx.Client) -> None:
    table = begin(client, THREE)
    assert "Save for later" not in seated(client, table, BARNEY).get(f"/tables/{table.id}").text


# --- absences ---------------------------------------------------------------------------------------


def test_an_absence_is_announced_and_a_bot_stands_in_meanwhile(table: Sitting, clock: ServerClock) -> None:
    assert table.post("away", BARNEY, start=0, end=NOON + 3 * DAY).status_code == 204
    barney = table.get()["seats"][BARNEY]
    assert (barney["stands_in"], barney["away"]) == (True, [NOON, NOON + 3 * DAY])
    clock.forward(3600)
    assert table.post("answer", BARNEY, action=LOOT).status_code == 200
    assert table.get()["seats"][BARNEY]["kind"] == "person"
    too_long = table.post("away", BARNEY, start=0, end=NOON + 40 * DAY)
    assert (too_long.status_code, too_long.json()["field"]) == (422, "end")


def test_an_absence_is_announced_on_the_page_by_days(client: httpx.Client, table: Sitting) -> None:
    barney = seated(client, table, BARNEY)
    page = barney.get(f"/tables/{table.id}/votes").text
    assert "You can be away on 21 days in any 90." in page
    assert "Nobody has said that they will be away." in page
    days = {"first": "2026-10-01", "last": "2026-10-03"}
    page = barney.post(f"/tables/{table.id}/away", days).text
    assert "Barney is away:" in page
    assert "I am here again" in page
    start, end = table.get()["seats"][BARNEY]["away"]
    assert end - start == 3 * DAY
    barney.post(f"/tables/{table.id}/back")
    assert table.get()["seats"][BARNEY]["away"] is None
    refused = barney.post(f"/tables/{table.id}/away", {"first": "soon", "last": "later"})
    assert "Write the first and the last day like 2026-12-20." in refused.text


def test_a_table_made_on_the_page_agrees_on_absences_if_it_has_a_deadline(client: httpx.Client) -> None:
    browser = Browser(client)
    form = {"game": "truce", "name": "Agatha", "seats": 3, "bots": 0, "length": "1", "unit": "days", "away": "21"}
    for deadline, days in (("after", 21), ("none", 0)):
        browser.get("/new?game=truce")
        made = str(browser.post("/new", form | {"deadline": deadline}).url).rpartition("/")[2]
        away = client.get(f"/api/tables/{made}").json()["pace"].get("away", {})
        assert away.get("days", 0) == days


# --- commands ---------------------------------------------------------------------------------------


def test_everything_can_be_written(table: Sitting) -> None:
    """One language for the terminal and every other door."""
    assert command(table, BARNEY, "save loot").startswith("Your answer is saved.")
    assert "You have saved an answer" in command(table, BARNEY, "status")
    assert command(table, BARNEY, "ready").startswith("Sealed. Your receipt: salt ")
    assert command(table, BARNEY, "not ready") == "Your answer is taken back, and saved for later."
    assert command(table, BARNEY, "forget") == "Your saved answer is deleted."
    assert command(table, BARNEY, "loot").startswith("Sealed. Your receipt: salt ")
    assert command(table, BARNEY, "withdraw") == "Taken back."
    assert command(table, BARNEY, "propose pause 3") == "Vote 1 is open; you agree to it."
    assert command(table, AGATHA, "vote 1 no") == "Your vote is counted."
    assert "Vote 1: a pause of 3 days." in command(table, CELESTE, "status")
    assert (
        command(table, BARNEY, "away 2026-10-01 to 2026-10-03")
        == "Your absence is noted, and everybody at the table is told."
    )
    assert command(table, BARNEY, "back") == "You are back."
    assert command(table, CELESTE, "propose concede to barney").startswith("Vote 2")


@pytest.mark.parametrize("text", ["vote 9 yes", "propose pause", "away soon", "attack nobody", "flee", "ready", "back"])
def test_what_cannot_be_done_is_refused_in_one_sentence(table: Sitting, text: str) -> None:
    refused = table.post("command", BARNEY, text=text)
    assert refused.status_code in (400, 409, 422)
    assert refused.json()["detail"].endswith(".")
    assert table.get()["waiting"] == [0, 1, 2]


# --- secrecy ----------------------------------------------------------------------------------------


def saved_that_show(folder: Path, options: dict[str, object]) -> list[str]:
    """What reaches another player and a spectator otherwise when Barney saves an answer, or puts it away."""
    found: list[str] = []
    with world_of(folder, options, After(60)) as world:
        for action, next_time in product((LOOT, {"type": "pass"}, None), (False, True)):
            for seat in (CELESTE, 3, None):
                before = world.reaches(seat)
                world.sitting.post("save", BARNEY, action=action, next=next_time)
                found += differences(before, world.reaches(seat))
    return found


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nobody_learns_of_an_answer_that_is_saved(tmp_path: Path, options: dict[str, object]) -> None:
    assert saved_that_show(tmp_path, options) == []


def test_a_planted_answer_that_shows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = table_views.make_table_view

    def leaky(table: Table, seat: int | None, holder: int | None = None) -> table_views.TableView:
        shown = honest(table, seat, holder)
        return replace(shown, title=str(sorted(table.state.saved)))

    monkeypatch.setattr(table_views, "make_table_view", leaky)
    monkeypatch.setattr(unchanged, "unchanged", lambda *_: {})
    monkeypatch.setattr("turncoat.table.draft.unchanged", lambda *_: {})
    assert saved_that_show(tmp_path, SHOWN)


# --- at all tables at once --------------------------------------------------------------------------


def three_tables(client: httpx.Client, browser: Browser) -> list[Sitting]:
    """Tables at which the same person sits as Barney: one allows absences, one waits, one has agreed on none."""
    paces: tuple[dict[str, object], ...] = ({"away": {"days": 21}}, {"away": {"days": 21, "wait": 5}}, {})
    made = [begin(client, THREE, deadline={"type": "after", "minutes": 1440}, pace=pace) for pace in paces]
    for table in made:
        browser.join(table.link(BARNEY))
    return made


def test_an_absence_is_announced_at_all_tables_of_a_person_at_once(client: httpx.Client) -> None:
    """Over the API; what one table refuses holds at the others, and a spectator has none."""
    barney = another(client)
    tables = three_tables(client, barney)
    token = {"x-csrf-token": barney.client.get("/api/session").json()["token"]}
    days = {"first": "2026-10-01", "last": "2026-10-03"}
    answered = barney.client.post("/api/me/away", json=days, headers=token).json()
    refused = {one["table"]: one["refused"] for one in answered}
    assert [bool(refused[table.id]) for table in tables] == [False, False, True]
    starts = [(table.get()["seats"][BARNEY]["away"] or [None])[0] for table in tables]
    assert starts == [1_790_812_800_000, 1_790_812_800_000, None]
    assert barney.client.post("/api/me/back", headers=token).status_code == 200
    assert [table.get()["seats"][BARNEY]["away"] for table in tables] == [None, None, None]
    key = tables[0].seat(AGATHA)
    assert [one["seat"] for one in client.post("/api/me/away", json=days, headers=key).json()] == [AGATHA]
    assert client.post("/api/me/away", json=days).json() == []
    assert client.post("/api/me/away", json={"first": "soon", "last": "later"}).status_code == 400


def test_an_absence_is_announced_at_all_tables_on_the_page(client: httpx.Client) -> None:
    barney = another(client)
    tables = three_tables(client, barney)
    assert "I will be away …" in barney.get("/my-tables").text
    page = barney.post("/my-tables/away", {"first": "2026-10-01", "last": "2026-10-03"}).text
    assert page.count("everybody there is told.") == 2
    assert "This table allows no absences" in page
    assert tables[1].get()["seats"][BARNEY]["away"]
    assert "Write the first and the last day like 2026-12-20." in barney.post("/my-tables/away", {"first": "soon"}).text
    assert "You are back." in barney.post("/my-tables/back").text
    assert tables[1].get()["seats"][BARNEY]["away"] is None
    assert "I will be away …" not in another(client).get("/my-tables").text
