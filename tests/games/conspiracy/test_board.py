"""How Conspiracy looks: drawn from the view alone, every piece by name, nothing that betrays what a piece is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from turncoat.drawing.scene import Scene
from turncoat.games.conspiracy import RULES, board_pieces
from turncoat.games.conspiracy.board import BOARD
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin, LyingTile
from turncoat.games.conspiracy.story import STORY
from turncoat.games.conspiracy.story_telling import Telling
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import play
from turncoat.kernel.clone import clone
from turncoat.kernel.events import Event, Listener, hears
from turncoat.web.composer import compose

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))
SEATS: tuple[int | None, ...] = (0, 1, 2, 3, None)


def moments(seed: int, decisions: int = 160) -> Iterator[tuple[Conspiracy, Listener]]:
    """A game in which coins and tiles are revealed whenever they can be, at every decision."""
    heard, rng = Listener(), Random(seed)
    game = RULES.start(RULES.read_options({}), 4, bytes(31) + bytes([seed]), heard)
    for _ in range(decisions):
        if not (asked := play.waiting(game)):
            return
        yield game, heard
        boxes = play.boxes(game, asked[0]).boxes
        wanted = [one for one in boxes if one.tag in ("turn_up", "reveal", "mark")] or boxes
        one = rng.choice(wanted)
        play.submit(game, asked[0], one.nth(rng.randrange(one.count())), heard)


def late(seed: int = 2) -> tuple[Conspiracy, Listener]:
    """The last of these moments."""
    return list(moments(seed))[-1]


def drawn(game: Conspiracy, seat: int | None) -> str:
    """The drawing for a seat, with all that it may tap."""
    boxes = play.boxes(game, seat) if seat is not None else None
    form = compose(boxes, NAMES, BOARD.cards) if boxes else None
    scene = Scene(own=seat, legal=form.seats, places=form.places) if form else Scene(own=seat)
    return BOARD.draw(RULES.view(game, seat), NAMES, scene)


def view_of(game: Conspiracy, seat: int | None) -> ConspiracyView:
    return RULES.view(game, seat)


def betrays(game: Conspiracy, seat: int | None, dealt: Conspiracy) -> bool:
    """Whether the drawing or the words tell two games apart that the seat may not tell apart."""
    scene = Scene(own=seat)
    words = BOARD.in_text(view_of(game, seat), NAMES, scene) != BOARD.in_text(view_of(dealt, seat), NAMES, scene)
    return words or drawn(game, seat) != drawn(dealt, seat)


@pytest.mark.parametrize("seed", range(4))
def test_the_drawing_is_the_same_byte_for_byte_after_a_redeal(seed: int) -> None:
    """CON-I.6: ids, order and shape of pieces say nothing that the seat may not know."""
    for number, (game, _) in enumerate(moments(seed)):
        if number % 8 == 0:
            for seat in SEATS:
                dealt = RULES.redeal(clone(game), seat, bytes([number] * 32))
                assert not betrays(game, seat, dealt)


def test_a_drawing_that_shows_a_hidden_suit_is_caught() -> None:
    """The check above sees a planted fault: a coin's suit is shown to somebody who has not seen it."""
    game, _ = late()
    place = next(where for where, coin in game.coins.items() if not coin.symbol_up and coin.known != -1)
    stranger = next(seat for seat in range(4) if not game.coins[place].known >> seat & 1)
    leaking = clone(game)
    coin = leaking.coins[place]
    leaking.coins[place] = LyingCoin(coin.coin, coin.direction, coin.symbol_up, -1)
    assert betrays(game, stranger, leaking)


def test_every_piece_on_the_board_has_its_name_and_direction() -> None:
    """CON-G.2, CON-G.5: a coin is called by its space and where it points (``c2F1.NW east``)."""
    game, _ = late()
    shown = drawn(game, 1)
    for coin in view_of(game, 1).coins:
        assert re.search(rf'aria-label="{re.escape(coin.space)} (north|south|east|west)[^"]*pointing at', shown)
    for tile in view_of(game, 1).tiles:
        assert f'aria-label="{tile.cell}: ' in shown


def test_a_coin_lights_up_what_it_points_at() -> None:
    """CON-G.6: a coin names the drawing of what it points at, and that drawing is there."""
    game, _ = late()
    shown = drawn(game, 0)
    lights = set(re.findall(r'data-lights="([^"]+)"', shown))
    assert lights
    assert all(f'id="{one}"' in shown for one in lights)


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
    assert "Only you see this" not in BOARD.draw(view_of(game, None), NAMES, scene)
    own = drawn(game, 2)
    goal = view_of(game, 2).own
    assert goal is not None
    assert goal.goal is not None
    assert "Your goal" in own
    assert own.count('class="con-goal"') == 1


def test_the_bag_the_points_and_the_order_are_shown() -> None:
    """CON-R40, CON-5, CON-O: how many coins are in the bag, how many points are left, who comes next."""
    game, _ = next(one for one in moments(1) if view_of(one[0], None).points == 2)
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
    shapes = {re.sub(r'class="[^"]*"', "", board_pieces.suit(letter)) for letter in "CASM"}
    assert len(shapes) == 4


def heard_by(listener: Listener, seat: int | None) -> list[Event]:
    return [event for audience, event in listener.heard if hears(audience, seat)]


@pytest.mark.parametrize("seat", SEATS)
def test_the_story_ends_where_the_game_stands(seat: int | None) -> None:
    """CON-Q: the events alone lead to the very position that the view shows."""
    for seed in range(3):
        game, listener = late(seed)
        events, seen = heard_by(listener, seat), view_of(game, seat)
        numbers = STORY.rounds(seen, events)
        assert numbers
        telling = Telling(4, seen.options.columns)
        for one in events:
            telling.hear(one)
        now = telling.now("")
        assert [(one.cell, one.face_up, one.marks) for _, one in now.tiles] == [
            (one.cell, one.face_up, one.marks) for one in seen.tiles
        ]
        assert [replace(one, suit=None) for _, one in now.coins] == [replace(one, suit=None) for one in seen.coins]
        assert now.players == seen.players
        assert now.bag == seen.bag


def test_every_still_has_a_caption_and_a_rule() -> None:
    """CON-Q.1: each part of a round is told in its stages, each with its rule."""
    game, listener = late()
    events, seen = heard_by(listener, 0), view_of(game, 0)
    for number in STORY.rounds(seen, events):
        for frame in STORY.frames(seen, events, number, NAMES):
            assert frame.caption.endswith(".")
            assert frame.rule.startswith("CON-")
            assert "<svg" in STORY.draw(frame, NAMES, Scene(own=0))


def test_dice_are_shown_as_they_fell() -> None:
    """CON-M.3: the four dice of a column, each with its success."""
    game, listener = late()
    events, seen = heard_by(listener, None), view_of(game, None)
    frames = [frame for number in STORY.rounds(seen, events) for frame in STORY.frames(seen, events, number, NAMES)]
    rolled = [frame for frame in frames if frame.rule == "CON-M.3"]
    assert rolled
    for frame in rolled:
        assert len(frame.picture.dice) == 4
        assert STORY.draw(frame, NAMES, Scene()).count("con-die-body") == 4


def test_pieces_in_a_story_are_named_as_they_came() -> None:
    """CON-I.6: the names that let pieces slide are numbers in the order of the log, the same for every seat."""
    game, listener = late()
    names = []
    for seat in SEATS:
        events, seen = heard_by(listener, seat), view_of(game, seat)
        last = STORY.frames(seen, events, STORY.rounds(seen, events)[-1], NAMES)[-1].picture
        names.append([(name, one.space) for name, one in last.coins])
    assert all(one == names[0] for one in names)


def test_the_ledger_lists_every_round_and_what_everybody_did() -> None:
    """CON-I.6: everything public stays readable."""
    game, listener = late()
    events, seen = heard_by(listener, None), view_of(game, None)
    ledger = STORY.ledger(seen, events, NAMES)
    assert [one.number for one in ledger.rounds] == list(range(1, seen.round))
    assert all(len(one.deeds) == 4 and one.lines for one in ledger.rounds)
