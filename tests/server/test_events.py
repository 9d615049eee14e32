"""The events in the life of a table, each with the test that shows it; what does not exist yet has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

EVENTS: dict[str, str] = {
    "1 a table is made with its pace and its talk": "server/test_pace.py test_a_table_is_made_with_a_pace",
    "2 an invitation, at which looking uses nothing": (
        "server/test_invitations.py test_looking_at_an_invitation_uses_nothing"
    ),
    "3 joining an open table without one": (
        "server/test_pages.py test_a_free_seat_of_an_open_table_is_taken_from_its_page"
    ),
    "4 leaving before the start": (
        "server/test_leaving.py test_before_the_game_the_seat_is_free_again_under_a_name_of_nobody"
    ),
    "5 the host begins, bots fill what is free": (
        "server/test_story.py test_bots_take_the_seats_that_are_free_at_the_beginning"
    ),
    "6 a table begins by itself": "server/test_beginning.py test_at_a_time_and_bots_take_what_is_free",
    "7 an answer, with a receipt once it is durable": (
        "server/test_keeper.py test_all_orders_of_one_turn_share_a_transaction"
    ),
    "8 it is changed until the deadline": "cli/test_join.py test_what_was_sealed_is_there_after_leaving",
    "9 it is taken back": "server/test_clock.py test_taking_back_too_late_is_refused",
    "10 it is saved without being ready": ("table/test_saved.py test_a_saved_answer_closes_nothing_and_nobody_sees_it"),
    "11 all are in: early": "table/test_deadline.py test_at_a_table_the_reveal_comes_as_soon_as_all_are_in",
    "12 all are in: at the agreed hour": ("server/test_pace.py test_a_table_that_is_never_early_is_closed_at_its_time"),
    "13 ready, then not ready": (
        "server/test_correspondence.py test_an_answer_is_saved_handed_in_taken_back_and_put_away"
    ),
    "14 answers for later": "server/test_correspondence.py test_an_answer_is_planned_for_the_next_time",
    "15 a deadline after a length of time": ("server/test_clock.py test_a_decision_is_closed_when_its_time_is_up"),
    "16 a deadline at clock times": "table/test_deadline.py test_when_the_clocks_change",
    "17 weekends off": "table/test_pace.py test_time_runs_on_the_agreed_days_and_hours",
    "18 a shortest time for a question": ("table/test_deadline.py test_a_time_that_is_too_close_is_passed_over"),
    "19 exactly at the deadline": (
        "server/test_clock.py test_exactly_at_the_deadline_is_in_time_and_a_millisecond_later_is_not"
    ),
    "20 the server was away": (
        "server/test_clock.py test_after_a_day_off_line_one_decision_is_closed_and_not_a_hundred"
    ),
    "21 grace": "server/test_pace.py test_grace_begins_and_ends_by_itself",
    "22 more time": "server/test_votes.py test_players_give_themselves_more_time",
    "23 a pause that keeps the agreed hours": ("server/test_pace.py test_a_pause_ends_by_itself_over_a_restart_too"),
    "24 an absence": ("server/test_correspondence.py test_an_absence_is_announced_and_a_bot_stands_in_meanwhile"),
    "25 a first miss": "table/test_ladder.py test_after_one_missed_decision_nothing_but_the_default_follows",
    "26 a second: a bot stands in": (
        "server/test_ladder.py test_the_alarm_leads_up_the_ladder_in_one_transaction_each"
    ),
    "27 a third: the seat is offered": (
        "table/test_ladder.py test_after_four_the_seat_is_offered_and_nobody_waits_for_it"
    ),
    "28 the player returns": "server/test_votes.py test_whoever_does_anything_is_back_at_their_seat",
    "29 a player leaves for good": (
        "server/test_leaving.py test_during_the_game_a_bot_goes_on_for_good_and_nobody_waits"
    ),
    "30 somebody else takes over, with a cut": (
        "server/test_ladder.py test_somebody_else_takes_an_offered_seat_and_the_old_key_is_worth_nothing"
    ),
    "31 a list of people who would take a seat": "",
    "32 somebody is sent away": (
        "server/test_leaving.py test_a_player_is_sent_away_in_one_step_and_anybody_can_play_on"
    ),
    "33 a draw": "server/test_votes.py test_a_draw_ends_the_game_and_its_record_opens",
    "34 a game is conceded": ("table/test_votes.py test_the_others_concede_and_the_seat_of_which_they_do_has_no_vote"),
    "35 a table is closed by vote": "server/test_votes.py test_the_page_says_how_players_have_ended_the_game",
    "36 the host hands over": ("server/test_invitations.py test_a_program_that_hosts_invites_a_person_to_its_rights"),
    "37 the host is gone": "server/test_votes.py test_a_host_who_never_comes_is_replaced_before_the_game",
    "38 another pace under way": "table/test_votes.py test_all_agree_on_another_pace",
    "39 the game is over: replay, record, proof": (
        "server/test_records.py test_a_game_is_taken_in_elsewhere_and_is_the_same"
    ),
    "40 the next game with the same people": "server/test_next_game.py test_everybody_has_the_same_seat_and_it_begins",
}
"""The event, then the file and the test; empty: nothing does it yet."""

MISSING = [31]
"""The events that nothing does yet."""


@pytest.mark.parametrize("event", [event for event, shown in EVENTS.items() if shown])
def test_every_event_in_the_life_of_a_table_is_shown_by_a_test(event: str) -> None:
    file, _, name = EVENTS[event].partition(" ")
    assert re.search(rf"^(async )?def {name}\(", (TESTS / file).read_text(), re.MULTILINE)


def test_what_is_missing_is_said() -> None:
    assert [int(event.split()[0]) for event, shown in EVENTS.items() if not shown] == MISSING
    assert [int(event.split()[0]) for event in EVENTS] == list(range(1, 41))
