"""Everything that reaches a seat over HTTP, as bytes by address, and worlds that a seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import httpx
import msgspec
from tests.serving import Browser, Clock, Sitting, another, begin

from turncoat.server.own_stream import Follower
from turncoat.server.services import Services
from turncoat.server.stream import Stream
from turncoat.server.watchers import Watcher
from turncoat.table.deadline import Deadline
from turncoat.table.pace import Pace
from turncoat.table.table import Table
from turncoat.table.table_view import as_json, table_view

NAMES = ("Agatha", "Barney", "Celeste", "Darcy")
PARTS = ("", "events", "events?after=3", "events?after=1000", "messages", "replay", "export", "host/start")
PAGES = ("", "/live", "/ledger", "/reveal", "/replay", "/end", "/host", "/export", "?round=1&frame=3", "?to=1")
LISTS = ("/api/tables", "/api/my-tables")
BAD: tuple[dict[str, Any], ...] = (
    {"text": "attack nobody"},
    {"text": "flee"},
    {"request": 10_000, "action": {"type": "loot"}},
    {"action": {"type": "attack", "target": 99}},
    {"action": {"type": "give", "to": 1, "coins": 10_000}},
    {"action": {"type": "give"}},
    {"action": {"type": "spoilt"}},
)


class World:
    """A table behind HTTP, a browser for each seat and for a spectator, and the means to change what is secret.

    Args:
        client: Talks to the server.
        services: The server.
        clock: Its clock.
        options: Of the game.
        agreed: Deadline and pace, if there are any.

    Attributes:
        seats: At which somebody answers and speaks.
    """

    def __init__(
        self,
        client: httpx.Client,
        services: Services,
        clock: Clock,
        options: dict[str, object],
        *agreed: Deadline | Pace,
    ) -> None:
        self.client, self.services, self.clock = client, services, clock
        time = dict(zip(("deadline", "pace"), map(msgspec.to_builtins, agreed), strict=False))
        self.sitting = begin(client, NAMES, options=options, listed=True, **time)
        self.chance = Random(7)
        self.seats = [*range(len(NAMES))]
        self.viewer: list[int | None] = [*range(len(NAMES)), None]
        self.browsers = {seat: self._browser(seat) for seat in self.viewer}
        self.host = another(client)
        self.host.join(self.sitting.link(None))

    def _browser(self, seat: int | None) -> Browser:
        browser = another(self.client)
        browser.get("/")
        if seat is not None:
            self.sitting.hand(seat, browser)
        browser.get(f"/tables/{self.sitting.id}")
        return browser

    @property
    def table(self) -> Table:
        return self.services.keeper.live_tables._live[self.sitting.id]

    # --- what reaches a seat --------------------------------------------------------------------

    def reaches(self, seat: int | None) -> dict[str, bytes]:
        """Everything that the seat can get hold of, by address."""
        table = self.sitting
        found = {part: _whole(self.client.get(_join(table, part), headers=table.seat(seat))) for part in PARTS}
        for path in LISTS:
            found[path] = _whole(self.client.get(path, headers=table.seat(seat)))
        for page in PAGES:
            found[f"page {page}"] = _whole(self.browsers[seat].get(f"/tables/{table.id}{page}"))
        for path in ("/", "/my-tables"):
            found[f"page {path}"] = _whole(self.browsers[seat].get(path))
        if seat is None:
            found["page of the host"] = _whole(self.host.get(f"/tables/{table.id}/host"))
        else:
            found |= self._refusals(seat)
        found["stream"] = self._stream(seat)
        found["own stream"] = Follower(Watcher(self.table, seat)).news()
        return found

    def _refusals(self, seat: int) -> dict[str, bytes]:
        table, found = self.sitting, {}
        for number, bad in enumerate(BAD):
            found[f"refusal {number}"] = _whole(table.post("answer", seat, **bad))
        form = {"act": "attack"}
        found["refused form"] = _whole(self.browsers[seat].post(f"/tables/{table.id}/answer", form))
        return found

    def _stream(self, seat: int | None) -> bytes:
        """What a stream sends that begins now, having received nothing yet."""
        table = self.table
        return Stream(table, seat, (0, 0, 0)).news(as_json(table_view(table, seat)))

    # --- what is secret -------------------------------------------------------------------------

    def deal_again(self, seat: int | None) -> None:
        """Make up again everything that the seat may not know about the game."""
        table = self.table
        assert table.game is not None
        table.game = table.rules.redeal(table.game, seat, self.chance.randbytes(32))
        table.kept.clear()

    def whisper_and_change_minds(self, seat: int | None) -> None:
        """Others speak in private and hand in their sealed answers anew, later than anybody could know."""
        others = [one for one in self.seats if one != seat]
        table, now = self.table, self.clock.now
        self.clock.forward(self.chance.randrange(1, 90))
        speaker, listener = self.chance.sample(others, 2)
        self.sitting.post("talk", speaker, to=[listener], text="x" * self.chance.randrange(1, 50))
        assert table.game is not None
        filed = [other for other in others if table.state.phase == "playing" and self._filed(other)]
        for one in filed:
            for _ in range(self.chance.randrange(3)):
                self.sitting.answer(one, self.chance.choice(("loot", "defend", "pass")))
        self.clock.now = now

    def _filed(self, seat: int) -> bool:
        question = self.sitting.get(seat=seat)["question"]
        return question is not None and question["filed"] is not None

    def play_on(self) -> None:
        """Somebody hands in a random answer, gives a coin, or speaks."""
        seat, kind = self.chance.choice(self.seats), self.chance.random()
        rival = self.chance.choice([one for one in range(len(NAMES)) if one != seat])
        if kind < 0.1:
            self.sitting.post("talk", seat, text="A fine day.")
        elif kind < 0.2:
            self.sitting.post("answer", seat, action={"type": "give", "to": rival, "coins": 1})
        else:
            verb = self.chance.choice(("attack", "support", "loot", "defend", "pass"))
            aim = {"target": rival} if verb in ("attack", "support") else {}
            self.sitting.post("answer", seat, action={"type": verb, **aim})


def _join(table: Sitting, part: str) -> str:
    path, mark, query = part.partition("?")
    return table.path(path) + mark + query


def _whole(response: httpx.Response) -> bytes:
    """An answer with everything that comes over the wire but the date."""
    hidden = ("date",)
    headers = [f"{name}: {value}" for name, value in sorted(response.headers.items()) if name not in hidden]
    return f"{response.status_code}\n{headers}\n".encode() + response.content


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The addresses that tell two worlds apart."""
    return [name for name in one if one[name] != other[name]]


def hunt(world: World, reaches: Callable[[Any], dict[str, bytes]], seats: Sequence[int | None], steps: int) -> set[str]:
    """Play on; at every step change what is secret from somebody, in both ways; what betrayed it, and to whom."""
    found: set[str] = set()
    for step in range(steps):
        seat = seats[step % len(seats)]
        before = reaches(seat)
        world.deal_again(seat)
        world.whisper_and_change_minds(seat)
        after = reaches(seat)
        assert before.keys() == after.keys()
        found |= {f"{name} to {seat}" for name in differences(before, after)}
        world.play_on()
        world.play_on()
    return found
