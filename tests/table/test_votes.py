"""Votes: what players decide together, how many it takes, and what nobody learns of a secret one."""

from __future__ import annotations

import pytest
from tests.table.tables import NAMES, START, Sitting, header

from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.export import exported
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Pace
from turncoat.table.proposals import (
    Abandon,
    ChangePace,
    ChooseHost,
    Concede,
    Draw,
    Extension,
    GoOn,
    OfferSeat,
    Pause,
    Proposal,
    needed,
)
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase
from turncoat.table.table_view import make_table_view
from turncoat.table.verify import verify
from turncoat.table.votes import LASTS

HOUR = 3_600_000
AGATHA, BARNEY, CELESTE, DORIAN = range(4)


def at_table(seats: int = 4) -> Sitting:
    """People at a table with an hour for every decision."""
    return Sitting(header(seats, {"rounds": 20}, After(60))).begun()


def propose(table: Sitting, seat: int, proposal: Proposal) -> int:
    """Put something to the vote, as the server does; its number."""
    secret = isinstance(proposal, Draw | Concede)
    table.perform(kept.Proposed(table.now, None if secret else seat, proposal))
    number = table.table.state.proposed
    return vote(table, number, seat) if secret else number


def vote(table: Sitting, number: int, *seats: int, yes: bool = True) -> int:
    for seat in seats:
        table.perform(kept.VoteCast(table.now, seat, number, yes))
    return number


def told(table: Sitting) -> list[str]:
    return [one.event.say(table.table.names) for one in table.table.happened]


@pytest.mark.parametrize(
    ("proposal", "voters", "agree"),
    [
        (Extension(60), 4, 3),
        (GoOn(), 5, 3),
        (ChooseHost(0), 2, 2),
        (Pause(1), 4, 3),
        (Pause(1), 6, 4),
        (Abandon(), 5, 4),
        (OfferSeat(0), 3, 2),
        (Draw(), 5, 5),
        (Concede(0), 3, 3),
        (ChangePace(After(60)), 4, 4),
    ],
)
def test_how_many_have_to_agree(proposal: Proposal, voters: int, agree: int) -> None:
    assert needed(proposal, voters) == agree


def test_more_than_half_give_more_time() -> None:
    table = at_table()
    number = propose(table, AGATHA, Extension(30))
    assert told(table)[-1] == "Vote 1: Agatha proposes 30 minutes more."
    vote(table, number, BARNEY)
    assert table.table.state.due == START + HOUR
    vote(table, number, CELESTE)
    assert (table.table.state.due, table.table.state.votes) == (START + HOUR + HOUR // 2, [])
    assert told(table)[-1] == "Vote 1 is over: 30 minutes more. It is carried."


def test_two_thirds_pause_until_a_day_and_more_than_half_go_on() -> None:
    table = at_table()
    vote(table, propose(table, BARNEY, Pause(2)), AGATHA, DORIAN)
    assert (table.table.state.phase, table.table.state.until) == (Phase.PAUSED, START + 2 * DAY)
    table.now += HOUR
    vote(table, propose(table, BARNEY, GoOn()), AGATHA, DORIAN)
    assert (table.table.state.phase, table.table.state.due) == (Phase.PLAYING, START + 2 * HOUR)


def test_a_vote_can_be_changed_until_it_is_over_and_fails_as_soon_as_too_many_are_against_it() -> None:
    table = at_table()
    number = propose(table, AGATHA, Abandon())
    vote(table, number, BARNEY, yes=False)
    vote(table, number, BARNEY)
    vote(table, number, CELESTE, yes=False)
    assert table.table.state.votes
    vote(table, number, DORIAN, yes=False)
    assert (table.table.state.votes, told(table)[-1]) == (
        [],
        "Vote 1 is over: to close the table. Too many are against it.",
    )
    assert table.refused(kept.VoteCast(START, AGATHA, number, True)).sentence == "Vote 1 is not open."


def test_a_draw_is_agreed_on_by_all_and_nobody_learns_of_a_ballot_before() -> None:
    """No tally, no names, and no end before its time: a vote against it looks like none."""
    table = at_table()
    before = table.table.state.chain
    number = propose(table, AGATHA, Draw())
    put = table.table.state.chain
    seen = make_table_view(table.table, CELESTE)
    vote(table, number, BARNEY, yes=False)
    vote(table, number, DORIAN)
    assert make_table_view(table.table, CELESTE) == seen
    assert (table.table.state.chain, before != put) == (put, True)
    assert told(table)[-1] == "Vote 1: somebody proposes a draw. The vote is secret."
    assert make_table_view(table.table, BARNEY).votes[0].ballots == {BARNEY: False}
    vote(table, number, BARNEY, CELESTE)
    shown = make_table_view(table.table, None)
    assert (shown.phase, shown.verdict and shown.verdict.how, shown.winners) == (Phase.CLOSED, "drawn", ())
    with pytest.raises(NotAllowed, match="agreed on a draw"):
        table.answer(0, "pass")


def test_the_others_concede_and_the_seat_of_which_they_do_has_no_vote() -> None:
    table = at_table(3)
    number = propose(table, AGATHA, Concede(BARNEY))
    assert isinstance(table.refused(kept.VoteCast(START, BARNEY, number, True)), NotYours)
    vote(table, number, CELESTE)
    shown = make_table_view(table.table, None)
    assert (shown.winners, shown.scores, shown.phase) == ((BARNEY,), (), Phase.CLOSED)


def test_a_seat_that_misses_turns_is_offered_and_its_player_can_come_back_until_then() -> None:
    table = at_table()
    there = kept.Proposed(START, AGATHA, OfferSeat(BARNEY, "random"))
    assert "has not missed the last decision" in table.refused(there).sentence
    for seat in (AGATHA, CELESTE, DORIAN):
        table.answer(seat, "pass")
    table.now += HOUR + 1
    table.perform(kept.TimeUp(table.now))
    vote(table, propose(table, AGATHA, OfferSeat(BARNEY, "random")), CELESTE)
    barney = table.table.state.seats[BARNEY]
    assert (barney.kind, barney.stands_in, barney.offered, barney.away) == (SeatKind.BOT, True, True, 1)
    table.perform(kept.SeatTaken(table.now, BARNEY, NAMES[BARNEY], SeatKind.PERSON))
    assert (table.table.state.seats[BARNEY].offered, table.table.state.seats[BARNEY].holder) == (False, 1)


def test_another_host_before_the_game_and_nobody_follows_them_unseen() -> None:
    """Whoever takes over the seat later has been chosen by nobody."""
    table = Sitting(header(3)).seated()
    vote(table, propose(table, AGATHA, ChooseHost(BARNEY)), CELESTE)
    assert make_table_view(table.table, None).host == BARNEY
    table.perform(kept.SeatTaken(START, BARNEY, "Zoe", SeatKind.PERSON, by="another"))
    assert table.table.state.host is None


def test_all_agree_on_another_pace() -> None:
    table = Sitting(header(3)).begun()
    vote(table, propose(table, AGATHA, ChangePace(After(60), Pace(grace=5))), BARNEY, CELESTE)
    assert (table.table.state.due, table.table.state.pace) == (START + HOUR, Pace(grace=5))


def test_it_lapses_after_three_days_and_extension_with_its_decision() -> None:
    table = at_table(3)
    number = propose(table, AGATHA, Abandon())
    assert table.table.state.votes[0].until == START + LASTS
    assert table.table.state.alarm == START + HOUR
    propose(table, BARNEY, Extension(5))
    table.everybody()
    assert [one.number for one in table.table.state.votes] == [number]
    assert "Vote 2 is over: 5 minutes more. Not enough have voted in time." in told(table)
    table.perform(kept.VoteLapsed(START + LASTS + 1, number))
    assert (table.table.state.votes, told(table)[-1]) == (
        [],
        "Vote 1 is over: to close the table. Not enough have voted in time.",
    )


def test_what_cannot_be_done_any_more_is_not_done_twice() -> None:
    table = at_table(3)
    number = propose(table, AGATHA, Pause(1))
    table.perform(kept.Paused(START))
    vote(table, propose(table, AGATHA, GoOn()), BARNEY)
    assert (table.table.state.phase, table.table.state.until) == (Phase.PLAYING, None)
    go_on = table.refused(kept.Proposed(START, AGATHA, GoOn()))
    assert go_on.sentence == "The game is under way."
    vote(table, number, BARNEY)
    assert (table.table.state.phase, table.table.state.until) == (Phase.PAUSED, START + DAY)


@pytest.mark.parametrize(
    ("proposal", "sentence"),
    [
        (Extension(), "Give more than 0 minutes"),
        (Extension(times=1), "This table has no agreed times of day"),
        (Concede(7), "There is no such seat; this table has the seats 0 to 2"),
        (ChooseHost(BARNEY), "Choose a player who is a person"),
        (ChangePace(After(60), Pace(quick=90)), "For quick questions, give at least 5 seconds"),
    ],
)
def test_what_cannot_be_done_is_not_put_to_the_vote(proposal: Proposal, sentence: str) -> None:
    table = at_table(3)
    table.perform(kept.SeatTaken(START, BARNEY, NAMES[BARNEY], SeatKind.BOT, "random", stands_in=True))
    secret = isinstance(proposal, Concede)
    assert sentence in table.refused(kept.Proposed(START, None if secret else AGATHA, proposal)).sentence


def test_bots_have_no_vote_and_one_person_alone_decides_all_but_a_draw() -> None:
    table = Sitting(header(3, deadline=After(60)))
    table.perform(kept.SeatTaken(START, 0, NAMES[0], SeatKind.PERSON))
    for seat in (1, 2):
        table.perform(kept.SeatTaken(START, seat, NAMES[seat], SeatKind.BOT, "random"))
    table.perform(kept.Began(START))
    assert "at least two people" in table.refused(kept.Proposed(START, None, Draw())).sentence
    assert isinstance(table.refused(kept.Proposed(START, BARNEY, Abandon())), NotYours)
    propose(table, AGATHA, Extension(30))
    assert table.table.state.due == START + HOUR + HOUR // 2
    propose(table, AGATHA, Concede(BARNEY))
    assert make_table_view(table.table, 0).winners == (BARNEY,)


def test_one_vote_of_a_kind_is_open_at_once() -> None:
    table = at_table(3)
    propose(table, AGATHA, Pause(1))
    assert "open already" in table.refused(kept.Proposed(START, BARNEY, Pause(2))).sentence


def test_a_game_with_votes_plays_again_verifies_and_its_record_tells_no_secret_ballot() -> None:
    """Who was first for the draw that was carried, and who was for the one that was not, stays unknown."""
    table = at_table(3)
    vote(table, propose(table, CELESTE, Concede(BARNEY)), AGATHA, yes=False)
    table.everybody()
    table.now += 1000
    number = propose(table, CELESTE, Draw())
    table.now += 1000
    vote(table, number, BARNEY, AGATHA)
    assert verify(table.record(), table.receipts) == []
    home = exported(table.record(), None)
    ballots = [entry for entry in home.entries if isinstance(entry, kept.VoteCast)]
    assert [(one.at, one.seat, one.number) for one in ballots] == [(table.now, seat, number) for seat in range(3)]
    assert verify(home, []) == []
