"""A server that starts with other rules than those by which its tables were played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from sqlalchemy.event import listen
from tests.kit import says
from tests.server.keeping import over, owing, room
from tests.serving import Clock, Sitting, begin, client_of, database_at, everything_in, gather, open_services

from turncoat.games import ruleset
from turncoat.games.truce.events import ActionsRevealed, AttackJudged
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Round, Truce
from turncoat.kernel import Ruleset
from turncoat.kernel.errors import NotAllowed
from turncoat.server.bots import BotRunner
from turncoat.server.store import Store
from turncoat.table import proof, record_file
from turncoat.table import record as kept
from turncoat.table.proof import Receipt
from turncoat.table.replay import _differences, replay
from turncoat.table.table import IN_PHASE, Phase
from turncoat.table.verify import verify

THREE = ("Agatha", "Barney", "Celeste")
OTHER = "0123456789abcdef"

Change = Callable[[pytest.MonkeyPatch], None]


class Place:
    """A server that is stopped and started again on one database."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch, self.clock = folder, monkeypatch, Clock()

    @contextmanager
    def open(self, *tables: Sitting, change: Change | None = None) -> Iterator[Any]:
        """The server at work, with changed rules and another hash of them if they are changed."""
        with self.monkeypatch.context() as patched:
            if change is not None:
                patched.setitem(vars(RULES), "hash", OTHER)
                change(patched)
            with client_of(open_services(self.folder, clock=self.clock)) as client:
                for table in tables:
                    table.client = client
                yield client

    def rows(self) -> str:
        return everything_in(database_at(self.folder / "test.db"), "tables", "entries", "events", "talk")

    def record(self, table: Sitting) -> kept.Record:
        with closing(Store(database_at(self.folder / "test.db"))) as store:
            record = store.record(table.id)
        assert record is not None
        return record


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, monkeypatch)


def played(place: Place, **agreed: object) -> tuple[Sitting, list[Receipt]]:
    """A table in its third round: two have handed in, and something was said."""
    with place.open() as client:
        table = begin(client, THREE, options={"rounds": 3}, **agreed)
        given = [table.answer(0, "attack", target=1), table.answer(1, "loot"), table.answer(2, "support", target=0)]
        given += [table.answer(0, "loot"), table.answer(1, "attack", target=0), table.answer(2, "loot")]
        assert table.post("talk", 1, text="A truce, then?").status_code == 201
        given += [table.answer(0, "support", target=2), table.answer(2, "pass")]
    return table, [msgspec.convert(one, Receipt) for one in given]


def nothing(patched: pytest.MonkeyPatch) -> None:
    """Only the sources differ, not what they do."""


# --- rules that lead to the same ----------------------------------------------------------------


def test_a_table_that_plays_again_alike_goes_on_by_the_new_rules_and_says_so(place: Place) -> None:
    table, receipts = played(place)
    with place.open(table, change=nothing):
        table.get(seat=0)
        table.post("talk", 1, text="Is this still the same game?")
        assert table.get(seat=0)["ruleset"] == OTHER
        said = [one["text"] for one in table.get("events", 0)]
        assert sum("newer version of the rules" in one for one in said) == 1
        receipts.append(msgspec.convert(table.answer(1, "loot"), Receipt))
        assert table.get(seat=1)["phase"] == "finished"
    record = place.record(table)
    assert [entry.ruleset for entry in record.entries if isinstance(entry, kept.RulesChanged)] == [OTHER]
    assert verify(record, receipts, chain=record.chain) == []


def test_it_is_noted_once_and_again_when_the_rules_change_back(place: Place) -> None:
    table, _ = played(place)
    for change, many in ((nothing, 1), (nothing, 1), (None, 2), (nothing, 3)):
        with place.open(table, change=change):
            table.get(seat=0)
        noted = [entry.ruleset for entry in place.record(table).entries if isinstance(entry, kept.RulesChanged)]
        assert noted == [OTHER, RULES.hash, OTHER][:many]


def test_a_table_that_nobody_looks_at_is_played_again_at_the_start(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise somebody's first order would be the moment at which everybody is told."""
    played(place)
    with closing(Store(database_at(place.folder / "test.db"))) as store:
        assert [running.care for running in store.running()] == [False]
        monkeypatch.setitem(vars(RULES), "hash", OTHER)
        assert [running.care for running in store.running()] == [True]


def test_a_table_whose_game_has_not_begun_goes_on(place: Place) -> None:
    with place.open() as client:
        table = gather(client, THREE)
    with place.open(table, change=nothing):
        for seat in range(3):
            assert table.post("sit", seat).status_code == 204
        assert table.do("start").status_code == 204
        assert table.get(seat=0)["phase"] == "playing"


class Larger(Truce, kw_only=True):
    other: int = 1


class Stricter(Truce, kw_only=True):
    other: int


class Renamed(Truce, kw_only=True):
    """What is kept as ``removed`` is called otherwise, and is 0 when it is read."""

    gone: int = 0
    removed: int = msgspec.field(name="gone_before", default=0)


@pytest.mark.parametrize("form", [Larger, Stricter, Renamed])
def test_a_state_that_is_kept_in_another_form_is_made_anew_from_the_entries(place: Place, form: type[Truce]) -> None:
    def change(patched: pytest.MonkeyPatch) -> None:
        patched.setitem(vars(RULES), "_decoder", msgspec.json.Decoder(form))

    table, _ = played(place)
    with place.open(table) as _:
        before = table.get(seat=0)["view"]
    with place.open(table, change=change) as client:
        assert client.get("/api/tables").status_code == 200
        assert table.get(seat=0)["view"] == before


def test_a_game_that_is_over_is_not_noted_and_can_be_exported(place: Place) -> None:
    table, receipts = played(place)
    with place.open(table):
        table.answer(1, "loot")
    stored = place.rows()
    with place.open(table, change=nothing) as client:
        assert table.get(seat=0)["phase"] == "finished"
        assert client.get(f"/tables/{table.id}/reveal?round=1").status_code == 200
        record = record_file.read(client.get(table.path("export")).content)
    assert verify(record, receipts[:1]) == []
    assert place.rows() == stored


async def test_bots_play_on_by_the_new_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path) as before:
        table = await before.table(4, {"rounds": 3}, bots=["random"] * 3)
        await before.answer(table, 0)
    monkeypatch.setitem(vars(RULES), "hash", OTHER)
    async with room(tmp_path) as desk:
        bots = BotRunner(desk.keeper)
        table = await desk.keeper.table(table.header.table)
        await desk.until(table, lambda table: owing(table) == [0])
        while not over(table):
            await desk.answer(table, 0)
            await desk.until(table, lambda table: over(table) or owing(table) == [0])
        await bots.stop()
        record = desk.store.record(table.header.table)
    assert record is not None
    assert verify(record, chain=record.chain) == []
    assert kept.ruleset_of(record) == OTHER


# --- rules that lead elsewhere ------------------------------------------------------------------


def refuses_support(patched: pytest.MonkeyPatch) -> None:
    """An entry is refused."""
    right = Ruleset.read_action

    def read(self: Any, data: Mapping[str, Any]) -> Any:
        if data["type"] == "support":
            raise NotAllowed("There is no support any more.")
        return right(self, data)

    patched.setattr(Ruleset, "read_action", read)


def fails(patched: pytest.MonkeyPatch) -> None:
    """The rules fail."""
    patched.setattr(Round.table_of_contents["loot"], "advance", lambda *_: 1 / 0)


def tells_more(patched: pytest.MonkeyPatch) -> None:
    """An event is told twice."""
    step: Any = Round.table_of_contents["loot"]
    right = step.advance

    def advance(game: Any, section: Any, tell: Any) -> Any:
        tell.all(AttackJudged, 0, 1, 1, 0, 0, True)
        return right(game, section, tell)

    patched.setattr(step, "advance", advance)


def gives_more(patched: pytest.MonkeyPatch) -> None:
    """Everybody begins with one coin more: other fields, other views."""
    right = RULES.set_up
    patched.setitem(
        vars(RULES), "set_up", lambda options, *rest: right(msgspec.structs.replace(options, coins=4), *rest)
    )


def asks_once_more(patched: pytest.MonkeyPatch) -> None:
    """Requests have other numbers."""
    right = RULES.set_up

    def set_up(*given: Any) -> Any:
        game = right(*given)
        game.requests = [request + 1 for request in game.requests]
        return game

    patched.setitem(vars(RULES), "set_up", set_up)


def knows_no_reveal(patched: pytest.MonkeyPatch) -> None:
    """A kind of event is there no more."""
    patched.setitem(vars(RULES), "events", tuple(event for event in RULES.events if event is not ActionsRevealed))


def has_no_rounds(patched: pytest.MonkeyPatch) -> None:
    """An option is there no more."""

    class Fewer(Struct, frozen=True):
        coins: int = 3

    patched.setitem(vars(RULES), "options", Fewer)


def salts_otherwise(patched: pytest.MonkeyPatch) -> None:
    """A receipt does not verify any more."""
    patched.setattr(proof, "order_salt", lambda *_: "ab" * 32)


CHANGES = (
    *(refuses_support, fails, tells_more, gives_more, asks_once_more, knows_no_reveal, has_no_rounds, salts_otherwise),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_table_that_does_not_play_again_alike_is_stopped_and_can_be_read(place: Place, change: Change) -> None:
    table, receipts = played(place)
    with place.open(table):
        story, log, talk = table.get(seat=0), table.get("events", 0), table.get("messages", 0)
    stored = place.rows()
    with place.open(table, change=change) as client:
        shown = table.get(seat=0)
        assert (shown["phase"], shown["question"], shown["chain"]) == ("stopped", None, story["chain"])
        assert table.get("messages", 0) == talk or change is knows_no_reveal
        assert table.get("events", 0) == log or change is knows_no_reveal
        page = client.get(f"/tables/{table.id}")
        assert page.status_code == 200
        says(page.text, "This table is stopped.", "Nothing is lost")
        for part in ("events", "reveal?round=1", "story", ""):
            assert client.get(f"/tables/{table.id}/{part}".rstrip("/")).status_code in (200, 404), part
        if change is not knows_no_reveal:
            says(
                client.get(f"/tables/{table.id}/reveal?round=1").text,
                "played with rules that this server no longer has",
                "lists all orders",
            )
            says(client.get(f"/tables/{table.id}/ledger").text, "Agatha")
        assert client.get("/api/tables").status_code == 200
        refused = table.post("answer", 1, action={"type": "loot"})
        assert (refused.status_code, refused.json()["detail"]) == (422, IN_PHASE[Phase.STOPPED])
        assert table.post("talk", 1, text="Hello?").status_code == 422
        assert table.do("pause").status_code == 422
        says(client.get(f"/tables/{table.id}/host", headers=table.host).text, "This table is stopped.")
    assert place.rows() == stored
    with place.open(table):
        receipts.append(msgspec.convert(table.answer(1, "loot"), Receipt))
        assert table.get(seat=1)["phase"] == "finished"
    assert verify(place.record(table), receipts) == []


def test_its_deadline_passes_and_nothing_is_closed(place: Place) -> None:
    table, _ = played(place, deadline={"type": "after", "minutes": 5})
    stored = place.rows()
    with place.open(table, change=gives_more) as client:
        place.clock.forward(3600)
        client.app.state.services.keeper.alarms.look()
        assert table.get(seat=1)["phase"] == "stopped"
    assert place.rows() == stored


def test_a_game_that_is_over_stays_over_and_tells_no_story_of_other_rules(place: Place) -> None:
    table, _ = played(place)
    with place.open(table):
        table.answer(1, "loot")
        log = table.get("events", 0)
    with place.open(table, change=gives_more) as client:
        assert table.get(seat=0)["phase"] == "finished"
        assert table.get("events", 0) == log
        assert "cannot be replayed" in client.get(f"/tables/{table.id}/reveal?round=1").text


# --- what is compared ---------------------------------------------------------------------------


def test_a_table_is_compared_with_the_record_of_the_same_moment(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what is written in between, the note itself above all, would pass for a difference."""
    table, _ = played(place)
    monkeypatch.setitem(vars(RULES), "hash", OTHER)
    with closing(Store(database_at(place.folder / "test.db"))) as store:
        begun: list[object] = []
        listen(store.engine, "begin", begun.append)
        loaded = store.load(table.id)
    assert loaded is not None
    assert loaded.stopped == ""
    assert len(begun) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (nothing, ""),
        (refuses_support, "entry 10 of 15 is not accepted any more"),
        (fails, "entry 10 of 15 is not accepted any more"),
        (tells_more, "event 11 of 22 (stash_looted) is not the same"),
        (gives_more, "event 14 of 22 (spoils_banked) is not the same"),
    ],
)
def test_the_host_is_told_what_is_not_the_same(place: Place, change: Change, why: str) -> None:
    table, _ = played(place)
    with place.open(change=change) as client:
        found = client.app.state.services.store.load(table.id)
    assert found.stopped == why


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("events", "22 events have happened, and now it would be 21"),
        ("talk", "what was said, or what became of a promise, is not the same"),
        ("chain", "chain of the table is not the same"),
        ("due", "due of the table is not the same"),
        ("requests", "other questions are open"),
        ("view", "seat 0 is shown something else"),
    ],
)
def test_whatever_is_not_the_same_is_found(place: Place, field: str, why: str) -> None:
    table, _ = played(place)
    stored, made = replay(place.record(table)), replay(place.record(table))
    assert made.game is not None
    requests = list(made.game.requests)
    assert list(_differences(stored, made, requests)) == []
    match field:
        case "events":
            made.happened.pop()
        case "talk":
            made.talk.clear()
        case "requests":
            requests[0] += 1
        case "view":
            made.game.standing_orders[0]["round.choose"] = (ruleset("truce").read_action({"type": "loot"}),)
        case _:
            setattr(made.state, field, 1)
    assert next(iter(_differences(stored, made, requests))) == why
