"""A free seat is taken, an invitation declined, and mails are stopped by answering or sending a mail, with no page."""

from __future__ import annotations

import re

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.noticing import notice, owner_of, send, settled
from tests.mail.office import Office
from tests.mail.post import Correspondent, hand_in, written
from tests.mail.signing import enter
from tests.mail.test_attacks import states
from tests.serving import Browser, Sitting, another, begin

from turncoat.server.mail.accepting import Accepting
from turncoat.server.mail.senders import Senders
from turncoat.server.services import Services
from turncoat.server.settings import Incoming
from turncoat.table.notices import Kind

DORA = "dora@example.org"
BARNEY = 1


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    """A table that is open to everybody."""
    return begin(client, ("Agatha", "Barney", "Celeste", "Darcy"), title="Thursday night", listed=True)


@pytest.fixture
def dora(services: Services, client: httpx.Client, other: Browser, office: Office, table: Sitting) -> Correspondent:
    """Somebody who stands by, and has got a mail that Barney's seat is free."""
    enter(other, office, DORA, "Dora")
    assert other.post(f"/tables/{table.id}/standby", {}).status_code == 200
    assert table.do("revoke", seat=BARNEY).status_code == 204
    free = notice(owner_of(services, other), table, kind=Kind.FREE, seat=None, key="free 1")
    send(client, services, free, to=DORA)
    assert services.mail is not None
    return Correspondent(office, DORA, services.mail.listener.port)


def barney(table: Sitting) -> tuple[str, str]:
    seat = table.get()["seats"][BARNEY]
    return seat["name"], seat["kind"]


# --- a free seat ------------------------------------------------------------------------------------


def test_who_stands_by_takes_the_seat_by_mail_and_plays(
    dora: Correspondent, table: Sitting, client: httpx.Client
) -> None:
    """B11: accept, and the reply is answered with the first order; event 31."""
    assert "answer with: accept NAME" in " ".join(dora.last().part("plain").split())
    told = dora.told("Accept Dora!")
    assert "ACCEPTED. You are Dora at Thursday night." in told
    assert barney(table) == ("Dora", "person")
    assert "TAKEN: loot" in dora.told("loot", dora.last("ACCEPTED"))


def test_a_digest_cannot_be_answered_so_it_does_not_say_how(
    dora: Correspondent, services: Services, client: httpx.Client, table: Sitting, other: Browser
) -> None:
    owner = owner_of(services, other)
    free = [notice(owner, table, kind=Kind.FREE, seat=None, key=f"free {one}", id=f"n{one}") for one in range(2)]
    send(client, services, *free, to=DORA)
    digest = dora.mails[-1]
    assert digest.mail["Reply-To"] is None
    assert "accept NAME" not in digest.part("plain")


def test_a_seat_is_accepted_once(dora: Correspondent, table: Sitting) -> None:
    """Nobody gets a second seat by writing twice."""
    first = dora.last()
    dora.told("accept Dora", first)
    table.do("revoke", seat=2)
    assert "ACCEPTED. You are Dora" in dora.told("accept Second", first)
    assert [seat["name"] for seat in table.get()["seats"]].count("Second") == 0


def test_a_seat_that_somebody_else_took_is_refused(dora: Correspondent, table: Sitting) -> None:
    assert table.client.post(table.path("host/person"), headers=table.host, json={"seat": BARNEY}).status_code < 500
    table.hand(BARNEY, another(table.client))
    told = dora.told("accept Dora")
    assert "NOT TAKEN: No seat is free" in told


def test_declining_changes_nothing_and_leaving_ends_the_wait(
    dora: Correspondent, table: Sitting, other: Browser
) -> None:
    first = dora.last()
    assert "DECLINED. You still stand by" in dora.told("decline", first)
    assert "NOT TAKEN. To take the seat" in dora.told("What is this?", first)
    assert "You stand by for a seat at this table no more" in dora.told("leave", first)
    assert "NOT TAKEN: You do not stand by" in dora.told("accept Dora", first)
    assert barney(table)[1] != "person"


def test_the_address_is_worth_nothing_to_anybody_else(
    dora: Correspondent, agatha: Correspondent, services: Services, client: httpx.Client, table: Sitting
) -> None:
    """B11, 4: whoever has the address of a mail that was passed on is not its reader."""
    before = len(dora.office.mails)
    to = re.search(r"[^<\s]+@[^>\s]+", str(dora.last().mail["Reply-To"]))
    assert to is not None
    for sender in (agatha.address, "stranger@example.org"):
        assert hand_in(dora.port, to[0], sender, written(to[0], sender, "accept Mallory"))[0] == 250
    dora.told("decline")
    assert states(services).count(("dropped", "it does not come from the player who stands by")) == 2
    assert len(dora.office.mails) == before + 1
    assert barney(table)[1] != "person"


def test_an_automatic_answer_takes_no_seat(dora: Correspondent, services: Services, table: Sitting) -> None:
    dora.answer("accept Robot", Auto_Submitted="auto-replied")
    dora.told("decline")
    assert sorted(state for state, _ in states(services)) == ["done", "dropped"]
    assert barney(table)[1] != "person"


def test_a_sender_whom_the_mail_server_calls_forged_takes_no_seat(
    dora: Correspondent, services: Services, table: Sitting, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B11, 4: what the host's own mail server says of the sender counts here, too."""
    monkeypatch.setattr(Senders, "forged", lambda *_: "the mail server says that the sender is forged")
    dora.answer("accept Dora")
    assert isinstance(client, TestClient)
    assert services.intake is not None
    client.blocking_portal.call(services.intake.settle, "")
    assert states(services) == [("dropped", "the mail server says that the sender is forged")]
    assert barney(table)[1] != "person"


# --- an invitation that is declined -----------------------------------------------------------------


def invited(office: Office, services: Services, client: httpx.Client, table: Sitting) -> Correspondent:
    """Somebody whom the host has invited to Barney's seat by mail."""
    host = another(client)
    enter(host, office, "host@example.org", "Hostess")
    host.join(table.link(None))
    table.do("revoke", seat=BARNEY)
    before = len(office.mails)
    assert host.post(f"/tables/{table.id}/invite", {"seat": str(BARNEY), "address": DORA}).status_code == 200
    office.wait(before + 1)
    assert services.mail is not None
    return Correspondent(office, DORA, services.mail.listener.port)


def test_the_host_is_told_once_that_an_invitation_was_declined(
    office: Office, services: Services, client: httpx.Client, table: Sitting
) -> None:
    flora = invited(office, services, client, table)
    first, before = flora.last(), len(office.mails)
    flora.answer("decline", first)
    office.wait(before + 2)
    told = " ".join(office.to("host@example.org")[-1].part("plain").split())
    assert f"The invitation to the seat of {barney(table)[0]} at Thursday night was declined." in told
    assert "DECLINED. The host is told so." in " ".join(flora.mails[-1].part("plain").split())
    flora.answer("accept Flora", first)
    flora.answer("decline", first)
    office.wait(before + 4)
    assert len(office.to("host@example.org")) == 2, "one to sign in, one about the first answer"
    assert barney(table)[1] != "person"


def test_an_invitation_that_was_accepted_is_not_declined_later(
    office: Office, services: Services, client: httpx.Client, table: Sitting
) -> None:
    flora = invited(office, services, client, table)
    first = flora.last()
    flora.told("accept Flora", first)
    assert "NOT TAKEN" in flora.told("decline", first)
    assert barney(table) == ("Flora", "person")


# --- mails that are stopped by mail -----------------------------------------------------------------


def stops(services: Services, owner: str) -> bool:
    """Whether somebody wants no mails."""
    wishes = services.choices.of([owner]).get(owner)
    return wishes is not None and not any(yes for (_, _, channel), yes in wishes.chosen.items() if channel == "mail")


def stop_address(correspondent: Correspondent) -> str:
    found = re.search(r"<mailto:(\S+@\S+)\?subject=unsubscribe>", str(correspondent.mails[-1].mail["List-Unsubscribe"]))
    assert found is not None, correspondent.mails[-1].mail["List-Unsubscribe"]
    return found[1]


@pytest.mark.parametrize("headers", [{}, {"Auto_Submitted": "auto-generated"}])
def test_any_mail_to_the_address_in_list_unsubscribe_stops_the_mails(
    agatha: Correspondent,
    services: Services,
    client: httpx.Client,
    table: Sitting,
    browser: Browser,
    headers: dict[str, str],
) -> None:
    """RFC 2369, 3.2: mail programs send it for their owner, and say so in a header or not; nothing is answered."""
    to, before = stop_address(agatha), len(agatha.office.mails)
    assert len(to.rpartition("@")[0]) <= 64, "RFC 5321, 4.5.3.1.1"
    assert not stops(services, owner_of(services, browser))
    assert hand_in(agatha.port, to, "robot@provider.example", written(to, agatha.address, "", **headers))[0] == 250
    agatha.told("status")
    assert stops(services, owner_of(services, browser))
    assert len(agatha.office.mails) == before + 1
    assert ("done", "mails about this table are stopped") in states(services)


def test_an_address_with_a_changed_sign_stops_nothing(agatha: Correspondent) -> None:
    to = stop_address(agatha)
    at = to.index("@") - 1
    changed = f"{to[:at]}{'a' if to[at] != 'a' else 'b'}{to[at + 1 :]}"
    assert hand_in(agatha.port, changed, agatha.address, written(changed, agatha.address, ""))[0] == 550


def test_a_mail_that_stops_nothing_is_noticed(
    agatha: Correspondent,
    services: Services,
    client: httpx.Client,
    table: Sitting,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(*_: object) -> tuple[str, str, None]:
        return "done", "", None

    monkeypatch.setattr(Accepting, "_stop", nothing)
    to = stop_address(agatha)
    hand_in(agatha.port, to, agatha.address, written(to, agatha.address, ""))
    settled(client, services, table)
    agatha.told("status")
    assert not stops(services, owner_of(services, browser))
