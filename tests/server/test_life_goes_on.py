"""What happens at a table that lasts for weeks, over HTTP, event by event: late, away, gone, and what players decide.

``test_life_of_a_table.py`` has what comes before.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.test_life_of_a_table import (
    AGATHA,
    AT_HOURS,
    BARNEY,
    CELESTE,
    DAILY,
    HOUR,
    THREE,
    in_berlin,
    ms,
    request_of,
    time_is_up,
)
from tests.serving import NOON, Clock, Sitting, another, begin

from turncoat.table.milliseconds import DAY

CLIMBS: dict[str, Any] = DAILY | {"pace": {"ladder": {"stand_in": 2, "offer": 3, "sleep": 14}}}


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, THREE, **DAILY)


def decide(table: Sitting, *agree: int, **proposal: object) -> int:
    """The first of these proposes something, and the others agree; the number of the vote."""
    first, *others = agree
    made = table.post("votes", first, proposal=proposal)
    assert made.status_code == 201, made.text
    number = int(made.json()["number"])
    for seat in others:
        assert table.post("ballot", seat, number=number, yes=True).status_code == 204
    return number


def told(table: Sitting, seat: int | None = None) -> str:
    return " ".join(str(event["text"]) for event in table.get("events", seat))


def without_barney(table: Sitting, clock: Clock, rounds: int) -> None:
    """Decisions that Barney misses; a bot that stands in for him has answered when the next one is asked."""
    for _ in range(rounds):
        request = request_of(table)
        table.answer(AGATHA, "pass")
        table.answer(CELESTE, "pass")
        if table.get()["seats"][BARNEY]["kind"] == "person":
            time_is_up(table, clock)
        while request_of(table) == request:
            pass  # the bot is thinking


# --- more time --------------------------------------------------------------------------------------


def test_event_21_grace_after_the_deadline_and_nobody_who_answers_in_it_has_missed(
    client: httpx.Client, clock: Clock
) -> None:
    table = begin(client, THREE, **DAILY | {"pace": {"grace": 60}})
    table.answer(AGATHA, "pass")
    clock.now = table.get()["due"] + 1
    table.answer(BARNEY, "pass")
    assert (table.get()["overtime"], table.get()["due"]) == (True, clock.now + HOUR)
    table.answer(CELESTE, "pass")
    assert (request_of(table), table.get()["overtime"]) == (2, False)
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 0, 0]


@pytest.mark.parametrize("by_vote", [True, False])
def test_event_22_more_time_by_host_or_vote_stays_on_the_agreed_times(
    client: httpx.Client, clock: Clock, *, by_vote: bool
) -> None:
    clock.now = ms("2026-10-20T19:00")
    table = begin(client, THREE, deadline=AT_HOURS)
    if by_vote:
        decide(table, BARNEY, CELESTE, type="extension", times=1)
    else:
        assert table.do("extend", minutes=60).status_code == 422
        assert table.do("extend", times=1).status_code == 204
    assert in_berlin(table.get()["due"]) == "2026-10-21 08:00"


@pytest.mark.parametrize("by_vote", [True, False])
def test_event_23_after_a_pause_of_days_the_agreed_hours_hold(
    client: httpx.Client, clock: Clock, *, by_vote: bool
) -> None:
    """Nobody has to say so when it ends; 20:00 has not become 22:17."""
    clock.now = ms("2026-10-20T19:00")
    table = begin(client, THREE, deadline=AT_HOURS)
    until = clock.now + DAY + 137 * 60_000
    if by_vote:
        decide(table, BARNEY, CELESTE, type="pause", days=1)
        until = table.get()["until"]
    else:
        pause = client.post(table.path("host/pause"), headers=table.host, params={"until": until})
        assert pause.status_code == 204
    assert (table.get()["phase"], table.get(seat=AGATHA)["question"]) == ("paused", None)
    clock.now = until + 1
    table.answer(AGATHA, "pass")
    assert table.get()["phase"] == "playing"
    assert in_berlin(table.get()["due"])[-5:] in ("08:00", "20:00")


# --- away -------------------------------------------------------------------------------------------


def test_event_24_the_game_waits_for_a_player_who_has_announced_an_absence(client: httpx.Client) -> None:
    table = begin(client, THREE, **DAILY | {"pace": {"away": {"days": 21, "wait": 5}}})
    assert table.post("away", BARNEY, start=0, end=NOON + 3 * DAY).status_code == 204
    assert table.get()["due"] == NOON + 4 * DAY
    assert "Barney is away: 2026-09-21 to 2026-09-24." in told(table)
    assert table.post("back", BARNEY).status_code == 204
    assert table.get()["seats"][BARNEY]["away"] is None


def test_event_25_the_first_miss_brings_the_default_and_all_see_it_after_the_close_and_not_before(
    client: httpx.Client, clock: Clock
) -> None:
    """TRU-O5."""
    table = begin(client, THREE, **CLIMBS)
    table.everybody("pass", BARNEY)
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 0, 0]
    time_is_up(table, clock)
    assert [seat["missed"] for seat in table.get()["seats"]] == [0, 1, 0]
    assert table.get()["seats"][BARNEY]["kind"] == "person"
    assert "Time was up, so the rules answered for Barney." in told(table)


def test_event_26_after_the_second_miss_a_bot_stands_in_by_itself(client: httpx.Client, clock: Clock) -> None:
    table = begin(client, THREE, **CLIMBS)
    without_barney(table, clock, 2)
    assert table.get()["seats"][BARNEY]["stands_in"]
    assert not table.get()["seats"][BARNEY]["offered"]


def test_event_27_after_the_third_miss_the_seat_is_offered_by_itself(client: httpx.Client, clock: Clock) -> None:
    table = begin(client, THREE, **CLIMBS)
    without_barney(table, clock, 3)
    barney = table.get()["seats"][BARNEY]
    assert (barney["stands_in"], barney["offered"]) == (True, True)
    assert "The seat of Barney is offered to others" in told(table)


@pytest.mark.parametrize("missed", [2, 3])
def test_event_28_a_person_who_returns_has_the_seat_back_by_any_deed(
    client: httpx.Client, clock: Clock, missed: int
) -> None:
    table = begin(client, THREE, **CLIMBS)
    without_barney(table, clock, missed)
    assert table.post("talk", BARNEY, text="I had no signal.").status_code == 201
    barney = table.get()["seats"][BARNEY]
    assert (barney["kind"], barney["stands_in"], barney["offered"], barney["missed"]) == ("person", False, False, 0)


def test_event_29_whoever_leaves_for_good_is_not_waited_for_and_their_key_is_worth_nothing(table: Sitting) -> None:
    assert table.post("leave", BARNEY).status_code == 204
    assert table.get()["seats"][BARNEY]["kind"] == "bot"
    assert not table.get()["seats"][BARNEY]["stands_in"]
    assert table.client.get(table.path(), headers=table.seat(BARNEY)).status_code == 401


def test_event_30_somebody_else_takes_the_seat_and_reads_nothing_of_what_was_said_before(
    client: httpx.Client, clock: Clock
) -> None:
    table = begin(client, THREE, **CLIMBS)
    table.post("talk", AGATHA, to=[BARNEY], text="For Barney alone.")
    without_barney(table, clock, 3)
    taken = client.post(table.path("claim"), json={"name": "Zoe"})
    assert taken.status_code == 201
    old, table.keys[BARNEY] = table.keys[BARNEY], taken.json()["key"]
    assert table.get()["seats"][BARNEY]["name"] == "Zoe"
    assert table.get("messages", BARNEY) == []
    assert table.get(seat=BARNEY)["question"]["request"] == 4
    assert client.get(table.path(), headers={"Authorization": f"Bearer {old}"}).status_code == 401


@pytest.mark.parametrize("by_vote", [True, False])
def test_event_32_somebody_is_sent_away_in_one_deed(client: httpx.Client, clock: Clock, *, by_vote: bool) -> None:
    """By the host, or by the others where one has missed a turn: a bot plays on, anybody can take the seat."""
    table = begin(client, THREE, **DAILY)
    if by_vote:
        without_barney(table, clock, 1)
        decide(table, AGATHA, CELESTE, type="offer_seat", seat=BARNEY)
        assert table.get()["seats"][BARNEY]["offered"]
    else:
        assert table.do("revoke", seat=BARNEY).status_code == 204
        assert client.get(table.path(), headers=table.seat(BARNEY)).status_code == 401
    assert client.post(table.path("claim"), json={"name": "Zoe"}).json()["seat"] == BARNEY


# --- what players decide ----------------------------------------------------------------------------


def test_event_33_all_agree_on_a_draw_in_secret(table: Sitting) -> None:
    decide(table, AGATHA, BARNEY, CELESTE, type="draw")
    view = table.get()
    assert (view["phase"], view["verdict"], view["winners"]) == ("closed", {"how": "drawn", "winners": []}, [])
    assert "somebody proposes a draw" in told(table)


def test_whoever_proposes_in_secret_is_somebody_and_never_the_host(table: Sitting) -> None:
    """A proposal without a name is told otherwise than what the table or its host says."""
    decide(table, AGATHA, type="draw")
    assert table.get()["votes"][0]["by"] is None
    assert table.post("command", BARNEY, text="status").json()["said"].endswith("Vote 1: a draw.")
    assert "host" not in told(table)
    page = another(table.client).get(f"/tables/{table.id}").text
    assert "<b> Somebody proposes a draw </b>" in page


def test_event_34_all_others_concede_to_a_player_in_secret(table: Sitting) -> None:
    """Celeste cannot vote on it, and nobody learns who of the others has."""
    number = decide(table, AGATHA, type="concede", seat=CELESTE)
    assert table.post("ballot", CELESTE, number=number, yes=True).status_code == 409
    assert table.get(seat=BARNEY)["votes"][0]["ballots"] == {}
    assert table.post("ballot", BARNEY, number=number, yes=True).status_code == 204
    view = table.get()
    assert (view["phase"], view["verdict"]["how"], view["winners"]) == ("closed", "conceded", [CELESTE])
    assert "Agatha proposes" not in told(table)


def test_event_35_two_thirds_close_the_table(table: Sitting) -> None:
    decide(table, AGATHA, CELESTE, type="abandon")
    assert (table.get()["phase"], table.get()["verdict"]["how"]) == ("closed", "abandoned")


def test_event_36_a_host_hands_over_and_there_can_be_a_second_one(table: Sitting) -> None:
    second = table.client.post("/api/keys", json={"invitation": table.link(None)}).json()["key"]
    paused = table.client.post(table.path("host/pause"), headers={"Authorization": f"Bearer {second}"})
    assert paused.status_code == 204
    decide(table, AGATHA, BARNEY, type="choose_host", seat=BARNEY)
    assert table.client.post(table.path("host/resume"), headers=table.host).status_code == 401
    assert table.client.post(table.path("host/resume"), headers=table.seat(BARNEY)).status_code == 204


def test_event_37_without_a_host_the_players_steer(table: Sitting) -> None:
    """Everything that a game needs: a pause, to go on, more time, a host."""
    decide(table, AGATHA, BARNEY, type="pause", days=2)
    decide(table, AGATHA, BARNEY, type="go_on")
    decide(table, AGATHA, BARNEY, type="extension", minutes=60)
    assert (table.get()["phase"], table.get()["due"]) == ("playing", NOON + DAY + HOUR)
    decide(table, BARNEY, CELESTE, type="choose_host", seat=CELESTE)
    assert table.get()["host"] == CELESTE


@pytest.mark.parametrize("by_vote", [True, False])
def test_event_38_the_pace_changes_during_the_game_from_the_next_decision_on(
    client: httpx.Client, clock: Clock, *, by_vote: bool
) -> None:
    """A table that waits for an absent person for ever has a deadline at once; a change back holds from the next."""
    table, hour = begin(client, THREE, options={"rounds": 20}), {"type": "after", "minutes": 60}
    if by_vote:
        decide(table, AGATHA, BARNEY, CELESTE, type="change_pace", deadline=hour, pace={})
    else:
        assert table.do("pace", deadline=hour, pace={}).status_code == 204
    assert table.get()["due"] == NOON + HOUR
    time_is_up(table, clock)
    assert table.do("pace", deadline=AT_HOURS, pace={}).status_code == 204
    assert table.get()["due"] == clock.now + HOUR
    time_is_up(table, clock)
    assert in_berlin(table.get()["due"])[-5:] == "20:00"
