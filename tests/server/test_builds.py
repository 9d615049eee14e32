"""Opponents that a GM keeps under a name: at another table, for another party, and before players come (THR-5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select, update
from tests.serving import Browser, Sitting, another, client_of, gather, open_services

from turncoat.server.builds import LONGEST
from turncoat.server.people import digest_of
from turncoat.server.schema import BUILDS

RICH = {"starting_wealth": 4}
BUILD = {"act": "build", "build.removed": "0", "build.second": "0"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def asked(client: httpx.Client, gm: Browser, **options: object) -> Sitting:
    """A table of one character at which this GM is asked for opponents."""
    table = gather(client, ("Agatha", "Greta"), game="thrice", options=options)
    gm.join(table.link(1))
    assert table.post("sit", 0).status_code == 204
    assert table.do("start").status_code == 204
    made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
    skills = {"weapon": 5, "damage": 4, "condition": 3} if options else {"weapon": 2, "condition": 1}
    table.answer(0, "create", **made, points=skills)
    return table


def request_of(page: str) -> str:
    """The number of what is asked."""
    found = re.search(r'name="request" value="(\d+)"', page)
    assert found, page
    return found[1]


def do(gm: Browser, table: Sitting, **form: object) -> str:
    """Send the form of a question; the page that follows."""
    request = request_of(gm.get(f"/tables/{table.id}").text)
    return gm.post(f"/tables/{table.id}/answer", {"request": request, **form}).text


def keep(gm: Browser, table: Sitting, name: str, **points: int) -> str:
    """Name the opponents, buy this, and keep them."""
    do(gm, table, act="name", **{"name.called": "Harpy"})
    bought = {f"build.points.{what.replace('_', ' ')}": many for what, many in points.items()}
    return do(gm, table, **BUILD, **bought, save="build", build=name)


def question(gm: Browser, table: Sitting) -> Any:
    """What the GM is asked, as a program reads it."""
    return gm.client.get(f"/api/tables/{table.id}").json()["question"]


def test_a_build_is_loaded_at_another_table(client: httpx.Client) -> None:
    """THR-5.11: name and points come along; nothing has been handed in before the GM says so."""
    gm = another(client)
    first = asked(client, gm, **RICH)
    assert "These opponents are kept." in keep(gm, first, "Harpies at the weir", weapon_A=2, bleed_A=1)
    assert first.get(seat=0)["view"]["combatants"] == []
    second = asked(client, gm, **RICH)
    page = gm.get(f"/tables/{second.id}").text
    assert "Harpies at the weir" in page
    assert "3 points" in page
    loaded = gm.post(f"/tables/{second.id}/builds", {"build": "Harpies at the weir"}).text
    assert "The opponents are filled in." in loaded
    assert re.search(r'name="build.points.weapon A"[^>]* value="2"', loaded)
    assert re.search(r'name="build.points.bleed A"[^>]* value="1"', loaded)
    asks = question(gm, second)
    assert asks["filed"] is None
    assert asks["saved"]["points"] == {"weapon A": 2, "bleed A": 1}
    told = do(gm, second, **BUILD, **{"build.points.weapon A": 2, "build.points.bleed A": 1})
    assert "Harpy 1" in told


def test_a_poorer_party_meets_what_its_points_buy(client: httpx.Client) -> None:
    """THR-5.2: what a build costs here is said before it is loaded; the first purchases of the form stay."""
    gm = another(client)
    keep(gm, asked(client, gm, **RICH), "Harpies", weapon_A=2, damage_A=1)
    poor = asked(client, gm)
    assert "3 points, 1 of them here" in gm.get(f"/tables/{poor.id}").text
    gm.post(f"/tables/{poor.id}/builds", {"build": "Harpies"})
    assert sum(question(gm, poor)["saved"]["points"].values()) == 1


def test_prepared_opponents_come_instead_of_a_build_that_was_loaded(client: httpx.Client) -> None:
    """THR-5.10: one press on Bears fills the form with bears."""
    gm = another(client)
    keep(gm, asked(client, gm, **RICH), "Harpies", weapon_A=2)
    table = asked(client, gm, **RICH)
    page = gm.post(f"/tables/{table.id}/builds", {"build": "Harpies"}).text
    assert 'name="forget" value="saved"' in page
    bears = do(gm, table, act="call", forget="saved", **{"call.beast": "bears"})
    assert re.search(r'name="build.points.condition A"[^>]* value="[12]"', bears)
    assert question(gm, table)["saved"] is None
    again = do(gm, table, act="call", forget="saved", **{"call.beast": "wolves"})
    assert "You have saved no answer." not in again


def test_a_draft_can_be_seen_and_deleted(client: httpx.Client) -> None:
    """What is loaded counts when time is up: the page says so, as often as it is asked."""
    gm = another(client)
    table = asked(client, gm, **RICH)
    keep(gm, table, "Harpies", weapon_A=2)
    page = gm.post(f"/tables/{table.id}/builds", {"build": "Harpies"}).text
    assert "The form below begins with your draft." in page
    gone = gm.post(f"/tables/{table.id}/saved", {"do": "forget"}).text
    assert "begins with your draft" not in gone
    assert question(gm, table)["saved"] is None


def test_nobody_else_sees_or_loads_a_build(client: httpx.Client) -> None:
    """THR-1.3: the players of both tables, and another GM, learn nothing of it."""
    gm, player, other = another(client), another(client), another(client)
    table = asked(client, gm, **RICH)
    keep(gm, table, "Harpies", weapon_A=2)
    player.join(table.link(0))
    for part in ("", "/campaign", "/ledger", "/print", "/story", "/screen"):
        assert "Harp" not in player.get(f"/tables/{table.id}{part}").text
    theirs = asked(client, other, **RICH)
    assert "Harp" not in other.get(f"/tables/{theirs.id}").text
    assert "You keep no opponents of this name." in other.post(f"/tables/{theirs.id}/builds", {"build": "Harpies"}).text
    refused = player.post(f"/tables/{table.id}/builds", {"build": "Harpies"})
    assert "You are not asked for opponents now." in refused.text


def test_what_cannot_be_kept_says_why(client: httpx.Client) -> None:
    """THR-5.2: a name is needed, and a build that the points buy; what is deleted is gone."""
    gm = another(client)
    table = asked(client, gm, **RICH)
    assert "1 to 40 characters" in keep(gm, table, " ", weapon_A=1)
    assert "hand in now" in keep(gm, table, "Dragons", weapon_A=3, damage_A=3, armour_A=3)
    assert "1 to 40 characters" in keep(gm, table, "x" * 41, weapon_A=1)
    assert "Harpies" in keep(gm, table, "Harpies", weapon_A=1)
    assert "Harpies" in gm.get(f"/tables/{table.id}/campaign").text
    gone = gm.post(f"/tables/{table.id}/builds", {"build": "Harpies", "do": "delete"}).text
    assert "Harpies" not in gone
    assert "You keep no opponents yet." in gm.get(f"/tables/{table.id}/campaign").text


def test_opponents_are_prepared_before_players_come(client: httpx.Client) -> None:
    """THR-4.8, THR-5: at a table of the GM alone, with the same options; bots play the party."""
    gm, player = another(client), another(client)
    table = gather(client, ("Agatha", "Barney", "Greta"), game="thrice", options=RICH)
    gm.join(table.link(2))
    player.join(table.link(0))
    assert "Prepare opponents" in gm.get(f"/tables/{table.id}").text
    assert "Prepare opponents" not in player.get(f"/tables/{table.id}").text
    assert player.post(f"/tables/{table.id}/prepare").status_code == 403
    made = gm.post(f"/tables/{table.id}/prepare")
    found = re.search(r'data-table="(\w+)"', made.text)
    assert found, made.text
    seen = client.get(f"/api/tables/{found[1]}").json()
    assert [seat["kind"] for seat in seen["seats"]] == ["bot", "bot", "person"]
    assert seen["options"]["starting_wealth"] == 4
    assert found[1] not in client.get("/api/tables").text


@pytest.mark.parametrize("name", ["agatha", "Ag\u0430tha"])
def test_every_gm_and_title_can_be_prepared(client: httpx.Client, name: str) -> None:
    """Bots get names that nobody takes for the GM's; a title that would be too long is cut."""
    gm = another(client)
    table = gather(client, ("Ann", "Ben", name), game="thrice", title="T" * 80)
    gm.join(table.link(2))
    made = gm.post(f"/tables/{table.id}/prepare")
    assert made.status_code == 200, made.text
    assert 'data-table="' in made.text


def test_builds_follow_their_owner_who_signs_in(tmp_path: Path) -> None:
    """What a browser keeps belongs to the person from then on; where a name is theirs already, it gets a number."""
    store, long = open_services(tmp_path).builds, "W" * LONGEST
    for name, steps in (("Harpies", 1), ("Wolves", 1), ("Wolves 2", 2), (long, 1)):
        store.keep("browser", "thrice", name, [{"steps": steps}])
    for name in ("Wolves", long):
        store.keep("person", "thrice", name, [{"steps": 3}])
    store.adopt("browser", "person")
    assert store.of(("person",), "thrice") == {
        "Harpies": [{"steps": 1}],
        "Wolves": [{"steps": 3}],
        "Wolves 2": [{"steps": 2}],
        "Wolves 3": [{"steps": 1}],
        long: [{"steps": 3}],
        f"{long[:-2]} 2": [{"steps": 1}],
    }
    assert store.of(("browser",), "thrice") == {}


def test_builds_go_with_their_owner(tmp_path: Path) -> None:
    """When a session ends or a person is deleted, nothing is left that nobody can reach."""
    services = open_services(tmp_path)
    people, builds, now = services.auth.people, services.builds, services.keeper.now()
    token, person = people.register(people.open_session(now), "Greta", "long enough", now)
    session = people.session(token, now)
    assert session is not None
    guest = people.open_session(now)
    for owner in (person.id, session.digest, digest_of(guest), "another"):
        builds.keep(owner, "thrice", "Wolves", [{"steps": 1}])
    people.end_session(guest)
    assert builds.of((digest_of(guest),), "thrice") == {}
    people.delete(session)
    assert builds.of((person.id,), "thrice") == {}
    assert list(builds.of((session.digest,), "thrice")) == list(builds.of(("another",), "thrice")) == ["Wolves"]


def test_who_deletes_an_account_keeps_builds_in_this_browser(client: httpx.Client) -> None:
    """As with characters: the page says so before."""
    gm = another(client)
    assert gm.post("/sign-in", {"name": "Greta", "passphrase": "long enough", "new": "yes"}).is_success
    keep(gm, asked(client, gm, **RICH), "Harpies", weapon_A=2)
    assert "your characters and your opponents" in gm.get("/me").text
    assert gm.post("/me/delete").is_success
    assert "Harpies" in gm.get(f"/tables/{asked(client, gm, **RICH).id}").text


def test_nothing_is_half_loaded(tmp_path: Path) -> None:
    """THR-5.11: where a face is refused, the name that comes before it is not written either."""
    services = open_services(tmp_path)
    with client_of(services) as client:
        gm = another(client)
        first = asked(client, gm, **RICH)
        keep(gm, first, "Harpies", weapon_A=2)
        with services.builds.engine.begin() as connection:
            row = connection.execute(select(BUILDS)).one()
            name, *_, build = msgspec.json.decode(row.body)
            body = msgspec.json.encode([name, {"type": "mask", "face": "nobody", "colour": "red"}, build])
            connection.execute(update(BUILDS).values(body=body))
        second = asked(client, gm, **RICH)
        page = gm.post(f"/tables/{second.id}/builds", {"build": "Harpies"}).text
        assert "The opponents are filled in." not in page
        assert second.get(seat=1)["view"]["called"] == ""
        assert question(gm, second)["saved"] is None


def test_the_builder_is_a_table_that_is_filled_in(client: httpx.Client) -> None:
    """THR-5.4 to THR-5.7: a row for each skill and trick, with what a point changes, and a column for each kind."""
    gm = another(client)
    page = gm.get(f"/tables/{asked(client, gm, **RICH).id}").text
    one, two = re.findall(r'<table class="amounts-table">.*?</table>', page)
    heading = r'<th scope="col">(\w+) <small>(\w)</small></th>'
    assert re.findall(heading, one) == [("Kind", "A")]
    assert re.findall(heading, two) == [("Kind", "A"), ("Kind", "B")]
    rows = re.findall(r'<th scope="row"> ?(\w+) <small class="note">([^<]+)</small>', two)
    assert [title for title, _ in rows][:5] == ["Initiative", "Damage", "Weapon", "Armour", "Condition"]
    assert dict(rows)["Weapon"] == "3 more for each point: they hit more often"
    for table in (one, two):
        spent = re.findall(r'name="[^"]+\.(\w+ A|initiative)"[^>]* value="([1-9])"', table)
        assert sum(int(many) for _, many in spent) == 4
    table = asked(client, gm, **RICH)
    do(gm, table, act="name", **{"name.called": "Orcs"})
    page = gm.get(f"/tables/{table.id}").text
    assert re.findall(heading, page) == [("Orcs", "A"), ("Orcs", "A"), ("Orcs", "B")]
    removed = re.findall(r'name="build(?:~2)?\.removed" value="0"[^>]* checked', page)
    assert len(removed) == 2
