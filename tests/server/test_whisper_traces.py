"""Two whisper, agree and break their word: no page and no answer to a third differs from what it is without that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from tests.serving import Browser, Clock, Sitting, another, begin, client_of, open_services

from turncoat.table import holders, table_view
from turncoat.table.table import Table

NAMES = ("Anna", "Ben", "Clara", "Dora")
ANNA, BEN, CLARA, DORA = range(4)

ELSEWHERE = ("/", "/my-tables", "/api/my-tables", "/api/tables", "/me", "/notices")
"""What is not of one table alone."""

THREADS = ("", "?to=1", "?to=2", "?to=1,2&read=9&counter=1", "?round=1&frame=0", "?since=0", "?viewer=1", "?viewer=2")
"""What a curious reader adds to an address."""

OF_THE_BROWSER = re.compile(r'name="_csrf" value="[^"]*"|"token":"[^"]*"')
"""What differs from browser to browser."""

OF_CHANCE = re.compile(r'\b[0-9a-f]{12,}\b|shown=\W?\d+|"salt":"[^"]*"|data-push="[^"]*"|/calendar/[\w.-]+')
"""What differs from game to game: salts, what follows from them, and the numbers of views."""

Pages = dict[tuple[str, int], str]
"""What a reader (-1: nobody whom the table knows) gets at an address."""


def addresses(app: Litestar, table: Sitting) -> list[str]:
    """Every address of a table that can be asked for, but for streams, which do not end."""
    found = (route.path for route in app.routes if "GET" in getattr(route, "methods", ()))
    of_it = (path.replace("{table:str}", table.id) for path in found if path.count("{") == 1 and "{table:" in path)
    return [one for one in of_it if not one.endswith("/stream")]


def looks(client: TestClient[Litestar], table: Sitting, browsers: Sequence[Browser]) -> Pages:
    """All that Anna, Dora and a stranger can get."""
    found = {}
    for reader, browser in zip((ANNA, DORA, -1), browsers, strict=True):
        for at in (*ELSEWHERE, *(path + more for path in addresses(client.app, table) for more in THREADS)):
            found[at, reader] = OF_THE_BROWSER.sub("", browser.client.get(at).text)
    return found


def plotted(table: Sitting) -> None:
    """Ben and Clara whisper, ask, agree, refuse and promise what Ben will break."""
    table.post("talk", BEN, to=[CLARA], text="Anna is next.")
    wish = {"who": CLARA, "act": "attack", "fields": {"target": ANNA}}
    table.post("talk", BEN, to=[CLARA], request=wish, offer={"who": BEN, "act": "support", "fields": {"target": CLARA}})
    table.post("talk", CLARA, about=len(table.get("messages", CLARA)), answer="agree")
    table.post("talk", CLARA, to=[BEN], request={"who": BEN, "act": "defend"})
    table.post("talk", BEN, about=len(table.get("messages", BEN)), answer="no", text="No.")
    table.post("talk", BEN, to=[CLARA], promise={"who": BEN, "act": "defend"})


def differing(one: Pages, other: Pages) -> list[tuple[str, int]]:
    """Where pages differ."""
    assert one.keys() == other.keys()
    return [where for where in one if one[where] != other[where]]


def evening(folder: Path, whispers: bool) -> tuple[list[tuple[str, int]], Pages]:
    """Where a whisper changes a byte before the first round is over, and what the others can get at the end."""
    folder.mkdir()
    with client_of(open_services(folder, clock=Clock(), rates={})) as client:
        table = begin(client, NAMES, options={"rounds": 2})
        browsers = [another(client) for _ in range(3)]
        for seat, browser in zip((ANNA, DORA), browsers, strict=False):
            table.hand(seat, browser)
        changed = list[tuple[str, int]]()
        if whispers:
            looks(client, table, browsers)
            before = looks(client, table, browsers)
            plotted(table)
            changed = differing(before, looks(client, table, browsers))
        for _ in range(2):
            table.everybody("loot")
        assert table.get()["phase"] == "finished"
        if whispers:
            fates = [one["fate"] for one in table.get("messages", BEN) if one["fate"]]
            assert set(fates) == {"broken"}
            plotted(table)
        return changed, {at: OF_CHANCE.sub("", page) for at, page in looks(client, table, browsers).items()}


def traces(folder: Path) -> list[tuple[str, int]]:
    """Where something shows that two others have whispered."""
    changed, loud = evening(folder / "loud", True)
    return changed + differing(evening(folder / "silent", False)[1], loud)


def test_whispers_of_others_change_no_page(tmp_path: Path) -> None:
    """Not a byte while nothing else happens; at the end nothing but what chance has drawn."""
    assert traces(tmp_path) == []


def heard_by_all(patch: pytest.MonkeyPatch) -> None:
    """A planted fault: everybody hears everything."""
    patch.setattr(holders, "reach", lambda hearers, seat, holder: True)


def counted_for_all(patch: pytest.MonkeyPatch) -> None:
    """A planted fault: a table says how many messages there are in all."""
    sound = table_view.make_table_view

    def counting(table: Table, seat: int | None, holder: int | None = None) -> table_view.TableView:
        return replace(sound(table, seat, holder), messages=len(table.talk))

    patch.setattr(table_view, "make_table_view", counting)


@pytest.mark.parametrize("fault", [heard_by_all, counted_for_all])
def test_a_page_that_shows_whispers_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    monkeypatch.setattr("tests.server.test_whisper_traces.THREADS", ("",))
    fault(monkeypatch)
    assert traces(tmp_path)
