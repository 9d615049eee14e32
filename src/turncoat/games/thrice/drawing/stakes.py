"""What a question is about: who attacks whom, the odds of a hit, and the effect of stepping in (THR-10.3, THR-12.5)."""

from __future__ import annotations

from turncoat.games.thrice.dice import DIRECTED, MOST_SWAPS, attack_odds, opponent_odds
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.position import Position
from turncoat.games.thrice.opponents import CROWDS
from turncoat.games.thrice.skills import DAMAGE, DIRECT, INTERCEPT, STEP, STEPS, WEAPON, enemy_start
from turncoat.games.thrice.view import DISTANT, ENGAGED, OUT, Combatant, ThriceView
from turncoat.kernel import Names, listed
from turncoat.kernel.lexicon import either


def stakes(now: ThriceView, names: Names) -> tuple[str, ...]:
    """What is going on; during an attack also what a reaction is about, and what the dice must come to."""
    return (said.affair_words(Position(now), names), *context(now, names), *needed(now, names))


def context(now: ThriceView, names: Names) -> tuple[str, ...]:
    """THR-12.2, THR-12.5: what a viewer who may step in or strike back must know: chance, damage, engagements."""
    if now.attacker < 0 or now.result or now.reaction == "reward" or now.prospects:
        return ()
    if now.reaction == "riposte":
        return _of_a_counter(now, names) if _decides(now, now.reacting) else ()
    attacker = now.combatants[now.attacker]
    if now.is_opponent(now.attacker):
        lines = [_chance(now, attacker, who, names) for who in _threatened(now) if not now.is_opponent(who)]
    elif now.seat == now.gm and _guards(now):
        whom = dict.fromkeys([*now.targets, *_guards(now)])
        lines = [_against(attacker, now.combatants[who], names) for who in whom]
    elif now.attacker == now.seat:
        own = [now.combatants[who] for who in now.targets]
        lines = [line for one in own for line in ours(attacker, one, names)]
    else:
        return ()
    return tuple(line for line in (*lines, *(_tie(now, who, names) for who in _guards(now))) if line)


def _of_a_counter(now: ThriceView, names: Names) -> tuple[str, ...]:
    """THR-12.2: the odds of striking back, and what a hit takes."""
    numbers = now.combatants[now.reacting].numbers
    taken = "" if numbers is None or now.is_opponent(now.reacting) else f"A hit takes {numbers.damage}."
    return tuple(line for line in (*counter_odds(now, names), taken) if line)


def _decides(now: ThriceView, who: int) -> bool:
    """Whether the viewer answers for a combatant."""
    return now.seat is not None and now.seat == min(who, now.gm)


def _guards(now: ThriceView) -> list[int]:
    """THR-12.5: for whom the viewer may be asked whether to step in: those with a coin of Intercept, in reach."""
    attacker = now.combatants[now.attacker]
    if attacker.zone == DISTANT:
        return []
    return [
        one.who
        for one in now.combatants
        if _decides(now, one.who)
        and now.is_opponent(one.who) != now.is_opponent(attacker.who)
        and one.zone not in (*OUT, DISTANT)
        and any(coin.trick == INTERCEPT for coin in one.coins)
        and any(target != one.who for target in now.targets)
    ]


def _against(who: Combatant, target: Combatant, names: Names) -> str:
    """THR-10.3: a character's odds to hit an opponent whose numbers the viewer knows."""
    if who.numbers is None or target.numbers is None:
        return ""
    (odds,) = ours(who, target, names)
    return f"{odds[:-1]}; a hit takes {who.numbers.damage} of {target.numbers.condition}."


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
    damages = "" if any(token.skill == DAMAGE for token in attacker.tokens) else _damages(now)
    weapons = [enemy_start(now.options, WEAPON) + STEP * step for step in range(min(STEPS, _points(now)) + 1)]
    cases = [f"{said.percent(opponent_odds(numbers.armour - one - bonus))} if the weapon is {one}" for one in weapons]
    return f"{name}: to be hit {', '.join(cases)}{damages}."


def _damages(now: ThriceView) -> str:
    """THR-5.5: what a hit of an opponent can take, if its damage is hidden."""
    can = [enemy_start(now.options, DAMAGE) + STEP * step for step in range(min(STEPS, _points(now)) + 1)]
    return f"; a hit takes {either(map(str, can))}"


def _points(now: ThriceView) -> int:
    """THR-5.2, THR-5.3: the most that the GM can have spent on one skill."""
    return now.party_wealth + CROWDS[now.gm] - len(now.opponents)


def _tie(now: ThriceView, who: int, names: Names) -> str:
    """THR-12.5: the effect of stepping in on engagements: the attacker joins the one of whoever steps in."""
    near, own = (next((group for group in now.engagements if one in group), ()) for one in (now.attacker, who))
    if not now.zones or now.attacker in own:
        return ""
    attacker = said.called(names, now.attacker)
    side = now.is_opponent(now.attacker)
    left = [said.called(names, one) for one in near if now.is_opponent(one) != side]
    joined = [said.called(names, one) for one in own if one != who]
    me = who == now.seat and not now.is_opponent(who)
    leaves = f"leaves the engagement with {listed(left)} and " if left else ""
    comes = f"joins {'your' if me else 'the'} engagement with {listed(joined)}"
    alone = f"is engaged with {'you' if me else said.called(names, who)}"
    begins = "If you step in" if me else f"If {said.called(names, who)} steps in"
    return f"{begins}, {attacker} {leaves}{comes if joined else alone}."


# --- odds -------------------------------------------------------------------------------------


def counter_odds(now: ThriceView, names: Names) -> list[str]:
    """THR-12.2: the odds of a counter-attack by each target that could make one."""
    other, own = now.combatants[now.attacker], now.seat
    if other.numbers is not None and own == now.gm:
        who = next((now.combatants[one] for one in now.targets if now.is_opponent(one)), None)
        return [] if who is None or who.numbers is None else [theirs(now, who, other, said.called(names, other.who))]
    who = now.combatants[own] if own is not None and own < now.gm else None
    if who is None or who.numbers is None:
        return []
    return ours(who, other, names)


def bonus(now: ThriceView, who: Combatant) -> int:
    """THR-12.3, THR-17.1: the bonus of Direct and flanking to the weapon."""
    more = DIRECTED * sum(coin.trick == DIRECT for coin in who.coins)
    if not now.options.flanking or not now.is_opponent(who.who):
        return more
    group = next((engagement for engagement in now.engagements if who.who in engagement), ())
    opponents = sum(now.is_opponent(one) for one in group)
    return more + max(0, 2 * opponents - len(group))


def ours(who: Combatant, target: Combatant, names: Names) -> list[str]:
    """THR-6.2: a character's odds against each armour that an opponent can have, with no, one and two swaps."""
    assert who.numbers is not None
    weapon = who.numbers.weapon + DIRECTED * sum(coin.trick == DIRECT for coin in who.coins)
    case, lines = "armour {}" if len(target.armours) == 1 else "if armour is {}", list[str]()
    for armour in target.armours:
        none, one, two = (said.percent(attack_odds(armour - weapon, swaps)) for swaps in range(MOST_SWAPS + 1))
        odds = f"{none} to hit; one swap {one}, two {two}"
        lines.append(f"{said.called(names, target.who)}, {case.format(armour)}: {odds}.")
    return lines


def theirs(now: ThriceView, who: Combatant, target: Combatant, name: str) -> str:
    """THR-10.4: an opponent's odds against a character, and what a hit takes."""
    assert who.numbers is not None
    armour = now.numbers(target.who).armour
    odds = opponent_odds(armour - who.numbers.weapon - bonus(now, who))
    loss, left = who.numbers.damage, now.numbers(target.who).condition
    falls = " and would be helpless" if loss >= left else ""
    return f"{name}: {said.percent(odds)} to hit; loses {min(loss, left)} of {left}{falls}."
