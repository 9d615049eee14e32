"""A seat that changes hands over HTTP: messages, streams, promises, pages, records and bots keep what is whose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.test_stream import listening
from tests.serving import Browser, Sitting, another, begin, client_of, on_the_wire, open_services

from turncoat.server.services import Services

THREE = ("Anna", "Ben", "Clara")
ANNA, BEN, CLARA = range(3)
SECRET = "For Ben alone."
PROMISE = {"who": ANNA, "act": "support", "fields": {"target": BEN}}


def whispered(client: httpx.Client, **agreed: object) -> Sitting:
    """A table at which Anna has whispered to Ben."""
    table = begin(client, THREE, listed=True, **agreed)
    table.post("talk", ANNA, text="Good evening.")
    table.post("talk", ANNA, to=[BEN], text=SECRET, promise=PROMISE)
    return table


def left_and_claimed(table: Sitting) -> None:
    """Ben gets up, the host frees the seat, and a stranger claims it."""
    assert table.post("leave", BEN).status_code == 204
    assert table.do("person", seat=BEN).status_code == 204
    table.keys[BEN] = table.client.post(table.path("claim"), json={}).json()["key"]


def own_key(table: Sitting) -> str:
    """A new invitation to Ben's seat, exchanged for a key."""
    return str(table.client.post("/api/keys", json={"invitation": table.link(BEN)}).json()["key"])


def given_another_link(table: Sitting) -> None:
    """The host makes a new link to Ben's seat, and somebody takes it."""
    table.keys[BEN] = own_key(table)
    assert table.post("sit", BEN).status_code == 204


def revoked_and_given(table: Sitting) -> None:
    """The host revokes Ben's links before."""
    assert table.do("revoke", seat=BEN).status_code == 204
    given_another_link(table)


def stood_in_and_given(table: Sitting) -> None:
    """A bot stands in first."""
    assert table.do("bot", seat=BEN, bot="random").status_code == 204
    given_another_link(table)


CHANGES = [left_and_claimed, given_another_link, revoked_and_given, stood_in_and_given]
Change = Callable[[Sitting], None]


def texts(table: Sitting, seat: int | None) -> list[str]:
    return [one["message"]["said"]["text"] for one in table.get("messages", seat)]


@pytest.mark.parametrize("change", CHANGES)
def test_a_newcomer_reads_nothing_that_was_whispered_before(client: httpx.Client, change: Change) -> None:
    """TRU-14.1: messages, promises, events, the stream and the pages begin with the change; numbers have no gap."""
    table = whispered(client)
    change(table)
    table.post("talk", CLARA, to=[BEN], text="Welcome.")
    assert texts(table, BEN) == ["Good evening.", "Welcome."]
    assert [one["number"] for one in table.get("messages", BEN)] == [1, 2]
    assert texts(table, ANNA) == ["Good evening.", SECRET]
    assert table.get(seat=BEN)["pledges"] == []
    browser = another(client)
    browser.join(table.link(BEN))
    table.post("talk", CLARA, to=[BEN], text="Welcome to your browser.")
    assert "Welcome to your browser." in browser.get(f"/tables/{table.id}?to=2").text
    for part in ("", "?to=0", "?to=2", "/live?to=0", "/ledger", "/replay"):
        page = browser.get(f"/tables/{table.id}{part}").text
        for private in (SECRET, "Welcome.", "Promise:", "Anna will support"):
            assert private not in page


@pytest.mark.parametrize("change", CHANGES)
def test_a_newcomers_record_holds_nothing_of_it_either(client: httpx.Client, change: Change) -> None:
    """TRU-R24: after the game, too, private talk stays with whom it was said to."""
    table = whispered(client, options={"rounds": 1})
    change(table)
    table.everybody("pass")
    exported = {seat: client.get(table.path("export"), headers=table.seat(seat)).text for seat in (ANNA, BEN)}
    assert SECRET in exported[ANNA]
    assert SECRET not in exported[BEN]
    for seat, fates in ((ANNA, [None, "broken"]), (BEN, [None])):
        assert [one["fate"] for one in table.get("replay", seat, viewer=BEN)["said"]] == [None]
        assert [one["fate"] for one in table.get("replay", seat, viewer=ANNA)["said"]] == fates
        assert [one["fate"] for one in table.get("messages", seat)] == fates
    browser = another(client)
    browser.join(table.link(BEN))
    assert SECRET not in browser.get(f"/tables/{table.id}/replay?seat={ANNA}").text


def test_whoever_comes_back_after_a_bot_has_their_own_talk_again(client: httpx.Client) -> None:
    """The same key is the same person."""
    table = whispered(client)
    table.do("bot", seat=BEN, bot="random")
    table.post("talk", CLARA, to=[BEN], text="For the bot.")
    assert texts(table, BEN) == ["Good evening.", SECRET]
    assert table.post("sit", BEN).status_code == 204
    table.post("talk", CLARA, to=[BEN], text="Welcome back.")
    assert texts(table, BEN) == ["Good evening.", SECRET, "Welcome back."]
    table.do("bot", seat=BEN, bot="random")
    table.do("person", seat=BEN)
    assert texts(table, BEN) == ["Good evening.", SECRET, "Welcome back."]
    table.do("bot", seat=BEN, bot="random")
    assert table.post("sit", BEN, name="Benjamin").status_code == 204
    assert texts(table, BEN) == ["Good evening.", SECRET, "Welcome back."]


def shown(browser: Browser, table: Sitting, part: str, **query: int) -> Any:
    """What a browser is shown, decoded."""
    return browser.client.get(table.path(part), params=query).json()


def heard(browser: Browser, table: Sitting) -> list[str]:
    """What has been said to a browser's seat."""
    return [one["message"]["said"]["text"] for one in shown(browser, table, "messages")]


def test_a_browser_is_who_it_was_with_another_invitation_too(client: httpx.Client) -> None:
    """Also under another name, and after a bot stood in; another browser with an invitation is a newcomer."""
    table, ben, stranger = begin(client, THREE), another(client), another(client)
    ben.join(table.link(BEN))
    table.post("talk", ANNA, to=[BEN], text=SECRET)
    ben.join(table.link(BEN), "Benjamin")
    table.do("bot", seat=BEN, bot="random")
    ben.join(table.link(BEN))
    assert heard(ben, table) == [SECRET]
    assert SECRET in ben.get(f"/tables/{table.id}?to=0").text
    stranger.join(table.link(BEN))
    assert heard(stranger, table) == []


@pytest.mark.parametrize("signed_in", [False, True])
def test_another_device_of_the_same_person_hears_what_the_first_has_heard(
    client: httpx.Client, signed_in: bool
) -> None:
    """By a code as by a name and a passphrase; and what is said to either from then on both hear."""
    table, first, second = begin(client, THREE), another(client), another(client)
    zoe = {"name": "Zoë", "passphrase": "correct horse battery"}
    first.join(table.link(BEN))
    table.post("talk", ANNA, to=[BEN], text=SECRET)
    if signed_in:
        first.post("/sign-in", {**zoe, "new": "yes"})
        second.post("/sign-in", zoe)
    else:
        page = first.post(f"/tables/{table.id}/continue").text
        second.post("/continue", {"code": page.split("/continue/")[1][:9]})
    table.post("talk", ANNA, to=[BEN], text="And more.")
    assert heard(first, table) == heard(second, table) == [SECRET, "And more."]
    second.join(table.link(BEN), "Benjamin")
    assert heard(first, table) == heard(second, table) == [SECRET, "And more."]


def test_a_claimed_seat_is_its_claimers_after_a_bot_stood_in(client: httpx.Client) -> None:
    table = whispered(client)
    left_and_claimed(table)
    table.post("talk", CLARA, to=[BEN], text="Welcome.")
    table.do("bot", seat=BEN, bot="random")
    assert table.post("sit", BEN).status_code == 204
    assert texts(table, BEN) == ["Good evening.", "Welcome."]


def test_nobody_speaks_from_a_seat_they_have_not_taken(client: httpx.Client) -> None:
    table = whispered(client)
    table.post("leave", BEN)
    table.keys[BEN] = own_key(table)
    refused = table.post("talk", BEN, text="It is me.")
    assert (refused.status_code, refused.json()["detail"]) == (422, "Take the seat of Ben first.")


def test_what_is_whose_survives_a_restart(tmp_path: Path) -> None:
    """Ears and fates are stored, and are the same when the table is loaded again."""
    with client_of(open_services(tmp_path)) as client:
        table = whispered(client)
        given_another_link(table)
        table.everybody("pass")
        before = {seat: (table.get("messages", seat), table.get("events", seat)) for seat in range(3)}
    with client_of(Services(open_services(tmp_path).config)) as client:
        again = Sitting(client, {"table": table.id, "host_key": table.host_key, "seat_keys": table.keys})
        assert {seat: (again.get("messages", seat), again.get("events", seat)) for seat in range(3)} == before
        assert [one["fate"] for one in again.get("messages", ANNA)] == [None, "broken"]


def test_a_stream_tells_a_newcomer_what_they_may_know_and_no_more(tmp_path: Path) -> None:
    """A place that was reached by somebody else counts for nothing."""
    with on_the_wire(open_services(tmp_path)) as address, httpx.Client(base_url=address) as web:
        table = whispered(web)
        with listening(table, BEN, "0.0.1") as ear:
            heard = ear.until("changed")
            assert [data["message"]["said"]["text"] for kind, _, data in heard if kind == "said"][-1] == SECRET
            last = heard[-1][1]
        given_another_link(table)
        table.post("talk", CLARA, to=[BEN], text="Welcome.")
        with listening(table, BEN, last) as ear:
            told = ear.until("changed")
        said = [(data["number"], data["message"]["said"]["text"]) for kind, _, data in told if kind == "said"]
        assert said == [(1, "Good evening."), (2, "Welcome.")]
        assert SECRET not in ear.raw


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server at which anybody may say as much as they like."""
    with client_of(open_services(tmp_path, rates={})) as client:
        yield client


def test_messages_come_in_pages(talkative: httpx.Client) -> None:
    """The last of them, or the first since a number; one visitor never asks for all that was ever said."""
    client = talkative
    table = begin(client, THREE)
    for number in range(210):
        assert table.post("talk", number % 3, text=f"This is {number}.").status_code == 201

    def numbers(**query: int) -> list[int]:
        return [one["number"] for one in table.get("messages", **query)]

    assert numbers() == list(range(11, 211))
    assert numbers(before=11) == list(range(1, 11))
    assert numbers(after=0) == list(range(1, 201))
    assert numbers(after=200) == list(range(201, 211))
    assert numbers(most=2) == [209, 210]
    assert numbers(after=5, most=3) == [6, 7, 8]
    assert numbers(after=5, before=8) == [6, 7]
    assert numbers(before=1) == numbers(after=210) == []
    for query in ({"most": 501}, {"most": 0}, {"after": -1}, {"before": -1}):
        assert client.get(table.path("messages"), params=query).status_code == 400
    page = Browser(client).get(f"/tables/{table.id}").text
    assert "160 earlier messages" in page
    assert "This is 159." not in page
    assert "This is 160." in page
    seen = Browser(client).get(f"/tables/{table.id}/replay").text
    assert "This is" not in seen, "there is nothing to see again yet"
    table.everybody("pass")
    seen = Browser(client).get(f"/tables/{table.id}/replay?before=160").text
    assert seen.count("This is") == 160
    assert Browser(client).get(f"/tables/{table.id}/replay").text.count("This is") == 200
    assert "before=10" in Browser(client).get(f"/tables/{table.id}/replay").text


def test_what_became_of_promises_stays_on_every_page(client: httpx.Client) -> None:
    """TRU-14.2: rounds later, on the message, in the ledger and in the replay; open ones are said to be open."""
    table = begin(client, THREE, options={"rounds": 3})
    ben, clara = another(client), another(client)
    ben.join(table.link(BEN))
    clara.join(table.link(CLARA))
    table.post("talk", ANNA, to=[BEN], promise=PROMISE)
    table.post("talk", ANNA, promise={"who": ANNA, "act": "loot", "times": 9})
    for _ in range(2):
        table.everybody("loot")
    for part in ("?to=0", "/ledger", "/replay"):
        assert "pill-broken" in ben.get(f"/tables/{table.id}{part}").text
        assert "pill-broken" not in clara.get(f"/tables/{table.id}{part}").text
    table.everybody("loot")
    for part in ("", "/ledger", "/replay"):
        assert "pill-void" in clara.get(f"/tables/{table.id}{part}").text
    assert [one["fate"] for one in shown(ben, table, "messages")] == ["broken", "void"]
    assert [one["fate"] for one in shown(clara, table, "messages")] == ["void"]
    assert [one["fate"] for one in shown(ben, table, "replay", step=10, viewer=BEN)["said"]] == ["open", "open"]


def test_a_key_that_has_never_sat_down_hears_nothing_private(client: httpx.Client) -> None:
    """Beside a person who sits there: not a word, not a count, not a promise, not in their name, nor in the record."""
    table = whispered(client, options={"rounds": 1})
    own, table.keys[BEN] = table.keys[BEN], own_key(table)
    assert texts(table, BEN) == ["Good evening."]
    table_view = table.get(seat=BEN)
    assert (table_view["messages"], table_view["pledges"]) == (1, [])
    assert len(table.get("events", BEN)) == table_view["events"]
    assert table.post("talk", BEN, text="It is me.").json()["detail"] == "Take the seat of Ben first."
    table.everybody("pass")
    assert SECRET not in client.get(table.path("export"), headers=table.seat(BEN)).text
    assert [one["fate"] for one in table.get("replay", BEN, viewer=BEN)["said"]] == [None]
    table.keys[BEN] = own
    assert texts(table, BEN) == ["Good evening.", SECRET]


def test_whoever_had_the_seat_before_hears_nothing_of_what_is_whispered_to_the_next(client: httpx.Client) -> None:
    """Also where the key is still good, and on pages: until they sit down again, as a newcomer."""
    table, old, new = begin(client, THREE), another(client), another(client)
    old.join(table.link(BEN))
    new.join(table.link(BEN))
    table.post("talk", ANNA, to=[BEN], text=SECRET)
    for part in ("", "?to=0", "/live?to=0", "/ledger"):
        assert SECRET not in old.get(f"/tables/{table.id}{part}").text
    assert (heard(old, table), heard(new, table)) == ([], [SECRET])
    old.join(table.link(BEN))
    assert (heard(old, table), heard(new, table)) == ([], [])


def test_the_stream_of_an_old_key_is_silent_about_whispers(tmp_path: Path) -> None:
    """Nothing rings for what is whispered to whoever sits there now."""
    with on_the_wire(open_services(tmp_path)) as address, httpx.Client(base_url=address) as web:
        table = begin(web, THREE)
        with listening(table, BEN) as ear:
            given_another_link(table)
            table.post("talk", ANNA, to=[BEN], text=SECRET)
            table.post("talk", ANNA, text="Good evening.")
            said = [data["message"]["said"]["text"] for kind, _, data in ear.until("said") if kind == "said"]
            assert said == ["Good evening."]
            assert SECRET not in ear.raw


def test_a_new_link_to_a_revoked_seat_opens_no_whisper_before_somebody_sits(client: httpx.Client) -> None:
    """A key alone shows the seat as it is, and nothing that was said to whoever had it."""
    table = whispered(client)
    table.do("revoke", seat=BEN)
    table.keys[BEN] = own_key(table)
    assert texts(table, BEN) == ["Good evening."]
    assert table.post("talk", BEN, text="It is me.").status_code == 422
