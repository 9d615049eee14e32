"""The board of a new table is seen before the table is made (LOY-O3), and costs nobody else anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.serving import Browser, client_of, open_services

from turncoat.server.problems import Busy
from turncoat.server.services import Services

COAST = "capital Lisbon; city Porto; city Faro; city Cadiz; road Lisbon - Porto; road Porto - Faro; road Faro - Cadiz"
MAP = {"game": "loyalty", "seats": "3", "option.board_mode": "custom", "option.custom_board": COAST}


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


def test_the_board_is_drawn_and_nothing_is_made(client: httpx.Client) -> None:
    page = Browser(client).post("/new/board", MAP)
    assert page.status_code == 200
    assert 'src="data:image/svg+xml;base64,' in page.text
    assert "2 more places are enough for a revolution" in page.text
    assert client.get("/api/tables").json() == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"seats": "1000000"}, "Loyalty is for 3 to 8 players, not 1000000."),
        ({"seats": "9" * 5000}, "Seats must be a whole number"),
        ({"seats": "4"}, "The custom map has 3 outer cities and cannot seat 4 players"),
        ({"option.custom_board": "city A"}, "it has no capital"),
        ({"option.no_such": "1"}, "Loyalty has no option no_such"),
    ],
)
def test_what_cannot_be_drawn_says_why_before_any_work(
    client: httpx.Client, services: Services, typed: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.long_tasks, "ask", None)
    page = Browser(client).post("/new/board", MAP | typed)
    assert page.status_code == 422
    assert words in page.text
    assert "9" * 100 not in page.text.replace(f'value="{typed.get("seats")}"', "")


def test_whoever_asks_too_often_keeps_what_they_typed(
    client: httpx.Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_: object) -> None:
        raise Busy("The server has too much work of this kind; please try again in 5 seconds.", 5)

    monkeypatch.setattr(services.long_tasks, "ask", busy)
    page = Browser(client).post("/new/board", MAP)
    assert page.status_code == 503
    assert "please try again in 5 seconds" in page.text
    assert COAST in page.text
