"""How a plotter judges a board: its own prospects against those of the others.

It judges imagined games: other players have their likely goals, and hidden pieces are dealt at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from turncoat.games.conspiracy.bot.outlook import GOALS, Belief, Prospects, Reach, reach
from turncoat.games.conspiracy.events import ColumnAdvanced
from turncoat.games.conspiracy.events.turn import AttackJudged, CoinPlaced, GiftSeen, TileMarked, TileRevealed
from turncoat.games.conspiracy.geometry import NUMBERS, cell_at, column_of, row_of
from turncoat.games.conspiracy.goals import met, shows
from turncoat.games.conspiracy.pieces import DIE, EVERYBODY, PIECES, RANK, SPIRALS, SUIT
from turncoat.games.conspiracy.place import column_of_face, turn_over
from turncoat.games.conspiracy.reveal import worth
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, Goal, LyingCoin, LyingTile, Turn
from turncoat.games.conspiracy.view import CoinView, ConspiracyView, TileView
from turncoat.kernel import Chance, Event, clone, draw, shuffle
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.events import SILENCE

WANTED = 1.6
"""A goal becomes this many times likelier when its owner has worked for a tile that shows half of it."""

KINDNESS, HARM, BETRAYAL = 1.0, 0.5, 1.0
"""Changes of goodwill for a coin received, an attack on a coin of the bot's own, and a broken promise."""


class Suspicions:
    """What the bot's seat has learned about the others.

    Attributes:
        goals: For each other seat, how likely each goal is.
        goodwill: For each other seat, how much it has helped the bot, less the harm that it did.
        ally: The player who told the bot a goal that it believes; None: nobody.
        laid: The hidden pieces that the ally has told, by cell or space.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.ally: int | None = None
        self.laid: dict[str, str] = {}
        others = [other for other in range(seats) if other != seat]
        self.goals: dict[int, dict[Goal, float]] = {other: dict.fromkeys(GOALS, 1 / len(GOALS)) for other in others}
        self.goodwill = dict.fromkeys(others, 0.0)
        self._mine: set[str] = set()

    def belief(self, seat: int) -> Belief:
        """The probability of each goal of a player; impossible goals are left out."""
        return {goal: weight for goal, weight in self.goals[seat].items() if weight > 0}

    def hear(self, event: Event) -> None:
        """Learn from something that happened."""
        match event:
            case TileMarked() if event.seat != self.seat:
                self._catch_lie(event.seat, event.tile)
                self._weigh(event.seat, event.tile, 1.0, 0.0)
            case TileRevealed() if event.seat != self.seat:
                self._weigh(event.seat, event.tile, WANTED, 1.0)
            case GiftSeen() if event.to == self.seat:
                self.goodwill[event.giver] += KINDNESS
            case CoinPlaced() if event.seat == self.seat:
                self._mine.add(event.space)
            case CoinPlaced():
                self._mine.discard(event.space)
            case ColumnAdvanced():
                self._mine.clear()
                self.laid.clear()
            case AttackJudged() if event.seat != self.seat and event.success and event.target in self._mine:
                self.goodwill[event.seat] -= HARM
            case _:
                pass

    def betrayed(self, seat: int) -> None:
        """Note that a player has broken a promise."""
        self.goodwill[seat] -= BETRAYAL
        if seat == self.ally and self.goodwill[seat] < 0:
            self.ally = None

    def trust(self, seat: int, goal: Goal) -> None:
        """CON-I.5: believe a player's goal; the two help each other from now on."""
        self.ally, self.goals[seat] = seat, {goal: 1.0}

    def _catch_lie(self, seat: int, marked: str) -> None:
        """CON-9.b: notice a mark on a tile that does not fit the goal that its owner told."""
        if seat == self.ally and not any(shows(marked, goal) for goal in self.goals[seat]):
            self.goals[seat] = dict.fromkeys(GOALS, 1 / len(GOALS))
            self.betrayed(seat)
            self.ally = None

    def _weigh(self, seat: int, tile: str, shown: float, hidden: float) -> None:
        """Make the goals that fit the tile likelier, all others less likely."""
        goals = self.goals[seat]
        weighed = {goal: weight * (shown if shows(tile, goal) else hidden) for goal, weight in goals.items()}
        total = sum(weighed.values())
        if total > 0:
            self.goals[seat] = {goal: weight / total for goal, weight in weighed.items()}


class World:
    """One possible arrangement of the hidden pieces.

    Args:
        view: The view of the bot's seat.
        chance: Deals the pieces that the seat does not see.
        laid: The hidden pieces that an ally has told, by cell or space.

    Attributes:
        game: The imagined game, without sections, which the rules of actions do not need.
        turn: The turn of the bot's seat.
    """

    def __init__(self, view: ConspiracyView, chance: Chance, laid: Mapping[str, str] = MappingProxyType({})) -> None:
        assert view.seat is not None
        assert view.own is not None
        self._view, self._me, self._own = view, view.seat, view.own
        self._coins, self._tiles = list(view.seen.unseen), list(view.unseen_tiles)
        self._laid = dict[str, str]()
        for tile in view.tiles:
            if tile.tile is None:
                self._lay(tile.cell, laid.get(tile.cell), self._tiles)
        for coin in view.coins:
            told = laid.get(coin.space)
            if coin.suit is None and told is not None and RANK[told] == coin.number:
                self._lay(coin.space, told, self._coins)
        shuffle(chance, self._coins)
        shuffle(chance, self._tiles)
        self.turn = Turn(seat=view.seat, hand=list(view.own.hand), points=view.points)
        self.game = self._imagined(bytes(draw(chance, 256) for _ in range(KEY_BYTES)))

    def _lay(self, where: str, piece: str | None, unseen: list[str]) -> None:
        """CON-R14: put the pieces that an ally has told in their places, unless the seat has seen them elsewhere."""
        if piece in unseen:
            unseen.remove(piece)
            self._laid[where] = piece

    def _imagined(self, key: bytes) -> Conspiracy:
        """Deal all hidden pieces: first those that show a number, then the others."""
        view, me, seats = self._view, self._me, range(len(self._view.players))
        coins = {NUMBERS[coin.space]: self._lying(coin) for coin in view.coins}
        saved = [self._own.saved if seat == me else self._shown(view.players[seat].saved) for seat in seats]
        gifts = [[GivenCoin(coin, giver) for coin, giver in self._waiting(seat)] for seat in seats]
        tiles = {NUMBERS[tile.cell]: self._tile(tile) for tile in view.tiles}
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
            marks=[-1 if player.mark is None else NUMBERS[player.mark] for player in view.players],
            marked_in=[player.marked_in or 0 for player in view.players],
            ever_marked=[() for _ in seats],
            round=view.round,
            chance=Chance(key),
            stack=[],
            requests=[0 for _ in seats],
            standing_orders=[{} for _ in seats],
        )

    def _tile(self, tile: TileView) -> LyingTile:
        if tile.tile is None:
            return LyingTile(self._laid.get(tile.cell) or self._tiles.pop(), False, 0)
        return LyingTile(tile.tile, tile.face_up, EVERYBODY if tile.face_up else 1 << self._me)

    def _held(self, number: int) -> list[str]:
        return sorted(self._tiles.pop() for _ in range(number))

    def _shown(self, number: int | None) -> str | None:
        """A coin with the visible number that the seat has not seen elsewhere."""
        if number is None:
            return None
        coin = next((coin for coin in self._coins if RANK[coin] == number), None)
        if coin is None:
            return next(piece for piece in PIECES if RANK[piece] == number)
        self._coins.remove(coin)
        return coin

    def _lying(self, coin: CoinView) -> LyingCoin:
        if coin.suit is None:
            here = self._laid.get(coin.space) or self._shown(coin.number)
            return LyingCoin(here or "", coin.direction, coin.symbol_up, 0)
        known = EVERYBODY if coin.symbol_up else 1 << self._me
        return LyingCoin(f"{coin.suit}{coin.number}", coin.direction, coin.symbol_up, known)

    def _waiting(self, seat: int) -> list[tuple[str, int]]:
        """CON-R21: the coins that wait for a player, no matter who gave them."""
        if seat == self._me:
            return [(coin, seat) for coin in self._own.received]
        mine = [(coin, self._me) for coin, to in self._own.given if to == seat]
        others = self._view.players[seat].gifts - len(mine)
        return mine + [(self._coins.pop(), seat) for _ in range(min(others, len(self._coins)))]


WIN = 4.0
"""The value of being able to claim the win at the end of this turn."""

ENVY = 0.4
"""How much the prospects of each other player lower the bot's own."""

LOYALTY = 0.6
"""How much the prospects of an ally raise the bot's own."""

NUDGE = 0.3
"""The bot imagines a tile this much nearer, to see how much that would help."""

ALARM = 0.3
"""A player this near to winning still counts as harmless."""

NO_MERIT: Mapping[int, int] = {}
"""Merits when nobody has promised anything yet."""

GRATITUDE = 0.04
"""How much goodwill counts against prospects when the bot chooses who gets a coin."""


class Judgement:
    """One seat's judgement at one decision.

    Args:
        world: The game as the bot imagines it.
        suspicions: What the seat has learned about the others.
        calm: The share of the danger of attacks that others' promises remove, from 0 to 1.
    """

    def __init__(self, world: World, suspicions: Suspicions, calm: float = 0.0) -> None:
        self.game, self.me = world.game, world.turn.seat
        self.suspicions, self.calm = suspicions, calm
        goal = world.game.goals[self.me]
        assert goal is not None
        self.goal = goal
        self.columns = self.game.options.columns
        self.beliefs: dict[int, Belief] = {seat: suspicions.belief(seat) for seat in suspicions.goals}
        self._marks: tuple[int, ...] = ()
        self._by_mark: dict[int, dict[Goal, float]] = {}
        self.near = reach(self.game, calm)
        self.level = self._balance(self.game.tiles, self.near, self.game.marks)
        self.base = self.level + WIN if self.wins(self.game) else self.level
        self._interests: dict[tuple[int, str], float] = {}
        self._effect: float | None = None

    def worth(self, game: Conspiracy) -> float:
        """The bot's own prospects, less a share of all other players' prospects."""
        value = self._balance(game.tiles, reach(game, self.calm), game.marks)
        return value + WIN if self.wins(game) else value

    def _balance(self, tiles: Mapping[int, LyingTile], near: Reach, marks: list[int]) -> float:
        prospects = Prospects(tiles, near, self.columns)
        guessed = self._guessed(tuple(marks))
        rivals = sum([prospects.threat(belief, mark) for mark, belief in guessed.items()])
        return prospects.of(self.goal, marks[self.me]) - ENVY * rivals

    def _guessed(self, marks: tuple[int, ...]) -> Mapping[int, Belief]:
        """The likely goals of all others with the same mark, added up by mark; an ally's goal counts as a gain."""
        if marks != self._marks:
            found: dict[int, dict[Goal, float]] = {}
            for seat, belief in self.beliefs.items():
                wanted = found.setdefault(marks[seat], {})
                share = -LOYALTY / ENVY if seat == self.suspicions.ally else 1.0
                for goal, weight in belief.items():
                    wanted[goal] = wanted.get(goal, 0.0) + share * weight
            self._marks, self._by_mark = marks, found
        return self._by_mark

    def wins(self, game: Conspiracy) -> bool:
        """CON-10: whether the bot could claim the win at the end of this turn."""
        marked = game.marks[self.me] >= 0 and game.marked_in[self.me] < game.round
        return (marked or not game.options.marks) and met(game, self.me)

    def threat(self, seat: int) -> float:
        """How near another player may be to winning, from 0 to 1."""
        prospects = Prospects(self.game.tiles, self.near, self.columns)
        return prospects.threat(self.beliefs[seat], self.game.marks[seat])

    def with_mark(self, cell: int) -> float:
        """CON-9: the prospects with a mark on this cell."""
        marks = list(self.game.marks)
        marks[self.me] = cell
        return self._balance(self.game.tiles, self.near, marks)

    def interest(self, cell: int, tile: str) -> float:
        """How much it helps the bot if a tile comes nearer; below 0 if it helps the others more."""
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
        """CON-U: the average effect of an unexpected effect on the bot's prospects."""
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
        """The value of a coin in hand: for its number, and for the tiles that its suit would help to turn up."""
        value = 0.25 if coin in SPIRALS else 0.02 * RANK[coin]
        for cell, lying in self.game.tiles.items():
            if not lying.face_up:
                value += 0.1 * worth(coin, SUIT[lying.tile]) * self.interest(cell, lying.tile)
        return value

    def receiver(self, seats: tuple[int, ...], merit: Mapping[int, int] = NO_MERIT) -> int:
        """CON-5.g: the player to whom the bot gives a coin: an ally, a friendly player, or one who can stop a leader.

        Args:
            seats: The other seats.
            merit: How well each player keeps promises; those who do, and are harmless, come first.
        """
        threats = {seat: self.threat(seat) for seat in seats}
        kind = self.suspicions.goodwill

        def rank(seat: int) -> tuple[bool, float, float, int]:
            thanks = GRATITUDE * max(-2.0, min(2.0, kind[seat]))
            earned = max(0, merit.get(seat, 0)) if threats[seat] <= ALARM else 0
            return seat != self.suspicions.ally, -earned, threats[seat] - thanks, seat

        return min(seats, key=rank)

    def empty_cell(self) -> int:
        """The deepest empty cell that an unexpected effect can name; -1 if there is none."""
        cells = [cell_at(column, row) for row in reversed(range(DIE)) for column in range(min(self.columns, DIE))]
        return next((cell for cell in cells if cell not in self.game.tiles), -1)
