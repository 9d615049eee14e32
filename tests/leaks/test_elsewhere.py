"""What a seat may not know reaches it on no way outside the pages: push, webhooks, the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.leaks.over_http import World, hunt
from tests.leaks.test_http import HIDDEN, SHOWN, world_of
from tests.server.test_calendar import address
from tests.server.test_webpush import Device

from turncoat.server.notices import feed, hooks, words
from turncoat.server.notices.channel import Notice
from turncoat.server.notices.hook_shapes import Message, Shape
from turncoat.server.notices.outgoing import Answer, Outgoing
from turncoat.server.people import Session
from turncoat.table import notices
from turncoat.table.deadline import After
from turncoat.table.notices import Kind, Owed, owed
from turncoat.table.table import Table

STEPS = 15
FEW = 6
"""Where no decision closes, as the coins of players who give some away would come to an end."""

DAY = After(1440)


class Elsewhere:
    """A device and a webhook of every shape; what each is sent, byte for byte.

    Args:
        world: The table that they are told of.
        monkeypatch: Puts an ear where the socket would be.
    """

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.device, self.sent = world, Device(), list[tuple[str, bytes, Mapping[str, str]]]()
        services = world.services

        async def post(
            _: Outgoing, url: str, content: bytes, headers: Mapping[str, str], owner: str, *, test: bool = False
        ) -> Answer:
            self.sent.append((url, content, headers))
            return Answer(201)

        monkeypatch.setattr(Outgoing, "post", post)
        to = self.device.subscription
        self.push = services.push.store.add(Session("somebody", None, ()), to, world.clock.now)
        self.hooks = [services.hooks.made("somebody", shape, f"https://{shape}.test/") for shape in Shape]
        for hook in self.hooks:
            services.hooks.store.add(hook, world.clock.now)

    def reaches(self, seat: int | None) -> dict[str, bytes]:
        """Everything that is sent to somebody who is told what this seat should be told, and their calendar."""
        world, found = self.world, dict[str, bytes]()
        for number, one in enumerate(owed(world.table, seat, world.clock.now)):
            notice = Notice(
                id="n", kind=one.kind, key=one.key, table=world.sitting.id, seat=seat, owner="somebody",
                title="", game="Truce", at=one.at, until=one.until, due=one.due, facts=one.facts,
            )  # fmt: skip
            found |= {f"{number} {name}": data for name, data in self._told(notice).items()}
        if seat is not None:
            browser = world.browsers[seat]
            answer = browser.client.get(address(browser))
            kept = {name: value for name, value in answer.headers.items() if name != "date"}
            found["calendar"] = repr(sorted(kept.items())).encode() + answer.content
        return found

    def reaches_standby(self, _: int | None) -> dict[str, bytes]:
        """What is sent to spectators and to somebody who stands by, that a seat is free as well; and their calendar."""
        assert any(one.kind is Kind.FREE for one in owed(self.world.table, None, self.world.clock.now))
        told = self.reaches(None)
        browser = self.world.browsers[None]
        told["calendar"] = browser.client.get(address(browser)).content
        return told

    def _told(self, notice: Notice) -> dict[str, bytes]:
        self.sent.clear()
        services = self.world.services
        with self.world.client.portal() as portal:  # type: ignore[attr-defined]
            portal.call(services.push.send, [notice], self.push)
            for hook in self.hooks:
                portal.call(services.hooks.send, [notice], hook.id)
        made = {}
        for url, content, headers in self.sent:
            shown = content if "webpush" not in url and "push.test" not in url else self.device.read(content)
            open_headers = sorted((name, value) for name, value in headers.items() if name != "Authorization")
            made[url] = b"%d %r %s" % (len(content), open_headers, shown)
        return made


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nothing_hidden_reaches_a_seat_elsewhere(
    tmp_path: Path, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TRU-12.3, TRU-12.5: byte for byte the same, lengths, order and headers included."""
    with world_of(tmp_path, options, DAY) as world:
        assert hunt(world, Elsewhere(world, monkeypatch).reaches, world.viewer, STEPS) == set()


def test_every_way_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with world_of(tmp_path, SHOWN, DAY) as world:
        found = Elsewhere(world, monkeypatch).reaches(0)
        ways = {name.partition(" ")[2] or name for name in found}
        assert ways == {"https://push.test/1", "calendar", *(f"https://{shape}.test/" for shape in Shape)}
        assert any(one.kind is Kind.TURN for one in owed(world.table, 0, world.clock.now))


# --- a free seat ----------------------------------------------------------------------------------


def freed(world: World) -> None:
    """Darcy is sent away during the game: the seat is free; the bot there takes its time, so that nothing is closed."""
    world.services.keeper.listeners.remove(world.services.bots.look_at)
    world.seats.remove(3)
    world.sitting.answer(0, "loot")
    assert world.sitting.do("revoke", seat=3).status_code == 204
    browser = world.browsers[None]
    assert browser.post(f"/tables/{world.sitting.id}/standby", {}).status_code == 200


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nothing_hidden_reaches_somebody_who_stands_by(
    tmp_path: Path, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Event 31: they are told that a seat is free, byte for byte the same whatever others have sealed or whispered."""
    with world_of(tmp_path, options, DAY) as world:
        freed(world)
        elsewhere = Elsewhere(world, monkeypatch)
        ways = {name.partition(" ")[2] or name for name in elsewhere.reaches_standby(None)}
        assert ways == {"https://push.test/1", "calendar", *(f"https://{shape}.test/" for shape in Shape)}
        assert hunt(world, elsewhere.reaches_standby, [None], FEW) == set()


# --- planted faults -------------------------------------------------------------------------------


def a_line_that_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice with the number of entries: it goes up when somebody else seals."""
    honest = words.line
    monkeypatch.setattr(words, "line", lambda notice: f"{honest(notice)} ({world.table.state.entries})")


def a_hook_that_names_its_notices(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids that count everybody's messages."""

    def counted(_: str, *rest: object) -> object:
        return Message(f"{len(world.table.talk)}", *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(hooks, "Message", counted)


def a_calendar_of_changes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A calendar that says how often the table has changed."""
    honest = feed.written

    def leaky(waiting: list[feed.Waiting], numbers: dict[str, int], base: str) -> bytes:
        return honest(waiting, dict.fromkeys(numbers, world.table.state.entries), base)

    monkeypatch.setattr(feed, "written", leaky)


@pytest.mark.parametrize(
    ("fault", "way"),
    [
        (a_line_that_counts, "https://push.test/1"),
        (a_line_that_counts, "https://discord.test/"),
        (a_hook_that_names_its_notices, "https://json.test/"),
        (a_calendar_of_changes, "calendar"),
    ],
)
def test_a_planted_leak_is_found(
    fault: Callable[[World, pytest.MonkeyPatch], None], way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world_of(tmp_path, SHOWN, DAY) as world:
        elsewhere = Elsewhere(world, monkeypatch)
        fault(world, monkeypatch)
        assert any(way in found for found in hunt(world, elsewhere.reaches, world.viewer, STEPS))


def a_free_seat_since_the_last_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice of a free seat whose key goes up when somebody seals: calendars, tags and ids follow it."""
    honest = notices._of_free_seats

    def leaky(table: Table) -> Iterator[Owed]:
        yield from (replace(one, until=one.until + table.state.entries * 1000) for one in honest(table))

    monkeypatch.setattr(notices, "_of_free_seats", leaky)


@pytest.mark.parametrize(
    ("fault", "way"),
    [
        (a_line_that_counts, "https://push.test/1"),
        (a_hook_that_names_its_notices, "https://json.test/"),
        (a_free_seat_since_the_last_answer, "https://push.test/1"),
    ],
)
def test_a_planted_leak_to_somebody_who_stands_by_is_found(
    fault: Callable[[World, pytest.MonkeyPatch], None], way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world_of(tmp_path, SHOWN, DAY) as world:
        freed(world)
        elsewhere = Elsewhere(world, monkeypatch)
        fault(world, monkeypatch)
        assert any(way in found for found in hunt(world, elsewhere.reaches_standby, [None], FEW))
