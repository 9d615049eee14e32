"""Who was sent away, or has left, can be let back in for a while; a table closes a moment after the host says so."""

from __future__ import annotations

import re
import time

import httpx
import pytest
from tests.serving import Browser, Clock, Sitting, another, as_read, begin, gather

from turncoat.server import regrets

NAMES = ("Agatha", "Barney", "Celeste")
BARNEY = 1


@pytest.fixture
def hosted(client: httpx.Client, browser: Browser, others: Browser) -> Sitting:
    """A table under way: one browser is the host, the other is Barney."""
    table = begin(client, NAMES, title="Thursday night")
    browser.post("/join", {"token": table.link(None)})
    others.join(table.link(BARNEY), "Barney")
    return table


def says(page: httpx.Response, *words: str) -> None:
    for one in words:
        assert one in as_read(page.text), one


def test_who_was_sent_away_by_a_slip_is_let_back_in(hosted: Sitting, browser: Browser, others: Browser) -> None:
    """With the very same browser, and as the same person: what was sealed and heard stays theirs."""
    path = f"/tables/{hosted.id}"
    away = browser.post(f"{path}/host/revoke", {"seat": BARNEY})
    says(away, "You can still undo this", "A host has sent <b>Barney</b> away", "Let Barney back in")
    told = others.get(path)
    says(told, "You are watching", "The host has sent you away from the seat of Barney.")
    assert "<b>The host has sent you away</b>" in told.text, "in the line on top, which every tab of a phone has"
    back = browser.post(f"{path}/host/undo", {"seat": BARNEY})
    says(back, "The player has the seat back")
    assert "You can still undo this" not in back.text
    assert "You are watching" not in others.get(path).text
    assert hosted.get()["seats"][BARNEY]["kind"] == "person"


def test_who_was_sent_away_cannot_let_themselves_in(hosted: Sitting, browser: Browser, others: Browser) -> None:
    path = f"/tables/{hosted.id}"
    browser.post(f"{path}/host/revoke", {"seat": BARNEY})
    assert others.post(f"{path}/return").status_code in (401, 403, 422)
    assert others.post(f"{path}/host/undo", {"seat": BARNEY}).status_code in (401, 403)
    assert hosted.get()["seats"][BARNEY]["kind"] == "open"


def test_who_has_left_takes_the_seat_back(hosted: Sitting, others: Browser) -> None:
    path = f"/tables/{hosted.id}"
    says(others.post(f"{path}/leave"), "You have left the seat of <b>Barney</b>", "Take it back")
    assert hosted.get()["seats"][BARNEY]["kind"] == "bot"
    says(others.post(f"{path}/return"), "You have your seat back.")
    assert hosted.get()["seats"][BARNEY]["kind"] == "person"
    assert "take-back-seat" not in others.get(path).text


def test_in_the_lobby_too(client: httpx.Client, browser: Browser) -> None:
    table = gather(client, NAMES)
    browser.join(table.link(BARNEY), "Barney")
    says(browser.post(f"/tables/{table.id}/leave"), "Take it back")
    browser.post(f"/tables/{table.id}/return")
    there = table.get()["seats"][BARNEY]
    assert (there["name"], there["kind"]) == ("Barney", "person")


def test_after_ten_minutes_it_is_too_late(hosted: Sitting, browser: Browser, others: Browser, clock: Clock) -> None:
    path = f"/tables/{hosted.id}"
    browser.post(f"{path}/host/revoke", {"seat": BARNEY})
    clock.forward(regrets.WHILE / 1000)
    assert "You can still undo this" not in browser.get(f"{path}/host").text
    says(browser.post(f"{path}/host/undo", {"seat": BARNEY}), "It is too late to undo this")


def test_a_seat_that_somebody_else_has_taken_stays_theirs(
    client: httpx.Client, hosted: Sitting, browser: Browser
) -> None:
    path = f"/tables/{hosted.id}"
    browser.post(f"{path}/host/revoke", {"seat": BARNEY})
    another(client).join(hosted.link(BARNEY), "Zoe")
    says(browser.post(f"{path}/host/undo", {"seat": BARNEY}), "Somebody else has this seat now.")


def test_a_table_closes_later_and_can_be_kept_open(
    hosted: Sitting, browser: Browser, others: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page of the table says how long it is still open, also one that is open already."""
    path = f"/tables/{hosted.id}"
    (shown,) = re.findall(r'data-shown="([^"]+)"', others.get(path).text)
    assert others.get(f"{path}/live?shown={shown}").status_code == 204
    says(browser.post(f"{path}/host/close"), "The table will be closed in", "Keep the table open")
    assert hosted.get()["phase"] == "playing"
    for page in ("", "/ledger", f"/live?shown={shown}"):
        says(others.get(path + page), "The host closes this table:")
    says(browser.get(path), "You close this table:")
    says(browser.post(f"{path}/host/keep"), "The table stays open.")
    assert "closes this table" not in others.get(path).text
    monkeypatch.setattr(regrets, "CLOSES_AFTER", 0)
    browser.post(f"{path}/host/close")
    deadline = time.monotonic() + 20
    while hosted.get()["phase"] != "closed":
        assert time.monotonic() < deadline
