"""A whole game of six over HTTP, told by what each of them sees and says."""

from __future__ import annotations

from typing import Any

import httpx
from tests.serving import Sitting, begin, gather

AGATHA, BARNEY, CELESTE, DARCY, EMMETT, FREJA = range(6)


def supplies(table: Sitting) -> list[int]:
    return list(table.get()["view"]["supplies"])


def test_six_people_play_a_whole_game_of_two_rounds(client: httpx.Client) -> None:
    """TRU-2, TRU-5, TRU-7, TRU-8, TRU-11: promises, a betrayal, a robbery, a winner."""
    table = begin(client, options={"rounds": 2}, title="Thursday night")
    promise = {"who": BARNEY, "act": "support", "fields": {"target": AGATHA}}
    said = table.post("talk", BARNEY, to=[AGATHA], text="I am with you.", promise=promise)
    assert said.json()["message"]["said"]["promise"]["act"] == "support"
    table.answer(AGATHA, "attack", target=CELESTE)
    table.answer(BARNEY, "support", target=CELESTE)
    table.answer(CELESTE, "loot")
    table.answer(DARCY, "support", target=AGATHA)
    table.answer(EMMETT, "defend")
    assert table.get(seat=AGATHA)["waiting"] == [FREJA]
    table.answer(FREJA, "pass")
    assert table.get()["view"]["round"] == 2
    assert supplies(table) == [5, 3, 2, 3, 3, 3]
    assert [one["fate"] for one in table.get(seat=AGATHA)["pledges"]] == ["broken"]
    assert table.get(seat=CELESTE)["pledges"] == []
    table.everybody("pass", EMMETT)
    table.answer(EMMETT, "loot")
    table_view = table.get()
    assert table_view["phase"] == "finished"
    assert table_view["winners"] == [AGATHA]
    assert table_view["scores"] == [5, 3, 2, 3, 4, 3]


def test_everybody_hears_the_same_public_events(client: httpx.Client) -> None:
    """TRU-12: all that happens in Truce is public, and every event names its rule."""
    table = begin(client, options={"rounds": 1})
    table.everybody("loot")
    streams = [table.get("events", seat) for seat in (*range(6), None)]
    assert all(stream == streams[0] for stream in streams)
    game = [one for one in streams[0] if one["rule"]]
    assert [one["number"] for one in streams[0]] == list(range(1, len(streams[0]) + 1))
    assert all(one["rule"].startswith("TRU-") for one in game)
    assert any("share the Stash" in one["text"] for one in game)


def test_an_answer_in_words_is_the_same_answer(table: Sitting) -> None:
    receipt = table.post("answer", AGATHA, text="attack celeste").json()
    assert receipt["action"] == {"type": "attack", "target": CELESTE}
    assert table.get(seat=AGATHA)["question"]["filed"] == {"type": "attack", "target": CELESTE}


def test_an_answer_can_be_changed_and_taken_back_until_the_reveal(table: Sitting) -> None:
    """TRU-5.3: the last action handed in counts."""
    table.answer(AGATHA, "loot")
    table.answer(AGATHA, "defend")
    assert table.get(seat=AGATHA)["question"]["filed"] == {"type": "defend"}
    assert table.post("withdraw", AGATHA).status_code == 204
    assert table.get(seat=AGATHA)["question"]["filed"] is None
    assert table.post("withdraw", AGATHA).json()["kind"] == "not_yours"


def test_a_receipt_is_published_at_the_reveal(client: httpx.Client) -> None:
    table = begin(client, options={"rounds": 1})
    receipt = table.answer(AGATHA, "loot")
    table.everybody("pass", AGATHA)
    published: list[Any] = [one["event"] for one in table.get("events") if one["event"]["type"] == "orders_published"]
    assert [AGATHA, receipt["digest"]] in published[0]["digests"]


def test_events_and_messages_are_given_from_a_number_on(table: Sitting) -> None:
    everything = table.get("events", AGATHA)
    assert table.get("events", AGATHA, after=2) == everything[2:]
    assert table.get("events", AGATHA, after=len(everything)) == []
    assert table.get("events", AGATHA, after=1, most=2) == everything[1:3]
    assert table.client.get(table.path("events?most=1001")).status_code == 400


def test_a_free_seat_of_a_listed_table_can_be_taken_without_a_link(client: httpx.Client) -> None:
    table = gather(client, ("Agatha", "Barney", "Celeste"), listed=True)
    taken = client.post(table.path("claim"), json={"name": "Zoe"}).json()
    assert taken["seat"] == 0
    assert table.get()["seats"][0]["name"] == "Zoe"
    assert client.get(table.path(), headers=table.seat(0)).status_code == 401
    assert [line["id"] for line in client.get("/api/tables").json()] == [table.id]


def test_an_unlisted_table_gives_no_seat_without_a_link(client: httpx.Client) -> None:
    table = gather(client)
    assert client.post(table.path("claim"), json={"name": "Zoe"}).json()["kind"] == "not_allowed"
    assert client.get("/api/tables").json() == []


def test_the_host_pauses_and_goes_on(client: httpx.Client) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 5})
    assert table.do("pause").status_code == 204
    refused = table.post("answer", AGATHA, action={"type": "loot"})
    assert refused.json()["detail"] == "The table is paused; the host can resume it."
    assert table.get()["left"] == 300_000
    assert table.do("resume").status_code == 204
    table.answer(AGATHA, "loot")


def test_the_host_gives_more_time(client: httpx.Client) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 5})
    before = table.get()["due"]
    assert table.do("extend", minutes=2.5).status_code == 204
    assert table.get()["due"] == before + 150_000


def test_the_host_hands_a_seat_to_a_bot_and_back(client: httpx.Client) -> None:
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    assert table.do("bot", seat=BARNEY, bot="random").status_code == 204
    there = table.get()["seats"][BARNEY]
    assert (there["name"], there["kind"], there["bot"], there["stands_in"]) == ("Barney", "bot", "random", True)
    assert table.post("sit", BARNEY).status_code == 204
    assert table.get()["seats"][BARNEY]["kind"] == "person"
    table.do("bot", seat=BARNEY, bot="random")
    assert table.do("person", seat=BARNEY).status_code == 204
    assert table.get()["seats"][BARNEY]["kind"] == "person"


def test_bots_take_the_seats_that_are_free_at_the_beginning(client: httpx.Client) -> None:
    table = gather(client, ("Agatha", "Barney", "Celeste"))
    table.post("sit", AGATHA)
    assert table.do("start").json()["detail"] == "Nobody sits at Barney, Celeste yet: invite people or seat bots."
    started = client.post(table.path("host/start"), headers=table.host, params={"bot": "random"})
    assert started.status_code == 204
    assert [seat["kind"] for seat in table.get()["seats"]] == ["person", "bot", "bot"]


def test_a_closed_table_takes_nothing_and_tells_nothing_more(client: httpx.Client, table: Sitting) -> None:
    table.answer(AGATHA, "loot")
    assert table.do("close").status_code == 204
    assert table.get(seat=BARNEY)["phase"] == "closed"
    assert table.post("answer", BARNEY, action={"type": "loot"}).json()["kind"] == "not_allowed"
    record = client.get(table.path("export"), headers=table.host)
    assert record.status_code == 200
    assert "loot" not in record.text
