"""What a seat is told as it happens: numbers of its own, nothing of others' secrets, no gap after a break."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.serving import Sitting, begin, on_the_wire, open_services

from turncoat.server.auth import Auth
from turncoat.server.limits import Rate
from turncoat.server.people import Claim
from turncoat.server.services import Services

Told = tuple[str, str, Any]
"""Kind, id and data of an event of a stream."""


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path)


class Ear:
    """Listens to a stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.raw = ""
        self._blocks = self._read()

    def _read(self) -> Iterator[str]:
        for chunk in self.response.iter_text():
            self.raw += chunk.replace("\r\n", "\n")
            while "\n\n" in self.raw:
                block, _, self.raw = self.raw.partition("\n\n")
                yield block

    def next(self) -> Told:
        """The next event; waits for it. Comments are passed over."""
        while True:
            lines = [line.partition(": ") for line in next(self._blocks).splitlines()]
            fields = {name: value for name, _, value in lines if name}
            if "event" in fields:
                return fields["event"], fields["id"], json.loads(fields["data"])

    def until(self, kind: str) -> list[Told]:
        """All events up to the first of this kind."""
        heard = [self.next()]
        while heard[-1][0] != kind:
            heard.append(self.next())
        return heard

    def rest(self) -> list[Told]:
        """All that comes before the stream ends."""
        heard = []
        with suppress(StopIteration):
            while True:
                heard.append(self.next())
        return heard

    def comment(self) -> str:
        """The next block that is a comment."""
        return next(block for block in self._blocks if block.startswith(":"))


@contextmanager
def listening(table: Sitting, seat: int | None, last: str = "") -> Iterator[Ear]:
    """A stream for a seat, from now on or after the id that was received last."""
    headers = table.seat(seat) | ({"Last-Event-ID": last} if last else {})
    with table.client.stream("GET", table.path("stream"), headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        assert "content-encoding" not in response.headers
        yield Ear(response)


def test_a_stream_begins_with_the_digest_of_the_face(web: httpx.Client) -> None:
    table = begin(web)
    with listening(table, 0) as ear:
        kind, number, data = ear.next()
        assert (kind, list(data)) == ("changed", ["table_view"])
        assert number == f"{len(table.get('events', 0))}.0.2"


def test_events_and_messages_come_with_the_seats_own_numbers(web: httpx.Client) -> None:
    table = begin(web)
    with listening(table, 1) as ear:
        before = ear.next()
        table.post("talk", 0, to=[2], text="Not for Barney.")
        table.post("talk", 0, to=[1], text="For Barney.")
        said, changed = ear.next(), ear.next()
        assert (said[0], said[2]["number"], said[2]["message"]["said"]["text"]) == ("said", 1, "For Barney.")
        assert changed[0] == "changed"
        assert changed[2] != before[2]
        table.everybody("pass")
        told = [data for kind, _, data in ear.until("events") if kind == "events"]
        assert told[0]["number"] == int(before[1].split(".")[0]) + 1


def test_another_seats_sealed_change_sends_nothing(web: httpx.Client) -> None:
    """TRU-R23: who has an action on file shows; that it was changed, or to what, does not."""
    table = begin(web)
    table.answer(0, "loot")
    with listening(table, 1) as barney, listening(table, None) as spectator:
        barney.next()
        spectator.next()
        table.answer(0, "defend")
        table.answer(0, "attack", target=1)
        table.post("talk", 0, to=[2], text="I attack Barney.")
        table.post("talk", 2, text="A fine day.")
        assert [kind for kind, _, _ in barney.until("changed")] == ["said", "changed"]
        assert [kind for kind, _, _ in spectator.until("changed")] == ["said", "changed"]


def test_where_the_table_hides_who_has_answered_an_answer_sends_nothing(web: httpx.Client) -> None:
    """TRU-O5: without marks, an answer of another seat cannot be noticed at all."""
    table = begin(web, options={"show_submitted": False})
    with listening(table, 1) as ear:
        ear.next()
        table.answer(0, "loot")
        table.answer(2, "loot")
        table.post("talk", 3, text="A fine day.")
        assert [kind for kind, _, _ in ear.until("changed")] == ["said", "changed"]


def test_the_own_answer_is_told_to_the_own_seat_alone(web: httpx.Client) -> None:
    table = begin(web)
    table.answer(0, "loot")
    with listening(table, 0) as own:
        own.next()
        table.answer(0, "defend")
        assert own.next()[0] == "changed"


def test_after_a_break_a_stream_goes_on_where_it_was(web: httpx.Client) -> None:
    table = begin(web)
    with listening(table, 0) as ear:
        _, last, _ = ear.next()
    table.post("talk", 1, text="You missed this.")
    table.everybody("pass")
    with listening(table, 0, last) as ear:
        missed = ear.until("changed")
    assert [data["number"] for kind, _, data in missed if kind == "said"] == [1]
    numbers = [data["number"] for kind, _, data in missed if kind == "events"]
    assert numbers == [one["number"] for one in table.get("events", 0, after=last.split(".")[0])]
    with listening(table, 0, missed[-1][1]) as ear:
        assert ear.next()[0] == "changed"


def test_a_place_that_is_none_is_refused(web: httpx.Client) -> None:
    table = begin(web)
    for last in ("x", "1", "1.2", "1.2.3.4", "-1.0.1"):
        headers = table.seat(0) | {"Last-Event-ID": last}
        assert web.get(table.path("stream"), headers=headers).json()["field"] == "last-event-id"


def test_a_stream_through_revoked_eyes_ends_untold(web: httpx.Client) -> None:
    table = begin(web)
    with listening(table, 1) as ear:
        ear.next()
        table.do("revoke", seat=1)
        table.post("talk", 0, to=[1], text="For Barney alone.")
        with pytest.raises(StopIteration):
            ear.next()
        assert "alone" not in ear.raw


def test_a_stream_asks_for_its_key_again_when_keys_have_changed_and_at_no_other_time(
    services: Services, web: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    claim = Auth.claim

    async def counted(auth: Auth, key: str) -> Claim | None:
        asked.append(key)
        return await claim(auth, key)

    table = begin(web)
    own = table.seat(1)["Authorization"].removeprefix("Bearer ")
    with listening(table, 1) as ear:
        ear.next()
        monkeypatch.setattr(Auth, "claim", counted)
        for words in ("one", "two", "three"):
            table.post("talk", 0, text=words)
            ear.until("said")
        assert own not in asked
        table.do("revoke", seat=5)
        table.post("talk", 0, text="four")
        ear.until("changed")
        ear.until("said")
        assert own in asked


def test_a_quiet_stream_is_kept_alive_by_comments(tmp_path: Path) -> None:
    services = open_services(tmp_path, heartbeat=0.05)
    with (
        on_the_wire(services) as address,
        httpx.Client(base_url=address, timeout=120) as web,
        listening(begin(web), None) as ear,
    ):
        assert ear.comment() == ": still here"


def test_a_reader_who_leaves_is_forgotten(services: Services, web: httpx.Client) -> None:
    table = begin(web)
    with listening(table, 0) as ear:
        ear.next()
        assert services.keeper.live_tables.watched(table.id) == 1
    for _ in range(500):
        web.get(table.path())
        if services.keeper.live_tables.watched(table.id) == 0:
            return
    raise AssertionError("the watcher is still there")


def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    services = open_services(tmp_path)
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as web:
        table = begin(web)
        with listening(table, 0) as ear:
            ear.next()
            services.closing.set()
            table.post("talk", 1, text="Good night.")
            assert [kind for kind, _, _ in ear.rest()] in ([], ["said", "changed"])


def test_what_others_do_does_not_count_as_asked_by_who_listens(tmp_path: Path) -> None:
    """A stream asks anew with every change whether its key is still good; that is no request of its reader's."""
    services = open_services(tmp_path, rates={"play": Rate(8, 10_000)})
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        table = begin(client)
        with listening(table, 5) as ear:
            for seat in range(5):
                for words in ("one", "two", "three"):
                    assert table.post("talk", seat, text=words).status_code == 201
                    assert ear.until("said")[-1][2]["message"]["said"]["text"] == words
