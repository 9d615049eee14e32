"""What a mentat asks with Truthtrance, and how it answers."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.battle import Plan
from turncoat.games.dune.battle.bot import Planner, against, free_plans
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.shared.cards import KIND, TRUTHTRANCE
from turncoat.games.dune.shared.map import TERRITORY
from turncoat.games.dune.truthtrance import (
    NO,
    UNKNOWN,
    YES,
    AskDefence,
    AskDial,
    AskEntry,
    AskFreely,
    AskHero,
    AskPass,
    AskPlan,
    AskTraitor,
    AskWeapon,
    Question,
    Reply,
)
from turncoat.kernel import Boxes

DOUBT = 0.05
"""The bot asks about a leader who is a traitor with at least this probability."""


def intended(world: World, planner: Planner) -> Plan:
    """The plan that the bot would make now if it could choose freely."""
    battle = world.view.battle
    assert battle is not None
    return planner.best(free_plans(world, planner.foe.seat, TERRITORY[battle.territory]))


def ask(world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-DK-22: before a battle, ask whether the hero that the bot means to send is the foe's traitor."""
    planner = against(world)
    if planner is None or TRUTHTRANCE not in world.own.hand:
        return None
    hero = intended(world, planner).hero or ""
    if world.betrayal(planner.foe.seat, hero) < DOUBT:
        return None
    question = AskTraitor(world.faction(planner.foe.seat).faction, hero)
    return question if question in boxes else None


def reply(world: World, boxes: Boxes[DuneAction], *, may_bid: bool) -> DuneAction:
    """DUN-DK-23: answer what the bot intends anyway; without an intention, give the answer that restricts it least.

    Args:
        world: The table as the bot's seat sees it.
        boxes: The possible answers.
        may_bid: Whether the bot might still bid.
    """
    asked = world.view.question
    assert asked is not None
    open_to = [answer for answer in boxes if isinstance(answer, Reply)]
    wanted = Reply(_truth(world, asked.question, may_bid=may_bid))
    return wanted if wanted in open_to else open_to[0]


def _truth(world: World, question: Question, *, may_bid: bool) -> str:
    if isinstance(question, AskFreely):
        return UNKNOWN
    if isinstance(question, AskPass):
        return NO if may_bid else YES
    if isinstance(question, AskEntry):
        return YES if _must_stop(world, TERRITORY[question.territory]) else NO
    planner = against(world)
    if planner is None:
        return NO
    return YES if _so(intended(world, planner), question) else NO


def _must_stop(world: World, territory: int) -> bool:
    """Whether the territory holds forces of a player who is about to win."""
    foes = [seat for seat in world.there(territory) if seat not in world.friends]
    return any(world.held(world.side(foe)) >= world.needed(world.side(foe)) for foe in foes)


def _so(plan: Plan, question: Question) -> bool:
    """Whether the answer to the question is yes for a plan."""
    weapon, defence = (KIND.get(card or "") for card in (plan.weapon, plan.defence))
    match question:
        case AskHero():
            return plan.hero == question.hero
        case AskWeapon():
            return weapon == question.kind
        case AskDefence():
            return defence == question.kind
        case AskPlan():
            return question.kind in (weapon, defence, plan.hero)
        case AskDial():
            return plan.dial > question.number
        case _:
            return False
