"""Two agents at one table learn nothing of each other: over everything that tools, resources and prompts give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.agents.by_hand import everything
from tests.kit import sure
from tests.leaks.over_http import NAMES, World, hunt
from tests.leaks.test_http import HIDDEN, SHOWN, world_of

from turncoat.kernel import play
from turncoat.server.mcp import protocol, told, tools
from turncoat.server.mcp.asked import Asked, Place

STEPS = 12


def reaches(world: World) -> Callable[[Any], dict[str, bytes]]:
    """All that the agent at a seat is given."""
    return lambda seat: everything(world.client, world.sitting.keys[seat], world.sitting.id)


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_an_agent_learns_nothing_that_its_seat_may_not_know(tmp_path: Path, options: dict[str, object]) -> None:
    """TRU-12.3, TRU-12.5: byte for byte the same, whatever others have sealed or whispered."""
    with world_of(tmp_path, options) as world:
        assert hunt(world, reaches(world), range(len(NAMES)), STEPS) == set()
        assert world.table.state.entries > STEPS


# --- planted faults -------------------------------------------------------------------------------


def a_turn_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of a turn count all entries of the record."""
    honest = told.turn_of

    def leaky(there: Place) -> Any:
        told = honest(there)
        return replace(told, data=replace(told.data, events=there.table.state.entries))

    monkeypatch.setattr(tools, "turn_of", leaky)


def a_refusal_that_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal with what is possible for everybody."""
    honest, last = protocol.refused, list[Place]()
    place = Asked.place

    async def remembered(self: Any, wanted: str) -> Place:
        last.append(await place(self, wanted))
        return last[-1]

    def leaky(refusal: Any) -> str:
        now = play.pending(sure(last[-1].table.game))
        return f"{honest(refusal)} {now.answers if now else ''}"

    monkeypatch.setattr(Asked, "place", remembered)
    monkeypatch.setattr(protocol, "refused", leaky)


@pytest.mark.parametrize(
    ("plant", "where"), [(a_turn_that_counts, "wait_for_my_turn"), (a_refusal_that_knows_too_much, "refusal")]
)
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    plant(monkeypatch)
    with world_of(tmp_path, HIDDEN) as world:
        for seat in range(3):
            world.sitting.answer(seat, "loot")
        found = hunt(world, reaches(world), range(len(NAMES)), 4)
        assert any(where in name for name in found), found
