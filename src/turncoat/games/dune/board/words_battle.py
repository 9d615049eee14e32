"""DUN-4.8: a battle in sentences: who fights, orders and questions, plans as soon as they are open, the result."""

from __future__ import annotations

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.actions.battle import DIAL, HERO, PLAY
from turncoat.games.dune.battle_view import BattleView
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import capital, committed, outcome
from turncoat.games.dune.board.tokens import leader_words
from turncoat.kernel import Names, listed


def battle_words(now: Moment, battle: BattleView, names: Names) -> list[str]:
    """The whole battle."""
    one, other = (names.label("faction", side) for side in (battle.aggressor, battle.defender))
    sizes = [committed(now, *sides, battle.territory) for sides in sides_of(battle)]
    where = names.label("territory", battle.territory)
    lines = [f"{one} ({sizes[0]}) attacks {other} ({sizes[1]}) in {where}; {one} wins ties."]
    lines += [f"{text}." for text in (voice_words(battle, names), prescience_words(battle, names)) if text]
    lines += [f"{names.label('prevention', entry)} is prevented here." for entry in battle.lifted]
    for side, _ in sides_of(battle):
        plan = battle.plans.get(side)
        if plan is not None:
            lines.append(f"{names.label('faction', side)}: {plan_words(plan, names)}.")
        elif side in battle.sealed:
            lines.append(f"{names.label('faction', side)} has sealed a plan.")
    return [*lines, *result_words(now, battle, names)]


def sides_of(battle: BattleView) -> tuple[tuple[str, str], tuple[str, str]]:
    """Both combatants with their foes, the aggressor first."""
    return (battle.aggressor, battle.defender), (battle.defender, battle.aggressor)


def voice_words(battle: BattleView, names: Names) -> str:
    """DUN-6.4.4: the order, and who must obey."""
    if not battle.order:
        return ""
    order, kind = battle.order
    must = "must play" if order == PLAY else "must not play"
    voice = names.label("word", "voice")
    return f"{voice}: {names.label('faction', battle.commanded)} {must} {names.label('kind', kind)}"


def prescience_words(battle: BattleView, names: Names) -> str:
    """DUN-6.2.3: what is asked for, and what this reader has been shown."""
    if not battle.element:
        return ""
    foresight = names.label("word", "prescience")
    asked = f"{foresight}: {names.label('faction', battle.foreseen)} shows the {battle.element}"
    return asked + (f", which is {answer_words(battle, names)}" if battle.answer is not None else "")


def answer_words(battle: BattleView, names: Names) -> str:
    """DUN-6.2.3: the element that this reader has been shown; empty: nothing."""
    seen = battle.answer
    if seen is None:
        return ""
    if seen.element == DIAL:
        return str(seen.dial)
    return names.label("leader", seen.hero) if seen.element == HERO else names.label("card", seen.card)


def plan_words(plan: Plan, names: Names) -> str:
    """DUN-4.8.5: dial, hero, cards."""
    hero = "nobody" if plan.hero is None else leader_words(plan.hero, names)
    cards = [names.label("card", card) for card in (plan.weapon, plan.defence) if card is not None]
    return f"dial {plan.dial}, led by {hero}, with {listed(cards) if cards else 'no card'}"


def result_words(now: Moment, battle: BattleView, names: Names) -> list[str]:
    """DUN-4.8.12 to DUN-4.8.17: treachery, explosion, totals, winner, cards that may be kept."""
    result = outcome(now)
    sides = result.sides.items()
    if not sides:
        return []
    lines = [f"Treachery is called for {names.label('faction', side)}." for side in battle.calls]
    if not battle.calls and result.explodes:
        both = f"{names.label('card', 'lasgun')} and {names.label('card', 'shield')}"
        lines.append(f"{both}: everything explodes{'' if battle.resolved else ', unless treachery is called'}.")
    totals = [
        f"{names.label('faction', one)} {side.total}" for one, side in result.sides.items() if side.total is not None
    ]
    if totals:
        lines.append(f"Totals: {listed(totals)}.")
    for one, side in sides:
        hero = battle.plans[one].hero
        if side.hero_dies and hero is not None:
            lines.append(f"{capital(names.label('leader', hero))} {'dies' if battle.resolved else 'would die'}.")
    if battle.winner:
        lines.append(f"{names.label('faction', battle.winner)} wins.")
    if battle.played:
        cards = listed([names.label("card", card) for card in battle.played])
        lines.append(f"{names.label('faction', battle.winner)} may keep {cards}.")
    return lines
