"""The answer to a question of the lab in words: the bots, the estimate, and its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from turncoat.lab.ask import Answer, Estimate
from turncoat.lab.interval import LEAST
from turncoat.lab.pictures import Dot, dots
from turncoat.lab.questions import Question


def in_words(question: Question, answers: Sequence[Answer]) -> list[str]:
    """A sentence for each kind of bots, and one on whether they agree."""
    said = [_sentence(question, answer) for answer in answers]
    return [*said, *_agreement(question, answers)]


def named(bots: str) -> str:
    """The bots in a sentence: ``random`` are random bots, ``my.py:Avenger`` are avenger bots."""
    return f"{' and '.join(map(short, bots.split(',')))} bots"


def short(bot: str) -> str:
    """The name of a bot without its file or package."""
    where, _, kind = bot.partition(":")
    return kind.casefold() if "." in where else bot


def _sentence(question: Question, answer: Answer) -> str:
    if answer.games < LEAST:
        games = "1 game was" if answer.games == 1 else f"{answer.games:,} games were"
        played = f"only {games} played in the time given; {LEAST} are needed"
        return f"With {named(answer.bots)}, nothing is known yet: {played}."
    first = answer.arms[question.first]
    if not answer.differences and isinf(first.width):
        return f"With {named(answer.bots)}, nothing is known yet: too few of {answer.games:,} games show it."
    several = len(answer.differences) > 1
    said = f"With {named(answer.bots)}, {answer.told.replace('{}', _number(answer, first.mean))}"
    sure = ["95 % confidence", f"{answer.games:,} games" + (" of each variant" if answer.differences else "")]
    if answer.shared and answer.saved:
        saved = sum(answer.saved.values()) / len(answer.saved)
        sure.append(f"the same cards and dice for all made {saved:.0%} of the games needless".replace("%", " %"))
    if answer.differences:
        said += f" with {question.first}"
    else:
        sure.insert(0, f"{_number(answer, first.low)} to {_number(answer, first.high)}")
    said += "".join(
        f"{'. With' if several else '; with'} {_compared(answer, arm, found)}"
        for arm, found in answer.differences.items()
    )
    return f"{said} ({', '.join(sure)})." + ("" if answer.settled else f" Not settled: {_wanted(question, answer)}.")


def _compared(answer: Answer, arm: str, found: Estimate) -> str:
    if isinf(found.width):
        return f"{arm}, nothing is known: too few games show it"
    if found.low <= 0 <= found.high:
        less, more = _difference(answer, -found.low), _difference(answer, found.high)
        return f"{arm}, no difference is certain: between {less} less and {more} more"
    near, far = sorted((abs(found.low), abs(found.high)))
    more = "more" if found.mean > 0 else "less"
    middle = _difference(answer, abs(found.mean))
    return f"{arm}, {middle} {more}: at least {_difference(answer, near)}, at most {_difference(answer, far)}"


def _wanted(question: Question, answer: Answer) -> str:
    widest = max(interval.width for interval in (answer.differences or answer.arms).values())
    if isinf(widest):
        return "too few games show it"
    return (
        f"certain to ± {_difference(answer, widest)}; the question asks for ± {_difference(answer, question.precision)}"
    )


def _agreement(question: Question, answers: Sequence[Answer]) -> list[str]:
    """A sentence on different results of kinds of bots, in which case the answer depends on how one plays."""
    said: list[str] = []
    for arm in question.arms:
        compared = {answer.bots: answer.differences[arm] for answer in answers if arm in answer.differences}
        found = {bots: difference for bots, difference in compared.items() if not isinf(difference.width)}
        more = [bots for bots, difference in found.items() if difference.low > 0]
        less = [bots for bots, difference in found.items() if difference.high < 0]
        if more and less:
            said.append(f"The bots disagree about {arm}: more with {_all(more)}, less with {_all(less)}.")
        elif (more or less) and len(more or less) < len(found):
            unseen = [bots for bots in found if bots not in (more or less)]
            said.append(f"Only {_all(more or less)} show a difference with {arm}; {_all(unseen)} show none.")
    return said


def _all(kinds: Sequence[str]) -> str:
    return ", ".join(map(named, kinds))


def picture(question: Question, answers: Sequence[Answer]) -> str:
    """A picture of the result: the differences between variants, or the measure; empty if nothing is known.

    Raises:
        BadSetup: the extra ``lab`` is not installed.
    """
    several = len(question.arms) > 1
    rows = [
        Dot(arm if several else question.first, named(answer.bots), found.mean, found.low, found.high)
        for answer in answers
        for arm, found in (answer.differences or answer.arms).items()
        if not isinf(found.width)
    ]
    if not rows:
        return ""
    title = f"{answers[0].words}: difference from {question.first}" if several else answers[0].words
    return dots(rows, title, share=answers[0].share, even=0.0 if several else None)


def _number(answer: Answer, number: float) -> str:
    return f"{100 * min(1.0, max(0.0, number)):.1f} %" if answer.share else f"{number:.3g}"


def _difference(answer: Answer, number: float) -> str:
    return f"{100 * number:.1f} points" if answer.share else f"{number:.2g}"
