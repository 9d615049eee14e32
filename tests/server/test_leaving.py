"""Getting up: by mistake somebody has sat down, or they cannot go on. Nobody needs the host for that."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import httpx
from tests.kit import says
from tests.serving import Browser, another, begin, client_of, gather, open_services

THREE = ("Agatha", "Barney", "Celeste")


def test_before_the_game_the_seat_is_free_again_under_a_name_of_nobody(client: httpx.Client) -> None:
    table = gather(client, THREE, listed=True)
    assert table.post("sit", 1, name="Zoë").status_code == 204
    assert table.post("leave", 1).status_code == 204
    seats = table.get()["seats"]
    assert [seat["kind"] for seat in seats] == ["open"] * 3
    assert len({seat["name"] for seat in seats} - {"Zoë"}) == 3
    assert table.post("sit", 1).json()["kind"] == "no_key"


def test_during_the_game_a_bot_goes_on_for_good_and_nobody_waits(client: httpx.Client) -> None:
    """No table is stuck because somebody leaves it."""
    table = begin(client, THREE)
    assert table.post("leave", 2).status_code == 204
    seat = table.get()["seats"][2]
    assert (seat["kind"], seat["bot"], seat["name"], seat["stands_in"]) == ("bot", "schemer", "Celeste", False)
    assert table.post("answer", 2, action={"type": "pass"}).status_code == 401
    assert any("Celeste" in one["text"] for one in table.get("events"))


def test_a_sealed_answer_stays_sealed_when_its_player_leaves(client: httpx.Client) -> None:
    table = begin(client, THREE)
    table.answer(0, "loot")
    before = table.get(seat=1)["view"]
    assert table.post("leave", 0).status_code == 204
    assert table.get(seat=1)["view"] == before
    assert "loot" not in str(table.get("events", seat=1))


def test_whoever_has_a_bot_standing_in_can_leave_for_good(client: httpx.Client) -> None:
    table = begin(client, THREE)
    assert table.do("bot", seat=0, bot="random").status_code == 204
    assert table.get()["seats"][0]["stands_in"]
    assert table.post("leave", 0).status_code == 204
    assert not table.get()["seats"][0]["stands_in"]


def test_a_seat_that_nobody_has_taken_cannot_be_left(client: httpx.Client) -> None:
    table = gather(client, THREE)
    refused = table.post("leave", 1)
    assert refused.status_code == 422
    assert refused.json()["detail"] == "Nobody has taken the seat of Barney."


def test_when_the_game_is_over_nobody_can_leave_any_more(client: httpx.Client) -> None:
    table = begin(client, THREE)
    table.do("close")
    assert table.post("leave", 1).json()["detail"] == "The host has closed this table."
    assert table.get(seat=1)["seat"] == 1


def test_who_left_is_a_spectator_and_may_sit_down_elsewhere(client: httpx.Client) -> None:
    """A person who took the wrong seat of an open table gets up and takes another."""
    table = gather(client, THREE, listed=True)
    browser = another(client)
    browser.get(f"/tables/{table.id}")
    seated = browser.post(f"/tables/{table.id}/claim", {"seat": "0", "name": "Zoë"})
    assert "Leave the seat" in seated.text
    left = browser.post(f"/tables/{table.id}/leave")
    assert "You have left your seat." in left.text
    assert "Leave the seat" not in left.text
    again = browser.post(f"/tables/{table.id}/claim", {"seat": "2", "name": "Zoë"})
    assert again.status_code == 200
    assert [seat["kind"] for seat in table.get()["seats"]] == ["open", "open", "person"]
    assert browser.get("/api/my-tables").json()[0]["id"] == table.id


def test_the_page_asks_before_a_seat_is_left_for_good(client: httpx.Client) -> None:
    table = begin(client, THREE)
    browser = another(client)
    shown = browser.join(table.link(0))
    says(shown.text, "Leave your seat", "Yes, leave it for good")
    left = browser.post(f"/tables/{table.id}/leave")
    assert "You are watching" in left.text
    assert "Leave your seat" not in left.text


def test_to_leave_twice_is_refused_in_one_sentence(client: httpx.Client) -> None:
    table = begin(client, THREE)
    browser = another(client)
    browser.join(table.link(0))
    browser.post(f"/tables/{table.id}/leave")
    again = browser.post(f"/tables/{table.id}/leave")
    assert again.status_code == 401
    assert "Only players at this table can do this" in again.text


def test_the_panel_offers_a_link_only_where_a_person_can_sit_down_with_it(browser: Browser) -> None:
    """A seat that a bot has is freed first; its link is there then."""
    path = host(browser)
    assert browser.get(f"{path}/host").text.count("New link") == 3
    freed = browser.post(f"{path}/host/person", {"seat": "3"})
    assert len(links(freed.text)) == 3


# --- the host's links -------------------------------------------------------------------------------


def links(page: str) -> list[str]:
    """The keys of the links on a page, in order."""
    return re.findall(r"/join/([\w-]{43})", page)


def host(browser: Browser) -> str:
    """Make a table of four with one bot; its address."""
    made = browser.post(
        "/new",
        {"game": "truce", "name": "Agatha", "seats": "4", "bots": "1", "deadline": "none", "talk": "full"},
    )
    return str(made.url.path)


def test_the_links_of_a_table_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        browser = Browser(client)
        path = host(browser)
        before = links(browser.get(path).text)
        cookies = dict(client.cookies)
    with client_of(open_services(tmp_path), cookies=cookies) as client:
        browser = Browser(client)
        assert links(browser.get(path).text) == before
        assert len(before) == 2
        friend = another(client)
        assert friend.join(before[0], "Zoë").status_code == 200
        assert links(browser.get(path).text) == before[1:]


def test_a_link_is_shown_to_nobody_but_the_browser_that_made_it(client: httpx.Client, browser: Browser) -> None:
    """With another host it is made anew: what the server keeps gives no link away."""
    path = host(browser)
    made = links(browser.get(path).text)
    friend = another(client)
    friend.join(made[0], "Zoë")
    assert links(friend.get(path).text) == []


def test_a_new_link_for_a_friend_who_lost_theirs_is_shown_until_it_is_used(
    client: httpx.Client, browser: Browser
) -> None:
    path = host(browser)
    first = links(browser.get(path).text)
    another(client).join(first[0], "Zoë")
    assert links(browser.get(f"{path}/host").text) == first[1:]
    browser.post(f"{path}/host/link", {"seat": "1"})
    shown = links(browser.get(f"{path}/host").text)
    assert len(set(shown) | set(first)) == 3
    another(client).join(next(one for one in shown if one not in first), "Zoë")
    assert links(browser.get(f"{path}/host").text) == first[1:]


def test_a_revoked_link_is_shown_no_more(browser: Browser) -> None:
    path = host(browser)
    first = links(browser.get(path).text)
    browser.post(f"{path}/host/revoke", {"seat": "1"})
    assert links(browser.get(path).text) == first[1:]
    browser.post(f"{path}/host/link", {"seat": "1"})
    again = links(browser.get(path).text)
    assert again[1:] == first[1:]
    assert again[0] not in first


# --- nobody is waited for where nobody can answer ----------------------------------------------------------


def test_a_seat_whose_links_are_revoked_is_not_waited_for(client: httpx.Client) -> None:
    """Without a deadline it would be for ever: a bot plays on at once, until somebody sits down with a new link."""
    table = begin(client, THREE)
    assert table.do("revoke", seat=1).status_code == 204
    there = table.get()["seats"][1]
    assert (there["kind"], bool(there["bot"]), there["stands_in"]) == ("open", True, False)
    table.answer(0, "loot")
    table.answer(2, "loot")
    until(lambda: table.get()["view"]["round"] == 2)
    table.keys[1] = client.post("/api/keys", json={"invitation": table.link(1)}).json()["key"]
    assert table.post("sit", 1).status_code == 204
    assert table.get()["seats"][1]["kind"] == "person"


def test_a_player_is_sent_away_in_one_step_and_anybody_can_play_on(client: httpx.Client) -> None:
    """A bot plays until somebody takes the seat; it is not for whoever sat there before."""
    table = begin(client, THREE, listed=True)
    assert table.do("revoke", seat=1).status_code == 204
    there = table.get()["seats"][1]
    assert (there["kind"], bool(there["bot"])) == ("open", True)
    assert "plays on until somebody takes it" in table.get("events")[-1]["text"]
    table.answer(0, "loot")
    table.answer(2, "loot")
    until(lambda: table.get()["view"]["round"] == 2)
    assert client.post(table.path("claim"), json={"name": "Zoe"}).json()["seat"] == 1
    assert table.get()["seats"][1] | {"name": "Zoe", "kind": "person", "bot": ""} == table.get()["seats"][1]


def test_a_seat_whose_links_are_revoked_before_the_game_is_free(client: httpx.Client) -> None:
    table = gather(client, THREE)
    assert table.post("sit", 1, name="Zoe").status_code == 204
    table.do("revoke", seat=1)
    there = table.get()["seats"][1]
    assert (there["kind"], there["name"] != "Zoe") == ("open", True)


def until(condition: Callable[[], bool]) -> None:
    """Look again and again: bots think in a thread of their own."""
    patience = monotonic() + 200
    while not condition():
        assert monotonic() < patience, "nothing came of it"
