"""Play again with the same people: over the API and on the page."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import httpx
from tests.serving import Sitting, another, bearer, begin

THREE = ("Agatha", "Barney", "Celeste")


def until(condition: Callable[[], bool]) -> None:
    """Look again and again: the game begins in a task of its own."""
    patience = monotonic() + 100
    while not condition():
        assert monotonic() < patience, "nothing came of it"
        sleep(0.01)


def over(client: httpx.Client, **agreed: object) -> Sitting:
    """A table whose game is over after one round."""
    table = begin(client, THREE, options={"rounds": 1}, title="Thursday", **agreed)
    table.everybody("pass")
    assert table.get()["phase"] == "finished"
    return table


def again(table: Sitting, seat: int) -> dict[str, Any]:
    response = table.post("again", seat)
    assert response.status_code == 200, response.text
    return dict(response.json())


def test_everybody_has_the_same_seat_and_it_begins(client: httpx.Client) -> None:
    table = over(client, deadline={"type": "after", "minutes": 1440.0})
    made = [again(table, seat) for seat in (1, 0, 2)]
    following = made[0]["table"]
    assert ({one["table"] for one in made}, [one["seat"] for one in made]) == ({following}, [1, 0, 2])
    assert [bool(one["host_key"]) for one in made] == [True, False, False]
    view = client.get(f"/api/tables/{following}").json()
    assert (view["title"], view["options"]["rounds"], view["deadline"]["minutes"]) == ("Thursday", 1, 1440.0)
    assert [seat["name"] for seat in view["seats"]] == list(THREE)
    for one in made:
        key = client.post("/api/keys", json={"invitation": one["invitation"]}).json()["key"]
        sat = client.post(f"/api/tables/{following}/sit", json={}, headers=bearer(key))
        assert sat.status_code == 204
    until(lambda: client.get(f"/api/tables/{following}").json()["phase"] == "playing")


def test_not_before_the_end_and_not_for_who_has_no_seat(client: httpx.Client) -> None:
    table = begin(client, THREE)
    assert table.post("again", 0).json()["field"] == "phase"
    assert client.post(over(client).path("again")).status_code == 401


def test_on_the_page_one_button_leads_to_the_same_seat(client: httpx.Client) -> None:
    table, agatha, barney = begin(client, THREE, options={"rounds": 1}), another(client), another(client)
    for seat, browser in enumerate((agatha, barney)):
        table.hand(seat, browser)
    table.everybody("pass")
    for browser in (agatha, barney):
        assert "Play again with the same people" in browser.get(f"/tables/{table.id}?seen=99").text
    for browser, name in ((agatha, "Agatha"), (barney, "Barney")):
        page = browser.post(f"/tables/{table.id}/again")
        assert page.status_code == 200
        assert f'<b>{name}</b><span class="pill">you</span>' in page.text
    page = agatha.post(f"/tables/{table.id}/again")
    seats = client.get(f"/api/tables/{str(page.url).split('/')[4].partition('?')[0]}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "open"]
    assert "Begin" in page.text
