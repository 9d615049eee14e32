"""The GM as a bot, at three strengths: how strong it makes its opponents, and how it tries to beat the characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import ClassVar
from zlib import crc32

from msgspec.msgpack import encode

from turncoat.games.thrice.actions import DONE, Ambush, Attack, Build, Call, Engage, Send, SendIn, Swipe, ThriceAction
from turncoat.games.thrice.bestiary import BESTIARY
from turncoat.games.thrice.bot.fighter import Fighter, after, attack_on, tricks_open, worth_trying
from turncoat.games.thrice.bot.judgement import Judgement, foe_odds, odds
from turncoat.games.thrice.opponents import CROWDS, KIND_SKILLS, ONE, OTHER, kind_from
from turncoat.games.thrice.skills import (
    ARMOUR,
    BLEED,
    CONDITION,
    COUNTER,
    DAMAGE,
    DIRECT,
    INITIATIVE,
    INTERCEPT,
    STEP,
    STEPS,
    STRENGTHEN,
    SWIPE,
    WEAPON,
    enemy_start,
    tier,
)
from turncoat.games.thrice.state import Kind, kind_of
from turncoat.games.thrice.tricks import trick_of
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Boxes

SAMPLES = 80
"""How many random builds are considered, besides the systematic ones."""

EACH_SWIPED = 0.6
"""How much each further character in reach adds to a swipe, engagements included."""

STRUCK_BACK, STOOD_IN = 1.15, 1.05
"""How much Counter adds to the attacks, and Intercept to the time that opponents stand."""

FIRST_BLOW = 0.05
"""How much a step of initiative adds to the attacks: characters act after the opponents more often."""

ROUNDS = 3
"""A combat lasts for about this many rounds, and Strengthen can be used once in each."""


def strength(view: ThriceView, build: Build) -> float:
    """The damage of the opponents in a round, times the rounds for which they stand."""
    number = CROWDS[view.gm] - build.removed
    sizes = (number - build.second, build.second)
    dealt = stood = 0.0
    for name, size in zip((ONE, OTHER), sizes, strict=True):
        kind = kind_from(build.points, name, view.options)
        dealt += size * blows(view, kind)
        stood += size * stamina(view, kind)
    return dealt * stood * (1 + FIRST_BLOW * build.points.get(INITIATIVE, 0))


def blows(view: ThriceView, kind: Kind) -> float:
    """The damage of one opponent of a kind in a round."""
    options, tricks = view.options, kind.tricks
    weapon = enemy_start(options, WEAPON) + STEP * kind.weapon + 2 * (DIRECT in tricks)
    damage = enemy_start(options, DAMAGE) + STEP * kind.damage
    if BLEED in tricks:
        damage += tier(view.party_wealth)
    sheets = [sheet.character for sheet in view.sheets]
    each = [
        foe_odds(sheet.value(ARMOUR, options) - weapon) * min(damage, sheet.value(CONDITION, options))
        for sheet in sheets
    ]
    dealt = sum(each) / len(each)
    if SWIPE in tricks:
        dealt *= 1 + EACH_SWIPED * (len(sheets) - 1)
    return dealt * (STRUCK_BACK if COUNTER in tricks else 1)


def stamina(view: ThriceView, kind: Kind) -> float:
    """How many rounds an opponent of a kind stands against one character's single attacks."""
    options = view.options
    armour = enemy_start(options, ARMOUR) + STEP * kind.armour
    condition = enemy_start(options, CONDITION) + STEP * kind.condition
    if STRENGTHEN in kind.tricks:
        condition += ROUNDS * tier(view.party_wealth)
    sheets = [sheet.character for sheet in view.sheets]
    each = [
        odds(armour - sheet.value(WEAPON, options), 1) * min(sheet.value(DAMAGE, options), condition)
        for sheet in sheets
    ]
    stood = condition / max(0.01, sum(each) / len(each))
    return stood * (STOOD_IN if INTERCEPT in kind.tricks else 1)


def systematic(view: ThriceView) -> Iterator[Build]:
    """Every one of the builds of a single kind that spend all points on skills, or all but one and that on Swipe."""
    for removed in (0, 1):
        points = view.party_wealth + removed
        for levels in product(range(STEPS + 1), repeat=len(KIND_SKILLS)):
            bought = {f"{skill} {ONE}": level for skill, level in zip(KIND_SKILLS, levels, strict=True) if level}
            left = points - sum(levels)
            if left == 0:
                yield Build(removed, 0, bought)
            elif left == 1:
                yield Build(removed, 0, bought | {f"{SWIPE} {ONE}": 1})


def rated(view: ThriceView, boxes: Boxes[ThriceAction], below: Callable[[int], int]) -> list[Build]:
    """Possible builds, the weakest first."""
    drawn = [boxes.sample(below) for _ in range(SAMPLES)]
    found = [build for build in (*drawn, *systematic(view)) if isinstance(build, Build) and build in boxes]
    return sorted(found, key=lambda build: strength(view, build))


WORTH_A_TRICK = 0.05
"""A free trick must gain at least this much to be activated."""

CARE = 0.3
"""An interception must save this much more than it costs."""


class GameMaster(Fighter):
    """The usual GM: chooses good opponents, aims where it hurts, and keeps characters apart.

    Attributes:
        builds: The part of all builds from which it chooses, the weakest being 0 and the strongest 1.
        nearby: The same for combats without zones, in which everybody is within a swipe's reach.
        sneaks: The share of its opponents that starts in the distant zone, where no swipe reaches them.
        plots: Whether opponents spend whole turns on tricks for others.
    """

    leads: ClassVar[bool] = True
    builds: ClassVar[tuple[float, float]] = (0.5, 0.9)
    nearby: ClassVar[tuple[float, float]] = (0.7, 0.95)
    sneaks: ClassVar[float] = 0.5
    plots: ClassVar[bool] = False

    def decide(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-D2, THR-D9: the GM's answer."""
        if Build in kinds:
            return self.build(view, boxes)
        if Ambush in kinds:
            return self.ambush(view)
        if Send in kinds:
            return self.send(view, boxes)
        if SendIn in kinds:
            return self.send_in(view, boxes)
        if view.turn < view.gm or view.attacker >= 0:
            return self.reward(view, boxes)
        return self.act(view, boxes, kinds)

    # --- before the combat --------------------------------------------------------------------

    def beside(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction | None:
        """THR-5.10: give the opponents a name, a face and a word, which depend on the party; else nothing."""
        if view.called or view.combatants or not any(box.action is Call for box in boxes.boxes):
            return None
        return Call(tuple(BESTIARY)[crc32(encode(view.sheets)) % len(BESTIARY)])

    def build(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-5: choose a build of this GM's strength."""
        found = rated(view, boxes, self.below)
        low, high = (round(part * (len(found) - 1)) for part in (self.builds if view.zones else self.nearby))
        return found[low + self.below(high - low + 1)]

    def ambush(self, view: ThriceView) -> ThriceAction:
        """THR-7.1: let the last of the opponents sneak up."""
        foes = [combatant.who for combatant in view.combatants if combatant.who >= view.gm]
        return Ambush(tuple(foes[len(foes) - round(self.sneaks * len(foes)) :]))

    # --- the opponents' turns -----------------------------------------------------------------

    def send(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-8.3: send first the opponents with tricks for others, then those who strike hardest."""
        judgement = Judgement(self.imagine(view))
        game = judgement.world.game
        found = [send for send in worth_trying(game, boxes, (Send,)) if isinstance(send, Send)]
        return max(
            found,
            key=lambda send: (
                bool(kind_of(game, send.who).tricks),
                judgement.foe_best(game, send.who).worth,
                -send.who,
            ),
        )

    def act(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-14: free tricks, then the attack, or a whole turn for a trick; then perhaps an engagement."""
        judgement = Judgement(self.imagine(view), view.turn)
        if (trick := self.best_trick(judgement, view.turn, boxes)) is not None:
            return trick
        if Attack in kinds or Swipe in kinds:
            return self.attack(judgement, view.turn, boxes)
        return self.move(judgement, view.turn, boxes)

    def best_trick(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction | None:
        """THR-14.2, THR-14.4: the most useful trick; one that costs the turn must gain more than the attack."""
        game = judgement.world.game
        now, bought = judgement.score(game), kind_of(game, who).tricks
        blow = judgement.foe_best(game, who).worth if self.plots else 0.0
        best, most = None, WORTH_A_TRICK
        for action in tricks_open(judgement.world, boxes):
            free = trick_of(action) in bought
            if not free and not self.plots:
                continue
            gain = now - judgement.score(after(game, who, action)) - (0.0 if free else blow)
            if gain > most:
                best, most = action, gain
        return best

    def attack(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-10.1: attack where it costs the party most."""
        targets = judgement.foe_best(judgement.world.game, who).targets
        return (attack_on(targets, boxes) if targets else None) or DONE

    def move(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-9.2: engage where it hinders the characters more than the opponent."""
        return self.best_move(judgement, who, boxes, -1)

    # --- the characters' turns ----------------------------------------------------------------

    def send_in(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-12.5: step in if the attack would cost the target more than the interceptor."""
        judgement, who = Judgement(self.imagine(view)), view.attacker
        game = judgement.world.game
        plus, damage = game.weapon[who], game.damage[who]

        def cost(foe: int) -> float:
            loss = judgement.foe(game, foe) - judgement.foe(game, foe, damage)
            return judgement.hits(game, foe, 1, plus) * loss

        best: ThriceAction = DONE
        most = CARE
        for action in worth_trying(game, boxes, (SendIn,)):
            assert isinstance(action, SendIn)
            spared = cost(action.target) - cost(action.who)
            if spared > most:
                best, most = action, spared
        return best

    def reward(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-D10: take the most useful skill, which is free."""
        judgement = Judgement(self.imagine(view))
        game = judgement.world.game
        found = tricks_open(judgement.world, boxes)
        return min(found, key=lambda action: judgement.score(after(game, self.seat, action)), default=DONE)


class GentleMaster(GameMaster):
    """A mild GM: weak opponents who attack anybody, and use their tricks only now and then."""

    builds: ClassVar[tuple[float, float]] = (0.0, 0.3)
    nearby: ClassVar[tuple[float, float]] = (0.0, 0.3)
    sneaks: ClassVar[float] = 0.0

    def best_trick(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction | None:
        """With a chance of 1/2 activate the best trick; else none."""
        return super().best_trick(judgement, who, boxes) if self.below(2) else None

    def attack(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-10.1: attack anybody within reach."""
        found = worth_trying(judgement.world.game, boxes, (Attack,))
        return found[self.below(len(found))] if found else DONE

    def move(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-9.2: engage a character now and then."""
        found = worth_trying(judgement.world.game, boxes, (Engage,))
        return found[self.below(len(found))] if found and not self.below(3) else DONE


class DeadlyMaster(GameMaster):
    """A merciless GM: the strongest opponents, attacks from the distant zone, and tricks planned over several turns."""

    builds: ClassVar[tuple[float, float]] = (0.8, 0.95)
    nearby: ClassVar[tuple[float, float]] = (1.0, 1.0)
    sneaks: ClassVar[float] = 1.0
    plots: ClassVar[bool] = True
