"""The client: whole games, what is refused, and streams that are cut in the middle."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing, closing, contextmanager
from itertools import islice
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from scripts import client as maker
from tests.client.cutting import way_to
from tests.kit import of_the_tree
from tests.serving import NAMES, begin, gather, on_the_wire, open_services
from tests.test_examples import EXAMPLES, lines_of_code

from turncoat.client import AsyncClient, Changed, Client, NoConnection, Refused, Table
from turncoat.client.replies import Lines
from turncoat.games import ruleset
from turncoat.games.truce.state import Pass
from turncoat.games.truce.view import TruceView
from turncoat.kernel.errors import BadSetup
from turncoat.server.api.wire import NewTable
from turncoat.server.keeper import SeatPlan
from turncoat.table.record_file import read
from turncoat.table.table_view import EventView, MessageView
from turncoat.table.verify import verify

THREE = NAMES[:3]
WHEN_FULL = {"begins": "full"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    services = open_services(tmp_path_factory.mktemp("server"), rates={}, heartbeat=0.2)
    with on_the_wire(services) as found:
        yield found


@pytest.fixture
def web(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as client:
        yield client


def new(**more: Any) -> NewTable:
    """A table of Truce for three."""
    return NewTable("truce", tuple(map(SeatPlan, THREE)), **more)


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", of_the_tree())
def test_a_bot_elsewhere_plays_a_whole_game(web: httpx.Client, address: str, game: str) -> None:
    play: Any = runpy.run_path(str(EXAMPLES / "bot_elsewhere.py"))["play"]
    rules = ruleset(game)
    options = {**rules.brief, **({"rounds": 2} if "rounds" in rules.option_schema else {})}
    table = gather(web, NAMES[: rules.seats[0]], game=game, options=options, pace=WHEN_FULL)
    with ThreadPoolExecutor(len(table.keys)) as threads:
        for bot in [threads.submit(play, address, key) for key in table.keys]:
            bot.result(timeout=200)
    with Client(address) as anybody:
        assert anybody.table(table.id).look().over
        assert verify(read(anybody.table(table.id).export())) == []


def test_a_bot_in_javascript_plays_a_whole_game_beside_one_in_python(web: httpx.Client, address: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    table = begin(web, THREE, options={"rounds": 2})
    play: Any = runpy.run_path(str(EXAMPLES / "bot_elsewhere.py"))["play"]
    with subprocess.Popen([node, str(EXAMPLES / "bot.mjs"), address, table.keys[0]], stderr=subprocess.PIPE) as bot:
        with ThreadPoolExecutor(2) as threads:
            for other in [threads.submit(play, address, key) for key in table.keys[1:]]:
                other.result(timeout=200)
        _, said = bot.communicate(timeout=60)
        assert (bot.returncode, said) == (0, b"")
    assert table.get()["phase"] == "finished"
    first = next(one["event"]["actions"][0] for one in table.get("events") if "actions" in one["event"])
    assert first["type"] == "attack"


@pytest.mark.parametrize("name", ["bot_elsewhere.py", "bot.mjs"])
def test_the_bots_are_as_short_as_they_say(name: str) -> None:
    code = [line for line in (EXAMPLES / name).read_text().splitlines() if line and not line.startswith("//")]
    assert (lines_of_code(name) if name.endswith(".py") else len(code)) <= 20


def test_the_page_on_other_languages_shows_the_bot_as_it_is() -> None:
    page = (EXAMPLES.parent / "docs/programs/javascript.md").read_text(encoding="utf-8")
    shown = page.partition("```js\n")[2].partition("```")[0]
    assert shown.strip()
    assert (EXAMPLES / "bot.mjs").read_text(encoding="utf-8").endswith(shown)


# --- requests ---------------------------------------------------------------------------------


def test_a_table_from_beginning_to_end(address: str) -> None:
    with Client(address) as anybody:
        made = anybody.make(new(options={"rounds": 1}, listed=True))
        assert [game.id for game in anybody.games()] == sorted(of_the_tree())
        assert made.table in [line.id for line in anybody.tables("truce")]
    with closing_all(address, made.seat_keys) as seats, Client(address, made.host_key) as host:
        play_a_round([one.table(made.table) for one in seats], host.table(made.table))


@contextmanager
def closing_all(address: str, keys: Sequence[str]) -> Iterator[list[Client]]:
    """A client for each key."""
    with ExitStack() as stack:
        yield [stack.enter_context(Client(address, key)) for key in keys]


def play_a_round(seats: Sequence[Table], host: Table) -> None:
    """All that can be asked of a table, on the way through a game of one round."""
    for seat in seats:
        seat.sit()
    with pytest.raises(BadSetup, match="The game has not begun"):
        _ = seats[0].look().view
    host.start()
    seen = seats[1].look()
    assert isinstance(seen.view, TruceView)
    assert (seen.asked, seen.request, Pass() in seen.boxes) == (True, 1, True)
    assert seen.boxes.boxes
    assert seen.beside.boxes
    assert seats[1].talk("I pass.", to=[0]).message.said.text == "I pass."
    assert seats[0].messages()[-1].message.sender == 1
    assert seats[0].labels()["seat"]["1"] == "Barney"
    receipt = seats[0].answer("attack barney")
    assert receipt.action == {"type": "attack", "target": 1}
    seats[0].withdraw()
    assert seats[0].look().asked
    seats[0].answer(Pass(), 1)
    seats[1].answer({"type": "defend"}, 1)
    seats[2].answer("loot")
    over = seats[0].look()
    assert over.over
    assert seats[0].events()[-1].number == over.shown.events
    end = seats[0].replay()
    assert end.step == end.of
    assert isinstance(end.view, TruceView)


def test_a_refusal_says_why(address: str) -> None:
    with Client(address) as anybody:
        made = anybody.make(new())
        with pytest.raises(Refused, match="Only players at this table") as refused:
            anybody.table(made.table).answer("pass")
        assert (refused.value.status, refused.value.kind) == (401, "no_key")
        with pytest.raises(Refused, match="There is no table nowhere") as refused:
            next(anybody.table("nowhere").follow())
        assert refused.value.kind == "no_such_table"
    with Client(f"{address}/nothing") as lost, pytest.raises(NoConnection, match="status 404; it may not be"):
        lost.games()
    with Client("http://127.0.0.1:1") as lost, pytest.raises(NoConnection, match=r"127.0.0.1:1 does not answer"):
        next(lost.stream("me/stream"))


def test_another_version_of_the_api_is_one_sentence(address: str) -> None:
    with (
        Client(address) as anybody,
        pytest.raises(NoConnection, match="speaks another version of the API"),
    ):
        anybody.ask("GET", "session", NewTable)


async def test_it_can_be_awaited(web: httpx.Client, address: str) -> None:
    table = begin(web, THREE, options={"rounds": 1})
    for key in table.keys:
        async with AsyncClient(address, key) as me, aclosing(me.turns()) as turns:
            async for at, seen in turns:
                await at.answer(seen.boxes.nth(0), seen.request)
                break
    assert table.get()["phase"] == "finished"


def test_the_client_that_waits_is_the_one_that_is_awaited() -> None:
    assert (maker.FOLDER / "synchronous.py").read_text(encoding="utf-8") == maker.made()


# --- streams ----------------------------------------------------------------------------------


def heard_by(one: EventView | MessageView | Changed) -> tuple[str, int] | None:
    """Its kind and number; None: nothing was told."""
    return None if isinstance(one, Changed) else (type(one).__name__, one.number)


def test_a_stream_goes_on_where_it_was_cut(web: httpx.Client, address: str) -> None:
    """What happens and is said while nobody is connected comes afterwards, once and in order."""
    table = begin(web, THREE)
    since = table.get("", 0)["events"]
    with way_to(address) as way, Client(way.address, table.keys[0], first_wait=0) as me:
        told = me.table(table.id).follow()
        assert isinstance(next(told), Changed)
        stream = filter(None, map(heard_by, told))
        table.post("talk", 1, text="One")
        heard = [next(stream)]
        for number, words in enumerate(("Two", "Three"), 1):
            way.cut()
            table.everybody("pass")
            table.post("talk", 2, text=words)
            heard += islice(stream, table.get("", 0)["events"] - since + 1 + number - len(heard))
            assert way.connections == 1 + number
    assert [number for kind, number in heard if kind == "MessageView"] == [1, 2, 3]
    events = [number for kind, number in heard if kind == "EventView"]
    assert events == [*range(since + 1, table.get("", 0)["events"] + 1)]


def test_a_stream_that_goes_on_elsewhere_would_be_noticed(
    web: httpx.Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: the client forgets where it was, so that everything is told again."""
    take = Lines.take
    monkeypatch.setattr(Lines, "take", lambda lines, line: [replace(one, id="0.0.0") for one in take(lines, line)])
    with pytest.raises(AssertionError):
        test_a_stream_goes_on_where_it_was_cut(web, address)


def test_news_of_all_tables_are_told_once(web: httpx.Client, address: str) -> None:
    table = begin(web, THREE)
    with way_to(address) as way, Client(way.address, table.keys[0], first_wait=0) as me, closing(me.follow()) as news:
        assert [one.kind for one in islice(news, 4)] == ["events", "said", "asked", "changed"]
        way.cut()
        table.post("talk", 1, text="One")
        assert [(one.kind, one.table) for one in islice(news, 2)] == [("said", table.id), ("changed", table.id)]
        assert way.connections == 2


async def test_an_awaited_stream_goes_on_where_it_was_cut(web: httpx.Client, address: str) -> None:
    table = begin(web, THREE)
    with way_to(address) as way:
        me = AsyncClient(way.address, table.keys[0], first_wait=0)
        async with me, aclosing(me.table(table.id).follow()) as stream:
            assert isinstance(await anext(stream), Changed)
            way.cut()
            table.post("talk", 1, text="One")
            told = [await anext(stream) for _ in range(2)]
    assert [getattr(one, "number", None) for one in told] == [1, None]


# --- the account of a bot ---------------------------------------------------------------------


def test_a_bot_account_hears_of_all_its_tables_in_one_stream(address: str) -> None:
    with Client(address) as anybody:
        tables = [anybody.make(new(listed=True, options={"rounds": 1})) for _ in range(2)]
        key = anybody.new_bot("Grudge").key
    with Client(address, key, first_wait=0) as me, closing(me.turns()) as turns:
        assert me.who().name == "Grudge"
        for made in tables:
            seat = me.claim(made.table, "Grudge").seat
            others = [made.seat_keys[other] for other in {0, 1, 2} - {seat}]
            with closing_all(address, [made.host_key, *others]) as (host, *seats):
                for one in seats:
                    one.table(made.table).sit()
                host.table(made.table).start()
        found = {}
        for table, seen in islice(turns, 2):
            table.answer(seen.boxes.nth(0), seen.request)
            found[table.id] = seen.shown.seats[seen.shown.seat or 0].name
        assert found == dict.fromkeys((made.table for made in tables), "Grudge")
        assert {line.id for line in me.my_tables()} == set(found)


def test_a_bot_account_hears_of_a_table_that_it_takes_later(address: str) -> None:
    """Its stream waits where it has no seat yet, and begins anew when it has another one."""
    with Client(address) as anybody:
        made, key = anybody.make(new(listed=True)), anybody.new_bot("Latecomer").key
    with Client(address, key, first_wait=0) as me, closing(me.stream("me/stream")) as stream:
        assert next(stream).event == "still"
        me.claim(made.table)
        news = next(one for one in stream if not one.event)
        assert json.loads(news.data)["table"] == made.table


def test_the_key_of_a_bot_is_no_cookie_and_can_be_thrown_away(web: httpx.Client, address: str) -> None:
    with Client(address) as anybody:
        key = anybody.new_bot("Gone").key
        with pytest.raises(Refused, match="The name gone is taken"):
            anybody.new_bot("gone")
        with pytest.raises(Refused, match="Send the key of the bot account"):
            anybody.ask("DELETE", "bots", type(None))
    assert web.get("/api/session", headers={"Cookie": f"turncoat={key}"}).json()["name"] == ""
    with Client(address, key) as me:
        me.ask("DELETE", "bots", type(None))
        with pytest.raises(Refused, match="unknown or has been revoked"):
            me.who()


# --- notebooks --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", of_the_tree())
def test_a_notebook_draws_a_table_and_its_replay(web: httpx.Client, address: str, game: str) -> None:
    table = gather(web, NAMES[: ruleset(game).seats[0]], game=game)
    with Client(address, table.keys[0]) as me:
        at = me.table(table.id)
        assert "The game has not begun yet. At the table: Agatha" in at.look()._repr_html_()
        for seat in range(len(table.keys)):
            table.post("sit", seat)
        assert table.do("start").status_code == 204
        asked = next(seat for seat in range(len(table.keys)) if table.get("", seat)["question"])
        with Client(address, table.keys[asked]) as other:
            page = other.table(table.id).look()._repr_html_()
        assert 'src="data:image/svg+xml;base64,' in page
        assert f"{NAMES[asked]}: " in page
        assert table.do("close").status_code in (200, 204)


def test_a_notebook_draws_the_end_of_a_replay(web: httpx.Client, address: str) -> None:
    table = begin(web, THREE, options={"rounds": 1})
    table.everybody("pass")
    with Client(address) as anybody:
        page = anybody.table(table.id).replay()._repr_html_()
    assert "<svg" not in page
    assert "The game is over. " in page
    assert ", step " in page
