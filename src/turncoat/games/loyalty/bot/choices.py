"""How a courtier chooses: the best action and all other answers.

The other answers: victims, followers, coins, cards, colours, homes; requests, defences, sharing of losses.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from turncoat.games.loyalty.actions import (
    Agree,
    AskToAttack,
    AskToMove,
    Attack,
    Bring,
    Carry,
    ChooseColour,
    ChooseHome,
    Counter,
    Decline,
    Grant,
    Join,
    Kill,
    LeaveIt,
    LookAt,
    LookAway,
    Lose,
    LoyaltyAction,
    Move,
    Numbers,
    Object,
    Propose,
    Refuse,
    Stay,
    Switch,
)
from turncoat.games.loyalty.attack import defence, standard
from turncoat.games.loyalty.bot.judgement import Judgement
from turncoat.games.loyalty.bot.memory import Memory
from turncoat.games.loyalty.bot.plans import PASSING, Plan, Purse, parties, plans, switches
from turncoat.games.loyalty.known import after, battle_of, fight
from turncoat.games.loyalty.losses import named_first
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.move import here, shift
from turncoat.games.loyalty.state import CITIZENS, Loyalty, add
from turncoat.games.loyalty.view import BattleView, LoyaltyView, RequestView
from turncoat.kernel import Boxes, Chance, clone, draw
from turncoat.kernel.chance import pick

MOST_WAYS = 60
"""The most ways of sharing deaths that are compared."""


def choose(judgement: Judgement, game: Loyalty, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """The answer to a question that is neither about an action nor about a request."""
    kinds = {box.action for box in boxes.boxes}
    seen = view.battle
    if seen is not None and kinds & {Lose, Kill}:
        return dying(judgement, game, seen, boxes)
    if seen is not None and Bring in kinds:
        return following(judgement, game, seen, boxes)
    if Stay in kinds:
        return colour(judgement, game, boxes)
    if LookAway in kinds:
        return card(view)
    if Carry in kinds:
        return max(boxes, key=lambda answer: answer.coins if isinstance(answer, Carry) else 0)
    return next(iter(boxes))


def prepare(game: Loyalty, view: LoyaltyView, boxes: Boxes[LoyaltyAction], chance: Chance) -> LoyaltyAction:
    """LOY-D12: the answer to a question before the first turn."""
    if {box.action for box in boxes.boxes} & {ChooseHome, ChooseColour}:
        return settling(game, view, boxes, chance)
    return boxes.sample(lambda sides: draw(chance, sides))


def _first(boxes: Boxes[LoyaltyAction]) -> list[LoyaltyAction]:
    """Some of the possible answers, for comparison."""
    return [answer for answer, _ in zip(boxes, range(MOST_WAYS), strict=False)]


def dying(judgement: Judgement, game: Loyalty, seen: BattleView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """LOY-10.2.10, LOY-14.10: the victims whose loss leaves the best position."""
    field = game.map.places[seen.field]

    def outcome(answer: LoyaltyAction) -> float:
        thought = clone(game)
        if isinstance(answer, Lose):
            dead = {f"{judgement.me} {kind}": number for kind, number in answer.units.items()}
        else:
            dead = answer.victims if isinstance(answer, Kill) else {}
        for victim, number in dead.items():
            seat, kind = victim.split()
            add(thought.citizens if kind == CITIZENS else thought.priests, field, int(seat), -number)
        return judgement.worth(thought)

    return max(_first(boxes), key=outcome)


def following(judgement: Judgement, game: Loyalty, seen: BattleView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """LOY-10.2.13: the followers that give the best position."""
    places, seat = game.map.places, seen.attacker
    origin, field = places[seen.origin], places[seen.field]
    best, most = Bring({}), judgement.worth(game)
    for party in parties(*here(game, seat, origin)):
        answer = Bring(dict(party))
        if answer in boxes:
            thought = clone(game)
            shift(thought, seat, origin, field, answer.units)
            worth = judgement.worth(thought)
            if worth > most:
                best, most = answer, worth
    return best


def colour(judgement: Judgement, game: Loyalty, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """LOY-D13: another colour, if it has more soldiers than the present one."""
    free = [answer for answer in boxes if isinstance(answer, Switch)]
    worth = {answer: judgement.worth(after(game, judgement.me, answer)) for answer in free}
    best = max(free, key=lambda answer: worth[answer])
    return best if worth[best] > judgement.worth(game) else Stay()


def card(view: LoyaltyView) -> LoyaltyAction:
    """LOY-14.4: the first card that the bot has not seen; if it has seen all, none."""
    unseen = [place for place in range(1, len(view.looked) + 1) if place not in view.seen]
    return LookAt(unseen[0]) if unseen else LookAway()


def settling(game: Loyalty, view: LoyaltyView, boxes: Boxes[LoyaltyAction], chance: Chance) -> LoyaltyAction:
    """LOY-D12: a home next to the capital, far from the others, with many roads; a colour that few players have."""
    answers = list(boxes)
    homes = [answer for answer in answers if isinstance(answer, ChooseHome)]
    if not homes:
        worn = view.colours
        fewest = min(worn.count(answer.colour) for answer in answers if isinstance(answer, ChooseColour))
        few = [colour for colour in answers if isinstance(colour, ChooseColour) and worn.count(colour.colour) == fewest]
        return pick(chance, list[LoyaltyAction](few))

    def merit(answer: ChooseHome) -> int:
        city = game.map.places[answer.city]
        near = [other for _, other in game.map.across[city]]
        taken = sum(game.map.names[other] in view.homes for other in near)
        return len(near) - 2 * taken + 2 * (CAPITAL in near)

    best = max(map(merit, homes))
    return pick(chance, list[LoyaltyAction]([answer for answer in homes if merit(answer) == best]))


SORTS, AGAIN = 2, 6
"""How many actions are rated: one of each sort, then all of this many best sorts; and how many sorts for a next action.

Sorts that became possible only now are rated as well.
"""

WORD = 0.03
"""The cost of a broken promise, in chances, because nobody would believe the next one."""

READY = 0.6
"""The probability that a player gives leave free, without goodwill, for an action that does not hurt."""

PER_COIN, PER_KINDNESS, PER_POINT = 0.08, 0.08, 0.2
"""How much likelier leave is for each coin and point of goodwill, and less likely for each victory point taken."""

PARTNERSHIP = 0.25
"""How much likelier a player with mutual peace gives leave."""

HOPELESS = 0.2
"""The bot does not ask for leave if its probability is lower than this."""


Sort = tuple[object, ...]
"""A sort of plans: plans that differ only in their numbers."""


class Thought(NamedTuple):
    """A plan and its expected value.

    Attributes:
        worth: The value of the position after it, taking into account that leave may be refused.
        plan: The plan with all its steps.
        poor: Sorts of plans that need not be considered for the next action of the turn.
    """

    worth: float
    plan: Plan
    poor: frozenset[Sort] = frozenset()


def sorts(found: Iterable[Plan]) -> dict[Sort, list[Plan]]:
    """Plans by their sort."""
    alike: dict[Sort, list[Plan]] = {}
    for plan in found:
        action = plan.action
        begins = getattr(action, "city", getattr(action, "origin", ""))
        whom = getattr(action, "targets", getattr(action, "faction", ""))
        alike.setdefault((action.__class__, begins, getattr(action, "to", ""), whom), []).append(plan)
    return alike


class Intent:
    """One search for the best plan.

    Args:
        judgement: The judgement of the bot's seat.
        memory: The bot's promises, and the requests that have failed.
        goodwill: The goodwill towards each seat.
        effort: How much it thinks, as a share of the usual.
    """

    def __init__(self, judgement: Judgement, memory: Memory, goodwill: list[float], effort: float = 1.0) -> None:
        self.judgement, self.memory, self.goodwill, self.effort = judgement, memory, goodwill, effort
        self.me = judgement.me

    def best(self, game: Loyalty, purse: Purse, poor: frozenset[Sort] = frozenset(), *, switch: bool) -> Thought:
        """The best plan for the next action; kinds of plans that rated low for the last one (``poor``) are left out."""
        now, tried = self.judgement.worth(game), dict[Sort, Thought]()
        every = sorts(plans(game, self.me, purse))
        for sort in [sort for sort in every if sort not in poor]:
            thought = self._expected(game, every[sort].pop((len(every[sort]) - 1) // 2), now)
            if thought is not None:
                tried[sort] = thought
        ranked = sorted(tried, key=lambda sort: -tried[sort].worth)
        more = [self._expected(game, plan, now) for sort in ranked[: ceil(SORTS * self.effort)] for plan in every[sort]]
        found = [Thought(now, PASSING), *tried.values(), *(thought for thought in more if thought is not None)]
        if switch:
            found += [
                Thought(self.judgement.worth(after(game, self.me, thought.action)), thought)
                for thought in switches(game, self.me)
            ]
        best = max(found, key=lambda thought: thought.worth)
        return best._replace(poor=frozenset(every) - set(ranked[: ceil(AGAIN * self.effort)]))

    def _expected(self, game: Loyalty, plan: Plan, now: float) -> Thought | None:
        """The expected value of a plan; None: it is not worth asking for."""
        if not plan.ask:
            return Thought(self._worth(plan, self._after(game, plan)), plan)
        if self.memory.tried(plan.action):
            return None
        later = self._after(game, plan)
        hope, worth = self._hope(game, later, plan), self._worth(plan, later)
        return None if hope < HOPELESS or worth <= now else Thought(hope * worth + (1 - hope) * now, plan)

    def _after(self, game: Loyalty, plan: Plan) -> Loyalty:
        return after(game, self.me, plan.action, plan.tolls, plan.follow)

    def _worth(self, plan: Plan, later: Loyalty) -> float:
        worth = self.judgement.worth(later)
        if isinstance(plan.action, Attack | AskToAttack) and any(
            target in self.memory.given for target in plan.action.targets
        ):
            worth -= WORD
        return worth

    def _hope(self, game: Loyalty, following: Loyalty, plan: Plan) -> float:
        """The probability that all holders give leave."""
        before, later = victory_points(game), victory_points(following)
        hope, tolls, partners = 1.0, dict(plan.tolls), self.memory.partners()
        for holder in plan.ask:
            ready = (
                READY
                + PARTNERSHIP * (holder in partners)
                + PER_COIN * tolls.get(holder, 0)
                + PER_KINDNESS * self.goodwill[holder]
            )
            ready -= PER_POINT * max(0, before[holder] - later[holder])
            hope *= max(0.0, min(0.95, ready))
        return hope


FAVOUR = 0.006
"""How much of its chance to win a favour may cost: for each point of goodwill, and for any player."""

DEAREST = 6
"""The highest price that the bot asks for, in coins."""


def leave(judgement: Judgement, game: Loyalty, request: RequestView, asker: int, kindness: float) -> LoyaltyAction:
    """LOY-8.5b: grant what does no harm, name a price for what harms little, refuse the rest.

    Args:
        judgement: The holder's judgement of the position.
        game: The position.
        request: The permission that is asked for.
        asker: The seat that asks.
        kindness: How much it may cost, in chances.
    """
    action, before = request.action, judgement.worth(game) - kindness
    assert action is not None
    others = tuple((seat, price) for seat, price in request.offers.items() if seat != judgement.me)
    offered = request.offers[judgement.me]
    purse = game.coins[asker] - sum(price for _, price in others)
    gain = judgement.worth(after(game, asker, action, (*others, (judgement.me, offered)))) - before
    if gain >= 0:
        return Grant()
    if game.options.gifts == "none":
        return Refuse()
    for price in range(offered + 1, min(purse, offered + DEAREST) + 1):
        tolls = (*others, (judgement.me, price))
        if judgement.worth(after(game, asker, action, tolls)) >= before:
            return Counter(price)
    return Refuse()


def bargain(judgement: Judgement, game: Loyalty, request: RequestView, seat: int) -> bool:
    """LOY-8.5d: whether the leave is worth its price."""
    action = request.action
    assert isinstance(action, Move | AskToMove | Attack | AskToAttack)
    return judgement.worth(after(game, seat, action, tuple(request.offers.items()))) > judgement.worth(game)


def volunteer(judgement: Judgement, game: Loyalty, seen: BattleView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """LOY-10.2.6: join a defence if the position after the fight is better for it."""

    def outcome(answer: LoyaltyAction) -> float:
        thought = clone(game)
        battle = battle_of(thought, seen)
        if isinstance(answer, Join):
            battle.joined[judgement.me] = answer.militia
        fight(thought, battle)
        return judgement.worth(thought)

    stay = outcome(Decline())
    best = max(boxes, key=lambda answer: (outcome(answer), isinstance(answer, Decline)))
    return best if outcome(best) > stay else Decline()


def proposal(game: Loyalty, seen: BattleView, me: int, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
    """LOY-10.2.8: propose losses in proportion to strength, if that is better for the bot than no agreement."""
    caps = tuple(shares(game, seen).items())
    total = min(seen.force, sum(number for _, number in caps))
    mine = standard(game, me) if not seen.won else str(me)
    fair = fairly(caps, total)
    better = fair.get(mine, 0) < named_first(caps, total).get(mine, 0)
    wanted = Propose(fair)
    return wanted if better and wanted in boxes else LeaveIt()


def consent(game: Loyalty, seen: BattleView, me: int, terms: Numbers, kindness: int) -> LoyaltyAction:
    """LOY-10.2.8: agree if the losses are no higher than without an agreement, or slightly higher for a friend."""
    caps = tuple(shares(game, seen).items())
    usual = named_first(caps, sum(terms.values()))
    mine = standard(game, me) if not seen.won else str(me)
    return Agree() if terms.get(mine, 0) <= usual.get(mine, 0) + kindness else Object()


def shares(game: Loyalty, seen: BattleView) -> dict[str, int]:
    """LOY-10.2.7, LOY-10.2.10: what each of the defence can lose: militia before the fight, civilians after it."""
    battle = battle_of(game, seen)
    if not seen.won:
        return defence(game, battle)
    field = battle.field
    found = {str(seat): game.citizens[field][seat] + game.priests[field][seat] for seat in seen.targets}
    return {who: number for who, number in found.items() if number}


def fairly(caps: tuple[tuple[str, int], ...], total: int) -> Numbers:
    """The losses in proportion to each side's units there; the strongest takes the remainder."""
    whole = sum(number for _, number in caps)
    shared = {who: number * total // whole for who, number in caps}
    rest = total - sum(shared.values())
    for who, number in sorted(caps, key=lambda cap: -cap[1]):
        if rest and shared[who] < number:
            shared[who] += 1
            rest -= 1
    return {who: number for who, number in shared.items() if number}
