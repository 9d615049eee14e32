"""A message can point at a place or a piece that everybody's board has; each reader's own board shows it."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.leaks.on_pages import Gallery
from tests.server.test_reading import sits
from tests.serving import Browser, Sitting, begin

from turncoat.games import game_of
from turncoat.table.table_view import events_heard, table_view
from turncoat.web.pointing import named_things, seen_by_all
from turncoat.web.table_display import TableDisplay

ANNA, BEN = range(2)


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Anna", "Ben", "Clara"))


@pytest.fixture
def anna(client: httpx.Client, table: Sitting) -> Browser:
    return sits(client, table, ANNA)


def points(browser: Browser, table: Sitting, at: str, **form: str) -> httpx.Response:
    return browser.post(f"/tables/{table.id}/talk", {"kind": "say", "point": at, **form})


def test_without_script_a_place_is_chosen_from_a_list_and_shown_by_a_link(
    client: httpx.Client, anna: Browser, table: Sitting
) -> None:
    ben = sits(client, table, BEN)
    assert '<option value="seat-2">Clara</option>' in anna.get(f"/tables/{table.id}?point=yes").text
    assert points(anna, table, "seat-2", text="Let us both hit her.").status_code == 200
    page = ben.get(f"/tables/{table.id}").text
    (target,) = re.findall(r'<a class="points" href="#([^"]*)"', page)
    assert f'id="{target}"' in page
    said = table.get("messages", BEN)[-1]["message"]["said"]
    assert said["point"] == {"at": "seat-2", "name": "Clara"}


def test_pointing_alone_says_enough(anna: Browser, table: Sitting) -> None:
    page = points(anna, table, "seat-1")
    assert page.status_code == 200, page.text
    assert "You: Ben" in anna.get(f"/tables/{table.id}").text


@pytest.mark.parametrize("at", ["seat-9", "board", "hand-S1", "<b>"])
def test_what_is_not_on_everybodys_board_is_refused(anna: Browser, table: Sitting, at: str) -> None:
    refused = points(anna, table, at, text="Look!")
    assert refused.status_code == 422
    assert "Not everybody who reads this message can see that" in refused.text
    assert table.get("messages", BEN) == []


@pytest.mark.parametrize("point", [{"at": "", "name": "x"}, {"at": "a b", "name": "x"}, {"at": "a", "name": "x" * 81}])
def test_a_program_points_in_the_same_form(table: Sitting, point: dict[str, str]) -> None:
    good = table.post("talk", BEN, point={"at": "seat-0", "name": "Anna"})
    assert good.status_code == 201, good.text
    assert table.post("talk", BEN, point=point).status_code == 422


def test_a_whisper_points_for_its_hearers_alone(client: httpx.Client, anna: Browser, table: Sitting) -> None:
    ben, clara = sits(client, table, BEN), sits(client, table, 2)
    anna.post(f"/tables/{table.id}/talk", {"kind": "say", "point": "seat-2", "to": "1", "text.1": "Her!"})
    assert "data-points" in ben.get(f"/tables/{table.id}?to=0").text
    assert "data-points" not in clara.get(f"/tables/{table.id}?to=0").text


@pytest.mark.parametrize(
    ("game", "seats", "kinds"),
    [
        ("truce", 3, {"seat"}),
        ("conspiracy", 3, {"seat", "column", "tile"}),
        ("loyalty", 4, {"seat", "place"}),
        ("thrice", 4, {"token", "sheet"}),
        ("dune", 6, {"at", "faction"}),
    ],
)
def test_every_game_has_what_can_be_pointed_at_and_nothing_that_is_secret(
    game: str, seats: int, kinds: set[str]
) -> None:
    """All of it is drawn for a spectator, so nothing changes when what somebody holds is dealt again."""
    gallery = Gallery(game, seats, "random", {})
    for _ in gallery.looks(30):
        pass
    found = seen_by_all(gallery.table)
    assert kinds <= {one.partition("-")[0] for one in found}
    assert seen_by_all(gallery.deal_again(None)) == found
    own = TableDisplay(table_view(gallery.table, 0, 1), events_heard(gallery.table, 0, 1))
    mine = named_things(own.now_drawn() + own.aside_drawn())
    assert game_of(game).board is not None
    assert found.keys() <= mine.keys(), "what one points at is on the players' boards as well"
