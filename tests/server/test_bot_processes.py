"""Bots in processes of their own: nothing is lost with a process, and nothing is sent there that the seat may not know.

The bots of these tests belong to a game from outside, which is Truce by another name: they are found in the processes
as the server finds them. They note what they have heard in a file, which the tests read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.kit import sure
from tests.server.keeping import NAMES, Room, over, owing, request, room, sits
from tests.serving import open_services

from turncoat import games
from turncoat.bots.outside import brought
from turncoat.bots.protocol import REQUESTS, BotRequest, read_events
from turncoat.games import ruleset
from turncoat.kernel.events import hears
from turncoat.kernel.promise import Message, Say
from turncoat.server import host_actions, table_actions
from turncoat.server.bot_processes import InProcess, InThread, ProcessLost
from turncoat.server.bots import BotRunner
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.server.services import Services
from turncoat.table import holders
from turncoat.table import record as kept
from turncoat.table.record import Record
from turncoat.table.table import Table, audible

RULES = """
from dataclasses import replace
from turncoat.games.truce.rules import RULES as TRUCE

RULES = replace(TRUCE, id="odd", package=__package__)
"""

BOT = """
import json, os, threading
from pathlib import Path
from turncoat.bots import RandomBot
from turncoat.games.truce.state import Loot

FOLDER = Path({folder!r})

class Noting(RandomBot):
    def __init__(self, seat, seats, chance):
        super().__init__(seat, seats, chance)
        self.heard = 0

    def hear(self, event):
        self.heard += 1

    def beside(self, view, boxes):
        return None

    def answer(self, view, boxes):
        with (FOLDER / "notes").open("a") as file:
            file.write(json.dumps([os.getpid(), self.seat, view.round, self.heard, os.nice(0)]) + "\\n")
        print("what a bot prints disturbs nobody")
        return Loot()

class Dying(Noting):
    def answer(self, view, boxes):
        if view.round == 2 and not (FOLDER / "died").exists():
            (FOLDER / "died").touch()
            os._exit(1)
        return super().answer(view, boxes)

class Deadly(Noting):
    def answer(self, view, boxes):
        os._exit(1)

class Hung(Noting):
    def answer(self, view, boxes):
        if view.round == 2:
            threading.Event().wait()
        return super().answer(view, boxes)

BOTS = {{"noting": Noting, "dying": Dying, "deadly": Deadly, "hung": Hung}}
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[list[int]]]]:
    """Install the game; what its bots have noted: process, seat, round, how much was heard, how nice it is."""
    package, info = tmp_path / "odd", tmp_path / "odd-1.0.dist-info"
    for folder in (package, info):
        folder.mkdir()
    for empty in ("__init__.py", "rules.md"):
        (package / empty).touch()
    (package / "rules.py").write_text(RULES)
    (package / "bot.py").write_text(BOT.format(folder=str(tmp_path)))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[turncoat.games]\nodd = odd.rules:RULES\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = (games.outside, games.left_out, games.game_ids, games.game_of, brought)
    for known in found:
        known.cache_clear()
    yield lambda: [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    for known in found:
        known.cache_clear()


@asynccontextmanager
async def with_bots(folder: Path, patience: float = 60.0) -> AsyncIterator[tuple[Room, BotRunner]]:
    """A keeper and bots that think in one process."""
    async with room(folder) as desk:
        seated = BotRunner(desk.keeper, patience, processes=1)
        try:
            yield desk, seated
        finally:
            await seated.stop()


async def table_of(desk: Room, *kinds: str, rounds: int = 3) -> Table:
    """A table of the game from outside; people sit where no bot is named."""
    plans = tuple(SeatPlan(NAMES[seat], kind) for seat, kind in enumerate(kinds))
    table = await desk.keeper.create(TablePlan("odd", plans, {"rounds": rounds}))
    for seat, kind in enumerate(kinds):
        if not kind:
            await desk.keeper.perform(table.header.table, sits(seat))
    await desk.keeper.perform(table.header.table, kept.Began)
    return table


def answered(desk: Room, table: Table, seat: int) -> list[str]:
    record = sure(desk.store.record(table.header.table))
    return [entry.action["type"] for entry in record.entries if isinstance(entry, kept.Answered) and entry.seat == seat]


def lives(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def house_in(folder: Path, processes: int) -> Services:
    """A server whose chance is fixed."""
    folder.mkdir()
    return open_services(folder, bot_processes=processes)


Notes = Callable[[], list[list[int]]]


async def test_bots_of_a_game_from_outside_think_in_one_process_at_low_priority(tmp_path: Path, notes: Notes) -> None:
    async with with_bots(tmp_path) as (desk, _):
        table = await table_of(desk, "noting", "noting", "noting")
        await desk.until(table, over)
        assert len({process for process, *_ in notes()}) == 1
        assert all(nice >= 10 for *_, nice in notes())
        assert answered(desk, table, 1) == ["loot"] * 3


async def test_a_process_that_dies_in_the_middle_of_a_thought_is_replaced_and_the_game_goes_on(
    tmp_path: Path, notes: Notes
) -> None:
    """Its successor is told everything from the beginning: it has heard as much as one that lived on would have."""
    async with with_bots(tmp_path) as (desk, _):
        table = await table_of(desk, "dying", "noting", "noting")
        await desk.until(table, over)
        told = notes()
        assert (tmp_path / "died").exists()
        assert [answered(desk, table, seat) for seat in range(3)] == [["loot"] * 3] * 3
        assert len({process for process, *_ in told}) == 2
        heard = {(seat, round_): count for _, seat, round_, count, _ in told}
        assert all(heard[0, round_] == heard[1, round_] == heard[2, round_] for round_ in (1, 2, 3))


async def test_a_bot_that_ends_its_process_again_and_again_plays_the_default(tmp_path: Path, notes: Notes) -> None:
    async with with_bots(tmp_path) as (desk, _):
        table = await table_of(desk, "noting", "deadly", "noting", rounds=1)
        await desk.until(table, over)
        assert [answered(desk, table, seat) for seat in range(3)] == [["loot"], ["pass"], ["loot"]]


async def test_a_bot_that_hangs_plays_the_default_and_its_process_is_ended(tmp_path: Path, notes: Notes) -> None:
    async with with_bots(tmp_path) as (desk, seated):
        table = await table_of(desk, "", "", "hung")
        await desk.until(table, lambda table: owing(table) == [0, 1])
        seated.patience = 0.2
        for seat in (0, 1):
            await desk.answer(table, seat)
        await desk.until(table, lambda table: request(table) == 2 and owing(table) == [0, 1])
        seated.patience = 60.0
        for seat in (0, 1):
            await desk.answer(table, seat)
        await desk.until(table, lambda table: request(table) == 3 and owing(table) == [0, 1])
        assert answered(desk, table, 2) == ["loot", "pass", "loot"]
        (first, *_), (other, *_) = notes()
        assert first != other
        assert not lives(first)


async def test_a_process_that_is_ended_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    thinker = await InProcess.started()
    thinking = asyncio.create_task(thinker.think(b"nonsense" * 1000))
    thinker.process.kill()
    with pytest.raises(ProcessLost):
        await thinking
    with pytest.raises(ProcessLost):
        await thinker.think(b"")
    await thinker.end()
    assert thinker.process.returncode is not None


async def test_a_server_stops_while_bots_think_without_a_word(
    tmp_path: Path, notes: Notes, caplog: pytest.LogCaptureFixture
) -> None:
    async with with_bots(tmp_path) as (desk, _):
        table = await table_of(desk, "", "", "hung")
        await desk.until(table, lambda table: owing(table) == [0, 1])
        for seat in (0, 1):
            await desk.answer(table, seat)
    assert not [record for record in caplog.records if record.name != "asyncio" or record.levelname != "DEBUG"]


async def played(services: Services, game: str, kinds: tuple[str, ...]) -> Record:
    await services.open()
    try:
        plans = tuple(SeatPlan(NAMES[seat], kind) for seat, kind in enumerate(kinds))
        made = await table_actions.create(services, TablePlan(game, plans, dict(ruleset(game).brief)))
        ended = asyncio.Event()
        services.keeper.listeners.append(lambda table: ended.set() if over(table) else None)
        await host_actions.start(services, made)
        await ended.wait()
        return sure(await services.keeper.read(services.store.record, made))
    finally:
        await services.close()


@pytest.mark.parametrize(("game", "kinds"), [("truce", ("schemer",) * 3), ("thrice", ("tactician",) * 2 + ("gm",))])
async def test_a_process_thinks_what_a_thread_thinks(tmp_path: Path, game: str, kinds: tuple[str, ...]) -> None:
    """The same seeds give the same record, entry by entry and word by word."""
    apart = await played(house_in(tmp_path / "apart", 1), game, kinds)
    inside = await played(house_in(tmp_path / "inside", 0), game, kinds)
    assert apart.entries == inside.entries
    assert apart.talk == inside.talk


# --- what is sent -----------------------------------------------------------------------------


@asynccontextmanager
async def with_spy(folder: Path) -> AsyncIterator[tuple[Table, list[BotRequest]]]:
    """A table with whispers and three bots, played to its end, and all turns that were sent."""
    sent: list[BotRequest] = []

    class Spy(InThread):
        async def think(self, turn: bytes) -> bytes:
            sent.append(REQUESTS.decode(turn))
            return await super().think(turn)

    async with room(folder) as desk:
        seated = BotRunner(desk.keeper)
        seated.bot_processes.chairs[0]._thinker = Spy()
        table = await desk.table(5, {"rounds": 3}, bots=["schemer"] * 3)
        for _ in range(3):
            await desk.keeper.say(table.header.table, Message(0, Say((1, 2), "psst")))
            await desk.keeper.say(table.header.table, Message(1, Say((0,), "not a word to bots")))
            for seat in (0, 1):
                await desk.until(table, lambda table, seat=seat: seat in owing(table))  # type: ignore[misc]
                await desk.answer(table, seat)
        await desk.until(table, over)
        yield table, sent
        await seated.stop()


def check_sent(table: Table, sent: list[BotRequest]) -> None:
    """Each bot was sent what its seat has heard, once and in order, and nothing else."""
    for seat in range(2, 5):
        own = [turn for turn in sent if turn.seat == seat]
        events = [event for turn in own for event in read_events(table.rules, turn.events)]
        messages = [message for turn in own for message in turn.messages]
        all_heard = [spoken.message for spoken in table.talk if audible(spoken.message, seat)]
        numbered = table.hearing(seat, table.state.seats[seat].holder).as_numbered
        heard = [replace(numbered(one), number=place) for place, one in enumerate(all_heard, 1) if one.sender != seat]
        stream = [happened.event for happened in table.happened if hears(happened.audience, seat)]
        assert [turn.number for turn in own] == list(range(len(own)))
        assert events == stream[: len(events)], f"seat {seat} was sent other events"
        assert messages == heard[: len(messages)], f"seat {seat} was sent other messages"


async def test_a_process_is_sent_what_the_seat_has_heard_and_nothing_else(tmp_path: Path) -> None:
    async with with_spy(tmp_path) as (table, sent):
        check_sent(table, sent)
        said = {message.said.text for turn in sent if turn.seat == 2 for message in turn.messages}
        assert "psst" in said


async def test_what_is_sent_too_much_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: bots are sent everything that was said."""
    monkeypatch.setattr(holders, "reach", lambda *_: True)
    async with with_spy(tmp_path) as (table, sent):
        with pytest.raises(AssertionError, match="was sent other messages"):
            check_sent(table, sent)


async def test_bots_that_are_forgotten_between_two_turns_play_on(desk: Room) -> None:
    """Only one bot is remembered, so that each turn begins with everything that the seat has heard."""
    seated = BotRunner(desk.keeper)
    thinker = InThread()
    thinker.mind.most = 1
    seated.bot_processes.chairs[0]._thinker = thinker
    table = await desk.table(4, {"rounds": 3}, bots=["schemer"] * 4)
    await desk.until(table, over)
    assert all(len(answered(desk, table, seat)) >= 3 for seat in range(4))
    await seated.stop()
