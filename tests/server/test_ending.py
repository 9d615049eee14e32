"""The end of a game on its page: who won by which rule, where it turned, what was counted, the proof, the rematch."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.serving import Browser, Sitting, another, begin

from turncoat.server.finished_games import FinishedGame, faults, open_record
from turncoat.server.next_game import ASKS
from turncoat.server.services import Services
from turncoat.server.turning import positions, turning

THREE = ("Agatha", "Barney", "Celeste")


@pytest.fixture
def over(client: httpx.Client) -> Sitting:
    """Two rounds: Barney loots alone, then robs Celeste."""
    return played(begin(client, THREE, options={"rounds": 2}))


def played(table: Sitting) -> Sitting:
    """The same table when its game is over."""
    table.answer(1, "loot")
    table.everybody("pass", 1)
    assert table.post("talk", 1, promise={"who": 1, "act": "attack", "fields": {"target": 2}, "will": False}).is_success
    table.answer(1, "attack", target=2)
    table.answer(2, "loot")
    table.answer(0, "pass")
    assert table.get()["phase"] == "finished"
    return table


def test_there_is_no_end_before_the_end(client: httpx.Client) -> None:
    table = begin(client, THREE)
    page = Browser(client).get(f"/tables/{table.id}/end")
    assert page.status_code == 422
    assert "The game is not over yet." in page.text
    assert "The end" not in Browser(client).get(f"/tables/{table.id}").text


def test_it_says_who_won_and_by_which_rule(client: httpx.Client, over: Sitting) -> None:
    """TRU-11.2: for everybody who has the address, and for the winner in the second person."""
    page = Browser(client).get(f"/tables/{over.id}/end").text
    assert "Barney wins." in page
    assert "TRU-11.2" in page
    winner = another(client)
    winner.join(over.link(1))
    assert "You win." in winner.get(f"/tables/{over.id}/end").text


def test_it_counts_what_everybody_did_and_promised(client: httpx.Client, over: Sitting) -> None:
    """Barney attacked once, with success, robbed, and broke his word."""
    page = Browser(client).get(f"/tables/{over.id}/end").text
    rows = dict(re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', page))
    cells = {name: re.findall(r"\d+", row) for name, row in rows.items()}
    assert cells["Attacks"] == cells["Attacks that succeeded"] == ["0", "1", "0"]
    assert cells["Times robbed"] == ["0", "0", "1"]
    assert "broken" in page
    assert "In numbers" in page


def test_the_game_is_checked_with_one_tap(client: httpx.Client, over: Sitting) -> None:
    page = Browser(client).get(f"/tables/{over.id}/end").text
    found = re.search(r'id="check" href="([^"#]+)#proof"', page)
    assert found
    assert "Checked." not in page
    assert "Checked." in Browser(client).get(found[1].replace("&amp;", "&")).text


def test_what_does_not_fit_is_said(services: Services, over: Sitting) -> None:
    """Another digest from before the game, or another chain at its end, is noticed."""
    finished = FinishedGame(services.config.database, over.id, None, 0, 0)
    right = over.get()
    assert faults(finished, right["commitment"], right["chain"]) == []
    assert faults(finished, "ab" * 32, right["chain"])
    assert faults(finished, right["commitment"], "ab" * 32)


def test_bots_play_on_from_every_round(services: Services, over: Sitting) -> None:
    """From the beginning of the game anybody may win; the same record gives the same chances."""
    finished = FinishedGame(services.config.database, over.id, None, 0, 0)
    found = turning(finished, (0, 4), 4)
    assert found.games == 4
    assert len(found.shares) == 2
    assert all(0 <= share <= 1 for one in found.shares for share in one)
    assert all(sum(one) >= 1 for one in found.shares), "somebody wins every game"
    assert turning(finished, (0, 4), 4) == found


def test_positions_are_those_that_were_played(services: Services, over: Sitting) -> None:
    """Each is asked of everybody again, none is the end, and what bots hear is what was told by then."""
    record = open_record(FinishedGame(services.config.database, over.id, None, 0, 0))
    places = positions(record, (0, 4, 10_000))
    assert len(places) == 2
    told = [len(place.told) for place in places]
    assert told == sorted(told)
    assert told[0] >= 1


def test_the_turning_round_is_shown_when_asked_for(client: httpx.Client, over: Sitting) -> None:
    page = Browser(client).get(f"/tables/{over.id}/end?turning=yes").text
    assert "the chance of Barney to win went from" in page
    assert "Watch it from there" in page
    for reader in (Browser(client), another(client)):
        assert "the chance of Barney to win went from" in reader.get(f"/tables/{over.id}/end").text


def test_broken_promises_stand_open_and_the_others_are_folded(client: httpx.Client, over: Sitting) -> None:
    page = Browser(client).get(f"/tables/{over.id}/end").text
    section = page.partition('id="promises-title"')[2].partition("</section>")[0]
    chart, _, lines = section.partition("</table>")
    assert "open or void" in chart
    assert "pill-broken" in lines.partition("<details")[0]
    assert "<details" not in lines or "pill-broken" not in lines.partition("<details")[2]


def test_looking_takes_no_seat(client: httpx.Client, over: Sitting) -> None:
    """Who opens a shared link, or makes a preview of it, holds nothing afterwards and has changed nothing."""
    before = over.get()
    visitor = another(client)
    seen = visitor.client.get(f"/tables/{over.id}/end").text
    assert 'property="og:description" content="Barney wins. Truce: how it was decided."' in seen
    for part in ("/end", "/replay", "/replay?moment=3", "/end?checked=yes", ""):
        assert visitor.client.get(f"/tables/{over.id}{part}").status_code == 200
    assert over.get() == before
    assert visitor.client.get("/api/my-tables").json() == []


def test_the_others_are_asked_to_play_again(client: httpx.Client) -> None:
    """One tap makes the next table and asks; another tap agrees, and leads to the same seat."""
    over, agatha, barney = begin(client, THREE, options={"rounds": 2}), another(client), another(client)
    for seat, browser in enumerate((agatha, barney)):
        over.hand(seat, browser)
    played(over)
    lobby = agatha.post(f"/tables/{over.id}/again").text
    assert "The others are asked." in lobby
    assert "Barney and Celeste have been asked in the talk of the last table; these seats are kept." in lobby
    assert "asked to play again; the seat is kept for Barney" in lobby
    assert "Send your friends" not in lobby
    assert [one["message"]["said"]["text"] for one in over.get("messages", 1)][1:] == [ASKS]
    for part in ("?seen=99", "/end"):
        asked = barney.get(f"/tables/{over.id}{part}").text
        assert "Agatha wants to play again." in asked
        assert "Agree" in asked
    said = asked_in_talk(barney.get(f"/tables/{over.id}?seen=99").text)
    assert f'action="/tables/{over.id}/again"' in said
    assert f'action="/tables/{over.id}/again"' not in asked_in_talk(agatha.get(f"/tables/{over.id}?seen=99").text)
    assert "Go to your seat at the next table" in agatha.get(f"/tables/{over.id}?seen=99").text
    for path in ("/", "/my-tables"):
        assert "Agatha wants to play again" in barney.get(path).text
        assert "wants to play again" not in agatha.get(path).text
    page = barney.post(f"/tables/{over.id}/again")
    assert "You have taken your seat." in page.text
    following = str(page.url).split("/")[4].partition("?")[0]
    kinds = [seat["kind"] for seat in client.get(f"/api/tables/{following}").json()["seats"]]
    assert kinds == ["person", "person", "open"]
    assert "wants to play again" not in barney.get("/my-tables").text
    assert len(over.get("messages", 1)) == 2, "they are asked once"


def asked_in_talk(page: str) -> str:
    """What stands with the message that asks to play again."""
    return page.partition('id="messages"')[2].partition(ASKS)[2].partition("</li>")[0]
