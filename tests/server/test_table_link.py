"""The link of a table gives the next free seat to everybody who opens it, for a month, until it is withdrawn."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.serving import NOON, Clock, Sitting, another, bearer, begin, gather

from turncoat.table.milliseconds import DAY


def table_link(table: Sitting, *, withdraw: bool = False) -> str:
    made = table.client.post(table.path("host/table-link"), headers=table.host, json={"withdraw": withdraw})
    assert made.status_code == 200
    return str(made.json()["invitation"])


@pytest.fixture
def free(client: httpx.Client) -> Sitting:
    """A table of Truce with three seats, all free."""
    return gather(client, ("Seat 1", "Seat 2", "Seat 3"))


def test_each_who_opens_the_link_takes_the_next_free_seat(client: httpx.Client, free: Sitting) -> None:
    link = table_link(free)
    for name in ("Agatha", "Barney"):
        browser = another(client)
        page = browser.get(f"/join/{link}")
        assert "free; you take the next one." in page.text
        assert browser.join(link, name).url.path == f"/tables/{free.id}"
    assert [seat["name"] for seat in free.get()["seats"]] == ["Agatha", "Barney", "Seat 3"]


def test_the_invitation_says_who_invites_and_folds_the_terms(client: httpx.Client) -> None:
    """The name and the button come first; the deadline is one line, and what follows from it is folded."""
    host = another(client)
    host.get("/new?game=truce")
    agreed = {"deadline": "after", "length": "1", "unit": "days", "stand_in": "2", "offer": "4"}
    lobby = host.post("/new", {"game": "truce", "name": "Anna", "seats": 4, "bots": 1} | agreed)
    line, _, rest = lobby.text.partition("<h1>")
    assert "Truce · 1 day for every decision</p>" in line
    assert "missed decisions" not in rest.partition('<section class="agreed"')[0]
    (link,) = set(re.findall(r'/join/([^"]+)"', lobby.text.partition('id="link-table"')[0]))
    page = another(client).get(f"/join/{link}").text
    assert "<h1>Anna invites you to Truce</h1>" in page
    before, _, after = page.partition("Take the seat")
    assert "2 seats are free; you take the next one." in before
    assert "for every decision" not in before
    told, _, folded = after.partition("<details")
    assert "1 day for every decision." in told
    assert "A bot stands in after 2 missed decisions." in folded


def test_without_a_host_at_the_table_nobody_invites(free: Sitting) -> None:
    assert "<h1>You are invited to Truce</h1>" in another(free.client).get(f"/join/{table_link(free)}").text


def test_looking_at_the_link_takes_nothing(client: httpx.Client, free: Sitting) -> None:
    """A preview of the link in a chat takes no seat."""
    assert another(client).get(f"/join/{table_link(free)}").status_code == 200
    assert {seat["kind"] for seat in free.get()["seats"]} == {"open"}


def test_whoever_has_a_seat_comes_back_to_it_by_the_link(client: httpx.Client, free: Sitting) -> None:
    link, browser = table_link(free), another(client)
    browser.join(link, "Agatha")
    assert browser.get(f"/join/{link}").url.path == f"/tables/{free.id}"
    browser.post("/join", {"token": link, "name": "Agatha again"})
    assert [seat["kind"] for seat in free.get()["seats"]] == ["person", "open", "open"]


def test_at_a_full_table_the_link_offers_to_watch(client: httpx.Client, free: Sitting) -> None:
    link = table_link(free)
    for name in ("Agatha", "Barney", "Celeste"):
        another(client).join(link, name)
    late = another(client)
    page = late.get(f"/join/{link}")
    assert "All seats are taken: you can watch" in page.text
    assert f'href="/tables/{free.id}"' in page.text
    refused = late.post("/join", {"token": link, "name": "Darcy"})
    assert "No seat is free at this table; you can watch." in refused.text


def test_a_name_that_is_taken_takes_no_seat(client: httpx.Client, free: Sitting) -> None:
    link = table_link(free)
    another(client).join(link, "Agatha")
    page = another(client).post("/join", {"token": link, "name": "Agatha"})
    assert page.status_code == 422
    assert [seat["kind"] for seat in free.get()["seats"]] == ["person", "open", "open"]


def test_a_withdrawn_link_gives_nothing_and_the_new_one_does(client: httpx.Client, free: Sitting) -> None:
    old = table_link(free)
    another(client).join(old, "Agatha")
    new = table_link(free, withdraw=True)
    page = another(client).get(f"/join/{old}")
    assert "This link to the table has been withdrawn; ask the host for the present one." in page.text
    another(client).join(new, "Barney")
    assert [seat["name"] for seat in free.get()["seats"]] == ["Agatha", "Barney", "Seat 3"]


def test_the_link_is_good_for_a_month(client: httpx.Client, free: Sitting, clock: Clock) -> None:
    link = table_link(free)
    clock.now = NOON + 30 * DAY
    assert another(client).get(f"/join/{link}").status_code == 200
    clock.now = NOON + 31 * DAY
    assert "it was good for 30 days" in another(client).get(f"/join/{link}").text


@pytest.mark.parametrize("change", [lambda link: link[:-1], lambda link: link.replace(".0.", ".1."), str.upper])
def test_a_forged_link_is_unknown(client: httpx.Client, free: Sitting, change: type[str]) -> None:
    """Another generation has another mac; only the case of the letters may differ, as mail programs change it."""
    link = table_link(free)
    page = another(client).get(f"/join/{change(link)}")
    assert page.status_code == (200 if change is str.upper else 404)


def test_only_the_host_is_told_the_link(client: httpx.Client, free: Sitting) -> None:
    assert client.post(free.path("host/table-link"), headers=free.seat(0), json={}).status_code == 403
    guest = another(client)
    guest.join(free.link(0), "Agatha")
    assert "/join/join." not in guest.get(f"/tables/{free.id}").text


def test_a_program_exchanges_the_link_for_a_key_to_the_next_free_seat(client: httpx.Client, free: Sitting) -> None:
    link = table_link(free)
    keys = [client.post("/api/keys", json={"invitation": f"https://games.example/join/{link}"}) for _ in range(4)]
    assert [(made.status_code, made.json().get("seat")) for made in keys] == [(201, 0), (201, 1), (201, 2), (422, None)]
    assert client.get(free.path(), headers=bearer(keys[1].json()["key"])).json()["seat"] == 1


def test_the_lobby_shows_the_link_with_a_code_to_photograph(client: httpx.Client) -> None:
    host = another(client)
    made = host.post("/new", {"game": "truce", "name": "Agatha", "seats": "4", "deadline": "none", "talk": "full"})
    (link,) = set(re.findall(r"/join/(join\.[\w.-]+)", made.text))
    assert 'class="qr-code"' in made.text
    another(client).join(link, "Barney")
    page = host.post(f"{made.url.path}/host/table-link")
    (renewed,) = set(re.findall(r"/join/(join\.[\w.-]+)", page.text))
    assert renewed != link


# --- one seat each --------------------------------------------------------------------------------


def seated(table: Sitting) -> list[str]:
    return [seat["kind"] for seat in table.get()["seats"]]


def test_a_browser_that_asks_three_times_at_once_has_one_seat(client: httpx.Client, free: Sitting) -> None:
    link, browser = table_link(free), another(client)
    browser.get(f"/join/{link}")
    other = gather(client)
    browser.join(other.link(0))
    token = browser.client.get("/api/session").json()["token"]
    form = {"token": link, "_csrf": token}
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: browser.client.post("/join", data=form, headers={"x-csrf-token": token}), range(3)))
    assert seated(free) == ["person", "open", "open"]


def test_a_browser_gets_one_key_by_the_link(client: httpx.Client, free: Sitting) -> None:
    link, browser = table_link(free), another(client)
    browser.join(gather(client).link(0))
    headers = {"x-csrf-token": browser.client.get("/api/session").json()["token"]}
    keys = [browser.client.post("/api/keys", json={"invitation": link}, headers=headers) for _ in range(3)]
    assert [made.status_code for made in keys] == [201, 422, 422]
    assert keys[1].json()["detail"] == "You have a seat at this table."
    assert seated(free) == ["person", "open", "open"]


def test_a_key_of_the_table_gets_no_other_by_the_link(client: httpx.Client, free: Sitting) -> None:
    link = table_link(free)
    mine = bearer(client.post("/api/keys", json={"invitation": link}).json()["key"])
    assert client.post("/api/keys", json={"invitation": link}, headers=mine).status_code == 422
    assert seated(free) == ["person", "open", "open"]


def test_a_person_has_one_seat_by_the_link_in_all_browsers(client: httpx.Client, free: Sitting) -> None:
    link, zoe = table_link(free), {"name": "Zoe", "passphrase": "correct horse battery"}
    first, second = another(client), another(client)
    first.post("/sign-in", zoe | {"new": "yes"})
    second.post("/sign-in", zoe)
    first.join(link, "Zoe")
    headers = {"x-csrf-token": second.client.get("/api/session").json()["token"]}
    assert second.client.post("/api/keys", json={"invitation": link}, headers=headers).status_code == 422


@pytest.mark.parametrize(
    ("host", "warned"), [("127.0.0.1:8000", True), ("localhost", True), ("192.168.1.7:8000", False)]
)
def test_a_link_that_works_on_this_machine_alone_says_so(
    client: httpx.Client, free: Sitting, host: str, warned: bool
) -> None:
    """In the lobby, on the host's panel also where no seat has a link of its own, and where the end is shared."""
    hosting = another(client)
    hosting.client.headers["host"] = host
    hosting.join(free.link(None))
    for page in ("", "/host"):
        assert ("Only this computer can open this link." in hosting.get(f"/tables/{free.id}{page}").text) is warned
    over = begin(client, ("Agatha", "Barney", "Celeste"), options={"rounds": 1})
    over.everybody("pass")
    assert ("Only this computer can open this link." in hosting.get(f"/tables/{over.id}/end").text) is warned
