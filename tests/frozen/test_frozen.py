"""What others hold stays: tags and fields of events, actions, entries, views; sections, options, columns, the API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, Struct, defstruct, structs
from sqlalchemy import Column, MetaData, Table, Text
from tests.frozen import __main__ as command
from tests.frozen import lists
from tests.frozen.lists import GONE, LISTS, NEW, Lines
from tests.planted import changed

from turncoat.games import ruleset
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Attack, Options
from turncoat.kernel.decision import Decision
from turncoat.kernel.flows import parts_of
from turncoat.server.schema import METADATA
from turncoat.table import record


@pytest.mark.parametrize("name", LISTS)
def test_what_others_hold_is_there_and_what_is_new_is_kept(name: str) -> None:
    found = lists.findings(name)
    assert not found, found


SOME_GONE, SOME_NEW = GONE.format(name="some"), NEW.format(name="some")

# --- planted faults -----------------------------------------------------------------------------


def other(kind: type[Struct], leave: str = "", **more: tuple[Any, Any]) -> type[Struct]:
    """A type as it is, with a field less, or with fields that are others."""
    fields: dict[str, tuple[Any, Any]] = {
        field.name: (field.type, field.default) for field in structs.fields(kind) if field.name != leave
    }
    made = [(name, of, *([] if default is NODEFAULT else [default])) for name, (of, default) in (fields | more).items()]
    tag = kind.__struct_config__.tag
    return defstruct(kind.__name__, made, tag=tag if isinstance(tag, str) else None, kw_only=True)


def truce(make: Callable[[Any], Lines], **parts: Any) -> tuple[Lines, Lines]:
    """A list of Truce as it is, and where some parts of the rules are others."""
    return make(ruleset("truce")), make(changed(RULES, **parts))


def columns(change: Callable[[Any], None]) -> tuple[Lines, Lines]:
    """The columns as they are, and where a table is another one."""
    copied = MetaData()
    for table in METADATA.tables.values():
        table.to_metadata(copied)
    change(copied)
    return lists.columns(), lists.columns(copied)


def api(change: Callable[[Any], None]) -> tuple[Lines, Lines]:
    """The API as it is, and where it is described otherwise."""
    copied = msgspec.json.decode(msgspec.json.encode(lists.document()))
    change(copied)
    return lists.api(lists.document()), lists.api(copied)


def without_a_column(metadata: Any) -> None:
    talk = metadata.tables["talk"]
    metadata.remove(talk)
    Table("talk", metadata, *(Column(column.name, column.type) for column in talk.columns if column.name != "fate"))


def with_a_column(metadata: Any) -> None:
    metadata.tables["talk"].append_column(Column("mood", Text))


def without_an_operation(document: Any) -> None:
    del document["paths"]["/api/tables/{table}/withdraw"]


def without_a_parameter(document: Any) -> None:
    said = document["paths"]["/api/tables/{table}/events"]["get"]
    said["parameters"] = [one for one in said["parameters"] if one["name"] != "seat"]


def with_a_needed_parameter(document: Any) -> None:
    for one in document["paths"]["/api/tables/{table}/events"]["get"]["parameters"]:
        one["required"] = True


def without_a_field(document: Any) -> None:
    del document["components"]["schemas"]["Receipt"]["properties"]["digest"]


def without_a_kind_of_entry() -> tuple[Lines, Lines]:
    return lists.structs([record.Paused, record.TableClosed]), lists.structs([record.Paused])


def with_another_entry() -> tuple[Lines, Lines]:
    return lists.structs([record.Answered]), lists.structs([other(record.Answered, "request", question=(int, 0))])


def another_step(monkeypatch: pytest.MonkeyPatch) -> tuple[Lines, Lines]:
    before = lists.sections(ruleset("truce"))
    (round_,) = (one for one in parts_of(RULES.state)[0] if "choose" in one.table_of_contents)
    contents = {("ask" if name == "choose" else name): step for name, step in round_.table_of_contents.items()}
    monkeypatch.setattr(round_, "table_of_contents", contents)
    return before, lists.sections(ruleset("truce"))


def no_standing_orders(monkeypatch: pytest.MonkeyPatch) -> tuple[Lines, Lines]:
    rules = ruleset("dune")
    before = lists.sections(rules)
    for section in parts_of(rules.state)[0]:
        for step in section.table_of_contents.values():
            if isinstance(step, Decision):
                monkeypatch.setattr(step, "repeated", False)
    return before, lists.sections(rules)


FEWER = tuple(event for event in RULES.events if event.__name__ != "ActionsRevealed")
FIRST = RULES.events[0]

FAULTS: dict[str, Callable[[], tuple[Lines, Lines]]] = {
    "an event": lambda: truce(lists.events, events=FEWER),
    "a field of an event": lambda: truce(lists.events, events=(*RULES.events[1:], other(FIRST, "rule"))),
    "the type of a field": lambda: truce(lists.actions, actions=(*RULES.actions[1:], other(Attack, target=(str, "")))),
    "an action": lambda: truce(lists.actions, actions=RULES.actions[1:]),
    "an option": lambda: truce(lists.options, options=other(Options, "outsider")),
    "a default": lambda: truce(lists.options, options=other(Options, rounds=(int, 8))),
    "a field of a view": lambda: truce(lists.views, views=other(RULES.views, structs.fields(RULES.views)[0].name)),
    "a kind of entry": without_a_kind_of_entry,
    "a field of an entry": with_another_entry,
    "a column": lambda: columns(without_a_column),
    "an operation": lambda: api(without_an_operation),
    "a parameter": lambda: api(without_a_parameter),
    "a parameter that was not needed": lambda: api(with_a_needed_parameter),
    "a field of an answer": lambda: api(without_a_field),
}


def compared(before: Lines, after: Lines, folder: Path) -> str:
    """What is found where a list was kept as it is, and is another now."""
    lists.write("some", before, folder)
    assert not lists.findings("some", folder, before)
    return lists.findings("some", folder, after)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_gone_or_another_is_found(fault: str, tmp_path: Path) -> None:
    assert SOME_GONE in compared(*FAULTS[fault](), tmp_path)


@pytest.mark.parametrize("fault", [another_step, no_standing_orders])
def test_a_step_that_is_called_otherwise_is_found(
    fault: Callable[[pytest.MonkeyPatch], tuple[Lines, Lines]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SOME_GONE in compared(*fault(monkeypatch), tmp_path)


ADDITIONS: dict[str, Callable[[], tuple[Lines, Lines]]] = {
    "an event": lambda: truce(lists.events, events=(*RULES.events, ruleset("dune").events[0])),
    "an option": lambda: truce(lists.options, options=other(Options, jokers=(bool, False))),
    "a column": lambda: columns(with_a_column),
}


@pytest.mark.parametrize("addition", ADDITIONS)
def test_what_is_new_is_found_until_it_is_kept(addition: str, tmp_path: Path) -> None:
    found = compared(*ADDITIONS[addition](), tmp_path)
    assert SOME_NEW in found
    assert SOME_GONE not in found


def test_the_command_keeps_what_is_new_and_never_forgets_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = {"two", "three"}
    monkeypatch.setattr(lists, "LISTS", {"some": lambda: now})
    lists.write("some", {"one", "two"}, tmp_path)
    assert command.main([], tmp_path) == 1
    assert capsys.readouterr().out == f"{SOME_GONE}  one\n{SOME_NEW}  three\n"
    assert command.main(["--keep"], tmp_path) == 1
    assert (tmp_path / "some.txt").read_text() == "one\nthree\ntwo\n"
    assert command.main(["--keep", "--anew"], tmp_path) == 0
    assert (tmp_path / "some.txt").read_text() == "three\ntwo\n"
