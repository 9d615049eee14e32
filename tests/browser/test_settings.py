"""Sound and less motion are wished for once, on this device."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server
from tests.serving import Sitting

NAMES = ("Agatha", "Barney", "Celeste")
EARS = """
  window.heard = [];
  document.addEventListener('sounded', ({ detail }) => window.heard.push(detail));
"""


def wish(page: Page, words: str) -> None:
    """Press what is in the menu."""
    page.locator(".settings button", has_text=words).evaluate("button => button.click()")


def hears(page: Page, *sounds: str) -> None:
    """Wait until these have sounded, and nothing else."""
    page.wait_for_function("(many) => window.heard.length >= many", arg=len(sounds), timeout=PATIENCE)
    assert sorted(page.evaluate("window.heard.splice(0)")) == sorted(sounds)


def play_a_round(table: Sitting) -> None:
    """Everybody passes."""
    for seat in range(len(NAMES)):
        table.answer(seat, "pass")


def test_there_is_no_sound_unless_somebody_wants_it(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES, title="Friday")
    page = agatha.page
    agatha.context.add_init_script(EARS)
    agatha.join(table.link(0))
    table.post("talk", 1, text="Good evening.")
    expect(page.locator("#messages")).to_contain_text("Good evening.", timeout=PATIENCE)
    play_a_round(table)
    expect(page.locator("main")).to_have_attribute("data-revealed", "1", timeout=PATIENCE)
    assert page.evaluate("window.heard") == []


def test_turn_seals_and_words_sound_once_in_all_tabs_together(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES)
    agatha.context.add_init_script(EARS)
    page = agatha.join(table.link(0)).page
    wish(page, "Sound")
    other = agatha.context.new_page()
    other.goto(f"/tables/{table.id}")
    expect(other.locator(".settings button", has_text="Sound")).to_have_attribute("aria-pressed", "true")
    table.post("talk", 1, text="Good evening.")
    for tab in (page, other):
        expect(tab.locator("#messages")).to_contain_text("Good evening.", timeout=PATIENCE)
    assert page.evaluate("window.heard.splice(0)") + other.evaluate("window.heard.splice(0)") == ["word"]
    other.close()
    play_a_round(table)
    hears(page, "seals", "turn")
    agatha.say("I have passed.")
    table.post("talk", 2, text="So have I.")
    expect(page.locator("#messages")).to_contain_text("So have I.", timeout=PATIENCE)
    assert "turn" not in page.evaluate("window.heard")


def test_less_motion_is_remembered(browser: Browser, server: Server) -> None:
    """A reveal does not begin by itself then, as on a device that asks for it."""
    table = server.begun(NAMES)
    player = Player(browser, server, reduced_motion="no-preference")
    page = player.join(table.link(0)).page
    wish(page, "Less motion")
    page.reload()
    expect(page.locator("html")).to_have_class("has-script calm")
    assert page.locator("body").evaluate("body => getComputedStyle(body).scrollBehavior") == "auto"
    play_a_round(table)
    expect(page.locator("main")).to_have_attribute("data-revealed", "1", timeout=PATIENCE)
    expect(page.locator("#reveal[data-frame='0']")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#reveal.is-playing")).to_have_count(0)
    player.leave()


def test_the_title_follows_while_a_story_plays(browser: Browser, server: Server) -> None:
    table = server.begun(NAMES, title="Friday", options={"rounds": 2})
    player = Player(browser, server, reduced_motion="no-preference")
    page = player.join(table.link(0)).page
    expect(page).to_have_title("Friday · your turn", timeout=PATIENCE)
    table.answer(0, "pass")
    expect(page).to_have_title("Friday", timeout=PATIENCE)
    for seat in (1, 2):
        table.answer(seat, "pass")
    expect(page.locator("#reveal.is-playing")).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_title("Friday · your turn", timeout=PATIENCE)
    play_a_round(table)
    expect(page).to_have_title("Friday · game over", timeout=PATIENCE)
    player.leave()
