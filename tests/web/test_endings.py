"""How each game says at its end how it was won, and by whom: the goal, the faction, the party."""

from __future__ import annotations

from tests.web.test_timeline import display_at, over

from turncoat.games.conspiracy.events.turn import GoalDisclosed
from turncoat.games.dune.mentat.events import GameEnded, PredictionFulfilled
from turncoat.games.dune.story import STORY
from turncoat.table.table_view import events_heard
from turncoat.web.ending import statistics
from turncoat.web.history import of_the_game


def test_conspiracy_says_which_goal_won_and_where_the_present_shows_it() -> None:
    """CON-10, CON-OP.9: a line for each winner's goal with its own rule, then who has won."""
    display = display_at("conspiracy", None)[0]
    public = of_the_game(events_heard(over("conspiracy").table, None))
    won = {event.seat: event for event in public if isinstance(event, GoalDisclosed)}
    *goals, last = display.ending
    assert [line.rule for line in goals] == [won[seat].rule for seat in display.table_view.winners]
    for seat, line in zip(display.table_view.winners, goals, strict=True):
        assert line.text.startswith(f"{display.name(seat)} discloses the goal, ")
        assert line.text.count(" lies on ") >= won[seat].halves
    assert display.winners in last.text


def test_dune_names_faction_and_player_together() -> None:
    """In the ranking and the numbers, and in the line on how the game was won."""
    display = display_at("dune", None)[0]
    for faction in display.table_view.view.factions:  # type: ignore[attr-defined]
        label = display.names.label("faction", faction.faction)
        assert display.with_party(faction.seat) == f"{display.name(faction.seat)} ({label})"


def test_dune_gives_the_verdict_once_when_a_prediction_came_true() -> None:
    """DUN-4.10.4: who predicted, who would have won, and in which turn."""
    display = display_at("dune", None)[0]
    view = display.table_view.view
    first, second = [faction.faction for faction in view.factions[:2]]  # type: ignore[attr-defined]
    events = (PredictionFulfilled(first, second, 6), GameEnded((first,)))
    (line,) = STORY.ending(view, events, display.names)  # type: ignore[arg-type]
    names = [f"{display.names.label('faction', one)} ({display.name(seat)})" for seat, one in ((0, first), (1, second))]
    assert line.text == f"{names[0]} predicted that {names[1]} would win in turn 6, and wins instead."


def test_thrice_names_the_gm_and_counts_alike_in_chart_and_table() -> None:
    """THR-15.5: the party's enemies who are out of the fight are those of the GM's who fell or fled, and back."""
    display = display_at("thrice", None)[0]
    gm = len(display.called) - 1
    assert display.with_party(gm) == f"{display.name(gm)} (GM)"
    public = of_the_game(events_heard(over("thrice").table, None))
    fell = next(one.by for one in statistics(display, public) if one.what == "Fell or fled")
    assert display.ledger is not None
    assert display.ledger.unit == "enemies out of the fight"
    totals = [action.total for action in display.ledger.rounds[-1].actions]
    assert totals == [fell[gm]] * gm + [sum(fell[:gm])]
