"""How a mentat fights: which battle first, the Voice, Prescience, treachery, what the winner throws away."""

from __future__ import annotations

from turncoat.games.dune.actions import Call, ChooseBattle, Discard, DuneAction, Pass, Prescience, Voice
from turncoat.games.dune.actions.battle import DEFENCE, DIAL, DO_NOT_PLAY, PLAY, WEAPON
from turncoat.games.dune.bot.plans import Planner, against, facing, free_plans, plans_in
from turncoat.games.dune.bot.world import DEFENCES, WEAPONS, World
from turncoat.games.dune.cards import DEFENCE_KINDS, KIND, VOICE_KINDS, WEAPON_KINDS, WORTHLESS
from turncoat.games.dune.map import TERRITORY
from turncoat.kernel import Boxes

WORTH_A_WORD = 0.05
"""By so much an order must improve the prospects."""


def choose(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-15: the battle with the best prospects first."""
    return max(boxes, key=lambda answer: _prospects(world, answer))


def _prospects(world: World, answer: DuneAction) -> float:
    assert isinstance(answer, ChooseBattle)
    foe, territory = world.seat(answer.faction), TERRITORY[answer.territory]
    planner = facing(world, foe, territory)
    return max(map(planner.value, free_plans(world, foe, territory)))


def plan(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-18: the plan that is worth most."""
    planner = against(world)
    return boxes.nth(0) if planner is None else planner.best(plans_in(boxes))


def voice(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-16: the order that helps most; in the ally's battle against the weapon that is likeliest."""
    battle = world.view.battle
    assert battle is not None
    if against(world) is None:
        foe = next(seat for seat in map(world.seat, (battle.aggressor, battle.defender)) if seat not in world.friends)
        kind = max(WEAPONS, key=lambda one: world.has(foe, one))
        return Voice(DO_NOT_PLAY, kind) if world.has(foe, kind) > WORTH_A_WORD else Pass()
    best, chosen = _hope(world, None) + WORTH_A_WORD, Pass()
    answer: DuneAction = chosen
    for order in (Voice(way, kind) for way in (PLAY, DO_NOT_PLAY) for kind in VOICE_KINDS):
        if order in boxes and (hope := _hope(world, order)) > best:
            best, answer = hope, order
    return answer


def _hope(world: World, order: Voice | None) -> float:
    """What the best plan is worth if the foe obeys an order."""
    planner = against(world)
    assert planner is not None
    if order is not None:
        planner.foe.obeys(order.order, order.kind)
        planner = Planner(world, planner.foe, planner.stake)
    battle = world.view.battle
    assert battle is not None
    return max(map(planner.value, free_plans(world, planner.foe.seat, TERRITORY[battle.territory])))


def foresee(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-17: the weapon if one has a defence to choose, the defence if one has a weapon to choose, else the dial."""
    planner = against(world)
    if planner is None:
        return Pass()
    kinds = [KIND[card] for card in world.own.hand]
    armed = any(world.has(planner.foe.seat, kind) > 0 for kind in WEAPONS)
    guarded = any(world.has(planner.foe.seat, kind) > 0 for kind in DEFENCES)
    if armed and any(kind in DEFENCE_KINDS - {WORTHLESS} for kind in kinds):
        return Prescience(WEAPON)
    if guarded and any(kind in WEAPON_KINDS - {WORTHLESS} for kind in kinds):
        return Prescience(DEFENCE)
    return Prescience(DIAL)


def call(boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-19: a traitor is called."""
    return Call() if Call() in boxes else Pass()


def discard(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DK-20: worthless cards go."""
    (one,) = boxes.boxes
    cards = one.space("cards")
    values = getattr(cards, "values", ())
    return Discard(tuple(card for card in values if KIND[card] == WORTHLESS))
