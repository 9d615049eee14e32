"""The games of a run in a file: a head with the question and the rules, then a line for each game.

Lines are only appended, so a stopped run can continue, even after a broken line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from platform import python_version

import msgspec
from msgspec import Struct

from turncoat import __version__
from turncoat.bots.result import Result
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.misread import in_words
from turncoat.lab.questions import Question


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a run: the question, and the rules by which it was played.

    Attributes:
        turncoat: The version of Turncoat.
        ruleset: Hash of the rules.
        question: The question, with its seed.
        python: The version of Python; empty: not recorded.
    """

    turncoat: str
    ruleset: str
    question: Question
    python: str = ""


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """One game.

    Attributes:
        arm: The name of the variant.
        bots: Kind of the bots, as the question writes it.
        shared: Whether the variants used the same seeds.
        number: Its number in the variant, from 0.
        seating: The bot of each seat.
        result: The result of the game.
    """

    arm: str
    bots: str
    shared: bool
    number: int
    seating: tuple[str, ...]
    result: Result


def head_of(question: Question) -> Head:
    """The head of a run of this question, with these rules."""
    return Head(__version__, ruleset(question.game).hash, question, python_version())


class RunFile:
    """The file of a run, read once and appended to.

    Args:
        path: The file; it is made with the first game.
        head: The question and the rules of the file.

    Raises:
        BadSetup: the file belongs to another question, or to other rules or versions.
    """

    def __init__(self, path: Path, head: Head) -> None:
        self.path = path
        self.games: dict[tuple[str, str, bool, int], Played] = {}
        self._whole = 0
        if path.exists() and path.stat().st_size:
            self._read(head)
        else:
            self._lines([head])

    def _read(self, head: Head) -> None:
        found, games, self._whole = read_run(self.path)
        alike = {
            "other rules": found.ruleset == head.ruleset,
            "another version of Turncoat": found.turncoat == head.turncoat,
            "another question": found.question.games_of == head.question.games_of,
        }
        for what, same in alike.items():
            if not same:
                raise BadSetup(f"{self.path} holds games of {what}; name another file, or remove it.", field="out")
        for game in games:
            self.games[game.arm, game.bots, game.shared, game.number] = game

    def add(self, games: list[Played]) -> None:
        """Write down games that were played."""
        self._lines(games)
        for game in games:
            self.games[game.arm, game.bots, game.shared, game.number] = game

    def _lines(self, lines: list[Head] | list[Played]) -> None:
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        try:
            with self.path.open("r+b" if self.path.exists() else "wb") as file:
                file.seek(self._whole)
                file.truncate()
                file.write(data)
        except OSError as fault:
            raise BadSetup(f"{self.path} cannot be written: {fault.strerror}.", field="out") from None
        self._whole += len(data)


def read_run(path: Path) -> tuple[Head, list[Played], int]:
    """The head, the games, and the length of the complete lines in bytes; an incomplete last line is left out.

    Raises:
        BadSetup: the file cannot be opened, or is not the file of a run.
    """
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise BadSetup(f"{path} cannot be opened: {fault.strerror}.") from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    try:
        head = msgspec.json.decode(lines[0] if lines else data, type=Head)
        return head, list(_games(lines[1:])), whole
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise BadSetup(f"{path} is not the file of a run of games: {in_words(fault, Head)}.") from None


def _games(lines: list[bytes]) -> Iterator[Played]:
    decoder = msgspec.json.Decoder(Played)
    return (decoder.decode(line) for line in lines)
