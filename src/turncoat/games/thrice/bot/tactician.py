"""A bot that plays a character: it makes the character, knows exact odds, helps with tricks, and can flee.

If all characters fall, they die, unless one has fled (THR-15.7).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar

from turncoat.games.thrice.actions import (
    DONE,
    SWAPS,
    Attack,
    Create,
    Disengage,
    Give,
    Intercept,
    Swap,
    Swipe,
    Take,
    ThriceAction,
)
from turncoat.games.thrice.acts import out, round_over, seen
from turncoat.games.thrice.bot.fighter import Fighter, after, attack_on, tricks_open, worth_trying
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.speech import GO, STRIKE, Speaker
from turncoat.games.thrice.bot.world import likely
from turncoat.games.thrice.characters import KINS, creation_boxes, points_to_spend
from turncoat.games.thrice.choices import reachable, swipe_areas
from turncoat.games.thrice.dice import MOST_SWAPS, attack_odds, expected_advantage
from turncoat.games.thrice.events import RoundBegan
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.round import TAKE
from turncoat.games.thrice.skills import (
    ARMOUR,
    CONDITION,
    DAMAGE,
    DISENGAGE,
    INITIATIVE,
    SKILLS,
    STEP,
    STEPS,
    WEAPON,
    enemy_start,
    room,
)
from turncoat.games.thrice.state import Thrice, enemies, engagement, members, party
from turncoat.games.thrice.tricks import coins_on
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Boxes, Chance, Event
from turncoat.kernel.promise import Say

TASTES = (
    (DAMAGE, DAMAGE, CONDITION, ARMOUR, WEAPON, INITIATIVE),
    (DAMAGE, CONDITION, DAMAGE, INITIATIVE, ARMOUR, WEAPON),
    (DAMAGE, DAMAGE, INITIATIVE, CONDITION, WEAPON, ARMOUR),
)
"""Orders in which to spend points, repeated from the start."""

MANY = 1 << 32
"""A large number from which kin and traits are drawn."""


@cache
def of_kin(options: Options, kin: str) -> Boxes[ThriceAction]:
    """THR-3.1: all possible characters of this kin."""
    return Boxes(*[box for box in creation_boxes(options).boxes if box.space("kin").has(kin)])


def anyone(options: Options, number: int) -> Create:
    """THR-3.2 to THR-3.4: a random character, with every kin equally likely."""
    kin, rest = KINS[number % len(KINS)], number // len(KINS)
    boxes = of_kin(options, kin)
    found = boxes.nth(rest % boxes.count)
    assert isinstance(found, Create)
    return found


def create(options: Options, below: Callable[[int], int]) -> Create:
    """THR-3: any kin and traits; points in one of the orders."""
    anybody = anyone(options, below(MANY))
    points, taste = dict.fromkeys(SKILLS, 0), TASTES[below(len(TASTES))]
    for number in range(points_to_spend(options)):
        place = number % len(taste)
        order = (*taste[place:], *taste[:place], *SKILLS)
        points[next(skill for skill in order if points[skill] < room(options, skill))] += 1
    spent = {skill: number for skill, number in points.items() if number}
    return Create(anybody.kin, anybody.first, anybody.second, anybody.third, spent)


HOPELESS = 1.5
"""The party flees if winning would take this many times as long as losing."""

AT_LAST = 2.5
"""Nobody flees as long as the party can stand for more rounds than this."""

STEP_AWAY = Disengage()


class Escape:
    """The party's flight from a combat that it cannot win.

    Args:
        judgement: What the bot thinks of the combat.
    """

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.game = judgement.world.game

    def answer(self, seat: int, boxes: Boxes[ThriceAction]) -> ThriceAction | None:
        """What this character does for the escape; None if it is not time to flee, or nothing is possible."""
        game = self.game
        if not game.zones or DISENGAGE not in game.coins or game.fled & party(game) or not self.hopeless():
            return None
        runner = self.runner()
        if seat == runner and STEP_AWAY in boxes:
            return STEP_AWAY
        help_ = Give(DISENGAGE, runner)
        if len(coins_on(game, DISENGAGE, runner)) < steps_out(game, runner) and help_ in boxes:
            return help_
        return None

    def hopeless(self) -> bool:
        """Whether the party will probably fall well before the opponents do."""
        game = self.game
        own, other = members(game.active & party(game)), members(game.active & enemies(game))
        blows = sum(self._dealt(who) for who in own)
        wounds = sum(self._suffered(foe) for foe in other)
        if not other or not wounds or not self._hurt(own):
            return False
        standing = sum(game.condition[who] for who in own) / wounds
        winning = sum(game.condition[foe] for foe in other) / max(blows, 0.01)
        return standing < AT_LAST and winning > HOPELESS * standing

    def _hurt(self, own: tuple[int, ...]) -> bool:
        """Whether the opponents have hurt anybody yet: nobody flees because of guesses."""
        game = self.game
        whole = [sheet.value(CONDITION, game.options) for sheet in game.characters]
        return len(own) < game.players or any(game.condition[who] < whole[who] for who in own)

    def _dealt(self, who: int) -> float:
        """The damage of a character in a round, with Swipe if he can pay for it."""
        game, judge = self.game, self.judgement
        plus, damage = game.weapon[who], game.damage[who]
        reach = reachable(game, who)
        each = {foe: judge.hits(game, foe, 0, plus) * min(damage, game.condition[foe]) for foe in members(reach)}
        best = max(each.values(), default=0.0)
        if game.advantage[who] >= game.options.trick_cost:
            areas = [sum(each[foe] for foe in members(area)) for area in swipe_areas(game, who, reach)]
            best = max(best, *areas, 0.0)
        return best

    def _suffered(self, foe: int) -> float:
        """The damage of an opponent in a round."""
        reach = members(reachable(self.game, foe))
        costs = [self.judgement.foe_hits(self.game, foe, who) for who in reach]
        return self.game.damage[foe] * sum(costs) / max(1, len(costs))

    def runner(self) -> int:
        """The character who is nearest to escaping, then who can best pay for it."""
        game = self.game
        return min(
            members(game.active & party(game)),
            key=lambda who: (
                steps_out(game, who) - len(coins_on(game, DISENGAGE, who)),
                -game.advantage[who],
                who,
            ),
        )


def steps_out(game: Thrice, who: int) -> int:
    """THR-9.6: how many moves a character needs to leave the combat."""
    return 1 if game.distant >> who & 1 else 3 if engagement(game, who) else 2


FIRST = 4.0
"""The value, in advantage, of acting before the opponents."""

THRIFT = 0.15
"""A trick must gain this much more than it costs."""

CARE = 0.3
"""Stepping in must save this much more than it costs."""


class Tactician(Fighter):
    """The bot “tactician”. One instance sits at one seat of one table for a whole combat.

    Attributes:
        most_swaps: The most dice that it swaps in one roll.
    """

    most_swaps: ClassVar[int] = MOST_SWAPS

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.speaker = Speaker(self.bargainer)

    def hear(self, event: Event) -> None:
        """THR-1.3: take in public events; agreements end with the round."""
        super().hear(event)
        self.bargainer.saw(seen(event), turn_over=round_over(event), out=out(event))
        if isinstance(event, RoundBegan):
            self.bargainer.forget_offers(GO, STRIKE)

    def talk(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> list[Say]:
        """THR-8.2: say who should go next, and whom to attack."""
        asks = any(box.action is Take for box in boxes.boxes)
        if not self.suits(self.seat, self.seats) or not view.round or not (asks or self.bargainer.waits):
            return []
        return self.speaker.talk(Judgement(self.imagine(view), self.seat), boxes, view.round, view.called)

    def reply(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> list[Say]:
        """THR-8.2: answer friends."""
        if not self.suits(self.seat, self.seats) or not view.round:
            return super().reply(view, boxes)
        judgement = Judgement(self.imagine(view), self.seat)
        return self.bargainer.replies(lambda offer: self.speaker.worth(judgement, boxes, offer))

    def decide(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-D: the answer of a character."""
        if Create in kinds:
            return create(view.options, self.below)
        if Take in kinds:
            return TAKE
        if Swap in kinds:
            return self.swap(view) if view.attacker == self.seat else self.first_swap(view)
        if Intercept in kinds:
            return self.step_in(view, boxes)
        return self.act(view, boxes, kinds)

    # --- swaps --------------------------------------------------------------------------------

    def first_swap(self, view: ThriceView) -> ThriceAction:
        """THR-D3: weigh advantage against the chance to act before the opponents, whose value is not known yet."""
        options = view.options
        own = view.sheets[self.seat].character.value(INITIATIVE, options)
        steps = likely(tuple(range(STEPS + 1)), view.party_wealth)
        base = options.enemy_initiative_base + enemy_start(options, INITIATIVE) - own

        def worth(swaps: int) -> float:
            before = sum(chance * attack_odds(base + STEP * step, swaps).chance for step, chance in steps)
            return expected_advantage(swaps) + FIRST * before

        return SWAPS[max(range(self.most_swaps + 1), key=worth)]

    def swap(self, view: ThriceView) -> ThriceAction:
        """THR-6.2: weigh the value of a hit against the value of the pips, by exact odds."""
        world = self.imagine(view)
        judgement = Judgement(world, self.seat)
        worths = judgement.rolled(world.game, self.seat, rolled_for(view))
        return SWAPS[max(range(self.most_swaps + 1), key=lambda swaps: (worths[swaps], -swaps))]

    # --- the own turn -------------------------------------------------------------------------

    def act(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-8.4: tricks as long as one is worth it, then the attack, then perhaps an engagement."""
        world = self.imagine(view)
        judgement = Judgement(world, self.seat)
        if (away := Escape(judgement).answer(self.seat, boxes)) is not None:
            return away
        paying = self.seat in (view.turn, view.attacker)
        if (trick := self.best_trick(judgement, boxes, paying=paying)) is not None:
            return trick
        if Disengage in kinds and (step := self.best_move(judgement, self.seat, boxes, 1)) is not DONE:
            return step
        if Attack in kinds or Swipe in kinds:
            return self.attack(judgement, boxes)
        return self.best_move(judgement, self.seat, boxes, 1)

    def best_trick(self, judgement: Judgement, boxes: Boxes[ThriceAction], *, paying: bool) -> ThriceAction | None:
        """THR-11: the most useful trick, for any receiver; None if none is worth its price."""
        game = judgement.world.game
        price = game.options.trick_cost if paying else 0
        now = judgement.score(game)
        best, most = None, THRIFT
        for action in tricks_open(judgement.world, boxes):
            if isinstance(action, Give) and action.trick == DISENGAGE:
                continue
            gain = judgement.score(after(game, self.seat, action, price)) - now
            if gain > most:
                best, most = action, gain
        return best

    def attack(self, judgement: Judgement, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-10.1: the best target, or all of an area with Swipe."""
        sworn = self.speaker.held_to(judgement)
        if sworn is not None and (found := boxes.settle(Attack(sworn))) is not None:
            return found
        targets = judgement.best(judgement.world.game, self.seat).targets
        return (attack_on(targets, boxes) if targets else None) or DONE

    # --- others' turns ------------------------------------------------------------------------

    def step_in(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-12.5: step in if the attack would cost a friend more than this character."""
        judgement, foe = Judgement(self.imagine(view)), view.attacker
        game = judgement.world.game
        own = judgement.hurt(game, foe, self.seat)
        best: ThriceAction = DONE
        most = CARE
        for action in worth_trying(game, boxes, (Intercept,)):
            assert isinstance(action, Intercept)
            spared = judgement.hurt(game, foe, action.target) - own
            if spared > most:
                best, most = action, spared
        return best


def rolled_for(view: ThriceView) -> tuple[int, ...]:
    """THR-R26: the targets of the next roll: all that are left, or the next of them."""
    left = tuple(dict.fromkeys(prospect.target for prospect in view.prospects))
    return left[:1] if view.options.swipe_roll == "per_target" else left
