"""What was damaged in the database is noticed when it is read: not taken for true, nor other tables' trouble."""

from __future__ import annotations

import logging
import pickle
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.serving import Sitting, begin, client_of, open_services

from turncoat.server.rows import Damaged
from turncoat.server.store import Store

AT_LOAD = {
    "header": ("tables", "header", "id"),
    "secret": ("tables", "secret", "id"),
    "state": ("tables", "state", "id"),
    "snapshot": ("tables", "snapshot", "id"),
    "event": ("events", "body", "table_id"),
    "message": ("talk", "body", "table_id"),
}
"""What is read with a table: in which table of the database, column, and where that names the table."""

ENTRY = ("entries", "body", "table_id")
IN_RECORD = {"entry": ENTRY} | {name: AT_LOAD[name] for name in ("header", "secret", "state", "message")}


def flip(store: Store, table_id: str, table: str, column: str, key: str) -> None:
    """Change one bit of what a row has in a column: of one row alone."""
    where = f"{key} = :id AND {column} IS NOT NULL"
    with store.engine.begin() as connection:
        query = f"SELECT {column} FROM {table} WHERE {where} LIMIT 1"
        was: bytes = connection.execute(text(query), {"id": table_id}).scalar_one()
        now = was[:-2] + bytes([was[-2] ^ 1]) + was[-1:]
        change = f"UPDATE {table} SET {column} = :now WHERE {where} AND {column} = :was"
        assert connection.execute(text(change), {"id": table_id, "now": now, "was": was}).rowcount == 1


def spoken_and_sealed(folder: Path) -> tuple[str, str]:
    """Two tables of a server that has stopped: with talk, sealed answers and events for some."""
    with client_of(open_services(folder)) as client:
        ids = []
        for _ in range(2):
            table = begin(client, options={"rounds": 2}, listed=True)
            ids.append(table.id)
            assert table.post("talk", 0, text="Shall we?", to=[1]).status_code == 201
            for seat in range(6):
                table.answer(seat, "loot")
    return ids[0], ids[1]


@pytest.mark.parametrize("kind", AT_LOAD)
def test_a_damaged_row_of_a_table_is_told_in_one_sentence_and_the_others_go_on(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = spoken_and_sealed(tmp_path)
    services = open_services(tmp_path)
    flip(services.store, one, *AT_LOAD[kind])
    with caplog.at_level(logging.ERROR), client_of(services) as client:
        for _ in range(2):
            told = client.get(f"/api/tables/{one}")
            assert (told.status_code, told.json()["kind"]) == (500, "damaged")
            assert told.json()["detail"].startswith(f"Table {one} is damaged in the database")
            assert "docs/hosting/backup.md" in told.json()["detail"]
        assert client.get(f"/tables/{one}").status_code == 500
        assert client.get(f"/api/tables/{other}").status_code == 200
        home = client.get("/")
        assert home.status_code == 200
        assert other in home.text
        assert one not in home.text
    lines = [line for line in caplog.records if one in line.getMessage()]
    assert [line.exc_info for line in lines] == [None], "one line, no traceback"


@pytest.mark.parametrize("kind", IN_RECORD)
def test_a_record_with_a_damaged_row_is_not_given(kind: str, tmp_path: Path) -> None:
    """An order that was handed in is never another: exports and replays rather fail."""
    one, other = spoken_and_sealed(tmp_path)
    store = open_services(tmp_path).store
    flip(store, one, *IN_RECORD[kind])
    with pytest.raises(Damaged, match=one):
        store.record(one)
    assert store.record(other) is not None
    store.close()


def test_an_export_of_a_damaged_game_says_so(tmp_path: Path) -> None:
    services = open_services(tmp_path)
    with client_of(services) as client:
        table = over(begin(client, options={"rounds": 1}))
        flip(services.store, table.id, *ENTRY)
        for part in ("export", "replay"):
            told = client.get(table.path(part), headers=table.seat(0))
            assert (told.status_code, told.json()["kind"]) == (500, "damaged")


def over(table: Sitting) -> Sitting:
    table.everybody("loot")
    assert table.get()["phase"] == "finished"
    return table


def test_a_row_in_another_place_is_damaged_as_well(tmp_path: Path) -> None:
    """Two entries that have changed places are each whole, and still not what was stored there."""
    one, _ = spoken_and_sealed(tmp_path)
    store = open_services(tmp_path).store
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE entries SET number = 99 WHERE table_id = :id AND number = 8"), {"id": one})
    with pytest.raises(Damaged):
        store.record(one)
    store.close()


def test_who_learned_of_an_event_cannot_be_changed_unnoticed(tmp_path: Path) -> None:
    one, other = spoken_and_sealed(tmp_path)
    store = open_services(tmp_path).store
    with store.engine.begin() as connection:
        change = "UPDATE events SET audience = '[0]' WHERE table_id = :id AND number = 0"
        assert connection.execute(text(change), {"id": one}).rowcount == 1
    with pytest.raises(Damaged, match=one):
        store.load(one)
    assert store.load(other) is not None
    store.close()


def test_the_news_of_damage_travels_from_one_process_to_another() -> None:
    told = pickle.loads(pickle.dumps(Damaged("tab1e")))
    assert (told.kind, told.table_id, told.sentence) == ("damaged", "tab1e", Damaged("tab1e").sentence)
