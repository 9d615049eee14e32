"""How Conspiracy looks: drawn from the view alone, every piece by name, nothing that betrays what a piece is."""

from __future__ import annotations

import re
from typing import cast

import pytest
from tests.games.conspiracy.story import SEATS, WORDS, late, moments

from turncoat.drawing.scene import Scene
from turncoat.games import AnyRuleset
from turncoat.games.conspiracy.actions import AdvanceColumn, AttackCoin, Spending
from turncoat.games.conspiracy.board import BOARD
from turncoat.games.conspiracy.drawing import pieces
from turncoat.games.conspiracy.events.turn import AttackJudged
from turncoat.games.conspiracy.pieces import SPIRALS
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, LyingTile
from turncoat.games.conspiracy.text import coin_name
from turncoat.kernel import Action, Play, clone, play
from turncoat.kernel.events import Listener
from turncoat.table.table_view import takes_effect_at_once
from turncoat.web.composer import compose


def drawn(game: Conspiracy, seat: int | None) -> str:
    """The drawing for a seat, with all that it may tap."""
    boxes = play.boxes(game, seat) if seat is not None else None
    form = compose(boxes, WORDS, BOARD.cards) if boxes else None
    scene = Scene(own=seat, legal=form.seats, places=form.places) if form else Scene(own=seat)
    return BOARD.draw(RULES.view(game, seat), WORDS, scene)


def test_every_piece_on_the_board_has_its_name_and_direction() -> None:
    """CON-G.2, CON-G.5: a coin is called by its space and where it points (``c2F1.NW, to the east``)."""
    game, _ = late()
    shown = drawn(game, 1)
    for coin in RULES.view(game, 1).coins:
        assert re.search(rf'aria-label="{re.escape(coin.space)}, to the (north|south|east|west)[^"]*pointing at', shown)
    for tile in RULES.view(game, 1).tiles:
        assert f'aria-label="{tile.cell}: ' in shown


def test_a_coin_lights_up_what_it_points_at() -> None:
    """CON-G.6: a coin names the drawing of what it points at, and that drawing is there."""
    game, _ = late()
    shown = drawn(game, 0)
    lights = set(re.findall(r'data-lights="([^"]+)"', shown))
    assert lights
    assert all(f'id="{light}"' in shown for light in lights)


def test_what_a_reveal_needs_is_told_from_public_knowledge() -> None:
    """CON-5.b.iii: whoever looks at a coin reads the same, whatever suits they have seen."""
    game, _ = late()
    told = [re.findall(r"It can(?:not)? be revealed[^\"<]*", drawn(game, seat)) for seat in SEATS]
    assert told[0]
    assert all(one == told[0] for one in told)


def test_only_its_owner_sees_goal_hand_and_tiles() -> None:
    """CON-I.1: what is secret stands on the owner's page alone."""
    game, _ = late()
    scene = Scene(own=None)
    assert "Only you see this" not in BOARD.draw(RULES.view(game, None), WORDS, scene)
    own = drawn(game, 2)
    goal = RULES.view(game, 2).own
    assert goal is not None
    assert goal.goal is not None
    assert "Your goal" in own
    assert own.count('class="con-goal"') == 1


def test_the_bag_the_points_and_the_order_are_shown() -> None:
    """CON-R40, CON-5, CON-O: how many coins are in the bag, how many points are left, who comes next."""
    game, _ = next(moment for moment in moments(1) if RULES.view(moment[0], None).points == 2)
    shown = drawn(game, None)
    assert f"The bag holds {len(game.bag)} coins" in shown
    assert shown.count("con-pip") == 2
    assert "has the turn with 2 action points left" in shown


def test_rows_have_no_lower_end() -> None:
    """CON-5.a.iii.d: a tile in row F9 is drawn below all others."""
    game, _ = late()
    deep = clone(game)
    deep.tiles[9 * 32] = LyingTile("C2", False, 0)
    assert ">F9<" in drawn(deep, None)
    assert ">F9<" not in drawn(game, None)


def test_suits_differ_in_shape() -> None:
    """CON-C.1: nobody needs colours to tell suits apart."""
    shapes = {re.sub(r'class="[^"]*"', "", pieces.suit(letter)) for letter in "CASM"}
    assert len(shapes) == 4


@pytest.mark.parametrize("place", ["NW", "NE", "SE", "SW"])
@pytest.mark.parametrize("direction", pieces.TURN)
def test_what_is_remembered_of_a_coin_hides_neither_its_pointer_nor_the_middle_of_its_tile(
    place: str, direction: str
) -> None:
    """CON-C.4, CON-I.6: the small disc keeps clear of the arrow, and of what the reader knows of the tile."""
    at = pieces.memory_place(place, direction)
    inwards = {"NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}[place]
    assert direction not in at
    assert at != inwards


def test_what_one_player_is_asked_alone_takes_effect_at_once() -> None:
    """CON-D2, CON-D3: nothing is sealed where nobody else is asked; goals and gaps with several free players are."""
    seen = set()
    for seed in (2, 3, 5):
        for game, _ in moments(seed, decisions=400):
            step, alone = play.decision(game), len(play.asked(game)) == 1
            assert takes_effect_at_once(cast("AnyRuleset", RULES), cast("Play[object, Action]", game)) is alone
            seen.add((step.key if step else "", alone))
    assert ("match.goals", False) in seen
    assert {("round.gap", True), ("round.gap", False), ("turn.actions", True)} <= seen


def test_a_goal_is_not_said_to_be_opened_when_all_are_in() -> None:
    """CON-S.5: the page promises no reveal where none comes."""
    assert BOARD.unopened == {"match.goals"}


def test_what_an_answer_comes_to_is_foreseen() -> None:
    """CON-5.c.iii.b, CON-5.c.iv.b: what is said of an attack with a number is what then happens."""
    said = set[str]()
    for game, _ in moments(3):
        for seat in play.waiting(game):
            for box in play.boxes(game, seat).boxes:
                action = box.nth(box.count() // 2)
                if isinstance(action, AttackCoin) and action.coin not in SPIRALS:
                    said.add(judge(game, seat, action))
    assert said == {"succeeds", "fails"}


def judge(game: Conspiracy, seat: int, action: AttackCoin) -> str:
    """What is foreseen of an attack, after it was held against what happens."""
    foreseen = " ".join(BOARD.outlook(RULES.view(game, seat), action, WORDS))
    other, listener = clone(game), Listener()
    play.submit(other, seat, action, listener)
    judged = next(event for _, event in listener.heard if isinstance(event, AttackJudged))
    assert "It points at " in foreseen
    assert f"gets {coin_name(action.gift)}." in foreseen
    verdict = "succeeds" if judged.success else "fails"
    assert f"yours {verdict}" in foreseen
    return verdict


def test_other_answers_are_foreseen_as_the_board_tells_them() -> None:
    """CON-5.d, CON-M.4: a roll and a tile as when they are looked at; nothing of answers that cost no points."""
    for game, _ in moments(3):
        for seat in play.waiting(game):
            for box in play.boxes(game, seat).boxes:
                lines = BOARD.outlook(RULES.view(game, seat), box.nth(0), WORDS)
                assert bool(lines) == isinstance(box.nth(0), Spending)
                if isinstance(box.nth(0), AdvanceColumn):
                    assert lines[0].startswith("This column advances with a chance of ")
