"""LOY-9: the game as a whole, the course of a turn, and each of its actions with the leave it needs (LOY-8.5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from turncoat.games.loyalty.actions import (
    Accept,
    AskToAttack,
    AskToMove,
    Attack,
    CallToArms,
    CallToFaith,
    Campaign,
    Counter,
    Grant,
    LoyaltyAction,
    Move,
    Pass,
    Proselytize,
    Refuse,
    Switch,
    Withdraw,
)
from turncoat.games.loyalty.attack import attack
from turncoat.games.loyalty.choices import deed_boxes, passing, terms_of, the_turn
from turncoat.games.loyalty.coins import hand_over, pay_where_they_lie
from turncoat.games.loyalty.colours import free_to_switch, staying, switch, switch_boxes, switch_freely
from turncoat.games.loyalty.end import checkpoint, close_turn
from turncoat.games.loyalty.events import AnswersShown, Declared, RequestFailed, TollPaid, TurnBegan
from turncoat.games.loyalty.other_actions import call, campaign, move, proselytize
from turncoat.games.loyalty.permission import aside_boxes, do_aside
from turncoat.games.loyalty.setup import prepare
from turncoat.games.loyalty.state import Deed, Loyalty, Match, Payment, Sections, Turn, active, round_of, the_active
from turncoat.games.loyalty.tax import riots, tax_early, tax_late
from turncoat.kernel import LEAVE, Between, Boxes, Exit, Pending, Tell, box, decide, each, flow

REFUSE, WITHDRAW = Refuse(), Withdraw()


def new_deed() -> Deed:
    """LOY-9.1: the next action of a turn, as a section to play."""
    return Deed()


def declare(game: Loyalty, deed: Deed, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-8.5a: the whole action is declared; who must be asked is settled on this position (LOY-8.4)."""
    seat = active(game)
    action = deed.action = pending.answers[seat]
    tell.all(Declared, seat, action)
    if isinstance(action, AskToMove | AskToAttack) or (game.leaves and isinstance(action, Move | Attack)):
        terms = terms_of(game, action)
        deed.published = dict(terms.published)
        if isinstance(action, AskToMove | AskToAttack):
            deed.offers = {holder: action.prices.get(str(holder), 0) for holder in terms.ask}


def holders(game: Loyalty, deed: Deed) -> list[int]:
    """LOY-8.5b: everybody whose leave is needed and has not been published."""
    return list(deed.offers)


def answer_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-8.5b: grant, refuse, or counter with one other price, up to the purse of the player who asks."""
    purse = 0 if game.options.gifts == "none" else game.coins[active(game)]
    return answers_to(deed.offers[seat], purse)


@lru_cache(maxsize=4096)
def answers_to(offered: int, purse: int) -> Boxes[LoyaltyAction]:
    """What can be answered to an offer."""
    return Boxes(
        box(Grant),
        box(Refuse),
        box(Counter, price=Between(0, offered - 1, "coins")),
        box(Counter, price=Between(offered + 1, purse, "coins")),
    )


def refusing(game: Loyalty, deed: Deed, seat: int) -> LoyaltyAction:
    """LOY-D2: whoever lets the time go by refuses."""
    return REFUSE


def hear_answers(game: Loyalty, deed: Deed, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-8.5b: the answers are shown together; LOY-8.5e, LOY-10.1.3: one refusal and nothing happens."""
    answers = pending.answers
    tell.all(AnswersShown, tuple(pending.asked), tuple([answers[seat] for seat in pending.asked]))
    if any(isinstance(answer, Refuse) for answer in answers.values()):
        return fail(game, deed, "refused", tell)
    for seat in pending.asked:
        answer = answers[seat]
        if isinstance(answer, Counter):
            deed.offers[seat] = answer.price
            deed.countered.append(seat)
    if sum(deed.offers.values()) + sum(deed.published.values()) > game.coins[active(game)]:
        return fail(game, deed, "too dear", tell)
    return None


def fail(game: Loyalty, deed: Deed, why: str, tell: Tell) -> Exit:
    """LOY-8.5e: no action is spent, and the request counts as failed."""
    the_turn(game).failed += 1
    tell.all(RequestFailed, active(game), why)
    return LEAVE


def bargainer(game: Loyalty, deed: Deed) -> tuple[int, ...]:
    """LOY-8.5d: the active player, if somebody wants another price."""
    return (active(game),) if deed.countered else ()


BARGAIN: Boxes[LoyaltyAction] = Boxes(box(Accept), box(Withdraw))


def bargain_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-8.5d: accept all counters, or withdraw."""
    return BARGAIN


def withdrawing(game: Loyalty, deed: Deed, seat: int) -> LoyaltyAction:
    """LOY-D3: whoever lets the time go by withdraws."""
    return WITHDRAW


def conclude(game: Loyalty, deed: Deed, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-8.5d: there is no second counter."""
    answer = pending.answers[active(game)]
    tell.all(AnswersShown, (active(game),), (answer,))
    return None if isinstance(answer, Accept) else fail(game, deed, "withdrawn", tell)


def pay_tolls(game: Loyalty, deed: Deed, tell: Tell) -> Payment | None:
    """LOY-8.5c, LOY-8.8: offered, countered and published prices are paid as the action happens."""
    if not deed.offers and not deed.published:
        return None
    due = [(seat, price) for seat, price in (*deed.published.items(), *deed.offers.items()) if price]
    payer = active(game)
    while deed.paid < len(due):
        seat, price = due[deed.paid]
        deed.paid += 1
        tell.all(TollPaid, payer, seat, price)
        if not game.purses:
            hand_over(game, payer, seat, price)
        elif asked := pay_where_they_lie(game, payer, price, seat, tell):
            return asked
    return None


def carry_out(game: Loyalty, deed: Deed, tell: Tell) -> Sections | None:
    """LOY-9.1: the action happens, and one of the turn is used."""
    the_turn(game).used += 1
    action = deed.action
    assert action is not None
    return DEEDS[action.__class__](game, active(game), action, tell)


def do_nothing(game: Loyalty, seat: int, action: Pass, tell: Tell) -> None:
    """LOY-9.2: an action goes by."""


Doing = Callable[[Loyalty, int, LoyaltyAction, Tell], Sections | None]

DEEDS: dict[type, Doing] = {
    Move: cast("Doing", move),
    AskToMove: cast("Doing", move),
    Attack: cast("Doing", attack),
    AskToAttack: cast("Doing", attack),
    Proselytize: cast("Doing", proselytize),
    CallToArms: cast("Doing", call),
    CallToFaith: cast("Doing", call),
    Campaign: cast("Doing", campaign),
    Switch: cast("Doing", switch),
    Pass: cast("Doing", do_nothing),
}
"""LOY-10: what each action does."""


DEED = flow(
    Deed,
    choose=decide(deed_boxes, declare, default=passing, asked=the_active).beside(aside_boxes, do_aside),
    answers=decide(answer_boxes, hear_answers, default=refusing, asked=holders, offer=True),
    counters=decide(bargain_boxes, conclude, default=withdrawing, asked=bargainer),
    tolls=each(pay_tolls),
    happen=carry_out,
    check=checkpoint,
)


def new_match() -> Match:
    """LOY-3, LOY-9: the whole game, as a section to play."""
    return Match()


def next_turn(game: Loyalty, match: Match, tell: Tell) -> Turn:
    """LOY-3.2: the next player clockwise, even without units (LOY-6.7); the game goes on until one of its ends."""
    game.turn += 1
    tell.all(TurnBegan, active(game), game.turn, round_of(game))
    return Turn()


def check_riots(game: Loyalty, turn: Turn, tell: Tell) -> Exit | None:
    """LOY-9.3: the checkpoint after riots.

    Taxes need none: they move neither units nor markers, so that nothing can be found that was not there before.
    """
    return checkpoint(game, turn, tell) if game.options.riots else None


def next_action(game: Loyalty, turn: Turn, tell: Tell) -> Deed | None:
    """LOY-9.1: as many actions as a turn has; a request that fails uses none (LOY-8.5)."""
    return new_deed() if turn.used < game.options.turn_actions else None


MATCH = flow(Match, preparation=prepare, turns=each(next_turn))

TURN = flow(
    Turn,
    tax_early=tax_early,
    colour=decide(switch_boxes, switch_freely, default=staying, asked=free_to_switch),
    actions=each(next_action),
    tax_late=tax_late,
    riots=riots,
    check_riots=check_riots,
    close=close_turn,
)
