"""A table of Thrice in a browser: sheets, opponents, and who is to answer what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.players import PATIENCE, Server
from tests.serving import Sitting

PEOPLE = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Gideon", "Hester")
GM = "The GM"
ACT, SWAP = "What will you do?", "How many d10 will you swap for d6?"
"""What is asked in a turn, and before a roll."""


STRONG = {"damage": 5, "weapon": 5, "armour": 2}
"""Twelve points, for a character of wealth 4: each blow makes a plain opponent helpless."""


def gathered(server: Server, players: int, **options: object) -> Sitting:
    """A table at which everybody sits and nobody has a character."""
    return server.begun((*PEOPLE[:players], GM), game="thrice", options=options)


def begun(
    server: Server,
    players: int = 2,
    points: dict[str, int] | None = None,
    ambush: Sequence[int] = (),
    **options: object,
) -> Sitting:
    """A table at which the first round begins."""
    table = gathered(server, players, **options)
    for seat in range(players):
        made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
        table.answer(seat, "create", **made, points={"weapon": 2, "condition": 1})
    table.answer(players, "build", removed=0, second=0, points={})
    table.answer(players, "ambush", who=list(ambush))
    for seat in range(players):
        table.answer(seat, "swap", dice=0)
    if options.get("dice") == "hand":
        for seat in range(players):
            table.answer(seat, "dice", first=10, second=10, third=6)
    return table


def caught_up(page: Page, table: Sitting, seat: int) -> None:
    """Wait until the page asks what the table asks."""
    request = table.get(seat=seat)["question"]["request"]
    field = page.locator('.hand > .composer input[name="request"]')
    expect(field).to_have_value(str(request), timeout=PATIENCE)


def token(page: Page, who: int) -> None:
    """Tap somebody on the field."""
    page.locator(f"#table-token-{who}.legal .thr-figure").click()


def number(page: Page, name: str, value: int) -> None:
    """Type a number into a field of the form."""
    field = page.locator(f'.composer input[name="{name}"]')
    field.fill(str(value))
    field.press("Tab")


def view_of(table: Sitting, seat: int | None = None) -> dict[str, Any]:
    """The combat as a seat sees it."""
    found: dict[str, Any] = table.get(seat=seat)["view"]
    return found


def standing(table: Sitting, side: range) -> list[int]:
    """Those of a side who still take part."""
    return [one["who"] for one in view_of(table)["combatants"] if one["who"] in side and one["zone"] not in OUT]


OUT = ("helpless", "fled")
