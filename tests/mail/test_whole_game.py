"""A whole game of Truce of five: three play by mail alone, from the invitation to the end, two by pages without script.

Their mails leave by real SMTP and come in by real LMTP and IMAP. On the way a turn is missed, somebody is absent, a
seat is taken over by mail, and a vote ends the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.dovecot import PASSWORD, USER, Dovecot, dovecot
from tests.mail.office import Office, at
from tests.mail.post import Correspondent
from tests.mail.signing import SITE, enter
from tests.serving import Browser, Clock, Sitting, another, client_of, gather, open_services

from turncoat.server.services import Services
from turncoat.server.settings import ImapSettings, Incoming, Settings

DAY = 24 * 3600


class ByMailbox(Correspondent):
    """Somebody whose mails come into a mailbox, from which the server fetches them."""

    def __init__(self, office: Office, address: str, box: Dovecot) -> None:
        super().__init__(office, address, 0)
        self.box = box

    def hand_in(self, to: str, raw: bytes) -> None:
        self.box.append(raw)


class ByPage:
    """Somebody who plays by pages without script."""

    def __init__(self, client: httpx.Client, table: Sitting, seat: int) -> None:
        self.browser, self.at = another(client), f"/tables/{table.id}"
        assert self.browser.join(table.link(seat)).status_code == 200

    def answer(self, act: str) -> None:
        """Give an answer that needs no more words."""
        page = self.browser.get(self.at).text
        asked = re.search(r'name="request" value="(\d+)"', page)
        assert asked is not None
        assert f'value="{act}"' in page
        assert self.browser.post(f"{self.at}/answer", {"act": act, "request": asked[1]}).status_code == 200

    def vote(self, number: int) -> None:
        """Vote for a proposal."""
        assert "Vote" in self.browser.get(self.at).text
        assert self.browser.post(f"{self.at}/vote", {"number": number, "yes": "yes"}).status_code == 200


@pytest.fixture(params=["lmtp", "imap", "one address"])
def way(request: pytest.FixtureRequest) -> str:
    """How mails come in; with one address for all of them what is answered says for whom they are."""
    return str(request.param)


@pytest.fixture
def box(way: str) -> Iterator[Dovecot | None]:
    """The mailbox of two of the three who play by mail; None: all mails come by LMTP."""
    if way == "lmtp":
        yield None
        return
    with dovecot() as box:
        yield box


@pytest.fixture
def services(
    tmp_path: Path, clock: Clock, office: Office, way: str, box: Dovecot | None, monkeypatch: pytest.MonkeyPatch
) -> Services:
    monkeypatch.setenv("TURNCOAT_IMAP_PASSWORD", PASSWORD)
    imap = None if box is None else ImapSettings(host="127.0.0.1", port=box.port, user=USER, seconds=5)
    token_in = "both" if way == "one address" else "address"
    mail = at(office.port, incoming=Incoming(listen="127.0.0.1:0"), imap=imap, token_in=token_in)
    return open_services(tmp_path, clock=clock, settings=Settings(mail=mail), public_url=SITE)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


class Game:
    """The table and its players; time passes only when it is told to."""

    def __init__(self, client: httpx.Client, services: Services, clock: Clock, office: Office, host: Browser) -> None:
        assert isinstance(client, TestClient)
        self.portal, self.services, self.clock = client.blocking_portal, services, clock
        self.office, self.host = office, host
        names = ("Agatha", "Barney", "Seat three", "Seat four", "Seat five")
        deadline = {"type": "after", "minutes": 1440}
        self.table: Sitting = gather(client, names, title="Thursday night", options={"rounds": 8}, deadline=deadline)
        host.join(self.table.link(None))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and all be done that is due: decisions are closed, mails leave."""
        self.clock.forward(seconds)
        self.portal.call(self.services.keeper.alarms.look)
        self.portal.call(self.services.outbox.work)

    def invite(self, seat: int, name: str, box: Dovecot | None = None) -> Correspondent:
        """Invite somebody by mail, who accepts by answering; from a mailbox, if one is given."""
        address, before = f"{name.lower()}@example.org", len(self.office.mails)
        self.host.get(f"/tables/{self.table.id}")
        sent = self.host.post(f"/tables/{self.table.id}/invite", {"seat": str(seat), "address": address})
        assert sent.status_code == 200, sent.text
        self.office.wait(before + 1)
        assert self.services.mail is not None
        by_lmtp = Correspondent(self.office, address, self.services.mail.listener.port)
        person = by_lmtp if box is None else ByMailbox(self.office, address, box)
        assert f"ACCEPTED. You are {name}" in person.told(f"accept {name}")
        return person

    @property
    def round(self) -> int:
        return int(self.table.get()["view"]["round"])

    def kind(self, seat: int) -> tuple[str, bool]:
        seats = self.table.get()["seats"]
        return seats[seat]["kind"], seats[seat]["stands_in"]


@pytest.mark.timeout(600)
def test_a_game_by_mail_from_the_invitation_to_the_end(
    client: httpx.Client, services: Services, clock: Clock, office: Office, box: Dovecot | None
) -> None:
    host = another(client)
    enter(host, office, "host@example.org", "Hostess")
    game = Game(client, services, clock, office, host)
    table = game.table
    agatha, barney = (ByPage(client, table, seat) for seat in (0, 1))
    celeste, darcy, emmett = game.invite(2, "Celeste"), game.invite(3, "Darcy", box), game.invite(4, "Emmett", box)
    assert table.do("start").status_code == 204

    game.pass_time(180)  # round 1: everybody answers; the last one by mail closes it
    for person, order in ((celeste, "attack barney"), (darcy, "defend\ntell celeste: well met"), (emmett, "Loot.")):
        assert "TAKEN" in person.told(order, person.last("What"))
        if person is not emmett:
            (agatha if person is celeste else barney).answer("defend")
    assert game.round == 2

    game.pass_time(180)  # round 2: Darcy misses his turn, and Emmett announces an absence
    assert "well met" in celeste.last("Answer this mail").part("plain")
    celeste.told("pass")
    emmett.told("defend\naway 2026-09-23 to 2026-09-24")
    agatha.answer("defend")
    barney.answer("defend")
    game.pass_time(DAY)
    assert game.round == 3
    assert table.get()["seats"][3]["missed"] == 1

    game.pass_time(180)  # round 3: Emmett leaves for good, and Flora takes his seat over by mail
    emmett.told("leave for good")
    emmett.told("leave for good", emmett.last())
    assert game.kind(4)[0] == "bot"
    flora = game.invite(4, "Flora", box)
    assert game.kind(4) == ("person", False)
    assert "is not" not in flora.told("status")
    darcy.told("support celeste", darcy.last("Answer this mail"))

    told = celeste.told("propose draw")  # and a vote for a draw ends it
    assert "Vote 1 is open" in told
    game.pass_time(300)
    assert "Vote 1" in darcy.last("vote 1 yes").part("plain")
    for person in (darcy, flora):
        person.told("vote 1 yes", person.last("vote 1 yes"))
    for player in (agatha, barney):
        player.vote(1)
    assert table.get()["phase"] in ("closed", "finished")
    game.pass_time(300)
    assert "over" in str(celeste.mails[-1].mail["Subject"]).lower()
