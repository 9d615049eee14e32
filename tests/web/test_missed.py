"""A default that is put in at a deadline is marked in the log, in the ledger and at the seat: in every game."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests import telling

from turncoat.games import game_ids, game_of, ruleset
from turncoat.kernel import play
from turncoat.kernel.still import Reel, Watcher
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import Header, SeatKind, Secret
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table import Phase, Table
from turncoat.table.table_events import TurnsMissed
from turncoat.table.table_view import events_heard, table_view
from turncoat.web.log import missed_in, notes_of
from turncoat.web.pages import LedgerPage, Shell, TablePage, render_ledger, render_table
from turncoat.web.table_display import TableDisplay

NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
SECRET = Secret("ab" * 32, "cd" * 32)
NOW = 1_700_000_000_000
MOST = 150
"""So many deadlines pass at most."""


@cache
def watched(game: str, most: int = MOST) -> tuple[Table, Reel[Any]]:
    """A table at which seat 0 answers every other question and the others nothing, for so many deadlines at most.

    With it comes what a spectator has seen.
    """
    rules = ruleset(game)
    seen = telling.reel(rules, None)
    seats = rules.usual_seats
    commitment = proof.commitment(SECRET)
    table = Table(Header("tab1e", game, rules.hash, "A table", {}, seats, commitment, NOW), SECRET)
    draft = Draft(table, listen=lambda: Watcher(seen))
    for seat in range(seats):
        draft.perform(kept.SeatTaken(NOW, seat, NAMES[seat], SeatKind.PERSON))
    draft.perform(kept.Began(NOW))
    for number in range(most):
        if draft.state.phase is not Phase.PLAYING or draft.game is None:
            break
        if number % 2 and 0 in play.waiting(draft.game) and len(play.asked(draft.game)) > 1:
            action = rules.write_action(play.default_of(draft.game, 0))
            draft.perform(kept.Answered(NOW + number, 0, draft.game.requests[0], action))
        draft.perform(kept.TimeUp(NOW + number))
    draft.accept()
    return table, seen


def abandoned(game: str, most: int = MOST) -> Table:
    """The table alone."""
    return watched(game, most)[0]


def ends(game: str) -> Told:
    """What the ledger wants to have seen."""
    story = game_of(game).story
    return NOT_TOLD if story is None else telling.looks(story, watched(game)[1])


def display_of(game: str) -> TableDisplay:
    table = abandoned(game)
    return TableDisplay(table_view(table, None), events_heard(table, None)).seeing(ends(game))


@pytest.mark.parametrize("game", game_ids())
def test_the_log_says_for_whom_a_default_was_put_in(game: str) -> None:
    display, told = display_of(game), [missed for missed in display_heard(game) if isinstance(missed, TurnsMissed)]
    assert told
    lines = [line for line in display.whole_log.lines if line.text.startswith("Time was up, so the rules answered for")]
    assert [line.seats for line in lines] == [missed.seats for missed in told]
    for line in lines:
        assert all(NAMES[seat] in line.text for seat in line.seats)
    numbers = [line.number for line in display.whole_log.lines]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("game", game_ids())
def test_the_ledger_marks_who_missed_a_round_and_nobody_else(game: str) -> None:
    """Not "nothing usable": that is for actions which an own gift made unusable (TRU-R24)."""
    display, page = display_of(game), render_ledger(ledger_page(game))
    assert display.ledger is not None
    assert display.ledger.rounds
    notes = notes_of(display.heard, display.names)
    ends = [one.until for one in display.ledger.rounds]
    assert ends == sorted(ends)
    marked = [missed_in(display.ledger.rounds, number, notes) for number in range(len(ends))]
    assert any(marked)
    over = [one.seats for one, line in notes if isinstance(one, TurnsMissed) and line.number <= ends[-1]]
    assert {seat for seats in over for seat in seats} == {seat for seats in marked for seat in seats}
    assert page.count("(time was up)") == sum(len(seats) for seats in marked)
    assert "nothing usable" not in page


@pytest.mark.parametrize("game", game_ids())
def test_the_mark_stands_at_the_seat_until_it_answers_again(game: str) -> None:
    table = abandoned(game, 5)
    assert table.state.phase is Phase.PLAYING
    shown = table_view(table, None)
    page = render_table(TablePage(shell=Shell(), table_view=shown, heard=events_heard(table, None), now=NOW))
    marked = [int(seat) for seat in re.findall(r'<li id="missed-(\d+)">', page)]
    assert marked == [seat for seat, one in enumerate(shown.seats) if one.missed]
    assert marked


ANSWERS = {"truce": "pass", "conspiracy": "note Arms and 5"}
"""What the first default is called."""


@pytest.mark.parametrize("game", game_ids())
def test_whoever_comes_back_is_told_what_the_rules_answered(game: str) -> None:
    """One sentence for every turn that was missed, and none for whom nothing was put in."""
    table = abandoned(game)
    display = TableDisplay(table_view(table, 1), events_heard(table, 1))
    told = display.answered_for_you(0)
    missed = [one for one in events_heard(table, 1) if isinstance(one, TurnsMissed) and 1 in one.seats]
    assert len(told) == len(missed) > 0
    assert told[0] == ANSWERS.get(game, told[0]) != ""
    assert display.answered_for_you(len(display.events) + 1) == ()
    spectator = TableDisplay(table_view(table, None), events_heard(table, None))
    assert spectator.answered_for_you(0) == ()


@pytest.mark.parametrize("seat", [1, None])
def test_the_news_is_one_line_while_the_game_goes_on(seat: int | None) -> None:
    """It lies over nothing of the board, for players and for those who look on."""
    table = abandoned("truce", 3)
    page = render_table(
        TablePage(shell=Shell(), table_view=table_view(table, seat), heard=events_heard(table, seat), now=NOW, since=0)
    )
    assert re.search(r'id="since" data-since="\d+"( open)?>', page)[1] is None  # type: ignore[index]


def display_heard(game: str) -> tuple[object, ...]:
    return events_heard(abandoned(game), None)


def ledger_page(game: str) -> LedgerPage:
    table = abandoned(game)
    return LedgerPage(
        shell=Shell(), table_view=table_view(table, None), heard=events_heard(table, None), now=NOW, told=ends(game)
    )
