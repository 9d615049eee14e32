"""CON-OP: what can be agreed on; CON-D3, CON-R36."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, KEY, Table

from turncoat.games.conspiracy.actions import AdvanceColumn, Claim, Place, Save
from turncoat.games.conspiracy.events import ColumnRolled
from turncoat.games.conspiracy.events.turn import EffectRolled, GameEnded, GoalDisclosed
from turncoat.games.conspiracy.goals import halves
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.place import column_of_face
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import SILENCE


@pytest.mark.parametrize(("seats", "each", "unused"), [(3, 8, 0), (4, 6, 0), (5, 4, 4)])
def test_three_four_or_five_players(seats: int, each: int, unused: int) -> None:
    """CON-OP.1, CON-R36: with five, four tiles stay out of the game unseen."""
    game = RULES.start(Options(), seats, KEY, SILENCE)
    assert [len(held) for held in game.held] == [each] * seats
    assert len(game.unused) == unused
    assert not set(game.unused) & set(RULES.view(game, 0).own.tiles)  # type: ignore[union-attr]


def test_two_players_are_too_few() -> None:
    """CON-OP.1: and six too many."""
    for seats in (2, 6):
        with pytest.raises(BadSetup, match="3 to 5"):
            RULES.start(Options(), seats, KEY, SILENCE)


@pytest.mark.parametrize(
    ("columns", "faces"), [(2, [0, 0, 0, 1, 1, 1]), (4, [0, 1, 2, 3, None, None]), (5, [0, 1, 2, 3, 4, None])]
)
def test_the_column_die_of_other_boards(columns: int, faces: list[int | None]) -> None:
    """CON-OP.2, CON-U.2.a: faces that name no column are rolled again."""
    assert [column_of_face(face, columns) for face in range(6)] == faces


def test_a_die_that_names_no_column_is_rolled_again() -> None:
    """CON-OP.2: every roll is told."""
    table = Table("C2 S1", columns=4).stop().dice(5, 4, 2, 3).act(Save("S1"))
    assert (table.last(EffectRolled).column_dice, table.last(EffectRolled).cell) == ((5, 4, 2), "c3F3")


def test_every_column_of_another_board_is_checked() -> None:
    """CON-OP.2: five columns, five rolls."""
    table = Table(tiles="c5F1 A3", columns=5).new_round()
    assert [event.column for event in table.told(ColumnRolled)] == ["c1", "c2", "c3", "c4", "c5"]


def test_without_marks_two_tiles_are_enough() -> None:
    """CON-OP.3: nobody is asked for a mark, and everybody is asked for a claim."""
    table = without_marks()
    assert table.key == "turn.claim"
    table.act(Claim())
    assert RULES.winners(table.game) == [ANN]


def without_marks() -> Table:
    """A table that plays without marks, at the end of Ann's turn."""
    from msgspec.structs import replace

    table = Table(tiles="c1P A3+; c2P C0+", goals={ANN: "A0"})
    table.game.options = replace(table.game.options, marks=False)
    return table.stop()


def test_time_limits_belong_to_the_table() -> None:
    """CON-OP.4: every decision has a default, whatever is asked."""
    game = RULES.start(Options(rounds=3), 4, KEY, SILENCE)
    for _ in range(200):
        if play.over(game):
            break
        play.time_up(game)
    assert play.over(game)


def test_ideas_that_were_never_worked_out_are_not_offered() -> None:
    """CON-OP.5, CON-OP.6: there are no such options."""
    assert set(RULES.option_schema) == {
        *("columns", "marks", "chain", "action_points", "place_coin_cost", "reveal_coin_cost"),
        *("attack_coin_cost", "reveal_tile_cost", "advance_column_cost", "rounds"),
    }


def test_every_option_has_a_title_a_description_and_a_rule() -> None:
    """CON-OP.2, CON-OP.3, CON-OP.7 to CON-OP.9: for the form."""
    for schema in RULES.option_schema.values():
        assert schema["title"]
        assert schema["description"]
        assert f"**{schema['rule']}**" in RULES.rulebook


def test_costs_are_options() -> None:
    """CON-OP.8: points in a turn and the cost of every action."""
    table = Table("C2 C3 C4", tiles="c1F1 A0", points=5, action_points=5, place_coin_cost=3, advance_column_cost=1)
    table.dice(0, 0, 0, 0).act(AdvanceColumn("c1"), Place("C2", "c1F1.NW", "N"))
    assert table.turn.points == 1
    assert not table.may(Place("C3", "c1F1.NE", "N"))


def test_what_could_never_be_paid_is_refused() -> None:
    """CON-OP.8: with a sentence that names the option."""
    with pytest.raises(BadSetup, match="Nobody could pay for Reveal Tile: it costs 2, and a turn has 1 action points"):
        RULES.start(Options(action_points=1), 4, KEY, SILENCE)
    with pytest.raises(BadSetup, match="“Columns” must be a whole number, 2 to 5"):
        RULES.read_options({"columns": 9})


def test_the_round_limit() -> None:
    """CON-OP.9: all goals are disclosed; two for each half, one for a mark; the most wins."""
    goals = {ANN: "A0", BEN: "S0", 2: "M1", 3: "M2"}
    table = Table(tiles="c1P A3+; c2P C0+", goals=goals, marks={BEN: ("c2P", 1)}, rounds=2)
    assert [halves(table.game, seat) for seat in range(4)] == [2, 1, 0, 0]
    table.new_round()
    assert play.over(table.game)
    assert len(table.told(GoalDisclosed)) == 4
    assert (table.last(GameEnded).winners, RULES.scores(table.game)) == ((ANN,), [4, 3, 0, 0])


def test_level_players_share_the_victory_at_the_limit() -> None:
    """CON-OP.9, CON-10.a: one tile counts for one half only."""
    goals = {ANN: "A3", BEN: "A5", 2: "M1", 3: "M2"}
    table = Table(tiles="c1P A3+", goals=goals, rounds=2).new_round()
    assert RULES.winners(table.game) == [ANN, BEN]
