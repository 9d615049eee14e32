"""CON-1 to CON-4: the saved coin, drawing, mandatory advancement, gifts. CON-6 to CON-8: saving and discarding."""

from __future__ import annotations

from turncoat.games.conspiracy.actions import ConspiracyAction, Save, SaveNothing
from turncoat.games.conspiracy.events import CoinsDrawn, GiftsTaken, HandDrawn, MandatoryAdvancement, TurnBegan
from turncoat.games.conspiracy.events.turn import CoinSaved, HandDiscarded, OwnCoinSaved
from turncoat.games.conspiracy.march import advance_column
from turncoat.games.conspiracy.pieces import HAND, PIECES, RANK, SPIRALS
from turncoat.games.conspiracy.place import forget, unexpected_effect
from turncoat.games.conspiracy.state import BY_NUMBER, Conspiracy, SeenCoin, Turn
from turncoat.kernel import Box, Boxes, LazyBoxes, OneOf, Pending, Tell, always, box, draw


def take_back(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-1: the coin saved in the last turn goes into the hand."""
    coin = game.saved[turn.seat]
    turn.points = game.options.action_points
    turn.hand = [] if coin is None else [coin]
    turn.seen = () if coin is None else (SeenCoin(coin, BY_NUMBER),)
    game.saved[turn.seat] = None
    tell.all(TurnBegan, turn.seat, coin is not None)


def fill_hand(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-2: draw until the hand holds three coins; CON-3: if the bag holds too few coins, the columns advance first.

    There is always one pass, and more while the bag holds too few coins and coins are left on the board (CON-R07).

    Without any dice every column advances once; the player who draws is the active player (CON-3.a). Then the missing
    coins are drawn (CON-3.b).
    """
    draw_coins(game, turn, tell)
    passes = 0
    while len(turn.hand) + len(game.bag) < HAND and (passes == 0 or game.coins):  # CON-3.b
        passes += 1
        tell.all(MandatoryAdvancement, turn.seat, passes)
        tell.still()
        for column in range(game.options.columns):
            advance_column(game, column, turn.seat, tell)  # CON-3.a
    if passes:
        draw_coins(game, turn, tell)


def draw_coins(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-2: draw coins at random, as many as the hand lacks and the bag holds; nobody else sees them."""
    bag, hand, drawn = game.bag, turn.hand, len(turn.hand)
    while len(hand) < HAND and bag:
        index = draw(game.chance, len(bag))
        hand.append(bag[index])
        bag[index] = bag[-1]
        bag.pop()
    if tell.listening:
        tell.all(CoinsDrawn, turn.seat, len(hand) - drawn, len(bag))
        tell.only((turn.seat,), HandDrawn, turn.seat, tuple(hand[drawn:]))


def take_gifts(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-4: coins that others have given since the last turn come on top of the three."""
    given = game.gifts[turn.seat]
    if given:
        turn.hand += [coin.coin for coin in given]
        turn.seen += tuple([SeenCoin(coin.coin, coin.giver) for coin in given])
        game.gifts[turn.seat] = []
        tell.all(GiftsTaken, turn.seat, len(given))


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
        """The answer that saves the coin at this place in the hand."""
        return SAVES[self.hand[index]]

    @property
    def boxes(self) -> list[Box[ConspiracyAction]]:
        """The boxes of this group: one."""
        return [box(Save, coin=OneOf(self.hand, "coin"))]


def save_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-6: any one coin in hand, or none."""
    return LazyBoxes((NOTHING_GROUP, SaveGroup(tuple(turn.hand))))


save_none = always(SaveNothing())
"""CON-D4: without an answer nothing is saved."""


def save(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-6: the coin lies number side up before the player; CON-7: a spiral has its unexpected effect at once.

    Everybody sees its number, and nothing else of it (CON-I.2).
    """
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
    """CON-8: all other coins go to the bag unseen, so that no hand is left between turns (CON-V.5)."""
    if turn.hand:
        game.bag += turn.hand
        number, turn.hand, turn.seen = len(turn.hand), [], ()
        tell.all(HandDiscarded, turn.seat, number, len(game.bag))
