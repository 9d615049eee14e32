"""A whole game as it might be, made from what one seat sees: hidden pieces are dealt at random among what is unseen."""

from __future__ import annotations

from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.pieces import EVERYBODY, PIECES, RANK
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, LyingCoin, LyingTile, Turn
from turncoat.games.conspiracy.view import CoinView, ConspiracyView, TileView
from turncoat.kernel import Chance, draw, shuffle
from turncoat.kernel.chance import KEY_BYTES


class World:
    """One way in which the hidden pieces may lie.

    Attributes:
        game: The game; its sections are left out, as the rules of actions do not look at them.
        turn: The turn of the seat that imagines.
    """

    def __init__(self, view: ConspiracyView, chance: Chance) -> None:
        assert view.seat is not None
        assert view.own is not None
        self._view, self._me, self._own = view, view.seat, view.own
        self._coins, self._tiles = list(view.seen.unseen), list(view.unseen_tiles)
        shuffle(chance, self._coins)
        shuffle(chance, self._tiles)
        self.turn = Turn(seat=view.seat, hand=list(view.own.hand), points=view.points)
        self.game = self._imagined(bytes(draw(chance, 256) for _ in range(KEY_BYTES)))

    def _imagined(self, key: bytes) -> Conspiracy:
        """Everything in its place: first what shows a number, then what shows nothing."""
        view, me, seats = self._view, self._me, range(len(self._view.players))
        coins = {NUMBERS[one.space]: self._lying(one) for one in view.coins}
        saved = [self._own.saved if seat == me else self._shown(view.players[seat].saved) for seat in seats]
        gifts = [[GivenCoin(coin, giver) for coin, giver in self._waiting(seat)] for seat in seats]
        tiles = {NUMBERS[one.cell]: self._tile(one) for one in view.tiles}
        held = [list(self._own.tiles) if seat == me else self._held(view.players[seat].tiles) for seat in seats]
        return Conspiracy(
            options=view.options,
            goals=[self._own.goal if seat == me else None for seat in seats],
            goal_coins=[() for _ in seats],
            held=held,
            seen=[() for _ in seats],
            unused=self._tiles,
            bag=self._coins[: view.bag],
            tiles=tiles,
            coins=coins,
            saved=saved,
            gifts=gifts,
            marks=[-1 if one.mark is None else NUMBERS[one.mark] for one in view.players],
            marked_in=[one.marked_in or 0 for one in view.players],
            ever_marked=[() for _ in seats],
            round=view.round,
            chance=Chance(key),
            stack=[],
            requests=[0 for _ in seats],
            standing=[{} for _ in seats],
        )

    def _tile(self, one: TileView) -> LyingTile:
        if one.tile is None:
            return LyingTile(self._tiles.pop(), False, 0)
        return LyingTile(one.tile, one.face_up, EVERYBODY if one.face_up else 1 << self._me)

    def _held(self, number: int) -> list[str]:
        return sorted(self._tiles.pop() for _ in range(number))

    def _shown(self, number: int | None) -> str | None:
        """A coin that shows its number: one of that number that has not been seen elsewhere."""
        if number is None:
            return None
        coin = next((one for one in self._coins if RANK[one] == number), None)
        if coin is None:
            return next(one for one in PIECES if RANK[one] == number)
        self._coins.remove(coin)
        return coin

    def _lying(self, one: CoinView) -> LyingCoin:
        if one.suit is None:
            return LyingCoin(self._shown(one.number) or "", one.direction, one.symbol_up, 0)
        known = EVERYBODY if one.symbol_up else 1 << self._me
        return LyingCoin(f"{one.suit}{one.number}", one.direction, one.symbol_up, known)

    def _waiting(self, seat: int) -> list[tuple[str, int]]:
        """CON-R21: the coins that wait for somebody; who gave them plays no part."""
        if seat == self._me:
            return [(coin, seat) for coin in self._own.received]
        mine = [(coin, self._me) for coin, to in self._own.given if to == seat]
        others = self._view.players[seat].gifts - len(mine)
        return mine + [(self._coins.pop(), seat) for _ in range(min(others, len(self._coins)))]
