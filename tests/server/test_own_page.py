"""A person's own page: promises kept and broken in finished games with people; the end of the account ends it."""

from __future__ import annotations

import httpx
import pytest
from tests.serving import Browser, Clock, Sitting, another, begin, gather

from turncoat.server.proofs import FRESH

THREE = ("Anna", "Ben", "Clara")


def signed_in(client: httpx.Client, name: str) -> Browser:
    browser = another(client)
    browser.get("/")
    browser.post("/sign-in", {"name": name, "passphrase": "correct horse", "new": "yes", "next": "/"})
    return browser


@pytest.fixture
def anna(client: httpx.Client) -> Browser:
    return signed_in(client, "Anna Known")


def game_of_promises(client: httpx.Client, anna: Browser) -> Sitting:
    """Anna keeps one promise and breaks one; after two rounds the game is over."""
    table = gather(client, THREE, options={"rounds": 2})
    anna.join(table.link(0), "Anna")
    for seat in (1, 2):
        assert table.post("sit", seat).status_code == 204
    assert table.do("start").status_code == 204
    at = f"/tables/{table.id}"
    for action in ("loot", "pass"):
        promise = {"kind": "promise", "act": "loot", "will": "yes", "times": "1"}
        assert anna.post(f"{at}/talk", promise).status_code == 200
        assert anna.post(f"{at}/answer", {"act": action}).status_code == 200
        table.everybody("pass", 0)
    assert table.get()["phase"] == "finished"
    return table


def test_it_counts_what_was_kept_and_broken(client: httpx.Client, anna: Browser) -> None:
    assert "No game with other people is over yet." in anna.get("/me").text
    game_of_promises(client, anna)
    page = anna.get("/me").text
    assert "1 kept" in page
    assert "1 broken" in page
    assert "in 1 game with other people" in page
    assert "1 game, 1 won" in page
    assert "Played with Ben and Clara." in page


def test_others_are_told_of_promises_alone(client: httpx.Client, anna: Browser) -> None:
    """Neither with whom somebody played, nor how many of the games were won."""
    game_of_promises(client, anna)
    anna.post("/me/show")
    page = another(client).get("/people/Anna Known").text
    assert "Promises" in page
    assert "1 won" not in page
    assert "Ben" not in page


def test_nobody_else_sees_it_unless_the_person_wishes(client: httpx.Client, anna: Browser) -> None:
    stranger = another(client)
    for name in ("Nobody Known", "Anna Known"):
        hidden = stranger.get(f"/people/{name}")
        assert hidden.status_code == 404
        assert "There is no public page of a player with this name." in hidden.text
    assert "/people/Anna%20Known" in anna.post("/me/show").text
    shown = stranger.get("/people/anna known")
    assert shown.status_code == 200
    assert "Delete the account" not in shown.text
    anna.post("/me/show")
    assert stranger.get("/people/Anna Known").status_code == 404


def test_who_came_late_or_left_early_is_not_counted(client: httpx.Client, anna: Browser) -> None:
    table = game_of_promises(client, anna)
    assert "in 1 game" in anna.get("/me").text
    late = signed_in(client, "Late")
    late.join(table.link(1))
    assert "No game" in late.get("/me").text


def test_without_an_account_there_is_no_page(client: httpx.Client) -> None:
    assert "Sign in" in another(client).get("/me").text


def test_another_passphrase_signs_out_everywhere_else(client: httpx.Client, anna: Browser) -> None:
    """Whoever had the old one, or a device that was lost, holds no seat any more."""
    table = begin(client, THREE)
    anna.join(table.link(0))
    lost = another(client)
    lost.get("/")
    lost.post("/sign-in", {"name": "Anna Known", "passphrase": "correct horse", "next": "/"})
    assert "Seal it" in lost.get(f"/tables/{table.id}").text
    assert "A passphrase has 8 to 1000 characters." in anna.post("/me/passphrase", {"passphrase": "short"}).text
    assert "Your passphrase is changed." in anna.post("/me/passphrase", {"passphrase": "another horse"}).text
    assert "Seal it" not in lost.get(f"/tables/{table.id}").text
    assert "Seal it" in anna.get(f"/tables/{table.id}").text
    again = another(client)
    again.get("/")
    for passphrase, opens in (("correct horse", False), ("another horse", True)):
        again.post("/sign-in", {"name": "Anna Known", "passphrase": passphrase, "next": "/"})
        assert ("Seal it" in again.get(f"/tables/{table.id}").text) == opens


def test_a_browser_left_open_changes_no_passphrase(client: httpx.Client, anna: Browser, clock: Clock) -> None:
    clock.now += FRESH
    assert (
        "sign in again before you change how you sign in"
        in anna.post("/me/passphrase", {"passphrase": "mine now"}).text
    )
    assert "New passphrase" not in anna.get("/me").text


def test_the_end_of_the_account_deletes_it_and_the_browser_plays_on(client: httpx.Client, anna: Browser) -> None:
    table = begin(client, THREE)
    anna.join(table.link(0))
    anna.post("/me/show")
    other_device = another(client)
    other_device.get("/")
    other_device.post("/sign-in", {"name": "Anna Known", "passphrase": "correct horse", "next": "/"})
    assert "Seal it" in other_device.get(f"/tables/{table.id}").text
    assert "Your account is deleted." in anna.post("/me/delete").text
    assert another(client).get("/people/Anna Known").status_code == 404
    assert "Seal it" in anna.get(f"/tables/{table.id}").text
    assert "Seal it" not in other_device.get(f"/tables/{table.id}").text
    again = signed_in(client, "Anna Known")
    assert "No game with other people" in again.get("/me").text
    assert "Nobody but you sees this page" in again.get("/me").text
