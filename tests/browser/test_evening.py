"""Two sessions of a campaign in real Chromium: one GM and three players, from the first question to the next fight."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players
from tests.server.with_characters import WON_SOON

OPENING = 90_000
"""Milliseconds for which a game may begin: random words are opened first, for a minute at most."""

OPTIONS = {name: str(value).lower() for name, value in WON_SOON.items()}
"""What is agreed on, as the form has it: a fight that ends soon."""


def answer_all(pages: Sequence[Page], table: str) -> str:
    """Everybody attacks who can, and else does what is usual, each in their own browser; how the table is then.

    The pages are by seat.
    """
    token = [page.request.get("/api/session").json()["token"] for page in pages]
    for _ in range(300):
        shown = pages[0].request.get(f"/api/tables/{table}").json()
        if shown["phase"] != "playing":
            return str(shown["phase"])
        seat = shown["waiting"][0]
        page, csrf = pages[seat], token[seat]
        asked = page.request.get(f"/api/tables/{table}").json()["question"]
        attack = next((one for one in asked["boxes"]["open"] if one["type"] == "attack"), None)
        target = attack and {"type": "attack", "target": attack["fields"]["target"]["values"][0]}
        said = {"request": asked["request"], "action": target or asked["default"]}
        page.request.post(f"/api/tables/{table}/answer", data=said, headers={"x-csrf-token": csrf})
    raise AssertionError("the fight does not end")


def table_of(page: Page) -> str:
    found = re.search(r"/tables/(\w+)", page.url)
    assert found, page.url
    return found[1]


def set_the_table(greta: Page) -> str:
    """The GM makes a table; five presses and a name. Returns the link for the friends."""
    greta.goto("/new?game=thrice")
    greta.locator("label.chip", has_text="I am the GM").click()
    greta.locator("[name=name]").fill("Greta")
    greta.locator("[name=seats]").fill("4")
    greta.evaluate(
        "given => { for (const [name, value] of Object.entries(given)) {"
        "const one = document.querySelector(`[name='option.${name}'][value='${value}']`);"
        "if (one) one.checked = true; else document.querySelector(`[name='option.${name}']`).value = value; } }",
        OPTIONS,
    )
    greta.get_by_role("button", name="Make the table").click()
    greta.wait_for_url("**/tables/**")
    expect(greta.locator(".seat-row.own .pill-turn")).to_have_text("GM")
    return greta.locator("#link-table").input_value()


def sit(player: Player, link: str, name: str) -> None:
    player.page.goto(link[link.index("/join") :])
    player.page.get_by_label("call you").fill(name)
    player.page.get_by_role("button", name="Take the seat").click()
    player.page.wait_for_url("**/tables/**")


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.timeout(900)
def test_two_sessions_of_a_campaign(browser: Browser, server: Server) -> None:
    """THR-1.1, THR-16: the GM leads by name, two characters are kept, the next fight is one press for each."""
    with players(browser, server, 4) as (gm, ann, ben, cleo):
        ann.page.goto("/characters/new?game=thrice&like=1")
        ann.page.locator("[name=name]").fill("Ylva")
        ann.page.get_by_role("button", name="Keep this character").click()
        link = set_the_table(gm.page)
        first = table_of(gm.page)
        for player, name in ((ann, "Ann"), (ben, "Ben"), (cleo, "Cleo")):
            sit(player, link, name)
        ann.page.get_by_role("button", name="Bring it").click()
        expect(gm.page.locator(".brings")).to_contain_text("made here, no sessions here", timeout=PATIENCE)
        gm.page.get_by_role("button", name="Begin the game").click()
        expect(gm.page.locator("main.table")).to_be_visible(timeout=OPENING)
        everybody = (ann.page, ben.page, cleo.page, gm.page)
        for page in everybody:
            page.goto("/rules/thrice")
        assert answer_all(everybody, first) == "finished"

        ben.page.goto(f"/tables/{first}/campaign")
        ben.page.locator("form[action*=keep] [name=name]").fill("Bo")
        ben.page.get_by_role("button", name="Keep it").click()
        expect(ben.page.get_by_role("heading", level=1)).to_have_text("Bo")
        gm.page.goto(f"/tables/{first}/campaign")
        gm.page.locator("form:has([value=leader]) textarea").fill("The miller lies.")
        gm.page.locator("form:has([value=leader]) button").click()
        expect(gm.page.locator("main")).to_contain_text("The miller lies.")
        gm.page.get_by_role("button", name="Next session with the same people").click()
        gm.page.wait_for_url(lambda url: first not in url)
        second = table_of(gm.page)
        for player in (ann, ben, cleo):
            player.page.goto(f"/tables/{first}/campaign")
            expect(player.page.locator("main")).not_to_contain_text("The miller lies.")
            player.page.get_by_role("button", name="Take your seat at the next session").click()
            player.page.wait_for_url(lambda url: first not in url)
        expect(gm.page.locator(".brings")).to_have_count(2, timeout=PATIENCE)
        expect(gm.page.locator(".brings").first).to_contain_text("brings Ylva")
        expect(gm.page.locator(".brings").first).to_contain_text("made here, 1 session here")
        gm.page.get_by_role("button", name="Begin the game").click()
        expect(gm.page.locator("main.table")).to_be_visible(timeout=OPENING)
        cleo.page.goto(f"/tables/{second}/screen")
        expect(cleo.page.locator("form")).to_have_count(0)
        ann.page.set_viewport_size({"width": 360, "height": 740})
        ann.page.goto(f"/tables/{second}/campaign")
        expect(ann.page.locator(".sessions > li")).to_have_count(2)
        expect(ann.page.locator(".party")).to_contain_text("Bo")
        assert fits(ann.page)
