"""The GM sees where characters come from, accepts them, or sends them back with a word (THR-3, THR-O25)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.with_characters import WON_SOON, Keeper
from tests.serving import Browser, Sitting, another, client_of, gather, open_services


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def brought(client: httpx.Client) -> tuple[Keeper, Browser, Browser, Sitting]:
    """A player with Agda, the GM, the host, and their table before its game."""
    agatha, gm, host = Keeper(client), another(client), another(client)
    table = gather(client, ("Agatha", "Greta"), game="thrice", options=WON_SOON)
    agatha.browser.join(table.link(0))
    gm.join(table.link(1))
    host.join(table.link(None))
    assert agatha.bring(table, agatha.make()).status_code == 204
    return agatha, gm, host, table


def lobby(browser: Browser, table: Sitting) -> str:
    return browser.get(f"/tables/{table.id}").text


def test_a_character_is_accepted_before_everybody(client: httpx.Client) -> None:
    """All see it; the host can begin."""
    agatha, gm, host, table = brought(client)
    assert "made here, no sessions here" in lobby(gm, table)
    assert "Accept it" in lobby(gm, table)
    for other in (agatha.browser, host, another(client)):
        assert "Accept it" not in lobby(other, table)
    assert "The GM has not accepted Agda yet." in lobby(host, table)
    assert "The character is accepted" in gm.post(f"/tables/{table.id}/accept", {"from": 0}).text
    assert "accepted by the GM" in lobby(agatha.browser, table)
    assert "has not accepted" not in lobby(host, table)
    host.post(f"/tables/{table.id}/host/start", {})
    assert table.get()["phase"] == "playing"


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
    gm.post(f"/tables/{table.id}/accept", {"from": 0})
    assert agatha.bring(table, agatha.make(name="Brunhild")).status_code == 204
    assert "accepted by the GM" not in lobby(agatha.browser, table)
    assert "has not accepted Brunhild yet" in lobby(host, table)


def test_a_character_is_sent_back_with_a_word(client: httpx.Client) -> None:
    """Its player reads why, and nobody else."""
    agatha, gm, host, table = brought(client)
    assert "Say why" in gm.post(f"/tables/{table.id}/send-back", {"from": 0, "word": " "}).text
    assert "brings Agda" in lobby(gm, table)
    told = gm.post(f"/tables/{table.id}/send-back", {"from": 0, "word": "Too strong for the weir."}).text
    assert "sent back" in told
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
