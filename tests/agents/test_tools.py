"""What each tool does, and how it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.agents.agent import Agent, over_http
from tests.agents.by_hand import call
from tests.serving import NAMES, Sitting, begin, client_of, on_the_wire, open_services


class Seats:
    """Agents at a table of Truce, by seat."""

    def __init__(self, client: httpx.Client) -> None:
        self.client, self.table = client, begin(client, NAMES[:3])
        for seat in range(3):
            self(seat, "sit_down")

    def __call__(self, seat: int, tool: str, **given: object) -> Any:
        """The data of a tool that works."""
        result = call(self.client, self.table.keys[seat], tool, **given)
        assert not result["isError"], result
        return result["structuredContent"]

    def refused(self, seat: int, tool: str, **given: object) -> str:
        """The text of a tool that refuses."""
        result = call(self.client, self.table.keys[seat], tool, **given)
        assert result["isError"], result
        return str(result["content"][0]["text"])


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Seats]:
    with client_of(open_services(tmp_path, rates={})) as client:
        yield Seats(client)


def test_an_answer_is_a_number_of_its_menu_or_words(seats: Seats) -> None:
    """TRU-3.1: an answer stays sealed and can be changed until all have answered."""
    menu = seats(0, "what_may_i_do")
    words = {one["words"]: one for one in menu["choices"]}
    assert {"attack Barney", "defend", "loot", "pass"} <= words.keys()
    assert words["attack Barney"]["action"] == {"type": "attack", "target": 1}
    seats(0, "answer", number=words["loot"]["number"], menu=menu["id"])
    assert seats(0, "look")["question"]["sealed"] == "loot"
    seats(0, "answer", words="attack barney")
    assert seats(0, "look")["question"]["sealed"] == "attack Barney"
    seats(0, "withdraw")
    assert seats(0, "look")["question"]["sealed"] == ""


def test_a_number_of_an_old_menu_is_refused(seats: Seats) -> None:
    menu = seats(0, "what_may_i_do")
    for seat in range(3):
        seats(seat, "answer", words="loot")
    assert "The menu has changed" in seats.refused(0, "answer", number=1, menu=menu["id"])
    assert "Give the id of the menu" in seats.refused(0, "answer", number=1)
    new = seats(0, "what_may_i_do")["id"]
    assert "The numbers of this menu are from 1 to" in seats.refused(0, "answer", number=99, menu=new)


def test_a_refusal_says_why_and_what_is_possible(seats: Seats) -> None:
    assert "attack" in (said := seats.refused(0, "answer", words="dance"))
    assert "“dance”" in said
    assert "Barney" in seats.refused(0, "answer", words="attack agatha")
    assert "there is no field secret" in seats.refused(0, "look", secret="x")
    assert "seconds must be at most 50" in seats.refused(0, "wait_for_my_turn", seconds=99)
    assert "Its arguments are: table, words, to" in seats.refused(0, "talk")


def test_deals_are_made_with_tools_alone(seats: Seats) -> None:
    """TRU-14: an offer that is agreed to is a promise of both."""
    seats(0, "talk", words="Good evening.")
    seats(0, "promise", what="not attack barney", to=["Barney"])
    seats(0, "offer", to="1", what="support agatha", in_return="attack celeste")
    heard = seats(1, "what_happened")["messages"]
    offered = next(one for one in heard if one["asks"])
    assert (offered["by"], offered["offer"]) == ("Agatha", "open")
    assert offered["asks"] == "you: support Agatha"
    assert offered["offers"] == "Agatha: attack Celeste"
    seats(1, "answer_offer", message=offered["number"], answer="agree")
    promises = {(one["by"], one["says"]) for one in seats(1, "look")["promises"]}
    assert {("Agatha", "attack Celeste"), ("you", "support Agatha")} <= promises
    assert seats(2, "look")["promises"] == []


def test_an_offer_is_countered_or_refused(seats: Seats) -> None:
    seats(0, "offer", to="Barney", what="support agatha")
    number = seats(1, "what_happened")["messages"][-1]["number"]
    seats(1, "answer_offer", message=number, answer="counter", what="support barney", in_return="attack celeste")
    counter = seats(0, "what_happened")["messages"][-1]
    assert counter["asks"] == "you: support Barney"
    seats(0, "answer_offer", message=counter["number"], answer="no")
    assert seats(1, "what_happened")["messages"][0]["offer"] == "countered"
    assert "no offer with this number" in seats.refused(1, "answer_offer", message=77, answer="counter", what="pass")
    assert "other than yourself" in seats.refused(0, "offer", to="Agatha", what="pass")


def test_news_come_in_pages(seats: Seats) -> None:
    for number in range(5):
        seats(1, "talk", words=f"Word {number}")
    first = seats(0, "what_happened", after_event=0, after_message=0, most=2)
    assert [one["words"] for one in first["messages"]] == ["Word 0", "Word 1"]
    assert first["more"]
    rest = seats(0, "what_happened", after_event=900, after_message=2, most=50)
    assert ([one["words"] for one in rest["messages"]], rest["more"]) == (["Word 2", "Word 3", "Word 4"], False)


def test_rules_are_found_by_number_and_by_words(seats: Seats) -> None:
    (rule,) = seats(0, "rules", wanted="TRU-R08")["rules"]
    assert "support" in rule["text"]
    assert seats(0, "rules", wanted="lasgun shield", game="dune")["rules"]
    assert "has no rule" in seats.refused(0, "rules", wanted="99.9")
    assert "There is no game chess" in seats.refused(0, "rules", wanted="1", game="chess")


def test_a_standing_order_is_left_for_a_question_that_is_repeated(seats: Seats) -> None:
    key = seats(0, "look")["question"]["key"]
    answers = [{"type": "pass"}]
    if seats(0, "look")["question"]["repeated"]:
        seats(0, "standing_order", question=key, answers=answers)
        seats(0, "standing_order", question=key)
    else:
        assert key in seats.refused(0, "standing_order", question=key, answers=answers)


async def waiting(address: str, table: Sitting) -> tuple[Any, Any]:
    """Agatha waits until Barney says something, then until both others have answered."""
    async with over_http(address, table.keys[0]) as client, over_http(address, table.keys[1]) as other:
        agatha, barney = Agent(client), Agent(other)
        for agent in (agatha, barney):
            await agent.call("sit_down")
        await agatha.call("answer", words="pass")
        hears = asyncio.create_task(agatha.call("wait_for_my_turn", seconds=50, after_message=0))
        await barney.call("talk", words="Wake up.")
        heard = await hears
        asked = asyncio.create_task(agatha.call("wait_for_my_turn", seconds=50))
        await barney.call("answer", words="pass")
        await asyncio.to_thread(table.answer, 2, "pass")
        return heard, await asked


def test_waiting_ends_when_somebody_speaks_or_asks(tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        heard, asked = asyncio.run(waiting(address, begin(client, NAMES[:3])))
    assert (heard["turn"], heard["messages"]) == (False, 1)
    assert asked["turn"]
