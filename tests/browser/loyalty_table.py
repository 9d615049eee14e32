"""A table of Loyalty in a browser: whose turn it is, taps on the map, and what the server then has."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page
from tests.browser.players import Server
from tests.kit import sure
from tests.serving import Sitting

FOUR = ("Agatha", "Barney", "Celeste", "Darcy")


def begun(server: Server, **options: object) -> tuple[Sitting, list[int]]:
    """A table of four, and the seats in the order of their turns."""
    table = server.begun(FOUR, game="loyalty", options=options)
    first = table.get()["view"]["active"]
    return table, [(first + step) % 4 for step in range(4)]


def home(seat: int) -> str:
    """LOY-3.5: with four players seat 0 lives in O1, and so on."""
    return f"O{seat + 1}"


def spoke(seat: int) -> str:
    """The road from a home to the capital."""
    return f"S{seat + 1}"


def called(name: str) -> str:
    """LOY-O38: what a page calls a place."""
    cities = ("Rome", "Avignon", "Burgos", "Cluny", "Dublin")
    city = cities[0] if name == "C" else cities[int(name[1:])]
    return f"the road Rome–{city}" if name.startswith("S") else city


def place(page: Page, name: str) -> None:
    """Tap a place on its rim, where nobody stands."""
    spot = page.locator(f"#table-place-{name}")
    box = sure(spot.bounding_box())
    spot.click(position={"x": box["width"] / 2, "y": 4})


def unit(page: Page, name: str, seat: int, kind: str) -> None:
    """Tap figures on the map."""
    page.locator(f"#table-unit-{name}-{seat}-{kind}").click()


def standing(table: Sitting, name: str) -> dict[str, Any]:
    """A place as everybody sees it."""
    return next(one for one in table.get()["view"]["places"] if one["name"] == name)


def picks(page: Page, *places: str) -> None:
    """Choose places of Loyalty's map by keyboard."""
    for place in places:
        page.locator(f"#table-place-{place}").focus()
        page.keyboard.press("Enter")
