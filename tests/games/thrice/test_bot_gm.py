"""The GM's bots of Thrice: what they build, how they strike, and what a bot can know."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest
from tests.games.thrice.story import ADAM, CHARLIE, KEY, Table, answer, sheet

from turncoat.games.thrice.actions import Ambush, Attack, Build, Done, Engage, Give, Send, Swipe
from turncoat.games.thrice.bot.fighter import after
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.master import DeadlyMaster, GameMaster, GentleMaster, rated, strength
from turncoat.games.thrice.bot.world import Seen, face, imagined, likely
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice, master
from turncoat.kernel import Chance, draw, play
from turncoat.kernel.events import SILENCE

# --- what a bot can know ----------------------------------------------------------------------

SEEN_BY_ALL = ("active", "fled", "free", "distant", "groups", "coins", "locks", "steps", "tokens", "bleeding", "before")


def random_games(profile: str, number: int) -> Any:
    """Every position of some random games."""
    chance = Chance(bytes([number]) * 32)
    game = RULES.start(RULES.read_options({"profile": profile, "round_limit": 4}), 4, bytes(32), SILENCE)
    while not play.over(game):
        yield game
        for seat in play.waiting(game)[:1]:
            play.submit(game, seat, play.boxes(game, seat).sample(lambda sides: draw(chance, sides)))


@pytest.mark.parametrize("profile", ["explained", "sheet"])
def test_what_is_imagined_is_what_is_seen(profile: str) -> None:
    """THR-1.3: the GM imagines the combat as it is; a player all of it but what is hidden."""
    for game in random_games(profile, 3):
        if not game.kinds:
            continue
        for seat in (0, master(game)):
            other = imagined(RULES.view(game, seat), Seen()).game
            for name in SEEN_BY_ALL:
                assert getattr(other, name) == getattr(game, name), name
            assert other.condition[: game.players] == game.condition[: game.players]
            assert other.advantage == game.advantage
            if seat == master(game):
                for skill in ("initiative", "damage", "weapon", "armour", "condition"):
                    assert getattr(other, skill) == getattr(game, skill)


def test_guesses_follow_the_dice() -> None:
    """THR-1.3: a miss of 12 rules the lowest armour out, and a hit for 4 tells the damage."""
    table = Table(build=Build(0, 0, {"damage A": 1}))
    view = table.view(ADAM)
    first = imagined(view, Seen())
    assert dict(first.armour[4])[0] > 0.5
    assert imagined(view, Seen(damage=4)).game.damage[4] == 4
    table = Table(sheets=[sheet(wealth=9, weapon=0)], build=Build(0, 0, {"armour A": 1})).go(ADAM)
    table.attack(ADAM, 4).roll(ADAM, 5, 5, 2)
    (lowest, *_) = imagined(table.view(ADAM), Seen()).armour[4]
    assert lowest[0] >= 3


def test_more_points_make_higher_steps_likelier() -> None:
    """THR-5.2."""
    poor, rich = likely((0, 1, 2, 3), 1), likely((0, 1, 2, 3), 9)
    assert poor[0][1] > rich[0][1]
    assert sum(chance for _, chance in rich) == pytest.approx(1)


def test_opponents_who_are_alike_are_thought_of_once() -> None:
    """THR-5.4: until something tells them apart."""
    table = Table()
    world = imagined(table.view(table.gm), Seen())
    assert len({face(world, world.game, who) for who in table.foes}) == 1
    world.game.condition[6] -= 1
    assert len({face(world, world.game, who) for who in table.foes}) == 2


# --- the GM -----------------------------------------------------------------------------------


def before(wealth: int, players: int = 4) -> Thrice:
    """A combat for which the GM is to build."""
    game = RULES.start(RULES.read_options({"starting_wealth": wealth}), players + 1, bytes(32), SILENCE)
    for seat in range(players):
        play.submit(game, seat, play.default_of(game, seat))
    return game


@pytest.mark.parametrize("wealth", [1, 3, 10])
def test_opponents_are_as_strong_as_their_gm_is_hard(wealth: int) -> None:
    """THR-5.2: within the same points, by what they deal and how long they stand."""
    game = before(wealth)
    gm = master(game)
    view, boxes = RULES.view(game, gm), play.boxes(game, gm)
    hard = []
    for kind in (GentleMaster, GameMaster, DeadlyMaster):
        made = [kind(gm, 5, Chance(bytes([key]) * 32)).answer(view, boxes) for key in range(8)]
        assert all(one in boxes for one in made)
        hard.append(mean(strength(view, build) for build in made if isinstance(build, Build)))
    assert hard[0] < hard[1] < hard[2]


def test_builds_are_sorted_by_strength() -> None:
    """THR-5.5: damage of 4 is worth more than of 1, and a swipe more than nothing."""
    game = before(1)
    view = RULES.view(game, master(game))
    plain = strength(view, Build(0, 0, {}))
    for bought in ("damage A", "weapon A", "armour A", "condition A", "swipe A", "direct A", "strengthen A"):
        assert strength(view, Build(0, 0, {bought: 1})) > plain
    chance = Chance(KEY)
    found = rated(view, play.boxes(game, master(game)), lambda sides: draw(chance, sides))
    values = [strength(view, build) for build in found]
    assert values == sorted(values)


@pytest.mark.parametrize(("kind", "number"), [(GentleMaster, 0), (GameMaster, 3), (DeadlyMaster, 6)])
def test_harder_gms_come_from_afar(kind: type[GameMaster], number: int) -> None:
    """THR-7.1: who has sneaked up cannot be swiped at (THR-12.7)."""
    game = before(1)
    play.submit(game, master(game), Build(0, 0, {}))
    said = kind(master(game), 5, Chance(KEY)).answer(RULES.view(game, 4), play.boxes(game, 4))
    assert isinstance(said, Ambush)
    assert len(said.who) == number
    assert all(who >= 4 for who in said.who)


def test_the_gm_strikes_where_it_hurts_most() -> None:
    """THR-10.1: whom the blow makes helpless."""
    table = Table(build=Build(0, 0, {"damage A": 1})).turns(0, 1, 2, 3)
    table.game.condition[:4] = [12, 12, 4, 12]
    table.send(4)
    assert answer(table, table.gm, GameMaster) == Attack(CHARLIE)


def test_tricks_that_were_bought_are_used() -> None:
    """THR-14.4: they are free."""
    table = Table(build=Build(0, 0, {"swipe A": 1})).turns(0, 1, 2, 3).send(4)
    first = answer(table, table.gm, GameMaster)
    assert isinstance(first, Give)
    assert first.trick == "swipe"
    table.do(table.gm, Give("swipe", 4))
    assert isinstance(answer(table, table.gm, GameMaster), Swipe)


def test_only_the_deadly_gm_spends_turns_on_tricks() -> None:
    """THR-14.2: a swipe for a friend who is still to act reaches four instead of two."""
    table = Table(build=Build(0, 0, {})).turns(0, 1, 2, 3).send(4)
    assert answer(table, table.gm, DeadlyMaster) in [Give("swipe", who) for who in table.foes]
    assert isinstance(answer(table, table.gm, GameMaster), Attack)


def test_the_gm_keeps_characters_apart() -> None:
    """THR-9.2: with advantage for swipes about, opponents close in after their blow."""
    table = Table(advantage=12).turns(0, 1, 2, 3).blow(4, ADAM, 1, 1)
    assert isinstance(answer(table, table.gm, GameMaster), Engage | Done)
    judgement = Judgement(imagined(table.view(table.gm), Seen()), 4)
    game = judgement.world.game
    apart = after(game, 4, Engage(ADAM))
    assert judgement.score(apart) < judgement.score(game)


def test_a_gm_sends_those_first_who_have_tricks_to_give() -> None:
    """THR-8.3: in any order."""
    table = Table(build=Build(0, 1, {"direct B": 1})).turns(0, 1, 2, 3)
    assert answer(table, table.gm, GameMaster) == Send(table.foes[-1])
