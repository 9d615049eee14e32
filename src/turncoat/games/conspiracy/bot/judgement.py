"""What a plotter thinks of a board: its own prospects against those of the others."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.games.conspiracy.bot.imagine import World
from turncoat.games.conspiracy.bot.outlook import Belief, Prospects, Reach, reach
from turncoat.games.conspiracy.bot.suspicion import Suspicions
from turncoat.games.conspiracy.geometry import cell_at, column_of, row_of
from turncoat.games.conspiracy.pieces import DIE, RANK, SPIRALS, SUIT
from turncoat.games.conspiracy.progress import met
from turncoat.games.conspiracy.state import Conspiracy, LyingTile
from turncoat.games.conspiracy.tile import worth
from turncoat.games.conspiracy.unexpected import column_of_face, turn_over
from turncoat.kernel import clone
from turncoat.kernel.events import SILENCE

WIN = 4.0
"""What it is worth to be able to claim the win at the end of this turn."""

ENVY = 0.4
"""What the prospects of each other player take from one's own."""

NUDGE = 0.3
"""So much nearer a tile is imagined, to find out how much that would help."""

GRATITUDE = 0.04
"""What a kindness received weighs against prospects, when somebody is to be given a coin."""


class Judgement:
    """The opinion of one seat at one decision.

    Args:
        world: The game as it may be.
        suspicions: What the seat thinks of the others.
        calm: How much of the danger of attacks their promises take away, from 0 to 1.
    """

    def __init__(self, world: World, suspicions: Suspicions, calm: float = 0.0) -> None:
        self.game, self.me = world.game, world.turn.seat
        self.suspicions, self.calm = suspicions, calm
        goal = world.game.goals[self.me]
        assert goal is not None
        self.goal = goal
        self.columns = self.game.options.columns
        self.beliefs: dict[int, Belief] = {seat: suspicions.belief(seat) for seat in suspicions.goals}
        self.near = reach(self.game, calm)
        self.level = self._balance(self.game.tiles, self.near, self.game.marks)
        self.base = self.level + WIN if self.wins(self.game) else self.level
        self._interests: dict[tuple[int, str], float] = {}
        self._effect: float | None = None

    def worth(self, game: Conspiracy) -> float:
        """The own prospects, less a share of everybody else's."""
        value = self._balance(game.tiles, reach(game, self.calm), game.marks)
        return value + WIN if self.wins(game) else value

    def _balance(self, tiles: Mapping[int, LyingTile], near: Reach, marks: list[int]) -> float:
        prospects = Prospects(tiles, near, self.columns)
        rivals = sum([prospects.threat(belief, marks[seat]) for seat, belief in self.beliefs.items()])
        return prospects.of(self.goal, marks[self.me]) - ENVY * rivals

    def wins(self, game: Conspiracy) -> bool:
        """CON-10: whether the win could be claimed at the end of this turn."""
        marked = game.marks[self.me] >= 0 and game.marked_in[self.me] < game.round
        return (marked or not game.options.marks) and met(game, self.me)

    def threat(self, seat: int) -> float:
        """How near somebody else may be to winning, from 0 to 1."""
        prospects = Prospects(self.game.tiles, self.near, self.columns)
        return prospects.threat(self.beliefs[seat], self.game.marks[seat])

    def with_mark(self, cell: int) -> float:
        """CON-9: the prospects with a mark on this cell."""
        marks = list(self.game.marks)
        marks[self.me] = cell
        return self._balance(self.game.tiles, self.near, marks)

    def interest(self, cell: int, tile: str) -> float:
        """How much it would help to bring a tile nearer; below 0 if it helps the others more."""
        key = (cell, tile)
        if key not in self._interests:
            tiles, near = self.game.tiles, self.near
            before = self.level
            if cell not in tiles or tiles[cell].tile != tile:
                tiles, near = {**tiles, cell: LyingTile(tile, False, 0)}, {**near, cell: 0.0}
                before = self._balance(tiles, near, self.game.marks)
            nearer = {**near, cell: near[cell] + NUDGE}
            after = self._balance(tiles, nearer, self.game.marks)
            self._interests[key] = (after - before) / NUDGE / row_of(cell) if row_of(cell) else after - before
        return self._interests[key]

    def effect(self) -> float:
        """CON-U: what an unexpected effect would change on average."""
        if self._effect is None:
            named = [column_of_face(face, self.columns) for face in range(DIE)]
            columns = [column for column in named if column is not None]
            total = 0.0
            for cell in list(self.game.tiles):
                if row_of(cell) < DIE:
                    game = clone(self.game)
                    turn_over(game, cell, self.me, SILENCE)
                    share = columns.count(column_of(cell)) / len(columns) / DIE
                    total += share * (self.worth(game) - self.base)
            self._effect = total
        return self._effect

    def keeping(self, coin: str) -> float:
        """What a coin is worth in hand: for its number, and for the tiles that its suit would help to turn up."""
        value = 0.25 if coin in SPIRALS else 0.02 * RANK[coin]
        for cell, lying in self.game.tiles.items():
            if not lying.face_up:
                value += 0.1 * worth(coin, SUIT[lying.tile]) * self.interest(cell, lying.tile)
        return value

    def receiver(self, seats: tuple[int, ...]) -> int:
        """CON-5.g: to whom a coin goes: who needs it to stop a leader, or was kind; never the most dangerous."""
        threats = {seat: self.threat(seat) for seat in seats}
        kind = self.suspicions.goodwill
        return min(seats, key=lambda seat: (threats[seat] - GRATITUDE * max(-2.0, min(2.0, kind[seat])), seat))

    def empty_cell(self) -> int:
        """The deepest cell that an unexpected effect can name and where nothing lies; -1 if there is none."""
        cells = [cell_at(column, row) for row in reversed(range(DIE)) for column in range(min(self.columns, DIE))]
        return next((cell for cell in cells if cell not in self.game.tiles), -1)
