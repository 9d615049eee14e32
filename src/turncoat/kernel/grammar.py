"""Answers as sentences: ``attack agatha``, ``give 2 to barney``, ``ship 3 fremen, 1 fedaykin to sietch tabr``.

The grammar comes from the action's phrase, ``"give {coins} to {to}"``, and the names of the choices. ``read``
understands everything that ``write`` writes. Sets and rows are lists, ``a, b and c``; amounts are ``3 arrakeen, 2
carthag``; an empty list is ``nothing``; free text may stand between quotation marks, and a list between brackets. A
person can leave out words between values: ``give 2 barney``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVar, cast

from turncoat.kernel.boxes import Action, Box, Boxes, Closed, tag_of, typed
from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.kernel.lexicon import Token, cut, either, meant
from turncoat.kernel.phrase import Pattern, leading
from turncoat.kernel.space import PLAIN, Amounts, Names, OneOf, Order, Space, Value, named

A = TypeVar("A", bound=Action)

LONGEST = 2000
"""The longest text that can be read, in characters."""

TERSE = 30
"""The most words and commas of a text that may lack words between its values."""


class Grammar(Generic[A]):
    """Reads and writes the legal answers of a moment.

    Args:
        boxes: The legal answers. Add the boxes of a decision and of the optional actions to read both.
    """

    def __init__(self, boxes: Boxes[A], names: Names = PLAIN) -> None:
        self.boxes = boxes
        self.names = names
        shapes: dict[tuple[object, ...], list[Box[A]]] = {}
        for box in boxes.boxes:
            shapes.setdefault((box.action, *(type(space) for _, space in box.fields)), []).append(box)
        self.patterns = [Pattern(alike, names) for alike in shapes.values()]
        self.patterns += [Pattern(alike, names, brief) for alike in shapes.values() for brief in alike[0].action.briefs]
        self.bare: list[Pattern[A]] = []
        spaces = {name: space for box in boxes.boxes for name, space in box.fields}
        for alike in shapes.values():
            needless = {name: spaces[name] for name in alike[0].action.needless if name in spaces}
            self.patterns += [Pattern(alike, names, needless=needless)] if needless else []

    def read(self, text: str) -> A:
        """The answer that a text means.

        Raises:
            Unreadable: the text is not an answer; the sentence names the field and its choices.
            NotAllowed: it can, but is not legal now.
        """
        said = cut(text)
        if not said or len(text) > LONGEST:
            raise self._unknown(f"Write at most {LONGEST} characters" if said else "There is nothing to read")
        found = self._readings(said, text) or self._tersely(said, text)
        meant = self._meant(found)
        if len(meant) == 1:
            return meant[0]
        if meant:
            both = tuple(dict.fromkeys(self.write(action) for action in meant))
            raise Unreadable(
                f"This could mean {either(f'“{reading}”' for reading in both)}: write it out.",
                field="type",
                choices=both,
                about=tag_of(meant[0].__class__),
            )
        if found:
            raise self.boxes.refusal(min(found, key=lambda reading: reading[1])[0], self.names)
        raise self._stuck(said, text)

    def _readings(self, said: list[Token], text: str) -> list[tuple[A, int]]:
        return [reading for pattern in self.patterns for reading in pattern.readings(said, text)]

    def _tersely(self, said: list[Token], text: str) -> list[tuple[A, int]]:
        """All meanings of a text that lacks words between its values."""
        self.bare = self._terse if len(said) <= TERSE else []
        return [reading for pattern in self.bare for reading in pattern.readings(said, text)]

    @cached_property
    def _terse(self) -> list[Pattern[A]]:
        """The phrases without the words between their values."""
        terse = (pattern.terse() for pattern in self.patterns)
        return [pattern for pattern in terse if pattern is not None]

    def _meant(self, found: list[tuple[A, int]]) -> list[A]:
        """The legal answers nearest to a text, each once."""
        legal = [(kept, far) for action, far in found if (kept := self.boxes.settle(action)) is not None]
        nearest = min((far for _, far in legal), default=0)
        meant: list[A] = []
        for action, far in legal:
            if far == nearest and action not in meant:
                meant.append(action)
        return meant

    def _stuck(self, said: list[Token], text: str) -> Refusal:
        """Why a text is not an answer: by the phrase that it followed furthest."""
        tried = [pattern for pattern in (*self.patterns, *self.bare) if pattern.begun]
        nearest = max(tried, key=lambda pattern: pattern.tells) if tried else None
        shut = self._shut(said, nearest.stop.far if nearest is not None else 0)
        if shut is not None:
            return shut.refusal(self.boxes.tags)
        if nearest is not None:
            tag, stop = tag_of(nearest.action), nearest.stop
            rule = nearest.action.field_rules.get(stop.field, nearest.rule)
            end = "" if stop.sentence.endswith("?") else "."
            sentence = f"{typed(nearest.action)}: {stop.sentence} ({rule}){end}"
            return Unreadable(sentence, rule=rule, field=stop.field, choices=stop.choices, about=tag)
        word = text[said[0].start : said[0].end]
        like = meant(word, (one.split()[0] for one in self.boxes.typed))
        if like:
            return Unreadable(f"There is no “{word}”; did you mean {like}?", field="type", choices=self.boxes.tags)
        return self._unknown(f"“{word}” is nothing that you can do now")

    def _shut(self, said: list[Token], far: int) -> Closed | None:
        """The closed action with all of whose first words a text begins, if they are more than was understood."""
        words = [(leading(shut.action).split(), shut) for shut in self.boxes.closed]
        begun = [(len(own), shut) for own, shut in words if _begins(own, said)]
        most, shut = max(begun, key=lambda one: one[0], default=(0, None))
        return shut if most > far else None

    def after(self, text: str) -> tuple[str, ...]:
        """What can follow the beginning of an answer: names, or the next word of the phrase."""
        said = cut(text)
        found = (word for pattern in self.patterns for word in pattern.after(said, text)) if said else ()
        return tuple(dict.fromkeys(found))

    def _unknown(self, why: str) -> Unreadable:
        return Unreadable(f"{why}; {self.boxes.instead}.", field="type", choices=self.boxes.tags)

    def write(self, action: A) -> str:
        """An answer as a sentence that ``read`` understands, with as few quotation marks and brackets as possible.

        It also writes answers that are not legal at present.
        """
        alike = [pattern for pattern in self.patterns if pattern.action is action.__class__]
        known = next((pattern for pattern in alike if pattern.holds(action)), None)
        for short in alike if known else ():
            if short.left_out and short.holds(action) and short.says_all(action):
                said = short.write(action, quoted=False, held=False)
                if self._meant(self._readings(cut(said), said)) == [action]:
                    return said
        pattern = known or Pattern([_box_of(action)], self.names)
        for quoted, held in ((False, False), (True, False)):
            said = pattern.write(action, quoted, held)
            understood = (
                self._meant(self._readings(cut(said), said)) == [action] if known else pattern.means(said, action)
            )
            if understood:
                return said
        return pattern.write(action, quoted=True, held=True)

    def say(self, action: A) -> str:
        """The words of an answer after "will"."""
        clause = named(action.clause, self.names)
        if not clause:
            return self.write(action)
        alike = [box for box in self.boxes.boxes if box.action is action.__class__]
        return Pattern([_box_of(action, alike)], self.names, clause).write(action, quoted=False)


def _begins(words: list[str], said: list[Token]) -> bool:
    """Whether a text begins with these words."""
    return len(words) <= len(said) and all(token.says(word) for word, token in zip(words, said, strict=False))


def _box_of(action: A, alike: Iterable[Box[A]] = ()) -> Box[A]:
    """A box with only this answer; its choices have the names that they have in similar boxes."""
    fields: list[tuple[str, Space]] = []
    domains = {name: space.domain for box in alike for name, space in box.fields if isinstance(space, OneOf)}
    for name in action.__struct_fields__:
        value = cast("Value", getattr(action, name))
        if isinstance(value, dict):
            fields.append((name, Amounts(tuple(value.items()), 0, sum(value.values()))))
        else:
            fields.append((name, Order(value) if isinstance(value, tuple) else OneOf((value,), domains.get(name, ""))))
    return Box(action.__class__, "", tuple(fields))


def read(text: str, boxes: Boxes[A], names: Names = PLAIN) -> A:
    """The answer that a text means; see ``Grammar.read``."""
    return Grammar(boxes, names).read(text)


def write(action: A, boxes: Boxes[A], names: Names = PLAIN) -> str:
    """An answer as a sentence; see ``Grammar.write``."""
    return Grammar(boxes, names).write(action)
