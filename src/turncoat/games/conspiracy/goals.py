"""CON-9 and CON-10: marks, and how the game is won."""

from __future__ import annotations

from functools import cache, lru_cache

from turncoat.games.conspiracy.actions import Claim, ConspiracyAction, Decline, Mark, MarkNothing
from turncoat.games.conspiracy.events.turn import GameEnded, GoalDisclosed, TileMarked
from turncoat.games.conspiracy.geometry import CELL_NAMES, NUMBERS, cell_at
from turncoat.games.conspiracy.pieces import RANK, SUIT
from turncoat.games.conspiracy.state import Conspiracy, Goal, Turn
from turncoat.kernel import GAME_OVER, Boxes, Exit, OneOf, Pending, Tell, always, box, shut

MARK_NOTHING = MarkNothing()

CLAIM_BOXES: Boxes[ConspiracyAction] = Boxes(box(Claim), box(Decline))
NO_CLAIM_BOXES: Boxes[ConspiracyAction] = Boxes(
    box(Decline),
    closed=shut(Claim),
)


@cache
def present_row(columns: int) -> tuple[int, ...]:
    """CON-G.1: the cells of the Present."""
    return tuple(cell_at(column, 0) for column in range(columns))


def present_cells(game: Conspiracy) -> list[int]:
    """CON-G.1: the cells of the Present that hold a tile, from the left."""
    tiles = game.tiles
    return [cell for cell in present_row(game.options.columns) if cell in tiles]


def shows(tile: str, goal: Goal) -> bool:
    """CON-9.b, CON-W.2: whether a tile shows the suit or the number of a goal; a blank shows 0, a symbol 1."""
    return SUIT[tile] == goal.suit or RANK[tile] == goal.number


def goal_of(game: Conspiracy, seat: int) -> Goal:
    """The goal that a player noted during setup (CON-S.5)."""
    goal = game.goals[seat]
    assert goal is not None
    return goal


def marker(game: Conspiracy, turn: Turn) -> list[int]:
    """CON-D5, CON-9.c: asks a player without a mark on the board, if the Present holds a tile, whatever the goal is.

    At most one tile is marked in a turn, even if both halves are there, and a player has one mark out at a time, on a
    tile of the Present (CON-9.c, CON-V.6): ``march.return_marks`` takes it back with the tile.
    """
    asked = game.options.marks and game.marks[turn.seat] < 0 and present_cells(game)
    return [turn.seat] if asked else []


@lru_cache(maxsize=4096)
def _mark_boxes(cells: tuple[str, ...]) -> Boxes[ConspiracyAction]:
    return Boxes(
        box(MarkNothing),
        box(Mark, cell=OneOf(cells, "cell")),
        closed=() if cells else shut(Mark),
    )


def mark_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-9: one tile of the Present that shows half of the goal (CON-9.b), or none (CON-9.a, CON-R43).

    Nobody need mark; but nobody wins before the round after the marking (CON-9.a, ``claimant``).
    """
    goal = goal_of(game, seat)
    return _mark_boxes(tuple(CELL_NAMES[cell] for cell in present_cells(game) if shows(game.tiles[cell].tile, goal)))


mark_none = always(MARK_NOTHING)
"""CON-D5: without an answer nothing is marked."""


def mark(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-9, CON-C.6: a player's marker lies on the tile until that leaves the Present (CON-R12).

    A tile may bear the marks of several players (CON-9.d); the drawn markers tell them apart (CON-9.e). Everybody sees
    a mark, but not for which half of the goal it stands (CON-I.4).
    """
    answer = pending.answers[turn.seat]
    if not isinstance(answer, Mark):
        return
    seat, cell = turn.seat, NUMBERS[answer.cell]
    tile = game.tiles[cell].tile
    game.marks[seat], game.marked_in[seat] = cell, game.round
    if tile not in game.ever_marked[seat]:
        game.ever_marked[seat] += (tile,)
    tell.all(TileMarked, seat, answer.cell, tile)


def claimant(game: Conspiracy, turn: Turn) -> list[int]:
    """CON-D6: asks a player with a mark from an earlier turn, if the Present holds two tiles.

    Without marks (CON-OP.3) everybody is asked. It does not matter what their goals are.
    """
    seat = turn.seat
    marked = game.marks[seat] >= 0 and game.marked_in[seat] < game.round
    asked = (marked or not game.options.marks) and len(present_cells(game)) > 1
    return [seat] if asked else []


def claim_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-10: claim, if the goal is ``met``, with a mark from an earlier turn (``claimant``); nobody must (CON-R30)."""
    return CLAIM_BOXES if met(game, seat) else NO_CLAIM_BOXES


decline = always(Decline())
"""CON-D6: without an answer nothing is claimed."""


def met(game: Conspiracy, seat: int) -> bool:
    """CON-10.b: suit and number on two different tiles, one of them marked by the player (not with CON-OP.3).

    One tile that shows both counts for one half only (CON-10.a).
    """
    goal, tiles = goal_of(game, seat), game.tiles
    cells = present_cells(game)
    suited = [cell for cell in cells if SUIT[tiles[cell].tile] == goal.suit]
    numbered = [cell for cell in cells if RANK[tiles[cell].tile] == goal.number]
    marked = game.marks[seat]
    return any(
        one != other and (not game.options.marks or marked in (one, other)) for one in suited for other in numbered
    )


def halves(game: Conspiracy, seat: int) -> int:
    """CON-OP.9: how many halves of the goal the Present shows; one tile counts for one half (CON-R03)."""
    goal, tiles = goal_of(game, seat), game.tiles
    cells = present_cells(game)
    suited = {cell for cell in cells if SUIT[tiles[cell].tile] == goal.suit}
    numbered = {cell for cell in cells if RANK[tiles[cell].tile] == goal.number}
    return min(len(suited | numbered), bool(suited) + bool(numbered))


def progress(game: Conspiracy, seat: int) -> int:
    """CON-OP.9: 2 points for every half of the goal, 1 for a mark on the board."""
    return 2 * halves(game, seat) + (game.marks[seat] >= 0)


def claim(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> Exit | None:
    """CON-10: the goal is disclosed and checked against what was noted (CON-I.3); the game stops at once (CON-Q.3).

    The first player to claim the win wins (CON-W.1).
    """
    if not isinstance(pending.answers[turn.seat], Claim):
        return None
    disclose(game, turn.seat, "CON-10", tell)
    game.winners = [turn.seat]
    tell.all(GameEnded, (turn.seat,), game.round)
    return GAME_OVER


def disclose(game: Conspiracy, seat: int, rule: str, tell: Tell) -> None:
    """A player discloses a goal (CON-10)."""
    goal = goal_of(game, seat)
    game.disclosed.append(seat)
    tell.all(GoalDisclosed, seat, goal.suit, goal.number, halves(game, seat), rule=rule)


def end_by_limit(game: Conspiracy, tell: Tell) -> Exit:
    """CON-OP.9: after the last round all goals are disclosed; the player nearest to the goal wins, ties share."""
    seats = range(len(game.goals))
    for seat in seats:
        disclose(game, seat, "CON-OP.9", tell)
    scores = [progress(game, seat) for seat in seats]
    game.winners = [seat for seat in seats if scores[seat] == max(scores)]
    tell.all(GameEnded, tuple(game.winners), game.round, rule="CON-OP.9")
    return GAME_OVER
