"""What a seat remembers of a rival: what it did, whom it helped and hit, and what its word was worth."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

from msgspec import Struct

from turncoat.games.truce.bot.imagine import rounds_to_come
from turncoat.games.truce.choose import PASS
from turncoat.games.truce.state import Attack, Defend, Loot, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import tag_of
from turncoat.kernel.promise import Pledge

FORGET = 0.9
"""What is left of an impression after a round."""

PRIOR = {"attack": 1.5, "support": 0.3, "loot": 0.5, "defend": 0.3, "pass": 0.3}
"""How often a stranger is expected to do what, before anything is known."""

ALONE: dict[str, TruceAction] = {"defend": Defend(), "loot": Loot(), "pass": PASS}
"""The actions without a target."""

POOR = ("support", "pass")
"""TRU-3.10: all that is open to somebody without coins."""

LAST_WORD = 0.6
"""What a word is worth in the last round, when nobody can be paid back for breaking it."""

GRAIN = 1000
"""Weights are rounded to so many parts before they are drawn from."""

Draw = Callable[[int], int]


class Habits(Struct):
    """One rival, as one seat knows it. Numbers fade from round to round.

    Attributes:
        deeds: How often it did each type of action.
        hit: How often it attacked each seat.
        helped: How often it supported each seat.
        kept: How many promises it is known to have kept.
        broken: How many it is known to have broken.
        goodwill: What it has done for me, less what it has done to me.
    """

    deeds: dict[str, float]
    hit: list[float]
    helped: list[float]
    kept: float = 0.0
    broken: float = 0.0
    goodwill: float = 0.0

    def note(self, action: TruceAction) -> None:
        """TRU-12.2: an action of it was revealed."""
        for numbers in (self.hit, self.helped):
            numbers[:] = [number * FORGET for number in numbers]
        self.deeds = {kind: number * FORGET for kind, number in self.deeds.items()}
        kind = tag_of(action.__class__)
        self.deeds[kind] = self.deeds.get(kind, 0.0) + 1.0
        if isinstance(action, Attack):
            self.hit[action.target] += 1.0
        elif isinstance(action, Support):
            self.helped[action.target] += 1.0
        self.goodwill *= FORGET

    def credit(self, *, last: bool) -> float:
        """How likely it is to keep a promise, 0 to 1."""
        usual = (self.kept + 2.0) / (self.kept + self.broken + 3.0)
        return usual * LAST_WORD if last else usual


def stranger(seats: int) -> Habits:
    """Somebody of whom nothing is known."""
    return Habits({}, [0.0] * seats, [0.0] * seats)


class Guess:
    """What a rival may do this round: its possible actions with weights, and what it has promised.

    Args:
        seat: The rival.
        habits: What is known of it.
        view: The table.
        promises: What it has promised for this round.
    """

    def __init__(self, seat: int, habits: Habits, view: TruceView, promises: list[Pledge]) -> None:
        self.actions, weights = _weighed(seat, habits, view)
        self.sums = list(accumulate(max(1, round(weight * GRAIN)) for weight in weights))
        self.credit = round(GRAIN * habits.credit(last=not rounds_to_come(view)))
        self.promises = promises

    def sample(self, draw: Draw) -> TruceAction:
        """One action it may have sealed. Its promises count for as much as its word is worth."""
        action = self._any(draw)
        if not self.promises or draw(GRAIN) >= self.credit:
            return action
        for _ in range(4):
            if all(pledge.covers(action) == pledge.will for pledge in self.promises):
                return action
            action = self._any(draw)
        kept = [one for one in self.actions if all(p.covers(one) == p.will for p in self.promises)]
        return kept[draw(len(kept))] if kept else action

    def _any(self, draw: Draw) -> TruceAction:
        return self.actions[bisect(self.sums, draw(self.sums[-1]))]


def _weighed(seat: int, habits: Habits, view: TruceView) -> tuple[list[TruceAction], list[float]]:
    """Every action of a rival with its weight: how often it does such things, and to whom."""
    open_kinds = PRIOR if view.supplies[seat] else POOR
    actions: list[TruceAction] = []
    weights: list[float] = []
    for kind in open_kinds:
        weight = PRIOR[kind] + habits.deeds.get(kind, 0.0)
        if kind == "loot":
            weight *= _temptation(view)
        one = ALONE.get(kind)
        if one is not None:
            actions.append(one)
            weights.append(weight)
            continue
        targets = _hated(seat, habits, view) if kind == "attack" else _liked(seat, habits, view)
        total = sum(targets.values())
        make = Attack if kind == "attack" else Support
        actions += [make(target) for target in targets]
        weights += [weight * share / total for share in targets.values()]
    return actions, weights


def _temptation(view: TruceView) -> float:
    """How much a Stash of this size tempts people to loot."""
    return 0.5 + min(view.stash, 6) / 4


def _hated(seat: int, habits: Habits, view: TruceView) -> dict[int, float]:
    """Whom it is likely to attack: the rich, and those whom it attacked before."""
    average = sum(view.supplies) / len(view.supplies) or 1.0
    return {
        other: 0.3 + coins / average + 0.5 * view.spoils[other] + habits.hit[other]
        for other, coins in enumerate(view.supplies)
        if other != seat
    }


def _liked(seat: int, habits: Habits, view: TruceView) -> dict[int, float]:
    """Whom it is likely to support: those whom it supported before."""
    return {other: 0.6 + helped for other, helped in enumerate(habits.helped) if other != seat}
