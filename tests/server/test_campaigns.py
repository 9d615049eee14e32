"""Campaigns: sessions with the same people, what characters earned, notes, and what is kept (THR-16)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.with_characters import WON_SOON, Keeper, fought, play_out, waiting
from tests.serving import Sitting, another, client_of, gather, open_services

from turncoat.server import campaigns
from turncoat.table.table_view import table_view


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def campaign(keeper: Keeper, table: str) -> str:
    return keeper.browser.get(f"/tables/{table}/campaign").text


def next_session(keeper: Keeper, table: str) -> str:
    """Go on to the next session with one press; its id."""
    page = keeper.browser.post(f"/tables/{table}/again", {})
    found = re.search(r'data-table="(\w+)"', page.text)
    assert found, page.text
    assert found[1] != table
    return found[1]


def test_a_campaign_lists_its_sessions_and_what_they_earned(client: httpx.Client) -> None:
    """THR-16: two sessions, the same character in both, brought by the press that leads there."""
    agatha = Keeper(client)
    agda = agatha.make()
    first = fought(client, agatha, agda)
    page = campaign(agatha, first.id)
    assert "Session 1" in page
    assert "Agda" in page
    assert "Earned a circle and a point." in page
    assert "Next session with the same people" in page
    second = next_session(agatha, first.id)
    lobby = agatha.browser.get(f"/tables/{second}").text
    assert "brings Agda" in lobby
    assert "made here, 1 session here" in lobby
    page = campaign(agatha, second)
    assert re.search(r"Session 2.*Session 1", page, re.DOTALL)
    assert "not over yet" in page


def test_where_a_character_comes_from_is_marked(client: httpx.Client) -> None:
    """A file proves nothing: whoever leads the game and the host see it, and nobody else."""
    agatha, barney = Keeper(client), Keeper(client)
    file = agatha.client.get(f"/api/characters/{agatha.make()}/file").content
    token = barney.client.get("/api/session").json()["token"]
    headers = {"x-csrf-token": token, "Content-Type": "application/json"}
    copy = barney.client.post("/api/characters/import", content=file, headers=headers).json()["id"]
    table = waiting(client, barney)
    assert barney.bring(table, copy).status_code == 204
    gm, stranger = another(client), another(client)
    gm.join(table.link(1))
    assert "from a file, no sessions here" in gm.get(f"/tables/{table.id}").text
    assert "from a file" not in stranger.get(f"/tables/{table.id}").text
    assert "from a file" not in barney.browser.get(f"/tables/{table.id}").text


def test_a_character_made_at_the_table_can_be_kept(client: httpx.Client) -> None:
    """THR-3, THR-16: with a name, and with what the session earned; once."""
    agatha = Keeper(client)
    table = waiting(client, agatha)
    assert table.do("start").status_code == 204
    assert play_out(table) == "finished"
    assert "Keep the character, as" in campaign(agatha, table.id)
    assert campaign(agatha, table.id).count("thr-portrait") == 1
    nameless = agatha.browser.post(f"/tables/{table.id}/keep", {"name": " "})
    assert "needs a name" in nameless.text
    kept = agatha.browser.post(f"/tables/{table.id}/keep", {"name": "Ylva"})
    assert "Ylva" in kept.text
    assert "After the session" in kept.text
    again = agatha.browser.post(f"/tables/{table.id}/keep", {"name": "Ylva"})
    assert "already" in again.text
    second = next_session(agatha, table.id)
    assert "brings Ylva" in agatha.browser.get(f"/tables/{second}").text


def played(client: httpx.Client) -> tuple[Keeper, Keeper, Sitting]:
    """A player, the GM, both with browsers, and their table, after a fight."""
    agatha, gm = Keeper(client), Keeper(client)
    table = gather(client, ("Agatha", "Greta"), game="thrice", options=WON_SOON)
    for seat, keeper in enumerate((agatha, gm)):
        keeper.browser.join(table.link(seat))
    assert agatha.bring(table, agatha.make()).status_code == 204
    assert table.do("start").status_code == 204
    assert play_out(table) == "finished"
    return agatha, gm, table


def test_notes_of_the_gm_are_the_gms(client: httpx.Client) -> None:
    """THR-1.3: everybody at the table shares one kind of notes; the GM has another."""
    agatha, gm, table = played(client)
    gm.browser.post(f"/tables/{table.id}/campaign", {"whose": "leader", "notes": "The weir is a trap."})
    agatha.browser.post(f"/tables/{table.id}/campaign", {"whose": "all", "notes": "We owe the miller."})
    assert "The weir is a trap." in campaign(gm, table.id)
    assert "The weir is a trap." not in campaign(agatha, table.id)
    assert "We owe the miller." in campaign(gm, table.id)
    refused = agatha.browser.post(f"/tables/{table.id}/campaign", {"whose": "leader", "notes": "Mine now."})
    assert "belong to somebody else" in refused.text
    long = gm.browser.post(f"/tables/{table.id}/campaign", {"notes": "x" * (campaigns.LONGEST + 1)})
    assert "at most 8000 characters" in long.text
    second = next_session(gm, table.id)
    assert "The weir is a trap." in campaign(gm, second)
    assert another(client).get(f"/tables/{table.id}/campaign").status_code == 403


def test_the_story_and_the_screen_show_what_everybody_sees(client: httpx.Client) -> None:
    """THR-1.3: the same bytes for the GM as for a stranger, but for what names the reader."""
    _, gm, table = played(client)

    def seen(text: str) -> str:
        return text.partition('<main id="main"')[2].partition("</main>")[0]

    stranger = another(client)
    for part in ("screen", "story"):
        mine, theirs = (one.get(f"/tables/{table.id}/{part}").text for one in (gm.browser, stranger))
        assert seen(mine) == seen(theirs)
        assert "thr-kind-sheet" not in mine
    assert "Round 1" in stranger.get(f"/tables/{table.id}/story").text


def test_the_story_can_be_kept_for_one_session_and_for_all(client: httpx.Client) -> None:
    """THR-8.1: as a page and as a text; the whole campaign is for its members."""
    agatha, _, table = played(client)
    second = next_session(agatha, table.id)
    text = another(client).get(f"/tables/{table.id}/story?file=yes")
    assert text.headers["content-disposition"] == f'attachment; filename="story-{table.id}.txt"'
    assert text.headers["content-type"].startswith("text/plain")
    assert "\nRound 1\n-------\n" in text.text
    assert not re.search(r"rolls|attack total", text.text)
    whole = agatha.browser.get(f"/tables/{second}/story?campaign=yes").text
    assert "Session 1" in whole
    assert "Agda: " in agatha.browser.get(f"/tables/{second}/story?campaign=yes&file=yes").text
    assert another(client).get(f"/tables/{second}/story?campaign=yes").status_code == 403


def test_a_screen_for_the_wrong_eyes_is_caught(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: the screen shows what its reader sees."""
    _, gm, table = played(client)
    monkeypatch.setattr("turncoat.web.site.campaign.table_view", lambda table, seat: table_view(table, 1))
    assert "thr-kind-sheet" in gm.browser.get(f"/tables/{table.id}/screen").text
