"""The pages of characters without script: forms are posted, refusals keep what was typed."""

from __future__ import annotations

import re
from random import Random

import httpx
import pytest
from tests.server.with_characters import Keeper as Somebody
from tests.server.with_characters import fought, waiting
from tests.serving import Browser

from turncoat.server.characters import by_lot, rules_of

FORM = {
    "game": "thrice",
    "name": "Agda",
    "kin": "troll",
    "first": "",
    "second": "wise",
    "third": "calm",
    "initiative": "0",
    "damage": "0",
    "weapon": "2",
    "armour": "1",
    "condition": "0",
    "notes": "Her axe is called Doubt.",
}


@pytest.fixture
def agatha(client: httpx.Client) -> Somebody:
    return Somebody(client)


@pytest.fixture
def browser(agatha: Somebody) -> Browser:
    return agatha.browser


def made(browser: Browser, **fields: str) -> str:
    """Fill in the form; the id of the character."""
    page = browser.post("/characters/new", FORM | fields)
    assert page.status_code == 200, page.text
    return str(page.url).rpartition("/")[2]


def refusal(page: httpx.Response) -> str:
    """What the page says cannot be."""
    assert page.status_code == 422
    found = re.search(r'id="refusal"><p>(.*?)</p>', page.text)
    assert found
    return found[1]


def test_an_empty_list_offers_a_character(browser: Browser) -> None:
    page = browser.get("/characters")
    assert "No characters yet." in page.text
    assert 'href="/characters/new?game=thrice"' in page.text


def test_a_character_made_for_a_table_leads_back_to_it(client: httpx.Client, agatha: Somebody) -> None:
    """The lobby has a button for making one; its page has the way back as its first button."""
    table = waiting(client, agatha)
    assert "/characters/new?game=thrice" in agatha.browser.get(f"/tables/{table.id}").text
    agda = made(agatha.browser)
    page = agatha.browser.get(f"/characters/{agda}").text
    assert "Bring Agda to Thrice" in page
    assert page.index("Bring Agda to") < page.index("Fight alone")
    brought = agatha.browser.post(f"/tables/{table.id}/character?seat=0", {"character": agda})
    assert "brings Agda" in brought.text
    assert "Bring Agda to" not in agatha.browser.get(f"/characters/{agda}").text


def test_a_character_is_made_and_written_on(browser: Browser) -> None:
    agda = made(browser)
    page = browser.get(f"/characters/{agda}")
    assert "Her axe is called Doubt." in page.text
    assert "Troll: troll, wise, calm; wealth 1" in page.text
    again = browser.post(f"/characters/{agda}/write", FORM | {"name": "Agda the Wise", "weapon": "1", "version": "0"})
    assert "Agda the Wise" in again.text
    assert "<output data-left>1</output> of 3 points left" in again.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"weapon": "3"}, "4 points are spent on skills, but only 3 have been earned."),
        ({"weapon": ""}, "Weapon must be a whole number of steps, not &#39;&#39;."),
        ({"weapon": "many"}, "Weapon must be a whole number of steps, not &#39;many&#39;."),
        ({"second": "proud"}, "The second trait must be gentle or shadow-bourne or wise, a rumour of a troll"),
        ({"name": " "}, "A saved character needs a name."),
    ],
)
def test_a_sheet_that_breaks_a_rule_keeps_what_was_typed(browser: Browser, fields: dict[str, str], words: str) -> None:
    """On a new sheet and on one that is there; nothing is changed."""
    page = browser.post("/characters/new", FORM | fields)
    assert words in refusal(page)
    assert "Her axe is called Doubt." in page.text
    agda = made(browser)
    before = browser.get(f"/characters/{agda}").text.partition('class="history"')[2]
    assert words in refusal(browser.post(f"/characters/{agda}/write", FORM | fields | {"notes": "x", "version": "0"}))
    assert browser.get(f"/characters/{agda}").text.partition('class="history"')[2] == before


@pytest.mark.parametrize("luck", range(20))
def test_a_character_by_lot_keeps_the_rules_and_has_spent_its_points(luck: int) -> None:
    """THR-3.2 to THR-3.6: words that go together; only the name is missing."""
    rules = rules_of("thrice")
    drawn = by_lot(rules, Random(luck))
    assert rules.read({**drawn, "name": "Agda"}, None)["points"] == 0


def test_a_new_sheet_is_filled_in_like_one_that_is_made_up_already(browser: Browser) -> None:
    page = browser.get("/characters/new?game=thrice&like=2").text
    assert re.search(r'value="troll" checked', page)
    assert "<output data-left>0</output> of 3 points left" in page
    assert "<output data-left>0</output> of 3 points left" in browser.get("/characters/new?like=0").text


def test_two_clicks_to_a_fight(browser: Browser) -> None:
    """One opens the list, one begins."""
    agda = made(browser)
    assert 'name="only"' in browser.get("/characters").text
    page = browser.post("/characters/play", {"only": agda})
    assert "/tables/" in str(page.url)
    table_view = browser.client.get(f"/api{page.url.path}").json()
    assert table_view["phase"] == "playing"
    assert table_view["seats"][0]["character"].startswith("Agda (")
    assert refusal(browser.post("/characters/play", {"only": agda})) == "Agda is in another game that is not over."
    assert refusal(browser.post("/characters/play", {})) == "Choose at least one character."


def test_it_is_brought_in_the_lobby_and_taken_back(client: httpx.Client, agatha: Somebody, browser: Browser) -> None:
    table = waiting(client, agatha)
    assert "You can bring a character of your own" in browser.get(f"/tables/{table.id}").text
    agda = made(browser)
    assert f'<option value="{agda}">Agda' in browser.get(f"/tables/{table.id}").text
    page = browser.post(f"/tables/{table.id}/character", {"character": agda})
    assert "brings Agda (Troll" in page.text
    assert "brings Agda" not in browser.post(f"/tables/{table.id}/no-character", {"from": "0"}).text
    nothing = browser.post(f"/tables/{table.id}/no-character", {"from": "0"})
    assert refusal(nothing) == "Player 0 has brought no character."


def test_growth_is_chosen_on_the_sheet(client: httpx.Client, agatha: Somebody, browser: Browser) -> None:
    """THR-D11."""
    agda = made(browser)
    assert 'id="growth"' not in browser.get(f"/characters/{agda}").text
    fought(client, agatha, agda)
    assert "Agda can improve now." in browser.get("/characters").text
    page = browser.get(f"/characters/{agda}")
    assert 'id="growth"' in page.text
    form = {"act": "grow", "grow.row": "land", "grow.skill": "", "version": "1"}
    assert refusal(browser.post(f"/characters/{agda}/grow", form | {"grow.row": "sea"})).startswith("Row: choose")
    grown = browser.post(f"/characters/{agda}/grow", form)
    assert "A circle for land, the point is kept." in grown.text
    assert "A point to spend" in grown.text
    assert "has changed meanwhile" in refusal(browser.post(f"/characters/{agda}/grow", form))


def test_it_retires_returns_and_is_deleted(browser: Browser) -> None:
    agda = made(browser)
    assert "<b>Retired.</b>" in browser.post(f"/characters/{agda}/retire").text
    assert "This character is retired." in refusal(browser.post(f"/characters/{agda}/retire"))
    assert "<b>Retired.</b>" not in browser.post(f"/characters/{agda}/return").text
    assert "No characters yet." in browser.post(f"/characters/{agda}/delete").text
    assert browser.get(f"/characters/{agda}").status_code == 404
    assert browser.post(f"/characters/{agda}/fly").status_code == 404


def test_somebody_elses_sheet_is_not_there(client: httpx.Client, browser: Browser) -> None:
    agda = made(browser)
    stranger = Somebody(client).browser
    stranger.get("/characters")
    assert stranger.get(f"/characters/{agda}").status_code == 404
    assert stranger.get(f"/characters/{agda}/file").status_code == 404
    assert stranger.post(f"/characters/{agda}/delete").status_code == 404
    assert "Agda" in browser.get("/characters").text


def test_a_file_is_read_on_the_page(browser: Browser) -> None:
    """THR-O25."""
    agda = made(browser)
    file = browser.get(f"/characters/{agda}/file").content
    page = browser.post("/characters/file", files={"file": ("agda.json", file)})
    assert "Read from a file." in page.text
    wrong = file.replace(b'"weapon": 2', b'"weapon": 20')
    for data, words in ((wrong, "The skill weapon must be 0 to 9 steps"), (b"", "cannot be read")):
        assert words in refusal(browser.post("/characters/file", files={"file": ("agda.json", data)}))
    assert browser.get("/characters").text.count('class="character-card') == 2
