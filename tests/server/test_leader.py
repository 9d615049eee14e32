"""Who leads a game for the others (THR-1.1): chosen first, named in the lobby and in the invitation, and no loser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.with_characters import Keeper, fought
from tests.serving import Browser, another, client_of, open_services

from turncoat.web.ranking import standings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def made(browser: Browser, **fields: str) -> str:
    """A table of Thrice with four seats that somebody makes on the form; its id."""
    form = {"game": "thrice", "seats": "4", "name": "Greta", "bot": "random", **fields}
    page = browser.post("/new", form)
    found = re.search(r'data-table="(\w+)"', page.text)
    assert found, page.text
    return found[1]


def seats(client: httpx.Client, table: str) -> list[str]:
    """Who sits where: a name of a person, a bot, or nobody."""
    shown = client.get(f"/api/tables/{table}").json()["seats"]
    return [one["name"] if one["kind"] == "person" else one["kind"] for one in shown]


@pytest.mark.parametrize(
    ("fields", "sitting"),
    [
        ({"part": "leads"}, ["open", "open", "open", "Greta"]),
        ({"part": "leads", "bots": "1"}, ["open", "open", "bot", "Greta"]),
        ({"part": "plays", "bots": "1"}, ["Greta", "open", "bot", "open"]),
        ({"part": "bot"}, ["Greta", "open", "open", "bot"]),
        ({"part": "bot", "bots": "2"}, ["Greta", "open", "bot", "bot"]),
        ({"bots": "3"}, ["Greta", "bot", "bot", "bot"]),
    ],
)
def test_who_is_gm_is_the_first_question(client: httpx.Client, fields: dict[str, str], sitting: list[str]) -> None:
    """THR-1.1: whoever makes the table leads it, or plays, and a friend or a bot leads it."""
    browser = another(client)
    assert seats(client, made(browser, **fields)) == sitting


@pytest.mark.parametrize(
    ("fields", "agreed"),
    [
        ({"part": "leads"}, True),
        ({"part": "plays", "bots": "1"}, True),
        ({"part": "leads", "option.gm_overrules": ""}, True),
        ({"part": "leads", "option.gm_overrules": "false"}, False),
        ({"part": "bot"}, False),
        ({"part": "bot", "option.gm_overrules": "true"}, True),
        ({"bots": "3"}, False),
    ],
)
def test_where_a_person_is_gm_the_gm_may_overrule(
    client: httpx.Client, fields: dict[str, str], *, agreed: bool
) -> None:
    """THR-O26: unless asked otherwise; the chair's page says what was agreed."""
    browser = another(client)
    table = made(browser, **fields)
    assert client.get(f"/api/tables/{table}").json()["options"]["gm_overrules"] is agreed
    if fields.get("part") == "leads":
        chair = " ".join(browser.get(f"/tables/{table}/chair").text.split())
        assert f"This table has {'' if agreed else 'not '}agreed{':' if agreed else ' to'} <b>The GM may" in chair


def test_another_part_is_refused(client: httpx.Client) -> None:
    """The field and the choices are named."""
    page = another(client).post("/new", {"game": "thrice", "seats": "4", "name": "Greta", "part": "king"})
    assert "Part must be leads, plays or bot" in page.text


def test_the_gm_is_named_in_lobby_and_invitation(client: httpx.Client) -> None:
    """A badge at the seat, and a link of its own that says what its user becomes."""
    greta = another(client)
    table = made(greta, part="plays")
    lobby = greta.get(f"/tables/{table}").text
    assert re.search(r"<b>The GM</b>\s*<span class=\"pill pill-turn\">GM</span>", lobby)
    link = re.search(r'id="link-3"[^>]*|value="([^"]*)"\s+id="link-3"', lobby)
    assert link
    address = re.search(r'value="([^"]*/join/[^"]*)"\s*id="link-3"', lobby)
    assert address
    invitation = another(client).get(address[1].partition("/join/")[2].join(("/join/", ""))).text
    assert "You become the <b>GM</b>" in invitation


def test_an_invitation_says_who_is_gm_and_which_part_one_gets(client: httpx.Client) -> None:
    """THR-1.1: of a seat, and of the table's link; the GM's own invitation does not say it."""
    greta = another(client)
    for part, said in (
        ("leads", "Greta is GM; you play a character."),
        ("plays", "Nobody is GM yet; you play a character."),
        ("bot", "A bot is GM; you play a character."),
    ):
        lobby = greta.get(f"/tables/{made(greta, part=part)}").text
        for link in ("link-1", "link-table"):
            address = re.search(rf'value="[^"]*(/join/[^"]*)"\s*id="{link}"', lobby)
            assert address, link
            assert said in " ".join(another(client).get(address[1]).text.split())


def test_a_player_can_become_the_gm_before_the_game(client: httpx.Client) -> None:
    """Handing over: who sits elsewhere takes the free seat of the GM, and the old one is free."""
    greta = another(client)
    table = made(greta)
    assert "Be the GM" in greta.get(f"/tables/{table}").text
    greta.post(f"/tables/{table}/move", {"to": "3"})
    assert seats(client, table) == ["open", "open", "open", "Greta"]
    assert "Play here" in greta.get(f"/tables/{table}").text
    refused = greta.post(f"/tables/{table}/move", {"to": "9"})
    assert "That seat is not free" in refused.text
    assert seats(client, table)[3] == "Greta"


def test_the_gm_is_no_loser(client: httpx.Client) -> None:
    """THR-15.7: the party won; nobody is ranked."""
    keeper = Keeper(client)
    table = fought(client, keeper, keeper.make())
    page = client.get(f"/tables/{table.id}/end").text
    assert "The party won." in page
    assert 'class="place"' not in page


def test_games_without_a_leader_rank_everybody() -> None:
    """Equal scores share a place, unless only one of them won."""
    assert standings((1,), (3, 3, 5)) == ((1, 1, 3), (2, 2, 5), (3, 0, 3))
    assert standings((0, 1), (3, 3, 1)) == ((1, 0, 3), (1, 1, 3), (3, 2, 1))
