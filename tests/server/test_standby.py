"""The standby list (event 31): who stands by takes a seat that becomes free before others can."""

from __future__ import annotations

import httpx
import pytest
from tests.server.test_life_goes_on import CLIMBS, without_barney
from tests.server.test_life_of_a_table import AGATHA, BARNEY, DAILY, HOUR, THREE
from tests.serving import Browser, Clock, Sitting, another, as_read, bearer, begin, gather

KEPT = "For now this seat is kept for players on the standby list: join the list too."


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, THREE, **CLIMBS)


def stands_by(table: Sitting) -> dict[str, str]:
    """The header of somebody who stands by from now on."""
    made = table.client.post(table.path("standby"))
    assert made.status_code == 201, made.text
    return bearer(made.json()["key"])


def claim(table: Sitting, key: dict[str, str] | None = None, name: str = "Zoe") -> httpx.Response:
    return table.client.post(table.path("claim"), json={"name": name}, headers=key)


def test_event_31_a_seat_that_is_offered_is_kept_for_those_who_stand_by(table: Sitting, clock: Clock) -> None:
    """Their key opens it; what was whispered before they do not hear; whoever comes second stands by still."""
    zoe, dora = stands_by(table), stands_by(table)
    table.post("talk", AGATHA, to=[BARNEY], text="For Barney alone.")
    assert claim(table, zoe).json()["detail"] == "No seat is free at this table; you can watch."
    without_barney(table, clock, 3)
    assert table.get()["seats"][BARNEY]["first_until"] == clock.now + 12 * HOUR
    assert (claim(table).status_code, claim(table).json()["detail"]) == (422, KEPT)
    assert claim(table, zoe).json() == {"seat": BARNEY, "key": ""}
    barney = table.get()["seats"][BARNEY]
    assert (barney["name"], barney["kind"], barney["first_until"]) == ("Zoe", "person", None)
    seen = table.client.get(table.path(), headers=zoe).json()
    assert (seen["seat"], seen["messages"]) == (BARNEY, 0)
    assert claim(table, dora, "Dora").status_code == 422
    assert table.client.get(table.path(), headers=dora).json()["seat"] is None


def test_a_seat_is_not_kept_for_ever_nor_where_nobody_stands_by(table: Sitting, clock: Clock) -> None:
    """Half a decision of a day; and the person can come back until then as at any time."""
    stands_by(table)
    without_barney(table, clock, 3)
    clock.now = table.get()["seats"][BARNEY]["first_until"]
    assert claim(table).status_code == 422
    clock.now += 1
    assert claim(table).status_code == 201


def test_a_seat_whose_player_left_is_kept_too_when_the_host_frees_it(table: Sitting) -> None:
    zoe = stands_by(table)
    assert table.do("revoke", seat=BARNEY).status_code == 204
    assert claim(table).json()["detail"] == KEPT
    assert claim(table, zoe).status_code == 201


def test_whoever_returns_has_the_seat_although_others_stand_by(table: Sitting, clock: Clock) -> None:
    zoe = stands_by(table)
    without_barney(table, clock, 3)
    assert table.post("sit", BARNEY).status_code == 204
    assert claim(table, zoe).status_code == 422
    assert table.get()["seats"][BARNEY]["first_until"] is None


def test_one_stands_by_no_more_and_the_key_is_worth_nothing(table: Sitting) -> None:
    zoe = stands_by(table)
    assert table.client.post(table.path("standby"), headers=zoe).status_code == 422
    assert table.client.delete(table.path("standby"), headers=zoe).status_code == 204
    assert table.client.get(table.path(), headers=zoe).status_code == 401
    assert table.client.delete(table.path("standby"), headers=table.seat(AGATHA)).status_code == 422
    assert table.do("revoke", seat=BARNEY).status_code == 204
    assert claim(table).status_code == 201


def test_who_sits_there_and_who_may_not_come_cannot_stand_by(client: httpx.Client, table: Sitting) -> None:
    assert table.post("standby", AGATHA).json()["detail"] == "You have a seat at this table."
    private = begin(client, THREE, **DAILY | {"listed": False})
    assert client.post(private.path("standby")).status_code == 422
    table.do("close")
    assert client.post(table.path("standby")).json()["detail"] == "The game is over."


def test_before_the_game_the_first_who_comes_has_a_free_seat(client: httpx.Client) -> None:
    table = gather(client, THREE, listed=True)
    stands_by(table)
    assert claim(table).status_code == 201


def test_a_key_that_stands_by_does_nothing_for_a_seat(table: Sitting) -> None:
    """Not even for the last one, as a list would count it."""
    zoe = stands_by(table)
    seat = table.client.get(table.path(), headers=zoe).json()["seat"]
    assert seat is None
    for part, body in (("answer", {"action": {"type": "loot"}}), ("talk", {"text": "Hello."}), ("leave", {})):
        assert table.client.post(table.path(part), json=body, headers=zoe).status_code == 403
    assert table.client.get(table.path(), params={"seat": 2}, headers=zoe).status_code == 403
    assert [one["seat"] for one in table.client.get("/api/session", headers=zoe).json()["held"]] == [-1]


def test_one_stands_by_on_the_page_and_my_tables_says_when_a_seat_is_free(table: Sitting, client: httpx.Client) -> None:
    """Without script."""
    zoe, watcher = another(client), another(client)
    assert "Stand by for a seat" in zoe.get(f"/tables/{table.id}").text
    page = zoe.post(f"/tables/{table.id}/standby").text
    assert "You are on the standby list: My tables says when a seat is free." in page
    assert "Stop standing by" in page
    assert "You stand by for a seat" in zoe.get("/my-tables").text
    table.do("revoke", seat=BARNEY)
    assert "A seat is free" in zoe.get("/my-tables").text
    page = watcher.get(f"/tables/{table.id}").text
    assert "It is kept for those who stand by, until" in page
    assert "So far one person stands by." in as_read(page)
    taken = zoe.post(f"/tables/{table.id}/claim", {"seat": BARNEY, "name": "Zoe"})
    assert "You have taken your seat." in taken.text
    assert table.get()["seats"][BARNEY]["name"] == "Zoe"
    assert "Stand by" not in zoe.get(f"/tables/{table.id}").text


def test_whoever_is_given_a_seat_stands_by_no_more(table: Sitting, client: httpx.Client) -> None:
    """By the host's link: the list says who they are, and not that a seat is free."""
    zoe = another(client)
    zoe.get(f"/tables/{table.id}")
    zoe.post(f"/tables/{table.id}/standby")
    table.do("revoke", seat=BARNEY)
    zoe.join(table.link(BARNEY), "Zoe")
    page = zoe.get("/my-tables").text
    assert ("A seat is free" in page, "You stand by" in page, "You are <b>Zoe</b>" in page) == (False, False, True)
    table.do("revoke", seat=2)
    page = another(client).get(f"/tables/{table.id}").text
    assert ("Play on for" in page, "It is kept for those who stand by" in page) == (True, False)


def test_one_stands_by_no_more_on_the_page(table: Sitting, client: httpx.Client) -> None:
    zoe = Browser(client)
    zoe.get(f"/tables/{table.id}")
    zoe.post(f"/tables/{table.id}/standby")
    assert "You are no longer on the standby list." in zoe.post(f"/tables/{table.id}/standby", {"off": "yes"}).text
    again = zoe.post(f"/tables/{table.id}/standby", {"off": "yes"})
    assert "You do not stand by for a seat at this table." in again.text
