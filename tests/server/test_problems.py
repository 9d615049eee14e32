"""Refusals over HTTP: one sentence, the field, the choices, the rule; never a traceback (RFC 9457)."""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from tests.serving import Sitting, begin, client_of

from turncoat.server.problems import STATUS
from turncoat.server.services import Services


def refused(response: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """The problem, once it is seen to be one."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert (problem["type"], problem["status"], problem["kind"]) == ("about:blank", status, kind)
    assert problem["detail"].endswith(".")
    assert "Traceback" not in response.text
    return problem


def test_what_is_not_legal_names_the_field_the_choices_and_the_rule(table: Sitting) -> None:
    """TRU-3.2: you cannot aim at yourself."""
    problem = refused(table.post("answer", 0, action={"type": "attack", "target": 0}), 422, "not_allowed")
    assert (problem["field"], problem["rule"]) == ("target", "TRU-3.2")
    assert problem["choices"] == ["Barney", "Celeste", "Darcy", "Emmett", "Freja"]


def test_what_cannot_be_read_gives_the_path(table: Sitting) -> None:
    problem = refused(table.post("answer", 0, action={"type": "attack", "target": "x"}), 400, "unreadable")
    assert problem["field"] == "target"
    problem = refused(table.post("answer", 0, action={"type": "flee"}), 400, "unreadable")
    assert "attack" in problem["choices"]
    problem = refused(table.post("answer", 0, request="one", action={}), 400, "unreadable")
    assert problem["field"] == "request"


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        ({"type": "atack"}, "type must be attack, defend, support, loot, pass or give, not 'atack'."),
        ({"target": 2}, "type is missing; it must be attack, defend, support, loot, pass or give."),
        ({"type": "attack"}, "target is missing; it must be a whole number."),
        ({"type": "attack", "target": "2"}, "target must be a whole number, not text."),
        ([], "action must be an object or null, not a list."),
    ],
)
def test_what_cannot_be_read_is_said_in_plain_words(table: Sitting, action: object, detail: str) -> None:
    problem = refused(table.post("answer", 0, action=action), 400, "unreadable")
    assert problem["detail"].endswith(detail)
    assert "`" not in problem["detail"]


@pytest.mark.parametrize(
    ("body", "field", "detail"),
    [
        ({"game": "truce"}, "seats", "seats is missing; it must be a list."),
        ({"game": "truce", "seats": ["rubbish"]}, "seats[0]", "seats[0] must be an object, not text."),
        ({"game": 5, "seats": []}, "game", "game must be text, not a whole number."),
    ],
)
def test_a_body_that_cannot_be_read_names_its_field(
    client: httpx.Client, body: dict[str, object], field: str, detail: str
) -> None:
    problem = refused(client.post("/api/tables", json=body), 400, "unreadable")
    assert (problem["field"], problem["detail"]) == (field, detail)


def test_an_answer_is_data_or_a_text_and_not_both(table: Sitting) -> None:
    problem = refused(table.post("answer", 0, action={"type": "loot"}, text="attack barney"), 400, "unreadable")
    assert (problem["field"], problem["detail"]) == ("text", "Give an action as data, or a text, not both.")


def test_the_documentation_has_every_kind_with_its_status() -> None:
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| (\d+) \|", Path("docs/api/README.md").read_text(), re.MULTILINE)
    said = {kind: int(status) for kinds, status in rows for kind in re.findall(r"`(\w+)`", kinds)}
    assert said == {kind: status for kind, status in STATUS.items() if kind != "refused"}


def test_words_that_mean_nothing_name_what_would(table: Sitting) -> None:
    """TRU-3.2: an attack needs somebody to attack."""
    problem = refused(table.post("answer", 0, text="attack zed"), 400, "unreadable")
    assert (problem["field"], problem["rule"]) == ("target", "TRU-3.2")
    assert "Barney" in problem["choices"]


def test_nonsense_spoils_the_action_where_the_table_wants_that(client: httpx.Client) -> None:
    """TRU-O7: becomes Pass."""
    table = begin(client, options={"bad_submission": "becomes Pass"})
    table.answer(0, "loot")
    assert table.post("answer", 0, text="attakc").json()["action"]["type"] == "spoilt"


def test_what_only_the_rules_write_is_offered_to_nobody(table: Sitting) -> None:
    """TRU-O7: a spoilt action stands for an invalid one; neither lists nor refusals name it, and it is refused."""
    assert "spoilt" not in table.client.get("/api/games/truce").json()["actions"]
    problem = refused(table.post("answer", 0, action={"type": "spoilt"}), 422, "not_allowed")
    assert problem["detail"] == "Nobody can answer “spoilt”; choose attack, defend, support, loot or pass."


@pytest.mark.parametrize("bad", ["attack agatha", "attack zed", "defend bob barney"])
def test_an_action_that_is_not_allowed_is_bad_in_words_as_it_is_as_data(client: httpx.Client, bad: str) -> None:
    """TRU-3.1, TRU-R21, TRU-O7: understood but not allowed, it costs the action on file."""
    table = begin(client, options={"bad_submission": "becomes Pass"})
    table.answer(0, "loot")
    assert table.post("answer", 0, text=bad).json()["action"]["type"] == "spoilt"
    table.answer(0, "loot")
    answer = table.post("answer", 0, action={"type": "attack", "target": 0})
    assert answer.json()["action"]["type"] == "spoilt"


@pytest.mark.parametrize(
    "gift",
    [
        {"text": "give 9 to barney"},
        {"text": "give two to barney"},
        {"text": "giv 2 zork"},
        {"action": {"type": "give", "to": 1, "coins": 9}},
        {"action": {"type": "give", "to": 1, "coins": "two"}},
        {"action": {"type": "give", "to": 1}},
    ],
)
def test_a_mistyped_gift_never_costs_the_action_on_file(client: httpx.Client, gift: dict[str, object]) -> None:
    """TRU-4.1, TRU-R21: what is bad is no action but a gift; it is refused, in words and as data."""
    table = begin(client, options={"bad_submission": "becomes Pass"})
    table.answer(0, "loot")
    assert table.post("answer", 0, **gift).status_code in (400, 422)
    assert table.get("", 0)["question"]["filed"]["type"] == "loot"


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b'{"action": ', "the JSON ends too early; send it up to its last bracket or quotation mark."),
        (b"\xff\xfe", "the JSON is wrong near byte 1: a character or word cannot stand there."),
        (b"{'action': 1}", "the JSON is wrong at byte 2: the name of a field must stand in double quotation marks."),
        (b'{"text": "loot",}', "the JSON is wrong at byte 17: remove the comma before the closing bracket."),
        (b'{"request": 1e999}', "a number is too large."),
        (b"[" * 9000, "the data is nested too deeply; leave out some of its brackets."),
    ],
)
def test_a_body_that_is_no_json_is_refused_in_one_sentence(table: Sitting, content: bytes, detail: str) -> None:
    response = table.client.post(table.path("answer"), headers=table.seat(0), content=content)
    assert refused(response, 400, "unreadable")["detail"] == f"The body cannot be read: {detail}"


def test_a_body_that_is_no_object_is_refused_as_the_body(table: Sitting) -> None:
    response = table.client.post(table.path("answer"), headers=table.seat(0), content=b"[1]")
    assert refused(response, 400, "unreadable")["detail"] == "The body must be an object, not a list."


def test_a_misspelt_choice_is_refused_with_the_choices(client: httpx.Client) -> None:
    seats = [{"name": name} for name in "ABC"]
    body = {"game": "truce", "seats": seats, "deadline": {"type": "never"}}
    problem = refused(client.post("/api/tables", json=body), 400, "unreadable")
    assert problem["detail"] == "deadline.type must be none, after or at, not 'never'."
    assert (problem["field"], problem["choices"]) == ("deadline.type", ["none", "after", "at"])


def test_an_earlier_question_is_answered_with_the_present_one(table: Sitting) -> None:
    table.everybody("pass")
    problem = refused(table.post("answer", 0, request=1, action={"type": "loot"}), 409, "out_of_date")
    assert problem["request"] == 2


def test_nobody_answers_for_a_table_that_has_not_begun(client: httpx.Client) -> None:
    table = begin(client, options={"rounds": 1})
    table.everybody("pass")
    refused(table.post("answer", 0, action={"type": "loot"}), 422, "not_allowed")


def test_an_unknown_table_and_an_unknown_address(client: httpx.Client) -> None:
    assert refused(client.get("/api/tables/nowhere"), 404, "no_such_table")["field"] == "table"
    refused(client.get("/api/nowhere"), 404, "not_found")
    assert "chess" in refused(client.get("/api/games/chess"), 404, "not_found")["detail"]


def test_a_wrong_method_says_which_are_right(client: httpx.Client) -> None:
    response = client.put("/api/games", json={})
    refused(response, 405, "wrong_method")
    assert "GET" in response.headers["allow"]


def test_what_is_too_large_is_not_read(table: Sitting) -> None:
    response = table.client.post(table.path("talk"), headers=table.seat(0), json={"text": "x" * 100_000})
    refused(response, 413, "too_large")


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        ({"options": {"rounds": 0}}, "rounds"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"deadline": {"type": "at", "times": ["20:00"], "zone": "Mars/Olympus"}}, "deadline.zone"),
        ({"deadline": {"type": "at", "times": ["25:00"]}}, "deadline.times"),
        ({"options": {"reveal": "correspondence"}}, "deadline"),
        ({"seats": [{"name": "Agatha"}]}, "seats"),
        ({"seats": [{"name": "A" * 60}, {"name": "B"}, {"name": "C"}]}, "name"),
        ({"seats": [{"name": "A"}, {"name": "B", "bot": "deep"}, {"name": "C"}]}, "bots"),
        ({"seats": [{"name": "A"}, {"name": "a"}, {"name": "C"}]}, "name"),
    ],
)
def test_what_cannot_be_agreed_on_names_the_field(client: httpx.Client, agreed: dict[str, Any], field: str) -> None:
    """TRU-O1, TRU-O3, TRU-1.1: options and seats are checked before a table is made."""
    body = {"game": "truce", "seats": [{"name": "Agatha"}, {"name": "Barney"}, {"name": "Celeste"}]} | agreed
    response = client.post("/api/tables", json=body)
    assert refused(response, 422, response.json()["kind"])["field"] == field


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"text": "   "}, "text"),
        ({"text": "hm", "to": [0]}, "to"),
        ({"text": "hm", "to": [17]}, "to"),
        ({"promise": {"who": 1, "act": "loot"}}, "promise.who"),
        ({"promise": {"who": 0, "act": "sing"}}, "promise.act"),
        ({"promise": {"who": 0, "act": "loot", "fields": {"target": 1}}}, "promise.fields"),
        ({"request": {"who": 9, "act": "loot"}}, "request.who"),
        ({"request": {"who": 1, "act": "loot", "times": 0}}, "request.times"),
    ],
)
def test_talk_that_makes_no_sense_names_the_field(table: Sitting, said: dict[str, Any], field: str) -> None:
    assert refused(table.post("talk", 0, **said), 422, "not_allowed")["field"] == field


@pytest.mark.parametrize(("talk", "to"), [("none", []), ("public", [1])])
def test_talk_that_the_table_does_not_permit(client: httpx.Client, talk: str, to: list[int]) -> None:
    table = begin(client, talk=talk)
    refused(table.post("talk", 0, text="Psst.", to=to), 422, "not_allowed")


def test_a_failure_of_ours_shows_nothing_of_it(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret inside")

    with client_of(services, raise_server_exceptions=False) as client:
        monkeypatch.setattr(services.store, "summaries", broken)
        with caplog.at_level(logging.ERROR):
            problem = refused(client.get("/api/tables?game=truce"), 500, "failed")
        page = client.get("/")
    assert "secret" not in str(problem)
    assert page.status_code == 500
    assert "secret inside" not in page.text
    assert "secret inside" in caplog.text
    assert "game=truce" not in caplog.text


def test_a_full_disk_is_one_line_in_the_log(
    table: Sitting, services: Services, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be stored does not count; once there is room again, the same order does."""

    def full(*_: object, **__: object) -> None:
        raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(services.store, "commit", full)
        patch.setattr(services.store, "insert", full)
        problem = refused(table.post("answer", 0, action={"type": "loot"}), 500, "stumbled")
        assert problem["detail"].startswith("This could not be stored and does not count.")
        new = table.client.post("/api/tables", json={"game": "truce", "seats": [{"name": one} for one in "abc"]})
        assert refused(new, 500, "failed")["detail"] == "The disk of the server is full. Nothing has changed."
    assert [(one.getMessage(), one.exc_info) for one in caplog.records if one.levelname == "ERROR"] == [
        ("the disk is full; its orders are refused", None),
        ("nothing can be stored: the disk is full", None),
    ]
    assert table.post("answer", 0, action={"type": "loot"}).is_success


def test_a_database_that_is_away_is_named_as_the_reason(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing is stored: whether a key is good is asked of the database as well."""

    def away(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", {}, Exception("the connection was lost"))

    monkeypatch.setattr("turncoat.server.store.Store.summaries", away)
    said = refused(client.get("/api/tables"), 500, "failed")["detail"]
    assert said == "The database did not answer. Look whether anything has changed before you try again."
