"""Standing orders by mail, as at the terminal: ``always pass`` answers a repeated question from now on."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.kit import says
from tests.mail.post import Correspondent
from tests.serving import Sitting, begin

from turncoat.server.settings import Incoming

AGREED = {"factions": "throne,schemers", "seating": "as_seated", "first_sector": 0}
BIDS = "auction.bid"


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney"), game="dune", options=AGREED, deadline={"type": "after", "minutes": 1440})


def standing(table: Sitting) -> object:
    """Agatha's standing order for auctions; nothing: she is asked."""
    return table.get(seat=0)["standing_orders"].get(BIDS)


def listed(agatha: Correspondent) -> str:
    """The number of the auctions in the list of repeated questions (DUN-2.7.3)."""
    told = agatha.told("always")
    number = re.search(r"(\d+)\. Your turn to bid: (you are asked|you always pass)", told)
    assert number is not None, told
    return number[1]


def test_a_standing_order_is_left_listed_and_ended(agatha: Correspondent, table: Sitting) -> None:
    number = listed(agatha)
    told = agatha.told(f"Always {number} pass.")
    says(told, f"DONE: Your turn to bid: you always pass. To be asked again, write: always {number} ask")
    assert standing(table) == [{"type": "pass"}]
    says(agatha.told("always"), "Your turn to bid: you always pass", f"always {number} ask, always {number} pass")
    says(agatha.told(f"always {number} ask"), "DONE: Your turn to bid: you are asked.")
    assert standing(table) is None


def test_a_number_may_be_chosen_with_it(agatha: Correspondent, table: Sitting) -> None:
    number = listed(agatha)
    says(agatha.told(f"always {number} pass as soon as 3 are bid"), "you always pass as soon as 3 are bid")
    says(agatha.told(f"always {number} pass as soon as 99 are bid"), "NOT READ: Give a whole number from 1 to 60.")
    assert standing(table) == [{"type": "pass"}]


def test_a_preview_leaves_none(agatha: Correspondent, table: Sitting) -> None:
    number = listed(agatha)
    says(agatha.told(f"preview\nalways {number} pass"), f"would be done: always {number} pass")
    assert standing(table) is None


@pytest.mark.parametrize("line", ["Always yours, Agatha", "always happy to lose", "> always 12 pass"])
def test_prose_and_quoted_lines_leave_none(agatha: Correspondent, table: Sitting, line: str) -> None:
    says(agatha.told(line), "NOT TAKEN: there is no order in your mail.")
    assert standing(table) is None


@pytest.mark.parametrize("line", ["always 99 pass", "always pass", "always ask"])
def test_an_order_for_no_question_is_told_back(agatha: Correspondent, table: Sitting, line: str) -> None:
    """Nobody is asked to bid now, so the number has to be written."""
    says(agatha.told(line), f"| {line} NOT READ: Write always alone to list the repeated questions with their numbers.")
    assert standing(table) is None
