"""What people may be called: nothing blank, nothing that is taken for somebody else."""

from __future__ import annotations

from itertools import combinations

import httpx
import pytest
from tests.serving import Browser, Sitting, another, gather

from turncoat.bots import seat_names
from turncoat.kernel.errors import NotAllowed
from turncoat.server.names import RESERVED, check_apart, check_name, look_alike

BLANKS = ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u3164 \u3164", "Anna\u3164", "A\u034fnna", "\u17b4a"]


@pytest.mark.parametrize("name", BLANKS)
def test_a_name_that_is_blank_somewhere_is_refused(client: httpx.Client, name: str) -> None:
    """Fillers count as printable and print nothing."""
    table = gather(client)
    for answer in (
        table.post("sit", 1, name=name),
        client.post("/api/tables", json={"game": "truce", "seats": [{"name": name}, {"name": ""}, {"name": ""}]}),
        client.post("/api/session", json={"name": name, "passphrase": "correct horse", "new": True}),
    ):
        assert (answer.status_code, answer.json()["field"]) == (422, "name"), answer.text
        assert answer.json()["detail"].startswith("A name has 1 to 40 visible characters")
    assert table.get()["seats"][1]["name"] == "Barney"


TWINS = [
    *(
        "\u0410gatha",
        "Ag\u0430th\u0430",
        "\u0391g\u03b1tha",
        "A\u0261atha",
        "\uff21gatha",
        "AGAT\u041dA",
        "\u13aagatha",
    ),
    *("\U0001d400gatha", "Agatha\ufe0f", "\ua4eegatha"),
]


@pytest.mark.parametrize("name", TWINS)
def test_nobody_looks_like_somebody_at_the_table(client: httpx.Client, name: str, table: Sitting) -> None:
    """Cyrillic, Greek, Cherokee, Lisu, full-width and mathematical letters."""
    answer = table.post("sit", 1, name=name)
    assert (answer.status_code, answer.json()["field"]) == (422, "name"), answer.text
    assert "Agatha" in answer.json()["detail"]
    page = another(client).join(table.link(1), name)
    assert (page.status_code, "choose another one" in page.text or "already called" in page.text) == (422, True)
    assert table.get()["seats"][1]["name"] == "Barney"
    made = client.post(
        "/api/tables", json={"game": "truce", "seats": [{"name": "Agatha"}, {"name": name}, {"name": ""}]}
    )
    assert made.status_code == 422


def test_a_free_seat_is_taken_under_no_twins_name(client: httpx.Client) -> None:
    table = gather(client, listed=True)
    answer = client.post(table.path("claim"), json={"name": "B\u0430rney"})
    assert "This name looks like Barney, who is here already" in answer.json()["detail"]


SIGNS = [("Ann", one) for one in ("Ann.", "-Ann", "A'nn", "Ann\u2019", "`Ann`", "Ann~", "_Ann_", "A\u00b7nn")]
"""Small signs that nobody remembers."""


@pytest.mark.parametrize(
    ("one", "other"), [("Bill", "BiIl"), ("Marne", "Mame"), ("Bob", "B0b"), ("Paul", "Рaul"), *SIGNS]
)
def test_letters_are_taken_for_others(one: str, other: str) -> None:
    assert look_alike(one, other)
    with pytest.raises(NotAllowed, match="This name looks like"):
        check_apart(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ali", "All"),
        ("Anna", "Hanna"),
        ("Олег", "Ольга"),
        ("Νίκος", "Νίκη"),
        ("", "A"),
        ("Ann", "Ann \U0001f98a"),
        ("?!", "..."),
    ],
)
def test_names_that_differ_stand_side_by_side(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_the_names_of_free_seats_are_taken_for_no_other() -> None:
    names = seat_names(60)
    assert not [pair for pair in combinations(names, 2) if look_alike(*pair)]
    assert [check_name(name) for name in names] == list(names)


@pytest.mark.parametrize(
    "name",
    ["Host", "ARBITER", "everybody", "all", "Me", "H\u043est", "\u0410rbiter", "y\u00f6u", "n0body", " no  one "],
)
def test_words_that_stand_for_somebody_else_are_no_names(client: httpx.Client, name: str) -> None:
    """A message from "Host" or to "everybody" would mislead."""
    table = gather(client)
    for answer in (
        table.post("sit", 1, name=name),
        client.post("/api/session", json={"name": name, "passphrase": "correct horse", "new": True}),
    ):
        assert (answer.status_code, answer.json()["field"]) == (422, "name"), answer.text
        assert "means something else at a table" in answer.json()["detail"]


def test_every_reserved_word_is_refused_and_names_like_them_are_not() -> None:
    for word in RESERVED:
        with pytest.raises(NotAllowed):
            check_name(word)
    for name in ("Ali", "Hosta", "Allan", "Mel", "Mia", "Олег", "Νίκος", "秀英", "José", "O'Neil", "Zoë", "Annie 2"):
        assert check_name(name) == name


@pytest.mark.parametrize("name", ["Agatha ", "AGATHA", "\uff21gatha", "Ag\u00e1tha"])
def test_nobody_sits_down_under_the_name_of_somebody_else(browser: Browser, name: str) -> None:
    """Neither case, spaces, accents nor wide letters make another name."""
    seats = [{"name": "Agatha"}, {"name": name}, {"name": "Celeste"}]
    response = browser.client.post("/api/tables", json={"game": "truce", "seats": seats})
    assert response.status_code == 422
    assert "Somebody here is already called" in response.json()["detail"]


def test_two_names_that_only_an_accent_tells_apart_are_one_and_it_is_said_why(client: httpx.Client) -> None:
    """Orders can be typed, on keyboards without accents too: one name must mean one player."""
    table = gather(client, ("José", "Barney", "Celeste"))
    assert table.post("sit", 1, name="José").json()["detail"] == "Somebody here is already called José."
    assert table.post("sit", 1, name="jose").json()["detail"] == (
        "Somebody here is already called José; capitals and accents alone do not tell two players apart when "
        "orders are typed."
    )
    assert table.post("sit", 1, name="Jose B").status_code == 204


@pytest.mark.parametrize("name", ["Nguyễn Thị", "ไม้เอก", "שָׁלוֹם", "Zoe\u0308"])
def test_a_name_in_any_script_is_a_name(client: httpx.Client, name: str) -> None:
    table = gather(client, ("Agatha", "Barney", "Celeste"))
    assert table.post("sit", 1, name=name).status_code == 204


@pytest.mark.parametrize("name", ["\u202eevil", "a\u200bb", "x\x07", "\u0301", "Z" + "\u0301" * 4 + "oe"])
def test_a_name_that_does_harm_to_the_page_is_refused_and_told_why(browser: Browser, name: str) -> None:
    seats = [{"name": name}, {"name": "Barney"}, {"name": "Celeste"}]
    at_a_table = browser.client.post("/api/tables", json={"game": "truce", "seats": seats})
    as_a_person = browser.client.post("/api/session", json={"name": name, "passphrase": "long enough", "new": True})
    for response in (at_a_table, as_a_person):
        assert response.json()["detail"] == "A name has 1 to 40 visible characters, and at most 3 accents on a letter."
