"""A battle of Dune on a phone: the fight stays in sight above the plan, and the button below it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.players import turn_to
from tests.kit import sure
from tests.pictures import preview
from tests.pictures.dune_states import dune_pages

PLANS = ("dune-plan", "dune-first-plan", "dune-plan-foreseen", "dune-plan-voice")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are served."""
    folder = tmp_path_factory.mktemp("battle")
    preview.lay_out(folder)
    for name, page in dune_pages(",".join(PLANS)):
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    with preview.served(folder) as address:
        yield address


def fight_in_sight(page: Page) -> None:
    """Who fights whom, with how many, where; the place on the map; the button."""
    expect(page.locator("#stakes")).to_be_in_viewport(ratio=1)
    on_top = """one => {
      const {x, y, width, height} = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    assert page.locator("#stakes").evaluate(on_top)
    expect(page.locator(".dune-lit-battle").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#composer > .composer .commit .primary")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("name", PLANS)
def test_the_fight_and_the_button_are_in_sight_wherever_one_is_in_the_plan(
    phone: Page, address: str, name: str
) -> None:
    """DUN-4.8.5: dial, leader, weapon and defence, as far as there is a choice."""
    phone.goto(f"{address}/{name}.html")
    turn_to(phone, "Hand")
    choices = phone.locator("#composer > .composer .card-fields :is(.stepper, .chip):has([name^='plan.'])")
    shown = choices.locator("visible=true").all()
    assert len(shown) > 3
    for choice in shown:
        choice.scroll_into_view_if_needed()
        fight_in_sight(phone)
        edge, box = sure(phone.locator("#stakes").bounding_box()), sure(choice.bounding_box())
        assert box["y"] >= edge["y"] + edge["height"] - 1
    phone.locator("#composer").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    fight_in_sight(phone)


def test_who_fights_whom_is_told_with_forces_and_place(phone: Page, address: str) -> None:
    phone.goto(f"{address}/dune-plan.html")
    turn_to(phone, "Hand")
    expect(phone.locator("#stakes")).to_have_text(
        "Harkonnen (3 forces) attacks Fremen (10 forces) in Broken Land. You have 0 spice."
    )


def test_a_fight_that_scrolls_away_is_noticed(phone: Page, address: str) -> None:
    """The detector sees a planted fault."""
    phone.goto(f"{address}/dune-plan.html")
    turn_to(phone, "Hand")
    phone.locator("#stakes").evaluate("one => { one.style.position = 'static'; }")
    phone.locator("#composer").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    expect(phone.locator("#stakes")).not_to_be_in_viewport(ratio=1)
