"""What a seat may not know does not reach it over HTTP: pages, JSON, streams, refusals, lists, exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.kit import sure
from tests.leaks.over_http import World, differences, hunt
from tests.serving import Clock, another, client_of, open_services

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import Fate, Judged, PledgeState
from turncoat.server import own_stream, table_actions
from turncoat.server.api import seat as seat_api
from turncoat.server.stream import Stream
from turncoat.table import holders
from turncoat.table import table_view as table_views
from turncoat.table.deadline import Deadline
from turncoat.table.pace import Pace
from turncoat.table.record import Hearers
from turncoat.table.table import Pledged, Table
from turncoat.table.table_events import PledgeJudged
from turncoat.web.site import looking

STEPS = 25
HIDDEN: dict[str, object] = {"rounds": 3, "show_submitted": False}
SHOWN: dict[str, object] = {"rounds": 3}


@contextmanager
def world_of(folder: Path, options: dict[str, object], *agreed: Deadline | Pace, **config: Any) -> Iterator[World]:
    clock = Clock()
    services = open_services(folder, clock=clock, rates={}, **config)
    with client_of(services) as client:
        yield World(client, services, clock, options, *agreed)


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nothing_hidden_reaches_a_seat_over_http(tmp_path: Path, options: dict[str, object]) -> None:
    """TRU-12.3, TRU-12.5, TRU-R23: byte for byte the same answers, whatever others have sealed or whispered."""
    with world_of(tmp_path, options) as world:
        assert hunt(world, world.reaches, world.viewer, STEPS) == set()
        assert world.table.state.entries > STEPS


def test_there_is_something_to_hide(tmp_path: Path) -> None:
    """The worlds that are compared do differ: others see it."""
    with world_of(tmp_path, SHOWN) as world:
        world.sitting.answer(1, "loot")
        before = world.reaches(1)
        world.deal_again(0)
        world.whisper_and_change_minds(0)
        assert {"", "page ", "stream"} & set(differences(before, world.reaches(1)))


# --- planted faults -------------------------------------------------------------------------------


def counting_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that numbers events by the entries of the record."""
    honest = table_views.table_view

    def leaky(table: Table, seat: int | None, holder: int) -> Any:
        return structs.replace(honest(table, seat, holder), events=table.state.entries)

    monkeypatch.setattr(seat_api, "table_view", leaky)


def a_global_counter_on_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids on the stream that count everybody's messages."""

    def leaky(self: Stream, kind: str, data: bytes) -> bytes:
        return b"id: %d.%d\nevent: %s\ndata: %s\n\n" % (self.events, len(self.table.talk), kind.encode(), data)

    monkeypatch.setattr(Stream, "_message", leaky)


def a_global_number_on_the_own_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers for a browser's tables that count all entries of the record."""
    honest = own_stream.Follower.news

    def leaky(self: own_stream.Follower) -> bytes:
        return honest(self) + b"%d" % self.watcher.table.state.entries

    monkeypatch.setattr(own_stream.Follower, "news", leaky)


def a_page_that_shows_everybodys_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page made from the eyes of somebody else."""
    honest = table_views.table_view

    def leaky(table: Table, seat: int | None, holder: int) -> Any:
        shown = honest(table, seat, holder)
        other = honest(table, 1 if seat != 1 else 2)
        return structs.replace(shown, title=str(other.question.filed if other.question else ""))

    monkeypatch.setattr(looking, "table_view", leaky)


def a_refusal_that_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that speaks of what others have sealed."""
    honest = table_actions.answer_text

    async def leaky(services: Any, table_id: str, seat: int, request: int | None, text: str) -> Any:
        table = await services.keeper.table(table_id)
        now = play.pending(table.game)
        if text == "flee" and now is not None:
            raise NotAllowed(f"{ {one: str(answer) for one, answer in now.answers.items() if one != seat} }.")
        return await honest(services, table_id, seat, request, text)

    monkeypatch.setattr(table_actions, "answer_text", leaky)


def a_list_that_tells_when_something_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of tables with the time of the last change."""
    from turncoat.server.api import tables
    from turncoat.server.api.wire import TableLine
    from turncoat.server.store import Summary

    def leaky(found: Summary) -> TableLine:
        return TableLine(found.id, found.game, found.title, found.phase, found.changed, found.due, found.seats)

    monkeypatch.setattr(tables, "_line", leaky)


# --- a seat that changes hands --------------------------------------------------------------------


def told_apart(folder: Path) -> list[str]:
    """By what a newcomer could tell that more had been whispered and promised to whoever sat there before."""
    with world_of(folder, SHOWN) as world:
        table, promise = world.sitting, {"who": 0, "act": "loot"}
        table.post("talk", 0, to=[1], text="Loot with me.", promise=promise)
        table.everybody("pass")
        world.browsers[1] = another(world.client)
        table.hand(1, world.browsers[1])
        table.post("talk", 0, to=[1], text="Welcome.")
        before = world.reaches(1)
        whisper_before(world.table)
        return differences(before, world.reaches(1))


def whisper_before(table: Table) -> None:
    """Make up another past: one more promise in private, with what became of it, and an open one."""
    whisper = table.talk[0]
    judged = next(happened for happened in table.happened if isinstance(happened.event, PledgeJudged))
    other = Table(table.header, table.secret)
    other.become(table)
    other.talk = [whisper, *table.talk]
    other.happened = [*table.happened[:-3], judged, *table.happened[-3:]]
    other.fates = {0: Judged(Fate.BROKEN)} | {place + 1: fate for place, fate in table.fates.items()}
    table.become(other)
    pledge = sure(whisper.message.said.promise)
    table.state.pledges.append(Pledged(0, (1,), PledgeState(pledge, 1), whisper.hearers))


def test_nothing_that_was_whispered_before_reaches_a_newcomer(tmp_path: Path) -> None:
    """TRU-14.1: byte for byte the same answers, pages and stream, whatever was said to whoever sat there before."""
    assert told_apart(tmp_path) == []


def test_ears_that_stay_with_the_seat_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: whoever has the seat hears all that was ever said to it."""

    def leaky(ears: Hearers | None, seat: int | None, holder: int) -> bool:
        return ears is None or seat in dict(ears)

    monkeypatch.setattr(holders, "reach", leaky)
    assert {"", "messages", "events", "stream", "own stream", "page ", "page /ledger"} <= set(told_apart(tmp_path))


@pytest.mark.parametrize(
    ("plant", "where"),
    [
        (counting_entries, " to "),
        (a_global_counter_on_the_stream, "stream to"),
        (a_global_number_on_the_own_stream, "own stream"),
        (a_page_that_shows_everybodys_answers, "page"),
        (a_refusal_that_knows_too_much, "refusal"),
        (a_list_that_tells_when_something_changed, "/api/tables"),
    ],
)
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    plant(monkeypatch)
    with world_of(tmp_path, HIDDEN) as world:
        for seat in range(3):
            world.sitting.answer(seat, "loot")
        found = hunt(world, world.reaches, world.viewer, 5)
        assert found, "the leak was not noticed"
        assert any(where in address for address in found)
