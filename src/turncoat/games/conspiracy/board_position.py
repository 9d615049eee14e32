"""The table at one moment, as a view has it or as a story has come to it. The drawings know nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from turncoat.games.conspiracy.preview import CoinOutlook, ColumnOutlook, TileOutlook
from turncoat.games.conspiracy.view import CoinCount, CoinView, ConspiracyView, OwnView, PlayerView, TileView


class Die(Struct, frozen=True):
    """A die as it fell; ``suit`` is empty where any die was used, ``good`` None where nothing depends on success."""

    suit: str
    face: int
    good: bool | None = None
    whose: int | None = None


class Position(Struct, frozen=True, kw_only=True):
    """The table at one moment. Tuples are by seat.

    Attributes:
        columns: How many columns there are.
        round: The present round; 0 while goals are chosen.
        tiles: Tiles on the board, each with the name it keeps while it moves.
        coins: Coins on the board, each with the name it keeps while it moves.
        players: What everybody has.
        order: Players of the determined order who have not had their turn.
        free: Players who may jump in.
        active: Whose turn it is.
        points: Action points left; None where a story does not tell.
        bag: Coins in the bag.
        winners: Who has won.
        hit: The space of a coin whose fate is decided.
        own: What only the reader sees.
        seen: The count of coins; None in a story.
        unseen_tiles: Tiles the reader does not see.
        coin_outlooks: By space.
        tile_outlooks: By cell.
        column_outlooks: By column.
        dice: Dice that have just been rolled.
        lit: What happens where: a word for the style sheet by space, cell or column.
        moment: A name for this moment, so that dice are thrown anew.
    """

    columns: int
    round: int
    tiles: tuple[tuple[str, TileView], ...]
    coins: tuple[tuple[str, CoinView], ...]
    players: tuple[PlayerView, ...]
    order: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    active: int | None = None
    points: int | None = None
    bag: int = 0
    winners: tuple[int, ...] = ()
    hit: str | None = None
    own: OwnView | None = None
    seen: CoinCount | None = None
    unseen_tiles: tuple[str, ...] = ()
    coin_outlooks: Mapping[str, CoinOutlook] = field(default_factory=dict)
    tile_outlooks: Mapping[str, TileOutlook] = field(default_factory=dict)
    column_outlooks: Mapping[str, ColumnOutlook] = field(default_factory=dict)
    dice: tuple[Die, ...] = ()
    lit: Mapping[str, str] = field(default_factory=dict)
    moment: str = ""


def position(view: ConspiracyView) -> Position:
    """The table as a view has it. Pieces are named by where they lie: nothing else about them is public."""
    return Position(
        columns=view.options.columns,
        round=view.round,
        tiles=tuple((f"tile-{one.cell}", one) for one in view.tiles),
        coins=tuple((f"coin-{one.space}", one) for one in view.coins),
        players=view.players,
        order=view.order,
        free=view.free,
        active=view.active,
        points=view.points,
        bag=view.bag,
        winners=view.winners,
        hit=view.hit,
        own=view.own,
        seen=view.seen,
        unseen_tiles=view.unseen_tiles,
        coin_outlooks={one.space: one for one in view.coin_outlooks},
        tile_outlooks={one.cell: one for one in view.tile_outlooks},
        column_outlooks={one.column: one for one in view.column_outlooks},
        lit={} if view.hit is None else {view.hit: "hit"},
    )
