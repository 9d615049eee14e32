"""Rates each possible action of the bot against the expected actions of the others, and finds deals.

A deal is what the bot could do for another player, and what it could ask in return.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import nlargest
from math import ceil

from msgspec import Struct, structs

from turncoat.games.truce.attack import judge_attacks
from turncoat.games.truce.bot.imagine import imagined, prospects, resolved
from turncoat.games.truce.bot.memory import Draw, Guess
from turncoat.games.truce.round import PASS, count_supporters
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Round, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Action, Box, Boxes, tag_of
from turncoat.kernel.events import SILENCE
from turncoat.kernel.promise import Pledge

WORLDS = 6
"""How many guesses of the others' actions the bot makes for one decision."""

LOOK = 2
"""After each batch of this many guesses the bot drops actions that are clearly worse."""

CLEARLY = 2.5
"""The bot drops an action that is worse than the best by this many standard errors."""

BUSIEST = 8
"""With many players, how many targets are considered for each action."""

Gifts = tuple[tuple[int, int, int], ...]
"""Gifts to be made before the reveal: giver, receiver, coins."""


class Forecast:
    """Guesses of the others' sealed actions, and rounds played against them.

    All questions of one decision use the same guesses, so that their answers do not differ by chance.

    Args:
        view: The table as the seat sees it.
        boxes: What the seat may answer.
        guesses: The possible actions of each rival in this round.
        draw: The bot's own random generator.
        effort: How much it thinks, as a share of the usual.

    Attributes:
        values: The bot's prospects with each action worth considering.
    """

    def __init__(
        self, view: TruceView, boxes: Boxes[TruceAction], guesses: dict[int, Guess], draw: Draw, effort: float = 1.0
    ) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        seats = range(len(view.supplies))
        candidates = [action for box in boxes.boxes for action in self._worth_a_thought(box)]
        number = ceil(effort * WORLDS)
        sealed = [guesses[seat].sample(number, draw) if seat in guesses else [PASS] * number for seat in seats]
        self.rivals: list[list[TruceAction]] = [list(world) for world in zip(*sealed, strict=True)]
        self._position = imagined(view)
        self._outcomes: dict[tuple[TruceAction, ...], list[float]] = {}
        self._alone: dict[tuple[TruceAction, int | None], list[float]] = {}
        self.values = self._weighed(candidates)

    def _weighed(self, candidates: list[TruceAction]) -> dict[TruceAction, float]:
        """The value of each action; those that are clearly worse after a few guesses are not tried in the others.

        All actions are tried against the same guesses, so that chance does not distort the comparison.
        """
        found: dict[TruceAction, list[float]] = {action: [] for action in candidates}
        left = candidates
        for first in range(0, len(self.rivals), LOOK):
            for action in left:
                found[action] += self._in_worlds(action, self.rivals[first : first + LOOK])
            best = max(left, key=lambda action: sum(found[action]))
            left = [action for action in left if not clearly_worse(found[action], found[best])]
        return {action: sum(values) / len(values) for action, values in found.items()}

    def _in_worlds(self, mine: TruceAction, worlds: list[list[TruceAction]]) -> list[float]:
        seat = self.seat
        return [self._outcome([*others[:seat], mine, *others[seat + 1 :]])[seat] for others in worlds]

    def _outcome(self, actions: list[TruceAction]) -> list[float]:
        """Everybody's prospects after these actions, by seat; the result is cached."""
        key = tuple(actions)
        if key not in self._outcomes:
            self._outcomes[key] = prospects(resolved(self._position, actions), range(len(actions)))
        return self._outcomes[key]

    def _worth_a_thought(self, box: Box[TruceAction]) -> list[TruceAction]:
        """All actions in the box; at a large table only those on the richest players."""
        actions = [box.nth(index) for index in range(box.count())]
        if len(actions) <= BUSIEST:
            return actions
        coins = self.view.supplies
        richest = sorted(range(len(coins)), key=lambda seat: (-coins[seat], seat))[: BUSIEST + 1]
        return [action for action in actions if not isinstance(action, Attack | Support) or action.target in richest][
            :BUSIEST
        ]

    def expected(
        self,
        seats: Sequence[int],
        mine: TruceAction,
        given: dict[int, TruceAction] | None = None,
        gifts: Gifts = (),
        worlds: int | None = None,
    ) -> list[float]:
        """The prospects of these seats if the bot takes this action.

        Args:
            seats: The seats in question.
            mine: The bot's action.
            given: Certain actions of some other seats.
            gifts: Gifts that are made before.
            worlds: How many of the guesses to use; None: all.
        """
        tried = self._with(mine, given)[:worlds]
        if gifts:
            position = imagined(self.view, gifts)
            outcomes = [prospects(resolved(position, guessed), range(len(guessed))) for guessed in tried]
        else:
            outcomes = [self._outcome(guessed) for guessed in tried]
        return [sum([values[seat] for values in outcomes]) / len(tried) for seat in seats]

    def alone(self, mine: TruceAction, worlds: int | None) -> list[float]:
        """Everybody's prospects, by seat, if the bot takes this action without any agreement; the result is cached."""
        key = (mine, worlds)
        if key not in self._alone:
            self._alone[key] = self.expected(range(len(self.view.supplies)), mine, worlds=worlds)
        return self._alone[key]

    def _with(self, mine: TruceAction, given: dict[int, TruceAction] | None) -> list[list[TruceAction]]:
        fixed = {**(given or {}), self.seat: mine}
        return [[fixed.get(seat, action) for seat, action in enumerate(guessed)] for guessed in self.rivals]

    def value(self, mine: TruceAction, given: dict[int, TruceAction] | None = None, gifts: Gifts = ()) -> float:
        """The bot's prospects if it takes this action."""
        return self.expected((self.seat,), mine, given, gifts)[0]

    def best(self) -> TruceAction:
        """The bot's action with the highest expected value."""
        return max(self.values, key=self.values.__getitem__)

    def hope(self, attack: TruceAction) -> float:
        """TRU-8.2: the probability that this attack succeeds."""
        return sum(self._robs(actions)[self.seat] >= 0 for actions in self._with(attack, None)) / len(self.rivals)

    def danger(self) -> float:
        """The probability that the bot is robbed if it passes."""
        return sum(self.seat in self._robs(actions) for actions in self._with(PASS, None)) / len(self.rivals)

    def looters(self) -> Counter[int]:
        """TRU-7: the probability that each of the others loots."""
        return Counter(
            seat for guessed in self.rivals for seat, action in enumerate(guessed) if isinstance(action, Loot)
        )

    def _robs(self, actions: list[TruceAction]) -> list[int]:
        """TRU-8: the target that each player would rob; -1 is nobody."""
        round_ = Round(actions=actions)
        count_supporters(self._position, round_, SILENCE)
        judge_attacks(self._position, round_, SILENCE)
        return round_.robs


def clearly_worse(values: list[float], best: list[float]) -> bool:
    """Whether the first mean is lower by more than chance explains, compared guess by guess."""
    less = [one - other for one, other in zip(best, values, strict=True)]
    mean = sum(less) / len(less)
    squares = sum([(difference - mean) ** 2 for difference in less])
    return mean > 0 and mean * mean * len(less) * max(1, len(less) - 1) > CLEARLY * CLEARLY * squares


WORTH_ASKING = 0.008
"""The smallest gain in prospects for which the bot makes a proposal."""

READY = 0.5
"""The probability that a player agrees to a deal that brings and costs nothing."""

SOBERING = 0.3
"""How much less likely a player agrees after each refusal in this round."""

TINKLE = 0.45
"""How much likelier a player agrees if a coin is offered."""

EAGER = 6.0
"""How much likelier a player agrees for each unit of prospects gained by the deal."""

WORRIED = 0.2
"""The bot considers defence if the probability of being robbed is at least this."""

FINALISTS = 2
"""How many deals are rated against all guesses, after a first choice against a few."""

VICTIMS, FRIENDS = 2, 2
"""How many possible victims and partners the bot considers in one turn."""


class Deal(Struct, frozen=True):
    """A deal to propose.

    Attributes:
        partner: The seat to which the deal is proposed.
        mine: The bot's action.
        theirs: The partner's action.
        request: What the bot asks of the partner.
        offer: What the bot says it would do in return.
        coins: The coins that the bot would pay (TRU-4).
        topic: The kind of texts that go with it.
        gain: How much the deal improves the bot's prospects.
    """

    partner: int
    mine: TruceAction
    theirs: TruceAction
    request: Pledge
    offer: Pledge
    topic: str
    coins: int = 0
    gain: float = 0.0


def pledge(who: int, action: Action, *, will: bool = True, times: int = 1) -> Pledge:
    """A promise or request about exactly this action."""
    return Pledge(who, tag_of(action.__class__), structs.asdict(action), will, times)


def best_deal(
    forecast: Forecast, trust: dict[int, float], goodwill: dict[int, float], refusals: int = 0
) -> Deal | None:
    """The best deal to propose; None if there is none.

    Args:
        forecast: The forecast without a deal.
        trust: The possible partners, each with the probability of keeping a promise.
        goodwill: The value of a favour to each partner beyond this round, in prospects.
        refusals: The number of refusals in this round; the more, the better a paid deal compares with a free one.
    """
    usual = forecast.best()

    def weighed(deal: Deal, worlds: int | None) -> float:
        """The gain times the probability that the partner agrees."""
        seats = (forecast.seat, deal.partner)
        gifts: Gifts = ((*seats, deal.coins),) if deal.coins else ()
        after = forecast.expected(seats, deal.mine, {deal.partner: deal.theirs}, gifts, worlds)
        before = forecast.alone(usual, worlds)
        theirs = after[1] - before[deal.partner] + goodwill[deal.partner]
        ready = READY - SOBERING * refusals + TINKLE * deal.coins + EAGER * theirs
        agrees = min(1.0, max(0.0, ready)) * trust[deal.partner]
        returned = goodwill[deal.partner] if isinstance(deal.mine, Support) else 0.0
        return (after[0] - before[forecast.seat] + returned) * agrees

    promising = nlargest(FINALISTS, _thinkable(forecast, trust), key=lambda deal: weighed(deal, LOOK))
    found = [structs.replace(deal, gain=weighed(deal, None)) for deal in promising]
    return max([deal for deal in found if deal.gain > WORTH_ASKING], key=lambda deal: deal.gain, default=None)


def _thinkable(forecast: Forecast, trust: dict[int, float]) -> list[Deal]:
    """A few deals of each kind, with the partners who are trusted most."""
    coins, me = forecast.view.supplies, forecast.seat
    friends = sorted(trust, key=lambda seat: (-trust[seat], -coins[seat], seat))[:FRIENDS]
    looters = forecast.looters()
    victims = sorted(
        (seat for seat in range(len(coins)) if seat != me and coins[seat]),
        key=lambda seat: (-coins[seat] - 2 * looters[seat] / len(forecast.rivals), seat),
    )
    defend = coins[me] > 0 and forecast.danger() > WORRIED
    deals = _pacts(forecast, friends)
    for friend in friends:
        if defend:
            deals.append(_help_me(me, friend, Defend()))
        for victim in [seat for seat in victims if seat != friend][:VICTIMS]:
            deals += _hunts(me, friend, victim, coins)
    return deals


def _hunts(me: int, friend: int, victim: int, coins: tuple[int, ...]) -> list[Deal]:
    """TRU-5.1: deals about an attack with a friend's support, in either direction, or with paid help."""
    deals: list[Deal] = []
    if coins[me]:
        deals.append(_help_me(me, friend, Attack(victim)))
    if coins[me] > 2:
        deals.append(_help_me(me, friend, Attack(victim), coins=1))
    if coins[friend]:
        mine, theirs = Support(friend), Attack(victim)
        deals.append(Deal(friend, mine, theirs, pledge(friend, theirs), pledge(me, mine), "support"))
    return deals


def _help_me(me: int, friend: int, mine: TruceAction, coins: int = 0) -> Deal:
    """TRU-4.2: deals about support for the bot; payments are made before the seals are broken."""
    theirs = Support(me)
    offer = pledge(me, Gift(friend, coins)) if coins else pledge(me, mine)
    topic = "give" if coins else tag_of(mine.__class__)
    return Deal(friend, mine, theirs, pledge(friend, theirs), offer, topic, coins)


def _pacts(forecast: Forecast, friends: list[int]) -> list[Deal]:
    """TRU-7.5: deals not to attack, because a looter cannot resist."""
    me, mine = forecast.seat, Loot()
    if mine not in forecast.values:
        return []
    return [
        Deal(
            friend,
            mine,
            PASS,
            pledge(friend, Attack(me), will=False),
            pledge(me, Attack(friend), will=False),
            "pact",
        )
        for friend in friends
        if any(guessed[friend] == Attack(me) for guessed in forecast.rivals)
    ]
