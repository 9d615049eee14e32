"""Mails of players: kept, carried out once, answered once; forged ones do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.conftest import SITE, enter
from tests.mail.office import Office, at
from tests.mail.post import Correspondent, hand_in, written
from tests.mail.test_channel import notice, owner_of, send
from tests.serving import Browser, Clock, Sitting, begin, client_of, open_services

from turncoat.server.mail.kept_mails import KeptMail
from turncoat.server.services import Services
from turncoat.server.settings import Incoming, Settings

AGATHA = "agatha@example.org"


@pytest.fixture
def services(tmp_path: Path, clock: Clock, office: Office) -> Services:
    mail = at(office.port, incoming=Incoming(listen="127.0.0.1:0"))
    return open_services(tmp_path, clock=clock, settings=Settings(mail=mail), public_url=SITE)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


def port(services: Services) -> int:
    assert services.mail is not None
    return services.mail.listener.port


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney", "Celeste", "Darcy"), title="Thursday night")


@pytest.fixture
def agatha(services: Services, client: httpx.Client, browser: Browser, office: Office, table: Sitting) -> Correspondent:
    """A player who has proved her address, holds seat 0 and got a mail that it is her turn."""
    enter(browser, office)
    table.hand(0, browser)
    send(client, services, notice(owner_of(services, browser), table))
    return Correspondent(office, AGATHA, port(services))


def kept(services: Services, client: httpx.Client, owner: str) -> list[KeptMail]:
    assert services.intake is not None
    return services.intake.kept.of(owner)


def filed(table: Sitting, seat: int = 0) -> object:
    return table.get(seat=seat)["question"]["filed"]


def test_an_answer_to_the_mail_is_an_order(agatha: Correspondent, table: Sitting) -> None:
    told = agatha.told("attack barney\n\nCheers\nAgatha")
    assert filed(table) == {"type": "attack", "target": 1}
    assert "TAKEN: attack Barney. Sealed" in told
    assert "Your receipt: salt" in told


def test_the_letter_says_what_can_be_answered(agatha: Correspondent) -> None:
    text = agatha.last().part("plain")
    assert text.startswith("## Write above this line ##")
    assert "| attack <target>   (target: Barney, Celeste, Darcy)" in text
    assert "If you write nothing in time, your answer is: pass." in " ".join(text.split())
    assert all(len(line) <= 76 for line in text.splitlines() if "http" not in line)


def test_our_own_letter_sent_back_unmarked_is_no_order(agatha: Correspondent, table: Sitting) -> None:
    """Whatever stands below the first line of ours, and each line of ours by itself, is nothing."""
    text = agatha.last().part("plain")
    told = agatha.told("\n".join(line for line in text.splitlines() if "above this line" not in line))
    assert filed(table) is None
    assert "TAKEN:" not in told.replace("NOT TAKEN", "")


def test_talk_and_promises_go_with_an_order(agatha: Correspondent, table: Sitting) -> None:
    told = agatha.told("give 1 to barney\ntell celeste: now or never\npromise celeste: not attack celeste\ndefend")
    assert filed(table) == {"type": "defend"}
    assert "DONE AT ONCE: give 1 to Barney" in told
    assert "You to Celeste: “now or never”" in told
    said = [one["message"]["said"]["text"] for one in table.get("messages", seat=2)]
    assert "now or never" in said


def test_an_older_mail_answers_no_newer_question(agatha: Correspondent, table: Sitting) -> None:
    old = agatha.last()
    table.everybody("defend")
    told = agatha.told("attack barney\nsay good evening", old)
    assert filed(table) is None
    assert "NOT TAKEN: attack Barney. That question is closed" in told
    assert "SAID: You to all: “good evening”" in told


def test_two_answers_are_none(agatha: Correspondent, table: Sitting) -> None:
    assert "none of them is taken" in agatha.told("attack barney\nattack celeste")
    assert filed(table) is None


def test_preview_does_nothing(agatha: Correspondent, table: Sitting) -> None:
    assert "would be your answer: attack Barney" in agatha.told("preview\nattack barney")
    assert filed(table) is None


def test_the_same_mail_again_is_not_carried_out_again(agatha: Correspondent, office: Office, table: Sitting) -> None:
    address = agatha.answer("say hello\nattack barney", Message_ID="<one@example.org>")
    before = len(office.wait(len(office.mails)))
    raw = written(address, AGATHA, "say hello\nattack barney", Message_ID="<one@example.org>")
    assert hand_in(agatha.port, address, AGATHA, raw)[0] == 250
    agatha.told("status", to=agatha.mails[-1] if agatha.mails[-1].mail["Reply-To"] else None)
    said = [one["message"]["said"]["text"] for one in table.get("messages", seat=1)]
    assert said.count("hello") == 1
    assert len([kept for kept in office.mails[before:] if "SAID" in kept.part("plain")]) <= 1


def test_a_second_mail_replaces_the_order(agatha: Correspondent, table: Sitting) -> None:
    agatha.told("attack barney")
    agatha.told("loot")
    assert filed(table) == {"type": "loot"}
    agatha.told("withdraw")
    assert filed(table) is None


def test_help_menu_board_rules(agatha: Correspondent) -> None:
    assert "preview" in agatha.told("help")
    assert "attack <target>" in agatha.told("menu")
    assert "Barney" in agatha.told("board")
    assert "TRU-3.3" in agatha.told("rules 3.3")


def test_leaving_for_good_is_asked_back(agatha: Correspondent, table: Sitting) -> None:
    assert "To leave your seat for good, answer this mail" in agatha.told("leave for good")
    assert table.get()["seats"][0]["kind"] == "person"
    agatha.told("leave for good")
    assert table.get()["seats"][0]["kind"] == "bot"


# --- mails that do nothing ------------------------------------------------------------------------


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


def address_of(agatha: Correspondent) -> str:
    return str(agatha.last().mail["Reply-To"]).rpartition("<")[2].strip(">")


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


def settled(client: httpx.Client, services: Services, table: Sitting) -> None:
    """Wait until all mails of a table are dealt with."""
    assert isinstance(client, TestClient)
    assert services.intake is not None
    client.blocking_portal.call(services.intake.settle, table.id)


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


def test_a_failed_store_is_no_receipt(
    agatha: Correspondent, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert services.intake is not None
    to = address_of(agatha)

    def full(*_: object) -> bool:
        raise OSError("disk full")

    monkeypatch.setattr(services.intake.kept, "keep", full)
    assert hand_in(agatha.port, to, AGATHA, written(to, AGATHA, "pass"))[0] == 451


def test_the_deadline_waits_for_a_mail_that_came_in_time(
    agatha: Correspondent, services: Services, table: Sitting, client: httpx.Client
) -> None:
    """T26: what is kept at 20:00:00 counts, although the decision is closed a moment later."""
    assert services.intake is not None
    services.intake._open.setdefault(table.id, set()).add("a mail")
    assert isinstance(client, TestClient)
    waits = client.blocking_portal.start_task_soon(services.intake.settle, table.id)
    assert not waits.done()
    services.intake._open[table.id].clear()
    waits.result(60)
