"""Words for the chance of a game over HTTP: sealed by programs and pages, opened when the host begins."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from tests.server.keeping import START, room
from tests.serving import Browser, Clock, Sitting, another, gather

from turncoat.table import record as kept
from turncoat.table.table import Phase
from turncoat.table.words import PATIENCE, digest_of

THREE = ("Agatha", "Barney", "Celeste")
AGATHA, BARNEY, CELESTE = range(3)
OWN = "correct horse battery staple"


def seated(client: httpx.Client) -> Sitting:
    """A table at which everybody has sat down."""
    table = gather(client, THREE)
    for seat in range(3):
        assert table.post("sit", seat).status_code == 204
    return table


def seal(table: Sitting, seat: int, words: str = OWN) -> None:
    assert table.post("words", seat, digest=digest_of(table.id, seat, words)).status_code == 204


def told(table: Sitting) -> list[str]:
    """What everybody is told of words."""
    return [one["text"] for one in table.get("events") if "words" in one["text"].lower()]


def test_when_all_who_committed_have_opened_the_game_begins(client: httpx.Client) -> None:
    """The server takes part for those who cannot, and says so."""
    table = seated(client)
    seal(table, AGATHA)
    seal(table, BARNEY)
    table_view = table.get()
    assert [bool(seat["sealed"]) for seat in table_view["seats"]] == [True, True, False]
    assert table.do("start").status_code == 204
    table_view = table.get()
    assert (table_view["phase"], table_view["due"]) == ("opening", table_view["due"])
    assert [seat["opened"] for seat in table_view["seats"]] == [False, False, True]
    assert table.post("words/open", AGATHA, words=OWN).status_code == 204
    assert table.get()["phase"] == "opening"
    assert table.post("words/open", BARNEY, words=OWN).status_code == 204
    assert table.get()["phase"] == "playing"
    assert told(table)[-3:] == [
        "The server has kept Celeste's random words for the shuffle and reveals them now.",
        "Agatha's random words for the shuffle are revealed.",
        "Barney's random words for the shuffle are revealed.",
    ]


def test_whoever_does_not_open_in_time_is_left_out(client: httpx.Client, clock: Clock) -> None:
    """What comes later is too late."""
    table = seated(client)
    seal(table, AGATHA)
    table.do("start")
    assert table.get()["due"] == clock.now + PATIENCE
    clock.now += PATIENCE + 1
    assert table.post("words/open", AGATHA, words=OWN).json()["kind"] == "not_allowed"
    assert table.get()["phase"] == "playing"
    assert told(table)[-1] == ("Random words that were not revealed in time are left out: the words of Agatha.")


def test_nobody_is_sent_away_while_words_are_opened(client: httpx.Client, clock: Clock) -> None:
    """No stuck table: nobody could sit down instead, and the game would wait for whoever has no key any more."""
    table = seated(client)
    seal(table, AGATHA)
    table.do("start")
    assert table.do("revoke", seat=AGATHA).json()["kind"] == "not_allowed"
    assert table.post("words/open", AGATHA, words=OWN).status_code == 204
    assert table.do("revoke", seat=AGATHA).status_code == 204
    assert table.get()["seats"][AGATHA]["kind"] == "open"


async def test_a_minute_passes_while_the_server_is_away(tmp_path: Path) -> None:
    """No stuck table: what was about to begin begins after a restart."""
    async with room(tmp_path) as desk:
        table = await desk.table(3, begins=False)
        digest = digest_of(table.header.table, 0, OWN)
        await desk.keeper.perform(table.header.table, lambda at: kept.WordsSealed(at, 0, digest))
        await desk.keeper.perform(table.header.table, kept.WordsCalled)
    async with room(tmp_path) as desk:
        desk.set_clock(START + PATIENCE + 1)
        await desk.until(table, lambda table: table.state.phase is Phase.PLAYING)


@pytest.mark.parametrize(
    ("part", "body", "field"),
    [
        ("words", {"digest": "short"}, "digest"),
        ("words", {"words": OWN}, "words"),
        ("words/open", {"words": "x" * 400}, "words"),
        ("words/open", {"words": OWN}, "phase"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    client: httpx.Client, part: str, body: dict[str, str], field: str
) -> None:
    response = seated(client).post(part, AGATHA, **body)
    assert response.status_code in (400, 422)
    assert response.json()["field"] == field


# --- pages without script ------------------------------------------------------------------------------


def test_a_guest_without_script_leaves_words_with_the_server(client: httpx.Client) -> None:
    """It adds what nobody can guess, and opens them when the host begins: nothing is waited for."""
    table = seated(client)
    guest = another(client)
    lobby = guest.join(table.link(AGATHA)).text
    assert 'data-words="' in lobby
    noted = guest.post(f"/tables/{table.id}/words", {"words": "my dog is called Rex"}).text
    assert "Your random words are sealed." in noted
    assert "Rex" not in another(client).get(f"/tables/{table.id}").text
    table.do("start")
    assert table.get()["phase"] == "playing"
    opened = [one["event"] for one in table.get("events") if one["event"]["type"] == "seat_opened_words"]
    assert re.fullmatch(r"my dog is called Rex [0-9a-f]{64}", opened[AGATHA]["words"])
    assert [one["by_server"] for one in opened] == [True] * 3


def test_while_words_are_opened_the_page_says_for_whom_it_is_waited(client: httpx.Client) -> None:
    table = seated(client)
    seal(table, BARNEY)
    host = Browser(client)
    host.join(table.link(None))
    page = host.post(f"/tables/{table.id}/host/start").text
    assert "The game begins in a moment. It waits for Barney" in page
    assert "Begin the game" not in page
    assert table.do("start").status_code == 204
    table.post("words/open", BARNEY, words=OWN)
    assert "being revealed" not in host.get(f"/tables/{table.id}").text


def test_words_that_are_refused_on_a_page_are_refused_in_one_sentence(client: httpx.Client) -> None:
    table = seated(client)
    guest = another(client)
    guest.join(table.link(AGATHA))
    assert "Your random words have 1 to 200 characters." in guest.post(f"/tables/{table.id}/words", {"words": ""}).text
