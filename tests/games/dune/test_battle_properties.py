"""Battles at random: whatever happens in them, nothing is lost and nobody learns what he may not know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.games.dune.fights import clash, plan
from tests.games.dune.story import ATR, EMP, KEY, NEXT, Table, fid

from turncoat.games.dune import battle_view
from turncoat.games.dune.actions import DuneAction, Prescience
from turncoat.games.dune.alliance import form
from turncoat.games.dune.cards import TREACHERY_CARDS, sorted_hand
from turncoat.games.dune.facts import LEADER_IDS
from turncoat.games.dune.hands import limit
from turncoat.games.dune.knowledge import note, note_all
from turncoat.games.dune.map import LOCATION_IDS
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Battles
from turncoat.games.dune.state import Dune, Promise
from turncoat.kernel import play

ENOUGH = 60
"""Answers and actions after which a table is left."""
QUESTIONS = ("ask_hero", "ask_plan", "ask_weapon", "ask_defence", "ask_dial")
KINDS = ("projectile", "poison", "lasgun", "shield", "snooper", "cheap-hero", "worthless")


def anything(chance: Random) -> Table:
    """A Battle Phase in which anything may be the case: forces on a heap, full hands, dead leaders, allies, notes."""
    table = Table(
        "storm",
        storm=chance.randrange(18),
        voice_kinds=chance.choice(("six", "seven")),
        battle_scope=chance.choice(("territory", "connected")),
        own_explosion=chance.random() < 0.5,
        leaders_stay=chance.random() < 0.5,
    )
    game = table.game
    where = chance.sample(LOCATION_IDS, 3)
    for seat in range(6):
        spots = sorted({chance.choice(where): chance.randint(1, 6) for _ in range(2)}.items())
        game.forces[seat] = tuple(sorted((LOCATION_IDS.index(place), number) for place, number in spots))
        game.tanks[seat] = chance.randint(0, 6)
        game.reserves[seat] = 20 - game.tanks[seat] - sum(number for _, number in spots)
    deal(game, chance)
    for number in chance.sample(range(len(LEADER_IDS)), chance.randint(0, 20)):
        game.alive[number], game.deaths[number] = False, 1
    if chance.random() < 0.7:
        one, other = chance.sample(range(6), 2)
        form(game, one, other)
    game.promises = [
        Promise(chance.randrange(6), chance.choice(QUESTIONS), chance.choice(KINDS), chance.randint(0, 6), yes=flip)
        for flip in chance.choices((True, False), k=3)
    ]
    for orders in game.standing:
        orders.clear()
    game.stack.pop()
    game.stack[-1].step = NEXT["battles"][0]
    section = Battles()
    section.step = next(iter(section.table_of_contents))
    game.stack.append(section)
    play.run(game, table.listener)
    return table


def deal(game: Dune, chance: Random) -> None:
    """Full hands of any cards, some of them known to one, some to all; and any traitors."""
    left = list(TREACHERY_CARDS)
    chance.shuffle(left)
    for seat in range(6):
        hand = [left.pop() for _ in range(limit(game, seat) if seat != 1 else 5)]
        game.hands[seat] = sorted_hand(hand)
        if chance.random() < 0.5:
            note_all(game, seat, hand[:1])
        if chance.random() < 0.5 and seat:
            note(game, (0,), seat, hand[1])
    game.treachery = left
    traitors = list(LEADER_IDS)
    chance.shuffle(traitors)
    game.dealt = [tuple(traitors[4 * seat : 4 * seat + 4]) for seat in range(6)]
    game.traitors = [dealt if seat == 1 else dealt[:1] for seat, dealt in enumerate(game.dealt)]
    game.undealt = tuple(traitors[24:])


def anybody_does_something(game: Dune, chance: Random) -> tuple[int, DuneAction]:
    """Somebody answers, or acts beside the decision."""
    seat = chance.choice(play.waiting(game))
    if chance.random() < 0.25:
        actor = chance.randrange(6)
        if found := play.beside(game, actor):
            return actor, found.sample(chance.randrange)
    return seat, play.boxes(game, seat).sample(chance.randrange)


def what_is_seen(game: Dune, seat: int | None) -> bytes:
    """Everything that reaches a seat: its view, what it may answer and do, what is answered for it."""
    seen = [msgspec.json.encode(RULES.view(game, seat))]
    if seat is not None:
        seen += [msgspec.json.encode(one(game, seat).as_data()) for one in (play.boxes, play.beside)]
        if seat in play.asked(game):
            seen.append(msgspec.json.encode(play.default_of(game, seat)))
    return b"\n".join([*seen, msgspec.json.encode(RULES.shown_waiting(game))])


def secrets_are_kept(game: Dune, chance: Random) -> None:
    """Whatever a seat may not know is dealt again, and it notices nothing; the other deal is a game as well."""
    for seat in (None, *range(6)):
        other = RULES.redeal(game, seat, bytes([chance.randrange(256)]) + KEY[1:])
        assert what_is_seen(other, seat) == what_is_seen(game, seat), f"{seat} notices something"
        assert RULES.audit(other) == []
        play.time_up(other)


def play_on(chance: Random) -> int:
    """Play a position on, with every check at every step; how many steps that were."""
    table = anything(chance)
    for step in range(ENOUGH):
        if play.over(table.game) or len(table.game.stack) < 3 or not in_battles(table.game):
            return step
        secrets_are_kept(table.game, chance)
        seat, action = anybody_does_something(table.game, chance)
        play.submit(table.game, seat, action, table.listener)
        table.check()
        assert RULES.decode(RULES.encode(table.game)) == table.game
    return ENOUGH


def in_battles(game: Dune) -> bool:
    """Whether the Battle Phase is still going on."""
    return any(isinstance(section, Battles) for section in game.stack)


@pytest.mark.parametrize("seed", range(8))
def test_battles_at_random(seed: int) -> None:
    """DUN-1.5, DUN-2.9.2, DUN-1.1.2, DUN-2.3.1: in any position, with any answers."""
    assert play_on(Random(seed)) > 1


def test_a_plan_that_could_be_seen_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-4.8.8: the fault is planted: everybody sees the plan that was sealed first."""
    table = clash(ATR, EMP, hands={EMP: "Lasgun, Shield"}).do(ATR, Prescience("dial"))
    table.do(EMP, plan(3, "Bashar", "Lasgun", "Shield"))
    secrets_are_kept(table.game, Random(0))
    monkeypatch.setattr(
        battle_view, "plans_for", lambda game, battle, seat: {fid(one): plan for one, plan in battle.plans.items()}
    )
    with pytest.raises(AssertionError, match="notices something"):
        secrets_are_kept(table.game, Random(0))
