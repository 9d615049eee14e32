"""A copy of a database that somebody starts elsewhere tells nobody twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.serving import open_services

from turncoat.server import services as module
from turncoat.server.notices.channels import NAMES

HERE, THERE = "https://a.example", "https://b.example"


def channels(folder: Path, url: str, *, moved: bool = False) -> set[str]:
    """On which channels a server at this address tells people."""
    services = open_services(folder, public_url=url, moved=moved)
    found = set(services.channels.by_name)
    services.auth.close()
    services.store.close()
    assert found.isdisjoint(services.channels.off)
    return found


def test_a_copy_elsewhere_tells_nobody_until_its_host_says_that_it_has_moved(tmp_path: Path) -> None:
    assert channels(tmp_path, HERE) == channels(tmp_path, HERE) == {"push", "hook"}
    assert channels(tmp_path, THERE) == set()
    assert channels(tmp_path, "") == set()
    assert channels(tmp_path, THERE, moved=True) == {"push", "hook"}
    assert channels(tmp_path, THERE) == {"push", "hook"}
    assert channels(tmp_path, HERE) == set()


def test_a_server_that_has_had_no_address_tells_people(tmp_path: Path) -> None:
    assert channels(tmp_path, "") == {"push", "hook"}
    assert channels(tmp_path, HERE) == {"push", "hook"}


def test_its_pages_say_why(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    channels(tmp_path, HERE)
    services = open_services(tmp_path, public_url=THERE)
    assert set(services.channels.off) == set(NAMES)
    assert "This server runs on a copy" in services.channels.off["push"]
    assert "--moved" in caplog.text
    services.auth.close()
    services.store.close()


def test_a_copy_that_tells_everybody_twice_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_copy", lambda *_, **__: False)
    with pytest.raises(AssertionError):
        test_a_copy_elsewhere_tells_nobody_until_its_host_says_that_it_has_moved(tmp_path)
