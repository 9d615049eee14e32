"""Invitations open once, codes lead to another device, and nobody is locked out by either (promise 2)."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from tests.serving import (
    Browser,
    Clock,
    Sitting,
    another,
    bearer,
    begin,
    client_of,
    database_at,
    everything_in,
    gather,
    open_services,
)

from turncoat.server.invitations import CODE_LIFE

USED = "This invitation has been used"


@pytest.fixture
def browser(client: httpx.Client) -> Browser:
    return another(client)


def seat_of(browser: Browser, table: Sitting) -> int | None:
    """The seat that a browser has at a table."""
    found: int | None = browser.client.get(table.path()).json()["seat"]
    return found


# --- one use ----------------------------------------------------------------------------------------


def test_a_used_invitation_opens_nothing_to_a_second_browser(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    """Neither the seat nor its name: the page says so and what to do."""
    link, second = table.link(1), another(client)
    browser.join(link, "Barney")
    page = second.get(f"/join/{link}")
    assert (page.status_code, USED in page.text) == (410, True)
    assert "Continue on another device" in page.text
    assert "Barney" not in page.text
    late = second.post("/join", {"token": link, "name": "Mallory"})
    assert (late.status_code, USED in late.text) == (410, True)
    assert seat_of(second, table) is None
    assert table.get()["seats"][1]["name"] == "Barney"
    assert "turncoat" not in second.client.cookies


def test_looking_at_an_invitation_uses_nothing(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    """A preview of the link in a chat takes no seat."""
    link = table.link(1)
    for _ in range(2):
        assert another(client).get(f"/join/{link}").status_code == 200
    browser.join(link)
    assert seat_of(browser, table) == 1


def test_a_bookmark_of_the_invitation_leads_to_the_seat_in_the_browser_that_used_it(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    link = table.link(1)
    browser.join(link)
    assert browser.get(f"/join/{link}").url.path == f"/tables/{table.id}"
    assert seat_of(browser, table) == 1
    host, invitation = another(client), table.link(None)
    host.join(invitation)
    assert host.get(f"/join/{invitation}").url.path == f"/tables/{table.id}/host"


def test_an_answer_that_was_lost_on_the_way_locks_nobody_out(table: Sitting, browser: Browser) -> None:
    """The invitation is used, the cookie for the seat never came: the same browser uses it again."""
    link = table.link(1)
    browser.join(link)
    browser.client.cookies.delete("turncoat")
    assert seat_of(browser, table) is None
    browser.join(link)
    assert seat_of(browser, table) == 1


def test_a_name_that_is_refused_uses_nothing(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    link = table.link(1)
    assert browser.join(link, "Agatha").status_code == 422
    another(client).join(link)
    assert seat_of(browser, table) is None


def test_signing_in_keeps_the_bookmark_and_signing_out_ends_it(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    """At somebody else's computer nobody finds the seat in the history; the person finds it anywhere."""
    link, person = table.link(1), {"name": "Zoe", "passphrase": "correct horse battery"}
    browser.join(link)
    browser.post("/sign-in", person | {"new": "yes"})
    assert browser.get(f"/join/{link}").url.path == f"/tables/{table.id}"
    browser.post("/sign-out")
    assert browser.get(f"/join/{link}").status_code == 410
    browser.post("/sign-in", person)
    assert browser.get(f"/join/{link}").url.path == f"/tables/{table.id}"


def test_a_host_who_signs_in_is_still_told_the_links(browser: Browser) -> None:
    made = browser.post("/new", {"game": "truce", "name": "Agatha", "seats": "4", "deadline": "none", "talk": "full"})
    links = re.findall(r"/join/([\w-]{43})", made.text)
    browser.post("/sign-in", {"name": "Zoe", "passphrase": "correct horse battery", "new": "yes"})
    assert re.findall(r"/join/([\w-]{43})", browser.get(made.url.path).text) == links
    assert len(links) == 3


# --- programs ---------------------------------------------------------------------------------------


def test_a_program_exchanges_an_invitation_for_a_key_of_its_own_once(client: httpx.Client) -> None:
    table = gather(client)
    link = table.link(1)
    assert client.get(table.path(), headers=bearer(link)).json()["detail"].startswith("This is an invitation")
    given = client.post("/api/keys", json={"invitation": f"https://games.example/join/{link}"})
    made = given.json()
    assert (given.status_code, made["table"], made["seat"]) == (201, table.id, 1)
    assert made["key"] != link
    assert client.post(table.path("sit"), headers=bearer(made["key"]), json={"name": "Robo"}).status_code == 204
    assert client.get(table.path(), headers=bearer(made["key"])).json()["seats"][1]["name"] == "Robo"
    again = client.post("/api/keys", json={"invitation": link})
    assert (again.status_code, again.json()["kind"]) == (401, "no_key")
    assert "has been used" in again.json()["detail"]
    assert another(client).get(f"/join/{link}").status_code == 410


def test_what_a_browser_has_used_no_program_can_exchange(client: httpx.Client, table: Sitting) -> None:
    link = table.link(1)
    another(client).join(link)
    assert client.post("/api/keys", json={"invitation": link}).status_code == 401
    assert client.post("/api/keys", json={"invitation": "A" * 43}).status_code == 401


def test_a_key_opens_no_page(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    """A key is a program's: as a link it would stay good for everybody who sees it."""
    assert browser.get(f"/join/{table.keys[1]}").status_code == 404
    assert browser.post("/join", {"token": table.keys[1]}).status_code == 404
    assert seat_of(browser, table) is None


def test_a_program_that_hosts_invites_a_person_to_its_rights(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    given = client.post("/api/keys", json={"invitation": table.link(None)}).json()
    assert given["seat"] is None
    assert client.post(table.path("host/pause"), headers=bearer(given["key"])).status_code == 204
    assert "You are the host" in browser.join(table.link(None)).text


# --- another device ---------------------------------------------------------------------------------


def code_on(page: httpx.Response) -> str:
    """The code that a page shows."""
    found = re.search(r"<output[^>]*>([0-9A-Z]{4}-[0-9A-Z]{4})</output>", page.text)
    assert found, page.text
    return found[1]


def test_a_guest_goes_on_at_another_device_by_link_or_code_once(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    """A link is all that a guest has: the other device has the same seat, and the first keeps it."""
    browser.join(table.link(1))
    assert "Continue on another device" in browser.get(f"/tables/{table.id}").text
    code = code_on(browser.post(f"/tables/{table.id}/continue"))
    phone, thief = another(client), another(client)
    shown = phone.get(f"/continue/{code}")
    assert "Barney" in shown.text
    assert phone.post("/continue", {"code": code}).url.path == f"/tables/{table.id}"
    assert [seat_of(one, table) for one in (browser, phone)] == [1, 1]
    late = thief.post("/continue", {"code": code})
    assert (late.status_code, "This code is unknown, used" in late.text) == (422, True)
    assert thief.get(f"/continue/{code}").status_code == 422
    assert seat_of(thief, table) is None


@pytest.mark.parametrize("typed", ["{0}", "{0} ", "{1}", "{2}"])
def test_a_code_can_be_typed_without_care(client: httpx.Client, table: Sitting, browser: Browser, typed: str) -> None:
    browser.join(table.link(1))
    code = code_on(browser.post(f"/tables/{table.id}/continue"))
    careless = code.lower().replace("0", "o").replace("1", "l")
    phone = another(client)
    phone.post("/continue", {"code": typed.format(code, code.replace("-", ""), careless)})
    assert seat_of(phone, table) == 1


def test_a_code_ends_after_ten_minutes_and_with_the_next_one(tmp_path: Path) -> None:
    clock = Clock()
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table, browser = begin(client), another(client)
        browser.join(table.link(1))
        path = f"/tables/{table.id}/continue"
        first, second = code_on(browser.post(path)), code_on(browser.post(path))
        assert another(client).get(f"/continue/{first}").status_code == 422
        clock.forward(CODE_LIFE / 1000 - 1)
        assert another(client).get(f"/continue/{second}").status_code == 200
        clock.forward(1)
        assert another(client).post("/continue", {"code": second}).status_code == 422


def test_a_host_takes_the_seat_and_the_rights_along_and_nothing_of_other_tables(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    other = begin(client)
    for link in (table.link(0), table.link(None), other.link(2)):
        browser.join(link)
    code = code_on(browser.post(f"/tables/{table.id}/continue"))
    phone = another(client)
    phone.post("/continue", {"code": code})
    assert seat_of(phone, table) == 0
    assert phone.get(f"/tables/{table.id}/host").status_code == 200
    assert seat_of(phone, other) is None


def test_whoever_holds_nothing_makes_no_code(table: Sitting, browser: Browser) -> None:
    assert browser.post(f"/tables/{table.id}/continue").status_code == 403


def test_a_revoked_seat_is_in_no_code(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    browser.join(table.link(1))
    code = code_on(browser.post(f"/tables/{table.id}/continue"))
    table.do("revoke", seat=1)
    assert another(client).post("/continue", {"code": code}).status_code == 422


def test_codes_are_tried_ten_times_and_then_slowly_even_the_right_one(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    """Otherwise eight letters could be guessed; whoever types the right one at once is not counted."""
    browser.join(table.link(1))
    code, guesser = code_on(browser.post(f"/tables/{table.id}/continue")), another(client)
    for _ in range(12):
        assert guesser.get(f"/continue/{code}").status_code == 200
    assert {guesser.post("/continue", {"code": f"AAAA-{n:04}"}).status_code for n in range(10)} == {422}
    refused = guesser.post("/continue", {"code": code})
    assert (refused.status_code, "Too many codes tried" in refused.text) == (429, True)
    assert seat_of(guesser, table) is None


def test_neither_invitation_nor_code_is_stored_or_sent_on(tmp_path: Path) -> None:
    """Only digests are stored; the pages behind them tell nobody their address."""
    with client_of(open_services(tmp_path)) as client:
        table, browser = begin(client), another(client)
        link = table.link(1)
        browser.join(link)
        code = code_on(browser.post(f"/tables/{table.id}/continue"))
        for path in (f"/join/{table.link(2)}", f"/continue/{code}"):
            page = another(client).get(path)
            assert page.headers["referrer-policy"] == "no-referrer"
            assert page.headers["cache-control"] == "no-store"
    dump = everything_in(database_at(tmp_path / "test.db"))
    assert table.id in dump
    assert not [one for one in (link, code, code.replace("-", "")) if one in dump]


# --- where a link works -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "local", "shown", "warned"),
    [
        ("http://127.0.0.1:8000", "", "http://127.0.0.1:8000/join/", True),
        ("http://localhost:8000", "", "http://localhost:8000/join/", True),
        ("http://127.0.0.1:8000", "http://192.168.1.5:8000", "http://192.168.1.5:8000/join/", False),
        ("http://192.168.1.5:8000", "", "http://192.168.1.5:8000/join/", False),
    ],
)
def test_a_link_of_this_machine_alone_says_so_and_the_networks_address_is_offered(
    tmp_path: Path, asked: str, local: str, shown: str, warned: bool
) -> None:
    """Beside the link; where the server does not listen to the network, it is said how to start it so."""
    with client_of(open_services(tmp_path, local_url=local)) as client:
        browser = Browser(httpx.Client(transport=client._transport, base_url=asked))
        lobby = browser.post("/new", {"game": "truce", "name": "Agatha", "seats": "4", "deadline": "none"})
        panel = browser.get(f"{lobby.url.path}/host")
        over = browser.post(f"{lobby.url.path}/continue")
        for page in (lobby, panel):
            assert page.text.count(f'value="{shown}') == 4, "to three seats, and to the next free one"
        for page in (lobby, panel, over):
            assert ("turncoat serve --host 0.0.0.0" in page.text) == warned


def test_a_table_is_unlisted_unless_one_ticks_it(browser: Browser) -> None:
    """The form as it is sent without a word: friends find the table by its link, strangers do not."""
    form = browser.get("/new").text
    [box] = re.findall(r'name="listed" value="yes"[^>]*>', form)
    assert "checked" not in box
    browser.post("/new", {"game": "truce", "name": "Agatha", "title": "Friends", "seats": "4", "deadline": "none"})
    assert "Friends" not in [one["title"] for one in browser.client.get("/api/tables").json()]
