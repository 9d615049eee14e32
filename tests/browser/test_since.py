"""Coming back to a table: one quiet bar says what is new, and it is gone once it has been seen. The log picks lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_pair import in_dialling
from tests.browser.players import PATIENCE, Player, Server, players
from tests.serving import Sitting

HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
ALL_READ = "() => document.getElementById('threads').dataset.story === document.querySelector('main').dataset.heard"
LATER = "() => { const real = Date.now; Date.now = () => real() + 600000; }"


@pytest.fixture
def table(server: Server) -> Sitting:
    return in_dialling(server)


def dialled(table: Sitting) -> None:
    """DUN-4.1.1: the storm is placed, spice blows, cards are drawn."""
    table.answer(0, "dial", number=1)
    table.answer(1, "dial", number=1)


def test_whoever_comes_back_sees_what_is_new_once(
    agatha: Player, table: Sitting, axe_violations: Callable[[Page], list[str]]
) -> None:
    """One bar with the key sentences; watching begins where the reader left; then it is old."""
    page = agatha.at(table)
    expect(page.locator("#since")).to_have_count(0)
    page.goto("about:blank")
    dialled(table)
    page.goto(f"/tables/{table.id}")
    bar = page.locator("#since")
    expect(bar).not_to_have_attribute("open", "")
    expect(bar).to_contain_text("from Turn 1 · Storm on")
    expect(bar).to_contain_text("Spice blow:")
    assert axe_violations(page) == []
    page.locator("#since > summary").click()
    page.locator("#since-watch").click()
    expect(page.locator("#reveal")).to_have_attribute("data-round", "11")
    page.locator("#skip").click()
    expect(page.locator("#reveal")).to_have_count(0)
    page.reload()
    expect(page.locator("#table-dune")).to_be_visible()
    expect(bar).to_have_count(0)


def test_a_bar_that_has_been_read_goes_with_one_tap(agatha: Player, table: Sitting) -> None:
    page = agatha.at(table)
    page.goto("about:blank")
    dialled(table)
    page.goto(f"/tables/{table.id}")
    page.locator("#since > summary").click()
    page.locator("#since-done").click()
    expect(page.locator("#since")).to_have_count(0)
    expect(page.locator("#table-dune")).to_be_visible()
    assert "?" not in page.url


def test_nothing_is_said_of_what_was_seen_as_it_happened(agatha: Player, table: Sitting) -> None:
    """Whoever looks on needs no bar, and no story begins by itself over the board."""
    page = agatha.at(table)
    dialled(table)
    page.locator("#skip").click()
    expect(page.locator("#reveal")).to_have_count(0)
    expect(page.locator("#table-affair")).to_contain_text("Bidding", timeout=PATIENCE)
    page.reload()
    expect(page.locator("#table-dune")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)
    expect(page.locator("#reveal")).to_have_count(0)


def test_a_page_that_was_left_open_says_it_too(agatha: Player, table: Sitting) -> None:
    """Nothing is fetched while nobody looks; whoever comes back after a while is told all that went by."""
    page = agatha.at(table)
    page.evaluate(HIDE, True)
    dialled(table)
    page.evaluate(LATER)
    expect(page.locator("#reveal")).to_have_count(0)
    page.evaluate(HIDE, False)
    expect(page.locator("#reveal")).to_have_attribute("data-stage", "Storm", timeout=PATIENCE)


def test_the_log_is_picked_from_at_once(agatha: Player, table: Sitting) -> None:
    """Choosing is enough; the address has the choice and can be shared."""
    dialled(table)
    page = agatha.at(table)
    page.goto(f"/tables/{table.id}/ledger")
    page.locator("#log-stage").select_option("Storm")
    expect(page.locator("#log summary")).to_have_text(["Turn 1 · Storm"], timeout=PATIENCE)
    assert "stage=Storm" in page.url
    shared = page.url
    page.goto(shared)
    expect(page.locator("#log-stage")).to_have_value("Storm")
    expect(page.locator("#log summary")).to_have_count(1)


CHOSEN_IN_HASTE = """() => {
  const choices = [['log-stage', 'Spice Blow and Nexus'], ['log-stage', 'Storm'], ['log-who', '1']];
  for (const [id, value] of choices) {
    document.getElementById(id).value = value;
    document.getElementById(id).dispatchEvent(new Event('change', {bubbles: true}));
  }
}"""


def test_the_log_shows_what_was_chosen_last(agatha: Player, table: Sitting) -> None:
    """Whoever chooses faster than the server answers gets what was chosen in the end, and what was chosen stays so."""
    dialled(table)
    page = agatha.at(table)
    page.goto(f"/tables/{table.id}/ledger")
    page.evaluate(CHOSEN_IN_HASTE)
    page.wait_for_url("**/ledger?who=1&stage=Storm&place=", timeout=PATIENCE)
    expect(page.locator("#log summary")).to_have_text(["Turn 1 · Storm"], timeout=PATIENCE)
    expect(page.locator("#log-stage")).to_have_value("Storm")
    expect(page.locator("#log-who")).to_have_value("1")


WAYS = "() => document.getAnimations().filter((one) => one.effect.getKeyframes().some((key) => key.translate)).length"


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_forces_set_out_in_the_still_that_tells_it(
    motion: str, moves: bool, browser: Browser, server: Server, table: Sitting
) -> None:
    """DUN-4.7: what is on its way travels when its still is come to; nothing does for whoever wants no motion."""
    table.answer(0, "dial", number=10)
    table.answer(1, "dial", number=5)
    for seat in (0, 1):
        table.answer(seat, "pass")
    table.answer(0, "ship", forces=2, to="east-city/9", karama=None, help=0)
    with players(browser, server, 1, reduced_motion=motion) as (agatha,):
        page = agatha.at(table)
        page.goto(f"/tables/{table.id}/reveal?round=14&frame=0")
        page.get_by_role("link", name="Turn 1 · Shipment and Movement").click()
        expect(page.locator("#reveal")).to_have_attribute("data-round", "16")
        expect(page.locator("[data-along]")).to_have_count(1)
        assert bool(page.evaluate(WAYS)) is moves


def test_what_came_up_since_the_last_answer_is_marked_until_it_is_watched(
    agatha: Player, table: Sitting, axe_violations: Callable[[Page], list[str]]
) -> None:
    """Whoever looks on while others play sees which parts of the story are new: those that do not tell themselves."""
    page = agatha.at(table)
    fresh = page.locator(".rounds-strip a.fresh")
    expect(fresh).to_have_count(0)
    dialled(table)
    page.locator("#skip").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
    expect(fresh.filter(has_text="Storm")).to_have_count(0)
    expect(fresh.filter(has_text="Bidding")).to_have_count(1)
    assert axe_violations(page) == []
    fresh.filter(has_text="Bidding").click()
    expect(page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
    page.locator("#skip").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
    expect(fresh.filter(has_text="Bidding")).to_have_count(0)


def test_a_story_that_has_only_begun_has_not_been_seen(browser: Browser, server: Server) -> None:
    """Truce: whoever leaves while the seals break is told when they come back, here and in a browser without script."""
    table = server.begun(("Agatha", "Barney", "Celeste"))
    with players(browser, server, 1, reduced_motion="no-preference") as (agatha,):
        page = agatha.at(table)
        table.everybody("loot", 0)
        agatha.choose("loot").seal_last()
        expect(page.locator("#reveal")).to_be_visible()
        page.goto("about:blank")
        page.goto(f"/tables/{table.id}")
        expect(page.locator("#since")).to_contain_text("in Round 1")
        known = agatha.context.storage_state()
        plain = browser.new_context(base_url=server.address, java_script_enabled=False, storage_state=known)
        other = plain.new_page()
        other.goto(f"/tables/{table.id}")
        expect(other.locator("#since")).to_contain_text("in Round 1")
        plain.close()
        page.reload()
        page.locator("#since > summary").click()
        page.locator("#since-watch").click()
        page.locator("#skip").click()
        expect(page.locator("#reveal")).to_have_count(0)
        page.wait_for_function(ALL_READ)
        page.reload()
        expect(page.locator("#table-board")).to_be_visible()
        expect(page.locator("#since")).to_have_count(0)


def test_the_bar_stays_while_the_next_round_is_told(browser: Browser, server: Server) -> None:
    """A story that begins by itself puts nothing away; only the reader does."""
    table = server.begun(("Agatha", "Barney", "Celeste"))
    with players(browser, server, 1, reduced_motion="no-preference") as (agatha,):
        page = agatha.at(table)
        page.goto("about:blank")
        table.everybody("loot")
        page.goto(f"/tables/{table.id}")
        expect(page.locator("#since")).to_contain_text("in Round 1")
        expect(page.locator("#reveal")).to_have_count(0)
        table.everybody("pass")
        expect(page.locator("#reveal")).to_have_attribute("data-round", "2")
        expect(page.locator("#since")).to_contain_text("from Round 1 on", timeout=3 * PATIENCE)
        expect(page.locator("#reveal")).to_have_count(0)
        page.locator("#since > summary").click()
        page.locator("#since-done").click()
        expect(page.locator("#since")).to_have_count(0)
