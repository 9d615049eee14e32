"""DUN-7.12.3: promises: answers to Truthtrance that bind. Phases ask this module and leave out what a promise forbids.

From the answer on, the program offers only choices that keep the promise. A replacement of a sealed plan may not
contradict what was answered about it. The module ``battle.plan`` does this in ``keeping``.
"""

from __future__ import annotations

from turncoat.games.dune.state import Dune, Promise
from turncoat.games.dune.truthtrance import AskEntry, Question
from turncoat.kernel import tag_of

ANYBODY = None
"""Stands for all seats."""


def made_by(game: Dune, seat: int | None, *questions: type[Question]) -> list[Promise]:
    """The promises of a seat, or of all seats, that answer questions of these types, in order (DUN-7.12.3)."""
    if not game.promises:
        return []
    tags = [tag_of(question) for question in questions]
    return [promise for promise in game.promises if seat in (ANYBODY, promise.seat) and promise.question in tags]


def shunned(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-TT-M1: territories, by id, into which a seat has promised to bring no forces this turn."""
    return tuple(promise.about for promise in made_by(game, seat, AskEntry) if not promise.yes)


def sought(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-TT-M1: territories, by id, into which a seat has promised to bring forces this turn."""
    return tuple(promise.about for promise in made_by(game, seat, AskEntry) if promise.yes)


def drop(game: Dune, *questions: type[Question], seat: int | None = None) -> None:
    """Drop promises that answer such questions, because their time has passed. Without a seat: everybody's."""
    if not game.promises:
        return
    tags = [tag_of(question) for question in questions]
    game.promises = [
        promise for promise in game.promises if promise.question not in tags or seat not in (ANYBODY, promise.seat)
    ]


def same_matter(game: Dune, promise: Promise) -> list[Promise]:
    """The promises that answer exactly the same question, with yes or no."""
    asked = (promise.seat, promise.question, promise.about, promise.number)
    return [
        promise for promise in game.promises if (promise.seat, promise.question, promise.about, promise.number) == asked
    ]


def entered(game: Dune, seat: int, territory: str) -> None:
    """DUN-TT-M1: note that forces have entered a territory, which keeps a promise to enter it."""
    if game.promises:
        kept = Promise(seat, tag_of(AskEntry), territory, yes=True)
        game.promises = [promise for promise in game.promises if promise != kept]
