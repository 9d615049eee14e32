"""A notice to a player of a test, sent as a mail."""

from __future__ import annotations

import httpx
from litestar.testing import TestClient
from tests.mail.signing import signed_in
from tests.serving import NOON, Browser, Sitting

from turncoat.server.mail.channel import MailChannel
from turncoat.server.notices.channel import Notice, Outcome
from turncoat.server.services import Services
from turncoat.table.notices import Kind

AGATHA = "agatha@example.org"


def owner_of(services: Services, browser: Browser) -> str:
    found = services.auth.people.known_as(signed_in(browser))
    assert found is not None
    assert found.person is not None
    return found.person.id


def channel(services: Services) -> MailChannel:
    found = services.channels.by_name["mail"]
    assert isinstance(found, MailChannel)
    return found


def notice(owner: str, table: Sitting, **more: object) -> Notice:
    given: dict[str, object] = {
        "id": "abc",
        "kind": Kind.TURN,
        "key": "1",
        "table": table.id,
        "seat": 0,
        "owner": owner,
        "title": "Thursday night",
        "game": "Truce",
        "at": NOON,
        "until": NOON + 3_600_000,
        "due": NOON + 3_600_000,
    }
    return Notice(**(given | more))  # type: ignore[arg-type]


def send(client: httpx.Client, services: Services, *notices: Notice, to: str = AGATHA) -> Outcome:
    """Send notices in the server's own event loop."""
    assert isinstance(client, TestClient)
    return client.blocking_portal.call(channel(services).send, notices, to)


def settled(client: httpx.Client, services: Services, table: Sitting) -> None:
    """Wait until all mails of a table are dealt with."""
    assert isinstance(client, TestClient)
    assert services.intake is not None
    client.blocking_portal.call(services.intake.settle, table.id)
