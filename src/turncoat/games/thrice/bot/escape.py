"""When to get away: if all characters fall, they die, unless one of them has fled (THR-15.7)."""

from __future__ import annotations

from turncoat.games.thrice.actions import Disengage, Give, ThriceAction
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.skills import CONDITION, DISENGAGE
from turncoat.games.thrice.state import Thrice, enemies, engagement, members, party
from turncoat.games.thrice.targets import reachable, swipe_areas
from turncoat.games.thrice.tricks import coins_on
from turncoat.kernel import Boxes

HOPELESS = 1.5
"""All is lost if winning takes so much longer than losing."""

AT_LAST = 2.5
"""Nobody runs as long as the party can stand for more rounds than this."""

STEP_AWAY = Disengage()


class Escape:
    """The party's way out of a combat that it cannot win.

    Args:
        judgement: What is thought of the combat.
    """

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.game = judgement.world.game

    def answer(self, seat: int, boxes: Boxes[ThriceAction]) -> ThriceAction | None:
        """What this character does for it; nothing if it is not time to run, or nothing can be done."""
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
        """Whether the party falls well before the opponents do."""
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
        """Whether anybody has felt the opponents yet: nobody runs from mere guesses."""
        game = self.game
        whole = [sheet.value(CONDITION, game.options) for sheet in game.characters]
        return len(own) < game.players or any(game.condition[who] < whole[who] for who in own)

    def _dealt(self, who: int) -> float:
        """How much condition a character takes off in a round, with Swipe if it can be paid."""
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
        """How much an opponent takes off in a round."""
        reach = members(reachable(self.game, foe))
        costs = [self.judgement.foe_hits(self.game, foe, who) for who in reach]
        return self.game.damage[foe] * sum(costs) / max(1, len(costs))

    def runner(self) -> int:
        """Who is nearest to the way out, then who can pay for it best."""
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
    """THR-9.6: how many moves lead out of the combat."""
    return 1 if game.distant >> who & 1 else 3 if engagement(game, who) else 2
