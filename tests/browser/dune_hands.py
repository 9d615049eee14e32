"""Hands at a table of Dune in a browser: they tap the map, turn steppers, pick chips and commit."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.browser.players import PATIENCE, unfold

BARE = """(id) => {
  const place = document.getElementById(id);
  place.scrollIntoView({block: "center", behavior: "instant"});
  const box = place.getBoundingClientRect();
  for (let row = 1; row < 24; row++) for (let column = 1; column < 24; column++) {
    const [x, y] = [box.left + box.width * column / 24, box.top + box.height * row / 24];
    if (document.elementFromPoint(x, y)?.closest("[data-domain]") === place) return [x, y];
  }
  return null;
}"""
"""A point of a place that can be hit: its middle may lie under a counter, or outside of it."""


def at(location: str) -> str:
    """The id of a place on the map."""
    return f"table-at-{location.replace('/', '-')}"


def tap(page: Page, location: str) -> None:
    """Tap a place on the map."""
    point = page.evaluate(BARE, at(location))
    assert point is not None, f"{location} cannot be hit"
    page.mouse.click(*point)


def chip(page: Page, field: str, value: str) -> None:
    """Pick one of several."""
    unfold(page)
    page.locator(f'#composer label:has(input[name="{field}"][value="{value}"])').click()


def picked(page: Page, field: str, value: str) -> None:
    """Pick one of several, of which there are chips or a list."""
    unfold(page)
    listed = page.locator(f'#composer select[name="{field}"]')
    if listed.count():
        listed.select_option(value)
    else:
        chip(page, field, value)


def beside(page: Page, tag: str, **fields: str) -> None:
    """Do something beside the open question."""
    form = page.locator(f'#beside form:has(input[name="act"][value="{tag}"])')
    page.locator("#beside summary").first.click()
    for name, value in fields.items():
        form.locator(f'[name="{tag}.{name}"]').select_option(value)
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
        form.locator(".commit button").last.click()
    assert told.value.ok, told.value.text()


def number_in(page: Page, field: str) -> Locator:
    """The field that holds a number."""
    return page.locator(f'#composer input[name="{field}"]')


def turned_to(page: Page, field: str, number: int) -> None:
    """Turn a stepper up or down to a number."""
    held = number_in(page, field)
    steps = number - int(held.input_value())
    button = page.locator(f'#composer .stepper:has(input[name="{field}"]) [data-step="{1 if steps > 0 else -1}"]')
    for _ in range(abs(steps)):
        button.click()
    expect(held).to_have_value(str(number))


def do_it(page: Page) -> None:
    """Commit what is made up."""
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
        page.locator("#composer > form .commit .primary").click()
    assert told.value.ok, told.value.text()
    expect(page.locator("#refusal")).to_have_count(0)


def sees(page: Page, words: str) -> None:
    """Wait until the table says this, to the eyes or to a screen reader."""
    expect(page.locator("#main")).to_contain_text(words, timeout=PATIENCE)
