"""Measures: a number for each game, or None if a game has no value.

They are named in plain words: ``length``, ``wins of seat 1``, ``winner's coins``, ``decided by: shared``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from turncoat.bots.result import Result
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.ruleset import ROUNDS, Finding

Value = Callable[[Sequence[str], Result], float | None]
"""A function from seating and result to the number of a game; None if the game has no value. Given who sat where and
what came out."""

OF_SEATS = re.compile(r"(wins|score|messages|kept|broken) of (?:seat (\d+)|(\S+))")
MORE = re.compile(r"lead of who (\S+) most")
LABELLED = re.compile(r"(.+?): (.+)")


class Measure(Struct, frozen=True):
    """A measure of every game.

    Attributes:
        words: Its name, as in the question.
        value: Computes the number of one game.
        told: The answer as a player would say it, with ``{}`` for the number.
        span: The largest possible number less the smallest; None if that is not known.
        share: Whether it is a share of games, shown in per cent.
    """

    words: str
    value: Value
    told: str
    span: float | None = None
    share: bool = False


def length(_: Sequence[str], result: Result) -> float:
    """The number of rounds, if the game counts them; else of closed decisions."""
    rounds = result.findings.get(ROUNDS)
    return float(rounds) if isinstance(rounds, int) else float(result.questions)


def lead(_: Sequence[str], result: Result) -> float:
    """The best score less the next one; 0 if the best is shared."""
    first, second = sorted(result.scores, reverse=True)[:2] if len(result.scores) > 1 else (0, 0)
    return float(first - second)


def lead_changes(_: Sequence[str], result: Result) -> float | None:
    """How often the lead passes from one player who leads alone to another."""
    leaders = [leader for _, scores in result.course if (leader := _leader(scores)) is not None]
    return float(sum(one != other for one, other in pairwise(leaders))) if result.course else None


def decided_at(_: Sequence[str], result: Result) -> float | None:
    """When the winner took the lead for good, as a part of the decisions, 0 to 1.

    None if several have won, or the winner did not lead alone at the end.
    """
    if len(result.winners) != 1 or not result.course or not result.questions:
        return None
    since: int | None = None
    for closed, scores in result.course:
        ahead = _leader(scores) == result.winners[0]
        since = (closed if since is None else since) if ahead else None
    return None if since is None else since / result.questions


def comeback(_: Sequence[str], result: Result) -> float | None:
    """How far the only winner was behind the leader at the worst moment, in points."""
    if len(result.winners) != 1 or not result.course:
        return None
    return float(max(max(scores) - scores[result.winners[0]] for _, scores in result.course))


def scores_at(result: Result, part: float) -> Sequence[int]:
    """The scores at this part of the decisions, 0 to 1; the course must have been recorded."""
    return next(scores for closed, scores in reversed(result.course) if closed <= part * result.questions)


def lead_at(result: Result, part: float) -> float:
    """The best score less the next one at this part of the decisions, 0 to 1."""
    first, second = sorted(scores_at(result, part), reverse=True)[:2]
    return float(first - second)


def halfway(_: Sequence[str], result: Result) -> float | None:
    """Whether the seat that led alone after half of the decisions won, a shared victory in part; None: no such seat."""
    leader = _leader(scores_at(result, 0.5)) if result.course and result.winners else None
    return None if leader is None else (leader in result.winners) / len(result.winners)


def _leader(scores: Sequence[int]) -> int | None:
    """The seat with the highest score; None: the lead is shared."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else None


def _shared(_: Sequence[str], result: Result) -> float:
    return float(len(result.winners) > 1)


def _promises(_: Sequence[str], result: Result) -> float:
    return float(sum(result.kept) + sum(result.broken))


GENERAL: dict[str, Measure] = {
    one.words: one
    for one in (
        Measure("length", length, "a game lasts {} rounds"),
        Measure("lead", lead, "the best score is {} ahead of the second best"),
        Measure("lead changes", lead_changes, "the lead changes {} times in a game"),
        Measure("decided at", decided_at, "the winner takes the lead for good after {} of a game", 1, share=True),
        Measure("comeback", comeback, "the winner was {} behind at the worst moment"),
        Measure("leader at half-time wins", halfway, "the leader at half-time wins {} of the games", 1, share=True),
        Measure("shared victories", _shared, "several players win together in {} of the games", 1, share=True),
        Measure("decisions", lambda _, result: float(result.decisions), "a game takes {} decisions"),
        Measure("promises", _promises, "{} promises of a game are kept or broken"),
        Measure("broken promises", lambda _, result: float(sum(result.broken)), "{} promises of a game are broken"),
        Measure("kept promises", lambda _, result: float(sum(result.kept)), "{} promises of a game are kept"),
        Measure(
            "share of promises kept", lambda _, result: _kept(result), "{} of the promises are kept", 1, share=True
        ),
        Measure(
            "lead of who keeps promises",
            lambda _, result: lead_of_keepers(result),
            "those who keep all promises end {} ahead of those who break one",
        ),
    )
}
"""Measures that every game has."""


def _kept(result: Result) -> float | None:
    judged = sum(result.kept) + sum(result.broken)
    return sum(result.kept) / judged if judged else None


def lead_of_keepers(result: Result) -> float | None:
    """The mean score of seats that kept all their judged promises, less the mean score of seats that broke one.

    None if there are no seats of one kind.
    """
    seats = range(len(result.scores))
    keepers = [result.scores[seat] for seat in seats if result.kept[seat] and not result.broken[seat]]
    breakers = [result.scores[seat] for seat in seats if result.broken[seat]]
    return sum(keepers) / len(keepers) - sum(breakers) / len(breakers) if keepers and breakers else None


def lead_of_most(act: str, result: Result) -> float | None:
    """The mean score of the seats that gave an answer most often, less that of the others; None if all are equal."""
    often = [answers.get(act, 0) for answers in result.actions]
    those = [score for score, times in zip(result.scores, often, strict=True) if times == max(often)]
    others = [score for score, times in zip(result.scores, often, strict=True) if times < max(often)]
    return sum(those) / len(those) - sum(others) / len(others) if others else None


def measure(words: str, seats: int, bots: Iterable[str], seen: Sequence[Result]) -> Measure:
    """The measure with this name.

    Args:
        words: The name, as in the question.
        seats: The number of players at the smallest table.
        bots: The bots in the question.
        seen: Some finished games, for the headings of the game's own findings.

    Raises:
        BadSetup: there is no measure with this name; the sentence lists all.
    """
    if words in GENERAL:
        return GENERAL[words]
    if found := OF_SEATS.fullmatch(words):
        what, seat, bot = found.groups()
        return _of_seats(words, what, seat, bot, seats, tuple(bots))
    given = {act for choice in seen for answers in choice.actions for act in answers}
    if (most := MORE.fullmatch(words)) and (act := most[1]) in given:
        return Measure(words, lambda _, result: lead_of_most(act, result), f"those who {act} most end {{}} ahead")
    numbers, labels = _headings(seen)
    if words in numbers:
        return Measure(words, lambda _, result: _number(result.findings.get(words)), f"“{words}” is {{}} on average")
    if (split := LABELLED.fullmatch(words)) and split[1] in labels:
        told = f"“{words}” is true of {{}} of the games"
        return Measure(words, lambda _, result: _share(result.findings.get(split[1]), split[2]), told, 1, share=True)
    patterns = ("wins of seat 1", "score of BOT", "lead of who ANSWER most")
    choices = (*GENERAL, *patterns, *numbers, *(f"{name}: LABEL" for name in labels))
    raise BadSetup(
        f"There is no measure {words[:60]!r}; the measures are {', '.join(choices)}.", field="measure", choices=choices
    )


def _headings(seen: Sequence[Result]) -> tuple[list[str], list[str]]:
    """The headings with numbers, and those with labels."""
    kinds = {name: isinstance(value, int) for result in seen for name, value in result.findings.items()}
    return [name for name, number in kinds.items() if number], [name for name, number in kinds.items() if not number]


def _number(finding: Finding | None) -> float | None:
    return float(finding) if isinstance(finding, int) else None


def _share(finding: Finding | None, label: str) -> float | None:
    if finding is None or isinstance(finding, int):
        return None
    return float(label == finding if isinstance(finding, str) else label in finding)


OF_ONE = {
    "wins": "{} wins {} of the games",
    "score": "{} ends with a score of {}",
    "messages": "{} sends {} messages in a game",
    "kept": "{} keeps {} promises in a game",
    "broken": "{} breaks {} promises in a game",
}
"""The measures of one seat or bot: the sentence, and the number."""


def _of_seats(words: str, what: str, seat: str | None, bot: str | None, seats: int, bots: Sequence[str]) -> Measure:
    """A measure that every seat has: for one seat, or the mean over the seats of one bot."""
    if seat is not None and not 1 <= int(seat) <= seats:
        raise BadSetup(f"There is no seat {seat}; the smallest table has the seats 1 to {seats}.", field="measure")
    if bot is not None and bot not in bots:
        raise BadSetup(f"No bot {bot} plays in this question; the bots are {', '.join(bots)}.", field="measure")

    def value(names: Sequence[str], result: Result) -> float | None:
        numbers = _by_seat(what, result)
        those = [number for place, number in enumerate(numbers) if _meant(place, names[place], seat, bot)]
        return sum(those) / len(those) if those else None

    told = OF_ONE[what].format(f"seat {seat}" if seat is not None else f"a {bot}", "{}")
    return Measure(words, value, told, 1 if what == "wins" else None, share=what == "wins")


def _meant(place: int, name: str, seat: str | None, bot: str | None) -> bool:
    return name == bot if seat is None else place == int(seat) - 1


def _by_seat(what: str, result: Result) -> list[float]:
    match what:
        case "wins":
            part = 1 / max(1, len(result.winners))
            return [part if seat in result.winners else 0.0 for seat in range(len(result.scores))]
        case "score":
            return [float(score) for score in result.scores]
        case "messages":
            return [float(number) for number in result.messages]
        case _:
            return [float(number) for number in (result.kept if what == "kept" else result.broken)]
