"""A rule's number opens the rule with its neighbours where one is reading; nothing of the page is lost by it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.players import PATIENCE, Player, Server, turn_to

THREE = ("Agatha", "Barney", "Celeste")
FOCUSED = "() => document.activeElement?.textContent.trim()"


def test_a_rule_is_read_without_leaving_the_table(
    agatha: Player, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    """TRU-3.3: by mouse; Escape closes it, focus is on the number again, what was picked is still picked."""
    table = server.begun(THREE)
    agatha.join(table.link(0)).choose("attack", "Barney")
    page, address = agatha.page, agatha.page.url
    number = page.locator("#composer a.rule", has_text="TRU-").locator("visible=true").first
    number.click()
    box = page.locator("dialog.rule-box")
    expect(box.locator("li.wanted")).to_contain_text(number.inner_text(), timeout=PATIENCE)
    expect(box.locator("li")).to_have_count(3)
    assert axe_violations(page) == []
    other = box.locator("li:not(.wanted) strong[data-number]").first.inner_text()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    assert page.evaluate(FOCUSED) == number.inner_text()
    assert other != number.inner_text()
    assert page.url == address
    agatha.sees("You will attack Barney.")


def test_a_rule_is_read_with_the_keyboard_and_on_a_phone(agatha: Player, server: Server) -> None:
    """Enter on the number; the box lies inside 360 px; its button closes it."""
    table = server.begun(THREE)
    agatha.join(table.link(0)).choose("loot")
    page = agatha.page
    page.set_viewport_size({"width": 360, "height": 740})
    turn_to(page, "Hand")
    number = page.locator("#composer a.rule").locator("visible=true").first
    number.focus()
    page.keyboard.press("Enter")
    box = page.locator("dialog.rule-box")
    expect(box).to_be_visible(timeout=PATIENCE)
    edges = box.bounding_box()
    assert edges
    assert edges["x"] >= 0
    assert edges["x"] + edges["width"] <= 360
    assert edges["y"] + edges["height"] <= 740
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()


def test_a_rule_that_is_named_in_a_rule_opens_in_the_same_box(agatha: Player, server: Server) -> None:
    """From rule to rule; the rulebook itself is one link away."""
    agatha.visit(f"/tables/{server.begun(THREE).id}/ledger")
    page = agatha.page
    page.evaluate("""() => document.querySelector("main").insertAdjacentHTML("beforeend",
        '<a class="rule" href="/rules/truce#TRU-2.3">TRU-2.3</a>')""")
    page.locator("main a.rule").last.click()
    box = page.locator("dialog.rule-box")
    named = box.locator("li.wanted a.rule").first
    expect(named).to_be_visible(timeout=PATIENCE)
    wanted = named.inner_text()
    named.click()
    expect(box.locator("li.wanted strong").first).to_have_text(wanted, timeout=PATIENCE)
    box.get_by_role("link", name="In the rulebook").click()
    page.wait_for_url(f"**/rules/truce#{wanted}")


def test_without_script_the_number_leads_to_the_rulebook(agatha: Player, server: Server) -> None:
    """The link is an ordinary one."""
    browser = agatha.context.browser
    assert browser
    plain = browser.new_context(base_url=server.address, java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"/join/{server.begun(THREE).link(0)}")
    page.get_by_role("button", name="Take the seat").click()
    link = page.locator("#composer a.rule").first
    number = link.inner_text()
    assert (link.get_attribute("href") or "").endswith(f"/rules/truce#{number}")
    plain.close()
