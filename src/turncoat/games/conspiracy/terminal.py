"""The table of Conspiracy as text for a terminal: the board with its arrows, and the rounds so far.

A line is a list of spans: texts with their roles. The program that shows the lines chooses the colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.drawing.terminal import Line, Span, Terminal
from turncoat.games.conspiracy.events import ColumnRolled, MarkReturned, OrderDetermined, RolledOff, RoundBegan
from turncoat.games.conspiracy.events.turn import (
    AttackJudged,
    AttackVoid,
    CoinGiven,
    CoinPlaced,
    CoinRevealed,
    CoinSaved,
    CoinTurnedBack,
    EffectRolled,
    GameEnded,
    GoalDisclosed,
    Stopped,
    TileLaid,
    TileMarked,
    TileRevealed,
    TileTurned,
)
from turncoat.games.conspiracy.geometry import (
    CORNERS,
    DIRECTIONS,
    NUMBERS,
    SPACE_NAMES,
    cell_at,
    column_name,
    positions_of,
    row_name,
    row_of,
)
from turncoat.games.conspiracy.pieces import RANK, SPIRAL, SUIT, SUIT_NAMES, SUITS
from turncoat.games.conspiracy.text import DIRECTION_NAMES, coin_name, coin_number, face, tile_name
from turncoat.games.conspiracy.view import CoinView, ConspiracyView, TileView
from turncoat.kernel import Event, Names, amount, listed

ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}

WIDTH = 16
"""The width of a cell in characters, without its frame."""

SPACE_WIDTH = WIDTH // 2

SPIRAL_SIGN, BLANK_SIGN, SYMBOL_SIGN, FREE = "@", "0", "*", "·"

LEGEND = (
    "2↗ number side up, 2s↗ and its suit has been seen; [S2]↗ suit side up; ▒ a tile face down,",
    "▒S2 and you have seen its face; · a free space; @ spiral, * symbol, 0 blank; ⚑ a mark",
    "a space is called by column, row and corner: c1F1.NW",
)


def board(view: ConspiracyView, names: Names) -> list[Line]:
    """CON-I.6: the table as this seat may see it."""
    return [
        *_heading(view, names),
        *_grid(view, names),
        *(((line, "dim"),) for line in LEGEND),
        *(_player(view, seat, names) for seat in range(len(view.players))),
        *_own(view, names),
    ]


def _heading(view: ConspiracyView, names: Names) -> list[Line]:
    """CON-Q, CON-O: the round, the player whose turn it is, action points, the order, and the bag."""
    title = f"Round {view.round}" if view.round else "Goals are chosen"
    bag = f"   the bag: {amount(view.bag, 'coin')}"
    if view.active is None:
        lines: list[Line] = [((title, "title"), (bag, ""))]
    else:
        whose = f"   {_name(view, view.active, names)} to act, action points: "
        points = "●" * view.points or "none"
        lines = [((title, "title"), (whose, ""), (points, "coin"), (bag, ""))]
    if view.order or view.free:
        order = " → ".join(names.label("seat", seat) for seat in view.order) or "nobody"
        free = f"   free: {listed(names.label('seat', seat) for seat in view.free)}" if view.free else ""
        lines.append((("Still to come: ", "dim"), (order, "name"), (free, "good")))
    return lines


# --- the board --------------------------------------------------------------------------------


def _grid(view: ConspiracyView, names: Names, wide: int = 0) -> list[Line]:
    """CON-G.1: the columns, from the Present down to one row below the last tile."""
    tiles = {tile.cell: tile for tile in view.tiles}
    coins = {coin.space: coin for coin in view.coins}
    deepest = max((row_of(NUMBERS[cell]) for cell in tiles), default=0)
    columns = range(view.options.columns)
    heads = "".join(f" {f'W    {column_name(column)}    E':^{WIDTH}}" for column in columns)
    rule = "      " + "┼".join(["", *["─" * WIDTH] * len(columns), ""])
    lines: list[Line] = [((f"     {heads}", "title"),), ((rule, "dim"),)]
    for row in range(deepest + 1 + (deepest == 0)):
        cells = [f"{column_name(column)}{row_name(row)}" for column in columns]
        upper = f"{row_name(row):<4}N"
        lines += [_half_row(upper, "N", cells, tiles, coins, names), _half_row("S", "S", cells, tiles, coins, names)]
        lines.append(((rule, "dim"),))
    return lines


def _half_row(
    title: str,
    half: str,
    cells: list[str],
    tiles: dict[str, TileView],
    coins: dict[str, CoinView],
    names: Names,
) -> Line:
    spans: list[Span] = [(f"{title:>5} ", "title"), ("│", "dim")]
    for cell in cells:
        tile = tiles.get(cell)
        if tile is None:
            spans.append((" " * WIDTH, ""))
        elif tile.face_up:
            spans.append(_face(tile, half, names))
        else:
            spans += [_space(f"{cell}.{corner}", coins, tile) for corner in CORNERS if corner[0] == half]
        spans.append(("│", "dim"))
    return tuple(spans)


def _face(tile: TileView, half: str, names: Names) -> Span:
    """CON-C.3: suit and value in the upper half, marks in the lower."""
    if half == "N":
        return (f"{tile_name(tile.tile or ''):^{WIDTH}}", "good")
    marks = " ".join(f"⚑{names.label('seat', seat)[:3]}" for seat in tile.marks)
    return (f"{marks:^{WIDTH}}"[:WIDTH], "name")


def _space(space: str, coins: dict[str, CoinView], tile: TileView) -> Span:
    """CON-G.3: one space of a face-down tile."""
    coin = coins.get(space)
    back = f"▒{short(tile.tile)}" if tile.tile and space.endswith("SE") else "▒"
    text = FREE if coin is None else _coin(coin)
    role = "dim" if coin is None else "good" if coin.symbol_up else "coin"
    return (f"{text:^{SPACE_WIDTH - len(back)}}{back}", role)


def _coin(coin: CoinView) -> str:
    """CON-C.4: ``2↗`` number side up, ``2s↗`` if this seat has seen the suit, ``[S2]↗`` suit side up."""
    arrow = ARROWS[coin.direction]
    if coin.symbol_up:
        return f"[{coin.suit}{sign(coin.number)}]{arrow}"
    return f"{sign(coin.number)}{(coin.suit or '').lower()}{arrow}"


def sign(rank: int) -> str:
    """The rank of a coin as one character."""
    return SPIRAL_SIGN if rank == SPIRAL else str(rank) if rank else BLANK_SIGN


def short(tile: str) -> str:
    """A tile, or the face of a die of that suit, as two characters: ``S*`` is the Suns symbol."""
    return SUIT[tile] + (SYMBOL_SIGN if RANK[tile] == 1 else str(RANK[tile]))


def beside(view: ConspiracyView, names: Names) -> dict[str, tuple[str, ...]]:
    """CON-G.4, CON-G.5: the neighbours of each space, down to the row below the last tile: ``c2F1.SW (north)``."""
    rows = range(2 + max((row_of(NUMBERS[tile.cell]) for tile in view.tiles), default=0))
    cells = [cell_at(column, row) for column in range(view.options.columns) for row in rows]
    spaces = {place: SPACE_NAMES[place] for cell in cells for place in positions_of(cell)}
    return {
        name: tuple(
            f"{spaces[place + step]} ({DIRECTION_NAMES[way]})"
            for way, step in DIRECTIONS.items()
            if place + step in spaces
        )
        for place, name in spaces.items()
    }


# --- the players ------------------------------------------------------------------------------


def _name(view: ConspiracyView, seat: int, names: Names) -> str:
    return names.label("seat", seat) + (" (you)" if seat == view.seat else "")


def _player(view: ConspiracyView, seat: int, names: Names) -> Line:
    """CON-I.2, CON-I.4: the public possessions of a player."""
    player = view.players[seat]
    width = max(len(_name(view, other, names)) for other in range(len(view.players)))
    has = [f"{player.tiles} tiles"]
    has += [f"saved {coin_number(player.saved)}"] if player.saved is not None else []
    has += [f"{player.hand} in hand"] if player.hand else []
    has += [f"{player.gifts} received"] if player.gifts else []
    has += [f"mark on {player.mark} since round {player.marked_in}"] if player.mark else []
    has += [f"goal {SUIT_NAMES[player.goal.suit]} and {player.goal.number}"] if player.goal else []
    spans: list[Span] = [("  ", ""), (_name(view, seat, names).ljust(width), "you" if seat == view.seat else "name")]
    spans.append(("  " + ", ".join(has), ""))
    if seat in view.winners:
        spans.append(("  winner", "good"))
    return tuple(spans)


def _own(view: ConspiracyView, names: Names) -> list[Line]:
    """CON-I.1: the secret possessions of this seat."""
    own = view.own
    if own is None:
        return []
    rows: list[tuple[str, str]] = []
    if own.goal is not None:
        rows.append(("Your goal", f"{SUIT_NAMES[own.goal.suit]} and {own.goal.number}"))
    else:
        rows.append(("Coins for your goal", ", ".join(map(coin_name, own.goal_coins))))
    rows += [("Hand", ", ".join(map(coin_name, own.hand)))] if own.hand else []
    rows += [("Saved", coin_name(own.saved))] if own.saved else []
    rows += [("Received", ", ".join(map(coin_name, own.received)))] if own.received else []
    given = [f"{coin_name(coin)} to {names.label('seat', to)}" for coin, to in own.given]
    rows += [("Given", ", ".join(given))] if given else []
    rows.append(("Tiles", ", ".join(map(tile_name, own.tiles)) or "none"))
    return [((f"  {title}: ", "dim"), (what, "you")) for title, what in rows]


# --- the rounds so far ------------------------------------------------------------------------


ACTS = (
    *(CoinGiven, CoinPlaced, TileLaid, CoinRevealed, AttackJudged, AttackVoid, CoinTurnedBack, TileTurned),
    *(MarkReturned, Stopped, CoinSaved, GoalDisclosed, GameEnded),
)
"""CON-5, CON-6, CON-10: what players do that all can see, which the ledger tells in the words of the log."""


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """CON-R45: round by round the order, the public acts, every roll of the dice, revealed tiles, and marks."""
    lines: list[Line] = []
    for event in events:
        match event:
            case RoundBegan():
                lines.append(((f"Round {event.round}", "title"),))
            case OrderDetermined():
                order = " → ".join(names.label("seat", seat) for seat in event.order)
                free = f", free: {listed(names.label('seat', seat) for seat in event.free)}" if event.free else ""
                lines.append((("  order ", "dim"), (order + free, "name")))
            case RolledOff() | ColumnRolled() | EffectRolled():
                lines.append((("  dice  ", "dim"), (_dice(event, names), "coin")))
            case TileRevealed():
                kept = "stays" if event.stays else "does not stay"
                what = f"{tile_name(event.tile)} on {event.cell} {kept}"
                lines.append((("  tile  ", "dim"), (what, "good" if event.stays else "bad")))
            case TileMarked():
                what = f"{names.label('seat', event.seat)} on {event.cell}, {tile_name(event.tile)}"
                lines.append((("  mark  ", "dim"), (what, "name")))
            case _ if isinstance(event, ACTS):
                lines.append((("  act   ", "dim"), (event.say(names), "")))
            case _:
                pass
    return lines or [(("No round has begun yet.", "dim"),)]


def _dice(event: RolledOff | ColumnRolled | EffectRolled, names: Names) -> str:
    match event:
        case RolledOff():
            rolls = zip(event.seats, event.faces, strict=True)
            return ", ".join(f"{names.label('seat', seat)} {face(die)}" for seat, die in rolls)
        case ColumnRolled():
            dice = zip(SUITS, event.dice, event.successes, strict=True)
            rolled = " ".join(f"{short(f'{suit}{number}')}{'!' if good else ''}" for suit, number, good in dice)
            return f"{event.column}: {rolled}, {'advances' if event.advances else 'stays'}"
        case EffectRolled():
            rolled = " ".join(face(die) for die in (*event.column_dice, event.row_die))
            return f"effect: {rolled} names {event.cell}{'' if event.hit else ', nothing there'}"


TERMINAL = Terminal(board, ledger, beside=beside, drawn=_grid)
