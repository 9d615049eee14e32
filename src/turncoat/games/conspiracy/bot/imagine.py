"""A whole game as it might be, made from what one seat sees: hidden pieces are dealt at random among what is unseen."""

from __future__ import annotations

from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.pieces import EVERYBODY, PIECES, RANK
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, Goal, LyingCoin, LyingTile, Turn
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel.chance import KEY_BYTES, Chance, draw, shuffle


class World:
    """One way in which the hidden pieces may lie.

    Attributes:
        game: The game; its sections are left out, as the rules of actions do not look at them.
        turn: The turn of the seat that imagines.
    """

    def __init__(self, view: ConspiracyView, chance: Chance) -> None:
        assert view.seat is not None
        assert view.own is not None
        self._coins = list(view.seen.unseen)
        self._tiles = list(view.unseen_tiles)
        shuffle(chance, self._coins)
        shuffle(chance, self._tiles)
        seats = range(len(view.players))
        me, own = view.seat, view.own
        marks = [-1 if one.mark is None else NUMBERS[one.mark] for one in view.players]
        coins = {
            NUMBERS[one.space]: self._lying(one.number, one.suit, one.direction, one.symbol_up, me)
            for one in view.coins
        }
        saved = [own.saved if seat == me else self._shown(view.players[seat].saved) for seat in seats]
        gifts = [[GivenCoin(coin, giver) for coin, giver in self._waiting(view, seat)] for seat in seats]
        tiles = {
            NUMBERS[one.cell]: LyingTile(
                self._tiles.pop() if one.tile is None else one.tile,
                one.face_up,
                EVERYBODY if one.face_up else 0 if one.tile is None else 1 << me,
            )
            for one in view.tiles
        }
        held = [
            list(own.tiles) if seat == me else sorted(self._tiles.pop() for _ in range(view.players[seat].tiles))
            for seat in seats
        ]
        hidden: list[Goal | None] = [None for _ in seats]
        hidden[me] = own.goal
        self.game = Conspiracy(
            options=view.options,
            goals=hidden,
            goal_coins=[() for _ in seats],
            held=held,
            seen=[() for _ in seats],
            unused=self._tiles,
            bag=self._coins[: view.bag],
            tiles=tiles,
            coins=coins,
            saved=saved,
            gifts=gifts,
            marks=marks,
            marked_in=[one.marked_in or 0 for one in view.players],
            ever_marked=[() for _ in seats],
            round=view.round,
            chance=Chance(bytes(draw(chance, 256) for _ in range(KEY_BYTES))),
            stack=[],
            requests=[0 for _ in seats],
            standing=[{} for _ in seats],
        )
        self.turn = Turn(seat=me, hand=list(own.hand), points=view.points)

    def _shown(self, number: int | None) -> str | None:
        """A coin that shows its number: one of that number that has not been seen elsewhere."""
        if number is None:
            return None
        coin = next((one for one in self._coins if RANK[one] == number), None)
        if coin is None:
            return next(one for one in PIECES if RANK[one] == number)
        self._coins.remove(coin)
        return coin

    def _lying(self, number: int, suit: str | None, direction: str, symbol_up: bool, me: int) -> LyingCoin:
        if suit is not None:
            return LyingCoin(f"{suit}{number}", direction, symbol_up, EVERYBODY if symbol_up else 1 << me)
        return LyingCoin(self._shown(number) or "", direction, symbol_up, 0)

    def _waiting(self, view: ConspiracyView, seat: int) -> list[tuple[str, int]]:
        """CON-R21: the coins that wait for somebody; who gave them plays no part."""
        assert view.own is not None
        assert view.seat is not None
        if seat == view.seat:
            return [(coin, seat) for coin in view.own.received]
        mine = [(coin, view.seat) for coin, to in view.own.given if to == seat]
        others = view.players[seat].gifts - len(mine)
        return mine + [(self._coins.pop(), seat) for _ in range(min(others, len(self._coins)))]
