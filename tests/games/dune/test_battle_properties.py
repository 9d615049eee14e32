"""Battles at random: whatever happens in them, nothing is lost and nobody learns what he may not know."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.dune.anybody import SEATS, deal, secrets_are_kept, steps
from tests.games.dune.fights import clash, plan
from tests.games.dune.story import ATR, EMP, Table, fid

from turncoat.games.dune import view as views
from turncoat.games.dune.alliances.rules import form
from turncoat.games.dune.battle import Prescience
from turncoat.games.dune.facts import LEADER_IDS
from turncoat.games.dune.sections import Battles
from turncoat.games.dune.shared.map import LOCATION_IDS
from turncoat.games.dune.state import Dune, Promise

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
    for seat in SEATS:
        spots = sorted({chance.choice(where): chance.randint(1, 6) for _ in range(2)}.items())
        game.forces[seat] = tuple(sorted((LOCATION_IDS.index(place), number) for place, number in spots))
        game.tanks[seat] = chance.randint(0, 6)
        game.reserves[seat] = 20 - game.tanks[seat] - sum(number for _, number in spots)
    deal(game, chance, 4)
    deal_traitors(game, chance)
    for number in chance.sample(range(len(LEADER_IDS)), chance.randint(0, 20)):
        game.alive[number], game.deaths[number] = False, 1
    if chance.random() < 0.7:
        one, other = chance.sample(SEATS, 2)
        form(game, one, other)
    game.promises = [
        Promise(chance.choice(SEATS), chance.choice(QUESTIONS), chance.choice(KINDS), chance.randint(0, 6), yes=flip)
        for flip in chance.choices((True, False), k=3)
    ]
    for orders in game.standing_orders:
        orders.clear()
    table.enter("battles")
    return table


def deal_traitors(game: Dune, chance: Random) -> None:
    traitors = chance.sample(LEADER_IDS, len(LEADER_IDS))
    game.dealt = [tuple(traitors[4 * seat : 4 * seat + 4]) for seat in SEATS]
    game.traitors = [dealt if seat == 1 else dealt[:1] for seat, dealt in enumerate(game.dealt)]
    game.undealt = tuple(traitors[24:])


@pytest.mark.parametrize("seed", range(8))
def test_battles_at_random(seed: int) -> None:
    """DUN-1.5, DUN-2.9.2, DUN-1.1.2, DUN-2.3.1: in any position, with any answers."""
    chance = Random(seed)
    assert sum(1 for _ in steps(anything(chance), chance, Battles, ENOUGH)) > 1


def test_a_plan_that_could_be_seen_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-4.8.8: the fault is planted: everybody sees the plan that was sealed first."""
    table = clash(ATR, EMP, hands={EMP: "Lasgun, Shield"}).do(ATR, Prescience("dial"))
    table.do(EMP, plan(3, "Bashar", "Lasgun", "Shield"))
    secrets_are_kept(table.game, Random(0))
    monkeypatch.setattr(
        views, "plans_for", lambda game, battle, seat: {fid(one): plan for one, plan in battle.plans.items()}
    )
    with pytest.raises(AssertionError, match="notices something"):
        secrets_are_kept(table.game, Random(0))
