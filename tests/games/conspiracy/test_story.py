"""How Conspiracy is told: each reader's own stills, in the order of the rules, with what is drawn on top of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Any, cast

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, SEATS, WORDS, Table, moments
from tests.telling import Audience, looks, reel, told

from turncoat.drawing.scene import Frame, Scene
from turncoat.games import AnyRuleset
from turncoat.games.conspiracy import reveal
from turncoat.games.conspiracy.actions import AdvanceColumn, AttackCoin, Place, RevealCoin, RevealTile
from turncoat.games.conspiracy.drawing.position import Position
from turncoat.games.conspiracy.events import RoundBegan
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.story import STORY, Marks
from turncoat.kernel import Event
from turncoat.kernel.still import Reel, Watcher

ANY_RULES = cast("AnyRuleset", RULES)
Stills = Sequence[Frame[Position]]


def stills(table: Table, *moves: Any, seat: int | None = None) -> Stills:
    """The stills of what the active player does, as somebody sees them, up to the next turn."""
    ears = table.listener = Audience(ANY_RULES, seat)
    table.act(*moves)
    return list(takewhile(lambda frame: frame.stage != "Draw", STORY.frames(None, ears.reel.stills, table.names)))


def captions(told: Stills) -> list[tuple[str, str]]:
    return [(frame.rule, frame.caption) for frame in told]


@cache
def watched(seed: int = 2, decisions: int = 160, rounds: int = 0) -> dict[int | None, Reel[Any]]:
    """A game as everybody sees it."""
    reels = {seat: reel(ANY_RULES, seat) for seat in SEATS}
    for _ in moments(seed, decisions, Watcher(*reels.values()), rounds=rounds):
        pass
    return reels


def parts(seen: Reel[Any]) -> list[Stills]:
    events = [event for still in seen.stills for event in still.events]
    found = [told(STORY, seen, number) for number in STORY.rounds(seen.stills[-1].view, events)]
    return [STORY.frames(one.before, one.stills, WORDS) for one in found]


# --- in the order of the rules --------------------------------------------------------------------


def test_an_attack_is_told_step_by_step() -> None:
    """CON-5.c.ii: give, place, compare, result; what is struck is on the board until it goes to the bag."""
    table = Table("S4 C5", tiles="c2F1 A3", coins="c2F1.NW M3 N")
    shown = stills(table, AttackCoin("S4", "c2F1.NE", "W", "C5", BEN))
    assert captions(shown) == [
        (
            "CON-5.a.ii",
            (
                "Ann chooses Attack Coin against the coin on space c2F1.NW. Ann gives a coin to Ben. "
                "Ann places a 4 on space c2F1.NE pointing west."
            ),
        ),
        ("CON-5.c.iii.b", "Ann's attack on the coin on space c2F1.NW succeeds with 4 against a protection of 3."),
        ("CON-5.c.iii.b", "Coins go into the bag: the 3 from space c2F1.NW."),
    ]
    assert [len(frame.picture.view.coins) for frame in shown] == [2, 2, 1]
    assert [frame.picture.lit for frame in shown] == [{"c2F1.NE": "fresh"}, {"c2F1.NW": "struck"}, {}]


def test_a_chain_reaction_is_seen_coin_by_coin() -> None:
    """CON-5.b.vii: each still shows those that have been turned so far."""
    coins = "c2F1.NW M3 E; c2F1.NE A4 S; c2F1.SE C5+ N; c2F1.SW A3 N"
    shown = stills(Table("C2", tiles="c2F1 A3", coins=coins), RevealCoin("c2F1.NW", "C2", BEN))
    turned = [[coin.space for coin in still.picture.view.coins if coin.symbol_up] for still in shown]
    assert turned == [["c2F1.NW", "c2F1.SE"], ["c2F1.NW", "c2F1.NE", "c2F1.SE"]]
    assert [frame.rule for frame in shown] == ["CON-5.b.vi", "CON-5.b.vii"]


def test_a_spiral_is_placed_before_it_has_its_effect() -> None:
    """CON-5.a.iv, CON-U.2, CON-U.3: the coin, the two rolls, the tile that turns."""
    shown = stills(Table("S1", tiles="c2F1 A3", coins="c2F1.NW M3 N").dice(2, 1), Place("S1", "c2F1.NE", "W"))
    assert [frame.rule for frame in shown] == ["CON-5.a.ii", "CON-U.2", "CON-U.3.c"]
    assert [[die.face for die in frame.picture.dice] for frame in shown] == [[], [2, 1], []]
    assert [frame.picture.view.tiles[0].face_up for frame in shown] == [False, False, True]


def test_columns_are_rolled_for_and_move_one_after_the_other() -> None:
    """CON-M.2, CON-M.3, CON-M.5: dice as they fell; then a tile is taken, then the others move up, column by column."""
    dice = ((1, 1, 0, 0), (0, 0, 0, 0), (1, 1, 0, 0))
    table = Table(tiles="c1F1 A1; c1F2 A2; c3F2 A3", saved={ANN: "C5", BEN: "C4", CLEO: "C3", DORA: "C2"})
    ears = table.listener = Audience(ANY_RULES)
    table.dice(*(face for four in dice for face in four)).new_round()
    shown = STORY.frames(None, ears.reel.stills, table.names)[2:8]
    assert [frame.rule for frame in shown] == ["CON-M.3"] * 3 + ["CON-M.5.b", "CON-M.5.c", "CON-M.5.c"]
    assert tuple(tuple(die.face for die in frame.picture.dice) for frame in shown[:3]) == dice
    assert [[tile.cell for tile in still.picture.view.tiles] for still in shown] == [
        *[["c1F1", "c1F2", "c3F2"]] * 3,
        ["c1F2", "c3F2"],
        ["c1F1", "c3F2"],
        ["c1F1", "c3F1"],
    ]
    assert STORY.draw(shown[0], table.names, Scene()).count("con-die-body") == 4


def test_another_rule_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule lives in one place: where opposed suits support a tile (CON-5.d.iv.a), it is told to stay, unasked."""

    def up() -> list[bool]:
        table = Table("C2", tiles="c2F1 C3", coins="c2F1.NW A3+ N; c2F1.NE A2+ N")
        shown = stills(table, RevealTile("c2F1", "C2", BEN))
        return [bool(frame.picture.view.tiles) for frame in shown]

    assert up() == [True, False]
    monkeypatch.setattr(reveal, "worth", lambda coin, suit: int(coin[1]))
    assert up() == [True, True]


# --- for each reader ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_told_the_same_stills(seed: int) -> None:
    """CON-I.6: who has heard more reads more in a still, but has neither more stills nor fewer."""
    told = [[[(frame.stage, frame.rule) for frame in part] for part in parts(seen)] for seen in watched(seed).values()]
    assert all(one == told[0] for one in told)


def test_a_still_shows_the_hand_of_its_reader_as_it_was_and_nothing_that_can_be_tapped() -> None:
    """CON-I.1, CON-2: goal, tiles, coins and points of that moment, for whoever has the seat."""
    scene = Scene(own=2, legal=frozenset({0, 1}), places={"space": frozenset({"c1F1.NW"}), "coin": frozenset({"A1"})})
    shown = [frame for part in parts(watched()[2]) for frame in part]
    in_turn = [frame.picture.view for frame in shown if frame.picture.view.active == 2]
    assert any(conspiracy.own and len(conspiracy.own.hand) == 3 for conspiracy in in_turn)
    assert {conspiracy.points for conspiracy in in_turn} == {0, 1, 2}
    for frame in shown[-10:]:
        drawn = STORY.draw(frame, WORDS, scene)
        assert "Only you see this" in drawn
        assert 'class="con-goal"' in drawn
        assert "legal" not in drawn
    assert "Only you see this" not in STORY.draw(parts(watched()[None])[-1][-1], WORDS, Scene())


def test_every_still_has_a_caption_and_a_rule() -> None:
    """CON-Q.1: each part of a round is told in its stages, each with its rule; drawn, and in words."""
    for part in parts(watched()[0]):
        for frame in part:
            assert frame.caption.endswith(".")
            assert frame.rule.startswith("CON-")
            assert "<svg" in STORY.draw(frame, WORDS, Scene(own=0))
            assert STORY.in_text(frame, WORDS, Scene(own=0))[0].startswith("The bag holds")


# --- what is drawn on top -------------------------------------------------------------------------


def mistaken(pictures: Sequence[Position]) -> bool:
    """Whether a name is used twice, or for one coin here and another there: names stay, numbers and directions too."""
    coins: dict[str, tuple[int, str]] = {}
    for now in pictures:
        places = [tile.cell for tile in now.view.tiles] + [one.space for one in now.view.coins]
        if len({now.name(place) for place in places}) < len(places):
            return True
        for coin in now.view.coins:
            if coins.setdefault(now.name(coin.space), (coin.number, coin.direction)) != (coin.number, coin.direction):
                return True
    return False


def told_and_now() -> list[list[Position]]:
    """The pictures of each part of some games, and those of the table as it is."""
    seen = [watched(seed)[None] for seed in range(4)]
    made = [[frame.picture for frame in part] for game in seen for part in parts(game)]
    for game in seen:
        marks = Marks("")
        made.append([])
        for still in game.stills:
            for event in still.events:
                marks.hear(event)
            made[-1].append(marks.position(still.view))
    return made


def test_pieces_keep_their_names_while_they_move() -> None:
    """CON-M.5.c: so that a column slides, in the story and on the table."""
    assert not any(map(mistaken, told_and_now()))


def test_a_piece_with_the_name_of_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above sees a planted fault: names stay where they are when a column moves."""
    monkeypatch.setattr(Marks, "slide", lambda *_: None)
    assert any(map(mistaken, told_and_now()))


def test_dice_stay_on_the_table_until_something_else_begins() -> None:
    """CON-5.e: whoever pushes a column sees at once how the dice fell, each time as a new throw."""
    table = Table(points=6, action_points=6, tiles="c1F1 A1+")

    def thrown(*more: Event) -> list[str]:
        events = [*(event for _, event in table.listener.heard), *more]
        return re.findall(r"table-die-\w+-\d", STORY.now(table.view(None), events, table.names, Scene()))

    table.dice(0, 0, 0, 0).act(AdvanceColumn("c1"))
    first = thrown()
    table.dice(0, 0, 0, 0).act(AdvanceColumn("c1"))
    assert len({*first, *thrown()}) == 8
    assert thrown(RoundBegan(3, (None,) * 4)) == []


# --- the ledger -----------------------------------------------------------------------------------


def test_the_ledger_lists_every_round_and_what_everybody_did() -> None:
    """CON-I.6, CON-Q.3: everything public stays readable; how it ended is told at the end alone."""
    for seen, over in ((watched()[1], False), (watched(0, 4000, 3)[1], True)):
        view, events = seen.stills[-1].view, [event for still in seen.stills for event in still.events]
        ledger = STORY.ledger(view, events, looks(STORY, seen).views, WORDS)
        assert [one.number for one in ledger.rounds] == list(range(1, view.round + over))
        assert all(len(one.actions) == 4 and one.lines for one in ledger.rounds)
        goals = len(view.winners)
        assert [line.rule for line in ledger.ending] == ["CON-OP.9"] * (goals + 1 if over else 0)
        held = list(ledger.start)
        for one in ledger.rounds:
            assert [move.total - move.change for move in one.actions] == held
            held = [move.total for move in one.actions]
        assert not over or held == [player.tiles for player in view.players]
