"""The table at one moment: a view, what is drawn on top of it, and the board in words.

The drawings use nothing but this. The tips on pieces are worked out from public knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turncoat.games.conspiracy.geometry import CELL_NAMES, DIRECTIONS, NUMBERS, SPACE_NAMES, cell_of, row_of
from turncoat.games.conspiracy.outlook import ROLLS, CoinOutlook, ColumnOutlook, TileOutlook
from turncoat.games.conspiracy.pieces import SPIRAL, SUIT_NAMES, SUITS
from turncoat.games.conspiracy.text import DIRECTION_NAMES, coin_number, counted, tile_name
from turncoat.games.conspiracy.view import CoinView, ConspiracyView, PlayerView, TileView
from turncoat.kernel import Names, amount, listed


class Die(Struct, frozen=True):
    """A rolled die; ``suit`` is empty for a die without a suit, ``good`` is None if the roll cannot fail."""

    suit: str
    face: int
    good: bool | None = None
    whose: int | None = None


class Position(Struct, frozen=True):
    """A view with everything that is drawn on top of it.

    Attributes:
        names: The ids of moving pieces, by cell or space; other pieces have the name of their place as id.
        dice: Dice that have just been rolled.
        lit: The style sheet's word for what happens at each space, cell or column.
        moment: An id of this moment; a new one lets the page animate a new roll of the dice.
    """

    view: ConspiracyView
    names: Mapping[str, str] = {}
    dice: tuple[Die, ...] = ()
    lit: Mapping[str, str] = {}
    moment: str = ""

    def name(self, place: str) -> str:
        """The id of the piece in a cell or on a space."""
        return f"{'coin' if '.' in place else 'tile'}-{self.names.get(place, place)}"

    def light(self, place: str) -> str:
        """The style sheet's word for what happens at a place; CON-5.c.iv: a coin hit, while its attacker decides."""
        return "hit" if place == self.view.hit else self.lit.get(place, "")


def aim(coin: CoinView) -> int:
    """CON-G.5: the position that a coin points at."""
    return NUMBERS[coin.space] + DIRECTIONS[coin.direction]


def side(coin: CoinView) -> str:
    """The side that is up, and what the viewer knows of the other side."""
    number, suit = coin_number(coin.number), SUIT_NAMES.get(coin.suit or "")
    if coin.symbol_up:
        return f"{suit} (its other side: {number})"
    return f"{number}{f' (its other side: {suit})' if suit else ''}"


def pointing(view: ConspiracyView, coin: CoinView, names: Names) -> str:
    """CON-G.6: the target of a coin in words."""
    place = aim(coin)
    for other in view.coins:
        if NUMBERS[other.space] == place:
            shown = SUIT_NAMES[other.suit or ""] if other.symbol_up else coin_number(other.number)
            return f"at the {shown} on {names.label('space', other.space)}"
    tile = next((tile for tile in view.tiles if NUMBERS[tile.cell] == cell_of(place)), None)
    if tile is not None and tile.face_up:
        return f"at {tile_name(tile.tile or '')} on {names.label('cell', tile.cell)}"
    if tile is None and not row_of(place):
        return f"at {names.label('cell', CELL_NAMES[cell_of(place)])}, which is empty"
    return f"at nothing on {names.label('space', SPACE_NAMES[place])}"


def coin_label(view: ConspiracyView, coin: CoinView, names: Names) -> str:
    """The accessible name of a coin: ``Future 1 of column 2 (north-west), to the east: 2, pointing at ...``."""
    where, way = names.label("space", coin.space), DIRECTION_NAMES[coin.direction]
    return f"{where}, to the {way}: {side(coin)}, pointing {pointing(view, coin, names)}"


def tips(view: ConspiracyView, names: Names) -> dict[str, str]:
    """The text for each coin, tile and column that is shown when it is selected, by place."""
    made = {outlook.column: column_tip(outlook, names) for outlook in view.column_outlooks}
    made |= {outlook.cell: tile_tip(outlook) for outlook in view.tile_outlooks}
    return made | {
        coin.space: coin_tip(coin, outlook) for coin, outlook in zip(view.coins, view.coin_outlooks, strict=True)
    }


def coin_tip(coin: CoinView, outlook: CoinOutlook) -> str:
    """CON-5.b.iii, CON-5.c: what a reveal or an attack of a coin needs and leads to."""
    needs = "any coin" if not outlook.attack_needs else f"{outlook.attack_needs} or more"
    attack = f"An attack on this coin needs {needs}; if it succeeds, the coin is {outlook.attack_yields}."
    return attack if coin.symbol_up else f"{reveal_tip(coin, outlook)} {attack}"


def reveal_tip(coin: CoinView, outlook: CoinOutlook) -> str:
    """CON-5.b.iii: whether a coin can be revealed, and why."""
    numbers = listed(coin_number(number) for number in outlook.numbers) if outlook.numbers else "no number"
    word = "point" if len(outlook.numbers) > 1 else "points"
    if outlook.revealable:
        return f"It can be revealed: {numbers} {word} at it."
    worth = 1 if coin.number == SPIRAL else coin.number
    return (
        f"It cannot be revealed: {numbers} {word} at it; it needs one coin of {worth}, or several that add up to more."
    )


def tile_label(tile: TileView, names: Names) -> str:
    """The accessible name of a tile."""
    called = names.label("cell", tile.cell)
    where = f"The {called[4:]}" if called.startswith("the ") else called
    if tile.face_up:
        said = f"{where}: {tile_name(tile.tile or '')}, face up"
    else:
        said = f"{where}: a tile face down{f', you know it: {tile_name(tile.tile)}' if tile.tile else ''}"
    marks = listed(names.label("seat", seat) for seat in tile.marks) if tile.marks else ""
    return f"{said}{f', marked by {marks}' if marks else ''}"


def tile_tip(outlook: TileOutlook) -> str:
    """CON-5.d: what revealing a tile would lead to."""
    coins = counted(outlook.symbols)
    if not outlook.revealable:
        return f"It can be revealed when 2 coins on it lie symbol side up; now it has {coins} like that."
    stays = [
        f"{SUIT_NAMES[suit]} up to {most}" if most >= 0 else f"no {SUIT_NAMES[suit]}"
        for suit, most in zip(SUITS, outlook.support, strict=True)
    ]
    goes = "go" if outlook.coins != 1 else "goes"
    return (
        f"It can be revealed with {coins}. It stays face up if it is of {listed(stays)}. "
        f"{counted(outlook.coins)} {goes} into the bag."
    )


def column_tip(outlook: ColumnOutlook, names: Names) -> str:
    """CON-M.4, CON-M.5: what a roll for a column could lead to."""
    chance = f"This column advances with a chance of {100 * outlook.chances / ROLLS:.0f} %."
    enters = f" The tile on {names.label('cell', outlook.enters)} enters the Present." if outlook.enters else ""
    leaves = f" You take the tile on {names.label('cell', outlook.leaves)}." if outlook.leaves else ""
    return chance + enters + leaves


def player_words(view: ConspiracyView, seat: int, called: str, *, own: bool) -> str:
    """The coins, tiles and marks of a player, as a sentence."""
    player = view.players[seat]
    parts = [f"{called}{' (you)' if own else ''}", standing(view, seat), *possessions(player)]
    return f"{', '.join(part for part in parts if part)}."


def possessions(player: PlayerView) -> list[str]:
    """CON-I.2, CON-I.4: a player's public possessions."""
    saved = "no coin saved" if player.saved is None else f"{coin_number(player.saved)} saved"
    parts = ["1 tile held" if player.tiles == 1 else f"{player.tiles} tiles held", saved]
    if player.hand:
        parts.append(f"{counted(player.hand)} in hand")
    if player.gifts:
        parts.append(f"{counted(player.gifts)} received")
    if player.mark:
        parts.append(f"mark on {player.mark} since round {player.marked_in}")
    if player.goal:
        parts.append(f"goal {SUIT_NAMES[player.goal.suit]} and {player.goal.number}")
    return parts


def standing(view: ConspiracyView, seat: int) -> str:
    """CON-O: the place of a player in the order of this round."""
    if seat in view.winners:
        return "wins"
    if seat == view.active:
        return f"has the turn with {amount(view.points, 'action point')} left"
    if seat in view.free:
        return "free to jump in"
    if seat in view.order:
        return f"number {view.order.index(seat) + 1} of those still to play"
    return "has had the turn" if view.round else ""
