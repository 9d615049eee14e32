"""CON-9 and CON-10: marks and victory."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, Table

from turncoat.games.conspiracy.actions import AdvanceColumn, Claim, Decline, Mark, MarkNothing
from turncoat.games.conspiracy.events.turn import GameEnded, GoalDisclosed, TileMarked
from turncoat.games.conspiracy.goals import met
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import play

PRESENT = "c1P A3+; c2P C0+; c3P S4+"


def at_the_mark(goal: str, tiles: str = PRESENT) -> Table:
    """Ann's turn, up to the question of the mark."""
    return Table(tiles=tiles, goals={ANN: goal}).stop()


def test_a_tile_with_half_of_the_goal_may_be_marked() -> None:
    """CON-9, CON-9.b, CON-D5: suit, number or both, and which of them is not said."""
    table = at_the_mark("A0")
    assert table.key == "turn.mark"
    assert set(table.boxes()) == {MarkNothing(), Mark("c1P"), Mark("c2P")}
    table.act(Mark("c2P"))
    marked = table.last(TileMarked, BEN)
    assert (marked.seat, marked.cell, marked.tile) == (ANN, "c2P", "C0")
    assert table.view(BEN).players[ANN].goal is None


def test_a_tile_without_it_may_not_and_nobody_else_learns_of_the_attempt() -> None:
    """CON-9.b, CON-D5: the refusal is the player's own business."""
    table = at_the_mark("A0")
    heard = len(table.listener.heard)
    assert table.refused(table.now, Mark("c3P")).rule == "CON-9.b"
    assert len(table.listener.heard) == heard


def test_marking_is_voluntary() -> None:
    """CON-9.a, CON-D5: nothing in default."""
    assert at_the_mark("A0").time_up().game.marks[ANN] == -1


def test_no_win_in_the_round_of_the_mark() -> None:
    """CON-9.a, CON-R31, CON-R43: marking comes first, and counts from the next round."""
    table = at_the_mark("A0").act(Mark("c1P"))
    assert table.turn.seat == BEN
    assert not play.over(table.game)


def test_one_mark_at_a_time_and_it_stays() -> None:
    """CON-9.c, CON-R12: whoever has one out is not asked for another."""
    table = Table(tiles=PRESENT, goals={ANN: "A0"}, marks={ANN: ("c1P", 2)}).stop()
    assert table.key != "turn.mark"


def test_a_tile_may_bear_several_marks() -> None:
    """CON-9.d: it is a race."""
    table = Table(tiles=PRESENT, goals={ANN: "A0", BEN: "A1"}, marks={BEN: ("c1P", 1)}).stop().act(Mark("c1P"))
    assert table.view().tiles[0].marks == (ANN, BEN)


def test_the_question_is_put_whatever_the_goal_is() -> None:
    """CON-D5: skipped only when the Present is empty, so that being asked tells nothing."""
    table = at_the_mark("M5")
    assert (table.key, table.boxes().count) == ("turn.mark", 1)
    assert at_the_mark("M5", "c1F1 A3+").key != "turn.mark"


@pytest.mark.parametrize(
    ("goal", "tiles", "mark", "wins"),
    [
        ("A0", PRESENT, "c1P", True),
        ("A0", PRESENT, "c2P", True),
        ("A5", PRESENT, "c1P", False),
        ("A3", PRESENT, "c1P", False),
        ("A3", "c1P A3+; c2P S3+", "c1P", True),
        ("A3", "c1P A3+; c2P A4+", "c2P", True),
    ],
)
def test_two_different_tiles_and_an_old_mark(goal: str, tiles: str, mark: str, wins: bool) -> None:
    """CON-10, CON-10.a, CON-R03: one tile with both halves serves as one of them."""
    table = Table(tiles=tiles, goals={ANN: goal}, marks={ANN: (mark, 1)}).stop()
    assert table.key == "turn.claim"
    assert table.may(Claim()) == wins


def test_with_an_old_mark_any_two_different_tiles_do() -> None:
    """CON-10.b: for every goal, every Present of two or three tiles and every mark."""
    from itertools import combinations

    from turncoat.games.conspiracy.pieces import RANK, SUIT

    tiles_tried = ["A0", "A3", "C3", "C0", "S3", "A1"]
    for goal in ("A3", "A0", "C3"):
        for chosen in combinations(tiles_tried, 3):
            for marked in range(3):
                if chosen[marked][0] != goal[0] and chosen[marked][1] != goal[1]:
                    continue
                tiles = "; ".join(f"c{n + 1}P {tile}+" for n, tile in enumerate(chosen))
                table = Table(tiles=tiles, goals={ANN: goal}, marks={ANN: (f"c{marked + 1}P", 1)})
                pairs = [
                    (a, b) for a in chosen for b in chosen if a != b and SUIT[a] == goal[0] and RANK[b] == int(goal[1])
                ]
                assert met(table.game, ANN) == bool(pairs)


def test_a_claim_discloses_the_goal_and_ends_the_game() -> None:
    """CON-10, CON-I.3, CON-D6: at once; only the winner's goal is laid open."""
    table = Table(tiles=PRESENT, goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}).stop().act(Claim())
    assert play.over(table.game)
    disclosed = table.last(GoalDisclosed)
    assert (disclosed.seat, disclosed.suit, disclosed.number) == (ANN, "A", 0)
    assert table.last(GameEnded).winners == (ANN,)
    assert [player.goal is None for player in table.view(None).players] == [False, True, True, True]
    assert RULES.scores(table.game)[1:] == [0, 0, 0]


def test_nobody_must_claim() -> None:
    """CON-R30, CON-D6: declining is the default, and the question comes again."""
    table = Table(tiles=PRESENT, goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}).stop().act(Decline())
    assert not play.over(table.game)
    assert not play.over(Table(tiles=PRESENT, goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}).stop().time_up().game)


def test_an_unlawful_claim_is_refused_kindly() -> None:
    """CON-D6: with the rule, to the player alone."""
    table = Table(tiles="c1P A3+; c2P S4+", goals={ANN: "A5"}, marks={ANN: ("c1P", 1)}).stop()
    refusal = table.refused(table.now, Claim())
    assert refusal.sentence == "The Present does not show both halves of your goal on two different tiles (CON-10)."


def test_the_claim_is_asked_by_public_facts_only() -> None:
    """CON-D6: with an old mark and two Present tiles, whether or not anything can be claimed."""
    assert Table(tiles="c1P A3+; c2P S4+", goals={ANN: "A5"}, marks={ANN: ("c1P", 1)}).stop().key == "turn.claim"
    assert Table(tiles="c1P A3+", goals={ANN: "A5"}, marks={ANN: ("c1P", 1)}).stop().turn.seat == BEN


def test_a_mark_that_came_back_counts_anew() -> None:
    """CON-R12, CON-R31: it may be placed again at once, and no win follows this turn."""
    table = Table(tiles="c1P A3+; c2P C0+; c1F1 A4+", goals={ANN: "A0"}, marks={ANN: ("c1P", 1)})
    table.dice(1, 1, 0, 0).act(AdvanceColumn("c1"))
    assert table.key == "turn.mark"
    table.act(Mark("c1P"))
    assert not play.over(table.game)
    assert table.game.marked_in[ANN] == 2
