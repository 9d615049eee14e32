"""Standing orders on the pages, without script: what stands is shown, one button changes it, mistakes are explained."""

from __future__ import annotations

import html
import re
from pathlib import Path

import httpx
import pytest
from tests.kit import says
from tests.serving import Browser, Sitting, another, begin, client_of, open_services

from turncoat.games import game_ids, ruleset
from turncoat.games.dune.actions import PASS
from turncoat.games.dune.anytime import KEYS
from turncoat.games.dune.text import WINDOWS
from turncoat.kernel import play
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.events import SILENCE
from turncoat.kernel.standing_order import Like, read_like, write_like
from turncoat.table.standing_orders import OTHER, Wanted, open_choices, orders_of, wanted

TWO = ("Agatha", "Barney")
AGREED = {"factions": "throne,schemers", "seating": "as_seated", "first_sector": 0}


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    """Dune for two in setup."""
    return begin(client, TWO, game="dune", options=AGREED)


@pytest.fixture
def browser(client: httpx.Client, table: Sitting) -> Browser:
    """Agatha's browser; she has the throne."""
    reader = Browser(client)
    reader.join(table.link(0), TWO[0])
    return reader


def order(browser: Browser, table: Sitting, question: str, stand: str) -> httpx.Response:
    return browser.post(f"/tables/{table.id}/orders", {"question": question, "stand": stand})


def pressed(page: httpx.Response, question: str) -> str:
    """Which button of an offer is pressed."""
    line = page.text.partition(f'id="order-{question.replace(".", "-")}"')[2].partition("</li>")[0]
    (words,) = re.findall(r'aria-pressed="true">\s*([^<]+?)\s*<', line)
    return html.unescape(words)


def test_every_window_is_listed_with_what_stands(browser: Browser, table: Sitting) -> None:
    """DUN-2.7.2, O-12: a stop in W-1, a standing pass in all other windows; each with its rule."""
    page = browser.get(f"/tables/{table.id}")
    assert pressed(page, KEYS["W-1"]) == "Ask me"
    for window in WINDOWS:
        if window != "W-1":
            assert pressed(page, KEYS[window]) == "Always pass"
        assert f"#DUN-{window}" in page.text


def test_a_stop_is_set_and_taken_away(browser: Browser, table: Sitting) -> None:
    """DUN-2.7.2: stops are private and can be changed at any time."""
    page = order(browser, table, KEYS["W-9"], "")
    assert "From now on you are asked this question again." in page.text
    assert pressed(page, KEYS["W-9"]) == "Ask me"
    assert KEYS["W-9"] not in table.get(seat=0)["standing_orders"]
    page = order(browser, table, KEYS["W-9"], "0")
    assert "Your standing order answers this question from now on." in page.text
    assert table.get(seat=0)["standing_orders"][KEYS["W-9"]] == [{"type": "pass"}]
    assert table.get(seat=1)["standing_orders"].keys() == table.get(seat=0)["standing_orders"].keys()


def test_one_tap_answers_here_and_from_now_on(browser: Browser, table: Sitting) -> None:
    """DUN-2.7.3, O-12: in W-1 everybody is asked once, and never again if they like."""
    until(table, "storm.window")
    page = browser.get(f"/tables/{table.id}")
    says(page.text, "Asked here: <b>Before the storm moves</b>", "Pass, now and from now on")
    page = order(browser, table, KEYS["W-1"], "0")
    assert "Asked here" not in page.text.partition('id="standing"')[0]
    assert pressed(page, KEYS["W-1"]) == "Always pass"
    table.answer(1, "pass")
    assert table.get(seat=0)["view"]["phase"][-1] != "storm"


def until(table: Sitting, key: str) -> None:
    """Everybody does the default until a decision is asked."""
    for _ in range(60):
        for seat in (0, 1):
            asked = table.get(seat=seat)["question"]
            if asked and asked["key"] == key:
                return
            if asked and asked["filed"] is None:
                default = dict(asked["default"])
                table.answer(seat, default.pop("type"), **default)
    raise AssertionError(f"{key} is not asked")


@pytest.mark.parametrize(
    ("question", "stand", "words"),
    [
        ("storm.rain", "0", "There is no such repeated question; choose one in the list."),
        ("", "", "There is no such repeated question; choose one in the list."),
        ("storm.window", "7", "Choose to be asked, or one of the answers in the list."),
        ("storm.window", "soon", "Choose to be asked, or one of the answers in the list."),
    ],
)
def test_what_cannot_be_ordered_is_explained(
    browser: Browser, table: Sitting, question: str, stand: str, words: str
) -> None:
    page = order(browser, table, question, stand)
    assert page.status_code == 422
    assert words in page.text


def test_who_only_watches_has_no_orders(client: httpx.Client, table: Sitting) -> None:
    watcher = Browser(client)
    page = watcher.get(f"/tables/{table.id}")
    assert 'id="orders"' not in page.text
    assert order(watcher, table, KEYS["W-9"], "0").status_code in (401, 403)


def test_an_order_left_by_a_program_is_shown_as_something_else(browser: Browser, table: Sitting) -> None:
    path = f"/api/tables/{table.id}/standing-orders/revival.revivals"
    body = {"actions": [{"type": "revive", "forces": 3, "extra": 1, "leader": None}]}
    assert table.client.put(path, json=body, headers=table.seat(0)).status_code == 204
    page = browser.get(f"/tables/{table.id}")
    assert "you have set another standing order" in page.text


def test_why_is_told_over_the_wire(browser: Browser, table: Sitting) -> None:
    """Why a place is not open, in one sentence; nothing where there is nothing to say, and to spectators."""
    address = f"/tables/{table.id}/why?act=ship&domain=location&value="
    assert browser.get(f"{address}nowhere").json() == {"why": ""}
    assert set(browser.get(f"{address}east-city/9").json()) == {"why"}


# --- an order with a number ---------------------------------------------------------------------

BIDS = "auction.bid"


def many(browser: Browser, table: Sitting, number: str) -> httpx.Response:
    """Order to pass as soon as so many are bid, with the form of the page."""
    return browser.post(f"/tables/{table.id}/orders", {"question": BIDS, "stand": "1", "number": number})


def test_a_number_is_ordered_seen_by_its_owner_and_taken_back(browser: Browser, table: Sitting) -> None:
    """DUN-2.7.3: pass an auction above an amount; private and revocable."""
    assert "Always pass as soon" not in browser.get(f"/tables/{table.id}").text
    page = many(browser, table, "7")
    assert "Your standing order answers this question from now on." in page.text
    assert pressed(page, BIDS) == "Pass as soon as"
    assert re.search(r'name="number"[^>]* min="1" max="60" required value="7"', page.text)
    own = table.get(seat=0)
    assert own["standing_orders"][BIDS] == [{"type": "pass"}]
    assert own["unless"] == {BIDS: [{"type": "bid", "amount": amount} for amount in range(1, 8)]}
    watcher = another(browser.client).get(f"/api/tables/{table.id}").json()
    for other in (table.get(seat=1), watcher):
        assert other["unless"] == {}
        assert BIDS not in other["standing_orders"]
    page = many(browser, table, "3")
    assert len(table.get(seat=0)["unless"][BIDS]) == 3
    page = order(browser, table, BIDS, "0")
    assert (pressed(page, BIDS), table.get(seat=0)["unless"]) == ("Always pass", {})
    many(browser, table, "3")
    page = order(browser, table, BIDS, "")
    assert pressed(page, BIDS) == "Ask me"
    assert BIDS not in table.get(seat=0)["standing_orders"]


@pytest.mark.parametrize("number", ["", "0", "61", "five", "-1", "2.5", "\u0665", "9" * 5000])
def test_what_is_no_number_is_explained(browser: Browser, table: Sitting, number: str) -> None:
    page = many(browser, table, number)
    assert page.status_code == 422
    assert "Give a whole number from 1 to 60." in page.text
    assert BIDS not in table.get(seat=0)["standing_orders"]


def put(table: Sitting, **body: object) -> httpx.Response:
    """Leave an order for bids over the API."""
    return table.client.put(f"/api/tables/{table.id}/standing-orders/{BIDS}", json=body, headers=table.seat(0))


def test_programs_say_when_they_want_to_be_asked(browser: Browser, table: Sitting) -> None:
    """Any kind of answer can be named; the page shows what it knows, and anything else as something else."""
    ones = [{"type": "bid", "amount": amount} for amount in (1, 2)]
    assert put(table, actions=[{"type": "pass"}], unless=ones).status_code == 204
    assert pressed(browser.get(f"/tables/{table.id}"), BIDS) == "Pass as soon as"
    assert put(table, actions=[{"type": "pass"}], unless=ones[1:]).status_code == 204
    assert table.get(seat=0)["unless"] == {BIDS: ones[1:]}
    assert "you have set another standing order" in browser.get(f"/tables/{table.id}").text
    assert put(table, actions=[{"type": "pass"}]).status_code == 204
    assert table.get(seat=0)["unless"] == {}


@pytest.mark.parametrize(
    ("unless", "words"),
    [
        ([{"type": "bribe"}], "Under unless, type must name an action of this game."),
        ([{"type": "bid", "coins": 2}], "Under unless, bid has no field coins; it has amount, help."),
        ([{"type": "bid", "amount": "two"}], "Under unless, amount must be a whole number, not text."),
        ([{"type": "pass"}] * 101, "unless"),
        ("pass", "unless"),
    ],
)
def test_what_programs_get_wrong_is_explained(table: Sitting, unless: object, words: str) -> None:
    refused = put(table, actions=[{"type": "pass"}], unless=unless)
    assert refused.status_code in (400, 422)
    assert words in refused.json()["detail"]
    assert BIDS not in table.get(seat=0)["standing_orders"]


def test_a_restart_keeps_the_number(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = begin(client, TWO, game="dune", options=AGREED)
        assert put(table, actions=[{"type": "pass"}], unless=[{"type": "bid", "amount": 1}]).status_code == 204
        before = table.get(seat=0)
    with client_of(open_services(tmp_path)) as client:
        table.client = client
        assert table.get(seat=0) == before
        until(table, BIDS)


# --- what games say -----------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
def test_what_games_offer_is_what_the_engine_takes(game_id: str) -> None:
    """Every key is a kind of offer, every answer one of the game's; every kind is spoken of by some seat."""
    rules = ruleset(game_id)
    seats = rules.usual_seats
    game = rules.start(rules.read_options({}), seats, bytes(32), SILENCE)
    spoken = set()
    for seat in range(seats):
        for question in rules.repeated_questions(rules.view(game, seat)):
            assert question.key in play.repeated_questions(game)
            assert f"**{question.rule}**" in rules.rulebook, question.rule
            assert question.choices
            for choice in question.choices:
                assert [rules.read_action(rules.write_action(action)) for action in choice.actions] == list(
                    choice.actions
                )
                number = choice.limit.usual if choice.limit else 0
                play.order_standing(game, seat, question.key, *choice.actions, unless=choice.unless(number))
                for like in choice.unless(number):
                    assert read_like(write_like(like), rules.actions) == like
            spoken.add(question.key)
    assert spoken == set(play.repeated_questions(game))


def test_orders_are_found_again() -> None:
    """What was ordered is what stands; an unknown order is something else; none is "ask me"."""
    rules = ruleset("dune")
    game = rules.start(rules.read_options({}), 6, bytes(32), SILENCE)
    view = rules.view(game, 0)
    known = {
        order.question.key: order
        for order in orders_of(rules, view, {"auction.bid": [{"type": "pass"}], "nexus.alliances": []}, {})
    }
    assert (known["auction.bid"].stands, known["nexus.alliances"].stands, known["storm.window"].stands) == (
        0,
        OTHER,
        None,
    )
    assert wanted(tuple(known.values()), "auction.bid", "0") == Wanted((PASS,))
    assert wanted(tuple(known.values()), "auction.bid", "") == Wanted()
    assert wanted(tuple(known.values()), "auction.bid", "1", "1") == Wanted((PASS,), (Like("bid", {"amount": 1}),))
    for stand, number in (("1", ""), ("1", "0"), ("2", "1")):
        with pytest.raises(Unreadable):
            wanted(tuple(known.values()), "auction.bid", stand, number)
    asked = next(seat for seat in play.asked(game))
    assert open_choices(known["auction.bid"], play.boxes(game, asked)) == ()
