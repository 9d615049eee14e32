"""Links, sessions and people: who holds which seat, on which device, and that no secret is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import text
from tests.kit import sure
from tests.server.keeping import START, open_store

from turncoat.kernel.errors import NotAllowed
from turncoat.server import passphrases as module
from turncoat.server.people import People, Person, Session
from turncoat.server.store import Store

DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module", autouse=True)
def _quick_hashes() -> Iterator[None]:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_HASHER", quick)
        yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def people(store: Store) -> People:
    return People(store)


class Device:
    """A browser with its cookie."""

    def __init__(self, people: People, now: int = START) -> None:
        self.people = people
        self.cookie = people.open_session(now)

    def session(self, now: int = START) -> Session:
        return sure(self.people.session(self.cookie, now))

    def register(self, name: str, passphrase: str) -> Person:
        self.cookie, person = self.people.register(self.cookie, name, passphrase, START)
        return person

    def sign_in(self, name: str, passphrase: str) -> Person:
        self.cookie, person = self.people.sign_in(self.cookie, name, passphrase, START)
        return person


# --- links ------------------------------------------------------------------------------------------


def test_a_key_names_its_holder_and_opens_nothing_by_that(people: People) -> None:
    """Whoever comes back with the same key to the same table is the same person."""
    (mine,), (yours,) = people.issue("tab1e", [0]), people.issue("tab1e", [0])
    device = Device(people)
    people.hold(device.session(), [mine])
    claim, other = people.claim(mine), people.claim(yours)
    assert claim is not None
    assert other is not None
    assert device.session().claims == (claim,)
    assert len({claim.by, other.by, mine, yours}) == 4
    assert people.claim(claim.by) is None


# --- sessions ---------------------------------------------------------------------------------------


def test_a_session_that_is_used_goes_on(people: People) -> None:
    device = Device(people)
    for days in range(0, 1000, 100):
        assert people.session(device.cookie, START + days * DAY) is not None


# --- people -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["Agatha", "AGATHA", "  agatha ", "\uff21gatha"])
def test_a_name_is_taken_however_it_is_written(people: People, other: str) -> None:
    Device(people).register("Agatha", "correct horse")
    with pytest.raises(NotAllowed, match="is taken") as caught:
        Device(people).register(other, "another one")
    assert caught.value.field == "name"


def test_an_accent_can_be_typed_in_two_ways(people: People) -> None:
    Device(people).register("Ren\u00e9  Dupont", "correct horse")
    assert Device(people).sign_in("rene\u0301 dupont", "correct horse").name == "Ren\u00e9 Dupont"


@pytest.mark.parametrize(
    ("name", "passphrase", "field"),
    [
        ("", "long enough", "name"),
        ("   ", "long enough", "name"),
        ("x" * 41, "long enough", "name"),
        ("Agatha", "short", "passphrase"),
        ("Agatha", "x" * 1001, "passphrase"),
    ],
)
def test_registering_is_refused_with_the_field(people: People, name: str, passphrase: str, field: str) -> None:
    device = Device(people)
    with pytest.raises(NotAllowed) as caught:
        device.register(name, passphrase)
    assert caught.value.field == field
    assert device.session().person is None


def test_a_wrong_name_and_a_wrong_passphrase_sound_the_same(people: People) -> None:
    Device(people).register("Agatha", "correct horse")
    device = Device(people)
    sentences = set()
    for name, passphrase in (("Agatha", "wrong horse"), ("Nobody", "correct horse"), ("", "")):
        with pytest.raises(NotAllowed) as caught:
            device.sign_in(name, passphrase)
        sentences.add(caught.value.sentence)
    assert len(sentences) == 1
    assert device.session().person is None


def test_an_unknown_name_takes_the_work_of_a_known_one(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash is verified in both cases, so that the time tells nothing."""
    verified: list[str] = []

    class Counting:
        def verify(self, known: str, _passphrase: str) -> bool:
            verified.append(known)
            raise VerifyMismatchError

    monkeypatch.setattr(module, "_HASHER", Counting())
    with pytest.raises(NotAllowed):
        Device(people).sign_in("Nobody", "whatever it is")
    assert len(verified) == 1


def test_the_passphrases_of_two_people_can_be_the_same_and_look_different(people: People, store: Store) -> None:
    for name in ("Agatha", "Barney"):
        Device(people).register(name, "correct horse")
    with store.engine.connect() as connection:
        hashes = connection.scalars(text("SELECT passphrase FROM people")).all()
    assert len(set(hashes)) == 2
    assert all(one.startswith("$argon2id$") for one in hashes)
