"""Bots at tables: through the same auth as people, within bounds, and nobody ever waits for one."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.kit import sure
from tests.server.keeping import MINUTE, Room, over, owing, request, room, sits

from turncoat.bots import TURNS_BESIDE, TURNS_TO_TALK, RandomBot
from turncoat.games.thrice.events import TurnBegan
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Truce
from turncoat.kernel.boxes import Action
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.promise import Message, Say
from turncoat.server.bot_seat import key_of
from turncoat.server.bots import BotRunner
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.record import SeatKind
from turncoat.table.table import Table


class Quiet(RandomBot):
    """Defends, and notes what it hears."""

    heard: list[tuple[int, object]] = []
    read_by: list[tuple[int, Message]] = []

    def beside(self, view: Any, boxes: Any) -> Action | None:
        return None

    def answer(self, view: Any, boxes: Any) -> Action:
        return Defend()

    def hear(self, event: Any) -> None:
        self.heard.append((self.seat, event))

    def read(self, message: Message) -> None:
        self.read_by.append((self.seat, message))


@pytest.fixture(autouse=True)
def _fresh() -> None:
    Quiet.heard, Quiet.read_by = [], []


Plant = Callable[[type[RandomBot]], None]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Seat this bot wherever a bot is asked for."""

    def seat(bot: type[RandomBot]) -> None:
        monkeypatch.setattr("turncoat.bots.process.bot_factory", lambda _game, _name: bot)

    return seat


@asynccontextmanager
async def desk_with_bots(folder: Path, patience: float = 30.0) -> AsyncIterator[Room]:
    async with room(folder) as desk:
        bots = BotRunner(desk.keeper, patience)
        try:
            yield desk
        finally:
            await bots.stop()


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Room]:
    """A keeper with bots at its tables."""
    async with desk_with_bots(tmp_path) as made:
        yield made


async def people_pass(desk: Room, table: Table) -> None:
    """A round as far as people play it."""
    for number, seat in enumerate(table.state.seats):
        if seat.kind is SeatKind.PERSON:
            await desk.answer(table, number)


def answered(desk: Room, table: Table, seat: int) -> list[str]:
    record = sure(desk.store.record(table.header.table))
    return [
        entry.action["type"]
        for entry in record.entries
        if isinstance(entry, kept.Answered) and entry.seat == seat and entry.action["type"] != "give"
    ]


async def test_bots_play_a_whole_game_by_themselves(desk: Room) -> None:
    table = await desk.table(5, {"rounds": 5}, bots=["random"] * 5)
    await desk.until(table, over)
    assert isinstance(table.game, Truce)
    assert table.game.round == 5


async def test_bots_answer_as_soon_as_they_are_asked_and_wait_for_people(desk: Room, plant: Plant) -> None:
    plant(Quiet)
    table = await desk.table(4, bots=["random", "random"])
    await desk.until(table, lambda table: owing(table) == [0, 1])
    await desk.answer(table, 0)
    await desk.answer(table, 1)
    await desk.until(table, lambda table: request(table) == 2 and owing(table) == [0, 1])
    assert answered(desk, table, 2) == ["defend", "defend"]


async def test_a_bot_hears_what_its_seat_hears_once_and_in_order(desk: Room, plant: Plant) -> None:
    plant(Quiet)
    table = await desk.table(4, {"rounds": 3}, bots=["random", "random"])
    for _ in range(2):
        await desk.until(table, lambda table: owing(table) == [0, 1])
        await desk.keeper.say(table.header.table, Message(0, Say((2,), "psst")))
        await people_pass(desk, table)
    await desk.until(table, lambda table: request(table) == 3 and owing(table) == [0, 1])
    for seat in (2, 3):
        events = [event for who, event in Quiet.heard if who == seat]
        assert events == [happened.event for happened in table.stream(seat)][: len(events)]
    assert [(who, message.said.text) for who, message in Quiet.read_by] == [(2, "psst"), (2, "psst")]


async def test_a_bot_that_stands_in_hears_from_then_on(desk: Room, plant: Plant) -> None:
    """TRU-14.1: what was whispered to the person is not the bot's to read, nor to answer; nor is it the next bot's."""
    plant(Quiet)
    table = await desk.table(3)
    there, name = table.header.table, table.state.seats[2].name
    for words in ("for Celeste", "for the bot", "for the other bot"):
        await desk.keeper.say(there, Message(0, Say((2,), words)))
        await desk.keeper.perform(there, lambda at: kept.SeatTaken(at, 2, name, SeatKind.BOT, "random", True))
    await desk.keeper.say(there, Message(0, Say((2,), "for whoever is there")))
    await people_pass(desk, table)
    await desk.until(table, lambda table: request(table) == 2 and owing(table) == [0, 1])
    heard = [message.said.text for _, message in Quiet.read_by]
    assert "for Celeste" not in heard
    assert "for whoever is there" in heard
    assert len(heard) == len(set(heard))


async def test_two_bots_that_answer_each_other_stop_talking(desk: Room, plant: Plant) -> None:
    class Chatterbox(Quiet):
        def talk(self, view: Any, boxes: Any) -> list[Say]:
            return [Say(text="and another thing")]

    plant(Chatterbox)
    table = await desk.table(4, {"rounds": 2}, bots=["random"] * 4)
    await desk.until(table, over)
    said = [spoken.message.sender for spoken in table.talk]
    assert all(1 <= said.count(seat) <= 2 * TURNS_TO_TALK for seat in range(4))


async def test_talk_that_the_table_does_not_permit_is_dropped(desk: Room, plant: Plant) -> None:
    class Whisperer(Quiet):
        def talk(self, view: Any, boxes: Any) -> list[Say]:
            return [Say((self.seat,), "to myself"), Say((99,), "to nobody"), Say(text="")]

    plant(Whisperer)
    table = await desk.table(3, {"rounds": 2}, bots=["random"] * 3)
    await desk.until(table, over)
    assert table.talk == []


async def test_a_bot_may_act_beside_the_question_several_times_and_then_answers(desk: Room, plant: Plant) -> None:
    """TRU-4.1: as many gifts as wanted; each time it looks at the table anew."""

    class Generous(Quiet):
        def beside(self, view: Any, boxes: Any) -> Action | None:
            return Gift(0, 1) if view.supplies[self.seat] > 1 else None

    plant(Generous)
    table = await desk.table(3, bots=["random"])
    await desk.until(table, lambda table: owing(table) == [0, 1])
    assert isinstance(table.game, Truce)
    assert table.game.supplies == [3, 3, 1]
    assert table.game.spoils == [2, 0, 0]


async def test_a_bot_that_never_stops_acting_beside_is_stopped(desk: Room, plant: Plant) -> None:
    class Endless(Quiet):
        def beside(self, view: Any, boxes: Any) -> Action | None:
            return Gift(0, 1)

    plant(Endless)
    table = await desk.table(3, {"rounds": 2, "coins": 100}, bots=["random"])
    await desk.until(table, lambda table: owing(table) == [0, 1])
    assert isinstance(table.game, Truce)
    assert table.game.supplies[2] == 100 - TURNS_BESIDE


class Failing(Quiet):
    """Fails while it thinks."""

    def answer(self, view: Any, boxes: Any) -> Action:
        raise ZeroDivisionError


class Cheat(Quiet):
    """Attacks itself."""

    def answer(self, view: Any, boxes: Any) -> Action:
        return Attack(self.seat)


class Odd(Quiet):
    """Answers with something that is no answer."""

    def answer(self, view: Any, boxes: Any) -> Action:
        return "surprise"  # type: ignore[return-value]


@pytest.mark.parametrize("bot", [Failing, Cheat, Odd])
async def test_a_bot_that_fails_plays_the_default(
    desk: Room, plant: Plant, bot: type[RandomBot], caplog: pytest.LogCaptureFixture
) -> None:
    """The planted faults: nobody waits for such a bot, and the others play on; the log says why in a sentence."""
    plant(bot)
    table = await desk.table(3, {"rounds": 2}, bots=["random"])
    for _ in range(2):
        await desk.until(table, lambda table: owing(table) == [0, 1])
        await people_pass(desk, table)
    await desk.until(table, over)
    assert answered(desk, table, 2) == ["pass", "pass"]
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert not any("Traceback" in one for one in told)
    if bot is not Cheat:
        assert f": {bot.__name__} failed" in told[0]
        assert told[0].endswith(" The rules answer for it.")


async def test_a_bot_that_thinks_does_not_hold_up_people(desk: Room, plant: Plant) -> None:
    thinking, enough = threading.Event(), threading.Event()

    class Slow(Quiet):
        def answer(self, view: Any, boxes: Any) -> Action:
            thinking.set()
            enough.wait(30)
            return Loot()

    plant(Slow)
    table = await desk.table(3, bots=["random"])
    await desk.keeper.read(thinking.wait)
    await desk.answer(table, 0)
    await desk.answer(table, 1)
    assert owing(table) == [2]
    enough.set()
    await desk.until(table, lambda table: request(table) == 2)
    assert answered(desk, table, 2)[0] == "loot"


async def test_a_bot_that_thinks_for_ever_loses_its_turn_and_the_others_go_on(tmp_path: Path, plant: Plant) -> None:
    enough = threading.Event()

    class Hung(Quiet):
        def answer(self, view: Any, boxes: Any) -> Action:
            if self.seat == 1:
                enough.wait(60)
            return Loot()

    plant(Hung)
    try:
        async with desk_with_bots(tmp_path, patience=0.05) as desk:
            table = await desk.table(3, {"rounds": 2}, bots=["random", "random"])
            await desk.until(table, lambda table: owing(table) == [0])
            assert sorted(answered(desk, table, 1) + answered(desk, table, 2)) == ["loot", "pass"]
            enough.set()
    finally:
        enough.set()


async def test_a_stand_in_takes_over_and_hands_back(desk: Room, plant: Plant) -> None:
    plant(Quiet)
    table = await desk.table(3)
    table_id = table.header.table
    await desk.keeper.perform(
        table_id, lambda at: kept.SeatTaken(at, 2, "Celeste", SeatKind.BOT, "random", stands_in=True)
    )
    await desk.until(table, lambda table: owing(table) == [0, 1])
    await desk.keeper.perform(table_id, lambda at: kept.SeatTaken(at, 2, "Celeste", SeatKind.PERSON))
    await desk.answer(table, 0)
    await desk.answer(table, 1)
    assert owing(table) == [0, 1, 2]
    await desk.answer(table, 2, "loot")
    assert answered(desk, table, 2) == ["defend", "loot"]


async def test_bots_take_up_their_games_after_a_restart(tmp_path: Path) -> None:
    async with room(tmp_path) as desk:
        table = await desk.table(3, bots=["random"] * 3)
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        again = await desk.keeper.table(table.header.table)
        bots.look_at(again)
        await desk.until(again, over)
        await bots.stop()


async def test_what_changes_while_the_server_stops_wakes_no_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Orders under way are still taken then; bots answer them after the next start."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        table = await desk.table(3, bots=["random"])
        await desk.until(table, lambda table: owing(table) == [0, 1])
        await bots.stop()
        await people_pass(desk, table)
        assert request(table) == 2
        assert owing(table) == [0, 1, 2]
    assert not caplog.records


async def test_a_bot_that_was_asked_in_vain_because_of_the_disk_does_not_break_the_desk(desk: Room) -> None:
    """A planted failure of the database: the deadline closes the round, and the bot plays the next one."""
    table = await desk.table(3, deadline=After(10), bots=["random"], begins=False)
    await desk.keeper.perform(table.header.table, kept.Began)
    await desk.until(table, lambda table: owing(table) == [0, 1])
    desk.store.fails = "before"
    with pytest.raises(Exception, match="could not be stored"):
        await desk.answer(table, 0)
    desk.store.fails = ""
    desk.set_clock(desk.clock.now + 10 * MINUTE + 1)
    await desk.until(table, lambda table: request(table) == 2 and owing(table) == [0, 1])


async def test_the_chance_of_a_bot_has_nothing_to_do_with_that_of_the_game(tmp_path: Path) -> None:
    async with room(tmp_path) as desk:
        table = await desk.table(3, bots=["random", "random"])
        keys = [key_of(table, seat) for seat in (1, 2)]
        assert table.game is not None
        assert len({*keys, table.game.chance.key, bytes.fromhex(table.secret.seed)}) == 4
        assert {len(key) for key in keys} == {KEY_BYTES}


async def first_turn(desk: Room, talk: Literal["full", "none"] = "full") -> Table:
    """A combat in which a person and a bot may both take the first turn."""
    seats = (SeatPlan("Agatha"), SeatPlan("Barney", "tactician"), SeatPlan("Guy", "gm-gentle"))
    table = await desk.keeper.create(TablePlan("thrice", seats, {"enemy_initiative_base": 0}, talk=talk))
    await desk.keeper.perform(table.header.table, sits(0))
    await desk.keeper.perform(table.header.table, kept.Began)
    for _ in range(2):
        await desk.until(table, lambda table: owing(table) == [0])
        await desk.keeper.perform(table.header.table, kept.TimeUp)
    return table


def took(table: Table) -> list[int]:
    """Who has taken a turn so far."""
    return [happened.event.who for happened in table.stream(None) if isinstance(happened.event, TurnBegan)]


async def test_bots_leave_the_first_word_to_people(tmp_path: Path) -> None:
    """THR-8.2: whoever speaks up first has the turn."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper, courtesy=MINUTE)
        table = await first_turn(desk)
        await desk.until(table, lambda table: owing(table) == [0, 1])
        assert table.game is not None
        await desk.keeper.answer(table.header.table, 0, table.game.requests[0], {"type": "take"})
        assert took(table) == [0]
        await bots.stop()


async def test_a_bot_says_what_it_would_do_and_goes_when_it_is_told(tmp_path: Path) -> None:
    """THR-8.2: while people can talk, a bot takes no turn that they could take, until one of them says so."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper, courtesy=0)
        table = await first_turn(desk)
        await desk.until(
            table, lambda table: any("if i go next" in one.message.said.text.lower() for one in table.talk)
        )
        assert took(table) == []
        for words in ("Barney is slow.", "Agatha first.", "Barney, don't go yet."):
            await desk.keeper.say(table.header.table, Message(0, Say((), words)))
        assert took(table) == []
        await desk.keeper.say(table.header.table, Message(0, Say((), "You first, Barney!")))
        await desk.until(table, lambda table: took(table)[:1] == [1])
        await bots.stop()


async def test_where_nobody_can_talk_a_bot_goes_after_a_while(tmp_path: Path) -> None:
    """THR-8.2: after a while a bot takes the turn."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper, courtesy=0.05)
        table = await first_turn(desk, talk="none")
        await desk.until(table, lambda table: took(table)[:1] == [1])
        await bots.stop()
