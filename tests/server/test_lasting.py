"""What a browser remembers of a table: how much of it its reader has seen."""

from __future__ import annotations

import re

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.kit import says
from tests.server.test_life_goes_on import CLIMBS, without_barney
from tests.server.test_life_of_a_table import DAILY, THREE, time_is_up
from tests.serving import Browser, Clock, Sitting, another, as_read, begin, gather

from turncoat.kernel.promise import Message, Say
from turncoat.server import host_actions
from turncoat.server.services import Services


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney", "Celeste"))


@pytest.fixture
def browser(client: httpx.Client, table: Sitting) -> Browser:
    made = another(client)
    made.join(table.link(0))
    return made


BAR = 'id="since"'


def test_whoever_comes_for_the_first_time_is_told_nothing(browser: Browser, table: Sitting) -> None:
    assert BAR not in browser.get(f"/tables/{table.id}").text


def test_whoever_comes_back_is_told_what_is_new_until_it_has_been_read(browser: Browser, table: Sitting) -> None:
    """Without script: the bar stays until the reader says so; what was read is not told again."""
    browser.get(f"/tables/{table.id}")
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text
    page = browser.get(f"/tables/{table.id}")
    assert BAR in page.text
    assert "Since you were last here" in page.text
    seen = page.text.partition("?seen=")[2].partition('"')[0]
    assert BAR not in browser.get(f"/tables/{table.id}?seen={seen}").text
    assert BAR not in browser.get(f"/tables/{table.id}").text
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text


def test_the_part_that_changes_has_the_bar_only_where_it_is_asked_for(browser: Browser, table: Sitting) -> None:
    """Script says since when; else a bar that was put away would come back with the next change."""
    browser.get(f"/tables/{table.id}")
    table.everybody("loot")
    assert BAR not in browser.get(f"/tables/{table.id}/live").text
    assert BAR in browser.get(f"/tables/{table.id}/live?since=1").text


def test_an_address_says_since_when(browser: Browser, table: Sitting) -> None:
    """It can be kept and shared: the ledger shows only what came after."""
    table.everybody("loot")
    page = browser.get(f"/tables/{table.id}/ledger?since=1")
    says(page.text, "only since you were last here", "keep <a href")


def test_every_seat_has_a_memory_of_its_own(browser: Browser, table: Sitting) -> None:
    """A browser that holds several seats remembers each apart."""
    browser.join(table.link(1))
    for seat in (0, 1):
        browser.get(f"/tables/{table.id}?seat={seat}")
    table.everybody("loot")
    browser.get(f"/tables/{table.id}?seat=0&seen=99")
    assert BAR not in browser.get(f"/tables/{table.id}?seat=0").text
    assert BAR in browser.get(f"/tables/{table.id}?seat=1").text


@pytest.mark.parametrize("query", ["since=soon", "since=-3", "since=99999999999", "seen=never", "seen=999999", "who=x"])
def test_an_address_that_makes_no_sense_is_read_as_if_it_asked_nothing(
    query: str, browser: Browser, table: Sitting
) -> None:
    table.everybody("loot")
    for part in ("", "/ledger", "/live"):
        page = browser.get(f"/tables/{table.id}{part}?{query}")
        assert page.status_code == 200


def test_nobody_has_read_what_has_not_happened(browser: Browser, table: Sitting) -> None:
    browser.get(f"/tables/{table.id}?seen=500")
    assert BAR not in browser.get(f"/tables/{table.id}").text
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text


def seated_before(client: httpx.Client, seat: int, **agreed: object) -> tuple[Sitting, Browser]:
    """A game that has begun since somebody sat down in its lobby and closed the page."""
    table, browser = gather(client, THREE, **agreed), another(client)
    browser.join(table.link(seat))
    for other in {0, 1, 2} - {seat}:
        table.post("sit", other)
    assert table.do("start").status_code == 204
    return table, browser


def test_whoever_left_in_the_lobby_is_told_how_the_game_has_gone(client: httpx.Client) -> None:
    """They sat there before it began: its story begins at its beginning for them, whenever they come."""
    table, barney = seated_before(client, 1)
    table.everybody("loot")
    says(barney.get(f"/tables/{table.id}").text, "Since you were last here:", "in Round 1", "Watch it")


def test_whoever_comes_as_the_game_begins_has_missed_nothing(client: httpx.Client) -> None:
    table, barney = seated_before(client, 1)
    assert BAR not in barney.get(f"/tables/{table.id}").text


def test_whoever_comes_late_is_told_what_the_rules_answered(client: httpx.Client, clock: Clock) -> None:
    """TRU-3.8. Who is asked reads it beside the question as well, as "you", not by name."""
    table, barney = seated_before(client, 1, **DAILY)
    time_is_up(table, clock)
    page = barney.get(f"/tables/{table.id}")
    assert as_read(page.text).count("Time was up, so the rules answered for you: pass.") == 2
    assert BAR in page.text
    assert 'id="missed-1"' not in page.text
    assert 'id="missed-0"' in page.text


def test_without_script_whoever_reads_the_story_to_its_end_has_seen_it(browser: Browser, table: Sitting) -> None:
    """A look at the first still is none; the way out of the story says what has been told."""
    browser.get(f"/tables/{table.id}")
    table.everybody("loot")
    first = browser.get(f"/tables/{table.id}?round=1&frame=0").text
    assert BAR in browser.get(f"/tables/{table.id}").text
    (way,) = re.findall(r'id="skip" href="([^"]+)"', first)
    assert BAR not in browser.get(way).text
    assert BAR not in browser.get(f"/tables/{table.id}").text
    table.everybody("loot")
    assert BAR in browser.get(way).text, "the address that says so stays where it is, without script"


def test_whoever_comes_back_to_a_seat_that_a_bot_holds_reads_it_first(client: httpx.Client, clock: Clock) -> None:
    """In the line on top, in the bar with its button, and as a dot at the tab of the hand."""
    table, barney = seated_before(client, 1, **CLIMBS)
    without_barney(table, clock, 2)
    page = barney.get(f"/tables/{table.id}").text
    bar = page[page.index(BAR) :]
    words = "Time was up 2 times, so the rules answered for you: pass."
    assert as_read(bar).index(words) < as_read(bar).index("Take your seat back") < as_read(bar).index("I have seen it")
    assert "A bot holds your seat" in page[: page.index("</header>")]
    assert "Sealed" not in page[: page.index("</header>")]
    assert '<span class="hidden">a bot holds your seat</span>' in page
    seen = barney.get(f"/tables/{table.id}?seen=999").text
    assert "Take your seat back" in seen[seen.index(BAR) :]


def test_what_a_bot_says_for_somebody_is_said_by_their_bot(
    client: TestClient[Litestar], services: Services, clock: Clock
) -> None:
    """For everybody: on the page, in data, in mail and in the terminal; what the player said stays the player's."""
    table, barney = seated_before(client, 1)
    celeste = another(client)
    with client.portal() as portal:
        portal.call(services.keeper.say, table.id, Message(1, Say(text="I speak for myself.")))
        clock.forward(1)
        portal.call(host_actions.seat_bot, services, table.id, 1, "random")
        clock.forward(1)
        portal.call(services.keeper.say, table.id, Message(1, Say(text="Beep.")))
    assert [one["by_bot"] for one in table.get("messages")] == [False, True]
    his, hers = barney.get(f"/tables/{table.id}").text, celeste.get(f"/tables/{table.id}").text
    assert re.findall(r'class="speaker">([^<]*)<', his) == ["Barney", "Your bot"]
    assert re.findall(r'class="speaker">([^<]*)<', hers) == ["Barney", "Barney&#39;s bot"]
    assert "Your bot: Beep." in his
    assert "Barney&#39;s bot: Beep." in hers
