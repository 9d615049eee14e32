"""What an answer would lead to: odds and points left; from the viewer's own view."""

from __future__ import annotations

from turncoat.games.thrice import actions as act
from turncoat.games.thrice.actions import ThriceAction
from turncoat.games.thrice.characters import made, reduced
from turncoat.games.thrice.dice import DIRECTED, attack_odds, expected_advantage, faces_of
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.names import family
from turncoat.games.thrice.drawing.stakes import counter_odds, needed, ours, theirs
from turncoat.games.thrice.drawing.table import initiative_values
from turncoat.games.thrice.opponents import CROWDS, ONE, OTHER, kind_from
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import INITIATIVE, SKILLS, STEP, enemy_start, tier
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.text import kind_title
from turncoat.games.thrice.view import Numbers, ThriceView
from turncoat.kernel import Names


def outlook(now: ThriceView, action: ThriceAction, names: Names) -> tuple[str, ...]:
    """What an answer would lead to, in sentences; empty if that cannot be foreseen."""
    if now.seat is None:
        return ()
    lines: list[str] = []
    match action:
        case act.Create():
            lines = _sheet(now, action)
        case act.Build():
            lines = _opponents(now, action)
        case act.Attack() | act.Swipe():
            lines = _attack(now, (action.target, *getattr(action, "others", ())), names)
        case act.Swap():
            lines = _swap(now, now.seat, action.dice, names)
        case act.Dice() | act.TwoDice():
            lines = [f"The dice come to {sum(faces_of(action))}.", *needed(now, names)]
        case act.Counter():
            lines = counter_odds(now, names)
        case act.Give():
            lines = _gift(now, now.turn if now.seat == now.gm else now.seat, action, names)
    return tuple(lines)


# --- a character ------------------------------------------------------------------------------


def _sheet(now: ThriceView, action: act.Create) -> list[str]:
    """THR-3.7: the skills, and how low condition weakens them."""
    character, options = made(action, now.options), now.options
    values = ", ".join(f"{skill} {character.value(skill, options)}" for skill in SKILLS)
    lines = [f"{values[0].upper()}{values[1:]}."]
    weak = [reduced(character, options, condition) for condition in (3, 2, 1)]
    rows = "; ".join(f"{weapon} and {armour}" for weapon, armour in weak)
    return [*lines, f"At condition 3, 2 and 1 your weapon and armour are {rows} (THR-3.7)."]


# --- opponents --------------------------------------------------------------------------------


def _opponents(now: ThriceView, action: act.Build) -> list[str]:
    """THR-5: the points left, and a description of each kind; bots try out how hard the fight is (``chair.tried``)."""
    points = now.party_wealth + action.removed
    left = points - sum(action.points.values())
    number = CROWDS[now.gm] - action.removed
    kinds = [kind_from(action.points, name, now.options) for name in (ONE, OTHER)][: 2 if action.second else 1]
    sizes = (number - action.second, action.second)
    initiative = action.points.get(INITIATIVE, 0)
    lines = [f"{left} of {points} point{'' if points == 1 else 's'} left (THR-5.2)."]
    if now.called:
        lines.append(f"They are called {now.called} 1 to {number}.")
    for name, kind, size in zip("AB", kinds, sizes, strict=False):
        numbers = kind_numbers(now.options, kind, initiative)
        tricks = f", tricks {', '.join(kind.tricks)}" if kind.tricks else ""
        lines.append(
            f"{kind_title(now.called)} {name}, {family(kind)}: {size} with {said.numbers_words(numbers)}{tricks}."
        )
    return lines


def kind_numbers(options: Options, kind: Kind, initiative: int) -> Numbers:
    """THR-2.3: the skills of a kind."""

    def value(skill: str, steps: int) -> int:
        return enemy_start(options, skill) + STEP * steps

    return Numbers(
        value("initiative", initiative),
        value("damage", kind.damage),
        value("weapon", kind.weapon),
        value("armour", kind.armour),
        value("condition", kind.condition),
    )


# --- attacks ----------------------------------------------------------------------------------


def _attack(now: ThriceView, targets: tuple[int, ...], names: Names) -> list[str]:
    """THR-6.2: the odds against each target, for each value that a hidden armour can have."""
    who = now.combatants[now.turn]
    if who.numbers is None:
        return []
    lines = []
    for target in targets:
        other = now.combatants[target]
        if now.is_opponent(who.who):
            lines.append(theirs(now, who, other, said.called(names, target)))
        else:
            lines += ours(who, other, names)
    return lines


def _swap(now: ThriceView, seat: int, swaps: int, names: Names) -> list[str]:
    """THR-6.2, THR-6.3: the odds of the roll with this many swaps, and the average advantage."""
    lines = []
    for prospect in now.prospects:
        exact = sum(other.target == prospect.target for other in now.prospects) == 1
        lines.append(said.chance_words(prospect, swaps, names, exact=exact))
    if not now.round:
        need = now.options.enemy_initiative_base - now.numbers(seat).initiative
        odds = {value: said.percent(attack_odds(need + value, swaps)) for value in initiative_values(now)}
        lines += [f"Before the opponents, if they have {value}: {chance}." for value, chance in odds.items()]
    return [*lines, f"The d6 of this roll bring about {expected_advantage(swaps):g} advantage (THR-6.3)."]


# --- tricks -----------------------------------------------------------------------------------


def _gift(now: ThriceView, giver: int, action: act.Give, names: Names) -> list[str]:
    """THR-11.1, THR-12: who pays for a trick, what is left, and its tier."""
    opponent = now.is_opponent(giver)
    worth = tier(now.party_wealth if opponent else now.sheets[giver].character.wealth)
    effect = {
        "bleed": f"everybody hit by the next attack of {said.called(names, action.to)} loses {worth} more "
        "condition at the end of the round",
        "strengthen": f"condition rises by {worth}",
        "direct": f"the next attack roll has +{DIRECTED}",
    }.get(action.trick, "a coin lies there until it is used")
    if opponent:
        kind = now.kinds["AB".index(now.combatants[giver].kind)]
        price = "Bought: free, and the turn goes on" if action.trick in kind.tricks else "It takes the whole turn"
        return [f"{price}; {effect}."]
    left = now.sheets[giver].advantage - now.options.trick_cost
    return [f"You pay {now.options.trick_cost} and keep {left} advantage; {effect}."]
