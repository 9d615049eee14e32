"""A scripted first game: what a game's package defines so that people learn the game by playing.

Each game has it as ``LESSON`` in its module ``lesson``. The table is an ordinary one; ``turncoat.table.lessons`` tells
whether a game still follows the script.
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
        seat: The seat that answers.
        action: The answer, or an optional action.
        guide: The guide's text for the learner at this answer, two sentences at most.
        rule: The rule that the guide explains.
        says: The seat's messages before the answer.
    """

    seat: int
    action: Action
    guide: str = ""
    rule: str = ""
    says: tuple[Say, ...] = ()


class Picture(Struct, frozen=True):
    """A picture in the rulebook: a moment of the script as the learner's board shows it.

    Attributes:
        before: The picture shows the moment before this move, counted from 0. For the end, the number of all moves.
        caption: The text below the picture.
    """

    before: int
    caption: str


class Lesson(Struct, frozen=True):
    """A first game.

    Attributes:
        minutes: How long it takes, about.
        about: What players learn in it, in one sentence.
        seats: The number of seats.
        learner: The seat of the learner; bots have the others.
        options: The options of the table that differ from the defaults.
        pictures: The pictures for the rulebook.
        moves: All answers, in an order in which they can be given.
        closing: The guide's text after the last move.
        rule: The rule that the closing text explains.
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
    """The moves of a script in ``lesson.json`` of a game's package: a list of seats with their answers.

    Args:
        package: The package.
        read: The game's function that reads an answer.
        guides: The guide's texts with their rules, by the place of the learner's move in the list.
        says: A seat's messages before its answer, by the place of the answer.
    """
    text = resources.files(package).joinpath("lesson.json").read_bytes()
    lines = msgspec.json.decode(text, type=list[tuple[int, dict[str, object]]])
    return tuple(
        Move(seat, read(action), *guides.get(place, ("", "")), says.get(place, ()))
        for place, (seat, action) in enumerate(lines)
    )
