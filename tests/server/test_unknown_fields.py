"""What a request has no field for is refused by name; what is kept and digested is what was read (promises 2 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import httpx
import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import Meta, Struct, inspect
from tests.kit import sure
from tests.server.test_problems import refused
from tests.serving import NAMES, Sitting, begin

from turncoat.kernel.misread import fields_at
from turncoat.server.app import compose
from turncoat.server.services import Services
from turncoat.table import record_file
from turncoat.table.draft import LONGEST_ORDER


class Lax(Struct, frozen=True):
    more: int = 0


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    many: Annotated[tuple[dict[str, Lax] | None, ...], Meta(max_length=3)] = ()


class Inner(Struct, tag="inner"):
    low: int = 0


class Outer(Struct):
    rows: list[Inner | None] = []
    named: dict[str, Inner] = {}


def bodies(services: Services) -> dict[str, object]:
    """The type of every body that the API reads, by the name of the handler."""
    every = [one for route in compose(services).routes for one in getattr(route, "route_handlers", ())]
    fields = {str(handler): handler.parsed_data_field for handler in every if isinstance(handler, HTTPRouteHandler)}
    return {name: field.annotation for name, field in fields.items() if field is not None}


def lax(kind: object) -> set[str]:
    """The structs in a type that take fields they do not have."""
    return {struct.cls.__name__ for struct in _structs(inspect.type_info(kind)) if not strict(struct)}


def strict(kind: inspect.StructType) -> bool:
    return kind.cls.__struct_config__.forbid_unknown_fields


def _structs(place: inspect.Type) -> Iterator[inspect.StructType]:
    if isinstance(place, inspect.StructType):
        yield place
        for field in place.fields:
            yield from _structs(field.type)
    for name in ("type", "item_type", "value_type"):
        if isinstance(inner := getattr(place, name, None), inspect.Type):
            yield from _structs(inner)
    for several in ("types", "item_types"):
        for inner in getattr(place, several, ()):
            yield from _structs(inner)


def test_no_request_takes_fields_that_it_does_not_have(services: Services) -> None:
    found = bodies(services)
    assert len(found) > 15
    assert {name: lax(kind) for name, kind in found.items() if lax(kind)} == {}


def test_a_request_that_takes_them_is_noticed() -> None:
    """The planted fault: one struct, deep inside."""
    assert lax(Strict) == {"Lax"}


def test_the_fields_at_a_place_are_those_of_all_that_can_stand_there() -> None:
    assert fields_at(Outer, "") == ("rows", "named")
    assert fields_at(Outer, "rows[0]") == fields_at(Outer, "named[...]") == ("type", "low")


def test_what_people_expect_of_a_table_is_refused_where_it_is_not_there(client: httpx.Client) -> None:
    """A host must not believe that a grace was agreed on."""
    seats = [{"name": name} for name in NAMES]
    plain = {"game": "truce", "seats": seats}
    problem = refused(client.post("/api/tables", json={**plain, "anonymous": True}), 400, "unreadable")
    assert problem["field"] == "anonymous"
    assert problem["detail"] == (
        "There is no field anonymous; the fields are "
        "game, seats, options, title, deadline, talk, listed, pace, programs."
    )
    deadline = {"type": "after", "minutes": 60, "grace": 5}
    problem = refused(client.post("/api/tables", json={**plain, "deadline": deadline}), 400, "unreadable")
    assert problem["field"] == "deadline.grace"
    assert problem["detail"] == (
        "There is no field grace in deadline; the fields are type, minutes, days, hours, zone, times, notice."
    )
    problem = refused(client.post("/api/tables", json={**plain, "options": {"absences": 2}}), 422, "bad_setup")
    assert "Truce has no option absences; it has rounds" in problem["detail"]
    problem = refused(client.post("/api/tables", json={"game": "truce", "seats": [{"nmae": "Eva"}]}), 400, "unreadable")
    assert problem["detail"] == "There is no field nmae in seats; the fields are name, bot."


def test_an_answer_has_the_fields_of_its_action_and_no_others(table: Sitting) -> None:
    problem = refused(
        table.post("answer", 0, action={"type": "attack", "target": 1, "with": "honour"}), 400, "unreadable"
    )
    assert problem["field"] == "with"
    assert problem["detail"] == "There is no field with; the fields are type, target."
    problem = refused(table.post("answer", 0, action={"type": "loot"}, junk=1), 400, "unreadable")
    assert problem["detail"] == "There is no field junk; the fields are request, action, text."
    assert table.get(seat=0)["question"]["filed"] is None


def test_talk_and_what_the_host_does_and_orders_name_the_field(table: Sitting) -> None:
    problem = refused(table.post("talk", 0, text="Psst", anonymous=True), 400, "unreadable")
    assert problem["field"] == "anonymous"
    promise = {"who": 0, "act": "loot", "until": 3}
    assert refused(table.post("talk", 0, promise=promise), 400, "unreadable")["field"] == "promise.until"
    promise = {"who": 0, "act": "attack", "fields": {"victim": 1}}
    problem = refused(table.post("talk", 0, promise=promise), 422, "not_allowed")
    assert problem["detail"] == "In a promise, attack has no field victim; it has target."
    assert refused(table.do("extend", minutes=3, grace=True), 400, "unreadable")["field"] == "grace"
    response = table.client.put(
        table.path("standing-orders/battle.voice"),
        headers=table.seat(0),
        json={"actions": [{"type": "pass"}], "until": 3},
    )
    assert refused(response, 400, "unreadable")["field"] == "until"


@pytest.mark.parametrize("junk", [[[[[1]]]] * 50, "x" * 60_000, {"a": {"b": {"c": 1}}}], ids=["deep", "long", "nested"])
def test_a_game_cannot_be_made_unprovable_by_junk_in_an_order(client: httpx.Client, junk: object) -> None:
    """It is refused, nothing of it is kept, and the game that is over is exported."""
    table = begin(client, options={"rounds": 1})
    body = {"action": {"type": "loot", "x": junk}}
    assert client.post(table.path("answer"), headers=table.seat(0), json=body).status_code == 400
    table.everybody("loot")
    response = client.get(table.path("export"))
    assert response.status_code == 200
    assert len(response.content) < 10_000


def test_what_is_kept_is_what_was_read(client: httpx.Client, services: Services) -> None:
    """Options as the rules have read them, with those that were left out; the record says all that was agreed on."""
    table = begin(client, options={"rounds": "3"})
    record = sure(services.store.record(table.id))
    assert record.header.options["rounds"] == 3
    assert set(record.header.options) >= {"coins", "show_submitted", "outsider"}


def test_a_standing_order_is_kept_as_it_was_read_and_no_larger_than_one_needs(client: httpx.Client) -> None:
    seats = [{"name": name} for name in NAMES]
    made = client.post("/api/tables", json={"game": "dune", "seats": seats}).json()
    table = Sitting(client, made)
    for seat in range(6):
        assert table.post("sit", seat, name=NAMES[seat]).status_code == 204
    assert table.do("start").status_code == 204
    path = table.path("standing-orders/auction.bid")

    def leave(*unless: object, **more: object) -> httpx.Response:
        order = {"actions": [{"type": "pass", **more}], "unless": unless}
        return client.put(path, headers=table.seat(0), json=order)

    assert leave({"type": "bid", "amount": 5}).is_success
    assert "the fields are type" in refused(leave(x=1), 400, "unreadable")["detail"]
    assert (
        "bid has no field x; it has amount, help."
        in refused(leave({"type": "bid", "x": 1}), 400, "unreadable")["detail"]
    )
    actions: Any = {"actions": [{"type": "keep_traitor", "leader": "x" * LONGEST_ORDER}]}
    refused(client.put(path, headers=table.seat(0), json=actions), 400, "unreadable")
    assert table.get(seat=0)["unless"]["auction.bid"] == [{"type": "bid", "amount": 5}]


def test_a_record_with_fields_that_there_are_not_is_refused(client: httpx.Client) -> None:
    table = begin(client, options={"rounds": 1})
    table.everybody("loot")
    data = client.get(table.path("export")).content
    assert record_file.read(data).entries
    lines = data.splitlines()
    for number in (0, 5, len(lines) - 2, len(lines) - 1):
        line = msgspec.json.decode(lines[number])
        next(iter(line.values()))["x"] = 1
        changed = b"\n".join([*lines[:number], msgspec.json.encode(line), *lines[number + 1 :]])
        assert (
            "there is no field x in"
            in refused(
                client.post("/api/tables/import", content=changed, headers={"Content-Type": "application/x-ndjson"}),
                400,
                "unreadable",
            )["detail"]
        )


def test_a_parameter_that_an_address_does_not_have_is_refused_by_name(client: httpx.Client, table: Sitting) -> None:
    """A program must not believe that it has asked for less, or for another seat."""
    problem = refused(client.get(table.path("messages"), params={"limit": 5}), 400, "unreadable")
    assert problem["field"] == "limit"
    assert problem["detail"] == "There is no parameter limit; there are after, before, most, seat."
    answered = client.post(table.path("answer?viewer=1"), headers=table.seat(0), json={"action": {"type": "loot"}})
    assert "there are seat." in refused(answered, 400, "unreadable")["detail"]
    assert table.get(seat=0)["question"]["filed"] is None
    assert "there are none." in refused(client.get("/api/games?sort="), 400, "unreadable")["detail"]


def test_no_address_of_the_api_ignores_a_parameter(services: Services, client: httpx.Client) -> None:
    ways = [
        (method, route.path_format)
        for route in compose(services).routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/")
        for method in route.route_handler_map
        if method != "OPTIONS" and "/schema" not in route.path
    ]
    assert len(ways) > 40
    for method, path in ways:
        answer = client.request(method, path.replace(":str", ""), params={"strange": 1}, json={})
        assert (answer.status_code, "There is no parameter strange" in answer.text) == (400, True), (method, path)
