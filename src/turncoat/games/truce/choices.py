"""TRU-1.7, TRU-2.2, TRU-3, TRU-4, TRU-13.1: the open window, in which actions are handed in and gifts are given."""

from __future__ import annotations

from functools import cache

from turncoat.games.truce.events import ActionsRevealed, GiftGiven
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Pass, Round, Spoilt, Support, Truce, TruceAction
from turncoat.kernel import Between, Boxes, OneOf, Pending, Tell, box, shut

PASS = Pass()
SPOILT = Spoilt()


@cache
def choices(players: int) -> tuple[tuple[Boxes[TruceAction], Boxes[TruceAction]], ...]:
    """For each seat: what it may choose with an empty Supply, and what with coins."""
    return tuple(
        (
            Boxes(box(Support, target=others), box(Pass), closed=shut(Attack, Defend, Loot)),
            Boxes(box(Attack, target=others), box(Defend), box(Support, target=others), box(Loot), box(Pass)),
        )
        for seat in range(players)
        for others in [_others(players, seat)]
    )


def _others(players: int, seat: int) -> OneOf:
    return OneOf(tuple(other for other in range(players) if other != seat), "seat")


def action_boxes(game: Truce, round_: Round, seat: int) -> Boxes[TruceAction]:
    """TRU-3.1: any of the five actions; without a coin in the Supply only Support and Pass (TRU-3.10)."""
    return choices(len(game.supplies))[seat][game.supplies[seat] > 0]


@cache
def gifts(players: int, seat: int, coins: int) -> Boxes[TruceAction]:
    """TRU-4.1, TRU-4.3: 1 coin up to the whole Supply, to any other player."""
    if not coins:
        return Boxes(closed=shut(Gift))
    return Boxes(box(Gift, to=_others(players, seat), coins=Between(1, coins, "coins")))


def gift_boxes(game: Truce, round_: Round, seat: int) -> Boxes[TruceAction]:
    """TRU-4.5, TRU-4.7: gifts are possible exactly while the window of a round is open."""
    return gifts(len(game.supplies), seat, game.supplies[seat])


def give(game: Truce, round_: Round, seat: int, gift: TruceAction, tell: Tell) -> None:
    """TRU-4.2, TRU-4.6: coins leave the Supply at once for the receiver's Spoils; all are told (TRU-4.4, TRU-12.4)."""
    assert isinstance(gift, Gift)
    game.supplies[seat] -= gift.coins
    game.spoils[gift.to] += gift.coins
    tell.all(GiftGiven, seat, gift.to, gift.coins)


def passing(game: Truce, round_: Round, seat: int) -> TruceAction:
    """TRU-3.8, TRU-13.5: whoever has handed in nothing in time passes."""
    return PASS


def spoil(game: Truce, round_: Round, seat: int, bad: TruceAction | None) -> TruceAction | None:
    """TRU-R21: a bad action is refused and the good one stays, unless the table chose the harsher TRU-O7."""
    return SPOILT if game.options.bad_submission == "becomes Pass" else None


def until_the_hour(game: Truce, round_: Round) -> bool:
    """TRU-2.3, TRU-13.3: by correspondence the reveal waits for its time, even when everybody is in."""
    return game.options.reveal == "correspondence"


def reveal(game: Truce, round_: Round, pending: Pending[TruceAction], tell: Tell) -> None:
    """TRU-2.4, TRU-3.9: all actions become public at once; one its owner can no longer afford is a Pass (TRU-3.11)."""
    answers, supplies = pending.answers, game.supplies
    defaulted = set(pending.missed)
    actions: list[TruceAction] = []
    for seat in range(len(supplies)):
        action = answers[seat]
        kind = action.__class__
        if kind is Spoilt or (not supplies[seat] and kind is not Support and kind is not Pass):
            action = PASS
            defaulted.add(seat)
        actions.append(action)
    round_.actions = actions
    if tell.listening:
        tell.all(ActionsRevealed, game.round, tuple(actions), tuple(sorted(defaulted)))
