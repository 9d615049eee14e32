"""A server that sends mail, by a real relay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.mail.noticing import AGATHA, notice, owner_of, send
from tests.mail.office import Office, at, relay
from tests.mail.post import Correspondent
from tests.mail.signing import SITE, enter
from tests.serving import Browser, Clock, Sitting, another, begin, client_of, open_services

from turncoat.server.services import Services
from turncoat.server.settings import Incoming, Settings


@pytest.fixture
def office() -> Iterator[Office]:
    made = Office()
    with relay(made, enable_SMTPUTF8=True) as port:
        made.port = port
        yield made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def incoming() -> Incoming | None:
    """Where the server takes mails in; a test of such mails says where."""
    return None


@pytest.fixture
def token_in() -> str:
    """Where the server's mails hold what an answer is for."""
    return "address"


@pytest.fixture
def services(tmp_path: Path, clock: Clock, office: Office, incoming: Incoming | None, token_in: str) -> Services:
    mail = at(office.port, incoming=incoming, token_in=token_in)
    return open_services(tmp_path, clock=clock, settings=Settings(mail=mail), public_url=SITE)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


@pytest.fixture
def browser(client: httpx.Client) -> Browser:
    """The browser that asks; the client has its cookies."""
    return Browser(client)


@pytest.fixture
def other(client: httpx.Client) -> Browser:
    """A browser elsewhere."""
    return another(client)


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    """A table that plays."""
    return begin(client, ("Agatha", "Barney", "Celeste", "Darcy"), title="Thursday night")


@pytest.fixture
def agatha(services: Services, client: httpx.Client, browser: Browser, office: Office, table: Sitting) -> Correspondent:
    """A player who has proved her address, holds seat 0 and got a mail that it is her turn."""
    enter(browser, office)
    table.hand(0, browser)
    send(client, services, notice(owner_of(services, browser), table))
    assert services.mail is not None
    return Correspondent(office, AGATHA, services.mail.listener.port)
