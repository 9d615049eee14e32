"""CON-OP: what players agree on before they begin."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

CHAIN_WHOLE_BOARD = "whole board"
CHAIN_NEWLY_REVEALED = "pointed at by newly revealed coins"


def _cost(default: int, what: str, lowest: int = 1) -> Meta:
    """The label of an option that counts action points."""
    return Meta(
        ge=lowest,
        le=6,
        title=what,
        description=f"Action points; {default} in the rules as written.",
        extra_json_schema={"rule": "CON-OP.8"},
    )


class Options(Struct, frozen=True):
    """CON-OP: what the players agree on before they begin."""

    columns: Annotated[
        int,
        Meta(
            ge=2,
            le=5,
            title="Columns",
            description="Columns of the board; one fewer than players keeps elbow room scarce.",
            extra_json_schema={"rule": "CON-OP.2"},
        ),
    ] = 3
    marks: Annotated[
        bool,
        Meta(
            title="Progress marks",
            description="Whoever wants to win must have marked half of the goal on an earlier turn.",
            extra_json_schema={"rule": "CON-OP.3"},
        ),
    ] = True
    chain: Annotated[
        Literal["whole board", "pointed at by newly revealed coins"],
        Meta(
            title="Chain reaction",
            description="Which coins a reveal can turn over with it.",
            extra_json_schema={"rule": "CON-OP.7"},
        ),
    ] = "whole board"
    action_points: Annotated[int, _cost(2, "Action points a turn")] = 2
    place_coin_cost: Annotated[int, _cost(1, "Cost of Place Coin")] = 1
    reveal_coin_cost: Annotated[int, _cost(1, "Cost of Reveal Coin")] = 1
    attack_coin_cost: Annotated[int, _cost(1, "Cost of Attack Coin")] = 1
    reveal_tile_cost: Annotated[int, _cost(2, "Cost of Reveal Tile")] = 2
    advance_column_cost: Annotated[int, _cost(2, "Cost of Advance Column")] = 2
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            title="Round limit",
            description="After so many rounds the player nearest to the goal wins; 0 is no limit. Not in the "
            "original game.",
            extra_json_schema={"rule": "CON-OP.9"},
        ),
    ] = 0
