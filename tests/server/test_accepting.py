"""The GM sees where characters come from, accepts them, or sends them back with a word (THR-3, THR-O25)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.with_characters import SHEET, WON_SOON, Keeper, fought
from tests.serving import Browser, Sitting, another, client_of, gather, open_services


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def brought(client: httpx.Client, talk: str = "full") -> tuple[Keeper, Browser, Browser, Sitting]:
    """A player with Agda, the GM, the host, and their table before its game."""
    agatha, gm, host = Keeper(client), another(client), another(client)
    table = gather(client, ("Agatha", "Greta"), game="thrice", options=WON_SOON, talk=talk)
    agatha.browser.join(table.link(0))
    gm.join(table.link(1))
    host.join(table.link(None))
    assert agatha.bring(table, agatha.make()).status_code == 204
    return agatha, gm, host, table


def lobby(browser: Browser, table: Sitting) -> str:
    return browser.get(f"/tables/{table.id}").text


def shown_on(page: str) -> dict[str, str]:
    """What the forms about the character at the first seat hand back."""
    found = re.search(r'name="sheet" value="(\w+)"', page)
    assert found, page
    return {"from": "0", "sheet": found[1]}


def accept(gm: Browser, table: Sitting) -> str:
    """The GM accepts what the page shows; the page that follows."""
    return gm.post(f"/tables/{table.id}/accept", shown_on(lobby(gm, table))).text


def test_a_character_is_accepted_before_everybody(client: httpx.Client) -> None:
    """All see it; the host can begin."""
    agatha, gm, host, table = brought(client)
    assert "made here, no sessions here" in lobby(gm, table)
    assert "Accept it" in lobby(gm, table)
    for other in (agatha.browser, host, another(client)):
        assert "Accept it" not in lobby(other, table)
    assert "The GM has not accepted Agda yet." in lobby(host, table)
    assert "The character is accepted" in accept(gm, table)
    assert "accepted by the GM" in lobby(agatha.browser, table)
    assert "has not accepted" not in lobby(host, table)
    host.post(f"/tables/{table.id}/host/start", {})
    assert table.get()["phase"] == "playing"


def test_the_gm_reads_the_skills_and_accepts_all_at_once(client: httpx.Client) -> None:
    """THR-4: the sheet can be opened in the lobby by the GM alone; one button accepts whatever waits."""
    agatha, barney, gm = Keeper(client), Keeper(client), another(client)
    table = gather(client, ("Agatha", "Barney", "Greta"), game="thrice", options=WON_SOON)
    for seat, player in enumerate((agatha, barney)):
        player.browser.join(table.link(seat))
        assert player.bring(table, player.make(name=("Agda", "Bodil")[seat]), seat).status_code == 204
    gm.join(table.link(2))
    page = lobby(gm, table)
    assert 'The sheet<span class="hidden"> of Agda</span>' in page
    assert re.search(r"<li>Weapon[^<]*<b>\d+</b></li>", page)
    assert "The sheet" not in lobby(barney.browser, table)
    assert "Accept all 2 characters" in page
    form = page.partition("Accept all 2")[0].rpartition("<form")[2]
    pairs = re.findall(r'name="from" value="(\d)"><input type="hidden" name="sheet" value="(\w+)"', form)
    assert [seat for seat, _ in pairs] == ["0", "1"]
    sent = {"from": [seat for seat, _ in pairs], "sheet": [sheet for _, sheet in pairs]}
    told = gm.post(f"/tables/{table.id}/accept", sent).text
    assert told.count("accepted by the GM") == 2
    assert "Accept all" not in told


def test_nobody_begins_unknowingly_with_a_character_that_is_not_accepted(client: httpx.Client) -> None:
    """The host waits, or says that the game begins all the same."""
    _, _, host, table = brought(client)
    refused = host.post(f"/tables/{table.id}/host/start", {})
    assert "The GM has not accepted Agda yet. Wait, or tick" in refused.text
    assert table.get()["phase"] == "gathering"
    host.post(f"/tables/{table.id}/host/start", {"unaccepted": "yes"})
    assert table.get()["phase"] == "playing"


def test_another_character_must_be_accepted_again(client: httpx.Client) -> None:
    """What is accepted is what was seen, not the seat."""
    agatha, gm, host, table = brought(client)
    accept(gm, table)
    assert agatha.bring(table, agatha.make(name="Brunhild")).status_code == 204
    assert "accepted by the GM" not in lobby(agatha.browser, table)
    assert "has not accepted Brunhild yet" in lobby(host, table)


def test_a_character_is_sent_back_with_a_word(client: httpx.Client) -> None:
    """Its player reads why, and nobody else."""
    agatha, gm, host, table = brought(client)
    assert "Say why" in gm.post(f"/tables/{table.id}/send-back", {"from": 0, "word": " "}).text
    assert "brings Agda" in lobby(gm, table)
    shown = shown_on(lobby(gm, table))
    told = gm.post(f"/tables/{table.id}/send-back", {**shown, "word": "Too strong for the weir."}).text
    assert "sent back, and its player is told why" in told
    assert "brings Agda" not in lobby(agatha.browser, table)
    heard = "Too strong for the weir."
    assert heard in agatha.browser.get(f"/tables/{table.id}?to=1").text
    for other in (host, another(client)):
        assert heard not in other.get(f"/tables/{table.id}").text
        assert heard not in other.get(f"/tables/{table.id}?to=1").text


def test_nobody_but_the_gm_decides(client: httpx.Client) -> None:
    """Not the player, not the host; and only about what is there."""
    agatha, gm, host, table = brought(client)
    for other in (agatha.browser, host):
        assert other.post(f"/tables/{table.id}/accept", {"from": 0}).status_code == 403
        assert other.post(f"/tables/{table.id}/send-back", {"from": 0, "word": "No."}).status_code == 403
    for nonsense in ("1", "9", "x", ""):
        assert "brings no character" in gm.post(f"/tables/{table.id}/accept", {"from": nonsense}).text
    assert "accepted by the GM" not in lobby(gm, table)


def test_a_changed_character_must_be_accepted_again(client: httpx.Client) -> None:
    """What begins is what was accepted: a new sheet ends it, new notes do not."""
    agatha, gm, host, table = brought(client)
    accept(gm, table)
    character = agatha.client.get("/api/characters").json()[0]["id"]
    noted = agatha.send("PUT", f"/api/characters/{character}", {"sheet": SHEET, "notes": "Afraid of water."})
    assert noted.status_code == 200
    assert "accepted by the GM" in lobby(host, table)
    seen = shown_on(lobby(gm, table))
    other = {**SHEET, "weapon": 1, "damage": 1}
    assert agatha.send("PUT", f"/api/characters/{character}", {"sheet": other}).status_code == 200
    assert "accepted by the GM" not in lobby(agatha.browser, table)
    assert "has not accepted Agda yet" in host.post(f"/tables/{table.id}/host/start", {}).text
    assert "look again" in gm.post(f"/tables/{table.id}/accept", seen).text
    assert "The character is accepted" in accept(gm, table)
    host.post(f"/tables/{table.id}/host/start", {})
    assert table.get()["phase"] == "playing"


def test_what_a_session_brings_must_be_accepted_too(client: httpx.Client) -> None:
    """THR-O25: a character grows by a fight at another table, and is not the one that was accepted."""
    agatha, gm, host, table = brought(client)
    accept(gm, table)
    fought(client, agatha, agatha.client.get("/api/characters").json()[0]["id"])
    assert "accepted by the GM" not in lobby(host, table)
    assert "made here, 1 session here" in lobby(gm, table)


def test_the_gm_decides_on_what_the_page_has_shown(client: httpx.Client) -> None:
    """Nobody accepts or sends back a character that came while they read."""
    agatha, gm, host, table = brought(client)
    agda = shown_on(lobby(gm, table))
    assert agatha.bring(table, agatha.make(name="Brunhild")).status_code == 204
    refused = "Another character is there now; look again."
    assert refused in gm.post(f"/tables/{table.id}/accept", agda).text
    assert refused in gm.post(f"/tables/{table.id}/send-back", {**agda, "word": "Too strong."}).text
    assert refused in gm.post(f"/tables/{table.id}/accept", {"from": 0}).text
    assert "has not accepted Brunhild yet" in lobby(host, table)
    assert "Too strong." not in agatha.browser.get(f"/tables/{table.id}?to=1").text


def test_a_deleted_character_is_sent_back(client: httpx.Client) -> None:
    """It is no longer available, and cannot be accepted."""
    agatha, gm, host, table = brought(client)
    seen = shown_on(lobby(gm, table))
    character = agatha.client.get("/api/characters").json()[0]["id"]
    assert agatha.send("DELETE", f"/api/characters/{character}").is_success
    assert "no longer available; send it back" in gm.post(f"/tables/{table.id}/accept", seen).text
    gone = gm.post(f"/tables/{table.id}/send-back", {"from": 0, "sheet": "", "word": "It is gone."}).text
    assert "sent back" in gone
    assert "brings Agda" not in lobby(host, table)


def test_where_nobody_talks_no_word_is_asked_for(client: httpx.Client) -> None:
    """The notice does not say that the player knows why."""
    _, gm, host, table = brought(client, talk="none")
    page = lobby(gm, table)
    assert 'name="word"' not in page
    told = gm.post(f"/tables/{table.id}/send-back", shown_on(page)).text
    assert "There is no talk at this table: tell its player why in another way." in told
    assert "brings Agda" not in lobby(host, table)


def test_where_all_talk_is_public_the_word_is_too(client: httpx.Client) -> None:
    """The field says so before, and the notice after."""
    _, gm, host, table = brought(client, talk="public")
    page = lobby(gm, table)
    assert re.search(r"with a message\s+that everybody can read", page)
    told = gm.post(f"/tables/{table.id}/send-back", {**shown_on(page), "word": "Too strong."}).text
    assert "sent back, and everybody can read why" in told
    assert "Too strong." in lobby(host, table)


def test_a_program_that_leads_is_not_waited_for(client: httpx.Client) -> None:
    """No operation lets it accept; the host's page does not ask for that."""
    agatha, host = Keeper(client), another(client)
    table = gather(client, ("Agatha", "Greta"), game="thrice", options=WON_SOON)
    agatha.browser.join(table.link(0))
    host.join(table.link(None))
    assert table.post("sit", 1, program=True).status_code == 204
    assert agatha.bring(table, agatha.make()).status_code == 204
    assert "has not accepted" not in lobby(host, table)
    host.post(f"/tables/{table.id}/host/start", {})
    assert table.get()["phase"] == "playing"


def test_an_open_page_learns_what_is_accepted(client: httpx.Client) -> None:
    """The lobby asks every 20 seconds, and shows more than the view of the table does."""
    _, gm, host, table = brought(client)
    found = re.search(r'data-shown="(\w+)"', lobby(host, table))
    assert found
    accept(gm, table)
    assert "every 20s" in lobby(host, table)
    fresh = host.get(f"/tables/{table.id}/live", params={"shown": found[1]})
    assert fresh.status_code == 200
    assert "accepted by the GM" in fresh.text
