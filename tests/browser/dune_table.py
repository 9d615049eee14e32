"""A table of Dune in which much happens early: six seats, four people and two mentats, and cards that are known.

The luck is pinned: the seers hold Karama and are dealt the card of a leader of the schemers, the sisters hold the
lasgun, the nomads a shield, and the second turn brings a worm. People play by ``SCRIPT`` over the API up to where a
test wants to act through the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
from tests.browser.players import PATIENCE, Server
from tests.kit import sure
from tests.serving import Sitting, on_the_wire

from turncoat.server.clock import real_time
from turncoat.server.services import Config, Services

LUCK = "dune 548"
FACTIONS = ("seers", "throne", "schemers", "carriers", "nomads", "sisters")
SEERS, THRONE, SCHEMERS, CARRIERS, NOMADS, SISTERS = range(6)
NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
PEOPLE = (SEERS, SCHEMERS, NOMADS, SISTERS)
BOTS = (THRONE, CARRIERS)
AGREED: dict[str, object] = {"factions": ",".join(FACTIONS), "seating": "as_seated"}

TRAITOR = "schemers-4"
"""The leader whom the schemers send into battle, and who is the seers'."""

Answer = Mapping[str, object]


def plan(dial: int, hero: str, weapon: str | None = None, defence: str | None = None) -> Answer:
    """A battle plan."""
    return {"type": "plan", "dial": dial, "hero": hero, "weapon": weapon, "defence": defence}


SCRIPT: dict[tuple[str, int, int], Answer] = {
    ("setup.traitors", SEERS, 0): {"type": "keep", "leader": TRAITOR},
    ("setup.placement", NOMADS, 0): {"type": "place", "forces": {"west-haven/13": 6, "false-wall-south/4": 4}},
    ("setup.prediction", SISTERS, 0): {"type": "predict", "faction": "nomads", "turn": 9},
    ("storm.dial", SEERS, 1): {"type": "dial", "number": 3},
    ("storm.dial", SISTERS, 1): {"type": "dial", "number": 5},
    ("faction_turn.move", SEERS, 1): {"type": "move", "forces": {"east-city/9": 6}, "to": "west-city/10"},
    ("faction_turn.ship", SISTERS, 1): {"type": "ship", "forces": 3, "to": "west-haven/13"},
    ("battles.choose", SEERS, 1): {"type": "fight", "territory": "west-city", "faction": "schemers"},
    ("battle.prescience", SEERS, 1): {"type": "prescience", "element": "hero"},
    ("battle.first_plan", SCHEMERS, 1): plan(2, TRAITOR, "projectile-2", "snooper"),
    ("battle.plans", SEERS, 1): plan(1, "seers-1"),
    ("battle.treachery", SEERS, 1): {"type": "call"},
    ("battle.voice", SISTERS, 1): {"type": "voice", "order": "play", "kind": "shield"},
    ("battle.plans", NOMADS, 1): plan(1, "nomads-1", None, "shield"),
    ("battle.plans", SISTERS, 1): plan(1, "sisters-1", "lasgun"),
}
"""What people answer, by decision, seat and turn; in all else they do as if time were up."""


class Desert(Sitting):
    """The table, and how people who are not looked at play on.

    Attributes:
        server: Where it is.
    """

    def __init__(self, server: Server, made: Mapping[str, Any]) -> None:
        super().__init__(server.client, made)
        self.server = server

    def owed(self, seat: int) -> dict[str, Any] | None:
        """What a seat is asked and has not answered."""
        question: dict[str, Any] | None = self.get(seat=seat)["question"]
        return question if question is not None and question["filed"] is None else None

    def play_to(self, key: str, seat: int, turn: int = 0) -> None:
        """Let people answer as the script says until this one is asked this, no sooner than in that turn.

        Raises:
            AssertionError: that does not happen.
        """
        for one, question, now in self.questions():
            if (question["key"], one) == (key, seat) and now >= turn:
                return
            self.scripted(one, question, now)
        raise AssertionError(f"seat {seat} was never asked {key}")

    def play_past(self, key: str, seat: int) -> None:
        """Let this one answer, who is asked this, and play on until it is asked the same again."""
        question = sure(self.owed(seat))
        self.scripted(seat, question, self.get()["view"]["turn"])
        self.play_to(key, seat)

    def play_out(self) -> None:
        """Let people answer as the script says until the game is over."""
        for one, question, now in self.questions():
            self.scripted(one, question, now)

    def questions(self) -> Iterator[tuple[int, dict[str, Any], int]]:
        """Whoever of the people is asked something next, what, and in which turn, as long as the game goes on.

        Raises:
            AssertionError: nobody has been asked anything for a long time.
        """
        patience = monotonic() + PATIENCE / 1000
        while (seen := self.get())["phase"] == "playing":
            waiting = PEOPLE if seen["waiting"] is None else [person for person in PEOPLE if person in seen["waiting"]]
            for one in waiting:
                question = self.owed(one)
                if question is not None:
                    yield one, question, seen["view"]["turn"]
                    patience = monotonic() + PATIENCE / 1000
                    break
            assert monotonic() < patience, f"nobody is asked; the table waits for {seen['waiting']}"

    def scripted(self, seat: int, question: dict[str, Any], turn: int) -> None:
        """Answer for a seat by the script, or as if time were up."""
        action = SCRIPT.get((question["key"], seat, turn), question["default"])
        response = self.post("answer", seat, request=question["request"], action=action)
        assert response.status_code == 200, response.text

    @property
    def log(self) -> list[str]:
        """What everybody has heard."""
        told: list[dict[str, Any]] = []
        while page := self.get("events", after=len(told)):
            told += page
        return [one["text"] for one in told]


@contextmanager
def desert(folder: Path) -> Iterator[Desert]:
    """A server whose first table has the pinned luck; that table, begun."""
    draw = Random(LUCK)
    settings = Config(database=f"sqlite:///{folder / 'test.db'}", dumps=folder / "dumps", rates={}, bot_processes=0)
    services = Services(settings, real_time, lambda size: draw.randbytes(size).hex())
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=30) as client:
        seats = [{"name": NAMES[seat], **({"bot": "mentat"} if seat in BOTS else {})} for seat in range(6)]
        response = client.post("/api/tables", json={"game": "dune", "seats": seats, "options": AGREED})
        assert response.status_code == 201, response.text
        table = Desert(Server(address, client), response.json())
        for seat in PEOPLE:
            assert table.post("sit", seat).status_code == 204
        assert table.do("start").status_code == 204
        yield table
