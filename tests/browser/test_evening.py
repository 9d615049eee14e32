"""Two sessions of a campaign in real Chromium: one GM and three players, from the first question to the last blow."""

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


MIDDLE = 12
"""After so many answers of a session that follows another the fight is on, and not over."""

NOTE, OWN, KINDS = "The miller lies.", "Her axe is called Doubt.", "thr-kind-sheet"
"""What the GM has written, what Ann has written on her sheet, and what only the GM reads: how opponents are built."""


def answer_all(pages: Sequence[Page], table: str, most: int = 300) -> str:
    """Everybody attacks who can, and else does what is usual, each in their own browser; how the table is then.

    The pages are by seat; with fewer answers than a fight has, the phase is that after so many.
    """
    token = [page.request.get("/api/session").json()["token"] for page in pages]
    shown = {}
    for _ in range(most):
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
    return str(shown["phase"])


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
    player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name="Take the seat").click()
    player.page.wait_for_url("**/tables/**")


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def read_all(page: Page, table: str) -> str:
    """The campaign, the room's screen, the story, the ledger, and everything that somebody can put on paper."""
    page.goto(f"/tables/{table}/print")
    papers = page.locator("main a[href*='paper=']").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert papers
    parts = [f"/tables/{table}/{part}" for part in ("campaign", "screen", "story", "ledger")]
    return "\n".join(page.request.get(path).text() for path in (*papers, *parts))


def begin(gm: Player) -> None:
    brought = gm.page.locator(".brings")
    for number in range(brought.count()):
        gm.page.get_by_role("button", name="Accept it").first.click()
        expect(brought.filter(has_text="accepted by the GM")).to_have_count(number + 1)
    gm.page.get_by_role("button", name="Begin the game").click()
    expect(gm.page.locator("main.table")).to_be_visible(timeout=OPENING)


def bring_ylva(ann: Player) -> str:
    """Ann makes a character with a secret note; its address."""
    ann.page.goto("/characters/new?game=thrice&like=1")
    ann.page.locator("[name=name]").fill("Ylva")
    ann.page.locator("[name=notes]").fill(OWN)
    ann.page.get_by_role("button", name="Keep this character").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Ylva")
    return ann.page.url.partition("?")[0]


def first_session(gm: Player, friends: Sequence[Player]) -> str:
    """The GM's table, and a party at it; the fight begins. Returns the table."""
    link = set_the_table(gm.page)
    for player, name in zip(friends, ("Ann", "Ben", "Cleo"), strict=True):
        sit(player, link, name)
    friends[0].page.get_by_role("button", name="Bring it").click()
    expect(gm.page.locator(".brings")).to_contain_text("made here, no sessions here", timeout=PATIENCE)
    table = table_of(gm.page)
    begin(gm)
    return table


def between(gm: Player, friends: Sequence[Player], first: str) -> str:
    """Ben keeps his character, the GM writes a note, everybody takes the same seat again. Returns the next table."""
    ben = friends[1].page
    ben.goto(f"/tables/{first}/campaign")
    name = ben.get_by_label("Keep the character, as")
    expect(name).to_have_value("Ben")
    name.fill("Bo")
    ben.get_by_role("button", name="Keep Ben").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Bo")
    gm.page.goto(f"/tables/{first}/campaign")
    gm.page.locator("form:has([value=leader]) textarea").fill(NOTE)
    gm.page.locator("form:has([value=leader]) button").click()
    expect(gm.page.locator("form:has([value=leader]) textarea")).to_have_value(NOTE)
    gm.page.get_by_role("button", name="Next session with the same people").click()
    gm.page.wait_for_url(lambda url: first not in url)
    for player in friends:
        player.page.goto(f"/tables/{first}/campaign")
        player.page.get_by_role("button", name="Take your seat at the next session").click()
        player.page.wait_for_url(lambda url: first not in url)
    brings = gm.page.locator(".brings")
    expect(brings).to_have_count(2, timeout=PATIENCE)
    expect(brings.first).to_contain_text("brings Ylva")
    expect(brings.first).to_contain_text("made here, 1 session here")
    return table_of(gm.page)


def no_secret_is_told(gm: Player, friends: Sequence[Player], table: str, ylva: str) -> None:
    """THR-1.3: on paper, in files, on the campaign's page and on the room's screen; what is looked for is there."""
    seen = read_all(gm.page, table)
    assert NOTE in seen
    assert KINDS in seen
    assert OWN not in seen
    for player in friends:
        seen = read_all(player.page, table)
        assert "Ylva" in seen
        assert [one for one in (NOTE, OWN, KINDS) if one in seen] == []
    assert [friend.page.request.get(f"{ylva}/file?notes=yes").ok for friend in (*friends, gm)] == [True, *[False] * 3]
    assert OWN in friends[0].page.request.get(f"{ylva}/file?notes=yes").text()
    assert OWN not in friends[0].page.request.get(f"{ylva}/file").text()


def the_screen_fits(player: Player, table: str) -> None:
    """Nothing to press, and nothing to scroll: on a wide screen the whole field is there."""
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.page.goto(f"/tables/{table}/screen")
    expect(player.page.locator(".thr-field")).to_be_in_viewport(ratio=1)
    expect(player.page.locator("form")).to_have_count(0)
    assert player.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    player.page.set_viewport_size({"width": 360, "height": 740})
    assert fits(player.page)


def at_the_rules(players: Sequence[Player]) -> None:
    """Whoever looks on while a fight is answered elsewhere would load every step."""
    for player in players:
        player.page.goto("/rules/thrice")


@pytest.mark.timeout(900)
def test_two_sessions_of_a_campaign(browser: Browser, server: Server) -> None:
    """THR-1.1, THR-1.3, THR-16: the GM leads by name, two characters are kept, the next fight is one press for each."""
    with players(browser, server, 4) as everybody:
        *friends, gm = everybody
        pages = [player.page for player in everybody]
        ylva = bring_ylva(friends[0])
        first = first_session(gm, friends)
        at_the_rules(everybody)
        assert answer_all(pages, first) == "finished"
        second = between(gm, friends, first)
        begin(gm)
        at_the_rules(everybody)
        assert answer_all(pages, second, most=MIDDLE) == "playing"
        no_secret_is_told(gm, friends, second, ylva)
        the_screen_fits(friends[2], second)
        at_the_rules(everybody)
        assert answer_all(pages, second) == "finished"
        ann = friends[0].page
        ann.set_viewport_size({"width": 360, "height": 740})
        ann.goto(f"/tables/{second}/campaign")
        expect(ann.locator(".sessions > li")).to_have_count(2)
        expect(ann.locator(".sessions > li").first).to_contain_text("Earned a circle and a point.")
        expect(ann.locator(".party")).to_contain_text("Bo")
        assert fits(ann)
        for path in (f"/tables/{second}/campaign", f"/tables/{second}/export"):
            assert [one for one in (NOTE, OWN) if one in ann.request.get(path).text()] == []
