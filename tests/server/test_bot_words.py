"""What bots say at a server: every offer is answered, whoever's turn it is, and a restart repeats nothing."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.keeping import Room, owing, room, sits
from tests.server.test_bots import Quiet

from turncoat.games.conspiracy.bot.confidence import told
from turncoat.kernel import play
from turncoat.kernel.promise import Answer, Message, Pledge, Say
from turncoat.server.bots import BotRunner
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.table import record as kept
from turncoat.table.offers import OfferState
from turncoat.table.table import Table

PEACE = Pledge(1, "attack", {}, will=False, times=2)


def says_of_bots(table: Table) -> list[Message]:
    return [spoken.message for spoken in table.talk if spoken.message.sender != 0]


def offers(table: Table) -> list[tuple[int | None, Pledge]]:
    found = says_of_bots(table)
    return [(one.sender, one.said.request) for one in found if one.said.request and one.said.answer is not Answer.AGREE]


async def whisper(desk: Room, table: Table, to: int, request: Pledge | None = None, text: str = "") -> int:
    """Agatha says something to a bot: the place of it."""
    place = len(table.talk)
    await desk.keeper.say(table.header.table, Message(0, Say((to,), text, request=request)))
    return next(at for at in range(place, len(table.talk)) if table.talk[at].message.sender == 0)


def is_answered(place: int) -> Any:
    return lambda table: table.offer_state(place) not in (OfferState.OPEN, OfferState.OVERTAKEN)


async def first_turn_of_agatha(desk: Room) -> Table:
    """Conspiracy, in Agatha's turn: the plotters are asked nothing."""
    seats = (SeatPlan("Agatha", ""), SeatPlan("Barney", "plotter"), SeatPlan("Celeste", "plotter"))
    table = await desk.keeper.create(TablePlan("conspiracy", seats, {}))
    await desk.keeper.perform(table.header.table, sits(0))
    await desk.keeper.perform(table.header.table, kept.Began)
    while True:
        await desk.until(table, lambda now: 0 in owing(now))
        game = table.game
        assert game is not None
        if play.asked(game) == [0]:
            return table
        action = table.rules.write_action(play.default_of(game, 0))
        await desk.keeper.answer(table.header.table, 0, game.requests[0], action)


async def test_a_bot_answers_an_offer_though_it_is_asked_nothing(tmp_path: Path) -> None:
    """CON-I.5: it is Agatha's turn; Barney agrees to peace all the same, and says no to what it cannot judge now."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        table = await first_turn_of_agatha(desk)
        peace = await whisper(desk, table, 1, PEACE)
        await desk.until(table, is_answered(peace))
        assert table.offer_state(peace) is OfferState.AGREED
        other = await whisper(desk, table, 2, Pledge(2, "stop"))
        await desk.until(table, is_answered(other))
        assert table.offer_state(other) in (OfferState.REFUSED, OfferState.COUNTERED)
        await bots.stop()


async def test_a_bot_that_has_talked_enough_still_answers(tmp_path: Path) -> None:
    """TRU-14.1: however many offers are made to it in one round."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        table = await desk.table(3, bots=["schemer", "schemer"])
        for _ in range(6):
            place = await whisper(desk, table, 1, Pledge(1, "loot"))
            await desk.until(table, is_answered(place))
        await bots.stop()


async def test_who_tells_a_plotter_a_goal_is_told_its_own(tmp_path: Path) -> None:
    """CON-I.5: at once, although the bot has talked as often as it may by itself."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        seats = (SeatPlan("Agatha", ""), SeatPlan("Barney", "plotter"), SeatPlan("Celeste", "random"))
        table = await desk.keeper.create(TablePlan("conspiracy", seats, {}))
        await desk.keeper.perform(table.header.table, sits(0))
        await desk.keeper.perform(table.header.table, kept.Began)
        await desk.until(table, lambda now: [one.said.to for one in says_of_bots(now)] == [(2,), (0,)])
        await whisper(desk, table, 1, text="I want arms and 3")
        await desk.until(table, lambda now: told(says_of_bots(now)[-1].said.text) is not None)
        assert says_of_bots(table)[-1].said.to == (0,)
        await bots.stop()


async def test_a_restart_repeats_no_word(tmp_path: Path) -> None:
    """Whoever has asked, agreed or explained does it no second time."""
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        table = await desk.table(3, bots=["schemer", "schemer"])
        await desk.until(table, lambda now: owing(now) == [0])
        await bots.stop()
        before = offers(table)
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        again = await desk.keeper.table(table.header.table)
        bots.look_at(again)
        for seat in (1, 2):
            place = await whisper(desk, again, seat, Pledge(seat, "loot"))
            await desk.until(again, is_answered(place))
        told = [offer for offer in offers(again) if offer[1].who != 0]
        assert [offer for offer in before if told.count(offer) != 1 and offer[1].who != 0] == []
        texts = [(one.sender, one.said.text) for one in says_of_bots(again)]
        assert all(one != other for one, other in pairwise(texts))
        await bots.stop()


async def test_after_a_restart_a_bot_hears_and_reads_in_the_order_of_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A promise of the first round is heard before its reveal: so it is judged, and not taken for a new one."""
    order: list[str] = []

    class Noting(Quiet):
        def hear(self, event: Any) -> None:
            order.append(type(event).__name__)

        def read(self, message: Message) -> None:
            order.append(message.said.text)

    monkeypatch.setattr("turncoat.bots.process.bot_factory", lambda _game, _name: Noting)
    async with room(tmp_path) as desk:
        table = await desk.table(3, {"rounds": 3}, bots=["random"])
        for words in ("first", "second"):
            desk.set_clock(desk.clock.now + 1)
            await whisper(desk, table, 2, text=words)
            desk.set_clock(desk.clock.now + 1)
            await desk.everybody(table)
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        again = await desk.keeper.table(table.header.table)
        bots.look_at(again)
        await desk.until(again, lambda now: owing(now) == [0, 1])
        await bots.stop()
    first, second = order.index("first"), order.index("second")
    revealed = [place for place, name in enumerate(order) if name == "ActionsRevealed"]
    assert len(revealed) == 2
    assert first < revealed[0] < second < revealed[1]
