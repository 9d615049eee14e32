"""A first game that is played by a script: what a game's package says so that somebody learns it by playing.

The module ``lesson`` of a game has ``LESSON``. The table is a usual one; ``turncoat.table.lessons`` tells whether a
game still goes by the script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources

import msgspec
from msgspec import Struct

from turncoat.kernel.boxes import Action
from turncoat.kernel.promise import Say


class Move(Struct, frozen=True):
    """One answer of the script.

    Attributes:
        seat: Who answers.
        action: The answer, or an act beside the open decision.
        guide: What the guide says to the learner while the learner is asked for it, in two sentences at most.
        rule: The number of the rule that the guide speaks of.
        says: What the seat says before it answers.
    """

    seat: int
    action: Action
    guide: str = ""
    rule: str = ""
    says: tuple[Say, ...] = ()


class Picture(Struct, frozen=True):
    """A moment of the script that the rulebook shows, drawn by the board as the learner sees it.

    Attributes:
        before: Before which move of the script; as many as there are moves: after the last one.
        caption: What is to be seen.
    """

    before: int
    caption: str


class Lesson(Struct, frozen=True):
    """A first game.

    Attributes:
        minutes: About how long it takes.
        about: What is learned, in one sentence.
        seats: How many seats there are.
        learner: The seat of the learner; bots have the others.
        options: The options of the table, where they are not the usual ones.
        pictures: What the rulebook shows.
        moves: All answers, in an order in which they can be given.
        closing: What the guide says after the last of them.
        rule: The number of the rule that the closing speaks of.
    """

    minutes: int
    about: str
    seats: int
    learner: int
    moves: tuple[Move, ...]
    closing: str
    rule: str
    options: Mapping[str, object] = {}
    pictures: tuple[Picture, ...] = ()

    @property
    def own(self) -> int:
        """How many answers the learner gives."""
        return sum(move.seat == self.learner for move in self.moves)


def recorded(
    package: str,
    read: Callable[[object], Action],
    guides: Mapping[int, tuple[str, str]],
    says: Mapping[int, tuple[Say, ...]],
) -> tuple[Move, ...]:
    """The moves of a script that lies as ``lesson.json`` in the package of a game: a list of seats with their answers.

    Args:
        package: The package.
        read: How the game reads an answer.
        guides: What the guide says and the rule that it cites, by the place of the learner's move in the list.
        says: What a seat says before its answer, by the place of that.
    """
    text = resources.files(package).joinpath("lesson.json").read_bytes()
    lines = msgspec.json.decode(text, type=list[tuple[int, dict[str, object]]])
    return tuple(
        Move(seat, read(action), *guides.get(place, ("", "")), says.get(place, ()))
        for place, (seat, action) in enumerate(lines)
    )
