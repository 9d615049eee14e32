"""A campaign step in real Chromium: a character is made, fights, grows and fights again; on a phone, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server
from tests.server.with_characters import WON_SOON, play_out


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled to the side."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


def chosen(page: Page, field: str, word: str) -> None:
    """Choose a word by a click on what it says."""
    page.locator(f'.words-to-choose label:has(input[name="{field}"][value="{word}"])').click()


def raised(page: Page, skill: str, steps: int) -> None:
    """Circle a value of a skill: so many steps above where it starts."""
    page.locator(f'.steps label:has(input[name="{skill}"][value="{steps}"])').click()


def made(page: Page, name: str) -> None:
    """Make a troll on the form."""
    page.goto("/characters/new?game=thrice")
    page.locator("[name=name]").fill(name)
    chosen(page, "kin", "troll")
    chosen(page, "second", "wise")
    raised(page, "weapon", 2)
    raised(page, "armour", 1)
    expect(page.locator("[data-left]")).to_have_text("0")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_campaign_step(server: Server, agatha: Player, axe_violations: Callable[[Page], list[str]]) -> None:
    """THR-3, THR-16, THR-D11: made, brought in the lobby, won, a circle and a point, the next fight."""
    page = agatha.page
    made(page, "Agda")
    table = server.table(("Agatha", "Master"), game="thrice", options=WON_SOON)
    agatha.join(table.link(0))
    expect(page.locator(".bring select")).to_contain_text("Agda (Troll: troll, wise, aberrant; wealth 1)")
    page.get_by_role("button", name="Bring it").click()
    expect(page.locator(".brings")).to_contain_text("brings Agda (Troll")
    assert axe_violations(page) == []
    assert table.post("sit", 1).status_code == 204
    assert table.do("start").status_code == 204
    expect(page.locator("main.phase-playing")).to_be_visible(timeout=PATIENCE)
    page.goto("/")  # who looks on is told the end at once or later, as it comes
    assert play_out(table) == "finished"
    page.goto(f"/tables/{table.id}")
    page.get_by_role("link", name="Show the end now").click()
    expect(page.locator("#again")).to_contain_text("this is entered: A circle for house, the point is kept.")
    page.get_by_role("link", name="What Agda gets").click()
    growth = page.locator(".the-end #growth")
    expect(growth.get_by_role("heading")).to_have_text("After the session: Agda improves")
    growth.get_by_role("radio", name="land").check()
    growth.get_by_role("radio", name="damage").check()
    growth.get_by_role("button", name="Enter this on the sheet").click()
    expect(page.locator("#growth")).to_have_count(0)
    expect(page.locator("#again")).not_to_contain_text("this is entered")
    page.get_by_role("link", name="Agda's sheet").click()
    expect(page.get_by_role("img", name="1 of 5 circles filled")).to_have_count(1)
    expect(page.locator("tr", has_text="Damage").locator(":checked + .circled")).to_have_text("2")
    expect(page.locator(".history li").first).to_contain_text("A circle for land, damage rises to 2.")
    expect(growth).to_have_count(0)
    assert axe_violations(page) == []
    page.goto("/characters")
    page.get_by_role("button", name="Fight alone with bots").click()
    expect(page).to_have_url(re.compile("/tables/"), timeout=PATIENCE)
    found = re.search(r"/tables/(\w+)", page.url)
    assert found
    seats = page.request.get(f"/api/tables/{found[1]}").json()["seats"]
    assert seats[0]["character"].startswith("Agda (")
    page.goto("/characters")
    expect(page.locator(".character-state")).to_contain_text("in a game")
    expect(page.get_by_role("button", name="Fight alone")).to_have_count(0)


def test_a_sheet_is_made_with_the_keyboard(agatha: Player) -> None:
    """THR-3.6: the points left are said as they are spent; what does not go together cannot be chosen (THR-3.2)."""
    page = agatha.page
    page.goto("/characters/new?game=thrice")
    page.locator("[name=name]").focus()
    page.keyboard.type("Agda")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.locator('[name="kin"]:checked').focus()
    while page.locator('[name="kin"]:checked').get_attribute("value") != "troll":
        page.keyboard.press("ArrowDown")
    expect(page.locator('[data-choice="first"]')).to_be_hidden()
    expect(page.locator('[name="second"]:checked')).to_have_count(0)
    page.locator('[name="second"][value="gentle"]').focus()
    page.keyboard.press("Space")
    for skill, times in (("weapon", 3), ("armour", 1)):
        page.locator(f'[name="{skill}"]:checked').focus()
        for _ in range(times):
            page.keyboard.press("ArrowRight")
    expect(page.locator(".points-left")).to_have_class(re.compile("over"))
    expect(page.locator("[data-left]")).to_have_text("-1")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("4 points are spent on skills, but only 3 have been earned.")
    expect(page.locator("#refusal a.rule")).to_have_text("THR-3.6")
    expect(page.locator('[name="weapon"]:checked')).to_have_value("3")
    page.locator('[name="armour"]:checked').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Agda")


def test_a_half_breed_borrows_twice(agatha: Player) -> None:
    """THR-3.3: the second choice opens with the kin."""
    page = agatha.page
    page.goto("/characters/new?game=thrice")
    page.locator("[name=name]").fill("Hal")
    chosen(page, "kin", "half-breed")
    chosen(page, "first", "wise")
    chosen(page, "second", "gentle")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.locator("#refusal")).to_contain_text("rumours of two different kins")
    expect(page.locator('[name="first"][value="wise"]')).to_be_checked()
    chosen(page, "second", "proud")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.locator(".lead")).to_contain_text("Half-breed: wise, proud, aberrant")


def test_a_character_is_begun_with_one_that_is_made_up_already(
    agatha: Player, axe_violations: Callable[[Page], list[str]]
) -> None:
    """THR-3: each with a sentence; one is drawn by lot; whatever is filled in can be changed."""
    page = agatha.page
    page.goto("/characters/new?game=thrice")
    page.get_by_role("link", name="The boulder").click()
    expect(page.locator('[name="kin"][value="troll"]')).to_be_checked()
    expect(page.locator(".character-page")).to_contain_text("Survives more hits than anybody else")
    expect(page.locator("[data-left]")).to_have_text("0")
    assert axe_violations(page) == []
    page.get_by_role("link", name="A random character").click()
    expect(page.locator("[data-left]")).to_have_text("0")
    page.locator("[name=name]").fill("Lot")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lot")


def test_each_word_says_what_it_means_and_none_changes_another(agatha: Player) -> None:
    """THR-3.5: before it is chosen; a rumour that does not go with a new kin is chosen anew by hand."""
    page = agatha.page
    page.goto("/characters/new?game=thrice")
    for label in page.locator(".words-to-choose label").all():
        expect(label.locator("small")).to_have_count(1)
    chosen(page, "kin", "troll")
    chosen(page, "second", "wise")
    chosen(page, "third", "calm")
    chosen(page, "kin", "human")
    expect(page.locator('[name="second"]:checked')).to_have_count(0)
    expect(page.locator('[name="third"]:checked')).to_have_value("calm")
    page.locator("[name=name]").fill("Agda")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A new character")


def test_a_file_goes_out_and_comes_in(agatha: Player, tmp_path: Path) -> None:
    """THR-O25: and one that is no sheet says so."""
    page = agatha.page
    made(page, "Agda")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the sheet").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name == "agda-thrice.json"
    page.goto("/characters")
    page.locator("[type=file]").set_input_files(file)
    page.get_by_role("button", name="Upload it").click()
    expect(page.locator(".history li")).to_contain_text("Read from a file.")
    file.write_text(file.read_text().replace('"weapon": 2', '"weapon": 9'))
    page.goto("/characters")
    page.locator("[type=file]").set_input_files(file)
    page.get_by_role("button", name="Upload it").click()
    expect(page.locator("#refusal")).to_contain_text(
        "10 points are spent or kept, but only 3 have been earned (THR-3.6"
    )
    expect(page.locator(".character-card")).to_have_count(2)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_every_state_has_no_barrier_and_fits(
    browser: Browser, server: Server, width: int, scheme: str, axe_violations: Callable[[Page], list[str]]
) -> None:
    """Empty, new, refused, kept, the list, in a game, retired, deleted."""
    settings = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    player = Player(browser, server, **settings)
    page = player.page

    def good() -> None:
        assert axe_violations(page) == []
        assert fits(page)

    page.goto("/characters")
    expect(page.locator(".empty")).to_contain_text("No characters yet.")
    good()
    page.goto("/characters/new")
    good()
    page.locator("[name=name]").fill("x" * 40)
    for skill in ("weapon", "armour"):
        raised(page, skill, 3)
    page.get_by_role("button", name="Keep this character").click()
    expect(page.locator("#refusal")).to_be_visible()
    good()
    raised(page, "armour", 0)
    page.get_by_role("button", name="Keep this character").click()
    expect(page.locator(".history")).to_contain_text("Made.")
    good()
    page.goto("/characters")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Keep the other seats for friends").click()
    expect(page.locator(".brings")).to_be_visible()
    good()
    page.goto("/characters")
    page.get_by_role("link", name="x" * 40).click()
    page.get_by_role("button", name="Retire").click()
    expect(page.locator(".character-page .strip")).to_contain_text("Retired.")
    good()
    page.get_by_text("Delete …").click()
    page.get_by_role("button", name="Yes, delete").click()
    expect(page.locator(".empty")).to_be_visible()
    assert player.errors == []
    player.context.close()
