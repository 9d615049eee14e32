"""CON-U.1: the unexpected effects of spirals."""

from __future__ import annotations

from turncoat.games.conspiracy.events_turn import EffectRolled, TileTurned
from turncoat.games.conspiracy.geometry import CELL_NAMES, ROW, cell_at
from turncoat.games.conspiracy.pieces import DIE, EVERYBODY
from turncoat.games.conspiracy.state import Conspiracy, LyingTile
from turncoat.games.conspiracy.tabletop import bag_coins, coins_on, take_tile
from turncoat.kernel import Tell, draw


def column_of_face(face: int, columns: int) -> int | None:
    """CON-U.2.a: two faces for each of three columns, three for each of two; else a column for each face.

    None is a face that names no column (CON-OP.2).
    """
    if columns <= 3:
        return face * columns // DIE
    return face if face < columns else None


def unexpected_effect(game: Conspiracy, seat: int, tell: Tell) -> None:
    """CON-U.2: one die is rolled twice, for a column and for a row; CON-U.4: no tile there, no effect."""
    columns = game.options.columns
    faces = [draw(game.chance, DIE)]
    while (column := column_of_face(faces[-1], columns)) is None:
        faces.append(draw(game.chance, DIE))
    row = draw(game.chance, DIE)  # CON-U.2.b
    cell = cell_at(column, row)
    hit = cell in game.tiles
    if tell.listening:
        tell.still()
        tell.all(EffectRolled, seat, tuple(faces), row, CELL_NAMES[cell], hit)
        tell.still()
    if hit:
        turn_over(game, cell, seat, tell)


def turn_over(game: Conspiracy, cell: int, seat: int, tell: Tell) -> None:
    """CON-U.3, CON-U.5: a Present tile goes to the active player, any other is turned over; its coins go to the bag."""
    lying = game.tiles[cell]
    if cell < ROW:
        take_tile(game, cell, seat, "CON-U.3.a", tell)
        return
    rule = "CON-U.3.b" if lying.face_up else "CON-U.3.c"
    bag_coins(game, coins_on(game, cell), rule, tell)
    game.tiles[cell] = LyingTile(lying.tile, not lying.face_up, EVERYBODY)
    tell.all(TileTurned, CELL_NAMES[cell], lying.tile, not lying.face_up, rule=rule)
