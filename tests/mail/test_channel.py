"""Notices by mail: they say what the seat's own page shows, and one press stops them."""

from __future__ import annotations

import re

import httpx
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace
from sqlalchemy import text
from tests.mail.noticing import AGATHA, channel, notice, owner_of, send
from tests.mail.office import Kept, Office
from tests.mail.signing import SITE, enter
from tests.mail.test_letter import words
from tests.serving import Browser, Clock, Sitting, begin, gather

from turncoat.server.mail.channel import MOST_STOPPED, MailChannel
from turncoat.server.notices.channel import Gone, Later, Refused, Sent
from turncoat.server.services import Services
from turncoat.table.notices import Kind

OF_TRUCE = re.compile(r"attack|defend|support|loot|pass|stash|coin|round|agatha|barney|celeste|darcy", re.IGNORECASE)


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    """A table at which nobody is shown who has sealed (TRU-O5)."""
    hidden = {"show_submitted": False}
    return begin(client, ("Agatha", "Barney", "Celeste", "Darcy"), title="Thursday night", options=hidden)


@pytest.fixture
def owner(client: httpx.Client, services: Services, browser: Browser, office: Office, table: Sitting) -> str:
    enter(browser, office)
    return owner_of(services, browser)


def sent(office: Office) -> Kept:
    return office.mails[-1]


def test_a_notice_has_the_words_of_the_page(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    assert send(client, services, notice(owner, table)) == Sent()
    text = sent(office).part("plain")
    assert table.get(seat=0)["question"]["text"] in " ".join(text.split())
    assert f"{SITE}/tables/{table.id}" in text
    assert text.split() == words(sent(office).part("html"))


def test_the_subject_says_table_kind_and_time_and_nothing_of_the_game(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    for kind in Kind:
        send(client, services, notice(owner, table, kind=kind))
        subject = str(sent(office).mail["Subject"])
        assert "Thursday night" in subject
        assert "until Mon 21 Sep 2026, 15:13 (UTC)" in subject
        assert not names_a_thing_of_the_game(subject)


def names_a_thing_of_the_game(subject: str) -> bool:
    return bool(OF_TRUCE.search(subject))


def test_a_subject_that_names_a_thing_of_the_game_is_noticed(
    client: httpx.Client,
    services: Services,
    office: Office,
    owner: str,
    table: Sitting,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("turncoat.server.mail.channel.subject", lambda notice: "Barney attacks you")
    send(client, services, notice(owner, table))
    assert names_a_thing_of_the_game(str(sent(office).mail["Subject"]))


def test_what_another_seals_changes_no_byte_of_a_mail(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    send(client, services, notice(owner, table))
    table.answer(1, "attack", target=0)
    send(client, services, notice(owner, table))
    assert office.mails[-1].raw.split(b"\r\n") == office.mails[-2].raw.split(b"\r\n")


def test_a_mail_of_another_seat_is_another(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    send(client, services, notice(owner, table))
    send(client, services, notice(owner, table, seat=1, id="def"))
    one, other = office.mails[-1].mail, office.mails[-2].mail
    assert one["Message-ID"] != other["Message-ID"]
    assert one["References"] != other["References"]
    assert table.id not in str(one["Message-ID"]) + str(one["References"])


def test_mails_of_one_table_are_one_thread(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    send(client, services, notice(owner, table))
    send(client, services, notice(owner, table, kind=Kind.OVER, id="def"))
    assert office.mails[-1].mail["References"] == office.mails[-2].mail["References"]


def test_a_digest_is_one_mail(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    before = len(office.mails)
    send(client, services, notice(owner, table), notice(owner, table, kind=Kind.VOTE, id="def"))
    assert len(office.mails) == before + 1
    assert sent(office).mail["Subject"] == "2 notices of Turncoat"


def test_no_mail_goes_to_an_address_that_is_not_confirmed(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    before = len(office.mails)
    assert isinstance(send(client, services, notice(owner, table), to="barney@example.org"), Gone)
    assert len(office.mails) == before


def test_a_mail_to_an_address_that_is_not_confirmed_is_noticed(
    client: httpx.Client,
    services: Services,
    office: Office,
    owner: str,
    table: Sitting,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MailChannel, "_reaches", lambda self, owner, target: True)
    assert send(client, services, notice(owner, table), to="barney@example.org") == Sent()
    assert office.to("barney@example.org")


def test_an_address_that_came_back_gets_nothing_more(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    office.refusals[AGATHA] = "550 5.1.1 no such user"
    assert isinstance(send(client, services, notice(owner, table)), Refused)
    assert isinstance(send(client, services, notice(owner, table)), Gone)
    with services.store.reading() as connection:
        assert connection.execute(channel(services).reaches()).all() == []


def test_a_relay_that_is_busy_is_tried_again_by_the_outbox(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    office.data_refusal = "451 4.3.0 later"
    assert isinstance(send(client, services, notice(owner, table)), Later)


# --- with the outbox --------------------------------------------------------------------------------


def work(client: httpx.Client, services: Services) -> None:
    assert isinstance(client, TestClient)
    client.blocking_portal.call(services.outbox.work)


@pytest.fixture
def played(client: httpx.Client, office: Office, other: Browser, clock: Clock) -> Sitting:
    """A table that has just begun, at which somebody with an address has seat 0."""
    enter(other, office)
    table = gather(client, title="Thursday night")
    other.join(table.link(0), "Agatha")
    for seat in range(1, len(table.keys)):
        table.post("sit", seat)
    clock.forward(10)
    assert table.do("start").status_code == 204
    return table


def subjects(office: Office) -> list[str]:
    return [str(kept.mail["Subject"]) for kept in office.to(AGATHA)[1:]]


def test_the_outbox_mails_whoever_is_asked_once(
    client: httpx.Client, services: Services, office: Office, played: Sitting, clock: Clock
) -> None:
    for _ in range(3):
        work(client, services)
        clock.forward(200)
    work(client, services)
    assert subjects(office).count("It is your turn: Thursday night") == 1


def test_whoever_has_answered_gets_no_mail(
    client: httpx.Client, services: Services, office: Office, played: Sitting, clock: Clock, other: Browser
) -> None:
    work(client, services)
    played.answer(0, "loot")
    clock.forward(200)
    work(client, services)
    assert "It is your turn: Thursday night" not in subjects(office)


def test_whoever_has_stopped_mails_gets_none(
    client: httpx.Client, services: Services, office: Office, played: Sitting, clock: Clock, other: Browser
) -> None:
    person = owner_of(services, other)
    token = services.tokens.make("stop", f"{person}-{played.id}")
    assert other.client.post(f"/mail/stop/{token}", data={"List-Unsubscribe": "One-Click"}).status_code == 200
    clock.forward(200)
    work(client, services)
    assert subjects(office) == []


# --- stopping ---------------------------------------------------------------------------------------


def stop_link(office: Office) -> str:
    found = str(sent(office).mail["List-Unsubscribe"])
    assert found.startswith(f"<{SITE}/mail/stop/")
    assert found[1:-1] in sent(office).part("plain")
    return found[len(SITE) + 1 : -1]


def choices(services: Services) -> int:
    with services.store.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM notice_choices WHERE NOT wanted").scalar() or 0)


def test_one_press_of_the_mail_program_stops_the_mails(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting, other: Browser
) -> None:
    send(client, services, notice(owner, table))
    link = stop_link(office)
    for method in ("GET", "HEAD", "OPTIONS"):
        other.client.request(method, link)
    assert choices(services) == 0
    done = other.client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert "no more mails about" in done.text
    assert choices(services) == len(Kind)


def test_one_press_stops_the_mails_about_all_tables_of_a_digest(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting, other: Browser
) -> None:
    second = gather(other.client, title="Friday night")
    send(client, services, notice(owner, table), notice(owner, second, id="def"))
    assert "about these 2 tables:" in sent(office).part("plain")
    assert "Thursday night, Friday night" in other.get(stop_link(office)).text
    other.client.post(stop_link(office), data={"List-Unsubscribe": "One-Click"})
    assert stopped(services) == {table.id, second.id}


def test_one_press_stops_all_mails_where_a_digest_is_about_many_tables(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting, other: Browser
) -> None:
    one = notice(owner, table)
    many = [replace(one, table=f"{number:012x}", id=str(number)) for number in range(MOST_STOPPED + 1)]
    send(client, services, *many)
    assert "about any table:" in sent(office).part("plain")
    other.client.post(stop_link(office), data={"List-Unsubscribe": "One-Click"})
    assert stopped(services) == {""}
    send(client, services, *many[1:])
    other.client.post(stop_link(office), data={"List-Unsubscribe": "One-Click"})
    assert stopped(services) == {"", *(one.table for one in many[1:])}


def stopped(services: Services) -> set[str]:
    """The tables about which mails are stopped; an empty name: all."""
    with services.store.reading() as connection:
        return set(connection.scalars(text("SELECT table_id FROM notice_choices WHERE NOT wanted")))


def test_a_changed_link_stops_nothing(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting, other: Browser
) -> None:
    send(client, services, notice(owner, table))
    link = stop_link(office)
    changed = link[:-1] + ("a" if link[-1] != "a" else "b")
    assert other.client.post(changed).status_code == 404
    assert choices(services) == 0


def test_the_page_has_a_button_and_shows_the_table(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting, other: Browser
) -> None:
    send(client, services, notice(owner, table))
    page = other.get(stop_link(office))
    assert "Stop these mails" in page.text
    assert "Thursday night" in page.text
