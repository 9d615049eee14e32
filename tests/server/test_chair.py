"""THR-1.3: the GM's chair is handed over, or shared with a second person; who has lost it sees no secret any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.serving import Browser, Sitting, another, client_of, gather, open_services

from turncoat.server import chair

GM = 1
SECRET = "Behind the GM's screen"
"""Stands only on the page of somebody who sees how the opponents are built."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path)) as client:
        yield client


def led(client: httpx.Client) -> tuple[Browser, Browser, Sitting]:
    """Agatha, Greta in the GM's chair, and their table in the first round."""
    agatha, greta = another(client), another(client)
    table = gather(client, ("Agatha", "Greta"), game="thrice")
    agatha.join(table.link(0), "Agatha")
    greta.join(table.link(GM), "Greta")
    assert table.do("start").status_code == 204
    sheet = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
    act(agatha, table, "create", **sheet, points={"weapon": 2, "condition": 1})
    act(greta, table, "build", removed=0, second=0, points={"armour A": 1})
    act(greta, table, "ambush", who=[])
    act(agatha, table, "swap", dice=0)
    return agatha, greta, table


def act(browser: Browser, table: Sitting, kind: str, **fields: object) -> None:
    """Answer with the browser's own seat."""
    headers = {"X-CSRF-Token": browser.token}
    told = browser.client.post(
        f"/api/tables/{table.id}/answer", json={"action": {"type": kind, **fields}}, headers=headers
    )
    assert told.status_code == 200, told.text


def knows(browser: Browser, table: Sitting) -> bool:
    """Whether somebody is told how the opponents are built: by the API or on any page of the table."""
    told = bool(browser.client.get(f"/api/tables/{table.id}").json()["view"]["kinds"])
    pages = [browser.get(f"/tables/{table.id}{part}").text for part in ("", "/print", "/ledger", "/live")]
    shown = any(SECRET in page for page in pages)
    assert told == shown
    return told


def link_for(greta: Browser, table: Sitting, what: str) -> str:
    """The invitation that the GM's page shows once."""
    greta.get(f"/tables/{table.id}/chair")
    page = greta.post(f"/tables/{table.id}/chair", {"what": what}).text
    found = re.search(r'value="[^"]*/join/([\w-]+)"', page)
    assert found, page
    return found[1]


def called(table: Sitting) -> str:
    """What everybody reads at the GM's seat."""
    return str(table.get()["seats"][GM]["name"])


def test_the_chair_is_handed_over_and_all_are_told(client: httpx.Client) -> None:
    """The new GM knows and leads; the old one is a spectator."""
    agatha, greta, table = led(client)
    dora, link = another(client), link_for(greta, table, "over")
    assert knows(greta, table)
    assert "You become the <b>GM</b>" in dora.get(f"/join/{link}").text
    assert knows(greta, table), "to look at a link changes nothing"
    dora.join(link, "Dora")
    assert (knows(dora, table), knows(greta, table), knows(agatha, table)) == (True, False, False)
    assert called(table) == "Dora"
    told = client.get(f"/api/tables/{table.id}/events").json()
    assert "Dora takes a seat." in [one["text"] for one in told]
    assert "Dora" in agatha.get(f"/tables/{table.id}").text
    assert greta.get(f"/tables/{table.id}/chair").status_code in (401, 403)


def test_an_old_link_brings_nobody_back(client: httpx.Client) -> None:
    """Neither that of the old GM nor one that was made and not used."""
    _, greta, table = led(client)
    spare, link = link_for(greta, table, "over"), link_for(greta, table, "over")
    another(client).join(link, "Dora")
    assert greta.join(spare, "Greta").status_code == 404
    assert called(table) == "Dora"
    assert not knows(greta, table)


def test_a_stream_of_the_old_gm_ends(client: httpx.Client) -> None:
    """What it would bring is a spectator's from then on."""
    _, greta, table = led(client)
    another(client).join(link_for(greta, table, "over"), "Dora")
    assert greta.client.get(f"/api/tables/{table.id}?seat={GM}").status_code == 401


def test_a_second_gm_sees_and_does_the_same_and_both_are_named(client: httpx.Client) -> None:
    """One seat, two people; whoever opens the link says what to call them."""
    agatha, greta, table = led(client)
    dora, link = another(client), link_for(greta, table, "beside")
    assert "a second <b>GM</b> beside <b>Greta</b>" in dora.get(f"/join/{link}").text
    dora.join(link, "Dora")
    assert called(table) == "Greta &amp; Dora" or called(table) == "Greta & Dora"
    assert (knows(greta, table), knows(dora, table), knows(agatha, table)) == (True, True, False)
    act(agatha, table, "take")
    act(agatha, table, "done")
    dora.get(f"/tables/{table.id}")
    act(dora, table, "send", who=2)
    act(greta, table, "done")


def test_the_gm_sends_the_second_away(client: httpx.Client) -> None:
    """From then on that one is a spectator, and the seat has one name."""
    _, greta, table = led(client)
    dora = another(client)
    dora.join(link_for(greta, table, "beside"), "Dora")
    assert (
        "A second person already shares the chair" in greta.post(f"/tables/{table.id}/chair", {"what": "beside"}).text
    )
    greta.post(f"/tables/{table.id}/chair", {"what": "end"})
    assert (knows(greta, table), knows(dora, table)) == (True, False)
    assert called(table) == "Greta"


def test_the_second_gets_up_and_hands_nothing_over(client: httpx.Client) -> None:
    """The chair is the first one's."""
    _, greta, table = led(client)
    dora = another(client)
    dora.join(link_for(greta, table, "beside"), "Dora")
    dora.get(f"/tables/{table.id}/chair")
    assert "Only the one who has invited you" in dora.post(f"/tables/{table.id}/chair", {"what": "over"}).text
    dora.post(f"/tables/{table.id}/chair", {"what": "end"})
    assert (knows(greta, table), knows(dora, table)) == (True, False)


def test_handing_over_ends_the_second_too(client: httpx.Client) -> None:
    """Whoever has the chair decides who sits beside."""
    _, greta, table = led(client)
    dora, eve = another(client), another(client)
    dora.join(link_for(greta, table, "beside"), "Dora")
    eve.join(link_for(greta, table, "over"), "Eve")
    assert [knows(one, table) for one in (eve, dora, greta)] == [True, False, False]
    assert called(table) == "Eve"


def test_a_withdrawn_link_opens_nothing(client: httpx.Client) -> None:
    """Nor one that has been replaced by another."""
    _, greta, table = led(client)
    old = link_for(greta, table, "beside")
    link = link_for(greta, table, "beside")
    assert another(client).get(f"/join/{old}").status_code == 404
    greta.post(f"/tables/{table.id}/chair", {"what": "end"})
    assert another(client).get(f"/join/{link}").status_code == 404


def test_no_program_sits_beside_unseen(client: httpx.Client) -> None:
    """The link gives no key of its own, since nobody would read a second name."""
    _, greta, table = led(client)
    link = link_for(greta, table, "beside")
    assert client.post("/api/join", json={"invitation": link}).status_code >= 400
    assert called(table) == "Greta"


def test_only_the_leader_has_the_page(client: httpx.Client) -> None:
    """And no game without a leader has one."""
    agatha, _, table = led(client)
    assert agatha.get(f"/tables/{table.id}/chair").status_code == 403
    assert another(client).get(f"/tables/{table.id}/chair").status_code == 403
    assert agatha.post(f"/tables/{table.id}/chair", {"what": "over"}).status_code == 403


def test_a_key_that_is_forgotten_would_be_found(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: without revoking, the old GM goes on seeing secrets."""
    _, greta, table = led(client)

    async def nothing(*_: object, **__: object) -> None:
        """Revoke no key."""

    monkeypatch.setattr(chair, "end_others", nothing)
    another(client).join(link_for(greta, table, "over"), "Dora")
    assert knows(greta, table)
