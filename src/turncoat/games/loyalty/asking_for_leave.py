"""LOY-8.5: asking for leave: an action is declared, the holders answer, the active player bargains or pays."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.loyalty.actions import (
    Accept,
    AskToAttack,
    AskToMove,
    Attack,
    Counter,
    Grant,
    LoyaltyAction,
    Move,
    Refuse,
    Withdraw,
)
from turncoat.games.loyalty.choices import terms_of, the_turn
from turncoat.games.loyalty.coins import hand_over, pay_where_they_lie
from turncoat.games.loyalty.events import AnswersShown, Declared, RequestFailed, TollPaid
from turncoat.games.loyalty.state import Loyalty, Payment, TurnAction, active
from turncoat.kernel import LEAVE, Between, Boxes, Exit, Pending, Tell, always, box

REFUSE, WITHDRAW = Refuse(), Withdraw()


def declare(game: Loyalty, turn_action: TurnAction, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-8.5, LOY-8.5a: declare the whole action; the present position decides who must be asked (LOY-8.4).

    An action that needs leave begins as a request: ``AskToMove`` or ``AskToAttack``, with a price for each.
    """
    seat = active(game)
    action = turn_action.action = pending.answers[seat]
    tell.all(Declared, seat, action)
    if isinstance(action, AskToMove | AskToAttack) or (game.leaves and isinstance(action, Move | Attack)):
        terms = terms_of(game, action)
        turn_action.published = dict(terms.published)
        if isinstance(action, AskToMove | AskToAttack):
            turn_action.offers = {holder: action.prices.get(str(holder), 0) for holder in terms.ask}


def holders(game: Loyalty, turn_action: TurnAction) -> list[int]:
    """LOY-8.5b: asks everybody whose leave is needed and is not published."""
    return list(turn_action.offers)


def answer_boxes(game: Loyalty, turn_action: TurnAction, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-8.5b: grant, refuse, or counter with one other price, up to the purse of the player who asks."""
    purse = 0 if game.options.gifts == "none" else game.coins[active(game)]
    return answers_to(turn_action.offers[seat], purse)


@lru_cache(maxsize=4096)
def answers_to(offered: int, purse: int) -> Boxes[LoyaltyAction]:
    """The possible answers to an offer."""
    return Boxes(
        box(Grant),
        box(Refuse),
        box(Counter, price=Between(0, offered - 1, "coins")),
        box(Counter, price=Between(offered + 1, purse, "coins")),
    )


refusing = always(REFUSE)
"""LOY-D2: a player who does not answer in time refuses."""


def hear_answers(game: Loyalty, turn_action: TurnAction, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-8.5b: show all answers together; LOY-8.5e, LOY-10.1.3: after one refusal nothing happens.

    Neither the prices offered (``choices.offers``) nor the other prices named can add up to more than the player's
    coins; a request that cannot be paid fails (LOY-8.5f).
    """
    answers = pending.answers
    tell.all(AnswersShown, tuple(pending.asked), tuple([answers[seat] for seat in pending.asked]))
    if any(isinstance(answer, Refuse) for answer in answers.values()):
        return fail(game, turn_action, "refused", tell)
    for seat in pending.asked:
        answer = answers[seat]
        if isinstance(answer, Counter):
            turn_action.offers[seat] = answer.price
            turn_action.countered.append(seat)
    if sum(turn_action.offers.values()) + sum(turn_action.published.values()) > game.coins[active(game)]:
        return fail(game, turn_action, "too dear", tell)
    return None


def fail(game: Loyalty, turn_action: TurnAction, why: str, tell: Tell) -> Exit:
    """LOY-8.5e: end a failed request: it costs no action, but counts as failed.

    After a refusal or a withdrawal nothing happens. After three failed requests in a turn ``choices`` offers no more
    (LOY-O11).
    """
    the_turn(game).failed += 1
    tell.all(RequestFailed, active(game), why)
    return LEAVE


def bargainer(game: Loyalty, turn_action: TurnAction) -> tuple[int, ...]:
    """LOY-8.5d: asks the active player if a holder wants another price."""
    return (active(game),) if turn_action.countered else ()


bargain_boxes = always(Boxes[LoyaltyAction](box(Accept), box(Withdraw)))
"""LOY-8.5d: pay all the prices, or withdraw (LOY-R18); ``hear_answers`` asks nobody who cannot pay them all."""


withdrawing = always(WITHDRAW)
"""LOY-D3: a player who does not answer in time withdraws."""


def conclude(game: Loyalty, turn_action: TurnAction, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-8.5d: pay or withdraw; nobody can name a price again."""
    answer = pending.answers[active(game)]
    tell.all(AnswersShown, (active(game),), (answer,))
    return None if isinstance(answer, Accept) else fail(game, turn_action, "withdrawn", tell)


def pay_tolls(game: Loyalty, turn_action: TurnAction, tell: Tell) -> Payment | None:
    """LOY-8.5c, LOY-8.8: if all grant, prices are paid in the instant in which the action happens.

    The leave is good for exactly the declared action and cannot be taken back before it (LOY-8.7), so nobody is asked
    again.
    """
    if not turn_action.offers and not turn_action.published:
        return None
    due = [(seat, price) for seat, price in (*turn_action.published.items(), *turn_action.offers.items()) if price]
    payer = active(game)
    while turn_action.paid < len(due):
        seat, price = due[turn_action.paid]
        turn_action.paid += 1
        tell.all(TollPaid, payer, seat, price)
        if not game.purses:
            hand_over(game, payer, seat, price)
        elif asked := pay_where_they_lie(game, payer, price, seat, tell):
            return asked
    return None
