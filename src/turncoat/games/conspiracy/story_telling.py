"""The table as the events tell it: a position that moves on from event to event.

Pieces get names in the order in which they come to the board, so that a page can let them slide and turn; the names
say nothing about what they are.
"""

from __future__ import annotations

import msgspec

from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.answers import AdvanceColumn, AttackCoin, Place, RevealCoin
from turncoat.games.conspiracy.board_position import Die, Position
from turncoat.games.conspiracy.geometry import CELL_NAMES, NUMBERS, ROW, SPACE_NAMES, cell_of
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import HAND, PIECES, SUITS
from turncoat.games.conspiracy.state import Goal
from turncoat.games.conspiracy.story_own import Own, handlers
from turncoat.games.conspiracy.view import CoinView, PlayerView, TileView
from turncoat.kernel.events import Event


def cost(one: happened.ActionChosen, options: Options) -> int:
    """CON-5: the action points that an action costs."""
    match one.action:
        case Place():
            return options.place_coin_cost
        case RevealCoin():
            return options.reveal_coin_cost
        case AttackCoin():
            return options.attack_coin_cost
        case AdvanceColumn():
            return options.advance_column_cost
    return options.reveal_tile_cost


class Telling:
    """What lies where, and what has just happened; with the own things of a reader who has a seat."""

    def __init__(self, seats: int, options: Options, reader: int | None = None) -> None:
        self.options, self.named, self.thrown = options, 0, 0
        self.own = Own(reader)
        self.points: int | None = None
        self.round, self.bag = 0, len(PIECES) - HAND * seats
        self.tiles: dict[str, tuple[str, TileView]] = {}
        self.coins: dict[str, tuple[str, CoinView]] = {}
        self.players = [PlayerView(len(PIECES) // seats, None, 0, 0, None, None, None) for _ in range(seats)]
        self.order: tuple[int, ...] = ()
        self.free: tuple[int, ...] = ()
        self.active: int | None = None
        self.winners: tuple[int, ...] = ()
        self.dice: tuple[Die, ...] = ()
        self.lit: dict[str, str] = {}

    def fresh(self, kind: str) -> str:
        """A name for the next piece that comes to the board."""
        self.named += 1
        return f"{kind}-p{self.named}"

    def copy(self) -> Telling:
        """The same table, to be moved on by itself."""
        made = Telling(len(self.players), self.options)
        vars(made).update(vars(self))
        made.own, made.players = self.own.copy(), [*self.players]
        made.tiles, made.coins, made.lit = {**self.tiles}, {**self.coins}, {**self.lit}
        return made

    def now(self) -> Position:
        """The position as it is."""
        return Position(
            columns=self.options.columns,
            round=self.round,
            tiles=tuple(self.tiles[cell] for cell in sorted(self.tiles, key=NUMBERS.__getitem__)),
            coins=tuple(self.coins[space] for space in sorted(self.coins, key=NUMBERS.__getitem__)),
            players=tuple(self.players),
            order=self.order,
            free=self.free,
            active=self.active,
            points=self.points,
            bag=self.bag,
            winners=self.winners,
            own=self.own.now(),
            dice=self.dice,
            lit={**self.lit},
            moment=str(self.thrown),
        )

    def calm(self) -> None:
        """Nothing is happening any more."""
        self.dice, self.lit = (), {}

    def throw(self, *dice: Die) -> None:
        """Dice are rolled."""
        self.dice, self.thrown = dice, self.thrown + 1

    def player(self, seat: int, **changes: object) -> None:
        """Change what a player has."""
        self.players[seat] = msgspec.structs.replace(self.players[seat], **changes)

    def hear(self, event: Event) -> None:
        """Let one event happen."""
        self.own.hear(event)
        handler = HANDLERS.get(event.__class__)
        if handler is not None:
            handler(self, event)

    # --- the course of a round ----------------------------------------------------------------

    def round_began(self, one: happened.RoundBegan) -> None:
        """CON-O.1: the saved coins are looked at."""
        self.round, self.active, self.points = one.round, None, None

    def goals_noted(self, one: happened.GoalsNoted) -> None:
        """CON-S.6: all coins are in the bag."""
        self.bag = one.bag

    def rolled_off(self, one: happened.RolledOff) -> None:
        """CON-O.2: one die each."""
        self.throw(*(Die("", number, None, seat) for seat, number in zip(one.seats, one.faces, strict=True)))

    def order_determined(self, one: happened.OrderDetermined) -> None:
        """CON-O: the order, and who is free."""
        self.order, self.free = one.order, one.free

    def column_rolled(self, one: happened.ColumnRolled) -> None:
        """CON-M.3: four dice."""
        rolls = zip(SUITS, one.dice, one.successes, strict=True)
        self.throw(*(Die(suit, number, good) for suit, number, good in rolls))
        self.lit = {one.column: "rolled advances" if one.advances else "rolled"}

    def column_advanced(self, one: happened.ColumnAdvanced) -> None:
        """CON-M.5.c: tiles move up with their coins."""
        for cell in sorted(one.cells, key=NUMBERS.__getitem__):
            name, tile = self.tiles.pop(cell)
            up = CELL_NAMES[NUMBERS[cell] - ROW]
            self.tiles[up] = name, msgspec.structs.replace(tile, cell=up)
            riding = [space for space in self.coins if CELL_NAMES[cell_of(NUMBERS[space])] == cell]
            for space in sorted(riding, key=NUMBERS.__getitem__):
                called, coin = self.coins.pop(space)
                above = SPACE_NAMES[NUMBERS[space] - ROW]
                self.coins[above] = called, msgspec.structs.replace(coin, space=above)
        self.lit = {one.column: "advances"}

    def tile_taken(self, one: happened.TileTaken) -> None:
        """CON-M.5, CON-5.d.iv.c: a tile goes to a player."""
        self.tiles.pop(one.cell, None)
        self.player(one.seat, tiles=self.players[one.seat].tiles + 1)

    def coins_bagged(self, one: happened.CoinsBagged) -> None:
        """CON-R15: coins leave the board for the bag."""
        for space in one.spaces:
            self.coins.pop(space, None)
        self.bag = one.bag

    def mark_returned(self, one: happened.MarkReturned) -> None:
        """CON-M.5.a.iii: a mark goes back."""
        self.marked(one.seat, None)

    # --- a turn -------------------------------------------------------------------------------

    def turn_began(self, one: happened.TurnBegan) -> None:
        """CON-1: the saved coin goes into the hand."""
        self.active, self.points = one.seat, self.options.action_points
        self.order = tuple(seat for seat in self.order if seat != one.seat)
        self.free = tuple(seat for seat in self.free if seat != one.seat)
        self.player(one.seat, saved=None, hand=int(one.took_back))

    def action_chosen(self, one: happened.ActionChosen) -> None:
        """CON-5: action points are spent."""
        self.points = (self.points or 0) - cost(one, self.options)

    def stopped(self, one: happened.Stopped) -> None:
        """CON-5: points are left unspent."""
        self.points = 0

    def coins_drawn(self, one: happened.CoinsDrawn) -> None:
        """CON-2: coins come from the bag."""
        self.bag = one.bag
        self.player(one.seat, hand=self.players[one.seat].hand + one.coins)

    def gifts_taken(self, one: happened.GiftsTaken) -> None:
        """CON-4: coins received go into the hand."""
        self.player(one.seat, hand=self.players[one.seat].hand + one.coins, gifts=0)

    def coin_given(self, one: happened.CoinGiven) -> None:
        """CON-5.g: a coin changes hands."""
        self.player(one.giver, hand=self.players[one.giver].hand - 1)
        self.player(one.to, gifts=self.players[one.to].gifts + 1)

    def tile_laid(self, one: happened.TileLaid) -> None:
        """CON-5.a.iii: a tile is laid face down."""
        self.tiles[one.cell] = self.fresh("tile"), TileView(one.cell, False, None, ())
        self.player(one.seat, tiles=self.players[one.seat].tiles - 1)
        self.lit[one.cell] = "fresh"

    def own_tile_laid(self, one: happened.OwnTileLaid) -> None:
        """For whoever laid it: which tile."""
        self.change_tile(one.cell, tile=one.tile)

    def coin_placed(self, one: happened.CoinPlaced) -> None:
        """CON-5.a: a coin is placed number side up."""
        self.coins[one.space] = self.fresh("coin"), CoinView(one.space, one.direction, False, one.number, None)
        self.player(one.seat, hand=self.players[one.seat].hand - 1)
        self.lit[one.space] = "fresh"

    def own_coin_placed(self, one: happened.OwnCoinPlaced) -> None:
        """For whoever placed it: which coin."""
        self.change_coin(one.space, suit=one.coin[0])

    def effect_rolled(self, one: happened.EffectRolled) -> None:
        """CON-U.2: column and row."""
        self.throw(*(Die("", number) for number in (*one.column_dice, one.row_die)))
        self.lit = {one.cell: "turned"} if one.hit else {}

    def tile_turned(self, one: happened.TileTurned) -> None:
        """CON-U.3: a tile is turned over."""
        self.change_tile(one.cell, tile=one.tile, face_up=one.face_up)
        self.lit[one.cell] = "turned"

    def coin_revealed(self, one: happened.CoinRevealed) -> None:
        """CON-5.b.vi: a coin is turned symbol side up."""
        self.change_coin(one.space, suit=one.suit, symbol_up=True)
        self.lit[one.space] = "turned"

    def attack_judged(self, one: happened.AttackJudged) -> None:
        """CON-5.c.iii.b: numbers are compared."""
        self.lit[one.target] = "struck" if one.success else "lit"

    def coin_turned_back(self, one: happened.CoinTurnedBack) -> None:
        """CON-5.c.iv.b: the number side comes up again."""
        self.change_coin(one.space, symbol_up=False)
        self.lit[one.space] = "turned"

    def tile_revealed(self, one: happened.TileRevealed) -> None:
        """CON-5.d.iv: a tile is turned face up."""
        self.change_tile(one.cell, tile=one.tile, face_up=True)
        self.lit[one.cell] = "turned"

    def coin_saved(self, one: happened.CoinSaved) -> None:
        """CON-6: a coin is laid number side up."""
        self.player(one.seat, saved=one.number, hand=self.players[one.seat].hand - 1)

    def hand_discarded(self, one: happened.HandDiscarded) -> None:
        """CON-8: all other coins go to the bag."""
        self.bag = one.bag
        self.player(one.seat, hand=0)

    def tile_marked(self, one: happened.TileMarked) -> None:
        """CON-9: a mark."""
        self.marked(one.seat, one.cell)

    def goal_disclosed(self, one: happened.GoalDisclosed) -> None:
        """CON-10: a goal is laid open."""
        self.player(one.seat, goal=Goal(one.suit, one.number))

    def game_ended(self, one: happened.GameEnded) -> None:
        """CON-Q.3: somebody has won."""
        self.winners, self.active = one.winners, None

    # --- small changes ------------------------------------------------------------------------

    def change_tile(self, cell: str, **changes: object) -> None:
        """Change how a tile lies."""
        if cell in self.tiles:
            name, tile = self.tiles[cell]
            self.tiles[cell] = name, msgspec.structs.replace(tile, **changes)

    def change_coin(self, space: str, **changes: object) -> None:
        """Change how a coin lies."""
        if space in self.coins:
            name, coin = self.coins[space]
            self.coins[space] = name, msgspec.structs.replace(coin, **changes)

    def marked(self, seat: int, cell: str | None) -> None:
        """Move a mark."""
        for where, (_, tile) in list(self.tiles.items()):
            marks = tuple(one for one in tile.marks if one != seat)
            self.change_tile(where, marks=tuple(sorted((*marks, seat))) if where == cell else marks)
        self.player(seat, mark=cell, marked_in=self.round if cell else None)


HANDLERS = handlers(Telling)
"""Which method tells which event."""

PRIVATE: tuple[type[Event], ...] = (
    happened.GoalCoinsDrawn,
    happened.GoalNoted,
    happened.TileReceived,
    happened.HandDrawn,
    happened.GiftSeen,
    happened.OwnTileLaid,
    happened.OwnCoinPlaced,
    happened.OwnCoinSaved,
)
"""Events that one or two seats alone hear: told together with the public one before them."""
