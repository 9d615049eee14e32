"""TRU-1.7, TRU-2.2, TRU-3, TRU-4, TRU-13.1: the possible actions while the window is open, and gifts.

The program is the Arbiter, who does not play (TRU-13.1): it collects the actions, makes players without an action pass
(``round.passing``) and shows all actions together (``round.reveal``). Before the reveal nobody else can read a
submitted action (TRU-1.7): ``view`` shows at most that there is one. All players submit, change or withdraw their
action in the same open window (TRU-2.2).
"""

from __future__ import annotations

from functools import cache

from turncoat.games.truce.events import GiftGiven
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Pass, Round, Support, Truce, TruceAction
from turncoat.kernel import Between, Boxes, OneOf, Tell, box, shut


@cache
def choices(players: int) -> tuple[tuple[Boxes[TruceAction], Boxes[TruceAction]], ...]:
    """TRU-3.6: the targets that each seat may choose with an empty Supply (support and pass always), and with coins.

    Pass is always possible and does nothing: no strength, no share of the Stash (TRU-3.7). Attack (TRU-3.3), Defend
    (TRU-3.4) and Loot (TRU-3.5) need at least 1 coin in the Supply.
    """
    return tuple(
        (
            Boxes(box(Support, target=others), box(Pass), closed=shut(Attack, Defend, Loot)),
            Boxes(box(Attack, target=others), box(Defend), box(Support, target=others), box(Loot), box(Pass)),
        )
        for seat in range(players)
        for others in [_others(players, seat)]
    )


def _others(players: int, seat: int) -> OneOf:
    """TRU-3.2: anybody but oneself (TRU-R12), with coins or without (TRU-R13).

    Targets may be poor, and promises do not restrict them.
    """
    return OneOf(tuple(other for other in range(players) if other != seat), "seat")


def action_boxes(game: Truce, round_: Round, seat: int) -> Boxes[TruceAction]:
    """TRU-3.1: any of the five actions; without a coin in the Supply only Support and Pass (TRU-3.10).

    A player with an empty Supply stays in the game. The Supply counts, not the Spoils.

    See TRU-R14, TRU-D3.

    Exactly one action in a round: Attack, Defend, Support, Loot or Pass.
    """
    return choices(len(game.supplies))[seat][game.supplies[seat] > 0]


@cache
def gifts(players: int, seat: int, coins: int) -> Boxes[TruceAction]:
    """TRU-4.1, TRU-4.3: any number from 1 coin up to the whole Supply, to any other player (TRU-R29).

    A player may give any number of times while the window is open; each gift leaves less to give (``give``).
    Coins in Spoils cannot be given away, so coins received this round cannot be passed on this round.
    """
    if not coins:
        return Boxes(closed=shut(Gift))
    return Boxes(box(Gift, to=_others(players, seat), coins=Between(1, coins, "coins")))


def gift_boxes(game: Truce, round_: Round, seat: int) -> Boxes[TruceAction]:
    """TRU-4.5, TRU-4.7: gifts are possible exactly while the window of a round is open (TRU-R16, TRU-D2).

    There are no gifts before the first round, between a reveal and the next round, or after the last round. Nobody
    gives to themselves, and no gift is taken back. Nobody must give what they promised: a reward can be given in the
    next round's window at the earliest, and then lies in Spoils, where others can rob it.
    """
    return gifts(len(game.supplies), seat, game.supplies[seat])


def give(game: Truce, round_: Round, seat: int, gift: TruceAction, tell: Tell) -> None:
    """TRU-4.2, TRU-4.6: move coins at once from the Supply to the receiver's Spoils; everybody sees it (TRU-4.4).

    They are ordinary Spoils: successful attackers take them (``attack.settle``), and what is left joins the receiver's
    Supply at the end of the round (``end.bank_spoils``). Gifts are public when they are made (TRU-12.4).

    See TRU-R17.
    """
    assert isinstance(gift, Gift)
    game.supplies[seat] -= gift.coins
    game.spoils[gift.to] += gift.coins
    tell.all(GiftGiven, seat, gift.to, gift.coins)
