"""A guest who signs in keeps webhooks, choices and quiet hours; the calendar has a new address."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from tests.server.listening import HERE
from tests.server.test_calendar import address
from tests.serving import Browser, Clock, Sitting, another, gather, open_services

from turncoat.server.notices.choices import Times
from turncoat.server.notices.hook_shapes import Shape
from turncoat.server.notices.hooks import Hook
from turncoat.server.notices.schema import GENERATIONS
from turncoat.server.services import Services
from turncoat.server.settings import HookSettings, Settings
from turncoat.table.notices import Kind

ZOE = {"name": "Zoe", "passphrase": "correct horse battery"}


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock, settings=Settings(hooks=HookSettings(reach=HERE)))


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return gather(client)


@pytest.fixture
def guest(others: Browser, table: Sitting) -> Browser:
    """Somebody who sits at a table, without an account."""
    others.join(table.link(0))
    return others


def choose(guest: Browser, hook: str = "one", quiet: str = "22:00") -> None:
    guest.post("/notices/hook", {"shape": "json", "url": f"http://127.0.0.1:8080/{hook}"})
    guest.post("/notices/choose", {"wanted": ["turn push"]})
    guest.post("/notices/times", {"zone": "Europe/Berlin", "quiet_from": quiet, "quiet_to": "07:00"})


def zoe(services: Services) -> str:
    """The id of the person."""
    person = services.auth.people.known_as("Zoe")
    assert person is not None
    return person.owner


def owners(services: Services) -> set[str]:
    """Everybody for whom something about notices is stored."""
    kinds = ("hooks", "notice_choices", "notice_times", "notices", "push_subscriptions")
    query = " union ".join(f"select owner from {kind}" for kind in kinds)
    with services.store.reading() as connection:
        return set(connection.exec_driver_sql(query).scalars())


def test_a_guest_who_signs_in_keeps_hook_choice_and_quiet_hours(guest: Browser, services: Services) -> None:
    choose(guest)
    guest.post("/sign-in", ZOE | {"new": "yes"})
    assert [hook.url for hook in services.hooks.store.of(zoe(services))] == ["http://127.0.0.1:8080/one"]
    wishes = services.choices.of([zoe(services)])[zoe(services)]
    assert wishes.wants("any", Kind.TURN, "push")
    assert not wishes.wants("any", Kind.OVER, "push")
    assert wishes.times == Times("Europe/Berlin", 22 * 60, 7 * 60)
    assert owners(services) == {zoe(services)}


def test_what_the_person_has_chosen_before_stands(guest: Browser, services: Services, table: Sitting) -> None:
    choose(guest)
    guest.post("/sign-in", ZOE | {"new": "yes"})
    again = another(guest.client)
    again.join(table.link(1))
    choose(again, "two", quiet="20:00")
    again.post("/sign-in", ZOE)
    assert {hook.url[-3:] for hook in services.hooks.store.of(zoe(services))} == {"one", "two"}
    assert services.choices.of([zoe(services)])[zoe(services)].times == Times("Europe/Berlin", 22 * 60, 7 * 60)
    assert owners(services) == {zoe(services)}


def test_signing_in_gives_nobody_more_hooks_than_ten(guest: Browser, services: Services, table: Sitting) -> None:
    guest.post("/sign-in", ZOE | {"new": "yes"})
    for number in range(8):
        hook = Hook(f"h{number}", zoe(services), Shape.SLACK, "https://hooks.test/", "")
        services.hooks.store.add(hook, number)
    again = another(guest.client)
    again.join(table.link(1))
    for name in ("one", "two", "six"):
        choose(again, name)
    again.post("/sign-in", ZOE)
    assert len(services.hooks.store.of(zoe(services))) == 10
    assert owners(services) == {zoe(services)}


def test_the_calendar_of_the_guest_says_that_it_has_another_address(guest: Browser) -> None:
    """An empty one would say that nothing waits."""
    old = address(guest)
    guest.post("/sign-in", ZOE | {"new": "yes"})
    answer = guest.client.get(old)
    assert answer.status_code == 404
    assert "your page of notices has the new one" in answer.text
    assert guest.client.get(address(guest)).status_code == 200


def test_nothing_is_kept_of_the_old_calendars_of_a_guest_who_signs_in(guest: Browser, services: Services) -> None:
    address(guest)
    guest.post("/calendar")
    with services.store.reading() as connection:
        assert len(connection.execute(select(GENERATIONS)).all()) == 1
    guest.post("/sign-in", ZOE | {"new": "yes"})
    with services.store.reading() as connection:
        assert connection.execute(select(GENERATIONS)).all() == []
