"""The combat as it has been told so far: who is in what shape, and what lies where."""

from __future__ import annotations

from turncoat.games.thrice.board_position import OUT, Position, RollSeen, plain_numbers
from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.skills import BLEED, CONDITION, DIRECT, ENFORCED, STEP, enemy_start, penalty, tricks
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.story_ground import Ground
from turncoat.games.thrice.view import Coin, Combatant, LockSeen, Numbers, Sheet, ThriceView, Token


class Blow:
    """An attack that is being told.

    Attributes:
        attacker: Who attacks.
        targets: Who is attacked.
        counter: It is a counter-attack.
        covered: Places in ``targets`` that an interceptor has taken.
        rolled: For how many targets has been rolled.
        done: All rolls have been made.
    """

    def __init__(self, attacker: int, targets: list[int], counter: bool) -> None:
        self.attacker, self.targets, self.counter = attacker, targets, counter
        self.covered: set[int] = set()
        self.rolled, self.done = 0, False


class Figures:
    """Who is in what shape, and what lies where."""

    def __init__(self, view: ThriceView) -> None:
        self.options, self.gm, self.zones = view.options, view.gm, view.zones
        self.sheets: dict[int, Character] = {}
        self.wealth, self.value = 1, 0
        self.advantage = [0] * self.gm
        self.before: set[int] = set()
        self.kinds: tuple[Kind, ...] = ()
        self.second = 0
        self.ground = Ground(self.gm)
        self.worn: list[int] = []
        self.bleeding: list[int] = []
        self.acted: set[int] = set()
        self.coins: dict[str, list[tuple[int, int]]] = {}
        self.locks: dict[str, dict[int, int]] = {}
        self.raised: dict[tuple[int, str], tuple[int, int]] = {}
        self.round, self.turn, self.result = 0, -1, ""
        self.attacks: list[Blow] = []
        self.rolls: list[RollSeen] = []
        self.thrown = 0
        self.lit: dict[int, str] = {}
        self.heard = 0

    def now(self) -> Position:
        """The combat as it is."""
        self.settle()
        attack = self.attacks[-1] if self.attacks and not self.result else None
        return Position(
            options=self.options,
            gm=self.gm,
            zones=self.zones,
            round=self.round,
            turn=self.turn,
            attacker=attack.attacker if attack and not attack.done else -1,
            targets=tuple(attack.targets) if attack and not attack.done else (),
            party_wealth=self.wealth,
            opponents_initiative=self.value,
            sheets=tuple(
                Sheet(seat, self.sheets[seat], self.advantage[seat], seat in self.before)
                for seat in sorted(self.sheets)
            ),
            combatants=tuple(self.combatant(who) for who in range(len(self.worn))),
            engagements=self.ground.engagements,
            kinds=self.kinds,
            result=self.result,
            rolls=tuple(self.rolls),
            lit=dict(self.lit),
        )

    def combatant(self, who: int) -> Combatant:
        """One combatant."""
        opponent, zone = who >= self.gm, self.ground.zone(who)
        kind = self.kind_of(who)
        return Combatant(
            who=who,
            zone=zone,
            acted=who in self.acted,
            bleeding=self.bleeding[who],
            coins=tuple(
                Coin(trick, giver)
                for trick in tricks(self.options)
                for giver, to in sorted(self.coins.get(trick, ()))
                if to == who
            ),
            locks=tuple(
                LockSeen(trick, self.locks[trick][who])
                for trick in tricks(self.options)
                if who in self.locks.get(trick, ())
            ),
            tokens=self.tokens(who),
            numbers=self.numbers(who) if not opponent or kind else None,
            kind="AB"[self.kinds.index(kind) if self.second else 0] if kind else "",
            lost=self.worn[who] if opponent and zone not in OUT else 0,
        )

    def tokens(self, who: int) -> tuple[Token, ...]:
        """THR-13.2: steps and tokens on a combatant."""
        found = {skill: self.raised.get((who, skill), (0, 0)) for skill in ENFORCED}
        return tuple(Token(skill, *many) for skill, many in found.items() if any(many))

    def kind_of(self, who: int) -> Kind | None:
        """THR-5.4: of which kind an opponent is, for who may know."""
        if who < self.gm or not self.kinds:
            return None
        return self.kinds[-1] if who >= len(self.worn) - self.second else self.kinds[0]

    def numbers(self, who: int) -> Numbers:
        """THR-4: present skills with steps, tokens and penalty."""
        options, kind = self.options, self.kind_of(who)
        if kind is None:
            plain = plain_numbers(Sheet(who, self.sheets[who], 0, before=False), options)
            token = options.token_value_character
        else:
            token, initiative = options.token_value_enemy, self.value - 1
            levels = [initiative // STEP, kind.damage, kind.weapon, kind.armour, kind.condition]
            names = (*ENFORCED, CONDITION)
            plain = Numbers(
                *(enemy_start(options, name) + STEP * level for name, level in zip(names, levels, strict=True))
            )
        left = 0 if self.ground.zone(who) == "helpless" else max(0, plain.condition - self.worn[who])
        if kind is None and self.result and self.result != "total_party_kill":
            left = plain.condition
        less = penalty(left) if kind is None or options.enemy_condition_penalty else 0
        more = {
            skill: steps + token * many for skill in ENFORCED for steps, many in [self.raised.get((who, skill), (0, 0))]
        }
        return Numbers(
            plain.initiative + more["initiative"],
            plain.damage + more["damage"],
            plain.weapon + more["weapon"] - less,
            plain.armour + more["armour"] - less,
            left,
        )

    def gained_in_combat(self, who: int, skill: str, token: int) -> int:
        """THR-13.8: what steps and tokens add, a token being worth so much."""
        steps, many = self.raised.get((who, skill), (0, 0))
        return steps + token * many

    def skip_helpless(self, attack: Blow) -> None:
        """THR-R26: where each target has a roll of its own, those who are helpless already have none."""
        if self.options.swipe_roll != "per_target":
            return
        while attack.rolled < len(attack.targets) and self.ground.zone(attack.targets[attack.rolled]) in OUT:
            attack.rolled += 1

    def settle(self) -> None:
        """THR-12.8: when all rolls of an attack have been made, its coins of Bleed and Direct are used up."""
        for attack in self.attacks:
            self.skip_helpless(attack)
            if attack.rolled >= len(attack.targets) and not attack.done:
                attack.done = True
                for trick in (BLEED, DIRECT):
                    self.coins[trick] = [coin for coin in self.coins.get(trick, ()) if coin[1] != attack.attacker]
