"""Whose characters are whose, what is written on them, files, and games that begin with them."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.server.with_characters import SHEET, Keeper, fought, waiting
from tests.serving import Browser


@pytest.fixture
def agatha(client: httpx.Client) -> Keeper:
    return Keeper(client)


# --- whose it is ------------------------------------------------------------------------------------------


def test_a_browser_keeps_it_until_its_person_does(client: httpx.Client) -> None:
    """Made before signing in, it is found on another device afterwards."""
    phone, desk, stranger = Browser(client), Keeper(client), Keeper(client)
    agatha = Keeper(client)
    agda = agatha.make()
    signing_in = {"name": "Agatha", "passphrase": "correct horse", "new": True}
    assert agatha.send("POST", "/api/session", signing_in).status_code == 200
    desk.make(name="Brom")
    assert desk.send("POST", "/api/session", {**signing_in, "new": False}).status_code == 200
    labels = [one["name"] for one in desk.client.get("/api/characters").json()]
    assert sorted(labels) == ["Agda", "Brom"]
    stranger.make(name="Celeste")
    for method, path in (("GET", ""), ("PUT", ""), ("GET", "/file"), ("DELETE", "")):
        body: dict[str, object] | None = {} if method == "PUT" else None
        assert stranger.send(method, f"/api/characters/{agda}{path}", body).status_code == 404
    assert stranger.bring(waiting(client, stranger), agda).status_code == 404
    assert phone.client.get("/api/characters").json() == []


def test_two_who_write_at_once_do_not_overwrite_each_other(agatha: Keeper) -> None:
    agda = agatha.make(weapon=1)
    path, version = f"/api/characters/{agda}", agatha.look(agda)["version"]
    assert agatha.send("PUT", path, {"sheet": {"weapon": 2}, "version": version}).status_code == 200
    refused = agatha.send("PUT", path, {"sheet": {"weapon": 0}, "version": version})
    assert refused.json()["detail"] == "This character has changed meanwhile: load the page again, then try again."
    assert agatha.look(agda)["sheet"]["weapon"] == 2


def test_an_overspent_sheet_changes_nothing(agatha: Keeper) -> None:
    """THR-3.6: neither the sheet nor the notes."""
    agda = agatha.make()
    before = agatha.look(agda)
    refused = agatha.send("PUT", f"/api/characters/{agda}", {"sheet": {"weapon": 9}, "notes": "Mighty."})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "10 points are spent on skills, but only 3 have been earned (THR-3.6)."
    assert (refused.json()["field"], refused.json()["rule"]) == ("skills", "THR-3.6")
    assert agatha.look(agda) == before


def test_a_new_one_that_breaks_a_rule_is_not_kept(agatha: Keeper) -> None:
    refused = agatha.send("POST", "/api/characters", {"game": "thrice", "sheet": {**SHEET, "kin": "elf"}})
    assert "(THR-3.1)" in refused.json()["detail"]
    assert agatha.client.get("/api/characters").json() == []
    nowhere = agatha.send("POST", "/api/characters", {"game": "truce", "sheet": {}})
    assert nowhere.json()["detail"] == "There are no characters of 'truce'; there are characters of thrice."


def test_it_retires_and_returns(client: httpx.Client, agatha: Keeper) -> None:
    agda = agatha.make()
    path = f"/api/characters/{agda}"
    assert agatha.send("PUT", path, {"state": "retired"}).json()["state"] == "retired"
    assert agatha.bring(waiting(client, agatha), agda).json()["detail"] == "This character is retired."
    assert agatha.send("PUT", path, {"state": "active"}).json()["state"] == "active"
    assert agatha.told(agda) == ["made", "retired", "returned"]


def test_it_is_deleted_with_its_history(agatha: Keeper) -> None:
    agda = agatha.make()
    assert agatha.send("DELETE", f"/api/characters/{agda}").status_code == 204
    assert agatha.client.get(f"/api/characters/{agda}").status_code == 404
    assert agatha.client.get("/api/characters").json() == []


def test_a_blank_sheet_says_what_can_be_chosen(client: httpx.Client) -> None:
    """THR-3.1: six kins; THR-3.4: 24 printed traits."""
    blank = client.get("/api/games/thrice/character").json()
    choices = {one["name"]: one for one in blank["shown"]["choices"]}
    assert len(choices["kin"]["groups"][0][1]) == 6
    assert len(choices["third"]["groups"][0][1]) == 24
    assert client.get("/api/games/truce/character").status_code == 404


def test_nothing_grows_that_nothing_is_owed(agatha: Keeper) -> None:
    """THR-16.3."""
    agda = agatha.make()
    refused = agatha.send("PUT", f"/api/characters/{agda}", {"growth": {}})
    assert refused.json()["detail"] == "This character has no point to spend now."


# --- files ------------------------------------------------------------------------------------------------


def taken_along(keeper: Keeper, character: str, query: str = "") -> dict[str, Any]:
    """What is in the file of a character."""
    answer = keeper.client.get(f"/api/characters/{character}/file{query}")
    assert answer.headers["content-disposition"] == 'attachment; filename="agda-thrice.json"'
    found: dict[str, Any] = answer.json()
    return found


def take_in(keeper: Keeper, data: bytes) -> httpx.Response:
    token = keeper.client.get("/api/session").json()["token"]
    return keeper.client.post(
        "/api/characters/import", content=data, headers={"x-csrf-token": token, "Content-Type": "application/json"}
    )


def test_a_file_is_a_copy(client: httpx.Client, agatha: Keeper) -> None:
    """With the same sheet, and a history of its own; whoever has it can read it. Notes only if they are wanted."""
    agda = agatha.make()
    agatha.send("PUT", f"/api/characters/{agda}", {"notes": "Her axe is called Doubt."})
    assert taken_along(agatha, agda)["notes"] == ""
    file = taken_along(agatha, agda, "?notes=true")
    barney = Keeper(client)
    taken = take_in(barney, json.dumps(file).encode())
    assert taken.status_code == 201, taken.text
    copy = taken.json()
    assert (copy["sheet"], copy["notes"]) == (agatha.look(agda)["sheet"], "Her axe is called Doubt.")
    assert copy["id"] != agda
    assert [one["kind"] for one in copy["history"]] == ["imported"]


def test_the_file_of_a_dead_character_is_read_as_dead(client: httpx.Client, agatha: Keeper) -> None:
    """THR-15.7: whoever died stays dead, in every copy."""
    file = taken_along(agatha, agatha.make())
    assert file["state"] == "active"
    copy = take_in(agatha, json.dumps({**file, "state": "dead", "seasoned": True}).encode()).json()
    assert copy["state"] == "dead"
    table = waiting(client, agatha)
    assert "dead" in agatha.bring(table, copy["id"]).json()["detail"]


def test_what_is_owed_is_paid_before_it_leaves(client: httpx.Client, agatha: Keeper) -> None:
    """THR-D11: the usual choice; and who has fought cannot be made over elsewhere either."""
    agda = agatha.make()
    fought(client, agatha, agda)
    file = taken_along(agatha, agda)
    assert (file["sheet"]["house"], file["sheet"]["points"], file["seasoned"]) == (1, 1, True)
    copy = take_in(agatha, json.dumps(file).encode()).json()
    over = agatha.send("PUT", f"/api/characters/{copy['id']}", {"sheet": {"weapon": 0}})
    assert "THR-16.3" in over.json()["detail"]


def broken(**changes: object) -> dict[str, object]:
    """A file that is right but for this."""
    sheet = {**SHEET, "first": "troll", "third": "calm"}
    whole = {"format": "turncoat character 1", "game": "thrice", "sheet": sheet}
    return {**whole, **changes}


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (
            {"format": "turncoat character 2"},
            "The file cannot be read: format must be turncoat character 1, not 'turncoat character 2'",
        ),
        ({"format": "a poem"}, "The file cannot be read: format must be turncoat character 1, not 'a poem'"),
        ({"game": "truce"}, "There are no characters of 'truce'"),
        ({"luck": 1}, "there is no field luck; the fields are format, game"),
        ({"sheet": {"name": "Agda"}}, "The sheet cannot be read"),
        ({"sheet": {**SHEET, "first": "troll", "third": "calm", "weapon": 5}}, "only 3 have been earned (THR-3.6"),
        ({"sheet": {**SHEET, "first": "troll", "third": "calm", "name": "\x00"}}, "needs a name (THR-3.1)"),
    ],
)
def test_a_file_that_breaks_a_rule_is_refused_and_nothing_is_kept(
    agatha: Keeper, file: dict[str, object], words: str
) -> None:
    """THR-O25; and what is broken here is right otherwise."""
    refused = take_in(agatha, json.dumps(broken(**file)).encode())
    assert refused.status_code in (400, 404, 422)
    assert words in refused.json()["detail"]
    assert agatha.client.get("/api/characters").json() == []
    assert take_in(agatha, json.dumps(broken()).encode()).status_code == 201


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format": 1}'])
def test_nonsense_is_no_file(agatha: Keeper, data: bytes) -> None:
    refused = take_in(agatha, data)
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("The file cannot be read")


# --- games that begin with them --------------------------------------------------------------------------------


def call(keeper: Keeper, *characters: str, **more: object) -> httpx.Response:
    """Begin a game with these."""
    return keeper.send("POST", "/api/characters/play", {"characters": characters, **more})


def test_a_game_begins_with_them(client: httpx.Client, agatha: Keeper) -> None:
    """The first is one's own, a bot plays the second, and one that suits the seat is the GM."""
    agda, brom = agatha.make(), agatha.make(name="Brom")
    made = call(agatha, agda, brom, name="Agatha")
    assert made.status_code == 201, made.text
    table_view = agatha.client.get(f"/api/tables/{made.json()['table']}").json()
    assert table_view["phase"] == "playing"
    assert [seat["name"] for seat in table_view["seats"]][:2] == ["Agatha", "Brom"]
    assert [seat["kind"] for seat in table_view["seats"]] == ["person", "bot", "bot", "bot"]
    assert table_view["seats"][1]["character"].startswith("Brom (")
    assert table_view["seats"][-1]["bot"].startswith("gm")
    assert not table_view["seats"][1]["bot"].startswith("gm")


def test_seats_are_kept_for_friends(client: httpx.Client, agatha: Keeper) -> None:
    made = call(agatha, agatha.make(), friends=True, seats=3)
    table_view = agatha.client.get(f"/api/tables/{made.json()['table']}").json()
    assert (table_view["phase"], [seat["kind"] for seat in table_view["seats"]]) == (
        "gathering",
        ["person", "open", "open"],
    )


def test_a_call_that_cannot_be_leaves_no_table(client: httpx.Client, agatha: Keeper) -> None:
    agda = agatha.make()
    for refused, words in (
        (call(agatha, agda, agda), "Choose each character only once."),
        (call(agatha, agda, seats=1), "With 1 character the table needs 2 to 9 seats, not 1."),
        (call(agatha, agda, bot="deep"), "There is no bot deep"),
        (call(agatha, agda, options={"creation_points": 0}), "Agda: 3 points are spent or kept"),
        (call(agatha, "nobody"), "There is no such character of yours."),
    ):
        assert refused.is_client_error
        assert words in refused.json()["detail"]
    assert agatha.client.get("/api/my-tables").json() == []
    assert call(agatha, agda).status_code == 201
    assert call(agatha, agda).json()["detail"] == "Agda is in another game that is not over."
