"""The pages without script: forms are posted, what was done is shown by another page, refusals keep what was typed."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.kit import says
from tests.server.test_next_game import until
from tests.serving import Browser, Sitting, another, begin, gather

GAME = {"game": "truce", "seats": "4", "deadline": "none", "talk": "full"}


def table_of(page: httpx.Response) -> str:
    found = re.search(r"/tables/([0-9a-f]+)", str(page.url))
    assert found, page.url
    return found[1]


def test_two_clicks_from_the_front_page_to_a_game_against_bots(browser: Browser) -> None:
    front = browser.get("/")
    assert "against five bots" in front.text
    page = browser.post("/new", {"name": "Zoe", "play": "truce"})
    assert page.status_code == 200
    assert "What will you do this round?" in page.text
    table_view = browser.client.get(f"/api/tables/{table_of(page)}").json()
    assert [seat["kind"] for seat in table_view["seats"]] == ["person", *["bot"] * 5]
    assert table_view["seats"][0]["name"] == "Zoe"


def test_a_table_that_cannot_be_made_says_why_and_keeps_what_was_typed(browser: Browser) -> None:
    """TRU-O1: at least one round."""
    page = browser.post("/new", GAME | {"name": "Zoe", "title": "Friday", "option.rounds": "0"})
    assert page.status_code == 422
    says(page.text, "“Rounds” must be a whole number, 1 to 1000", 'value="Friday"')


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"seats": "2"}, "Truce is for 3 to 30 players, not 2."),
        ({"seats": "many"}, "Seats must be a whole number"),
        ({"bots": "4", "name": "Zoe"}, "At most 3 seats can have bots."),
        ({"bots": "1", "bot": "deep"}, "There is no bot deep"),
        ({"talk": "shout"}, "Talk must be full, public (nothing is private) or none."),
        ({"deadline": "after", "length": "soon"}, "A length of time must be a number"),
        ({"deadline": "at", "times": "20:00", "zone": "Mars"}, "There is no time zone"),
        ({"name": "Z" * 41}, "A name has 1 to 40 visible characters, and at most 3 accents on a letter."),
    ],
)
def test_every_field_of_a_new_table_is_checked(browser: Browser, typed: dict[str, str], words: str) -> None:
    page = browser.post("/new", GAME | typed)
    assert page.status_code == 422
    assert words in page.text.replace("&#39;", "'")


def test_friends_are_invited_by_links_and_the_host_begins(browser: Browser, others: Browser) -> None:
    lobby = browser.post("/new", GAME | {"name": "Zoe", "title": "Friday"})
    links = re.findall(r"/join/([\w-]{43})", lobby.text)
    assert len(links) == 3
    table = table_of(lobby)
    preview = others.get(f"/join/{links[0]}")
    assert "Friday" in preview.text
    assert browser.client.get(f"/api/tables/{table}").json()["seats"][1]["kind"] == "open"
    joined = others.join(links[0], "Yves")
    assert joined.url.path == f"/tables/{table}"
    assert "Yves" in joined.text
    again = browser.get(f"/tables/{table}").text
    assert "has joined" in again
    assert links[0] not in again
    page = browser.post(f"/tables/{table}/host/start")
    assert "What will you do this round?" in page.text
    assert "What will you do this round?" in others.get(f"/tables/{table}").text


def test_a_whole_round_is_played_by_posting_forms(table: Sitting, browser: Browser) -> None:
    browser.join(table.link(0))
    address = f"/tables/{table.id}"
    empty = browser.post(f"{address}/answer", {})
    assert (empty.status_code, "Choose an action first." in empty.text) == (422, True)
    aimless = browser.post(f"{address}/answer", {"act": "attack", "request": "1"})
    assert aimless.status_code == 422
    assert re.search(r'value="attack"[^>]* checked', aimless.text)
    sealed = browser.post(f"{address}/answer", {"act": "attack", "attack.target": "2", "request": "1"})
    assert (sealed.status_code, sealed.url.path) == (200, address)
    assert "attack Celeste" in sealed.text
    assert table.get(seat=0)["question"]["filed"] == {"type": "attack", "target": 2}
    back = browser.post(f"{address}/take-back")
    assert "withdrawn" in back.text
    assert browser.post(f"{address}/take-back").status_code == 422
    browser.post(f"{address}/answer", {"act": "loot", "request": "1"})
    table.everybody("pass", 0)
    late = browser.post(f"{address}/answer", {"act": "loot", "request": "1"})
    assert (late.status_code, "earlier question" in late.text) == (422, True)


def test_a_notice_is_shown_once(table: Sitting, browser: Browser) -> None:
    assert "You have taken your seat." in browser.join(table.link(0)).text
    assert "You have taken your seat." not in browser.get(f"/tables/{table.id}").text


def test_a_gift_is_given_beside_the_action(table: Sitting, browser: Browser) -> None:
    """TRU-4.1: in the open window, without touching the action on file."""
    browser.join(table.link(0))
    page = browser.post(f"/tables/{table.id}/answer", {"act": "give", "give.to": "1", "give.coins": "2"})
    assert page.status_code == 200
    assert table.get()["view"]["spoils"][1] == 2
    refused = browser.post(f"/tables/{table.id}/answer", {"act": "give", "give.to": "1", "give.coins": "9"})
    assert refused.status_code == 422
    assert "TRU-4" in refused.text


def test_talk_is_heard_by_those_it_is_for(
    client: httpx.Client, others: Browser, table: Sitting, browser: Browser
) -> None:
    browser.join(table.link(0))
    others.join(table.link(1))
    said = browser.post(f"/tables/{table.id}/talk", {"text.1": "Loot with me & win", "to": "1"})
    assert said.url.query == b"to=1"
    assert "Loot with me &amp; win" in said.text
    assert "Loot with me" in others.get(f"/tables/{table.id}?to=0").text
    assert "Loot with me" not in another(client).get(f"/tables/{table.id}").text
    promise = {"kind": "promise", "will": "yes", "act": "loot", "times": "1"}
    assert browser.post(f"/tables/{table.id}/talk", promise).status_code == 200
    assert table.get(seat=5)["pledges"][0]["pledge"]["act"] == "loot"
    assert browser.post(f"/tables/{table.id}/talk", {"text": ""}).status_code == 422


@pytest.mark.parametrize(
    ("field", "to"), [("text.2", None), ("text.2", "1"), ("text.1,2", "1"), ("text", "1"), ("text.2,1", None)]
)
def test_words_written_to_others_are_refused_and_heard_by_nobody(
    field: str, to: str | None, table: Sitting, browser: Browser
) -> None:
    """TRU-14: to whom something was written comes with the words, from the field they were written in."""
    browser.join(table.link(0))
    refused = browser.post(f"/tables/{table.id}/talk", {field: "Psst."} | ({} if to is None else {"to": to}))
    assert refused.status_code == 422
    assert "You wrote this message to other people" in refused.text
    assert [table.get("messages", seat) for seat in range(6)] == [[]] * 6


def test_a_request_with_an_offer_is_sent_and_shown(
    client: httpx.Client, others: Browser, table: Sitting, browser: Browser
) -> None:
    """TRU-4 and TRU-14.1: a coin is offered for support; those who hear it read all of it."""
    page = browser.join(table.link(0)).text
    says(page, 'name="offer.act"', 'name="offer.give.coins" min="1"')
    others.join(table.link(1))
    wish = {"kind": "request", "who": "1", "will": "yes", "act": "support", "support.target": "0", "to": "1"}
    offer = {"offer.act": "give", "offer.give.to": "1", "offer.give.coins": "2"}
    sent = browser.post(f"/tables/{table.id}/talk", wish | offer)
    assert sent.status_code == 200, sent.text[sent.text.index("refusal") - 200 :][:900]
    heard = others.get(f"/tables/{table.id}?to=0").text
    assert "Asks: You will support Agatha this round." in heard
    assert "In return: Agatha will give 2 coins to you this round." in heard
    assert "In return" not in another(client).get(f"/tables/{table.id}").text


def test_a_spectator_watches_and_cannot_act(table: Sitting, browser: Browser) -> None:
    assert "You are watching" in browser.get(f"/tables/{table.id}").text
    assert browser.post(f"/tables/{table.id}/answer", {"act": "loot"}).status_code == 401
    assert browser.post(f"/tables/{table.id}/talk", {"text": "hello"}).status_code == 401
    assert browser.get(f"/tables/{table.id}/host").status_code == 401


def test_a_free_seat_of_an_open_table_is_taken_from_its_page(client: httpx.Client, browser: Browser) -> None:
    table = gather(client, ("Agatha", "Barney", "Celeste"), listed=True)
    assert table.id in browser.get("/").text
    page = browser.post(f"/tables/{table.id}/claim", {"seat": "1", "name": "Zoe"})
    assert page.status_code == 200
    assert table.get()["seats"][1]["name"] == "Zoe"
    assert browser.post(f"/tables/{table.id}/claim", {"seat": "1", "name": "Yves"}).status_code == 422


def test_where_clock_times_were_agreed_on_the_host_gives_more_of_them(client: httpx.Client, browser: Browser) -> None:
    table = begin(client, deadline={"type": "at", "times": ["20:00"]})
    assert 'name="times"' in browser.join(table.link(None)).text
    before = table.get()["due"]
    extend = f"/tables/{table.id}/host/extend"
    assert "The open decision has more time now." in browser.post(extend, {"times": "2"}).text
    assert table.get()["due"] == before + 2 * 24 * 60 * 60_000
    assert "Times must be a whole number" in browser.post(extend, {"times": "1.5"}).text
    assert table.do("extend", minutes=5).json()["field"] == "times"
    assert table.do("extend", times=1).status_code == 204
    assert (
        "decisions close at the agreed times again"
        in browser.post(f"/tables/{table.id}/host/pause").text + browser.get(f"/tables/{table.id}").text
    )


def test_the_hosts_panel_does_all_that_a_host_can(client: httpx.Client, browser: Browser) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 5})
    panel = browser.join(table.link(None))
    assert panel.url.path == f"/tables/{table.id}/host"

    def do(move: str, **form: str) -> str:
        return browser.post(f"/tables/{table.id}/host/{move}", form).text

    assert "The table is paused." in do("pause")
    assert "The clock runs again." in do("resume")
    assert "The open decision has more time now." in do("extend", minutes="30")
    assert "Minutes must be a number" in do("extend", minutes="soon")
    assert "A bot plays that seat now." in do("bot", seat="1", bot="random")
    assert "The player has the seat back." in do("person", seat="1")
    assert "No bot sits at" in do("person", seat="1").replace("&#39;", "'")
    assert len(re.findall(r"/join/[\w-]{43}", do("link", seat="1"))) == 1
    assert "no longer work" in do("revoke", seat="1")
    assert client.get(table.path(), headers=table.seat(1)).status_code == 401
    assert "The table will be closed in a minute." in do("close")
    assert browser.post(f"/tables/{table.id}/host/dance").status_code == 404


def test_my_tables_are_found_on_any_device(browser: Browser, others: Browser) -> None:
    browser.post("/new", GAME | {"name": "Zoe", "title": "Friday", "bots": "3", "start": "yes"})
    form = {"name": "Zoe", "passphrase": "correct horse battery"}
    welcome = browser.post("/sign-in", form | {"new": "yes", "next": "/my-tables"})
    assert (welcome.url.path, "Friday" in welcome.text) == ("/my-tables", True)
    assert "Friday" not in others.get("/my-tables").text
    wrong = others.post("/sign-in", form | {"passphrase": "wrong horse"})
    assert wrong.status_code == 422
    there = others.post("/sign-in", {"name": "zoe", "passphrase": form["passphrase"], "next": "/my-tables"})
    says(there.text, "Friday", "Your turn")
    away = others.post("/sign-out")
    assert "You are signed out." in away.text
    assert "Friday" not in others.get("/my-tables").text
    assert "Friday" in browser.get("/my-tables").text


def test_dark_and_light_are_remembered(browser: Browser) -> None:
    assert 'data-theme="auto"' in browser.get("/").text
    assert 'data-theme="dark"' in browser.post("/theme", {"theme": "dark"}).text
    assert 'data-theme="auto"' in browser.post("/theme", {"theme": "pink"}).text


def test_the_rules_are_read_and_searched(browser: Browser) -> None:
    assert 'id="TRU-8.2"' in browser.get("/rules/truce").text
    assert "TRU-5" in browser.get("/rules?find=stash").text
    assert browser.get("/rules/chess").status_code == 404


def test_what_is_typed_is_never_taken_for_markup(client: httpx.Client, browser: Browser) -> None:
    bold = "<b onclick=x>Bo</b>"
    table = begin(client, (bold, "Barney", "Celeste"), title=bold)
    table.post("talk", 0, text=bold)
    table.everybody("loot")
    browser.join(table.link(1))
    for part in ("", "/ledger", "/reveal", "/replay", "/live"):
        assert bold not in browser.get(f"/tables/{table.id}{part}").text


def test_pages_of_errors_have_the_same_face(browser: Browser) -> None:
    for path, status in (("/gone", 404), ("/tables/gone", 404), ("/join/gone", 404)):
        page = browser.get(path)
        assert page.status_code == status
        assert "<main" in page.text
        assert page.text.count('class="wax"') == 2, "the seal is broken"


def test_the_strongest_bot_is_proposed_first(browser: Browser) -> None:
    page = browser.get("/new?game=truce").text
    proposed = re.findall(r'<option value="(schemer|random)"', page)
    assert proposed == ["schemer", "random"]


def test_the_record_is_offered_to_the_host_when_it_opens_and_not_before(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turncoat.server.regrets.CLOSES_AFTER", 0)
    form = GAME | {"name": "Zoe", "bots": "3", "bot": "random", "start": "yes"}
    table = table_of(browser.post("/new", form))
    assert f"/tables/{table}/export" not in browser.get(f"/tables/{table}/host").text
    browser.post(f"/tables/{table}/host/close")
    until(lambda: f"/tables/{table}/export" in browser.get(f"/tables/{table}/host").text)
    assert browser.get(f"/tables/{table}/export").status_code == 200


def test_a_page_says_once_what_it_is(browser: Browser) -> None:
    assert browser.get("/").headers["content-type"] == "text/html; charset=utf-8"


def test_the_live_part_stops_growing_however_long_the_game(client: httpx.Client) -> None:
    """What is fetched at every change holds the last rounds and messages; the replay has all of them."""
    table = begin(client, ("Agatha", "Barney", "Celeste", "Darcy"), options={"rounds": 200})
    sizes = []
    for number in range(1, 121):
        assert table.post("talk", number % 4, text=f"Word {number:03}").status_code == 201
        table.everybody("pass")
        if number in (60, 120):
            sizes.append(len(client.get(f"/tables/{table.id}/live").text))
    assert sizes[1] < sizes[0] + 100
    page = Browser(client).get(f"/tables/{table.id}").text
    assert "Word 120" in page
    assert "Word 070" not in page
    says(page, "70 earlier messages", f'href="/tables/{table.id}?round=120&amp;frame=0"')
    assert "round=99&amp;" not in page
    everything = client.get(f"/tables/{table.id}/replay?round=2").text
    says(everything, "Word 001", "Round 2")


def test_a_link_offers_the_name_of_its_seat(client: httpx.Client) -> None:
    """One click is enough; whoever wants another name writes it."""
    table = gather(client, ("Agatha", "Barney", "Celeste"))
    page = Browser(client).get(f"/join/{table.link(1)}").text
    assert re.search(r'name="name"[^>]* value="Barney"', page)
    assert client.get(f"/api/tables/{table.id}").json()["seats"][1]["kind"] == "open"


def test_an_order_that_ones_own_gift_made_unusable_is_told_with_its_rule(client: httpx.Client) -> None:
    """TRU-3.11: an attack needs a coin; its owner learns at once that none is left, and reads whom it is aimed at."""
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    agatha = Browser(client)
    agatha.join(table.link(0))
    table.answer(0, "attack", target=1)
    assert "cannot be played" not in agatha.get(f"/tables/{table.id}").text
    table.answer(0, "give", to=2, coins=3)
    page = agatha.get(f"/tables/{table.id}").text
    assert "You will <b>attack Barney</b>." in page
    assert "Your sealed answer cannot be played at the moment: Attack needs at least 1 coin in your Supply." in page


def live(browser: Browser, table: Sitting, **query: str) -> httpx.Response:
    return browser.get(f"/tables/{table.id}/live", params=query)


def shown_on(page: httpx.Response) -> str:
    """What a page says that it shows."""
    found = re.search(r'data-shown="(\w+)"', page.text)
    assert found
    return found[1]


def test_a_page_that_shows_everything_is_not_made_again(table: Sitting, browser: Browser) -> None:
    """Every minute it asks in vain; what changes at the table, and what is asked for besides, it is given."""
    browser.join(table.link(0))
    shown = shown_on(live(browser, table))
    assert live(browser, table, shown=shown).status_code == 204
    assert live(browser, table, shown=shown, since="0").status_code == 200
    table.answer(1, "loot")
    changed = live(browser, table, shown=shown)
    assert changed.status_code == 200
    assert live(browser, table, shown=shown_on(changed)).status_code == 204


def test_the_tab_is_called_by_what_is_to_be_done(client: httpx.Client, browser: Browser) -> None:
    table = begin(client, title="Friday", options={"rounds": 1})
    browser.join(table.link(0))

    def called() -> set[str]:
        page = browser.get(f"/tables/{table.id}").text
        return set(re.findall(r"<title>(.*?)</title>", page)[:1] + re.findall(r'data-title="(.*?)"', page))

    assert called() == {"Friday · your turn"}
    table.answer(0, "loot")
    assert called() == {"Friday"}
    table.do("pause")
    assert called() == {"Friday · paused"}
    table.do("resume")
    table.everybody("pass")
    assert called() == {"Friday · game over"}


def test_the_last_answer_is_not_said_to_be_changeable(client: httpx.Client, browser: Browser) -> None:
    """TRU-2.4: it breaks the seals at once."""
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    browser.join(table.link(0))
    form = {"act": "loot", "request": "1"}
    assert "You can change it until the reveal." in browser.post(f"/tables/{table.id}/answer", form).text
    table.everybody("pass", 0, 2)
    another_one = another(client)
    another_one.join(table.link(2))
    last = another_one.post(f"/tables/{table.id}/answer", form)
    assert "Your answer is in, and the game goes on." in last.text


def test_a_rule_can_be_fetched_with_its_neighbours(browser: Browser) -> None:
    assert "TRU-3.3" in browser.get("/rules/truce/TRU-3.3").text
    assert browser.get("/rules/truce/TRU-99.9").status_code == 404
    assert browser.get("/rules/chess/TRU-3.3").status_code == 404


def test_the_hosts_tab_is_on_every_page_of_a_table(client: httpx.Client) -> None:
    """Of a game under way and of one that is over; nobody else has it."""
    host, guest, table = (
        another(client),
        another(client),
        begin(client, ("Anna", "Ben", "Clara"), options={"rounds": 2}),
    )
    host.join(table.link(None))
    guest.join(table.link(1))
    for pages in (("", "/ledger", "/votes", "/host"), ("", "/ledger", "/votes", "/replay", "/end", "/host")):
        for page in pages:
            tab = f'<a href="/tables/{table.id}/host"'
            assert tab in host.get(f"/tables/{table.id}{page}").text, page
            assert tab not in guest.get(f"/tables/{table.id}{page}").text, page
        while table.get()["phase"] == "playing":
            table.everybody("pass")
