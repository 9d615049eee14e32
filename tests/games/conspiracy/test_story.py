"""How a game of Conspiracy is told: still by still, from what a seat has heard and from nothing else."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.seen import NAMES, SEATS, heard_by, late, moments, view_of

from turncoat.drawing.scene import Scene
from turncoat.games.conspiracy import RULES
from turncoat.games.conspiracy.board_position import Position, position
from turncoat.games.conspiracy.events import ColumnRolled
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin
from turncoat.games.conspiracy.story import STORY, as_it_lies, tell
from turncoat.games.conspiracy.story_chronicle import Chronicle, chronicle
from turncoat.games.conspiracy.story_telling import Telling
from turncoat.kernel.clone import clone
from turncoat.kernel.events import Event, Listener


def lying(now: Position) -> tuple[object, ...]:
    """What lies on the board and in front of the players, without the names of drawings."""
    tiles, coins = [one for _, one in now.tiles], [one for _, one in now.coins]
    return tiles, coins, now.players, now.bag, now.round, now.active, now.own


@pytest.mark.parametrize("seat", SEATS)
def test_the_story_leads_to_the_very_position_that_the_view_shows(seat: int | None) -> None:
    """CON-Q, CON-I.1: at every decision, from the events alone: the board, the players, and the own things."""
    for seed in range(3):
        for number, (game, listener) in enumerate(moments(seed)):
            if number % 6 == 0:
                events, seen = heard_by(listener, seat), view_of(game, seat)
                told = chronicle(seen, events).telling.now()
                assert lying(told) == lying(position(seen))
                assert seen.active is None or told.points == seen.points


def test_points_are_spent_by_action_whatever_an_action_costs() -> None:
    """CON-5, CON-OP.8: what is left of the action points can be told from the events."""
    options = {"action_points": 5, "attack_coin_cost": 2, "reveal_coin_cost": 3, "advance_column_cost": 1}
    spent = set()
    for game, listener in moments(1, decisions=240, **options):
        seen = view_of(game, None)
        told = chronicle(seen, heard_by(listener, None)).telling.now()
        assert seen.active is None or told.points == seen.points
        spent.add(seen.points)
    assert len(spent) > 3


def test_a_chronicle_that_is_carried_on_tells_what_one_that_is_read_anew_tells() -> None:
    """CON-Q.1: whoever looks after every decision sees the same stills as whoever comes at the end."""
    looks = [(view_of(game, 1), heard_by(listener, 1)) for game, listener in moments(3)]
    carried = [chronicle(seen, events) for seen, events in looks][-1]
    fresh = Chronicle(looks[-1][0])
    fresh.follow(looks[-1][1])
    assert fresh.parts == carried.parts
    assert fresh.rounds == carried.rounds
    for part in fresh.parts:
        assert tell(fresh, part, NAMES) == tell(carried, part, NAMES)


def test_streams_of_other_readers_are_never_taken_for_ones_own() -> None:
    """CON-I.1: two seats of one table share events, but not what they tell."""
    game, listener = late()
    for seat in (0, 1, None, 0):
        seen = view_of(game, seat)
        assert chronicle(seen, heard_by(listener, seat)).telling.now().own == seen.own
    other, another = late(3)
    assert lying(chronicle(view_of(other, 0), heard_by(another, 0)).telling.now()) == lying(position(view_of(other, 0)))


def test_a_page_hears_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a game is: a page costs the events since the page before, telling a turn those of its round."""
    heard: list[Event] = []
    real = Telling.hear

    def hear(telling: Telling, event: Event) -> None:
        heard.append(event)
        real(telling, event)

    monkeypatch.setattr(Telling, "hear", hear)
    before, longest, rounds = 0, 0, 0
    for game, listener in moments(2, decisions=400):
        events, seen = heard_by(listener, None), view_of(game, None)
        heard.clear()
        STORY.now(seen, events, NAMES, Scene())
        STORY.rounds(seen, events)
        STORY.called(seen, events, NAMES)
        assert len(heard) == len(events) - before
        before = len(events)
        past = chronicle(seen, events)
        longest = max([longest, *(one.last - one.first for one in past.rounds[-1:])])
        for number in STORY.rounds(seen, events)[-2:]:
            heard.clear()
            STORY.frames(seen, events, number, NAMES)
            assert len(heard) <= longest or not past.rounds
        rounds = len(past.rounds)
    assert rounds > 8


@pytest.mark.parametrize("seed", range(3))
def test_the_table_with_what_happened_last_betrays_nothing(seed: int) -> None:
    """CON-I.6: with the names of the story, dice and lights it is the same byte for byte after a redeal."""
    for number, (game, listener) in enumerate(moments(seed)):
        if number % 10 == 0:
            for seat in SEATS:
                dealt = RULES.redeal(clone(game), seat, bytes([number] * 32))
                assert now_drawn(game, listener, seat) == now_drawn(dealt, listener, seat)


def now_drawn(game: Conspiracy, listener: Listener, seat: int | None) -> str:
    """The table as it is for a seat, with what happened last."""
    return STORY.now(view_of(game, seat), heard_by(listener, seat), NAMES, Scene(own=seat))


def test_a_table_that_shows_a_hidden_suit_is_caught() -> None:
    """The check above sees a planted fault: a coin's suit is shown to somebody who has not seen it."""
    game, listener = late()
    place = next(where for where, coin in game.coins.items() if not coin.symbol_up and coin.known != -1)
    stranger = next(seat for seat in range(4) if not game.coins[place].known >> seat & 1)
    leaking = clone(game)
    coin = leaking.coins[place]
    leaking.coins[place] = LyingCoin(coin.coin, coin.direction, coin.symbol_up, -1)
    assert now_drawn(game, listener, stranger) != now_drawn(leaking, listener, stranger)


def test_pieces_keep_their_names_from_the_story_to_the_table() -> None:
    """CON-M.5.c: so that a column slides wherever it is seen; each piece of the table has a name of its own."""
    for game, listener in moments(1):
        seen, events = view_of(game, 2), heard_by(listener, 2)
        told = chronicle(seen, events).telling
        lies = as_it_lies(seen, told)
        names = [name for name, _ in (*lies.tiles, *lies.coins)]
        assert len(set(names)) == len(names)
        assert names == [name for name, _ in (*told.now().tiles, *told.now().coins)]


def test_dice_stay_on_the_table_until_something_else_begins() -> None:
    """CON-5.e: whoever pushes a column sees at once how the dice fell, each time as a new throw."""
    throws = []
    for game, listener in moments(4):
        last = [one for _, one in listener.heard][-6:]
        seen, events = view_of(game, None), heard_by(listener, None)
        if seen.active is not None and any(isinstance(one, ColumnRolled) for one in last[-1:]):
            lies = as_it_lies(seen, chronicle(seen, events).telling)
            assert len(lies.dice) == 4
            throws.append(lies.moment)
    assert throws
    assert len(set(throws)) == len(throws)


def test_a_still_shows_the_hand_of_its_reader_as_it_was_and_nothing_that_can_be_tapped() -> None:
    """CON-I.1, CON-2: goal, tiles, coins and points of that moment, for whoever has the seat."""
    game, listener = late()
    events, seen = heard_by(listener, 2), view_of(game, 2)
    scene = Scene(own=2, legal=frozenset({0, 1}), places={"space": frozenset({"c1F1.NW"}), "coin": frozenset({"A1"})})
    frames = [frame for number in STORY.rounds(seen, events) for frame in STORY.frames(seen, events, number, NAMES)]
    in_turn = [one.picture for one in frames if one.picture.active == 2]
    assert any(one.own and len(one.own.hand) == 3 for one in in_turn)
    assert {one.points for one in in_turn} == {0, 1, 2}
    for frame in frames[-10:]:
        shown = STORY.draw(frame, NAMES, scene)
        assert "Only you see this" in shown
        assert 'class="con-goal"' in shown
        assert "legal" not in shown
    watching = heard_by(listener, None)
    for frame in STORY.frames(view_of(game, None), watching, STORY.rounds(seen, watching)[-1], NAMES):
        assert "Only you see this" not in STORY.draw(frame, NAMES, Scene())


def test_how_it_ended_is_told_at_the_end_alone() -> None:
    """CON-Q.3, CON-10: who has won is a line of its own; while the game goes on there is none."""
    game, listener = late()
    assert STORY.ending(view_of(game, None), heard_by(listener, None), NAMES) == ()
    game, listener = list(moments(0, decisions=4000, rounds=3))[-1]
    seen, events = view_of(game, None), heard_by(listener, None)
    (line,) = STORY.ending(seen, events, NAMES)
    assert line.rule.startswith("CON-")
    assert STORY.ledger(seen, events, NAMES).ending == (line,)
    assert [one.number for one in STORY.ledger(seen, events, NAMES).rounds] == [1, 2, 3]


def test_every_still_has_a_caption_and_a_rule() -> None:
    """CON-Q.1: each part of a round is told in its stages, each with its rule."""
    game, listener = late()
    events, seen = heard_by(listener, 0), view_of(game, 0)
    for number in STORY.rounds(seen, events):
        for frame in STORY.frames(seen, events, number, NAMES):
            assert frame.caption.endswith(".")
            assert frame.rule.startswith("CON-")
            assert "<svg" in STORY.draw(frame, NAMES, Scene(own=0))


@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_told_the_same_stills(seed: int) -> None:
    """CON-I.6: who has heard more reads more in a still, but has neither more stills nor fewer."""
    game, listener = late(seed)
    told = []
    for seat in SEATS:
        events, seen = heard_by(listener, seat), view_of(game, seat)
        stills = [STORY.frames(seen, events, number, NAMES) for number in STORY.rounds(seen, events)]
        told.append([[(one.stage, one.rule) for one in frames] for frames in stills])
    assert all(one == told[0] for one in told)


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
