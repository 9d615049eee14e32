"""Mails of players: kept, carried out once, answered once."""

from __future__ import annotations

import httpx
import pytest
from litestar.testing import TestClient
from tests.mail.noticing import AGATHA
from tests.mail.office import Office
from tests.mail.post import Correspondent, address_of, hand_in, written
from tests.serving import Sitting

from turncoat.server.services import Services
from turncoat.server.settings import Incoming


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


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
