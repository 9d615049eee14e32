"""The short forms of ``make soak``, and that each part finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.serving import SEED
from tests.soak import soak

from turncoat.server.mail import own_lines


def after(rounds: int) -> Callable[[], bool]:
    """Whether it has been asked so often."""
    asked = iter(range(rounds))
    return lambda: next(asked, None) is None


def broken(*_: object) -> None:
    raise RuntimeError("planted")


def test_no_acknowledged_order_is_lost(tmp_path: Path) -> None:
    """Promise: no lost order."""
    assert soak.kills(tmp_path, 1, SEED).found == []


def test_a_lost_order_is_found(tmp_path: Path) -> None:
    assert soak.kills(tmp_path, 1, SEED, "hasty").found


def test_games_beside_each_other_end_and_are_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: no stuck table."""
    monkeypatch.setattr(soak, "game_ids", lambda: ("conspiracy", "truce"))
    assert soak.play(tmp_path, after(2), SEED).found == []


def test_who_plays_beside_them_begins_again_when_their_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "ROUNDS", 1)
    monkeypatch.setattr(soak, "game_ids", lambda: ("truce",))
    assert soak.play(tmp_path, after(1), SEED).found == []


def test_a_record_that_does_not_hold_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "verify", lambda _: ["planted"])
    monkeypatch.setattr(soak, "game_ids", lambda: ("truce",))
    assert soak.play(tmp_path, after(1), SEED).found


def test_changed_input_is_refused_everywhere(tmp_path: Path) -> None:
    assert soak.mutations(tmp_path, 200, SEED).found == []


def test_a_door_that_fails_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.server.store.Store.summaries", broken)
    assert soak.mutations(tmp_path, 200, SEED).found


def test_no_acknowledged_mail_is_lost(tmp_path: Path) -> None:
    assert soak.mail_kills(tmp_path, 1, SEED).found == []


def test_a_lost_mail_is_found(tmp_path: Path) -> None:
    assert soak.mail_kills(tmp_path, 3, SEED, "hasty").found


def test_changed_mails_do_no_harm() -> None:
    assert soak.mails(200, SEED).found == []


def test_an_order_from_a_quoted_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_lines, "_above", lambda lines: lines)
    monkeypatch.setattr(own_lines, "_is_quoted", lambda line: False)
    assert soak.mails(300, SEED).found
