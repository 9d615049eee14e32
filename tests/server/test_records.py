"""Records leave as files when a game is over, come in again, and can be seen step by step."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from tests.serving import Browser, Sitting, begin, client_of, open_services

from turncoat.server import records
from turncoat.server.schema import TABLES
from turncoat.server.services import Services
from turncoat.table import record_file

RECORD = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def over(client: httpx.Client) -> Sitting:
    """A finished game of one round with public and private talk, a promise, and a change of mind."""
    table = begin(client, options={"rounds": 1})
    table.post("talk", 0, to=[1], text="For Barney alone.", promise={"who": 0, "act": "defend"})
    table.post("talk", 2, text="For everybody.", promise={"who": 2, "act": "pass"})
    table.answer(0, "defend")
    table.answer(0, "loot")
    table.everybody("pass", 0)
    return table


def exported(table: Sitting, seat: int | None) -> str:
    response = table.client.get(table.path("export"), headers=table.seat(seat))
    assert response.status_code == 200, response.text
    return response.text


def test_until_the_game_is_over_the_record_is_secret(client: httpx.Client, table: Sitting) -> None:
    for headers in (table.host, table.seat(0), {}):
        for part in ("export", "replay"):
            response = client.get(table.path(part), headers=headers)
            assert response.status_code == 422
            assert response.json()["detail"].startswith("The record")


def test_a_file_is_named_after_its_table(over: Sitting) -> None:
    response = over.client.get(over.path("export"))
    assert response.headers["content-disposition"] == f'attachment; filename="turncoat-{over.id}.jsonl"'
    assert response.headers["content-type"].startswith("application/x-ndjson")


def test_a_game_is_taken_in_elsewhere_and_is_the_same(over: Sitting, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    file = exported(over, 0)
    with client_of(open_services(folder)) as client:
        made = client.post("/api/tables/import", headers=RECORD, content=file).json()
        there = Sitting(client, made)
        assert there.id == over.id
        for seat in (0, 1, None):
            assert there.get("events", seat) == over.get("events", seat)
            assert there.get(seat=seat)["scores"] == over.get(seat=seat)["scores"]
        assert (
            client.post("/api/tables/import", headers=RECORD, content=file).json()["detail"]
            == "This server has this table already."
        )


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (lambda text: "", "empty"),
        (lambda text: text[: len(text) // 2], "read"),
        (lambda text: text.replace('"loot"', '"defend"'), "chain"),
        (lambda text: text.replace('"truce"', '"chess"', 1), "chess"),
        (
            lambda text: json.dumps({"header": json.loads(text.splitlines()[0])["header"] | {"table": "../../x"}}),
            "header.table",
        ),
        (
            lambda text: json.dumps({"header": json.loads(text.splitlines()[0])["header"] | {"seats": 10**9}}),
            "header.seats",
        ),
        (lambda text: text.splitlines()[0] + "\n", "its end is missing"),
        (lambda text: "not json at all", "line 1"),
    ],
)
def test_a_file_that_was_changed_is_not_taken_in(over: Sitting, tmp_path: Path, spoil: Any, word: str) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with client_of(open_services(folder)) as client:
        response = client.post("/api/tables/import", headers=RECORD, content=spoil(exported(over, 0)))
        assert response.status_code in (400, 422), response.text
        assert word in response.json()["detail"].lower()


HEADERS: list[tuple[dict[str, object], str]] = [
    ({"title": "x" * 3_000_000}, "title"),
    ({"title": "a\u202eb"}, "title"),
    ({"table": "abc\n"}, "header.table"),
    ({"created": 4 * 10**12}, "times in the future"),
    ({"created": 9 * 10**18}, "header.created"),
    ({"created": -1}, "header.created"),
    ({"commitment": "0" * 64 + "\n"}, "header.commitment"),
    ({"deadline": {"type": "after", "minutes": 1e-9}}, "5 seconds"),
]


@pytest.mark.parametrize(("boast", "word"), HEADERS)
def test_a_header_from_elsewhere_is_checked_like_what_a_page_takes(
    over: Sitting, services: Services, boast: dict[str, object], word: str
) -> None:
    """A title of 3 MB would be in every list, a table of the year 285,000 before every other."""
    first, *rest = exported(over, 0).splitlines()
    header = json.loads(first)["header"] | {"table": "elsewhere"} | boast
    file = "\n".join((json.dumps({"header": header}), *rest))
    response = over.client.post("/api/tables/import", headers=RECORD, content=file)
    assert response.status_code in (400, 422), response.text
    assert word in response.json()["detail"]
    assert len(response.json()["detail"]) < 300


@pytest.mark.parametrize("at", [9 * 10**18, 4 * 10**12])
def test_no_order_comes_from_the_future(over: Sitting, tmp_path: Path, at: int) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    spoiled = re.sub(r'"at":\d+', f'"at":{at}', exported(over, 0), count=1)
    with client_of(open_services(folder)) as client:
        response = client.post("/api/tables/import", headers=RECORD, content=spoiled)
        assert response.status_code in (400, 422), response.text


def test_a_game_from_elsewhere_is_in_no_list(client: httpx.Client, tmp_path: Path) -> None:
    """Whatever its header says: whoever has its address looks at it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    table = begin(client, options={"rounds": 1}, listed=True)
    table.everybody("pass")
    file = exported(table, 0)
    assert record_file.read(file.encode()).header.listed
    services = open_services(folder)
    with client_of(services) as elsewhere:
        assert elsewhere.post("/api/tables/import", headers=RECORD, content=file).status_code == 201
        assert elsewhere.get("/api/tables").json() == []
        with services.store.reading() as connection:
            assert not connection.scalar(select(TABLES.c.listed))


def test_of_two_equal_games_from_elsewhere_at_once_one_is_taken_in(over: Sitting, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    file = exported(over, 0).encode()

    async def both() -> list[object]:
        services = open_services(folder)
        await services.open()
        twice = (records.take_in(services, "somewhere", file) for _ in range(2))
        made = await asyncio.gather(*twice, return_exceptions=True)
        await services.close()
        return [str(fault) for fault in made if isinstance(fault, Exception)]

    assert asyncio.run(both()) == ["This server has this table already."]


def test_a_finished_game_is_seen_again_step_by_step_through_any_eyes(over: Sitting) -> None:
    last = over.get("replay", None)
    assert last["step"] == last["of"]
    assert last["table_view"]["phase"] == "finished"
    begun = next(step for step in range(last["of"] + 1) if over.get("replay", None, step=step)["table_view"]["view"])
    answered = over.get("replay", None, step=begun + 1, viewer=0)["table_view"]
    assert answered["question"]["filed"] == {"type": "loot"}
    assert over.get("replay", None, step=begun + 1, viewer=3)["table_view"]["question"]["filed"] is None


def test_seen_through_other_eyes_talk_shows_only_as_far_as_it_was_heard(over: Sitting) -> None:
    assert over.get("replay", 1, viewer=0)["table_view"]["pledges"]
    assert [one["sender"] for one in over.get("replay", 2, viewer=0)["table_view"]["pledges"]] == [2]
    assert over.get("replay", 2, viewer=0)["table_view"]["messages"] == 1


def test_steps_and_eyes_that_are_none(over: Sitting) -> None:
    assert over.client.get(over.path("replay"), params={"step": 999}).json()["field"] == "step"
    assert over.client.get(over.path("replay"), params={"viewer": 6}).json()["field"] == "viewer"


def test_the_pages_show_a_finished_game_through_any_eyes_and_keep_private_talk(over: Sitting) -> None:
    browser = Browser(over.client)
    browser.join(over.link(2))
    for viewer in range(6):
        page = browser.get(f"/tables/{over.id}/replay?seat={viewer}")
        assert page.status_code == 200
        assert "For Barney alone." not in page.text
    assert browser.get(f"/tables/{over.id}/export").status_code == 200


def test_while_a_game_lasts_one_looks_back_only_through_the_own_eyes(table: Sitting, browser: Browser) -> None:
    table.everybody("pass")
    browser.join(table.link(2))
    assert browser.get(f"/tables/{table.id}/replay").status_code == 200
    assert browser.get(f"/tables/{table.id}/replay?seat=2").status_code == 200
    assert browser.get(f"/tables/{table.id}/replay?seat=3").status_code == 403


def test_a_saved_game_is_opened_from_a_page(over: Sitting, tmp_path: Path) -> None:
    """The form works without script; a file that is none is refused beside it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with client_of(open_services(folder)) as client:
        browser = Browser(client)
        assert "Look at a saved game" in browser.get("/my-tables").text
        refused = browser.post("/records", files={"record": b"not json at all"})
        assert refused.status_code == 422
        assert "This is not a record of a table" in refused.text
        shown = browser.post("/records", files={"record": exported(over, 0).encode()})
        assert str(shown.url).endswith(f"/tables/{over.id}/replay")
        assert "The saved game is now on this server." in shown.text
