"""The combat at one moment, for the drawing and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from turncoat.drawing.scene import Line, Scene
from turncoat.games.thrice.dice import Odds
from turncoat.games.thrice.drawing.faces import mask
from turncoat.games.thrice.drawing.names import kind_names
from turncoat.games.thrice.drawing.portrait import token
from turncoat.games.thrice.overruling import Overruled
from turncoat.games.thrice.skills import penalty
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.taking_back import TakenBack
from turncoat.games.thrice.text import RESULTS, OfAKind
from turncoat.games.thrice.view import ENGAGED, HELPLESS, OUT, Coin, Combatant, Numbers, Prospect, ThriceView
from turncoat.kernel import Names, listed


class RollSeen(Struct, frozen=True):
    """Dice that have just fallen.

    Attributes:
        name: A name that no other roll of the combat has.
        gain: The advantage that the roll gives.
        total: The total; None if the viewer may not know it.
        blows: The targets with their losses; 0 was a miss.
    """

    name: str
    who: int
    swaps: int
    dice: tuple[int, ...]
    gain: int
    total: int | None = None
    blows: tuple[tuple[int, int], ...] = ()


class Position(Struct, frozen=True):
    """The combat at one moment.

    Attributes:
        rolls: The latest dice.
        lit: What has just happened to each combatant: ``struck``, ``missed``, ``given`` or ``moved``.
    """

    view: ThriceView
    rolls: tuple[RollSeen, ...] = ()
    lit: Mapping[int, str] = field(default_factory=dict)
    log: tuple[Line, ...] = ()


class Drawing:
    """A part of the table, drawn for one viewer; ``letters`` stand on the tokens, by combatant."""

    def __init__(self, position: Position, names: Names, scene: Scene, letters: Sequence[str]) -> None:
        self.position, self.now = position, position.view
        self.names, self.scene, self.letters = names, scene, letters

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    def called(self, who: int) -> str:
        """The name of a combatant: a character's own, or its kind with a letter."""
        return self.names.label("combatant", who)

    def figure(self, who: int, kind: str = "") -> str:
        """A combatant as it stands on the field; ``kind`` tells the GM's two kinds of opponents apart."""
        if self.now.is_opponent(who):
            return mask(self.letters[who], kind, self.now.face, self.now.colour)
        return token(who, self.letters[who], self.now.sheets[who].character.kin)


def called(names: Names, who: int) -> str:
    """The name of a combatant: a character's own, or its kind with a letter."""
    return names.label("combatant", who)


def short(names: Names, who: int, gm: int) -> str:
    """``A``, or ``1``, for an opponent; a character's name."""
    return called(names, who).rpartition(" ")[2] if who >= gm else called(names, who)


def either(numbers: tuple[int, ...]) -> str:
    """Possible numbers, of which one is true: ``11, 14 or 17``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def percent(odds: Odds) -> str:
    """A probability in per cent; 100 % and ``never`` only if it is certain."""
    if odds.ways in (0, odds.of):
        return "100 %" if odds.ways else "never"
    return f"{min(99.9, max(0.1, 100 * odds.chance)):.1f} %"


def coins_words(coins: tuple[Coin, ...]) -> str:
    """Unused coins by trick: ``bleed twice and counter``."""
    counts = Counter(coin.trick for coin in coins)
    return listed(trick if number == 1 else f"{trick} {number} times" for trick, number in counts.items())


def zone_words(now: ThriceView, combatant: Combatant, names: Names) -> str:
    """The place of a combatant, and the others in its engagement."""
    if combatant.zone == ENGAGED:
        group = next(group for group in now.engagements if combatant.who in group)
        return f"engaged with {listed(called(names, other) for other in group if other != combatant.who)}"
    if combatant.zone in OUT:
        return "helpless" if combatant.zone == HELPLESS else "has fled"
    return f"in the {combatant.zone} zone" if now.zones else "in the fight"


def numbers_words(numbers: Numbers, condition: bool = True) -> str:
    """The numbers of all skills in words."""
    first = f"condition {numbers.condition}, " if condition else ""
    return (
        f"{first}initiative {numbers.initiative}, damage {numbers.damage}, weapon {numbers.weapon}, "
        f"armour {numbers.armour}"
    )


def combatant_words(now: ThriceView, combatant: Combatant, names: Names, *, own: bool = False) -> str:
    """The accessible name of a combatant: place, condition, and everything on it."""
    parts = [f"{called(names, combatant.who)}{' (you)' if own else ''} {zone_words(now, combatant, names)}"]
    if combatant.zone in OUT:
        return parts[0]
    if combatant.kind:
        kind = kind_names(now.kinds)[combatant.kind]
        parts += [kind.lower()] * (not parts[0].startswith(kind))
    if combatant.numbers is not None:
        parts.append(numbers_words(combatant.numbers))
    else:
        parts += opponent_clues(combatant)
    if not now.is_opponent(combatant.who):
        parts.append(f"{now.sheets[combatant.who].advantage} advantage")
    if combatant.coins:
        parts.append(f"coins of {coins_words(combatant.coins)}")
    if combatant.bleeding:
        parts.append(f"bleeds for {combatant.bleeding}")
    parts += [f"locked out of {lock.trick}" for lock in combatant.locks]
    parts += [token_words(token.skill, token.steps, token.tokens) for token in combatant.tokens]
    if combatant.who == now.turn:
        parts.append("has the turn")
    elif combatant.acted:
        parts.append("has acted")
    return ", ".join(parts)


def opponent_clues(combatant: Combatant) -> list[str]:
    """THR-1.3: what a player can know of an opponent."""
    parts = []
    if combatant.lost:
        parts.append(f"has lost {combatant.lost}" if combatant.lost > 0 else f"has gained {-combatant.lost}")
    if combatant.armours:
        parts.append(f"armour {either(combatant.armours)}")
    return parts


def token_words(skill: str, steps: int, tokens: int) -> str:
    """THR-13.2: ``weapon raised by 2 steps and 1 token``."""
    made = [f"{steps} step{'s' if steps > 1 else ''}"] if steps else []
    made += [f"{tokens} token{'s' if tokens > 1 else ''}"] if tokens else []
    return f"{skill} raised by {listed(made)}"


def sheet_words(now: ThriceView, seat: int, name: str) -> str:
    """A character sheet as a sentence; ``name`` is the player's."""
    sheet, numbers = now.sheets[seat], now.numbers(seat)
    who = sheet.character
    title = f"{who.name}, played by {name}" if who.name not in ("", name) else name
    less = penalty(numbers.condition) if numbers.condition else 0
    weak = f", weapon and armour {less} less for low condition" if less else ""
    place = "" if not now.round else f" Acts {'before' if sheet.before else 'after'} the opponents."
    return (
        f"{title}: {who.kin}, {who.first}, {who.second}, {who.third}. Wealth {who.wealth}, {who.circles} circles. "
        f"{numbers_words(numbers).capitalize()}{weak}. {sheet.advantage} advantage.{place}"
    )


def kinds_words(now: ThriceView, names: Names) -> list[str]:
    """THR-5.4: the kinds of opponents, for those who may know."""
    families, sizes = kind_names(now.kinds).values(), kind_sizes(now)
    return [
        f"{name}: {OfAKind(size, kind).say(names)}."
        for name, size, kind in zip(families, sizes, now.kinds, strict=True)
    ]


def kind_sizes(now: ThriceView) -> tuple[int, ...]:
    """THR-5.4: the number of opponents of each kind."""
    second = sum(opponent.kind == "B" for opponent in now.opponents)
    return (len(now.opponents) - second, second)[: len(now.kinds)]


def kind_cost(now: ThriceView, kind: Kind) -> str:
    """The points spent on a kind of opponents: ``3 points``."""
    return f"{kind.cost} point{'' if kind.cost == 1 else 's'}"


def board_words(now: ThriceView, names: Names) -> list[str]:
    """THR-7.4: who acts before and who after the opponents, and who has acted."""
    if not now.round:
        return []
    before = [sheet.seat for sheet in now.sheets if sheet.before]
    after = [sheet.seat for sheet in now.sheets if not sheet.before]
    number = f"The opponents have initiative {now.opponents_initiative}. " if now.opponents_initiative else ""
    first, last = (listed((called(names, one) for one in band), "nobody") for band in (before, after))
    them = "them" if number else "the opponents"
    return [f"{number}Before {them}: {first}; after them: {last}."]


def roll_words(roll: RollSeen, names: Names) -> str:
    """A roll in words: dice, swaps, bonus and total."""
    total = f", {roll.total} in all" if roll.total is not None else ""
    gain = f", advantage +{roll.gain}" if roll.gain else ""
    blows = "".join(
        f"; {'hits' if loss else 'misses'} {called(names, target)}{f' for {loss}' if loss else ''}"
        for target, loss in roll.blows
    )
    return f"{called(names, roll.who)} rolled {' + '.join(map(str, roll.dice))}{total}{gain}{blows}."


def chance_words(prospect: Prospect, swaps: int, names: Names, *, exact: bool) -> str:
    """The chance against one armour with this many swaps."""
    case = f"armour {prospect.armour}" if exact else f"if armour is {prospect.armour}"
    return f"{called(names, prospect.target)}, {case}: {percent(prospect.odds[swaps])} to hit."


def prospect_words(prospect: Prospect, names: Names) -> str:
    """The odds against one armour."""
    none, single, double = map(percent, prospect.odds)
    return (
        f"{called(names, prospect.target)}, if armour is {prospect.armour}: {none} to hit with no die swapped, "
        f"{single} with one, {double} with two."
    )


def affair_words(position: Position, names: Names) -> str:
    """What is going on, as a sentence, after the GM's word (THR-5.11) or what the GM has just overruled (THR-17.3)."""
    now = position.view
    if now.result:
        return RESULTS[now.result]
    if not now.sheets:
        return "The characters are being made."
    if not now.combatants:
        return "The GM prepares the opponents."
    if not now.round:
        fallen = "Initiative: everybody has rolled."
        swaps = f"{now.word} Initiative: everybody may swap d10 for d6, and rolls.".strip()
        return fallen if position.rolls else swaps
    if now.attacker >= 0:
        return _attack_words(now, names)
    by_the_gm = (Overruled.usual_rule, TakenBack.usual_rule)
    *_, latest = ("", *(line.text for line in position.log[-1:] if line.rule in by_the_gm))
    going_on = f"It is the turn of {called(names, now.turn)}." if now.turn >= 0 else _next_words(now, names)
    return f"{latest} {going_on}".strip()


def _attack_words(now: ThriceView, names: Names) -> str:
    """THR-10.3, THR-12.2, THR-13.4: who attacks whom, or what may follow an attack."""
    attacker, who = called(names, now.attacker), called(names, now.reacting) if now.reaction else ""
    if now.reaction == "riposte":
        return f"{attacker} has missed {who}, who may strike back."
    if now.reaction == "reward":
        return f"The attack of {attacker} is over; {who} may enforce a skill."
    return f"{attacker} attacks {listed(called(names, one) for one in dict.fromkeys(now.targets))}."


def _next_words(now: ThriceView, names: Names) -> str:
    """THR-8.1, THR-8.2: whose turn it may be next."""
    if not now.up:
        return "The round is over."
    if now.is_opponent(now.up[0]):
        return "It is the opponents' turn: the GM sends one of them."
    *most, last = [called(names, one) for one in now.up]
    return f"{', '.join(most)} or {last} may go next: agree by talking." if most else f"{last} may go next."


def in_text(position: Position, names: Names, own: int | None) -> tuple[str, ...]:
    """The whole combat in sentences."""
    now = position.view
    lines = [affair_words(position, names), *board_words(now, names)]
    lines += [prospect_words(prospect, names) for prospect in now.prospects]
    lines += [roll_words(roll, names) for roll in position.rolls]
    lines += [sheet_words(now, sheet.seat, names.label("seat", sheet.seat)) for sheet in now.sheets]
    lines += kinds_words(now, names)
    lines += [f"{combatant_words(now, combatant, names, own=combatant.who == own)}." for combatant in now.combatants]
    return tuple(lines)
