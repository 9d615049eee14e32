"""A second Truce, written from the rulebook without a look at the first: what a round does to the coins.

It is slow and literal on purpose. Players are numbers, an action is a pair such as ``("attack", 3)`` or
``("loot", None)``, and whenever the rules leave an order free, ``choose`` decides: nothing may depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tests.kit import sure

Act = tuple[str, int | None]
Choose = Callable[[int], int]
"""Which of so many possibilities is taken first."""


@dataclass
class Coins:
    """Who holds what, by player."""

    supply: dict[int, int]
    spoils: dict[int, int]
    stash: int = 0
    removed: int = 0
    supporters: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Coins:
        return replace(self, supply=dict(self.supply), spoils=dict(self.spoils), supporters=dict(self.supporters))


def first(possibilities: int) -> int:
    return 0


def walk(acts: Sequence[Act], player: int) -> list[int]:
    """The players whom one player's support visits, until it rests or comes to somebody it has met (TRU-5.2)."""
    met = [player]
    here = player
    while acts[here][0] == "support":
        target = sure(acts[here][1])
        met.append(target)
        if target in met[:-1]:
            return met
        here = target
    return met


def supporters(acts: Sequence[Act]) -> dict[int, int]:
    """TRU-5: how many support each player."""
    count = dict.fromkeys(range(len(acts)), 0)
    for player, (kind, _) in enumerate(acts):
        if kind == "support":
            rest = walk(acts, player)[-1]
            if acts[rest][0] != "support":
                count[rest] += 1
    return count


def successful(acts: Sequence[Act], backing: dict[int, int]) -> dict[int, int]:
    """TRU-6 and TRU-8: the target of every successful attack, by attacker."""
    edges = {}
    for player, (kind, target) in enumerate(acts):
        if kind != "attack" or target is None:
            continue
        value = backing[player]
        defence = backing[target] if acts[target][0] == "defend" else 0
        if acts[target][0] == "loot" or value > defence:
            edges[player] = target
    return edges


def circle_of(edges: dict[int, int], player: int) -> set[int]:
    """All members of the circle of attacks a player belongs to; empty if there is none."""
    members: list[int] = []
    here: int | None = player
    while here is not None and here not in members:
        members.append(here)
        here = edges.get(here)
    return set(members) if here == player else set()


def next_group(edges: dict[int, int], done: set[int], choose: Choose) -> set[int]:
    """TRU-9.5, TRU-9.6: some group of victims that can be settled now."""
    victims = set(edges.values())
    ready: list[set[int]] = []
    for victim in sorted(victims - done):
        if edges.get(victim) is None or edges[victim] in done:
            ready.append({victim})
        elif (circle := circle_of(edges, victim)) and circle not in ready:
            ready.append(circle)
    return ready[choose(len(ready))]


def settle(coins: Coins, attackers: dict[int, list[int]], *, rest_stays: bool) -> None:
    """TRU-9.2 to TRU-9.4 and TRU-9.6: the victims of a group, with the holdings before this group."""
    before = coins.copy()
    notes: list[tuple[int, int]] = []
    for victim, who in attackers.items():
        k = len(who)
        per_coin = 1 if before.supply[victim] >= k else 0
        share = before.spoils[victim] // k
        rest = before.spoils[victim] % k
        coins.removed += (0 if rest_stays else rest) + (0 if per_coin else before.supply[victim])
        notes += [(attacker, per_coin + share) for attacker in who]
        coins.supply[victim] = before.supply[victim] - k if per_coin else 0
        coins.spoils[victim] = rest if rest_stays else 0
    for attacker, amount in notes:
        coins.spoils[attacker] += amount


def move(
    coins: Coins,
    edges: dict[int, int],
    choose: Choose = first,
    *,
    rest_stays: bool = False,
    circle_first: bool = False,
) -> None:
    """TRU-9: every victim is settled once, in an order that the rules allow."""
    victims, done = set(edges.values()), set[int]()
    while victims - done:
        group = next_group(edges, done, choose)
        attackers = {victim: [edge for edge in edges if edges[edge] == victim] for victim in group}
        inside = {victim: [one for one in who if one in group] for victim, who in attackers.items()}
        if circle_first and len(group) > 1:
            settle(coins, inside, rest_stays=rest_stays)
            attackers = {victim: [one for one in who if one not in group] for victim, who in attackers.items()}
            attackers = {victim: who for victim, who in attackers.items() if who}
        settle(coins, attackers, rest_stays=rest_stays)
        done |= group


def effective(coins: Coins, acts: Iterable[Act]) -> list[Act]:
    """TRU-3.11: what needs a coin and has none is a Pass."""
    poor = {player for player, supply in coins.supply.items() if not supply}
    return [
        ("pass", None) if player in poor and kind not in {"support", "pass"} else (kind, target)
        for player, (kind, target) in enumerate(acts)
    ]


def resolve(coins: Coins, acts: Sequence[Act], choose: Choose = first, **options: bool) -> Coins:
    """TRU-2.4 to TRU-2.6: a whole round, from the reveal to the settling."""
    after = coins.copy()
    acts = effective(after, acts)
    after.supporters = supporters(acts)
    looters = [player for player, (kind, _) in enumerate(acts) if kind == "loot"]
    if looters:
        for player in looters:
            after.spoils[player] += after.stash // len(looters)
        after.removed += after.stash % len(looters)
        after.stash = 0
    move(after, successful(acts, after.supporters), choose, **options)
    for player, gained in after.spoils.items():
        after.supply[player] += gained
        after.spoils[player] = 0
    return after
