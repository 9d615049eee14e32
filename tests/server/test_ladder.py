"""Players who are away, over HTTP and by the clock: a bot stands in, the seat is offered, the table sleeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.kit import sure
from tests.server.keeping import MINUTE, NAMES, Clock, Room, request, room
from tests.serving import Browser, Sitting, another, begin
from tests.serving import Clock as ServerClock

from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Ladder, Pace
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table

THREE = ("Agatha", "Barney", "Celeste")
BARNEY = 1
AGREED: dict[str, Any] = {
    "deadline": {"type": "after", "minutes": 60},
    "pace": {"ladder": {"stand_in": 2, "offer": 3, "sleep": 14}},
    "options": {"rounds": 20},
    "listed": True,
}


def without_barney(table: Sitting, clock: ServerClock, rounds: int) -> None:
    """Rounds in which the others pass and time runs out; looking at the table closes nothing, an answer does."""
    for number in range(1, rounds + 1):
        table.everybody("pass", BARNEY)
        clock.forward(3601)
        late = table.post("answer", 2, action={"type": "pass"}, request=number)
        assert late.json()["kind"] == "out_of_date", late.text


@pytest.fixture
def deserted(client: httpx.Client, clock: ServerClock) -> Sitting:
    """A table at which a bot stands in for Barney."""
    table = begin(client, THREE, **AGREED)
    without_barney(table, clock, 2)
    assert table.get()["seats"][BARNEY]["stands_in"]
    return table


def test_a_bot_stands_in_by_itself_and_barney_takes_his_seat_back(deserted: Sitting) -> None:
    assert deserted.post("sit", BARNEY).status_code == 204
    assert deserted.get()["seats"][BARNEY]["kind"] == "person"


def test_barney_takes_his_seat_back_on_the_page(deserted: Sitting, client: httpx.Client) -> None:
    """Without script: one press of a button. The page of another has none."""
    barney, watcher = another(client), another(client)
    barney.join(deserted.link(BARNEY))
    assert deserted.do("bot", seat=BARNEY, bot="random").status_code == 204
    page = barney.get(f"/tables/{deserted.id}").text
    assert "A bot stands in for you" in page
    assert "Take your seat back" not in watcher.get(f"/tables/{deserted.id}").text
    barney.post(f"/tables/{deserted.id}/sit")
    assert deserted.get()["seats"][BARNEY]["kind"] == "person"
    assert "Take your seat back" not in barney.get(f"/tables/{deserted.id}").text


def is_asked(number: int) -> Callable[[Table], bool]:
    return lambda table: request(table) == number


async def climbed(desk: Room, rounds: int) -> Table:
    """A table of the keeper at which Barney has handed in nothing for so long."""
    table = await desk.table(3, {"rounds": 20}, After(10), begins=False)
    agreed = Pace(ladder=Ladder(2, 3, 14, ("random",) * 3))
    await desk.keeper.perform(table.header.table, lambda at: kept.PaceAgreed(at, After(10), agreed))
    await desk.keeper.perform(table.header.table, kept.Began)
    for number in range(1, rounds + 1):
        await desk.answer(table, 0)
        await desk.answer(table, 2)
        if table.state.seats[BARNEY].kind is SeatKind.BOT:
            await desk.answer(table, BARNEY)
        else:
            desk.set_clock(sure(table.state.due) + 1)
        await desk.until(table, is_asked(number + 1))
    return table


async def test_the_alarm_leads_up_the_ladder_in_one_transaction_each(desk: Room) -> None:
    """The stand-in is stored with the end of the decision: no crash can come between them."""
    table = await climbed(desk, 2)
    last = sure(desk.store.record(table.header.table)).entries[-1]
    assert isinstance(last, kept.TimeUp)
    assert sure(desk.store.load(table.header.table)).state.seats[BARNEY].stands_in


async def test_a_seat_that_is_offered_stays_so_over_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await climbed(desk, 3)
    async with room(tmp_path, clock) as desk:
        assert (await desk.keeper.table(table.header.table)).state.seats[BARNEY].offered


async def test_a_table_that_sleeps_is_closed_by_itself_over_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, {"rounds": 20}, After(10), begins=False)
        agreed = Pace(ladder=Ladder(2, 0, 14, ("random",) * 3))
        await desk.keeper.perform(table.header.table, lambda at: kept.PaceAgreed(at, After(10), agreed))
        await desk.keeper.perform(table.header.table, kept.Began)
        for number in (2, 3):
            desk.set_clock(clock.now + 10 * MINUTE + 1)
            await desk.until(table, is_asked(number))
        assert (table.state.phase, table.state.asleep) == (Phase.PAUSED, clock.now + 14 * DAY)
    async with room(tmp_path, clock) as desk:
        assert desk.keeper.alarms.count == 1
        desk.set_clock(clock.now + 14 * DAY + 1)
        await desk.until(table, lambda table: table.state.phase is Phase.CLOSED)


def test_thirty_days_with_nobody_present_do_not_just_run_on(client: httpx.Client, clock: ServerClock) -> None:
    table = begin(client, THREE, **AGREED)
    for _ in range(2):
        clock.forward(3601)
        table.post("answer", 0, action={"type": "pass"})
    assert table.get()["asleep"] == clock.now + 14 * DAY
    assert "The table sleeps" in Browser(client).get(f"/tables/{table.id}").text
    clock.forward(3600)
    assert table.post("sit", BARNEY).status_code == 204
    assert (table.get()["phase"], table.get()["asleep"]) == ("playing", None)


def test_somebody_else_takes_an_offered_seat_and_the_old_key_is_worth_nothing(
    client: httpx.Client, clock: ServerClock
) -> None:
    table = begin(client, THREE, **AGREED)
    table.post("talk", 0, to=[BARNEY], text="For Barney alone.")
    without_barney(table, clock, 2)
    table.everybody("pass", BARNEY)
    while not table.get()["seats"][BARNEY]["offered"]:
        pass  # the bot is thinking
    page = another(client).get(f"/tables/{table.id}").text
    assert "Play on for Barney" in page
    old = table.keys[BARNEY]
    taken = client.post(table.path("claim"), json={"name": "Zoe"})
    assert taken.status_code == 201
    table.keys[BARNEY] = taken.json()["key"]
    assert table.get()["seats"][BARNEY]["name"] == "Zoe"
    assert "For Barney alone." not in [one["message"]["said"]["text"] for one in table.get("messages", BARNEY)]
    assert client.get(table.path(), headers={"Authorization": f"Bearer {old}"}).status_code == 401


def test_the_usual_bots_are_named_when_it_is_agreed_on(client: httpx.Client) -> None:
    table = begin(client, THREE, **AGREED)
    assert len(table.get()["pace"]["ladder"]["bots"]) == 3


def test_a_bot_that_there_is_not_is_refused(client: httpx.Client) -> None:
    pace = {"ladder": {"stand_in": 2, "bots": ["nobody"] * 3}}
    body = {"game": "truce", "seats": [{"name": name} for name in NAMES[:3]]} | AGREED | {"pace": pace}
    assert client.post("/api/tables", json=body).status_code == 422


def test_a_table_made_on_the_page_has_a_ladder_if_it_has_a_deadline(client: httpx.Client) -> None:
    browser = Browser(client)
    form = {"game": "truce", "name": "Agatha", "seats": 3, "bots": 0, "length": "1", "unit": "days"}
    form |= {"stand_in": "2", "offer": "4", "sleep": "14"}
    for deadline, stand_in in (("after", 2), ("none", 0)):
        browser.get("/new?game=truce")
        table = str(browser.post("/new", form | {"deadline": deadline}).url).rpartition("/")[2]
        ladder = client.get(f"/api/tables/{table}").json()["pace"].get("ladder", {})
        assert ladder.get("stand_in", 0) == stand_in
