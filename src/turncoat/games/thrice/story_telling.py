"""The combat as the events tell it: everything that everybody sees, rebuilt from the log and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from msgspec.structs import replace

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.board_position import DISTANT, FREE, RollSeen
from turncoat.games.thrice.skills import AT_ONCE, COUNTER, DISENGAGE, FLANK, INTERCEPT, SWIPE, party_wealth
from turncoat.games.thrice.story_figures import Blow, Figures
from turncoat.games.thrice.tricks import LOCK_ON, ON_SKILL
from turncoat.kernel.events import Event

MARKED: Mapping[type[Event], str] = {
    happened.Struck: "struck",
    happened.Bled: "struck",
    happened.Missed: "missed",
    happened.Moved: "moved",
    happened.Engaged: "moved",
    happened.Strengthened: "given",
    happened.Enforced: "given",
    happened.Locked: "missed",
}
"""How somebody to whom this happens is lit up for a moment."""


class Telling(Figures):
    """A combat that moves on from event to event."""

    def hear(self, event: Event) -> None:
        """Let one event happen."""
        self.heard += 1
        if (handler := HANDLERS.get(event.__class__)) is not None:
            handler(self, event)
        if event.__class__ in MARKED:
            self.lit[getattr(event, "target", getattr(event, "who", -1))] = MARKED[event.__class__]

    def calm(self) -> None:
        """Nothing is happening any more."""
        self.lit = {}

    # --- before the first turn ----------------------------------------------------------------

    def made(self, one: happened.CharacterMade) -> None:
        """THR-3.5: a sheet lies on the table."""
        self.sheets[one.seat] = one.character
        self.wealth = party_wealth(self.options, [sheet.wealth for sheet in self.sheets.values()])

    def came(self, one: happened.OpponentsCame) -> None:
        """THR-5.1: everybody has a place."""
        everybody = self.gm + one.opponents
        self.worn, self.bleeding = [0] * everybody, [0] * everybody
        self.ground.fill(everybody)

    def built(self, one: happened.KindsBuilt) -> None:
        """THR-5.4: for who may know."""
        self.kinds, self.value = one.kinds, one.initiative
        self.second = one.sizes[1] if len(one.sizes) > 1 else 0

    def sneaked(self, one: happened.SneakedUp) -> None:
        """THR-7.1: far off."""
        for who in one.who:
            self.ground.go(who, DISTANT)

    def rolled_initiative(self, one: happened.InitiativeRolled) -> None:
        """THR-7.2: dice and advantage."""
        self.advantage[one.seat] += one.gain
        self.thrown += 1
        self.rolls.append(RollSeen(self.thrown, one.seat, one.swaps, one.dice, one.gain, one.total))

    def compared(self, one: happened.InitiativeCompared) -> None:
        """THR-7.4: before and after."""
        self.value, self.before = one.value, set(one.before)

    # --- rounds -------------------------------------------------------------------------------

    def round_began(self, one: happened.RoundBegan) -> None:
        """THR-8.1: nobody has acted."""
        self.round, self.acted = one.round, set()

    def began(self, one: happened.TurnBegan) -> None:
        """THR-8.4: a turn."""
        self.turn, self.attacks = one.who, []
        self.rolls = [roll for roll in self.rolls if roll.blows]
        self.acted.add(one.who)

    def ended(self, one: happened.TurnEnded) -> None:
        """THR-8.4d: it is done."""
        self.settle()
        self.turn, self.attacks = -1, []

    def gained(self, one: happened.AdvantageGained) -> None:
        """THR-15.1: advantage."""
        self.advantage = [own + gain for own, gain in zip(self.advantage, one.gains, strict=True)]

    # --- tricks -------------------------------------------------------------------------------

    def activated(self, one: happened.Activated) -> None:
        """THR-11.1, THR-11.4: paid, and perhaps a coin."""
        if one.giver < self.gm:
            self.advantage[one.giver] -= one.price
        if one.trick not in AT_ONCE and not (one.trick == FLANK and one.giver >= self.gm):
            self.coins.setdefault(one.trick, []).append((one.giver, one.to))
            self.lit[one.to] = "given"

    def use(self, trick: str, who: int) -> None:
        """One coin is used up, that of the first giver."""
        held = sorted(coin for coin in self.coins.get(trick, ()) if coin[1] == who)
        if held:
            self.coins[trick].remove(held[0])

    def strengthened(self, one: happened.Strengthened) -> None:
        """THR-12.6: condition rises."""
        self.worn[one.who] -= one.gain

    def enforced(self, one: happened.Enforced) -> None:
        """THR-13.2: a step, or a token instead of all steps."""
        steps, many = self.raised.get((one.who, one.skill), (0, 0))
        self.raised[one.who, one.skill] = (0, many + 1) if one.token else (steps + 1, many)

    def locked(self, one: happened.Locked) -> None:
        """THR-13.5, THR-R30: a lock, for the combat or until the end of the next round."""
        until = 0 if self.options.lock_duration == "combat" else self.round + 1
        self.locks.setdefault(one.trick, {})[one.who] = until

    def unlocked(self, one: happened.LocksExpired) -> None:
        """THR-R30: it is over."""
        self.locks[one.trick].pop(one.who, None)

    def neutralized(self, one: happened.Neutralized) -> None:
        """THR-13.6: a coin, a lock or a token is gone."""
        if one.token.startswith(LOCK_ON):
            self.locks[one.token.removeprefix(LOCK_ON)].pop(one.who, None)
        elif one.token.endswith(ON_SKILL):
            skill = one.token.removesuffix(ON_SKILL)
            steps, many = self.raised[one.who, skill]
            self.raised[one.who, skill] = (steps, many - 1)
        else:
            self.use(one.token, one.who)

    def field_changed(self, one: happened.FieldChanged) -> None:
        """THR-13.3: the token on the initiative board moves."""
        if one.before:
            self.use(FLANK, one.who)
            self.before.add(one.who)
        else:
            self.before.discard(one.who)

    # --- zones --------------------------------------------------------------------------------

    def moved(self, one: happened.Moved) -> None:
        """THR-9.6: for a coin; THR-9.7: for nothing."""
        if one.rule != "THR-9.7":
            self.use(DISENGAGE, one.who)
        self.ground.go(one.who, DISTANT if one.zone == DISTANT else FREE)

    def engaged(self, one: happened.Engaged) -> None:
        """THR-9.2: one engagement."""
        self.ground.gather(one.together)

    def gathered(self, one: happened.Gathered) -> None:
        """THR-R24: for a coin of Intercept."""
        self.use(INTERCEPT, one.who)
        self.ground.gather(one.together)

    def fled(self, one: happened.Fled) -> None:
        """THR-15.6: gone, with everything that lay there."""
        self.drop_out(one.who, "fled")

    def helpless(self, one: happened.FellHelpless) -> None:
        """THR-15.5: out of the fight."""
        self.drop_out(one.who, "helpless")

    def drop_out(self, who: int, zone: str) -> None:
        """THR-11.6: coins, marks and locks go."""
        self.ground.go(who, zone)
        self.coins = {trick: [coin for coin in held if coin[1] != who] for trick, held in self.coins.items()}
        self.bleeding[who] = 0
        for locked in self.locks.values():
            locked.pop(who, None)

    # --- attacks ------------------------------------------------------------------------------

    def declared(self, one: happened.Declared) -> None:
        """THR-10.3: an attack; its coin, and those of opponents who had to be attacked (THR-13.4), are used up."""
        self.settle()
        self.attacks.append(Blow(one.attacker, list(one.targets), one.counter))
        if one.counter:
            self.use(COUNTER, one.attacker)
            return
        if len(one.targets) > 1:
            self.use(SWIPE, one.attacker)
        if self.options.profile == "sheet" and one.attacker < self.gm:
            for target in one.targets:
                if target not in self.locks.get(INTERCEPT, ()):
                    self.use(INTERCEPT, target)

    def intercepted(self, one: happened.Intercepted) -> None:
        """THR-12.5: somebody takes the place of a target."""
        self.use(INTERCEPT, one.who)
        attack = self.attacks[-1]
        place = next(at for at, who in enumerate(attack.targets) if who == one.target and at not in attack.covered)
        attack.targets[place] = one.who
        attack.covered.add(place)

    def rolled(self, one: happened.Rolled) -> None:
        """THR-6.3: dice and advantage."""
        while self.attacks[-1].attacker != one.who:
            self.attacks.pop()
        attack = self.attacks[-1]
        self.skip_helpless(attack)
        attack.rolled += 1 if self.options.swipe_roll == "per_target" else len(attack.targets)
        if one.who < self.gm:
            self.advantage[one.who] += one.gain
        self.thrown += 1
        self.rolls = [RollSeen(self.thrown, one.who, one.swaps, one.dice, one.gain, counter=attack.counter)]

    def counted(self, one: happened.TotalCounted) -> None:
        """THR-1.3: for who may know."""
        self.rolls[-1] = replace(self.rolls[-1], total=one.total)

    def struck(self, one: happened.Struck) -> None:
        """THR-10.4: condition falls."""
        self.worn[one.target] += one.loss
        self.blow(one.target, one.loss)

    def missed(self, one: happened.Missed) -> None:
        """THR-10.4: nothing happens."""
        self.blow(one.target, 0)

    def blow(self, target: int, loss: int) -> None:
        """What a roll did."""
        roll = self.rolls[-1]
        self.rolls[-1] = replace(roll, blows=(*roll.blows, (target, loss)))

    def marked(self, one: happened.Marked) -> None:
        """THR-12.1: marks."""
        self.bleeding[one.who] += one.marks

    def bled(self, one: happened.Bled) -> None:
        """THR-15.2: marks take effect and vanish."""
        self.worn[one.who] += one.loss
        self.bleeding[one.who] = 0

    def over(self, one: happened.CombatEnded) -> None:
        """THR-15.8: what lay on the table is taken away."""
        self.settle()
        self.result, self.turn, self.acted = one.result, -1, set()
        self.advantage = [0] * self.gm
        self.coins, self.bleeding = {}, [0] * len(self.bleeding)
        self.locks = {}
        self.raised = {key: many for key, many in self.raised.items() if key[0] >= self.gm}


HANDLERS = cast(
    "dict[type[Event], Callable[[Telling, Event], None]]",
    {
        happened.CharacterMade: Telling.made,
        happened.OpponentsCame: Telling.came,
        happened.KindsBuilt: Telling.built,
        happened.SneakedUp: Telling.sneaked,
        happened.InitiativeRolled: Telling.rolled_initiative,
        happened.InitiativeCompared: Telling.compared,
        happened.RoundBegan: Telling.round_began,
        happened.TurnBegan: Telling.began,
        happened.TurnEnded: Telling.ended,
        happened.Activated: Telling.activated,
        happened.Strengthened: Telling.strengthened,
        happened.Enforced: Telling.enforced,
        happened.Locked: Telling.locked,
        happened.LocksExpired: Telling.unlocked,
        happened.Neutralized: Telling.neutralized,
        happened.FieldChanged: Telling.field_changed,
        happened.Moved: Telling.moved,
        happened.Engaged: Telling.engaged,
        happened.Gathered: Telling.gathered,
        happened.Fled: Telling.fled,
        happened.Declared: Telling.declared,
        happened.Intercepted: Telling.intercepted,
        happened.Rolled: Telling.rolled,
        happened.TotalCounted: Telling.counted,
        happened.Struck: Telling.struck,
        happened.Missed: Telling.missed,
        happened.Marked: Telling.marked,
        happened.Bled: Telling.bled,
        happened.FellHelpless: Telling.helpless,
        happened.AdvantageGained: Telling.gained,
        happened.CombatEnded: Telling.over,
    },
)
"""What each event does."""
