"""From the table to the device: the outbox sends what is owed by push and by webhook, to stand-ins of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.listening import Listening, listening
from tests.server.test_push import SETTINGS, subscribed
from tests.server.test_webpush import Device
from tests.serving import Browser, Clock, Sitting, another, begin, open_services

from turncoat.kernel.errors import BadSetup
from turncoat.server.services import Services
from turncoat.server.settings import read_settings
from turncoat.table.deadline import After


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, settings=SETTINGS)


@pytest.fixture
def there() -> Iterator[Listening]:
    with listening() as server:
        server.answer(201)
        yield server


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    daily = msgspec.to_builtins(After(1440))
    return begin(client, ("Agatha", "Barney", "Celeste"), title="Thursday night", deadline=daily)


def work(client: Any, services: Services) -> None:
    """Let the outbox do all that is to be done by now."""
    with client.portal() as portal:
        portal.call(services.outbox.work)


def told(there: Listening, device: Device) -> list[str]:
    """What a device was told, in order."""
    return [msgspec.json.decode(device.read(one.body))["body"] for one in there.heard if one.path == "/push"]


def test_a_device_is_told_of_the_next_question_and_not_of_what_others_seal(
    client: httpx.Client, services: Services, table: Sitting, there: Listening, clock: Clock
) -> None:
    browser, device = another(client), Device(f"{there.url}/push")
    table.hand(0, browser)
    assert subscribed(browser, device).status_code == 201
    clock.forward(60)
    table.answer(0, "loot")
    table.answer(1, "loot")
    work(client, services)
    before = told(there, device)
    assert not any("your turn" in line for line in before)
    table.answer(2, "loot")
    work(client, services)
    work(client, services)
    new = told(there, device)[len(before) :]
    assert [line for line in new if "your turn" in line] == ["It is your turn, until Tue 22 Sep, 14:14 UTC."]


def test_the_webhook_of_a_table_is_told_when_the_game_is_over(
    client: httpx.Client, services: Services, table: Sitting, there: Listening, clock: Clock
) -> None:
    host: Browser = another(client)
    host.join(table.link(None))
    host.get(f"/tables/{table.id}/host")
    host.post(f"/tables/{table.id}/host/hook", {"shape": "slack", "url": f"{there.url}/hook"})
    clock.forward(60)
    assert table.do("close").status_code == 204
    work(client, services)
    said = [msgspec.json.decode(one.body)["text"] for one in there.heard]
    assert any(text.startswith("Thursday night: The game is over") for text in said), said


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('[hooks]\nreach = ["intranet"]', "hooks.reach"),
        ('[push]\ncontact = "nobody"', "push.contact"),
        ('[push]\ncontact = "a@b>c"', "push.contact"),
        ('[push]\nkey = "x"', "settings"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(text: str, field: str, tmp_path: Path) -> None:
    file = tmp_path / "turncoat.toml"
    file.write_text(text)
    with pytest.raises(BadSetup) as refused:
        read_settings(str(file))
    assert refused.value.field == field


def test_settings_of_push_and_hooks_are_read(tmp_path: Path) -> None:
    file = tmp_path / "turncoat.toml"
    file.write_text('[push]\ncontact = "host@games.example"\n[hooks]\nreach = ["10.0.0.0/8"]')
    found = read_settings(str(file))
    assert (found.push.contact, found.hooks.reach) == ("host@games.example", ("10.0.0.0/8",))
