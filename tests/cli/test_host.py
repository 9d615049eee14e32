"""A host, and whoever comes, at the terminal: tables are set and steered, seats claimed, absences announced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.cli.joined import NAMES, Joined, link
from tests.serving import NOON, Sitting, begin

from turncoat.cli import run
from turncoat.server.services import Services
from turncoat.table.milliseconds import DAY

AGATHA, BARNEY, CELESTE = range(3)
DAILY = {"deadline": {"type": "after", "minutes": 1440}, "options": {"rounds": 20}}


@pytest.fixture
def table(address: str) -> Iterator[Sitting]:
    with httpx.Client(base_url=address) as client:
        yield begin(client, NAMES, **DAILY, listed=True)


class Desk:
    """Commands that somebody gives at a terminal, with their own keys."""

    def __init__(self, keys: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.keys, self.capsys = keys, capsys

    def __call__(self, *arguments: object, code: int = 0) -> str:
        command, *rest = arguments
        assert run([str(command), *map(str, rest), "--keys", str(self.keys)]) == code
        out, err = self.capsys.readouterr()
        return " ".join((out or err).split())


@pytest.fixture
def desk(keys: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(keys, capsys)


def test_event_1_a_table_is_set_and_begun_at_the_terminal(desk: Desk, address: str, services: Services) -> None:
    said = desk("host", address, "--game", "truce", "--seats", 3, "--deadline", "08:00 20:00 Europe/Berlin", "--open")
    (made,) = re.findall(rf"The table: {address}/tables/(\w+)", said)
    assert len(re.findall(rf"{address}/join/[\w-]{{43}}\b", said)) == 3
    assert re.search(rf"The next free seat, for everybody: {address}/join/join\.", said)
    view = httpx.get(f"{address}/api/tables/{made}").json()
    assert view["deadline"]["times"] == ["08:00", "20:00"]
    assert desk("host", f"{address}/tables/{made}", "begin") == "Done."
    assert httpx.get(f"{address}/api/tables/{made}").json()["phase"] == "playing"
    assert "begin" in desk("host", f"{address}/tables/{made}")


def test_a_table_is_set_with_all_that_can_be_agreed_on(desk: Desk, address: str, tmp_path: Path) -> None:
    agreed = tmp_path / "agreed.json"
    agreed.write_text('{"pace": {"away": {"days": 21}}, "title": "Thursday night"}')
    said = desk("host", address, "--game", "truce", "--deadline", 1440, "--agreed", agreed)
    view = httpx.get(f"{address}/api/tables/{said.split('/tables/')[1].split()[0]}").json()
    assert (view["title"], view["pace"]["away"]["days"], len(view["seats"])) == ("Thursday night", 21, 4)


def test_a_host_does_at_the_terminal_what_the_panel_does(desk: Desk, address: str, table: Sitting) -> None:
    """Events 5, 22, 23, 30, 32, 36 and 38; the link makes the host, then the address of the table is enough."""
    assert desk("host", f"{address}/join/{table.link(None)}", "extend", 60) == "Done."
    steer = f"{address}/tables/{table.id}"
    assert table.get()["due"] == NOON + DAY + 3_600_000
    desk("host", steer, "pause", 3)
    assert table.get()["until"] == NOON + 3 * DAY
    desk("host", steer, "go", "on")
    assert table.get()["phase"] == "playing"
    desk("host", steer, "pace", 60)
    assert table.get()["deadline"] == {"type": "after", "minutes": 60.0}
    desk("host", steer, "bot", "barney")
    assert table.get()["seats"][BARNEY]["stands_in"]
    desk("host", steer, "person", "barney")
    assert table.get()["seats"][BARNEY]["kind"] == "person"
    assert re.fullmatch(rf"The invitation: {address}/join/[\w-]+", desk("host", steer, "link", "celeste"))
    assert "/join/" in desk("host", steer, "link")
    desk("host", steer, "revoke", "celeste")
    assert table.get()["seats"][CELESTE]["kind"] == "open"
    desk("host", steer, "close")
    assert table.get()["phase"] == "closed"
    assert desk("host", steer, "close", code=2).startswith("turncoat: ")


def test_a_link_that_is_for_the_other_command_says_so(desk: Desk, address: str, table: Sitting) -> None:
    said = desk("host", link(address, table, BARNEY), "close", code=2)
    assert "This link leads to a seat, which you have now: sit down there with turncoat join." in said
    said = desk("join", f"{address}/join/{table.link(None)}", code=2)
    assert f"This link made you the host: steer the table with turncoat host {address}/tables/{table.id}." in said
    said = desk("host", f"{address}/tables/abc", "close", code=2)
    assert "This computer has no host key for this table" in said


@pytest.mark.parametrize("words", [(), ("dance",), ("bot",), ("bot", "nobody"), ("pause", "99"), ("pace", "Berlin")])
def test_what_a_host_cannot_do_is_said_in_one_sentence(desk: Desk, address: str, table: Sitting, words: object) -> None:
    steer = f"{address}/join/{table.link(None)}"
    assert isinstance(words, tuple)
    said = desk("host", steer, *words, code=2 if words else 0)
    assert said.startswith("turncoat: ") == bool(words)
    assert table.get()["phase"] == "playing"


def test_event_36_a_host_steers_from_the_seat_too(
    address: str,
    table: Sitting,
    keys: Path,
    desk: Desk,
    join: type[Joined],
) -> None:
    """With the host's key, if this person has it; else the rights of a seat that the players have chosen."""
    invitation = link(address, table)
    player = join(invitation, "--keys", keys)
    player.until("TRU-4.1")
    player.types("host pause 2")
    player.until("Only the host of this table can do this.")
    player.types("leave for good")
    code, said = player.ends()
    assert (code, "You have left your seat." in said, "the seat stays yours" in said) == (0, True, False)
    assert table.get()["seats"][AGATHA]["kind"] == "bot"
    desk("host", f"{address}/join/{table.link(None)}")
    player = join(link(address, table, BARNEY), "--keys", keys)
    player.until("TRU-4.1")
    player.types("host pause 2")
    player.until("Done.")
    assert table.get()["phase"] == "paused"


def test_events_3_and_31_an_open_table_is_joined_and_one_stands_by_for_a_seat(
    address: str,
    table: Sitting,
    keys: Path,
    desk: Desk,
    join: type[Joined],
) -> None:
    place = f"{address}/tables/{table.id}"
    assert "No seat is free at this table" in desk("join", place, code=2)
    assert "you are on the standby list. Look again with: turncoat join" in desk("join", place, "--stand-by")
    assert "you are on the standby list" in desk("join", place)
    assert table.do("revoke", seat=BARNEY).status_code == 204
    player = join(place, "--name", "Zoe", "--keys", keys)
    assert "You sit as Zoe." in player.until("You sit as")
    assert table.get()["seats"][BARNEY]["name"] == "Zoe"


def test_event_24_an_absence_is_announced_at_all_tables_at_the_terminal(
    address: str, table: Sitting, keys: Path, desk: Desk
) -> None:
    agreed = begin(table.client, NAMES, **DAILY, title="Thursday night", pace={"away": {"days": 21}})
    for one in (table, agreed):
        desk("host", f"{address}/join/{one.link(BARNEY)}", code=2)
        key = re.findall(r'"key": "([\w-]+)"', keys.read_text())[-1]
        sat = httpx.post(f"{address}/api/tables/{one.id}/sit", json={}, headers={"Authorization": f"Bearer {key}"})
        assert sat.status_code == 204
    said = desk("away", "2026-10-01", "2026-10-03")
    assert "Truce: This table allows no absences" in said
    assert "Thursday night: everybody there is told." in said
    start, end = agreed.get()["seats"][BARNEY]["away"]
    assert end - start == 3 * DAY
    assert "Thursday night" in desk("away", "--back")
    assert agreed.get()["seats"][BARNEY]["away"] is None
    assert "write the first day" in desk("away", code=2)
