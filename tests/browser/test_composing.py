"""Making up answers in real Chromium: the map is tapped, numbers follow each other, prices and reasons are told."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.dune_pair import SCHEMERS, THRONE, in_bidding, in_shipment
from tests.browser.players import PATIENCE, Player, Server, asked, card, turn_to

TAP = """(id) => {
  document.getElementById(id).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return document.querySelectorAll("[data-domain].open").length;
}"""


def tap(page: Page, place: str) -> int:
    """Tap a place of the map; how many places are marked as open when the tap has been dealt with."""
    return int(page.evaluate(TAP, f"table-at-{place}"))


def number(page: Page, name: str) -> int:
    """What a number says."""
    return int(page.locator(f'#composer [name="{name}"]').input_value())


COVERED = """() => {
  const words = document.querySelector('#composer form.composer [data-outlook]:not([hidden])').getBoundingClientRect();
  const [stage, hand] = ['.board-frame', '#composer'].map(one => document.querySelector(one).getBoundingClientRect());
  const over = (one, other) => one.bottom - other.top > 1 && one.top < other.bottom - 1
    && one.right > other.left && one.left < other.right;
  return [over(words, stage), over(words, hand)];
}"""


def uncovered(page: Page) -> None:
    """What an answer would come to lies over neither the board nor what is still to be chosen, on a phone, too."""
    assert page.evaluate(COVERED) == [False, False]
    page.set_viewport_size({"width": 360, "height": 740})
    turn_to(page, "Hand")
    page.locator("#composer .option:has(:checked) [data-step='1']").locator("visible=true").first.click()
    page.locator("#composer .option:has(:checked) [data-step='-1']").locator("visible=true").first.click()
    expect(page.locator("#composer form.composer [data-outlook]")).to_contain_text("It costs 2 spice")
    page.wait_for_function(f"() => !({COVERED})().some(Boolean)")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_shipment_by_tapping_the_map(agatha: Player, server: Server) -> None:
    """DUN-4.7.2: number and place; price, who is paid and what is met stand there before anything is done."""
    table = in_shipment(server)
    page = agatha.at(table)
    asked(page, "Do you ship forces?")
    card(page, "ship")
    tap(page, "west-city-10")
    expect(page.locator('#composer [name="ship.to"]')).to_have_value("west-city/10")
    page.locator("#table-map .tap.open").dispatch_event("click")
    assert number(page, "ship.forces") == 2
    line = page.locator("#composer form.composer [data-outlook]").locator("visible=true")
    expect(line).to_contain_text("It costs 2 spice, paid to the bank.", timeout=PATIENCE)
    uncovered(page)
    expect(line).to_contain_text("Battle in Carthag: your 2 forces against 10 forces of Harkonnen.")
    tap(page, "great-flat-14")
    expect(line).to_contain_text("It costs 4 spice", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").locator("visible=true").first.click()
    expect(page.locator('#composer [name="ship.to"]')).to_have_value("west-city/10")
    page.get_by_role("button", name="Do it").locator("visible=true").first.click()
    asked(page, "Do you move forces?")
    assert table.get(seat=THRONE)["view"]["factions"][THRONE]["forces"] == {"west-city/10": 2}


def test_a_place_that_is_not_open_says_why(agatha: Player, server: Server) -> None:
    """DUN-2.1.5: one sentence with its rule, where it was tapped."""
    table = in_shipment(server)
    storm = table.get(seat=THRONE)["view"]["storm"]
    page = agatha.at(table)
    card(page, "ship")
    page.evaluate(TAP, page.locator(f'#table-map [data-why$="/{storm}"]').first.get_attribute("id"))
    expect(page.locator("#toasts")).to_contain_text(f"The storm is in sector {storm}", timeout=PATIENCE)
    expect(page.locator("#toasts")).to_contain_text("DUN-2.1.5")


def test_a_move_by_tapping_from_and_to(agatha: Player, server: Server) -> None:
    """DUN-4.7.6, DUN-4.7.8: one tap takes a force, the next place is the goal, "all" takes them all."""
    table = in_shipment(server)
    table.answer(THRONE, "ship", forces=3, to="west-city/10", help=0, karama=None)
    page = agatha.at(table)
    asked(page, "Do you move forces?")
    card(page, "move")
    tap(page, "west-city-10")
    assert number(page, "move.forces.west-city/10") == 1
    tap(page, "hollow-basin-12")
    expect(page.locator('#composer [name="move.to"]')).to_have_value("hollow-basin/12")
    tap(page, "west-city-10")
    assert number(page, "move.forces.west-city/10") == 2
    tap(page, "north-hollow-10")
    expect(page.locator('#composer [name="move.to"]')).to_have_value("north-hollow/10")
    expect(page.locator("#composer [data-summary]").first).to_contain_text("You will move 2 from Carthag 10 to")
    line = page.locator("#composer form.composer [data-outlook]").locator("visible=true")
    expect(line).to_contain_text("by ornithopters from Carthag", timeout=PATIENCE)


def test_the_land_stays_on_the_page_when_the_table_changes(agatha: Player, server: Server) -> None:
    """What never changes is not sent again with every change; the page keeps it, and what has changed is there."""
    table = in_bidding(server)
    page = agatha.at(table)
    land = page.locator("#table-ground use")
    known = land.count()
    assert known > 80
    card(page, "pass")
    page.get_by_role("button", name="Do it").locator("visible=true").first.click()
    asked(page, "You have nothing to do now")
    table.answer(SCHEMERS, "pass")
    asked(page, "Do you ship forces?")
    expect(land).to_have_count(known)
    assert page.locator("#table-names text").count() > 40


def test_what_a_tap_lights_up_is_there_at_once(agatha: Player, server: Server) -> None:
    """Places that are open are marked before the tap is over: nothing is asked of the server, nothing waits.

    How long it takes is measured by ``tests/pictures/dune_taps.py``.
    """
    table = in_shipment(server)
    page = agatha.at(table)
    card(page, "ship")
    assert min(tap(page, place) for place in ("west-city-10", "great-flat-14", "red-chasm-6")) > 60


def test_a_bid_with_its_slider_and_what_it_costs(agatha: Player, server: Server) -> None:
    """DUN-4.5.4: number and slider say the same; the purse and the next bid are foreseen."""
    table = in_bidding(server)
    page = agatha.at(table)
    card(page, "bid")
    slider = page.locator("#composer [data-slide]").locator("visible=true").first
    slider.fill("6")
    assert number(page, "bid.amount") == 6
    line = page.locator("#composer form.composer [data-outlook]").locator("visible=true")
    expect(line).to_contain_text("it costs 6 spice", timeout=PATIENCE)
    expect(line).to_contain_text("The next bid must be 7 or more.")
    page.locator('#composer [name="bid.amount"]').fill("3")
    page.locator('#composer [name="bid.amount"]').blur()
    expect(slider).to_have_value("3")


def test_standing_orders_with_script(
    agatha: Player, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    """DUN-2.7.3: one tap passes here and from now on; the list changes in place and has no barriers."""
    table = in_bidding(server)
    page = agatha.at(table)
    page.locator("#standing > summary").click()
    line = page.locator("#order-battle-after")
    expect(line.get_by_role("button", name="Always pass")).to_have_attribute("aria-pressed", "true")
    assert axe_violations(page) == []
    line.get_by_role("button", name="Ask me").click()
    expect(line.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    assert "battle.after" not in table.get(seat=THRONE)["standing_orders"]
    page.get_by_role("button", name="Pass, now and from now on").click()
    expect(page.locator("#order-auction-bid").get_by_role("button", name="Always pass")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    assert table.get(seat=THRONE)["standing_orders"]["auction.bid"] == [{"type": "pass"}]
    line = page.locator("#order-auction-bid")
    many = line.get_by_role("spinbutton", name="Your turn to bid: pass as soon as N are bid")
    many.fill("4")
    many.press("Enter")
    expect(line.get_by_role("button", name="Pass as soon as")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    expect(many).to_have_value("4")
    assert len(table.get(seat=THRONE)["unless"]["auction.bid"]) == 4
    assert axe_violations(page) == []
