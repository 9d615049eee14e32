"""A tactician plays a character: exact odds, tricks for whom they help most, and a way out when all is lost."""

from __future__ import annotations

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
from turncoat.games.thrice.bot import sheet
from turncoat.games.thrice.bot.escape import Escape
from turncoat.games.thrice.bot.fighter import Fighter
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.trial import after, attack_on, tricks_open, worth_trying
from turncoat.games.thrice.bot.world import likely
from turncoat.games.thrice.odds import MOST_SWAPS, attack_odds, expected_advantage
from turncoat.games.thrice.round import TAKE
from turncoat.games.thrice.skills import DISENGAGE, INITIATIVE, STEP, STEPS, enemy_start
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Boxes

FIRST = 4.0
"""What it is worth in advantage to act before the opponents."""

THRIFT = 0.15
"""By so much a trick must bring more than it costs."""

CARE = 0.3
"""By so much stepping in the way must spare more than it costs."""


class Tactician(Fighter):
    """The bot. One instance sits at one seat of one table for a whole combat."""

    def decide(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-D: what a character answers."""
        if Create in kinds:
            return sheet.create(view.options, self.below)
        if Take in kinds:
            return TAKE
        if Swap in kinds:
            return self.swap(view) if view.attacker == self.seat else self.first_swap(view)
        if Intercept in kinds:
            return self.step_in(view, boxes)
        return self.act(view, boxes, kinds)

    # --- swaps --------------------------------------------------------------------------------

    def first_swap(self, view: ThriceView) -> ThriceAction:
        """THR-D3: advantage against the chance to act before the opponents, whose value is not known yet."""
        options = view.options
        own = view.sheets[self.seat].character.value(INITIATIVE, options)
        steps = likely(tuple(range(STEPS + 1)), view.party_wealth)
        base = options.enemy_initiative_base + enemy_start(options, INITIATIVE) - own

        def worth(swaps: int) -> float:
            before = sum(chance * attack_odds(base + STEP * step, swaps).chance for step, chance in steps)
            return expected_advantage(swaps) + FIRST * before

        return SWAPS[max(range(MOST_SWAPS + 1), key=worth)]

    def swap(self, view: ThriceView) -> ThriceAction:
        """THR-6.2: what hits are worth against what the pips are worth, by exact odds."""
        world = self.imagine(view)
        judgement = Judgement(world, self.seat)
        worths = judgement.rolled(world.game, self.seat, rolled_for(view))
        return SWAPS[max(range(MOST_SWAPS + 1), key=lambda swaps: (worths[swaps], -swaps))]

    # --- the own turn -------------------------------------------------------------------------

    def act(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """THR-8.4: tricks as long as one pays, then the attack, then perhaps an engagement."""
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
        """THR-11: the trick that brings most, for whomever; nothing if none is worth its price."""
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
        targets = judgement.best(judgement.world.game, self.seat).targets
        return (attack_on(targets, boxes) if targets else None) or DONE

    # --- others' turns ------------------------------------------------------------------------

    def step_in(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """THR-12.5: where the blow would cost a friend more than me."""
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
    """THR-R26: the targets of the roll that is about to be made: all that are left, or the next of them."""
    left = tuple(dict.fromkeys(one.target for one in view.prospects))
    return left[:1] if view.options.swipe_roll == "per_target" else left
