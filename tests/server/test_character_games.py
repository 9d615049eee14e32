"""Characters between two games: kept, brought, in one running game at most, and told of its end exactly once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, text
from tests.server.with_characters import Keeper, fought, play_out, waiting
from tests.serving import Clock, client_of, open_services

from turncoat.games.thrice import end
from turncoat.server.characters import grown_as_usual
from turncoat.server.services import Services
from turncoat.table import record_file
from turncoat.table.draft import Draft
from turncoat.table.replay import replay


@pytest.fixture
def agatha(client: httpx.Client) -> Keeper:
    return Keeper(client)


def rows(services: Services, query: str) -> list[tuple[object, ...]]:
    with services.store.reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


# --- at a table ---------------------------------------------------------------------------------------


def test_a_campaign_step(client: httpx.Client, agatha: Keeper) -> None:
    """THR-16: made, brought, fought, a circle and a point; with them in the next fight."""
    agda = agatha.make()
    table = fought(client, agatha, agda)
    after = agatha.look(agda)
    assert after["owed"] == 1
    assert after["history"][-1]["table"] == table.id
    assert after["history"][-1]["rule"] == "THR-16"
    choice = {"type": "grow", "row": "title", "skill": "damage"}
    grown = agatha.send("PUT", f"/api/characters/{agda}", {"growth": choice})
    assert grown.status_code == 200, grown.text
    sheet = grown.json()["sheet"]
    assert (sheet["title"], sheet["damage"], sheet["points"]) == (1, 1, 0)
    again = waiting(client, agatha)
    assert agatha.bring(again, agda).status_code == 204
    assert again.do("start").status_code == 204
    assert again.get(seat=0)["view"]["sheets"][0]["character"]["title"] == 1
    assert agatha.told(agda) == ["made", "played", "grown"]


def test_everybody_is_told_what_is_brought_and_no_more(client: httpx.Client, agatha: Keeper) -> None:
    """THR-1.3: the sheet lies open; whose it is elsewhere, and its notes, do not."""
    agda = agatha.make()
    agatha.send("PUT", f"/api/characters/{agda}", {"notes": "Her axe is called Doubt."})
    table = waiting(client, agatha)
    agatha.bring(table, agda)
    assert table.get()["seats"][0]["character"] == "Agda (Troll: troll, wise, aberrant; wealth 1)"
    assert "Player 0 brings Agda" in table.get("events")[-1]["text"]
    seen = json.dumps([table.get(), table.get("events"), table.get(seat=1)])
    assert "Doubt" not in seen
    assert agda not in seen


def test_the_record_replays_by_itself(client: httpx.Client, agatha: Keeper, services: Services) -> None:
    """What was brought is in the record as it was, without a word of who keeps it."""
    agda = agatha.make()
    table = fought(client, agatha, agda)
    agatha.send("DELETE", f"/api/characters/{agda}")
    data = client.get(table.path("export")).content
    assert agda.encode() not in data
    again = replay(record_file.read(data))
    assert again.state.phase == "finished"
    assert again.state.characters[0].name == "Agda"
    shown = client.get(table.path("replay")).json()["table_view"]["view"]
    assert shown["sheets"][0]["character"]["name"] == "Agda"


def test_it_is_brought_to_a_seat_that_one_holds(client: httpx.Client, agatha: Keeper) -> None:
    refused = agatha.bring(waiting(client, agatha), agatha.make(), 1)
    assert "You do not hold seat 1" in refused.json()["detail"]


def test_it_can_be_taken_back_by_its_player_and_by_the_host(client: httpx.Client, agatha: Keeper) -> None:
    table = waiting(client, agatha)
    agda = agatha.make()
    path = f"{table.path('character')}?seat=0"
    ways: tuple[Callable[[], httpx.Response], ...] = (
        lambda: agatha.send("DELETE", path),
        lambda: client.delete(path, headers=table.host),
    )
    for take_back in ways:
        assert agatha.bring(table, agda).status_code == 204
        assert take_back().status_code == 204
        assert table.get()["seats"][0]["character"] == ""
        assert agatha.look(agda)["promised"] == []
    stranger = client.delete(f"{table.path('character')}?seat=0", headers=table.seat(1))
    assert stranger.status_code == 403


def test_who_gets_up_takes_it_along(client: httpx.Client, agatha: Keeper) -> None:
    """It does not stay with a seat that is free again."""
    agda, table = agatha.make(), waiting(client, agatha)
    agatha.bring(table, agda)
    assert agatha.look(agda)["promised"] == [table.id]
    assert agatha.send("POST", f"{table.path('leave')}?seat=0").status_code == 204
    assert table.get()["seats"][0]["character"] == ""
    assert agatha.look(agda)["promised"] == []


def test_a_table_that_is_closed_before_its_game_is_promised_nothing(client: httpx.Client, agatha: Keeper) -> None:
    agda, table = agatha.make(), waiting(client, agatha)
    agatha.bring(table, agda)
    assert table.do("close").status_code == 204
    assert agatha.look(agda)["promised"] == []
    assert agatha.told(agda) == ["made"]


def test_another_can_be_brought_instead(client: httpx.Client, agatha: Keeper) -> None:
    """The first stays at home then, and can play elsewhere."""
    agda, brom, table = agatha.make(), agatha.make(name="Brom"), waiting(client, agatha)
    for one in (agda, brom, brom):
        assert agatha.bring(table, one).status_code == 204
    assert agatha.look(agda)["promised"] == []
    assert agatha.look(brom)["promised"] == [table.id]
    assert table.do("start").status_code == 204
    assert agatha.look(brom)["away"] == table.id
    fought(client, agatha, agda)


# --- in one game at most --------------------------------------------------------------------------------


def test_it_is_promised_to_several_tables_and_plays_at_one(client: httpx.Client, agatha: Keeper) -> None:
    """The second game does not begin with it until the first is over."""
    agda = agatha.make()
    first, second = waiting(client, agatha), waiting(client, agatha)
    for table in (first, second):
        assert agatha.bring(table, agda).status_code == 204
    assert sorted(agatha.look(agda)["promised"]) == sorted([first.id, second.id])
    assert first.do("start").status_code == 204
    refused = second.do("start")
    assert refused.status_code == 422
    assert refused.json()["detail"] == "Agda is in another game that is not over; remove it here."
    assert second.get()["phase"] == "gathering"
    assert first.id not in refused.text
    play_out(first)
    assert second.do("start").status_code == 204


def test_it_begins_as_it_is_by_then(client: httpx.Client, agatha: Keeper) -> None:
    """What it has learned meanwhile is brought anew; what is owed and not chosen is filled in as usual (THR-D11)."""
    agda = agatha.make()
    later = waiting(client, agatha)
    agatha.bring(later, agda)
    fought(client, agatha, agda)
    assert later.do("start").status_code == 204
    sheet = later.get(seat=0)["view"]["sheets"][0]["character"]
    assert (sheet["house"], sheet["points"]) == (1, 1)
    assert agatha.told(agda) == ["made", "played", "grown"]


def test_it_sits_at_one_seat_of_a_table(client: httpx.Client, agatha: Keeper) -> None:
    agda, table = agatha.make(), waiting(client, agatha, agatha)
    assert agatha.bring(table, agda, 0).status_code == 204
    assert "another seat of this table" in agatha.bring(table, agda, 1).json()["detail"]


@pytest.mark.parametrize("move", ["edit", "retire", "delete"])
def test_while_it_plays_it_stays_as_it_is(client: httpx.Client, agatha: Keeper, move: str) -> None:
    """Its notes can be written all the same."""
    agda, table = agatha.make(), waiting(client, agatha)
    agatha.bring(table, agda)
    table.do("start")
    path = f"/api/characters/{agda}"
    send: dict[str, Callable[[], httpx.Response]] = {
        "edit": lambda: agatha.send("PUT", path, {"sheet": {"weapon": 1}}),
        "retire": lambda: agatha.send("PUT", path, {"state": "retired"}),
        "delete": lambda: agatha.send("DELETE", path),
    }
    refused = send[move]()
    assert refused.status_code == 422
    assert refused.json()["detail"] == "This character is in a game now: wait until it is over."
    assert agatha.send("PUT", path, {"notes": "Tired."}).json()["notes"] == "Tired."
    assert agatha.look(agda)["away"] == table.id


@pytest.mark.parametrize("move", ["retire", "delete"])
def test_a_promise_of_what_is_gone_is_not_kept(client: httpx.Client, agatha: Keeper, move: str) -> None:
    """The game does not begin as if nothing were; the host can take it back."""
    agda, table = agatha.make(), waiting(client, agatha)
    agatha.bring(table, agda)
    path = f"/api/characters/{agda}"
    gone = agatha.send("DELETE", path) if move == "delete" else agatha.send("PUT", path, {"state": "retired"})
    assert gone.is_success
    refused = table.do("start")
    assert refused.json()["detail"] == "Agda is no longer available; remove it or bring another."
    client.delete(f"{table.path('character')}?seat=0", headers=table.host)
    assert table.do("start").status_code == 204


def test_a_game_that_does_not_begin_sets_it_free(client: httpx.Client, agatha: Keeper) -> None:
    """Somebody is missing: it can go to another game at once."""
    agda, bromley = agatha.make(), Keeper(client)
    table = waiting(client, agatha, bromley)
    agatha.bring(table, agda)
    bromley.send("POST", f"{table.path('leave')}?seat=1")
    assert table.do("start").status_code == 422
    assert agatha.look(agda)["away"] is None
    fought(client, agatha, agda)


# --- home again -------------------------------------------------------------------------------------------


def test_a_table_that_is_closed_gives_nothing(client: httpx.Client, agatha: Keeper) -> None:
    """THR-16: there was no whole session."""
    agda, table = agatha.make(), waiting(client, agatha)
    agatha.bring(table, agda)
    table.do("start")
    table.do("close")
    assert agatha.told(agda) == ["made", "stopped"]
    assert agatha.look(agda)["owed"] == 0
    assert agatha.look(agda)["away"] is None


def test_the_dead_come_to_no_table(client: httpx.Client, agatha: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-15.7: after a total party kill."""
    monkeypatch.setattr(end, "deadly", lambda _: (0,))
    agda = agatha.make()
    fought(client, agatha, agda)
    assert agatha.look(agda)["state"] == "dead"
    refused = agatha.bring(waiting(client, agatha), agda)
    assert refused.json()["detail"] == "This character is dead."
    assert (
        agatha.send("PUT", f"/api/characters/{agda}", {"state": "active"}).json()["detail"] == "This character is dead."
    )
    assert agatha.send("DELETE", f"/api/characters/{agda}").status_code == 204


def test_an_end_and_what_it_means_are_stored_together_or_not_at_all(tmp_path: Path, clock: Clock) -> None:
    """The planted fault: the power goes off in the middle of the transaction; and after a start all is as it was."""
    services, died = open_services(tmp_path, clock=clock), list[str]()

    def die(_connection: Connection, draft: Draft, _at: int) -> None:
        if draft.state.phase == "finished" and not died:
            died.extend(str(*row) for row in rows(services, "SELECT phase FROM tables"))
            raise OSError("the power is off")

    services.store.beside.append(die)
    with client_of(services) as client:
        agatha = Keeper(client)
        agda = agatha.make()
        fought(client, agatha, agda)
        assert died == ["playing"]
        assert agatha.told(agda) == ["made", "played"]
    with client_of(open_services(tmp_path, clock=clock)):
        assert rows(services, "SELECT owed, away FROM characters") == [(1, None)]


def test_a_server_that_died_before_the_game_began_sets_it_free(tmp_path: Path, clock: Clock) -> None:
    """It was on its way, and the game never began."""
    services = open_services(tmp_path, clock=clock)
    with client_of(services) as client:
        agatha = Keeper(client)
        agda, table = agatha.make(), waiting(client, agatha)
        agatha.bring(table, agda)
        brought = services.keeper.live_tables._live[table.id].state.characters
        services.characters.set_out(table.id, brought, grown_as_usual, 1)
        assert "another game" in table.do("start").json()["detail"]
    with client_of(open_services(tmp_path, clock=clock)) as client:
        assert rows(services, "SELECT away FROM characters") == [(None,)]
        assert client.post(table.path("host/start"), headers=table.host).status_code == 204
