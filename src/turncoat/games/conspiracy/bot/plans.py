"""Looks ahead through one turn: applies each action by the rules and judges the resulting board.

Actions are tried on copies of an imagined game. Only the most promising placements are tried; dice are not rolled: each
result counts with its probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple, cast

from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Stop,
)
from turncoat.games.conspiracy.attack import protection, turn_back
from turncoat.games.conspiracy.bot.judgement import Judgement
from turncoat.games.conspiracy.bot.outlook import column_chances
from turncoat.games.conspiracy.bot.pacts import Pacts
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, cell_of, column_of, row_of
from turncoat.games.conspiracy.march import advance_column, bag_coins
from turncoat.games.conspiracy.pieces import DIE, RANK, SPIRALS, SUIT
from turncoat.games.conspiracy.reveal import numbers_at, supported, worth
from turncoat.games.conspiracy.state import Conspiracy, Turn
from turncoat.games.conspiracy.turn import EFFECTS, action_boxes
from turncoat.kernel import Box, Boxes, OneOf, clone
from turncoat.kernel.events import SILENCE

COIN = 0.05
"""The share of a coin's value in hand that counts against spending it."""

STEP = 0.004
"""The value of any action by itself, because a turn without actions helps nobody."""

TRIED, FOLLOWED, NEXT = 3, 1, 2
"""The number of placements tried first, of first actions that are followed up, and of placements tried after each."""

Placing = Place | AttackCoin


class Option(NamedTuple):
    """An action and its value."""

    value: float
    action: ConspiracyAction


class After(NamedTuple):
    """A board after an action, certain or average: its value, and the board to continue from."""

    value: float
    game: Conspiracy
    turn: Turn


class Planner:
    """Chooses the actions of one turn.

    Args:
        judgement: How the seat judges boards.
        turn: The bot's turn so far.
        pacts: The bot's promises.
        effort: How much is tried, as a share of the usual.
    """

    def __init__(self, judgement: Judgement, turn: Turn, pacts: Pacts, effort: float = 1.0) -> None:
        self.judgement, self.turn, self.me, self.pacts = judgement, turn, judgement.me, pacts
        self.tried, self.followed, self.next = (ceil(number * effort) for number in (TRIED, FOLLOWED, NEXT))
        self.keeping = {coin: judgement.keeping(coin) for coin in turn.hand}
        others = tuple(seat for seat in range(len(judgement.game.goals)) if seat != self.me)
        self.to = judgement.receiver(others, {seat: pacts.merit(seat) for seat in others})
        self.quiet = judgement.empty_cell()
        self._options: list[Option] = []
        self._chosen: dict[tuple[tuple[str | None, ...], int], str] = {}

    def best(self, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        """The action with the best prospects, two actions ahead."""
        return max(self.options(boxes), key=lambda option: option.value).action

    def options(self, boxes: Boxes[ConspiracyAction]) -> list[Option]:
        """The actions to consider with their worth, less the cost of a promise that an action breaks."""
        if not self._options:
            self._options = self._weighed(boxes)
        return self._options

    def _weighed(self, boxes: Boxes[ConspiracyAction]) -> list[Option]:
        game = self.judgement.game
        first = [
            (self.after(game, self.turn, action), action)
            for action in self.candidates(game, self.turn, boxes, self.tried)
        ]
        first.sort(key=lambda pair: -pair[0].value)
        options = [Option(after.value - self.pacts.cost(action), action) for after, action in first]
        for after, action in first[: self.followed]:
            if after.turn.points and after.turn.hand and not isinstance(action, Stop):
                options.append(Option(self.best_next(after) - self.pacts.cost(action), action))
        return options

    def best_next(self, before: After) -> float:
        """The value of a board after the best actions with the remaining points."""
        game, turn = before.game, before.turn
        boxes = action_boxes(game, turn, self.me)
        gained = [
            self.after(game, turn, action).value - self.pacts.cost(action)
            for action in self.candidates(game, turn, boxes, self.next)
        ]
        stayed = self.judgement.worth(game)
        return before.value + max(0.0, max(gained) - stayed)

    # --- what may be worth trying -------------------------------------------------------------

    def candidates(
        self, game: Conspiracy, turn: Turn, boxes: Boxes[ConspiracyAction], tried: int
    ) -> list[ConspiracyAction]:
        """All actions except placements, and the most promising placements."""
        found: list[ConspiracyAction] = []
        placings: list[tuple[float, Placing]] = []
        lie = Lie(game, self.judgement)
        for box in boxes.boxes:
            if box.action is Place or box.action is AttackCoin:
                placings += self.placings(box, lie, turn)
            elif box.action is RevealCoin or box.action is RevealTile:
                found += self.reveals(box)
            else:
                found += [box.nth(index) for index in range(box.count())]
        placings.sort(key=lambda pair: -pair[0])
        return found + [action for _, action in placings[:tried]]

    def reveals(self, box: Box[ConspiracyAction]) -> Iterator[ConspiracyAction]:
        """CON-5.b, CON-5.d: every coin or tile, paid with the least useful coin."""
        place = "space" if box.action is RevealCoin else "cell"
        gift = min(_texts(box, "gift"), key=self._missed)
        for where in _texts(box, place):
            if box.action is RevealCoin:
                yield RevealCoin(where, gift, self.to)
            else:
                yield RevealTile(where, gift, self.to)

    def placings(self, box: Box[ConspiracyAction], lie: Lie, turn: Turn) -> Iterator[tuple[float, Placing]]:
        """CON-5.a, CON-5.c: placements with their estimated worth, and only with useful tiles."""
        direction, coins = _texts(box, "direction")[0], _texts(box, "coin")
        tiles = cast("tuple[str | None, ...]", cast("OneOf", box.space("tile")).values)
        for space in _texts(box, "space"):
            position = NUMBERS[space]
            target, tile = position + DIRECTIONS[direction], self._tile_for(tiles, cell_of(position))
            for coin in coins:
                promise = lie.promise(coin, position, target, tile) - COIN * self.keeping.get(coin, 0.0)
                if box.action is Place:
                    yield promise, Place(coin, space, direction, tile)
                else:
                    gift = min((other for other in turn.hand if other != coin), key=self._missed)
                    yield promise + lie.damage(coin, target), AttackCoin(coin, space, direction, gift, self.to, tile)

    def _tile_for(self, tiles: tuple[str | None, ...], cell: int) -> str | None:
        """The tile that the bot would most like to see turned up there; low ones are turned up more easily."""
        if None in tiles:
            return None
        if (tiles, cell) not in self._chosen:
            held = cast("tuple[str, ...]", tiles)
            wanted = max(held, key=lambda tile: self.judgement.interest(cell, tile) * (1 - 0.1 * RANK[tile]))
            self._chosen[tiles, cell] = wanted
        return self._chosen[tiles, cell]

    def _missed(self, coin: str) -> float:
        return self.keeping.get(coin, 0.0)

    # --- what comes of it ---------------------------------------------------------------------

    def after(self, game: Conspiracy, turn: Turn, action: ConspiracyAction) -> After:
        """The board after an action, and its value."""
        if isinstance(action, Stop):
            return After(self.judgement.worth(game), game, turn)
        if isinstance(action, AdvanceColumn):
            return self._after_roll(game, turn, action)
        made, mine = clone(game), Turn(seat=self.me, hand=list(turn.hand), points=turn.points)
        spiral = isinstance(action, Place | AttackCoin) and action.coin in SPIRALS
        if spiral:
            made.chance.script = self._no_effect()
        hit = EFFECTS[action.__class__](made, mine, action, SILENCE)
        value = self.judgement.worth(made) + STEP - self._spent(turn, mine)
        if spiral:
            value += self.judgement.effect()
        if hit is not None:
            value = max(value, self.removed(made, hit.target) - COIN * min(map(self._missed, mine.hand)))
            turn_back(made, hit.target, SILENCE)
        return After(value, made, mine)

    def _after_roll(self, game: Conspiracy, turn: Turn, action: AdvanceColumn) -> After:
        """CON-5.e.ii: the average over all results of the dice."""
        column = column_of(NUMBERS[f"{action.column}P"])
        chance = column_chances(game)[column]
        made = clone(game)
        advance_column(made, column, self.me, SILENCE)
        value = chance * self.judgement.worth(made) + (1 - chance) * self.judgement.worth(game)
        return After(value, made, Turn(seat=self.me, hand=list(turn.hand)))

    def removed(self, game: Conspiracy, target: int) -> float:
        """CON-5.c.iv.c: the value of the board without a coin."""
        made = clone(game)
        bag_coins(made, [target], "CON-5.c.iv.c", SILENCE)
        return self.judgement.worth(made)

    def _spent(self, before: Turn, after: Turn) -> float:
        return COIN * (sum(map(self._missed, before.hand)) - sum(map(self._missed, after.hand)))

    def _no_effect(self) -> list[int]:
        """CON-U.2: the rolls that name a cell without a tile."""
        if self.quiet < 0:
            return []
        columns = self.judgement.columns
        face = column_of(self.quiet) * (DIE // columns if columns <= 3 else 1)
        return [face, row_of(self.quiet)]


class Lie:
    """An estimate of the worth of placements before they are tried."""

    def __init__(self, game: Conspiracy, judgement: Judgement) -> None:
        self.game, self.judgement = game, judgement
        self.numbers = numbers_at(game.coins)
        self.base = max(0.01, max((abs(self._interest(cell)) for cell in game.tiles), default=0.0))

    def _interest(self, cell: int) -> float:
        return self.judgement.interest(cell, self.game.tiles[cell].tile)

    def promise(self, coin: str, position: int, target: int, tile: str | None) -> float:
        """CON-5.a: a coin helps the tile it lies on, and helps to reveal the coin it points at."""
        cell = cell_of(position)
        under = self.game.tiles[cell].tile if tile is None else tile
        value = self.judgement.interest(cell, under) * (0.2 + 0.05 * worth(coin, SUIT[under]))
        lying = self.game.coins.get(target)
        if lying is not None and not lying.symbol_up:
            value += self._support(coin, target) * self._interest(cell_of(target))
        return value

    def _support(self, coin: str, target: int) -> float:
        """CON-5.b.iii: 1 if another coin can be revealed because of this one, -1 if it no longer can."""
        number, pointing = RANK[self.game.coins[target].coin], self.numbers.get(target, [])
        before = bool(pointing) and supported(number, pointing)
        return 0.35 * (supported(number, [*pointing, RANK[coin]]) - before)

    def damage(self, coin: str, target: int) -> float:
        """CON-5.c: the gain from hitting a coin; 0 if the number is too low."""
        if coin not in SPIRALS and RANK[coin] < protection(self.game.coins, target, -1):
            return -1.0
        lost = self._interest(cell_of(target)) * (0.5 if self.game.coins[target].symbol_up else 0.3)
        return -lost - 0.01


def _texts(box: Box[ConspiracyAction], field: str) -> tuple[str, ...]:
    return cast("tuple[str, ...]", cast("OneOf", box.space(field)).values)
