"""The browser tests' own tools work: the browser is real, and axe finds a planted barrier."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

GOOD = "<!doctype html><html lang='en'><title>Truce</title><main><h1>Truce</h1><button>Attack</button></main></html>"


def test_the_browser_draws_a_page_and_runs_script(page: Page) -> None:
    page.set_content(GOOD)
    expect(page.get_by_role("button", name="Attack")).to_be_visible()
    assert page.evaluate("() => CSS.supports('selector(:has(a))')")


def test_axe_is_content_with_a_good_page(page: Page, axe_violations: Callable[[Page], list[str]]) -> None:
    page.set_content(GOOD)
    assert axe_violations(page) == []


def test_axe_finds_a_button_without_a_name(page: Page, axe_violations: Callable[[Page], list[str]]) -> None:
    page.set_content(GOOD.replace("Attack", ""))
    assert [violation.split(":")[0] for violation in axe_violations(page)] == ["button-name"]
