"""Lists of tables: of one game if that is asked for, and nothing is left out without a word."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import httpx
import pytest
from tests.serving import Browser, Clock, begin, client_of, gather, open_services

from turncoat.server.api.tables import MOST_LISTED
from turncoat.server.services import Services

MANY = MOST_LISTED + 9


@pytest.fixture
def stream_limits(services: Services, client: httpx.Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of so many listed tables that they do not fit on a page, the newest first; every third is of Loyalty."""
    monkeypatch.setattr(services.limits, "need", lambda *_: None)
    made = []
    for number in range(MANY):
        clock.forward(1)
        game = "truce" if number % 3 else "loyalty"
        seats = [{"name": "Agatha"}, {"name": "Barney"}, {"name": "Celeste"}]
        made.append(client.post("/api/tables", json={"game": game, "seats": seats, "listed": True}).json()["table"])
    return made[::-1]


def read_through(client: httpx.Client, path: str) -> list[list[str]]:
    """Every part of a list over the API: the header says where the next one is."""
    parts = []
    while path:
        response = client.get(path)
        assert response.status_code == 200, response.text
        parts.append([line["id"] for line in response.json()])
        following = re.fullmatch(r'<(\S+)>; rel="next"', response.headers.get("link", ""))
        path = following[1] if following else ""
    return parts


def test_a_long_list_says_where_it_goes_on(client: httpx.Client, stream_limits: list[str]) -> None:
    """60 were listed and 50 shown, and nobody was told."""
    parts = read_through(client, "/api/tables")
    assert [len(part) for part in parts] == [MOST_LISTED, MANY - MOST_LISTED]
    assert list(chain(*parts)) == stream_limits


def test_a_table_that_is_made_meanwhile_moves_nothing(
    client: httpx.Client, stream_limits: list[str], clock: Clock
) -> None:
    first = client.get("/api/tables").json()
    clock.forward(1)
    gather(client, listed=True)
    rest = client.get("/api/tables", params={"after": first[-1]["id"]}).json()
    assert [line["id"] for line in first + rest] == stream_limits


def test_a_list_of_one_game_holds_all_of_it_and_nothing_else(client: httpx.Client, stream_limits: list[str]) -> None:
    loyal = stream_limits[::-1][::3][::-1]
    wanted = {"loyalty": loyal, "truce": [limit for limit in stream_limits if limit not in loyal], "dune": []}
    for game, ids in wanted.items():
        assert list(chain(*read_through(client, f"/api/tables?game={game}"))) == ids


def test_what_cannot_be_listed_is_said(client: httpx.Client) -> None:
    for path in ("/api/tables?game=chess", "/api/my-tables?game=chess", "/?game=chess", "/my-tables?game=chess"):
        assert client.get(path).status_code == 404, path
    assert client.get("/api/tables?after=nowhere").json()["kind"] == "no_such_table"


def shown(page: str) -> list[str]:
    return re.findall(r'class="cover" href="/tables/([0-9a-f]+)"', page)


def test_the_front_page_shows_more_when_asked_and_one_game_when_asked(
    stream_limits: list[str], browser: Browser
) -> None:
    """Without script: links. What is picked stays picked on the next page."""
    first = browser.get("/").text
    (more,) = re.findall(r'href="([^"]+)">Show more', first)
    second = browser.get(more.replace("&amp;", "&")).text
    assert shown(first) + shown(second) == stream_limits
    assert "Show more" not in second
    loyal = browser.get("/?game=loyalty").text
    assert shown(loyal) == stream_limits[::-1][::3][::-1]
    assert "No open tables of Dune just now" in browser.get("/?game=dune").text


def test_ones_own_tables_can_be_asked_for_by_game(browser: Browser) -> None:
    for game in ("truce", "loyalty"):
        browser.get(f"/new?game={game}")
        form = {"game": game, "seats": "3", "bots": "0", "name": "Zoe", "deadline": "none", "talk": "full"}
        browser.post("/new", form | {"title": f"A game of {game}"})
    assert len(shown(browser.get("/my-tables").text)) == 2
    only = browser.get("/my-tables?game=loyalty").text
    assert ("A game of loyalty" in only, "A game of truce" in only) == (True, False)
    assert len(browser.client.get("/api/my-tables?game=truce").json()) == 1


def test_a_list_after_a_start_is_the_same_and_loads_no_table(tmp_path: Path, clock: Clock) -> None:
    """However many tables are listed, a list reads what stands in their rows; their past is read when one is opened."""
    lists = ("/", "/my-tables", "/api/tables", "/api/my-tables")
    with client_of(open_services(tmp_path, clock=clock)) as client:
        begin(client, listed=True).everybody("pass")
        gather(client, listed=True)
        browser = Browser(client)
        form = {"game": "truce", "seats": "3", "bots": "0", "name": "Zoe", "deadline": "none", "talk": "full"}
        browser.get("/new?game=truce")
        browser.post("/new", form | {"title": "Mine"})
        before = [browser.get(path).text for path in lists]
        cookies = client.cookies
    services = open_services(tmp_path, clock=clock)
    with client_of(services) as client:
        client.cookies = cookies
        assert [Browser(client).get(path).text for path in lists] == before
        first = client.get("/api/tables").json()[0]["id"]
        assert len(client.get("/api/tables", params={"after": first}).json()) == 1
        assert len(services.keeper.live_tables) == 0
