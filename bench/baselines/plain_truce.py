"""A straightforward Truce: the measure for the kernel's figures.

Written as one would without a thought of speed: dataclasses, an Enum of kinds, sets, match, a list of what happened.
It plays every rule of the catalogue with its default rulings (the switches TRU-O6 to TRU-O8 are left out).
Rule numbers are those of the Truce catalogue. Players are numbered from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random


class Kind(Enum):
    """The five actions (TRU-3.1)."""

    ATTACK = "attack"
    DEFEND = "defend"
    SUPPORT = "support"
    LOOT = "loot"
    PASS = "pass"


NEEDS_COINS = {Kind.ATTACK, Kind.DEFEND, Kind.LOOT}
NEEDS_TARGET = {Kind.ATTACK, Kind.SUPPORT}


@dataclass(frozen=True)
class Action:
    """What a player chose; only Attack and Support look at the target (TRU-3.1, TRU-R25)."""

    kind: Kind
    target: int | None = None


PASS = Action(Kind.PASS)


@dataclass(frozen=True)
class Gift:
    """Coins given away in the open window (TRU-4.1)."""

    giver: int
    receiver: int
    coins: int


@dataclass
class Player:
    """One player's coins, and the action handed in for the present round."""

    supply: int = 3
    spoils: int = 0
    choice: Action | None = None


@dataclass(frozen=True)
class Round:
    """What everybody knows of a finished round (TRU-12.2); supplies are those after settling, spoils those before."""

    number: int
    gifts: tuple[Gift, ...]
    actions: tuple[Action, ...]
    defaulted: frozenset[int]
    supporters: tuple[int, ...]
    successful: frozenset[int]
    spoils: tuple[int, ...]
    supplies: tuple[int, ...]


class RuleError(ValueError):
    """Something the rules do not allow; nothing has changed."""


@dataclass
class Game:
    """A game in the open window of a round, or finished."""

    players: list[Player]
    rounds: int = 10
    number: int = 1
    stash: int = 1
    removed: int = 0
    gifts: list[Gift] = field(default_factory=list)
    history: list[Round] = field(default_factory=list)
    finished: bool = False

    @classmethod
    def new(cls, players: int, rounds: int = 10, coins: int = 3) -> Game:
        """Prepare a game (TRU-1) and open its first round (TRU-2.1)."""
        if players < 3 or rounds < 1 or coins < 1:
            raise RuleError("three players, one round and one coin are the least")
        return cls([Player(supply=coins) for _ in range(players)], rounds)

    def copy(self) -> Game:
        """An independent copy; gifts and finished rounds never change, so they are shared."""
        return Game(
            players=[Player(player.supply, player.spoils, player.choice) for player in self.players],
            rounds=self.rounds,
            number=self.number,
            stash=self.stash,
            removed=self.removed,
            gifts=list(self.gifts),
            history=list(self.history),
            finished=self.finished,
        )

    # The open window (TRU-2.2)

    def legal_actions(self, player: int) -> list[Action]:
        """Every action the player may choose now (TRU-D3)."""
        if self.finished:
            return []
        others = [other for other in range(len(self.players)) if other != player]
        actions = [PASS]
        actions += [Action(Kind.SUPPORT, other) for other in others]
        if self.players[player].supply >= 1:
            actions += [Action(Kind.ATTACK, other) for other in others]
            actions += [Action(Kind.DEFEND), Action(Kind.LOOT)]
        return actions

    def is_allowed(self, player: int, action: Action) -> bool:
        """Whether the player's Supply and the target allow the action (TRU-3.2 to TRU-3.7)."""
        if action.kind in NEEDS_COINS and self.players[player].supply == 0:
            return False
        if action.kind in NEEDS_TARGET:
            return self.is_other(player, action.target)
        return True

    def is_other(self, player: int, target: int | None) -> bool:
        """Whether the target is a player of the game other than this one (TRU-R12)."""
        return target is not None and 0 <= target < len(self.players) and target != player

    def submit(self, player: int, action: Action) -> None:
        """Hand in an action, or replace the one on file; a bad one is refused and changes nothing (TRU-R21)."""
        if self.finished:
            raise RuleError("the game is over")
        if not self.is_allowed(player, action):
            raise RuleError(f"player {player} may not choose {action}")
        self.players[player].choice = action

    def withdraw(self, player: int) -> None:
        """Take the action on file back without replacing it (TRU-R20)."""
        if self.finished:
            raise RuleError("the game is over")
        self.players[player].choice = None

    def give(self, giver: int, receiver: int, coins: int) -> None:
        """Move coins from the giver's Supply to the receiver's Spoils (TRU-4)."""
        if self.finished:
            raise RuleError("the game is over")
        if not self.is_other(giver, receiver):
            raise RuleError("a gift goes to another player")
        if not 1 <= coins <= self.players[giver].supply:
            raise RuleError("a gift is at least one coin and at most the Supply")
        self.players[giver].supply -= coins
        self.players[receiver].spoils += coins
        self.gifts.append(Gift(giver, receiver, coins))

    @property
    def everybody_is_in(self) -> bool:
        """Whether a table would reveal now (TRU-13.3)."""
        return all(player.choice is not None for player in self.players)

    # From the reveal to the next round (TRU-2.4 to TRU-2.7)

    def reveal(self) -> Round:
        """Close the window, resolve and settle the round, and open the next one or end the game."""
        if self.finished:
            raise RuleError("the game is over")
        actions, defaulted = self.effective_actions()
        supporters = count_supporters(actions)
        self.resolve_loot(actions)
        attacks = successful_attacks(actions, supporters)
        for victims in settling_order(attacks):
            self.rob(victims, attacks)
        spoils = tuple(player.spoils for player in self.players)
        for player in self.players:
            player.supply += player.spoils
            player.spoils = 0
            player.choice = None
        record = Round(
            number=self.number,
            gifts=tuple(self.gifts),
            actions=tuple(actions),
            defaulted=frozenset(defaulted),
            supporters=tuple(supporters),
            successful=frozenset(attacks),
            spoils=spoils,
            supplies=tuple(player.supply for player in self.players),
        )
        self.history.append(record)
        self.gifts.clear()
        if self.number == self.rounds:
            self.finished = True
        else:
            self.number += 1
            self.stash += 1
        return record

    def effective_actions(self) -> tuple[list[Action], set[int]]:
        """The actions that count, and who was made to Pass (TRU-3.8, TRU-3.11)."""
        actions = []
        defaulted = set()
        for number, player in enumerate(self.players):
            if player.choice is None or (player.supply == 0 and player.choice.kind in NEEDS_COINS):
                actions.append(PASS)
                defaulted.add(number)
            else:
                actions.append(player.choice)
        return actions, defaulted

    def resolve_loot(self, actions: Sequence[Action]) -> None:
        """Share the Stash among the looters; the rest is removed (TRU-7)."""
        looters = [number for number, action in enumerate(actions) if action.kind is Kind.LOOT]
        if not looters:
            return
        share, rest = divmod(self.stash, len(looters))
        for looter in looters:
            self.players[looter].spoils += share
        self.removed += rest
        self.stash = 0

    def rob(self, victims: Sequence[int], attacks: Mapping[int, int]) -> None:
        """Settle these victims at the same instant: take everything first, then put it down (TRU-9.2 to TRU-9.7)."""
        gains = []
        for number in victims:
            victim = self.players[number]
            attackers = [attacker for attacker, target in attacks.items() if target == number]
            share, rest = divmod(victim.spoils, len(attackers))
            victim.spoils = 0
            self.removed += rest
            if victim.supply >= len(attackers):
                victim.supply -= len(attackers)
                share += 1
            else:
                self.removed += victim.supply
                victim.supply = 0
            gains += [(attacker, share) for attacker in attackers]
        for attacker, coins in gains:
            self.players[attacker].spoils += coins

    def winners(self) -> set[int]:
        """Who has won: most coins, then most supporters in the last round, then together (TRU-11)."""
        if not self.finished:
            raise RuleError("the game is not over")
        last = self.history[-1]
        most_coins = max(last.supplies)
        leaders = {number for number, supply in enumerate(last.supplies) if supply == most_coins}
        most_supporters = max(last.supporters[number] for number in leaders)
        return {number for number in leaders if last.supporters[number] == most_supporters}


def count_supporters(actions: Sequence[Action]) -> list[int]:
    """How many supporters reach each player; those whose support runs in a circle reach nobody (TRU-5)."""
    supports = {}
    for number, action in enumerate(actions):
        match action:
            case Action(Kind.SUPPORT, int(target)):
                supports[number] = target
    counts = [0] * len(actions)
    for supporter, first in supports.items():
        passed = {supporter}
        reached = first
        while reached in supports and reached not in passed:
            passed.add(reached)
            reached = supports[reached]
        if reached not in supports:
            counts[reached] += 1
    return counts


def successful_attacks(actions: Sequence[Action], supporters: Sequence[int]) -> dict[int, int]:
    """The target of every successful attacker (TRU-6, TRU-8)."""
    attacks = {}
    for number, action in enumerate(actions):
        match action:
            case Action(Kind.ATTACK, int(target)):
                match actions[target].kind:
                    case Kind.LOOT:
                        succeeds = True
                    case Kind.DEFEND:
                        succeeds = supporters[number] > supporters[target]
                    case _:
                        succeeds = supporters[number] > 0
                if succeeds:
                    attacks[number] = target
    return attacks


def settling_order(attacks: Mapping[int, int]) -> Iterator[list[int]]:
    """The victims in groups that are settled in turn: chains from their end, circles at once (TRU-9.5 to 9.7)."""
    waiting = set(attacks.values())
    while waiting:
        group = [victim for victim in waiting if attacks.get(victim) not in waiting]
        if not group:
            group = find_circle(attacks, next(iter(waiting)))
        yield group
        waiting.difference_update(group)


def find_circle(attacks: Mapping[int, int], start: int) -> list[int]:
    """The circle of attacks that is reached from this attacker."""
    passed: list[int] = []
    while start not in passed:
        passed.append(start)
        start = attacks[start]
    return passed[passed.index(start) :]


def random_game(players: int, rounds: int, rng: Random) -> Game:
    """Play a whole game in which every choice is uniform among the legal ones; nobody gives anything."""
    game = Game.new(players, rounds)
    while not game.finished:
        for player in range(players):
            game.submit(player, rng.choice(game.legal_actions(player)))
        game.reveal()
    return game
