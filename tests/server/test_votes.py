"""Votes over HTTP and on pages: a table whose host is gone is steered by its players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.kit import sure
from tests.leaks.over_http import differences
from tests.leaks.test_http import SHOWN, world_of
from tests.server.keeping import Clock, room
from tests.serving import NOON, Browser, Sitting, another, bearer, begin, gather
from tests.serving import Clock as ServerClock

from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table import unchanged, vote_view
from turncoat.table.deadline import After
from turncoat.table.milliseconds import DAY
from turncoat.table.proposals import Abandon
from turncoat.table.votes import LASTS

THREE = ("Agatha", "Barney", "Celeste")
HOUR = 3_600_000
AGATHA, BARNEY, CELESTE = range(3)


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, THREE, deadline={"type": "after", "minutes": 60}, options={"rounds": 20})


def propose(table: Sitting, by: int, **proposal: object) -> int:
    made = table.post("votes", by, proposal=proposal)
    assert made.status_code == 201, made.text
    return int(made.json()["number"])


def vote(table: Sitting, seat: int, number: int, *, yes: bool = True) -> httpx.Response:
    return table.post("ballot", seat, number=number, yes=yes)


def test_players_give_themselves_more_time(table: Sitting) -> None:
    number = propose(table, AGATHA, type="extension", minutes=60)
    open_now = table.get()["votes"][0]
    assert (open_now["text"], open_now["needed"], open_now["ballots"]) == ("1 hour more", 2, {"0": True})
    assert vote(table, BARNEY, number).status_code == 204
    assert (table.get()["due"], table.get()["votes"]) == (NOON + 2 * HOUR, [])
    assert vote(table, CELESTE, number).status_code == 422


def test_a_spectator_has_no_vote_and_what_there_is_not_cannot_be_proposed(table: Sitting) -> None:
    assert table.client.post(table.path("votes"), json={"proposal": {"type": "draw"}}).status_code == 401
    assert table.post("votes", 0, proposal={"type": "dance"}).status_code == 400
    assert table.post("votes", 0, proposal={"type": "pause", "days": 61}).status_code == 400
    refused = table.post("votes", 0, proposal={"type": "offer_seat", "seat": 1})
    assert (refused.status_code, refused.json()["field"]) == (422, "proposal.seat")
    assert table.get()["votes"] == []


def test_a_refused_secret_proposal_leaves_no_vote_open(table: Sitting) -> None:
    """One who has no vote on it cannot put it either."""
    assert table.post("votes", BARNEY, proposal={"type": "concede", "seat": BARNEY}).status_code == 409
    assert table.get()["votes"] == []


def test_players_choose_another_host_and_the_old_key_is_worth_nothing(table: Sitting) -> None:
    """A host who is gone, or who lost the browser, does not stop a table."""
    number = propose(table, BARNEY, type="choose_host", seat=BARNEY)
    vote(table, CELESTE, number)
    assert table.client.post(table.path("host/pause"), headers=table.host).status_code == 401
    assert table.client.post(table.path("host/pause"), headers=table.seat(BARNEY)).status_code == 204
    assert table.client.post(table.path("host/resume"), headers=table.seat(AGATHA)).status_code == 403


def test_a_host_who_never_comes_is_replaced_before_the_game(client: httpx.Client) -> None:
    table = gather(client, THREE)
    for seat in range(3):
        table.post("sit", seat)
    vote(table, CELESTE, propose(table, BARNEY, type="choose_host", seat=BARNEY))
    assert client.post(table.path("host/start"), headers=table.seat(BARNEY)).status_code == 204


def test_a_draw_ends_the_game_and_its_record_opens(table: Sitting) -> None:
    number = propose(table, AGATHA, type="draw")
    vote(table, BARNEY, number)
    assert table.get(seat=CELESTE)["votes"][0]["ballots"] == {}
    vote(table, CELESTE, number)
    assert (table.get()["phase"], table.get()["verdict"]["how"]) == ("closed", "drawn")
    export = table.client.get(table.path("export"))
    assert export.status_code == 200
    again = table.client.get(table.path("replay"))
    assert again.status_code == 200


def test_whoever_does_anything_is_back_at_their_seat(table: Sitting) -> None:
    """A bot that stands in goes away by any deed: talk, an answer, a vote."""
    number = propose(table, AGATHA, type="abandon")
    deeds: tuple[Callable[[], httpx.Response], ...] = (
        lambda: table.post("talk", BARNEY, to=[], text="Here I am."),
        lambda: vote(table, BARNEY, number, yes=False),
        lambda: table.post("answer", BARNEY, action={"type": "pass"}),
    )
    for deed in deeds:
        assert table.do("bot", seat=BARNEY, bot="random").status_code == 204
        assert table.get()["seats"][BARNEY]["stands_in"]
        assert deed().status_code in (200, 201, 204)
        assert table.get()["seats"][BARNEY]["kind"] == "person"


async def test_a_vote_lapses_by_itself_over_a_restart(tmp_path: Path) -> None:
    """Also at a table without a deadline, which nothing else would wake."""
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3)
        await desk.keeper.perform(table.header.table, lambda at: kept.Proposed(at, 0, Abandon()))
    async with room(tmp_path, clock) as desk:
        desk.set_clock(clock.now + LASTS + 1)
        await desk.until(table, lambda table: not table.state.votes)
        last = sure(desk.store.record(table.header.table)).entries[-1]
        assert isinstance(last, kept.VoteLapsed)


async def test_a_vote_that_lapses_closes_no_decision(tmp_path: Path) -> None:
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, deadline=After(6 * 1440))
        await desk.keeper.perform(table.header.table, lambda at: kept.Proposed(at, 0, Abandon()))
        desk.set_clock(clock.now + LASTS + 1)
        await desk.until(table, lambda table: not table.state.votes)
        assert table.state.seats[0].missed == 0
        assert table.state.alarm == clock.now - LASTS - 1 + 6 * DAY


# --- on pages ---------------------------------------------------------------------------------------


def seated(client: httpx.Client, table: Sitting, seat: int) -> Browser:
    browser = another(client)
    table.hand(seat, browser)
    return browser


def test_the_page_of_votes_says_what_is_open_and_what_can_be_proposed(client: httpx.Client, table: Sitting) -> None:
    """Without script: proposed with one form, voted with one button, at the table as well."""
    agatha, barney = seated(client, table, AGATHA), seated(client, table, BARNEY)
    page = agatha.get(f"/tables/{table.id}/votes").text
    assert "No vote is open." in page
    assert "Propose to offer the seat" not in page
    put = agatha.post(f"/tables/{table.id}/votes", {"kind": "extension", "amount": "60"})
    assert "Your proposal is put to the vote." in put.text
    assert "You propose 1 hour more" in put.text
    at_table = barney.get(f"/tables/{table.id}").text
    assert "Agatha proposes 1 hour more" in at_table
    assert "1 of 3 have agreed so far; 2 are needed." in at_table
    barney.post(f"/tables/{table.id}/vote", {"number": "1", "yes": "yes"})
    assert table.get()["due"] == NOON + 2 * HOUR


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"kind": ""}, "Choose what you propose."),
        ({"kind": "extension", "amount": "0"}, "Say how much more time you propose."),
        ({"kind": "pause", "amount": "99"}, "A pause lasts 1 to 60 days."),
        ({"kind": "concede"}, "Choose a seat."),
        ({"kind": "go_on"}, "The game is under way."),
    ],
)
def test_a_form_that_says_too_little_is_refused_in_one_sentence(
    client: httpx.Client, table: Sitting, form: dict[str, Any], sentence: str
) -> None:
    refused = seated(client, table, AGATHA).post(f"/tables/{table.id}/votes", form)
    assert (refused.status_code, sentence in refused.text) == (422, True)
    assert table.get()["votes"] == []


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("draw", {}, "The players have agreed on a draw."),
        ("concede", {"seat": "1"}, "Barney wins."),
        ("abandon", {}, "The players have agreed to close this table."),
    ],
)
def test_the_page_says_how_players_have_ended_the_game(
    client: httpx.Client, table: Sitting, kind: str, fields: dict[str, str], said: str
) -> None:
    agatha = seated(client, table, AGATHA)
    agatha.get(f"/tables/{table.id}/votes")
    agatha.post(f"/tables/{table.id}/votes", {"kind": kind, **fields})
    for seat in (BARNEY, CELESTE):
        if kind != "concede" or seat != BARNEY:
            vote(table, seat, 1)
    page = agatha.get(f"/tables/{table.id}").text
    assert said in page
    assert "so nothing is scored" in page
    assert "The game is over." in agatha.get(f"/tables/{table.id}/votes").text


def test_whoever_watches_only_reads(client: httpx.Client, table: Sitting) -> None:
    propose(table, AGATHA, type="abandon")
    page = another(client).get(f"/tables/{table.id}").text
    assert "Agatha proposes to close the table" in page
    assert "Vote yes" not in page
    assert "Only players at this table propose and vote." in another(client).get(f"/tables/{table.id}/votes").text


# --- secrecy ----------------------------------------------------------------------------------------


def ballots_that_show(folder: Path) -> list[str]:
    """What reaches Celeste, another player and a spectator otherwise when Barney votes on a draw."""
    found: list[str] = []
    with world_of(folder, SHOWN, After(60)) as world:
        number = propose(world.sitting, AGATHA, type="draw")
        for yes in (True, False):
            for seat in (CELESTE, 3, None):
                before = world.reaches(seat)
                assert vote(world.sitting, BARNEY, number, yes=yes).status_code == 204
                found += differences(before, world.reaches(seat))
    return found


def test_nobody_learns_of_a_ballot_of_a_secret_vote(tmp_path: Path) -> None:
    assert ballots_that_show(tmp_path) == []


def test_a_planted_ballot_that_shows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (vote_view, unchanged):
        monkeypatch.setattr(module, "is_secret", lambda _: False)
    assert ballots_that_show(tmp_path)


def test_the_services_forget_nothing(services: Services, table: Sitting, clock: ServerClock) -> None:
    """Old keys of the host are gone for good, not only until the next look."""
    vote(table, CELESTE, propose(table, BARNEY, type="choose_host", seat=CELESTE))
    services.auth.forget()
    assert table.client.post(table.path("host/close"), headers=bearer(table.host_key)).status_code == 401
    assert clock.now == NOON
