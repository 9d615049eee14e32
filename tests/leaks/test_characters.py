"""What others learn of a character: what lies open at their table, and not one byte of what is its owner's alone."""

from __future__ import annotations

from pathlib import Path
from re import sub

import httpx
import pytest
from msgspec.structs import replace
from tests.server.with_characters import Keeper, play_out, waiting
from tests.serving import Sitting, another, client_of, open_services

from turncoat.table import seat_view, table_view
from turncoat.table.seat_view import SeatView
from turncoat.table.table import Table

NOTES = ("Her axe is called Doubt.", "She hates the sea, and water, and all fish, and Barney most of all.")


def seen(client: httpx.Client, table: Sitting) -> bytes:
    """Everything that the other seat, a spectator and a stranger's pages are shown.

    But for whole digests: keys and marks are drawn anew for every table, and enter the chain.
    """
    stranger = another(client)
    parts = [
        *(
            client.get(table.path(part), headers=table.seat(seat)).content
            for part in ("", "events")
            for seat in (1, None)
        ),
        stranger.get(f"/tables/{table.id}")
        .content.partition(b'<main id="main"')[2]
        .replace(stranger.token.encode(), b""),
        client.get("/api/tables").content,
    ]
    return sub(rb'[0-9a-f]{32,64}|(?<=data-shown=")[0-9]+|(?<=name="shown" value=")[0-9]+', b"", b"\n".join(parts))


def world(folder: Path, notes: str, fights: int) -> bytes:
    """What others see of a table with somebody's character, before, during and after a fight.

    Args:
        folder: For the database.
        notes: What the owner has written.
        fights: How many other tables it has been promised to.
    """
    folder.mkdir()
    services = open_services(folder)
    with client_of(services) as client:
        agatha = Keeper(client)
        agda = agatha.make()
        table = waiting(client, agatha)
        agatha.send("PUT", f"/api/characters/{agda}", {"notes": notes})
        for _ in range(fights):
            agatha.bring(waiting(client, agatha), agda)
        assert agatha.bring(table, agda).status_code == 204
        stages = [seen(client, table)]
        assert table.do("start").status_code == 204
        stages.append(seen(client, table))
        assert play_out(table) == "finished"
        stages.append(seen(client, table))
    return b"\n".join(stages)


def test_notes_history_and_other_tables_are_the_owners_alone(tmp_path: Path) -> None:
    """THR-1.3: the sheet lies open, and nothing else does; not one byte depends on it."""
    plain, busy = world(tmp_path / "a", NOTES[0], 0), world(tmp_path / "b", NOTES[1], 2)
    assert b"Agda" in plain
    assert plain == busy


def test_a_mark_that_is_shown_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: the thread between a seat and the owner's characters is shown with the seat."""
    honest = seat_view.seat_view

    def telling(sitting: Table, number: int) -> SeatView:
        shown, brought = honest(sitting, number), sitting.state.characters.get(number)
        return replace(shown, character=brought.mark if brought else "")

    monkeypatch.setattr(table_view, "seat_view", telling)
    assert world(tmp_path / "a", NOTES[0], 0) != world(tmp_path / "b", NOTES[0], 0)
