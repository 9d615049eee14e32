"""What is promised, in words: an action of which any part may be left open, ``not attack``, ``attack in C``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from turncoat.kernel.boxes import Action, Box, tag_of
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import Token, cut, listed
from turncoat.kernel.phrase import Part, Pattern, Stop, clause_of
from turncoat.kernel.place import Place
from turncoat.kernel.promise import Pledge
from turncoat.kernel.space import Names, Value, settled

LINKS = frozenset(
    ("in", "from", "with", "to", "for", "on", "at", "of", "against", "pointing", "giving", "and", ",", ":")
)
"""Words that belong to the part behind them: where that part is left open, they are left out with it."""

ANYBODY = ("anybody", "anyone", "anything", "any")
"""The words that people may write in place of a part that they leave open."""

Meant = tuple[type[Action], dict[str, Value]]
"""A promised action, with those of its parts that the promise names."""


class OpenPattern(Pattern[Action]):
    """The words of an action; any of its parts may be left out."""

    whole = False

    def __init__(self, box: Box[Action], names: Names, phrase: str) -> None:
        super().__init__([box], names, phrase)
        self.skips = dict(_skips(self.parts))

    def meanings(self, said: list[Token], text: str) -> Iterator[tuple[dict[str, Value], int]]:
        """The possible meanings of the words, each with its distance from the full wording."""
        self.stop = Stop(-1)
        spaces = dict(self.alike[0].fields)
        for values, far in self._read(0, said, text):
            kept = {name: cast("Value", settled(spaces[name], value)) for name, value in values.items()}
            if all(spaces[name].has(value) for name, value in kept.items()):
                yield kept, far

    def _read(self, place: int, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        if place == len(self.parts) and said:
            self._stuck(Stop(1, f"“{text[said[0].start :]}” is too much"))
            return []
        found = super()._read(place, said, text)
        if place in self.skips:
            found += self._read(self.skips[place], said, text)
        return found

    def _read_place(self, place: int, part: Place, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        if said and said[0].says(*ANYBODY):
            return self._read(place + 1, said[1:], text)
        return super()._read_place(place, part, said, text)

    def _stuck(self, stop: Stop) -> None:
        """Ignore missing words, unless they are among the first ones of the action."""
        if stop.field or stop.far <= min(self.skips, default=stop.far):
            super()._stuck(stop)

    def _sizes(self, after: Part | None, said: list[Token]) -> list[int]:
        return list(range(len(said), 0, -1))


def _skips(parts: list[Part]) -> Iterator[tuple[int, int]]:
    """For each part: the place where it begins, its link words included, and the place of the next part."""
    for at in (at for at, part in enumerate(parts) if isinstance(part, Place)):
        start, end = at, at + 1
        while start > 1 and parts[start - 1] in LINKS:
            start -= 1
        while end < len(parts) and isinstance(parts[end], str) and parts[end] not in LINKS:
            end += 1
        yield start, end


def read(text: str, boxes: Iterable[Box[Action]], bare: Mapping[str, type[Action]], names: Names) -> Meant:
    """The promise in a text that may leave some part of the action open.

    Args:
        text: The words, without "not" and without the number of rounds.
        boxes: The actions with the possible values of their parts.
        bare: Actions whose parts are not known yet, by their names: they can be promised as a whole.
        names: The names of seats, cards and so on.

    Raises:
        Unreadable: it means nothing, or several things.
    """
    said = cut(text)
    every = [*boxes, *(Box(kind, kind.usual_rule) for kind in bare.values())]
    patterns = [OpenPattern(box, names, phrase) for box in every for phrase in _phrases(box, names)]
    found = [(pattern.action, *meaning) for pattern in patterns for meaning in pattern.meanings(said, text)]
    nearest = min((far for *_, far in found), default=0)
    meant: list[Meant] = []
    for action, fields, far in found:
        if far == nearest and (action, fields) not in meant:
            meant.append((action, fields))
    if not meant:
        raise _not_understood(text, patterns, every[: -len(bare) or None], names)
    return max(meant, key=lambda reading: len(reading[1]))


def _phrases(box: Box[Action], names: Names) -> Iterator[str]:
    """How an action is typed and how it is said; where its parts are not known, its first words, if it has any."""
    typed = box.action.phrase or tag_of(box.action).replace("_", " ")
    phrases = (typed, *box.action.briefs, clause_of(box.action, names))
    yield from dict.fromkeys(filter(None, phrases if box.fields else map(verb, phrases)))


def verb(phrase: str) -> str:
    """The words before the first part, without the link words: ``attack`` of ``attack with {coin}``."""
    words = phrase.partition("{")[0].split()
    while len(words) > 1 and words[-1] in LINKS:
        words.pop()
    return " ".join(words)


def _not_understood(text: str, patterns: list[OpenPattern], boxes: list[Box[Action]], names: Names) -> Unreadable:
    """Why a text promises nothing: from the words that it followed furthest, or else what can be promised."""
    if begun := [pattern for pattern in patterns if pattern.begun]:
        best = max(begun, key=lambda pattern: pattern.stop.tells)
        known = "" if best.places else f"; write {verb(best.action.phrase)} alone"
        end = "" if best.stop.sentence.endswith("?") else "."
        return Unreadable(f"{verb(best.action.phrase)}: {best.stop.sentence}{known}{end}", field=best.stop.field)
    words = dict.fromkeys(verb(clause_of(box.action, names)) for box in boxes)
    return Unreadable(f"“{text}” cannot be promised; you can promise to {listed(words, last='or')}.", field="act")


OPEN_GIFT = "A promised gift says what is given and to whom; it does not name {part}."
"""The refusal of a promise that anything would keep."""


def left_open(action: type[Action], pledge: Pledge) -> str:
    """The first part that a promise to do this must name and does not; empty: it names all, or denies the action."""
    return next((name for name in action.named if pledge.will and pledge.fields.get(name) is None), "")


def split(text: str, usage: str) -> tuple[str, str]:
    """The names before the first colon, and the text after it.

    Raises:
        Unreadable: the names or the text are missing; the sentence shows how to write the line.
    """
    names, colon, rest = text.partition(":")
    if not colon or not names.strip() or not rest.strip():
        raise Unreadable(f"Write it like this: {usage}.", field="text")
    return names.strip(), rest.strip()
