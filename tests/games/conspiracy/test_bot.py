"""The plotter at a table of Conspiracy: what it does in positions where it is clear what is right."""

from __future__ import annotations

import time
from statistics import median

import pytest
from msgspec.structs import replace
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table

from turncoat.bots.match import Match, derive
from turncoat.games import ruleset
from turncoat.games.conspiracy.actions import AttackCoin, Claim, ConspiracyAction, Mark, Now, RevealTile, Save, Wait
from turncoat.games.conspiracy.audit import all_tiles
from turncoat.games.conspiracy.bot import Plotter
from turncoat.games.conspiracy.bot.judgement import Judgement, Suspicions, World
from turncoat.games.conspiracy.bot.outlook import GOALS, advance_chance
from turncoat.games.conspiracy.events.turn import GiftSeen, TileMarked
from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.goals import shows
from turncoat.games.conspiracy.outlook import ROLLS, falls
from turncoat.games.conspiracy.pieces import PIECES, RANK
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import Boxes, Chance
from turncoat.lab.batches import Batch, run

RULES = ruleset("conspiracy")


def plotter(seat: int = ANN, seats: int = 4, key: int = 1) -> Plotter:
    return Plotter(seat, seats, Chance(bytes([key]) * 32))


def answer(table: Table, seat: int = ANN, bot: Plotter | None = None) -> ConspiracyAction:
    return (bot or plotter(seat)).answer(table.view(seat), table.boxes(seat))


def test_a_win_that_can_be_claimed_is_claimed() -> None:
    """CON-10: suit and number on two tiles, one of them marked in an earlier round."""
    won = Table(tiles="c1P A3+; c2P M0+", goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}, points=0)
    assert answer(won) == Claim()


def test_half_a_goal_in_the_present_is_marked() -> None:
    """CON-9.a: no mark, no win."""
    assert answer(Table(tiles="c1P A3+; c2P S5+", goals={ANN: "A0"}, points=0)) == Mark("c1P")


@pytest.mark.parametrize("key", range(3))
def test_a_tile_that_is_ready_and_shows_the_goal_is_turned_up(key: int) -> None:
    """CON-5.d: two Arms coins carry an Arms 2, which is the half that is still missing."""
    table = Table("C5 S4 M3", tiles="c2F1 A2; c1P S0+", coins="c2F1.NW A2+ N; c2F1.NE A3+ N", goals={ANN: "A0"})
    cell = NUMBERS["c2F1"]
    table.game.tiles[cell] = replace(table.game.tiles[cell], known=1 << ANN)
    chosen = answer(table, bot=plotter(key=key))
    assert isinstance(chosen, RevealTile)
    assert chosen.cell == "c2F1"


def test_the_most_dangerous_player_is_given_nothing() -> None:
    """CON-5.g: Ben's mark and both of its possible partners lie in the Present."""
    table = Table("C4 C0 C5", tiles="c1P A0+; c2P A1+; c3P C0+", marks={BEN: ("c1P", 1)}, goals={BEN: "A0", ANN: "S5"})
    bot = plotter()
    bot.hear(TileMarked(BEN, "c1P", "A0"))
    judgement = Judgement(World(table.view(), bot.chance), bot.suspicions)
    assert judgement.threat(BEN) > max(judgement.threat(CLEO), judgement.threat(DORA))
    assert judgement.receiver((BEN, CLEO, DORA)) != BEN


def test_who_was_kind_is_preferred() -> None:
    """CON-5.g: of players who are equally far from winning, the one who has given a coin gets one."""
    table = Table("C4 C0 C5", tiles="c2F1 A3")
    bot = plotter()
    bot.hear(GiftSeen(DORA, ANN, "C5"))
    assert Judgement(World(table.view(), bot.chance), bot.suspicions).receiver((BEN, CLEO, DORA)) == DORA


def test_a_mark_says_what_its_owner_can_want() -> None:
    """CON-9.b: the tile shows half of the goal; nine of the twenty-four goals are left."""
    suspicions = Suspicions(ANN, 4)
    suspicions.hear(TileMarked(BEN, "c1P", "A3"))
    left = suspicions.belief(BEN)
    assert set(left) == {goal for goal in GOALS if shows("A3", goal)}
    assert len(left) == 9
    assert sum(left.values()) == pytest.approx(1)
    assert len(suspicions.belief(CLEO)) == 24


def _gap(**more: object) -> Table:
    """Ann has saved a spiral and is free; Ben is next."""
    table = Table(saved={ANN: "C1", BEN: "S5", CLEO: "S4", DORA: "S3"}, **more)  # type: ignore[arg-type]
    return table.dice(*[0] * 40).new_round()


def test_in_a_gap_it_waits_as_long_as_nothing_is_at_stake() -> None:
    """CON-O.4.g: whoever goes last knows most."""
    assert answer(_gap()) == Wait()


def test_in_a_gap_it_goes_at_once_when_the_win_is_there() -> None:
    """CON-O.4.g, CON-10."""
    table = _gap(tiles="c1P A3+; c2P M0+", goals={ANN: "A0"}, marks={ANN: ("c1P", 1)})
    assert answer(table) == Now()


def test_a_coin_is_saved_and_the_better_one() -> None:
    """CON-6: a high number goes first in the next round."""
    table = Table("S0 S5", points=2).stop()
    assert answer(table) == Save("S5")


def test_a_second_coin_removes_what_helps_a_rival() -> None:
    """CON-5.c.iv.c: the choice is one of those that are offered, whatever it is."""
    table = Table("C4 C0 C5", tiles="c2F1 A3", coins="c2F1.NW A3+ N", goals={ANN: "C5"})
    table.act(AttackCoin("C4", "c2F1.NE", "W", "C0", BEN))
    assert table.may(answer(table))


def test_everybody_is_warned_once_of_a_mark_that_is_about_to_win() -> None:
    """CON-I.5: plain words to all."""
    table = Table("C4 C0 C5", tiles="c1P A0+; c2P A1+; c3P C0+", marks={BEN: ("c1P", 1)}, goals={ANN: "S5", BEN: "A0"})
    bot = plotter()
    bot.hear(TileMarked(BEN, "c1P", "A0"))
    said = bot.talk(table.view(), table.boxes())
    assert [say.to for say in said if say.request is None] == [()]
    assert "c1P" in said[0].text
    assert bot.talk(table.view(), table.boxes()) == []


def test_a_column_advances_as_often_as_the_preview_says() -> None:
    """CON-M.3: the chance that the plotter reckons with is that of the table."""
    for best in ((0, 0, 0, 0), (5, 3, 0, 0), (5, 5, 5, 5), (2, 0, 1, 4)):
        assert advance_chance(best) == pytest.approx(falls(list(best)) / ROLLS)


class Watched(Plotter):
    """A plotter whose thoughts are timed, and whose imagined worlds are checked against what it saw."""

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.seconds: list[float] = []

    def answer(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        if view.round:
            _check_world(World(view, Chance(bytes(32))), view)
        began = time.process_time()
        chosen = super().answer(view, boxes)
        self.seconds.append(time.process_time() - began)
        return chosen


def _check_world(world: World, view: ConspiracyView) -> None:
    """CON-V.1, CON-V.2: every tile once, no coin twice, and every number as it shows."""
    game = world.game
    assert all_tiles(game) == sorted(PIECES)
    lying = [coin.coin for coin in game.coins.values()] + [coin for coin in game.saved if coin] + world.turn.hand
    assert len(set(lying)) == len(lying)
    assert [coin.number for coin in view.coins] == [RANK[game.coins[place].coin] for place in sorted(game.coins)]
    shown = [player.saved for player in view.players]
    assert shown == [None if coin is None else RANK[coin] for coin in game.saved]


def test_whole_games_end_with_legal_answers_from_worlds_that_could_be() -> None:
    """CON-I.6: it imagines what it does not see, consistent with what it sees; a thought takes under 30 ms."""
    watched = {seat: Watched(seat, 4, Chance(bytes([seat]) * 32)) for seat in range(4)}
    match = Match(RULES, RULES.read_options({}), 4, derive("w", "game"), watched)
    result = match.play()
    assert result.faults == []
    assert len(result.winners) == 1
    assert median(one for bot in watched.values() for one in bot.seconds) < 0.030


@pytest.mark.slow
def test_two_plotters_beat_two_random_players() -> None:
    """Seats rotated: of twelve games at least eight; 34 of 40 is what they win in the long run."""
    tally = run(Batch("conspiracy", {}, ("plotter", "plotter", "random", "random"), 12, "test"))
    assert tally.errors == 0
    assert tally.kinds["plotter"].wins >= 8
