"""The bots of Thrice: what they do where it is clear what is right, and that they do better than chance."""

from __future__ import annotations

import time
from functools import cache
from statistics import mean, median
from typing import Any

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, DORA, Table, sheet

from turncoat.bots import alike, bot_for_seat, bots_for, suits, usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.games.thrice.actions import (
    Ambush,
    Attack,
    Build,
    Counter,
    Create,
    Disengage,
    Done,
    Engage,
    Give,
    Intercept,
    Send,
    Swap,
    Swipe,
    ThriceAction,
)
from turncoat.games.thrice.bot import BOTS
from turncoat.games.thrice.bot.builds import rated, strength
from turncoat.games.thrice.bot.fighter import Fighter
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.master import DeadlyMaster, GameMaster, GentleMaster
from turncoat.games.thrice.bot.tactician import Tactician
from turncoat.games.thrice.bot.trial import after
from turncoat.games.thrice.bot.world import Seen, face, imagined, likely
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice, master
from turncoat.games.thrice.zones import disengage
from turncoat.kernel import play
from turncoat.kernel.chance import Chance, draw
from turncoat.kernel.events import SILENCE
from turncoat.lab.intervals import wilson

KEY = bytes([7]) * 32


def bot(table: Table, seat: int, kind: type[Fighter] = Tactician) -> Fighter:
    """A bot at a seat of the table that has heard everything so far."""
    made = kind(seat, table.players + 1, Chance(KEY))
    for who, event in table.listener.heard:
        if who is None or seat in who:
            made.hear(event)
    return made


def answer(table: Table, seat: int, kind: type[Fighter] = Tactician) -> ThriceAction:
    """What a bot answers at this seat; it must be legal."""
    boxes = play.boxes(table.game, seat)
    chosen = bot(table, seat, kind).answer(table.view(seat), boxes)
    assert boxes.settle(chosen) is not None
    return chosen


def turn_of(table: Table, seat: int) -> list[ThriceAction]:
    """All that a tactician does in a turn up to its attack."""
    table.go(seat)
    deeds: list[ThriceAction] = []
    while not deeds or not isinstance(deeds[-1], Attack | Swipe | Done):
        deeds.append(answer(table, seat))
        table.do(seat, deeds[-1])
    return deeds


# --- seats ------------------------------------------------------------------------------------


def test_each_seat_has_its_usual_bot() -> None:
    """THR-1.1: the last seat is the GM's."""
    assert [usual_bot("thrice", seat, 5) for seat in range(5)] == ["tactician"] * 4 + ["gm"]
    assert alike("thrice", 5) == ((0, 1, 2, 3), (4,))
    assert alike("truce", 5) == ((0, 1, 2, 3, 4),)
    assert suits("thrice", "random", 4, 5)
    assert not suits("thrice", "tactician", 4, 5)
    assert bot_for_seat("thrice", "gm-deadly", 4, 5) == "gm-deadly"
    assert bot_for_seat("thrice", "gm-deadly", 0, 5) == "tactician"


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("profile", ["explained", "sheet"])
def test_any_bot_can_sit_at_any_seat(name: str, profile: str) -> None:
    """THR-2: a host may put the GM's bot on a character's seat and the other way round."""
    options = RULES.read_options({"profile": profile, "round_limit": 2})
    match = Match(ruleset("thrice"), options, 4, derive("seats", "game"), seat_bots("thrice", [name] * 4, "seats"))
    assert match.play().faults == []


OPTIONS: dict[str, dict[str, Any]] = {
    "flanking": {"flanking": True, "automatic_win": True},
    "gathering": {"intercept_mode": "gather", "attack_into_engagement": False},
    "before any roll": {"activation_window": "any_roll", "counter_chain": True, "trick_cost": 1},
    "a roll for each": {"swipe_roll": "per_target", "enemy_condition_penalty": True},
    "open": {"open_enemies": True, "enemy_removals": "repeat", "advance_from_distant": False},
    "by hand": {"dice": "hand", "zones": "off"},
    "wealthy sheet": {"profile": "sheet", "starting_wealth": 5, "lock_duration": "round", "token_value_enemy": 0},
    "sheet with zones": {"profile": "sheet", "zones": "on", "swipe_roll": "per_target", "trick_cost": 2},
    "at the top": {"starting_wealth": 10, "creation_points": 50},
}


@pytest.mark.parametrize("named", OPTIONS)
@pytest.mark.parametrize("gm", ["gm-gentle", "gm", "gm-deadly"])
def test_bots_play_under_every_option(named: str, gm: str) -> None:
    """THR-O: without a fault, to the end or to the limit."""
    options = RULES.read_options({"round_limit": 3} | OPTIONS[named])
    match = Match(
        ruleset("thrice"), options, 4, derive(named, gm), seat_bots("thrice", ["tactician"] * 3 + [gm], named)
    )
    result = match.play()
    assert result.faults == []
    assert play.over(match.game)


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
    assert dict(first.armour[table.foe(0)])[0] > 0.5
    assert imagined(view, Seen(damage=4)).game.damage[table.foe(0)] == 4
    table = Table(sheets=[sheet(wealth=9, weapon=0)], build=Build(0, 0, {"armour A": 1}))
    table.go(ADAM)
    table.attack(ADAM, table.foe(0))
    table.roll(ADAM, 5, 5, 2)
    (lowest, *_) = imagined(table.view(ADAM), Seen()).armour[table.foe(0)]
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
    world.game.condition[table.foe(2)] -= 1
    assert len({face(world, world.game, who) for who in table.foes}) == 2


# --- the tactician ----------------------------------------------------------------------------


@pytest.mark.parametrize("wealth", [1, 4, 10])
def test_a_tactician_makes_a_character_that_keeps_the_rules(wealth: int) -> None:
    """THR-3.6: all points, and not one too many."""
    game = RULES.start(RULES.read_options({"starting_wealth": wealth}), 3, bytes(32), SILENCE)
    for key in range(5):
        made = Tactician(ADAM, 3, Chance(bytes([key]) * 32)).answer(RULES.view(game, ADAM), play.boxes(game, ADAM))
        assert isinstance(made, Create)
        assert made in play.boxes(game, ADAM)


def test_a_swipe_is_bought_for_a_crowd() -> None:
    """THR-12.7: six opponents stand together, and one roll is for all."""
    table = Table(advantage=3)
    table.turns(BREE, CHARLIE, DORA)
    *tricks, last = turn_of(table, ADAM)
    assert tricks == [Give("swipe", ADAM)]
    assert isinstance(last, Swipe)
    assert {last.target, *last.others} == {*table.foes}


def test_no_swipe_is_bought_against_those_who_stand_in_the_distance() -> None:
    """THR-12.7: not in the distant zone."""
    table = Table(advantage=9, ambush=tuple(range(4, 10)))
    assert Give("swipe", ADAM) not in turn_of(table, ADAM)


def test_without_advantage_there_is_still_an_attack() -> None:
    """THR-11.1."""
    table = Table()
    table.game.advantage = [0] * 4
    (only,) = turn_of(table, ADAM)
    assert isinstance(only, Attack)


def test_the_wounded_are_strengthened() -> None:
    """THR-12.6: a friend with one point left, of a giver whose help is worth 4."""
    far = tuple(range(4, 10))
    table = Table(sheets=[sheet(wealth=9)], after=(BREE,), advantage=3, ambush=far, open_enemies=True)
    table.game.condition[BREE] = 1
    assert turn_of(table, ADAM)[0] == Give("strengthen", BREE)


def test_the_swap_follows_the_odds() -> None:
    """THR-6.2: no swap where a hit decides and pips are worth nothing; two where nobody can be hit anyway."""
    table = Table(players=1, sheets=[sheet(damage=9)], creation_points=9)
    for number in (0, 1):
        table.go(ADAM)
        table.hit(ADAM, table.foe(number))
        table.rest()
    table.go(ADAM)
    table.attack(ADAM, table.foe(2))
    assert answer(table, ADAM) == Swap(0)
    hard = Table(sheets=[sheet(damage=0)], build=Build(1, 0, {"armour A": 2}))
    hard.go(ADAM)
    hard.attack(ADAM, hard.foe(0))
    assert answer(hard, ADAM) == Swap(2)


def attacked(target: int, **skills: Any) -> Table:
    """Bree has a coin of Intercept; an opponent attacks."""
    table = Table(players=3, advantage=3)
    table.go(ADAM)
    table.give(ADAM, "intercept", BREE)
    table.do(ADAM, Done())
    table.turns(BREE, CHARLIE)
    table.game.condition[ADAM] = skills.get("condition", 1)
    table.send(table.foe(0), Attack(target))
    return table


def test_a_friend_at_deaths_door_is_protected() -> None:
    """THR-12.5: who has 4 points steps in for who has one left; not for who has as many."""
    assert answer(attacked(ADAM), BREE) == Intercept(ADAM)
    assert isinstance(answer(attacked(ADAM, condition=4), BREE), Done)


def test_a_counter_is_never_kept() -> None:
    """THR-12.2: it costs nothing, and every roll brings advantage."""
    table = Table(advantage=3)
    table.go(ADAM)
    table.give(ADAM, "counter", ADAM)
    table.do(ADAM, Done())
    table.turns(BREE, CHARLIE, 3)
    table.blow(table.foe(0), ADAM, 1, 1)
    assert answer(table, ADAM) == Counter()


def lost() -> Table:
    """Three characters have one point left each, and six opponents, as everybody sees, take off ten with a blow."""
    build = Build(0, 0, {"damage A": 3})
    table = Table(players=3, sheets=[sheet(wealth=3)] * 3, build=build, advantage=3, open_enemies=True)
    table.game.condition[:3] = [1, 1, 1]
    return table


def test_when_all_is_lost_one_gets_away() -> None:
    """THR-15.7: nobody dies if one has fled, so friends pay for his way out."""
    table = lost()
    table.go(ADAM)
    assert answer(table, ADAM) == Give("disengage", ADAM)
    table.give(ADAM, "disengage", ADAM)
    assert answer(table, ADAM) == Disengage()
    table.do(ADAM, Disengage())
    table.do(ADAM, Done())
    table.go(BREE)
    assert answer(table, BREE) == Give("disengage", ADAM)


def test_nobody_runs_from_a_combat_that_can_be_won() -> None:
    """THR-15.7: neither a coin nor a step is spent on it."""
    table = Table(advantage=20)
    deeds = turn_of(table, ADAM)
    assert not [one for one in deeds if isinstance(one, Disengage) or one == Give("disengage", ADAM)]


def test_nobody_runs_before_the_first_blow() -> None:
    """THR-15.7: whatever is feared."""
    table = lost()
    table.game.condition[:3] = [4, 4, 4]
    table.go(ADAM)
    assert answer(table, ADAM) != Give("disengage", ADAM)


def test_once_somebody_has_fled_the_others_fight_on() -> None:
    """THR-15.7: one is enough."""
    table = lost()
    table.game.advantage[CHARLIE] = 6
    table.go(CHARLIE)
    disengage(table.game, CHARLIE, table.listener)
    table.give(CHARLIE, "disengage", CHARLIE)
    table.do(CHARLIE, Disengage())
    table.go(ADAM)
    assert answer(table, ADAM) != Give("disengage", ADAM)


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
        hard.append(mean(strength(view, one) for one in made if isinstance(one, Build)))
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
    values = [strength(view, one) for one in found]
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
    table = Table(build=Build(0, 0, {"damage A": 1}))
    table.turns(0, 1, 2, 3)
    table.game.condition[:4] = [12, 12, 4, 12]
    table.send(table.foe(0))
    assert answer(table, table.gm, GameMaster) == Attack(CHARLIE)


def test_tricks_that_were_bought_are_used() -> None:
    """THR-14.4: they are free."""
    table = Table(build=Build(0, 0, {"swipe A": 1}))
    table.turns(0, 1, 2, 3)
    table.send(table.foe(0))
    first = answer(table, table.gm, GameMaster)
    assert isinstance(first, Give)
    assert first.trick == "swipe"
    table.do(table.gm, Give("swipe", table.foe(0)))
    assert isinstance(answer(table, table.gm, GameMaster), Swipe)


def test_only_the_deadly_gm_spends_turns_on_tricks() -> None:
    """THR-14.2: a swipe for a friend who is still to act reaches four instead of two."""
    table = Table(build=Build(0, 0, {}))
    table.turns(0, 1, 2, 3)
    table.send(table.foe(0))
    assert answer(table, table.gm, DeadlyMaster) in [Give("swipe", who) for who in table.foes]
    assert isinstance(answer(table, table.gm, GameMaster), Attack)


def test_the_gm_keeps_characters_apart() -> None:
    """THR-9.2: with advantage for swipes about, opponents close in after their blow."""
    table = Table(advantage=12)
    table.turns(0, 1, 2, 3)
    table.blow(table.foe(0), ADAM, 1, 1)
    assert isinstance(answer(table, table.gm, GameMaster), Engage | Done)
    judgement = Judgement(imagined(table.view(table.gm), Seen()), table.foe(0))
    game = judgement.world.game
    apart = after(game, table.foe(0), Engage(ADAM))
    assert judgement.score(apart) < judgement.score(game)


def test_a_gm_sends_those_first_who_have_tricks_to_give() -> None:
    """THR-8.3: in any order."""
    table = Table(build=Build(0, 1, {"direct B": 1}))
    table.turns(0, 1, 2, 3)
    assert answer(table, table.gm, GameMaster) == Send(table.foes[-1])


# --- how good they are ------------------------------------------------------------------------

GAMES = 12


@cache
def results(player: str, gm: str) -> list[str]:
    """How some combats of four characters end."""
    names, ends = [player] * 4 + [gm], []
    for number in range(GAMES):
        key = derive("rates", number)
        agreed = RULES.read_options({"round_limit": 20})
        match = Match(ruleset("thrice"), agreed, len(names), derive(key, "game"), seat_bots("thrice", names, key))
        match.play()
        assert isinstance(match.game, Thrice)
        ends.append(match.game.result)
    return ends


@pytest.mark.parametrize("gm", ["gm", "gm-deadly"])
def test_tacticians_do_clearly_better_than_chance_against_each_gm(gm: str) -> None:
    """THR-15.7: the intervals of who survives, or wins, do not touch."""
    good, bad = results("tactician", gm), results("random", gm)
    wins = [sum(end.startswith("victory") for end in ends) for ends in (good, bad)]
    deaths = [ends.count("total_party_kill") for ends in (good, bad)]
    survives = wilson(deaths[0], GAMES)[1] < wilson(deaths[1], GAMES)[0]
    assert survives or wilson(wins[0], GAMES)[0] > wilson(wins[1], GAMES)[1]
    assert wins[0] > wins[1]
    assert deaths[0] <= deaths[1]


def test_a_gentle_gm_is_beaten_more_often_by_tacticians() -> None:
    """THR-15.7: even chance beats him now and then."""
    assert results("tactician", "gm-gentle").count("victory") > results("random", "gm-gentle").count("victory")


def test_harder_gms_win_more_often() -> None:
    """THR-5: against the same tacticians."""
    wins = [
        sum(end.startswith("victory") for end in results("tactician", gm)) for gm in ("gm-gentle", "gm", "gm-deadly")
    ]
    assert wins[0] >= wins[1] > wins[2]


@pytest.mark.parametrize("players", [4, 8])
def test_a_bot_thinks_for_less_than_a_moment(players: int) -> None:
    """Half of its answers take less than 30 ms of the processor."""
    taken: list[float] = []
    names = ["tactician"] * players + ["gm"]
    bots = seat_bots("thrice", names, "time")
    match = Match(ruleset("thrice"), RULES.read_options({"round_limit": 2}), players + 1, derive("time", "game"), bots)
    for one in bots.values():
        taken_by(one, taken)
    match.play()
    assert median(taken) < 0.03


def taken_by(one: Any, taken: list[float]) -> None:
    """Measure how long the bot takes for each answer."""
    think = one.answer

    def measured(view: Any, boxes: Any) -> ThriceAction:
        began = time.process_time()
        found: ThriceAction = think(view, boxes)
        taken.append(time.process_time() - began)
        return found

    one.answer = measured


def test_everybody_is_on_the_list() -> None:
    """``random`` comes first, as everywhere."""
    assert list(bots_for("thrice")) == ["random", "gm-gentle", "gm-deadly", "gm", "tactician"]
