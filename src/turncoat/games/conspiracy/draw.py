"""CON-1 to CON-4: taking back the saved coin, drawing, mandatory advancement, and coins received."""

from __future__ import annotations

from turncoat.games.conspiracy.events import CoinsDrawn, GiftsTaken, HandDrawn, MandatoryAdvancement, TurnBegan
from turncoat.games.conspiracy.march import advance_column
from turncoat.games.conspiracy.pieces import HAND
from turncoat.games.conspiracy.state import BY_NUMBER, Conspiracy, SeenCoin, Turn
from turncoat.kernel import Tell, draw


def take_back(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-1: the coin saved on the last turn goes into the hand."""
    coin = game.saved[turn.seat]
    turn.points = game.options.action_points
    turn.hand = [] if coin is None else [coin]
    turn.seen = () if coin is None else (SeenCoin(coin, BY_NUMBER),)
    game.saved[turn.seat] = None
    tell.all(TurnBegan, turn.seat, coin is not None)


def fill_hand(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-2: draw until the hand holds three coins; CON-3: if the bag is too small, time must march on first.

    One pass is always made, further ones while the bag is too small and coins are left on the board (CON-R07).
    """
    draw_coins(game, turn, tell)
    passes = 0
    while len(turn.hand) + len(game.bag) < HAND and (passes == 0 or game.coins):  # CON-3.b
        passes += 1
        tell.all(MandatoryAdvancement, turn.seat, passes)
        tell.still()
        for column in range(game.options.columns):
            advance_column(game, column, turn.seat, tell)  # CON-3.a, CON-M.5.a.ii
    if passes:
        draw_coins(game, turn, tell)


def draw_coins(game: Conspiracy, turn: Turn, tell: Tell) -> None:
    """CON-2: at random, as many as the hand lacks and the bag holds."""
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
        turn.hand += [one.coin for one in given]
        turn.seen += tuple([SeenCoin(one.coin, one.giver) for one in given])
        game.gifts[turn.seat] = []
        tell.all(GiftsTaken, turn.seat, len(given))
