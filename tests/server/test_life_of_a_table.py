"""What happens at a table that lasts for weeks, over HTTP, event by event: from its making to the end of a decision.

The events are those of the table in ``docs/playing/correspondence.md``, in the order of a table's life; the clock is a
number. ``test_life_goes_on.py`` has the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from tests.serving import NOON, Browser, Clock, Sitting, another, begin, client_of, gather, open_services

THREE = ("Agatha", "Barney", "Celeste")
AGATHA, BARNEY, CELESTE = range(3)
LOOT, PASS = {"type": "loot"}, {"type": "pass"}
HOUR = 3_600_000
BERLIN = ZoneInfo("Europe/Berlin")
DAILY: dict[str, Any] = {"deadline": {"type": "after", "minutes": 1440}, "options": {"rounds": 20}, "listed": True}
AT_HOURS = {"type": "at", "times": ["08:00", "20:00"], "zone": "Europe/Berlin"}


def ms(local: str) -> int:
    """A moment in Berlin in milliseconds since the epoch."""
    return round(datetime.fromisoformat(local).replace(tzinfo=BERLIN).timestamp() * 1000)


def in_berlin(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, BERLIN).strftime("%Y-%m-%d %H:%M")


def request_of(table: Sitting, seat: int = AGATHA) -> int:
    return int(table.get(seat=seat)["question"]["request"])


def time_is_up(table: Sitting, clock: Clock, seat: int = AGATHA) -> None:
    """The time of the open decision passes; an answer to it comes a moment too late."""
    request = request_of(table, seat)
    clock.now = table.get()["due"] + 1
    late = table.post("answer", seat, action=PASS, request=request)
    assert (late.status_code, late.json()["kind"]) == (409, "out_of_date"), late.text


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, THREE, **DAILY)


# --- before the game --------------------------------------------------------------------------------


def test_event_1_a_table_is_made_with_its_pace_and_its_talk(client: httpx.Client) -> None:
    agreed = {"grace": 60.0, "ladder": {"stand_in": 2, "offer": 4, "sleep": 14}, "away": {"days": 21}}
    view = gather(client, THREE, deadline=AT_HOURS, talk="public", pace=agreed | {"grace": 0.0}).get()
    assert (view["deadline"]["times"], view["talk"]) == (["08:00", "20:00"], "public")
    assert view["pace"]["ladder"]["stand_in"] == 2
    assert view["pace"]["away"] == {"days": 21}


def test_event_2_a_preview_of_an_invitation_takes_nothing(client: httpx.Client) -> None:
    table = gather(client, THREE)
    invitation = table.link(BARNEY)
    for _ in range(2):
        assert client.get(f"/join/{invitation}").status_code == 200
    assert table.get()["seats"][BARNEY]["kind"] == "open"
    another(client).join(invitation, "Ben")
    assert table.get()["seats"][BARNEY]["name"] == "Ben"
    assert another(client).get(f"/join/{invitation}").status_code == 410


def test_event_3_an_open_table_is_joined_without_an_invitation(client: httpx.Client) -> None:
    listed, private = gather(client, THREE, listed=True), gather(client, THREE, listed=False)
    assert client.post(listed.path("claim"), json={"name": "Zoe"}).status_code == 201
    assert listed.get()["seats"][0]["name"] == "Zoe"
    assert client.post(private.path("claim"), json={"name": "Zoe"}).status_code == 422


def test_event_4_whoever_leaves_before_the_game_leaves_a_free_seat(client: httpx.Client) -> None:
    table = gather(client, THREE)
    table.post("sit", BARNEY, name="Ben")
    assert table.post("leave", BARNEY).status_code == 204
    assert table.get()["seats"][BARNEY]["kind"] == "open"
    assert table.get()["seats"][BARNEY]["name"] != "Ben"


def test_event_5_the_host_begins_and_bots_fill_what_is_free(client: httpx.Client) -> None:
    table = gather(client, THREE)
    table.post("sit", AGATHA)
    assert client.post(table.path("host/start"), headers=table.host).status_code == 422
    assert client.post(table.path("host/start"), headers=table.host, params={"bot": "random"}).status_code == 204
    assert [seat["kind"] for seat in table.get()["seats"]] == ["person", "bot", "bot"]


def test_event_6_the_game_begins_by_itself_over_a_restart_at_the_time_that_was_agreed_on(tmp_path: Path) -> None:
    """Until then the lobby says when; an alarm that is due at the start of the server rings at once."""
    clock = Clock()
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table = gather(client, THREE, pace={"begins": NOON + HOUR})
        table.post("sit", AGATHA)
        assert table.get()["phase"] == "gathering"
    clock.now = NOON + HOUR + 1
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table.client = client
        followed(table)


def followed(table: Sitting) -> None:
    """Look until the game has begun."""
    while table.get()["phase"] != "playing":
        pass  # the alarm rings in a task of its own


# --- an answer --------------------------------------------------------------------------------------


def test_event_7_a_receipt_is_given_for_an_order_that_is_stored(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = begin(client, THREE, **DAILY)
        receipt = table.answer(BARNEY, "loot")
        assert receipt.keys() >= {"salt", "digest"}
    with client_of(open_services(tmp_path)) as client:
        table.client = client
        assert table.get(seat=BARNEY)["question"]["filed"] == LOOT


def test_events_8_and_9_an_order_is_changed_and_taken_back_until_the_deadline(table: Sitting) -> None:
    assert table.answer(BARNEY, "loot")["digest"] != table.answer(BARNEY, "pass")["digest"]
    assert table.get()["waiting"] == [AGATHA, CELESTE]
    assert table.post("withdraw", BARNEY).status_code == 204
    assert table.get()["waiting"] == [AGATHA, BARNEY, CELESTE]


def test_event_10_an_answer_is_saved_without_being_handed_in(table: Sitting, clock: Clock) -> None:
    assert table.post("save", BARNEY, action=LOOT).status_code == 204
    assert table.get()["waiting"] == [AGATHA, BARNEY, CELESTE]
    table.everybody("pass", BARNEY)
    assert request_of(table) == 1
    time_is_up(table, clock)
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 0, 0]


def test_event_11_when_all_are_in_the_decision_is_closed_early(table: Sitting, clock: Clock) -> None:
    """The next one has its whole time from now on."""
    clock.forward(3600)
    table.everybody("pass", CELESTE)
    assert request_of(table) == 1
    table.answer(CELESTE, "pass")
    assert (request_of(table), table.get()["due"]) == (2, NOON + 25 * HOUR)


def test_event_12_when_all_are_in_a_table_that_is_never_early_waits_for_the_hour(
    client: httpx.Client, clock: Clock
) -> None:
    """In every game: here with an option of the table, not of Truce."""
    table = begin(client, THREE, deadline=AT_HOURS, pace={"early": "never"}, options={"rounds": 20})
    table.everybody("pass")
    assert request_of(table) == 1
    assert table.get()["waiting"] == []
    time_is_up(table, clock)
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 0, 0]


def test_event_13_ready_and_then_not_ready_again_keeps_the_answer(table: Sitting) -> None:
    table.answer(BARNEY, "loot")
    assert table.post("not-ready", BARNEY).status_code == 204
    assert table.get(seat=BARNEY)["question"]["saved"] == LOOT
    assert table.get()["waiting"] == [AGATHA, BARNEY, CELESTE]
    assert table.post("ready", BARNEY).status_code == 200
    assert table.get(seat=BARNEY)["question"]["filed"] == LOOT


def test_event_14_an_answer_is_given_ahead_for_the_next_time(table: Sitting) -> None:
    """One ahead, which closes nothing unseen; for a later request by its number there is none."""
    assert table.post("answer", BARNEY, action=LOOT, request=2).status_code == 409
    assert table.post("save", BARNEY, action=LOOT, next=True).status_code == 204
    table.everybody("pass")
    assert table.get(seat=BARNEY)["question"]["saved"] == LOOT
    table.everybody("pass", BARNEY)
    assert request_of(table) == 2


# --- time is up -------------------------------------------------------------------------------------


def test_event_15_after_a_length_of_time_the_default_is_put_in_for_whoever_is_missing(
    table: Sitting, clock: Clock
) -> None:
    table.answer(AGATHA, "loot")
    time_is_up(table, clock, BARNEY)
    assert request_of(table) == 2
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 1, 1]


@pytest.mark.parametrize(
    ("now", "closed"),
    [
        ("2026-10-20T12:00", "2026-10-20 20:00"),
        ("2026-10-24T21:00", "2026-10-25 08:00"),  # the night has 25 hours
        ("2027-03-27T21:00", "2027-03-28 08:00"),  # the night has 23 hours
    ],
)
def test_event_16_a_decision_is_closed_at_clock_times_also_when_the_clocks_change(
    client: httpx.Client, clock: Clock, now: str, closed: str
) -> None:
    clock.now = ms(now)
    table = begin(client, THREE, deadline=AT_HOURS, options={"rounds": 20})
    assert in_berlin(table.get()["due"]) == closed
    time_is_up(table, clock)
    assert in_berlin(table.get()["due"]) > closed


@pytest.mark.parametrize(
    ("deadline", "closed"),
    [
        ({"type": "after", "minutes": 1440, "days": [0, 1, 2, 3, 4], "zone": "Europe/Berlin"}, "2026-10-26 18:00"),
        (AT_HOURS | {"days": [0, 1, 2, 3, 4]}, "2026-10-23 20:00"),
        ({"type": "after", "minutes": 240, "hours": ["09:00", "20:00"], "zone": "Europe/Berlin"}, "2026-10-24 11:00"),
    ],
)
def test_event_17_no_time_runs_at_weekends_and_at_night(
    client: httpx.Client, clock: Clock, deadline: Mapping[str, object], closed: str
) -> None:
    """Asked on a Friday at 18:00."""
    clock.now = ms("2026-10-23T18:00")
    table = begin(client, THREE, deadline=deadline, options={"rounds": 20})
    assert in_berlin(table.get()["due"]) == closed


def test_event_18_a_question_is_open_for_a_shortest_time_chosen_over_the_api_and_on_the_page(
    client: httpx.Client, clock: Clock
) -> None:
    clock.now = ms("2026-10-20T19:00")
    slow = AT_HOURS | {"notice": 120}
    assert in_berlin(begin(client, THREE, deadline=slow).get()["due"]) == "2026-10-21 08:00"
    assert in_berlin(begin(client, THREE, deadline=AT_HOURS).get()["due"]) == "2026-10-20 20:00"
    browser = Browser(client)
    assert 'name="notice"' in browser.get("/new?game=truce").text
    form = {"game": "truce", "name": "Agatha", "seats": 3, "bots": 0, "deadline": "at", "times": "08:00 20:00"}
    made = browser.post("/new", form | {"zone": "Europe/Berlin", "notice": "2", "notice.unit": "hours"})
    view = client.get(f"/api/tables/{str(made.url).rpartition('/')[2]}").json()
    assert view["deadline"]["notice"] == 120


def test_event_19_exactly_at_the_deadline_counts_and_later_is_refused_with_the_reason(
    table: Sitting, clock: Clock
) -> None:
    """TRU-R22."""
    clock.now = table.get()["due"]
    assert table.post("answer", BARNEY, action=LOOT, request=1).status_code == 200
    clock.now += 1
    late = table.post("answer", CELESTE, action=LOOT, request=1)
    assert (late.status_code, late.json()["kind"]) == (409, "out_of_date")
    assert late.json()["detail"].endswith(".")
    assert [seat["missed"] for seat in table.get()["seats"]] == [1, 0, 1]


def test_event_20_a_server_that_was_away_over_deadlines_closes_one_decision_and_the_next_has_its_time(
    tmp_path: Path,
) -> None:
    clock = Clock()
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table = begin(client, THREE, deadline={"type": "after", "minutes": 60}, options={"rounds": 20})
    clock.forward(3 * 24 * 3600)
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table.client = client
        late = table.post("answer", AGATHA, action=PASS, request=1)
        assert late.json()["kind"] == "out_of_date"
        assert (request_of(table), table.get()["due"]) == (2, clock.now + HOUR)
