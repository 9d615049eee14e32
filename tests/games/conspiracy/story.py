"""Conspiracy told as a story: positions in the notation of the rulebook, players by name, facts that can be seen.

``table = Table(hand="S4 C2", tiles="c2F1 C3", coins="c2F1.NW S3 N")``: Ann has the turn. A tile is face up with ``+``
behind it (``c2P A1+``), a coin symbol side up (``c2F1.NW S3+ N``). Everything that is not named is in the bag, and
tiles that are not named are Dora's. After every step the audit must find nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Self, TypeVar

from msgspec import structs
from msgspec.structs import replace
from tests.kit import Kit, sure
from tests.table.tables import SECRET, Sitting, header

from turncoat.games import ruleset
from turncoat.games.conspiracy.actions import ConspiracyAction, Stop
from turncoat.games.conspiracy.geometry import CELL_NAMES, NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.pieces import EVERYBODY, PIECES
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, Goal, LyingCoin, LyingTile, Round, Turn
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import Boxes, Chance, Event, Names, draw, play
from turncoat.kernel.events import Listener
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.record import Record, Secret

KEY = bytes(range(32))
ANN, BEN, CLEO, DORA = range(4)
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
E = TypeVar("E", bound=Event)


class Table(Kit[int, ConspiracyAction, ConspiracyView]):
    """A table in the middle of somebody's turn.

    Args:
        coins: Coins on the board; placed by Dora.
        held: Tiles held, by seat; all others are held by the last seat.
        goals: Goals by seat, such as ``A0``.
        gifts: Waiting coins by seat, each with its giver.
    """

    rules = RULES

    def __init__(
        self,
        hand: str = "",
        tiles: str = "",
        coins: str = "",
        *,
        held: dict[int, str] | None = None,
        saved: dict[int, str] | None = None,
        goals: dict[int, str] | None = None,
        marks: dict[int, tuple[str, int]] | None = None,
        gifts: dict[int, list[tuple[str, int]]] | None = None,
        active: int = ANN,
        points: int = 2,
        round: int = 2,  # noqa: A002
        seats: int = 4,
        **options: object,
    ) -> None:
        self.listener = Listener()
        self.game: Conspiracy = RULES.start(RULES.read_options(options), seats, KEY, self.listener)
        play.time_up(self.game)
        game = self.game
        game.round = round
        self.set_board(tiles, coins, held or {})
        self.set_players(saved or {}, goals or {}, marks or {}, gifts or {})
        self.set_turn(active, hand.split(), points)
        self.listener.heard.clear()
        self.check()

    # --- setting up ---------------------------------------------------------------------------

    def set_board(self, tiles: str, coins: str, held: dict[int, str]) -> None:
        game = self.game
        game.tiles = {NUMBERS[cell]: tile_of(tile) for cell, tile in map(str.split, lines(tiles))}
        last = len(game.held) - 1
        game.coins = {NUMBERS[space]: coin_of(coin, way, last) for space, coin, way in map(str.split, lines(coins))}
        game.held = [held.get(seat, "").split() for seat in range(last + 1)]
        used = {tile.tile for tile in game.tiles.values()} | {tile for tiles in game.held for tile in tiles}
        game.unused = []
        game.held[last] += [tile for tile in PIECES if tile not in used]
        for tiles_held in game.held:
            tiles_held.sort()

    def set_players(
        self,
        saved: dict[int, str],
        goals: dict[int, str],
        marks: dict[int, tuple[str, int]],
        gifts: dict[int, list[tuple[str, int]]],
    ) -> None:
        """Saved coins, goals, marks and waiting coins."""
        game = self.game
        seats = range(len(game.goals))
        game.saved = [saved.get(seat) for seat in seats]
        game.gifts = [[GivenCoin(coin, giver) for coin, giver in gifts.get(seat, [])] for seat in seats]
        for seat in seats:
            goal = goals.get(seat, f"{'CASMC'[seat]}{seat}")
            game.goals[seat] = Goal(goal[0], int(goal[1]))
            game.goal_coins[seat] = (goal, *[coin for coin in PIECES if coin != goal][:2])
        game.marks = [NUMBERS[marks[seat][0]] if seat in marks else -1 for seat in seats]
        game.marked_in = [marks[seat][1] if seat in marks else 0 for seat in seats]
        game.ever_marked = [(game.tiles[mark].tile,) if mark >= 0 else () for mark in game.marks]

    def set_turn(self, active: int, hand: list[str], points: int) -> None:
        """Whose turn it is, with what in hand; everything that is nowhere else is in the bag."""
        game = self.game
        round_, turn = game.stack[1], game.stack[2]
        assert isinstance(round_, Round)
        assert isinstance(turn, Turn)
        round_.left = [seat for seat in range(len(game.goals)) if seat > active]
        round_.free, round_.first = [], ANN
        turn.seat, turn.hand, turn.points = active, hand, points
        turn.step, turn.pending = "actions", None
        self.fill_bag()
        play.run(game)

    def fill_bag(self) -> None:
        """Put every coin that is nowhere else into the bag."""
        game, turn = self.game, self.game.stack[-1]
        hand = turn.hand if isinstance(turn, Turn) else []
        used = {*hand, *(coin.coin for coin in game.coins.values()), *(coin for coin in game.saved if coin)}
        used |= {gift.coin for gifts in game.gifts for gift in gifts}
        game.bag = [coin for coin in PIECES if coin not in used]

    def dice(self, *faces: int) -> Table:
        """What the next dice and draws will be."""
        self.game.chance.script = list(faces)
        return self

    # --- what happens -------------------------------------------------------------------------

    def seat(self, player: int) -> int:
        return player

    @property
    def names(self) -> Names:
        return RULES.names(NAMES)

    @property
    def now(self) -> int:
        """Who is asked."""
        return play.waiting(self.game)[0]

    def act(self, *actions: ConspiracyAction) -> Self:
        """Whoever is asked does these things, one after the other."""
        for action in actions:
            self.do(self.now, action)
        return self

    def stop(self) -> Table:
        return self.act(Stop())

    def new_round(self) -> Table:
        """Begin the next round; hands go to the bag."""
        turn = self.game.stack[-1]
        assert isinstance(turn, Turn)
        turn.hand.clear()
        self.fill_bag()
        del self.game.stack[1:]
        play.run(self.game, self.listener)
        self.check()
        return self

    def new_turn(self, seat: int) -> Table:
        """Begin the turn of a player; the hand of the present one goes to the bag."""
        turn = self.game.stack[-1]
        assert isinstance(turn, Turn)
        self.game.bag += turn.hand
        self.game.stack[2:] = [Turn(seat=seat, step="take_back")]
        play.run(self.game, self.listener)
        self.check()
        return self

    # --- what can be seen ---------------------------------------------------------------------

    def boxes(self, player: int | None = None) -> Boxes[ConspiracyAction]:
        """What a player may answer; without a name, whoever is asked."""
        return super().boxes(self.now if player is None else player)

    def view(self, player: int | None = ANN) -> ConspiracyView:
        return super().view(player)

    @property
    def turn(self) -> Turn:
        return next(section for section in self.game.stack if isinstance(section, Turn))

    def may(self, action: ConspiracyAction) -> bool:
        return self.legal(self.now, action)

    def coin(self, space: str) -> str:
        """What lies there: ``S3 N`` or ``S3+ N``; nothing: an empty text."""
        lying = self.game.coins.get(NUMBERS[space])
        return f"{lying.coin}{'+' if lying.symbol_up else ''} {lying.direction}" if lying else ""

    def tile(self, cell: str) -> str:
        """What lies there: ``C3`` or ``C3+``; nothing: an empty text."""
        lying = self.game.tiles.get(NUMBERS[cell])
        return f"{lying.tile}{'+' if lying.face_up else ''}" if lying else ""

    @property
    def board(self) -> str:
        """All tiles and coins in the notation of this module."""
        tiles = [f"{CELL_NAMES[cell]} {self.tile(CELL_NAMES[cell])}" for cell in sorted(self.game.tiles)]
        spaces = [SPACE_NAMES[position] for position in sorted(self.game.coins)]
        return "; ".join([*tiles, *(f"{space} {self.coin(space)}" for space in spaces)])

    def last(self, kind: type[E], seat: int | None = None) -> E:
        """The latest of them."""
        return self.told(kind, seat)[-1]


def lines(text: str) -> list[str]:
    """The parts of a list that is separated by semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def tile_of(text: str) -> LyingTile:
    """``A1+`` is Arms 1, face up; a tile that lies face down is known to nobody."""
    up = text.endswith("+")
    return LyingTile(text.removesuffix("+"), up, EVERYBODY if up else 0)


def coin_of(text: str, direction: str, seat: int) -> LyingCoin:
    """``S3+`` is Suns 3, symbol side up; the suit of any other is known to a seat."""
    up = text.endswith("+")
    return LyingCoin(text.removesuffix("+"), direction, up, EVERYBODY if up else 1 << seat)


def changed(action: ConspiracyAction, **fields: object) -> ConspiracyAction:
    """The action with other values in some fields."""
    return structs.replace(action, **fields)


def pieces_left(table: Table) -> set[str]:
    """The coins that are not on the board: in the bag, saved, given, or drawn again since."""
    return set(PIECES) - {coin.coin for coin in table.game.coins.values()}


WORDS = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))
SEATS: tuple[int | None, ...] = (0, 1, 2, 3, None)


def moments(
    seed: int, decisions: int = 160, listener: Listener | None = None, **options: object
) -> Iterator[tuple[Conspiracy, Listener]]:
    """A game in which coins and tiles are revealed whenever they can be, at every decision."""
    heard, rng = listener or Listener(), Random(seed)
    game = RULES.start(RULES.read_options(options), 4, bytes(31) + bytes([seed]), heard)
    for _ in range(decisions):
        if not (asked := play.waiting(game)):
            return
        yield game, heard
        boxes = play.boxes(game, asked[0]).boxes
        wanted = [box for box in boxes if box.tag in ("turn_up", "reveal", "mark")] or boxes
        one = rng.choice(wanted)
        play.submit(game, asked[0], one.nth(rng.randrange(one.count())), heard)


def late(seed: int = 2) -> tuple[Conspiracy, Listener]:
    """The last of these moments."""
    return list(moments(seed))[-1]


def sat_down(seed: int = 0, seats: int = 4, **options: object) -> Sitting:
    """People sit down everywhere and the game begins; each seed deals another one."""
    secret = Secret(f"{seed:064x}", SECRET.salt)
    agreed = replace(
        header(seats, options=dict(options)),
        game="conspiracy",
        ruleset=ruleset("conspiracy").hash,
        commitment=proof.commitment(secret),
    )
    sitting = Sitting(agreed)
    sitting.table.secret = secret
    return sitting.begun()


def played(sitting: Sitting, seed: int = 0, decisions: int = 10_000) -> Sitting:
    """Random answers, one of a hundred late, until the game is over or so many have been given."""
    chance = Chance(seed.to_bytes(32, "big"))
    while sitting.table.state.phase == "playing" and decisions:
        decisions -= 1
        game = sure(sitting.table.game)
        sitting.now += draw(chance, 3) * 1000
        if not draw(chance, 100):
            sitting.perform(kept.TimeUp(sitting.now))
            continue
        seat = play.waiting(game)[0]
        answer = play.boxes(game, seat).sample(lambda number: draw(chance, number))
        sitting.perform(kept.Answered(sitting.now, seat, sitting.request(seat), RULES.write_action(answer)))  # type: ignore[arg-type]
    return sitting


def record_of(sitting: Sitting) -> Record:
    table = sitting.table
    return Record(table.header, list(sitting.entries), list(table.talk), table.secret, table.state.chain)
