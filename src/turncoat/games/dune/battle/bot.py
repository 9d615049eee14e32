"""How a bot fights: its choice of battle, plan and orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.battle import (
    DEFENCE,
    DIAL,
    DO_NOT_PLAY,
    PLAY,
    WEAPON,
    Call,
    ChooseBattle,
    Discard,
    Plan,
    Prescience,
    Voice,
)
from turncoat.games.dune.bots.victory import clock, worth_of_victory
from turncoat.games.dune.bots.world import DEFENCES, NONE, SHIELD, WEAPONS, Foe, Odds, World, worth
from turncoat.games.dune.facts import STRENGTH
from turncoat.games.dune.shared.cards import (
    CHEAP_HERO,
    DEFENCE_KINDS,
    KIND,
    LASGUN,
    STOPPED_BY,
    VOICE_KINDS,
    WEAPON_KINDS,
    WORTHLESS,
)
from turncoat.games.dune.shared.map import IS_STRONGHOLD, LOCATIONS_OF, TERRITORY, TERRITORY_IDS
from turncoat.kernel import Between, Box, Boxes, OneOf

FORCE, SPICE, CARD = 1.0, 0.7, 0.55
"""The cost of losing a force, a spice and a card."""
AT_STAKE = 0.4
"""If a side lacks one stronghold: the probability that this battle decides about its victory."""
STRONGHOLD, SAND = 6.0, 1.0
"""The value of winning a stronghold, and of any other territory."""
LEADER = 0.55
"""The cost of a leader's death, as a share of his strength."""


class Prize(Struct, frozen=True):
    """The stakes of a battle.

    Attributes:
        win: The value of winning the territory.
        forces: The bot's forces in the territory.
        aggressor: Whether the bot is the aggressor, who wins a tie.
        enemies: The opponent's forces in the territory.
        thrift: The present value of forces, spice and cards, as a share of their value early in the game.
    """

    win: float
    forces: int
    aggressor: bool
    enemies: int
    thrift: float = 1.0


def prize(world: World, territory: int, foe: int, urgency: float = 0.0) -> Prize:
    """The stakes of the bot's battle in a territory."""
    view = world.view
    value = STRONGHOLD if IS_STRONGHOLD[territory] else SAND
    value += SPICE * sum(world.fields.get(place, 0) for place in LOCATIONS_OF[territory])
    time = clock(world)
    for side, decided in ((world.side(foe), AT_STAKE), (world.side(world.me), AT_STAKE)):
        if IS_STRONGHOLD[territory] and world.held(side) >= world.needed(side) - 1:
            value += decided * abs(worth_of_victory(world, time, side))
    battle = view.battle
    mine = view.factions[world.me].faction
    aggressor = battle is not None and battle.aggressor == mine
    own, theirs = world.fighting(world.me, territory), world.fighting(foe, territory)
    return Prize(value + urgency, own, aggressor, theirs, time.thrift)


class Planner:
    """Compares plans.

    Args:
        world: The table as the bot's seat sees it.
        foe: The foe's possible plan.
        stake: The stakes of the battle.
    """

    def __init__(self, world: World, foe: Foe, stake: Prize) -> None:
        self.world, self.foe, self.stake = world, foe, stake
        self.living, self.fallen = _at_most(foe.totals(dead=False)), _at_most(foe.totals(dead=True))
        mine = world.own.traitors
        self.betrayed = sum(chance for hero, chance in foe.heroes.items() if hero in mine)
        self.head = foe.strength()

    def value(self, plan: Plan) -> float:
        """The average value of a plan."""
        weapon = NONE if plan.weapon is None else KIND[plan.weapon]
        defence = NONE if plan.defence is None else KIND[plan.defence]
        kill, die, bang = self._kills(weapon), dies(self.foe.weapons, defence), self._explodes(weapon, defence)
        strength, hero = STRENGTH.get(plan.hero or "", 0), plan.hero or ""
        win = self._wins(plan.dial, strength, kill, die)
        fear = self.world.betrayal(self.foe.seat, hero)
        stake, cards, thrift = self.stake, self._cards(plan), self.stake.thrift
        lost = -FORCE * stake.forces - cards
        spice = SPICE * (kill * self.head + die * strength)
        won = spice - FORCE * plan.dial + 0.4 * FORCE * stake.enemies
        usual = win * won + (1 - win) * lost - die * LEADER * strength
        blown = -FORCE * (stake.forces - stake.enemies) - cards - LEADER * (strength - self.head) - 1.0
        fought = (1 - bang) * (win * stake.win + thrift * usual) + bang * thrift * blown
        triumph = stake.win + thrift * (SPICE * self.head + FORCE * stake.enemies)
        safe = self.betrayed * triumph + (1 - self.betrayed) * fought
        return (1 - fear) * safe + fear * thrift * (lost - strength * (LEADER + SPICE))

    def wins(self, plan: Plan) -> float:
        """The probability that a plan wins."""
        weapon = NONE if plan.weapon is None else KIND[plan.weapon]
        defence = NONE if plan.defence is None else KIND[plan.defence]
        strength = STRENGTH.get(plan.hero or "", 0)
        return self._wins(plan.dial, strength, self._kills(weapon), dies(self.foe.weapons, defence))

    def _kills(self, weapon: str) -> float:
        """DUN-4.8.15: the probability that a weapon kills the foe's hero."""
        if weapon == LASGUN:
            return 1.0
        return 1.0 - self.foe.defences.get(STOPPED_BY[weapon], 0.0) if weapon in STOPPED_BY else 0.0

    def _explodes(self, weapon: str, defence: str) -> float:
        """DUN-4.8.14: the probability that a Lasgun meets a Shield."""
        shield, lasgun = self.foe.defences.get(SHIELD, 0.0), self.foe.weapons.get(LASGUN, 0.0)
        if weapon == LASGUN:
            return 1.0 if defence == SHIELD and self.world.view.options.own_explosion else shield
        return lasgun if defence == SHIELD else 0.0

    def _wins(self, dial: int, strength: int, kill: float, die: float) -> float:
        chance = 0.0
        for alive, likely in ((strength, 1 - die), (0, die)):
            total = dial + alive - (0 if self.stake.aggressor else 1)
            chance += likely * ((1 - kill) * _below(self.living, total) + kill * _below(self.fallen, total))
        return chance

    def _cards(self, plan: Plan) -> float:
        cards = [card for card in (plan.weapon, plan.defence) if card is not None]
        if plan.hero == CHEAP_HERO:
            cards.append(CHEAP_HERO)
        hand = self.world.own.hand
        return CARD * sum(worth(card, ()) for card in cards if card in hand)

    def best(self, plans: Iterable[Plan]) -> Plan:
        """The plan with the highest value; the first of equals.

        Raises:
            ValueError: if there is no plan.
        """
        return max(plans, key=self.value)


def dies(weapons: Odds, defence: str) -> float:
    """DUN-4.8.15: the probability that the bot's hero dies behind a defence."""
    chance = weapons.get(LASGUN, 0.0)
    for weapon, stopped in STOPPED_BY.items():
        chance += 0.0 if defence == stopped else weapons.get(weapon, 0.0)
    return min(1.0, chance)


def _at_most(totals: list[float]) -> list[float]:
    found, sum_ = [], 0.0
    for chance in totals:
        sum_ += chance
        found.append(min(1.0, sum_))
    return found


def _below(totals: list[float], strength: int) -> float:
    return 0.0 if strength < 0 else totals[min(strength, len(totals) - 1)]


def plans_in(boxes: Boxes[DuneAction]) -> Iterator[Plan]:
    """All plans in the boxes; only the first of several cards of one kind."""
    for box in boxes.boxes:
        if box.action is Plan:
            yield from _plans(box)


def _plans(box: Box[DuneAction]) -> Iterator[Plan]:
    dials, heroes, weapons, defences = (box.space(name) for name in ("dial", "hero", "weapon", "defence"))
    assert isinstance(dials, Between)
    assert isinstance(heroes, OneOf)
    assert isinstance(weapons, OneOf)
    assert isinstance(defences, OneOf)
    for weapon in _kinds(weapons):
        for defence in _kinds(defences):
            if weapon is not None and weapon == defence:
                continue
            for hero in heroes.values:
                for dial in range(dials.low, dials.high + 1):
                    yield Plan(dial, None if hero is None else str(hero), weapon, defence)


def _kinds(space: OneOf) -> tuple[str | None, ...]:
    first: dict[str | None, str | None] = {}
    for card in space.values:
        name = None if card is None else str(card)
        first.setdefault(None if name is None else KIND[name], name)
    return tuple(first.values())


def against(world: World) -> Planner | None:
    """A planner for the bot's present battle; None if it fights none."""
    battle, mine = world.view.battle, world.view.factions[world.me].faction
    if battle is None or mine not in (battle.aggressor, battle.defender):
        return None
    foe = world.seat(battle.defender if battle.aggressor == mine else battle.aggressor)
    return facing(world, foe, TERRITORY[battle.territory])


def facing(world: World, foe: int, territory: int) -> Planner:
    """A planner for a battle against a foe in a territory, with everything known of the foe's plan."""
    enemy = Foe(world, foe, TERRITORY_IDS[territory], world.fighting(foe, territory))
    battle = world.view.battle
    if battle is not None and battle.territory == TERRITORY_IDS[territory]:
        if battle.order and world.seat(battle.commanded) == foe:
            enemy.obeys(*battle.order)
        if (seen := battle.answer) is not None and world.seat(seen.of) == foe:
            enemy.shown(seen.element, seen.hero, seen.card, seen.dial)
    return Planner(world, enemy, prize(world, territory, foe))


def free_plans(world: World, foe: int, territory: int) -> Iterator[Plan]:
    """The plans that are possible by public knowledge, for decisions before the bot must make a plan."""
    heroes: tuple[str | None, ...] = world.leaders(world.me, TERRITORY_IDS[territory])
    if CHEAP_HERO in world.own.hand:
        heroes = (*heroes, CHEAP_HERO)
    weapons = [None, *dict.fromkeys(card for card in world.own.hand if KIND[card] in (*STOPPED_BY, LASGUN))]
    guards = [None, *dict.fromkeys(card for card in world.own.hand if KIND[card] in STOPPED_BY.values())]
    for hero in heroes or (None,):
        for weapon in weapons if hero else (None,):
            for defence in guards if hero else (None,):
                for dial in range(world.fighting(world.me, territory) + 1):
                    yield Plan(dial, hero, weapon, defence)


WORTH_A_WORD = 0.05
"""The bot gives an order only if it improves the prospects by this much."""


def choose(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DUN-DK-15: choose the battle with the best prospects first."""
    return max(boxes, key=lambda answer: _prospects(world, answer))


def _prospects(world: World, answer: DuneAction) -> float:
    assert isinstance(answer, ChooseBattle)
    foe, territory = world.seat(answer.faction), TERRITORY[answer.territory]
    planner = facing(world, foe, territory)
    return max(map(planner.value, free_plans(world, foe, territory)))


def plan(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DUN-DK-18: make the plan with the highest value."""
    planner = against(world)
    return boxes.nth(0) if planner is None else planner.best(plans_in(boxes))


def voice(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DUN-DK-16: give the most useful order; in the ally's battle, the one against the likeliest weapon."""
    battle = world.view.battle
    assert battle is not None
    if against(world) is None:
        foe = next(seat for seat in map(world.seat, (battle.aggressor, battle.defender)) if seat not in world.friends)
        kind = max(WEAPONS, key=lambda kind: world.has(foe, kind))
        return Voice(DO_NOT_PLAY, kind) if world.has(foe, kind) > WORTH_A_WORD else Pass()
    best, chosen = _hope(world, None) + WORTH_A_WORD, Pass()
    answer: DuneAction = chosen
    for order in (Voice(way, kind) for way in (PLAY, DO_NOT_PLAY) for kind in VOICE_KINDS):
        if order in boxes and (hope := _hope(world, order)) > best:
            best, answer = hope, order
    return answer


def _hope(world: World, order: Voice | None) -> float:
    """The value of the best plan if the foe obeys an order."""
    planner = against(world)
    assert planner is not None
    if order is not None:
        planner.foe.obeys(order.order, order.kind)
        planner = Planner(world, planner.foe, planner.stake)
    battle = world.view.battle
    assert battle is not None
    return max(map(planner.value, free_plans(world, planner.foe.seat, TERRITORY[battle.territory])))


def foresee(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DUN-DK-17: with several defences ask for the weapon, with several weapons for the defence, else for the dial."""
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
    """DUN-DK-19: always call a traitor."""
    return Call() if Call() in boxes else Pass()


def discard(world: World, boxes: Boxes[DuneAction]) -> DuneAction:
    """DUN-DK-20: discard worthless cards."""
    (box,) = boxes.boxes
    cards = box.space("cards")
    values = getattr(cards, "values", ())
    return Discard(tuple(card for card in values if KIND[card] == WORTHLESS))
