"""A game that lasts for weeks, in a browser: saved answers, absences, a bot that stands in, votes, standing by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players
from tests.serving import Sitting

NAMES = ("Agatha", "Barney", "Celeste")
AGATHA, BARNEY, CELESTE = range(3)


def lasting(server: Server) -> Sitting:
    """A table with a day for every decision, at which players may be away, and anybody may come."""
    return server.begun(
        NAMES,
        deadline={"type": "after", "minutes": 1440},
        pace={"away": {"days": 21}},
        options={"rounds": 20},
        listed=True,
    )


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).locator("visible=true").first.click()


def test_an_answer_is_saved_and_sealed_when_one_is_ready(agatha: Player, server: Server) -> None:
    """Events 10 and 13."""
    table = lasting(server)
    page = agatha.join(table.link(AGATHA)).page
    agatha.choose("loot")
    press(page, "Save for later")
    expect(page.locator("body")).to_contain_text("Saved, and not sealed yet", timeout=PATIENCE)
    assert table.get()["waiting"] == [AGATHA, BARNEY, CELESTE]
    press(page, "I am ready")
    expect(page.locator("#hand-title")).to_have_text("Sealed", timeout=PATIENCE)
    assert table.get()["waiting"] == [BARNEY, CELESTE]
    press(page, "Open the seal and keep the answer as a draft")
    expect(page.locator("body")).to_contain_text("Saved, and not sealed yet", timeout=PATIENCE)


def test_an_absence_is_announced_and_the_seat_taken_back(agatha: Player, server: Server) -> None:
    """Events 24 and 28."""
    table = lasting(server)
    page = agatha.join(table.link(AGATHA)).page
    page.goto(page.url.partition("?")[0] + "/votes")
    today = datetime.now(UTC).date()
    page.locator("input[name=first]").fill(str(today))
    page.locator("input[name=last]").fill(str(today + timedelta(days=2)))
    press(page, "Announce this absence")
    expect(page.locator("body")).to_contain_text("Agatha is away:", timeout=PATIENCE)
    assert table.get()["seats"][AGATHA]["stands_in"]
    page.goto(page.url.partition("/votes")[0])
    press(page, "Take your seat back")
    expect(page.locator("#come-back")).to_have_count(0, timeout=PATIENCE)
    assert table.get()["seats"][AGATHA]["kind"] == "person"


def test_players_vote_and_those_who_look_see_it_at_once(browser: Browser, server: Server) -> None:
    """Events 22 and 37: the host does nothing."""
    table = lasting(server)
    due = table.get()["due"]
    with players(browser, server, 2) as (agatha, barney):
        first, second = agatha.join(table.link(AGATHA)).page, barney.join(table.link(BARNEY)).page
        first.goto(first.url.partition("?")[0] + "/votes")
        press(first, "Propose more time")
        expect(first.locator("body")).to_contain_text("You propose 1 hour more", timeout=PATIENCE)
        expect(second.locator("#open-votes")).to_be_attached(timeout=PATIENCE)
        second.locator("#open-votes summary").click()
        press(second, "Vote yes")
        expect(second.locator("#open-votes")).to_have_count(0, timeout=PATIENCE)
    assert table.get()["due"] == due + 3_600_000


def test_whoever_stands_by_takes_the_seat_that_becomes_free(agatha: Player, server: Server) -> None:
    """Events 31 and 32."""
    table = lasting(server)
    page = agatha.page
    page.goto(f"{server.address}/tables/{table.id}")
    press(page, "Stand by for a seat")
    expect(page.get_by_role("button", name="Stop standing by")).to_be_visible(timeout=PATIENCE)
    assert table.do("revoke", seat=BARNEY).status_code == 204
    field = page.locator("form.claim input[name=name]")
    expect(field).to_be_visible(timeout=PATIENCE)
    field.fill("Zoe")
    press(page, "Play on for Barney")
    expect(page.locator("#standby")).to_have_count(0, timeout=PATIENCE)
    assert table.get()["seats"][BARNEY]["name"] == "Zoe"
