"""The result of a match."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.promise import Fate
from turncoat.kernel.ruleset import Finding


class Fault(Struct, frozen=True):
    """A bot failed or gave an illegal answer; the rules played its default."""

    seat: int
    sentence: str


class Vow(Struct, frozen=True):
    """A promise, as a finished match counts it.

    Attributes:
        who: The seat that gave the promise.
        to: The seats that heard it; empty: everybody.
        since: The number of decisions that had been closed when the promise was given.
        until: The number of closed decisions when the promise was judged; None: it was never judged.
        fate: Whether the promise was kept, broken or neither.
    """

    who: int
    to: tuple[int, ...]
    since: int
    until: int | None
    fate: Fate


class Result(Struct):
    """The result of a match. Lists have one entry for each seat.

    Attributes:
        winners: The seats that have won, ascending.
        scores: The score of each seat, such as its coins.
        questions: How many decisions were closed.
        decisions: The number of accepted answers and optional actions.
        actions: For each seat, how often it gave each type of answer.
        kept: How many promises each seat kept; ``broken``: how many it broke.
        findings: The measures that the game reports once it is over.
        course: The first scores and those after each change, with the number of decisions closed by then; empty: not
            recorded.
        vows: All promises, if the course was recorded.
    """

    winners: list[int]
    scores: list[int]
    questions: int
    decisions: int
    actions: list[dict[str, int]]
    messages: list[int]
    kept: list[int]
    broken: list[int]
    faults: list[Fault]
    findings: dict[str, Finding] = {}
    course: list[tuple[int, list[int]]] = []
    vows: list[Vow] = []
