"""The hardest decisions of Thrice in miniature: who goes first, tricks for a friend, and stepping in the way.

Three characters (0 to 2) against the opponents of the GM (3). Everything is counted in advantage and condition.
"""

from __future__ import annotations

from typing import ClassVar

import pytest

from turncoat.kernel import play
from turncoat.kernel.box import Action, Box, Boxes, Closed, box
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending, Play, Section, decide, each, flow, within
from turncoat.kernel.grammar import read, write
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import Between, OneOf

NAMES = SeatNames(["Agatha", "Barney", "Celeste", "the GM"])
GM = 3
TRICK_COST = 3


class Take(Action, frozen=True, tag="take"):
    """THR-8.2: the next turn of the field is mine."""

    phrase: ClassVar[str] = "go"


class Trick(Action, frozen=True, tag="trick"):
    """THR-11.2: a trick for oneself or a friend, paid with advantage."""

    phrase: ClassVar[str] = "give {trick} to {to}"

    trick: str
    to: int


class Attack(Action, frozen=True, tag="attack"):
    """THR-10.1: one opponent."""

    phrase: ClassVar[str] = "attack {target}"

    target: str


class Strike(Action, frozen=True, tag="strike"):
    """THR-8.3: an opponent of the GM attacks a character."""

    phrase: ClassVar[str] = "strike at {target}"

    target: int


class Intercept(Action, frozen=True, tag="intercept"):
    """THR-12.5: step in the way."""

    phrase: ClassVar[str] = "intercept"


class Swap(Action, frozen=True, tag="swap"):
    """THR-10.3: so many dice are swapped before the roll."""

    phrase: ClassVar[str] = "swap {dice}"

    dice: int


class Done(Action, frozen=True, tag="done"):
    """THR-8.4: every part of a turn is optional."""

    phrase: ClassVar[str] = "done"


ThriceAction = Take | Trick | Attack | Strike | Intercept | Swap | Done
DONE = Done()


class Round(Section[ThriceAction], tag="round"):
    """THR-8.1: all characters of the field, then the opponents."""

    left: list[int]


class Field(Section[ThriceAction], tag="field"):
    """THR-D4: which of them acts next."""


class Turn(Section[ThriceAction], tag="turn"):
    """THR-8.4: tricks, then an attack."""

    player: int
    activated: list[str] = []
    ended: bool = False


class Hit(Section[ThriceAction], tag="hit"):
    """THR-10.3: an attack on a character, from the declaration to the roll."""

    target: int


class Thrice(Play[Round | Field | Turn | Hit, ThriceAction]):
    """As much of Thrice as these decisions need. Coins are (trick, giver) by receiver."""

    advantage: list[int]
    condition: list[int]
    coins: list[list[tuple[str, int]]]
    log: list[str] = []


def thrice(*field: int, advantage: tuple[int, ...] = (6, 0, 3), condition: tuple[int, ...] = (5, 5, 5)) -> Thrice:
    """A round in which these characters stand before the opponents."""
    game = Thrice(
        advantage=list(advantage),
        condition=list(condition),
        coins=[[], [], []],
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * 4,
        standing=[{} for _ in range(4)],
    )
    play.begin(game, Round(left=list(field)))
    return game


def next_turn(game: Thrice, round_: Round, tell: Tell) -> Field | None:
    """THR-8.2: turn after turn, until all of the field have acted."""
    round_.left = [seat for seat in round_.left if game.condition[seat] > 0]
    return Field() if round_.left else None


def take_boxes(game: Thrice, field: Field, seat: int) -> Boxes[ThriceAction]:
    """THR-8.2: any of them may go."""
    return Boxes(box(Take, "THR-8.2"))


def go(game: Thrice, field: Field, pending: Pending[ThriceAction], tell: Tell) -> Turn:
    """THR-8.2: whoever speaks up has the turn."""
    (player,) = pending.answers
    within(game, Round).left.remove(player)
    return Turn(player=player)


def turn_boxes(game: Thrice, turn: Turn, seat: int) -> Boxes[ThriceAction]:
    """THR-11: tricks that are paid for, each once a turn, to any active character; an attack; or done."""
    found: list[Box[ThriceAction]] = []
    shut: tuple[Closed, ...] = ()
    if game.advantage[seat] < TRICK_COST:
        shut = (Closed(Trick, "THR-11.1", "A trick costs 3 advantage"),)
    else:
        for trick in ("direct", "intercept", "strengthen"):
            active = (other for other in range(3) if game.condition[other] > 0)
            to = tuple(other for other in active if (trick, seat) not in game.coins[other])
            if trick not in turn.activated:
                found.append(box(Trick, "THR-11.2", trick=OneOf((trick,), "trick"), to=OneOf(to, "seat")))
    found += [box(Attack, "THR-10.1", target=OneOf(("wolf", "bear"), "opponent")), box(Done, "THR-8.4")]
    return Boxes(*found, closed=shut)


def act(game: Thrice, turn: Turn, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-11.1: tricks come before the roll of the attack, which ends the turn here."""
    action = pending.answers[turn.player]
    if not isinstance(action, Trick):
        turn.ended = True
        game.log.append(f"{turn.player} {action.__class__.__name__.lower()}")
        return
    game.advantage[turn.player] -= TRICK_COST
    turn.activated.append(action.trick)
    if action.trick == "strengthen":
        game.condition[action.to] += 1
    else:
        game.coins[action.to].append((action.trick, turn.player))


def strikes(game: Thrice, round_: Round, seat: int) -> Boxes[ThriceAction]:
    """THR-10.5: an active character."""
    return Boxes(box(Strike, "THR-10.1", target=OneOf(tuple(s for s in range(3) if game.condition[s] > 0), "seat")))


def strike(game: Thrice, round_: Round, pending: Pending[ThriceAction], tell: Tell) -> Hit:
    """THR-10.3: the target is declared first."""
    action = pending.answers[GM]
    assert isinstance(action, Strike)
    return Hit(target=action.target)


def weakest(game: Thrice, round_: Round, seat: int) -> ThriceAction:
    """THR-D9: the active character with the lowest condition; the lowest seat on a tie."""
    return Strike(min((s for s in range(3) if game.condition[s] > 0), key=lambda s: game.condition[s]))


def friends(game: Thrice, hit: Hit) -> list[int]:
    """THR-D7: holders of Intercept other than the target."""
    return [s for s in range(3) if s != hit.target and any(trick == "intercept" for trick, _ in game.coins[s])]


def intercept_boxes(game: Thrice, hit: Hit, seat: int) -> Boxes[ThriceAction]:
    """THR-12.5: become the target instead, or not."""
    return Boxes(box(Intercept, "THR-12.5"), box(Done, "THR-12.8"))


def intercept(game: Thrice, hit: Hit, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-D7: at most one interceptor; of several who stepped in, the lowest seat. One coin is used up."""
    willing = [seat for seat in pending.asked if isinstance(pending.answers[seat], Intercept)]
    if willing:
        hit.target = willing[0]
        coins = game.coins[hit.target]
        coins.remove(next(coin for coin in coins if coin[0] == "intercept"))


def wound(game: Thrice, hit: Hit, tell: Tell) -> None:
    """THR-10.4: each hit lowers the condition at once."""
    game.condition[hit.target] -= 2
    game.log.append(f"hit {hit.target}")


flow(
    Round,
    turns=each(next_turn),
    opponents=decide(strikes, strike, default=weakest, asked=lambda game, round_: [GM]),
)
flow(
    Field,
    first=decide(take_boxes, go, default=lambda g, f, s: Take(), asked=lambda g, f: within(g, Round).left, first=True),
)
flow(
    Turn,
    act=decide(
        turn_boxes, act, default=lambda g, t, s: DONE, asked=lambda g, t: [t.player], until=lambda g, t: t.ended
    ),
)
flow(
    Hit,
    intercept=decide(intercept_boxes, intercept, default=lambda g, h, s: DONE, asked=friends, offer=True),
    wound=wound,
)


def test_any_of_the_field_may_go_first() -> None:
    """THR-8.2: they agree by talking; the first who says so has the turn."""
    game = thrice(0, 1, 2)
    assert play.waiting(game) == [0, 1, 2]
    play.submit(game, 2, Take())
    assert play.waiting(game) == [2]
    play.submit(game, 2, DONE)
    assert play.waiting(game) == [0, 1]


def test_who_is_left_over_is_asked_all_the_same() -> None:
    """THR-8.2: the last one need not agree with anybody, but says when."""
    game = thrice(1)
    assert play.waiting(game) == [1]
    play.submit(game, 1, Take())
    play.submit(game, 1, DONE)
    assert play.waiting(game) == [GM]


def test_where_nobody_speaks_up_the_lowest_seat_goes() -> None:
    """THR-D4: at the deadline."""
    game = thrice(1, 2)
    play.time_up(game)
    assert play.waiting(game) == [1]


def test_a_play_out_of_a_field_is_a_legal_game() -> None:
    """THR-8.2: trusted play goes in seat order and gives every character exactly one turn."""
    game = thrice(0, 1, 2)
    play.play_out(game, lambda boxes: DONE if DONE in boxes else boxes.nth(0))
    assert game.log == ["0 done", "1 done", "2 done", "hit 0"]


def in_turn(seat: int, **facts: tuple[int, ...]) -> Thrice:
    """This character has the turn."""
    game = thrice(0, 1, 2, **facts)
    play.submit(game, seat, Take())
    return game


def test_a_trick_is_paid_for_a_friend() -> None:
    """THR-11.2: the giver pays, the receiver has the coin."""
    game = in_turn(0)
    play.submit(game, 0, Trick("intercept", 1))
    assert game.advantage == [3, 0, 3]
    assert game.coins == [[], [("intercept", 0)], []]
    assert play.waiting(game) == [0]


def test_each_trick_once_a_turn_whoever_receives_it() -> None:
    """THR-11.3: another trick is still open, as long as there is advantage."""
    game = in_turn(0)
    play.submit(game, 0, Trick("direct", 1))
    assert {answer.trick for answer in play.boxes(game, 0) if isinstance(answer, Trick)} == {"intercept", "strengthen"}
    play.submit(game, 0, Trick("strengthen", 2))
    assert game.condition == [5, 5, 6]
    with pytest.raises(NotAllowed, match=r"^A trick costs 3 advantage \(THR-11\.1\)\.$"):
        play.submit(game, 0, Trick("intercept", 2))


def test_no_second_coin_of_a_trick_from_the_same_giver() -> None:
    """THR-11.4: but from another giver, and for another receiver."""
    game = in_turn(0, advantage=(9, 9, 9))
    game.coins[1].append(("direct", 0))
    found = play.boxes(game, 0)
    assert Trick("direct", 1) not in found
    assert Trick("direct", 2) in found
    with pytest.raises(NotAllowed, match="to must be Agatha or Celeste here"):
        play.submit(game, 0, Trick("direct", 1), names=NAMES)


def test_helpless_friends_receive_nothing() -> None:
    """THR-11.2: any other active character."""
    found = play.boxes(in_turn(0, condition=(5, 0, 5)), 0)
    assert all(answer.to != 1 for answer in found if isinstance(answer, Trick))


def test_the_attack_ends_the_tricks() -> None:
    """THR-11.1: only before the roll."""
    game = in_turn(0)
    play.submit(game, 0, Attack("bear"))
    with pytest.raises(NotYours):
        play.submit(game, 0, Trick("direct", 2))


def test_a_trick_is_written() -> None:
    """THR-11.2, in the words of a letter."""
    found = play.boxes(in_turn(0), 0)
    assert read("give int to barney", found, NAMES) == Trick("intercept", 1)
    assert write(Trick("strengthen", 0), found, NAMES) == "give strengthen to Agatha"


def test_a_friend_steps_in_the_way() -> None:
    """THR-12.5: before the roll; his coin is used up."""
    game = thrice()
    game.coins[2] = [("direct", 2), ("intercept", 0)]
    play.submit(game, GM, Strike(1))
    assert play.waiting(game) == [2]
    play.submit(game, 2, Intercept())
    assert game.condition == [5, 5, 3]
    assert game.coins[2] == [("direct", 2)]


def test_of_several_friends_one_steps_in() -> None:
    """THR-D7: they are asked at once; at most one interceptor."""
    game = thrice()
    game.coins = [[("intercept", 0)], [], [("intercept", 0)]]
    play.submit(game, GM, Strike(1))
    assert play.waiting(game) == [0, 2]
    play.submit(game, 2, Intercept())
    play.submit(game, 0, Intercept())
    assert game.log == ["hit 0"]
    assert game.coins == [[], [], [("intercept", 0)]]


def test_an_attack_on_somebody_without_such_friends_is_rolled_at_once() -> None:
    """THR-10.3: nobody is asked; nobody can intercept for himself."""
    game = thrice()
    game.coins[1] = [("intercept", 0)]
    play.submit(game, GM, Strike(1))
    assert game.log == ["hit 1"]


def test_the_gm_has_a_default_as_well() -> None:
    """THR-D9: the lowest condition."""
    game = thrice(condition=(5, 2, 2))
    play.time_up(game)
    assert game.log == ["hit 1"]


def test_swaps_are_an_answer_like_any_other() -> None:
    """THR-D3: 0, 1 or 2."""
    assert Boxes(box(Swap, "THR-7.2", dice=Between(0, 2))).count == 3
