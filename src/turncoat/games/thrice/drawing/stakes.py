"""What a question is about: who attacks whom, the odds of a hit, and the effect of stepping in (THR-10.3, THR-12.5)."""

from __future__ import annotations

from turncoat.games.thrice.dice import DIRECTED, opponent_odds
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.position import Position
from turncoat.games.thrice.opponents import CROWDS
from turncoat.games.thrice.skills import DIRECT, STEP, STEPS, WEAPON, enemy_start
from turncoat.games.thrice.view import ENGAGED, OUT, Combatant, ThriceView
from turncoat.kernel import Names, listed


def stakes(now: ThriceView, names: Names) -> tuple[str, ...]:
    """What is going on; during an opponent's attack also the odds, and the effect of stepping in."""
    lines = [said.affair_words(Position(now), names)]
    if now.attacker >= 0 and now.is_opponent(now.attacker) and not now.result:
        attacker = now.combatants[now.attacker]
        lines += [_chance(now, attacker, who, names) for who in _threatened(now) if not now.is_opponent(who)]
        lines += _ties(now, names)
    lines += needed(now, names)
    return tuple(line for line in lines if line)


def needed(now: ThriceView, names: Names) -> list[str]:
    """THR-10.3: the total that the dice must reach, for each armour that a target can have."""
    numbers = now.combatants[now.attacker].numbers if now.prospects else None
    if numbers is None:
        return []
    coins = now.combatants[now.attacker].coins
    plus = numbers.weapon + DIRECTED * sum(coin.trick == DIRECT for coin in coins)
    found = []
    for target in dict.fromkeys(one.target for one in now.prospects):
        armours = [one.armour for one in now.prospects if one.target == target]
        known = [f"{max(0, armour - plus)} for armour {armour}" for armour in armours]
        found.append(f"To hit {said.called(names, target)} the dice must come to {', '.join(known)}.")
    return found


def why(now: ThriceView, act: str, domain: str, value: str, names: Names) -> str:
    """THR-9.8, THR-10.2: why the character whose turn it is cannot attack somebody; empty: there is nothing to say."""
    target = next((one for one in now.combatants if str(one.who) == value), None)
    if act != "attack" or domain != "combatant" or target is None or now.turn < 0:
        return ""
    name = said.called(names, target.who)
    if target.zone in OUT:
        return f"{name} takes no part any more (THR-10.2)."
    if now.is_opponent(target.who) == now.is_opponent(now.turn):
        return f"{name} is on the same side (THR-10.2)."
    near = next((group for group in now.engagements if now.turn in group), ())
    if near and target.who not in near:
        return f"{name} is not in the same engagement (THR-9.8)."
    if target.zone == ENGAGED and not near:
        return f"{name} is engaged, and the attacker is not (THR-9.8)."
    return ""


def _threatened(now: ThriceView) -> list[int]:
    """The targets, and the viewer's own character if it might step in."""
    own = [] if now.seat is None or now.seat == now.gm or now.combatants[now.seat].zone in OUT else [now.seat]
    return list(dict.fromkeys([*now.targets, *own]))


def _chance(now: ThriceView, attacker: Combatant, who: int, names: Names) -> str:
    """THR-10.4: the odds that the attack hits; if the weapon is hidden, for each value that it can have."""
    numbers = now.combatants[who].numbers
    if numbers is None or now.options.flanking or any(token.skill == WEAPON for token in attacker.tokens):
        return ""
    if attacker.numbers is None and now.options.enemy_condition_penalty:
        return ""
    bonus = DIRECTED * sum(coin.trick == DIRECT for coin in attacker.coins)
    name = f"{said.called(names, who)}, armour {numbers.armour}, condition {numbers.condition}"
    if attacker.numbers is not None:
        odds = said.percent(opponent_odds(numbers.armour - attacker.numbers.weapon - bonus))
        return f"{name}: {odds} to be hit, for {attacker.numbers.damage}."
    weapons = [enemy_start(now.options, WEAPON) + STEP * step for step in range(min(STEPS, _points(now)) + 1)]
    cases = [f"{said.percent(opponent_odds(numbers.armour - one - bonus))} if the weapon is {one}" for one in weapons]
    return f"{name}: to be hit {', '.join(cases)}."


def _points(now: ThriceView) -> int:
    """THR-5.2, THR-5.3: the most that the GM can have spent on one skill."""
    return now.party_wealth + CROWDS[now.gm] - len(now.opponents)


def _ties(now: ThriceView, names: Names) -> list[str]:
    """THR-12.5: the effect of stepping in on engagements."""
    if not now.zones or now.seat is None or now.seat == now.gm or now.seat in now.targets:
        return []
    near = next((group for group in now.engagements if now.attacker in group), ())
    left = [said.called(names, who) for who in near if not now.is_opponent(who) and who != now.seat]
    if now.seat in near or not left:
        return []
    return [f"If you step in, it leaves the engagement with {listed(left)} and is engaged with you."]
