"""Thrice drawn: what each seat sees, nothing that the GM hides, the same in words, and what an answer would come to."""

from __future__ import annotations

from time import process_time

import msgspec
import pytest
from tests.games.thrice.story import ADAM, BREE, LOW, Table, heard, sheet, walk
from tests.kit import says

from turncoat.drawing.pieces import colour
from turncoat.drawing.scene import Scene
from turncoat.games.thrice.actions import DONE, Attack, Build, Counter, Create, Engage, Give, Send, Swap, Swipe
from turncoat.games.thrice.board import BOARD, CARDS
from turncoat.games.thrice.drawing.field import WIDTH, advantage_dice, layout
from turncoat.games.thrice.drawing.portrait import token
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.story import STORY
from turncoat.games.thrice.view import OUT
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.events import SILENCE

PEOPLE = ["Agatha", "Barney", "Celeste", "Darcy", "The GM"]
NAMES = RULES.names([*PEOPLE[:3], "The GM"])
FIVE = RULES.names(PEOPLE)


def scene(seat: int | None) -> Scene:
    return Scene(own=seat)


def drawn(table: Table, seat: int | None) -> str:
    """The table as a seat sees it now."""
    view, at = table.view(seat), scene(seat)
    return BOARD.aside(view, FIVE, at) + BOARD.draw(view, FIVE, at)


# --- what is drawn --------------------------------------------------------------------------------


def test_every_action_has_a_card_with_its_rule() -> None:
    """THR-8.4: nothing is offered without a name, a sentence and a rule."""
    assert {tag_of(action) for action in RULES.actions} == {tag.partition("~")[0] for tag in CARDS}
    assert all(card.rule.startswith("THR-") and card.help for card in CARDS.values())


def test_a_character_shows_the_face_of_its_kin() -> None:
    """THR-3.1: on the field and beside its name; before the colour of its seat, with the seat's badge."""
    human, troll = (token(1, "G", kin) for kin in ("human", "troll"))
    assert human != troll
    assert all(colour(1) in one and ">G<" in one for one in (human, troll))
    table = Table(sheets=[sheet(kin="troll", first="troll", second="gentle")])
    assert token(0, "A", "troll") in drawn(table, None)


@pytest.mark.parametrize("players", range(1, 9))
def test_nobody_stands_on_somebody_else_or_outside(players: int) -> None:
    """THR-5.1, THR-9.1: one to eight characters and their opponents have room, engaged or not."""
    names = RULES.names([*map(str, range(players)), "GM"])
    for game, _ in walk(players, players, trick_cost=0):
        now = RULES.view(game, None)
        place = layout(now)
        spots = list(place.spots.values())
        apart = [max(abs(x - u), abs(y - v)) for i, (x, y) in enumerate(spots) for u, v in spots[:i]]
        assert all(far >= 50 for far in apart)
        assert all(24 <= x <= WIDTH - 24 and 20 <= y <= place.whole for x, y in spots)
    assert BOARD.draw(RULES.view(game, None), names, Scene())


def test_a_sheet_shows_circles_coins_marks_dice_and_the_penalty() -> None:
    """THR-4.2, THR-6.6, THR-11.4, THR-12.1: present values circled, advantage as d6, coins with their givers."""
    table = Table(advantage=15).go(ADAM, Give("counter", BREE), DONE)
    table.game.condition[BREE], table.game.bleeding[BREE] = 2, 3
    page = drawn(table, BREE)
    own = page[page.index('id="table-sheet-1"') : page.index('id="table-sheet-0"')]
    assert own.count('class="thr-adv-die"') == 3
    assert own.count('class="thr-drop-mark"') == 3
    says(own, "coin of Agatha", ">−2<", 'class="thr-on">−1<')
    assert "weapon and armour 2 less for low condition" in own


def test_advantage_dice_show_what_they_are_worth() -> None:
    """THR-6.6: as few d6 as show it."""
    assert advantage_dice(0) == ([], 0)
    assert advantage_dice(14) == ([6, 6, 2], 0)
    faces, more = advantage_dice(100)
    assert sum(faces) + 6 * more == 100


def test_the_gm_sees_his_sheets_and_the_players_what_they_can_work_out() -> None:
    """THR-1.3, THR-5.4: the kinds lie behind the GM's screen; a player has what an armour can still be."""
    table = Table(build=Build(0, 2, {"armour B": 1}))
    assert 'id="table-kind-1"' in drawn(table, 4)
    assert "Behind the GM" not in drawn(table, 0)
    assert "table-kind-" not in drawn(table, 0)
    assert "armour 11 or 14" in drawn(table, 0)
    table.go(ADAM, Attack(4)).roll(ADAM, 10, 10, 1).do(ADAM, DONE)
    words = " ".join(BOARD.in_text(table.view(0), FIVE, scene(0)))
    assert "Opponent A in the free zone, has lost 1, armour 11 or 14" in words


def test_the_initiative_board_says_who_acts_when_and_who_has() -> None:
    """THR-7.4, THR-8.1: before, the opponents with their value, after."""
    table = Table(after=(BREE,))
    assert (
        "The opponents have initiative 1. Before them: Agatha, Celeste and Darcy; after them: Barney."
        in BOARD.in_text(table.view(0), FIVE, scene(0))
    )
    table.go(ADAM, DONE)
    assert '<span class="hidden">Agatha, has acted</span>' in drawn(table, 0)


def test_helpless_and_fled_lie_outside() -> None:
    """THR-15.5, THR-15.6: who is out of the fight is shown apart, without numbers."""
    last = None
    for game, _ in walk(6, 3):
        now = RULES.view(game, None)
        for combatant in now.combatants:
            outside = layout(now).spots[combatant.who][1] > layout(now).height
            assert outside == (combatant.zone in OUT)
        last = now
    assert last is not None
    assert any(combatant.zone in OUT for combatant in last.combatants)


# --- foreseen -------------------------------------------------------------------------------------


def foreseen(table: Table, seat: int, action: object) -> str:
    return " ".join(BOARD.outlook(table.view(seat), action, FIVE))  # type: ignore[arg-type]


def test_the_gm_sees_points_left_while_building() -> None:
    """THR-5.2, THR-5.3: a removal is worth a point."""
    wealthy = msgspec.json.encode([sheet(wealth=3, weapon=3, points=6)] * 4).decode()
    game = RULES.start(RULES.read_options({"characters": wealthy}), 5, bytes(32), SILENCE)
    view = RULES.view(game, 4)
    lines = BOARD.outlook(view, Build(1, 0, {"damage A": 3}), FIVE)
    assert lines[0] == "1 of 4 points left (THR-5.2)."
    assert lines[1].startswith("Kind A, Brute: 5 with condition 6, initiative 1, damage 10")


def test_the_odds_of_an_attack_are_foreseen_for_no_one_and_two_swaps() -> None:
    """THR-6.2: for a player by each armour that is possible, Direct counted; for the GM against the real one."""
    table = Table(advantage=9, build=Build(0, 0, {"weapon A": 1})).go(ADAM)
    said = foreseen(table, ADAM, Attack(4))
    assert "Opponent A, if armour is 11: 86.2 % to hit; one swap 77.2 %, two 62.5 %." in said
    assert "if armour is 14" in said
    table.do(ADAM, Give("direct", ADAM))
    assert "if armour is 11: 94.2 %" in foreseen(table, ADAM, Attack(4))
    for seat in (ADAM, BREE, 2, 3):
        table.do(seat, DONE) if seat == ADAM else table.go(seat, DONE)
    table.do(4, Send(4))
    assert foreseen(table, 4, Attack(0)) == "Agatha: 85.0 % to hit; loses 1 of 4."


def test_the_odds_of_striking_back_are_foreseen() -> None:
    """THR-12.2: against whoever has just missed, Direct counted."""
    table = Table(advantage=99).go(ADAM, Give("counter", BREE), DONE).foes_turn()
    table.blow(4, BREE, *LOW[:2])
    said = foreseen(table, BREE, Counter())
    assert said.startswith("Opponent A, if armour is 11: ")
    assert said.count(" to hit; ") == 2


def test_a_swipe_a_swap_a_gift_and_a_new_sheet_are_foreseen() -> None:
    """THR-3.7, THR-6.3, THR-11.1, THR-12.7: each target has its odds; whoever gives a trick pays."""
    table = Table(advantage=9).go(ADAM)
    assert foreseen(table, ADAM, Give("bleed", BREE)).startswith("You pay 3 and keep 6 advantage")
    assert "Opponent B" in foreseen(table, ADAM, Swipe(4, (5,)))
    assert foreseen(table, ADAM, Engage(4)) == ""
    table.do(ADAM, Attack(4))
    assert "Opponent A, if armour is 11: 62.5 % to hit." in foreseen(table, ADAM, Swap(2))
    game = RULES.start(Options(), 3, bytes(32), SILENCE)
    made = Create("human", "savage", "greedy", "calm", {"weapon": 2, "condition": 1})
    assert "At condition 3, 2 and 1 your weapon and armour are 2 and 10; 1 and 9; 0 and 8" in " ".join(
        BOARD.outlook(RULES.view(game, 0), made, NAMES)
    )


# --- how long it takes ----------------------------------------------------------------------------


def test_a_crowded_table_is_drawn_in_no_time() -> None:
    """THR-5.1: eight characters and twelve opponents: far below what anybody would notice."""
    *_, (game, listener) = walk(1, 8)
    names = RULES.names([*map(str, range(8)), "GM"])
    view, events = RULES.view(game, 0), heard(listener, 0)
    STORY.now(view, events, names, scene(0))
    start = process_time()
    page = STORY.now(view, events, names, scene(0))
    assert process_time() - start < 0.5
    assert len(page) < 150_000
