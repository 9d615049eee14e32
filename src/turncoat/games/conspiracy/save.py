"""CON-6 to CON-8: saving one coin and discarding the others."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import ConspiracyAction, Save, SaveNothing
from turncoat.games.conspiracy.events_turn import CoinSaved, HandDiscarded, OwnCoinSaved
from turncoat.games.conspiracy.pieces import PIECES, RANK, SPIRALS
from turncoat.games.conspiracy.place import forget
from turncoat.games.conspiracy.state import Conspiracy, Turn
from turncoat.games.conspiracy.unexpected import unexpected_effect
from turncoat.kernel import Box, Boxes, LateBoxes, OneOf, Pending, Tell, box

SAVE_NOTHING = SaveNothing()
SAVES = {coin: Save(coin) for coin in PIECES}
NOTHING_GROUP: Boxes[ConspiracyAction] = Boxes(Box(SaveNothing, "CON-6"))


def with_coins(game: Conspiracy, turn: Turn) -> list[int]:
    """CON-6: only a coin that is left can be saved."""
    return [turn.seat] if turn.hand else []


class SaveGroup:
    """CON-6: any one coin in hand."""

    def __init__(self, hand: tuple[str, ...]) -> None:
        self.hand, self.count = hand, len(hand)

    def nth(self, index: int) -> ConspiracyAction:
        """To save the coin with this number in the hand."""
        return SAVES[self.hand[index]]

    @property
    def boxes(self) -> list[Box[ConspiracyAction]]:
        """One box."""
        return [box(Save, coin=OneOf(self.hand, "coin"))]


def save_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-6: any one coin in hand, or none."""
    return LateBoxes((NOTHING_GROUP, SaveGroup(tuple(turn.hand))))


def save_none(game: Conspiracy, turn: Turn, seat: int) -> ConspiracyAction:
    """CON-D4: without an answer nothing is saved."""
    return SAVE_NOTHING


def save(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-6: the coin lies number side up before the player; CON-7: a spiral has its unexpected effect at once."""
    answer = pending.answers[turn.seat]
    if not isinstance(answer, Save):
        return
    coin = answer.coin
    turn.hand.remove(coin)
    forget(turn, RANK[coin])
    game.saved[turn.seat] = coin
    if tell.listening:
        tell.all(CoinSaved, turn.seat, RANK[coin])
        tell.only((turn.seat,), OwnCoinSaved, turn.seat, coin)
    if coin in SPIRALS:
        unexpected_effect(game, turn.seat, tell)


def discard(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-8: all other coins go to the bag, unseen."""
    if turn.hand:
        game.bag += turn.hand
        number, turn.hand, turn.seen = len(turn.hand), [], ()
        tell.all(HandDiscarded, turn.seat, number, len(game.bag))
