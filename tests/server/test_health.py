"""What whoever runs a server asks it: whether it is alive and ready, its metrics, a line of the log a request."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.types import Scope
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError
from tests.kit import says
from tests.serving import Sitting, bearer, begin, client_of, gather, open_services
from tests.table import tables

from turncoat.kernel.errors import BadSetup
from turncoat.server import health
from turncoat.server import ready as ready_module
from turncoat.server.counts import LAGS, Counts
from turncoat.server.log_lines import REQUESTS, JsonLines
from turncoat.server.problems import STATUS
from turncoat.server.services import Services
from turncoat.server.settings import METRICS_TOKEN, read_settings
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft

HERE = ("127.0.0.1", 50000)
TOKEN = "a token that nobody guesses"


@pytest.fixture
def near(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> httpx.Client:
    """Somebody who may see the metrics."""
    monkeypatch.setenv(METRICS_TOKEN, TOKEN)
    return client


def metrics(client: httpx.Client) -> dict[tuple[str, ...], float]:
    """All values, by name and labels."""
    answer = client.get("/metrics", headers=bearer(TOKEN))
    assert answer.status_code == 200, answer.text
    families = text_string_to_metric_families(answer.text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def grown(before: dict[tuple[str, ...], float], now: dict[tuple[str, ...], float], *name: str) -> float:
    return now.get(name, 0.0) - before.get(name, 0.0)


def test_a_server_that_works_is_alive_and_ready_under_any_name(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path, hosts=("games.example",))) as client:
        assert client.get("/api/games").status_code == 400
        alive, ready = client.get("/healthz"), client.get("/readyz")
        assert (alive.status_code, alive.text) == (200, "ok\n")
        assert (ready.status_code, ready.text) == (200, "ready\n")
        assert alive.headers["cache-control"] == "no-store"
        assert client.post("/healthz").status_code == 404


def test_a_server_whose_database_does_not_answer_is_alive_and_not_ready(
    services: Services, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise OperationalError("SELECT", {}, Exception("the connection was lost"))

    monkeypatch.setattr(services.store, "last_id", broken)
    monkeypatch.setattr(ready_module, "KNOWN_FOR", -1.0)
    ready = client.get("/readyz")
    assert (ready.status_code, ready.text) == (503, "The database does not answer.\n")
    assert client.get("/healthz").status_code == 200
    monkeypatch.undo()
    monkeypatch.setattr(ready_module, "KNOWN_FOR", -1.0)
    assert client.get("/readyz").status_code == 200


def test_who_asks_often_whether_it_is_ready_does_not_make_the_database_work(
    services: Services, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def answer(prefix: str) -> str:
        asked.append(prefix)
        return ""

    monkeypatch.setattr(ready_module, "KNOWN_FOR", 1000.0)
    monkeypatch.setattr(services.store, "last_id", answer)
    assert {client.get("/readyz").status_code for _ in range(20)} == {200}
    assert len(asked) <= 1


@pytest.mark.parametrize("why", ["stopping", "damaged"])
def test_a_server_that_stops_or_is_damaged_is_not_ready(why: str, services: Services, client: httpx.Client) -> None:
    if why == "stopping":
        services.closing.set()
    else:
        services.damage = "row 3 missing"
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert why in ready.text


def test_metrics_say_what_is_at_the_tables_and_what_was_done(near: httpx.Client) -> None:
    before = metrics(near)
    table = begin(near)
    gather(near)
    table.answer(0, "loot")
    assert table.post("answer", 0, action={"type": "nonsense"}).status_code == STATUS["unreadable"]
    now = metrics(near)
    assert now["turncoat_tables", "playing"] == now["turncoat_tables", "gathering"] == 1
    assert now["turncoat_tables", "finished"] == 0
    assert grown(before, now, "turncoat_orders_total") == 1
    assert sum(grown(before, now, "turncoat_refusals_total", kind) for kind in STATUS) == 1
    assert grown(before, now, "turncoat_requests_total", "4xx") == 1
    assert grown(before, now, "turncoat_database_seconds_count", "write") > 0
    assert grown(before, now, "turncoat_database_seconds_sum", "read") > 0
    assert now["turncoat_streams",] == 0
    assert now["turncoat_notices_waiting", "push"] == 0
    assert now["turncoat_database_up",] == 1
    assert ("turncoat_loop_lag_seconds_count",) in now


def test_metrics_are_there_while_the_database_is_not(
    services: Services, near: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.store, "reading", None)
    now = metrics(near)
    assert now["turncoat_database_up",] == 0
    assert not any(name == "turncoat_tables" for name, *_ in now)
    assert ("turncoat_orders_total",) in now


def test_decisions_that_a_deadline_closed_are_counted() -> None:
    counts, sitting = Counts(), tables.Sitting(tables.header(deadline=After(10))).begun()
    draft = Draft(sitting.table)
    draft.perform(sitting.answered(0, "loot"))
    draft.perform(kept.TimeUp(sitting.table.state.due or 0))
    counts.stored([draft])
    assert (counts.orders, counts.closed) == (1, 1)


def test_delays_of_the_event_loop_are_counted_by_their_length() -> None:
    counts = Counts()
    for seconds in (0.0, LAGS[0], 0.006, 100.0):
        counts.lagged(seconds)
    assert counts.lags == [2, 1, 0, 0, 0, 1]
    assert counts.late == pytest.approx(100.011)


async def test_an_event_loop_that_is_held_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.server import counts as module

    counts, seen = Counts(), asyncio.Event()
    monkeypatch.setattr(module, "LOOKED", 0.0)
    monkeypatch.setattr(counts, "lagged", lambda seconds: seen.set())
    watching = asyncio.create_task(counts.watch_loop())
    await asyncio.wait_for(seen.wait(), 60)
    watching.cancel()


def test_metrics_are_for_this_machine_alone(services: Services, client: httpx.Client) -> None:
    """Somebody elsewhere, and somebody whom a proxy on this machine lets in."""
    refused = client.get("/metrics")
    assert refused.status_code == 401
    assert refused.json()["kind"] == "no_key"
    scope: Scope = {"client": HERE, "headers": []}  # type: ignore[typeddict-item,assignment]
    assert health.may_measure(scope, services.config.settings.metrics)
    for name in (b"x-forwarded-for", b"forwarded", b"via"):
        scope["headers"] = [(name, b"127.0.0.1")]
        assert not health.may_measure(scope, services.config.settings.metrics)


def test_a_token_shows_them_elsewhere(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(METRICS_TOKEN, TOKEN)
    assert client.get("/metrics", headers=bearer(TOKEN)).status_code == 200
    assert client.get("/metrics", headers=bearer("another")).status_code == 401
    monkeypatch.setenv(METRICS_TOKEN, "short")
    assert client.get("/metrics", headers=bearer("short")).status_code == 401


def test_the_token_can_be_in_a_file_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "turncoat.toml").write_text('[metrics]\ntoken_file = "token"\n')
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    assert read_settings(str(tmp_path / "turncoat.toml")).metrics.secret == TOKEN
    (tmp_path / "token").write_text("short\n")
    with pytest.raises(BadSetup, match="a token has at least 16 characters"):
        read_settings(str(tmp_path / "turncoat.toml"))


def secrets_in(text: str, table: Sitting, *more: str) -> list[str]:
    """What a log must not hold: keys, who asks, which table, what they order."""
    secrets = [*table.keys, table.host_key, table.id, "127.0.0.1", "testclient", "loot", *more]
    return [secret for secret in secrets if secret in text]


def asked(client: httpx.Client) -> tuple[Sitting, str]:
    """A table at which somebody has answered, opened its page and an invitation; and that."""
    table = begin(client)
    invitation = table.link(0)
    table.answer(0, "loot")
    client.get(f"/join/{invitation}")
    client.get(f"/tables/{table.id}")
    client.get("/no/such/loot/address")
    return table, invitation


def test_each_request_is_a_line_without_keys_addresses_and_orders(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, REQUESTS):
        table, invitation = asked(client)
    said = [record.getMessage() for record in caplog.records if record.name == REQUESTS]
    says("\n".join(said), "POST /api/tables/{table}/answer 200 ", "GET /join/{key} 200 ", "GET - 404 ")
    assert secrets_in("\n".join(said), table, invitation) == []


def test_a_line_with_the_address_itself_is_noticed(
    client: httpx.Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(scope: Any, status: int, _: float) -> None:
        health.LOG.info("%s %d", scope["path"], status)

    monkeypatch.setattr(health, "_log", planted)
    with caplog.at_level(logging.INFO, REQUESTS):
        table, invitation = asked(client)
    assert secrets_in(caplog.text, table, invitation) == [table.id, "loot", invitation]


def test_lines_as_json_say_the_same_in_fields(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, REQUESTS):
        client.get("/api/games")
    (record,) = [record for record in caplog.records if record.name == REQUESTS]
    line = msgspec.json.decode(JsonLines().format(record))
    assert {name: line[name] for name in ("level", "logger", "method", "path", "status")} == {
        "level": "INFO",
        "logger": REQUESTS,
        "method": "GET",
        "path": "/api/games",
        "status": 200,
    }
    assert line["ms"] >= 0
    assert line["time"].endswith("+00:00")


def test_a_fault_as_json_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("turncoat")
    log.error("it failed", exc_info=ValueError("first\nsecond"))
    written = JsonLines().format(caplog.records[0])
    assert written.count("\n") == 0
    assert "ValueError" in msgspec.json.decode(written)["fault"]
