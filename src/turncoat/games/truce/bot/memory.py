"""What a schemer remembers of the others: their actions, whether they keep promises, and whom they attack."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

from msgspec import Struct

from turncoat.games.truce.acts import round_over, seen
from turncoat.games.truce.bot.imagine import rounds_to_come
from turncoat.games.truce.events import ActionsRevealed, GiftGiven, SupportArrived, VictimRobbed
from turncoat.games.truce.round import PASS
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Event, tag_of
from turncoat.kernel.bargaining import Bargainer, Held
from turncoat.kernel.promise import Pledge

FORGET = 0.9
"""The share of an impression that remains after a round."""

PRIOR = {"attack": 1.5, "support": 0.3, "loot": 0.5, "defend": 0.3, "pass": 0.3}
"""How often an unknown player is expected to take each type of action."""

ALONE: dict[str, TruceAction] = {"defend": Defend(), "loot": Loot(), "pass": PASS}
"""The actions without a target."""

POOR = ("support", "pass")
"""TRU-3.10: the actions of a player without coins."""

LAST_WORD = 0.6
"""The value of a promise in the last round, when nobody can retaliate."""

GIVE = tag_of(Gift)
"""TRU-4.2: acts that everybody sees at once, without a reveal."""

GRAIN = 1000
"""Weights are rounded to this many parts before drawing."""

Draw = Callable[[int], int]


class Habits(Struct):
    """One rival, as one seat knows it. The numbers shrink with each round.

    Attributes:
        actions: How often it did each type of action.
        hit: How often it attacked each seat.
        helped: How often it supported each seat.
        goodwill: What it has done for the bot, less what it has done against it.
    """

    actions: dict[str, float]
    hit: list[float]
    helped: list[float]
    goodwill: float = 0.0

    def note(self, action: TruceAction) -> None:
        """TRU-12.2: learn from a revealed action of this rival."""
        for numbers in (self.hit, self.helped):
            numbers[:] = [number * FORGET for number in numbers]
        self.actions = {kind: number * FORGET for kind, number in self.actions.items()}
        kind = tag_of(action.__class__)
        self.actions[kind] = self.actions.get(kind, 0.0) + 1.0
        if isinstance(action, Attack):
            self.hit[action.target] += 1.0
        elif isinstance(action, Support):
            self.helped[action.target] += 1.0
        self.goodwill *= FORGET


def stranger(seats: int) -> Habits:
    """The habits of an unknown player."""
    return Habits({}, [0.0] * seats, [0.0] * seats)


class Guess:
    """A guess at a rival's action in this round: possible actions with weights, and promises.

    Args:
        seat: The rival.
        habits: What the rival has done so far.
        view: The table as the bot's seat sees it.
        promises: What it has promised for this round.
        credit: The probability that it keeps its word.
    """

    def __init__(self, seat: int, habits: Habits, view: TruceView, promises: list[Pledge], credit: float) -> None:
        actions, weights = _weighed(seat, habits, view)
        self.weighed = [
            (action, max(1, round(weight * GRAIN))) for action, weight in zip(actions, weights, strict=True)
        ]
        self.credit = round(GRAIN * credit)
        self.promises = promises

    def sample(self, times: int, draw: Draw) -> list[TruceAction]:
        """Possible sealed actions, in random order. Promises count by the probability that the rival keeps them.

        Every action occurs as often as its weight says, give or take 1.
        """
        keeps = [
            (action, weight)
            for action, weight in self.weighed
            if all(pledge.covers(action) == pledge.will for pledge in self.promises)
        ]
        true = (times * self.credit + draw(GRAIN)) // GRAIN if self.promises and keeps else 0
        found = [*_spread(keeps, true, draw), *_spread(self.weighed, times - true, draw)]
        for last in range(times - 1, 0, -1):
            other = draw(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


def _spread(weighed: list[tuple[TruceAction, int]], times: int, draw: Draw) -> list[TruceAction]:
    """This number of actions at equal distances along all weights, put end to end."""
    if not times:
        return []
    sums = list(accumulate(weight for _, weight in weighed))
    start = draw(sums[-1])
    return [weighed[bisect(sums, (start + number * sums[-1]) // times)][0] for number in range(times)]


def _weighed(seat: int, habits: Habits, view: TruceView) -> tuple[list[TruceAction], list[float]]:
    """Every action of a rival with its weight, from how often it does such things, and to whom."""
    open_kinds = PRIOR if view.supplies[seat] else POOR
    actions: list[TruceAction] = []
    weights: list[float] = []
    for kind in open_kinds:
        weight = PRIOR[kind] + habits.actions.get(kind, 0.0)
        if kind == "loot":
            weight *= _temptation(view)
        only = ALONE.get(kind)
        if only is not None:
            actions.append(only)
            weights.append(weight)
            continue
        targets = _hated(seat, habits, view) if kind == "attack" else _liked(seat, habits, view)
        total = sum(targets.values())
        make = Attack if kind == "attack" else Support
        actions += [make(target) for target in targets]
        weights += [weight * share / total for share in targets.values()]
    return actions, weights


def _temptation(view: TruceView) -> float:
    """How much a Stash of this size tempts players to loot."""
    return 0.5 + min(view.stash, 6) / 4


def _hated(seat: int, habits: Habits, view: TruceView) -> dict[int, float]:
    """The weights of targets for its attacks: rich players, and those whom it attacked before."""
    average = sum(view.supplies) / len(view.supplies) or 1.0
    return {
        other: 0.3 + coins / average + 0.5 * view.spoils[other] + habits.hit[other]
        for other, coins in enumerate(view.supplies)
        if other != seat
    }


def _liked(seat: int, habits: Habits, view: TruceView) -> dict[int, float]:
    """The weights of targets for its support: those whom it supported before."""
    return {other: 0.6 + helped for other, helped in enumerate(habits.helped) if other != seat}


HONOUR = 0.1
"""The cost of breaking a promise, in prospects, while many rounds are left."""

LONG = 4
"""With at least this many rounds to come, the future counts in full."""

IN_PUBLIC = 2.0
"""A promise to everybody costs this much more."""

UNPAID = 0.25
"""The share of a promise that counts if its price was not paid."""


def horizon(view: TruceView) -> float:
    """How much the future counts, from 0 in the last round to 1."""
    return min(1.0, rounds_to_come(view) / LONG)


class Memory:
    """What one seat knows of the past rounds.

    Attributes:
        habits: The habits of each rival, by seat.
        bargainer: The promises that the bot has made and heard.
        received: Coins that each rival gave the bot in this round.
    """

    def __init__(self, seat: int, seats: int, bargainer: Bargainer) -> None:
        self.seat, self.bargainer = seat, bargainer
        self.habits: dict[int, Habits] = {other: stranger(seats) for other in range(seats) if other != seat}
        self.received: dict[int, int] = {}

    def hear(self, event: Event) -> None:
        """TRU-12: learn from an event."""
        self.bargainer.saw(seen(event), turn_over=round_over(event))
        match event:
            case ActionsRevealed():
                self._judge(event)
            case SupportArrived() if event.path[-1] == self.seat:
                self.habits[event.path[0]].goodwill += 1.0
            case SupportArrived() if event.path[0] == self.seat:
                self.habits[event.path[-1]].goodwill -= 1.0
            case VictimRobbed() if event.victim == self.seat:
                for robber in event.robbers:
                    self.habits[robber].goodwill -= 1.0
            case GiftGiven() if event.to == self.seat:
                self.habits[event.giver].goodwill += 0.5 * event.coins
                self.received[event.giver] = self.received.get(event.giver, 0) + event.coins
            case _:
                pass

    def _judge(self, event: ActionsRevealed) -> None:
        """TRU-12.2: judge promises after the reveal, when all actions of the round are known."""
        for seat, habits in self.habits.items():
            habits.note(event.actions[seat])
        self.bargainer.judge(dict(enumerate(event.actions)))
        self.received = {}

    def guesses(self, view: TruceView) -> dict[int, Guess]:
        """Guesses at each rival's sealed action."""
        promises: dict[int, list[Pledge]] = {seat: [] for seat in self.habits}
        for held in (held for held in self.bargainer.taken if not held.state.by_turn):
            promises[held.who].append(held.state.pledge)
        return {
            seat: Guess(seat, habits, view, promises[seat], self.credit(seat, view))
            for seat, habits in self.habits.items()
        }

    def credit(self, seat: int, view: TruceView) -> float:
        """The probability that a rival keeps its word, from 0 to 1."""
        usual = self.bargainer.credit(seat)
        return usual if rounds_to_come(view) else usual * LAST_WORD

    def cost(self, action: TruceAction, view: TruceView) -> float:
        """The cost, in prospects, of the promises that this action would break."""
        return sum(self._price(held, view) for held in self.bargainer.breaks(action))

    def _price(self, held: Held, view: TruceView) -> float:
        """The cost of one promise: less towards the end, to players who break their own, and if it was not paid for."""
        price = HONOUR * horizon(view)
        if held.to:
            price *= min(1.0, 1.5 * max(self.credit(seat, view) for seat in held.to))
        else:
            price *= IN_PUBLIC
        return price if held.price is None or self._paid(held.price) else price * UNPAID

    def _paid(self, price: Pledge) -> bool:
        """TRU-4.2: whether the price of a promise was paid: a gift has arrived, or else it was promised."""
        if price.act == GIVE:
            return self.received.get(price.who, 0) > 0
        return any(held.who == price.who and held.state.pledge.act == price.act for held in self.bargainer.taken)
