"""The combat at one moment, as it is drawn and told: what somebody sees, and what has just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from turncoat.drawing.scene import Line, Scene
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Names


class RollSeen(Struct, frozen=True):
    """Dice that have just fallen.

    Attributes:
        name: What no other throw of the combat is called.
        who: Who rolled.
        swaps: How many d10 were replaced.
        dice: What fell.
        gain: New advantage.
        total: What it comes to; None for who may not know.
        blows: Who was hit, and what was lost; 0 was a miss.
    """

    name: str
    who: int
    swaps: int
    dice: tuple[int, ...]
    gain: int
    total: int | None = None
    blows: tuple[tuple[int, int], ...] = ()


class Position(Struct, frozen=True):
    """The combat at one moment.

    Attributes:
        view: What is seen of it.
        rolls: The dice that fell last.
        lit: What has just happened to whom: ``struck``, ``missed``, ``given`` or ``moved``.
        log: The latest lines of the log.
    """

    view: ThriceView
    rolls: tuple[RollSeen, ...] = ()
    lit: Mapping[int, str] = field(default_factory=dict)
    log: tuple[Line, ...] = ()


class Drawing:
    """A part of the table, drawn for one pair of eyes; ``letters`` stand on the tokens, by combatant."""

    def __init__(self, position: Position, names: Names, scene: Scene, letters: Sequence[str]) -> None:
        self.position, self.now = position, position.view
        self.names, self.scene, self.letters = names, scene, letters

    def id(self, name: str) -> str:
        """An id that no other board on the page has."""
        return f"{self.scene.id}-{name}"

    def called(self, who: int) -> str:
        """A combatant's name."""
        return self.names.label("combatant", who)
