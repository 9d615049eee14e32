"""The hardest decisions of Loyalty in miniature: a move that needs leave, and an attack on several players.

Four players round one city. Seat 0 acts; everything is counted in coins, militia and priests.
"""

from __future__ import annotations

from typing import ClassVar

import pytest

from turncoat.kernel import play
from turncoat.kernel.box import Action, Box, Boxes, box
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Event, Listener, Tell
from turncoat.kernel.flow import Pending, Play, Section, decide, flow, within
from turncoat.kernel.grammar import read, write
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import Amounts, Between, OneOf, Order

NAMES = SeatNames(["Agatha", "Barney", "Celeste", "Dorian"])


class Pass(Action, frozen=True, tag="pass"):
    """LOY-9.2: no action."""

    phrase: ClassVar[str] = "pass"


class Move(Action, frozen=True, tag="move"):
    """LOY-10.1.1: units of any kinds to one destination, with a price for each holder of a permission."""

    phrase: ClassVar[str] = "move {units} to {to} for {prices}"

    to: str
    units: dict[str, int]
    prices: dict[str, int]


class Attack(Action, frozen=True, tag="attack"):
    """LOY-10.2: targets in an order, and how many militia are committed."""

    phrase: ClassVar[str] = "attack {targets} with {militia}"

    targets: tuple[int, ...]
    militia: int


class Grant(Action, frozen=True, tag="grant"):
    """LOY-8.5b: leave is given for the price that was offered."""

    phrase: ClassVar[str] = "grant"


class Refuse(Action, frozen=True, tag="refuse"):
    """LOY-8.5b: no."""

    phrase: ClassVar[str] = "refuse"


class Counter(Action, frozen=True, tag="counter"):
    """LOY-8.5b: leave for one other price."""

    phrase: ClassVar[str] = "ask for {price}"

    price: int


class Accept(Action, frozen=True, tag="accept"):
    """LOY-8.5d: the countered prices are paid. LOY-10.2.8: the order of losses is agreed to."""

    phrase: ClassVar[str] = "accept"


class Withdraw(Action, frozen=True, tag="withdraw"):
    """LOY-8.5d: nothing happens. LOY-10.2.8: no agreement."""

    phrase: ClassVar[str] = "withdraw"


class Join(Action, frozen=True, tag="join"):
    """LOY-10.2.6: militia of a volunteer."""

    phrase: ClassVar[str] = "join with {militia}"

    militia: int


class Propose(Action, frozen=True, tag="propose"):
    """LOY-10.2.8: an order in which militia fall, unit by unit."""

    phrase: ClassVar[str] = "propose {losses}"

    losses: tuple[int, ...]


LoyaltyAction = Pass | Move | Attack | Grant | Refuse | Counter | Accept | Withdraw | Join | Propose
PASS, REFUSE, WITHDRAW = Pass(), Refuse(), Withdraw()


class Answered(Event, frozen=True):
    """What the holders said, all at once."""

    answers: tuple[tuple[int, str], ...]


class Turn(Section[LoyaltyAction], tag="turn"):
    """LOY-9.1: two actions of one player."""

    done: int = 0
    failed: int = 0


class Request(Section[LoyaltyAction], tag="request"):
    """LOY-8.5: a declared move that needs leave. Prices are by holder."""

    move: Move
    prices: dict[int, int]
    countered: bool = False


class Fight(Section[LoyaltyAction], tag="fight"):
    """LOY-10.2: an announced attack. Militia of the defence are by seat, in the order in which they joined."""

    attack: Attack
    defence: dict[int, int] = {}
    to_ask: list[int] = []
    losses: tuple[int, ...] = ()


class Loyalty(Play[Turn | Request | Fight, LoyaltyAction]):
    """As much of Loyalty as these decisions need: militia in the one city, and what a move needs leave of."""

    coins: list[int]
    militia: list[int]
    holders: dict[str, list[int]]
    log: list[str] = []


def loyalty(militia: tuple[int, ...] = (4, 2, 1, 1), coins: tuple[int, ...] = (5, 5, 5, 5)) -> Loyalty:
    """LOY-8.3: the near city needs nobody's leave, the middle one Barney's, the far one Barney's and Celeste's."""
    game = Loyalty(
        coins=list(coins),
        militia=list(militia),
        holders={"near": [], "middle": [1], "far": [1, 2]},
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * 4,
        standing=[{} for _ in range(4)],
    )
    play.begin(game, Turn())
    return game


# --- the turn ---------------------------------------------------------------------------------------


def action_boxes(game: Loyalty, turn: Turn, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.1 and 10.2: for each destination the prices that its holders may be offered; several targets."""
    targets = tuple(other for other in range(1, 4) if game.militia[other])
    found: list[Box[LoyaltyAction]] = [box(Pass, "LOY-9.2")]
    if game.militia[0]:
        committed = Between(1, game.militia[0], "militia")
        found.append(box(Attack, "LOY-10.2.3", targets=Order(targets, 1, len(targets), "seat"), militia=committed))
    for to, holders in game.holders.items():
        if turn.failed < 3 or not holders:
            caps = tuple((str(holder), game.coins[0]) for holder in holders)
            units = Amounts((("militia", game.militia[0]), ("priests", 1)), 1, game.militia[0] + 1)
            found.append(
                box(
                    Move,
                    "LOY-8.5",
                    to=OneOf((to,), "place"),
                    units=units,
                    prices=Amounts(caps, 0, game.coins[0], "seat"),
                )
            )
    return Boxes(*found)


def carry_out(game: Loyalty, turn: Turn, pending: Pending[LoyaltyAction], tell: Tell) -> Request | Fight | None:
    """LOY-8.5a: a move is declared to its holders; an attack is announced; anything else is done."""
    action = pending.answers[0]
    if isinstance(action, Move) and game.holders[action.to]:
        prices = {holder: action.prices.get(str(holder), 0) for holder in game.holders[action.to]}
        return Request(move=action, prices=prices)
    turn.done += 1
    if isinstance(action, Attack):
        others = [seat for seat in range(1, 4) if game.militia[seat] and seat not in action.targets]
        return Fight(attack=action, defence={seat: game.militia[seat] for seat in action.targets}, to_ask=others)
    game.log.append(f"moved to {action.to}" if isinstance(action, Move) else "passed")
    return None


def passing(game: Loyalty, turn: Turn, seat: int) -> LoyaltyAction:
    """LOY-D1: pass."""
    return PASS


def over(game: Loyalty, turn: Turn) -> bool:
    """LOY-9.1: two actions; a failed request is none (LOY-8.5e)."""
    return turn.done == 2


# --- permissions ------------------------------------------------------------------------------------


def leave_boxes(game: Loyalty, request: Request, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-D2: grant, refuse, or one other price; a holder answers once for all his permissions (LOY-8.6)."""
    return Boxes(
        box(Grant, "LOY-8.5"), box(Refuse, "LOY-8.5"), box(Counter, "LOY-8.5", price=Between(0, game.coins[0], "coins"))
    )


def refusing(game: Loyalty, request: Request, seat: int) -> LoyaltyAction:
    """LOY-D2: refuse."""
    return REFUSE


def hear_holders(game: Loyalty, request: Request, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-8.5b: the answers are shown together; LOY-8.5c to e: what follows from them."""
    answers = pending.answers
    tell.all(Answered, "LOY-8.5", tuple((seat, type(answers[seat]).__name__) for seat in pending.asked))
    if any(isinstance(answer, Refuse) for answer in answers.values()):
        _fail(game)
        return
    counters = {seat: answer.price for seat, answer in answers.items() if isinstance(answer, Counter)}
    request.prices |= counters
    request.countered = bool(counters)
    if not counters:
        _pay(game, request)


def _pay(game: Loyalty, request: Request) -> None:
    """LOY-8.5c: the action happens and every price is paid in the same instant."""
    for holder, price in request.prices.items():
        game.coins[0] -= price
        game.coins[holder] += price
    within(game, Turn).done += 1
    game.log.append(f"moved to {request.move.to}")


def _fail(game: Loyalty) -> None:
    """LOY-8.5e: nothing happens and no action is spent."""
    within(game, Turn).failed += 1
    game.log.append("nothing")


def countered_boxes(game: Loyalty, request: Request, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-D3: accept all, if the new sum can be paid, or withdraw."""
    can_pay = sum(request.prices.values()) <= game.coins[0]
    return Boxes(*([box(Accept, "LOY-8.5")] if can_pay else []), box(Withdraw, "LOY-8.5"))


def answer_counters(game: Loyalty, request: Request, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-8.5d: there is no second counter."""
    if isinstance(pending.answers[0], Accept):
        _pay(game, request)
    else:
        _fail(game)


def withdrawing(game: Loyalty, section: Section[LoyaltyAction], seat: int) -> LoyaltyAction:
    """LOY-D3 and LOY-D5: no."""
    return WITHDRAW


# --- the fight --------------------------------------------------------------------------------------


def volunteer_boxes(game: Loyalty, fight: Fight, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.6: decline, or join with 1 up to all militia there."""
    return Boxes(box(Refuse, "LOY-10.2.6"), box(Join, "LOY-10.2.6", militia=Between(1, game.militia[seat])))


def next_volunteer(game: Loyalty, fight: Fight) -> list[int]:
    """LOY-10.2.6: one after the other, from the attacker's left."""
    return fight.to_ask[:1]


def join(game: Loyalty, fight: Fight, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-D4: each answer is public at once."""
    seat = fight.to_ask.pop(0)
    answer = pending.answers[seat]
    if isinstance(answer, Join):
        fight.defence[seat] = answer.militia


def all_asked(game: Loyalty, fight: Fight) -> bool:
    """LOY-10.2.6: everybody with militia there has been asked."""
    return not fight.to_ask


def defenders(game: Loyalty, fight: Fight) -> list[int]:
    """LOY-D5: all whose militia defend, if there are several and some militia will survive."""
    several = len(fight.defence) > 1 and fight.attack.militia < sum(fight.defence.values())
    return sorted(fight.defence) if several else []


def usual_order(fight: Fight) -> tuple[int, ...]:
    """LOY-10.2.8: targets in the order named, then volunteers in the order they joined."""
    return tuple(seat for seat, number in fight.defence.items() for _ in range(number))


def consent_boxes(game: Loyalty, fight: Fight, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.8: agree to what is proposed, or insist on the usual order."""
    return Boxes(*([box(Accept, "LOY-10.2.8")] if fight.losses else []), box(Withdraw, "LOY-10.2.8"))


def proposals(game: Loyalty, fight: Fight, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.8: any defender may propose any order, unit by unit."""
    if seat not in fight.defence:
        return Boxes()
    return Boxes(box(Propose, "LOY-10.2.8", losses=Order(usual_order(fight), domain="seat")))


def propose(game: Loyalty, fight: Fight, seat: int, action: LoyaltyAction, tell: Tell) -> None:
    """LOY-10.2.8: a new proposal, and everybody is asked about it."""
    assert isinstance(action, Propose)
    fight.losses = action.losses
    play.reopen(fight)


def agree(game: Loyalty, fight: Fight, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.8: only what all agree to counts."""
    if any(not isinstance(answer, Accept) for answer in pending.answers.values()):
        fight.losses = ()


def fall(game: Loyalty, fight: Fight, tell: Tell) -> None:
    """LOY-10.2.9: militia fall one for one."""
    killed = (fight.losses or usual_order(fight))[: fight.attack.militia]
    for seat in (0, *killed):
        game.militia[seat] -= len(killed) if seat == 0 else 1
    game.log.append(f"fallen {killed}")


flow(Turn, act=decide(action_boxes, carry_out, default=passing, asked=lambda game, turn: [0], until=over))
flow(
    Request,
    holders=decide(leave_boxes, hear_holders, default=refusing, asked=lambda game, request: list(request.prices)),
    counters=decide(
        countered_boxes,
        answer_counters,
        default=withdrawing,
        asked=lambda game, request: [0] if request.countered else [],
    ),
)
flow(
    Fight,
    volunteers=decide(volunteer_boxes, join, default=lambda g, f, s: REFUSE, asked=next_volunteer, until=all_asked),
    losses=decide(consent_boxes, agree, default=withdrawing, asked=defenders, beside=proposals, act=propose),
    fall=fall,
)


def declared(*prices: int) -> Loyalty:
    """A move to the far city, for which Barney and Celeste must give leave."""
    game = loyalty()
    offer = {str(holder): price for holder, price in zip((1, 2), prices, strict=True) if price}
    play.submit(game, 0, Move("far", {"militia": 2}, offer))
    return game


def test_a_move_without_holders_needs_nobody() -> None:
    """LOY-8.3: the action happens at once."""
    game = loyalty()
    play.submit(game, 0, Move("near", {"militia": 1}, {}))
    assert game.log == ["moved to near"]
    assert play.waiting(game) == [0]


def test_prices_are_offered_to_the_holders_and_to_nobody_else() -> None:
    """LOY-8.5a and f: a price of 0 or more for each; the sum may not exceed the coins."""
    found = play.boxes(loyalty(), 0)
    assert Move("far", {"militia": 1}, {"1": 2, "2": 3}) in found
    assert Move("far", {"militia": 1}, {"1": 3, "2": 3}) not in found
    assert Move("middle", {"militia": 1}, {"2": 1}) not in found
    assert Move("near", {"militia": 1}, {"1": 1}) not in found


def test_a_move_with_prices_is_written_with_the_names_of_the_holders() -> None:
    """LOY-8.5a, in the words of a letter."""
    found, move = play.boxes(loyalty(), 0), Move("far", {"militia": 2, "priests": 1}, {"1": 1, "2": 2})
    assert write(move, found, NAMES) == "move 2 militia and 1 priests to far for 1 Barney and 2 Celeste"
    assert read("move 1 pri, 2 mil to far for 2 cel, 1 barn", found, NAMES) == move
    assert read("move 1 militia to near for nothing", found, NAMES) == Move("near", {"militia": 1}, {})


def test_both_holders_are_asked_at_once_and_shown_together() -> None:
    """LOY-8.5b: independently."""
    game, heard = declared(1, 2), Listener()
    assert play.waiting(game) == [1, 2]
    play.submit(game, 2, Grant(), heard)
    assert heard.heard == []
    play.submit(game, 1, Grant(), heard)
    assert heard.heard == [(None, Answered("LOY-8.5", ((1, "Grant"), (2, "Grant"))))]
    assert game.log == ["moved to far"]
    assert game.coins == [2, 6, 7, 5]


def test_one_refusal_is_enough_and_costs_no_action() -> None:
    """LOY-8.5e: the acting player may declare anything else."""
    game = declared(1, 2)
    play.submit(game, 1, Refuse())
    play.submit(game, 2, Counter(5))
    assert (game.log, game.coins) == (["nothing"], [5, 5, 5, 5])
    assert play.waiting(game) == [0]
    assert within(game, Turn).done == 0


def test_a_counter_is_accepted_or_the_move_is_withdrawn() -> None:
    """LOY-8.5d: there is no second counter."""
    game = declared(1, 1)
    play.submit(game, 1, Counter(2))
    play.submit(game, 2, Grant())
    assert list(play.boxes(game, 0)) == [Accept(), Withdraw()]
    play.submit(game, 0, Accept())
    assert game.coins == [2, 7, 6, 5]
    other = declared(1, 1)
    play.submit(other, 1, Counter(2))
    play.submit(other, 2, Counter(0))
    play.submit(other, 0, Withdraw())
    assert (other.log, other.coins) == (["nothing"], [5, 5, 5, 5])


def test_counters_that_cannot_be_paid_can_only_be_withdrawn_from() -> None:
    """LOY-8.5d: if he can pay the new sum."""
    game = declared(0, 0)
    play.submit(game, 1, Counter(5))
    play.submit(game, 2, Counter(5))
    assert list(play.boxes(game, 0)) == [Withdraw()]


def test_after_three_failed_requests_nobody_is_asked_again_this_turn() -> None:
    """LOY-8.5e: moves that need no leave stay possible."""
    game = loyalty()
    for _ in range(3):
        play.submit(game, 0, Move("middle", {"militia": 1}, {}))
        play.time_up(game)
    assert Move("near", {"militia": 1}, {}) in play.boxes(game, 0)
    with pytest.raises(NotAllowed, match=r"to must be near"):
        play.submit(game, 0, Move("middle", {"militia": 1}, {}), names=NAMES)


def test_several_targets_are_named_in_an_order() -> None:
    """LOY-10.2.3: one or more players; who is named first loses first."""
    found = play.boxes(loyalty(), 0)
    assert Attack((2, 1), 3) in found
    assert Attack((1, 2), 3) in found
    assert Attack((), 3) not in found
    assert Attack((1, 1), 3) not in found
    rows = 3 + 3 * 2 + 3 * 2
    assert sum(isinstance(answer, Attack) for answer in found) == rows * 4
    assert read("attack celeste, barney with 3", found, NAMES) == Attack((2, 1), 3)


def attacked(targets: tuple[int, ...], militia: int) -> Loyalty:
    """Agatha has announced an attack."""
    game = loyalty()
    play.submit(game, 0, Attack(targets, militia))
    return game


def test_volunteers_are_asked_in_turn_order() -> None:
    """LOY-10.2.6: neither attacker nor targets; each answer is known before the next is asked."""
    game = attacked((1,), 2)
    assert play.waiting(game) == [2]
    play.submit(game, 2, Join(1))
    assert within(game, Fight).defence == {1: 2, 2: 1}
    assert play.waiting(game) == [3]
    with pytest.raises(NotAllowed, match="militia must be 1 "):
        play.submit(game, 3, Join(2))


def joined() -> Loyalty:
    """Barney is attacked by two; Celeste has joined, Dorian has not."""
    game = attacked((1,), 2)
    play.submit(game, 2, Join(1))
    play.submit(game, 3, Refuse())
    return game


def test_without_agreement_targets_fall_before_volunteers() -> None:
    """LOY-10.2.8: at the deadline, and when one of them insists."""
    game = joined()
    play.time_up(game)
    assert game.log == ["fallen (1, 1)"]
    assert game.militia == [2, 0, 1, 1]


def test_an_order_of_losses_is_agreed_by_all() -> None:
    """LOY-10.2.8: any order, unit by unit, by unanimous consent."""
    game = joined()
    play.submit(game, 1, Propose((1, 2, 1)))
    assert play.waiting(game) == [1, 2]
    play.submit(game, 1, Accept())
    play.submit(game, 2, Accept())
    assert game.log == ["fallen (1, 2)"]
    assert game.militia == [2, 1, 0, 1]


def test_a_new_proposal_asks_everybody_again() -> None:
    """LOY-10.2.8: consent to one order is no consent to another."""
    game = joined()
    play.submit(game, 1, Propose((2, 1, 1)))
    play.submit(game, 1, Accept())
    play.submit(game, 2, Propose((1, 2, 1)))
    assert play.waiting(game) == [1, 2]
    assert play.beside(game, 1).count == 3
    play.submit(game, 1, Accept())
    play.submit(game, 2, Withdraw())
    assert game.log == ["fallen (1, 1)"]


def test_only_defenders_have_a_say() -> None:
    """LOY-D5: neither the attacker nor who stayed away; unlike militia are not told apart."""
    game = joined()
    with pytest.raises(NotYours):
        play.submit(game, 3, Propose((1, 1, 2)))
    with pytest.raises(NotAllowed, match="losses must be all of Barney, Barney, Celeste in any order"):
        play.submit(game, 1, Propose((1, 2, 2)), names=NAMES)


def test_where_all_fall_or_one_defends_nothing_is_agreed() -> None:
    """LOY-D5: two or more defenders, and k < D."""
    alone, all_fall = attacked((1,), 1), attacked((1, 2), 4)
    play.submit(alone, 2, Refuse())
    play.submit(alone, 3, Refuse())
    assert alone.log == ["fallen (1,)"]
    play.submit(all_fall, 3, Refuse())
    assert all_fall.log == ["fallen (1, 1, 2)"]
    assert all_fall.militia == [1, 0, 0, 1]
