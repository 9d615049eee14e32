"""CON-OP: what players agree on before they begin."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turncoat.kernel import about, number

CHAIN_WHOLE_BOARD = "whole board"


def _cost(default: int, what: str, lowest: int = 1) -> Meta:
    """The label of an option that counts action points."""
    return number("CON-OP.8", what, f"In action points; the rules as written say {default}.", lowest, 6)


class Options(Struct, frozen=True):
    """CON-OP: what the players agree on before they begin."""

    columns: Annotated[
        int,
        number("CON-OP.2", "Columns", "Columns of the board. With fewer columns than players, space is short.", 2, 5),
    ] = 3
    marks: Annotated[
        bool,
        about("CON-OP.3", "Progress marks", "To win, a player must have marked half of the goal on an earlier turn."),
    ] = True
    chain: Annotated[
        Literal["whole board", "pointed at by newly revealed coins"],
        about("CON-OP.7", "Chain reaction", "Which other coins are turned over, too, when a coin is revealed."),
    ] = "whole board"
    action_points: Annotated[int, _cost(2, "Action points a turn")] = 2
    place_coin_cost: Annotated[int, _cost(1, "Cost of Place Coin")] = 1
    reveal_coin_cost: Annotated[int, _cost(1, "Cost of Reveal Coin")] = 1
    attack_coin_cost: Annotated[int, _cost(1, "Cost of Attack Coin")] = 1
    reveal_tile_cost: Annotated[int, _cost(2, "Cost of Reveal Tile")] = 2
    advance_column_cost: Annotated[int, _cost(2, "Cost of Advance Column")] = 2
    rounds: Annotated[
        int,
        number(
            "CON-OP.9",
            "Round limit",
            "After this many rounds the player nearest to the goal wins; 0: no limit. The original game has no limit.",
            0,
            1000,
        ),
    ] = 0
