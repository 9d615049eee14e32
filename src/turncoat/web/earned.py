"""What pages show of a game's effect on the reader's character."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.boxes import Action, Boxes
from turncoat.server.api.characters import CharacterLine


class Earned(Struct, frozen=True, kw_only=True):
    """What the reader's character has got from a game.

    Attributes:
        kept: Its line in the list of characters; None: it was made at the table, and is not kept yet.
        points: The points that were kept for later.
        version: The version number, which the form of its growth sends back.
        growth: The ways in which it can grow now.
        usual: What is entered on its sheet if its player comes to the next session without a choice; empty: nothing.
        name: Its name.
    """

    kept: CharacterLine | None
    points: int = 0
    version: int = 0
    growth: Boxes[Action] = Boxes()
    usual: str = ""
    name: str = ""
