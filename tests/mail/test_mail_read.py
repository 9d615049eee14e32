"""``turncoat mail read`` says what a mail would do, and does nothing."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from tests.mail.post import written
from tests.serving import Sitting, begin, database_at

from turncoat.cli.mail import command
from turncoat.kernel.errors import BadSetup


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney", "Celeste"))


def told(folder: Path, table: str, seat: int, text: str, **headers: str) -> str:
    """What the command says of a mail."""
    file = folder / "a.eml"
    file.write_bytes(written("arbiter@games.example", "agatha@example.org", text, **headers))
    given = ["read", str(file), "--table", table, "--seat", str(seat), "--database", database_at(folder / "test.db")]
    done = CliRunner().invoke(command, given)
    if done.exception is not None:
        raise done.exception
    return done.output


def test_it_says_what_each_line_would_do(tmp_path: Path, table: Sitting) -> None:
    text = told(tmp_path, table.id, 0, "attack barney\ntell celeste: now or never\nsupport nobody\n> loot")
    assert "From: agatha@example.org" in text
    assert "this would be your answer: attack Barney" in text
    assert "this would be said: tell celeste: now or never" in text
    assert "not read: support nobody" in text
    assert "loot" not in text
    assert table.get(seat=0)["question"]["filed"] is None
    assert table.get("messages", seat=2) == []


def test_every_line_that_is_read_past_is_listed(tmp_path: Path, table: Sitting) -> None:
    """Also below the last order, and more than a reply would list."""
    prose = [f"This is thought number {number}." for number in range(8)]
    text = told(tmp_path, table.id, 0, "\n\n".join(["Hello!", "attack barney", *prose, "Sorry for being late"]))
    passed = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("  read past: ")]
    assert passed == ["Hello!", *prose, "Sorry for being late"]


def test_a_mail_of_a_program_is_dropped(tmp_path: Path, table: Sitting) -> None:
    assert "Dropped: Auto-Submitted" in told(tmp_path, table.id, 0, "loot", Auto_Submitted="auto-replied")


@pytest.mark.parametrize(("seat", "wanted"), [(3, "--seat: must be 0 to 2, not 3."), (-1, "--seat: must be 0 to 2")])
def test_a_seat_that_is_not_there(tmp_path: Path, table: Sitting, seat: int, wanted: str) -> None:
    with pytest.raises(BadSetup, match=wanted):
        told(tmp_path, table.id, seat, "loot")


def test_a_table_that_is_not_there(tmp_path: Path, table: Sitting) -> None:
    with pytest.raises(BadSetup, match="there is no table nowhere"):
        told(tmp_path, "nowhere", 0, "loot")
