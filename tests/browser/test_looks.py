"""Every page in every state, in a real browser under the strict policy: no barrier, no error, nothing that collides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.pictures import preview, states

OUTSIDE: str = preview.OUTSIDE
STATES = dict(states.states())
LOOKED_AT = [
    name for name in STATES if "reveal-" not in name or name in {"table-reveal-0", "table-reveal-4", "table-reveal-8"}
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address under which the pages are served."""
    folder = tmp_path_factory.mktemp("pages")
    preview.lay_out(folder)
    for name, page in STATES.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    with preview.served(folder) as address:
        yield address


def opened(browser: Browser, address: str, width: int, theme: Literal["light", "dark"], errors: list[str]) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    page.goto(address)
    return page


@pytest.fixture(scope="module", params=[(360, "dark"), (1280, "light")], ids=["phone-dark", "desk-light"])
def shown(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[Page, list[str]]]:
    """A page of one size and theme, and the errors it reports."""
    errors: list[str] = []
    width, theme = request.param
    page = opened(browser, "about:blank", width, theme, errors)
    yield page, errors
    page.context.close()


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_page_has_no_barrier_no_error_and_fits(
    shown: tuple[Page, list[str]], pages: str, axe_violations: Callable[[Page], list[str]], name: str
) -> None:
    page, errors = shown
    errors.clear()
    page.goto(f"{pages}/{name}.html")
    page.evaluate("() => sessionStorage.clear()")  # what the page before has told is news here
    page.reload()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    assert errors == []


def test_a_name_that_leaves_its_mat_is_noticed(browser: Browser, pages: str) -> None:
    """The detector sees a planted fault."""
    page = opened(browser, f"{pages}/table-choose.html", 1280, "light", [])
    page.evaluate("() => { document.querySelector('.seat-name').textContent = 'W'.repeat(40); }")
    assert page.evaluate(OUTSIDE) == ["the name of table-seat-0 leaves its mat"]
    page.context.close()


def test_a_style_that_the_policy_forbids_is_noticed(browser: Browser, pages: str) -> None:
    """The check for errors sees a planted fault."""
    errors: list[str] = []
    page = opened(browser, f"{pages}/home.html", 1280, "light", errors)
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    page.wait_for_function("() => document.querySelector('p[style]')")
    assert any("Content Security Policy" in error for error in errors)
    page.context.close()


def test_a_card_and_a_tap_make_a_sentence_and_undo_takes_it_back(browser: Browser, pages: str) -> None:
    page = opened(browser, f"{pages}/table-choose.html", 360, "light", [])
    summary = page.locator(".composer [data-summary]").first
    expect(summary).to_have_text("What will you do this round? Choose a card.")
    page.get_by_role("link", name="Hand").click()
    page.locator("label.card-attack").click()
    page.locator("#table-seat-4").click()
    expect(summary).to_have_text("You will attack Emmett.")
    page.get_by_role("button", name="Undo").click()
    expect(summary).to_have_text("You will attack …")
    page.context.close()


def test_everything_can_be_picked_from_the_keyboard(browser: Browser, pages: str) -> None:
    page = opened(browser, f"{pages}/table-choose.html", 1280, "dark", [])
    page.locator("#act-attack").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("#table-seat-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".composer [data-summary]").first).to_have_text("You will support Barney.")
    expect(page.locator("#table-seat-1")).to_have_attribute("aria-pressed", "true")
    page.context.close()


def test_nothing_is_sent_while_something_is_missing(browser: Browser, pages: str) -> None:
    page = opened(browser, f"{pages}/table-choose.html", 1280, "light", [])
    page.locator("label.card-attack").click()
    page.get_by_role("button", name="Seal it").click(force=True)
    expect(page.locator("#toasts")).to_have_text("Choose a player: tap the table or the list.")
    page.context.close()


def test_without_script_the_form_is_complete_and_the_stills_are_links(browser: Browser, pages: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{pages}/table-choose.html")
    page.locator("label.card-attack").click()
    expect(page.get_by_role("radio", name="Emmett").first).to_be_visible()
    page.goto(f"{pages}/table-reveal-3.html")
    assert (page.locator("a#step-next").get_attribute("href") or "").endswith("?round=2&frame=4")
    context.close()
