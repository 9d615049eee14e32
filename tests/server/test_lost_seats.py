"""Whoever has lost a seat is told nothing more of it, in whichever way they lost it, on whichever channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest
from tests.server.noticing import House, Recorder
from tests.server.test_outbox import at_house, house_minute

from turncoat.server import table_actions
from turncoat.server.notices.choices import Times
from turncoat.server.notices.told import Reached, Told

SEAT = 1


async def revoked(house: House, table_id: str) -> None:
    await house.services.auth.revoke(table_id, SEAT)


async def left(house: House, table_id: str) -> None:
    await table_actions.leave(house.services, table_id, SEAT)


async def handed_over(house: House, table_id: str) -> None:
    await revoked(house, table_id)
    await house.sit(table_id, SEAT, "dorian")


@pytest.mark.parametrize("channel", ["mail", "push", "hook"])
@pytest.mark.parametrize("lose", [revoked, left, handed_over])
def test_whoever_has_lost_a_seat_is_told_nothing_more_of_it(
    lose: Callable[[House, str], Awaitable[None]], channel: str, tmp_path: Path
) -> None:
    """Not even what was queued before: it was quiet then."""

    async def play_it(house: House) -> None:
        table_id = (await house.table()).header.table
        quiet = Times("UTC", 22 * 60, house_minute(house) + 60)
        house.services.choices.set_times(house.who(table_id, SEAT), quiet)
        await house.later(30)
        assert await house.services.keeper.read(house.services.outbox.told.next, channel) is not None
        await lose(house, table_id)
        await house.later(24 * 60)
        told = {where for where, _ in house.channel.given}
        assert house.who(table_id, SEAT) not in told
        assert house.who(table_id, 0) in told
        assert ("dorian" in told) is (lose is handed_over)

    at_house(tmp_path, play_it, Recorder(channel))


@pytest.mark.parametrize("lose", [revoked, left, handed_over])
def test_a_lost_seat_that_is_told_is_noticed(
    lose: Callable[[House, str], Awaitable[None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: whoever was reached at a table once is reached there for ever."""
    honest, ever = Told.reached, dict[tuple[object, ...], Reached]()

    def reached(told: Told, tables: Iterable[str]) -> list[Reached]:
        ever.update({one.place: one for one in honest(told, list(tables))})
        return list(ever.values())

    monkeypatch.setattr(Told, "reached", reached)
    monkeypatch.setattr("turncoat.server.notices.outbox.holder_of", lambda *_: 0)
    with pytest.raises(AssertionError):
        test_whoever_has_lost_a_seat_is_told_nothing_more_of_it(lose, "push", tmp_path)
