"""Mails that may not play: nothing of them is done, and at most one mail leaves."""

from __future__ import annotations

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.noticing import AGATHA, settled
from tests.mail.office import Office
from tests.mail.post import Correspondent, address_at, address_of, hand_in, written
from tests.serving import Sitting, another, begin

from turncoat.server.services import Services
from turncoat.server.settings import Incoming


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


def filed(table: Sitting, seat: int = 0) -> object:
    return table.get(seat=seat)["question"]["filed"]


def nothing(agatha: Correspondent, table: Sitting, office: Office, sender: str, to: str, **headers: str) -> int:
    """Hand in a mail with an order, and look that nothing of it is done; how many mails left."""
    before = len(office.mails)
    raw = written(to, sender, "attack barney\nsay hello", **headers)
    hand_in(agatha.port, to, headers.get("envelope", sender), raw)
    agatha.answer("status", Message_ID=f"<after-{len(office.mails)}-{sender}@example.org>")
    office.wait(before + 1)
    while not any("status:" in kept.part("plain") for kept in office.mails[before:]):
        office.wait(len(office.mails) + 1)
    assert filed(table) is None
    assert [one for one in table.get("messages", seat=1) if one["message"]["said"]["text"] == "hello"] == []
    return len(office.mails) - before - 1


def test_a_forged_sender(agatha: Correspondent, table: Sitting, office: Office) -> None:
    to = address_of(agatha)
    assert nothing(agatha, table, office, "mallory@example.org", to) <= 1
    assert nothing(agatha, table, office, "mallory@example.org", to) == 0, "told once a day"


def test_a_token_with_a_changed_sign_is_unknown(agatha: Correspondent, table: Sitting) -> None:
    to = address_of(agatha)
    for place in range(to.index("+") + 1, to.index("@")):
        bent = to[:place] + ("a" if to[place] != "a" else "b") + to[place + 1 :]
        assert hand_in(agatha.port, bent, AGATHA, written(bent, AGATHA, "pass"))[0] == 550
    mixed = to.title()
    assert hand_in(agatha.port, mixed, AGATHA, written(to, AGATHA, "status"))[0] == 250
    assert filed(table) is None


def test_a_revoked_seat(
    agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client, services: Services
) -> None:
    to = address_of(agatha)
    assert table.do("revoke", seat=0).status_code == 204
    before, messages = len(office.mails), table.get("messages")
    assert hand_in(agatha.port, to, AGATHA, written(to, AGATHA, "attack barney\nsay hello"))[0] == 250
    settled(client, services, table)
    assert table.get("messages") == messages
    assert table.get()["seats"][0]["kind"] != "person"
    assert len(office.mails) - before <= 1


@pytest.mark.parametrize("header", ["Auto_Submitted", "X_Turncoat_House", "List_Id", "X_Autoreply"])
def test_programs_are_not_answered(agatha: Correspondent, table: Sitting, office: Office, header: str) -> None:
    to = address_of(agatha)
    assert nothing(agatha, table, office, AGATHA, to, **{header: "auto-replied"}) == 0


def test_two_turncoats_do_not_write_to_each_other(agatha: Correspondent, table: Sitting, office: Office) -> None:
    """Our own letter, sent to ourselves as if it were the player's answer."""
    to, raw = address_of(agatha), agatha.last().raw
    before = len(office.mails)
    assert hand_in(agatha.port, to, AGATHA, raw)[0] == 250
    agatha.told("status")
    assert len(office.mails) == before + 1


def test_a_mail_to_two_questions_does_nothing(agatha: Correspondent, table: Sitting) -> None:
    first = address_of(agatha)
    table.everybody("defend")
    agatha.told("status")
    second = address_of(agatha)
    assert first != second
    before = len(agatha.mails)
    raw = written(f"{first}, {second}", AGATHA, "attack barney")
    assert hand_in(agatha.port, second, AGATHA, raw)[0] == 250
    agatha.office.wait(len(agatha.office.mails) + (0 if len(agatha.mails) > before else 1))
    assert "write to one at a time" in " ".join(agatha.mails[-1].part("plain").split())
    assert filed(table) is None


def test_the_address_of_another_table(
    agatha: Correspondent, table: Sitting, office: Office, client: httpx.Client, services: Services
) -> None:
    """Agatha's own address, and a good token, but of a seat that she does not hold."""
    other = begin(another(client).client, ("Mallory", "Barney", "Celeste"))
    assert isinstance(client, TestClient)
    for place, seat in ((other, 0), (table, 1)):
        before, heard = len(office.mails), place.get("messages", seat=2)
        to = client.blocking_portal.call(address_at, services, place.id, seat)
        assert hand_in(agatha.port, to, AGATHA, written(to, AGATHA, "attack celeste\nsay hello"))[0] == 250
        settled(client, services, place)
        assert filed(place, seat) is None
        assert place.get("messages", seat=2) == heard
        assert len(office.mails) - before <= 1


def test_a_mail_without_a_name_that_comes_again_by_another_way(
    agatha: Correspondent, table: Sitting, client: httpx.Client, services: Services
) -> None:
    """It has no Message-ID; on its second way another server has put a header on top of it."""
    to = address_of(agatha)
    raw = written(to, AGATHA, "say hello").split(b"\n")
    nameless = b"\n".join(line for line in raw if not line.startswith(b"Message-ID"))
    dated = b"Date: Mon, 23 Nov 2026 19:00:00 +0100\n" + nameless
    for mail in (dated, b"Received: from elsewhere.example\n" + dated):
        assert hand_in(agatha.port, to, AGATHA, mail)[0] == 250
        settled(client, services, table)
    said = [one["message"]["said"]["text"] for one in table.get("messages", seat=1)]
    assert said.count("hello") == 1
