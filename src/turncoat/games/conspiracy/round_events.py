"""What can happen between the turns of Conspiracy, or in any of them: setup, order, columns, tiles that are taken."""

from __future__ import annotations

from turncoat.kernel.events import Event


class GoalCoinsDrawn(Event, frozen=True, tag="goal_coins_drawn"):
    """For its owner alone: the three coins from which the goal is chosen, and the tiles dealt."""

    seat: int
    coins: tuple[str, ...]
    tiles: tuple[str, ...]


class GoalNoted(Event, frozen=True, tag="goal_noted"):
    """For its owner alone: the secret goal."""

    seat: int
    suit: str
    number: int


class GoalsNoted(Event, frozen=True, tag="goals_noted"):
    """Everybody has a goal; all coins are in the bag."""

    bag: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins. ``saved`` is the number each player shows; None is no coin."""

    round: int
    saved: tuple[int | None, ...]


class RolledOff(Event, frozen=True, tag="rolled_off"):
    """Players rolled one die each to decide between them."""

    seats: tuple[int, ...]
    faces: tuple[int, ...]


class OrderDetermined(Event, frozen=True, tag="order_determined"):
    """The determined order, the players who are free, and the first player."""

    order: tuple[int, ...]
    free: tuple[int, ...]
    first: int


class GapAnswered(Event, frozen=True, tag="gap_answered"):
    """Who of the free players wanted the next turn and who waited."""

    now: tuple[int, ...]
    wait: tuple[int, ...]


class ColumnRolled(Event, frozen=True, tag="column_rolled"):
    """The four dice for a column, in the order of suits.

    ``highest`` is the best face-up tile of each suit in its Future (0: none), ``successes`` says which dice count.
    """

    column: str
    dice: tuple[int, ...]
    highest: tuple[int, ...]
    successes: tuple[bool, ...]
    advances: bool


class ColumnAdvanced(Event, frozen=True, tag="column_advanced"):
    """Every tile in the Future of a column moved up one row, with its coins: from which cells."""

    column: str
    cells: tuple[str, ...]


class TileTaken(Event, frozen=True, tag="tile_taken"):
    """A tile went from the board to a player. ``tile`` is None if it lay face down."""

    seat: int
    cell: str
    tile: str | None


class TileReceived(Event, frozen=True, tag="tile_received"):
    """For its receiver alone: which tile it was that was taken face down."""

    seat: int
    cell: str
    tile: str


class CoinsBagged(Event, frozen=True, tag="coins_bagged"):
    """Coins went from these spaces to the bag; ``shown`` is the side that was up: a number or a suit."""

    spaces: tuple[str, ...]
    shown: tuple[str, ...]
    bag: int


class MarkReturned(Event, frozen=True, tag="mark_returned"):
    """The tile under a mark left the Present, and the mark went back."""

    seat: int
    cell: str
