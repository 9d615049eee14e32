"""A seat that a program plays says so, and a host can let no programs play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.agents.by_hand import call
from tests.serving import NAMES, Browser, another, bearer, client_of, gather, open_services


def text(result: Any) -> str:
    return str(result["content"][0]["text"])


def test_everybody_sees_that_a_program_plays(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client, NAMES[:3])
        assert not call(client, table.keys[0], "sit_down", name="Ada")["isError"]
        table.post("sit", 1)
        seats = table.get(seat=1)["seats"]
        assert [seat["program"] for seat in seats] == [True, False, False]
        assert "Ada takes a seat (a program)." in [event["text"] for event in table.get("events", 1)]
        page = another(client).get(f"/tables/{table.id}").text
        assert "a program has joined" in page
        look = call(client, table.keys[0], "look")["structuredContent"]
        assert [seat["who"] for seat in look["seats"]] == ["you", "person", "open"]


def test_a_program_that_uses_the_seat_of_a_person_has_to_say_so_first(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client, NAMES[:3])
        for seat in range(3):
            table.post("sit", seat)
        table.do("start")
        refused = call(client, table.keys[0], "answer", words="pass")
        assert refused["isError"]
        assert "call sit_down" in text(refused)
        call(client, table.keys[0], "sit_down")
        assert table.get(seat=1)["seats"][0]["program"]
        assert not call(client, table.keys[0], "answer", words="pass")["isError"]


def test_a_program_that_comes_back_is_still_one(tmp_path: Path) -> None:
    """A bot stood in for it; nobody takes it for a person afterwards."""
    with client_of(open_services(tmp_path)) as client:
        table = gather(client, NAMES[:3])
        call(client, table.keys[0], "sit_down")
        table.post("sit", 1)
        table.post("sit", 2)
        table.do("start")
        assert table.do("bot", seat=0, bot="random").status_code == 204
        assert not table.get(seat=1)["seats"][0]["program"]
        call(client, table.keys[0], "sit_down")
        assert table.get(seat=1)["seats"][0]["program"]


def test_somebody_else_at_the_seat_is_no_program(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client, NAMES[:3])
        call(client, table.keys[0], "sit_down")
        table.hand(0, another(client))
        assert not table.get(seat=1)["seats"][0]["program"]


def test_a_host_lets_no_programs_play(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client, NAMES[:3], programs=False)
        refused = call(client, table.keys[0], "sit_down")
        assert refused["isError"]
        assert "The host lets no programs play at this table." in text(refused)
        assert table.post("sit", 0, program=True).status_code == 422
        assert table.post("sit", 0).status_code == 204
        assert table.get()["programs"] is False
        assert "not taken this seat as a program" in text(call(client, table.keys[0], "talk", words="Hello."))


def test_a_host_says_so_on_the_page_for_a_new_table(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        browser = Browser(client)
        browser.get("/new")
        made = browser.post("/new", {"game": "truce", "seats": "3", "bots": "0", "name": "Ada", "no_programs": "yes"})
        table = str(made.url).rsplit("/tables/", 1)[1].split("/")[0]
        assert client.get(f"/api/tables/{table}").json()["programs"] is False


def test_an_account_lists_tables_and_takes_seats_as_a_program(tmp_path: Path) -> None:
    """Its key shows only the seats that it has taken."""
    with client_of(open_services(tmp_path, rates={})) as client:
        tables = [gather(client, NAMES[:3], listed=True) for _ in range(2)]
        key = client.post("/api/bots", json={"name": "Robby"}).json()["key"]
        assert call(client, key, "my_tables")["structuredContent"]["tables"] == []
        listed = call(client, key, "open_tables")["structuredContent"]["tables"]
        assert {line["table"] for line in listed} == {table.id for table in tables}
        assert "at an open table" in text(call(client, key, "look"))
        for table in tables:
            assert not call(client, key, "sit_down", table=table.id, name="Robby")["isError"]
            assert table.get()["seats"][0]["program"]
        assert "say which table" in text(call(client, key, "look"))
        look = call(client, key, "look", table=tables[0].id)["structuredContent"]
        assert (look["you"], look["seats"][0]["who"]) == (0, "you")
        mine = call(client, key, "my_tables")["structuredContent"]["tables"]
        assert [line["seated"] for line in mine] == [True, True]
        stranger = client.post("/api/bots", json={"name": "Marvin"}).json()["key"]
        assert "gives you no seat" in text(call(client, stranger, "look", table=tables[0].id))


def test_an_account_is_a_program_over_http_too(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path, rates={})) as client:
        table = gather(client, NAMES[:3], listed=True, programs=False)
        key = client.post("/api/bots", json={"name": "Robby"}).json()["key"]
        refused = client.post(table.path("claim"), json={"name": "Robby"}, headers=bearer(key))
        assert refused.status_code == 422
        assert "lets no programs play" in refused.json()["detail"]
