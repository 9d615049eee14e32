"""Who is connected: told to the minute, to nobody who does not wish it; and whom a reader does not want to hear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from tests.server.test_own_stream import listening
from tests.server.test_reading import sits, unread
from tests.serving import Browser, Clock, Sitting, begin, on_the_wire, open_services

from turncoat.kernel import play
from turncoat.server.presence import Presence
from turncoat.server.services import Services
from turncoat.table.table import Table

ANNA, BEN, CLARA = range(3)
THREE = ("Anna", "Ben", "Clara")


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, rates={})


@pytest.fixture
def web(services: Services) -> Iterator[httpx.Client]:
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        yield client


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(web: httpx.Client) -> Sitting:
    return begin(web, THREE)


def here(browser: Browser, table: Sitting) -> str:
    """The seats that the page says are connected."""
    page = browser.get(f"/tables/{table.id}/threads").text
    return str(re.findall(r'data-here="([\d ]*)"', page)[0])


def test_who_has_the_page_open_is_connected_from_the_next_minute_on(
    web: httpx.Client, table: Sitting, clock: Clock
) -> None:
    anna, ben = sits(web, table, ANNA), sits(web, table, BEN)
    with listening(ben.client, None, table.id) as ear:
        ear.until_changed()
        assert here(anna, table) == ""
        clock.forward(60)
        assert here(anna, table) == "1"
        assert "Ben is connected" in anna.get(f"/tables/{table.id}").text
        assert here(ben, table) == "", "nobody is told of themselves"


def test_whoever_leaves_is_told_so_once_a_whole_minute_has_passed(
    web: httpx.Client, services: Services, table: Sitting, clock: Clock
) -> None:
    """So a page that is loaded again is not told as going and coming."""
    found = services.keeper.live_tables._live[table.id]
    by = found.state.seats[BEN].by
    with services.presence.visit(table.id, BEN, (by,), ""):
        clock.forward(90)
        assert services.presence.seats(found) == {BEN}
    clock.forward(60)
    assert services.presence.seats(found) == {BEN}
    clock.forward(60)
    assert services.presence.seats(found) == frozenset()


def test_a_page_of_another_table_tells_nothing_here(web: httpx.Client, table: Sitting, clock: Clock) -> None:
    """Never where else somebody is: the stream of all own tables counts at the one alone whose page is open."""
    other = begin(web, THREE)
    anna, ben = sits(web, table, ANNA), sits(web, table, BEN)
    ben.join(other.link(BEN))
    with listening(ben.client, None, other.id) as ear:
        ear.until_changed(), ear.until_changed()
        clock.forward(60)
        assert here(anna, table) == ""


def test_nobody_is_told_of_who_does_not_wish_it(web: httpx.Client, table: Sitting, clock: Clock) -> None:
    anna, ben = sits(web, table, ANNA), sits(web, table, BEN)
    ben.get(f"/tables/{table.id}")
    with listening(ben.client, None, table.id) as ear:
        ear.until_changed()
        clock.forward(60)
        assert here(anna, table) == "1"
        assert "Nobody sees whether you are connected" in ben.post(f"/tables/{table.id}/hide").text
        assert here(anna, table) == ""
        ben.post(f"/tables/{table.id}/hide")
        assert here(anna, table) == "1"


def test_whoever_has_lost_the_seat_is_not_told_there(web: httpx.Client, table: Sitting, clock: Clock) -> None:
    anna, ben = sits(web, table, ANNA), sits(web, table, BEN)
    with listening(ben.client, None, table.id) as ear:
        ear.until_changed()
        clock.forward(60)
        assert table.do("bot", seat=BEN, bot="random").status_code == 204
        assert here(anna, table) == ""


def told_at_two_tables(web: httpx.Client, clock: Clock) -> list[list[str]]:
    """Two tables, the same connections; at one of them Ben and Clara seal, change and whisper, at the other not."""
    tables = begin(web, THREE), begin(web, THREE)
    told: list[list[str]] = [[], []]
    with ExitStack() as pages:
        ears = [pages.enter_context(listening(sits(web, one, CLARA).client, None, one.id)) for one in tables]
        for ear in ears:
            ear.until_changed()
        readers = [sits(web, table, ANNA) for table in tables]
        for seconds in (20, 20, 20, 20, 40):
            tables[0].answer(BEN, "loot")
            tables[0].answer(CLARA, "defend")
            tables[0].answer(CLARA, "pass")
            tables[0].post("talk", BEN, to=[CLARA], text="Psst.")
            clock.forward(seconds)
            for place, table in enumerate(tables):
                told[place].append(here(readers[place], table))
    return told


def test_what_is_told_depends_on_connections_and_the_clock_alone(web: httpx.Client, clock: Clock) -> None:
    """Never who is asked, or has sealed, and not a moment earlier."""
    told = told_at_two_tables(web, clock)
    assert told[0] == told[1]
    assert told[0][-1] == "2"


def sealing_shows(presence: Presence, table: Table) -> frozenset[int]:
    """A planted fault: whoever has sealed is told as connected."""
    assert table.game is not None
    return frozenset(play.asked(table.game)) - frozenset(play.waiting(table.game))


def told_at_once(presence: Presence, table: Table) -> frozenset[int]:
    """A planted fault: a page tells of its reader as soon as something is said at the table."""
    known = presence._visits.get(table.header.table, ())
    return frozenset(one.seat for one in known if table.talk)


@pytest.mark.parametrize("fault", [sealing_shows, told_at_once])
def test_presence_that_shows_what_happens_is_found(
    web: httpx.Client, clock: Clock, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., frozenset[int]]
) -> None:
    monkeypatch.setattr(Presence, "seats", fault)
    told = told_at_two_tables(web, clock)
    assert told[0] != told[1]


# --- mute -----------------------------------------------------------------------------------------


def mutes(browser: Browser, table: Sitting, seat: int) -> str:
    return browser.post(f"/tables/{table.id}/mute", {"whom": seat}).text


def test_a_muted_person_is_not_heard_by_that_reader_alone(client: httpx.Client) -> None:
    table = begin(client, THREE)
    anna, clara = sits(client, table, ANNA), sits(client, table, CLARA)
    assert '<button class="button small" name="whom" value="1" aria-pressed="true">' in mutes(anna, table, BEN)
    table.post("talk", BEN, text="Buy my carpets.")
    table.post("talk", BEN, to=[ANNA], text="Carpets!")
    assert unread(anna, table) == {}
    assert unread(clara, table) == {"Everybody": 1}
    page = anna.get(f"/tables/{table.id}").text
    assert "<title>(" not in page
    assert "Ben: Buy" not in page, "the list of threads shows the last words of the others"
    assert '<details class="muted-words"><summary>Muted</summary><p>Buy my carpets.</p>' in page
    assert '<small class="thread-last">Muted</small>' in page
    mutes(anna, table, BEN)
    assert unread(anna, table) == {"Everybody": 1, "Ben": 1}


def test_who_comes_to_a_muted_seat_is_heard(client: httpx.Client) -> None:
    """A person is muted, not a chair."""
    table = begin(client, THREE)
    anna = sits(client, table, ANNA)
    mutes(anna, table, BEN)
    assert table.do("bot", seat=BEN, bot="random").status_code == 204
    assert 'name="whom" value="1" aria-pressed="false"' in anna.get(f"/tables/{table.id}").text


def test_nobody_else_learns_who_is_muted(client: httpx.Client) -> None:
    table = begin(client, THREE)
    anna, ben = sits(client, table, ANNA), sits(client, table, BEN)
    ben.get(f"/tables/{table.id}")
    before = ben.get(f"/tables/{table.id}").text
    mutes(anna, table, BEN)
    assert ben.get(f"/tables/{table.id}").text == before


def test_a_spectator_without_anything_and_the_own_seat_mute_nobody(client: httpx.Client) -> None:
    table = begin(client, THREE)
    anna = sits(client, table, ANNA)
    for whom in ("0", "9", "x", ""):
        assert 'aria-pressed="true"' not in anna.post(f"/tables/{table.id}/mute", {"whom": whom}).text
