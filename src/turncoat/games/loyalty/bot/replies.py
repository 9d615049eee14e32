"""What a courtier answers when others act: to requests, in battles, over losses."""

from __future__ import annotations

from turncoat.games.loyalty.actions import (
    Agree,
    AskToAttack,
    AskToMove,
    Attack,
    Counter,
    Decline,
    Grant,
    Join,
    LeaveIt,
    LoyaltyAction,
    Move,
    Numbers,
    Object,
    Propose,
    Refuse,
)
from turncoat.games.loyalty.attack import defence, standard
from turncoat.games.loyalty.bot.judgement import Judgement
from turncoat.games.loyalty.known import after, battle_of, fight
from turncoat.games.loyalty.losses import named_first
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.view import BattleView, RequestView
from turncoat.kernel import Boxes, clone

FAVOUR = 0.006
"""What a kindness may cost, in chances, for each point of goodwill, and to be thought friendly at all."""

DEAREST = 6
"""No higher price is ever named, in coins."""


def leave(judgement: Judgement, game: Loyalty, request: RequestView, asker: int, kindness: float) -> LoyaltyAction:
    """LOY-8.5b: grant what does no harm, name a price for what harms little, refuse the rest.

    Args:
        judgement: The opinion of the holder.
        game: The position.
        request: What is asked.
        asker: Who asks.
        kindness: What it may cost, in chances.
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
    """LOY-8.5d: whether what is asked for is worth its price."""
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
    """LOY-10.2.8: to share the losses by strength, where that is better than what happens without an agreement."""
    caps = tuple(shares(game, seen).items())
    total = min(seen.force, sum(number for _, number in caps))
    mine = standard(game, me) if not seen.won else str(me)
    fair = fairly(caps, total)
    better = fair.get(mine, 0) < named_first(caps, total).get(mine, 0)
    wanted = Propose(fair)
    return wanted if better and wanted in boxes else LeaveIt()


def consent(game: Loyalty, seen: BattleView, me: int, terms: Numbers, kindness: int) -> LoyaltyAction:
    """LOY-10.2.8: agree to what costs no more than without an agreement; to friends a little more is given."""
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
    """The losses in proportion to what everybody has there; what is left over falls on the strongest."""
    whole = sum(number for _, number in caps)
    shared = {who: number * total // whole for who, number in caps}
    rest = total - sum(shared.values())
    for who, number in sorted(caps, key=lambda one: -one[1]):
        if rest and shared[who] < number:
            shared[who] += 1
            rest -= 1
    return {who: number for who, number in shared.items() if number}
