"""Tables of Conspiracy brought to where a test wants them, whatever the dice and the bag say."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page
from tests.browser.players import card
from tests.serving import Sitting

FOUR = ("Agatha", "Barney", "Celeste", "Darcy")
COMMON = ("reveal", "place", "save")
"""What everybody does, whenever it is possible, until the wanted action is open."""

Wanted = Callable[[dict[str, Any]], bool]


def answer(
    table: Sitting, seat: int, open_now: list[dict[str, Any]], rng: Random, common: tuple[str, ...] = COMMON
) -> None:
    """Let a seat do something that is common, or anything that it may."""
    best = next((kind for kind in common if any(one["type"] == kind for one in open_now)), None)
    one = rng.choice([one for one in open_now if best in (None, one["type"])])
    taken: list[object] = []
    fields: dict[str, object] = {}
    for name, space in one["fields"].items():
        left = [value for value in space["values"] if name not in one["distinct"] or value not in taken]
        fields[name] = rng.choice(left)
        taken += [fields[name]] if name in one["distinct"] else []
    table.answer(seat, one["type"], **fields)


def until(table: Sitting, wanted: Wanted, seed: int = 1, common: tuple[str, ...] = COMMON) -> int:
    """Let everybody play until somebody is asked what is wanted; who it is."""
    rng = Random(seed)
    for _ in range(1500):
        seat = table.get()["waiting"][0]
        question = table.get("", seat)["question"]
        if wanted(question):
            return int(seat)
        answer(table, seat, question["boxes"]["open"], rng, common)
    raise AssertionError("it never came to that")


def has(kind: str) -> Wanted:
    """Whether an action is open."""
    return lambda question: bool(offers(question, kind))


def offers(question: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The boxes of an action."""
    return [one for one in question["boxes"]["open"] if one["type"] == kind]


def values(question: dict[str, Any], kind: str, field: str) -> set[Any]:
    """Everything that can be picked for a field of an action."""
    return {value for offer in offers(question, kind) for value in offer["fields"][field]["values"]}


def has_choice(kind: str) -> Wanted:
    """Whether an action is open with several coins and several spaces, so that each is a pick of its own."""
    return lambda question: all(len(values(question, kind, field)) > 1 for field in ("coin", "space"))


def tap_through(page: Page, tag: str) -> None:
    """Choose a card, then tap whatever glows until nothing is missing; fields without a place on the board: chips."""
    card(page, tag)
    fields = page.locator(f"#act-{tag}").get_attribute("data-fields") or ""
    for _ in fields.split():
        if page.locator("[data-summary].waiting-for").count() == 0:
            return
        glowing = page.locator(".glow").locator("visible=true")
        if glowing.count():
            glowing.last.click()
        else:
            page.locator(f"#act-{tag} ~ .card-fields .chip:not(.unfit)").last.click()


def heard(table: Sitting, kind: str, **query: object) -> list[dict[str, Any]]:
    """The events of a kind that everybody has heard."""
    return [one["event"] for one in table.get("events", None, **query) if one["event"]["type"].startswith(kind)]
